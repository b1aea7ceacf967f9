"""Reachability of a configuration of packets: it is taken apart, move by move, until no packet is left.

A packet of L flits holds the last L channels of its path (all of it while it still leaves its source). It moves one
channel at a time, whenever the next one is free, and may be slow. Other packets are only obstacles, so the packets of a
configuration can get to their places if and only if they can without others. The search goes backwards: a packet that
can go back to its source through channels that no other holds is taken away at once, since that only frees channels.
Where none can, single moves are taken back, in every order."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from netlemma.graphs.deadlock.states import States

MOST_POSITIONS = 20000
# for each packet the states whose channels it holds, tail first; none: not started
PacketPositions = tuple[tuple[int, ...], ...]


class Advance(NamedTuple):
    """A move: the head of a packet enters the channel of a state, from ``source`` if it is the first one."""

    packet: int
    state: int
    source: int | None


class PositionLimit(Exception):
    """A search exceeded its limit of positions."""


def schedule(states: States, worms: Sequence[Sequence[int]], most: int = MOST_POSITIONS) -> list[Advance] | None:
    """Moves by which packets get to their places in an empty network; None if there are none.

    Parameters
    ----------
    states : States
        States of all packets.
    worms : Sequence of Sequence of int
        For each packet the states whose channels it holds, tail first; no channel twice.
    most : int, default MOST_POSITIONS
        Limit of the number of positions.

    Returns
    -------
    list of Advance or None
        Moves in their order.

    Raises
    ------
    PositionLimit
        If there are more positions.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.deadlock.states import states
    >>> around = states(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> [around.routing.channel_name(around.channel[step.state]) for step in schedule(around, [[0], [2], [4]])]
    ['(0)->(1)', '(2)->(0)', '(1)->(2)']
    """
    start: PacketPositions = tuple(map(tuple, worms))
    onward: dict[PacketPositions, tuple[PacketPositions, list[Advance]] | None] = {start: None}
    todo = deque([start])
    while todo:
        position = todo.popleft()
        left, moves = _take_away(states, position)
        if not any(left):
            while link := onward[position]:
                position = link[0]
                moves = moves + link[1]
            return moves
        for earlier, step in _back(states, left):
            if earlier not in onward:
                if len(onward) >= most:
                    raise PositionLimit
                onward[earlier] = (position, [step, *moves])
                todo.append(earlier)
    return None


def way_in(states: States, state: int, held: set[int]) -> list[int] | None:
    """States from the start of a packet up to a given one, by channels that are not held; None if there are none.

    Parameters
    ----------
    states : States
        States of all packets.
    state : int
        The given state.
    held : set of int
        Channels held by other packets.

    Returns
    -------
    list of int or None
        States of the path.
    """
    onward: dict[int, int | None] = {state: None}
    todo = deque([state])
    while todo:
        s = todo.popleft()
        if starts(states, s):
            way = [s]
            while (after := onward[way[-1]]) is not None:
                way.append(after)
            return way
        for p in states.before[s]:
            if p not in onward and states.channel[p] not in held:
                onward[p] = s
                todo.append(p)
    return None


def starts(states: States, state: int) -> bool:
    """Whether packets can begin with the channel of a state: it is the first of its nearest source.

    Parameters
    ----------
    states : States
        States of all packets.
    state : int
        The state.

    Returns
    -------
    bool
        Whether packets can begin there.
    """
    return states.depth[state] == 0


def _take_away(states: States, position: PacketPositions) -> tuple[PacketPositions, list[Advance]]:
    """The position without the packets that can go back to their sources, and their moves."""
    left, moves = list(position), list[Advance]()
    again = True
    while again:
        again = False
        for packet, worm in enumerate(left):
            if worm:
                others = {states.channel[s] for other in left if other is not worm for s in other}
                way = way_in(states, worm[0], others)
                if way is not None:
                    left[packet], again = (), True
                    moves = [*enter(states, packet, [*way, *worm[1:]]), *moves]
    return tuple(left), moves


def enter(states: States, packet: int, way: Sequence[int]) -> list[Advance]:
    """The moves of a packet along its path.

    Parameters
    ----------
    states : States
        States of all packets.
    packet : int
        Number of the packet.
    way : Sequence of int
        States of the path.

    Returns
    -------
    list of Advance
        The moves.
    """
    return [Advance(packet, s, None if i else states.source[s]) for i, s in enumerate(way)]


def _back(states: States, position: PacketPositions) -> Iterator[tuple[PacketPositions, Advance]]:
    """The positions one move earlier: one of the packets, with its whole body, one channel back."""
    held = {states.channel[s] for worm in position for s in worm}
    for packet, worm in enumerate(position):
        for p in states.before[worm[0]] if worm else ():
            if states.channel[p] not in held:
                earlier = (*position[:packet], (p, *worm[:-1]), *position[packet + 1 :])
                yield earlier, Advance(packet, worm[-1], None)
