"""Wrapped butterfly: d levels of 2^d rows; a node and the next level share the row or differ in its bit of the level (Leighton 1992).

Node (l, w) is linked to (l+1, w), class ``straight``, and to (l+1, w with bit l flipped), class ``cross``, levels modulo d. Links in
both directions; with d = 2 straight links are merged, and with d = 1 left out.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, log_powers, simple_network
from netlemma.graphs.topology.structure import Network


def make(d: int) -> Network:
    """The explicit network; its size is not checked."""
    rows = 2**d
    node = np.arange(d * rows)
    level, row = np.divmod(node, rows)
    following = (level + 1) % d * rows

    def symmetries() -> list[np.ndarray]:
        """All rows with bit 0 flipped; each level to the next with the bits of the rows rotated."""
        return [node ^ 1, following + (row << 1 & rows - 1 | row >> d - 1)]

    return simple_network(
        d * rows,
        [Links("straight", node, following + row), Links("cross", node, following + (row ^ 1 << level))],
        lambda u: divmod(int(u), rows),
        symmetries=symmetries,
    )


def _facts(d: int) -> dict[str, int]:
    """Four links at each node but with one or two levels."""
    degree = (1, 3, 4)[min(d, 3) - 1]
    return {"nodes": d * 2**d, "links": degree * d * 2**d // 2, "degree": degree, "least_degree": degree}


def _log_sizes(d: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops."""
    nodes = log_powers(2, d, 1)[0] + log_powers(d, 1, 1)[0]
    return nodes, nodes + log_powers(4, 1, 1)[0]


FAMILY = Family(
    name="wrapped-butterfly",
    parameters=(Parameter("d", 1, "levels"),),
    classes=("straight", "cross"),
    summary="d levels of 2^d rows in a circle: d 2^d nodes, 4 links at each",
    make=make,
    log_sizes=_log_sizes,
    facts=_facts,
    default_sizes=tuple({"d": d} for d in range(1, 7)),
)
