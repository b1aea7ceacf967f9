"""What Min, Ferguson and Ould-Khaoua 2001 print of sources and of traffic on channels: verdicts, and wrong statements refuted."""

import pytest

from netlemma.checks.claims.papers import papers

from .stated import Stated

PAPER = papers()["min2001"]
OF_QUEUES = tuple(
    f"min2001.arrivals.{name}"
    for name in ("density", "more_than_moments", "never_blocked", "rate", "shape", "stationary", "transform", "wait")
)
TRAFFIC = [
    each
    for each in PAPER.readings
    if each.judge.startswith("min2001.arrivals") and not each.judge.startswith(OF_QUEUES)
]
STATED = Stated(TRAFFIC)
BY_KEY, judged = STATED.statements, STATED.judged
FAILING = {"torus.hops.others", "torus.hops.printed", "mmpp.ipp", "channel.sources.others", "channel.match"}


def test_every_equation_on_traffic_is_judged() -> None:
    assert STATED.equations() == {2, 3, *range(7, 19)}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("key", BY_KEY)
@pytest.mark.in_turn
def test_verdicts(key) -> None:
    found = judged(key)
    assert found.verdict == ("fails" if key in FAILING else "holds")
    assert (found.verdict == "fails") == (found.counterexample is not None) == (found.correction is not None)
    assert len(found.sizes) > 0 or key in FAILING or key == "mmpp.third-factorial-moment"


def test_smallest_counterexamples() -> None:
    found = {key: judged(key).counterexample for key in FAILING}
    assert found["torus.hops.others"] == {"size": {"k": 2}, "claimed": "1/2", "true": "2/3"}
    assert found["torus.hops.printed"] == {"size": {"k": 3, "n": 2}, "claimed": "3/4", "true": "2/3"}
    assert found["channel.sources.others"] == {"size": {"k": 2}, "claimed": "1/4", "true": "1/3"}
    assert found["channel.match"]["size"] == {"k": 2}
    assert found["mmpp.ipp"]["size"] == {"mu1": 1, "mu2": 1, "sigma1": 0, "sigma2": 1}


def test_an_interrupted_process_has_an_arrival_rate_of_0() -> None:
    assert judged("mmpp.ipp", zero="mu1 mu2").verdict == "holds"
    assert judged("mmpp.ipp", zero="mu1 sigma2").verdict == "fails"


def test_the_fifth_moment_as_printed_would_not_do() -> None:
    assert judged("mmpp.third-moment").evidence["fifth"] == {
        "arrivals": "Poisson, mean 1",
        "claimed": "1",
        "true": "11",
    }


def test_the_coefficients_that_the_paper_leaves_out_are_shown() -> None:
    found = judged("mmpp.third-factorial-moment").evidence["coefficients"]
    assert found["A11"] == "lambda^3*s" and found["A41"] == "-2*D*c/s^2" and len(found) == 5


FAULTS = [
    ("torus.hops", "value", "(k - 1/k)/4", "k/4"),
    ("torus.hops", "value", "k/4", "k/3"),
    ("torus.distance", "value", "2*h", "2*h - 1"),
    ("torus.balanced", "channels", "4*N", "2*N"),
    ("mmpp.generator", "moves", "-sigma1 sigma1", "-sigma1 sigma2"),
    ("mmpp.generator", "moves", "-sigma1 sigma1", "-sigma2 sigma1"),
    ("mmpp.generator", "arrivals", "mu1 0", "mu1 mu2"),
    ("mmpp.generator", "arrivals", "mu1 0; 0 mu2", "mu2 0; 0 mu1"),
    ("channel.generator", "moves", "delta2 -delta2", "delta2 -delta1"),
    ("mmpp.mean", "value", "mu1*sigma2 + mu2*sigma1", "mu1*sigma1 + mu2*sigma2"),
    ("mmpp.rate", "value", "/(sigma1 + sigma2)", "/(sigma1*sigma2)"),
    ("mmpp.dispersion", "value", "(1 - E)", "(1 + E)"),
    ("mmpp.dispersion", "value", "(sigma1 + sigma2)^3", "(sigma1 + sigma2)^2"),
    ("mmpp.dispersion", "value", "- 2*sigma1", "+ 2*sigma1"),
    ("mmpp.dispersion.limit", "value", "(sigma1 + sigma2)^2", "(sigma1 + sigma2)"),
    ("mmpp.dispersion.limit", "value", "2*(mu1", "(mu1"),
    ("mmpp.third-moment", "value", "m - 2)", "m - 1)"),
    ("mmpp.third-moment", "value", "3*V/m", "2*V/m"),
    ("mmpp.third-moment", "value", "m*(m - 1)", "m*(m + 1)"),
    ("mmpp.third-factorial-moment", "value", " + A12*t*E", ""),
    ("mmpp.third-factorial-moment", "value", "A41*(1 - E)", "A41*E"),
    ("channel.sources", "value", "(4*N)", "(2*N)"),
    ("channel.sources", "short", "h/2", "h/4"),
    ("channel.sources.itself", "value", "k/8", "k/4"),
    ("superposed.mean", "value", "n*x", "x"),
    ("superposed.dispersion", "value", "x", "n*x"),
    ("superposed.limit", "value", "x", "x/n"),
    ("superposed.third", "value", "n*x", "n^2*x"),
    ("channel.match.large", "sources", "k/8", "k/16"),
    ("channel.match.large", "least", "8", "7"),
]


@pytest.mark.parametrize("key, name, old, new", FAULTS)
def test_a_planted_fault_is_refuted(key, name, old, new) -> None:
    STATED.refuted(key, name, old, new)


def test_every_judge_is_seen_to_refute() -> None:
    assert {key for key, *_ in FAULTS} | FAILING == set(BY_KEY)
