"""Bisection width: the fewest channels between two halves of the ends of messages."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from random import Random
from typing import Any

import numpy as np

from netlemma.base.displays import Facts, Part
from netlemma.errors import InputError
from netlemma.graphs.base.compiled import compiled, worth_compiling
from netlemma.graphs.base.measurement import MeasuredNetwork, Measurement
from netlemma.graphs.loads import cut_loops
from netlemma.graphs.loads.channel_loads import fraction_flows
from netlemma.graphs.loads.distance_indices import is_one_way
from netlemma.graphs.loads.measure import measure
from netlemma.graphs.routing.goal_graph import goal_graphs
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.structure import Network, from_devices, show

KIND = "bisection"  # of the certificate
MOST_NODES = 4096
MOST_EXCHANGED = 512  # nodes of a network whose halves are improved by exchanges
STARTS = 12
STEPS = 30_000_000  # of the search, times devices / 64


@dataclass(frozen=True, eq=False)
class Bisection(MeasuredNetwork, Measurement):
    """A cut of a network in two halves, with a lower bound of all such cuts.

    network: The network.
    half: Nodes on one side.
    channels: Channels of the devices with nodes on both sides.
    least: Lower bound of the channels of any such cut.
    bound: Reason of the lower bound: ``congestion`` of a routing, or ``search`` through all halves.
    routing: Routing whose congestion gives the bound.
    described: Description of the network in the certificate, if family and sizes do not identify it.
    """

    network: Network
    half: tuple[int, ...]
    channels: int
    least: int
    bound: str
    routing: str
    described: Mapping[str, Any] | None = None

    @property
    def exact(self) -> bool:
        """Whether cut and bound are equal, so that they are the bisection width."""
        return self.channels == self.least

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma measure --bisection --json``; the width is null if it is not decided."""
        return {
            "family": self.family,
            "parameters": self.parameters,
            "nodes": self.nodes,
            "bisection": str(self.channels) if self.exact else None,
            "least": str(self.least),
            "most": str(self.channels),
            "bound": self.bound,
            "half": list(self.half),
        }

    @property
    def certificate(self) -> dict[str, Any]:
        """Half and lower bound: the flows of all messages to each destination, or an order in which all halves are tried."""
        net = self.network
        if net.node_count > MOST_EXCHANGED:
            raise InputError(f"{net.title} has {net.node_count:,} nodes: certificates of the bisection are written for at most "
                             f"{MOST_EXCHANGED} nodes")  # fmt: skip
        proof = {"order": _by_distance(net, int(net.ends[0]))} if self.bound == "search" else {"flows": self._flows()}
        return {
            "kind": KIND,
            "network": dict(self.described or {"family": net.family, "parameters": dict(net.parameters)}),
            "half": list(self.half),
            "channels": self.channels,
            "least": self.least,
            **proof,
        }

    def _flows(self) -> list[dict[str, Any]]:
        net = _both_ways(self.network) if is_one_way(self.network) else self.network
        by, found = routing_of(net, self.routing, ties="split"), []
        for graph in goal_graphs(by):
            flow = fraction_flows(graph, [1] * len(graph.sources))
            hops = [(channel // by.vcs, share) for channel, share in sorted(flow.items())]
            moves = [
                [int(of[hop]) for of in (net.device, net.origin, net.target)] + [str(share)] for hop, share in hops
            ]
            found.append({"destination": graph.goal.destination, "moves": moves})
        return found

    def _parts(self) -> list[Part]:
        width = str(self.channels) if self.exact else f"at least {self.least}, at most {self.channels}"
        names = [show(self.network.labels(node)) for node in self.half[:16]]
        because = {
            "congestion": f"the messages between both halves under {self.routing} routing cross no fewer channels",
            "search": "no half of a search through all halves has fewer channels",
        }[self.bound]
        more = f", and {len(self.half) - 16} more" if len(self.half) > 16 else ""
        rows = [("network", self.network.title), ("bisection width", f"{width} channels"), ("lower bound", because)]
        return [Facts([*rows, ("one half", " ".join(names) + more), ("counted", COUNTING)])]


COUNTING = "channels with nodes in both halves: two of a full-duplex link, one of a one-way link or a bus"


@dataclass(frozen=True, eq=False)
class Cuts:
    """The devices of a network as lists of nodes, for :mod:`netlemma.graphs.loads.cut_loops`."""

    network: Network

    @cached_property
    def weight(self) -> np.ndarray:
        """Channels of each device."""
        channels = np.array([2 if kind.kind == "link" else 1 for kind in self.network.device_classes], dtype=np.int64)
        return channels[self.network.device_class]

    @cached_property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """Ends, devices of each node, nodes of each device, and channels of each device."""
        net = self.network
        both = np.concatenate(
            [net.device.astype(np.int64) * net.node_count + node for node in (net.origin, net.target)]
        )
        device, node = np.divmod(np.unique(both), net.node_count)
        own = np.argsort(node, kind="stable")
        return (
            net.is_end,
            np.searchsorted(node[own], np.arange(net.node_count + 1)),
            device[own],
            np.searchsorted(device, np.arange(net.device_count + 1)),
            node,
            self.weight,
        )

    def channels(self, side: np.ndarray) -> int:
        """Channels of the devices with nodes on both sides."""
        first, node = self.arrays[3:5]
        ones = np.add.reduceat(side[node].astype(np.int64), first[:-1])
        return int(self.weight[(ones > 0) & (ones < np.diff(first))].sum())

    def starts(self) -> Iterable[np.ndarray]:
        """Orders of the nodes whose first halves are cuts to begin with: by each coordinate, by distance, at random."""
        net, chance = self.network, Random(1)
        if net.factors:
            places = np.array(np.unravel_index(np.arange(net.node_count), [f.size for f in net.factors]))
            for d in range(len(places)):
                yield np.lexsort((*np.delete(places, d, 0)[::-1], places[d]))
        for _ in range(STARTS):
            yield np.array(_by_distance(net, chance.randrange(net.node_count)))
        for _ in range(STARTS if net.node_count <= MOST_EXCHANGED else 0):
            yield np.array(chance.sample(range(net.node_count), net.node_count))

    def half_of(self, order: np.ndarray) -> np.ndarray:
        """The side of each node if the first half of the ends in an order, and all before them, are on one side."""
        ends = self.network.is_end[order]
        side = np.zeros(len(order), dtype=np.int8)
        side[order[np.cumsum(ends) > ends.sum() // 2]] = 1
        return side


def _by_distance(net: Network, source: int) -> list[int]:
    """Nodes in the order of a breadth-first search, whatever they forward."""
    order, seen = [source], {source}
    for u in order:
        for v in net.target[net.indptr[u] : net.indptr[u + 1]].tolist():
            if v not in seen:
                seen.add(v)
                order.append(v)
    return order


def bisection(
    net: Network, described: Mapping[str, Any] | None = None, steps: int = STEPS, bounded: bool = True
) -> Bisection:
    """The bisection width of a network, or bounds of it.

    F. T. Leighton, Introduction to Parallel Algorithms and Architectures, 1992, section 1.9.

    >>> from netlemma.graphs import network
    >>> found = bisection(network("toroid", w=4, D=2))
    >>> found.channels, found.least, found.bound
    (16, 16, 'congestion')
    >>> bisection(network("mesh", k=3, n=2)).channels
    8
    """
    if net.node_count > MOST_NODES or len(net.ends) < 2:
        raise InputError(f"{net.title} has {net.node_count:,} nodes, {len(net.ends):,} of them ends of messages: the "
                         f"bisection is computed for two ends or more and at most {MOST_NODES:,} nodes")  # fmt: skip
    cuts = Cuts(net)
    use: Callable[[Any], Any] = compiled if worth_compiling(2**net.node_count * net.device_count) else lambda loop: loop
    routing, least = _congestion(net, cuts) if bounded else ("", 0)
    best: tuple[int, np.ndarray] | None = None
    for order in cuts.starts():
        side = cuts.half_of(order)
        width = cuts.channels(side)
        if width > least and net.node_count <= MOST_EXCHANGED:
            use(cut_loops.exchange)(side, *cuts.arrays)
            width = cuts.channels(side)
        if best is None or width < best[0]:
            best = width, side
        if best[0] == least:
            break
    assert best is not None
    (width, side), bound = best, "congestion"
    if width > least and net.node_count <= MOST_EXCHANGED:
        order = np.array(_by_distance(net, int(net.ends[0])), dtype=np.int64)
        found = use(cut_loops.search)(order, *cuts.arrays, width, least, side, steps * 64 // max(64, net.device_count))
        if found > least:
            least, bound = int(found), "search"
        width = cuts.channels(side)
    return Bisection(net, tuple(np.flatnonzero(side == 0).tolist()), width, least, bound, routing, described)


def _congestion(net: Network, cuts: Cuts) -> tuple[str, int]:
    """A routing, and the least channels that its messages between two halves cross.

    All ordered pairs send one message. Each of the 2 floor(n/2) ceil(n/2) messages between the halves of n ends crosses a
    device of the cut, and no device carries more messages for each of its channels than the congestion. A cut has as many
    devices whatever their directions: messages may cross one-way links both ways.
    """
    net = _both_ways(net) if is_one_way(net) else net
    routing = "dimension-order" if net.factors and net.terminals is None else "shortest"
    measurement, n = measure(net, routing), len(net.ends)
    congestion = max(
        measurement.visit_ratio(device) * net.pair_count / int(channels)
        for device, channels in enumerate(cuts.weight.tolist())
    )
    return routing, ceil(Fraction(2 * (n // 2) * (n - n // 2)) / congestion)


def _both_ways(net: Network) -> Network:
    """The network with links in the places of its one-way links."""
    devices = [
        (each.class_name, "link" if each.kind == "one-way link" else each.kind, [(node,) for node in each.nodes])
        for each in net.devices
    ]
    made = from_devices([(node,) for node in range(net.node_count)], devices, family=net.family)
    return replace(made, terminals=net.terminals, forwards=net.forwards)
