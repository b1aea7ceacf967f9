"""Routings with the least largest load, under a given traffic or in the worst case, their proofs by lengths of channels, and
the file of a routing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul
from pprint import pformat
from typing import Any

import numpy as np

from netlemma.base.displays import Facts, Part, exact
from netlemma.graphs.base.limits import require
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import orbits_of
from netlemma.graphs.traffic.active_pairs import by_name
from netlemma.graphs.traffic.channel_loads import CAPACITY, RATE, reference_routing
from netlemma.graphs.traffic.channels import channel_names
from netlemma.graphs.traffic.load_bounds import LoadBound, as_json, traffic_bounds, used_as, worst_case_bounds
from netlemma.graphs.traffic.optimal.flows import Commodities, FlowVariables, commodities, distances
from netlemma.graphs.traffic.optimal.program import Best, Entries, Program, best_flows, fractions_near
from netlemma.graphs.traffic.optimal.symmetries import Symmetries, symmetries
from netlemma.graphs.traffic.traffic import Traffic
from netlemma.graphs.traffic.worst.worst_case import (
    WorstCase,
    capacity_as_json,
    completed,
    largest_load,
    matching,
    potentials,
)

# Lower bounds of the least worst case: lengths of channels for each pair of nodes.
#
# Let f(c, s, t) >= 0 be the length of channel c for messages from s to t, and g(c) the largest sum of lengths of c for the
# messages of one source, or to one destination. Then f(c, ., .) / g(c) is an admissible traffic. The mean load of the channels,
# with weights g(c), each under its own traffic, is the sum over all pairs of what their messages travel by these lengths, divided
# by the sum of g. It is at least the sum of distances divided by the sum of g, whatever the routing, and some channel gets that.


def bound_by_lengths(classes: Commodities, lengths: np.ndarray) -> Fraction:
    """Load that some channel gets under some admissible traffic, whatever the routing.

    lengths (ndarray of int64, shape (classes, channels)): Lengths of all channels for the messages of the first pair of
    each class, from 0 on.

    D. Applegate and E. Cohen, Making intra-domain routing robust to changing and uncertain traffic demands, 2003.
    """
    symmetry, count = classes.symmetry, classes.symmetry.network.node_count
    first = np.array(classes.first)
    total = Fraction(0)
    for channel, size in symmetry.channel_sizes.items():
        matrix = classes.on_channel(lengths, channel).reshape(count, count)
        total += size * symmetry.capacities[channel] * int(max(matrix.sum(axis=0).max(), matrix.sum(axis=1).max()))
    if not total:
        return Fraction(0)
    far = distances(symmetry.network, first // count, lengths[:, symmetry.of_hops])[
        np.arange(len(first)), first % count
    ]
    return sum(size * each for size, each in zip(classes.sizes, far.tolist(), strict=True)) / total


def best_lengths(classes: Commodities, values: np.ndarray) -> tuple[Fraction, np.ndarray]:
    """Exact lengths near those of a floating-point solution, with the greatest bound among several roundings.

    values (ndarray of float, shape (classes, channels)): The lengths.

    Returns: The bound, and the lengths.
    """
    scaled = np.maximum(values, 0) / max(float(values.max(initial=0)), 1e-300)
    rounded = [each for each, _ in fractions_near(scaled.ravel())] + [
        np.round(scaled.ravel() * (1 << 24)).astype(np.int64)
    ]
    found = [each.reshape(values.shape) for each in rounded]
    bounds = [bound_by_lengths(classes, each) for each in found]
    best = max(range(len(found)), key=lambda i: bounds[i])
    return bounds[best], found[best] // max(int(np.gcd.reduce(found[best], axis=None)), 1)


def cut_lengths(classes: Commodities) -> list[np.ndarray]:
    """Lengths that count the channels out of one half of a product: one array for each of its dimensions.

    Returns: The lengths.
    """
    symmetry = classes.symmetry
    net: Network = symmetry.network
    first, found = np.array(classes.first), []
    digits = np.indices([factor.size for factor in net.factors]).reshape(len(net.factors), -1) if net.factors else ()
    for factor, digit in zip(net.factors, digits, strict=True):
        lengths = np.zeros((len(first), int(symmetry.of_hops.max()) + 1), dtype=np.int64)
        halves = {half.tobytes(): half for half in (digit < factor.size // 2)[symmetry.nodes]}
        for half in [*halves.values(), *(~half for half in halves.values())]:
            crossed = np.unique(symmetry.of_hops[half[net.origin] & ~half[net.target]])
            parted = half[first // net.node_count] & ~half[first % net.node_count]
            lengths[np.ix_(parted, crossed)] += 1
        found.append(lengths)
    return found


# The routing with the least largest load under a given traffic: a multicommodity flow, with one commodity for each destination.
#
# Lengths of the channels prove a bound: whatever the routing, the sum over channels of length times load is at least the sum over
# pairs of rate times distance, so some load is at least that divided by the sum of the lengths.


FLOW_WIDTHS = (0, None)


def least_load(traffic: Traffic) -> Best:
    """The routing with the least largest load under a traffic, with as few hops as programs allow it.

    Returns: Flows of all messages to a destination, which is the key, and bounds of the least largest load; the lengths
    have shape (channels,).
    """
    net, rates = traffic.network, rates_of(traffic)

    def keeps(image: np.ndarray, reverse: bool) -> bool:
        return not reverse and np.array_equal(rates[np.ix_(image, image)], rates)

    symmetry = symmetries(net, keeps)
    ends = np.flatnonzero(rates.any(axis=0))
    require("flows", net.title, len(ends) * net.hop_count / len(symmetry.nodes), nodes=net.node_count)
    classes = commodities(symmetry, ends.tolist(), lambda end: symmetry.nodes[:, end], net.node_count)
    first = np.array(classes.first)
    demand = rates[:, first].T.copy()
    demand[np.arange(len(first)), first] = -demand.sum(axis=1)
    return best_flows(
        classes, demand, (None, first), FLOW_WIDTHS, lambda flows: GivenProgram(flows, rates, traffic.scale)
    )


def rates_of(traffic: Traffic) -> np.ndarray:
    """Rates of all pairs of nodes, multiplied by the scale of the traffic, shape (N, N)."""
    count = traffic.network.node_count
    found = np.zeros((count, count), dtype=np.int64)
    for destination in range(count):
        sources, rates = traffic.to(destination)
        found[sources, destination] = rates
    return found


def loads(classes: Commodities, flows: np.ndarray) -> dict[int, Fraction]:
    """Loads of one channel of each class, divided by its capacity.

    flows (ndarray of int64, shape (classes, hops)): Numerators of flows.
    """
    values = classes.on_channels(flows)
    capacities = classes.symmetry.capacities
    return {
        channel: int(classes.on_channel(values, channel).sum()) / capacities[channel]
        for channel in classes.symmetry.channel_sizes
    }


class GivenProgram(Program):
    """Program with the largest load, multiplied by the scale of the traffic, and flows as variables."""

    def __init__(self, flows: FlowVariables, rates: np.ndarray, scale: int) -> None:
        self.rates, self.scale = rates, scale
        classes, symmetry = flows.classes, flows.classes.symmetry
        entries: list[Entries] = []
        keys = np.flatnonzero(classes.number >= 0)
        for row, channel in enumerate(symmetry.channel_sizes):
            hops = np.flatnonzero(symmetry.of_hops == channel)
            variable = flows.variable[classes.number[keys, None], symmetry.hops[classes.by[keys]][:, hops]]
            own = variable[variable >= 0]
            least = -float(symmetry.capacities[channel])
            entries += [(np.full(len(own), row), 1 + own, 1), (np.array([row]), np.array([0]), least)]
        super().__init__(flows, 1, entries, len(symmetry.channel_sizes))

    def bound(self, multipliers: np.ndarray) -> tuple[Fraction, np.ndarray]:
        """Lengths of channels: multipliers of the class, shared among its channels."""
        symmetry = self.flows.classes.symmetry
        sizes = np.array(list(symmetry.channel_sizes.values()))
        place = np.searchsorted(list(symmetry.channel_sizes), symmetry.channels.min(axis=0))
        values = np.maximum(multipliers, 0) / sizes
        found = [(self._bound(each[place]), each[place]) for each, _ in fractions_near(values / values.max())]
        return max(found, key=lambda each: each[0])

    def _bound(self, lengths: np.ndarray) -> Fraction:
        net, of_hops = self.flows.classes.symmetry.network, self.flows.classes.symmetry.of_hops
        far = distances(net, np.arange(net.node_count), np.tile(lengths[of_hops], (net.node_count, 1)))
        sent, to = np.nonzero(self.rates)
        work = sum(
            rate * each for rate, each in zip(self.rates[sent, to].tolist(), far[sent, to].tolist(), strict=True)
        )
        taken = sum(map(mul, lengths.tolist(), self.flows.classes.symmetry.capacities))
        return Fraction(work) / (self.scale * taken)

    def least(self) -> tuple[float, np.ndarray]:
        """The least largest load, and the multipliers of the inequalities."""
        load, multipliers = super().least()
        return load / self.scale, multipliers

    def shortest(self, load: float) -> np.ndarray:
        """Values of the flows with at most this largest load that have the fewest hops, and so no circles."""
        return super().shortest(load * self.scale)

    def load(self, flows: np.ndarray, scale: int) -> Fraction:
        """Exact largest load of flows."""
        return max(loads(self.flows.classes, flows).values()) / (scale * self.scale)


# A routing with given flows as a Python file, in the form that the option --routing-file reads.


TEXT = '''"""{description}

