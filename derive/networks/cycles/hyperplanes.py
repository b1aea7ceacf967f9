"""Hyperplanes of a dual bus hypercube: hops of each kind needed by a message, and their sums over all pairs.

A hyperplane is the set of nodes with one value of digit 0; its buses outside of dimension 0 all have one direction. A
message changes each differing digit in some hyperplane of that digit's direction. With b the direction of the
destination's hyperplane it needs hops in dimension 0 to reach hyperplanes of all directions that it needs, and to
return.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, NamedTuple

import sympy as sp
from sympy import Integer, floor

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceSum, PairMax, PairSum
from netlemma.derive.algebra.proof import Proof, require

w, D = at.parameter("w", 2), at.parameter("D", 2)
PAIRS = sp.Symbol("S", integer=True, positive=True)
HOPS = {name: sp.Function(name)(at.source, at.destination) for name in ("h_0", "h_1")}
_KIND_OF = {"bus-0": "h_0", "bus-other": "h_1"}
_delta, _most = sp.symbols("delta r", integer=True)


def crossings(name: str) -> sp.Expr:
    """Crossings of all buses of a class in all messages."""
    return DeviceSum(PairSum(at.crossings), sp.Symbol(name))


class State(NamedTuple):
    """State of a packet, together with the number delta of digits that differ.

    ``there``: it is in the destination's hyperplane; ``same``: in one of the same direction; ``own``: the digit of its
    current direction differs; ``last``: the digit of the destination's direction differs.
    """

    there: int
    same: int
    own: int
    last: int

    @property
    def known(self) -> int:
        """The number of different digits that the state itself states to differ."""
        return self.own + self.last - self.same * self.own

    def region(self, delta: sp.Expr, others: bool) -> list[sp.Basic]:
        """The possible numbers of differing digits."""
        bounds = [delta >= self.known, delta <= _most]
        return [*bounds, delta >= self.own + 1] if others else [*bounds, delta <= self.own]

    def hops_0(self, delta: sp.Expr, others: bool) -> sp.Expr:
        """The hops in dimension 0 that are still needed."""
        if self.there:
            return delta - self.own + 1 if others else Integer(0)
        return delta - self.known + 1


def states() -> Iterator[State]:
    """All kinds of states."""
    for there, same, own, last in product((0, 1), repeat=4):
        if same >= there and (not same or own == last):
            yield State(there, same, own, last)


@dataclass(frozen=True)
class HyperplaneWalk(Proof):
    """Hops of both kinds on every shortest path, by two potentials on finitely many kinds of states.

    A hop in another dimension changes the number of differing digits by at most one and never the number of hops still
    needed in dimension 0; a hop in dimension 0 changes no such digit and lowers its own number by at most one; away
    from the destination some hop lowers one of them by one. All this is decided for every number of digits and
    directions.
    """

    kind: ClassVar[str] = "distance certificate"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for state, others in product(states(), (False, True)):
            here = state.region(_delta, others)
            need = state.hops_0(_delta, others)
            if state.there:
                require(shows([*here, _delta <= 0], need <= 0), "hops are needed at the destination")
            require(shows(here, need >= 0) and shows(here, _delta >= 0), "a negative number of hops")
            self._other_hops(state, others, here, need)
            self._hops_0(state, here, need)
            if not (state.there and shows(here, _delta <= 0)):
                require(shows(here, _delta + need >= 1), "no hop is needed away from the destination")
                require(self._descends(state, others, here, need), f"no hop lowers the distance from {state}")
        total = HOPS["h_0"] + HOPS["h_1"]
        if before.has(at.distance):
            require(before.xreplace({at.distance: total}) == after, "the distance is not the sum of both kinds of hops")
        else:
            table = {crossings(name): PairSum(HOPS[hop]) for name, hop in _KIND_OF.items()}
            require(any(before.has(whole) for whole in table), "there are no crossings of a class")
            require(before.xreplace(table) == after, "not the hops of one kind, that of the class")

    def _other_hops(self, state: State, others: bool, here: list[sp.Basic], need: sp.Expr) -> None:
        for own in (0, 1):
            moved = State(state.there, state.same, own, own if state.same else state.last)
            delta = _delta + own - state.own
            there = [*here, *moved.region(delta, others)]
            later = moved.hops_0(delta, others)
            require(
                shows(there, later >= need) and shows(there, later <= need),
                "a hop in another dimension changes the number of hops needed in dimension 0",
            )

    def _hops_0(self, state: State, here: list[sp.Basic], need: sp.Expr) -> None:
        for moved, others in product(states(), (False, True)):
            if moved.last == state.last:
                there = [*here, *moved.region(_delta, others)]
                require(
                    shows(there, moved.hops_0(_delta, others) >= need - 1),
                    "a hop in dimension 0 lowers the number of hops needed there by more than one",
                )

    def _descends(self, state: State, others: bool, here: list[sp.Basic], need: sp.Expr) -> bool:
        """The own digit is corrected if it differs; otherwise a hyperplane of another needed direction, or the destination's, is
        next.
        """
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


@dataclass(frozen=True)
class FarthestHyperplanes(Proof):
    """The largest number of hops, by the states of a packet with the most digits that may differ in each.

    A state says of the digits of two directions, or of one, whether they differ. The most is attained within a hyperplane if there is
    another direction, and otherwise between two hyperplanes of the only one.
    """

    kind: ClassVar[str] = "affine bounds"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == PairMax(at.distance), "not a largest distance")
        total = HOPS["h_0"] + HOPS["h_1"]
        HyperplaneWalk().check(PairSum(at.distance), PairSum(total))
        for state, others in product(states(), (False, True)):
            inside = [D >= 2, *self.inside(state, others)]
            require(shows(inside, _delta + state.hops_0(_delta, others) <= after), f"more than {after} from {state}")
        farthest = (
            ([D >= 3], State(1, 1, 1, 1), True),  # another direction than that of the hyperplane
            ([D >= 2, D <= 2], State(0, 1, 1, 1), False),  # two hyperplanes or more, as w >= 2
        )
        for known, state, others in farthest:
            inside = [each.xreplace({_delta: D - 1}) for each in self.inside(state, others)]
            require(all(shows(known, each) for each in inside), "no such state")
            hops = D - 1 + state.hops_0(D - 1, others)
            require(shows(known, hops >= after), f"no packet is {after} hops away")

    @staticmethod
    def inside(state: State, others: bool) -> list[sp.Basic]:
        """The possible numbers of digits that differ, of D - 1 but for those that the state says to agree."""
        agree = 1 - state.own + (0 if state.same else 1 - state.last)
        return [c.xreplace({_most: D - 1 - agree}) for c in state.region(_delta, others)]

    def describe(self) -> list[str]:
        return [
            "the number of hops, certified at all sizes, is at most that in each kind of state, and attained in one"
        ]


def counted(kinds: tuple[str, ...]) -> sp.Expr:
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


def hops_over_digits(there: int, same: int) -> sp.Expr:
    """Hops in dimension 0, summed over all pairs of vectors of the D - 1 other digits, for one pair of hyperplanes.

    For each case of the digits of the two hyperplanes' own directions, the sum runs over the number of other digits
    that differ: the hops are ``A + B delta`` if any digit besides the source's own one differs, and have a separate
    value if none does.
    """
    weight = (w, w * (w - 1))  # pairs of digits that agree, that differ
    total = Integer(0)
    for state in (s for s in states() if (s.there, s.same) == (there, same)):
        rest = D - 2 if same else D - 3  # digits of neither direction
        every, differing, none = differing_digits(rest)
        usual = sp.Poly(state.hops_0(_delta, True), _delta)
        require(usual.degree() <= 1, "hops that are not affine in the number of differing digits")
        at_least = state.hops_0(Integer(state.known), True)
        own = weight[state.own] * (1 if same else weight[state.last])
        over_rest = at_least * every + usual.coeff_monomial(_delta) * differing
        if same or not state.last:
            over_rest += none * (state.hops_0(Integer(state.known), False) - at_least)
        total += own * over_rest
    return total


def differing_digits(count: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """For all pairs of vectors of so many digits: number of pairs, sum of their numbers of differing places, number of equal
    pairs.

    Each digit is a factor ``w + w (w - 1) z`` of the generating function by the number of places in which a pair
    differs.
    """
    z = sp.Symbol("z", positive=True)
    series = (w + w * (w - 1) * z) ** count
    return series.subs(z, 1), sp.diff(series, z).subs(z, 1), series.subs(z, 0)


@dataclass(frozen=True)
class DigitsCounted(Proof):
    """Sums over all pairs by the pair of hyperplanes: the same (w), others of the same direction (S - w), the rest (w^2 - S).

    In each of these cases the hops certified by :class:`HyperplaneWalk`, functions of the numbers of differing digits,
    are summed over all pairs of digit vectors, digit by digit. With one direction only (D = 2) the rest is empty, as S
    = w^2.
    """

    kind: ClassVar[str] = "generating function"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        _one_digit()
        by_planes = w * hops_over_digits(1, 1) + (PAIRS - w) * hops_over_digits(0, 1)
        by_planes += (w**2 - PAIRS) * hops_over_digits(0, 0)
        found = {"h_0": by_planes, "h_1": w**2 * differing_digits(D - 1)[1]}
        table = {PairSum(HOPS["h_0"] + HOPS["h_1"]): found["h_0"] + found["h_1"]}
        table |= {PairSum(hop): found[name] for name, hop in HOPS.items()}
        require(any(before.has(total) for total in table), "there is no sum of hops over pairs")
        require(equal(before.xreplace(table), after), f"the counts do not give {after}")

    def describe(self) -> list[str]:
        return [
            "pairs of digits: w agree and w(w - 1) differ, so (w + w(w - 1) z)^r counts pairs of r digits by differing places",
            "the hops needed, summed with these counts for each kind of pair of hyperplanes",
        ]


def _one_digit() -> None:
    """The pairs of one digit's values that agree and that differ, and that each digit is a factor."""
    from netlemma.derive.algebra.summation.sums import close

    agree = at.pair_sum(sp.Piecewise((Integer(1), sp.Eq(at.a, at.b)), (Integer(0), True)), w)
    closed = close(agree, [w >= 2])
    closed.check()
    require(equal(closed.expression, w) and equal(w + w * (w - 1), w**2), "the numbers of pairs of digits differ")
    m, z = sp.symbols("m z", positive=True)
    require(
        equal((w + w * (w - 1) * z) ** (m + 1), (w + w * (w - 1) * z) ** m * (w + w * (w - 1) * z)),
        "a digit is not a factor of the generating function",
    )


@dataclass(frozen=True)
class DivisionWithRemainder(Proof):
    """w hyperplanes distributed over D - 1 directions: w mod (D-1) directions have floor(w/(D-1)) + 1 of them, the others one
    less.
    """

    kind: ClassVar[str] = "division with remainder"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        q, r, n = sp.symbols("q r n", positive=True)
        require(equal(r * (q + 1) + (n - r) * q, n * q + r), "the directions do not share all hyperplanes")
        squares = r * (q + 1) ** 2 + (n - r) * q**2
        quotient = floor(w / (D - 1))
        dealt = squares.subs({q: quotient, r: w - (D - 1) * quotient, n: D - 1}, simultaneous=True)
        require(equal(before.xreplace({PAIRS: dealt}), after), "the sum of squares differs")

    def describe(self) -> list[str]:
        return [
            "w = (D - 1) q + r hyperplanes: r directions have q + 1 of them and D - 1 - r have q, so S = r (q + 1)^2 + (D - 1 - r) q^2"
        ]
