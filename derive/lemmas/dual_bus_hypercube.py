"""Dual bus hypercube of w^D nodes (Reed 1982): mean distance and visit ratios of both classes of buses.

All nodes have a bus in dimension 0; the nodes of hyperplane h (digit 0 equal to h) have a second one in the direction
``1 + h mod (D - 1)``. A message changes each differing digit in some hyperplane of its direction. With b the direction
of the destination's hyperplane it needs hops in dimension 0 to reach hyperplanes of all directions that it needs, and
to return.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import sympy as sp
from sympy import floor

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import PairSum, PositionMax
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import ByLemma, DerivationBuilder, quantity_of
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.cycles import brute_force_search as search
from netlemma.derive.networks.cycles.hyperplanes import (
    HOPS,
    PAIRS,
    D,
    DigitsCounted,
    DivisionWithRemainder,
    HyperplaneWalk,
    counted,
    crossings,
    differing_digits,
    w,
)

NAME = "dual-bus-hypercube"
NODES = w**D
_DOMAIN = Domain(
    (Parameter("w", 2, "nodes on a bus"), Parameter("D", 2, "dimensions")),
    (w >= D - 1,),
)


def fewest_hyperplanes(width: int, dimensions: int) -> int:
    """The least number of hyperplanes of a direction, counted one by one."""
    directions = dimensions - 1
    return min(sum(h % directions == j for h in range(width)) for j in range(directions))


def _rule(size: Size) -> search.Rule:
    def hops(node: Any) -> list[tuple[search.Node, str]]:
        x: tuple[int, ...] = node
        direction = 1 + x[0] % (size["D"] - 1)
        found: list[tuple[search.Node, str]] = []
        for dimension, name in ((0, "bus-0"), (direction, "bus-other")):
            others = (y for y in range(size["w"]) if y != x[dimension])
            found += [(x[:dimension] + (y,) + x[dimension + 1 :], name) for y in others]
        return found

    return hops


def _nodes(size: Size) -> list[tuple[int, ...]]:
    return list(product(range(size["w"]), repeat=size["D"]))


def _literal_hops(size: Size, name: str) -> Fraction:
    return sum((search.class_hops_from(s, _nodes(size), _rule(size), name) for s in _nodes(size)), Fraction(0))


def _count(size: Size) -> int:
    return size["w"] ** size["D"]


def _hyperplanes(write: DerivationBuilder) -> None:
    write.step(
        write.now.xreplace({PAIRS: _dealt()}),
        "S, the number of pairs of hyperplanes with the same direction, is the sum of squares of their numbers by direction",
        DivisionWithRemainder(),
    )


def _dealt() -> sp.Expr:
    quotient = floor(w / (D - 1))
    return (D - 1) * quotient**2 + (2 * quotient + 1) * (w - (D - 1) * quotient)


def _lemma(
    quantity: str,
    symbol: str,
    statement: str,
    write: DerivationBuilder,
    definition: Definition,
    device_class: str | None = None,
) -> Lemma:
    kind = quantity.partition(".")[0]
    return Lemma(
        key=f"{NAME}.{quantity}",
        symbol=sp.Symbol(symbol),
        statement=statement,
        definition=definition,
        domain=_DOMAIN,
        derivation=write.derivation(),
        measured=Measured(NAME, kind, ("w", "D"), device_class),
    )


_SPLIT = "pairs are counted by their hyperplanes: the same, others with the same direction (S pairs with the first), different directions"
_KINDS = (
    "every shortest path has as many hops in dimension 0 and in the others as the hyperplanes to be visited ask for"
)


def mean_distance() -> Lemma:
    """The lemma on the mean distance, for every w >= D - 1."""
    write = DerivationBuilder(PairSum(at.distance) / (NODES * (NODES - 1)))
    write.step(PairSum(HOPS["h_0"] + HOPS["h_1"]) / (NODES * (NODES - 1)), _KINDS, HyperplaneWalk())
    write.step(counted(("h_0", "h_1")) / (NODES * (NODES - 1)), _SPLIT, DigitsCounted())
    share = NODES / (NODES - 1)
    write.normal(
        share * (1 - w ** (1 - D) + (w - 1) * (2 * D - 4 + PAIRS / w**2) / w),
        "factors common to all terms are collected",
    )
    _hyperplanes(write)
    words = "the sum of the distances over all ordered pairs, divided by the number of ordered pairs of different nodes"
    definition = Definition(
        words, write.start, lambda size: search.mean_distance(_nodes(size), _rule(size)), _count, NODES
    )
    statement = "The mean distance between two different nodes, all ordered pairs equally likely."
    return _lemma("mean_distance", "L", statement, write, definition)


def _visits(name: str, hop: str, closed: sp.Expr) -> tuple[DerivationBuilder, Definition]:
    buses = w ** (D - 1)
    write = DerivationBuilder(crossings(name) / (NODES * (NODES - 1) * buses))
    write.step(PairSum(HOPS[hop]) / (NODES * (NODES - 1) * buses), _KINDS, HyperplaneWalk())
    write.step(counted((hop,)) / (NODES * (NODES - 1) * buses), _SPLIT, DigitsCounted())
    write.normal(closed, "factors common to all terms are collected")

    def literal(size: Size) -> Fraction:
        nodes = _count(size)
        return _literal_hops(size, name) / (nodes * (nodes - 1) * size["w"] ** (size["D"] - 1))

    words = f"expected crossings of all buses of class {name} by one message, divided by their number"
    return write, Definition(words, write.start, literal, _count, NODES)


def bus_0() -> Lemma:
    """The lemma on the visit ratio of a bus in dimension 0."""
    closed = w / (NODES - 1) * (1 - w ** (1 - D) + (w - 1) * (D - 3 + PAIRS / w**2) / w)
    write, definition = _visits("bus-0", "h_0", closed)
    _hyperplanes(write)
    return _lemma(
        "visit_ratio.bus-0",
        "V",
        "The visit ratio of a bus in dimension 0, the same for all.",
        write,
        definition,
        "bus-0",
    )


def bus_other() -> Lemma:
    """The lemma on the visit ratio of the other buses, averaged over their class."""
    write, definition = _visits("bus-other", "h_1", (D - 1) * (w - 1) / (NODES - 1))
    statement = "The visit ratio of a bus in another dimension, on average over the class."
    return _lemma("visit_ratio.bus-other", "V", statement, write, definition, "bus-other")


@dataclass(frozen=True)
class FewestHyperplanes(Proof):
    """The direction with the fewest hyperplanes has the largest visit ratio: each of the D - 1 directions carries the same
    hops.

    A message makes as many hops outside of dimension 0 as digits differ, each of which it has to change, so that it makes one hop in
    the direction of each digit that differs: as many in any direction, over all pairs. Exchanging two hyperplanes of one direction
    leaves all buses in place, as a direction depends on the remainder of its hyperplane alone. The last direction has the
    fewest hyperplanes, floor(w/(D - 1)), which are compared with hyperplanes counted one by one.
    """

    kind: ClassVar[str] = "division with remainder"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        HyperplaneWalk().check(PairSum(at.distance), PairSum(HOPS["h_0"] + HOPS["h_1"]))
        pairs = w**2 * differing_digits(D - 1)[1]  # of nodes and digits that differ
        require(equal(pairs, counted(("h_1",))), "not a hop for each digit that differs")
        require(
            equal(pairs / (D - 1), w**2 * w ** (2 * (D - 2)) * (w**2 - w)), "digits differ in unlike numbers of pairs"
        )
        # hyperplanes with remainder j are j, j + D - 1, ..: as many as quotients from 0 on with j + q (D - 1) <= w - 1
        number: Callable[[sp.Expr], sp.Expr] = lambda j: floor((w - 1 - j) / (D - 1)) + 1  # noqa: E731
        j = sp.Symbol("j", integer=True)
        require(shows([j >= 0, j <= D - 2], w - 1 - j >= w - 1 - (D - 2)), "another direction has fewer hyperplanes")
        require(sp.expand((w - 1 - (D - 2)) + (D - 1) - w) == 0, "not a hyperplane more for D - 1 more")
        fewest = floor(w / (D - 1))
        for width in range(2, 12):
            for dimensions in range(2, width + 2):
                sizes = {w: width, D: dimensions}
                counted_one_by_one = fewest_hyperplanes(width, dimensions)
                claimed = [evaluate(each, sizes) for each in (fewest, number(D - 2))]
                require(
                    claimed == [counted_one_by_one] * 2,
                    f"the least number of hyperplanes differs at w={width} D={dimensions}",
                )
        total = quantity_of(bus_other()) * w ** (D - 1)
        busiest = total / (D - 1) / (fewest * w ** (D - 2))
        require(
            equal(before, PositionMax(quantity_of(bus_other()), sp.Symbol("j"), D - 1)) and equal(after, busiest),
            "the step is not about the largest visit ratio of these buses",
        )

    def describe(self) -> list[str]:
        return [
            "each direction carries 1/(D - 1) of the hops, one for each digit that differs; the last direction has the fewest hyperplanes"
        ]


def busiest_other() -> Lemma:
    """The lemma on the largest visit ratio of a bus outside dimension 0."""
    average = bus_other()
    write = DerivationBuilder(PositionMax(quantity_of(average), sp.Symbol("j"), D - 1))
    write.step(
        quantity_of(average) * w / ((D - 1) * floor(w / (D - 1))),
        "all directions carry the same hops, and the one with the fewest hyperplanes has the fewest buses",
        FewestHyperplanes(),
    )
    write.step(average.closed_form * w / ((D - 1) * floor(w / (D - 1))), "this was derived before", ByLemma((average,)))
    write.normal(w * (w - 1) / ((w**D - 1) * floor(w / (D - 1))), "factors common to all terms are collected")

    def literal(size: Size) -> Fraction:
        fewest = fewest_hyperplanes(size["w"], size["D"])
        return average.definition.literal(size) * Fraction(size["w"], (size["D"] - 1) * fewest)

    words = "expected crossings by one message of the busiest bus outside dimension 0"
    statement = (
        "The largest visit ratio of a bus in another dimension, attained in the directions with the fewest hyperplanes."
    )
    return _lemma(
        "max_visit_ratio.bus-other",
        "V_max",
        statement,
        write,
        Definition(words, write.start, literal, _count, NODES),
        "bus-other",
    )


LEMMAS = {
    f"{NAME}.mean_distance": mean_distance,
    f"{NAME}.visit_ratio.bus-0": bus_0,
    f"{NAME}.visit_ratio.bus-other": bus_other,
    f"{NAME}.max_visit_ratio.bus-other": busiest_other,
}
