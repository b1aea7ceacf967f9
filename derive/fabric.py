"""Packets in a butterfly fabric as conditions on single digits, decided for all sizes.

A packet sets digits in the order of the stages. Count places from the stage where it starts to do so: hop h sets place h to the
target's digit. So after h hops the row has the target's digits at the places before h and the source's digits at all others
(:func:`certify_rows`, by induction over the hops), and it is the target's row exactly if the words agree at all places from h on.
With K the first number of hops after which it is, every question about a packet is one about K, the number of the hop and the
stages, all affine; digits matter only where they meet those of the link, place by place (:func:`options`).

Rings: a short ring follows the links that change no digit. A long ring adds d to the digit of each stage, and after the last stage
-d, so that it closes after two rounds (:func:`certify_rings`). A packet that comes to place k over the link before has had there,
one place earlier, a digit other than the one p from which the ring comes, exactly if it enters a ring.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import sympy as sp

from derive.digit_conditions import Places, agreeing, forbids_agreement, forces_agreement, p, v, w, word_pairs
from derive.implications import impossible, shows
from derive.notation import a, b
from derive.proof import ProofError, require

Relations = tuple[sp.Basic, ...]
aligned = sp.Symbol("K", integer=True)  # hops after which the row is the target's for the first time
k = sp.Symbol("k", integer=True)  # number of a hop
_i, _h = sp.symbols("i h", integer=True)


def covers(known: Iterable[sp.Basic], regions: Sequence[Iterable[sp.Basic]]) -> bool:
    """Whether what is known implies that one of the regions (conjunctions of affine relations) holds.

    >>> x = sp.Symbol("x", integer=True)
    >>> covers([x >= 0], [[x <= 3], [x >= 4]]), covers([x >= 0], [[x <= 3], [x >= 5]])
    (True, False)
    """
    known = list(known)
    if impossible(known):
        return True
    left: list[list[sp.Basic]] = []
    for region in regions:
        undecided = [relation for relation in region if not shows(known, relation)]
        if not undecided:
            return True
        if not impossible([*known, *undecided]):
            left.append(undecided)
    if not left:
        return False
    relation = left[0][0]
    others = negations(relation)
    return covers([*known, relation], left) and all(covers([*known, other], left[1:]) for other in others)


def negations(relation: sp.Basic) -> list[sp.Basic]:
    """Affine relations of integers of which one holds exactly if the given one does not."""
    if relation is sp.true:
        return []
    if relation is sp.false:
        return [sp.true]
    if isinstance(relation, sp.Eq):
        return [relation.lhs >= relation.rhs + 1, relation.lhs <= relation.rhs - 1]
    return [sp.Not(relation)]


def row(place: sp.Expr, hops: sp.Expr) -> tuple[tuple[sp.Basic, sp.Symbol], ...]:
    """The digit of the row at a place after so many hops, by cases: the target's before that place, else the source's."""
    return ((place <= hops - 1, b), (place >= hops, a))


def certify_rows(r: sp.Expr) -> None:
    """The rows on the way, by induction over the hops, and when one is the target's.

    Before the first hop the row is the source's; hop h < r finds the source's digit at place h, sets it to the target's and leaves
    the others; after r hops all digits are the target's. The row is the target's exactly if the words agree where it still has the
    source's digits, that is from place h on.

    :raises ProofError: naming what fails
    """
    inside = [_i >= 0, _i <= r - 1, r >= 1]
    for when, digit in row(_i, sp.Integer(0)):
        require(digit == a or impossible([*inside, when]), "the first row is not the source's")
    for (now, before), (then, after) in ((x, y) for x in row(_i, _h) for y in row(_i, _h + 1)):
        both = [*inside, _h >= 0, _h <= r - 1, now, then]
        require(after == b or impossible([*both, sp.Eq(_i, _h)]), "a hop does not set its digit")
        for elsewhere in (_i <= _h - 1, _i >= _h + 1):
            require(before == after or impossible([*both, elsewhere]), "a hop changes another digit")
    for when, digit in row(_i, _i):
        require(digit == a or impossible([*inside, when]), "a hop does not find the source's digit at its place")
    for when, digit in row(_i, _h):
        require(digit == b or impossible([*inside, when, _h >= r]), "a digit is wrong after a whole round")
        lined_up = [*inside, _h >= 0, when]
        require(
            shows(lined_up, _i >= _h if digit == a else _i <= _h - 1),
            "agreement from place h on is not what is missing",
        )


def certify_rings(r: sp.Expr) -> None:
    """Hop h of a long ring, 0 <= h < 2r, adds d to its digit in the first round and -d in the second.

    Each digit gets d once and -d once, so that the ring closes after 2r links, which pass each stage twice; the shift changes its
    sign exactly after the last stage. So one digit p of the stage before belongs to each link: the one from which its ring comes.

    :raises ProofError: naming what fails
    """
    first, second = [_h >= 0, _h <= r - 1], [_h >= r, _h <= 2 * r - 1]
    place = [_i >= 0, _i <= r - 1, r >= 1]
    require(shows([*place, sp.Eq(_h, _i)], _h <= r - 1) and shows([*place, sp.Eq(_h, _i + r)], _h >= r), "d twice")
    require(shows([*place, sp.Eq(_h, _i + r)], _h <= 2 * r - 1), "a digit gets no -d")
    for one, other, wraps in ((first, first, False), (first, second, True), (second, second, False)):
        both = [*one, *(relation.xreplace({_h: _h + 1}) for relation in other), r >= 1]
        stage = _h if one is first else _h - r
        require(shows(both, stage >= r - 1) if wraps else shows(both, stage <= r - 2), "the sign changes elsewhere")


@dataclass(frozen=True)
class Leg:
    """Packets with these properties make the hops ``first``, ..., ``last`` (numbers k) of the way that is looked at."""

    when: Relations
    first: sp.Expr
    last: sp.Expr

    @property
    def made(self) -> list[sp.Basic]:
        return [*self.when, k >= self.first, k <= self.last]


@dataclass(frozen=True)
class Option:
    """The pairs of words whose packet makes hop k over the link, if it makes hop k at all, for some numbers k."""

    when: Relations
    places: tuple[Places, ...]

    def implied(self, radix: sp.Expr, known: Sequence[sp.Basic]) -> list[sp.Basic]:
        """What the digits say about K: it exceeds each place at which they differ, and no place from which on they agree."""
        there = [part for part in self.places if shows([*known, *self.when], part.count >= 1)]
        found = [aligned >= part.stop for part in there if forbids_agreement(part.condition, radix)]
        if there == list(self.places):
            for part in reversed(there):
                if not forces_agreement(part.condition, radix):
                    break
                found.append(aligned <= part.first)
        return found


def options(r: sp.Expr, long: bool, entering: bool) -> tuple[Option, ...]:
    """The options for a link of the fabric: a short or a long one, crossed anyhow or as the first link on its ring.

    The link is at place k and its node has the digits v; a long link leads to another digit w at place k. The digit p at the place
    before is the one from which the ring comes; on a short ring that is v. After a round only short links are crossed, and the only
    one that can be the first on its ring is the first after the round.
    """
    first, start = k, sp.Integer(0)
    comes = sp.And(sp.Eq(b, v), sp.Ne(a, p if long else v))
    here = sp.And(sp.Eq(a, v), sp.Eq(b, w if long else v))
    rest = (Places(k, k + 1, here), Places(k + 1, r, sp.Eq(a, v)))
    if not entering:
        crossed = Option((k >= 0, k <= r - 1), (Places(start, first, sp.Eq(b, v)), *rest))
        return (crossed,) if long else (crossed, Option((k >= r,), (Places(start, r, sp.Eq(b, v)),)))
    found = [
        Option((sp.Eq(k, 0),), tuple(Places(x.first.subs(k, 0), x.stop.subs(k, 0), x.condition) for x in rest)),
        Option((k >= 1, k <= r - 1), (Places(start, k - 1, sp.Eq(b, v)), Places(k - 1, k, comes), *rest)),
    ]
    if not long:
        found.append(Option((sp.Eq(k, r),), (Places(start, r - 1, sp.Eq(b, v)), Places(r - 1, r, comes))))
    return tuple(found)


def certify_options(found: Sequence[Option], r: sp.Expr, long: bool, entering: bool) -> None:
    """Check the options against the rows on the way, place by place, for every hop and every r.

    :raises ProofError: naming what fails
    """
    for option in found:
        last = sp.Integer(0)
        for part in option.places:
            require(part.first == last, "the places do not follow each other")
            last = part.stop
            known = [*option.when, r >= 1, _i >= part.first, _i <= part.stop - 1]
            require(shows([*option.when, r >= 1], part.count >= 0), "a negative number of places")
            for when, digit in row(_i, k):
                for where, wanted in _wanted(digit, long, entering):
                    if not impossible([*known, when, *where]):
                        require(part.condition == wanted, f"digits with {part.condition} at a place with {wanted}")
        require(shows([*option.when, r >= 1], sp.Eq(last, r)), "the places do not end with the word")
    hops = [k >= 0, r >= 1]
    if long:
        hops.append(k <= r - 1)  # after a round every digit is right, and a link that changes one is not taken
    elif entering:
        hops.append(k <= r)  # the link before the second and later ones is short too, on the same ring
    require(covers(hops, [option.when for option in found]), "a hop is left out")
    for one, other in combinations(found, 2):
        require(impossible([*hops, *one.when, *other.when]), "a hop is counted twice")


def _wanted(digit: sp.Symbol, long: bool, entering: bool) -> Iterator[tuple[list[sp.Basic], sp.Basic]]:
    """What a place has to satisfy, by where it is: the node's digit is v; the hop leads to w or stays; the link before counts."""
    met = sp.Eq(digit, v)
    yield [_i >= k + 1], met
    yield [sp.Eq(_i, k)], sp.And(met, sp.Eq(b, w if long else v))
    yield [sp.Eq(_i, k - 1)], sp.And(met, sp.Ne(a, p if long else v)) if entering else met
    yield [_i <= k - 2], met


