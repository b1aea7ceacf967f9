"""Loads of routings in two independent phases: by way of any node, all nodes equally likely.

A packet from s to t goes to an intermediate node m first, by a route that does not depend on t, unless it meets t. Of
the N - 1 packets of s with the same m those to the nodes that the route has met are gone; h hops from s these are h, if
no route meets a node twice. So phase 1 is followed once for each m, and phase 2 once for each t, whatever the number of
pairs of both: in phase 2 m sends to t the packets of itself and of all sources whose route to m does not pass t."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np

from graphs.base.parallel import Progress
from graphs.loads.crossings import crossings
from graphs.loads.flow_loops import thinning_flows
from graphs.routing.channel_routing import DETERMINISTIC, ChannelRouting
from graphs.routing.goal_graph import Frame, GoalGraph, follow_all


def has_phases(routing: ChannelRouting) -> bool:
    """Whether the phases of a routing can be followed one by one.

    Packets run between all nodes, and the routes of phase 1 are single shortest paths.
    """
    if not routing.phases or len(routing.ends) < routing.network.node_count:
        return False
    first = routing.phases[0][0]
    return first.kind == DETERMINISTIC and first.line_by_line


def phase_crossings(
    routing: ChannelRouting, slot: np.ndarray, slots: int, progress: Progress = None, fast: bool | None = None
) -> tuple[list[Fraction], Fraction]:
    """Crossings of channels by one message between all pairs of nodes, phase by phase.

    Parameters
    ----------
    routing : ChannelRouting
        Routing for which :func:`has_phases`.
    slot : ndarray of int, shape (C,)
        Slot of each channel.
    slots : int
        Number of slots.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).
    fast : bool, optional
        Whether loops are compiled; by default where the work is large.

    Returns
    -------
    tuple of (list of Fraction, Fraction)
        As :func:`graphs.loads.crossings.crossings`.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> valiant = channel_routing(network("mesh", k=2, n=1), "valiant")
    >>> [str(load) for load in phase_crossings(valiant, np.arange(4), 4)[0]]
    ['1/2', '1/2', '1/2', '1/2']
    """
    nodes = routing.network.node_count
    (first, low), (second, above) = routing.phases
    frame = Frame(first, fast)
    sent = np.zeros((nodes, nodes), dtype=np.int32)  # by intermediate node and destination
    mine = frame.kept(_slots(slot, routing.vcs, low, first.vcs))
    workers = follow_all(frame, partial(_First, frame, mine, slots, sent), progress)
    then, _ = crossings(second, _slots(slot, routing.vcs, above, second.vcs), slots, sent.T.__getitem__, progress, fast)
    total = [sum(int(w.load[i]) for w in workers) + load for i, load in enumerate(then)]
    return [load / nodes for load in total], Fraction(nodes * (nodes - 1))


def _slots(slot: np.ndarray, vcs: int, low: int, count: int) -> np.ndarray:
    """Slots of the channels of a layer."""
    return slot.astype(np.int64).reshape(-1, vcs)[:, low : low + count].ravel()


class _First:
    """Loads of phase 1 of the goals that one thread follows."""

    def __init__(self, frame: Frame, slot: np.ndarray, slots: int, sent: np.ndarray) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.slot, self.sent = slot, sent
        self.load = frame.filled(slots, 0, np.int64)
        self.at, self.left, self.through = (frame.filled(size, 0, np.int64) for size in (rows, rows, len(sent)))

    def add(self, graph: GoalGraph, number: int) -> None:
        """Take in the packets that go to one intermediate node."""
        frame, middle = graph.frame, graph.goal.destination
        frame.loop(thinning_flows)(
            graph.by_node, frame.head, middle, graph.start, graph.channel, graph.rows, graph.sources, self.at,
            self.left, self.through, self.slot, self.load,
        )  # fmt: skip
        self.sent[middle] = len(self.sent) - np.asarray(self.through)
        self.sent[middle, middle] = 0
