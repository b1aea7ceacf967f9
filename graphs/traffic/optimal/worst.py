"""The oblivious routing with the least worst case, as a linear program over the flows of all pairs of nodes.

The worst load of a channel c is the greatest weight of a matching. By duality it is at most gamma if there are u_c(s) >= 0 and
v_c(t) >= 0 whose sum is gamma with x_st(c) <= u_c(s) + v_c(t) for the flow x_st of each pair. The least gamma is the optimum.
Of all solutions the mean of their images under the symmetries is one, also under those that reverse all hops.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from graphs.topology.structure import Network
from graphs.topology.symmetry import orbits_of
from graphs.traffic.optimal.flows import (
    Commodities, FlowVariables, commodities, distances, flow_variables, minimum,
)  # fmt: skip
from graphs.traffic.optimal.lengths import best_lengths, bound, cut_lengths
from graphs.traffic.optimal.rounding import exact_flows
from graphs.traffic.optimal.symmetries import Symmetries, symmetries
from graphs.traffic.worst_case import matching

MOST = 150_000  # flow variables of a program behind the first one
WIDTHS = (0, 2, None)  # hops more than a shortest path that flows may take, one program after the other
SAME = 1e-9
NEAR = 100_000  # denominators of the worst case


@dataclass(frozen=True, eq=False)
class LeastWorst:
    """Flows with the least worst case that was found, and a lower bound for any.

    Attributes
    ----------
    classes : Commodities
        Pairs of nodes; the key of a pair is source * N + destination.
    flows : ndarray of int64, shape (classes, hops)
        Numerators of the flow of the first pair of each class.
    scale : int
        Their common denominator.
    upper : Fraction
        Worst case of these flows.
    lower : Fraction
        Bound of the worst case of any.
    lengths : ndarray of int64, shape (classes, channels)
        Lengths that prove the bound, see :mod:`graphs.traffic.optimal.lengths`.
    """

    classes: Commodities
    flows: np.ndarray
    scale: int
    upper: Fraction
    lower: Fraction
    lengths: np.ndarray


def least_worst(net: Network) -> LeastWorst:
    """The routing with the least worst case, by linear programs with more and more hops, until the bounds meet.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    LeastWorst
        Flows and bounds, which are equal but where a floating-point solution could not be made exact, or the last program
        is too large.

    Raises
    ------
    RoutingError
        If HiGHS finds no solution.
    SizeError
        If the first program is too large.
    """
    classes, count = _pairs(net), net.node_count
    first = np.array(classes.first)
    demand = np.zeros((len(first), count), dtype=np.int64)
    demand[np.arange(len(first)), first // count] = 1
    demand[np.arange(len(first)), first % count] = -1
    cuts = [(bound(classes, lengths), lengths) for lengths in cut_lengths(classes)]
    lower, lengths = max(cuts, key=lambda cut: cut[0], default=(Fraction(0), None))
    upper, best, before = None, None, -1
    for width in WIDTHS:
        allowed = usable(net, first // count, first % count, width)
        flows = flow_variables(classes, demand, allowed)
        if flows.count == before or (best is not None and flows.count > MOST):
            continue
        before = flows.count
        program = _Program(flows)
        solved = program.solve()
        found = best_lengths(classes, program.lengths(solved))
        if lengths is None or found[0] > lower:
            lower, lengths = found
        value = lower if abs(solved.fun - lower) < SAME else Fraction(solved.fun).limit_denominator(NEAR)
        exact = exact_flows(flows, program.shortest(float(value)), first % count)
        worst = max(matched[0] for matched in worst_matchings(classes, *exact))
        if upper is None or worst < upper:
            upper, best = worst, exact
        if lower == upper:
            break
    assert best is not None and upper is not None and lengths is not None
    return LeastWorst(classes, *best, upper, lower, lengths)


def _pairs(net: Network) -> Commodities:
    symmetry, count = symmetries(net), net.node_count

    def images(pair: int) -> np.ndarray:
        source, destination = symmetry.pairs(*divmod(pair, count))
        return source * count + destination

    return commodities(symmetry, (s * count + t for s in net.ends for t in net.ends if s != t), images, count * count)


def usable(net: Network, sources: np.ndarray, destinations: np.ndarray, width: int | None) -> np.ndarray:
    """Hops on paths between given nodes that have so many hops more than the shortest ones.

    Parameters
    ----------
    net : Network
        The network.
    sources, destinations : ndarray of int, shape (pairs,)
        Ends of the paths.
    width : int or None
        Number of hops more; None for any.

    Returns
    -------
    ndarray of bool, shape (pairs, hops)
        Whether each hop is on such a path.
    """
    passed = np.ones(net.node_count, dtype=bool) if net.forwards is None else np.asarray(net.forwards)
    here, there = sources[:, None], destinations[:, None]
    useful = (net.target != here) & (net.origin != there)
    useful &= ((net.origin == here) | passed[net.origin]) & ((net.target == there) | passed[net.target])
    if width is None:
        return useful
    far = distances(net, np.arange(net.node_count), np.ones((net.node_count, net.hop_count), dtype=np.int64))
    return useful & (far[here, net.origin] + 1 + far[net.target, there] <= far[here, there] + width)


def worst_matchings(
    classes: Commodities, flows: np.ndarray, scale: int
) -> Iterator[tuple[Fraction, int, np.ndarray, np.ndarray]]:
    """The worst case of one channel of each class.

    Parameters
    ----------
    classes : Commodities
        Pairs of nodes.
    flows : ndarray of int64, shape (classes, hops)
        Numerators of flows.
    scale : int
        Their common denominator.

    Yields
    ------
    tuple of (Fraction, int, ndarray, ndarray)
        Greatest load, channel, numerators of the shares of all pairs of nodes, and destination of each node, -1 for none.
    """
    count, shares = classes.symmetry.network.node_count, classes.on_channels(flows)
    for channel in classes.symmetry.channel_sizes:
        matrix = classes.on_channel(shares, channel).reshape(count, count)
        matched = matching(matrix)
        at = np.flatnonzero(matched >= 0)
        yield Fraction(int(matrix[at, matched[at]].sum()), scale), channel, matrix, matched


class _Program:
    """The linear program: gamma, then potentials of channels and nodes, then flows as variables."""

    def __init__(self, flows: FlowVariables) -> None:
        from scipy.sparse import coo_matrix, hstack

        self.flows, classes = flows, flows.classes
        symmetry = classes.symmetry
        nodes, self.channels = symmetry.network.node_count, int(symmetry.of_hops.max()) + 1
        potential = 1 + _potentials(symmetry, self.channels)
        self.before = int(potential.max()) + 1
        entries: list[tuple[np.ndarray, np.ndarray, int]] = []  # rows, variables, coefficient
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
            entries.append((row[symmetry.of_hops[at]], self.before + flows.variable[k, at], 1))
            entries += [(row[own], potential[role, own, node], -1) for role, node in enumerate(divmod(pair, nodes))]
            self.rows.append((least, row))
        for channel in symmetry.channel_sizes:
            own = potential[:, channel].ravel()
            entries += [(np.full(len(own), count), own, 1), (np.array([count]), np.array([0]), -1)]
            count += 1
        data = np.concatenate([np.full(len(rows), sign) for rows, _, sign in entries])
        places = np.concatenate([e[0] for e in entries]), np.concatenate([e[1] for e in entries])
        shape = count, self.before + flows.count
        self.at_most = coo_matrix((data, places), shape=shape).tocsr(), np.zeros(count)
        matrix, right = flows.equations
        self.equal = hstack([coo_matrix((len(right), self.before)), matrix]).tocsr(), right

    def solve(self) -> Any:
        """The least gamma."""
        costs = np.zeros(self.at_most[0].shape[1])
        costs[0] = 1
        return minimum(costs, self.at_most, self.equal, None)

    def shortest(self, gamma: float) -> np.ndarray:
        """Of all flows with a worst case of at most gamma those with the fewest hops, which have no circles."""
        costs = np.concatenate([np.zeros(self.before), self.flows.alike / len(self.flows.classes.first)])
        return minimum(costs, self.at_most, self.equal, gamma).x[self.before :]

    def lengths(self, solved: Any) -> np.ndarray:
        """Lengths of channels for each pair: multipliers of its rows, shared among those that the row stands for."""
        classes, multipliers = self.flows.classes, -solved.ineqlin.marginals
        found = np.zeros((len(classes.first), self.channels))
        for k, (least, row) in enumerate(self.rows):
            alike = np.bincount(least, minlength=self.channels)[least]
            found[k] = np.where(row[least] >= 0, multipliers[row[least]] / (alike * classes.sizes[k]), 0)
        return found


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
