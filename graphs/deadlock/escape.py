"""Duato's extended dependency graph: direct and indirect dependencies of packets on escape channels.

Every packet always has an escape channel among its choices (the escape routing is connected). A packet that holds an
escape channel, and has continued by any number of adaptive channels, then depends on the escape channels that it may
take next. If these dependencies form no cycle, wormhole routing has no deadlock (Duato 1993, 1995)."""

from __future__ import annotations

from typing import NamedTuple

from graphs.base.errors import RoutingError
from graphs.deadlock.states import States
from graphs.routing.dependency import DependencyGraph, from_sequences


class Stranded(NamedTuple):
    """A packet without escape channel: its source, its destination, and the channel by which it came (None at its
    source).
    """

    source: int
    destination: int
    channel: int | None


def not_connected(states: States) -> Stranded | None:
    """A packet that has no escape channel among its choices, at its source or later; None if all have one."""
    is_escape = escape_of(states)
    for goal, starts in states.routes.first.items():
        for source, channels in starts.items():
            if not any(map(is_escape, channels)):
                return Stranded(source, goal.destination, None)
    for s, later in enumerate(states.after):
        if later and not any(is_escape(states.channel[t]) for t in later):
            return Stranded(states.source[s], states.goal[s].destination, states.channel[s])
    return None


def extended_dependencies(states: States) -> DependencyGraph:
    """The direct and indirect dependencies of escape channels; witnesses hold the first and want the second.

    >>> from graphs import network
    >>> from graphs.routing.routes import follow
    >>> from graphs.routings import channel_routing
    >>> from graphs.deadlock.states import states
    >>> net = network("toroid", w=4, D=2)
    >>> for rule in "dally-seitz", "dateline":
    ...     graph = extended_dependencies(states(follow(channel_routing(net, "duato", rule=rule))))
    ...     print(graph.numbering() is not None)
    True
    False
    """
    is_escape, channel = escape_of(states), states.channel
    wanted: list[frozenset[int]] = [frozenset()] * len(states)  # escape channels wanted behind a state
    for s in states.backwards:
        wanted[s] = frozenset(channel[t] for t in states.after[s] if is_escape(channel[t])).union(
            *(wanted[t] for t in states.after[s] if not is_escape(channel[t]))
        )
    nearest = sorted((s for s in range(len(states)) if is_escape(channel[s])), key=states.depth.__getitem__)
    packets = (
        (states.source[s], states.goal[s].destination, (channel[s], c)) for s in nearest for c in sorted(wanted[s])
    )
    routing = states.routes.routing
    return from_sequences(routing.channel_count, packets, routing.channel_name)


def escape_of(states: States):  # type: ignore[no-untyped-def]
    """The function that identifies escape channels.

    Raises
    ------
    RoutingError
        If the routing has none.
    """
    routing = states.routes.routing
    if routing.escape is None:
        raise RoutingError(f"routing {routing.title} has no escape channels")
    return routing.escape
