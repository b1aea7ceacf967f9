"""Mean number of dimensions from which a message can select at its h-th channel, every shortest path equally likely."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import affine
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import Inert
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.core.derivation import DerivationBuilder, Derived
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.bounded_compositions import Ways, counted
from netlemma.errors import NotAffine

k, n, i, h = (at.parameter(name) for name in "knih")
c = sp.Symbol("c", integer=True)
_ZERO = sp.Integer(0)
_I, _H = Parameter("i", 1, "hops of the message"), Parameter("h", 1, "which of its channels it crosses")


class DimensionsLeft(Inert):
    """``DimensionsLeft(k, n, i, h)``: mean number of dimensions with hops left when a message of i hops has made h - 1.

    The mean is over all destinations i hops away and all shortest paths.
    """


def orders(left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All shortest paths of a message with given numbers of hops in each dimension, as sequences of the hops left.

    >>> list(orders((1, 1)))
    [((1, 1), (0, 1), (0, 0)), ((1, 1), (1, 0), (0, 0))]
    """
    if not any(left):
        yield (left,)
    for d, hops in enumerate(left):
        if hops:
            yield from ((left, *rest) for rest in orders((*left[:d], hops - 1, *left[d + 1 :])))


def literal(k: int, n: int, i: int, h: int) -> Fraction:
    """The mean over destinations and paths, path by path."""
    means = []
    for destination in product(range(k), repeat=n):
        if sum(destination) == i:
            paths = list(orders(destination))
            means.append(Fraction(sum(sum(hops > 0 for hops in path[h - 1]) for path in paths), len(paths)))
    return sum(means, Fraction(0)) / len(means)


def _written(small: Sequence[tuple[int, int]]) -> Iterator[tuple[Size, Fraction]]:
    for nodes, dimensions in small:
        for hops in range(1, dimensions * (nodes - 1) + 1):
            for channel in range(1, hops + 1):
                size = {"k": nodes, "n": dimensions, "i": hops, "h": channel}
                yield size, literal(**size)


@dataclass(frozen=True)
class HopsInAnyOrder(Proof):
    """The number of dimensions is n minus n times the share of messages that have no hop left in a given dimension.

    All dimensions are equivalent, and a mean is linear. The number of destinations i hops away with c hops in a given
    dimension is the number of ways to make the other i - c hops in the other dimensions. Shortest paths to one destination are all
    orders of its hops, of which c in i begin with a hop in this dimension; so the share of those that have no hop left there behind
    the first h - 1 follows from that with one hop less: binomial(h - 1, c)/binomial(i, c), none for c > h - 1. c is at most k
    - 1. Compared with all paths, one by one.
    """

    small: tuple[tuple[int, int], ...]
    kind: ClassVar[str] = "hops in any order"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == DimensionsLeft(k, n, i, h), "not the dimensions left")
        require(after == _by_destinations(), "not the sum over the hops in one dimension")
        _certify_share()
        require(bool(self.small), "there is no size for the comparison")
        for size, value in _written(self.small):
            point = {k: size["k"], n: size["n"], i: size["i"], h: size["h"]}
            (total,) = after.atoms(sp.Sum)
            share = Fraction(0)
            for hops in range(int(evaluate(total.limits[0][2], point)) + 1):
                term = total.function.xreplace({c: sp.Integer(hops)})
                found = {ways: sp.Integer(_destinations(ways, point)) for ways in term.atoms(Ways)}
                share += evaluate(term.xreplace(found), point)
            require(size["n"] * (1 - share) == value, f"the paths at {dict(size)} give {value}")

    def describe(self) -> list[str]:
        return [
            "the share follows from that with one hop less, by factorials",
            f"compared with all paths of {len(self.small)} networks, one by one",
        ]


def _certify_share() -> None:
    """Check the share of orders of i hops, c of one kind, that have these among the first h - 1.

    By the kind of the first hop: of all orders, i!/(c! ..), those with c - 1 and i - 1 of them behind it are c in i.
    """
    m = sp.Symbol("m", integer=True, positive=True)  # h - 1 hops are made

    def orders_of(hops: sp.Expr, own: sp.Expr) -> sp.Expr:
        return sp.factorial(hops) / sp.factorial(own)  # by the factorials of the others, which stay the same

    def share(made: sp.Expr, hops: sp.Expr, own: sp.Expr) -> sp.Expr:
        return _choose(made, own) / _choose(hops, own)

    begins = orders_of(i - 1, c - 1) / orders_of(i, c)
    require(sp.gammasimp(begins - c / i) == 0, "another share of orders that begin with such a hop")
    later = c / i * share(m - 1, i - 1, c - 1) + (i - c) / i * share(m - 1, i - 1, c)
    require(sp.gammasimp(later / share(m, i, c)) == 1, "not by one hop less")
    require(share(m, i, _ZERO) == 1, "a dimension without hops has some left")
    last = (
        m / i * share(m - 1, i - 1, m - 1)
    )  # with m hops in the dimension, which are all made: only its own may be first
    require(sp.gammasimp(last / share(m, i, m)) == 1, "not by one hop less, where all are of one kind")
    own, made = sp.symbols("own made", integer=True)
    too_few = sp.And(made - 1 <= own - 1 - 1, made - 1 <= own - 1)  # behind a hop of either kind: no orders
    require(always([made >= 1, made <= own - 1], too_few), "enough hops for a dimension with more")


def _choose(many: sp.Expr, chosen: sp.Expr) -> sp.Expr:
    """A binomial coefficient by factorials."""
    return sp.factorial(many) / sp.factorial(chosen) / sp.factorial(many - chosen)