FLOWS has the flows of one {commodity} of each class, multiplied by a number: (node, node, which of parallel links) -> flow.
Symmetries map them to the others: an image of each node, and whether links are followed backwards. A node sends messages
on in proportion to the flow. The n-th hop of a route is on virtual channel n - 1, at most the last one: with as many virtual
channels as the longest route has hops there is no deadlock.
"""

from fractions import Fraction

kind = "oblivious"
vcs = 1
description = {description!r}
SYMMETRIES = {symmetries}
FLOWS = {flows}


def prepare(network):
    global numbers, names, flows, nearest
    names = [network.labels(node) for node in range(network.node_count)]
    numbers = {{name: node for node, name in enumerate(names)}}
    flows, todo = {{}}, list(FLOWS.items())
    for commodity, flow in todo:
        if commodity not in flows:
            flows[commodity] = flow
            for backwards, image in SYMMETRIES:
                turn = -1 if backwards else 1
                key = tuple(image[node] for node in commodity[::turn])
                moved = {{}}
                for (tail, head, link), share in flow.items():
                    moved[(*(image[node] for node in (tail, head)[::turn]), link)] = share
                todo.append((key, moved))
    nearest = {{}}
    for end in range(network.node_count):
        nearest[end], found = {{}}, [end]
        for node in found:
            for tail in network.origin[network.target == node].tolist():
                if tail != end and tail not in nearest[end] and (node == end or network.forwards is None or network.forwards[node]):
                    nearest[end][tail] = node
                    found.append(tail)

{labels}
def next_channels(node, came_by, destination{label}):
    here, end = numbers[node], numbers[destination]
    vc = 0 if came_by is None else min(came_by.vc + 1, vcs - 1)
    flow = flows.get({key}, {{}})
    shares = {{(names[head], vc, link): share for (tail, head, link), share in flow.items() if tail == here}}
    if not shares:
        return names[nearest[end][here]], vc
    return {{choice: Fraction(share, sum(shares.values())) for choice, share in shares.items()}}
'''
LABELS = """
def labels(source, destination):
    return [numbers[source]]

