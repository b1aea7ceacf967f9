"""Flows of commodities as variables of a linear program: one variable for all hops that symmetries make alike.

A commodity is the messages of one pair of nodes, or all messages to one destination. Of commodities that symmetries map
onto one another one is solved; its flow is the same on hops that its own symmetries map onto one another.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.optimal.symmetries import Symmetries

FAR = 1 << 60


@dataclass(frozen=True, eq=False)
class Commodities:
    """Classes of commodities, which have whole numbers as keys, under symmetries.

    symmetry: The symmetries.
    first: Key of one commodity of each class.
    sizes: Number of commodities of each class.
    number: Class of each commodity, -1 for keys without one.
    by: Element that maps each commodity to the first one of its class.
    keeping: Elements that map the first commodity of each class to itself.
    """

    symmetry: Symmetries
    first: tuple[int, ...]
    sizes: tuple[int, ...]
    number: np.ndarray
    by: np.ndarray
    keeping: tuple[np.ndarray, ...]

    def on_channel(self, values: np.ndarray, channel: int) -> np.ndarray:
        """Values of one channel for all commodities.

        values (ndarray, shape (classes, channels)): Values of the first commodity of each class on all channels.

        Returns: Its values; 0 for keys without a commodity.
        """
        found = values[self.number, self.symmetry.channels[self.by, channel]]
        return np.where(self.number >= 0, found, 0)

    def on_channels(self, values: np.ndarray) -> np.ndarray:
        """Sums over the hops of each channel, of values with shape (classes, hops)."""
        of_hops = self.symmetry.of_hops
        found = np.zeros((len(values), int(of_hops.max()) + 1), dtype=values.dtype)
        np.add.at(found.T, of_hops, values.T)
        return found


def commodities(
    symmetry: Symmetries, keys: Iterable[int], images: Callable[[int], np.ndarray], most: int
) -> Commodities:
    """Classes of commodities."""
    number, by = np.full(most, -1), np.zeros(most, dtype=np.int64)
    first, sizes, keeping = list[int](), list[int](), list[np.ndarray]()
    for key in keys:
        if number[key] < 0:
            moved = images(key)
            number[moved], by[moved] = len(first), symmetry.inverse
            first.append(key)
            sizes.append(len(np.unique(moved)))
            keeping.append(np.flatnonzero(moved == key))
    return Commodities(symmetry, tuple(first), tuple(sizes), number, by, tuple(keeping))


@dataclass(frozen=True, eq=False)
class FlowVariables:
    """Variables for the flows of commodities, and the equations that conserve them.

    classes: The commodities.
    demand: Messages that enter the flow at each node; negative where they leave it.
    variable: Variable of each hop, -1 for hops without flow.
    """

    classes: Commodities
    demand: np.ndarray
    variable: np.ndarray

    @property
    def count(self) -> int:
        """Number of variables."""
        return int(self.variable.max(initial=-1)) + 1

    @cached_property
    def alike(self) -> np.ndarray:
        """Number of hops of all commodities that each variable stands for."""
        found = np.zeros(self.count, dtype=np.int64)
        for size, row in zip(self.classes.sizes, self.variable, strict=True):
            np.add.at(found, row[row >= 0], size)
        return found

    @cached_property
    def equations(self) -> tuple[Any, np.ndarray]:
        """Matrix of the flow out of one node of each class without the flow into it, and the demand there."""
        from scipy.sparse import coo_matrix

        net, nodes = self.classes.symmetry.network, self.classes.symmetry.nodes
        rows, columns, signs, right = [], [], [], list[int]()
        for k, keeping in enumerate(self.classes.keeping):
            least = nodes[keeping].min(axis=0)
            own = np.flatnonzero(least == np.arange(net.node_count))
            row = np.full(net.node_count, -1)
            row[own] = len(right) + np.arange(len(own))
            for ends, sign in ((net.origin, 1), (net.target, -1)):
                at = (row[ends] >= 0) & (self.variable[k] >= 0)
                rows.append(row[ends][at])
                columns.append(self.variable[k][at])
                signs.append(np.full(int(at.sum()), sign))
            right += self.demand[k][own].tolist()
        entries = np.concatenate(signs), (np.concatenate(rows), np.concatenate(columns))
        return coo_matrix(entries, shape=(len(right), self.count)).tocsr(), np.array(right)

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Values of the variables on all hops, shape (classes, hops)."""
        return np.where(self.variable >= 0, values[self.variable], values.dtype.type(0))


def flow_variables(classes: Commodities, demand: np.ndarray, allowed: np.ndarray) -> FlowVariables:
    """Variables for the flows of commodities.

    demand (ndarray of int64, shape (classes, N)): Messages that enter the flow at each node; negative where they leave
    it.
    allowed (ndarray of bool, shape (classes, hops)): Hops that the flow of each class may use.
    """
    variable, count = np.full(allowed.shape, -1), 0
    for k, keeping in enumerate(classes.keeping):
        least = classes.symmetry.hops[keeping].min(axis=0)
        used, place = np.unique(least[allowed[k]], return_inverse=True)
        variable[k, allowed[k]] = count + place
        count += len(used)
    return FlowVariables(classes, demand, variable)


def distances(net: Network, sources: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Lengths of shortest paths on which only nodes that forward are passed.

    sources (ndarray of int, shape (rows,)): Node where the paths of each row begin.
    lengths (ndarray of int64, shape (rows, hops)): Lengths of the hops from 0 on.

    Returns: The lengths, at least ``FAR`` for nodes without a path.
    """
    found = np.full((len(sources), net.node_count), FAR, dtype=np.int64)
    found[np.arange(len(sources)), sources] = 0
    order = np.argsort(net.target, kind="stable")
    heads, begin = np.unique(net.target[order], return_index=True)
    tails = net.origin[order]
    passed = np.ones(net.node_count, dtype=bool) if net.forwards is None else np.asarray(net.forwards)
    closed = ~passed[tails] & (tails != sources[:, None])
    lengths = np.where(closed, FAR, lengths[:, order])
    while True:
        reached = np.minimum.reduceat(found[:, tails] + lengths, begin, axis=1)
        if (reached >= found[:, heads]).all():
            return found
        found[:, heads] = np.minimum(found[:, heads], reached)


def usable(net: Network, sources: np.ndarray | None, destinations: np.ndarray, width: int | None) -> np.ndarray:
    """Hops on paths between given nodes that have so many hops more than the shortest ones.

    sources (ndarray of int, shape (pairs,), or None): First nodes of the paths; None for all ends of messages.
    destinations (ndarray of int, shape (pairs,)): Last nodes of the paths.

    Returns: Whether each hop is on such a path.
    """
    passed = np.ones(net.node_count, dtype=bool) if net.forwards is None else np.asarray(net.forwards)
    there = destinations[:, None]
    useful = (net.origin != there) & ((net.target == there) | passed[net.target])
    if sources is not None:
        useful &= (net.target != sources[:, None]) & ((net.origin == sources[:, None]) | passed[net.origin])
    if width is None:
        return useful
    far = distances(net, np.arange(net.node_count), np.ones((net.node_count, net.hop_count), dtype=np.int64))
    here = net.origin if sources is None else sources[:, None]
    return useful & (far[here, net.origin] + 1 + far[net.target, there] <= far[here, there] + width)
