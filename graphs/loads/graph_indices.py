"""Edge and vertex forwarding index, the least congestion of a routing of all ordered pairs of ends; and exact values
of all indices by name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush

import numpy as np

from netlemma.errors import InputError, NotDecided
from netlemma.graphs.loads.bisection import bisection
from netlemma.graphs.loads.distance_indices import (
    Distances,
    degree_distance,
    distances,
    first_zagreb,
    gutman,
    second_zagreb,
    szeged,
)
from netlemma.graphs.loads.measure import measure
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import orbits

# Edge and vertex forwarding index: the least congestion of a routing of all ordered pairs of ends.
#
# Every ordered pair of different ends sends one message, which may be split among several routes. The edge forwarding index
# is the least possible greatest number of messages on a device, both directions of a link together; the vertex forwarding
# index that of messages passing through a node that is neither their source nor their destination (Heydemann, Meyer and
# Sotteau 1989, where a message takes one route; splitting it cannot raise the index).
#
# Both are values of linear programs. A routing found bounds an index from above. From below it is bounded by lengths of devices
# (or of nodes): the sum of the distances by these lengths, divided by the sum of the lengths, which no routing is below.
# HiGHS proposes routing and lengths; they are made rational, and both bounds are counted exactly.


Ways = dict[int, list[tuple[int, Fraction]]]  # hops that messages take from each node, each with its share
MOST_NODES = 64
MOST_VARIABLES = 40_000  # hops times destinations
SHARE = 10_000  # largest denominator of a share of messages that goes one way
SCALES = (2520, 10_000, 720_720)  # of lengths as whole numbers; the first have many divisors
SMALL = 1e-7
LONGER = 1e-6  # price of a hop beside the congestion


@dataclass(frozen=True)
class ForwardingIndex:
    """Exact bounds of a forwarding index.

    least, most: Bounds, equal if the index is known.
    """

    least: Fraction
    most: Fraction

    @property
    def exact(self) -> bool:
        """Whether both bounds are equal."""
        return self.least == self.most

    def value(self, title: str) -> Fraction:
        """The index."""
        if not self.exact:
            raise NotDecided(f"the {title}", self.least, self.most)
        return self.most


def edge_forwarding_index(net: Network) -> ForwardingIndex:
    """The edge forwarding index of a network, or bounds of it.

    M. C. Heydemann, J. C. Meyer and D. Sotteau, On forwarding indices of networks, 1989.

    >>> from netlemma.graphs import network
    >>> edge_forwarding_index(network("ring", K=5)).value("ring"), edge_forwarding_index(network("line(4)")).most
    (Fraction(6, 1), Fraction(8, 1))
    """
    measurement = measure(net, "shortest")
    most = net.pair_count * max(each.max for each in measurement.classes)
    least = measurement.mean_distance * net.pair_count / net.device_count
    if least == most:
        return ForwardingIndex(least, most)
    if net.factors and net.terminals is None:
        by_lines = measure(net, "dimension-order")
        most = min(most, net.pair_count * max(each.max for each in by_lines.classes))
    least = max([least, *_middle_cuts(net)])
    return _solved(net, net.device.astype(np.int64), ForwardingIndex(least, most), through=False)


def vertex_forwarding_index(net: Network) -> ForwardingIndex:
    """The vertex forwarding index of a network, or bounds of it.

    Where checked symmetries map every node to every other, the index is the mean number of messages passing through a node: a
    routing along shortest paths, averaged over the symmetries, loads all nodes alike.

    M. C. Heydemann, J. C. Meyer and D. Sotteau, On forwarding indices of networks, 1989.

    >>> from netlemma.graphs import network
    >>> vertex_forwarding_index(network("hypercube", n=3)).value("hypercube")
    Fraction(5, 1)
    """
    found = distances(net)
    passing = sum(count * (i - 1) for i, count in enumerate(found.pairs))
    least = Fraction(passing, int(net.forwarding.sum())) if passing else Fraction(0)
    if not passing or (len(orbits(net).sources) == 1 and net.terminals is None):
        return ForwardingIndex(least, least)
    counted = net.target.astype(np.int64)
    loads = _through(net, {d: _shortest(net, d) for d in net.ends}, counted, through=True)
    return _solved(net, counted, ForwardingIndex(least, max(loads)), through=True)


def _middle_cuts(net: Network) -> list[Fraction]:
    """Messages between both sides of a cut for each of its devices: coordinates up to the middle, and beyond."""
    found = []
    coordinates = np.array([net.labels(node) for node in range(net.node_count)]) if net.factors else np.empty((0, 0))
    for d in range(coordinates.shape[1] if net.factors else 0):
        side = coordinates[:, d] < (coordinates[:, d].max() + 1) // 2
        cut = len(np.unique(net.device[side[net.origin] != side[net.target]]))
        inside = int(side[list(net.ends)].sum())
        found.append(Fraction(2 * inside * (len(net.ends) - inside), cut))
    return found


def _shortest(net: Network, destination: int) -> Ways:
    """Hops of messages to a destination from each node, each hop that leads nearer equally likely."""
    far = _lengths_to(net, destination, np.ones(net.hop_count, dtype=np.int64).tolist())
    ways: Ways = {}
    for node in range(net.node_count):
        here = range(net.indptr[node], net.indptr[node + 1])
        nearer = [h for h in here if node != destination and far[int(net.target[h])] == far[node] - 1
                  and (net.forwarding[net.target[h]] or net.target[h] == destination)]  # fmt: skip
        ways[node] = [(h, Fraction(1, len(nearer))) for h in nearer]
    return ways


def _lengths_to(net: Network, destination: int, length: Sequence[int]) -> list[int]:
    """Distance of every node to a destination, by whole lengths of the hops."""
    into: list[list[int]] = [[] for _ in range(net.node_count)]
    for hop, node in enumerate(net.target.tolist()):
        into[node].append(hop)
    far, todo = [-1] * net.node_count, [(0, destination)]
    origin, forwards = net.origin.tolist(), net.forwarding.tolist()
    while todo:
        distance, node = heappop(todo)
        if far[node] >= 0:
            continue
        far[node] = distance
        if node == destination or forwards[node]:
            for hop in into[node]:
                if far[origin[hop]] < 0:
                    heappush(todo, (distance + length[hop], origin[hop]))
    return far


def _through(net: Network, ways: Mapping[int, Ways], counted: np.ndarray, through: bool) -> list[Fraction]:
    """Messages of all pairs by device, or passing through each node, where ``counted`` has that of each hop."""
    load = [Fraction(0)] * (int(counted.max()) + 1)
    for destination, hops in ways.items():
        waiting = [0] * net.node_count  # hops that may still bring messages to each node
        for out in hops.values():
            for hop, _ in out:
                waiting[net.target[hop]] += 1
        held = [Fraction(int(net.is_end[node])) for node in range(net.node_count)]
        todo, done = [node for node in range(net.node_count) if not waiting[node]], 0
        while todo:
            node, done = todo.pop(), done + 1
            for hop, share in hops[node] if node != destination else ():
                ahead = int(net.target[hop])
                held[ahead] += held[node] * share
                if not (through and ahead == destination):
                    load[counted[hop]] += held[node] * share
                waiting[ahead] -= 1
                if not waiting[ahead]:
                    todo.append(ahead)
        if done < net.node_count:
            raise InputError(f"{net.title}: messages to node {destination} go in circles")
    return load


def _solved(net: Network, counted: np.ndarray, known: ForwardingIndex, through: bool) -> ForwardingIndex:
    """Better bounds by a linear program, if those known differ and it is not too large."""
    ends = list(net.ends)
    if known.exact or net.node_count > MOST_NODES or len(ends) * net.hop_count > MOST_VARIABLES:
        return known
    flows, prices = _program(net, counted, through)
    prices = prices / max(prices.max(), SMALL)
    lengths = ([round(scale * price) for price in prices.tolist()] for scale in SCALES)
    least = max(known.least, *(_by_lengths(net, counted, each, through) for each in lengths))
    ways = {d: _rational(net, flow, d) for d, flow in zip(ends, flows, strict=True)}
    try:
        most = min(known.most, max(_through(net, ways, counted, through)))
    except InputError:
        most = known.most
    return ForwardingIndex(least, most)


def _by_lengths(net: Network, counted: np.ndarray, length: Sequence[int], through: bool) -> Fraction:
    """The bound by lengths of devices, or of nodes that are passed."""
    if not sum(length):
        return Fraction(0)
    hop = [length[each] for each in counted.tolist()]
    total = 0
    for destination in net.ends:
        own = [0 if through and net.target[h] == destination else each for h, each in enumerate(hop)]
        far = _lengths_to(net, destination, own)
        total += sum(far[end] for end in net.ends)
    return Fraction(total, sum(length))


def _rational(net: Network, flow: np.ndarray, destination: int) -> Ways:
    """Shares of the messages at each node that take each hop, as rationals that add up to 1."""
    ways: Ways = {}
    usual = _shortest(net, destination)
    for node in range(net.node_count):
        hops = [h for h in range(net.indptr[node], net.indptr[node + 1]) if flow[h] > SMALL]
        if node == destination or not hops:
            ways[node] = [] if node == destination else usual[node]
            continue
        total = float(sum(flow[h] for h in hops))
        shares = [Fraction(float(flow[h]) / total).limit_denominator(SHARE) for h in hops]
        rest = sum(shares)
        ways[node] = [(h, share / rest) for h, share in zip(hops, shares, strict=True) if share]
    return ways


def _program(net: Network, counted: np.ndarray, through: bool) -> tuple[np.ndarray, np.ndarray]:
    """Flows to each end by hop, and prices of the devices or nodes, of an optimal solution in floating point."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    ends, hops, slots = list(net.ends), net.hop_count, int(counted.max()) + 1
    rows, columns, values, right = [], [], [], []
    upper: list[tuple[int, int]] = []
    bounds: list[tuple[float, float | None]] = []
    row = 0
    for i, destination in enumerate(ends):
        for h in range(hops):
            tail, head = int(net.origin[h]), int(net.target[h])
            legal = tail != destination and (net.forwarding[head] or head == destination)
            bounds.append((0, None if legal else 0))
            if not (through and head == destination):
                upper.append((int(counted[h]), i * hops + h))
            for node, sign in ((tail, 1), (head, -1)):
                if node != destination:
                    rows.append(row + node - (node > destination))
                    columns.append(i * hops + h)
                    values.append(sign)
        right += [int(net.is_end[node]) for node in range(net.node_count) if node != destination]
        row += net.node_count - 1
    variables = len(ends) * hops + 1
    conserved = coo_array((values, (rows, columns)), shape=(row, variables)).tocsr()
    at = np.array(upper)
    loads = coo_array(
        (
            np.concatenate([np.ones(len(at)), -np.ones(slots)]),
            (np.concatenate([at[:, 0], np.arange(slots)]), np.concatenate([at[:, 1], np.full(slots, variables - 1)])),
        ),
        shape=(slots, variables),
    ).tocsr()
    price = np.full(variables, LONGER / len(ends) ** 2)
    price[-1] = 1
    found = linprog(price, A_ub=loads, b_ub=np.zeros(slots), A_eq=conserved, b_eq=np.array(right, dtype=float),
                    bounds=[*bounds, (0, None)], method="highs")  # fmt: skip
    if not found.success:
        raise InputError(f"{net.title}: the linear program of the forwarding index was not solved: {found.message}")
    return found.x[:-1].reshape(len(ends), hops), -found.ineqlin.marginals


