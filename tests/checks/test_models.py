"""Models against simulations: what is within, outside and open, and that wrong models do not pass."""

from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from netlemma.checks.performance.comparisons import studies, study
from netlemma.checks.performance.comparisons.wormhole import ALONE, SHARED, TOLERANCES, case
from netlemma.checks.performance.model_vs_simulation import (
    OPEN,
    OUTSIDE,
    UNSTABLE,
    WITHIN,
    LatencyRow,
    SimulationCase,
    Tolerance,
    compare_latencies,
)
from netlemma.derive.performance.latency.channel_graphs import ChannelGraph, WormholeLatency
from netlemma.derive.performance.latency.latency_model import models
from netlemma.derive.performance.latency.models.mesh import mesh_graph
from netlemma.derive.performance.latency.models.oneway_torus import oneway_torus_graph
from netlemma.errors import InputError

K, FLITS, CYCLES = 8, 20, 100_000
SIZE = {"k": K, "flits": FLITS}
SHARES = (Fraction(1, 2), Fraction(4, 5))
TENTH = Tolerance(Fraction(1, 10), Fraction(4, 5), "")


def row(
    model: float | None, simulated: float | None, half_width: float | None = 1.0, state: str = "stable"
) -> LatencyRow:
    return LatencyRow(Fraction(1, 2), 0.01, model, simulated, half_width, 1000, state)


@pytest.mark.parametrize("model", [50.0, 89.9, 90.0, 95.0, 100.0, 110.0, 111.5, 140.0])
@pytest.mark.parametrize("half_width", [0.0, 0.5, 3.0, 30.0])
def test_answers_are_those_of_all_means_of_the_interval(model: float, half_width: float) -> None:
    means = np.linspace(100 - half_width, 100 + half_width, 1001)
    off = np.abs(model - means) <= 0.1 * means * (1 + 1e-12)
    expected = WITHIN if off.all() else OPEN if off.any() else OUTSIDE
    assert row(model, 100.0, half_width).judged(TENTH) == expected


def test_without_a_latency_or_a_half_width() -> None:
    assert row(None, 100.0).judged(TENTH) == OUTSIDE
    assert row(100.0, None, None, UNSTABLE).judged(TENTH) == OUTSIDE
    assert row(None, None, None, UNSTABLE).judged(TENTH) == WITHIN
    assert row(None, None, None, "deadlock").judged(TENTH) == OUTSIDE
    assert row(100.0, 100.0, None).judged(TENTH) == OPEN


@dataclass(frozen=True)
class Line:
    """A latency of 10 at all loads below 1."""

    def latency(self, loads: np.ndarray) -> np.ndarray:
        return np.where(loads < 1, 10.0, np.nan)

    def saturation(self) -> "End":
        return End()


@dataclass(frozen=True)
class End:
    load: float = 1.0


@dataclass(frozen=True)
class Seen:
    latency: float | None
    half_width: float | None
    state: str = "stable"
    messages: int = 100


def verdict(
    latency: float | None, half_width: float | None, state: str = "stable", shares=(Fraction(1, 2), Fraction(9, 10))
):
    here = SimulationCase("line", {"k": 2}, Line(), lambda load: Seen(latency, half_width, state), TENTH, key="line")
    (found,) = compare_latencies([here], shares)
    return found.verdict()


def test_verdicts() -> None:
    assert (verdict(10.0, 0.1).verdict, verdict(10.0, 2.0).verdict, verdict(20.0, 0.1).verdict) == (
        "agrees",
        "unknown",
        "fails",
    )
    wrong = verdict(20.0, 0.1)
    assert wrong.counterexample == {
        "size": {"k": 2, "load": 0.5},
        "claimed": "10.00",
        "true": "20.00 ± 0.10, simulated (1/2 of saturation)",
    }
    assert verdict(None, None, UNSTABLE).counterexample is not None
    assert "simulated, not proved" in str(verdict(10.0, 0.1).remark)
    assert [r["judged"] for r in wrong.evidence["rows"]] == [OUTSIDE, OUTSIDE]
    assert verdict(20.0, 0.1, shares=(Fraction(9, 10),)).verdict == "unknown"  # nothing up to 80 %


def test_a_simulation_that_fails_is_told() -> None:
    def broken(load: float) -> Seen:
        raise ArithmeticError("broken")

    with pytest.raises(ArithmeticError, match="broken"):
        compare_latencies([SimulationCase("line", {}, Line(), broken, TENTH)], SHARES)


