"""Loads of hops under dimension order, dimension by dimension and without following routes hop by hop.

In each dimension a message runs along one line of the product, from its own digit to that of its destination. A run around
a ring or along a line is an interval of digits, so a pair of nodes changes two or three entries of a difference array,
whatever its length; sums along the lines then give the loads of all hops. Demands that do not depend on the source, or
not on the destination, are added up before, so that they take one table of k x k digits for each dimension."""

from collections.abc import Iterable
from math import prod
from typing import NamedTuple

import numpy as np

from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings.dimensions import Dimensions, dimensions
from netlemma.graphs.topology.structure import Network

WORD = 1 << 62  # sums of messages below are safe in 64 bits
MOST_DIGITS = 1024  # of a dimension
Pairs = tuple[np.ndarray, np.ndarray, np.ndarray]  # sources, destinations, messages


class Demand(NamedTuple):
    """Messages of all pairs of nodes: ``of_source[s] * of_destination[t]``; one of both is a number."""

    of_source: np.ndarray | int
    of_destination: np.ndarray | int


class Runs:
    """Messages along the lines of one dimension.

    Loads are those of the hops up and of those down from each node, in a factor of intervals, and otherwise of the hops to
    each digit; ``rank`` is the place of such a hop of a digit among its hops in the dimension, -1 if there is none.
    """

    def __init__(self, dims: Dimensions, d: int, ties: str) -> None:
        self.size, self.kind, self.ties = dims.factors[d].size, dims.factors[d].name, ties
        inside, here = dims.inside, slice(dims.first[d], dims.first[d + 1])
        tail, head, up = inside.tail[here], inside.head[here], inside.up[here]
        self.intervals = self.kind in ("ring", "oneway-ring", "line")
        self.rank = np.full((2 if self.intervals else self.size, self.size), -1, dtype=np.int64)
        self.rank[np.where(up, 0, 1) if self.intervals else head, tail] = np.arange(len(tail)) - np.searchsorted(
            tail, tail
        )

    def add(
        self, to: np.ndarray, line: np.ndarray, stride: int, digit: np.ndarray, goal: np.ndarray, amount: np.ndarray
    ) -> None:
        """Add messages that go to another digit of their line, two for each.

        Parameters
        ----------
        to : ndarray of int, shape (kinds of hops, places)
            Loads, or in a factor of intervals their differences, to which they are added.
        line : ndarray of int, shape (messages,)
            Place of digit 0 of their lines.
        stride : int
            Distance of the places of two digits that are next to each other.
        digit, goal : ndarray of int, shape (messages,)
            Digits from which and to which they go.
        amount : ndarray of int, shape (messages,)
            Their numbers.
        """
        k = self.size
        if not self.intervals:
            moving = digit != goal
            np.add.at(to, (goal[moving], (line + digit * stride)[moving]), 2 * amount[moving])
            return
        rises = np.full(len(digit), 2) if self.kind == "oneway-ring" else np.where(goal > digit, 2, 0)
        up, down = (goal - digit) % k, (digit - goal) % k
        if self.kind == "ring":
            rises = np.where(up < down, 2, np.where(up > down, 0, {"plus": 2, "minus": 0, "split": 1}[self.ties]))
        for way, first, length, part in (0, digit, up, rises), (1, (goal + 1) % k, down, 2 - rises):
            some = np.flatnonzero((part > 0) & (length > 0))
            base, begin, behind, weight = line[some], first[some], (first + length)[some], (part * amount)[some]
            np.add.at(to[way], base + begin * stride, weight)
            inside = behind < k
            np.add.at(to[way], (base + behind * stride)[inside], -weight[inside])
            around = behind > k
            np.add.at(to[way], base[around], weight[around])
            np.add.at(to[way], (base + (behind - k) * stride)[around], -weight[around])

    def table(self, by_goal: bool) -> np.ndarray:
        """Twice the crossings of hops by messages from a digit to each other one, or to a digit from each other one.

        Parameters
        ----------
        by_goal : bool
            Whether messages to a digit are meant.

        Returns
        -------
        ndarray of int64
            Crossings; axes are the digit, the kind of hop, and the digit where it starts.
        """
        k = self.size
        digit, goal = (each.ravel() for each in np.indices((k, k)))
        found = np.zeros((len(self.rank), k * k), dtype=np.int64)
        self.add(found, (goal if by_goal else digit) * k, 1, digit, goal, np.ones(k * k, dtype=np.int64))
        return self.summed(found.reshape(-1, k, k, 1))[..., 0].swapaxes(0, 1)

    def summed(self, differences: np.ndarray) -> np.ndarray:
        """Loads from what :meth:`add` wrote, with the digits along the last axis but one."""
        return np.cumsum(differences, axis=-2, out=differences) if self.intervals else differences


