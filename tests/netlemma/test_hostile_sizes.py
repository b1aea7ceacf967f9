"""Every command with every family at hostile sizes: an answer, or one line and exit status 2, within limits of time and memory.

Commands that take a network are found by their signatures, families by discovery. Each case runs in a fork with a limit
of processor time and memory.
"""

import inspect
import itertools
import os
import random
import resource
import sys
import tempfile

import pytest

from graphs import families
from netlemma.cli import app, main

SIZES = ("0", "-1", "1", "2", "1000000000", "1" + "0" * 30, "x", "", "1e3", "٣")
SECONDS, BYTES = 20, 3 << 29
BEHIND = {  # words that a command needs besides a network
    "draw": ("-o", "drawing.svg"),
    "simulate": ("flits=4", "--load", "0.001", "--cycles", "200"),
    "sweep": ("flits=4", "--load", "0.001", "--cycles", "200"),
    "worst-case": ("--routing", "dimension-order"),
}
ASKED = {  # commands that take sizes by an option
    "verify": lambda family, sizes: ("verify", family, "--sizes", sizes),
    "check": lambda family, sizes: ("check", family, "mean_distance", "1", "--sizes", sizes),
}


def commands():
    """The names of all commands with a network among their arguments."""
    for each in app.registered_commands:
        name = each.name or each.callback.__name__.replace("_", "-")
        if "words" in inspect.signature(each.callback).parameters or name in ASKED:
            yield name


def words(command, family, size):
    sizes = [f"{p.name}={size}" for p in family.parameters]
    if command in ASKED:
        return ASKED[command](family.name, " ".join(sizes))
    return (command, family.name, *sizes, *BEHIND.get(command, ()))


CASES = [
    words(*case) for case in itertools.product(sorted(commands()), families().values(), SIZES) if case[1].parameters
]
SAMPLE = random.Random(5).sample(CASES, 20)


def ended(arguments):
    """Exit status, or minus a signal, of a command in a fork, and its standard error."""
    with tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            status = 97
            try:
                os.chdir(tempfile.mkdtemp())
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                os.dup2(err.fileno(), 2)
                sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
                used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
                with open("/proc/self/statm") as statm:
                    now = int(statm.read().split()[0]) * resource.getpagesize()
                resource.setrlimit(resource.RLIMIT_CPU, (int(used) + SECONDS,) * 2)
                resource.setrlimit(resource.RLIMIT_AS, (now + BYTES,) * 2)
                sys.argv = ["netlemma", *arguments]
                main()
            except SystemExit as end:
                status = int(end.code or 0)
            except BaseException:
                import traceback

                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        _, end = os.waitpid(child, 0)
        err.seek(0)
        return os.waitstatus_to_exitcode(end), err.read().decode()


def faults(cases):
    for arguments in cases:
        status, said = ended(arguments)
        if status not in (0, 1, 2, 3) or "Traceback" in said or (status == 2 and said.count("\n") != 1):
            yield " ".join(map(repr, arguments)), status, said[-300:]


def test_the_commands_with_a_network_are_found():
    assert {"measure", "deadlock", "bounds", "draw", "simulate", "sweep", "verify", "check"} <= set(commands())
    assert len(CASES) >= 1500


def test_a_fault_is_seen(monkeypatch):
    monkeypatch.setattr("netlemma.cli._run", lambda: 1 // 0)
    ((_, status, said),) = faults([("list",)])
    assert status == 97 and "ZeroDivisionError" in said


def test_hostile_sizes_are_answered_or_refused():
    assert list(faults(SAMPLE)) == []


@pytest.mark.long
def test_all_hostile_sizes_are_answered_or_refused():
    assert list(faults(CASES)) == []