"""


def routing_file(best: Best, description: str, of_pairs: bool) -> str:
    """Text of a Python file with the routing."""
    symmetry, count = best.classes.symmetry, best.classes.symmetry.network.node_count
    net = symmetry.network
    _, beside = np.unique(net.origin.astype(np.int64) * count + net.target, return_inverse=True)
    order = np.argsort(beside, kind="stable")
    starts = np.searchsorted(beside[order], beside[order])
    link = np.empty(net.hop_count, dtype=np.int64)
    link[order] = np.arange(net.hop_count) - starts
    flows = {}
    for key, row in zip(best.classes.first, best.flows, strict=True):
        hops = np.flatnonzero(row)
        ends = zip(net.origin[hops].tolist(), net.target[hops].tolist(), link[hops].tolist(), strict=True)
        flows[divmod(key, count) if of_pairs else (key,)] = dict(zip(ends, row[hops].tolist(), strict=True))
    moves = [(bool(symmetry.reversing[g]), symmetry.nodes[g].tolist()) for g in symmetry.generators]
    return TEXT.format(
        description=description,
        commodity="pair of nodes" if of_pairs else "destination",
        symmetries=pformat(moves, width=120, compact=True),
        flows=pformat(flows, width=120, compact=True),
        labels=LABELS if of_pairs else "",
        label=", source" if of_pairs else "",
        key="(source, end)" if of_pairs else "(end,)",
    )


# The routing with the least largest load, with its proof: what ``worst-case --optimal`` finds.


KIND = "optimal-routing"  # of the certificate


@dataclass(frozen=True, eq=False)
class OptimalRouting(WorstCase):
    """The oblivious routing with the least largest load: under every admissible traffic, or under one.

    network: The network.
    best: Flows and bounds.
    traffic: The traffic; None for the worst case of all.
    described: Description of the network in the certificate, if family and sizes do not identify it.
    """

    network: Network
    best: Best
    traffic: Traffic | None = None
    described: Mapping[str, Any] | None = None

    @property
    def gamma(self) -> Fraction:
        """Largest load of the routing, which is the least of all if it equals ``lower``."""
        return self.best.upper

    @property
    def lower(self) -> Fraction:
        """Load that some channel gets whatever the routing."""
        return self.best.lower

    @property
    def throughput(self) -> Fraction:  # type: ignore[override]
        """Greatest share of the traffic that the network carries under the routing."""
        return 1 / self.gamma

    @cached_property
    def _hottest(self) -> tuple[int, list[int] | None]:
        """Number of the channel with the largest load, and the permutation that loads it so."""
        best = self.best
        if self.traffic is not None:
            load = loads(best.classes, best.flows)
            return max(load, key=lambda channel: load[channel]), None
        found = max(worst_matchings(best.classes, best.flows, best.scale), key=lambda each: each[0])
        every = np.arange(self.network.node_count)
        return found[1], completed(self.network.ends, every, every, found[3]).tolist()

    @cached_property
    def bounds(self) -> list[LoadBound]:
        """Lower bounds of any routing by halves of the network and by distances."""
        return worst_case_bounds(self.network) if self.traffic is None else traffic_bounds(self.traffic)

    @property
    def channel(self) -> str:
        """Name of the channel that gets the largest load."""
        return channel_names(self.network)[self._hottest[0]]

    @property
    def permutation(self) -> list[int] | None:
        """Destination of each end in the worst case; None for a given traffic."""
        return self._hottest[1]

    @property
    def description(self) -> str:
        """What the routing is the best for."""
        exactly = exact(self.gamma) if self.gamma == self.lower else f"between {self.lower} and {self.gamma}"
        what = "worst case" if self.traffic is None else f"largest load under {self.traffic.name}"
        return f"oblivious routing of {self.network.title} with the least {what}: {exactly}"

    @cached_property
    def certificate(self) -> dict[str, Any]:
        """Flows and lengths of the first commodity of each class, and for the worst case potentials of its channels."""
        best, net, count = self.best, self.network, self.network.node_count
        symmetry = best.classes.symmetry
        found: dict[str, Any] = {
            "kind": KIND,
            "network": dict(self.described or {"family": net.family, "parameters": dict(net.parameters)}),
            "lower": str(self.lower),
            "upper": str(self.gamma),
            "scale": best.scale * (1 if self.traffic is None else self.traffic.scale),
            "channel": self._hottest[0],
            "symmetries": [
                {"reversing": bool(symmetry.reversing[g]), "image": symmetry.nodes[g].tolist()}
                for g in symmetry.generators
            ],
        }
        if self.traffic is not None:
            flows = [
                {"destination": e, "flow": _sparse(row)} for e, row in zip(best.classes.first, best.flows, strict=True)
            ]
            return found | {"traffic": _described(self.traffic), "flows": flows, "lengths": _sparse(best.lengths)}
        pairs = [dict(zip(("source", "destination"), divmod(key, count), strict=True)) for key in best.classes.first]
        flows = [pair | {"flow": _sparse(row)} for pair, row in zip(pairs, best.flows, strict=True)]
        lengths = [pair | {"lengths": _sparse(row)} for pair, row in zip(pairs, best.lengths, strict=True)]
        return found | {
            "permutation": self.permutation,
            "flows": flows,
            "lengths": lengths,
            "potentials": list(self._potentials()),
        }

    def _potentials(self) -> Iterator[dict[str, Any]]:
        for _, channel, matrix, matched in worst_matchings(self.best.classes, self.best.flows, self.best.scale):
            sending, getting = potentials(matrix, matched)
            yield {"channel": channel, "sending": _sparse(sending), "getting": _sparse(getting)}

    def file(self) -> str:
        """Text of a Python file with the routing, for the option ``--routing-file``."""
        return routing_file(self.best, self.description, self.traffic is None)

    def as_json(self) -> dict[str, Any]:
        """The routing in the shape of ``netlemma worst-case --optimal --json``: rationals are strings."""
        found: dict[str, Any] = {"routing": "optimal", "gamma": str(self.gamma)}
        if self.lower != self.gamma:
            found |= {"lower": str(self.lower), "upper": str(self.gamma)}
        found |= {"traffic": self.traffic.name} if self.traffic else {}
        return found | {
            "channel": self.channel,
            **capacity_as_json(self.network, self._hottest[0]),
            "permutation": self.permutation,
            "throughput": str(self.throughput),
            "fraction_of_capacity": str(self.fraction_of_capacity),
            "bounds": as_json(self.bounds, self.gamma),
            "certificate": self.certificate,
        }

    def _parts(self) -> list[Part]:
        rows = [("network", self.network.title), ("routing", self.description)]
        if self.lower != self.gamma:
            width = f"{float(self.gamma - self.lower):.3g}"
            rows.append(("least load of any", f"at least {exact(self.lower)}: the interval has the width {width}"))
        return [Facts([
            *rows,
            largest_load(self.network, self.gamma, self._hottest[0]),
            ("throughput", f"{exact(self.throughput)} {RATE}"),
            ("fraction of capacity", exact(self.fraction_of_capacity)),
            *(each.row(self.gamma, used_as(self.network)) for each in self.bounds),
            ("counted", CAPACITY.format(reference_routing(self.network).name)),
        ])]  # fmt: skip


def _sparse(values: np.ndarray) -> dict[str, int]:
    """The values other than 0 by their place."""
    return {str(i): int(values[i]) for i in np.flatnonzero(values).tolist()}


def _described(traffic: Traffic) -> dict[str, Any]:
    """A traffic by its name, or by its rates if a file or an object has them."""
    if by_name(traffic.name):
        return {"name": traffic.name}
    rates = rates_of(traffic)
    pairs = np.argwhere(rates).tolist()
    return {"name": traffic.name, "rates": [(s, t, str(Fraction(int(rates[s, t]), traffic.scale))) for s, t in pairs]}


def optimal_routing(
    net: Network, traffic: Traffic | None = None, described: Mapping[str, Any] | None = None
) -> OptimalRouting:
    """The oblivious routing with the least largest load under every admissible traffic, or under one.

    Linear programs over the flows of all pairs of nodes are solved in floating point, with the symmetries of the network;
    the flows and the multipliers are made exact, and both bounds are computed from them in whole numbers.

    D. Applegate and E. Cohen, Making intra-domain routing robust to changing and uncertain traffic demands, 2003.
    B. Towles, W. J. Dally and S. Boyd, Throughput-centric routing algorithm design, 2003.

    >>> from netlemma.graphs import network
    >>> optimal_routing(network("toroid", w=5, D=1)).gamma
    Fraction(6, 5)
    """
    best = least_worst(net) if traffic is None else least_load(traffic)
    return OptimalRouting(net, best, traffic, described)


# The oblivious routing with the least worst case, as a linear program over the flows of all pairs of nodes.
#
# The worst load of a channel c is the greatest weight of a matching. By duality it is at most gamma if there are u_c(s) >= 0 and
# v_c(t) >= 0 whose sum is gamma with x_st(c) <= u_c(s) + v_c(t) for the flow x_st of each pair. The least gamma is the optimum.
# Of all solutions the mean of their images under the symmetries is one, also under those that reverse all hops.


WIDTHS = (0, 2, None)  # hops more than a shortest path that flows may take, one program after the other


def least_worst(net: Network) -> Best:
    """The routing with the least worst case, with as few hops as programs allow it.

    Returns: Flows of pairs of nodes, whose keys are source * N + destination, and bounds of the least worst case; the
    lengths have shape (classes, channels).
    """
    classes, count = _pairs(net), net.node_count
    first = np.array(classes.first)
    demand = np.zeros((len(first), count), dtype=np.int64)
    demand[np.arange(len(first)), first // count] = 1
    demand[np.arange(len(first)), first % count] = -1
    cuts = [(bound_by_lengths(classes, lengths), lengths) for lengths in cut_lengths(classes)]
    return best_flows(classes, demand, (first // count, first % count), WIDTHS, WorstProgram, cuts)


def _pairs(net: Network) -> Commodities:
    symmetry, count = symmetries(net), net.node_count
    pairs = len(net.ends) * (len(net.ends) - 1)
    require("flows", net.title, pairs * net.hop_count / len(symmetry.nodes), nodes=count, power=3)

    def images(pair: int) -> np.ndarray:
        source, destination = symmetry.pairs(*divmod(pair, count))
        return source * count + destination

    return commodities(symmetry, (s * count + t for s in net.ends for t in net.ends if s != t), images, count * count)


def worst_matchings(
    classes: Commodities, flows: np.ndarray, scale: int
) -> Iterator[tuple[Fraction, int, np.ndarray, np.ndarray]]:
    """The worst case of one channel of each class, divided by its capacity.

    flows (ndarray of int64, shape (classes, hops)): Numerators of flows.
    """
    count, shares = classes.symmetry.network.node_count, classes.on_channels(flows)
    for channel in classes.symmetry.channel_sizes:
        matrix = classes.on_channel(shares, channel).reshape(count, count)
        matched = matching(matrix)
        at = np.flatnonzero(matched >= 0)
        load = Fraction(int(matrix[at, matched[at]].sum()), scale)
        yield load / classes.symmetry.capacities[channel], channel, matrix, matched


class WorstProgram(Program):
    """Program with gamma, then potentials of channels and nodes, then flows as variables."""

    def __init__(self, flows: FlowVariables) -> None:
        classes = flows.classes
        symmetry = classes.symmetry
        nodes, self.channels = symmetry.network.node_count, int(symmetry.of_hops.max()) + 1
        potential = 1 + _potentials(symmetry, self.channels)
        before = int(potential.max()) + 1
        entries: list[Entries] = []
        self.rows: list[tuple[np.ndarray, np.ndarray]] = []  # channels of each class, and their rows
        count = 0
        for k, (pair, keeping) in enumerate(zip(classes.first, classes.keeping, strict=True)):
            least = symmetry.channels[keeping].min(axis=0)
            with_flow = flows.variable[k] >= 0
            own = np.unique(least[symmetry.of_hops[with_flow]])
            row = np.full(self.channels, -1)
            row[own] = count + np.arange(len(own))
            count += len(own)
            at = np.flatnonzero(with_flow & (row[symmetry.of_hops] >= 0))
            entries.append((row[symmetry.of_hops[at]], before + flows.variable[k, at], 1))
            entries += [(row[own], potential[role, own, node], -1) for role, node in enumerate(divmod(pair, nodes))]
            self.rows.append((least, row))
        for channel in symmetry.channel_sizes:
            own = potential[:, channel].ravel()
            least_load = -float(symmetry.capacities[channel])
            entries += [(np.full(len(own), count), own, 1), (np.array([count]), np.array([0]), least_load)]
            count += 1
        super().__init__(flows, before, entries, count)

    def bound(self, multipliers: np.ndarray) -> tuple[Fraction, np.ndarray]:
        """Lengths of channels for each pair: multipliers of its rows, shared among those that the row stands for."""
        classes = self.flows.classes
        found = np.zeros((len(classes.first), self.channels))
        for k, (least, row) in enumerate(self.rows):
            alike = np.bincount(least, minlength=self.channels)[least]
            found[k] = np.where(row[least] >= 0, multipliers[row[least]] / (alike * classes.sizes[k]), 0)
        return best_lengths(classes, found)

    def load(self, flows: np.ndarray, scale: int) -> Fraction:
        """The worst case of flows."""
        return max(found[0] for found in worst_matchings(self.flows.classes, flows, scale))


def _potentials(symmetry: Symmetries, channels: int) -> np.ndarray:
    """Number of the variable of each channel with each node as a source or as a destination."""
    nodes = symmetry.network.node_count
    shape = 2, channels, nodes
    role, channel, node = np.indices(shape)
    images = []
    for g in symmetry.generators:
        moved = role ^ int(symmetry.reversing[g]), symmetry.channels[g][channel], symmetry.nodes[g][node]
        images.append(np.ravel_multi_index(moved, shape).ravel())
    return np.asarray(orbits_of(int(np.prod(shape)), images)).reshape(shape)
