"""Complete: every two of f nodes are joined by a ring of two (Johnson and Goodman 1991, figure 2).

Link j leads from node x to node j - x modulo f, and back. Where that is x itself, the link is a ring of one node, which no
packet needs.
"""

from math import log10

import numpy as np

from netlemma.graphs.topology.family import Parameter, RingFamily
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.ring_structure import RingNetwork

NAME = "ring-complete"
CLASSES = ("link",)


def make(f: int) -> RingNetwork:
    """The explicit network; its size is not checked."""
    node = np.arange(f, dtype=np.int32)
    return RingNetwork(
        family=NAME,
        parameters={"f": f},
        successor=(node - node[:, None]) % f,
        class_names=CLASSES,
        link_class=np.zeros((f, f), dtype=np.int8),
        processors=np.ones(f, dtype=np.int64),
        labels=lambda x: (int(x),),
        stage=np.zeros_like(node),
    )


FAMILY = RingFamily(
    name=NAME,
    parameters=(Parameter("f", 2, "nodes, and links of each node"),),
    classes=CLASSES,
    summary="every two of f nodes joined by a ring of two nodes",
    make=make,
    log_sizes=lambda f: (log10(min(f, HUGE)), 2 * log10(min(f, HUGE))),
    default_sizes=tuple({"f": f} for f in range(2, 9)),
)
