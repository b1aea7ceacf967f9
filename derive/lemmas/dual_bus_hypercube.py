"""Dual bus hypercube of w^D nodes (Reed 1982): mean distance and visit ratios of both classes of buses.

All nodes have a bus in dimension 0; the nodes of hyperplane h (digit 0 equal to h) have a second one in the direction
``1 + h mod (D - 1)``. A message changes each differing digit in some hyperplane of its direction. With b the direction of
the destination's hyperplane it needs hops in dimension 0 to reach hyperplanes of all directions that it needs, and home.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar, NamedTuple

import sympy as sp
from sympy import Integer, floor

from derive import literal_search as search
from derive import notation as at
from derive.derivation import ByLemma, Writer, quantity_of
from derive.evaluate import evaluate
from derive.implications import shows
from derive.lemma import Definition, Domain, Lemma, Measured, Parameter, Size
from derive.normal import equal
from derive.notation import DeviceSum, PairSum, PositionMax
from derive.proof import ARGUED, Proof, require

FAMILY = "dual-bus-hypercube"
w, D = at.parameter("w", 2), at.parameter("D", 2)
NODES = w**D
_DOMAIN = Domain(
    (Parameter("w", 2, "nodes on a bus"), Parameter("D", 2, "dimensions")),
    (w >= D - 1,),
)
PAIRS = sp.Symbol("S", integer=True, positive=True)
_hops = {name: sp.Function(name)(at.source, at.destination) for name in ("h_0", "h_1")}
_delta, _most = sp.symbols("delta r", integer=True)


_KIND_OF = {"bus-0": "h_0", "bus-other": "h_1"}


def _crossings(name: str) -> sp.Expr:
    """Crossings of all buses of a class in all messages."""
    return DeviceSum(PairSum(at.crossings), sp.Symbol(name))


class State(NamedTuple):
    """A packet: in the destination's hyperplane? in one of the same direction? does the digit of its own direction differ,
    that of the destination's direction? Together with the number delta of digits that differ."""

    there: int
    same: int
    own: int
    last: int

    @property
    def known(self) -> int:
        """How many different digits the state itself says to differ."""
        return self.own + self.last - self.same * self.own

    def region(self, delta: sp.Expr, others: bool) -> list[sp.Basic]:
        """The numbers of differing digits that fit; ``others`` says whether any beside the own one does."""
        bounds = [delta >= self.known, delta <= _most]
        return [*bounds, delta >= self.own + 1] if others else [*bounds, delta <= self.own]

    def hops_0(self, delta: sp.Expr, others: bool) -> sp.Expr:
        """Hops in dimension 0 that are still needed."""
        if self.there:
            return delta - self.own + 1 if others else Integer(0)
        return delta - self.known + 1


def _states() -> Iterator[State]:
    for there, same, own, last in product((0, 1), repeat=4):
        if same >= there and (not same or own == last):
            yield State(there, same, own, last)


