"""The network and the routing relation that a certificate names."""

from __future__ import annotations

from typing import Any

from checks.base.inputs import InputError, quoted_text
from checks.certificates.exhaustion import Refused
from graphs.routing.channel_routing import ChannelRouting
from graphs.routing.routing_file import file_routing
from graphs.routings import TABLES, channel_routing, channel_routings
from graphs.routings import routing as routing_of
from graphs.sources import device_network, from_description


def certified_routing(certificate: dict[str, Any], file: str | None = None) -> ChannelRouting:
    """The routing on channels that a certificate names.

    A certificate names no file to be run: it contains the fingerprint of the file that it is about.

    Parameters
    ----------
    certificate : dict from str to object
        Certificate as read from JSON.
    file : str or None, optional
        File with the user's routing, if the certificate is about one.

    Returns
    -------
    ChannelRouting
        Routing on channels.

    Raises
    ------
    InputError
        If the file is missing or has other contents, or the certificate is about no file.
    KeyError
        If a part of the certificate is missing.
    TypeError
        If a part of the certificate has another type.
    """
    about, by = certificate["network"], certificate.get("routing", {})
    source, sizes = from_description(about.get("fabric", about))
    net, options = device_network(source, **sizes), by.get("options", {})
    if "sha256" not in options:
        no_file(file, "a routing with a name, or the routes of the network")
        if source.routes is not None and by.get("name") not in channel_routings():
            return routing_of(net, TABLES, source=source)
        return channel_routing(net, by["name"], by["vcs"], **options)
    name = quoted_text(str(by["name"]))
    if file is None:
        raise InputError(f"the certificate is about the routing of a file {name}: name the file with --routing-file")
    found = file_routing(net, file, by["vcs"])
    if found.options != options:
        raise InputError(
            f"{quoted_text(file)} is not the file {name} that the certificate is about: its contents differ"
        )
    return found


def choices(routing: ChannelRouting, node: int, came_by: int | None, goal: int, label: Any) -> list[int]:
    """The channels that the relation allows a packet to take next.

    Parameters
    ----------
    routing : ChannelRouting
        Routing relation on channels.
    node : int
        Node of the packet.
    came_by : int or None
        Channel by which it came, or None at its source.
    goal : int
        Destination node.
    label : object
        Label of the packet, from the routing.

    Returns
    -------
    list of int
        Channels with a positive weight.

    Raises
    ------
    Refused
        If there are none.
    """
    found = [c for c, weight in routing.next_channels(node, came_by, goal, label) if weight]
    if not found:
        raise Refused(f"a packet to {routing.node_name(goal)} is stranded at {routing.node_name(node)}")
    return found


def ways(routing: ChannelRouting, goal: int, label: Any, first: set[int]) -> list[tuple[int, list[int]]]:
    """The channels that packets to one destination use, with the channels that they may take next.

    Parameters
    ----------
    routing : ChannelRouting
        Routing relation on channels.
    goal : int
        Destination node.
    label : object
        Label of the packet, from the routing.
    first : set of int
        Channels that packets take first.

    Returns
    -------
    list of tuple of (int, list of int)
        Pairs (channel, next channels), every channel after its next channels.

    Raises
    ------
    Refused
        If packets can go in circles.
    """
    after: dict[int, list[int]] = {}
    order, done, todo = list[tuple[int, list[int]]](), set[int](), [(c, False) for c in first]
    while todo:
        channel, back = todo.pop()
        if back:
            done.add(channel)
            order.append((channel, after[channel]))
            if not done.issuperset(after[channel]):
                raise Refused(f"packets to node {goal} can go in circles through {routing.channel_name(channel)}")
        elif channel not in after:
            node = routing.end(channel)
            after[channel] = [] if node == goal else choices(routing, node, channel, goal, label)
            todo += [(channel, True), *((c, False) for c in after[channel])]
    return order


def no_file(file: str | None, what: str) -> None:
    """Check that no routing file is given with a certificate that is about something else.

    Parameters
    ----------
    file : str or None
        File with a routing, or None.
    what : str
        Subject of the certificate, for the error text.

    Raises
    ------
    InputError
        If a file is given.
    """
    if file is not None:
        raise InputError(f"the certificate is about {what}: --routing-file does not go with it")
