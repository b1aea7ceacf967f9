"""Concentrated mesh: a k x k mesh of switches with c terminals on each (Balfour and Dally 2006)."""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, log_count, simple_network
from netlemma.graphs.topology.structure import Network


def _make(k: int, c: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(k * k).reshape(k, k)
    return simple_network(
        k * k,
        [Links("dimension-0", node[:-1], node[1:]), Links("dimension-1", node[:, :-1], node[:, 1:])],
        lambda u: divmod(int(u), k),
        symmetries=lambda: [node[::-1].ravel(), node.T.ravel()],
        terminals=c,
    )


FAMILY = Family(
    name="concentrated-mesh",
    parameters=(Parameter("k", 2, "switches of a line"), Parameter("c", 1, "terminals on each switch")),
    classes=("dimension-i", "terminal"),
    summary="k x k mesh of switches with c terminals on each",
    make=_make,
    log_sizes=lambda k, c: log_count(k * k * (1 + c), 4 * k * (k - 1) + 2 * k * k * c),
    facts=lambda k, c: {
        "nodes": k * k * (1 + c),
        "ends": k * k * c,
        "links": 2 * k * (k - 1) + k * k * c,
        "degree": min(4, 2 * (k - 1)) + c,
        "least_degree": 1,
    },
    default_sizes=tuple({"k": k, "c": c} for k, c in ((2, 1), (2, 2), (3, 1), (3, 2), (2, 4), (4, 1), (3, 4), (4, 4))),
)
