"""A network: numbered nodes, numbered devices, and the hops that lead from node to node over a device; its export,
and nodes as users write them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self

import numpy as np

from netlemma.base.displays import Facts, Part, Shown
from netlemma.errors import InputError, NetworkError
from netlemma.graphs.base.limits import title
from netlemma.graphs.base.text_files import is_whole

if TYPE_CHECKING:
    from netlemma.definitions import Definition
    from netlemma.graphs.topology.factors import Factor


# The devices of a network as a sequence of named objects, made on demand.


KINDS = ("link", "one-way link", "bus")
Label = tuple[int, ...]


class DeviceClass(NamedTuple):
    """Devices that the construction calls alike; `kind` is "link", "one-way link" or "bus"."""

    name: str
    kind: str


class Device(NamedTuple):
    """A link or bus that a message visits between two nodes; `nodes` are its ends (tail first if one-way) or all nodes
    of a bus.
    """

    name: str
    class_name: str
    kind: str
    nodes: tuple[int, ...]


class Numbered(Protocol):
    """Parts of a network from which the names of its devices follow, see :class:`netlemma.graphs.topology.structure.Network`."""

    @property
    def indptr(self) -> np.ndarray: ...
    @property
    def target(self) -> np.ndarray: ...
    @property
    def device(self) -> np.ndarray: ...
    @property
    def device_classes(self) -> tuple[DeviceClass, ...]: ...
    @property
    def device_class(self) -> np.ndarray: ...
    @property
    def device_count(self) -> int: ...
    @property
    def origin(self) -> np.ndarray: ...
    @property
    def labels(self) -> Callable[[int], Label]: ...


def show(label: Label) -> str:
    """A node's coordinates as text, e.g. ``(0,2)``; a name that a file gave it as it is."""
    return label[0] if len(label) == 1 and isinstance(label[0], str) else f"({','.join(map(str, label))})"


