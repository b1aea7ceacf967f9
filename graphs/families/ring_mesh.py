"""Mesh of two-node rings: each link of a mesh is a ring that joins its two ends (Johnson and Goodman 1991, figure 1).

In every dimension the rings between coordinates 2i and 2i+1 have the even one of the two link numbers of the dimension, those
between 2i+1 and 2i+2 the odd one. Nodes at the border lack links.
"""

from math import log10

import numpy as np

from netlemma.graphs.topology.family import Parameter, RingFamily
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.ring_structure import ABSENT, RingNetwork

NAME = "ring-mesh"
CLASSES = ("link",)


def make(k: int, n: int) -> RingNetwork:
    """The explicit network; its size is not checked."""
    shape = (k,) * n
    node = np.arange(k**n, dtype=np.int32)
    successor = np.full((k**n, 2 * n), ABSENT, dtype=np.int32)
    for d in range(n):
        place = k ** (n - 1 - d)
        coordinate = node // place % k
        for odd in (0, 1):
            step = np.where((coordinate + odd) % 2 == 0, 1, -1)
            inside = (coordinate + step >= 0) & (coordinate + step < k)
            successor[inside, 2 * d + odd] = (node + step * place)[inside]
    return RingNetwork(
        family=NAME,
        parameters={"k": k, "n": n},
        successor=successor,
        class_names=CLASSES,
        link_class=np.zeros(successor.shape, dtype=np.int8),
        processors=np.ones(len(node), dtype=np.int64),
        labels=lambda u: tuple(int(i) for i in np.unravel_index(int(u), shape)),
        stage=np.zeros_like(node),
    )


def log_sizes(k: int, n: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of links."""
    nodes = min(n, HUGE) * log10(min(k, HUGE))
    return nodes, nodes + log10(2 * min(n, HUGE))


FAMILY = RingFamily(
    name=NAME,
    parameters=(Parameter("k", 2, "nodes along each dimension"), Parameter("n", 1, "dimensions")),
    classes=CLASSES,
    summary="mesh with a ring of two nodes for each of its links: k^n nodes",
    make=make,
    log_sizes=log_sizes,
    default_sizes=tuple({"k": k, "n": n} for k, n in ((2, 1), (3, 1), (2, 2), (4, 1), (3, 2), (2, 3), (4, 2), (3, 3))),
)
