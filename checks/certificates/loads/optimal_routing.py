"""Certificates of the kind "optimal-routing", checked again from the network alone.

Upper bound: the flow of every commodity is conserved, and no channel gets more than the largest load. Under every admissible
traffic that follows from potentials u_s and v_t of each channel, of sum at most the load, with u_s + v_t at least the flow from
s to t on the channel; a permutation reaches it. Lower bound: channels have lengths, for each pair its own or for all the same;
messages travel at least the distance of their pair by its lengths, and so some channel gets at least the sum of distances
divided by the sum of what each channel can get of it. Symmetries in the certificate only write flows, lengths and potentials in
short: nothing is concluded from them.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

from netlemma.checks.certificates.certified import certified_source, network_words
from netlemma.checks.certificates.loads.by_symmetry import (
    Pair,
    StatedSymmetry,
    Values,
    all_pairs,
    all_potentials,
    by_place,
    carried,
    read_move,
)
from netlemma.checks.certificates.loads.worst_case import directed_channels
from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.base.limits import require
from netlemma.graphs.sources import device_network
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.talking import by_name


def check_optimal(certificate: Mapping[str, Any], network: Any = None) -> str:
    """Check a certificate about the least largest load of any oblivious routing.

    Parameters
    ----------
    certificate : Mapping of str to object
        Certificate as read by :func:`netlemma.checks.certificates.schema.read`.
    network : object, optional
        The network of the certificate given again, see :func:`netlemma.checks.certificates.certified.certified_source`.

    Returns
    -------
    str
        The proved statement in words.

    Raises
    ------
    Refused
        If the certificate does not prove it.
    """
    source, sizes = certified_source(certificate, network)
    net: Network = device_network(source, **sizes)
    channels = directed_channels(net)
    moves = [read_move(net, channels, each) for each in certificate["symmetries"]]
    lower, upper = Fraction(certificate["lower"]), Fraction(certificate["upper"])
    if certificate["scale"] < 1 or certificate["channel"] > max(channels):
        raise Refused("scale is 0, or there is no channel of this number")
    check = _check_given if "traffic" in certificate else _check_worst
    what, loaded, bound, proof = check(certificate, net, channels, moves)
    if loaded != upper:
        raise Refused(f"channel {certificate['channel']} gets {loaded}, not {upper}")
    if bound != lower:
        raise Refused(f"the lengths prove that some channel gets {bound}, not {lower}")
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
    if sorted(certificate["permutation"]) != sorted(ends):
        raise Refused(f"permutation does not name each of the {len(ends)} ends of messages once")
    for channel, (sending, getting) in potentials.items():
        if sum(sending.values()) + sum(getting.values()) > upper * scale:
            raise Refused(f"the potentials of channel {channel} have a sum above {upper}")
    goes = dict(zip(ends, certificate["permutation"], strict=True))
    loaded = 0
    for (source, destination), flow in flows.items():
        _conserved(net, flow, {source: scale}, destination)
        shares = _on_channels(flow, channels)
        for channel, share in shares.items():
            sending, getting = potentials[channel]
            if sending.get(source, 0) + getting.get(destination, 0) < share:
                raise Refused(
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
    return "worst case", Fraction(loaded, scale), _ratio(work, sum(most.values())), proof


def _check_given(
    certificate: Mapping[str, Any], net: Network, channels: list[int], moves: list[StatedSymmetry]
) -> tuple[str, Fraction, Fraction, str]:
    units = float(len(net.ends)) * (len(net.ends) + net.hop_count)
    require("certified flows", net.title, units, nodes=net.node_count)
    rates, scale, upper = _rates(net, certificate["traffic"]), certificate["scale"], Fraction(certificate["upper"])
    if any(move.reversing for move in moves):
        raise Refused("a symmetry that reverses hops moves no flow to a destination to another one")
    flows: dict[int, Values] = {}
    for each in certificate["flows"]:
        if each["destination"] in flows or each["destination"] not in net.ends:
            raise Refused(f"flows has destination {each['destination']} twice, or it is no end of messages")
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
    if max(loads.values()) > upper * scale:
        raise Refused(f"a channel gets {Fraction(max(loads.values()), scale)}, more than {upper}")
    of_channels = by_place(certificate["lengths"], max(channels) + 1)
    own = [of_channels.get(channel, 0) for channel in channels]
    far = {source: _distances(net, source, own) for source in {s for s, _ in rates}}
    work = sum(rate * far[source][destination] for (source, destination), rate in rates.items())
    about = certificate["traffic"]
    what = f"largest load under traffic {about['name']!r}" + (f" of {len(rates)} pairs" if "rates" in about else "")
    proof = f"flows to {len(flows)} destinations prove that a routing has {upper}"
    return what, Fraction(loads[certificate["channel"]], scale), _ratio(work, sum(of_channels.values())), proof


def _ratio(work: Fraction | int, total: int) -> Fraction:
    return Fraction(work) / total if total else Fraction(0)


def _rates(net: Network, about: Mapping[str, Any]) -> dict[Pair, Fraction]:
    """Rates of all pairs with messages: of a pattern made again, or those of the certificate, under another name."""
    if by_name(about["name"]) == ("rates" in about):
        raise Refused(
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
            raise Refused(
                f"traffic has messages from {source} to {destination} twice, or they are no two ends of messages"
            )
        found[source, destination] = Fraction(rate)
        sent[source] += found[source, destination]
    if not any(found.values()) or max(sent.values()) > 1:
        raise Refused("the traffic has no messages, or a node that sends more than one per unit of time")
    return {pair: rate for pair, rate in found.items() if rate}


def _conserved(net: Network, flow: Values, sent: Mapping[int, Fraction | int], destination: int) -> None:
    """Refuse a flow to a destination that nodes do not pass on, or that does not begin with the messages sent."""
    out: defaultdict[int, Fraction | int] = defaultdict(int)
    for node, messages in sent.items():
        out[node] -= messages
        out[destination] += messages
    for hop, value in flow.items():
        if hop >= net.hop_count:
            raise Refused(f"flows has hop {hop}: there are {net.hop_count}")
        tail, head = int(net.origin[hop]), int(net.target[hop])
        if net.forwards is not None and not net.forwards[head] and head != destination and value:
            raise Refused(f"a flow passes node {head}, which forwards nothing")
        out[tail] += value
        out[head] -= value
    if wrong := [node for node, value in out.items() if value]:
        raise Refused(f"the flow to node {destination} is not conserved at node {wrong[0]}")


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