# Exact values of the indices by name.


def bisection_width(net: Network) -> Fraction:
    """The bisection width in channels.

    >>> from netlemma.graphs import network
    >>> bisection_width(network("hypercube", n=3)), bisection_width(network("line(5)"))
    (Fraction(8, 1), Fraction(2, 1))
    """
    found = bisection(net)
    if not found.exact:
        raise NotDecided(f"the bisection of {net.title}", found.least, found.channels, " channels")
    return Fraction(found.channels)


OF_DISTANCES: Mapping[str, Callable[[Distances], Fraction]] = {
    "radius": lambda found: Fraction(found.radius),
    "wiener_index": lambda found: found.wiener,
    "hyper_wiener_index": lambda found: found.hyper_wiener,
    "harary_index": lambda found: found.harary,
}


def _of_distances(value: Callable[[Distances], Fraction], net: Network) -> Fraction:
    return value(distances(net))


INDICES: Mapping[str, Callable[[Network], Fraction]] = {
    "bisection": bisection_width,
    "edge_forwarding_index": lambda net: edge_forwarding_index(net).value(f"edge_forwarding_index of {net.title}"),
    "vertex_forwarding_index": lambda net: vertex_forwarding_index(net).value(
        f"vertex_forwarding_index of {net.title}"
    ),
    **{name: partial(_of_distances, value) for name, value in OF_DISTANCES.items()},
    "szeged_index": szeged,
    "gutman_index": gutman,
    "degree_distance": degree_distance,
    "first_zagreb_index": first_zagreb,
    "second_zagreb_index": second_zagreb,
}
