"""Completions, asked for as a shell asks for them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CODE = "import sys; sys.argv = ['netlemma']\nfrom netlemma.cli import main\nmain()"
LOADED = "import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"


def asking(words: str) -> dict[str, str]:
    """The environment in which bash asks for completions of the last of these words."""
    count = len(words.split(" "))
    return {"_NETLEMMA_COMPLETE": "complete_bash", "COMP_WORDS": f"netlemma {words}", "COMP_CWORD": str(count)}


def completed(words: str, folder: Path, code: str = CODE) -> tuple[list[str], str]:
    """What a process offers, and standard error."""
    paths = os.pathsep.join(str(Path(path).absolute()) for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths, **asking(words)}
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


@pytest.fixture
def offers(run: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """What is offered in this process, without a word on standard error."""

    def found(words: str) -> list[str]:
        with monkeypatch.context() as here:
            here.chdir(folder)
            here.setattr(sys.modules["__main__"], "__package__", None)  # else the command is called after pytest
            for name, value in asking(words).items():
                here.setenv(name, value)
            said = run()
        assert not said.err
        return said.out.split("\n")[:-1]

    return found


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
        ("derive ring.diam", ["ring.diameter", "ring.diameter_after_failure"]),
        ("check ring dia", ["diameter", "diameter_after_failure"]),
        ("check ring(w)^D dia", ["diameter", "diameter_after_failure"]),
        ("verify --claims sub/n", ["sub/net.graphml"]),
        ("certify su", ["sub/"]),
        ("list rout", ["routings"]),
        ("measure nothing-like-it", []),
        ("derive nothing mean", []),
        ("certify nowhere/x", []),
    ],
)
def test_offered(words: str, offered: list[str], offers: Callable[[str], list[str]]) -> None:
    assert [each for each in offers(words) if each] == offered


@pytest.mark.in_turn
@pytest.mark.parametrize("words", ["measure to", "derive ring.diam"])
def test_a_process_offers_the_same(words: str, folder: Path, offers: Callable[[str], list[str]]) -> None:
    assert completed(words, folder) == (offers(words), "")


def test_all_families_and_files_are_offered(offers: Callable[[str], list[str]]) -> None:
    found = offers("draw ")
    assert {"toroid", "mesh", "clock", "toes.csv", "my.py", "sub/"} <= set(found) and ".hidden" not in found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", ["measure to", "measure toroid ", "deadlock mesh k=3 n=2 --routing w", "list "])
def test_what_need_not_be_slow_loads_nothing_slow(words: str, folder: Path) -> None:
    found, loaded = completed(words, folder, LOADED + CODE)
    assert found and not {"sympy", "numba", "networkx", "matplotlib"} & set(loaded.split())
