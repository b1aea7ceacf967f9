"""A network without some of its links and nodes, which are named as its file or family calls them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from netlemma.base.names import did_you_mean
from netlemma.base.remarks import remark
from netlemma.errors import NetworkError
from netlemma.graphs.base.limits import WITHOUT
from netlemma.graphs.base.text_files import printable
from netlemma.graphs.topology.structure import Network, numbers_by_name, show

NAMED = 4  # in titles
_IN_CLASS = re.compile(r"(.+)\[([0-9]{1,9})\]")
_NUMBER = re.compile(r"#([0-9]{1,9})")
_PARALLEL = re.compile(r"(.+?) ?#([0-9]{1,9})")
_PORT = re.compile(r"(.{1,100}?)(?: port |[:/ ][Pp]?)(\d{1,3})")  # as others write a port
_BUS = re.compile(r"bus ([0-9]{1,9})( \(.*\))?")


def without(net: Network, names: Sequence[str]) -> Network:
    """The network without the links and nodes of these names, and without what hangs on these nodes alone.

    A link is written ``a-b``, a one-way link ``a->b``, one of several in parallel ``a-b #2``, a device by its place in its
    class ``local[3]``, a bus as tables show it; a node by its name, its coordinates, or its number ``#5``. The network keeps no
    symmetries and no factors, for it is no product any more; if it has all nodes, traffic patterns are those of the whole one.

    >>> from netlemma.graphs import network
    >>> net = without(network("torus", k=4, n=2), ["0,0-0,1", "(3,3)"])
    >>> net.title, net.node_count, net.device_count
    ('torus k=4 n=2 without (0,0)-(0,1), (3,3)', 15, 27)
    """
    devices, nodes = found(net, names)
    called = [show(net.labels(node)) for node in nodes]
    shown = [net.devices[device].name for device in devices] + called
    gone = np.zeros(net.node_count, dtype=bool)
    gone[nodes] = True
    if hanging := hanging_on(net, gone):
        gone[hanging] = True
        remark(
            f"without {listed(called)} also {listed([show(net.labels(node)) for node in hanging])} go, joined to nothing else"
        )
    cut = np.zeros(net.device_count, dtype=bool)
    cut[devices] = True
    return reduced(net, gone, cut, f"{net.family}{WITHOUT}{listed(shown)}")


def reduced(net: Network, gone: np.ndarray, cut: np.ndarray, family: str) -> Network:
    """The network without some nodes and devices; other nodes keep their names and order, other devices their classes.

    gone, cut: Whether each node, and each device, is left out.
    """
    kept = np.flatnonzero(~gone)
    number = np.cumsum(~gone) - 1
    stays = ~(cut[net.device] | gone[net.origin] | gone[net.target])
    device, target, origin = net.device[stays], net.target[stays], net.origin[stays]
    devices, device = np.unique(device, return_inverse=True)
    classes, device_class = np.unique(net.device_class[devices], return_inverse=True)
    indptr = np.zeros(len(kept) + 1, dtype=np.int64)
    np.cumsum(np.bincount(number[origin], minlength=len(kept)), out=indptr[1:])
    terminals = (
        None if net.terminals is None else tuple(number[[end for end in net.terminals if not gone[end]]].tolist())
    )
    labels, places = net.labels, kept.tolist()
    return replace(
        net,
        family=family,
        indptr=indptr,
        target=number[target].astype(net.target.dtype),
        device=device.astype(net.device.dtype),
        device_classes=tuple(net.device_classes[each] for each in classes.tolist()),
        device_class=device_class.astype(net.device_class.dtype),
        labels=lambda node: labels(places[node]),
        symmetries=None,
        factors=(),
        terminals=terminals,
        forwards=None if net.forwards is None else net.forwards[kept],
        own=None if net.own is None else tuple(net.own[node] for node in places),
        places=None if net.places is None else net.places[kept],
        capacity=None if net.capacity is None else net.capacity[devices],
        latency=None if net.latency is None else net.latency[stays],
        whole=None if gone.any() else net.whole or net,
        definition=None,
    )


def found(net: Network, names: Iterable[str]) -> tuple[list[int], list[int]]:
    """The devices and the nodes that some names stand for, each once."""
    at = numbers_by_name(net, range(net.node_count))
    devices: dict[int, None] = {}
    nodes: dict[int, None] = {}
    for name in names:
        node = _node(net, at, name)
        if node is not None:
            nodes[node] = None
        else:
            devices |= dict.fromkeys(_devices(net, at, name))
    return list(devices), list(nodes)


def _node(net: Network, at: dict[str, int], name: str) -> int | None:
    """The node of this name, None if there is none."""
    if name in at:
        return at[name]
    number = _NUMBER.fullmatch(name)
    return int(number[1]) if number and int(number[1]) < net.node_count else None


def _devices(net: Network, at: dict[str, int], name: str) -> list[int]:
    """The devices that a name stands for; one-way links in both directions are one cable."""
    pairs = _pairs(net, at, name)
    parallel = _PARALLEL.fullmatch(name)
    place = None
    if not pairs and parallel and int(parallel[2]) > 0:
        pairs, place = _pairs(net, at, parallel[1]), int(parallel[2]) - 1
    chosen = [links for pair in pairs if (links := _between(net, *pair, place, name))]
    if len(chosen) > 1:
        ends = [f"{show(net.labels(u))} and {show(net.labels(v))}" for u, v, _ in pairs]
        raise NetworkError(
            f"{printable(name)} can be the link of {' or that of '.join(ends)}: write their numbers, as in #5-#6"
        )
    if chosen:
        return chosen[0]
    if pairs:
        u, v, _ = pairs[0]
        row = slice(net.indptr[u], net.indptr[u + 1])
        joined = [show(net.labels(w)) for w in dict.fromkeys(net.target[row].tolist())]
        one, other = show(net.labels(u)), show(net.labels(v))
        which = f"no {place + 1} links in parallel join" if place else "no link joins"
        raise NetworkError(
            f"{printable(name)}: {which} {one} and {other} in {net.title}; {one} is joined to {listed(joined)}"
        )
    in_class, groups = _IN_CLASS.fullmatch(name), [each.name for each in net.device_classes]
    if in_class and in_class[1] in groups:
        of_class = np.flatnonzero(net.device_class == groups.index(in_class[1]))
        if int(in_class[2]) < len(of_class):
            return [int(of_class[int(in_class[2])])]
        raise NetworkError(
            f"{printable(name)}: class {in_class[1]} of {net.title} has {len(of_class)} devices, "
            f"{in_class[1]}[0] to {in_class[1]}[{len(of_class) - 1}]"
        )
    bus = _BUS.fullmatch(name)
    if (
        bus
        and int(bus[1]) < net.device_count
        and net.devices[int(bus[1])].name == (name if bus[2] else net.devices[int(bus[1])].name)
    ):
        return [int(bus[1])]
    raise NetworkError(f"{net.title} has no node or link called {printable(name)}{_nearest(net, at, name, groups)}")


def _pairs(net: Network, at: dict[str, int], name: str) -> list[tuple[int, int, bool]]:
    """Two nodes with a dash or an arrow between their names, and whether it is an arrow; names may have dashes, too."""
    found = []
    for dash in re.finditer("->?", name):
        u, v = _node(net, at, name[: dash.start()].strip()), _node(net, at, name[dash.end() :].strip())
        if u is not None and v is not None:
            found.append((u, v, dash[0] == "->"))
    return list(dict.fromkeys(found))


def _between(net: Network, u: int, v: int, arrow: bool, place: int | None, name: str) -> list[int]:
    """The link between two nodes that has this place among those in parallel, the first if none is said; none if there are not so many."""

    def hops(a: int, b: int) -> list[int]:
        row = slice(net.indptr[a], net.indptr[a + 1])
        return sorted(net.device[row][net.target[row] == b].tolist())

    there, back = hops(u, v), [] if arrow else hops(v, u)
    kinds = {device: net.device_classes[net.device_class[device]].kind for device in [*there, *back]}
    bus = next((device for device, kind in kinds.items() if kind == "bus"), None)
    if bus is not None:
        raise NetworkError(f"{printable(name)}: {net.devices[bus].name} joins them: write its name")
    if arrow and any(kind == "link" for kind in kinds.values()):
        raise NetworkError(f"{printable(name)}: a link of {net.title} has both directions: write it with a dash")
    ways = [way[place or 0] for way in (there, back) if len(way) > (place or 0)]
    if ways and place is None and max(len(there), len(back)) > 1:
        remark(
            f"{name} is one of {max(len(there), len(back))} links in parallel, and the others stay: {name} #2 is the second"
        )
    return list(dict.fromkeys(ways))


def _nearest(net: Network, at: dict[str, int], name: str, groups: Sequence[str]) -> str:
    """The nearest name to an unknown one: of a node, or of a link one of whose ends is known."""
    port = _PORT.fullmatch(name)
    if port and _node(net, at, port[1]) is not None:
        return f"; one port is written {port[1]}[{port[2]}]"
    group = name.partition("[")[0]
    if "[" in name and group:
        return did_you_mean(group, groups, otherwise=f"; its classes are {listed(groups)}").replace(
            "?", name[len(group) :] + "?"
        )
    plain = [known for known in at if not known.isdigit()][:100_000] or list(at)
    for dash in re.finditer("->?", name):
        one, other = name[: dash.start()].strip(), name[dash.end() :].strip()
        known = [_node(net, at, end) is not None for end in (one, other)]
        if any(known):
            wrong = other if known[0] else one
            near = did_you_mean(wrong, plain, before="", otherwise=f"its nodes are {_some(net)}")
            return f": there is no node {printable(wrong)}; {near}"
    links = [device.name for device in net.devices[:5000]]
    return did_you_mean(name, [*plain[:20_000], *links], otherwise=f"; its nodes are {_some(net)}")


def _some(net: Network) -> str:
    return listed([show(net.labels(node)) for node in range(min(net.node_count, NAMED + 1))], net.node_count)


def listed(names: Sequence[str], count: int | None = None) -> str:
    """The first names, and how many more there are."""
    count = len(names) if count is None else count
    return ", ".join(names[:NAMED]) + (f" and {count - NAMED} more" if count > NAMED else "")


def hanging_on(net: Network, gone: np.ndarray) -> list[int]:
    """Nodes that forward nothing and all of whose neighbours are left out, such as the hosts of a switch."""
    if net.forwards is None or not gone.any():
        return []
    left = np.bincount(net.origin[~gone[net.target]], minlength=net.node_count)
    had = np.diff(net.indptr)
    return np.flatnonzero(~gone & ~net.forwarding & (left == 0) & (had > 0)).tolist()
