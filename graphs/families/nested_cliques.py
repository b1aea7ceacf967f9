"""Graphs of copies of smaller ones in cliques."""

from dataclasses import replace

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, digits, linked_family, log_powers, relettered, simple_network
from netlemma.graphs.topology.structure import Network


def sierpinski_make(d: int, L: int) -> Network:
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


def _sierpinski_facts(d: int, L: int) -> dict[str, int]:
    """Each node has d links but the d corners, which have one less."""
    return {"nodes": d**L, "links": d * (d**L - 1) // 2, "degree": d if L > 1 else d - 1, "least_degree": d - 1}


SIERPINSKI = Family(
    name="sierpinski",
    parameters=(Parameter("d", 2, "letters"), Parameter("L", 1, "letters of a word")),
    classes=("level-h",),
    summary="cliques of d nodes, d of them joined at their corners, and so on L times: d^L nodes, at most d links at each",
    make=sierpinski_make,
    log_sizes=lambda d, L: log_powers(d, L, d),
    facts=_sierpinski_facts,
    default_sizes=tuple(
        {"d": d, "L": L} for L, largest in enumerate((6, 6, 5, 3, 2, 2), 1) for d in range(2, largest + 1)
    ),
)


WK_RECURSIVE = replace(
    SIERPINSKI,
    name="wk-recursive",
    summary="d copies of d copies ... of cliques of d nodes, each two joined by a link: d^L nodes, at most d links at each",
)


def hanoi_links(n: int) -> list[Links]:
    """Disk i, the smallest is 0, moves between two pegs while all smaller disks are on the third."""
    found = []
    for i in range(n):
        peg, weight = np.arange(3), 3**i
        smaller = peg * (weight - 1) // 2
        larger = 3 * weight * np.arange(3 ** (n - i - 1))[:, None] + smaller
        found.append(Links(f"disk-{i}", larger + (peg + 1) % 3 * weight, larger + (peg + 2) % 3 * weight))
    return found


HANOI = linked_family(
    "hanoi",
    (Parameter("n", 1, "disks"),),
    "positions of n disks on three pegs, linked by the moves of the Tower of Hanoi: 3^n nodes",
    hanoi_links,
    lambda n: {"nodes": 3**n, "links": 3 * (3**n - 1) // 2, "degree": 3 if n > 1 else 2, "least_degree": 2},
    (1, 2, 3, 4, 5),
    labels=lambda n: digits(3, n),
    symmetries=lambda n: relettered(3, n),
    exponential=True,
    other_name="hanoi-tower",
)

FAMILIES = {
    "Sierpinski graph S(d, L) (Klavzar and Milutinovic 1997): words of L letters out of d.\n\n"
    "Words s and t are linked if they are equal before some place h, different at h, and from there on s is s_h t_h "
    "t_h ... and t is t_h s_h s_h .... The links with h letters before this place are the class ``level-h``.": SIERPINSKI,
    "WK-recursive network (Della Vecchia and Sanges 1988): WK(d, 1) is a clique of d nodes, WK(d, L) has d copies "
    "of WK(d, L-1).\n\n"
    "Corner y of copy x is linked to corner x of copy y. The open links at the d corners of the whole are not "
    "counted; without them the network is the Sierpinski graph S(d, L), and a node is the word of its copies, the "
    "largest first. The links between copies in h copies are the class ``level-h``.": WK_RECURSIVE,
    "Hanoi graph: positions of the Tower of Hanoi with three pegs and n disks, linked by the moves of a disk.": HANOI,
}
