"""Certificates of deadlock, checked again: packets that wait for each other's channels, and the moves that lead
there.
"""

from collections.abc import Mapping, Sequence
from json import dumps
from typing import Any, NamedTuple

from netlemma.checks.certificates.certified import choices, labels
from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting


class _Packet(NamedTuple):
    source: int
    goal: int
    label: Any
    flits: int
    way: list[int]  # channels that it has entered


def reached(
    routing: ChannelRouting, packets: Sequence[Mapping[str, Any]], moves: Sequence[Sequence[int]], wormhole: bool
) -> str:
    """Make the moves, channel by channel, and check that all packets are then blocked by one another.

    A packet starts as the routing lets packets of its source and destination start, with one of their labels. In the end
    it holds as many channels as it has flits, and all channels for which it may wait are held.

    Parameters
    ----------
    routing : ChannelRouting
        Routing relation on channels.
    packets : sequence of Mapping of str to object
        Packets with source, destination, label, flits, and held and awaited channels.
    moves : sequence of sequence of int
        Pairs (packet, channel) in order.
    wormhole : bool
        Whether packets hold several channels (wormhole switching); otherwise each packet is stored whole.

    Returns
    -------
    str
        The proof in words.

    Raises
    ------
    Refused
        If there is no packet, a packet or a move is illegal, or a packet can advance at the end.
    """
    if not packets:
        raise Refused("there are no packets: a deadlock has at least one")
    number = {routing.node_name(u): u for u in routing.ends}
    those = [_packet(routing, number, i, given, wormhole) for i, given in enumerate(packets)]
    held: set[int] = set()
    for i, channel in moves:
        if i >= len(those):
            raise Refused(f"there is a move of packet {i}, but there are {len(those)} packets")
        _, goal, label, flits, way = those[i]
        node, came_by = (routing.end(way[-1]), way[-1]) if way else (those[i].source, None)
        arrived = way and routing.delivers(way[-1], goal, label)
        if arrived or channel in held or channel not in choices(routing, node, came_by, goal, label):
            raise Refused(f"packet {i} cannot enter channel {channel}")
        way.append(channel)
        held.add(channel)
        held -= set(way[-flits - 1 : -flits])
    for i, (given, (_, goal, label, flits, way)) in enumerate(zip(packets, those, strict=True)):
        if len(way) < flits or routing.delivers(way[-1], goal, label) or list(given["holds"]) != way[-flits:]:
            raise Refused(f"packet {i} does not hold what is said, or has arrived")
        after, waits = choices(routing, routing.end(way[-1]), way[-1], goal, label), given["waits"]
        if routing.kind == ADAPTIVE:
            right = sorted(waits) == sorted(after)
        else:
            right = len(waits) == 1 and waits[0] in after
        if not right:
            raise Refused(f"packet {i} waits for {waits}, which is not what a packet waits for there: {after}")
        if not held.issuperset(waits):
            raise Refused(f"packet {i} can go on")
    return f"{len(packets)} packets come to wait for one another for ever, by {len(moves)} moves"


def packet(
    routing: ChannelRouting, number: Mapping[str, int], where: str, given: Mapping[str, Any]
) -> tuple[int, int, Any]:
    """Source, destination and label of a packet of a certificate; the label is the one of the routing that is written so.

    Parameters
    ----------
    routing : ChannelRouting
        Routing relation on channels.
    number : Mapping of str to int
        Numbers of the nodes between which messages run, by name.
    where : str
        Place of the packet in the certificate, for the message.
    given : Mapping of str to object
        The packet with its source, destination and label.

    Returns
    -------
    tuple of (int, int, object)
        Source, destination and label.

    Raises
    ------
    Refused
        If the routing has no such packet.
    """
    for end in ("source", "destination"):
        if given[end] not in number:
            raise Refused(f"{where}.{end} is no node between which messages run")
    source, goal = number[given["source"]], number[given["destination"]]
    label = [each for each in labels(routing, source, goal) if dumps(each) == dumps(given["label"])]
    if not label:
        raise Refused(f"{where}.label is not one that the routing gives packets of its source and destination")
    return source, goal, label[0]


def _packet(
    routing: ChannelRouting, number: Mapping[str, int], i: int, given: Mapping[str, Any], wormhole: bool
) -> _Packet:
    """A packet before its first move; its label is the one of the routing that is written as the certificate says."""
    source, goal, label = packet(routing, number, f"packets[{i}]", given)
    flits = given["flits"]
    if flits > 1 and not wormhole:
        raise Refused(f"packets[{i}].flits is {flits}: a packet that is stored whole takes the buffer of one channel")
    return _Packet(source, goal, label, flits, [])