def devices_at(net: Numbered) -> np.ndarray:
    """The number of links and buses that a message can leave each node by: the degrees of the nodes.

    Returns: Numbers, shape (N,).

    >>> from netlemma.graphs import network
    >>> devices_at(network("bus(4) x line(2)")).tolist()
    [2, 2, 2, 2, 2, 2, 2, 2]
    """
    if all(each.kind != "bus" for each in net.device_classes):
        return np.diff(net.indptr)  # every hop from a node has a link of its own
    pairs = np.unique(net.origin.astype(np.int64) * net.device_count + net.device)
    return np.bincount(pairs // net.device_count, minlength=len(net.indptr) - 1)


class DeviceView(Sequence[Device]):
    """All devices of a network; ``view[d]`` makes device d.

    A link is named after its ends, ``(0,1)-(0,2)``, a one-way link ``(0,1)->(0,2)``, a bus after its number and the
    coordinates that its nodes share, ``bus 7 (0,*)``. The second of parallel devices has ``#2`` behind its name.
    """

    def __init__(self, net: Numbered) -> None:
        self._net = net

    def __len__(self) -> int:
        return self._net.device_count

    @cached_property
    def _hops(self) -> tuple[np.ndarray, np.ndarray]:
        order = np.argsort(self._net.device, kind="stable")
        start = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum(np.bincount(self._net.device, minlength=len(self)), out=start[1:])
        return order, start

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        d = range(len(self))[index]
        net = self._net
        order, start = self._hops
        hops = order[start[d] : start[d + 1]]
        group = net.device_classes[net.device_class[d]]
        if group.kind == "bus":
            nodes = tuple(sorted({int(u) for u in net.origin[hops]}))
        else:
            nodes = (int(net.origin[hops[0]]), int(net.target[hops[0]]))
        return Device(self._name(d, group.kind, nodes), group.name, group.kind, nodes)

    def _name(self, d: int, kind: str, nodes: tuple[int, ...]) -> str:
        net = self._net
        labels = [net.labels(u) for u in nodes]
        if kind == "bus":
            shared = [str(c[0]) if len(set(c)) == 1 else "*" for c in zip(*labels, strict=True)]
            return f"bus {d} ({','.join(shared)})"
        name = show(labels[0]) + ("-" if kind == "link" else "->") + show(labels[1])
        row = slice(net.indptr[nodes[0]], net.indptr[nodes[0] + 1])
        beside = [
            int(e)
            for v, e in zip(net.target[row], net.device[row], strict=True)
            if v == nodes[1] and self._kind(e) == kind
        ]
        rank = sorted(beside).index(d)
        return f"{name} #{rank + 1}" if rank else name

    def _kind(self, d: int) -> str:
        return self._net.device_classes[self._net.device_class[d]].kind


# Export of a network: a NetworkX graph, a table for a notebook.


class Named(Protocol):
    """Parts of a network that are displayed, see :class:`netlemma.graphs.topology.structure.Network`."""

    @property
    def title(self) -> str: ...
    @property
    def node_count(self) -> int: ...
    @property
    def classes(self) -> list[tuple[str, int]]: ...
    @property
    def devices(self) -> Sequence[Device]: ...
    @property
    def labels(self) -> Callable[[int], Label]: ...
    @property
    def forwarding(self) -> np.ndarray: ...
    @property
    def is_end(self) -> np.ndarray: ...
    @property
    def capacity(self) -> np.ndarray | None: ...
    @property
    def latency_of_links(self) -> np.ndarray | None: ...


def node_roles(net: Named) -> list[str]:
    """The role of each node: "switch", "host", "idle", or "" for those that forward, send and receive messages.

    >>> from netlemma.graphs import network
    >>> node_roles(network("dragonfly", a=1, p=1, h=1))
    ['switch', 'switch', 'host', 'host']
    """
    names = {(True, True): "", (True, False): "switch", (False, True): "host", (False, False): "idle"}
    return [names[each] for each in zip(net.forwarding.tolist(), net.is_end.tolist(), strict=True)]


def as_networkx(net: Named) -> Any:
    """The network as a plain NetworkX graph whose vertices are the coordinates of the nodes.

    Every edge carries ``device`` (its name), ``index`` (its number) and ``device_class``, and ``capacity`` and ``latency``
    where links have them. Parallel devices give a multigraph, one-way links a directed graph (in which a two-way link is two arcs
    of the same device). A bus is a vertex of its own, joined to its nodes; vertices have the attribute ``kind``, "node" or
    "bus", and ``type``, which is "switch" for those that only forward messages, "host" for those that only send and receive
    them, and "idle" for those that do neither. The graph's attribute ``netlemma`` is the title of the network.

    >>> from netlemma.graphs import network
    >>> type(network("ring", K=2).graph).__name__, network("spanning-bus-hypercube", w=3, D=2).graph.number_of_nodes()
    ('MultiGraph', 15)
    """
    import networkx as nx

    devices = list(net.devices)
    directed = any(d.kind == "one-way link" for d in devices)
    pairs = [d.nodes if directed else tuple(sorted(d.nodes)) for d in devices if d.kind != "bus"]
    pairs += [d.nodes[::-1] for d in devices if directed and d.kind == "link"]
    multi = len(set(pairs)) < len(pairs)
    kinds = {(0, 0): nx.Graph, (0, 1): nx.MultiGraph, (1, 0): nx.DiGraph, (1, 1): nx.MultiDiGraph}
    graph = kinds[directed, multi](name=net.title, netlemma=net.title)
    for node, role in enumerate(node_roles(net)):
        graph.add_node(net.labels(node), kind="node", **({"type": role} if role else {}))
    for index, device in enumerate(devices):
        about = {"device": device.name, "index": index, "device_class": device.class_name}
        for name, numbers in (("capacity", net.capacity), ("latency", net.latency_of_links)):
            if numbers is not None:
                about[name] = int(numbers[index]) if numbers[index].denominator == 1 else str(numbers[index])
        ends = [net.labels(u) for u in device.nodes]
        if device.kind == "bus":
            graph.add_node(device.name, kind="bus", **about)
            joined: list[tuple[Any, Any]] = [(u, device.name) for u in ends]
        else:
            joined = [(ends[0], ends[1])]
        graph.add_edges_from(joined, **about)
        if directed and device.kind != "one-way link":
            graph.add_edges_from(((v, u) for u, v in joined), **about)
    return graph


def as_facts(net: Named) -> Facts:
    """Family, sizes, nodes and devices by class, for a display."""
    rows = [("network", net.title), ("nodes", f"{net.node_count:,}")]
    rows += [(f"devices: {name}", f"{count:,}") for name, count in net.classes]
    return Facts(rows)


# A network: numbered nodes, numbered devices, and the hops that lead from node to node over a device.


@dataclass(frozen=True, eq=False)
class ExplicitNetwork(Shown):
    """An explicit network of either kind: of channels (:class:`Network`), or of point-to-point rings
    (:class:`netlemma.graphs.topology.ring_structure.RingNetwork`).

    ``has_channels`` says whether its hops are channels, which have virtual channels and carry any traffic by any routing;
    without them, it has send and echo loads in place of visit ratios. ``described`` says the same in words.
    """

    family: str
    parameters: dict[str, Any]

    has_channels: ClassVar[bool]
    described: ClassVar[str]

    @property
    def node_count(self) -> int:
        """Number of nodes, with or without ends of messages."""
        raise NotImplementedError

    @property
    def device_count(self) -> int:
        """Number of links and buses."""
        raise NotImplementedError

    @property
    def end_count(self) -> int:
        """Number of ends of messages."""
        raise NotImplementedError

    @property
    def scope(self) -> str:
        """The ends of messages in a network that was read, in words; empty if all nodes are alike."""
        return ""

    @property
    def title(self) -> str:
        """Family and sizes as they are typed, e.g. ``toroid w=4 D=3``."""
        return title(self.family, self.parameters)

    def named(self, family: str, parameters: dict[str, Any]) -> Self:
        """The same network by this name and these sizes."""
        return replace(self, family=family, parameters=parameters)

    def require_channels(self, reason: str, error: type[Exception] = InputError) -> Network:
        """The network itself if it has channels; the error says why it needs them."""
        raise error(f"{self.title} {self.described}{reason}")

    def require_option(self, option: str, channels: bool, error: type[Exception] = InputError) -> None:
        """Refuse an option that applies only to networks with channels, or only to those without."""
        if channels != self.has_channels:
            kind = "channels" if channels else "point-to-point rings"
            raise error(f"{option} applies only to networks of {kind}; {self.title} {self.described}")


@dataclass(frozen=True, eq=False)
class Network(ExplicitNetwork):
    """Nodes 0..N-1, devices 0..M-1 and hops; a hop (node, target, device) takes a message over one device.

    Hops are kept row by row: those of node i are numbered ``indptr[i]`` to ``indptr[i+1]-1``, hop h leads to
    ``target[h]`` by ``device[h]``. A link gives two hops with the same device, a one-way link one, a bus with w nodes
    w(w-1). Two parallel links are two devices. Build one with :func:`from_devices`, or :func:`netlemma.graphs.topology.product.build`
    for Cartesian products.

    Parameters
    ----------
    family : str
        Name of the family, or canonical text of the product.
    parameters : dict of str to object
        Sizes: numbers, tuples of numbers, and words.
    indptr : ndarray of int64, shape (N + 1,)
        First hop of each node, and the number of hops.
    target : ndarray of int32, shape (hops,)
        Node to which each hop leads.
    device : ndarray of int32, shape (hops,)
        Device of each hop.
    device_classes : tuple of DeviceClass
        Classes of devices.
    device_class : ndarray of int, shape (M,)
        Number of the class of each device.
    labels : Callable
        Function from the number of a node to its coordinates.
    symmetries : Callable, optional
        Function that returns permutations of the nodes said to be symmetries; checked before use.
    factors : tuple of Factor, optional
        Factors of a Cartesian product, dimension 0 (the most significant coordinate) first; empty otherwise.
    terminals : tuple of int, optional
        Nodes between which messages run, such as the adapters of a fabric; None for all.
    forwards : ndarray of bool, shape (N,), optional
        Whether each node forwards messages of others, which adapters do not; None if all do.
    own : tuple, optional
        Nodes as they are called in the user's graph, if it is one; None if their labels say it.
    places : ndarray of float, shape (N, 2), optional
        Places of the nodes in drawings, x to the right and y up, if the user's graph or file has them.
    definition : Definition, optional
        Text that defines its family, if one does.
    capacity : ndarray of Fraction, shape (M,), optional
        Messages per unit of time that each direction of a link, or a bus, can take; None if all can take 1.
    latency : ndarray of Fraction, shape (hops,), optional
        Time that each hop takes; None if each takes 1.
    whole : Network, optional
        The network without some of whose links, but with all of whose nodes, this one is; None if it is no such one.
    """

    indptr: np.ndarray
    target: np.ndarray
    device: np.ndarray
    device_classes: tuple[DeviceClass, ...]
    device_class: np.ndarray
    labels: Callable[[int], Label]
    symmetries: Callable[[], Sequence[np.ndarray]] | None = None
    factors: tuple[Factor, ...] = ()
    terminals: tuple[int, ...] | None = None
    forwards: np.ndarray | None = None
    own: tuple[Any, ...] | None = None
    places: np.ndarray | None = None
    definition: Definition | None = None
    capacity: np.ndarray | None = None
    latency: np.ndarray | None = None
    whole: Network | None = None

    has_channels = True
    described = "has channels"

    @property
    def node_count(self) -> int:
        """Number of nodes N."""
        return len(self.indptr) - 1

    @property
    def device_count(self) -> int:
        """Number of devices."""
        return len(self.device_class)

    @property
    def hop_count(self) -> int:
        """Number of hops, parallel devices counted apart."""
        return len(self.target)

    @property
    def ends(self) -> Sequence[int]:
        """Nodes from and to which messages run, in the order of their numbers."""
        return range(self.node_count) if self.terminals is None else self.terminals

    @property
    def end_count(self) -> int:
        """Number of ends."""
        return len(self.ends)

    @property
    def pair_count(self) -> int:
        """Number of ordered pairs of different ends."""
        return len(self.ends) * (len(self.ends) - 1)

    @cached_property
    def forwarding(self) -> np.ndarray:
        """For each node whether it forwards messages of others."""
        return np.ones(self.node_count, dtype=bool) if self.forwards is None else self.forwards

    @cached_property
    def is_end(self) -> np.ndarray:
        """For each node whether messages run from and to it."""
        if self.terminals is None:
            return np.ones(self.node_count, dtype=bool)
        found = np.zeros(self.node_count, dtype=bool)
        found[list(self.terminals)] = True
        return found

    @property
    def scope(self) -> str:
        """The ends of messages and the switches in words.

        >>> from netlemma.graphs import network
        >>> network("ring", K=5).scope
        ''
        """
        if self.forwards is None and self.terminals is None:
            return ""
        switches = int(self.forwarding.sum())
        if self.terminals is None:
            return f"scope all: messages between all {self.node_count} nodes, switches too, through the {switches} switches"
        if (self.forwarding == self.is_end).all():
            return f"scope switches: messages between the {switches} switches"
        if (self.forwarding & self.is_end).any():
            return (
                f"messages between {len(self.ends)} of the {self.node_count} nodes, through the {switches} that forward"
            )
        return f"scope terminals: messages between the {len(self.ends)} terminals, through the {switches} switches"

    def between_switches(self) -> Network:
        """The same network with its switches as ends, if messages run between terminals that forward none; else itself.

        >>> from netlemma.graphs import network
        >>> len(network("dragonfly", p=2, a=2, h=1).between_switches().ends)
        6
        """
        if self.forwards is None or (self.forwarding & self.is_end).any():
            return self
        return replace(self, terminals=tuple(np.flatnonzero(self.forwarding).tolist()))

    @cached_property
    def origin(self) -> np.ndarray:
        """The node at which each hop starts."""
        return np.repeat(np.arange(self.node_count, dtype=np.int32), np.diff(self.indptr))

    @property
    def classes(self) -> list[tuple[str, int]]:
        """Name and number of devices of each class."""
        counts = np.bincount(self.device_class, minlength=len(self.device_classes))
        return [(c.name, int(n)) for c, n in zip(self.device_classes, counts, strict=True)]

    @cached_property
    def latency_of_links(self) -> np.ndarray | None:
        """Latency of each device; None if each hop takes 1, or if the two directions of a link take different times."""
        if self.latency is None:
            return None
        found = np.empty(self.device_count, dtype=object)
        found[self.device] = self.latency
        return found if (found[self.device] == self.latency).all() else None

    def own_node(self, node: int) -> Any:
        """A node as the user calls it: that of the user's graph, the name in a file, or the coordinates.

        >>> import networkx
        >>> from netlemma.graphs import network
        >>> network("mesh", k=2, n=2).own_node(1), network(networkx.path_graph(3)).own_node(1)
        ((0, 1), 1)
        """
        if self.own is not None:
            return self.own[node]
        label = self.labels(node)
        return label[0] if len(label) == 1 and isinstance(label[0], str) else label

    @cached_property
    def devices(self) -> Sequence[Device]:
        """All devices as a sequence; each is made on demand."""
        return DeviceView(self)

    @cached_property
    def graph(self) -> Any:
        """The network as a plain NetworkX graph, see :func:`netlemma.graphs.topology.structure.as_networkx`."""
        return as_networkx(self)

    def require_channels(self, reason: str, error: type[Exception] = InputError) -> Network:
        """The network itself."""
        return self

    def __repr__(self) -> str:
        return f"<Network {self.title}: {self.node_count} nodes, {self.device_count} devices>"

    def _parts(self) -> list[Part]:
        return [as_facts(self)]


def from_devices(
    labels: Sequence[Label],
    devices: Iterable[tuple[str, str, Sequence[Label]]],
    *,
    family: str = "network",
    parameters: dict[str, int] | None = None,
    symmetries: Callable[[], Sequence[np.ndarray]] | None = None,
) -> Network:
    """A network from its nodes and devices, for families other than products and for networks made by hand.

    Parameters
    ----------
    labels : Sequence of Label
        Distinct labels of the nodes, in order.
    devices : Iterable of tuple of (str, str, Sequence of Label)
        Class name, kind and labels of the nodes of each device; kind is "link", "one-way link" (tail first) or "bus".
    family : str, default 'network'
        Name of the network.
    parameters : dict of str to int, optional
        Sizes.
    symmetries : Callable, optional
        Function that returns permutations of the nodes said to be symmetries.

    Returns
    -------
    Network
        The network.

    Raises
    ------
    NetworkError
        If a kind or node is unknown, a node meets a device twice, or a class has two kinds.

    Examples
    --------
    >>> net = from_devices([(0,), (1,), (2,)], [("cable", "link", [(0,), (1,)]), ("bus", "bus", [(0,), (1,), (2,)])])
    >>> net.node_count, net.hop_count, net.classes
    (3, 8, [('cable', 1), ('bus', 1)])
    """
    labels = tuple(labels)
    number = {label: i for i, label in enumerate(labels)}
    if len(number) < len(labels):
        raise NetworkError("two nodes have the same label: labels must be distinct")
    classes: dict[str, DeviceClass] = {}
    order: dict[str, int] = {}
    device_class: list[int] = []
    hops: list[tuple[int, int, int]] = []
    for d, (name, kind, ends) in enumerate(devices):
        if kind not in KINDS:
            raise NetworkError(f"device {d} has kind {kind!r}: expected one of {', '.join(KINDS)}")
        if classes.setdefault(name, DeviceClass(name, kind)).kind != kind:
            raise NetworkError(
                f"class {name!r} has devices of two kinds, {classes[name].kind} and {kind}: give them two classes"
            )
        unknown = [e for e in ends if e not in number]
        if unknown:
            raise NetworkError(f"device {d} ({name}) ends at {unknown[0]}, which is no node")
        at = [number[e] for e in ends]
        if len(set(at)) < len(at) or len(at) < 2 or (kind != "bus" and len(at) != 2):
            raise NetworkError(
                f"device {d} ({name}) has ends {list(ends)}: "
                f"a {kind} joins {'two or more' if kind == 'bus' else 'two'} different nodes"
            )
        device_class.append(order.setdefault(name, len(order)))
        if kind == "one-way link":
            hops.append((at[0], at[1], d))
        else:
            hops += [(u, v, d) for u in at for v in at if u != v]
    hops.sort(key=lambda hop: hop[0])
    columns = np.array(hops, dtype=np.int32).reshape(-1, 3)
    indptr = np.zeros(len(labels) + 1, dtype=np.int64)
    np.cumsum(np.bincount(columns[:, 0], minlength=len(labels)), out=indptr[1:])
    return Network(
        family=family,
        parameters=dict(parameters or {}),
        indptr=indptr,
        target=columns[:, 1].copy(),
        device=columns[:, 2].copy(),
        device_classes=tuple(classes.values()),
        device_class=np.array(device_class, dtype=np.int16),
        labels=labels.__getitem__,
        symmetries=symmetries,
    )


# Nodes as users write them: by their numbers, or by their names.


def named_by_numbers(net: Network, nodes: Sequence[int]) -> bool:
    """Whether a file or graph calls some of these nodes by a number, so that a number names the node that is called so.

    >>> import networkx
    >>> from netlemma.graphs import network
    >>> counted, line = network(networkx.path_graph([1, 2, 3])), network("line(3)")
    >>> named_by_numbers(counted, counted.ends), named_by_numbers(line, line.ends)
    (True, False)
    """
    if net.factors:
        return False
    return any(isinstance(name := net.labels(node)[0], str) and is_whole(name) for node in nodes)


def numbers_by_name(net: Network, nodes: Sequence[int]) -> dict[str, int]:
    """Nodes by their numbers and by their names; only by their names where these are numbers.

    >>> import networkx
    >>> from netlemma.graphs import network
    >>> mesh, counted = network("mesh", k=3, n=2), network(networkx.path_graph([1, 2, 3]))
    >>> found = numbers_by_name(mesh, mesh.ends)
    >>> found["5"], found["1,2"], found["(1,2)"]
    (5, 5, 5)
    >>> numbers_by_name(counted, counted.ends)
    {'1': 0, '(1)': 0, '2': 1, '(2)': 1, '3': 2, '(3)': 2}
    """
    names = {} if named_by_numbers(net, nodes) else {str(node): node for node in nodes}
    for node in nodes:
        label = ",".join(map(str, net.labels(node)))
        for name in (label, f"({label})"):
            names.setdefault(name, node)
    return names
