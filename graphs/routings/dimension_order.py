"""Dimension order: one coordinate after the other, on rings with virtual channels that change where it wraps around."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ChannelRouting
from graphs.routings.dimensions import dimensions
from graphs.routings.hops import Marks, on_channels
from graphs.routings.virtual import BY_DIGITS, rule_named, words
from graphs.topology.structure import Network

TIES = ("up", "equal")
ORDERS = ("rising", "falling")


def dimension_order(
    net: Network, vcs: int = 1, rule: str = "dateline", ties: str = "up", order: str = "rising"
) -> ChannelRouting:
    """Dimension 0 first, then 1, and so on (or the last one first), each along a shortest path inside it.

    Parameters
    ----------
    net : Network
        A Cartesian product.
    vcs : int, default 1
        Virtual channels of each hop.
    rule : str, default 'dateline'
        Rule of their choice, see :mod:`graphs.routings.virtual`.
    ties : str, default 'up'
        Direction half-way around a ring, "up" (the digit rises) or "equal" (either).
    order : str, default 'rising'
        "rising" (dimension 0 first) or "falling" (the last dimension first).

    Returns
    -------
    ChannelRouting
        The routing.

    Raises
    ------
    RoutingError
        If the network is not a product, or an option is unknown.

    Examples
    --------
    >>> from graphs import network
    >>> routing = dimension_order(network("toroid", w=4, D=2), vcs=2)
    >>> routing.kind, routing.next_channels(0, None, 5, None)
    ('deterministic', [(0, Fraction(1, 1))])
    """
    if ties not in TIES:
        raise RoutingError(f"ties={ties!r}: half-way around a ring packets go {' or '.join(TIES)}")
    if order not in ORDERS:
        raise RoutingError(f"order={order!r}: dimensions are taken in the order {' or '.join(ORDERS)}")
    dims = dimensions(net)
    falling = order == "falling"

    def marks_to(destination: int) -> Marks:
        near = dims.to(destination)
        own = dims.dimension == np.repeat(dims.unsettled(destination, falling), np.diff(net.indptr))
        if ties == "up":
            return Marks((near.first[dims.inner] & own).astype(np.uint32))
        return Marks((near.nearer[dims.inner] & own).astype(np.uint32), dims.upward_first)

    halves = rule != "none" and vcs == 2 and all(map(dims.is_ring, range(len(dims.factors))))
    kind = "deterministic" if ties == "up" and (vcs == 1 or halves) else "oblivious"
    half = "the digit rises" if ties == "up" else "either way"
    around = f" (half-way around a ring {half})" if any(f.name == "ring" for f in dims.factors) else ""
    first = "dimension 0 first, then 1, and so on" if not falling else "the last dimension first, down to dimension 0"
    by_digits = vcs == 1 or rule in BY_DIGITS or not dims.any_ring  # rules for datelines leave other dimensions alone
    counting = f"{first}, by shortest ways{around}"
    found = on_channels(
        "dimension-order", net, kind, marks_to, rule_named(net, rule, vcs), vcs, f"{counting}; {words(rule, vcs)}"
    )
    return replace(
        found,
        line_by_line=not falling,
        choices_by="digits" if by_digits else "channel",
        counting=counting,
        loads_by="" if falling else "lines",
    )


ROUTINGS = {"dimension-order": dimension_order}
