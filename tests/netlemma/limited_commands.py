"""Run commands one after the other, each in a fork of one process that has imported everything, within limits.

A list of commands stands as JSON on standard input; for each a line of JSON is written, with its exit status (or minus a
signal) and its standard error. Every fork has a folder of its own, ``SECONDS`` of processor time and ``BYTES`` of memory,
those of what is imported among them; one that waits for something is ended, too.
"""

import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence

from tests.command_server import load, run

SECONDS, BYTES = 20, 3 << 29
WAITING = 300  # seconds; a machine with much else to do makes a command that computes wait, too


def limit(used: float = 0) -> None:
    """Give this process, which has used some processor time, the limits."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + SECONDS,) * 2)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(WAITING)


def child(arguments: Sequence[str], errors: int) -> None:
    """Run a command in this process, which ends with it, whatever happens."""
    status = 97
    try:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(0, 1)
        os.dup2(errors, 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
        limit(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        status = run("netlemma", arguments)
        sys.stdout.flush()
    except BaseException:
        status = 97
        traceback.print_exc()
    finally:
        os._exit(status)


def ended(arguments: Sequence[str]) -> tuple[int, str]:
    """Exit status, or minus a signal, of a command in a fork, and its standard error."""
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        command = os.fork()
        if not command:
            child(arguments, errors.fileno())
        _, end = os.waitpid(command, 0)
        os.chdir("/")
        errors.seek(0)
        return os.waitstatus_to_exitcode(end), errors.read().decode()


if __name__ == "__main__":
    load()
    for each in json.load(sys.stdin):
        print(json.dumps(ended(each)), flush=True)
