"""A fabric without some cables and switches, or with further cables, by the names of its ports; and what its tables still reach."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netlemma.errors import InputError
from netlemma.graphs.base.compiled import looped
from netlemma.graphs.base.text_files import printable
from netlemma.graphs.formats.fabric.fabric import NONE, Fabric
from netlemma.graphs.formats.fabric.ports import UNREACHABLE
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.routing.choice_loops import distances
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.topology.left_out import found, hanging_on, reduced
from netlemma.graphs.topology.structure import DeviceClass

_PORT = re.compile(r"(.+)\[([0-9]{1,5})\]")


@dataclass(frozen=True, eq=False)
class Cut:
    """Nodes and cables that are out of service.

    gone: Whether each node is out of service, with hosts at such switches alone.
    cut: Whether each cable is.
    """

    gone: np.ndarray
    cut: np.ndarray


def cable_names(fabric: Fabric) -> list[str]:
    """Each cable by the names and ports at its ends, by its number."""
    net, names = fabric.network, [""] * fabric.network.device_count
    for hop, device in enumerate(net.device.tolist()):
        names[device] = names[device] or port_names(fabric, hop, "-")
    return names


def port_names(fabric: Fabric, hop: int, between: str = "->") -> str:
    """A cable from the end at which a hop starts, with switch and port at both ends."""
    net, back = fabric.network, int(fabric.reverse[hop])
    far = f"[{fabric.port[back]}]" if back >= 0 else ""
    here = f"{fabric.name(int(net.origin[hop]))}[{fabric.port[hop]}]"
    return f"{here}{between}{fabric.name(int(net.target[hop]))}{far}"


def cut_of(fabric: Fabric, names: Sequence[str]) -> Cut:
    """What some names stand for: a cable with its ports, ``leaf1[3]-spine1[1]``, a port ``leaf1[3]``, or as everywhere
    ``a-b``, ``a-b #2``, a switch or a host.
    """
    net = fabric.network
    known: dict[str, int] = {}
    for hop, device in enumerate(net.device.tolist()):
        for name in (port_names(fabric, hop, "-"), port_names(fabric, hop).partition("->")[0]):
            known.setdefault(name, device)
    others = [name for name in names if name not in known]
    devices, nodes = found(net, others)
    gone, cut = np.zeros(net.node_count, dtype=bool), np.zeros(net.device_count, dtype=bool)
    gone[nodes] = True
    hanging = hanging_on(replace(net, forwards=fabric.forwards), gone)
    gone[hanging] = True
    cut[[*devices, *(known[name] for name in names if name in known)]] = True
    return Cut(gone, cut)


def in_full(fabric: Fabric, name: str) -> str:
    """A name of a node, a port or a cable in which hosts may have the first word of a description, such as node7 of "node7 mlx5_0".

    Other names are left as they are.
    """
    full = [fabric.name(node) for node in range(fabric.network.node_count)]
    short: dict[str, list[str]] = {}
    for each in full:
        if " " in each:
            short.setdefault(each.partition(" ")[0], []).append(each)
    known = set(full)

    def end(text: str) -> str | None:
        if text in known:
            return text
        if text in short:
            if len(short[text]) > 1:
                raise InputError(f"{printable(text)} can be {' or '.join(short[text][:4])}: write the whole name")
            return short[text][0]
        port = _PORT.fullmatch(text)
        whole = end(port[1]) if port else None
        return f"{whole}[{port[2]}]" if port and whole else None

    for dash in re.finditer("-", name):
        one, other = end(name[: dash.start()].strip()), end(name[dash.end() :].strip())
        if one and other and name not in known:
            return f"{one}-{other}"
    return end(name) or name


def main_part(fabric: Fabric, out: Cut) -> np.ndarray:
    """Whether each node is in the part with the most hosts, of what is in service: switches, and hosts at them."""
    net, forwards = fabric.network, fabric.forwards
    works = ~(out.cut[net.device] | out.gone[net.origin] | out.gone[net.target])
    inside = works & forwards[net.origin] & forwards[net.target]
    shape = (net.node_count, net.node_count)
    ends = net.origin[inside], net.target[inside]
    _, part = connected_components(
        coo_array((np.ones(int(inside.sum()), dtype=np.int8), ends), shape=shape), connection="strong"
    )
    at = works & fabric.adapter[net.origin] & ~forwards[net.origin]
    alive = forwards & ~out.gone
    hosts = np.bincount(part[net.target[at]], minlength=part.max() + 1) + np.bincount(
        part[alive & fabric.adapter], minlength=part.max() + 1
    )
    most = np.lexsort((np.bincount(part[alive], minlength=len(hosts)), hosts))[-1]
    stays = alive & (part == most)
    joined = works & ~forwards[net.origin] & stays[net.target]
    stays[net.origin[joined]] = True
    return stays


def without_parts(fabric: Fabric, gone: np.ndarray, cut: np.ndarray) -> Fabric:
    """The fabric without some nodes and cables; others keep their names and ports."""
    net = fabric.network
    stays = ~(cut[net.device] | gone[net.origin] | gone[net.target])
    number = np.cumsum(stays) - 1
    back = fabric.reverse[stays]
    return Fabric(
        reduced(net, gone, cut, net.family),
        fabric.forwards[~gone],
        fabric.adapter[~gone],
        fabric.port[stays],
        np.where(back >= 0, number[back], NONE),
        fabric.files,
    )


def with_cables(fabric: Fabric, cables: Sequence[str]) -> tuple[Fabric, list[str]]:
    """The fabric with further cables ``a-b``, at the first free ports, or ``a[7]-b[9]``; and their names.

    Each is of the class of other cables between such nodes, with the capacity that most of these have.
    """
    for text in cables:
        fabric = _with_cable(fabric, in_full(fabric, text))
    names = cable_names(fabric)
    return fabric, names[len(names) - len(cables) :] if cables else []


def _with_cable(fabric: Fabric, text: str) -> Fabric:
    net = fabric.network
    number = {fabric.name(node): node for node in range(net.node_count)}
    ways = [(text[: dash.start()].strip(), text[dash.end() :].strip()) for dash in re.finditer("-", text)]
    ends = next(
        (both for one, other in ways if (both := (_end(one, number), _end(other, number))) and None not in both), None
    )
    if ends is None:
        raise InputError(
            f"`add` is {printable(text)}: a cable is written leaf1-spine2, or with its ports leaf1[7]-spine2[9], by names of "
            f"{fabric.files[0]}"
        )
    nodes: list[int] = []
    ports: list[int] = []
    for node, port in (end for end in ends if end is not None):
        row = slice(net.indptr[node], net.indptr[node + 1])
        taken = {*fabric.port[row].tolist(), *(p for v, p in zip(nodes, ports, strict=True) if v == node)}
        if port in taken:
            raise InputError(f"`add` is {printable(text)}: port {port} of {fabric.name(node)} has a cable already")
        nodes.append(node)
        ports.append(next(each for each in range(1, len(taken) + 2) if each not in taken) if port is None else port)
    if nodes[0] == nodes[1]:
        raise InputError(f"`add` is {printable(text)}: both its ends are at {fabric.name(nodes[0])}")
    inside = bool(fabric.forwards[nodes].all())
    alike = net.device[(fabric.forwards[net.origin] & fabric.forwards[net.target]) == inside]
    if len(alike):
        classes, kinds = net.device_classes, np.bincount(net.device_class[alike]).argmax()
    else:
        classes = (*net.device_classes, DeviceClass("link" if inside else "adapter link", "link"))
        kinds = np.int64(len(classes) - 1)
    capacity = net.capacity
    if capacity is not None:
        values, counts = np.unique(capacity[alike] if len(alike) else capacity, return_counts=True)
        capacity = np.append(capacity, values[counts.argmax()])
    origin = np.append(net.origin, nodes)
    numbers = np.append(fabric.port, ports).astype(fabric.port.dtype)
    order = np.lexsort((numbers, origin))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    count = net.hop_count
    reverse = np.append(fabric.reverse, [count + 1, count])
    changed = replace(
        net,
        indptr=np.searchsorted(origin[order], np.arange(net.node_count + 1)).astype(np.int64),
        target=np.append(net.target, nodes[::-1]).astype(net.target.dtype)[order],
        device=np.append(net.device, [net.device_count] * 2).astype(net.device.dtype)[order],
        device_classes=classes,
        device_class=np.append(net.device_class, kinds).astype(net.device_class.dtype),
        capacity=capacity,
        symmetries=None,
        factors=(),
        definition=None,
    )
    back = reverse[order]
    there = np.where(back >= 0, place[back], NONE)
    return replace(fabric, network=changed, port=numbers[order], reverse=there, lines=None)


def _end(text: str, number: dict[str, int]) -> tuple[int, int | None] | None:
    if text in number:
        return number[text], None
    named = _PORT.fullmatch(text)
    return (number[named[1]], int(named[2])) if named and named[1] in number and int(named[2]) > 0 else None


def diameter(fabric: Fabric, hosts: np.ndarray) -> int:
    """The largest number of cables between two hosts, which all reach each other."""
    net, into = fabric.network, arrivals(fabric.network)
    loop = looped(distances, net.hop_count * len(hosts))
    most = 0
    single = (np.diff(net.indptr) == 1) & ~fabric.forwards
    behind = net.target[np.minimum(net.indptr[:-1], net.hop_count - 1)]
    starts = np.where(single[hosts], behind[hosts], hosts)
    first = {int(start): int(host) for start, host in zip(starts[::-1], hosts[::-1], strict=True)}
    for start, host in first.items():
        far = np.asarray(loop(into.into, into.before, fabric.forwards, start))[hosts]
        most = max(most, int(far[hosts != host].max(initial=0)) + (start != host))
    return most


def of_remaining(tables: ForwardingTables, out: Cut, stays: np.ndarray, scope: str) -> ForwardingTables:
    """Tables that nobody has changed while cables and nodes are out of service, for the hosts that are still joined.

    Messages that these tables lead to a cut cable, or nowhere, are not sent.
    """
    fabric = tables.fabric
    net = fabric.network
    down = np.append(out.cut[net.device] | out.gone[net.origin] | out.gone[net.target], False)  # of hop -1
    hop_at = np.where(down[tables.hop_at], NONE, tables.hop_at)
    ends = np.zeros(net.node_count, dtype=bool)
    ends[fabric.ends(scope)] = True
    kept = replace(fabric, adapter=ends & stays)
    senders = np.flatnonzero((tables.row >= 0) | kept.adapter)
    uplink = np.array(tables._uplinks)
    row = np.full(net.node_count, NONE, dtype=np.int32)
    row[senders] = np.arange(len(senders))
    width = hop_at.shape[1] if hop_at.size else 1
    at = np.full((len(senders), width), NONE, dtype=np.int32)
    old = tables.row[senders] >= 0
    if hop_at.size:
        at[old] = hop_at[tables.row[senders[old]]]
    at[~old, 0] = np.where(down[uplink[senders[~old]]], NONE, uplink[senders[~old]])
    columns = np.flatnonzero(kept.adapter[tables.goal])
    result = np.full((len(tables.goal), len(senders)), UNREACHABLE, dtype=np.uint16)
    every = np.arange(net.node_count)
    for column in columns.tolist():
        goal = int(tables.goal[column])
        own = np.zeros(len(senders), dtype=np.uint16)
        own[old] = tables.out[column, tables.row[senders[old]]]
        port = own.astype(np.int64)
        step = np.where(port < width, at[np.arange(len(senders)), np.minimum(port, width - 1)], NONE)
        onward = np.append(every, net.node_count)  # where nothing leads on, messages stay outside
        onward[senders] = np.where(step >= 0, net.target[step], net.node_count)
        onward[goal] = goal
        passes = np.append(fabric.forwards, False)
        onward[:-1] = np.where(passes[onward[:-1]] | (onward[:-1] == goal), onward[:-1], net.node_count)
        for _ in range(net.node_count.bit_length()):
            if np.array_equal(further := onward[onward], onward):
                break
            onward = further
        arrives = onward[senders] == goal
        result[column] = np.where(arrives | (senders == goal), own, UNREACHABLE)
    return replace(tables, fabric=kept, row=row, out=result, hop_at=at)


def unreached(tables: ForwardingTables) -> list[tuple[int, int]]:
    """Pairs of hosts, source and destination, between which tables of :func:`of_remaining` lead no message."""
    hosts = np.flatnonzero(tables.fabric.adapter)
    found: list[tuple[int, int]] = []
    for column in np.flatnonzero(tables.fabric.adapter[tables.goal]).tolist():
        goal = int(tables.goal[column])
        lost = hosts[(tables.out[column, tables.row[hosts]] == UNREACHABLE) & (hosts != goal)]
        found += [(int(host), goal) for host in lost]
    return found
