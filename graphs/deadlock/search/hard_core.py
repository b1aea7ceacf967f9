"""The hard core: the states of packets that elimination leaves, with the ways to them."""

from dataclasses import dataclass

import numpy as np

from netlemma.graphs.deadlock import state_loops as loops
from netlemma.graphs.deadlock.states import States
from netlemma.graphs.routing.following.goal_graph import Frame, goal_graphs


@dataclass(frozen=True, eq=False)
class HardCore:
    """States from which a deadlock may be made.

    Attributes
    ----------
    states : States
        States of the packets that can be held up, and the ways to them.
    held : frozenset of int
        Channels that elimination left.
    stuck : frozenset of int
        States in which a packet is blocked or, in wormhole routing, can hold a channel with its body.
    complete : bool
        Whether these are all such states; otherwise they are those of the first goals.
    """

    states: States
    held: frozenset[int]
    stuck: frozenset[int]
    complete: bool = True


def hard_core(frame: Frame, held: np.ndarray, wormhole: bool, most: int) -> HardCore:
    """The states that elimination leaves.

    Parameters
    ----------
    frame : Frame
        Arrays of the network and its routing.
    held : ndarray of bool, shape (C,)
        Channels that elimination left.
    wormhole : bool
        Whether packets can hold several channels.
    most : int
        Limit of the number of states; beyond, further goals are left out.

    Returns
    -------
    HardCore
        The states.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> frame = Frame(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> found = hard_core(frame, np.ones(3, dtype=bool), False, 10)
    >>> found.states.channel, found.states.after, sorted(found.stuck)
    ([1, 2, 2, 0, 0, 1], [(1,), (), (3,), (), (5,), ()], [0, 2, 4])
    """
    states, stuck = States(frame.routing), set[int]()
    complete, marks, flags = True, frame.filled(len(frame.head), False, np.bool_), frame.kept(held)
    for graph in goal_graphs(frame.routing, frame=frame):
        count = frame.loop(loops.mark_stuck)(
            graph.by_node, len(frame.forwarding), graph.head, graph.end, graph.start, graph.channel,
            graph.channels, states.waits_for_all, wormhole, flags, marks,
        )  # fmt: skip
        if len(stuck) + count > most:
            complete = False
            break
        if count:
            target = frame.filled(len(frame.head), False, np.bool_)
            for c in graph.channels:
                target[c] = marks[c]
            stuck |= {s for c, s in states.add(graph, target).items() if target[c]}
    return HardCore(states, frozenset(np.flatnonzero(held).tolist()), frozenset(stuck), complete)
