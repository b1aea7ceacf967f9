"""Shuffle: the single-stage shuffle-exchange network of rings (Johnson and Goodman 1991, section 3.2).

Nodes are the words of r digits to the base f. A link shifts a digit in: (z_1, ..., z_r) to (z_2, ..., z_r, d). The ring goes on
with the digit that fell out, so it is the rotations of the word (z_1, ..., z_r, d), and its size divides r + 1. The sum
of the r+1 digits modulo f is the same along a ring and different for the links of a node: it is the number of the link.
"""

from math import log10

import numpy as np

from netlemma.graphs.topology.family import Parameter, RingFamily
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.ring_structure import RingNetwork

NAME = "ring-shuffle"
CLASSES = ("link",)


def make(f: int, r: int) -> RingNetwork:
    """The explicit network; its size is not checked."""
    node = np.arange(f**r, dtype=np.int32)
    digits = sum((node // f**i % f for i in range(r)), start=np.zeros_like(node))
    entering = (np.arange(f, dtype=np.int32) - digits[:, None]) % f
    successor = (node % f ** (r - 1) * f)[:, None] + entering
    return RingNetwork(
        family=NAME,
        parameters={"f": f, "r": r},
        successor=successor.astype(np.int32),
        class_names=CLASSES,
        link_class=np.zeros(successor.shape, dtype=np.int8),
        processors=np.ones(len(node), dtype=np.int64),
        labels=lambda z: tuple(int(z) // f ** (r - 1 - i) % f for i in range(r)),
        stage=np.zeros_like(node),
        symmetries=lambda: _renamings(f, r),
    )


def _renamings(f: int, r: int) -> list[np.ndarray]:
    """Words with their digits renamed: two digits exchanged, and all of them in a cycle."""
    node = np.arange(f**r, dtype=np.int32)
    digits = [node // f**i % f for i in range(r)]
    exchange, cycle = [1, 0, *range(2, f)], [*range(1, f), 0]
    chosen = [np.array(new, dtype=np.int32) for new in ([exchange] if f == 2 else [exchange, cycle])]
    return [sum((new[digit] * f**i for i, digit in enumerate(digits)), start=np.zeros_like(node)) for new in chosen]


def log_sizes(f: int, r: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of links."""
    one = log10(min(f, HUGE))
    return min(r, HUGE) * one, (min(r, HUGE) + 1) * one


FAMILY = RingFamily(
    name=NAME,
    parameters=(Parameter("f", 2, "links of each node"), Parameter("r", 1, "digits of a node's word")),
    classes=CLASSES,
    summary="shuffle-exchange network of rings of at most r+1 nodes: f^r nodes, words of r digits",
    make=make,
    log_sizes=log_sizes,
    default_sizes=tuple({"f": f, "r": r} for f, r in ((2, 1), (3, 1), (2, 2), (2, 3), (3, 2), (4, 2), (2, 4), (3, 3))),
)