@dataclass(frozen=True)
class Hops:
    """Packets that make hop ``hop`` over the link, summed over indices.

    ``places`` are an option at this hop. Counted are the pairs of words that differ at the place ``differ`` or later (all pairs, if
    there is no such place), ``times`` times; indices that are not summed over are ``fixed``.
    """

    limits: tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]
    hop: sp.Expr
    places: tuple[Places, ...]
    differ: sp.Expr | None = None
    times: sp.Expr = sp.S.One
    fixed: Relations = ()

    @property
    def known(self) -> list[sp.Basic]:
        ranges = [relation for index, lower, upper in self.limits for relation in (index >= lower, index <= upper)]
        return [*ranges, *self.fixed]

    @property
    def region(self) -> list[sp.Basic]:
        """Where packets are counted, in terms of the indices, k and K."""
        return [*self.known, sp.Eq(k, self.hop), *([] if self.differ is None else [aligned >= self.differ + 1])]

    def count(self, radix: sp.Expr, domain: Sequence[sp.Basic]) -> sp.Expr:
        """The packets as an expression."""
        known = [*domain, *self.known]
        pairs = word_pairs(self.places, radix, known)
        if self.differ is not None:
            pairs -= word_pairs(agreeing(self.places, self.differ, known), radix, known)
        whole = self.times * pairs
        return sp.Sum(whole, *self.limits) if self.limits else whole