@dataclass(frozen=True)
class HyperplaneWalk(Proof):
    """Hops of both kinds on every shortest path, by two potentials on finitely many kinds of states.

    A hop in another dimension changes the number of differing digits by at most one and never the number of hops still
    needed in dimension 0; a hop in dimension 0 changes no such digit and lowers its number by at most one; away from home
    one of them lowers its number by one. All is decided for every number of digits and directions.
    """

    kind: ClassVar[str] = "distance certificate"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for state, others in product(_states(), (False, True)):
            here = state.region(_delta, others)
            need = state.hops_0(_delta, others)
            if state.there:
                require(shows([*here, _delta <= 0], need <= 0), "hops needed at home")
            require(shows(here, need >= 0) and shows(here, _delta >= 0), "a negative number of hops")
            self._other_hops(state, others, here, need)
            self._hops_0(state, here, need)
            if not (state.there and shows(here, _delta <= 0)):
                require(shows(here, _delta + need >= 1), "no hop needed away from home")
                require(self._descends(state, others, here, need), f"no hop comes nearer from {state}")
        total = _hops["h_0"] + _hops["h_1"]
        if before.has(at.distance):
            require(
                before.xreplace({at.distance: total}) == after,
                "the distance is not the sum of both kinds of hops",
            )
        else:
            table = {_crossings(name): PairSum(_hops[hop]) for name, hop in _KIND_OF.items()}
            require(any(before.has(whole) for whole in table), "no crossings of a class")
            require(before.xreplace(table) == after, "not the hops of one kind, that of the class")

    def _other_hops(self, state: State, others: bool, here: list[sp.Basic], need: sp.Expr) -> None:
        for own in (0, 1):
            moved = State(state.there, state.same, own, own if state.same else state.last)
            delta = _delta + own - state.own
            there = [*here, *moved.region(delta, others)]
            later = moved.hops_0(delta, others)
            require(
                shows(there, later >= need) and shows(there, later <= need),
                "a hop elsewhere changes the need of dimension 0",
            )

    def _hops_0(self, state: State, here: list[sp.Basic], need: sp.Expr) -> None:
        for moved, others in product(_states(), (False, True)):
            if moved.last == state.last:
                there = [*here, *moved.region(_delta, others)]
                require(
                    shows(there, moved.hops_0(_delta, others) >= need - 1), "a hop in dimension 0 saves more than one"
                )

    def _descends(self, state: State, others: bool, here: list[sp.Basic], need: sp.Expr) -> bool:
        """The own digit is put right if it differs; else a hyperplane with another direction that is needed, or home, is next."""
        if state.own:
            return True  # one differing digit less, and the need of dimension 0 is unchanged
        home = State(1, 1, state.last, state.last)
        ways = [(State(0, 0, 1, state.last), [_delta >= state.last + 1]), (home, [_delta <= state.last])]
        if state.there:
            ways = [(State(0, 0, 1, state.last), [_delta >= 1])]
        for moved, when in ways:
            for rest in (False, True):
                there = [*here, *when, *moved.region(_delta, rest)]
                if not shows(there, moved.hops_0(_delta, rest) <= need - 1):
                    return False
        return True

    def describe(self) -> list[str]:
        return [
            "two potentials, one for each kind of hop: none is lowered by the other kind of hop, nor by more than one by its own",
            "away from home one of them can be lowered by one; decided for every number of digits by affine implications",
        ]


def _counted(kinds: tuple[str, ...]) -> sp.Expr:
    """Hops of the kinds summed over all pairs, with S pairs of hyperplanes of the same direction."""
    r = D - 1
    differ = (w - 1) * w ** (2 * r - 1)  # pairs of digit vectors that differ in one given digit
    total = Integer(0)
    if "h_1" in kinds:
        total += w**2 * r * differ
    if "h_0" in kinds:
        same = (r - 1) * differ + w ** (2 * r) - w ** (r + 1)
        total += (
            w * same
            + (PAIRS - w) * (w ** (2 * r) + (r - 1) * differ)
            + (w**2 - PAIRS) * (w ** (2 * r) + (r - 2) * differ)
        )
    return total


@dataclass(frozen=True)
class DigitsCounted(Proof):
    """Sums over all pairs by the pair of hyperplanes: the same (w), others of the same direction (S - w), the rest (w^2 - S).

    Of r digits, r(w-1)w^(2r-1) differ in all pairs of digit vectors together, and w^r pairs agree in all: both hold for no
    digit and carry over to one more. Compared with literal sums at small sizes.
    """

    kind: ClassVar[str] = "induction over the digits"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        r = sp.Symbol("r", positive=True)
        differing, agreeing = r * (w - 1) * w ** (2 * r - 1), w**r
        require(
            equal(differing.subs(r, r + 1), w**2 * differing + w ** (2 * r) * w * (w - 1)), "the induction step fails"
        )
        require(equal(agreeing.subs(r, r + 1), w * agreeing) and differing.subs(r, 0) == 0, "the induction fails")
        table = {PairSum(_hops["h_0"] + _hops["h_1"]): _counted(("h_0", "h_1"))}
        table |= {PairSum(hop): _counted((name,)) for name, hop in _hops.items()}
        require(equal(before.xreplace(table), after), f"the counts do not give {after}")
        for size in ({"w": 2, "D": 2}, {"w": 2, "D": 3}, {"w": 3, "D": 3}):
            values = {w: size["w"], D: size["D"], PAIRS: same_direction(size["w"], size["D"])}
            for name, kind in (("h_0", "bus-0"), ("h_1", "bus-other")):
                require(evaluate(_counted((name,)), values) == _literal_hops(size, kind), f"other hops at {size}")

    def describe(self) -> list[str]:
        return [
            "r digits differ r(w - 1)w^(2r - 1) times in all pairs together and agree in w^r pairs: holds for 0, carries over to r + 1"
        ]


