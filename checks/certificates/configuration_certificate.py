"""Certificates of deadlock, checked again: packets that wait for each other's channels, and the moves that lead
there.
"""

from __future__ import annotations

from typing import Any

from checks.certificates.certified import choices
from checks.certificates.exhaustion import Refused
from graphs.routing.channel_routing import ChannelRouting


def reached(routing: ChannelRouting, packets: list[dict[str, Any]], moves: list[list[int]], wormhole: bool) -> str:
    """Make the moves, channel by channel, and check that all packets are then blocked by one another.

    Parameters
    ----------
    routing : ChannelRouting
        Routing relation on channels.
    packets : list of dict from str to object
        Packets with source, destination, flits, label, and held and awaited channels.
    moves : list of list of int
        Pairs (packet, channel) in order.
    wormhole : bool
        Whether packets hold several channels (wormhole switching); otherwise each packet is stored whole.

    Returns
    -------
    str
        The proved statement in one line.

    Raises
    ------
    Refused
        If a move is illegal, or a packet can advance at the end.
    """
    number = {routing.node_name(u): u for u in routing.ends}
    ways: list[list[int]] = [[] for _ in packets]
    held: set[int] = set()
    for i, channel in moves:
        goal, flits, way = number[packets[i]["destination"]], packets[i]["flits"] if wormhole else 1, ways[i]
        node = routing.end(way[-1]) if way else number[packets[i]["source"]]
        open_ones = choices(routing, node, way[-1] if way else None, goal, _frozen(packets[i]["label"]))
        if node == goal or channel not in open_ones or channel in held or type(flits) is not int or flits < 1:
            raise Refused(f"packet {i} cannot enter {routing.channel_name(channel)}")
        way.append(channel)
        held.add(channel)
        held -= set(way[-flits - 1 : -flits])
    for i, (packet, way) in enumerate(zip(packets, ways, strict=True)):
        goal = number[packet["destination"]]
        if not way or routing.end(way[-1]) == goal or packet["holds"] != way[-len(packet["holds"]) :]:
            raise Refused(f"packet {i} does not hold what is said, or has arrived")
        after = set(choices(routing, routing.end(way[-1]), way[-1], goal, _frozen(packet["label"])))
        waits = after if routing.kind == "adaptive" else after & set(packet["waits"])
        if not waits or not waits <= held:
            raise Refused(f"packet {i} can go on")
    return f"deadlock: {len(packets)} packets come to wait for one another for ever, by {len(moves)} moves"


def _frozen(label: Any) -> Any:  # lists of JSON back to tuples
    return tuple(map(_frozen, label)) if isinstance(label, list) else label
