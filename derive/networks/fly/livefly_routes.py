"""Routes of packets in the livefly: the rings and links that they cross, their lengths and numbers of rings."""

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import Relations
from netlemma.derive.algebra.notation import a, b
from netlemma.derive.core.domain import Size
from netlemma.derive.networks.fly.brute_force_rings import Measurements, fly
from netlemma.derive.networks.fly.digit_conditions import DigitPlaces, v
from netlemma.derive.networks.fly.fabric_crossings import (
    Crossings,
    FabricLeg,
    LinkPackets,
    PacketPairs,
    aligned,
    at_hop,
    certify_along,
    certify_legs,
    certify_links,
    certify_row,
    k,
    options,
)
from netlemma.derive.networks.fly.link_loads import STAGE as s
from netlemma.derive.networks.fly.route_lengths import PacketKinds, Way, certify_alternation, rings_of_leg

# Packets over the links of the livefly: the rings of their routes, and the words and stages that cross a link.
#
# The fabric has radix g = f - 1, and K is the number of hops of the round after which the row is the target's.


r = at.parameter("r")
g = at.parameter("g", 2)
j, t = sp.symbols("j t", integer=True)
ZERO, ONE = sp.Integer(0), sp.Integer(1)
DOMAIN = (g >= 2, r >= 1)
ANY_STAGE = (*DOMAIN, s >= 0, s <= r - 1)
ENDS = (j >= 0, j <= r - 1, t >= 0, t <= r - 1, aligned >= 0, aligned <= r)

SMALL = tuple({g: radix, r: stages} for radix, stages in ((2, 1), (3, 1), (2, 2), (3, 2), (2, 3)))

# The round, by the number of the hop, which is the stage: packets in the same row make none.
_SAME = FabricLeg((aligned <= 0,), ZERO, ZERO - 1)
STOPPED = FabricLeg((aligned >= 1, aligned <= t), ZERO, t - 1)
WHOLE = FabricLeg((aligned >= 1, aligned >= t + 1), ZERO, r - 1)
_ROUND = (_SAME, STOPPED, WHOLE)
_ARRIVALS = ((k <= r - 1, sp.Eq(k, t), aligned <= k), (sp.Eq(k, r), sp.Eq(t, 0)))

# Secondary rings, by the stage: within a row, to stage 0 before the round, from stage 0 after it.
_WITHIN = (
    FabricLeg((aligned <= 0, t >= j + 1), j, t - 1),
    FabricLeg((aligned <= 0, t <= j - 1), j, r - 1),
    FabricLeg((aligned <= 0, t <= j - 1), ZERO, t - 1),
)
_BEFORE = FabricLeg((aligned >= 1, j >= 1), j, r - 1)
_AFTER = FabricLeg((aligned >= t + 1,), ZERO, t - 1)
SOURCE_ROW = (DigitPlaces(ZERO, r, sp.Eq(a, v)),)
TARGET_ROW = (DigitPlaces(ZERO, r, sp.Eq(b, v)),)
SAME_ROW = (DigitPlaces(ZERO, r, sp.And(sp.Eq(a, v), sp.Eq(b, v))),)


def followed(size: Size) -> Measurements:
    """All packets by brute force, at a size with f or with g."""
    return fly("livefly", size["f"] if "f" in size else size["g"] + 1, size["r"])


def certify_rule() -> None:
    """Check the stops of packets in the round, their routes before and after, and the digit conditions of a hop over a link."""
    certify_links(r)
    certify_legs((STOPPED, WHOLE), _ARRIVALS, [*DOMAIN, *ENDS, aligned >= 1], end=r)
    certify_row(SOURCE_ROW, ZERO, r)
    certify_row(TARGET_ROW, r, r)
    certify_row(SAME_ROW, ZERO, r, same=True)
    certify_along([leg.made for leg in _WITHIN], j, t, k, r, [*DOMAIN, aligned <= 0])


def _at(stage: sp.Expr) -> Relations:
    """The stages of source, target and link, and K; hop k of the round leaves stage k, and so does a link at place k of its
    ring.
    """
    return (*ENDS, stage >= 0, stage <= r - 1, sp.Eq(k, stage))


def crossing(name: str) -> tuple[Crossings, ...]:
    """Packets over a link at stage s."""
    if name == "secondary":
        within = (
            LinkPackets(((t, s + 1, r - 1), (j, ZERO, s)), s, SAME_ROW),
            LinkPackets(((t, ZERO, j - 1), (j, ONE, s)), s, SAME_ROW),
            LinkPackets(((j, t + 1, r - 1), (t, s + 1, r - 1)), s, SAME_ROW),
        )
        before = LinkPackets(((j, ONE, s),), s, SOURCE_ROW, differ=ZERO, times=r)
        after = LinkPackets(((t, s + 1, r - 1),), s, TARGET_ROW, differ=t, times=r)
        return (
            _along(ANY_STAGE, s, SAME_ROW, _WITHIN, *within),
            _along(ANY_STAGE, s, SOURCE_ROW, (_BEFORE,), before),
            _along(ANY_STAGE, s, TARGET_ROW, (_AFTER,), after),
        )
    packet_pairs = options(r, name == "long", entering=False)
    places = at_hop(packet_pairs, 0, s)
    if name == "long":
        hops: tuple[LinkPackets, ...] = (LinkPackets(((t, ZERO, r - 1),), s, places, times=r),)
    else:
        hops = (
            LinkPackets(((t, s + 1, r - 1),), s, places, differ=ZERO, times=r),
            LinkPackets(((t, ZERO, s),), s, places, differ=t, times=r),
        )
    return (Crossings(g, ANY_STAGE, _at(s), packet_pairs, _ROUND, hops, (j, t), r),)


