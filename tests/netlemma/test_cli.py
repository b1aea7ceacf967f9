"""The command line as a process: what happens when nobody reads its output to the end."""

import os
import subprocess
import sys

import pytest

TIMES = ",".join(map(str, range(1, 151)))  # a table of more than the 8192 characters that are buffered
COMMANDS = {
    "a line": ["derive", "ring", "diameter"],
    "a long table": ["traffic", "mu1=0.01", "sigma1=0.2", "sigma2=0.8", "--at", TIMES],
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.in_turn
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