@dataclass(frozen=True)
class Crossings:
    """The packets that make hops over one link, as sums, with all that is needed to check them against the rule.

    ``indices`` is what the numbers K and those of the stages may be; ``hops`` are the sums, ``options`` those of the link; hops are
    made by ``legs``. ``ends`` are the indices for the stages of source and target, each of 0..``stages`` - 1: where one is not
    summed over, all its values are alike. ``alike`` packets go between each pair of ends.
    """

    radix: sp.Expr
    domain: Relations
    indices: Relations
    options: tuple[Option, ...]
    legs: tuple[Leg, ...]
    hops: tuple[Hops, ...]
    ends: tuple[sp.Symbol, ...] = ()
    stages: sp.Expr = sp.S.One
    alike: sp.Expr = sp.S.One

    def total(self) -> sp.Expr:
        return sp.Add(*(hops.count(self.radix, self.domain) for hops in self.hops))

    def certify(self) -> None:
        """Each pair of words, stage and hop that the rule says to cross the link is in exactly one sum, and nothing else is.

        :raises ProofError: naming what fails
        """
        regions = [self._region(hops) for hops in self.hops]
        for hops, region in zip(self.hops, regions, strict=True):
            inside = [*self.domain, *self.indices, *region]
            require(
                covers(inside, [leg.made for leg in self.legs]), f"a packet counted in {hops} does not make the hop"
            )
            named = set().union(*(x.free_symbols for x in (*self.domain, *hops.known)))
            for relation in self.indices:
                within = not relation.free_symbols <= named or shows([*self.domain, *hops.known], relation)
                require(within, f"{relation} fails where packets are summed over")
            bound = set().union(*(x.free_symbols for x in hops.known))
            anywhere = [end for end in self.ends if end not in bound]
            require(
                hops.times == self.alike * self.stages ** len(anywhere), f"other packets are alike than {hops.times}"
            )
        for one, other in combinations(regions, 2):
            require(impossible([*self.domain, *self.indices, *one, *other]), "a packet is counted twice")
        for option in self.options:
            for leg in self.legs:
                here = [*self.domain, *self.indices, *option.when, *leg.made]
                here += option.implied(self.radix, self.domain)
                require(covers(here, regions), "a packet that makes the hop is not counted")

    def _region(self, hops: Hops) -> list[sp.Basic]:
        """Where these hops are counted, with what their digits say about K."""
        option = self._option(hops)
        return [*hops.region, *(x.xreplace({k: hops.hop}) for x in option.implied(self.radix, self.domain))]

    def _option(self, hops: Hops) -> Option:
        for option in self.options:
            places = tuple(
                Places(sp.S(x.first).xreplace({k: hops.hop}), sp.S(x.stop).xreplace({k: hops.hop}), x.condition)
                for x in option.places
            )
            when = [x.xreplace({k: hops.hop}) for x in option.when]
            if places == hops.places and all(shows([*self.domain, *hops.known], x) for x in when):
                return option
        raise ProofError(f"no option of the link fits hop {hops.hop} over the places {hops.places}")