@dataclass(frozen=True)
class DivisionWithRemainder(Proof):
    """w hyperplanes dealt out to D - 1 directions: w mod (D-1) directions have one more than the others, floor(w/(D-1))."""

    kind: ClassVar[str] = "division with remainder"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        q, r, n = sp.symbols("q r n", positive=True)
        require(equal(r * (q + 1) + (n - r) * q, n * q + r), "the directions do not share all hyperplanes")
        squares = r * (q + 1) ** 2 + (n - r) * q**2
        quotient = floor(w / (D - 1))
        dealt = squares.subs({q: quotient, r: w - (D - 1) * quotient, n: D - 1}, simultaneous=True)
        require(equal(before.xreplace({PAIRS: dealt}), after), "another sum of squares")

    def describe(self) -> list[str]:
        return [
            "w = (D - 1) q + r hyperplanes: r directions have q + 1 of them and D - 1 - r have q, so S = r (q + 1)^2 + (D - 1 - r) q^2"
        ]


def same_direction(width: int, dimensions: int) -> int:
    """Ordered pairs of hyperplanes with the same direction, counted one by one."""
    return sum(g % (dimensions - 1) == h % (dimensions - 1) for g in range(width) for h in range(width))


def fewest_hyperplanes(width: int, dimensions: int) -> int:
    """The least number of hyperplanes that a direction has, counted one by one."""
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


def _hyperplanes(write: Writer) -> None:
    write.step(
        write.now.xreplace({PAIRS: _dealt()}),
        "S, the number of pairs of hyperplanes with the same direction, is the sum of squares of their numbers by direction",
        DivisionWithRemainder(),
    )


def _dealt() -> sp.Expr:
    quotient = floor(w / (D - 1))
    return (D - 1) * quotient**2 + (2 * quotient + 1) * (w - (D - 1) * quotient)


def _lemma(
    quantity: str, symbol: str, statement: str, write: Writer, definition: Definition, device_class: str | None = None
) -> Lemma:
    kind = quantity.partition(".")[0]
    return Lemma(
        key=f"{FAMILY}.{quantity}",
        symbol=sp.Symbol(symbol),
        statement=statement,
        definition=definition,
        domain=_DOMAIN,
        derivation=write.derivation(),
        measured=Measured(FAMILY, kind, ("w", "D"), device_class),
    )


_SPLIT = "pairs are counted by their hyperplanes: the same, others with the same direction (S pairs with the first), different directions"
_KINDS = (
    "every shortest path has as many hops in dimension 0 and in the others as the hyperplanes to be visited ask for"
)


def mean_distance() -> Lemma:
    """The mean distance, for every w >= D - 1."""
    write = Writer(PairSum(at.distance) / (NODES * (NODES - 1)))
    write.step(PairSum(_hops["h_0"] + _hops["h_1"]) / (NODES * (NODES - 1)), _KINDS, HyperplaneWalk())
    write.step(_counted(("h_0", "h_1")) / (NODES * (NODES - 1)), _SPLIT, DigitsCounted())
    share = NODES / (NODES - 1)
    write.normal(
        share * (1 - w ** (1 - D) + (w - 1) * (2 * D - 4 + PAIRS / w**2) / w),
        "factors common to all terms are collected",
    )
    _hyperplanes(write)
    words = "the sum of the distances over all ordered pairs, divided by the number of ordered pairs of different nodes"
    definition = Definition(words, write.start, lambda size: search.mean_distance(_nodes(size), _rule(size)), _count)
    statement = "The mean distance between two different nodes, all ordered pairs equally likely."
    return _lemma("mean_distance", "L", statement, write, definition)


