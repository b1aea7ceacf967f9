"""Cube-connected cycles: a hypercube of D dimensions with a ring of D nodes in place of each vertex.

Node (p, v) is at position p of the ring at vertex v. Its cube link leads to (p, v with bit p flipped), its ring links
to positions p-1 and p+1. There are D 2^D nodes, D 2^(D-1) cube links and D 2^D ring links at every size: a ring of two
nodes has two links side by side (D=2), a ring of one node has one link from the node to itself, which no message
crosses (D=1).
"""

from math import log10

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import regular_network
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Network

NAME = "cube-connected-cycles"


def make(D: int) -> Network:
    """The explicit network; its size is not checked."""
    vertices = 1 << D
    node = np.arange(D * vertices, dtype=np.int32).reshape(D, vertices)  # node[p, v]
    p = np.arange(D, dtype=np.int32)[:, None]
    v = np.arange(vertices, dtype=np.int32)
    bit = np.int32(1) << p
    across = p * vertices + (v ^ bit)
    cube = p * (vertices // 2) + (v >> (p + 1) << p | v & (bit - 1))  # v without bit p numbers the links at position p
    after, before = np.roll(node, -1, axis=0), np.roll(node, 1, axis=0)
    cubes = D * vertices // 2
    return regular_network(
        NAME,
        {"D": D},
        target=np.stack([across, after, before], axis=-1),
        device=np.stack([cube, cubes + node, cubes + before], axis=-1),  # a ring link has the number of its first end
        classes=[("cube", "link", cubes), ("ring", "link", D * vertices)],
        labels=lambda n: divmod(int(n), vertices),
        symmetries=lambda: _symmetries(D),
    )


def _symmetries(D: int) -> list[np.ndarray]:
    """(p, v) to (p+1, v with its bits rotated), and (p, v) to (p, v with bit 0 flipped): all nodes become alike."""
    vertices = 1 << D
    p, v = np.divmod(np.arange(D * vertices, dtype=np.int32), vertices)
    rotated = (v << 1 | v >> (D - 1)) & (vertices - 1)
    return [(p + 1) % D * vertices + rotated, p * vertices + (v ^ 1)]


def log_sizes(D: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops."""
    D = min(D, HUGE)
    nodes = log10(D) + D * log10(2)
    return nodes, nodes + log10(3)


FAMILY = Family(
    name=NAME,
    parameters=(Parameter("D", 1, "dimensions of the cube and nodes of each ring"),),
    classes=("cube", "ring"),
    summary="hypercube with a ring of D nodes at each vertex (D=2: parallel ring links, D=1: ring links are loops)",
    make=make,
    log_sizes=log_sizes,
    default_sizes=tuple({"D": D} for D in range(1, 15)),
)
