"""Multicube: an r-ary f-cube, each dimension made of one-way rings (Johnson and Goodman 1991, section 3.1)."""

from math import log10

import numpy as np

from graphs.family import Family, Parameter
from graphs.product import HUGE
from graphs.rings.structure import RingNetwork

NAME = "multicube"
CLASSES = ("ring",)


def make(f: int, r: int) -> RingNetwork:
    """The explicit network with f rings of r nodes at each node, without asking whether it is too large."""
    return unequal((r,) * f, {"f": f, "r": r})


def unequal(sizes: tuple[int, ...], parameters: dict[str, int]) -> RingNetwork:
    """The multicube with rings of ``sizes[d]`` nodes in dimension d; link d leads along dimension d."""
    node = np.arange(int(np.prod(sizes)), dtype=np.int32).reshape(sizes)
    successor = np.stack([np.roll(node, -1, axis=d).ravel() for d in range(len(sizes))], axis=-1)
    return RingNetwork(
        family=NAME,
        parameters=parameters,
        successor=successor,
        class_names=CLASSES,
        link_class=np.zeros(successor.shape, dtype=np.int8),
        processors=np.ones(node.size, dtype=np.int64),
        labels=lambda n: tuple(int(i) for i in np.unravel_index(int(n), sizes)),
        stage=np.zeros(node.size, dtype=np.int32),
    )


def log_sizes(f: int, r: int) -> tuple[float, float]:
    """log10 of the number of nodes and of links."""
    nodes = min(f, HUGE) * log10(min(r, HUGE))
    return nodes, nodes + log10(min(f, HUGE))


FAMILY = Family(
    name=NAME,
    parameters=(Parameter("f", 2, "dimensions, and links of each node"), Parameter("r", 2, "nodes of each ring")),
    classes=CLASSES,
    summary="r-ary f-cube of one-way rings: r^f nodes",
    make=make,
    log_sizes=log_sizes,
    default_sizes=tuple({"f": f, "r": r} for f, r in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (2, 5), (4, 3))),
)
