"""Traffic patterns as maps of digits, and the directed channels that a run along one factor crosses.

A pattern that acts digit by digit sends the digit a of a dimension to b; a dimension-ordered route is a run from a to b along
each factor in turn. Both are affine conditions on a, b and the place of a channel, for every size of the factor.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy as sp

from netlemma.derive.algebra.expressions.notation import a, b
from netlemma.derive.networks.products.factors import FactorKind
from netlemma.derive.networks.products.path_counting import Group

Conditions = tuple[sp.Basic, ...]

SPLIT, PLUS, MINUS = "split", "plus", "minus"
TIES = (SPLIT, PLUS, MINUS)
place = sp.Symbol("e'", integer=True, nonnegative=True)
tail, head = sp.symbols("f' g'", integer=True, nonnegative=True)


@dataclass(frozen=True)
class Pattern:
    """A traffic pattern that acts on each digit alone.

    Parameters
    ----------
    name : str
        Name on the command line.
    words : str
        Destination of a node.
    image : callable
        Disjoint conditions, for a kind of factor and its size, under which the digit b is the destination of the digit a.
    digit : callable
        Destination of one digit, from the kind of the factor, its size and the digit; not used by any proof.
    """

    name: str
    words: str
    image: Callable[[FactorKind, sp.Expr], Conditions]
    digit: Callable[[str, int, int], int]

    def defined(self, groups: tuple[Group, ...]) -> bool:
        """Whether the pattern moves some message of a product."""
        return self.name != "tornado" or any(g.size != 2 for g in groups)


def _shifted(by: Callable[[sp.Expr], sp.Expr]) -> Callable[[FactorKind, sp.Expr], Conditions]:
    return lambda kind, n: (sp.Eq(b, a + by(n)), sp.Eq(b, a + by(n) - n))


def _mirrored(kind: FactorKind, n: sp.Expr) -> Conditions:
    return (sp.Eq(b, n - 1 - a),)


def _antipodal(kind: FactorKind, n: sp.Expr) -> Conditions:
    if kind.name == "line":
        return _mirrored(kind, n)
    return _shifted(lambda n: n - 1 if kind.name == "oneway-ring" else sp.floor(n / 2))(kind, n)


def _antipode(kind: str, n: int, x: int) -> int:
    if kind == "line":
        return n - 1 - x
    return (x - 1 if kind == "oneway-ring" else x + n // 2) % n


PATTERNS = (
    Pattern(
        "bit-complement",
        "the node whose digits are k-1-d for its digits d",
        _mirrored,
        lambda kind, n, x: n - 1 - x,
    ),
    Pattern(
        "tornado",
        "the node whose digits are larger by ceil(k/2)-1, modulo k",
        _shifted(lambda n: sp.ceiling(n / 2) - 1),
        lambda kind, n, x: (x + (n + 1) // 2 - 1) % n,
    ),
    Pattern(
        "neighbor",
        "the node whose digits are larger by 1, modulo k",
        _shifted(lambda n: sp.Integer(1)),
        lambda kind, n, x: (x + 1) % n,
    ),
    Pattern(
        "antipodal",
        "the node whose digits are farthest: mirror images on lines, those before on one-way rings, floor(k/2) steps on elsewhere",
        _antipodal,
        _antipode,
    ),
)


@dataclass(frozen=True)
class Direction:
    """The channels of a factor in one direction.

    Parameters
    ----------
    places : tuple of Tuple
        Symbols of the place of a channel with their least and greatest values.
    crossings : tuple of (Expr, tuple of Conditions)
        Shares of the messages, each with the disjoint conditions on their digits a and b under which it crosses the channel;
        shares are added.
    """

    places: tuple[sp.Tuple, ...]
    crossings: tuple[tuple[sp.Expr, tuple[Conditions, ...]], ...]


def directions(kind: FactorKind, n: sp.Expr, ties: str = SPLIT) -> tuple[Direction, ...]:
    """The directed channels of a factor, with the messages that cross them.

    Channel e of a line or ring joins the digits e and e + 1, upwards or downwards; the channel of a clique from f to g; a bus
    is one channel.

    Parameters
    ----------
    kind : FactorKind
        Kind of the factor.
    n : Expr
        Its number of nodes.
    ties : str, default "split"
        Way half around a ring: upwards ("plus"), downwards ("minus"), or either one with half of the messages ("split").

    Returns
    -------
    tuple of Direction
        The channels by direction.
    """
    one, last = sp.Integer(1), n - 1
    around = (sp.Tuple(place, 0, last),)
    up = [(b >= a, a <= place, place <= b - 1), (b <= a - 1, place >= a), (b <= a - 1, place <= b - 1)]
    if kind.name == "line":
        line = (sp.Tuple(place, 0, n - 2),)
        return tuple(
            Direction(line, ((one, (c,)),)) for c in ((a <= place, b >= place + 1), (b <= place, a >= place + 1))
        )
    if kind.name == "oneway-ring":
        return (Direction(around, ((one, tuple(up)),)),)
    if kind.name == "ring":
        down = [(b <= a, b <= place, place <= a - 1), (b >= a + 1, place >= b), (b >= a + 1, place <= a - 1)]
        most = {PLUS: ((n,), (last,)), MINUS: ((last,), (n,)), SPLIT: ((n, last), (n, last))}[ties]
        lengths = ((b - a, b - a + n, b - a + n), (a - b, a - b + n, a - b + n))
        return tuple(
            Direction(around, tuple((one / len(limits), _shorter(ways, length, limit)) for limit in limits))
            for ways, length, limits in zip((up, down), lengths, most, strict=True)
        )
    if kind.name == "clique":
        ends = (sp.Tuple(tail, 0, last), sp.Tuple(head, 0, last))
        return tuple(
            Direction(ends, ((one, ((sp.Eq(a, tail), sp.Eq(b, head), c),)),)) for c in (a <= b - 1, a >= b + 1)
        )
    return (Direction((), ((one, ((a <= b - 1,), (a >= b + 1,))),)),)


def _shorter(ways: Sequence[Conditions], lengths: Sequence[sp.Expr], limit: sp.Expr) -> tuple[Conditions, ...]:
    """The runs of at most half of a number of hops."""
    return tuple((*way, 2 * length <= limit) for way, length in zip(ways, lengths, strict=True))


def suffix(ties: str) -> str:
    """End of the names of quantities that depend on the way half around a ring; none where messages split.

    >>> suffix("plus"), suffix(SPLIT)
    ('.plus', '')
    """
    return "" if ties == SPLIT else f".{ties}"
