"""Sierpinski graph S(d, L) (Klavzar and Milutinovic 1997): words of L letters out of d.

Words s and t are linked if they are equal before some place h, different at h, and from there on s is s_h t_h t_h ... and t is t_h
s_h s_h .... The links with h letters before this place are the class ``level-h``.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, digits, log_powers, relettered, simple_network
from netlemma.graphs.topology.structure import Network


def make(d: int, L: int) -> Network:
    """The explicit network; its size is not checked."""
    one, other = np.triu_indices(d, 1)
    links = []
    for h in range(L):
        after = d ** (L - h - 1)
        ones = (after - 1) // (d - 1)  # the word 11...1 of the letters after place h
        before = np.arange(d**h)[:, None] * d
        tail, head = (before + one) * after + other * ones, (before + other) * after + one * ones
        links.append(Links(f"level-{h}", tail, head))
    return simple_network(d**L, links, digits(d, L), symmetries=lambda: relettered(d, L))


def _facts(d: int, L: int) -> dict[str, int]:
    """Each node has d links but the d corners, which have one less."""
    return {"nodes": d**L, "links": d * (d**L - 1) // 2, "degree": d if L > 1 else d - 1, "least_degree": d - 1}


FAMILY = Family(
    name="sierpinski",
    parameters=(Parameter("d", 2, "letters"), Parameter("L", 1, "letters of a word")),
    classes=("level-h",),
    summary="cliques of d nodes, d of them joined at their corners, and so on L times: d^L nodes, at most d links at each",
    make=make,
    log_sizes=lambda d, L: log_powers(d, L, d),
    facts=_facts,
    default_sizes=tuple(
        {"d": d, "L": L} for L, largest in enumerate((6, 6, 5, 3, 2, 2), 1) for d in range(2, largest + 1)
    ),
)
