"""The worst case of dimension order on products of any factors, by potentials and a matching for every size."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import ClassVar, NamedTuple

import sympy as sp

from netlemma.derive.algebra.affine_conditions import covers, impossible, shows
from netlemma.derive.algebra.largest_values import not_negative, pieces
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import AdmissibleMax, DeviceMax, PairSum, RangeMax, a, b, crossings, rate
from netlemma.derive.algebra.proof import ARGUED, Proof, require
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.networks.products.brute_force_products import Dimensions, nodes
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count
from netlemma.derive.networks.traffic import brute_force_loads as brute_force
from netlemma.derive.networks.traffic.factor_loads import (
    MINUS,
    PLUS,
    SPLIT,
    directions,
    head,
    indicator,
    n,
    place,
    tail,
)

# Potentials and matchings of a factor, by which the worst case of dimension order on its powers is shown.


FEWER, MORE, SAME = "A < B", "A > B", "A = B"
HALF = sp.Rational(1, 2)
ZERO, ONE = sp.S.Zero, sp.S.One
Bound = tuple[tuple[sp.Basic, ...], sp.Expr, sp.Expr]  # places where it is used, potentials u of a and v of b


class Reached(NamedTuple):
    """Where a matching reaches the bound: direction and place of a channel, destination digit of the digit a, digits matched."""

    direction: int
    at: Mapping[sp.Symbol, sp.Expr]
    to: sp.Expr
    matched: sp.Basic = sp.true


class FactorWorst(NamedTuple):
    """Potentials of a direction in each of the three cases, and matchings where A <= B, at a size n with half = floor(n/2).

    ``at`` fixes the place of the channels that are looked at; rotations of a ring, and other names of the digits of a clique,
    move them to all others. On a line the place stays free.
    """

    at: Mapping[sp.Symbol, sp.Expr]
    bounds: Callable[[int, str], list[Bound]]
    reached: Mapping[str, Reached]


def largest_values(name: str, ties: str) -> tuple[sp.Expr, sp.Expr]:
    """The largest load of a channel divided by the smaller of A and B: where they differ, and where they do not."""
    even = sp.Eq(sp.Mod(n, 2), 0)
    half = sp.Piecewise((n / 2, even), ((n - 1) / 2, True))
    if name == "ring" and ties == SPLIT:
        return (n - 1) / 2, sp.Piecewise((HALF, sp.Eq(n, 2)), (n / 2 - 1, even), ((n - 1) / 2, True))
    return {
        "line": (n - 1, half),
        "ring": (half, half),
        "oneway-ring": (n - 1, n - 1),
        "clique": (ONE, ONE),
        "bus": (n, n),
    }[name]


def factor_worst(name: str, ties: str, size: sp.Expr, half: sp.Expr) -> FactorWorst:
    """Potentials and matchings of a factor."""
    last = size - 1

    def one(*conditions: sp.Basic) -> sp.Expr:
        return indicator([conditions])

    def alike(u: sp.Expr, v: sp.Expr) -> Callable[[int, str], list[Bound]]:
        return lambda direction, case: [((), ZERO, v) if case == MORE else ((), u, ZERO)]

    if name == "line":
        before, behind = one(a <= place), one(b >= place + 1)
        down = one(a >= place + 1), one(b <= place)

        def of_line(direction: int, case: str) -> list[Bound]:
            u, v = down if direction else (before, behind)
            if case != SAME:
                return [((), u, ZERO) if case == FEWER else ((), ZERO, v)]
            low, high = (u, ZERO), (ZERO, v)
            return [
                ((place <= half - 1,), *(high if direction else low)),
                ((place >= half,), *(low if direction else high)),
            ]

        met = {FEWER: Reached(0, {place: size - 2}, last), SAME: Reached(0, {place: half - 1}, a + half, a <= half - 1)}
        return FactorWorst({}, of_line, met)
    if name == "clique":
        ends = {tail: ZERO, head: last}
        single = Reached(0, ends, last, sp.Eq(a, 0))
        return FactorWorst(ends, alike(one(sp.Eq(a, 0)), one(sp.Eq(b, last))), {FEWER: single, SAME: single})
    if name == "bus":
        ahead = Reached(0, {}, sp.Piecewise((a + 1, a <= size - 2), (0, True)))
        return FactorWorst({}, alike(ONE, ONE), {FEWER: ahead, SAME: ahead})
    around = {place: last}  # from n - 1 to 0, or back
    if name == "oneway-ring":
        both = alike(one(a >= 1), one(b <= size - 2))
        return FactorWorst(around, both, {FEWER: Reached(0, around, ZERO), SAME: Reached(0, around, a - 1, a >= 1)})

    def of_ring(direction: int, case: str) -> list[Bound]:
        x, y = (a, last - b) if direction else (last - a, b)  # hops behind the channel, and before it
        limit = size if ties == SPLIT or (ties == PLUS) == (direction == 0) else last
        u, v = one(2 * x + 2 <= limit), one(2 * y + 2 <= limit)
        if ties == SPLIT:
            u, v = HALF * (u + one(2 * x + 2 <= last)), HALF * (v + one(2 * y + 2 <= last))
            if case == SAME and size != 2 and 2 * half == size:
                return [((), HALF * one(2 * x + 2 <= last), HALF * one(2 * y + 2 <= last))]
        return [((), ZERO, v) if case == MORE else ((), u, ZERO)]

    direction = int(ties == MINUS)
    x = a if direction else last - a
    reach = half - 2 if ties == SPLIT and size != 2 and 2 * half == size else half - 1
    ahead, nearest = (reach - x, ZERO) if not direction else (last - reach + x, last)
    met = {FEWER: Reached(direction, around, nearest), SAME: Reached(direction, around, ahead, x <= reach)}
    return FactorWorst(around, of_ring, met)


# The worst case of dimension order on powers of a factor, by potentials and a matching for every size.
#
# The share of the messages from s to t on a channel of dimension j is that of the digits s_j and t_j along its factor, if the digits
# of t before j and those of s behind j are those of the channel's copy, otherwise 0. So A = n^j sources have each digit at j, and
# B = n^(m-1-j) destinations. Potentials u of source digits and v of destination digits, u + v at least the share, show that no
# admissible traffic loads the channel by more than A*sum(u) + B*sum(v); a matching of digits reaches this. If A < B, any map of the
# digits is one, since all A*n sources find room at B destinations; if A = B, it is one to one. The largest of these values is that
# of the middle dimension, or of the two beside the middle.


WORST = DeviceMax(AdmissibleMax(PairSum(rate * crossings)))
_h = sp.Symbol("h'", integer=True, nonnegative=True)
_other = sp.Symbol("a_2'", integer=True)
# sizes n with floor(n/2), every n from 2 on
CLASSES = ((sp.Integer(2), ONE), (2 * _h + 4, _h + 2), (2 * _h + 3, _h + 1))


def _equal_to(value: sp.Expr, other: sp.Expr, region: Sequence[sp.Basic]) -> bool:
    return all(not_negative(sign * x, r) for r, x in pieces(value - other, region) for sign in (1, -1))


def _total(body: sp.Expr, index: sp.Symbol, size: sp.Expr, known: Sequence[sp.Basic]) -> sp.Expr:
    """A sum over the digits of a factor, closed, with its proof checked."""
    if not body.has(sp.Piecewise):
        return body * size
    closed = close(sp.Sum(body, (index, 0, size - 1)), known)
    closed.check()
    return closed.expression


@cache
def check_factor(name: str, ties: str) -> None:
    """Check potentials and matchings of a factor for every size."""
    for size, half in CLASSES:
        unequal, same = (
            next(x for _, x in pieces(v.xreplace({n: size}), [_h >= 0])) for v in largest_values(name, ties)
        )
        found = factor_worst(name, ties, size, half)
        digits = [_h >= 0, *(bound for x in (a, b) for bound in (x >= 0, x <= size - 1))]
        for number, direction in enumerate(directions(KINDS[name], size, ties)):
            share = sp.Add(*(part * indicator(ways) for part, ways in direction.crossings)).xreplace(dict(found.at))
            free = [bound for x, low, high in direction.places if x not in found.at for bound in (x >= low, x <= high)]
            for case in (FEWER, MORE, SAME):
                most, bounds = same if case == SAME else unequal, found.bounds(number, case)
                require(covers([_h >= 0, *free], [where for where, _, _ in bounds]), "places are left out")
                for where, u, v in bounds:
                    if number and name == "clique":
                        continue  # the channel from 0 to n - 1 is one of the first direction
                    region = [*digits, *free, *where]
                    for here, value in (x for e in (u, v, u + v - share) for x in pieces(e, region)):
                        require(not_negative(value, here), f"{name}: a share above its potentials, or a negative one")
                    known = [_h >= 0, *free, *where]
                    if impossible(known):
                        continue
                    total = _total(u, a, size, known) + _total(v, b, size, known)
                    for here, value in pieces(most - total, known):
                        require(not_negative(value, here), f"{name}: potentials with a larger sum")
        for case, met in found.reached.items():
            _check_matching(name, ties, size, case, met, same if case == SAME else unequal)
        require(
            not_negative(sp.expand(size * same - unequal), [_h >= 0]) or _grows(size * same - unequal),
            "not in the middle",
        )


def _grows(polynomial: sp.Expr) -> bool:
    """Whether a polynomial in h has no negative coefficient."""
    return all(c >= 0 for c in sp.Poly(sp.expand(polynomial), _h).coeffs())


def _check_matching(name: str, ties: str, size: sp.Expr, case: str, met: Reached, most: sp.Expr) -> None:
    direction = directions(KINDS[name], size, ties)[met.direction]
    at = dict(met.at)
    inside = [_h >= 0, a >= 0, a <= size - 1, met.matched]
    for x, low, high in direction.places:
        require(shows([_h >= 0], at[x] >= low) and shows([_h >= 0], at[x] <= high), "no such channel")
    targets = list(pieces(met.to, inside))
    for here, to in targets:
        require(shows(here, to >= 0) and shows(here, to <= size - 1), "no such digit")
        for there, other in targets if case == SAME else ():
            moved = [sp.S(c).xreplace({a: _other}) for c in there]
            twice = sp.Eq(to, sp.S(other).xreplace({a: _other}))
            require(impossible([*here, *moved, a <= _other - 1, twice]), "two digits have the same destination")
    weight = ZERO
    for here, to in targets:
        conditions = [c for c in here if c not in inside[:3] and c is not sp.true]
        for part, ways in direction.crossings:
            cases = [tuple(sp.S(c).xreplace(at).xreplace({b: to}) for c in way) for way in ways]
            weight += part * _total(indicator([(*conditions, *each) for each in cases]), a, size, [_h >= 0])
    require(_equal_to(weight, most, [_h >= 0]), f"{name}: the matching has another weight")


def worst_value(group: Group, ties: str) -> sp.Expr:
    """The worst case on a power of a factor: A times the largest value in the middle dimension."""
    unequal, same = (x.xreplace({n: group.size}) for x in largest_values(group.kind.name, ties))
    beside, middle = group.size ** (group.count / 2 - 1) * unequal, group.size ** ((group.count - 1) / 2) * same
    found = sp.Piecewise((beside, sp.Eq(sp.Mod(group.count, 2), 0)), (middle, True))
    return sp.piecewise_fold(found)


@dataclass(frozen=True)
class ByDuality(Proof):
    """The worst case, bounded by potentials for each channel and reached by a matching (see the module).

    B. Towles and W. J. Dally, Worst-case traffic for oblivious routing functions, 2002.
    """

    group: Group
    ties: str
    kind: ClassVar[str] = "duality"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == WORST, "not a worst case")
        check_factor(self.group.kind.name, self.ties)
        require(equal(after, worst_value(self.group, self.ties)), f"the worst case is not {after}")

    def describe(self) -> list[str]:
        even, odd = (list(self._lines(half)) for half in (n / 2, (n - 1) / 2))
        return [
            f"a factor has {n} = {self.group.size} nodes",
            "a message crosses a channel of dimension j if its run there does, and its other digits are those of the channel",
            "potentials u + v of each channel are at least the share of each pair; their sums and the matchings' weights are closed",
            *(
                even
                if even == odd
                else [f"{n} {parity}: {x}" for parity, lines in (("even", even), ("odd", odd)) for x in lines]
            ),
        ]

    def _lines(self, half: sp.Expr) -> Iterator[str]:
        found = factor_worst(self.group.kind.name, self.ties, n, half)
        for case in (FEWER, MORE, SAME):
            for where, u, v in found.bounds(0, case):
                at = f" for {', '.join(map(str, where))}" if where else ""
                yield f"{case}{at}: u = {_shown(u)}, v = {_shown(v)}"
            if case in found.reached:
                met = found.reached[case]
                place_of = ", ".join(f"{x} = {value}" for x, value in met.at.items())
                only = "" if met.matched is sp.true else f" where {met.matched}"
                yield f"{case}: reached at {place_of or 'the bus'}, by messages from digit {a} to {met.to}{only}"


def _shown(potential: sp.Expr) -> str:
    """A potential in words: shares, each with its condition."""
    words = []
    for term in sp.Add.make_args(potential):
        share, rest = term.as_coeff_Mul()
        words.append(f"{share} where {rest.args[0][1]}" if isinstance(rest, sp.Piecewise) else str(term))
    return " + ".join(words)


# The worst case of dimension order on products of any factors.
#
# Of a channel of dimension j, each digit of its factor is met by messages from A sources and to B destinations, where A is the product
# of the sizes before j and B of those behind it. Let M be the smaller of both numbers. On a line all messages cross that begin before
# the channel and end behind it: A p sources and B (n - p) destinations for p digits before the channel, so the least of both numbers is
# the load; it is largest where p is next to B n/(A + B). In every other factor potentials of the digits with one node each bound the
# load by M times a value (derive.networks.traffic.worst_case_duality), and a matching of digits, one to one, reaches it, since M nodes of
# each digit have room. The exception is an even ring of n = 2h >= 4 nodes whose ties are split, with A < B, say. Messages begin
# h - 1 - i hops before the channel, 0 <= i < h, and end y hops behind it; they cross it with share 1 if y < i and 1/2 if y = i. The
# digits i >= 1 send A (h - 1) messages to y = i - 1. Digit 0 sends to y = 0, with share 1/2, as many as have room there beside those of
# digit 1, B - A, but at most A. The potentials 1 of i >= 1 and 1/2 of i = 0 add up to A (h - 1/2), the potentials 1 of i >= 2, 1/2 of
# i = 1 and 1/2 of y = 0 to A (h - 3/2) + B/2: the smaller sum is reached.


MOST_CASES = 12  # sizes of a line with a value of their own
MOST_DIMENSIONS = 12
_i = sp.Symbol("i'", integer=True, nonnegative=True)  # a dimension of a group
SMALL = ((1, 1), (1, 2), (2, 1), (2, 3), (3, 2))  # numbers A and B of the factors of which all traffics are tried


def worst_of_product(groups: Groups, ties: str) -> sp.Expr:
    """The worst case on a product, the largest of the values of its dimensions."""
    few = all(g.count.is_Integer for g in groups) and sum(g.count for g in groups) <= MOST_DIMENSIONS
    values = []
    for j, group in enumerate(groups):
        before, behind = node_count(groups[:j]), node_count(groups[j + 1 :])
        for i in range(int(group.count)) if few else ():
            others = before * group.size**i, behind * group.size ** (group.count - 1 - i)
            values.append(most_of_factor(group.kind.name, group.size, *others, ties))
        if not few:
            values.append(_most_of_group(group, before, behind, ties))
    return sp.Max(*values)


def _most_of_group(group: Group, before: sp.Expr, behind: sp.Expr, ties: str) -> sp.Expr:
    """The largest value of the dimensions of a group, with the numbers of nodes of those before and behind them."""
    sources, destinations = before * group.size**_i, behind * group.size ** (group.count - 1 - _i)
    if group.count == 1:
        return _of_factor(group.kind.name, group.size, before, behind, ties)
    value = _of_factor(group.kind.name, group.size, sources, destinations, ties)
    fewer = sp.Min(sources, destinations)
    scale = value / fewer if not (value / fewer).has(_i) else sp.S.One
    return scale * RangeMax(value / scale, sp.Tuple(_i, 0, group.count - 1))


def most_of_factor(name: str, size: sp.Expr, sources: sp.Expr, destinations: sp.Expr, ties: str) -> sp.Expr:
    """The largest load of a channel of a factor whose digits have so many sources and destinations each."""
    one, other = sp.fraction(sp.cancel(sources / destinations))
    common = sp.cancel(sources / one)
    multiple = one if other == 1 else other if one == 1 else None
    unequal, same = (x.xreplace({n: size}) for x in largest_values(name, ties))
    if multiple == 1:
        return common * same
    if multiple is not None:
        return common * (_of_line(size, multiple) if name == "line" else unequal)
    return common * _of_factor(name, size, one, other, ties)


def _of_factor(name: str, size: sp.Expr, sources: sp.Expr, destinations: sp.Expr, ties: str) -> sp.Expr:
    """The largest load for any A and B."""
    if name == "line":
        return _most_before(size, sources, destinations)
    unequal, same = (x.xreplace({n: size}) for x in largest_values(name, ties))
    fewer = sp.Min(sources, destinations)
    if unequal == same:
        return fewer * unequal
    tied = sp.Min(fewer, sp.Max(sources, destinations) - fewer) / 2
    cases = ((fewer * HALF, sp.Eq(size, 2)), (fewer * (size / 2 - 1) + tied, sp.Eq(sp.Mod(size, 2), 0)))
    return sp.Piecewise(*cases, (fewer * unequal, True))


def _of_line(size: sp.Expr, multiple: sp.Expr) -> sp.Expr:
    """The least of p sources and (n - p) m destinations, for the best p."""
    if sp.cancel(multiple / size).is_integer:
        return size - 1
    if size.is_Integer and size <= MOST_CASES and not multiple.is_Integer:
        few = [(_most_before(size, sp.S.One, sp.Integer(m)), sp.Eq(multiple, m)) for m in range(2, int(size) - 1)]
        return sp.Piecewise(*few, (size - 1, True))
    return _most_before(size, sp.S.One, multiple)


def _most_before(size: sp.Expr, sources: sp.Expr, destinations: sp.Expr) -> sp.Expr:
    before = sp.floor(destinations * size / (sources + destinations))
    return sp.Max(sources * before, destinations * (size - 1 - before))


@cache
def try_factor(name: str, ties: str) -> None:
    """Compare the largest load of a channel of a factor with all traffics, one by one, at small sizes."""
    for size in (2, 3, 4):
        for few, many in SMALL:
            value = most_of_factor(name, sp.Integer(size), sp.Integer(few), sp.Integer(many), ties)
            require(value == most_by_traffics(name, size, few, many, ties), f"another worst case of {name}({size})")


def most_by_traffics(name: str, size: int, sources: int, destinations: int, ties: str) -> Fraction:
    """The largest load of a channel of a factor, by all numbers of messages from each digit to each."""
    digits = range(size)
    share: dict[brute_force.Channel, dict[tuple[int, int], Fraction]] = {}
    for x in digits:
        for y in digits:
            for part, channels in brute_force.runs(name, size, x, y, ties):
                for channel in channels:
                    share.setdefault(channel, {})[x, y] = part
    worst = Fraction(0)
    for shares in share.values():
        loads = {(destinations,) * size: Fraction(0)}  # by the messages that each digit can still get
        for x in digits:
            for _ in range(sources):
                more = dict(loads)
                for room, load in loads.items():
                    for y in digits:
                        if room[y] and (x, y) in shares:
                            left = (*room[:y], room[y] - 1, *room[y + 1 :])
                            more[left] = max(more.get(left, Fraction(0)), load + shares[x, y])
                loads = more
        worst = max([worst, *loads.values()])
    return worst


def worst_by_permutations(
    dimensions: Dimensions, share: Callable[[brute_force.Node, brute_force.Node], dict]
) -> Fraction:
    """The largest load of a channel over all permutations of the nodes, one by one."""
    every = nodes(dimensions)
    shares = {(s, t): share(s, t) for s in every for t in every if s != t}
    worst = Fraction(0)
    for order in permutations(every):
        total: dict = {}
        for pair in zip(every, order, strict=True):
            for channel, load in shares.get(pair, {}).items():
                total[channel] = total.get(channel, 0) + load
        worst = max([worst, *total.values()])
    return worst


def in_order(dimensions: Dimensions, ties: str) -> Callable[..., dict]:
    """Crossings by a message under dimension order."""
    return lambda s, t: brute_force.loads(dimensions, [(s, t, Fraction(1))], ties)


@dataclass(frozen=True)
class OfUnlikeFactors(Proof):
    """The worst case of dimension order on a product of any factors (see the module)."""

    groups: Groups
    ties: str
    kind: ClassVar[str] = "duality"
    strength: ClassVar[str] = ARGUED
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == WORST, "not a worst case")
        value = worst_of_product(self.groups, self.ties)
        require(equal(after, value), f"the worst case is not {after}")
        for name in {g.kind.name for g in self.groups}:
            check_factor(name, self.ties)
            try_factor(name, self.ties)

    def describe(self) -> list[str]:
        return [
            "potentials of the digits with one node each, and a matching of digits; or the nodes on both sides of a channel of a line; "
            "all traffics of small factors tried"
        ]
