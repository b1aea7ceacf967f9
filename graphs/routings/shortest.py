"""Shortest paths in any network: the first one, one drawn at random, or whichever is free."""

from dataclasses import replace

import numpy as np

from netlemma.graphs.routing.capabilities import LoadMethod, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choice_loops import distances, loop, shortest_marks
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.routings.dimensions import dimensions
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import rule_named, words
from netlemma.graphs.topology.structure import Network


def hops_nearer(net: Network, destination: int, first: bool = False) -> np.ndarray:
    """Marks of the hops that begin a shortest path to a destination.

    Returns: Marks.

    >>> from netlemma.graphs import network
    >>> net = network("line(4)")
    >>> list(zip(net.origin.tolist(), net.target.tolist(), hops_nearer(net, 2).tolist()))
    [(0, 1, 1), (1, 0, 0), (1, 2, 1), (2, 1, 0), (2, 3, 0), (3, 2, 1)]
    """
    into = arrivals(net)
    far = loop(distances, net)(into.into, into.before, net.forwarding, destination)
    found: np.ndarray = loop(shortest_marks, net)(
        net.indptr, net.target, into.into, into.before, into.hop, far, net.forwarding, destination, first
    )
    return found


def _shortest(net: Network, name: str, kind: str, vcs: int, rule: str, text: str) -> ChannelRouting:
    first = name == "shortest-first"
    if net.factors and net.forwards is None and not first:  # shortest in a product is shortest in each dimension
        dims = dimensions(net)

        def marks_to(destination: int) -> Marks:
            near = dims.to(destination)
            return Marks(near.nearer[dims.inner].astype(np.uint32), share=dims.shares(destination)[dims.inner])

    else:

        def marks_to(destination: int) -> Marks:
            return Marks(hops_nearer(net, destination, first), by_paths=not first)

    routing = on_channels(name, net, kind, marks_to, rule_named(net, rule, vcs), vcs, f"{text}; {words(rule, vcs)}")
    return replace(
        routing,
        loads=LoadMethod(
            "shortest" if name == "shortest" else "" if rule != "none" else "first" if first else "hops",
            counting=f"{text}, parallel links counted apart" if name == "shortest" else None,
        ),
        symmetry=RoutingSymmetry(alike_ends=rule == "none"),
    )


def shortest(net: Network, vcs: int = 1, rule: str = "none") -> ChannelRouting:
    """Every shortest path equally likely; a packet waits for the hop that was drawn."""
    return _shortest(net, "shortest", "oblivious", vcs, rule, "every shortest path equally likely")


def shortest_adaptive(net: Network, vcs: int = 1, rule: str = "none") -> ChannelRouting:
    """Any shortest path, by whichever hop is free."""
    return _shortest(net, "shortest-adaptive", "adaptive", vcs, rule, "any shortest path")


def shortest_first(net: Network, vcs: int = 1, rule: str = "none") -> ChannelRouting:
    """One shortest path: at each node the first hop that leads nearer; its virtual channel is drawn if there are several.

    >>> from netlemma.graphs import network
    >>> shortest_first(network("ring", K=4)).next_channels(0, None, 2, None)
    [(0, Fraction(1, 1))]
    """
    kind = "deterministic" if vcs == 1 else "oblivious"
    return _shortest(net, "shortest-first", kind, vcs, rule, "at each node the first hop that leads nearer")


ROUTINGS = {"shortest": shortest, "shortest-adaptive": shortest_adaptive, "shortest-first": shortest_first}
