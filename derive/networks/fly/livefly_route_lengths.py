"""Routes of packets in the livefly: their lengths and numbers of rings, by the stages of their ends and by K."""

import sympy as sp

from netlemma.derive.algebra.affine.implications import Relations
from netlemma.derive.networks.fly import livefly_link_loads as loads
from netlemma.derive.networks.fly.livefly_link_loads import ONE, ZERO, g, j, r, t
from netlemma.derive.networks.fly.route_lengths import PacketKinds, Way, certify_alternation, rings_of_leg
from netlemma.derive.networks.fly.topology import aligned


def _ways_certified() -> None:
    loads.certify_rule()
    certify_alternation((loads.STOPPED, loads.WHOLE), [*loads.DOMAIN, *loads.ENDS], r)


def _ring_cases() -> tuple[tuple[Relations, sp.Expr], ...]:
    """Largest number of rings: those of the round, the secondary ring before it (from j >= 1), and after it (to t >= 1, if it
    did not stop).
    """
    found: list[tuple[Relations, sp.Expr]] = [
        ((aligned <= 0, t >= j + 1), ONE),
        ((aligned <= 0, t <= j - 1), ONE),
        ((aligned <= 0, sp.Eq(t, j)), ZERO),
    ]
    for leg in (loads.STOPPED, loads.WHOLE):
        for when, rings in rings_of_leg(leg):
            for source, before in ((j >= 1, 1), (j <= 0, 0)):
                for target, after in ((t >= 1, 1), (t <= 0, 0)):
                    found.append(((*when, source, target), rings + before + (after if leg is loads.WHOLE else 0)))
    return tuple(found)


_STAGES_J, _STAGES_T = (j, ZERO, r - 1), (t, ZERO, r - 1)
NETWORK = PacketKinds(
    g,
    r,
    (_STAGES_T, _STAGES_J, (aligned, ZERO, r)),
    loads.DOMAIN,
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
    loads.followed,
    loads.SMALL,
)
ONE_STAGE = ((r <= 1,), ((j, ZERO), (t, ZERO), (aligned, r)))
FARTHEST = ((r >= 2,), ((j, ONE), (t, r - 1), (aligned, r)))
LENGTHS = (
    "in its row a packet makes t - j hops modulo r; else r - j to stage 0 (none from there), then t hops of the round if K <= t, "
    "or the whole round and t more"
)
