"""Packets in a butterfly fabric: rows and rings, legs of a route, the pairs of words that cross a link, and their sums."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import sympy as sp

from netlemma.derive.algebra.affine_conditions import Relations, covers, impossible, shows
from netlemma.derive.algebra.notation import a, b
from netlemma.derive.algebra.proof import require
from netlemma.derive.networks.fly.digit_conditions import (
    DigitPlaces,
    agreeing,
    forbids_agreement,
    forces_agreement,
    p,
    v,
    w,
    word_pairs,
)
from netlemma.errors import ProofError

# Rows of packets in a butterfly fabric, and its rings, decided for all sizes by affine conditions on hops and stages.
#
# A packet sets digits in the order of the stages. Places are counted from the stage where it starts: hop h sets place h
# to the target's digit. So after h hops the row has the target's digits at the places before h and the source's digits at
# all others (certify_rows, by induction over the hops), and it is the target's row exactly if the words agree at
# all places from h on. With K the first such number of hops, every question about a packet is one about K, the number of
# the hop and the stages, all affine; digits matter only where they meet those of the link, place by place
# (derive.networks.fly.fabric_crossings).
#
# Rings: a short ring follows the links that change no digit. A long ring adds d to the digit of each stage, and after the
# last stage -d, so that it closes after two rounds (certify_rings). A packet enters a ring at place k exactly if,
# one place earlier, it had a digit other than the digit p from which the ring comes.


aligned = sp.Symbol("K", integer=True)  # first number of hops after which the row is the target's
k = sp.Symbol("k", integer=True)  # number of a hop
_i, _h = sp.symbols("i h", integer=True)


def row_digit(place: sp.Expr, hops: sp.Expr) -> tuple[tuple[sp.Basic, sp.Symbol], ...]:
    """The digit of the row at a place after a number of hops, by cases: the target's before that place, otherwise the
    source's.
    """
    return ((place <= hops - 1, b), (place >= hops, a))


def certify_rows(r: sp.Expr) -> None:
    """Check the rows on the route, by induction over the hops, and the condition for the target's row.

    Before the first hop the row is the source's; hop h < r finds the source's digit at place h, sets it to the target's
    and leaves the others; after r hops all digits are the target's. The row is the target's exactly if the words agree
    where it still has the source's digits, that is from place h on.
    """
    inside = [_i >= 0, _i <= r - 1, r >= 1]
    for when, digit in row_digit(_i, sp.Integer(0)):
        require(digit == a or impossible([*inside, when]), "the first row is not the source's")
    for (now, before), (then, after) in ((x, y) for x in row_digit(_i, _h) for y in row_digit(_i, _h + 1)):
        both = [*inside, _h >= 0, _h <= r - 1, now, then]
        require(after == b or impossible([*both, sp.Eq(_i, _h)]), "a hop does not set its digit")
        for elsewhere in (_i <= _h - 1, _i >= _h + 1):
            require(before == after or impossible([*both, elsewhere]), "a hop changes another digit")
    for when, digit in row_digit(_i, _i):
        require(digit == a or impossible([*inside, when]), "a hop does not find the source's digit at its place")
    for when, digit in row_digit(_i, _h):
        require(digit == b or impossible([*inside, when, _h >= r]), "a digit is wrong after a whole round")
        lined_up = [*inside, _h >= 0, when]
        require(
            shows(lined_up, _i >= _h if digit == a else _i <= _h - 1),
            "agreement from place h on is not what is missing",
        )


def certify_row(places: Sequence[DigitPlaces], hops: sp.Expr, r: sp.Expr, same: bool = False) -> None:
    """Check the conditions at a node that is reached before or after the round: the row has the digits v."""
    last = sp.Integer(0)
    for part in places:
        require(part.first == last, "the places are not consecutive")
        last = part.stop
        for when, digit in row_digit(_i, hops):
            if not impossible([r >= 1, _i >= part.first, _i <= part.stop - 1, when]):
                wanted = sp.And(sp.Eq(a, v), sp.Eq(b, v)) if same else sp.Eq(digit, v)
                require(part.condition == wanted, f"digits with {part.condition} at a place with {wanted}")
    require(last == r, "the places do not cover the word")


def certify_rings(r: sp.Expr) -> None:
    """Check that hop h of a long ring, 0 <= h < 2r, adds d to its digit in the first round and -d in the second.

    Each digit gets d once and -d once, so that the ring closes after 2r links, which pass each stage twice; the shift
    changes its sign exactly after the last stage. So one digit p of the previous stage belongs to each link: that from
    which its ring comes.
    """
    first, second = [_h >= 0, _h <= r - 1], [_h >= r, _h <= 2 * r - 1]
    place = [_i >= 0, _i <= r - 1, r >= 1]
    require(shows([*place, sp.Eq(_h, _i)], _h <= r - 1) and shows([*place, sp.Eq(_h, _i + r)], _h >= r), "d twice")
    require(shows([*place, sp.Eq(_h, _i + r)], _h <= 2 * r - 1), "a digit gets no -d")
    for one, other, wraps in ((first, first, False), (first, second, True), (second, second, False)):
        both = [*one, *(relation.xreplace({_h: _h + 1}) for relation in other), r >= 1]
        stage = _h if one is first else _h - r
        require(shows(both, stage >= r - 1) if wraps else shows(both, stage <= r - 2), "the sign changes elsewhere")


# Hops of a packet in a butterfly fabric: up to its target or to the end of the round, or along one ring.


_hop = sp.Symbol("h", integer=True)


@dataclass(frozen=True)
class FabricLeg:
    """Packets with these properties make the hops ``first``, ..., ``last`` (numbers k) of the route."""

    when: Relations
    first: sp.Expr
    last: sp.Expr

    @property
    def made(self) -> list[sp.Basic]:
        return [*self.when, k >= self.first, k <= self.last]


def certify_legs(
    legs: Sequence[FabricLeg],
    arrivals: Sequence[tuple[sp.Basic, ...]],
    known: Sequence[sp.Basic],
    end: sp.Expr | None = None,
) -> None:
    """Check that the legs are the hops up to the first arrival at the target, or to the end of the round if there is an end.

    Every packet has exactly one leg.
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


