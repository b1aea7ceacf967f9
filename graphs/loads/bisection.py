"""Bisection width of a network, and the loops that look for small cuts."""

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
from netlemma.graphs.loads.channel_loads import fraction_flows
from netlemma.graphs.loads.distance_indices import is_one_way
from netlemma.graphs.loads.measure import measure
from netlemma.graphs.routing.goal_graph import goal_graphs
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.structure import Network, from_devices, show

# Loops over the cuts of a network: exchange of two nodes, and a search through all halves.


def exchange(side: np.ndarray, ends: np.ndarray, own: np.ndarray, of: np.ndarray, first: np.ndarray,
             pins: np.ndarray, weight: np.ndarray) -> int:  # fmt: skip
    """Improve a cut by moving nodes that are no ends, and by exchanging two ends, as long as that makes it smaller.

    side (ndarray of int8, shape (N,)): Side of each node, 0 or 1; changed in place.
    ends (ndarray of bool, shape (N,)): Nodes whose numbers on both sides are to be kept.
    own, of (ndarray of int64): Devices of each node: those of node u are ``of[own[u]:own[u + 1]]``.
    first, pins (ndarray of int64): Nodes of each device, likewise.
    weight (ndarray of int64, shape (M,)): Channels of each device.
    """
    nodes, devices = len(side), len(weight)
    ones = np.zeros(devices, dtype=np.int64)
    for d in range(devices):
        for p in range(first[d], first[d + 1]):
            ones[d] += side[pins[p]]
    moved = True
    while moved:
        moved = False
        best, best_u, best_v = 0, -1, -1
        for u in range(nodes):
            if ends[u] and side[u] == 1:
                continue
            for v in range(-1, nodes):
                if (v < 0) == ends[u] or (v >= 0 and (not ends[v] or side[v] == 0)):
                    continue
                gain = 0
                step = 1 - 2 * side[u]
                for at in range(own[u], own[u + 1]):
                    d = of[at]
                    size, before = first[d + 1] - first[d], ones[d]
                    after = before + step
                    for other in range(own[v], own[v + 1] if v >= 0 else own[v]):
                        if of[other] == d:
                            after -= step
                    gain += weight[d] * (int(0 < after < size) - int(0 < before < size))
                for at in range(own[v], own[v + 1] if v >= 0 else own[v]):
                    d, shared = of[at], False
                    for other in range(own[u], own[u + 1]):
                        shared = shared or of[other] == d
                    if not shared:
                        size, before = first[d + 1] - first[d], ones[d]
                        gain += weight[d] * (int(0 < before - 1 < size) - int(0 < before < size))
                if gain < best:
                    best, best_u, best_v = gain, u, v
        if best < 0:
            moved = True
            for node in (best_u, best_v):
                if node >= 0:
                    step = 1 - 2 * side[node]
                    side[node] = 1 - side[node]
                    for at in range(own[node], own[node + 1]):
                        ones[of[at]] += step
    total = 0
    for d in range(devices):
        total += weight[d] * int(0 < ones[d] < first[d + 1] - first[d])
    return total


