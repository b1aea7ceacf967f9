"""Steps of packets between the output queues of the livefly: along the secondary ring to stage 0, a round, the ring again.

A queue has its kind m, 0 on secondary, 1 on primary and 2 on long links, and its stage s; h is the number of hops from
it to the next queue, all along one ring.
"""

import sympy as sp

from netlemma.derive.networks.ranks.steps import StepFormula, coordinates

j, t, aligned, h = sp.symbols("j t K h", integer=True)
WORDS = (
    "an output queue of stage s is on a secondary link (m = 0), a primary (m = 1) or a long one (m = 2); a packet goes from stage j "
    "to stage t of a row whose digits differ from its own at place K - 1 and at none behind it; h hops lead from c_1 to c_2"
)


def livefly_steps(r: sp.Symbol) -> StepFormula:
    """The step formula for r stages.

    The round ends after t hops if the row is correct by then (K <= t), otherwise after r. Its hop i is made at stage i,
    by a long link for i = K - 1 and by primary ones after it. A packet enters a ring, and its output queue, where it
    changes rings.
    """
    held, wanted = coordinates("m s")
    (m, s), (kind, stage) = held, wanted

    def hop(kind: sp.Symbol, place: sp.Symbol) -> sp.Basic:
        made = sp.Or(place <= t - 1, sp.And(aligned >= t + 1, place <= r - 1))
        return sp.And(
            made, sp.Or(sp.And(sp.Eq(kind, 1), sp.Ne(place, aligned - 1)), sp.And(sp.Eq(kind, 2), place <= aligned - 1))
        )

    before = sp.And(sp.Eq(m, 0), sp.Eq(s, j), s >= 1, sp.Eq(stage, 0), hop(kind, stage), sp.Eq(h, r - s))
    round_ = sp.And(
        s < stage,
        hop(m, s),
        hop(kind, stage),
        sp.Or(sp.And(sp.Eq(m, 1), sp.Eq(kind, 2)), sp.And(sp.Eq(m, 2), stage <= aligned)),
        sp.Eq(h, stage - s),
    )
    after = sp.And(
        hop(m, s),
        sp.Or(sp.And(sp.Eq(m, 1), sp.Eq(s, aligned)), sp.And(sp.Eq(m, 2), sp.Eq(aligned, r))),
        t >= 1,
        aligned >= t + 1,
        sp.Eq(kind, 0),
        sp.Eq(stage, 0),
        sp.Eq(h, r - s),
    )
    kinds = tuple((x, sp.Integer(0), sp.Integer(2)) for x in (m, kind))
    stages = tuple((x, sp.Integer(0), r - 1) for x in (s, stage, j, t))
    return StepFormula(
        WORDS,
        (r,),
        held,
        wanted,
        (*kinds, *stages, (aligned, sp.Integer(1), r)),
        sp.Or(before, round_, after),
        (h,),
    )
