"""``netlemma verify adaptive``, the figures on adaptive routing, and what a load is."""

import json
import re
from fractions import Fraction

import pytest

from netlemma.figures import adaptive, figure
from netlemma.figures.drawing import rendered

SMALL = ("verify", "adaptive", "--sizes", "k=2 n=3 flits=32 vcs=3", "--cycles", "20000")


@pytest.mark.in_turn
def test_the_table_and_its_json(run) -> None:
    table = run(*SMALL)
    assert table.status == 3 and "0 of 1 models" in table.out and "milder" in table.out and "printed" in table.out
    (verdict,) = json.loads(run(*SMALL, "--json").out)
    assert verdict["verdict"] == "unknown" and "simulate more cycles" in verdict["remark"]
    assert verdict["key"] == "adaptive.khonsari" and verdict["sizes"] == [{"k": 2, "n": 3, "flits": 32, "vcs": 3}]
    rows = verdict["evidence"]["rows"]
    assert [row["share"] for row in rows] == [str(Fraction(i, 10)) for i in range(1, 9)]
    assert all(set(row["others"]) == {"milder", "printed"} and row["half_width"] > 0 for row in rows)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("verify", "adaptive", "--sizes", "k=4 flits=6"), "k, n, flits and vcs"),
        (("verify", "adaptive", "--sizes", "k=4 n=2 flits=6 vcs=2"), "vcs=2"),
        (("verify", "adaptive", "--reading", "x"), "reading"),
        (("verify", "adaptive", "--cycles", "0"), "at least 1 cycle"),
    ],
)
def test_bad_input_is_one_line(run, arguments: tuple[str, ...], said: str) -> None:
    found = run(*arguments)
    assert found.status == 2 and said in found.err and found.err.count("\n") == 1 and not found.out


@pytest.mark.in_turn
def test_a_model_says_what_its_load_is(run) -> None:
    size = ("k=8", "flits=16", "vcs=3", "sigma1=0.2", "sigma2=0.8", "--load", "0.001")
    assert "load (mu1: messages per node and cycle in state 1)" in run("model", "min", *size).out
    assert json.loads(run("model", "min", *size, "--json").out)["load_is"].startswith("mu1")
    assert re.search(r"load +mu1: messages per node", run("model", "min", *size, "--compare").out)
    plain = run("model", "mesh", "k=4", "flits=16", "--load", "0.001")
    assert "load (messages per node and cycle)" in plain.out


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    networks = [{"k": 2, "n": 2, "name": "square"}, {"k": 3, "n": 2, "name": "torus"}]
    few = {"khonsari-1": {"networks": networks, "lengths": [16]}}
    few["min-1"] = {"k": 8, "vcs": 3, "flits": 16, "panels": [{"title": "a", "sigma1": "1/5", "sigma2": "4/5"}]}
    for name, parameters in few.items():
        monkeypatch.setitem(adaptive.CAPTIONS._tables[name], "parameters", parameters)
    monkeypatch.setattr(adaptive, "LOOKS", {3: adaptive.LOOKS[3]})
    monkeypatch.setattr(adaptive, "SHARES", (Fraction(1, 2),))
    monkeypatch.setattr(adaptive, "FINER", (Fraction(1, 2),))
    monkeypatch.setattr(adaptive, "NODE_CYCLES", 500_000)


@pytest.mark.in_turn
@pytest.mark.usefixtures("small")
def test_figures_show_both_readings_and_simulations() -> None:
    plot = figure("khonsari-1").build()
    assert [panel.title for panel in plot.panels] == ["square, M = 16", "torus, M = 16"]
    for panel in plot.panels:
        model, printed, seen = panel.curves
        assert [each.about["kind"] for each in panel.curves] == ["model", "model printed", "simulated"]
        assert seen.points and seen.look == model.look != printed.look and not seen.joined
        assert all(
            float(line.points[-1].x) < line.about["saturation"] and line.points[0].y < line.points[-1].y
            for line in (model, printed)
        )
    assert plot.linear and rendered(plot, "svg").startswith(b"<?xml")


@pytest.mark.in_turn
@pytest.mark.usefixtures("small")
def test_figures_of_bursty_sources_have_poisson_sources_beside() -> None:
    plot = figure("min-1").build()
    (panel,) = plot.panels
    *_, bursty, poisson = panel.curves
    assert poisson.about["kind"] == "simulated, Poisson" and bursty.about["kind"] == "simulated"
    (one,), (other,) = bursty.points, poisson.points
    assert one.x == other.x and one.y != other.y
    assert abs(one.y - other.y) <= 3 * (one.about["half_width"] + other.about["half_width"])
    assert "mu1" in plot.x and json.dumps(plot.as_json())
