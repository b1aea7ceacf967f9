"""The command line as a process: what happens when nobody reads its output to the end."""

import os
import subprocess
import sys

import pytest

COMMANDS = [["derive", "ring", "diameter"], ["list"]]


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_reader_that_has_enough_is_no_error(words, buffered):
    """Buffered output meets the closed pipe only when the interpreter ends, unbuffered output in the command itself."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    if not buffered:
        environment["PYTHONUNBUFFERED"] = "1"
    with subprocess.Popen(
        [sys.executable, "-m", "netlemma", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    ) as process:  # fmt: skip
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 1