def _destinations(ways: Ways, point: dict[sp.Symbol, int]) -> int:
    hops, cells, _, most = (int(evaluate(x, point)) for x in ways.args)
    return sum(sum(z) == hops for z in product(range(most + 1), repeat=cells))


def _by_destinations() -> sp.Expr:
    share = Ways(i - c, n - 1, _ZERO, k - 1) / Ways(i, n, _ZERO, k - 1)
    first = sp.binomial(h - 1, c) / sp.binomial(i, c)
    return n * (1 - sp.Sum(share * first, (c, 0, sp.Min(h, k) - 1)))


@dataclass(frozen=True)
class CountedWays(Derived):
    """An earlier derivation for one or more cells; the number of ways to put i >= 1 objects into no cells is 0, an empty sum.

    Its conditions are compared with the affine conditions of the domain.
    """

    without_cells: tuple[dict[sp.Symbol, int], ...] = ()

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        super().check(before, after)
        objects, cells, *_ = self.derivation.start.args
        for point in self.without_cells:
            require(evaluate(cells, point) == 0 and evaluate(objects, point) >= 1, "the point has cells, or no objects")
            require(evaluate(self.derivation.result, point) == 0, f"objects without cells at {point}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        def is_affine(condition: sp.Basic) -> bool:
            try:
                return all(affine(side) is not None for side in condition.args)
            except NotAffine:
                return False

        super().check_domain([a for a in assumptions if is_affine(a)], parameters)


def oneway_torus() -> Lemma:
    """The lemma on the one-way k-ary n-cube."""
    write = DerivationBuilder(DimensionsLeft(k, n, i, h))
    small = ((2, 1), (2, 2), (3, 1), (3, 2), (2, 3))
    write.step(
        _by_destinations(),
        "all dimensions are alike; one with c hops is done if they are among the first h - 1 of i, in any order",
        HopsInAnyOrder(small),
    )
    points = [{k: a, n: b, i: d, c: e} for a, b, d, e in ((2, 2, 1, 0), (2, 2, 2, 1), (3, 2, 3, 1), (3, 3, 4, 2))]
    alone = [{k: a, n: 1, i: d, c: e} for a in (2, 3, 5) for d in range(1, a) for e in range(d)]
    for ways in sorted(write.now.atoms(Ways), key=sp.default_sort_key):
        earlier = counted(ways, points, 2)
        without_cells = alone if ways.has(c) else []
        write.step(
            write.now.xreplace({ways: earlier.result}),
            "destinations so many hops away are ways to put hops into dimensions",
            CountedWays(earlier, tuple(without_cells)),
        )
    return Lemma(
        key="oneway-torus.dimensions_left",
        symbol=sp.Symbol("phi"),
        statement="The mean number of dimensions in which a message of i hops has hops left when it crosses its h-th channel, "
        "all destinations i hops away and all shortest paths equally likely.",
        definition=Definition(
            "the mean over destinations i hops away, and over all shortest paths to each, of the dimensions with hops left "
            "after h - 1 hops",
            write.start,
            lambda size: literal(size["k"], size["n"], size["i"], size["h"]),
            lambda size: size["k"] ** size["n"],
        ),
        domain=Domain(
            (Parameter("k", 2, "nodes along a dimension"), Parameter("n", 1, "dimensions"), _I, _H),
            (h <= i, i <= n * (k - 1)),
        ),
        derivation=write.derivation(),
        measured=Measured("oneway-torus", "dimensions_left", ("k", "n"), routings=("adaptive",)),
    )


@dataclass(frozen=True)
class OneHopEach(Proof):
    """A message makes at most one hop in a dimension, so the dimensions with hops left are as many as these hops; compared path by path."""

    small: tuple[int, ...]
    kind: ClassVar[str] = "hops in any order"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(
            before == DimensionsLeft(sp.Integer(2), n, i, h) and after == i - h + 1, "not one hop in each dimension"
        )
        left = sp.Symbol("left", integer=True)  # hops in a dimension, of 0 to k - 1
        has = sp.Piecewise((1, left > 0), (0, True))
        require(always([left >= 0, left <= 2 - 1], sp.Eq(has, left)), "several hops in a dimension")
        require(sp.expand(i - (h - 1) - after) == 0, "not the hops left")
        for size, value in _written([(2, dimensions) for dimensions in self.small]):
            require(value == evaluate(after, {i: size["i"], h: size["h"]}), f"the paths at {dict(size)} give {value}")

    def describe(self) -> list[str]:
        return [
            f"z3: a dimension has as many hops left as it is counted; compared with all paths of {len(self.small)} networks, one by one"
        ]


def hypercube() -> Lemma:
    """The lemma on the binary hypercube."""
    write = DerivationBuilder(DimensionsLeft(sp.Integer(2), n, i, h))
    write.step(i - h + 1, "each of the h - 1 hops made was the only one in its dimension", OneHopEach((1, 2, 3, 4)))
    return Lemma(
        key="hypercube.dimensions_left",
        symbol=sp.Symbol("phi"),
        statement="The number of dimensions in which a message of i hops has hops left when it crosses its h-th channel.",
        definition=Definition(
            "the mean over destinations i hops away, and over all shortest paths to each, of the dimensions with hops left "
            "after h - 1 hops",
            write.start,
            lambda size: literal(2, size["n"], size["i"], size["h"]),
            lambda size: 2 ** size["n"],
        ),
        domain=Domain((Parameter("n", 1, "dimensions"), _I, _H), (h <= i, i <= n)),
        derivation=write.derivation(),
        measured=Measured("hypercube", "dimensions_left", ("n",), routings=("adaptive",)),
    )


LEMMAS: dict[str, Callable[[], Lemma]] = {
    "oneway-torus.dimensions_left": oneway_torus,
    "hypercube.dimensions_left": hypercube,
}
