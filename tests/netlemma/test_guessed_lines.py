"""Command lines as textbooks, papers' tables, course notes and issues have them, typed by people who know neither code nor docs.

Each of them does what was meant, or one line says what to write.
"""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

LINES = Path(__file__).parents[1] / "data" / "guessed_lines.txt"


class Line(NamedTuple):
    """A command line with its exit status and words of its answer."""

    status: int
    text: str
    words: str


def lines() -> list[Line]:
    rows = [row.split(" | ") for row in LINES.read_text(encoding="utf-8").splitlines() if not row.startswith("#")]
    return [Line(int(status), text, words) for status, text, words in rows]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("line", lines(), ids=lambda line: line.text)
def test_a_guessed_line_is_understood_or_told_what_to_write(run, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    found = run(*shlex.split(line.text))
    said = re.sub(r"\s+", " ", found.err if line.status == 2 else found.out)
    assert (found.status, line.words in said) == (line.status, True), said
    assert line.status != 2 or found.out == ""


def test_there_are_two_hundred_and_more():
    every = [line.text for line in lines()]
    assert len(every) == len(set(every)) >= 200
    assert {text.split()[0] for text in every} >= {
        "check",
        "derive",
        "measure",
        "compare",
        "deadlock",
        "draw",
        "explain",
    }
