"""Certificates of the kind "bisection", checked again from the network alone.

Upper bound: the channels of the devices with nodes on both sides of the given halves are counted. Lower bound by flows:
each end sends one message to every other end; the 2ab messages between halves of a and b ends cross devices with nodes on both
sides, each of which carries at most the congestion for each of its channels (Leighton 1992, section 1.9). Lower bound by
exhaustion: nodes are put on a side in the given order, and each branch ends where the channels that are cut already, and those
that the other nodes must cut, are as many as claimed.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np

from netlemma.checks.certificates.certificate_subject import certified_source, network_words
from netlemma.errors import CertificateError
from netlemma.graphs.base.compiled import compiled, worth_compiling
from netlemma.graphs.sources import device_network
from netlemma.graphs.topology.structure import Network

MOST_STEPS = 200_000_000


def check_bisection(certificate: Mapping[str, Any], network: Any = None) -> str:
    """Check a certificate about the fewest channels between two halves of the ends of messages."""
    source, sizes = certified_source(certificate, network)
    net: Network = device_network(source, **sizes)
    members = [sorted({*map(int, each.nodes)}) for each in net.devices]
    width = [2 if each.kind == "link" else 1 for each in net.devices]
    half, ends = set(certificate["half"]), set(map(int, net.ends))
    if len(half) < len(certificate["half"]) or not half < set(range(net.node_count)):
        raise CertificateError("half names a node twice, or one that there is not")
    if abs(2 * len(half & ends) - len(ends)) > 1:
        raise CertificateError(f"half has {len(half & ends)} of {len(ends)} ends of messages")
    cut = sum(w for nodes, w in zip(members, width, strict=True) if 0 < len(half & set(nodes)) < len(nodes))
    least = certificate["least"]
    if cut != certificate["channels"]:
        raise CertificateError(f"between half and the other nodes are {cut} channels, not {certificate['channels']}")
    if "order" in certificate:
        if least != cut:
            raise CertificateError(f"least is {least}: all halves are tried for fewer than {cut} channels")
        proof = _no_smaller(net, members, width, ends, certificate["order"], least)
    else:
        congestion = _congestion(members, width, ends, certificate["flows"])
        proved = ceil(Fraction(2 * (len(ends) // 2) * (len(ends) - len(ends) // 2)) / congestion)
        if proved != least:
            raise CertificateError(f"the flows prove that halves have {proved} channels between them, not {least}")
        proof = f"flows to {len(ends):,} destinations with {congestion} messages for each channel prove that none have less than {least}"
    value = str(cut) if least == cut else f"between {least} and {cut}"
    return f"bisection width {value} channels: {network_words(source, net)}, two halves have {cut} between them, and {proof}"


def _congestion(members: list[list[int]], width: list[int], ends: set[int], flows: Any) -> Fraction:
    """The most messages of a device for each of its channels, if every end sends one to every other."""
    if sorted(each["destination"] for each in flows) != sorted(ends):
        raise CertificateError(f"flows does not have each of the {len(ends)} destinations once")
    load = [Fraction(0)] * len(members)
    for each in flows:
        left: defaultdict[int, Fraction] = defaultdict(Fraction)
        for device, before, behind, text in each["moves"]:
            if device >= len(members) or before not in members[device] or behind not in members[device]:
                raise CertificateError(
                    f"flows has a move from node {before} to node {behind} on device {device}, which they do not share"
                )
            share = Fraction(text)
            load[device] += share
            left[before] += share
            left[behind] -= share
        for end in ends - {each["destination"]}:
            left[end] -= 1
            left[each["destination"]] += 1
        if wrong := [node for node, share in left.items() if share]:
            raise CertificateError(f"the flow to node {each['destination']} is not conserved at node {wrong[0]}")
    return max(value / channels for value, channels in zip(load, width, strict=True))


def _no_smaller(
    net: Network, members: list[list[int]], width: list[int], ends: set[int], order: list[int], least: int
) -> str:
    if sorted(order) != list(range(net.node_count)):
        raise CertificateError(f"order does not name each of the {net.node_count} nodes once")
    place = {node: i for i, node in enumerate(order)}
    pins = sorted((d, place[node]) for d, nodes in enumerate(members) for node in nodes)
    first = np.searchsorted([d for d, _ in pins], np.arange(len(members) + 1))
    is_end = np.array([node in ends for node in order])
    large = worth_compiling(len(pins) << min(30, net.node_count // 2))
    run: Callable[..., Any] = compiled(halves_below) if large else halves_below
    steps = run(is_end, first, np.array([p for _, p in pins]), np.array(width), least, MOST_STEPS)
    if steps < 0:
        raise CertificateError(f"two halves have less than {least} channels between them" if steps == -1 else
                      f"more than {MOST_STEPS:,} parts of halves would have to be tried")  # fmt: skip
    return f"all others, tried in {steps:,} parts, have no less"


def halves_below(is_end, first, pins, width, least, most):  # type: ignore[no-untyped-def]
    """Number of parts of halves that are tried to see that no halves have so few channels between them.

    A part has the first nodes on known sides. A device with known nodes on one side alone is charged to its next node, if that
    goes to the other side; the ends still missing on side 0 are those that save most.

    is_end (ndarray of bool, shape (N,)): Whether each node is an end of messages.
    first, pins (ndarray of int): Nodes of each device, in rising order: those of device d are ``pins[first[d]:first[d +
    1]]``.
    width (ndarray of int, shape (M,)): Channels of each device.
    """
    nodes, total = len(is_end), 0
    for node in range(nodes):
        total += int(is_end[node])
    side = np.zeros(nodes, dtype=np.int64)
    known, steps = 0, 0
    charge = np.zeros((nodes, 2), dtype=np.int64)
    while True:
        steps += 1
        if steps > most:
            return -2
        charge[:] = 0
        bound = 0
        for d in range(len(width)):
            sides, unknown = 0, -1
            for at in range(first[d], first[d + 1]):
                node = pins[at]
                if node < known:
                    sides |= 1 + side[node]
                elif unknown < 0:
                    unknown = node
            if sides == 3:
                bound += width[d]
            elif sides > 0 and unknown >= 0:
                charge[unknown, 2 - sides] += width[d]
        ones, known_ends = 0, 0
        for node in range(known):
            if is_end[node]:
                known_ends += 1
                ones += side[node]
        zeros = known_ends - ones
        room = total - total // 2
        possible = zeros <= room and ones <= room
        if possible:
            saved = np.zeros(total - known_ends, dtype=np.int64)
            free = 0
            for node in range(known, nodes):
                if is_end[node]:
                    bound += charge[node, 1]
                    saved[free] = charge[node, 1] - charge[node, 0]
                    free += 1
                else:
                    bound += min(charge[node, 0], charge[node, 1])
            saved = np.sort(saved)
            best = -(1 << 60)
            for on_zero in range(free + 1):  # the sides of the halves may be exchanged where they differ
                larger = max(zeros + on_zero, total - zeros - on_zero)
                if larger == room:
                    gain = 0
                    for i in range(on_zero):
                        gain += saved[free - 1 - i]
                    best = max(best, gain)
            possible = best > -(1 << 60) and bound - best < least
        if possible and known == nodes:
            return -1
        if possible:
            side[known] = 0
            known += 1
        else:
            while known > 0 and side[known - 1] == 1:
                known -= 1
            if known <= 1:  # the first node is on side 0
                return steps
            side[known - 1] = 1
