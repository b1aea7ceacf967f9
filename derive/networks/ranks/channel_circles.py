"""Circles of channels at all sizes: packets that start on one channel each and need the next one.

Packet i starts at node v_i, takes the channel to v_(i+1), and needs the one to v_(i+2), its destination. All can hold their
first channel at once, so that such a circle is a deadlock on one virtual channel. The nodes are given by formulas, and that
they are joined as they must be follows from polynomials: differences that are 0 by expansion, that are not negative
because they have no negative coefficient once each size is written as its least value and a rest, or that are products of
elements of a field which are not 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import sympy as sp

from netlemma.derive.algebra.proof import require
from netlemma.derive.core.domain import Size

ZERO, AT_LEAST_ZERO, NOT_ZERO = "= 0", ">= 0", "is not 0"
a, h, k, z = sp.symbols("a h k z")


@dataclass(frozen=True)
class Fact:
    """A polynomial that is 0, at least 0, or a product of elements that are not 0; and what it shows.

    >>> Fact("the last switch is another than the first", a - 2, AT_LEAST_ZERO).check({a: 2})
    >>> Fact("the last switch is the third", a - 3, AT_LEAST_ZERO).check({a: 2})
    Traceback (most recent call last):
        ...
    netlemma.errors.ProofError: the last switch is the third: a - 3 >= 0 does not follow
    """

    words: str
    value: Any
    relation: str

    def check(self, least: Mapping[sp.Symbol, int], units: Sequence[sp.Expr] = ()) -> None:
        """Check the fact, for sizes from their least values on and elements that are not 0.

        Parameters
        ----------
        least : mapping from Symbol to int
            Least value of each size.
        units : sequence of Expr, default ()
            Elements that are not 0.

        Raises
        ------
        ProofError
            If it does not follow.
        """
        value = sp.S.Zero + self.value
        shifted = sp.expand(value.xreplace({x: x + low for x, low in least.items()}))
        if self.relation == ZERO:
            holds = shifted == 0
        elif self.relation == AT_LEAST_ZERO:
            terms = sp.Poly(shifted, *least).coeffs() if least and shifted.free_symbols else [shifted]
            holds = all(c.is_Integer and c >= 0 for c in terms)
        else:
            number, factors = sp.factor_list(value)
            holds = abs(number) == 1 and all(x in units or -x in units for x, _ in factors)
        require(bool(holds), f"{self.words}: {value} {self.relation} does not follow")


@dataclass(frozen=True)
class Case:
    """Sizes from some least values on, with fixed values of others, and a circle that they have."""

    least: Mapping[sp.Symbol, int]
    facts: tuple[Fact, ...]
    nodes: Callable[[Size], Sequence[tuple[int, ...]]]
    fixed: Mapping[sp.Symbol, int]
    units: tuple[sp.Expr, ...] = ()

    def covers(self, size: Size) -> bool:
        """Whether a size belongs to the case."""
        values = {str(x): low for x, low in self.least.items()}
        fits = all(size[name] >= low for name, low in values.items())
        return fits and all(size[str(x)] == value for x, value in self.fixed.items())


@dataclass(frozen=True)
class Circle:
    """A routing that deadlocks on one virtual channel at all sizes of some cases.

    ``routing`` are its words on networks, ``about`` says what packets do, ``where`` which sizes the cases cover, and ``smallest``
    are sizes at which the explicit routing is compared, one of each case at least, the smallest first.
    """

    family: str
    routing: str
    about: str
    where: str
    cases: tuple[Case, ...]
    smallest: tuple[dict[str, Any], ...]

    def check(self) -> int:
        """Check all facts of all cases.

        Returns
        -------
        int
            Number of facts.

        Raises
        ------
        ProofError
            If one does not follow.
        """
        for case in self.cases:
            for fact in case.facts:
                fact.check(case.least, case.units)
        return sum(len(case.facts) for case in self.cases)

    def nodes(self, size: Size) -> Sequence[tuple[int, ...]]:
        """The nodes of the circle at a size."""
        return next(case.nodes(size) for case in self.cases if case.covers(size))


def _differ(words: str, x: Any, y: Any) -> Fact:
    return Fact(f"{words}: {y} is above {x}", y - x - 1, AT_LEAST_ZERO)


def _link(i: Any, s: Any, j: Any, t: Any, ports: Any) -> list[Fact]:
    """Group i < j are linked by their switches s and t: ports j - 1 and i, with so many ports on each switch."""
    facts = [_differ(f"groups {i} and {j}", i, j)]
    for switch, port in ((s, j - 1), (t, i)):
        facts += [
            Fact(f"port {port} is not before switch {switch}", port - switch * ports, AT_LEAST_ZERO),
            Fact(f"port {port} is not behind switch {switch}", switch * ports + ports - 1 - port, AT_LEAST_ZERO),
        ]
    return facts


def _above(x: sp.Expr, y: sp.Expr, least: Mapping[sp.Symbol, int]) -> bool:
    """Whether one of two expressions is the greater one, which is then shown."""
    return bool((x - y).xreplace(dict.fromkeys(least, sp.Integer(99))) > 0)


def _dragonfly_case(least: Mapping[sp.Symbol, int], fixed: Mapping[sp.Symbol, int], links: Sequence[Any]) -> Case:
    """Links between groups, each entered at the switch that the one before does not end at."""
    at = {x: sp.Integer(value) for x, value in fixed.items()}
    ways = [tuple((sp.S.Zero + x).xreplace(at) for x in link) for link in links]
    ports, switches, facts = h.xreplace(at), a.xreplace(at), []
    for (_, _, j, t), (i, s, *_) in zip(ways, [*ways[1:], ways[0]], strict=True):
        facts.append(Fact(f"links end and begin in group {i}", j - i, ZERO))
        low, high = (t, s) if _above(s, t, least) else (s, t)
        facts.append(_differ(f"switches of group {i}", low, high))
    groups = [i for i, *_ in ways]
    for x, y in combinations(groups, 2):
        low, high = (x, y) if _above(y, x, least) else (y, x)
        facts.append(_differ("groups", low, high))
    for i, s, j, t in ways:
        facts += _link(i, s, j, t, ports) if _above(j, i, least) else _link(j, t, i, s, ports)
        for group, switch in ((i, s), (j, t)):
            facts += [
                Fact(f"group {group} is one of them", x, AT_LEAST_ZERO) for x in (group, switches * ports - group)
            ]
            facts += [
                Fact(f"switch {switch} is one of them", x, AT_LEAST_ZERO) for x in (switch, switches - 1 - switch)
            ]

    def nodes(size: Size) -> list[tuple[int, ...]]:
        values = {x: size[str(x)] for x in (a, h)}
        ends = [end for i, s, j, t in ways for end in ((i, s), (j, t))]
        return [(int(group.subs(values)), int(switch.subs(values))) for group, switch in ends]

    return Case(least, tuple(facts), nodes, fixed)


_LAST = a * h  # group
_DRAGONFLY = Circle(
    "dragonfly", "minimal", "consecutive arrangement; minimal routing, no virtual channels", "a >= 2",
    (
        *(
            _dragonfly_case(least, fixed, [(0, 0, 1, 0), (1, a - 1, _LAST, second), (_LAST, a - 1, _LAST - 1, a - 1),
                                           (_LAST - 1, 0, 0, last)])
            for least, fixed, second, last in (({a: 2, h: 2}, {}, 0, a - 1), ({a: 3}, {h: 1}, 1, a - 2))
        ),
        _dragonfly_case({}, {a: 2, h: 1}, [(0, 0, 1, 0), (1, 1, 2, 1), (2, 0, 0, 1)]),
    ),
    ({"p": 1, "a": 2, "h": 1}, {"p": 1, "a": 2, "h": 2}, {"p": 1, "a": 3, "h": 1}, {"p": 1, "a": 3, "h": 2}, {"p": 1, "a": 4, "h": 1}),
)  # fmt: skip


def _aside(family: str, routing: str, dimensions: Callable[[Size], int], smallest: Sequence[dict[str, Any]]) -> Circle:
    """Three switches of a line of the first dimension, round which packets go aside."""

    def nodes(size: Size) -> list[tuple[int, ...]]:
        return [(x, *[0] * (dimensions(size) - 1)) for x in range(3)]

    facts = (Fact("a line has three switches", k - 3, AT_LEAST_ZERO),)
    words = "a hop aside in each dimension, no virtual channels"
    return Circle(family, routing, words, "k >= 3", (Case({k: 3}, facts, nodes, {}),), tuple(smallest))


def _point(point: tuple[Any, Any], line: tuple[Any, Any]) -> Fact:
    (x, y), (m, c) = point, line
    return Fact(f"point ({x}, {y}) is on line ({m}, {c})", y - m * x - c, ZERO)


def _slim_fly() -> Circle:
    """Three points that are on no line, and the lines through two of them: z is an element of the field besides 0 and 1."""
    points, lines = ((0, 0), (1, 0), (z, z * (z - 1))), ((0, 0), (z, -z), (z - 1, 0))
    pairs = [(0, 1), (1, 2), (2, 0)]
    facts = [_point(points[end], line) for line, pair in zip(lines, pairs, strict=True) for end in pair]
    for kind, those in (("points", points), ("lines", lines)):
        for i, j in pairs:
            apart = those[i][0] - those[j][0]
            facts.append(Fact(f"{kind} {i} and {j} are not linked, as they differ at first", apart, NOT_ZERO))

    def nodes(size: Size) -> list[tuple[int, ...]]:
        way = [node for point, line in zip(points, lines, strict=True) for node in ((0, *point), (1, *line))]
        return [tuple(int((sp.S.Zero + x).subs(z, 2)) % size["q"] for x in node) for node in way]

    case = Case({}, tuple(facts), nodes, {}, (z, z - 1))
    return Circle(
        "slim-fly", "shortest", "any shortest path, of at most two hops, no virtual channels", "q >= 3", (case,),
        ({"q": 3, "p": 0}, {"q": 5, "p": 0}, {"q": 7, "p": 0}),
    )  # fmt: skip


CIRCLES = (
    _DRAGONFLY,
    *(
        _aside(
            "flattened-butterfly",
            routing,
            lambda size: size["n"] - 1,
            ({"k": 3, "n": 2}, {"k": 3, "n": 3}, {"k": 4, "n": 3}),
        )
        for routing in ("dimwar", "dal")
    ),
    _slim_fly(),
)
