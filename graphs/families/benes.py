"""Benes network: two butterflies back to back that share their middle level (Benes 1964).

There are levels 0, ..., 2d of 2^d rows. A row w of level l is linked to row w of level l + 1, and to the row that differs in
bit d-1, d-2, ..., 0, 0, ..., d-1 for l = 0, ..., 2d - 1. With p > 0, messages run between p terminals on each node of the
first and of the last level; without, between all nodes.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by
from netlemma.graphs.topology.structure import Network

DEEPEST = 99  # networks of more dimensions are refused in any case


def _make(d: int, p: int) -> Network:
    """The explicit network; its size is not checked."""
    row = np.arange(2**d)
    node = np.arange((2 * d + 1) * 2**d).reshape(-1, 2**d)
    bit = np.concatenate([np.arange(d)[::-1], np.arange(d)])
    return simple_network(
        node.size,
        [
            Links("straight", node[:-1], node[1:]),
            Links("cross", node[:-1], np.take_along_axis(node[1:], row ^ 1 << bit[:, None], axis=1)),
        ],
        lambda u: divmod(int(u), 2**d),
        symmetries=lambda: [node[::-1].ravel(), *(node[:, row ^ 1 << i].ravel() for i in range(d))],
        terminals=p,
        carriers=node[[0, -1]].ravel(),
    )


def _facts(d: int, p: int) -> dict[str, int]:
    """Four links at each node, but two and the terminals on the first and the last level."""
    nodes, inputs = (2 * d + 1) * 2**d, 2 ** (d + 1)
    return {
        "nodes": nodes + inputs * p,
        "ends": inputs * p or nodes,
        "links": 4 * d * 2**d + inputs * p,
        "degree": max(4, 2 + p),
        "least_degree": 1 if p else 2,
    }


FAMILY = Family(
    name="benes",
    parameters=(
        Parameter("d", 1, "dimensions of each butterfly"),
        Parameter("p", 0, "terminals on each node of the first and the last level", default=0),
    ),
    classes=("straight", "cross", "terminal"),
    summary="two butterflies back to back: levels 0..2d of 2^d rows, p terminals on each node of the outer levels",
    make=_make,
    log_sizes=sizes_by(_facts, d=DEEPEST),
    facts=_facts,
    default_sizes=tuple({"d": d, "p": p} for d, p in ((1, 0), (1, 1), (2, 0), (2, 2), (3, 0), (1, 3), (3, 2), (4, 0))),
)
