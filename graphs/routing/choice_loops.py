"""Loops that write down the choices of packets to one destination, also in layers of virtual channels and by ascending ranks."""

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from netlemma.graphs.base.compiled import looped, numba_is_loaded
from netlemma.graphs.topology.structure import Network

# Loops that write down the choices of packets to one destination.
#
# They run as plain Python on small networks and compiled on large ones, so each is a function that calls no other one.
# A relation on hops is given by *marks*: bit c of ``marks[hop]`` says that packets of class c may take the hop. Packets at
# their source are of class 0, those behind a hop of ``behind[hop]``, or 0 if ``behind`` is empty. Arrays of length 0 stand
# for what is not there.


_steps_done: WeakKeyDictionary[Network, int] = WeakKeyDictionary()


def loop(function: Callable[..., Any], net: Network, calls: int = 0, steps: int = 0) -> Callable[..., Any]:
    """A loop on arrays, compiled if the work is large.

    The work is that of all calls so far on this network, or that of the expected calls, if it is more and Numba is loaded:
    a simulation asks for few destinations before its first cycles, and packets with labels take more calls than destinations.
    """
    steps = steps or net.hop_count
    done = _steps_done[net] = _steps_done.get(net, 0) + steps
    expected = steps * (calls or len(net.ends)) if numba_is_loaded() else 0
    return looped(function, max(done, expected))


def distances(into, before, forwarding, destination):
    """Number of hops to a destination by the shortest path, from each node.

    into (ndarray of int64, shape (N + 1,)): Hops that end at node v come from ``before[into[v]:into[v + 1]]``.
    before (ndarray of int32, shape (H,)): Nodes.
    forwarding (ndarray of bool, shape (N,)): Whether each node forwards messages of others.

    Returns: Distances, -1 for a node from which there is no path.
    """
    count = len(into) - 1
    far = np.full(count, -1, dtype=np.int32)
    queue = np.empty(count, dtype=np.int32)
    queue[0] = destination
    far[destination] = 0
    begin, end = 0, 1
    while begin < end < count:
        v = queue[begin]
        begin += 1
        if forwarding[v] or v == destination:
            for i in range(into[v], into[v + 1]):
                u = before[i]
                if far[u] < 0:
                    far[u] = far[v] + 1
                    queue[end] = u
                    end += 1
    return far


def shortest_marks(indptr, target, into, before, arriving, far, forwarding, destination, first):
    """Marks of the hops that begin a shortest path, at each node all of them or the first one.

    indptr (ndarray of int64, shape (N + 1,)): First hop of each node.
    target (ndarray of int32, shape (H,)): Node to which each hop leads.
    into (ndarray of int64, shape (N + 1,)): Hops ``arriving[into[v]:into[v + 1]]`` end at node v and come from
    ``before[into[v]:into[v + 1]]``.
    before, arriving (ndarray of int32, shape (H,)): Nodes, rising at each node to which the hops lead, and hops.
    far (ndarray of int32, shape (N,)): Distance of each node, see :func:`distances`.
    forwarding (ndarray of bool, shape (N,)): Whether each node forwards messages of others.

    Returns: Marks.
    """
    marks = np.zeros(len(target), dtype=np.uint32)
    last = -1
    for i in range(into[destination], into[destination + 1]):
        if far[before[i]] == 1 and not (first and before[i] == last):
            last = before[i]
            marks[arriving[i]] = 1
    for u in range(len(indptr) - 1):
        if far[u] > 1:
            for hop in range(indptr[u], indptr[u + 1]):
                v = target[hop]
                if far[v] == far[u] - 1 and forwarding[v]:
                    marks[hop] = 1
                    if first:
                        break
    return marks


