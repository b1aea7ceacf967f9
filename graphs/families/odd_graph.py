"""Odd graph O_n (Biggs 1979): subsets of n-1 of 2n-1 elements, linked when disjoint, that is the Kneser graph K(2n-1, n-1).

O_3 is the Petersen graph. Some authors write O_(n-1) for the same graph.
"""

from math import comb

from netlemma.graphs.families.kneser import make
from netlemma.graphs.topology.combinatorial_nodes import log_subsets
from netlemma.graphs.topology.family import Family, Parameter

FAMILY = Family(
    name="odd-graph",
    parameters=(Parameter("n", 2, "links at each node"),),
    classes=("link",),
    summary="subsets of n-1 of 2n-1 elements, linked when disjoint: binomial(2n-1, n-1) nodes, n links at each",
    make=lambda n: make(2 * n - 1, n - 1),
    log_sizes=lambda n: log_subsets(2 * n - 1, n - 1, n),
    facts=lambda n: {"nodes": comb(2 * n - 1, n - 1), "degree": n, "least_degree": n},
    default_sizes=tuple({"n": n} for n in range(2, 7)),
)
