"""The largest load of a channel of one factor under a pattern, for every size of the factor; derived once for all products."""

from collections.abc import Iterable, Sequence
from functools import cache

import sympy as sp

from netlemma.derive.algebra.expressions.notation import Maximum, RangeMax, pair_sum, parameter
from netlemma.derive.algebra.summation.sums import SumsClosed, close
from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.networks.products.factors import KINDS, FactorKind
from netlemma.derive.networks.traffic.largest import largest, parts_of
from netlemma.derive.networks.traffic.patterns import PATTERNS, Conditions, directions

n = parameter("n'")
BY_NAME = {pattern.name: pattern for pattern in PATTERNS}
UNIFORM = "uniform"


def images(pattern: str, kind: FactorKind, size: sp.Expr) -> tuple[Conditions, ...]:
    """The disjoint conditions under which b is the destination of a; none for uniform traffic, where any digit is.

    Parameters
    ----------
    pattern : str
        Name of the pattern.
    kind : FactorKind
        Kind of the factor.
    size : Expr
        Its number of nodes.

    Returns
    -------
    tuple of Conditions
        Disjoint cases.
    """
    return ((),) if pattern == UNIFORM else tuple((each,) for each in BY_NAME[pattern].image(kind, size))


def indicator(cases: Iterable[Conditions]) -> sp.Expr:
    """1 where all conditions of one of several disjoint cases hold, otherwise 0."""
    return sp.Piecewise((1, sp.Or(*(sp.And(*each) for each in cases))), (0, True))


Crossings = tuple[tuple[sp.Expr, sp.Expr], ...]  # shares of messages, each with its summand in the digits a and b


@cache
def crossings(
    pattern: str, kind: FactorKind, size: sp.Expr, ties: str
) -> tuple[tuple[Crossings, tuple[sp.Tuple, ...]], ...]:
    """Messages from digit a to digit b that cross a channel, for each direction, and the range of its places.

    Parameters
    ----------
    pattern : str
        Name of the pattern.
    kind : FactorKind
        Kind of the factor.
    size : Expr
        Its number of nodes.
    ties : str
        Way half around a ring.

    Returns
    -------
    tuple of (Crossings, tuple of Tuple)
        Shares with their summands, and places with their ranges.
    """
    to = images(pattern, kind, size)
    return tuple(
        (
            tuple((share, indicator((*i, *c) for i in to for c in ways)) for share, ways in each.crossings),
            each.places,
        )
        for each in directions(kind, size, ties)
    )


def largest_of(found: Sequence[sp.Expr]) -> sp.Expr:
    """The largest of some expressions, unevaluated."""
    return found[0] if len(found) == 1 else Maximum(*found)


def over(body: sp.Expr, places: Sequence[sp.Tuple]) -> sp.Expr:
    """The largest value over the ranges of places; the expression itself without places.

    Parameters
    ----------
    body : Expr
        Expression.
    places : sequence of Tuple
        Indices with their least and greatest values.

    Returns
    -------
    Expr
        Maximum, unevaluated.
    """
    return RangeMax(body, *places) if places else body


def factor_start(pattern: str, kind: FactorKind, size: sp.Expr, ties: str) -> sp.Expr:
    """The largest load of a channel of one factor: over directions and places, the messages that cross it.

    Parameters
    ----------
    pattern : str
        Name of the pattern.
    kind : FactorKind
        Kind of the factor.
    size : Expr
        Its number of nodes.
    ties : str
        Way half around a ring.

    Returns
    -------
    Expr
        Maximum of sums over pairs of digits.
    """
    return largest_of(
        [
            over(sp.Add(*(share * pair_sum(body, size) for share, body in shares)), places)
            for shares, places in crossings(pattern, kind, size, ties)
        ]
    )


@cache
def factor_load(pattern: str, name: str, ties: str, least: int = 2) -> Derivation:
    """The largest load of a channel of one factor of n nodes, derived for every n.

    Parameters
    ----------
    pattern : str
        Name of the pattern.
    name : str
        Kind of the factor.
    ties : str
        Way half around a ring.
    least : int, default 2
        Least number of nodes.

    Returns
    -------
    Derivation
        Derivation from the sum over pairs of digits.
    """
    start = factor_start(pattern, KINDS[name], n, ties)
    write = Writer(start)
    closed = []
    for part in parts_of(start):
        ranges = part.ranges if isinstance(part, RangeMax) else ()
        known = [n >= least, *(bound for x, low, high in ranges for bound in (x >= low, x <= high))]
        closed += [close(each, known) for each in sorted(part.atoms(sp.Sum), key=sp.default_sort_key)]
    write.step(
        start.xreplace({c.sum: c.expression for c in closed}),
        "the sums are closed, split where the summand changes",
        SumsClosed(tuple(dict.fromkeys(closed))),
    )
    value, proof = largest(write.now, n, least)
    write.step(value, "the largest value over the channels", proof)
    return write.derivation()
