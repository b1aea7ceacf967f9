"""The command line in this process, as the tests of commands run it, and a small report."""

import re
import sys
from collections import Counter
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


ONLY = ("ring", "four-rings", "reed1982", "reed-4")
CLAIMS = 20  # of the statements of the paper
COSTLY = re.compile(
    r"lemma ring\.(max_channel_load|worst_case|mean_hops|throughput|fraction_of_capacity)\b"
    r"|statement reed1982 (spanning-bus-hypercube\.(visit_ratio\.bus|mean_distance)$|r-ary-m-cube\.visit_ratio)"
)


@pytest.fixture(scope="session")
def chosen():
    """The work of a small report: of the paper, the first statements that take less than a second; of the ring, no lemma on a traffic."""
    from netlemma.reporting.work import work

    kinds = Counter()
    tasks = []
    for task in work(ONLY):
        if COSTLY.match(task.name) or (task.kind == "statement" and kinds[task.kind] == CLAIMS):
            continue
        kinds[task.kind] += 1
        tasks.append(task)
    return tuple(tasks)


@pytest.fixture(scope="session")
def every():
    """The work of a whole report."""
    from netlemma.reporting.work import work

    return work()


@pytest.fixture(scope="session")
def shared_ledger(tmp_path_factory):
    """The file of a ledger that tests which run side by side have in common."""
    return tmp_path_factory.getbasetemp().parent / "report-tests.sqlite"


@pytest.fixture(scope="session")
def report(chosen, shared_ledger):
    """A small report."""
    from netlemma.reporting.compute import compute
    from netlemma.reporting.gather import group_results
    from netlemma.reporting.ledger import opened

    with opened(shared_ledger) as ledger:
        found = group_results(compute(chosen, ledger, workers=1))
    assert not found.missing
    return found


@pytest.fixture(scope="session")
def small_site(report, tmp_path_factory):
    from netlemma.folder import Folder
    from netlemma.reporting.pages import pages

    folder = tmp_path_factory.mktemp("site") / "out"
    Folder(folder).put(pages(report))
    return folder
