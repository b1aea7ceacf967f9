"""Certificates about channels, checked again from the network and its routing relation alone: nothing of the finder is used.

Kinds are "numbers" and "ranks" of channels, which show that a blocked packet finds a choice beyond all that is held, and
"configuration": packets, each waiting for what others hold, and the moves by which they come there.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from checks.certified import certified_routing
from checks.exhaustion import Refused
from graphs.channels import ChannelRouting

BELOW, NOTHING = float("-inf"), -1e18  # below all; what a channel without a number has


def check_channels(certificate: dict[str, Any], file: str | None = None) -> str:
    """What the certificate shows, in one line; ``file`` is the user's routing that it is about, if it is about one.

    :raises Refused: it does not show it

    >>> check_channels({"kind": "numbers", "network": {"family": "mesh", "parameters": {"k": 3, "n": 1}}, "numbers": [3, 2, 7, 1],
    ...                 "routing": {"name": "dimension-order", "vcs": 1}, "switching": "wormhole"})
    'deadlock-free: every packet has a way beyond what it holds, in 6 places'
    """
    kind, wormhole = certificate["kind"], certificate["switching"] == "wormhole"
    routing = certified_routing(certificate, file)
    if kind in ("numbers", "ranks"):
        values = [NOTHING if v is None else v if kind == "numbers" else -v for v in certificate[kind]]
        escape = routing.escape if kind == "numbers" and routing.kind == "adaptive" else None
        return _beyond(routing, [v if escape is None or escape(c) else NOTHING for c, v in enumerate(values)], wormhole)
    if kind == "configuration":
        return _reached(routing, certificate["packets"], certificate["moves"], wormhole)
    raise Refused(f"a certificate of kind {kind!r} cannot be checked: kinds are numbers, ranks and configuration")


def _beyond(routing: ChannelRouting, values: list[float], wormhole: bool) -> str:
    """Follow all packets; ``highest`` is the highest value of a channel that a packet may hold in a place."""
    highest: dict[tuple[int, int, Any], float] = {}
    pick = max if routing.kind == "adaptive" else min
    for source, goal in permutations(routing.ends, 2):
        for label in routing.labels(source, goal):
            todo = [(c, NOTHING) for c in _choices(routing, source, None, goal, label)]
            while todo:
                channel, held = todo.pop()
                held = max(held, values[channel]) if wormhole else values[channel]
                place = (channel, goal, label)
                if highest.get(place, BELOW) >= held:
                    continue
                highest[place] = held
                after = _choices(routing, routing.end(channel), *place) if routing.end(channel) != goal else []
                if after and pick(values[c] for c in after) <= held:
                    raise Refused(f"behind {routing.channel_name(channel)} a packet to node {goal} may wait for ever")
                todo += [(c, held) for c in after]
    return f"deadlock-free: every packet has a way beyond what it holds, in {len(highest)} places"


def _choices(routing: ChannelRouting, node: int, came_by: int | None, goal: int, label: Any) -> list[int]:
    found = [c for c, weight in routing.next_channels(node, came_by, goal, label) if weight]
    if not found:
        raise Refused(f"a packet to {routing.node_name(goal)} is stranded at {routing.node_name(node)}")
    return found


def _reached(routing: ChannelRouting, packets: list[dict[str, Any]], moves: list[list[int]], wormhole: bool) -> str:
    """Make the moves, channel by channel, and look whether all packets are blocked by one another then."""
    number = {routing.node_name(u): u for u in routing.ends}
    ways: list[list[int]] = [[] for _ in packets]
    held: set[int] = set()
    for i, channel in moves:
        goal, flits, way = number[packets[i]["destination"]], packets[i]["flits"] if wormhole else 1, ways[i]
        node = routing.end(way[-1]) if way else number[packets[i]["source"]]
        choices = _choices(routing, node, way[-1] if way else None, goal, _frozen(packets[i]["label"]))
        if node == goal or channel not in choices or channel in held or type(flits) is not int or flits < 1:
            raise Refused(f"packet {i} cannot enter {routing.channel_name(channel)}")
        way.append(channel)
        held.add(channel)
        held -= set(way[-flits - 1 : -flits])
    for i, (packet, way) in enumerate(zip(packets, ways, strict=True)):
        goal = number[packet["destination"]]
        if not way or routing.end(way[-1]) == goal or packet["holds"] != way[-len(packet["holds"]) :]:
            raise Refused(f"packet {i} does not hold what is said, or has arrived")
        after = set(_choices(routing, routing.end(way[-1]), way[-1], goal, _frozen(packet["label"])))
        waits = after if routing.kind == "adaptive" else after & set(packet["waits"])
        if not waits or not waits <= held:
            raise Refused(f"packet {i} can go on")
    return f"deadlock: {len(packets)} packets come to wait for one another for ever, by {len(moves)} moves"


def _frozen(label: Any) -> Any:  # lists of JSON back to tuples
    return tuple(map(_frozen, label)) if isinstance(label, list) else label
