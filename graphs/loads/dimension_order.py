"""Loads of hops under dimension order, dimension by dimension, and by way of a drawn node (ROMM in two phases)."""

from collections.abc import Iterable, Iterator
from math import gcd, lcm, prod
from typing import NamedTuple

import numpy as np

from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routings.dimensions import Dimensions, dimensions
from netlemma.graphs.topology.structure import Network

# Loads of hops under dimension order, dimension by dimension and without following routes hop by hop.
#
# In each dimension a message runs along one line of the product, from its own digit to that of its destination. A run around
# a ring or along a line is an interval of digits, so a pair of nodes changes two or three entries of a difference array,
# whatever its length; sums along the lines then give the loads of all hops. Demands that do not depend on the source, or
# not on the destination, are added up before, so that they take one table of k x k digits for each dimension.


RUN_WORD = 1 << 62  # sums of messages below are safe in 64 bits
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

        to (ndarray of int, shape (kinds of hops, places)): Loads, or in a factor of intervals their differences, to
        which they are added.
        line (ndarray of int, shape (messages,)): Place of digit 0 of their lines.
        digit, goal (ndarray of int, shape (messages,)): Digits from which and to which they go.
        amount (ndarray of int, shape (messages,)): Their numbers.
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

        Returns: Crossings; axes are the digit, the kind of hop, and the digit where it starts.
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
    parts = [part for part, _ in routing.phases.parts] if routing.by_any_node else [routing]
    sizes = [factor.size for factor in net.factors]
    plain = net.terminals is None and net.forwards is None and max(sizes, default=0) <= MOST_DIGITS
    return plain and all(part.loads.orders for part in parts)


