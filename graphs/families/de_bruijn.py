"""De Bruijn graph: words of D letters out of d; one-way links from x_1 ... x_D to x_2 ... x_D a (de Bruijn 1946).

The links from the words of one letter to themselves are left out.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, digits, log_powers, relettered, simple_network
from netlemma.graphs.topology.structure import Network


def make(d: int, D: int, one_way: bool = True) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(d**D)[:, None]
    links = [Links("link", node, node * d % d**D + np.arange(d))]
    return simple_network(d**D, links, digits(d, D), one_way=one_way, symmetries=lambda: relettered(d, D))


def _facts(d: int, D: int) -> dict[str, int]:
    """Each of d^D words has d links but the d of one letter, which have one less."""
    return {"nodes": d**D, "links": d ** (D + 1) - d, "least_degree": d - 1, "degree": d if D > 1 else d - 1}


FAMILY = Family(
    name="de-bruijn",
    parameters=(Parameter("d", 2, "letters"), Parameter("D", 1, "letters of a word")),
    classes=("link",),
    summary="words shifted by one letter: d^D nodes, d one-way links from each",
    make=make,
    log_sizes=lambda d, D: log_powers(d, D, d),
    facts=_facts,
    default_sizes=tuple(
        {"d": d, "D": D} for d, largest in ((2, 7), (3, 4), (4, 3), (5, 2)) for D in range(1, largest + 1)
    ),
)
