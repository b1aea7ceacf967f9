"""``netlemma verify wormhole`` and the figures of Greenberg and Guan."""

import json
from fractions import Fraction

import pytest

from netlemma.figures import figure, greenberg
from netlemma.figures.drawing import rendered
from netlemma.graphs.simulate import simulate

SMALL = ("verify", "wormhole", "--sizes", "k=4 flits=8")


@pytest.mark.in_turn
def test_the_table(run) -> None:
    found = run("verify", "wormhole", "--sizes", "k=8 flits=20", "--cycles", "100000")
    assert found.status == 3, found.out  # simulations agree, and prove nothing
    assert found.out.count(" within") == 2 * 8 + 1
    assert "2 of 2 models are within their stated error" in found.out and "simulated, not proved" in found.out


def test_json_has_the_rows(run) -> None:
    found = run(*SMALL, "--cycles", "2000", "--json")
    assert found.status == 3  # too few cycles to tell
    verdicts = json.loads(found.out)
    assert [v["key"] for v in verdicts] == ["wormhole.mesh", "wormhole.oneway-torus"]
    for v in verdicts:
        assert v["verdict"] == "unknown" and "too close" in v["remark"]
        assert set(v) >= {
            "key",
            "source",
            "locator",
            "reading",
            "verdict",
            "proof",
            "sizes",
            "counterexample",
            "correction",
        }
        assert v["sizes"] == [{"k": 4, "flits": 8}] and v["evidence"]["tolerance"]["because"]
        rows = v["evidence"]["rows"]
        assert [row["share"] for row in rows] == [str(Fraction(i, 10)) for i in range(1, 9)]
        first = rows[0]
        family = v["key"].partition(".")[2]
        vcs = 1 if family == "mesh" else 2
        routing = "dimension-order order=falling"
        seen = simulate(family, k=4, flits=8, routing=routing, load=first["load"], cycles=2000, vcs=vcs)
        assert (first["simulated"], first["messages"]) == (seen.latency, seen.messages)
        assert first["error"] == pytest.approx(first["model"] / first["simulated"] - 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("verify", "wormhole", "--sizes", "k=4 flits=6"), "longer than the diameter"),
        (("verify", "wormhole", "--sizes", "k=1 flits=6"), "from 2 to 128"),
        (("verify", "wormhole", "--sizes", "k=4 w=6"), "k and flits"),
        (("verify", "wormhole", "--cycles", "0"), "at least 1 cycle"),
        (("verify", "wormhole", "toroid"), "verified alone"),
        (("verify", "wormhole", "--reading", "x"), "corrected, printed, private"),
        (("verify", "wormhole", "--values"), "do not apply to wormhole"),
        (("verify", "ring", "--cycles", "10"), "verify wormhole"),
    ],
)
def test_bad_input_is_one_line(run, arguments: tuple[str, ...], said: str) -> None:
    found = run(*arguments)
    assert found.status == 2 and said in found.err and found.err.count("\n") == 1 and not found.out


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("greenberg-5", "greenberg-6"):
        few = {"k": 4, "lengths": [8, 16], "cycles": 30_000}
        monkeypatch.setitem(greenberg.CAPTIONS._tables[name], "parameters", few)


@pytest.mark.in_turn
@pytest.mark.usefixtures("small")
def test_figures_show_models_and_simulations() -> None:
    plot = figure("greenberg-5").build()
    kinds = [(c.about["family"], c.about["size"]["flits"], c.about["kind"]) for c in plot.curves]
    assert kinds == [(f, m, kind) for f in ("mesh", "oneway-torus") for m in (8, 16) for kind in ("model", "simulated")]
    for model, simulated in zip(plot.curves[::2], plot.curves[1::2], strict=True):
        assert [point.y for point in model.points] == sorted(point.y for point in model.points)
        assert float(model.points[-1].x) < model.about["saturation"]
        assert simulated.points and not simulated.joined and simulated.look == model.look
        assert all(0 < point.about["half_width"] < 0.05 * point.y for point in simulated.points)
        first = simulated.points[0]
        family, flits = simulated.about["family"], simulated.about["size"]["flits"]
        seen = simulate(
            family,
            k=4,
            flits=flits,
            routing="dimension-order order=falling",
            load=float(first.x),
            cycles=30_000,
            vcs=1 if family == "mesh" else 2,
        )
        assert float(first.y) == pytest.approx(seen.latency, rel=0.01)
    assert rendered(plot, "svg").startswith(b"<?xml")
    assert len(json.dumps(plot.as_json())) > 1000
