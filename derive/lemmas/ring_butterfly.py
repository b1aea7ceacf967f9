"""Butterfly (Johnson and Goodman 1991): r processors at each of the f^r nodes of stage 0; a packet makes one round.

A packet between different rows makes r hops and sets digit s at stage s; packets between processors of the same node
cross no link. Each ordered pair of nodes of stage 0 has r^2 ordered pairs of processors.
"""

from collections.abc import Callable

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import Relations
from netlemma.derive.algebra.largest_values import Dominated, LargestAt, LargestInRange
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
from netlemma.derive.networks.fly.link_loads import STAGE as s
from netlemma.derive.networks.fly.link_loads import Case, EquivalentLinks, Fly, RingVisits
from netlemma.derive.networks.fly.ring_lemmas import RingFamilyLemmas
from netlemma.derive.networks.fly.route_lengths import PacketKinds, Way, certify_alternation, rings_of_leg

f, r = at.parameter("f", 2), at.parameter("r")
_DOMAIN = (f >= 2, r >= 1)
_INDICES = (s >= 0, s <= r - 1, sp.Eq(k, s), aligned >= 0, aligned <= r)
_STAY = FabricLeg((aligned <= 0,), sp.Integer(0), sp.Integer(-1))
_GO = FabricLeg((aligned >= 1,), sp.Integer(0), r - 1)
_SMALL = tuple({f: fanout, r: stages} for fanout, stages in ((2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (2, 3)))
_VISITS = (RingVisits((r >= 1,), r, r), RingVisits((r >= 1,), r, 2 * r))
_PAIRS = "; pairs(...) counts pairs of words whose digits a, b satisfy the conditions at so many places, v being the digits of the node"
_OVER = "a packet between different rows meets a link of stage s at hop s, if its digits are those of the link" + _PAIRS
_INTO = (
    "a packet enters a ring at stage 0, or at stage s if the digit before came from another than p, from which the ring comes"
    + _PAIRS
)


def _followed(size: Size) -> Measurements:
    return fly("ring-butterfly", size["f"], size["r"])


RINGS = RingFamilyLemmas(
    "ring-butterfly",
    (Parameter("f", 2, "links of a node"), Parameter("r", 1, "stages, and processors of a node of stage 0")),
    lambda size: size["r"] * size["f"] ** size["r"],
    _followed,
)


def _rule() -> None:
    """Check that a packet is at its target after one round, and only then, and the digit conditions of a hop over a link."""
    certify_links(r)
    known = [*_DOMAIN, aligned >= 0, aligned <= r]
    certify_legs((_GO,), ((sp.Eq(k, r), aligned <= k),), [*known, aligned >= 1])
    certify_legs((_STAY,), ((sp.Eq(k, 0), aligned <= k),), [*known, aligned <= 0])


def crossing(long: bool) -> Crossings:
    """Packets over a link at stage s."""
    packet_pairs = options(r, long, entering=False)
    hops = LinkPackets((), s, at_hop(packet_pairs, 0, s), differ=None if long else sp.Integer(0), times=r**2)
    return Crossings(f, (*_DOMAIN, s >= 0, s <= r - 1), _INDICES, packet_pairs, (_STAY, _GO), (hops,), alike=r**2)


def entering(long: bool, first: bool) -> Crossings:
    """Packets that enter a ring by a link at the first stage, or at a later stage s."""
    packet_pairs = options(r, long, entering=True)
    zero = sp.Integer(0)
    domain: Relations = _DOMAIN if first else (*_DOMAIN, s >= 1, s <= r - 1)
    indices: Relations = (*_INDICES, sp.Eq(s, 0)) if first else _INDICES
    if first:
        hops = LinkPackets((), zero, at_hop(packet_pairs, 0, zero), differ=None if long else zero, times=r**2)
    else:
        hops = LinkPackets((), s, at_hop(packet_pairs, 1, s), times=r**2)
    return Crossings(f, domain, indices, packet_pairs, (_STAY, _GO), (hops,), alike=r**2)


_FLY = Fly(f, r, (*_DOMAIN, s >= 0, s <= r - 1), _rule, _followed, _SMALL)


def _sent(long: bool) -> DerivationBuilder:
    name = "long" if long else "short"
    write = _FLY.sent(name, ((sp.true, (EquivalentLinks(sp.S.One, crossing(long)),)),), _OVER)
    write.normal(r**2 * (f ** (r - 1) - (0 if long else 1)), COLLECTED)
    return write


def _echoed(long: bool) -> DerivationBuilder:
    links = 2 if long else 1  # links of a ring at each stage
    parts = (
        EquivalentLinks(sp.Integer(links), entering(long, first=True)),
        EquivalentLinks(sp.Integer(links), entering(long, first=False), (s, sp.Integer(1), r - 1)),
    )
    name = "long" if long else "short"
    write = _FLY.echoed(
        name, ((sp.true, parts),), _INTO, _VISITS, _sent(long).derivation(f"ring-butterfly.send.{name}")
    )
    changes = r**2 * (r - 1) * (f - 1) * f ** (r - 2)
    write.normal(r**2 * f ** (r - 2) * (f + 2 * (r - 1) * (f - 1)) if long else changes, COLLECTED)
    return write


def _queue(which: str) -> Lemma:
    later = (
        EquivalentLinks(sp.S.One, entering(False, first=False)),
        EquivalentLinks(f - 1, entering(True, first=False)),
    )
    start = (EquivalentLinks(sp.S.One, entering(False, first=True)), EquivalentLinks(f - 1, entering(True, first=True)))
    cases: tuple[Case, ...] = ((s >= 1, later), (sp.true, start))
    write = _FLY.queued(which, cases, "a node has one short link and f - 1 long ones; " + _INTO)
    if which == "mean":
        write.normal(r * (f**r - 1) + r * (r - 1) * (f - 1) * f ** (r - 1), COLLECTED)
        return RINGS.queue(which, write)
    by_stage = sp.Piecewise((r**2 * (f - 1) * f ** (r - 1), s >= 1), (r**2 * (f**r - 1), True))
    if which == "at stage":
        write.normal(by_stage, COLLECTED)
        return RINGS.queue(which, write)
    (over,) = write.now.args[1:]
    write.normal(RangeMax(by_stage, over), COLLECTED)
    x, y, z = sp.symbols("x y z", integer=True, nonnegative=True)
    later_stages = Dominated(
        (s >= 1,), ((f, 2 + x), (s, 1 + y), (r, 2 + y + z)), ((x, f - 2), (y, s - 1), (z, r - s - 1))
    )
    proof = LargestAt(f, _DOMAIN, sp.Integer(0), (later_stages,))
    write.step(r**2 * (f**r - 1), "most packets enter rings where they are injected, at stage 0", proof)
    return RINGS.queue(which, write)


def _ways_certified() -> None:
    _rule()
    certify_alternation((_GO,), [*_DOMAIN, aligned >= 0, aligned <= r], r)


_WAYS = PacketKinds(
    f,
    r,
    ((aligned, sp.Integer(0), r),),
    _DOMAIN,
    (Way((), sp.Integer(0), sp.Integer(0), sp.Integer(0), r**2), Way((), sp.Integer(1), r, r, r**2)),
    (*rings_of_leg(_GO), (_STAY.when, sp.Integer(0))),
    _ways_certified,
    _followed,
    _SMALL,
)
_ALL_STAGES = LargestInRange(_DOMAIN, (((), ((aligned, r),)),))


def _distance() -> DerivationBuilder:
    write = _WAYS.distance("a packet between different rows (K >= 1) goes once around")
    write.step(r, "there are different rows", _ALL_STAGES)
    return write


def _ring_hops() -> DerivationBuilder:
    write = _WAYS.ring_hops("a packet visits at most K rings in its first K hops, and one more if it goes on")
    write.step(r, "all digits can differ", _ALL_STAGES)
    return write


def _mean_distance() -> Lemma:
    write = _WAYS.mean_distance(r * f**r, "a packet between different rows (K >= 1) goes once around")
    _FLY.count_pairs(write)
    write.normal(r * (f**r - 1) / f**r, COLLECTED)
    return RINGS.whole("mean_distance", write)


_SHORT_LINKS, _LONG_LINKS = (r, r), ((f - 1) * r, 2 * r)  # links for each row, and on a ring


LEMMAS: dict[str, Callable[[], Lemma]] = {
    "ring-butterfly.nodes": lambda: RINGS.nodes_counted(r, f, r, _SMALL),
    "ring-butterfly.rings": lambda: RINGS.rings_counted(None, (_SHORT_LINKS, _LONG_LINKS), f, r, _SMALL),
    "ring-butterfly.ring_count.short": lambda: RINGS.rings_counted("short", (_SHORT_LINKS,), f, r, _SMALL),
    "ring-butterfly.ring_count.long": lambda: RINGS.rings_counted("long", (_LONG_LINKS,), f, r, _SMALL),
    "ring-butterfly.send.short": lambda: RINGS.link("send", "short", _sent(False)),
    "ring-butterfly.send.long": lambda: RINGS.link("send", "long", _sent(True)),
    "ring-butterfly.echo.short": lambda: RINGS.link("echo", "short", _echoed(False)),
    "ring-butterfly.echo.long": lambda: RINGS.link("echo", "long", _echoed(True)),
    "ring-butterfly.queue": lambda: _queue("at stage"),
    "ring-butterfly.hot_queue": lambda: _queue("hot"),
    "ring-butterfly.mean_queue": lambda: _queue("mean"),
    "ring-butterfly.distance": lambda: RINGS.whole("distance", _distance()),
    "ring-butterfly.ring_hops": lambda: RINGS.whole("ring_hops", _ring_hops()),
    "ring-butterfly.latency": lambda: RINGS.latency(_distance(), _ring_hops()),
    "ring-butterfly.mean_distance": _mean_distance,
}
