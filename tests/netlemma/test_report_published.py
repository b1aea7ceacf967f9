"""The page of published formulas: counts by verdict and kind, each failing formula with its counterexample."""

import pytest

from netlemma.checks.manuscript.published_formulas import published_about
from netlemma.folder import Folder
from netlemma.reporting.compute import compute
from netlemma.reporting.gather import group_results
from netlemma.reporting.ledger import opened
from netlemma.reporting.pages import pages
from netlemma.reporting.work import work

from .site_checks import problems, read_pages, untraced
from .site_commands import run, wrong_numbers

SOURCES = ("OEIS A034828", "OEIS A160048")  # the first has an error, the second another convention


@pytest.fixture(scope="module")
def every():
    return work(["published formulas"])


def test_each_source_is_a_task(every):
    assert {task.about["source"] for task in every} == {each.source for each in published_about(())}


@pytest.mark.in_turn
def test_the_page_has_what_its_commands_print(every, tmp_path, shared_ledger):
    tasks = tuple(task for task in every if task.about["source"] in SOURCES)
    with opened(shared_ledger) as ledger:
        report = group_results(compute(tasks, ledger, workers=1))
        assert all(each.kept for each in compute(tasks, ledger, workers=1))
    assert not report.missing and report.published_counts == {"holds": 2, "fails": 2, "agrees": 0, "unknown": 0}
    Folder(tmp_path / "out").put(pages(report))
    assert not problems(tmp_path / "out")
    read = read_pages(tmp_path / "out")
    some = [read[name] for name in ("published.html", "published-1.html", "index.html")]
    assert not [line for page in some[:2] for line in untraced(page)]
    own = [each for page in some for each in page.numbers if "'" in each.command]  # those of one source
    assert len(own) >= 10 and not list(wrong_numbers(own, {each.command: run(each.command) for each in own}))
    shown = (tmp_path / "out" / "published.html").read_text()
    assert shown.index(">Errors<") < shown.index("n=3") < shown.index(">Other conventions<") < shown.index("n=2")


def test_a_report_without_them_has_no_such_page(every):
    assert "published.html" not in pages(group_results(()))
