"""Loads of hops under dimension order by way of a node drawn among all those on shortest paths (ROMM in two phases).

The nodes on shortest paths between two nodes of a product are a box: in each dimension the digits on shortest paths between the
two digits, whatever the others are. So a message to a node is a run to each node of its box and one from it, each with the
same share, and :mod:`netlemma.graphs.loads.line_runs` adds them up. If all pairs send alike, shares, paths and sums factor: the load of a
hop is a product of one number for each dimension."""

from collections.abc import Iterator
from math import gcd, lcm, prod

import numpy as np

from netlemma.graphs.loads.line_runs import WORD, Pairs, Runs, by_runs, run_loads
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routings.dimensions import Dimensions, dimensions

CHUNK = 1 << 20  # runs that are made together
MOST_RUNS = 1 << 28
MOST_NODES, MOST_DIGITS = 1 << 17, 256


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

    Parameters
    ----------
    routing : ChannelRouting
        Routing by way of any node on a shortest path.
    even : int
        Messages from each node to each other one.
    source, destination : ndarray of int, shape (pairs,)
        Ends of further messages, different from each other.
    amount : ndarray of int64, shape (pairs,)
        Their numbers.

    Returns
    -------
    tuple of (ndarray of object, int), or None
        Numerators of the loads, shape (hops,), and their denominator; None if there are too many runs, or too long numbers.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> romm = channel_routing(network("mesh", k=2, n=2), "romm")
    >>> loads, unit = box_loads(romm, 0, np.array([0]), np.array([3]), np.array([1]))
    >>> (loads / unit).tolist()  # a quarter of the messages goes by way of node (0,1)
    [0.75, 0.25, 0.25, 0.0, 0.0, 0.75, 0.0, 0.0]
    """
    net, (half, _) = routing.network, routing.phases[0]
    if net.node_count > MOST_NODES or max(factor.size for factor in net.factors) > MOST_DIGITS or not by_runs(half):
        return None
    boxes, order = _Boxes(dimensions(net)), half.orders[0]
    size = boxes.sizes(source, destination)
    if size.sum() > MOST_RUNS:
        return None
    found, unit = (_even(boxes, dimensions(net), order, even)) if even else (np.zeros(net.hop_count, dtype=object), 1)
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
        if lcm(common, size) * messages >= WORD and members:
            yield common, members
            common, members = 1, []
        common = lcm(common, size)
        members.append(size)
        if common * messages >= WORD:
            yield 0, members
            return
    if members:
        yield common, members


def _even(boxes: _Boxes, dims: Dimensions, order: tuple[bool, str], even: int) -> tuple[np.ndarray, int]:
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
