"""The page of traffic in the report: every number as its command prints it, every pattern with its heat map."""

from pathlib import Path

import pytest

from netlemma.folder import Folder
from netlemma.graphs.traffic.patterns import patterns
from netlemma.reporting.compute import Computed
from netlemma.reporting.gather import group_results
from netlemma.reporting.pages import pages
from netlemma.reporting.pdf.document import document, pictures
from netlemma.reporting.results import traffic
from netlemma.reporting.sources import ModuleSources
from netlemma.reporting.work import ReportTasks, Task, work

from .executed import executed
from .site_checks import problems, read_pages, untraced
from .site_commands import run, wrong_numbers

SHOWN = [Task("pattern", {"pattern": "hotspot"}), Task("worst case", {"routing": "valiant"})]


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
    assert "{traffic/hotspot.pdf}" in document(report) and pictures(report)["traffic/hotspot.pdf"].startswith(b"%PDF")


def test_every_pattern_is_reported_and_depends_on_its_module_alone(every: ReportTasks) -> None:
    tasks = {task.about["pattern"]: task for task in every.tasks if task.kind == "pattern"}
    assert set(tasks) | set(traffic.FILES) == set(patterns())
    assert "netlemma.graphs.traffic.patterns.shifts" in tasks["tornado"].depends
    assert "netlemma.graphs.traffic.patterns.shifts" not in tasks["transpose"].depends


@pytest.mark.long
def test_a_pattern_uses_what_it_depends_on(every: ReportTasks, sources: ModuleSources) -> None:
    tasks = {task.about["pattern"]: task for task in every.tasks if task.kind == "pattern"}
    ((_, used),) = executed([tasks["tornado"]])
    patterns_used = {name for name in used if name.startswith("netlemma.graphs.traffic.patterns.")}
    reached = sources.reached(tasks["tornado"].module, tasks["tornado"].depends)
    assert not {name for name in used - reached if name not in patterns_used}


def test_a_report_of_a_family_has_no_pattern_of_its_name() -> None:
    assert not [task for task in work(["shuffle"]).tasks if task.kind == "pattern"]
    assert {task.kind for task in work(["bounds", "measured"]).tasks} == {"bounds", "measured"}


def test_all_worst_cases_are_reported(every: ReportTasks) -> None:
    worst = [task.name for task in every.tasks if task.kind == "worst case"]
    assert worst == [f"worst case {name}" for name in traffic.ROUTINGS]