def up_down_marks(indptr, target, up, into, before, rising, forwarding, destination, first):
    """Marks of the hops that begin a shortest path among those that go up and then down.

    Class 0 may still go up, class 1 only down.

    indptr (ndarray of int64, shape (N + 1,)): First hop of each node.
    target (ndarray of int32, shape (H,)): Node to which each hop leads.
    up (ndarray of bool, shape (H,)): Whether each hop goes up.
    into (ndarray of int64, shape (N + 1,)): Hops that end at node v come from ``before[into[v]:into[v + 1]]``.
    before (ndarray of int32, shape (H,)): Nodes.
    rising (ndarray of bool, shape (H,)): Whether the hop from ``before[i]`` goes up.
    forwarding (ndarray of bool, shape (N,)): Whether each node forwards messages of others.

    Returns: Marks.
    """
    count = len(into) - 1
    far = np.full((count, 2), -1, dtype=np.int32)  # of a packet that arrives by a hop up or starts, by a hop down
    queue = np.empty(2 * count, dtype=np.int32)
    queue[0], queue[1] = 2 * destination, 2 * destination + 1
    far[destination] = 0
    begin, end = 0, 2
    while begin < end:
        v, down = queue[begin] >> 1, queue[begin] & 1
        begin += 1
        if not forwarding[v] and v != destination:
            continue
        for i in range(into[v], into[v + 1]):
            if rising[i] == (down == 1):
                continue
            u = before[i]
            for was in range(1 + down):  # who goes up now may have gone up before, who goes down now either
                if far[u, was] < 0:
                    far[u, was] = far[v, down] + 1
                    queue[end] = 2 * u + was
                    end += 1
    marks = np.zeros(len(target), dtype=np.uint32)
    for u in range(count):
        for was in range(2):
            here = far[u, was]
            if here > 0:
                for hop in range(indptr[u], indptr[u + 1]):
                    v, now = target[hop], 0 if up[hop] else 1
                    if now < was or far[v, now] != here - 1 or not (forwarding[v] or v == destination):
                        continue
                    marks[hop] |= np.uint32(1 << was)
                    if first:
                        break
    return marks


def choices(indptr, target, order, marks, taken, behind, half, crossing, share, vcs, destination, by_channel, weighted):
    """The choices of all packets to a destination, from marked hops and a rule for virtual channels.

    indptr (ndarray of int64, shape (N + 1,)): First hop of each node.
    target (ndarray of int32, shape (H,)): Node to which each hop leads.
    order (ndarray of int32, shape (H,) or (0,)): The hops of each node in the order of choices, if that is not the
    order of their numbers.
    marks (ndarray of uint32, shape (H,)): Marks of the hops.
    taken (ndarray of uint32, shape (H,) or (0,)): Not 0 for hops by which packets come; rows behind others stay empty.
    behind (ndarray of uint8, shape (H,) or (0,)): Class of the packets behind each hop.
    half (ndarray of uint8, shape (H,) or (0,)): Virtual channels of each hop: 0 the lower half, 1 the upper half, 2
    all.
    crossing (ndarray of uint8, shape (H,) or (0,)): Group of each hop: behind an upper half, hops of the same group
    with a lower half have the upper one.
    share (ndarray of int64, shape (H,) or (0,)): Share of each hop.

    Returns: First choice of each row, channels, and weights (of length 0 if they are not wanted).
    """
    count, hops, middle = len(indptr) - 1, len(target), vcs // 2
    low, high = (0, middle, 0), (middle, vcs, vcs)
    common = middle * (vcs - middle) * vcs if middle else 1
    first = np.zeros(count + 1, dtype=np.int64)  # marked hops of each node
    some = np.empty(hops, dtype=np.int64)
    size = 0
    for node in range(count):
        first[node] = size
        for i in range(indptr[node], indptr[node + 1]):
            hop = order[i] if len(order) else i
            if marks[hop]:
                some[size] = hop
                size += 1
    first[count] = size
    bound = size * vcs
    if by_channel:
        for hop in range(hops):
            if len(taken) == 0 or taken[hop]:
                bound += vcs * vcs * (first[target[hop] + 1] - first[target[hop]])
    start = np.zeros(1 + count + (hops * vcs if by_channel else 0), dtype=np.int64)
    channel = np.empty(bound, dtype=np.int32)
    weight = np.empty(bound if weighted else 0, dtype=np.int64)
    kinds = 1
    for kind in behind:
        kinds = max(kinds, kind + 1)
    same = np.full(count * kinds, -1, dtype=np.int64)  # a row of each node and class that depends on nothing else
    size = 0
    for came in range(-count, hops):  # packets at node came + count, or behind hop came
        if came >= 0 and not by_channel:
            break
        node, kind, rows = (came + count, 0, 1) if came < 0 else (target[came], 0, vcs)
        if came >= 0 and len(behind):
            kind = behind[came]
        for vc in range(rows):
            row = came + count if came < 0 else count + came * vcs + vc
            start[row] = size
            if node == destination or (came >= 0 and len(taken) and not taken[came]):
                continue
            group = crossing[came] if came >= 0 and len(crossing) and vc >= middle else -1
            if group < 0:
                known = same[node * kinds + kind]
                if known >= 0:
                    for i in range(start[known], start[known + 1]):
                        channel[size] = channel[i]
                        if weighted:
                            weight[size] = weight[i]
                        size += 1
                    continue
                same[node * kinds + kind] = row
            for i in range(first[node], first[node + 1]):
                hop = some[i]
                if marks[hop] >> kind & 1:
                    which = half[hop] if len(half) else 2
                    if which == 0 and group >= 0 and group == crossing[hop]:
                        which = 1
                    for lane in range(low[which], high[which]):
                        channel[size] = hop * vcs + lane
                        if weighted:
                            weight[size] = common // (high[which] - low[which]) * (share[hop] if len(share) else 1)
                        size += 1
    start[-1] = size
    return start, channel[:size].copy(), weight[:size].copy()


