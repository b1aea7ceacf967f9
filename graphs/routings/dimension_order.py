"""Dimension order: one coordinate after the other, on rings with virtual channels that change where it wraps around."""

from dataclasses import replace

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import KnownDependencies, LoadMethod
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings.dimensions import dimensions
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import rule_named, words
from netlemma.graphs.topology.structure import Network

TIES = {"plus": "the digit rises", "minus": "the digit falls", "split": "either way, equally likely"}
ORDERS = {"rising": False, "falling": True, "xy": False, "yx": True}


def dimension_order(
    net: Network, vcs: int = 1, rule: str = "dateline", ties: str = "plus", order: str = "rising"
) -> ChannelRouting:
    """Dimension 0 first, then 1, and so on (or the last one first), each along a shortest path inside it.

    >>> from netlemma.graphs import network
    >>> routing = dimension_order(network("toroid", w=4, D=2), vcs=2)
    >>> routing.kind, routing.next_channels(0, None, 5, None)
    ('deterministic', [(0, Fraction(1, 1))])
    """
    if ties not in TIES:
        raise RoutingError(f"ties={ties!r}: half-way around a ring packets go {' or '.join(TIES)}")
    if order not in ORDERS:
        raise RoutingError(f"order={order!r}: dimensions are taken in the order {' or '.join(ORDERS)}")
    dims = dimensions(net)
    if order in ("xy", "yx") and len(dims.factors) != 2:
        raise RoutingError(
            f"order={order}: {net.title} has {len(dims.factors)} dimensions, not 2: take rising or falling"
        )
    falling = ORDERS[order]

    def marks_to(destination: int) -> Marks:
        near = dims.to(destination)
        own = dims.dimension == np.repeat(dims.unsettled(destination, falling), np.diff(net.indptr))
        if ties == "split":
            return Marks((near.nearer[dims.inner] & own).astype(np.uint32), dims.upward_first)
        return Marks(((near.first if ties == "plus" else near.last)[dims.inner] & own).astype(np.uint32))

    halves = rule != "none" and vcs == 2 and all(map(dims.is_ring, range(len(dims.factors))))
    tied = ties == "split" and any(f.name == "ring" and f.size % 2 == 0 for f in dims.factors)
    kind = "deterministic" if not tied and (vcs == 1 or halves) else "oblivious"
    around = f" (half-way around a ring {TIES[ties]})" if any(f.name == "ring" for f in dims.factors) else ""
    first = "dimension 0 first, then 1, and so on" if not falling else "the last dimension first, down to dimension 0"
    counting = f"{first}, by shortest ways{around}"
    routing = on_channels(
        "dimension-order", net, kind, marks_to, rule_named(net, rule, vcs), vcs, f"{counting}; {words(rule, vcs)}"
    )
    return replace(
        routing,
        dependencies=KnownDependencies(line_by_line=not falling),
        loads=LoadMethod(orders=((falling, ties),), counting=counting),
    )


ROUTINGS = {"dimension-order": dimension_order}
