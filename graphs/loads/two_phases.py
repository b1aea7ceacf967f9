"""Loads of routings in two independent phases: by way of any node, all nodes equally likely.

A packet goes to its intermediate node, which may be its source or its destination, and then to its destination, even if it
meets that before. So each source sends in phase 1 the same share of all its packets to every node, and every node sends in
phase 2 the same share of the packets of each destination to it. Each phase is followed once for each of its goals, whatever
the number of pairs of both."""

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import numpy as np

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads.crossings import crossings
from netlemma.graphs.routing.channel_routing import ChannelRouting


def phase_crossings(
    routing: ChannelRouting,
    slot: np.ndarray,
    slots: int,
    leaving: np.ndarray,
    coming: np.ndarray,
    progress: Progress = None,
    fast: bool | None = None,
) -> list[Fraction]:
    """Crossings of channels, added up by slots, phase by phase.

    Parameters
    ----------
    routing : ChannelRouting
        Routing with phases.
    slot : ndarray of int, shape (C,)
        Slot of each channel.
    slots : int
        Number of slots.
    leaving, coming : ndarray of int64, shape (N,)
        Messages of each node to all others, and of all others to each node, below 2^49.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations), for one phase after the other.
    fast : bool, optional
        Whether loops are compiled; by default where the work is large.

    Returns
    -------
    list of Fraction
        Crossings of each slot.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> valiant = channel_routing(network("mesh", k=2, n=1), "valiant")
    >>> one = np.ones(2, dtype=np.int64)
    >>> [str(load) for load in phase_crossings(valiant, np.arange(4), 4, one, one)]
    ['1/2', '1/2', '1/2', '1/2']
    """
    nodes = routing.network.node_count
    asked = (lambda to: cast(Sequence[int], leaving), lambda to: cast(Sequence[int], np.full(nodes, coming[to])))
    found = []
    for (phase, low), messages in zip(routing.phases, asked, strict=True):
        own = slot.reshape(-1, routing.vcs)[:, low : low + phase.vcs].ravel()
        found.append(crossings(phase, own, slots, messages, progress, fast)[0])
    return [(one + other) / nodes for one, other in zip(*found, strict=True)]
