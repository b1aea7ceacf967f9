"""Every command with every family at hostile sizes: an answer, or one line and exit status 2, within limits of time and memory.

Commands that take a network are found by their signatures, families by discovery. Each case runs with limits of processor
time and memory in a fork of a process that has imported everything; some are compared with a process of their own.
"""

import itertools
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from netlemma.cli import app
from netlemma.graphs import families
from tests.turns import drawn

from .limited_commands import limit

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
SIZES = ("0", "-1", "1", "2", "1000000000", "1" + "0" * 30, "x", "", "1e3", "٣")
BEHIND = {  # words that a command needs besides a network
    "convert": ("-o", "network.json"),
    "draw": ("-o", "drawing.svg"),
    "simulate": ("flits=4", "--load", "0.001", "--cycles", "200"),
    "sweep": ("flits=4", "--load", "0.001", "--cycles", "200", "--results", "sweep.sqlite"),
    "worst-case": ("--routing", "dimension-order"),
}
NAMED = ("certify", "explain", "report")  # take names and files, no sizes: some families stand for all
ASKED = {  # commands that take sizes by an option
    "verify": lambda family, sizes: ("verify", family, "--sizes", sizes),
    "check": lambda family, sizes: ("check", family, "mean_distance", "1", "--sizes", sizes),
}


def commands():
    """The names of all commands with a network among their arguments."""
    for name, command in typer.main.get_command(app).commands.items():
        if "words" in [each.name for each in command.params] or name in ASKED:
            yield name


def words(command, family, size):
    sizes = [f"{p.name}={size}" for p in family.parameters]
    if command in ASKED:
        return ASKED[command](family.name, " ".join(sizes))
    return (command, family.name, *sizes, *BEHIND.get(command, ()))


def cases(command):
    """The command with each family that has parameters, at each size."""
    sized = [family for family in families().values() if family.parameters]
    return [words(command, *case) for case in itertools.product(sized[:: 10 if command in NAMED else 1], SIZES)]


CASES = [case for command in sorted(commands()) for case in cases(command)]
SAMPLE = drawn("hostile sizes", CASES, 10)
APART = random.Random(6).sample(CASES, 20)  # each also in a process of its own


def ended(chosen, before=""):
    """Exit status (or minus a signal) and standard error of commands in forks of one process, which runs a line of Python first."""
    code = f"{before}; import runpy; runpy.run_module('tests.netlemma.limited_commands', run_name='__main__')"
    server = subprocess.run(
        [sys.executable, "-c", code.removeprefix("; ")],
        input=json.dumps(chosen),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=ENVIRONMENT,
        check=True,
    )
    found = [tuple(json.loads(line)) for line in server.stdout.splitlines()]
    assert len(found) == len(chosen)
    return found


def faults(chosen, before=""):
    for arguments, (status, said) in zip(chosen, ended(chosen, before), strict=True):
        if status not in (0, 1, 2, 3) or "Traceback" in said or (status == 2 and said.count("\n") != 1):
            yield " ".join(map(repr, arguments)), status, said[-300:]


def test_the_commands_with_a_network_are_found():
    assert {"measure", "deadlock", "bounds", "draw", "simulate", "sweep", "verify", "check"} <= set(commands())
    assert len(CASES) >= 8000


@pytest.mark.parametrize(
    ("spoilt", "ending", "why"),
    [
        ("1 // 0", 97, "ZeroDivisionError"),
        ("bytearray(3 << 29)", 97, "MemoryError"),
        ("print('one', 'two', sep=chr(10), file=__import__('sys').stderr) or 2", 2, "two"),
    ],
)
def test_a_fault_is_seen(spoilt, ending, why):
    before = f"import netlemma.cli; netlemma.cli._run = lambda: {spoilt}; __import__('tests.command_server').command_server.load = lambda: None"
    ((_, status, said),) = faults([("list",)], before)
    assert status == ending and why in said


@pytest.mark.in_turn
def test_hostile_sizes_are_answered_or_refused():
    assert list(faults(SAMPLE)) == []


def alone(arguments, folder):
    """The same of a command in a process of its own."""
    command = [sys.executable, "-m", "netlemma", *arguments]
    run = subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit
    )
    return run.returncode, run.stderr.decode()


@pytest.mark.long
def test_a_process_of_its_own_ends_as_a_fork(tmp_path):
    for number, (arguments, found) in enumerate(zip(APART, ended(APART), strict=True)):
        (folder := tmp_path / str(number)).mkdir()
        assert alone(arguments, folder) == found, arguments


@pytest.mark.long
@pytest.mark.parametrize("command", sorted(commands()))
def test_all_hostile_sizes_are_answered_or_refused(command):
    assert list(faults(cases(command))) == []