def _visits(name: str, hop: str, closed: sp.Expr) -> tuple[Writer, Definition]:
    buses = w ** (D - 1)
    write = Writer(_crossings(name) / (NODES * (NODES - 1) * buses))
    write.step(PairSum(_hops[hop]) / (NODES * (NODES - 1) * buses), _KINDS, HyperplaneWalk())
    write.step(_counted((hop,)) / (NODES * (NODES - 1) * buses), _SPLIT, DigitsCounted())
    write.normal(closed, "factors common to all terms are collected")

    def literal(size: Size) -> Fraction:
        nodes = _count(size)
        return _literal_hops(size, name) / (nodes * (nodes - 1) * size["w"] ** (size["D"] - 1))

    words = f"expected crossings of all buses of class {name} by one message, divided by their number"
    return write, Definition(words, write.start, literal, _count)


def bus_0() -> Lemma:
    """The visit ratio of a bus in dimension 0."""
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
    """The visit ratio of the other buses, on average over their class."""
    write, definition = _visits("bus-other", "h_1", (D - 1) * (w - 1) / (NODES - 1))
    statement = "The visit ratio of a bus in another dimension, on average over the class."
    return _lemma("visit_ratio.bus-other", "V", statement, write, definition, "bus-other")


@dataclass(frozen=True)
class FewestHyperplanes(Proof):
    """The direction of the fewest hyperplanes has the busiest buses: each of the D - 1 directions carries the same hops.

    The digits are alike, so a direction has the class's hops over D - 1, shared by its hyperplanes' buses; floor(w/(D-1)) is
    the least number of hyperplanes of a direction, and hyperplanes of one direction may change places. The least number is
    compared with hyperplanes counted one by one.
    """

    kind: ClassVar[str] = "division with remainder"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for width in range(2, 12):
            for dimensions in range(2, width + 2):
                counted = fewest_hyperplanes(width, dimensions)
                claimed = evaluate(floor(w / (D - 1)), {w: width, D: dimensions})
                require(counted == claimed, f"another least number of hyperplanes at w={width} D={dimensions}")
        total = quantity_of(bus_other()) * w ** (D - 1)
        busiest = total / (D - 1) / (floor(w / (D - 1)) * w ** (D - 2))
        require(
            equal(before, PositionMax(quantity_of(bus_other()), sp.Symbol("j"), D - 1)) and equal(after, busiest),
            "another bus",
        )

    def describe(self) -> list[str]:
        return [
            "each direction carries 1/(D - 1) of the hops; floor(w/(D - 1)) hyperplanes are the fewest that a direction has"
        ]


def busiest_other() -> Lemma:
    """The largest visit ratio of a bus outside dimension 0."""
    average = bus_other()
    write = Writer(PositionMax(quantity_of(average), sp.Symbol("j"), D - 1))
    write.step(
        quantity_of(average) * w / ((D - 1) * floor(w / (D - 1))),
        "all directions carry the same hops, and the one with the fewest hyperplanes has the fewest buses",
        FewestHyperplanes(),
    )
    write.step(average.closed_form * w / ((D - 1) * floor(w / (D - 1))), "derived before", ByLemma((average,)))
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
        Definition(words, write.start, literal, _count),
        "bus-other",
    )


LEMMAS = {
    f"{FAMILY}.mean_distance": mean_distance,
    f"{FAMILY}.visit_ratio.bus-0": bus_0,
    f"{FAMILY}.visit_ratio.bus-other": bus_other,
    f"{FAMILY}.max_visit_ratio.bus-other": busiest_other,
}
