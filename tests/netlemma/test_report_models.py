"""Models of latency in the report: at the examples of their papers, beside a simulation, each number as its command prints it."""

from dataclasses import replace
from pathlib import Path

import pytest

import netlemma.checks.performance.comparisons
from netlemma.checks.performance.comparisons import example_size, studies, study_of
from netlemma.checks.performance.latency_models import parse_model_parameters, parse_model_sizes
from netlemma.derive.performance.latency.latency_model import models
from netlemma.folder import Folder
from netlemma.reporting.compute import Computed
from netlemma.reporting.gather import group_results, references
from netlemma.reporting.pages import pages
from netlemma.reporting.results.models import model_result, visible
from netlemma.reporting.work import Task

from .site_checks import problems, read_pages, untraced
from .site_commands import run, wrong_numbers

CYCLES = 3000
SMALL = {"mesh": {"k": 4, "flits": 8}, "khonsari": {"k": 2, "n": 3, "flits": 32, "vcs": 3}}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small networks and short simulations in the place of those that the papers have."""
    brief = {name: replace(each, first_look=CYCLES) for name, each in studies().items()}
    monkeypatch.setattr(netlemma.checks.performance.comparisons, "studies", lambda: brief)
    small = {
        name: replace(model, example=replace(model.example, values={k: str(v) for k, v in SMALL[name].items()}))
        for name, model in models().items()
        if name in SMALL
    }
    for module in ("netlemma.checks.performance.latency_models", "netlemma.reporting.results.models"):
        monkeypatch.setattr(f"{module}.named_model", small.__getitem__)


@pytest.mark.in_turn
@pytest.mark.usefixtures("short")
def test_every_number_of_the_page_is_what_its_command_prints(tmp_path: Path) -> None:
    computed = [Computed(Task("model", {"name": name}), model_result(name), 0.0, False) for name in SMALL]
    Folder(tmp_path / "out").put(pages(group_results(computed)))
    assert not problems(tmp_path / "out")
    page = read_pages(tmp_path / "out")["models.html"]
    commands = {each.command for each in page.numbers}
    assert f'netlemma verify wormhole --sizes "k=4 flits=8" --cycles {CYCLES} --json' in commands and len(commands) == 4
    assert len(page.numbers) > 2 * 8 * 6
    ran = {command: run(command) for command in commands}
    assert not list(wrong_numbers(page.numbers, ran)) and not untraced(page)
    first = next(each for each in page.numbers if each.path.endswith("/simulated"))
    assert list(wrong_numbers([replace(first, value=first.value + "1")], ran))


@pytest.mark.parametrize("name", models())
def test_an_example_says_where_it_is_from_and_is_right_under_every_reading(name: str) -> None:
    model = models()[name]
    example = model.example
    assert example.source in references() and example.locator
    assert set(example.values) == {p.name for p in model.parameters}, "each value is printed, or guessed"
    values = parse_model_parameters(example.words, model)
    assert model.values(values) == values
    for reading in model.compared():
        assert model.curve(values, reading).zero_load() > 0
    study = study_of(name)
    assert study is not None and study.cases([example_size(model)])


def test_sizes_with_rates() -> None:
    assert parse_model_sizes("k=8,16 sigma1=0.2") == [{"k": 8, "sigma1": "1/5"}, {"k": 16, "sigma1": "1/5"}]
    for wrong, said in (
        ("k=1/2 k=3", "twice"),
        ("k=8 sigma1=1/0", "rate"),
        ("sigma1=0.2", "no sizes"),
        ("k", "name=value"),
    ):
        with pytest.raises(ValueError, match=said):
            parse_model_sizes(wrong)


def test_what_is_drawn_twice_can_be_told_apart() -> None:
    curves = [
        models()["khonsari"].curve(SMALL["khonsari"], reading) for reading in ("corrected", "scaling=all", "printed")
    ]
    assert not visible(curves[0], curves[1]) and visible(curves[0], curves[2])
