"""Deadfly of r f^r nodes (Johnson and Goodman 1991): links, rings and queues, all ordered pairs of nodes.

A packet sets digits stage by stage until it is at its target. Let u be the number of stages from the source's to the
target's, 0 <= u < r, and K the number of hops after which the row is the target's. The packet is at its target after u
hops if K <= u, and otherwise after u + r hops.
"""

from collections.abc import Callable

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.largest_values import LargestInRange
from netlemma.derive.algebra.notation import RangeMax
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder
from netlemma.derive.core.domain import Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.fly.brute_force_rings import Measurements, fly
from netlemma.derive.networks.fly.fabric_crossings import (
    Crossings,
    FabricLeg,
    LinkPackets,
    aligned,
    at_hop,
    certify_legs,
    certify_links,
    k,
    options,
)
from netlemma.derive.networks.fly.link_loads import STAGE, Case, EquivalentLinks, Fly, RingVisits
from netlemma.derive.networks.fly.ring_lemmas import RingFamilyLemmas
from netlemma.derive.networks.fly.route_lengths import PacketKinds, Way, certify_alternation, rings_of_leg

f, r = at.parameter("f", 2), at.parameter("r")
u = sp.Symbol("u", integer=True)
_DOMAIN = (f >= 2, r >= 1)
_INDICES = (u >= 0, u <= r - 1, aligned >= 0, aligned <= r)
_LEGS = (FabricLeg((aligned <= u,), sp.Integer(0), u - 1), FabricLeg((aligned >= u + 1,), sp.Integer(0), u + r - 1))
_ARRIVALS = ((k <= r - 1, sp.Eq(k, u), aligned <= k), (k >= r, sp.Eq(k, u + r)))
_SMALL = tuple({f: fanout, r: stages} for fanout, stages in ((2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (2, 3)))
_VISITS = (
    RingVisits((r >= 1,), r, 2 * r),
    RingVisits((*_INDICES, aligned <= u), u - aligned, r),
    RingVisits((*_INDICES, aligned >= u + 1), u + r - aligned, r),
)
_PAIRS = "; pairs(...) counts pairs of words whose digits a, b satisfy the conditions at so many places, v being the digits of the node"
_OVER = (
    "hop k of a packet whose target is u stages on, so that it is over after u or u + r hops, meets the link" + _PAIRS
)
_INTO = "a packet enters the ring by its first link, or at hop k if the digit before came from another than p, from which the ring comes"


def _followed(size: Size) -> Measurements:
    return fly("deadfly", size["f"], size["r"])


RINGS = RingFamilyLemmas(
    "deadfly",
    (Parameter("f", 2, "links of a node"), Parameter("r", 1, "stages, and nodes of a short ring")),
    lambda size: size["r"] * size["f"] ** size["r"],
    _followed,
)


def _rule() -> None:
    """Check that a packet stops at its target and nowhere else, and the digit conditions of a hop over a link."""
    certify_links(r)
    certify_legs(_LEGS, _ARRIVALS, [*_DOMAIN, *_INDICES])


def crossing(long: bool) -> Crossings:
    """Packets over a link: in the round, and on a short ring after it."""
    packet_pairs = options(r, long, entering=False)
    round_ = (k, 0, r - 1)
    if long:
        hops: tuple[LinkPackets, ...] = (LinkPackets(((u, 0, r - 1), round_), k, at_hop(packet_pairs, 0, k)),)
    else:
        hops = (
            LinkPackets(((u, k + 1, r - 1), round_), k, at_hop(packet_pairs, 0, k)),
            LinkPackets(((u, 0, k), round_), k, at_hop(packet_pairs, 0, k), differ=u),
            LinkPackets(((u, k - r + 1, r - 1), (k, r, 2 * r - 2)), k, at_hop(packet_pairs, 1, k), differ=u),
        )
    return Crossings(f, _DOMAIN, _INDICES, packet_pairs, _LEGS, hops, (u,), r)


def entering(long: bool) -> Crossings:
    """Packets that enter a ring by a link."""
    packet_pairs = options(r, long, entering=True)
    zero = sp.Integer(0)
    start, later = at_hop(packet_pairs, 0, zero), at_hop(packet_pairs, 1, k)
    if long:
        hops: tuple[LinkPackets, ...] = (
            LinkPackets(((u, 0, r - 1),), zero, start),
            LinkPackets(((u, 0, r - 1), (k, 1, r - 1)), k, later),
        )
    else:
        hops = (
            LinkPackets((), zero, start, differ=zero, fixed=(sp.Eq(u, 0),)),
            LinkPackets(((u, 1, r - 1),), zero, start),
            LinkPackets(((u, 0, k - 1), (k, 1, r - 1)), k, later),
            LinkPackets(((k, 1, r - 1),), k, later, differ=k, fixed=(sp.Eq(u, k),)),
            LinkPackets(((u, k + 1, r - 1), (k, 1, r - 1)), k, later),
            LinkPackets(((u, 1, r - 1),), r, at_hop(packet_pairs, 2, r)),
        )
    return Crossings(f, _DOMAIN, _INDICES, packet_pairs, _LEGS, hops, (u,), r)


_FLY = Fly(f, r, _DOMAIN, _rule, _followed, _SMALL)


def _all_alike(*parts: EquivalentLinks) -> tuple[Case, ...]:
    return ((sp.true, parts),)


def _sent(long: bool) -> DerivationBuilder:
    write = _FLY.sent("long" if long else "short", _all_alike(EquivalentLinks(sp.S.One, crossing(long))), _OVER)
    in_second = (r - 1) * f**r / 2 - (f**r - 1) / (f - 1)
    write.normal(r**2 * f ** (r - 1) if long else r * (r * f ** (r - 1) + in_second), COLLECTED)
    return write


def _echoed(long: bool) -> DerivationBuilder:
    cases = _all_alike(EquivalentLinks(2 * r if long else r, entering(long)))
    name = "long" if long else "short"
    write = _FLY.echoed(name, cases, _INTO + _PAIRS, _VISITS, _sent(long).derivation(f"deadfly.send.{name}"))
    changes = r * (r - 1) * (f - 1) * f ** (r - 2)
    short = r * (changes + (r - 1) * f**r / 2 - r * f ** (r - 1) + (f**r - 1) / (f - 1))
    write.normal(r**2 * f ** (r - 2) * (f + 2 * (r - 1) * (f - 1)) if long else short, COLLECTED)
    return write


def _queue(which: str) -> Lemma:
    """The lemma on a queue; all nodes are equivalent, so that the largest queue is the mean one."""
    cases = _all_alike(EquivalentLinks(sp.S.One, entering(False)), EquivalentLinks(f - 1, entering(True)))
    write = _FLY.queued(which, cases, "a node has one short link and f - 1 long ones; " + _INTO + _PAIRS)
    closed = r**2 * (f - 1) * f ** (r - 1) + (r - 1) * f**r
    if which == "hot":
        (over,) = write.now.args[1:]
        write.normal(RangeMax(closed, over), COLLECTED)
        write.step(closed, "the nodes of all stages are alike", LargestInRange(_DOMAIN, (((), ((STAGE, r - 1),)),)))
    write.normal(closed, COLLECTED)
    return RINGS.queue(which, write)


def _ways_certified() -> None:
    _rule()
    certify_alternation(_LEGS, [*_DOMAIN, *_INDICES], r)


_RANGES = ((u, sp.Integer(0), r - 1), (aligned, sp.Integer(0), r))
_WAYS = PacketKinds(
    f,
    r,
    _RANGES,
    _DOMAIN,
    (Way(_RANGES[:1], sp.Integer(0), u, u, r), Way(_RANGES[:1], u + 1, r, u + r, r)),
    tuple(case for leg in _LEGS for case in rings_of_leg(leg)),
    _ways_certified,
    _followed,
    _SMALL,
)
_STOPS = (
    "with u stages from source to target, a packet is at its target after u hops if K <= u, and after u + r hops if not"
)


def _distance() -> DerivationBuilder:
    write = _WAYS.distance(_STOPS)
    proof = LargestInRange(_DOMAIN, (((), ((u, r - 1), (aligned, r))),))
    write.step(2 * r - 1, "the farthest target is one stage behind, in a row whose last digit set differs", proof)
    return write


def _ring_hops() -> DerivationBuilder:
    write = _WAYS.ring_hops(
        "a packet visits at most K rings in its first K hops, and one more if it goes on; " + _STOPS
    )
    one_stage = ((r <= 1,), ((u, sp.Integer(0)), (aligned, r)))
    more = ((r >= 2,), ((u, r - 1), (aligned, r)))
    write.step(
        sp.Piecewise((1, r <= 1), (r + 1, True)),
        "with one stage all packets are over after one hop",
        LargestInRange(_DOMAIN, (one_stage, more)),
    )
    return write


def _mean_distance() -> Lemma:
    write = _WAYS.mean_distance(
        r * f**r, "K <= h for the words that agree from place h on; there are r stages to start from; " + _STOPS
    )
    _FLY.count_pairs(write)
    write.normal((3 * r - 1) / 2 - (f**r - 1) / ((f - 1) * f**r), COLLECTED)
    return RINGS.whole("mean_distance", write)


def _latency() -> Lemma:
    return RINGS.latency(_distance(), _ring_hops())


_SHORT_LINKS, _LONG_LINKS = (r, r), ((f - 1) * r, 2 * r)  # links for each row, and on a ring


LEMMAS: dict[str, Callable[[], Lemma]] = {
    "deadfly.nodes": lambda: RINGS.nodes_counted(r, f, r, _SMALL),
    "deadfly.rings": lambda: RINGS.rings_counted(None, (_SHORT_LINKS, _LONG_LINKS), f, r, _SMALL),
    "deadfly.ring_count.short": lambda: RINGS.rings_counted("short", (_SHORT_LINKS,), f, r, _SMALL),
    "deadfly.ring_count.long": lambda: RINGS.rings_counted("long", (_LONG_LINKS,), f, r, _SMALL),
    "deadfly.send.short": lambda: RINGS.link("send", "short", _sent(False)),
    "deadfly.send.long": lambda: RINGS.link("send", "long", _sent(True)),
    "deadfly.echo.short": lambda: RINGS.link("echo", "short", _echoed(False)),
    "deadfly.echo.long": lambda: RINGS.link("echo", "long", _echoed(True)),
    "deadfly.hot_queue": lambda: _queue("hot"),
    "deadfly.mean_queue": lambda: _queue("mean"),
    "deadfly.distance": lambda: RINGS.whole("distance", _distance()),
    "deadfly.ring_hops": lambda: RINGS.whole("ring_hops", _ring_hops()),
    "deadfly.latency": _latency,
    "deadfly.mean_distance": _mean_distance,
}