def run_loads(net: Network, order: tuple[bool, str], demands: Iterable[Demand | Pairs]) -> np.ndarray:
    """Loads of all hops under dimension order, virtual channels counted together, two for each message.

    Returns: Twice the load of each hop.

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


# Loads of hops under dimension order by way of a node drawn among all those on shortest paths (ROMM in two phases).
#
# The nodes on shortest paths between two nodes of a product are a box: in each dimension the digits on shortest paths between the
# two digits, whatever the others are. So a message to a node is a run to each node of its box and one from it, each with the
# same share, and graphs.loads.dimension_order adds them up. If all pairs send alike, shares, paths and sums factor: the load of a
# hop is a product of one number for each dimension.


CHUNK = 1 << 20  # runs that are made together
MOST_RUNS = 1 << 28
MOST_NODES, MOST_BOX_DIGITS = 1 << 17, 256


class _Boxes:
    """Digits on shortest paths between two digits of each dimension: how many, and which."""

    def __init__(self, dims: Dimensions) -> None:
        self.shape = dims.shape
        self.strides = [prod(self.shape[d + 1 :]) for d in range(len(self.shape))]
        self.among = []
        for factor in dims.factors:
            far = np.array(inside(factor)[0])
            self.among.append(far[:, None, :] + far.T[None, :, :] == far[:, :, None])
        self.count = [among.sum(axis=-1) for among in self.among]
        self.inner = [np.argsort(~among, axis=-1, kind="stable") for among in self.among]

    def digit(self, node: np.ndarray, d: int) -> np.ndarray:
        return node // self.strides[d] % self.shape[d]

    def sizes(self, source: np.ndarray, destination: np.ndarray) -> np.ndarray:
        """Nodes in the box of each pair."""
        parts = (each[self.digit(source, d), self.digit(destination, d)] for d, each in enumerate(self.count))
        return np.prod(list(parts), axis=0, dtype=np.int64)

    def runs(self, source: np.ndarray, destination: np.ndarray, size: np.ndarray, share: np.ndarray) -> Iterator[Pairs]:
        """Runs to each node of the box of each pair, and from it, in parts of some million."""
        behind = np.cumsum(size)
        for part in np.split(np.arange(len(size)), np.searchsorted(behind, np.arange(CHUNK, behind[-1], CHUNK))):
            many = size[part]
            of = np.repeat(part, many)
            rest = np.arange(len(of)) - np.repeat(np.cumsum(many) - many, many)
            by = np.zeros(len(of), dtype=np.int64)
            for d, stride in enumerate(self.strides):
                pair = self.digit(source[of], d), self.digit(destination[of], d)
                rest, place = np.divmod(rest, self.count[d][pair])
                by += stride * self.inner[d][(*pair, place)]
            yield source[of], by, share[of]
            yield by, destination[of], share[of]


def box_loads(
    routing: ChannelRouting, even: int, source: np.ndarray, destination: np.ndarray, amount: np.ndarray
) -> tuple[np.ndarray, int] | None:
    """Loads of all hops, virtual channels counted together.

    source, destination (ndarray of int, shape (pairs,)): Ends of further messages, different from each other.
    amount (ndarray of int64, shape (pairs,)): Their numbers.

    Returns: Numerators of the loads, shape (hops,), and their denominator; None if there are too many runs, or too long
    numbers.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> romm = channel_routing(network("mesh", k=2, n=2), "romm")
    >>> loads, unit = box_loads(romm, 0, np.array([0]), np.array([3]), np.array([1]))
    >>> (loads / unit).tolist()  # a quarter of the messages goes by way of node (0,1)
    [0.75, 0.25, 0.25, 0.0, 0.0, 0.75, 0.0, 0.0]
    """
    net, (half, _) = routing.network, routing.phases.parts[0]
    if net.node_count > MOST_NODES or max(factor.size for factor in net.factors) > MOST_BOX_DIGITS or not by_runs(half):
        return None
    boxes, order = _Boxes(dimensions(net)), half.loads.orders[0]
    size = boxes.sizes(source, destination)
    if size.sum() > MOST_RUNS:
        return None
    found, unit = (
        (_even_boxes(boxes, dimensions(net), order, even)) if even else (np.zeros(net.hop_count, dtype=object), 1)
    )
    for common, members in _together(np.unique(size).tolist(), 8 * int(amount.sum())):
        if not common:
            return None
        some = np.flatnonzero(np.isin(size, members))
        share = amount[some] * (common // size[some])
        loads = run_loads(net, order, boxes.runs(source[some], destination[some], size[some], share))
        both = lcm(unit, 2 * common)
        found, unit = found * (both // unit) + loads.astype(object) * (both // (2 * common)), both
    return found, unit


def _together(sizes: list[int], messages: int) -> Iterator[tuple[int, list[int]]]:
    """Sizes of boxes that are counted together, with a common multiple of them; 0 if numbers would be too long."""
    common = 1
    members: list[int] = []
    for size in sizes:
        if lcm(common, size) * messages >= RUN_WORD and members:
            yield common, members
            common, members = 1, []
        common = lcm(common, size)
        members.append(size)
        if common * messages >= RUN_WORD:
            yield 0, members
            return
    if members:
        yield common, members


def _even_boxes(boxes: _Boxes, dims: Dimensions, order: tuple[bool, str], even: int) -> tuple[np.ndarray, int]:
    """Loads if all pairs send alike, with their denominator."""
    falling, ties = order
    first: list[np.ndarray] = []
    second: list[np.ndarray] = []
    through, units = [], []
    for d, (count, among) in enumerate(zip(boxes.count, boxes.among, strict=True)):
        k, unit = len(count), lcm(*np.unique(count).tolist())
        share = np.array([unit // int(many) for many in count.ravel()], dtype=object).reshape(k, k, 1) * among
        legs = share.sum(axis=1), share.sum(axis=0).T  # from the source to the node, and from it to the destination
        runs, here = Runs(dims, d, ties), slice(dims.first[d], dims.first[d + 1])
        start, end = (each.ravel() for each in np.indices((k, k)))
        row = np.where(dims.inside.up[here], 0, 1) if runs.intervals else dims.inside.head[here]
        for leg, to in zip(legs, (first, second), strict=True):
            load = np.zeros((len(runs.rank), k), dtype=object)
            runs.add(load, np.zeros(k * k, dtype=np.int64), 1, start, end, leg.ravel())
            summed = runs.summed(load[..., None])[..., 0]
            to.append(summed[row, dims.inside.tail[here]])
        through.append(share.sum(axis=(0, 1)))
        units.append(unit)
    net = dims.network
    found, inner = np.zeros(net.hop_count, dtype=object), np.concatenate([np.arange(len(x)) for x in first])[dims.inner]
    for d in range(len(units)):
        mine = np.flatnonzero(dims.dimension == d)
        parts = [each[d][inner[mine]] for each in (first, second)]
        for e in (e for e in range(len(units)) if e != d):
            passed, alike = through[e][boxes.digit(net.origin[mine], e)], boxes.shape[e] * units[e]
            settled = e > d if falling else e < d
            parts = [parts[0] * (passed if settled else alike), parts[1] * (alike if settled else passed)]
        found[mine] = parts[0] + parts[1]
    unit = 2 * prod(units)
    shared = gcd(unit, *(even * x for x in found.tolist()))
    return found * even // shared, unit // shared
