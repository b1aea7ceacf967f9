"""Command lines as textbooks, papers' tables, course notes and issues have them, typed by people who know neither code nor docs.

Each of them does what was meant, or one line says what to write.
"""

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

DATA = Path(__file__).parents[1] / "data"
LINES, FILES = DATA / "guessed_lines.txt", DATA / "guessed_files"


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
    monkeypatch.chdir(shutil.copytree(FILES, tmp_path / "files"))
    monkeypatch.setenv("COLUMNS", "110")
    found = run(*shlex.split(line.text))
    said = re.sub(r"\s+", " ", found.err if line.status == 2 else found.out)
    assert (found.status, line.words in said) == (line.status, True), said
    assert line.status != 2 or found.out == ""


TO_WRITE = re.compile(
    r": (netlemma (?:measure|derive|deadlock|check|worst-case) (?!NETWORK|prints|has )(?:(?! has its formula)[^;?(])*)$"
)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", [line for line in lines() if line.status == 2], ids=lambda line: line.text)
def test_a_line_that_stands_at_the_end_of_a_refusal_runs(run, line, tmp_path, monkeypatch):
    monkeypatch.chdir(shutil.copytree(FILES, tmp_path / "files"))
    if match := TO_WRITE.search(run(*shlex.split(line.text)).err.strip()):
        written = shlex.split(match[1])[1:]
        assert run(*written).status in (0, 1), match[1]


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