@pytest.mark.in_turn
@pytest.mark.parametrize("family", ["mesh", "oneway-torus"])
def test_both_sides_count_the_same_cycles(family: str) -> None:
    """Without load the model has the mean of flits + channels - 1 over all pairs, exactly as worms that meet no other take."""
    from netlemma.graphs.simulate.layouts.layout import layout
    from netlemma.graphs.simulate.simulation import channels_of

    for k, flits in ((2, 5), (4, 8), (8, 20)):
        where = layout(channels_of(family, "dimension-order order=falling", 1 if family == "mesh" else 2, {"k": k}))
        pairs = list(permutations(range(where.ends), 2))
        channels = Fraction(sum(len(where.channels_between(*pair)) for pair in pairs), len(pairs))
        assert models()[family].curve({"k": k, "flits": flits}).zero_load() == flits - 1 + channels
    found = case(family, {"k": 4, "flits": 8}, 2_000_000).simulate(1e-5)
    assert found.latency == pytest.approx(float(models()[family].curve({"k": 4, "flits": 8}).zero_load()), abs=0.3)


@cache
def simulated(family: str) -> SimulationCase:
    """A case whose simulations are kept."""
    here = case(family, SIZE, CYCLES)
    return replace(here, simulate=cache(here.simulate))


def found_with(here: SimulationCase) -> str:
    (found,) = compare_latencies([here], SHARES)
    return found.verdict().verdict


@pytest.mark.in_turn
def test_the_models_pass() -> None:
    assert found_with(simulated("mesh")) == "agrees"
    assert found_with(simulated("oneway-torus")) == "agrees"


@pytest.mark.long
def test_the_model_of_private_queues_passes() -> None:
    assert found_with(case("oneway-torus", SIZE, CYCLES, "private")) == "agrees"


class NoBlocking(ChannelGraph):
    """Equation 6 with P = 1: a worm waits for worms of its own input, too."""

    def blocking(self, i: int, j: int, probability: Fraction | int) -> Fraction:
        return Fraction(1)


class NoWaiting(ChannelGraph):
    """Equation 6 with P = 0: worms wait in the queue of their source alone."""

    def blocking(self, i: int, j: int, probability: Fraction | int) -> Fraction:
        return Fraction(0)


def changed(graph: ChannelGraph, kind: type[ChannelGraph]) -> ChannelGraph:
    return kind(**{each.name: getattr(graph, each.name) for each in fields(graph)})


def faster(graph: ChannelGraph, by: Fraction) -> ChannelGraph:
    return replace(graph, rates=[rate * by for rate in graph.rates])


@dataclass(frozen=True)
class At:
    """A wrong model at the loads of the right one."""

    wrong: WormholeLatency
    right: WormholeLatency

    def latency(self, loads: np.ndarray) -> np.ndarray:
        return self.wrong.latency(loads)

    def saturation(self):
        return self.right.saturation()


WRONG = {
    "mesh, no blocking factor": ("mesh", changed(mesh_graph(K), NoBlocking)),
    "mesh, no waiting between nodes": ("mesh", changed(mesh_graph(K), NoWaiting)),
    "mesh, rates a tenth too high": ("mesh", faster(mesh_graph(K), Fraction(11, 10))),
    "mesh, rates a tenth too low": ("mesh", faster(mesh_graph(K), Fraction(9, 10))),
    "mesh, waiting for ejection": ("mesh", replace(mesh_graph(K), ejection_waits=True)),
    "torus, no blocking factor": ("oneway-torus", changed(oneway_torus_graph(K), NoBlocking)),
    "torus, no waiting between nodes": ("oneway-torus", changed(oneway_torus_graph(K), NoWaiting)),
    "torus, links not shared": ("oneway-torus", oneway_torus_graph(K, shared=False)),
    "torus, rates a quarter too high": ("oneway-torus", faster(oneway_torus_graph(K), Fraction(5, 4))),
    "the mesh's model on the torus": ("oneway-torus", mesh_graph(K)),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_models_do_not_pass(name: str) -> None:
    family, graph = WRONG[name]
    here = simulated(family)
    right = here.model
    assert isinstance(right, WormholeLatency)
    assert found_with(replace(here, model=At(WormholeLatency(graph, FLITS), right))) == "fails"


def test_what_the_comparison_cannot_tell() -> None:
    """The printed recursions are refuted exactly; their latencies differ by less than any simulation shows."""
    loads = 0.8 * models()["oneway-torus"].curve(SIZE).saturation().load * np.array([0.5, 1.0])
    one, other = (models()["oneway-torus"].curve(SIZE, reading).latency(loads) for reading in ("corrected", "printed"))
    assert (one != other).all() and (np.abs(one / other - 1) < 0.01).all()


def test_studies() -> None:
    assert "wormhole" in studies()
    assert study("wormhole").sizes[0] == SIZE
    with pytest.raises(InputError, match="wormhole"):
        study("wormhol")
    assert set(TOLERANCES.values()) == {ALONE, SHARED} and all(each.because for each in TOLERANCES.values())


@pytest.mark.long
def test_all_networks_of_the_figures() -> None:
    here = study("wormhole")
    assert [found.verdict().verdict for found in compare_latencies(here.cases())] == ["agrees"] * 8
