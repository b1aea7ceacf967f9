"""Judges of equations 2, 3 and 13: hops, and the traffic on a channel, on explicit tori."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache

import sympy

from netlemma.checks.claims.evidence import ClaimedValue, compare_formula
from netlemma.checks.claims.judgement import Judgement
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.discovery import lemma
from netlemma.graphs import measure, network
from netlemma.graphs.loads.measure import Measurement

DOMAIN = Domain((Parameter("k", 2, "nodes in a dimension"),))
K = DOMAIN.parameters[0].symbol
MEAN = "toroid.mean_distance"
SIZES = [{"k": k} for k in range(2, 9)]


@cache
def torus(k: int) -> Measurement:
    """The bidirectional torus with k^2 nodes, all shortest paths equally likely."""
    found = measure(network("toroid", w=k, D=2))
    assert isinstance(found, Measurement)
    return found


@cache
def distance(itself: bool) -> sympy.Expr:
    """Mean hops of a message in k x k nodes, for all k, from the lemma, whose proofs are re-run."""
    found = lemma(MEAN)
    found.check()
    w, dimensions = (p.symbol for p in found.domain.parameters)
    others = found.closed_form.xreplace({dimensions: sympy.Integer(2)}).xreplace({w: K})
    return sympy.piecewise_fold(others * (K**2 - 1) / K**2 if itself else others)


def counted_hops(k: int, itself: bool) -> Fraction:
    """Mean hops on the explicit torus, counted.

    Parameters
    ----------
    k : int
        Nodes per dimension.
    itself : bool
        Whether a message may have its source as destination.

    Returns
    -------
    Fraction
        Mean number of hops.
    """
    measurement = torus(k)
    return (
        measurement.mean_distance * Fraction(measurement.nodes - 1, measurement.nodes)
        if itself
        else measurement.mean_distance
    )


@at_samples
def two_dimensions() -> Iterator[FormulaSample]:
    """Hops in the torus and hops in one ring, both counted."""
    for size in SIZES:
        k = size["k"]
        lines = measure(network("ring", K=k))
        assert isinstance(lines, Measurement)
        yield FormulaSample(size, {"h": lines.mean_distance * Fraction(k - 1, k)}, counted_hops(k, True))


@by_cases
def balanced(reading: Reading) -> Iterator[ClaimedValue]:
    """The busiest and the least busy link, and the number of channels."""
    channels = parse_formula(reading.says["channels"], ("N",))
    for size in SIZES:
        measurement = torus(size["k"])
        (links,) = measurement.classes
        claimed, true = channels.evaluate({"N": measurement.nodes}), 2 * links.devices
        alike = "alike" if links.min == links.max else f"from {links.min} to {links.max} crossings"
        yield ClaimedValue(size, f"{claimed} alike", f"{true} {alike}")


@at_samples
def share() -> Iterator[FormulaSample]:
    """n_s of equation 13, with d and k-bar counted in the same way: messages on a channel over messages of a source."""
    for size in SIZES:
        for itself in (True, False):
            d = counted_hops(size["k"], itself)
            values = {"N": torus(size["k"]).nodes, "d": d, "h": d / 2}
            yield FormulaSample(size, values, on_channel(size["k"], itself), of=size)


def on_channel(k: int, itself: bool) -> Fraction:
    """Messages on a channel for each message of a source; both directions of a link are equal.

    Parameters
    ----------
    k : int
        Nodes per dimension.
    itself : bool
        Whether a message may have its source as destination.

    Returns
    -------
    Fraction
        Number of messages.
    """
    (links,) = torus(k).classes
    found = links.max * torus(k).nodes / 2
    return found * Fraction(k**2 - 1, k**2) if itself else found


COUNTED: Mapping[str, tuple[int, Callable[[int, bool], Fraction]]] = {
    "hops in one dimension": (2, lambda k, itself: counted_hops(k, itself) / 2),
    "messages on a channel": (4, on_channel),
}


def proportional(reading: Reading, quantity: str, itself: bool, because: str) -> Judgement:
    """Judge a quantity that is a part of the mean hops of a message.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    quantity : str
        Name of the counted quantity.
    itself : bool
        Whether a message may have its source as destination.
    because : str
        Reason why the quantity is such a part.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    part, value = COUNTED[quantity]
    closed = sympy.piecewise_fold(distance(itself) / part)
    because = f"the proved lemma {MEAN} for 2 dimensions, {because}"
    true = lambda size: value(size["k"], itself)  # noqa: E731
    return compare_formula(reading.says["value"], true, SIZES, DOMAIN, closed, because, lemma=MEAN)


@at_samples
def hops_by_dimensions() -> Iterator[FormulaSample]:
    """Hops in one dimension, half of all by symmetry, of a formula in the number n of dimensions."""
    for size in SIZES:
        at = {**size, "n": 2}
        yield FormulaSample(at, at, counted_hops(size["k"], True) / 2, of=size)