def along(source: sp.Expr, target: sp.Expr, node: sp.Expr) -> tuple[Relations, ...]:
    """Conditions under which a packet along a ring crosses the link that leaves a node: three cases."""
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
    """Check that hop h, 0 <= h < (target - source) mod size, leaves the node (source + h) mod size in exactly these cases."""
    ends = [relation for x in (source, target, node) for relation in (x >= 0, x <= size - 1)]
    for apart, hops in ((target >= source, target - source), (target <= source - 1, target - source + size)):
        for wraps, place in ((source + _hop <= size - 1, source + _hop), (source + _hop >= size, source + _hop - size)):
            here = [*known, *ends, apart, _hop >= 0, _hop <= hops - 1, wraps, sp.Eq(node, place)]
            require(covers(here, [list(case) for case in cases]), "a link of the route is left out")
        for case in cases:
            for behind, number in ((node >= source, node - source), (node <= source - 1, node - source + size)):
                here = [*known, *ends, apart, behind, *case]
                require(shows(here, number >= 0) and shows(here, number <= hops - 1), "another link is in the route")


# Links of a butterfly fabric: conditions on the pairs of words that cross one, place by place, for any hop number.


_place = sp.Symbol("i", integer=True)


@dataclass(frozen=True)
class PacketPairs:
    """The pairs of words whose packet makes hop k over the link, if it makes hop k at all, for some numbers k."""

    when: Relations
    places: tuple[DigitPlaces, ...]

    def implied(self, radix: sp.Expr, known: Sequence[sp.Basic]) -> list[sp.Basic]:
        """The conditions on K that follow from the digits: K exceeds each place at which they differ, and no place from which on
        they agree.
        """
        there = [part for part in self.places if shows([*known, *self.when], part.count >= 1)]
        found = [aligned >= part.stop for part in there if forbids_agreement(part.condition, radix)]
        if there == list(self.places):
            for part in reversed(there):
                if not forces_agreement(part.condition, radix):
                    break
                found.append(aligned <= part.first)
        return found


