"""Parallel ports generalised fat tree PGFT(h; m_1, ..., m_h; w_1, ..., w_h; p_1, ..., p_h) (Zahavi 2010).

It is the extended generalised fat tree of these m and w with p_{l+1} parallel links, instead of one, between each vertex of
level l and each of its parents.
"""

from netlemma.graphs.families import xgft
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import sizes_by


def _illegal(m: xgft.Sizes, w: xgft.Sizes, p: xgft.Sizes) -> str:
    """What is wrong with a size."""
    if len(m) == len(w) == len(p):
        return ""
    return f"m, w and p must be equally long, not {len(m)}, {len(w)} and {len(p)} numbers"


FAMILY = Family(
    name="pgft",
    parameters=(
        *xgft.FAMILY.parameters,
        Parameter("p", 1, "parallel links to each parent of a vertex of each level, from the terminals up", many=2),
    ),
    classes=("level-i", "terminal"),
    summary="tree of m_1, m_2, .. children with w_1, w_2, .. parents each, over p_1, p_2, .. parallel links: prod(m) terminals",
    make=lambda m, w, p: xgft.make(m, w, p=p),
    log_sizes=sizes_by(xgft.facts),
    illegal=_illegal,
    facts=xgft.facts,
    default_sizes=tuple(
        {"m": m, "w": w, "p": p}
        for m, w, p in (
            ((2,), (1,), (1,)),
            ((2,), (1,), (2,)),
            ((2, 2), (1, 1), (1, 2)),
            ((2, 2), (1, 2), (1, 1)),
            ((4, 2), (1, 2), (1, 2)),
            ((4, 4), (1, 2), (1, 2)),
            ((2, 2, 2), (1, 2, 1), (1, 1, 2)),
        )
    ),
)
