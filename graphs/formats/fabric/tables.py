"""Forwarding tables: the output of each switch towards each destination, and the resulting channels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from netlemma.errors import FormatError
from netlemma.graphs.formats.fabric import ports
from netlemma.graphs.formats.fabric.fabric import NONE, Fabric
from netlemma.graphs.formats.fabric.ports import Lanes, channel_name
from netlemma.graphs.routing.capabilities import Arrays, KnownDependencies
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.channel_routing import Label as Packet
from netlemma.graphs.routing.choices import BY_CHANNEL, BY_NODE, Choices, by_arrays
from netlemma.graphs.routing.dependency_graph import DependencyGraph

MAX_PAIRS = 1 << 28  # of a channel held and one that can be wanted next


@dataclass(frozen=True, eq=False)
class ForwardingTables:
    """A fabric with tables by destination.

    goal: Node of each destination; a node may be several destinations.
    row: Row of each node in the tables, -1 for an end port, which sends by its only cable.
    out: Output towards each destination, 65535 if the table has no entry, 65534 if the entry is UNREACHABLE. A node
    without a route to a destination sends it no messages.
    hop_at: Hop that starts at an output, -1 if nothing is connected to it.
    destination_name: Function from a destination to its name.
    where: Function (node, destination) -> "FILE:LINE" of its entry.
    explain: Function (node, destination) -> text of an entry that leads nowhere.
    rule: Description of the routing, for the scope of a verdict.
    vcs: Virtual channels of each hop.
    explicit: Whether outputs are port * vcs + virtual channel instead of ports.
    levels: Service level of messages from a node to a destination, 255 if not given; None for 0.
    lanes: Map from service levels to virtual channels.
    """

    fabric: Fabric
    goal: np.ndarray
    row: np.ndarray
    out: np.ndarray
    hop_at: np.ndarray
    destination_name: Callable[[int], str]
    where: Callable[[int, int], str]
    explain: Callable[[int, int], str]
    rule: str
    vcs: int = 1
    explicit: bool = False
    levels: np.ndarray | None = None
    lanes: Lanes = field(default_factory=Lanes)

    def hop(self, node: int, destination: int) -> int:
        """The hop by which a node forwards a message, -1 for none."""
        row = int(self.row[node])
        if row < 0:
            return self._uplinks[node]
        out = int(self.out[destination, row])
        return int(self.hop_at[row, out]) if out < self.hop_at.shape[1] else NONE

    @cached_property
    def _uplinks(self) -> list[int]:
        first, last = self.fabric.network.indptr[:-1], self.fabric.network.indptr[1:]
        return np.where(last - first == 1, first, NONE).tolist()

    @cached_property
    def _enter(self) -> np.ndarray:
        """The slot of the input at which each hop arrives."""
        net, reverse = self.fabric.network, self.fabric.reverse
        return np.where(reverse < 0, 0, reverse - net.indptr[net.target] + 1).astype(np.int64)

    def columns(self, scope: str) -> np.ndarray:
        """The destinations of a scope."""
        return np.flatnonzero(np.isin(self.goal, self.fabric.ends(scope)))

    def unrouted(self, scope: str) -> int:
        """Number of pairs of a node and a destination of a scope without a route, according to the node's own table."""
        ends, columns = self.fabric.ends(scope), self.columns(scope)
        ends = ends[self.row[ends] >= 0]
        away = self.goal[columns][:, None] != ends[None, :]
        return int((away & (self.out[np.ix_(columns, self.row[ends])] == ports.UNREACHABLE)).sum())

    def _sends(self, source: int, column: int) -> bool:
        return self.row[source] < 0 or int(self.out[column, self.row[source]]) != ports.UNREACHABLE

    def channel_name(self, channel: int) -> str:
        """Name of a channel: the ports at its ends, as the files name them."""
        return channel_name(self.fabric, self.vcs, channel)

    def dependencies(self, scope: str) -> tuple[DependencyGraph, np.ndarray]:
        """The channel dependency graph of all messages of a scope, and the destination in each dependency's witness."""
        from netlemma.graphs.formats.fabric import table_kernels as kernels  # Numba takes long to import

        net = self.fabric.network
        ends, columns = self.fabric.ends(scope).astype(np.int64), self.columns(scope)
        uplink = np.array(self._uplinks, dtype=np.int32)
        plain = self.vcs == 1 and not self.explicit and self.levels is None and not len(self.lanes.first)
        sources, first, entry = self._grouped(ends, uplink) if plain else (ends, np.arange(len(ends) + 1), ends)
        where = (self.row, self.out, self.hop_at, uplink, self.goal, sources, first, entry, columns)
        code, *at = kernels.check_delivery(net.target, self.fabric.forwards, *where)
        if code:
            self._refuse(code, *at)
        degree = np.diff(net.indptr)[net.target] * self.vcs**2
        base = np.concatenate([[0], np.cumsum(degree, dtype=np.int64)])
        if base[-1] > MAX_PAIRS:
            file = self.fabric.files[0]
            raise FormatError(
                f"{file}:1: {base[-1]:,} pairs of channels in a row are possible, at most {MAX_PAIRS:,} are kept"
            )
        levels = np.zeros((0, 0), dtype=np.uint8) if self.levels is None else self.levels
        lanes = (self._enter, self.lanes.first, self.lanes.which, self.lanes.lanes)
        code, source, column, node, found = kernels.collect_dependencies(
            net.target, net.indptr, *where, self.vcs, self.explicit, levels, *lanes, base
        )
        if code:
            self._refuse(code, source, column, node)
        entry = np.flatnonzero(found)
        hop = np.searchsorted(base, entry, side="right") - 1
        rest, lane = np.divmod(entry - base[hop], self.vcs)
        held, slot = np.divmod(rest, np.diff(net.indptr)[net.target[hop]])
        tail, head = hop * self.vcs + held, (net.indptr[net.target[hop]] + slot) * self.vcs + lane
        by, to = (found[entry] - 1) >> 24 & 0xFFFFFF, (found[entry] - 1) & 0xFFFFFF
        count = net.hop_count * self.vcs
        return DependencyGraph(count, tail, head, by, self.goal[to].astype(np.int64), self.channel_name), to

    def _grouped(self, ends: np.ndarray, uplink: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Sources by the switch with a table that their only cable leads to, others each alone: their groups as kernels take them."""
        switch = np.where(uplink[ends] >= 0, self.fabric.network.target[uplink[ends]], 0)
        behind = (self.row[ends] < 0) & (uplink[ends] >= 0) & (self.row[switch] >= 0) & self.fabric.forwards[switch]
        entry = np.where(behind, switch, ends)
        order = np.lexsort((ends, entry, behind))  # those alone first, whose messages are a hop ahead
        new = (np.diff(entry[order], prepend=NONE) != 0) | (np.diff(behind[order], prepend=False) != 0)
        first = np.append(np.flatnonzero(new), len(ends))
        return ends[order], first, entry[order][first[:-1]]

    def _refuse(self, code: int, source: int, column: int, node: int) -> None:
        fabric, to = self.fabric, self.destination_name(column)
        what = f"messages from {fabric.name(source)} to {to}"
        if code == ports.LOOP:
            circle, at = [node], int(fabric.network.target[self.hop(node, column)])
            while at != node:
                circle.append(at)
                at = int(fabric.network.target[self.hop(at, column)])
            names = [fabric.name(v) for v in [*circle[:8], *([] if len(circle) > 8 else [node])]]
            text = f"livelock: {what} go in circles for ever: {' -> '.join(names)}{' ...' * (len(circle) > 8)}"
        elif code == ports.NOWHERE:
            text = f"{what} end nowhere: {fabric.name(node)} {self.explain(node, column)}"
        elif code == ports.STRANDED:
            text = f"{what} are led to {fabric.name(node)}, which does not pass them on"
            node = self._before(source, column, node)
        elif code == ports.NO_LEVEL:
            text = f"{what} have no service level: give one for every pair, or none"
        else:
            text = f"{what} are dropped at {fabric.name(node)}: no virtual lane carries their service level there"
        raise FormatError(f"{self.where(node, column)}: {text}")

    def _before(self, source: int, column: int, node: int) -> int:
        """The preceding node on the route of the messages of a source."""
        at = source
        while (there := int(self.fabric.network.target[self.hop(at, column)])) != node:
            at = there
        return at

    def level(self, source: int, column: int) -> int:
        """The service level of messages."""
        return 0 if self.levels is None else int(self.levels[column, source])

    def routing(self, scope: str) -> ChannelRouting:
        """The same tables as a routing on channels; packets carry (destination in the tables, service level)."""
        net = self.fabric.network
        ends = tuple(self.fabric.ends(scope).tolist())
        columns: dict[int, list[int]] = {}
        for column, node in enumerate(self.goal.tolist()):
            columns.setdefault(node, []).append(column)

        def labels(source: int, destination: int) -> Sequence[Packet]:
            return [
                (column, self.level(source, column))
                for column in columns.get(destination, [])
                if self._sends(source, column)
            ]

        senders = np.array(ends, dtype=np.int32)

        def goals_to(destination: int) -> list[tuple[Packet, np.ndarray]]:
            found: list[tuple[Packet, np.ndarray]] = []
            for column in columns.get(destination, []):
                row = self.row[senders]
                table = self.out[column, row] if self.out.shape[1] else np.zeros(len(row))  # row -1 has none
                sends = (row < 0) | (table != ports.UNREACHABLE)
                those = senders[sends & (senders != destination)]
                level = np.zeros(len(those), dtype=np.uint8) if self.levels is None else self.levels[column, those]
                found += [((column, each), those[level == each]) for each in np.unique(level).tolist()]
            return found

        def choices_to(destination: int, label: Packet) -> Choices:
            assert isinstance(label, tuple)
            after, nodes = _after(self, *label), net.node_count
            rows = np.concatenate([after[:nodes], np.repeat(after[nodes:], self.vcs)])
            start = np.concatenate([[0], np.cumsum(rows != NONE)])
            return Choices(BY_CHANNEL if len(rows) > nodes else BY_NODE, start, rows[rows != NONE].astype(np.int32))

        name = f"the tables of {self.fabric.files[-1]}"
        return by_arrays(
            name,
            net,
            "deterministic",
            self.vcs,
            Arrays(choices_to, goals_to),
            labels=labels,
            terminals=ends,
            description=self.rule,
            dependencies=KnownDependencies(tables=(self, scope)),
        )

    def way(self, source: int, column: int) -> list[int]:
        """The channels of messages from a node to a destination, in order; they must arrive."""
        net, after = self.fabric.network, _after(self, column, self.level(source, column))
        node, came, channels = source, NONE, list[int]()
        while node != self.goal[column]:
            row = net.node_count + came // self.vcs if came >= 0 and len(after) > net.node_count else node
            came = int(after[row])
            channels.append(came)
            node = int(net.target[came // self.vcs])
        return channels


@lru_cache(maxsize=16)
def _after(tables: ForwardingTables, column: int, level: int) -> np.ndarray:
    """The next channel of messages at each node, -1 if there is none; with lanes, behind each hop, too."""
    fabric, lanes, vcs = tables.fabric, tables.lanes, tables.vcs
    net = fabric.network
    nodes, table = np.arange(net.node_count), np.maximum(tables.row, 0)
    out = tables.out[column, table].astype(np.int64) if tables.out.shape[1] else np.full(len(nodes), ports.NO_OUTPUT)
    known = out < tables.hop_at.shape[1]
    by_table = np.where(known, tables.hop_at[table, np.where(known, out, 0)], NONE) if len(tables.hop_at) else NONE
    hop = np.where(tables.row < 0, tables._uplinks, by_table)
    hop[tables.goal[column]] = NONE
    if tables.explicit:
        vc = np.where(tables.row < 0, 0, out % vcs)
    elif not len(lanes.first):
        vc = np.full(len(nodes), level)
    else:
        nodes = np.concatenate([nodes, net.target])  # messages that start at a node, and those behind each hop
        hop = np.concatenate([hop, np.where(fabric.forwards, hop, NONE)[net.target]])
        slot = np.concatenate([np.zeros(net.node_count, dtype=np.int64), tables._enter])
        given = (lanes.first[nodes] >= 0) & (hop >= 0)
        place = lanes.first[nodes] + slot * np.diff(net.indptr)[nodes] + hop - net.indptr[nodes]
        which = lanes.which[np.where(given, place, 0)] if len(lanes.which) else np.full(len(nodes), NONE)
        legal = level < lanes.lanes.shape[1] and len(lanes.lanes) > 0
        mapped = np.where(which < 0, ports.UNKNOWN, lanes.lanes[which, level] if legal else ports.UNKNOWN)
        vc = np.where(given, mapped, level)
    return np.where((hop >= 0) & (vc < min(vcs, ports.DROPPED)), hop * vcs + vc, NONE)
