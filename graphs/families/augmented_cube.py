"""Augmented cube (Choudum and Sunitha 2002): links flip one bit, or all bits from some place to the last.

AQ_1 is a link; AQ_n consists of 0 AQ_(n-1) and 1 AQ_(n-1), and of links from 0u to 1u and from 0u to 1 and the complement of u. The
links that flip one bit are the class ``cube``, those that flip two or more last bits the class ``complement``.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, bits, log_powers, simple_network
from netlemma.graphs.topology.structure import Network


def make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node, bit = np.arange(2**n), np.arange(n)
    links = [
        Links("cube", node[:, None], node[:, None] ^ 1 << bit),
        Links("complement", node[:, None], node[:, None] ^ (2 << bit[1:]) - 1),
    ]
    return simple_network(2**n, links, bits(n), symmetries=lambda: [node ^ 1 << each for each in range(n)])


FAMILY = Family(
    name="augmented-cube",
    parameters=(Parameter("n", 1, "dimensions"),),
    classes=("cube", "complement"),
    summary="hypercube with links that flip all last bits from some place on: 2^n nodes, 2n-1 links at each",
    make=make,
    log_sizes=lambda n: log_powers(2, n, 2 * n - 1),
    facts=lambda n: {"nodes": 2**n, "degree": 2 * n - 1, "least_degree": 2 * n - 1, "links": (2 * n - 1) * 2**n // 2},
    default_sizes=tuple({"n": n} for n in range(1, 9)),
)
