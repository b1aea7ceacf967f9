"""Deadfly: the butterfly fabric of rings with a processor at every node (Johnson and Goodman 1991, section 3.4)."""

import numpy as np

from graphs.family import Parameter, RingFamily
from graphs.rings.fly import fabric, labels, log_sizes, round_and_row, turns
from graphs.rings.structure import RingNetwork

NAME = "deadfly"
CLASSES = ("short", "long")


def make(f: int, r: int) -> RingNetwork:
    """The explicit network, without asking whether it is too large."""
    successor, shift = fabric(f, r)
    stage = np.arange(len(successor), dtype=np.int32) // f**r
    return RingNetwork(
        family=NAME,
        parameters={"f": f, "r": r},
        successor=successor,
        class_names=CLASSES,
        link_class=(shift != 0).astype(np.int8),
        processors=np.ones(len(successor), dtype=np.int64),
        labels=labels(f, r),
        concise=round_and_row(successor, f, r),
        symmetries=lambda: turns(f, r),
        stage=stage,
    )


FAMILY = RingFamily(
    name=NAME,
    parameters=(
        Parameter("f", 2, "links of each node"),
        Parameter("r", 1, "stages, and nodes of each short ring"),
    ),
    classes=CLASSES,
    summary="butterfly fabric of rings with a processor at every node: r f^r",
    make=make,
    log_sizes=lambda f, r: log_sizes(f, r, f),
    default_sizes=tuple(
        {"f": f, "r": r} for f, r in ((2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (4, 1), (4, 2), (3, 3), (5, 2), (2, 4))
    ),
)
