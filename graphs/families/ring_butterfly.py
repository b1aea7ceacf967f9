"""Butterfly: the butterfly fabric of rings with r processors at each node of stage 0 (Johnson and Goodman 1991, 3.3)."""

import numpy as np

from netlemma.graphs.rings.fly import CLASSES, DEFAULT_SIZES, PARAMETERS, fabric_network, log_sizes, translations
from netlemma.graphs.topology.family import RingFamily
from netlemma.graphs.topology.ring_structure import RingNetwork

NAME = "ring-butterfly"


def make(f: int, r: int) -> RingNetwork:
    """The explicit network; its size is not checked."""
    return fabric_network(NAME, f, r, np.where(np.arange(r) == 0, r, 0).astype(np.int64), translations)


FAMILY = RingFamily(
    name=NAME,
    parameters=PARAMETERS,
    classes=CLASSES,
    summary="butterfly fabric of rings, r processors at each node of stage 0, none elsewhere: r f^r in all",
    make=make,
    log_sizes=lambda f, r: log_sizes(f, r, f),
    default_sizes=DEFAULT_SIZES,
)
