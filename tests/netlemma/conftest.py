"""The command line in this process, as the tests of commands run it."""

import sys
from typing import Any, NamedTuple

import pytest

from netlemma.cli import main


class Ended(NamedTuple):
    """The exit status of a command, and what it said: ``said.out`` and ``said.err``, or without ``said``."""

    status: Any
    said: Any

    @property
    def out(self) -> str:
        return self.said.out

    @property
    def err(self) -> str:
        return self.said.err


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs ``netlemma`` with words, and returns how it ended."""

    def ended(*words: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["netlemma", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        return Ended(stop.value.code, capsys.readouterr())

    return ended
