"""Models of adaptive routing against simulations: what is counted, which model belongs to which network, and wrong pairs."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from netlemma.checks.performance.comparisons import study
from netlemma.checks.performance.comparisons.adaptive import SIZES, case, model_network, simulated, sources_of
from netlemma.checks.performance.model_vs_simulation import UNSTABLE, SimulationCase, compare_latencies
from netlemma.derive.performance.latency.latency_model import models
from netlemma.errors import InputError
from netlemma.graphs import device_network

CUBE = {"k": 2, "n": 3, "flits": 32, "vcs": 3}
SMALL = {"k": 4, "n": 2, "flits": 16, "vcs": 3}
TORUS = {"k": 8, "flits": 16, "vcs": 3, "sigma1": "1/5", "sigma2": "4/5"}
LOW = (Fraction(1, 10), Fraction(3, 10))


@cache
def kept(size: tuple[tuple[str, Any], ...], cycles: int = 100_000) -> SimulationCase:
    """A case whose simulations are kept."""
    here = case(dict(size), cycles)
    return replace(here, simulate=cache(here.simulate))


def found(here: SimulationCase, shares: tuple[Fraction, ...] = LOW) -> str:
    (comparison,) = compare_latencies([here], shares)
    return comparison.verdict().verdict


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [CUBE, SMALL, TORUS], ids=["cube", "small", "torus"])
def test_both_sides_count_the_same_cycles(size: dict[str, Any]) -> None:
    """Without load a simulated message takes its flits and its hops; the crossing of the injection channel is left out."""
    name = "min" if "sigma1" in size else "khonsari"
    family, parameters = model_network(name, size)
    here = case(size, 400_000)
    assert here.model.latency(loads(1e-9))[0] == pytest.approx(
        float(size["flits"] + mean_distance(family, parameters)), rel=1e-5
    )
    seen = here.simulate(2e-5)
    assert seen.latency == pytest.approx(float(size["flits"] + mean_distance(family, parameters)), abs=0.4)


def loads(*values: float) -> Any:
    import numpy as np

    return np.array(values)


def mean_distance(family: str, parameters: dict[str, int]) -> Fraction:
    from netlemma.graphs.loads.measure import measure

    return measure(device_network(family, **parameters)).mean_distance


def test_the_right_model_is_near_at_low_loads() -> None:
    assert found(kept(tuple(CUBE.items()))) == "agrees"
    assert found(kept(tuple(SMALL.items())), LOW[:1]) == "agrees"


Change = Callable[[SimulationCase], SimulationCase]


def with_model(**changed: Any) -> Change:
    """The model of another size at the loads of the right one."""
    return lambda here: replace(
        here, model=At(models()["khonsari"].curve({**here.size, **changed}), here.model.saturation())
    )


class At:
    """A wrong model at the loads of the right one."""

    def __init__(self, wrong: Any, end: Any) -> None:
        self.wrong, self.end = wrong, end

    def latency(self, loads: Any) -> Any:
        return self.wrong.latency(loads)

    def saturation(self) -> Any:
        return self.end


WRONG: dict[str, Change] = {
    "messages half as long again": with_model(flits=48),
    "rings of four for lines of two": with_model(k=4),
    "loads per dimension instead of per node": lambda here: replace(
        here, simulate=lambda load: here.simulate(3 * load)
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_pairs_fail(name: str) -> None:
    assert found(WRONG[name](kept(tuple(CUBE.items())))) == "fails"


def test_what_the_comparison_cannot_tell() -> None:
    """Twice the dimensions are 1.3 hops more on the mean, 4 % of a message of 32 flits."""
    assert found(with_model(n=6)(kept(tuple(CUBE.items())))) == "agrees"


def test_the_hypercube_fails_near_saturation_and_the_row_is_named() -> None:
    (comparison,) = compare_latencies([kept(tuple(CUBE.items()), 200_000)], (Fraction(1, 5), Fraction(4, 5)))
    verdict = comparison.verdict()
    assert verdict.verdict == "fails" and verdict.counterexample is not None
    assert "(4/5 of saturation)" in verdict.counterexample["true"]
    assert verdict.evidence["within_up_to"] == "1/5"
    row = comparison.rows[1]
    assert row.error is not None and row.error < -0.1  # the queue at the source is longer than that of V separate ones
    assert set(row.others) == {"milder", "printed"} and row.others["printed"] > row.model  # type: ignore[operator]


def test_loads_of_bursty_sources_are_rates_in_state_1() -> None:
    """Simulated messages are those of the mean rate."""
    words, mean = sources_of(TORUS)
    assert (words, mean) == ("mmpp sigma1=0.2 sigma2=0.8", 0.8)
    seen = simulated("min", TORUS, 20_000, 0.005)
    assert seen.messages == pytest.approx(64 * 18_000 * 0.004, rel=0.1)


def test_bursts_that_last_are_simulated() -> None:
    """A source that sends in a tenth of the time, for 111 cycles on the mean, makes messages wait."""
    size = {**TORUS, "sigma1": "9/1000", "sigma2": "1/1000"}
    bursty, poisson = (simulated("min", size, 60_000, 0.08, sources) for sources in ("", "poisson"))
    assert bursty.latency and poisson.latency and bursty.half_width and poisson.half_width
    assert bursty.latency - poisson.latency > bursty.half_width + poisson.half_width


def test_an_overloaded_network_is_no_latency() -> None:
    seen = simulated("khonsari", CUBE, 40_000, 0.06)
    assert (seen.state, seen.latency, seen.network_latency) == (UNSTABLE, None, None)


@pytest.mark.in_turn
def test_readings_and_sizes() -> None:
    here = study("adaptive")
    assert len(here.cases()) == len(SIZES) == 12
    assert {each.key for each in here.cases(reading="corrected hops=after")} == {"adaptive.khonsari"}
    assert {each.key for each in here.cases(reading="corrected distances=mean")} == {"adaptive.min"}
    (printed,) = here.cases([SMALL], 1000, "printed")
    assert set(printed.others) == {"corrected", "milder"}
    with pytest.raises(InputError, match="k, n, flits and vcs"):
        here.cases([{"k": 8, "flits": 20}])
    with pytest.raises(InputError):
        here.cases(reading="nonsense")
    with pytest.raises(ValueError, match="vcs=2"):
        here.cases([{**SMALL, "vcs": 2}])


@pytest.mark.long
def test_which_networks_are_within_a_tenth() -> None:
    every = compare_latencies(study("adaptive").cases(cycles=20_000))
    assert {each.verdict().verdict for each in every} == {"agrees", "fails", "unknown"}
    long = next(each for each in every if each.case.size == SIZES[1])
    assert long.verdict().verdict != "fails"
