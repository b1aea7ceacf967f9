"""Faults of a routing, found while its packets are followed: packets that are stranded or go in circles, and wrong choices."""

from collections.abc import Sequence

import numpy as np

from netlemma.graphs.base.errors import RoutingError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choices import BY_NODE, Choices, Goal
from netlemma.graphs.routing.following import goal_kernels as kernels


class Livelock(RoutingError):
    """Packets can go in circles forever."""


def fault(
    routing: ChannelRouting, goal: Goal, choices: Choices, sources: np.ndarray, facts: Sequence[int]
) -> RoutingError:
    """The error that says what is wrong with the choices of a packet.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    goal : Goal
        Destination and label.
    choices : Choices
        Choices of the packets to it.
    sources : ndarray of int
        Sources of the packets.
    facts : sequence of int
        Status, row, detail and source, as the kernels of :mod:`netlemma.graphs.routing.following.goal_kernels` write them.

    Returns
    -------
    RoutingError
        The error.
    """
    net = routing.network
    status, row, detail, source = (int(facts[i]) for i in range(4))
    if status == kernels.CIRCLE:
        source, channel = _circle(routing, goal, choices, sources.tolist())
        back, at = routing.channel_name(channel), routing.node_name(routing.start(channel))
        who = packet(routing, source, goal)
        return Livelock(
            f"livelock: routing {routing.title}: {who} can come back to channel {back} at node {at} for ever"
        )
    who = packet(routing, source, goal)
    if status == kernels.CLOSED:
        return RoutingError(
            f"routing {routing.title}: {who} is led through node {routing.node_name(routing.end(detail))}, which "
            "passes on no messages of others"
        )
    wrong = {
        kernels.STRANDED: "is stranded at {}: the routing gives no channel",
        kernels.ELSEWHERE: "is sent at {} by a channel that does not start there",
        kernels.WEIGHTS: "has weights at {} that do not add up to 1",
        kernels.SEVERAL: f"has {detail} choices at {{}}, but is deterministic",
    }[status]
    node = row if row < net.node_count else routing.end(row - net.node_count)
    return RoutingError(f"routing {routing.title}: {who} {wrong.format(f'node {routing.node_name(node)}')}")


def packet(routing: ChannelRouting, source: int, goal: Goal) -> str:
    """A packet with the names of its ends.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    source : int
        Number of the source.
    goal : Goal
        Destination and label.

    Returns
    -------
    str
        The description.
    """
    label = "" if goal.label is None else f" with label {goal.label}"
    return f"a packet from {routing.node_name(source)} to {routing.node_name(goal.destination)}{label}"


def _circle(routing: ChannelRouting, goal: Goal, choices: Choices, sources: list[int]) -> tuple[int, int]:
    """A source whose packets can go in circles, the first such one, and a channel to which they can come back."""
    net = routing.network
    done: set[int] = set()
    for source in sources:
        on_path: set[int] = set()
        todo = [(c, False) for c in choices.channel[choices.start[source] : choices.start[source + 1]].tolist()]
        while todo:
            channel, leaving = todo.pop()
            if leaving:
                on_path.discard(channel)
            elif channel in on_path:
                return source, channel
            elif channel not in done:
                done.add(channel)
                on_path.add(channel)
                todo.append((channel, True))
                if not routing.delivers(channel, *goal):
                    end = routing.end(channel)
                    row = end if choices.by == BY_NODE else net.node_count + channel
                    later = choices.channel[choices.start[row] : choices.start[row + 1]].tolist()
                    todo += [(c, False) for c in later if c not in done or c in on_path]
    raise AssertionError("packets to this goal go in no circle")
