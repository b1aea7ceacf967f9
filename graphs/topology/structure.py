"""A network: numbered nodes, numbered devices, and the hops that lead from node to node over a device."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.graphs.base.errors import NetworkError
from netlemma.graphs.base.limits import title
from netlemma.graphs.base.shown import Part, Shown
from netlemma.graphs.topology.devices import KINDS, Device, DeviceClass, DeviceView, Label
from netlemma.graphs.topology.export import as_facts, as_networkx

if TYPE_CHECKING:
    from netlemma.graphs.topology.factors import Factor


@dataclass(frozen=True, eq=False)
class Network(Shown):
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
    """

    family: str
    parameters: dict[str, Any]
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
    def devices(self) -> Sequence[Device]:
        """All devices as a sequence; each is made on demand."""
        return DeviceView(self)

    @cached_property
    def graph(self) -> Any:
        """The network as a plain NetworkX graph, see :func:`netlemma.graphs.topology.export.as_networkx`."""
        return as_networkx(self)

    @property
    def title(self) -> str:
        """Family and sizes as they are typed, e.g. ``toroid w=4 D=3``."""
        return title(self.family, self.parameters)

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
