"""Completions, asked for as a shell asks for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = "import sys; sys.argv = ['netlemma']\nfrom netlemma.cli import main\nmain()"
LOADED = "import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"


def completed(words: str, folder: Path, code: str = CODE) -> tuple[list[str], str]:
    """What is offered for the last of these words, and standard error."""
    count = len(words.split(" "))
    asked = {"_NETLEMMA_COMPLETE": "complete_bash", "COMP_WORDS": f"netlemma {words}", "COMP_CWORD": str(count)}
    paths = os.pathsep.join(str(Path(path).absolute()) for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths, **asked}
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1], done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "toes.csv").touch()
    (tmp_path / "my.py").touch()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "net.graphml").touch()
    (tmp_path / ".hidden").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("der", ["derive"]),
        ("measure toroi", ["toroid"]),
        ("measure to", ["toroid", "torus", "toes.csv"]),
        ("measure sub/", ["sub/net.graphml"]),
        ("measure toroid ", ["w=", "D="]),
        ("measure toroid w=4 ", ["D="]),
        ("simulate mesh k=8 n", ["n="]),
        ("measure toes.csv m", ["my.py"]),
        ("deadlock mesh k=3 n=2 --routing west", ["west-first"]),
        ("deadlock mesh k=3 n=2 --routing-file m", ["my.py"]),
        ("derive toroid visit", ["visit_ratio.link"]),
        ("derive ring.diam", ["ring.diameter"]),
        ("check ring dia", ["diameter"]),
        ("check ring(w)^D dia", ["diameter"]),
        ("verify --claims sub/n", ["sub/net.graphml"]),
        ("certify su", ["sub/"]),
        ("list rout", ["routings"]),
        ("measure nothing-like-it", []),
        ("derive nothing mean", []),
        ("certify nowhere/x", []),
    ],
)
def test_offered(words: str, offered: list[str], folder: Path) -> None:
    found, errors = completed(words, folder)
    assert not errors and [each for each in found if each] == offered


def test_all_families_and_files_are_offered(folder: Path) -> None:
    found, _ = completed("draw ", folder)
    assert {"toroid", "mesh", "clock", "toes.csv", "my.py", "sub/"} <= set(found) and ".hidden" not in found


@pytest.mark.parametrize("words", ["measure to", "measure toroid ", "deadlock mesh k=3 n=2 --routing w", "list "])
def test_what_need_not_be_slow_loads_nothing_slow(words: str, folder: Path) -> None:
    found, loaded = completed(words, folder, LOADED + CODE)
    assert found and not {"sympy", "numba", "networkx", "matplotlib"} & set(loaded.split())
