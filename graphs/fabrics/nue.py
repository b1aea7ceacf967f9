"""Routes inside an acyclic part of the complete channel dependency graph, which need no more layers than there are: as Nue's
(Domke, Hoefler and Matsuoka 2016).

Destinations are shared out among layers. In each, dependencies of channels are added while no circle closes, first those of
the ways along a spanning tree to its destinations. A destination that shortest ways by these rules do not reach from everywhere
is reached along the tree.
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from netlemma.errors import RoutingError
from netlemma.graphs.base.compiled import Kernel, looped
from netlemma.graphs.base.limits import require
from netlemma.graphs.fabrics.engine_loops import joined
from netlemma.graphs.formats.fabric.fabric import NONE, Fabric
from netlemma.graphs.routing.hop_routing import arrivals

FARTHER = 1 << 40  # what a hop costs beside loads, which are smaller together


def nue_hops(fabric: Fabric, goal: np.ndarray, layers: int, root: int) -> tuple[np.ndarray, np.ndarray]:
    """The hop of each node towards each destination (destinations, nodes), and the layer of each destination.

    root: Switch at which the spanning tree begins.
    """
    net, into = fabric.network, arrivals(fabric.network)
    if (fabric.reverse < 0).any():
        raise RoutingError("nue needs cables in both directions, and this fabric has one-way cables: take dfsssp")
    require("routes in a dependency graph", fabric.title, len(goal) * net.hop_count)
    first = np.minimum(net.indptr[:-1], net.hop_count - 1)
    near = np.where(fabric.forwards, np.arange(net.node_count), net.target[first])[goal]
    last = np.where(fabric.forwards[goal], NONE, fabric.reverse[first[goal]])
    order, up = _tree(fabric, root)
    place = np.empty(net.node_count, dtype=np.int64)
    place[order] = np.arange(len(order))
    by_place = np.lexsort((goal, place[near]))
    sends = np.bincount(np.flatnonzero(fabric.adapter), minlength=net.node_count)
    layer = np.zeros(len(goal), dtype=np.int64)
    hosts = by_place[fabric.adapter[goal[by_place]]]
    layer[hosts] = np.arange(len(hosts)) * layers // max(len(hosts), 1)
    base = np.concatenate([[0], np.cumsum(np.diff(net.indptr)[net.target])])
    sequence = np.concatenate([hosts, by_place[~fabric.adapter[goal[by_place]]]])
    hop = looped(nue_loop, len(goal) * net.hop_count)(
        net.indptr, net.target, net.origin, into.into, into.before.astype(np.int64), into.hop.astype(np.int64),
        fabric.reverse, fabric.forwards, goal, near, last, layer, layers, sequence, sends,
        fabric.adapter[goal].astype(np.int64), order, up, base,
    )  # fmt: skip
    return np.asarray(hop), layer


def _tree(fabric: Fabric, root: int) -> tuple[np.ndarray, np.ndarray]:
    """Switches of spanning trees, parents before children and subtrees together, and the hop from each to its parent, -1 for none."""
    net = fabric.network
    inside = np.flatnonzero(fabric.forwards[net.origin] & fabric.forwards[net.target])
    ends = net.origin[inside], net.target[inside]
    graph = coo_array((np.ones(len(inside), dtype=np.int8), ends), shape=(net.node_count,) * 2).tocsr()
    _, part = connected_components(graph)
    up = np.full(net.node_count, NONE, dtype=np.int64)
    order: list[int] = []
    roots = [root, *np.flatnonzero(fabric.forwards).tolist()]
    done: set[int] = set()
    for start in roots:
        if part[start] in done:
            continue
        done.add(int(part[start]))
        breadth, parent = breadth_first_order(graph, start)
        children: dict[int, list[int]] = {}
        for v in breadth[1:].tolist():
            children.setdefault(int(parent[v]), []).append(v)
            row = np.arange(net.indptr[v], net.indptr[v + 1])
            up[v] = row[net.target[row] == parent[v]][0]
        stack = [start]
        while stack:
            v = stack.pop()
            order.append(v)
            stack += reversed(children.get(v, []))
    rest = np.flatnonzero(~fabric.forwards)
    return np.concatenate([np.array(order, dtype=np.int64), rest]), up


@Kernel
def along_tree(end, near, last, indptr, target, reverse, forwards, order, up, hop, settled):
    """Ways of one destination along the tree, with its nodes, the nearest first; returns their number."""
    count = len(indptr) - 1
    for v in range(count):
        hop[v] = -1
    settled[0] = end
    listed = 1
    if last >= 0:
        hop[near] = last
        settled[1] = near
        listed = 2
    v = near
    while up[v] >= 0:
        parent = target[up[v]]
        hop[parent] = reverse[up[v]]
        settled[listed] = parent
        listed += 1
        v = parent
    top = v
    for v in order:
        if hop[v] >= 0 or v == end:
            continue
        if forwards[v]:
            h = up[v]
        else:
            h = -1
            for k in range(indptr[v], indptr[v + 1]):
                if h < 0 and forwards[target[k]]:
                    h = k
        if h >= 0 and (target[h] == top or target[h] == end or hop[target[h]] >= 0):
            hop[v] = h
            settled[listed] = v
            listed += 1
    return listed


def nue_loop(
    indptr, target, origin, into, before, arriving, reverse, forwards, goal, near, last, layer, layers, sequence,
    sends, weight, order, up, base,
):  # fmt: skip
    """The hop of each node towards each destination.

    near, last: Switch of each destination, and the hop from there to it, -1 if they are the same.
    layer: Layer of each destination, of so many ``layers``.
    sequence: Destinations in the order in which they are routed.
    sends, weight: Messages that start at each node for each destination with weight 1.
    order, up: Nodes of a spanning tree, parents first, and the hop from each to its parent.
    base: Number of the dependency of each hop on the first hop behind it.
    """
    count, hops = len(indptr) - 1, len(target)
    found = np.full((len(goal), count), -1, dtype=np.int32)
    load = np.zeros(hops, dtype=np.int64)
    used, barred = np.zeros(base[hops], dtype=np.uint8), np.zeros(base[hops], dtype=np.uint8)
    place = np.zeros(hops, dtype=np.int64)
    seen = np.zeros(hops, dtype=np.uint8)
    one, other = np.zeros(hops, dtype=np.int32), np.zeros(hops, dtype=np.int32)
    cost, below = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    settled, listed = np.zeros(count, dtype=np.int32), 0
    added, lately = np.zeros(count, dtype=np.int64), np.zeros(base[hops], dtype=np.int64)
    flow = np.zeros(count, dtype=np.int64)
    for this in range(layers):
        used[:] = 0
        barred[:] = 0
        below[:] = 0
        total = 0
        for h in range(hops):
            place[h] = h
        for d in range(len(goal)):
            if layer[d] == this:
                below[near[d]] += 1
                total += 1
        if total == 0:
            continue
        for i in range(count - 1, -1, -1):
            v = order[i]
            if up[v] >= 0:
                below[target[up[v]]] += below[v]
        for v in range(count):
            if not forwards[v]:
                continue
            whole = v  # the tree of this part
            while up[whole] >= 0:
                whole = target[up[whole]]
            for i in range(into[v], into[v + 1]):
                g, u = arriving[i], before[i]
                if up[u] != g and up[v] != reverse[g]:
                    continue
                for h in range(indptr[v], indptr[v + 1]):
                    w = target[h]
                    if h == reverse[g] or w == u:
                        continue
                    down = forwards[w] and up[w] == reverse[h]
                    if (down and below[w] > 0) or (up[v] == h and below[whole] > below[v]):
                        k = base[g] + h - indptr[v]
                        joined(g, h, k, indptr, target, origin, into, arriving, base, used, place, seen, one, other)
        for d in sequence:
            if layer[d] != this:
                continue
            end, listed, more, fresh = goal[d], 0, 0, 0
            for v in range(count):
                cost[v] = -1
            heap = [(0, -1, int(end))]
            while len(heap) > 0:
                price, h, v = heappop(heap)
                if cost[v] >= 0:
                    continue
                after = found[d, target[h]] if h >= 0 and forwards[v] else -1
                if after >= 0 and forwards[target[after]]:
                    k = base[h] + after - indptr[target[h]]
                    if used[k] == 0:
                        if barred[k] == 1 or not joined(
                            h, after, k, indptr, target, origin, into, arriving, base, used, place, seen, one, other
                        ):
                            if barred[k] == 0:
                                barred[k] = 1
                                lately[fresh] = k
                                fresh += 1
                            continue
                        added[more] = k
                        more += 1
                cost[v] = price
                found[d, v] = h
                settled[listed] = v
                listed += 1
                if v != end and not forwards[v]:
                    continue
                for i in range(into[v], into[v + 1]):
                    u = before[i]
                    if cost[u] < 0:
                        heappush(heap, (price + FARTHER + load[arriving[i]], int(arriving[i]), int(u)))
            stranded = False
            for v in range(count):
                if cost[v] < 0 and forwards[v]:
                    w = v
                    while up[w] >= 0:
                        w = target[up[w]]
                    e = near[d]
                    while up[e] >= 0:
                        e = target[up[e]]
                    stranded = stranded or w == e
            if stranded:
                for i in range(more):
                    used[added[i]] = 0
                for i in range(fresh):  # they may be free again
                    barred[lately[i]] = 0
                listed = along_tree(
                    end, near[d], last[d], indptr, target, reverse, forwards, order, up, found[d], settled
                )
            for v in range(count):
                flow[v] = sends[v] * weight[d]
            for i in range(listed - 1, -1, -1):
                v = settled[i]
                h = found[d, v]
                if h >= 0 and v != end:
                    load[h] += flow[v]
                    flow[target[h]] += flow[v]
    return found
