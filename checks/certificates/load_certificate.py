"""Certificates of worst cases and of routings with the least largest load, checked again from the network alone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, NamedTuple

from netlemma.checks.certificates.certificate_subject import (
    certified_routing,
    certified_source,
    choices,
    labels,
    network_words,
    require_following,
)
from netlemma.errors import CertificateError
from netlemma.graphs.base.limits import require
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.sources import device_network
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.active_pairs import by_name
from netlemma.graphs.traffic.named import traffic

# Values of all pairs and channels: those that a certificate gives, and their images under its symmetries.


Values = dict[int, int]  # of hops, channels or nodes
Pair = tuple[int, int]


class StatedSymmetry(NamedTuple):
    """A symmetry as the certificate gives it."""

    reversing: bool
    nodes: list[int]
    hops: list[int]
    channels: Values

    def pair(self, pair: Pair) -> Pair:
        """The image of a pair of nodes, turned around by a symmetry that reverses hops."""
        source, destination = (self.nodes[node] for node in pair)
        return (destination, source) if self.reversing else (source, destination)


def by_place(given: Mapping[str, int], count: int) -> Values:
    """Values by the number of a hop, channel or node, as a certificate gives them."""
    found = {int(place): value for place, value in given.items()}
    if max(found, default=0) >= count:
        raise CertificateError(f"there is no place {max(found)}: there are {count}")
    return found


def read_move(net: Network, channels: list[int], given: Mapping[str, Any]) -> StatedSymmetry:
    """A symmetry with the hops that it maps to one another, parallel ones in their order."""
    image, backwards = given["image"], given["reversing"]
    if sorted(image) != list(range(net.node_count)):
        raise CertificateError(f"symmetries has a list that is no permutation of {net.node_count} nodes")
    between: defaultdict[Pair, list[int]] = defaultdict(list)
    for hop, ends in enumerate(zip(net.origin.tolist(), net.target.tolist(), strict=True)):
        between[ends].append(hop)
    hops = [-1] * net.hop_count
    for (tail, head), own in between.items():
        ends = (image[head], image[tail]) if backwards else (image[tail], image[head])
        there = between.get(ends, [])
        if len(there) != len(own):
            raise CertificateError(
                f"symmetries has a list under which hops from node {tail} to node {head} have no images"
            )
        for hop, other in zip(own, there, strict=True):
            hops[hop] = other
    return StatedSymmetry(backwards, image, hops, {channels[hop]: channels[other] for hop, other in enumerate(hops)})


def carried(values: Values, by: list[int] | Values) -> Values:
    """Values at the images of their places."""
    return {by[place]: value for place, value in values.items()}


def all_pairs(
    name: str,
    given: Iterable[Mapping[str, Any]],
    field: str,
    pairs: set[Pair],
    moves: list[StatedSymmetry],
    images: list[Any],
) -> dict[Pair, Values]:
    """Values of all pairs: those of the certificate, and those that symmetries make of them."""
    found: dict[Pair, Values] = {}
    for each in given:
        pair = each["source"], each["destination"]
        if pair in found or pair not in pairs:
            raise CertificateError(
                f"{name} has the pair {pair[0]}, {pair[1]} twice, or it is no pair of ends of messages"
            )
        found[pair] = by_place(each[field], 1 << 62 if not moves else max(map(max, images)) + 1)
    todo = list(found)
    for pair in todo:  # grows
        for move, image in zip(moves, images, strict=True):
            moved = move.pair(pair)
            if moved not in found:
                found[moved] = carried(found[pair], image)
                todo.append(moved)
    if found.keys() != pairs:
        raise CertificateError(f"{name} has {len(found)} pairs: there are {len(pairs)}")
    return found


def all_potentials(
    given: Iterable[Mapping[str, Any]], count: int, moves: list[StatedSymmetry]
) -> dict[int, tuple[Values, Values]]:
    """Potentials of all channels; a symmetry that reverses hops exchanges those of sources and destinations."""
    found: dict[int, tuple[Values, Values]] = {}
    for each in given:
        if each["channel"] in found or each["channel"] >= count:
            raise CertificateError(f"potentials has channel {each['channel']} twice, or there is none of this number")
        found[each["channel"]] = by_place(each["sending"], 1 << 62), by_place(each["getting"], 1 << 62)
    todo = list(found)
    for channel in todo:  # grows
        for move in moves:
            moved = move.channels[channel]
            if moved not in found:
                parts = [{move.nodes[n]: v for n, v in side.items() if n < len(move.nodes)} for side in found[channel]]
                found[moved] = (parts[1], parts[0]) if move.reversing else (parts[0], parts[1])
                todo.append(moved)
    if len(found) != count:
        raise CertificateError(f"there are potentials of {len(found)} channels, and {count} channels")
    return found


# Certificates of the kind "worst-case", checked again from the network and its routing relation alone.
#
# Shares of messages are counted anew: place by place through the relation, in fractions, for all channels at once. For each
# channel there have to be potentials u_s and v_t from 0 on whose sum is at most gamma and with u_s + v_t at least the share
# of the messages from s to t that crosses the channel. Whatever admissible traffic there is, its load of the channel is
# then at most the sum of all u_s and v_t. Symmetries in the certificate only write these potentials in short: nothing is
# concluded from them.


Crossed = dict[int, Fraction]  # expected crossings of each directed channel
Potentials = tuple[dict[int, Fraction], dict[int, Fraction]]


def check_worst_case(certificate: Mapping[str, Any], file: str | None = None, network: Any = None) -> str:
    """Check a certificate about the greatest load of a channel under any admissible traffic."""
    routing, subject = certified_routing(certificate, file, network)
    if routing.kind == ADAPTIVE:
        raise CertificateError(f"routing {routing.name} is adaptive: it has no shares of messages")
    require_following(routing, once=routing.by_any_node)
    gamma = Fraction(certificate["gamma"])
    directed = directed_channels(routing.network)
    count, capacities = max(directed) + 1, directed_capacities(routing.network, directed)
    potentials = given_potentials(certificate, count, routing.network.node_count)
    for channel, (sending, getting) in potentials.items():
        if sum(sending.values()) + sum(getting.values()) > gamma * capacities[channel]:
            raise CertificateError(f"the potentials of channel {channel} have a sum above {gamma}")
    goes = _permutation(routing, certificate["permutation"])
    if not certificate["channel"] < count:
        raise CertificateError(f"channel is {certificate['channel']}: there are {count}")
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
                    raise CertificateError(
                        f"of the messages from node {source} to node {destination} {share} cross channel {channel}, more than its "
                        "potentials"
                    )
            if goes[source] == destination:
                load += shares.get(certificate["channel"], 0)
    load /= capacities[certificate["channel"]]
    if load != gamma:
        raise CertificateError(f"the permutation loads channel {certificate['channel']} with {load}, not {gamma}")
    _none_larger(potentials, needed)
    return f"{subject}: a permutation reaches this load, and potentials of {count:,} channels bound it, for {pairs:,} pairs"


def _none_larger(potentials: dict[int, Potentials], needed: set[tuple[int, str, int]]) -> None:
    """Refuse a positive potential that no pair needs to be as large: those of a heaviest matching are all needed."""
    for channel, parts in potentials.items():
        for side, values in zip(("sending", "getting"), parts, strict=True):
            for node, value in values.items():
                if value < 0 or (value and (channel, side, node) not in needed):
                    raise CertificateError(
                        f"the potential {value} of node {node} for channel {channel} ({side}) is larger than its shares"
                    )


def directed_channels(net: Network) -> list[int]:
    """Number of the directed channel of each hop: all hops of a bus are one, every other hop is one of its own."""
    numbers, found = dict[Any, int](), []
    for hop, device in enumerate(net.device.tolist()):
        bus = net.device_classes[net.device_class[device]].kind == "bus"
        found.append(numbers.setdefault(("bus", device) if bus else ("hop", hop), len(numbers)))
    return found


def directed_capacities(net: Network, directed: list[int]) -> dict[int, Fraction]:
    """Capacity of each directed channel."""
    if net.capacity is None:
        return dict.fromkeys(directed, Fraction(1))
    return {channel: net.capacity[device] for channel, device in zip(directed, net.device.tolist(), strict=True)}


def _permutation(routing: ChannelRouting, given: list[int]) -> dict[int, int]:
    ends = list(routing.ends)
    if sorted(given) != sorted(ends):
        raise CertificateError(f"permutation does not name each of the {len(ends)} ends of messages once")
    return dict(zip(ends, given, strict=True))


def given_potentials(certificate: Mapping[str, Any], count: int, nodes: int) -> dict[int, Potentials]:
    """Potentials of every channel, moved by permutations of the nodes where the certificate says so."""
    found: dict[int, Potentials] = {}
    for each in certificate["potentials"]:
        if each["channel"] in found or each["channel"] >= count:
            raise CertificateError(f"potentials has channel {each['channel']} twice, or there is none of this number")
        parts = [{int(node): Fraction(value) for node, value in each[side].items()} for side in ("sending", "getting")]
        found[each["channel"]] = parts[0], parts[1]
    if any(sorted(image) != list(range(nodes)) for image in certificate["symmetries"]):
        raise CertificateError(f"symmetries has a list that is no permutation of {nodes} nodes")
    for channel, before, by in certificate["moved"]:
        if channel in found or before not in found or by >= len(certificate["symmetries"]):
            raise CertificateError(f"moved says nothing about channel {channel} that can be followed")
        image = certificate["symmetries"][by]
        moved = [{image[node]: value for node, value in side.items() if node < nodes} for side in found[before]]
        found[channel] = moved[0], moved[1]
    if found.keys() != set(range(count)):
        raise CertificateError(f"there are potentials of {len(found)} channels, and {count} channels")
    return found


def crossings_to(routing: ChannelRouting, directed: list[int]) -> Iterator[tuple[int, dict[int, Crossed]]]:
    """Expected crossings of directed channels by messages, followed place by place."""
    if not routing.by_any_node:
        for destination in routing.ends:
            yield destination, _to(routing, destination, directed)
        return
    (first, _), (second, _) = routing.phases.parts
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
            raise CertificateError(
                f"no packet goes from {routing.node_name(source)} to {routing.node_name(destination)}"
            )
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
                raise CertificateError(
                    f"packets to node {destination} can go in circles through {routing.node_name(node)}"
                )
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
                    raise CertificateError(
                        f"packets to node {destination} can go in circles through {routing.node_name(end)}"
                    )
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
            raise CertificateError(f"at {routing.node_name(place[0])} the routing gives a negative weight")
        if weight:
            shares[int(channel)] += Fraction(weight)
    if sum(shares.values()) != 1:
        raise CertificateError(f"at {routing.node_name(place[0])} the weights of the routing do not add up to 1")
    return list(shares.items())


def _add(total: Crossed, part: Crossed, share: Fraction) -> None:
    for channel, crossed in part.items():
        total[channel] = total.get(channel, Fraction(0)) + (crossed if share == 1 else crossed * share)


# Certificates of the kind "optimal-routing", checked again from the network alone.
#
# Upper bound: the flow of every commodity is conserved, and no channel gets more than the largest load. Under every admissible
# traffic that follows from potentials u_s and v_t of each channel, of sum at most the load, with u_s + v_t at least the flow from
# s to t on the channel; a permutation reaches it. Lower bound: channels have lengths, for each pair its own or for all the same;
# messages travel at least the distance of their pair by its lengths, and so some channel gets at least the sum of distances
# divided by the sum of what each channel can get of it. Symmetries in the certificate only write flows, lengths and potentials in
# short: nothing is concluded from them.


def check_optimal(certificate: Mapping[str, Any], network: Any = None) -> str:
    """Check a certificate about the least largest load of any oblivious routing."""
    source, sizes = certified_source(certificate, network)
    net: Network = device_network(source, **sizes)
    channels = directed_channels(net)
    moves = [read_move(net, channels, each) for each in certificate["symmetries"]]
    lower, upper = Fraction(certificate["lower"]), Fraction(certificate["upper"])
    if certificate["scale"] < 1 or certificate["channel"] > max(channels):
        raise CertificateError("scale is 0, or there is no channel of this number")
    check = _check_given if "traffic" in certificate else _check_worst
    what, loaded, bound, proof = check(certificate, net, channels, moves)
    if loaded != upper:
        raise CertificateError(f"channel {certificate['channel']} gets {loaded}, not {upper}")
    if bound != lower:
        raise CertificateError(f"the lengths prove that some channel gets {bound}, not {lower}")
    value = str(upper) if lower == upper else f"between {lower} and {upper}"
    return f"least {what} {value}: {network_words(source, net)}, {proof}, and lengths of the channels that none has less than {lower}"


def _check_worst(
    certificate: Mapping[str, Any], net: Network, channels: list[int], moves: list[StatedSymmetry]
) -> tuple[str, Fraction, Fraction, str]:
    ends, scale, upper = list(net.ends), certificate["scale"], Fraction(certificate["upper"])
    require("certified flows", net.title, float(len(ends)) ** 2 * net.hop_count, nodes=net.node_count, power=3)
    pairs = {(s, t) for s in ends for t in ends if s != t}
    flows = all_pairs("flows", certificate["flows"], "flow", pairs, moves, [move.hops for move in moves])
    lengths = all_pairs("lengths", certificate["lengths"], "lengths", pairs, moves, [move.channels for move in moves])
    potentials = all_potentials(certificate["potentials"], max(channels) + 1, moves)
    capacities = directed_capacities(net, channels)
    if sorted(certificate["permutation"]) != sorted(ends):
        raise CertificateError(f"permutation does not name each of the {len(ends)} ends of messages once")
    for channel, (sending, getting) in potentials.items():
        if sum(sending.values()) + sum(getting.values()) > upper * scale * capacities[channel]:
            raise CertificateError(f"the potentials of channel {channel} have a sum above {upper}")
    goes = dict(zip(ends, certificate["permutation"], strict=True))
    loaded = 0
    for (source, destination), flow in flows.items():
        _conserved(net, flow, {source: scale}, destination)
        shares = _on_channels(flow, channels)
        for channel, share in shares.items():
            sending, getting = potentials[channel]
            if sending.get(source, 0) + getting.get(destination, 0) < share:
                raise CertificateError(
                    f"the potentials of channel {channel} are less than the flow from {source} to {destination}"
                )
        if goes[source] == destination:
            loaded += shares.get(certificate["channel"], 0)
    sums: defaultdict[tuple[int, str, int], int] = defaultdict(int)
    work = 0
    for (source, destination), of_pair in lengths.items():
        work += _distances(net, source, [of_pair.get(channel, 0) for channel in channels])[destination]
        for channel, length in of_pair.items():
            sums[channel, "from", source] += length
            sums[channel, "to", destination] += length
    most: Values = {}
    for (channel, *_), total in sums.items():
        most[channel] = max(most.get(channel, 0), total)
    proof = (
        f"flows of {len(pairs):,} pairs and potentials of {len(potentials):,} channels prove that a routing has {upper}"
    )
    taken = sum((total * capacities[channel] for channel, total in most.items()), Fraction(0))
    return "worst case", Fraction(loaded, scale) / capacities[certificate["channel"]], _ratio(work, taken), proof


def _check_given(
    certificate: Mapping[str, Any], net: Network, channels: list[int], moves: list[StatedSymmetry]
) -> tuple[str, Fraction, Fraction, str]:
    units = float(len(net.ends)) * (len(net.ends) + net.hop_count)
    require("certified flows", net.title, units, nodes=net.node_count)
    rates, scale, upper = _rates(net, certificate["traffic"]), certificate["scale"], Fraction(certificate["upper"])
    if any(move.reversing for move in moves):
        raise CertificateError("a symmetry that reverses hops moves no flow to a destination to another one")
    flows: dict[int, Values] = {}
    for each in certificate["flows"]:
        if each["destination"] in flows or each["destination"] not in net.ends:
            raise CertificateError(f"flows has destination {each['destination']} twice, or it is no end of messages")
        flows[each["destination"]] = by_place(each["flow"], net.hop_count)
    todo = list(flows)
    for destination in todo:
        for move in moves:
            moved = move.nodes[destination]
            if moved not in flows:
                flows[moved] = carried(flows[destination], move.hops)
                todo.append(moved)
    loads: defaultdict[int, int] = defaultdict(int)
    sent = defaultdict[int, dict[int, Fraction]](dict)
    for (source, destination), rate in rates.items():
        sent[destination][source] = rate * scale
    for destination in sent.keys() | flows.keys():
        _conserved(net, flows.get(destination, {}), sent[destination], destination)
        for channel, load in _on_channels(flows.get(destination, {}), channels).items():
            loads[channel] += load
    capacities = directed_capacities(net, channels)
    most = max(load / capacities[channel] for channel, load in loads.items()) / scale
    if most > upper:
        raise CertificateError(f"a channel gets {most}, more than {upper}")
    of_channels = by_place(certificate["lengths"], max(channels) + 1)
    own = [of_channels.get(channel, 0) for channel in channels]
    far = {source: _distances(net, source, own) for source in {s for s, _ in rates}}
    work = sum(rate * far[source][destination] for (source, destination), rate in rates.items())
    about = certificate["traffic"]
    what = f"largest load under traffic {about['name']!r}" + (f" of {len(rates)} pairs" if "rates" in about else "")
    proof = f"flows to {len(flows)} destinations prove that a routing has {upper}"
    taken = sum((length * capacities[channel] for channel, length in of_channels.items()), Fraction(0))
    channel = certificate["channel"]
    return what, Fraction(loads[channel], scale) / capacities[channel], _ratio(work, taken), proof


def _ratio(work: Fraction | int, total: Fraction) -> Fraction:
    return Fraction(work) / total if total else Fraction(0)


def _rates(net: Network, about: Mapping[str, Any]) -> dict[Pair, Fraction]:
    """Rates of all pairs with messages: of a pattern made again, or those of the certificate, under another name."""
    if by_name(about["name"]) == ("rates" in about):
        raise CertificateError(
            f"traffic {about['name'][:60]!r}: a pattern has no rates of its own, and any other traffic needs them"
        )
    if "rates" not in about:
        made = traffic(net, about["name"])
        every = ((s, t, made.between(s, t)) for s in net.ends for t in net.ends if s != t)
        return {(s, t): rate for s, t, rate in every if rate}
    found: dict[Pair, Fraction] = {}
    sent: defaultdict[int, Fraction] = defaultdict(Fraction)
    for source, destination, rate in about["rates"]:
        if source == destination or not {source, destination} <= set(net.ends) or (source, destination) in found:
            raise CertificateError(
                f"traffic has messages from {source} to {destination} twice, or they are no two ends of messages"
            )
        found[source, destination] = Fraction(rate)
        sent[source] += found[source, destination]
    if not any(found.values()) or max(sent.values()) > 1:
        raise CertificateError("the traffic has no messages, or a node that sends more than one per unit of time")
    return {pair: rate for pair, rate in found.items() if rate}


def _conserved(net: Network, flow: Values, sent: Mapping[int, Fraction | int], destination: int) -> None:
    """Refuse a flow to a destination that nodes do not pass on, or that does not begin with the messages sent."""
    out: defaultdict[int, Fraction | int] = defaultdict(int)
    for node, messages in sent.items():
        out[node] -= messages
        out[destination] += messages
    for hop, value in flow.items():
        if hop >= net.hop_count:
            raise CertificateError(f"flows has hop {hop}: there are {net.hop_count}")
        tail, head = int(net.origin[hop]), int(net.target[hop])
        if net.forwards is not None and not net.forwards[head] and head != destination and value:
            raise CertificateError(f"a flow passes node {head}, which forwards nothing")
        out[tail] += value
        out[head] -= value
    if wrong := [node for node, value in out.items() if value]:
        raise CertificateError(f"the flow to node {destination} is not conserved at node {wrong[0]}")


def _on_channels(flow: Values, channels: list[int]) -> Values:
    found: Values = {}
    for hop, value in flow.items():
        found[channels[hop]] = found.get(channels[hop], 0) + value
    return found


def _distances(net: Network, source: int, lengths: list[int]) -> dict[int, int]:
    """Lengths of shortest paths from a node, past nodes that forward (Dijkstra 1959)."""
    found: dict[int, int] = {}
    queue = [(0, source)]
    while queue:
        far, node = heappop(queue)
        if node in found:
            continue
        found[node] = far
        if node == source or net.forwards is None or net.forwards[node]:
            for hop in range(int(net.indptr[node]), int(net.indptr[node + 1])):
                if (head := int(net.target[hop])) not in found:
                    heappush(queue, (far + lengths[hop], head))
    return found
