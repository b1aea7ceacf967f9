"""The command line as a process: what happens when nobody reads its output to the end."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("words", [["measure", "multicube", "r=3,4,5"], ["list"]])
def test_a_reader_that_has_enough_is_no_error(words):
    with subprocess.Popen(
        [sys.executable, "-m", "netlemma", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 1
