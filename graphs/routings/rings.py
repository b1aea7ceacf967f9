"""Routings of point-to-point rings: the rule that a construction brings, and the shortest routes that visit no ring twice."""

from __future__ import annotations

from graphs.rings.routing import CONCISE, GENERAL, RingRouting
from graphs.rings.routing import ring_routing as of_name
from graphs.topology.ring_structure import RingNetwork


def concise(net: RingNetwork) -> RingRouting:
    """The rule that the construction of the network brings with it.

    >>> from graphs import ring_network
    >>> concise(ring_network("livefly", f=3, r=2)).name
    'concise'
    """
    return of_name(net, CONCISE)


def general(net: RingNetwork) -> RingRouting:
    """The shortest of the routes that visit no ring twice."""
    return of_name(net, GENERAL)


RING_ROUTINGS = {"concise": concise, "general": general, "shortest": general}