def by_runs(routing: ChannelRouting) -> bool:
    """Whether the loads of the hops under a routing are counted by :func:`run_loads`."""
    net = routing.network
    parts = [part for part, _ in routing.phases] if routing.by_any_node else [routing]
    sizes = [factor.size for factor in net.factors]
    plain = net.terminals is None and net.forwards is None and max(sizes, default=0) <= MOST_DIGITS
    return plain and all(part.orders for part in parts)


def run_loads(net: Network, order: tuple[bool, str], demands: Iterable[Demand | Pairs]) -> np.ndarray:
    """Loads of all hops under dimension order, virtual channels counted together, two for each message.

    Parameters
    ----------
    net : Network
        The product.
    order : tuple of (bool, str)
        Whether the last dimension is first, and the direction half-way around a ring: "plus", "minus" or "split".
    demands : iterable of Demand or Pairs
        Messages; all together below 2^61.

    Returns
    -------
    ndarray of int64, shape (hops,)
        Twice the load of each hop.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> one = np.ones(4, dtype=np.int64)
    >>> run_loads(network("ring", K=4), (False, "split"), [(np.arange(4), (np.arange(4) + 2) % 4, one)]).tolist()
    [2, 2, 2, 2, 2, 2, 2, 2]
    """
    dims, (falling, ties) = dimensions(net), order
    shape = dims.shape
    strides = [prod(shape[d + 1 :]) for d in range(len(shape))]
    runs = [Runs(dims, d, ties) for d in range(len(shape))]
    loads = [np.zeros((len(each.rank), net.node_count), dtype=np.int64) for each in runs]
    even, single = [], False
    for demand in demands:
        if isinstance(demand, Demand):
            even.append(demand)
            continue
        single = True
        at, destination, amount = (np.asarray(each, dtype=np.int64) for each in demand)
        for d in range(len(shape))[:: -1 if falling else 1]:
            digit, goal = (each // strides[d] % shape[d] for each in (at, destination))
            line = at - digit * strides[d]
            runs[d].add(loads[d], line, strides[d], digit, goal, amount)
            at = line + goal * strides[d]
    found = np.empty(net.hop_count, dtype=np.int64)
    place = net.indptr[:-1].copy()
    for d, each in enumerate(runs):
        load = loads[d].reshape(len(each.rank), -1, shape[d], strides[d])
        load = (each.summed(load) if single else load).reshape(-1, *shape)
        settled = [e for e in range(len(shape)) if (e > d if falling else e < d)]
        for one in even:
            load += _even(one, each, shape, d, settled)
        digits = dims.digits(d)
        for rank, part in zip(each.rank, load.reshape(len(each.rank), -1), strict=True):
            some = (rank >= 0)[digits] if rank.min() < 0 else slice(None)
            found[(place + rank[digits])[some]] = part[some]
        place += (each.rank >= 0).sum(axis=0)[digits]
    return found


def _even(demand: Demand, runs: Runs, shape: tuple[int, ...], d: int, settled: list[int]) -> np.ndarray:
    """Twice the loads of the hops of a dimension, by kind of hop and node; what is the same for all nodes has one entry."""
    open_ = [e for e in range(len(shape)) if e != d and e not in settled]
    by_goal = isinstance(demand.of_source, int)
    mine, other = (demand.of_destination, demand.of_source) if by_goal else demand
    summed, free = (open_, settled) if by_goal else (settled, open_)
    if isinstance(mine, int):
        amount = np.full([shape[d] if e == d else 1 for e in range(len(shape))], mine * prod(shape[e] for e in summed))
    else:
        amount = mine.reshape(shape).sum(axis=tuple(summed), keepdims=True)
    load = np.tensordot(amount, runs.table(by_goal), axes=([d], [0]))
    return np.moveaxis(load, (-2, -1), (0, d + 1)) * (other * prod(shape[e] for e in free))
