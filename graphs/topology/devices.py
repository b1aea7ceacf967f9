"""The devices of a network as a sequence of named objects, made on demand."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

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

    Parameters
    ----------
    net : Numbered
        The network, of N nodes.

    Returns
    -------
    ndarray
        Numbers, shape (N,).

    Examples
    --------
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