def options(r: sp.Expr, long: bool, entering: bool) -> tuple[PacketPairs, ...]:
    """The options for a link of the fabric, short or long, for any crossing or as the first link on its ring.

    The link is at place k and its node has the digits v; a long link leads to another digit w at place k. The digit p
    at the previous place is that from which the ring comes; on a short ring it is v. After a round only short links are
    crossed, and only the first of them can be the first on its ring.
    """
    first, start = k, sp.Integer(0)
    comes = sp.And(sp.Eq(b, v), sp.Ne(a, p if long else v))
    here = sp.And(sp.Eq(a, v), sp.Eq(b, w if long else v))
    rest = (DigitPlaces(k, k + 1, here), DigitPlaces(k + 1, r, sp.Eq(a, v)))
    if not entering:
        crossed = PacketPairs((k >= 0, k <= r - 1), (DigitPlaces(start, first, sp.Eq(b, v)), *rest))
        return (crossed,) if long else (crossed, PacketPairs((k >= r,), (DigitPlaces(start, r, sp.Eq(b, v)),)))
    packet_pairs = [
        PacketPairs(
            (sp.Eq(k, 0),), tuple(DigitPlaces(x.first.subs(k, 0), x.stop.subs(k, 0), x.condition) for x in rest)
        ),
        PacketPairs(
            (k >= 1, k <= r - 1), (DigitPlaces(start, k - 1, sp.Eq(b, v)), DigitPlaces(k - 1, k, comes), *rest)
        ),
    ]
    if not long:
        packet_pairs.append(
            PacketPairs((sp.Eq(k, r),), (DigitPlaces(start, r - 1, sp.Eq(b, v)), DigitPlaces(r - 1, r, comes)))
        )
    return tuple(packet_pairs)


def certify_options(found: Sequence[PacketPairs], r: sp.Expr, long: bool, entering: bool) -> None:
    """Check the options against the rows on the route, place by place, for every hop and every r."""
    for option in found:
        last = sp.Integer(0)
        for part in option.places:
            require(part.first == last, "the places are not consecutive")
            last = part.stop
            known = [*option.when, r >= 1, _place >= part.first, _place <= part.stop - 1]
            require(shows([*option.when, r >= 1], part.count >= 0), "a negative number of places")
            for when, digit in row_digit(_place, k):
                for where, wanted in _wanted(digit, long, entering):
                    if not impossible([*known, when, *where]):
                        require(part.condition == wanted, f"digits with {part.condition} at a place with {wanted}")
        require(shows([*option.when, r >= 1], sp.Eq(last, r)), "the places do not cover the word")
    hops = [k >= 0, r >= 1]
    if long:
        hops.append(k <= r - 1)  # after a round every digit is correct, and no link that changes a digit is taken
    elif entering:
        hops.append(k <= r)  # before the second and later links there is a short one on the same ring
    require(covers(hops, [option.when for option in found]), "a hop is left out")
    for one, other in combinations(found, 2):
        require(impossible([*hops, *one.when, *other.when]), "a hop is counted twice")


def certify_links(r: sp.Expr) -> None:
    """Check the rows on the route, the rings, and the options of every kind of link."""
    certify_rows(r)
    certify_rings(r)
    for long in (False, True):
        for entering in (False, True):
            certify_options(options(r, long, entering), r, long, entering)


def _wanted(digit: sp.Symbol, long: bool, entering: bool) -> Iterator[tuple[list[sp.Basic], sp.Basic]]:
    """The condition on a place by its position: the node's digit is v; the hop leads to w or stays; the previous link counts."""
    met = sp.Eq(digit, v)
    yield [_place >= k + 1], met
    yield [sp.Eq(_place, k)], sp.And(met, sp.Eq(b, w if long else v))
    yield [sp.Eq(_place, k - 1)], sp.And(met, sp.Ne(a, p if long else v)) if entering else met
    yield [_place <= k - 2], met


