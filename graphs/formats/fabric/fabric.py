"""A fabric: switches and end ports, the ports of each, and the links between ports, with the names of the file."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import cast

import numpy as np

from netlemma.errors import FormatError, InputError
from netlemma.graphs.base.text_files import TextFile, is_whole, printable
from netlemma.graphs.topology.capacities import of_parts
from netlemma.graphs.topology.structure import DeviceClass, Label, Network

SCOPES = ("terminals", "all", "switches")
FORMER_SCOPES = {"adapters": "terminals"}
NONE = -1


@dataclass(frozen=True, eq=False)
class Fabric:
    """A network whose nodes have names and whose hops start at numbered ports.

    network: Network whose nodes are switches and end ports, and whose labels are their names.
    forwards: Whether each node forwards messages of others.
    adapter: Whether each node is a terminal in scope "terminals".
    port: Port of each hop at the node where it starts.
    reverse: Hop of the same link in the other direction, -1 if it is one-way.
    files: Names of the files, as given by the user.
    lines: Line of the file that has each hop; None if it is not known.
    """

    network: Network
    forwards: np.ndarray
    adapter: np.ndarray
    port: np.ndarray
    reverse: np.ndarray
    files: tuple[str, ...]
    lines: np.ndarray | None = None

    @property
    def title(self) -> str:
        """Description of the file and its contents, in one line."""
        switches, ends = int(self.forwards.sum()), int(self.adapter.sum())
        nodes = f"{switches} switches, {ends} ends"
        if switches == ends == self.network.node_count:
            nodes = f"{ends} nodes"
        return f"{self.network.family}: {nodes}, {self.network.device_count} links"

    def name(self, node: int) -> str:
        """The name of a node."""
        return str(self.network.labels(node)[0])

    def between(self, scope: str) -> Network:
        """The network, named after its file, with the terminals of a scope. Nodes that do not forward are never
        intermediate hops.

        Where messages run between all nodes, and through all, it is the network itself.
        """
        ends, forwards = self.ends(scope), self.forwards
        if scope not in SCOPES and forwards.all():  # hosts by name, of a file without roles
            forwards = np.isin(np.arange(len(forwards)), ends, invert=True)
        return replace(
            self.network,
            family=printable(Path(self.files[0]).name, quotes=False),
            terminals=None if len(ends) == self.network.node_count else tuple(ends.tolist()),
            forwards=None if forwards.all() else forwards,
        )

    def ends(self, scope: str) -> np.ndarray:
        """Nodes between which messages run in a scope."""
        if scope not in SCOPES:
            return np.array(nodes_called(scope, map(self.name, range(self.network.node_count)), self.files[0]))
        if scope == "all":
            return np.arange(self.network.node_count)
        chosen = self.adapter if scope == "terminals" else ~self.adapter
        if not chosen.any():
            raise FormatError(
                f"{self.files[0]}: the fabric has no {scope}: no node is said to be one; choose scope all, or hosts by "
                'their names, such as "h*"'
            )
        return np.flatnonzero(chosen)

    @property
    def roles(self) -> bool:
        """Whether the file says of some node that it only forwards messages, or does not forward them."""
        return not (self.forwards.all() and self.adapter.all())

    @cached_property
    def hop_at(self) -> dict[tuple[int, int], int]:
        """The hop that starts at a port of a node."""
        starts = zip(self.network.origin.tolist(), self.port.tolist(), strict=True)
        return {start: hop for hop, start in enumerate(starts)}


@dataclass
class FabricBuilder:
    """Collects nodes and links, line by line, and refuses contradictions.

    >>> b = FabricBuilder("example")
    >>> s, t, a = (b.node(n, n, forwards=n != "a", adapter=n == "a") for n in "sta")
    >>> file = TextFile("links", b"")
    >>> b.link(file, 1, (s, 1), (t, 4)); b.link(file, 2, (s, 2), (a, 1))
    >>> fabric = b.build(file)
    >>> fabric.title, fabric.name(a), fabric.hop_at[s, 2], fabric.reverse.tolist()
    ('example: 2 switches, 1 ends, 2 links', 'a', 1, [2, 3, 0, 1])
    """

    kind: str
    number: dict[Hashable, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    distinct: list[str] = field(default_factory=list)
    forwards: list[bool] = field(default_factory=list)
    adapter: list[bool] = field(default_factory=list)
    far: dict[tuple[int, int], tuple[int, int, int]] = field(default_factory=dict)  # port -> other port, line
    one_way: set[tuple[int, int]] = field(default_factory=set)
    groups: dict[tuple[int, int], str] = field(default_factory=dict)  # port -> class of its link, if the file names one
    capacities: dict[tuple[int, int], Fraction] = field(
        default_factory=dict
    )  # port -> capacity of its link, if there is one
    latencies: dict[tuple[int, int], Fraction] = field(default_factory=dict)  # port -> latency of its hop

    def node(self, key: Hashable, name: str, *, forwards: bool, adapter: bool, distinct: str = "") -> int:
        """The number of the node with this key, new or known."""
        if key not in self.number:
            self.number[key] = len(self.names)
            self.names.append(printable(name, quotes=False).strip() or distinct or "?")
            self.distinct.append(distinct or str(key))
            self.forwards.append(forwards)
            self.adapter.append(adapter)
        return self.number[key]

    def half(self, file: TextFile, line: int, here: tuple[int, int], there: tuple[int, int]) -> None:
        """Record a port and the port at the other end of its cable."""
        known = self.far.setdefault(here, (*there, line))
        if known[:2] != there:
            file.refuse(
                line,
                f"port {here[1]} of {self.names[here[0]]} is joined to port {there[1]} of {self.names[there[0]]}, "
                f"but in line {known[2]} to port {known[1]} of {self.names[known[0]]}: a port has one cable",
            )

    def link(
        self,
        file: TextFile,
        line: int,
        here: tuple[int, int],
        there: tuple[int, int],
        group: str = "",
        one_way: bool = False,
        capacity: Fraction | None = None,
        latency: Fraction | None = None,
    ) -> None:
        """Record a cable."""
        if latency is not None:
            self.latencies[here] = self.latencies[there] = latency
        if capacity is not None:
            self.capacities[here] = self.capacities[there] = capacity
        if group:
            self.groups[here] = self.groups[there] = group
        self.half(file, line, here, there)
        if one_way:
            self.one_way.add(here)
        else:
            self.half(file, line, there, here)

    def build(self, file: TextFile) -> Fabric:
        """The fabric."""
        for here, (node, port, line) in self.far.items():
            back = self.far.get((node, port))
            if here not in self.one_way and (back is None or back[:2] != here):
                known = "is joined to nothing" if back is None else f"is joined elsewhere in line {back[2]}"
                file.refuse(
                    line,
                    f"port {here[1]} of {self.names[here[0]]} is joined to port {port} of {self.names[node]}, which "
                    f"{known}: each cable must be listed from both its ends (is the file cut short?)",
                )
        if not self.far:
            file.refuse(None, "the file holds no links")
        starts = sorted(self.far)
        hop = {start: h for h, start in enumerate(starts)}
        reverse = [NONE if s in self.one_way else hop[self.far[s][:2]] for s in starts]
        first = [h if r == NONE else min(h, r) for h, r in enumerate(reverse)]
        links, device = np.unique(np.array(first), return_inverse=True)
        kinds = [self._kind(starts[h]) for h in links.tolist()]
        classes = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        names = unique_names(self.names, self.distinct)
        network = Network(
            family=self.kind,
            parameters={},
            indptr=np.searchsorted(np.array([s[0] for s in starts]), np.arange(len(names) + 1)).astype(np.int64),
            target=np.array([self.far[s][0] for s in starts], dtype=np.int32),
            device=device.astype(np.int32),
            device_classes=tuple(classes),
            device_class=np.array([classes[kind] for kind in kinds], dtype=np.int16),
            labels=lambda node: cast(Label, (names[node],)),
            capacity=of_parts([self.capacities.get(starts[h]) for h in links.tolist()]),
            latency=of_parts([self.latencies.get(start) for start in starts]),
        )
        flags = (np.array(self.forwards, dtype=bool), np.array(self.adapter, dtype=bool))
        ports = np.array([s[1] for s in starts], dtype=np.int32)
        lines = np.array([self.far[s][2] for s in starts], dtype=np.int32)
        return Fabric(network, *flags, ports, np.array(reverse, dtype=np.int64), (file.name,), lines)

    def _kind(self, start: tuple[int, int]) -> DeviceClass:
        """The class of the link at a port: the one that the file names, otherwise according to whether it leads to a
        node that does not forward.
        """
        one_way = start in self.one_way
        inside = self.forwards[start[0]] and self.forwards[self.far[start][0]]
        usual = ("one-way " if one_way else "") + ("link" if inside else "adapter link")
        return DeviceClass(self.groups.get(start, usual), "one-way link" if one_way else "link")


def nodes_called(pattern: str, names: Iterable[str], where: str) -> list[int]:
    """The nodes whose names fit a pattern with ``*`` and ``?``, or one of several with commas between them.

    >>> nodes_called("h*,gpu?", ["h1", "s1", "gpu0"], "net")
    [0, 2]
    """
    every = list(names)
    for parts in ([pattern], [part.strip() for part in pattern.split(",")]):
        unmatched = [part for part in parts if not any(part == name or fnmatchcase(name, part) for name in every)]
        if not unmatched:
            fits = (any(part == name or fnmatchcase(name, part) for part in parts) for name in every)
            return [node for node, fit in enumerate(fits) if fit]
    raise InputError(
        f"scope {printable(pattern)} is unknown: it must be one of {', '.join(SCOPES)}, or names of hosts such as "
        f'"h*"; no node of {printable(where, quotes=False)} is called {printable(unmatched[0])}, they are {_some(every)}'
    )


def _some(names: Sequence[str]) -> str:
    return ", ".join(printable(name, quotes=False) for name in names[:4]) + ", ..." * (len(names) > 4)


def unique_names(names: Sequence[str], distinct: Sequence[str]) -> tuple[str, ...]:
    """Names of a file, extended where several nodes share one.

    >>> unique_names(["a", "b", "a"], ["1", "2", "3"])
    ('a 1', 'b', 'a 3')
    """
    count = Counter(names)
    return tuple(
        n if count[n] == 1 else f"{n} {printable(d, quotes=False)}" for n, d in zip(names, distinct, strict=True)
    )


def by_number(names: Iterable[str]) -> list[str]:
    """Names in the order of a file, or in that of their numbers if every name is a whole number.

    So the nodes 0 to N-1 of a file have the numbers that are their names, in whatever order the file has them.

    >>> by_number(["10", "9", "1"]), by_number(["10", "9", "a"])
    (['1', '9', '10'], ['10', '9', 'a'])
    """
    listed = list(names)
    return sorted(listed, key=int) if all(map(is_whole, listed)) else listed