# Loops that write down choices channel by channel: in layers of virtual channels, and by ascending ranks; like those of choice_loops.
#
# Each calls no other function, so that it runs as plain Python on small networks and compiled on large ones.


def stacked(count, target, vcs, take, first, then, weighted):
    """Choices of two routings, each on virtual channels of its own, as those of one.

    To each of them a packet behind a channel of the other one is like a packet at its source.

    target (ndarray of int32, shape (H,)): Node to which each hop leads.
    take (ndarray of uint8, shape (rows,)): 1 for a row with the choices of the first routing, 2 with those of the
    second, 3 with both.
    first, then: First choice of each row, by node or by channel, channels and weights (of length 0 if they are alike)
    of each routing, its lowest virtual channel and the number of its virtual channels.

    Returns: First choice of each row, none behind channels that no packet takes; channels, and weights (of length 0 if
    they are not wanted).
    """
    rows = len(take)
    taken = np.ones(rows, dtype=np.bool_)
    taken[count:] = False
    for each in range(2 if rows > count else 0):
        starts, channels, weights, low, width = first if each == 0 else then
        for c in channels:
            taken[count + c // width * vcs + low + c % width] = True
    start = np.zeros(rows + 1, dtype=np.int64)
    channel, weight = np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int64)
    for filling in range(2):
        size = 0
        for row in range(rows):
            start[row] = size
            for each in range(2):
                if not taken[row] or not take[row] >> each & 1:
                    continue
                starts, channels, weights, low, width = first if each == 0 else then
                at = row
                if row >= count:
                    hop, vc = (row - count) // vcs, (row - count) % vcs - low
                    at = count + hop * width + vc if 0 <= vc < width and len(starts) > count + 1 else target[hop]
                for i in range(starts[at], starts[at + 1]):
                    if filling:
                        channel[size] = channels[i] // width * vcs + low + channels[i] % width
                        if weighted:
                            weight[size] = weights[i] if len(weights) else 1
                    size += 1
        if not filling:
            channel, weight = np.empty(size, dtype=np.int32), np.empty(size if weighted else 0, dtype=np.int64)
    start[rows] = size
    return start, channel, weight


def ascended(by_channel, target, order, start, channel, weight, given, vcs, node_count):
    """Choices of hops, on the next virtual channel for each hop that is not behind the last one in an order.

    target (ndarray of int32, shape (H,)): Node to which each hop leads.
    order (ndarray of int64, shape (H,)): Places of the hops in the order.
    start, channel, weight: Choices of hops.

    Returns: Starts, channels and weights of the choices by channel; none behind hops that no packet takes.
    """
    hops, size = len(target), 0
    taken = np.zeros(hops, dtype=np.bool_)
    bound = start[node_count]
    for hop in channel:
        if not taken[hop]:
            taken[hop] = True
            row = node_count + hop if by_channel else target[hop]
            bound += vcs * (start[row + 1] - start[row])
    starts = np.empty(node_count + hops * vcs + 1, dtype=np.int64)
    channels = np.empty(bound, dtype=np.int32)
    weights = np.empty(bound if given else 0, dtype=np.int64)
    for row in range(node_count):
        starts[row] = size
        for k in range(start[row], start[row + 1]):
            channels[size] = channel[k] * vcs
            if given:
                weights[size] = weight[k]
            size += 1
    at = node_count
    for hop in np.flatnonzero(taken):
        starts[at : node_count + hop * vcs] = size
        row = node_count + hop if by_channel else target[hop]
        for vc in range(vcs):
            at = node_count + hop * vcs + vc
            starts[at] = size
            for k in range(start[row], start[row + 1]):
                rises = order[channel[k]] <= order[hop]
                channels[size] = channel[k] * vcs + min(vc + rises, vcs - 1)
                if given:
                    weights[size] = weight[k]
                size += 1
        at += 1
    starts[at:] = size
    return starts, channels, weights
