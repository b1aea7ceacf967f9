"""What Khonsari, Ould-Khaoua and Ferguson print on latency: every equation has a verdict, and planted faults are refuted."""

from fractions import Fraction

import pytest

from netlemma.checks.claims.papers import papers
from netlemma.checks.claims.statements.khonsari.blocking import adaptive, escape_choices, share, with_any, with_own
from netlemma.checks.claims.statements.khonsari.latency import stationary
from netlemma.derive.performance.latency.adaptive_blocking import all_busy, occupancy, some_busy

from .stated import Stated, assert_evidence

COUNTING = tuple(f"khonsari.{name}" for name in ("counting", "messages"))  # judged in another test
STATED = Stated(each for each in papers()["khonsari"].readings if not each.judge.startswith(COUNTING))
BY_KEY = STATED.statements


@pytest.fixture(scope="module")
def verdicts():
    return STATED.verdicts()


def test_every_equation_on_latency_is_judged() -> None:
    assert {1, *range(7, 14), *range(23, 31)} <= STATED.equations()


@pytest.mark.long
def test_verdicts_and_their_evidence(verdicts) -> None:
    assert_evidence(verdicts)
    assert {v.key for v in verdicts if v.verdict == "fails"} == {
        "blocking.time",
        "blocking.total",
        "blocking.chance.mean",
        "busy.both",
        "occupancy.adaptive",
        "waiting.service",
        "figure.channels",
        "figure.networks",
        "figure.overestimating",
        "figure.slightly",
    }
    assert {v.key for v in verdicts if v.verdict in ("agrees", "unknown")} == {
        "channels.least",
        "latency",
        "busy.hypercube",
        "figure.hypercube",
        "figure.accurate",
    }


FAULTS = [
    ("channels.least", "rings", "3", "4"),
    ("channels.least", "hypercube", "2", "3"),
    ("channel.rate", "rate", "d/n", "d/(n + 1)"),
    ("network.latency", "latency", "M + i", "M + i - 1"),
    ("blocking.chance", "chance", "phi - 1", "phi"),
    ("busy.adaptive", "one", "2/", "1/"),
    ("busy.adaptive", "two", "V - 2", "V - 1"),
    ("busy.adaptive", "all", "1", "2"),
    ("waiting", "waiting", "1 + C", "1 - C"),
    ("waiting.utilisation", "utilisation", "rate*S", "rate/S"),
    ("waiting.variation", "variation", "S^2", "S"),
    ("waiting.channel", "waiting", "(S - M)^2", "(S + M)^2"),
    ("waiting.source", "waiting", "(rate/V)*S^2", "rate*S^2"),
    ("occupancy.weights", "weight", "rho^v", "rho^(v + 1)"),
    ("occupancy.weights", "last", "(1 - rho)", "(1 + rho)"),
    ("multiplexing", "above", "v^2", "v^3"),
    ("figure.earlier", "factor", "6/5", "5/2"),
]


@pytest.mark.in_turn
@pytest.mark.parametrize("key, name, right, wrong", FAULTS)
def test_a_planted_fault_is_refuted(key, name, right, wrong) -> None:
    found = STATED.refuted(key, name, right, wrong).counterexample
    assert found["claimed"] != found["true"]


MENDED = [
    ("blocking.time", {"time": "p*w"}),
    ("blocking.total", {"total": "sum(p*w, h, 1, i)"}),
    ("busy.both", {"one": "1/binomial(V, V - 1)"}),
    ("occupancy.adaptive", {"adaptive": "V"}),
    ("figure.networks", {"text": "3"}),
    ("figure.overestimating", {"networks": "8 3 32 3"}),
    ("figure.slightly", {"most": "1/4"}),
]


@pytest.mark.in_turn
@pytest.mark.parametrize("key, says", MENDED)
def test_what_fails_holds_once_it_is_corrected(key, says) -> None:
    assert STATED.judged(key, **says).verdict == "holds"


def test_the_escape_channel_is_the_one_that_the_explicit_routing_offers() -> None:
    assert escape_choices(3, 1) == escape_choices(5, 2) == {1}


@pytest.mark.parametrize("vcs", range(3, 7))
def test_counted_sets_are_those_of_the_model(vcs) -> None:
    for busy in range(vcs + 1):
        assert share(vcs, busy, adaptive) == all_busy(vcs, vcs - 2)[busy]
        assert share(vcs, busy, with_own) == all_busy(vcs, vcs - 1)[busy]
        assert share(vcs, busy, with_any) == some_busy(vcs, vcs - 2, 2)[busy]
    assert list(stationary(vcs, Fraction(2, 5))) == occupancy(vcs, Fraction(2, 5))
