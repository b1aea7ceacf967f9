"""What Min, Ferguson and Ould-Khaoua print on latency: every equation has a verdict, and planted faults are refuted."""

from fractions import Fraction
from itertools import permutations

import pytest

from netlemma.checks.claims.papers import papers
from netlemma.checks.claims.statements.min2001.latency import hops, places
from netlemma.checks.claims.statements.worms import unblocked
from netlemma.derive.performance.latency.models.min2001 import one_left

from .stated import Stated, assert_evidence
from .test_min_traffic_statements import TRAFFIC

STATED = Stated(each for each in papers()["min2001"].readings if each not in TRAFFIC)  # the others are judged there
BY_KEY = STATED.statements


@pytest.fixture(scope="module")
def verdicts():
    return STATED.verdicts()


def test_every_equation_on_latency_is_judged() -> None:
    assert {1, *range(4, 7), *range(19, 30)} <= STATED.equations()


@pytest.mark.long
def test_verdicts_and_their_evidence(verdicts) -> None:
    assert_evidence(verdicts)
    assert {v.key for v in verdicts if v.verdict == "fails"} == {
        "latency.network.random",
        "blocking.time",
        "transform.distance",
        "queue.service",
        "waiting.idle",
        "blocking.density.printed",
        "dimensions.paths",
        "dimensions.walk",
        "dimensions.destinations",
        "busy.both",
        "busy.both.all",
        "figure.match.steady",
    }
    assert {v.key for v in verdicts if v.verdict == "unknown"} == {
        "latency",
        "blocking.exponential",
        "source.queue",
    }


FAULTS = [
    ("latency.network", "latency", "M + i", "M + i - 1"),
    ("waiting.virtual", "value", "2*t*x", "t*x"),
    ("waiting.virtual", "value", "rate*t2 -", "rate*t2 +"),
    ("waiting.virtual", "value", "2*rho", "rho"),
    ("waiting.virtual", "value", "2*(1 - rho)", "(1 - rho)"),
    ("waiting.arrivals", "value", "rate*t2/2)/rho", "rate*t2)/rho"),
    ("waiting.idle.transform", "differences", "1 -4 6 -4 1", "1 -3 3 -1"),
    ("waiting.idle.transform", "differences", "1 -4 6 -4 1", "1 -6 14 -16 9 -2"),
    ("waiting.arrivals", "value", "/2)/rho", "/2)/rate"),
    ("waiting.utilisation", "utilisation", "rate*S", "S/rate"),
    ("waiting.states", "first", "delta2/", "delta1/"),
    ("blocking.density", "density", "beta*E", "E"),
    ("blocking.transform", "value", "s + beta", "s + 2*beta"),
    ("blocking.rate", "value", "1/b", "b"),
    ("dimensions", "early", "0", "1"),
    ("dimensions", "late", "i + 1", "i"),
    ("blocking.chance", "chance", "*one*both", "*both"),
    ("blocking.chance", "chance", "1 - theta", "theta"),
    ("busy.adaptive", "one", "2/", "1/"),
    ("busy.adaptive", "two", "V - 2", "V - 1"),
    ("busy.both.either", "one", "2/", "1/"),
    ("occupancy.weights", "weight", "rho^v", "rho^(v + 1)"),
    ("occupancy", "last", "1 - rho", "1"),
    ("multiplexing", "above", "v^2", "v"),
    ("figure.match", "most", "1/10", "1/50"),
    ("figure.burstiness", "generators", "9/100 9/100", "3/5 3/5"),
    ("figure.burstiness", "different", "4", "3"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key, name, right, wrong", FAULTS)
@pytest.mark.in_turn
def test_planted_faults_are_refuted(key: str, name: str, right: str, wrong: str) -> None:
    assert STATED.judged(key).verdict == "holds"
    STATED.refuted(key, name, right, wrong)


MENDED = [
    ("blocking.time", "time", "sum(p*w, j, 0, i - 1)"),
    ("transform.distance", "parts", "m b"),
    ("queue.service", "held", "M"),
    ("waiting.idle", "rows", "1"),
    ("busy.both", "one", "1/V"),
    ("busy.both.all", "one", "0"),
    ("latency.network.random", "variance", "1/4"),
    ("figure.match.steady", "most", "1/5"),
]


@pytest.mark.in_turn
@pytest.mark.parametrize("key, name, mended", MENDED)
def test_what_fails_as_printed_passes_when_mended(key: str, name: str, mended: str) -> None:
    """So it is the fault that is refuted; the judge of the variance refutes the next size then."""
    found = STATED.judged(key, **{name: mended})
    if key == "latency.network.random":
        assert found.counterexample is not None and found.counterexample["size"] == {"k": 4}
    else:
        assert found.verdict in ("holds", "agrees")


def test_places_of_a_message() -> None:
    assert places(1, "paths")[0] == {(0, 0): 1}
    assert places(2, "paths")[2] == {(0, 2): Fraction(1, 6), (1, 1): Fraction(2, 3), (2, 0): Fraction(1, 6)}
    assert places(2, "walk")[2] == {(0, 2): Fraction(1, 4), (1, 1): Fraction(1, 2), (2, 0): Fraction(1, 4)}
    for weighting in ("paths", "walk", "distributions"):
        for each in (1, 2, 3):
            left = sum(p for row in places(each, weighting) for place, p in row.items() if each in place)
            assert left == one_left(each, each, weighting)


def test_counted_worlds() -> None:
    assert sorted(hops(4)) == sorted(min(x, 4 - x) + min(y, 4 - y) for x in range(4) for y in range(4) if x or y)
    assert unblocked(3, 4) == (6, [3] * 4)
    assert len(set(permutations("xxyy"))) == 6
