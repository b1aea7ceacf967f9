"""Clock: a ring of twelve nodes, and a ring that joins every third of them (Johnson and Goodman 1991, figure 5).

A packet from node 2 to node 7 may not take the inner ring from 3 to 6: it would visit the outer ring twice.
"""

import numpy as np

from netlemma.graphs.topology.family import RingFamily
from netlemma.graphs.topology.ring_structure import RingNetwork, from_rings

NAME = "clock"
RINGS = ((tuple(range(12)), 0), ((0, 3, 6, 9), 1))


def make() -> RingNetwork:
    """The explicit network."""
    return from_rings(NAME, RINGS, labels=[(hour,) for hour in range(12)])


FAMILY = RingFamily(
    name=NAME,
    parameters=(),
    classes=("link",),
    summary="a ring of twelve nodes with a ring through every third of them",
    make=make,
    log_sizes=lambda: (float(np.log10(12)), float(np.log10(16))),
    default_sizes=({},),
)