def search(order: np.ndarray, ends: np.ndarray, own: np.ndarray, of: np.ndarray, first: np.ndarray, pins: np.ndarray,
           weight: np.ndarray, below: int, least: int, best: np.ndarray, most: int) -> int:  # fmt: skip
    """The least cut of two halves below a number of channels, by a search through all halves.

    Nodes are put on a side one by one. The channels that are cut already, and those that each further node must cut on
    its better side, for the best choice of as many nodes as each side still needs, bound what follows.

    order (ndarray of int64, shape (N,)): Nodes in the order in which they are put on a side.
    ends, own, of, first, pins, weight: As in :func:`exchange`.
    best (ndarray of int8, shape (N,)): The sides of the best cut found; changed in place.
    """
    nodes, devices = len(order), len(weight)
    place = np.empty(nodes, dtype=np.int64)
    for i in range(nodes):
        place[order[i]] = i
    total = 0
    for u in range(nodes):
        total += ends[u]
    quota = np.array([total // 2, total - total // 2])
    side = np.full(nodes, -1, dtype=np.int8)
    here = np.zeros((2, devices), dtype=np.int64)
    used = np.zeros(2, dtype=np.int64)
    cost = np.zeros((2, nodes), dtype=np.int64)
    turn = np.zeros(nodes + 1, dtype=np.int64)  # next side to try at each depth
    cut, depth, steps = 0, 0, 0
    while depth >= 0:
        steps += 1
        if steps > most:
            return -1
        if depth == nodes:
            if cut < below:
                below = cut
                best[:] = side
                if cut <= least:
                    return cut
            turn[depth] = 2
        u = order[depth] if depth < nodes else 0
        if depth < nodes and side[u] >= 0:  # take it back
            s = side[u]
            for at in range(own[u], own[u + 1]):
                d = of[at]
                here[s, d] -= 1
                if here[s, d] == 0 and here[1 - s, d] > 0:
                    cut -= weight[d]
            used[s] -= ends[u]
            side[u] = -1
        s = turn[depth]
        if s > 1 or (s == 1 and depth == 0 and quota[0] == quota[1]):
            turn[depth] = 0
            depth -= 1
            continue
        turn[depth] = s + 1
        if ends[u] and used[s] == quota[s]:
            continue
        for at in range(own[u], own[u + 1]):
            d = of[at]
            if here[s, d] == 0 and here[1 - s, d] > 0:
                cut += weight[d]
            here[s, d] += 1
        used[s] += ends[u]
        side[u] = s
        if cut >= below:
            continue
        cost[:] = 0
        for d in range(devices):
            if (here[0, d] > 0) != (here[1, d] > 0):
                on = 0 if here[0, d] > 0 else 1
                if here[on, d] < first[d + 1] - first[d]:
                    nearest = -1
                    for p in range(first[d], first[d + 1]):
                        v = pins[p]
                        if side[v] < 0 and (nearest < 0 or place[v] < place[nearest]):
                            nearest = v
                    cost[1 - on, nearest] += weight[d]
        bound, waiting = cut, 0
        differences = np.empty(nodes - depth - 1, dtype=np.int64)
        for i in range(depth + 1, nodes):
            v = order[i]
            if ends[v]:
                bound += cost[1, v]
                differences[waiting] = cost[0, v] - cost[1, v]
                waiting += 1
            else:
                bound += min(cost[0, v], cost[1, v])
        differences = np.sort(differences[:waiting])
        for i in range(quota[0] - used[0]):
            bound += differences[i]
        if bound < below:
            depth += 1
            turn[depth] = 0
    return below


# Bisection width: the fewest channels between two halves of the ends of messages.


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
        return [
            Facts(
                [
                    *rows,
                    ("one half", " ".join(names) + more),
                    ("counted", COUNTING + ALIKE * (self.network.capacity is not None)),
                ]
            )
        ]


COUNTING = "channels with nodes in both halves: two of a full-duplex link, one of a one-way link or a bus"
ALIKE = ", whatever their capacities"


@dataclass(frozen=True, eq=False)
class Cuts:
    """The devices of a network as lists of nodes, for :mod:`netlemma.graphs.loads.bisection`."""

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
            use(exchange)(side, *cuts.arrays)
            width = cuts.channels(side)
        if best is None or width < best[0]:
            best = width, side
        if best[0] == least:
            break
    assert best is not None
    (width, side), bound = best, "congestion"
    if width > least and net.node_count <= MOST_EXCHANGED:
        order = np.array(_by_distance(net, int(net.ends[0])), dtype=np.int64)
        found = use(search)(order, *cuts.arrays, width, least, side, steps * 64 // max(64, net.device_count))
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