def _along(
    domain: Relations, stage: sp.Expr, row: tuple[DigitPlaces, ...], legs: tuple[FabricLeg, ...], *hops: LinkPackets
) -> Crossings:
    return Crossings(g, domain, _at(stage), (PacketPairs((), row),), legs, hops, (j, t), r)


def entering(name: str, stage: sp.Expr) -> tuple[Crossings, ...]:
    """Packets that enter a ring by a link of a stage."""
    first = stage == 0
    domain: Relations = DOMAIN if first else (*DOMAIN, stage >= 1, stage <= r - 1)
    if name == "secondary":
        return _onto_secondary(stage, domain)
    long = name == "long"
    packet_pairs = options(r, long, entering=True)
    places = at_hop(packet_pairs, 0 if first else 1, stage)
    if long:
        hops: tuple[LinkPackets, ...] = (LinkPackets(((t, ZERO, r - 1),), stage, places, times=r),)
    elif first:
        hops = (LinkPackets(((t, ZERO, r - 1),), stage, places, differ=ZERO, times=r),)
    else:
        hops = (
            LinkPackets(((t, ZERO, stage - 1),), stage, places, times=r),
            LinkPackets((), stage, places, differ=stage, times=r, fixed=(sp.Eq(t, stage),)),
            LinkPackets(((t, stage + 1, r - 1),), stage, places, times=r),
        )
    return (Crossings(g, domain, _at(stage), packet_pairs, _ROUND, hops, (j, t), r),)


def _onto_secondary(stage: sp.Expr, domain: Relations) -> tuple[Crossings, ...]:
    """Packets that enter a secondary ring at their source, whose stage is j, or at stage 0 after their round."""
    at_source = (FabricLeg((aligned <= 0, t >= j + 1), j, j), FabricLeg((aligned <= 0, t <= j - 1), j, j))
    here = (sp.Eq(j, stage),)
    within: tuple[LinkPackets, ...] = (LinkPackets(((t, stage + 1, r - 1),), stage, SAME_ROW, fixed=here),)
    if stage == 0:
        after = LinkPackets(((t, ONE, r - 1),), stage, TARGET_ROW, differ=t, times=r)
        leg = FabricLeg((aligned >= t + 1, t >= 1), ZERO, ZERO)
        return (
            _along(domain, stage, SAME_ROW, at_source, *within),
            _along(domain, stage, TARGET_ROW, (leg,), after),
        )
    within = (*within, LinkPackets(((t, ZERO, stage - 1),), stage, SAME_ROW, fixed=here))
    before = LinkPackets((), stage, SOURCE_ROW, differ=ZERO, times=r, fixed=here)
    return (
        _along(domain, stage, SAME_ROW, at_source, *within),
        _along(domain, stage, SOURCE_ROW, (FabricLeg((aligned >= 1, j >= 1), j, j),), before),
    )


# Routes of packets in the livefly: their lengths and numbers of rings, by the stages of their ends and by K.


def _ways_certified() -> None:
    certify_rule()
    certify_alternation((STOPPED, WHOLE), [*DOMAIN, *ENDS], r)


def _ring_cases() -> tuple[tuple[Relations, sp.Expr], ...]:
    """Largest number of rings: those of the round, the secondary ring before it (from j >= 1), and after it (to t >= 1, if it
    did not stop).
    """
    found: list[tuple[Relations, sp.Expr]] = [
        ((aligned <= 0, t >= j + 1), ONE),
        ((aligned <= 0, t <= j - 1), ONE),
        ((aligned <= 0, sp.Eq(t, j)), ZERO),
    ]
    for leg in (STOPPED, WHOLE):
        for when, rings in rings_of_leg(leg):
            for source, before in ((j >= 1, 1), (j <= 0, 0)):
                for target, after in ((t >= 1, 1), (t <= 0, 0)):
                    found.append(((*when, source, target), rings + before + (after if leg is WHOLE else 0)))
    return tuple(found)


_STAGES_J, _STAGES_T = (j, ZERO, r - 1), (t, ZERO, r - 1)
NETWORK = PacketKinds(
    g,
    r,
    (_STAGES_T, _STAGES_J, (aligned, ZERO, r)),
    DOMAIN,
    (
        Way(((t, j, r - 1), _STAGES_J), ZERO, ZERO, t - j),
        Way(((t, ZERO, j - 1), (j, ONE, r - 1)), ZERO, ZERO, t - j + r),
        Way(((t, ONE, r - 1), (j, ONE, r - 1)), ONE, t, r - j + t),
        Way((_STAGES_T, (j, ONE, r - 1)), t + 1, r, 2 * r - j + t),
        Way(((t, ONE, r - 1),), ONE, t, t, fixed=(sp.Eq(j, 0),)),
        Way((_STAGES_T,), t + 1, r, r + t, fixed=(sp.Eq(j, 0),)),
    ),
    _ring_cases(),
    _ways_certified,
    followed,
    SMALL,
)
ONE_STAGE = ((r <= 1,), ((j, ZERO), (t, ZERO), (aligned, r)))
FARTHEST = ((r >= 2,), ((j, ONE), (t, r - 1), (aligned, r)))
LENGTHS = (
    "in its row a packet makes t - j hops modulo r; else r - j to stage 0 (none from there), then t hops of the round if K <= t, "
    "or the whole round and t more"
)
