"""The oblivious routing with the least worst case, as a linear program over the flows of all pairs of nodes.

The worst load of a channel c is the greatest weight of a matching. By duality it is at most gamma if there are u_c(s) >= 0 and
v_c(t) >= 0 whose sum is gamma with x_st(c) <= u_c(s) + v_c(t) for the flow x_st of each pair. The least gamma is the optimum.
Of all solutions the mean of their images under the symmetries is one, also under those that reverse all hops.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from netlemma.graphs.base.limits import require
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import orbits_of
from netlemma.graphs.traffic.optimal.flows import Commodities, FlowVariables, commodities
from netlemma.graphs.traffic.optimal.lengths import best_lengths, bound, cut_lengths
from netlemma.graphs.traffic.optimal.program import Best, Entries, Program, best_flows
from netlemma.graphs.traffic.optimal.symmetries import Symmetries, symmetries
from netlemma.graphs.traffic.worst.matching import matching

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
    cuts = [(bound(classes, lengths), lengths) for lengths in cut_lengths(classes)]
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
    """The worst case of one channel of each class.

    flows (ndarray of int64, shape (classes, hops)): Numerators of flows.
    """
    count, shares = classes.symmetry.network.node_count, classes.on_channels(flows)
    for channel in classes.symmetry.channel_sizes:
        matrix = classes.on_channel(shares, channel).reshape(count, count)
        matched = matching(matrix)
        at = np.flatnonzero(matched >= 0)
        yield Fraction(int(matrix[at, matched[at]].sum()), scale), channel, matrix, matched


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
            entries += [(np.full(len(own), count), own, 1), (np.array([count]), np.array([0]), -1)]
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
