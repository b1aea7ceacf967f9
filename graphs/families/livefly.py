"""Livefly: the butterfly fabric with f-1 links at each node, and a second ring along each row (Johnson and Goodman 1991, 3.5).

The straight links of the fabric are the primary ones; the secondary links, with the number f-1, run beside them.
"""

import numpy as np

from netlemma.graphs.rings.fly import fabric, labels, log_sizes, three_phases, translations
from netlemma.graphs.topology.family import Parameter, RingFamily
from netlemma.graphs.topology.ring_structure import RingNetwork

NAME = "livefly"
CLASSES = ("primary", "secondary", "long")


def make(f: int, r: int) -> RingNetwork:
    """The explicit network; its size is not checked."""
    through, shift = fabric(f - 1, r)
    rows = (f - 1) ** r
    node = np.arange(len(through), dtype=np.int32)
    along = (node + rows) % len(node)
    return RingNetwork(
        family=NAME,
        parameters={"f": f, "r": r},
        successor=np.column_stack([through, along]).astype(np.int32),
        class_names=CLASSES,
        link_class=np.column_stack([np.where(shift != 0, 2, 0), np.ones_like(node)]).astype(np.int8),
        processors=np.ones(len(node), dtype=np.int64),
        labels=labels(f - 1, r),
        concise=three_phases(through, f - 1, r),
        symmetries=lambda: translations(f - 1, r),
        stage=node // rows,
    )


FAMILY = RingFamily(
    name=NAME,
    parameters=(Parameter("f", 3, "links of each node"), Parameter("r", 1, "stages, and nodes of each short ring")),
    classes=CLASSES,
    summary="butterfly fabric of f-1 links at each node, and a second ring along each row: r (f-1)^r",
    make=make,
    log_sizes=lambda f, r: log_sizes(f - 1, r, f),
    default_sizes=tuple(
        {"f": f, "r": r} for f, r in ((3, 1), (3, 2), (4, 1), (3, 3), (4, 2), (5, 1), (3, 4), (5, 2), (4, 3))
    ),
)