def at_hop(found: Sequence[PacketPairs], number: int, hop: sp.Expr) -> tuple[DigitPlaces, ...]:
    """The places of an option at one hop."""
    return tuple(
        DigitPlaces(sp.S(x.first).xreplace({k: hop}), sp.S(x.stop).xreplace({k: hop}), x.condition)
        for x in found[number].places
    )


# Packets over a link of a butterfly fabric, as sums that count each pair of words, stage and hop exactly once.


@dataclass(frozen=True)
class LinkPackets:
    """Packets that make hop ``hop`` over the link, summed over indices.

    ``places`` are an option of the link at this hop. The pairs of words that differ at the place ``differ`` or later
    are counted (all pairs, if there is no such place), ``times`` times; indices without a sum are ``fixed``.
    """

    limits: tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]
    hop: sp.Expr
    places: tuple[DigitPlaces, ...]
    differ: sp.Expr | None = None
    times: sp.Expr = sp.S.One
    fixed: Relations = ()

    @property
    def known(self) -> list[sp.Basic]:
        ranges = [relation for index, lower, upper in self.limits for relation in (index >= lower, index <= upper)]
        return [*ranges, *self.fixed]

    @property
    def region(self) -> list[sp.Basic]:
        """The region of the counted packets, in terms of the indices, k and K."""
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
    """The packets that make hops over one link, as sums, with the data to check them against the routing rule.

    ``indices`` are the ranges of K and of the stages; ``hops`` are the sums, ``options`` those of the link; the hops
    are made by ``legs``. ``ends`` are the indices for the stages of source and target, each in 0..``stages`` - 1; an
    end without a sum has equal counts for all its values. Each pair of ends has ``alike`` packets.
    """

    radix: sp.Expr
    domain: Relations
    indices: Relations
    options: tuple[PacketPairs, ...]
    legs: tuple[FabricLeg, ...]
    hops: tuple[LinkPackets, ...]
    ends: tuple[sp.Symbol, ...] = ()
    stages: sp.Expr = sp.S.One
    alike: sp.Expr = sp.S.One

    def total(self) -> sp.Expr:
        """The number of packets over the link."""
        return sp.Add(*(hops.count(self.radix, self.domain) for hops in self.hops))

    def certify(self) -> None:
        """Check that each pair of words, stage and hop that crosses the link is in exactly one sum, and that nothing else is.

        Raises
        ------
        ProofError
            If a condition fails; the message names it.
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
                require(within, f"{relation} fails in the summation range")
            bound = set().union(*(x.free_symbols for x in hops.known))
            anywhere = [end for end in self.ends if end not in bound]
            require(
                hops.times == self.alike * self.stages ** len(anywhere),
                f"the number of equivalent packets is not {hops.times}",
            )
        for one, other in combinations(regions, 2):
            require(impossible([*self.domain, *self.indices, *one, *other]), "a packet is counted twice")
        for option in self.options:
            for leg in self.legs:
                here = [*self.domain, *self.indices, *option.when, *leg.made]
                here += option.implied(self.radix, self.domain)
                require(covers(here, regions), "a packet that makes the hop is not counted")

    def _region(self, hops: LinkPackets) -> list[sp.Basic]:
        """The region of these hops, with the conditions on K that follow from their digits."""
        option = self._option(hops)
        return [*hops.region, *(x.xreplace({k: hops.hop}) for x in option.implied(self.radix, self.domain))]

    def _option(self, hops: LinkPackets) -> PacketPairs:
        for option in self.options:
            places = tuple(
                DigitPlaces(sp.S(x.first).xreplace({k: hops.hop}), sp.S(x.stop).xreplace({k: hops.hop}), x.condition)
                for x in option.places
            )
            when = [x.xreplace({k: hops.hop}) for x in option.when]
            if places == hops.places and all(shows([*self.domain, *hops.known], x) for x in when):
                return option
        raise ProofError(f"no option of the link fits hop {hops.hop} over the places {hops.places}")