def at_hop(found: Sequence[Option], number: int, hop: sp.Expr) -> tuple[Places, ...]:
    """The places of an option at one hop."""
    return tuple(
        Places(sp.S(x.first).xreplace({k: hop}), sp.S(x.stop).xreplace({k: hop}), x.condition)
        for x in found[number].places
    )


def certify_legs(
    legs: Sequence[Leg], arrivals: Sequence[tuple[sp.Basic, ...]], known: Sequence[sp.Basic], end: sp.Expr | None = None
) -> None:
    """The legs are the hops up to the first arrival at the target, or to the end of the round if there is an end.

    ``arrivals`` are the cases in which the target is reached after k hops. Every packet is of exactly one leg.

    :raises ProofError: naming what fails
    """
    for leg in legs:
        here, length = [*known, *leg.when], leg.last + 1
        arrived = [[x.xreplace({k: length}) for x in case] for case in arrivals]
        require(leg.first == 0 and shows(here, length >= 0), "the hops do not begin with the first")
        ends = end is not None and shows(here, sp.Eq(length, end))
        require(ends or covers(here, arrived), "a packet stops elsewhere than at its target")
        for case in arrivals:
            require(impossible([*here, k >= 0, k <= length - 1, *case]), "a packet goes on from its target")
    require(covers(known, [leg.when for leg in legs]), "a packet has no leg")
    for one, other in combinations(legs, 2):
        require(impossible([*known, *one.when, *other.when]), "a packet has two legs")


def certify_row(places: Sequence[Places], hops: sp.Expr, r: sp.Expr, same: bool = False) -> None:
    """Check the conditions at a node that is reached before or after the round: the row has the digits v.

    ``hops`` are the hops of the round made before, 0 or r; ``same`` says that source and target have the same row.

    :raises ProofError: naming what fails
    """
    last = sp.Integer(0)
    for part in places:
        require(part.first == last, "the places do not follow each other")
        last = part.stop
        for when, digit in row(_i, hops):
            if not impossible([r >= 1, _i >= part.first, _i <= part.stop - 1, when]):
                wanted = sp.And(sp.Eq(a, v), sp.Eq(b, v)) if same else sp.Eq(digit, v)
                require(part.condition == wanted, f"digits with {part.condition} at a place with {wanted}")
    require(last == r, "the places do not end with the word")


def along(source: sp.Expr, target: sp.Expr, node: sp.Expr) -> tuple[Relations, ...]:
    """When a packet along a ring, from one number to another, crosses the link that leaves a node: three cases."""
    straight = (source <= node, node <= target - 1)
    return straight, (target <= source - 1, source <= node), (target <= source - 1, node <= target - 1)


def certify_along(
    cases: Sequence[Iterable[sp.Basic]],
    source: sp.Expr,
    target: sp.Expr,
    node: sp.Expr,
    size: sp.Expr,
    known: Sequence[sp.Basic],
) -> None:
    """Hop h, 0 <= h < (target - source) mod size, leaves the node source + h, less the size beyond it: exactly these cases.

    :raises ProofError: if the cases are others
    """
    ends = [relation for x in (source, target, node) for relation in (x >= 0, x <= size - 1)]
    for apart, hops in ((target >= source, target - source), (target <= source - 1, target - source + size)):
        for wraps, place in ((source + _h <= size - 1, source + _h), (source + _h >= size, source + _h - size)):
            here = [*known, *ends, apart, _h >= 0, _h <= hops - 1, wraps, sp.Eq(node, place)]
            require(covers(here, [list(case) for case in cases]), "a link on the way is left out")
        for case in cases:
            for behind, number in ((node >= source, node - source), (node <= source - 1, node - source + size)):
                here = [*known, *ends, apart, behind, *case]
                require(shows(here, number >= 0) and shows(here, number <= hops - 1), "another link is on the way")
