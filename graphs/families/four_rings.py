"""Four rings in a square, any two neighbours sharing one node: 12 nodes (Johnson and Goodman 1991, figure 3).

Read from the caption: 4 rings, all clockwise, 12 nodes of which 4 in the middle belong to two rings; the links between the
middle nodes form a cycle that is not a ring. Rings A (top left), B (top right), C (bottom right), D (bottom left); the
middle nodes are AB, BC, CD, DA.
"""

import numpy as np

from netlemma.graphs.topology.family import RingFamily
from netlemma.graphs.topology.ring_structure import RingNetwork, from_rings

NAME = "four-rings"
NODES = ("A left", "A top", "AB", "B top", "B right", "BC", "C right", "C bottom", "CD", "D bottom", "D left", "DA")
CLOCKWISE = (
    ("A left", "A top", "AB", "DA"),
    ("B top", "B right", "BC", "AB"),
    ("C right", "C bottom", "CD", "BC"),
    ("D bottom", "D left", "DA", "CD"),
)


def make() -> RingNetwork:
    """The explicit network; link 0 for rings A and C, link 1 for B and D."""
    rings = [(tuple(map(NODES.index, ring)), number % 2) for number, ring in enumerate(CLOCKWISE)]
    return from_rings(NAME, rings, labels=[(node,) for node in range(len(NODES))])


FAMILY = RingFamily(
    name=NAME,
    parameters=(),
    classes=("link",),
    summary="four rings of four nodes in a square, neighbours sharing a node",
    make=make,
    log_sizes=lambda: (float(np.log10(12)), float(np.log10(16))),
    default_sizes=({},),
)
