"""Multicube of r^f nodes (Johnson and Goodman 1991): rings of r nodes in f dimensions, corrected one after the other.

Places of a word are dimensions in the order in which packets correct them, so that after k dimensions a packet has the
target's digits at the places before k and the source's at the others. In dimension k it goes along the ring from digit
a to digit b.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import impossible
from netlemma.derive.algebra.largest_values import LargestInRange
from netlemma.derive.algebra.notation import RangeMax, a, b
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, Derived
from netlemma.derive.core.domain import Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.fly.brute_force_rings import Measurements, multicube
from netlemma.derive.networks.fly.digit_conditions import DigitPlaces, v
from netlemma.derive.networks.fly.fabric_crossings import (
    Crossings,
    FabricLeg,
    LinkPackets,
    PacketPairs,
    along,
    certify_along,
    certify_rows,
    k,
    row_digit,
)
from netlemma.derive.networks.fly.link_loads import SENT, EquivalentLinks, Fly, RingVisits, entering_at
from netlemma.derive.networks.fly.ring_lemmas import RingFamilyLemmas
from netlemma.derive.networks.fly.route_lengths import ALL_LINKS, LONGEST, MOST_RINGS, value_at

f, r = at.parameter("f", 2), at.parameter("r", 2)
_DOMAIN = (f >= 2, r >= 2)
_DIMENSION = (*_DOMAIN, k >= 0, k <= f - 1)
_ZERO = sp.Integer(0)
_EVERY = (FabricLeg((), _ZERO, f - 1),)
_i, _j, _t, _m = sp.symbols("i j t m", integer=True)
_SMALL = tuple({f: fanout, r: size, k: 1} for fanout, size in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3)))
_DIGITS = (a >= 0, a <= r - 1, b >= 0, b <= r - 1)
_VISITS = (RingVisits((*_DIGITS, b >= a), b - a, r), RingVisits((*_DIGITS, b <= a - 1), b - a + r, r))
_PAIRS = "; pairs(...) counts pairs of words whose digits a, b satisfy the conditions at so many places, v being the digits of the node"

CROSSES = sp.Or(*(sp.And(*case) for case in along(a, b, v)))
ENTERS = sp.And(sp.Eq(a, v), sp.Ne(b, v))
VISITS = sp.Ne(a, b)


def _followed(size: Size) -> Measurements:
    return multicube(size["f"], size["r"])


RINGS = RingFamilyLemmas(
    "multicube",
    (Parameter("f", 2, "dimensions, and links of a node"), Parameter("r", 2, "nodes of a ring")),
    lambda size: size["r"] ** size["f"],
    _followed,
)


def in_dimension(condition: sp.Basic) -> Crossings:
    """Packets whose digits satisfy the condition in dimension k, and that are on the given ring there."""
    places = (DigitPlaces(_ZERO, k, sp.Eq(b, v)), DigitPlaces(k, k + 1, condition), DigitPlaces(k + 1, f, sp.Eq(a, v)))
    found = (PacketPairs((k >= 0, k <= f - 1), places),)
    return Crossings(r, _DIMENSION, (k >= 0, k <= f - 1), found, _EVERY, (LinkPackets((), k, places),))


def _rule() -> None:
    """Check the digits in each dimension, and the conditions under which a packet crosses a link, enters at a node, or visits
    a ring.
    """
    certify_rows(f)
    certify_along(along(a, b, v), a, b, v, r, _DOMAIN)
    (option,) = in_dimension(CROSSES).options
    for part in option.places:
        for when, digit in row_digit(_i, k):
            here = [*_DIMENSION, _i >= part.first, _i <= part.stop - 1, when]
            for elsewhere in (_i <= k - 1, _i >= k + 1):
                possible = not impossible([*here, elsewhere])
                require(not possible or part.condition == sp.Eq(digit, v), "a packet is on another ring")


_FLY = Fly(r, f, _DIMENSION, _rule, _followed, _SMALL)


def _sent() -> DerivationBuilder:
    cases = ((sp.true, (EquivalentLinks(sp.S.One, in_dimension(CROSSES)),)),)
    because = (
        "a packet has the ring's digits in all dimensions but one, k, and there its way from a to b crosses the link"
        + _PAIRS
    )
    write = _FLY.sent("ring", cases, because)
    write.normal(r**f * (r - 1) / 2, COLLECTED)
    return write


def _echoed() -> DerivationBuilder:
    cases = ((sp.true, (EquivalentLinks(sp.S.One, in_dimension(VISITS)),)),)
    because = "a packet visits the ring if it has its digits in all dimensions but one, k, and a != b there" + _PAIRS
    write = _FLY.echoed("ring", cases, because, _VISITS, _sent().derivation("multicube.send.ring"))
    write.normal(r**f * (r - 1) / 2, COLLECTED)
    return write


def _queue(which: str) -> Lemma:
    node = entering_at()
    write = DerivationBuilder(node)
    cases = ((sp.true, (EquivalentLinks(sp.S.One, in_dimension(ENTERS), (k, _ZERO, f - 1)),)),)
    because = "a packet enters the ring of dimension k at the node if it comes there with a = v and b differs" + _PAIRS
    _FLY.follow(write, node, cases, because, lambda size: _followed(size).at_node(lambda n: True))
    _FLY.count_pairs(write)
    write.normal(f * (r - 1) * r ** (f - 1), COLLECTED)
    return RINGS.queue(which, write)


@dataclass(frozen=True)
class EachDimension(Proof):
    """The largest sum over dimensions has the largest term in each dimension, since the digits of each are chosen freely."""

    whole: sp.Expr
    result: sp.Expr
    quantity: str
    kind: ClassVar[str] = "induction over the hops"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        _rule()
        require(before == self.whole and after == self.result, "the expressions are not the largest value")
        for size in _SMALL:
            largest = sp.S(after).xreplace({x: sp.Integer(int(value_at(x, size))) for x in after.atoms(RangeMax)})
            followed = getattr(_followed({"f": size[f], "r": size[r]}).traffic, self.quantity)
            require(value_at(largest, size) == followed, f"packets followed at {size} give {followed}")

    def describe(self) -> list[str]:
        return [f"dimensions are independent; compared with packets followed link by link at {len(_SMALL)} sizes"]


def _distance() -> DerivationBuilder:
    offset = sp.Piecewise((_t - _j, _t >= _j), (_t - _j + r, True))
    most = RangeMax(offset, sp.Tuple(_t, _ZERO, r - 1), sp.Tuple(_j, _ZERO, r - 1))
    write = DerivationBuilder(LONGEST)
    because = "in each of f dimensions a packet goes from any digit to any other"
    write.step(f * most, because, EachDimension(LONGEST, f * most, "distance"))
    proof = LargestInRange(_DOMAIN, (((), ((_j, _ZERO), (_t, r - 1))),), r - 1)
    write.step(f * (r - 1), "the farthest node of a ring is the one before", proof)
    return write


def _ring_hops() -> DerivationBuilder:
    most = RangeMax(_m, sp.Tuple(_m, _ZERO, f))
    write = DerivationBuilder(MOST_RINGS)
    write.step(most, "one ring for each dimension that differs", EachDimension(MOST_RINGS, most, "ring_hops"))
    write.step(f, "all dimensions may differ", LargestInRange(_DOMAIN, (((), ((_m, f),)),)))
    return write


@dataclass(frozen=True)
class SummedOverLinks(Proof):
    """The links that all packets cross are the crossings of all links: the two sums are exchanged, and all links are
    equivalent.
    """

    links: sp.Expr
    kind: ClassVar[str] = "sums exchanged"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(
            before.has(ALL_LINKS) and before.xreplace({ALL_LINKS: self.links * SENT}) == after,
            "the right-hand side is not the sum over all links",
        )
        for size in _SMALL:
            measurements = _followed({"f": size[f], "r": size[r]})
            require(value_at(self.links, size) == len(measurements.links), "the number of links differs")
            require(
                measurements.traffic.total_distance == len(measurements.links) * measurements.on_link("send", "ring"),
                "the links carry different numbers of packets",
            )

    def describe(self) -> list[str]:
        return [f"there are {self.links} links, which all carry alike"]


def _mean_distance() -> Lemma:
    write = DerivationBuilder(ALL_LINKS / r ** (2 * f))
    links = f * r**f
    write.step(write.now.xreplace({ALL_LINKS: links * SENT}), "every hop crosses one link", SummedOverLinks(links))
    sent = _sent().derivation("multicube.send.ring")
    write.step(write.now.xreplace({SENT: sent.result}), "the packets over a link were derived before", Derived(sent))
    write.normal(f * (r - 1) / 2, COLLECTED)
    return RINGS.whole("mean_distance", write)


LEMMAS: dict[str, Callable[[], Lemma]] = {
    "multicube.nodes": lambda: RINGS.nodes_counted(sp.S.One, r, f, _SMALL),
    "multicube.rings": lambda: RINGS.rings_counted(None, ((f, r),), r, f, _SMALL),
    "multicube.ring_count.ring": lambda: RINGS.rings_counted("ring", ((f, r),), r, f, _SMALL),
    "multicube.send.ring": lambda: RINGS.link("send", "ring", _sent()),
    "multicube.echo.ring": lambda: RINGS.link("echo", "ring", _echoed()),
    "multicube.hot_queue": lambda: _queue("hot"),
    "multicube.mean_queue": lambda: _queue("mean"),
    "multicube.distance": lambda: RINGS.whole("distance", _distance()),
    "multicube.ring_hops": lambda: RINGS.whole("ring_hops", _ring_hops()),
    "multicube.latency": lambda: RINGS.latency(_distance(), _ring_hops()),
    "multicube.mean_distance": _mean_distance,
}
