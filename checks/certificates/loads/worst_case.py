"""Certificates of the kind "worst-case", checked again from the network and its routing relation alone.

Shares of messages are counted anew: place by place through the relation, in fractions, for all channels at once. For each
channel there have to be potentials u_s and v_t from 0 on whose sum is at most gamma and with u_s + v_t at least the share
of the messages from s to t that crosses the channel. Whatever admissible traffic there is, its load of the channel is
then at most the sum of all u_s and v_t. Symmetries in the certificate only write these potentials in short: nothing is
concluded from them.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from netlemma.checks.certificates.certified import certified_routing, choices, labels, require_following
from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.topology.structure import Network

Crossed = dict[int, Fraction]  # expected crossings of each directed channel
Potentials = tuple[dict[int, Fraction], dict[int, Fraction]]


def check_worst_case(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """Check a certificate about the greatest load of a channel under any admissible traffic.

    Parameters
    ----------
    certificate : Mapping of str to object
        Certificate as read by :func:`netlemma.checks.certificates.schema.read`.
    file : str or None, optional
        File with the user's routing, if the certificate is about one.
    network : object, optional
        The network of the certificate given again, see :func:`netlemma.checks.certificates.certified.certified_source`.

    Returns
    -------
    str
        The subject and the proof in words.

    Raises
    ------
    Refused
        If the certificate does not prove its load.
    """
    routing, subject = certified_routing(certificate, file, network)
    if routing.kind == ADAPTIVE:
        raise Refused(f"routing {routing.name} is adaptive: it has no shares of messages")
    require_following(routing, once=routing.by_any_node)
    gamma = Fraction(certificate["gamma"])
    directed = directed_channels(routing.network)
    count = max(directed) + 1
    potentials = given_potentials(certificate, count, routing.network.node_count)
    for channel, (sending, getting) in potentials.items():
        if sum(sending.values()) + sum(getting.values()) > gamma:
            raise Refused(f"the potentials of channel {channel} have a sum above {gamma}")
    goes = _permutation(routing, certificate["permutation"])
    if not certificate["channel"] < count:
        raise Refused(f"channel is {certificate['channel']}: there are {count}")
    load, pairs, needed = Fraction(0), 0, set[tuple[int, str, int]]()
    for destination, crossed in crossings_to(routing, directed):
        for source, shares in crossed.items():
            pairs += 1
            for channel, share in shares.items():
                sending, getting = potentials[channel]
                potential = sending.get(source, 0) + getting.get(destination, 0)
                if potential == share:
                    needed |= {(channel, "sending", source), (channel, "getting", destination)}
                if potential < share:
                    raise Refused(
                        f"of the messages from node {source} to node {destination} {share} cross channel {channel}, more than its "
                        "potentials"
                    )
            if goes[source] == destination:
                load += shares.get(certificate["channel"], 0)
    if load != gamma:
        raise Refused(f"the permutation loads channel {certificate['channel']} with {load}, not {gamma}")
    _none_larger(potentials, needed)
    return f"{subject}: a permutation reaches this load, and potentials of {count:,} channels bound it, for {pairs:,} pairs"


def _none_larger(potentials: dict[int, Potentials], needed: set[tuple[int, str, int]]) -> None:
    """Refuse a positive potential that no pair needs to be as large: those of a heaviest matching are all needed."""
    for channel, parts in potentials.items():
        for side, values in zip(("sending", "getting"), parts, strict=True):
            for node, value in values.items():
                if value < 0 or (value and (channel, side, node) not in needed):
                    raise Refused(
                        f"the potential {value} of node {node} for channel {channel} ({side}) is larger than its shares"
                    )


def directed_channels(net: Network) -> list[int]:
    """Number of the directed channel of each hop: all hops of a bus are one, every other hop is one of its own.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    list of int
        The numbers.
    """
    numbers, found = dict[Any, int](), []
    for hop, device in enumerate(net.device.tolist()):
        bus = net.device_classes[net.device_class[device]].kind == "bus"
        found.append(numbers.setdefault(("bus", device) if bus else ("hop", hop), len(numbers)))
    return found


def _permutation(routing: ChannelRouting, given: list[int]) -> dict[int, int]:
    ends = list(routing.ends)
    if sorted(given) != sorted(ends):
        raise Refused(f"permutation does not name each of the {len(ends)} ends of messages once")
    return dict(zip(ends, given, strict=True))


def given_potentials(certificate: Mapping[str, Any], count: int, nodes: int) -> dict[int, Potentials]:
    """Potentials of every channel, moved by permutations of the nodes where the certificate says so.

    Parameters
    ----------
    certificate : Mapping of str to object
        Certificate of the kind "worst-case".
    count : int
        Number of directed channels.
    nodes : int
        Number of nodes.

    Returns
    -------
    dict from int to Potentials
        Potentials of sending and of getting nodes, by channel.

    Raises
    ------
    Refused
        If a channel has none or several, or a list of symmetries is no permutation.
    """
    found: dict[int, Potentials] = {}
    for each in certificate["potentials"]:
        if each["channel"] in found or each["channel"] >= count:
            raise Refused(f"potentials has channel {each['channel']} twice, or there is none of this number")
        parts = [{int(node): Fraction(value) for node, value in each[side].items()} for side in ("sending", "getting")]
        found[each["channel"]] = parts[0], parts[1]
    if any(sorted(image) != list(range(nodes)) for image in certificate["symmetries"]):
        raise Refused(f"symmetries has a list that is no permutation of {nodes} nodes")
    for channel, before, by in certificate["moved"]:
        if channel in found or before not in found or by >= len(certificate["symmetries"]):
            raise Refused(f"moved says nothing about channel {channel} that can be followed")
        image = certificate["symmetries"][by]
        moved = [{image[node]: value for node, value in side.items() if node < nodes} for side in found[before]]
        found[channel] = moved[0], moved[1]
    if found.keys() != set(range(count)):
        raise Refused(f"there are potentials of {len(found)} channels, and {count} channels")
    return found


def crossings_to(routing: ChannelRouting, directed: list[int]) -> Iterator[tuple[int, dict[int, Crossed]]]:
    """Expected crossings of directed channels by messages, followed place by place.

    Parameters
    ----------
    routing : ChannelRouting
        Routing with shares of messages.
    directed : list of int
        Number of the directed channel of each hop.

    Yields
    ------
    tuple of (int, dict)
        A destination, and the crossings by a message of each source.

    Raises
    ------
    Refused
        If packets can go in circles, or weights do not add up to 1.
    """
    if not routing.by_any_node:
        for destination in routing.ends:
            yield destination, _to(routing, destination, directed)
        return
    (first, _), (second, _) = routing.phases
    every, one = list(routing.ends), Fraction(1, len(routing.ends))
    before: dict[int, Crossed] = {source: {} for source in every}
    for node in every:
        for source, crossed in _to(first, node, directed).items():
            _add(before[source], crossed, one)
    for destination in every:
        behind: Crossed = {}
        for crossed in _to(second, destination, directed).values():
            _add(behind, crossed, one)
        found = {source: dict(before[source]) for source in every if source != destination}
        for crossed in found.values():
            _add(crossed, behind, Fraction(1))
        yield destination, found


def _to(routing: ChannelRouting, destination: int, directed: list[int]) -> dict[int, Crossed]:
    """Crossings by a message to one destination from each source; its labels are equally likely."""
    found: dict[int, Crossed] = {}
    known: dict[Any, dict[tuple[int, int | None], Crossed]] = {}
    for source in routing.ends:
        if source == destination:
            continue
        several = labels(routing, source, destination)
        if not several:
            raise Refused(f"no packet goes from {routing.node_name(source)} to {routing.node_name(destination)}")
        found[source] = {}
        for label in several:
            ways = known.setdefault(label, {})
            _follow(routing, source, destination, label, directed, ways)
            _add(found[source], ways[source, None], Fraction(1, len(several)))
    return found


def _follow(
    routing: ChannelRouting,
    source: int,
    destination: int,
    label: Any,
    directed: list[int],
    known: dict[tuple[int, int | None], Crossed],
) -> None:
    """Crossings from a place on, and from all places behind it, each counted once."""
    todo: list[tuple[int, int | None]] = [(source, None)]
    taken: dict[tuple[int, int | None], list[tuple[int, Fraction]]] = {}
    while todo:
        place = todo[-1]
        if place in known:
            todo.pop()
            continue
        node, came_by = place
        if place not in taken:
            legal = choices(routing, node, came_by, destination, label)
            taken[place] = _weights(routing, place, destination, label, legal)
            ends = [(routing.end(c), c) for c, _ in taken[place]]
            new = [end for end in ends if not routing.delivers(end[1], destination, label) and end not in known]
            if any(end in taken for end in new):
                raise Refused(f"packets to node {destination} can go in circles through {routing.node_name(node)}")
            todo += new
            continue
        todo.pop()
        crossed: Crossed = {}
        for channel, share in taken[place]:
            end = routing.end(channel)
            one = directed[channel // routing.vcs]
            crossed[one] = crossed.get(one, Fraction(0)) + share
            if not routing.delivers(channel, destination, label):
                if (end, channel) not in known:
                    raise Refused(f"packets to node {destination} can go in circles through {routing.node_name(end)}")
                _add(crossed, known[end, channel], share)
        known[place] = crossed


def _weights(
    routing: ChannelRouting, place: tuple[int, int | None], destination: int, label: Any, legal: list[int]
) -> list[tuple[int, Fraction]]:
    """The legal channels with their shares, which are positive and add up to 1."""
    if len(legal) == 1:
        return [(legal[0], Fraction(1))]
    shares = dict.fromkeys(legal, Fraction(0))
    for channel, weight in routing.next_channels(*place, destination, label):
        if weight < 0:
            raise Refused(f"at {routing.node_name(place[0])} the routing gives a negative weight")
        if weight:
            shares[int(channel)] += Fraction(weight)
    if sum(shares.values()) != 1:
        raise Refused(f"at {routing.node_name(place[0])} the weights of the routing do not add up to 1")
    return list(shares.items())


def _add(total: Crossed, part: Crossed, share: Fraction) -> None:
    for channel, crossed in part.items():
        total[channel] = total.get(channel, Fraction(0)) + (crossed if share == 1 else crossed * share)
