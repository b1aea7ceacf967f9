"""Deadfly: the butterfly fabric of rings with a processor at every node (Johnson and Goodman 1991, section 3.4)."""

import numpy as np

from netlemma.graphs.rings.fly import CLASSES, DEFAULT_SIZES, PARAMETERS, fabric_network, log_sizes, turns
from netlemma.graphs.topology.family import RingFamily
from netlemma.graphs.topology.ring_structure import RingNetwork

NAME = "deadfly"


def make(f: int, r: int) -> RingNetwork:
    """The explicit network; its size is not checked."""
    return fabric_network(NAME, f, r, np.ones(r, dtype=np.int64), turns)


FAMILY = RingFamily(
    name=NAME,
    parameters=PARAMETERS,
    classes=CLASSES,
    summary="butterfly fabric of rings with a processor at every node: r f^r",
    make=make,
    log_sizes=lambda f, r: log_sizes(f, r, f),
    default_sizes=DEFAULT_SIZES,
)
