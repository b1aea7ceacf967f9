"""The page of traffic in the report: every number as its command prints it, every pattern with its heat map."""

from pathlib import Path

import pytest

from netlemma.folder import Folder
from netlemma.graphs.traffic.patterns import patterns
from netlemma.reporting.compute import Computed
from netlemma.reporting.gather import group_results
from netlemma.reporting.pages import pages
from netlemma.reporting.results import traffic
from netlemma.reporting.work import Task, work

from .site_checks import problems, read_pages, untraced
from .site_commands import run, wrong_numbers

SHOWN = [Task("pattern", {"pattern": "hotspot"}), Task("worst case", {"routing": "valiant"})]


@pytest.mark.in_turn
def test_every_number_of_the_page_is_what_its_command_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "SIZE", {"w": 4, "D": 2})
    report = group_results([Computed(task, task.run(), 0.0, False) for task in SHOWN])
    Folder(tmp_path / "out").put(pages(report))
    assert not problems(tmp_path / "out")
    page = read_pages(tmp_path / "out")["traffic.html"]
    ran = {command: run(command) for command in {each.command for each in page.numbers}}
    assert len(ran) == len(traffic.ROUTINGS) + 1 and not untraced(page)
    assert len(page.numbers) == 4 * len(traffic.ROUTINGS) + 2
    assert not list(wrong_numbers(page.numbers, ran))


def test_every_pattern_is_reported(every: tuple[Task, ...]) -> None:
    tasks = {task.about["pattern"]: task for task in every if task.kind == "pattern"}
    assert set(tasks) | set(traffic.FILES) == set(patterns())


def test_a_report_of_a_family_has_no_pattern_of_its_name() -> None:
    assert not [task for task in work(["ring-shuffle"]) if task.kind == "pattern"]
    assert {task.kind for task in work(["bounds", "measured"])} == {"bounds", "measured"}


def test_all_worst_cases_are_reported(every: tuple[Task, ...]) -> None:
    worst = [task.name for task in every if task.kind == "worst case"]
    assert worst == [f"worst case {name}" for name in traffic.ROUTINGS]
