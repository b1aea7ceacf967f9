"""Service levels that keep messages free of deadlock: routes are shared out among layers, each of which has no circle of channels.

As LASH (Skeie, Lysne and Theiss 2002) does, one route after the other comes into the first layer that stays free of circles.
The balanced routes of DFSSSP (Domke, Hoefler and Nagel 2011) come the longest first: that takes fewer layers than its way to
break up one circle after the other, 5 instead of 9 on a torus 5x5x5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netlemma.errors import RoutingError
from netlemma.graphs.base.compiled import looped
from netlemma.graphs.base.limits import require
from netlemma.graphs.fabrics.engine_loops import joined
from netlemma.graphs.formats.fabric.fabric import Fabric
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.topology.structure import Network

MOST_LAYERS = 15  # virtual lanes of InfiniBand for data

Route = tuple[int, ...]  # hops between switches
Dependency = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Routes:
    """Different routes between switches, for the messages of all hosts.

    hops: Hops of each route.
    which: Route of messages from each node to each destination (destinations, nodes), -1 but between hosts.
    """

    hops: list[Route]
    which: np.ndarray

    def safe(self) -> bool:
        """Whether one layer suffices."""
        return not circular(sorted({pair for route in self.hops for pair in pairwise(route)}))


def routes_of(fabric: Fabric, goal: np.ndarray, hop: np.ndarray) -> Routes:
    """The routes of tables of hops (destinations, nodes)."""
    net = fabric.network
    hosts = np.flatnonzero(fabric.adapter)
    columns = np.flatnonzero(fabric.adapter[goal])
    require("layers of routes", fabric.title, len(columns) * len(np.unique(net.target[net.indptr[hosts]])))
    number: dict[Route, int] = {}
    which = np.full((len(goal), net.node_count), -1, dtype=np.int64)
    for column in columns.tolist():
        end, onward = int(goal[column]), hop[column].tolist()
        sources = hosts[(hosts != end) & (hop[column, hosts] >= 0)]
        entry = np.where(fabric.forwards[sources], sources, net.target[hop[column, sources]])
        starts, at = np.unique(entry, return_inverse=True)
        routes = []
        for start in starts.tolist():
            route: list[int] = []
            node = start
            while node != end:
                here = onward[node]
                node = int(net.target[here])
                if fabric.forwards[node]:
                    route.append(here)
            routes.append(number.setdefault(tuple(route), len(number)))
        which[column, sources] = np.array(routes, dtype=np.int64)[at] if routes else 0
    return Routes(list(number), which)


def levels_of(net: Network, routes: Routes, engine: str, most: int = MOST_LAYERS) -> np.ndarray:
    """The layer of messages from each node to each destination, uint8 (destinations, nodes); 0 but between hosts.

    >>> from netlemma.graphs.fabrics.engines import engine_tables
    >>> from netlemma.graphs.sources import source
    >>> fabric = source("tests/data/infiniband/ring5-lash/opensm-subnet.lst").fabric
    >>> engine_tables(fabric, "dfsssp").levels.max(), engine_tables(fabric, "lash").levels.max()
    (np.uint8(1), np.uint8(1))
    """
    layer = [0] * len(routes.hops) if routes.safe() else first_fit(net, routes.hops, LAYERS[engine](routes.hops), most)
    if max(layer, default=0) >= most:
        limit = f"InfiniBand has at most {most}" if most == MOST_LAYERS else f"`layers` allows {most}"
        raise RoutingError(f"{engine} needs more virtual lanes here, and {limit}: take nue or up-down")
    return np.append(np.array(layer, dtype=np.uint8), np.uint8(0))[routes.which]


def circular(pairs: list[Dependency]) -> list[Dependency]:
    """The dependencies that lie on circles.

    >>> circular([(0, 1), (1, 0), (1, 2)])
    [(0, 1), (1, 0)]
    """
    if not pairs:
        return []
    ends = np.array(pairs)
    size = int(ends.max()) + 1
    graph = coo_array((np.ones(len(ends), dtype=np.int8), (ends[:, 0], ends[:, 1])), shape=(size, size))
    _, part = connected_components(graph, connection="strong")
    return [pair for pair, same in zip(pairs, part[ends[:, 0]] == part[ends[:, 1]], strict=True) if same]


def circle_of(pairs: list[Dependency]) -> list[Dependency]:
    """The dependencies of one circle, empty if there is none.

    >>> circle_of([(2, 0), (0, 1), (1, 0)])
    [(0, 1), (1, 0)]
    """
    after: dict[int, set[int]] = {}
    for one, other in circular(pairs):
        after.setdefault(one, set()).add(other)
    circle = _circle(after, next(iter(after)), set()) if after else []
    return list(zip(circle, circle[1:] + circle[:1], strict=True))


def topological(count: int, tail: np.ndarray, head: np.ndarray) -> np.ndarray:
    """The place of each of so many channels in an order in which all dependencies go forward; they have no circle.

    >>> topological(3, np.array([2, 1]), np.array([1, 0])).tolist()
    [2, 1, 0]
    """
    order = np.argsort(tail, kind="stable")
    after, start = head[order], np.searchsorted(tail[order], np.arange(count + 1))
    waiting = np.bincount(head, minlength=count)
    place, free, level = np.zeros(count, dtype=np.int64), np.flatnonzero(waiting == 0), 0
    while len(free):
        place[free] = level
        sizes = start[free + 1] - start[free]
        at = np.repeat(start[free] - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes) + np.arange(sizes.sum())
        np.subtract.at(waiting, after[at], 1)
        free, level = np.unique(after[at][waiting[after[at]] == 0]), level + 1
    return place


def _circle(after: Mapping[int, set[int]], root: int, done: set[int]) -> list[int]:
    """A circle that can be reached from a channel, or none; channels from which there is none are added to ``done``."""
    way, place = [root], {root: 0}
    following = [iter(sorted(after.get(root, ())))]
    while way:
        there = next(following[-1], None)
        if there is None:
            done.add(way[-1])
            del place[way.pop()]
            following.pop()
        elif there in place:
            return way[place[there] :]
        elif there not in done:
            place[there] = len(way)
            way.append(there)
            following.append(iter(sorted(after.get(there, ()))))
    return []


def first_fit(net: Network, routes: list[Route], order: Iterable[int], most: int) -> list[int]:
    """The layer of each route, in some order: the first of so many in which it closes no circle; ``most`` if there is none.

    >>> from netlemma.graphs import network
    >>> net = network("ring", K=3)
    >>> around = [h for h in range(6) if net.target[h] == (net.origin[h] + 1) % 3]
    >>> first_fit(net, [(around[i], around[(i + 1) % 3]) for i in range(3)], range(3), 15)
    [0, 0, 1]
    """
    into, listed = arrivals(net), list(order)
    start = np.concatenate([[0], np.cumsum([len(route) for route in routes])])
    flat = np.fromiter(chain.from_iterable(routes), dtype=np.int64, count=int(start[-1]))
    base = np.concatenate([[0], np.cumsum(np.diff(net.indptr)[net.target])])
    loop = looped(first_fit_loop, len(routes) * net.hop_count)
    layer = loop(flat, start, np.array(listed), net.indptr, net.target, net.origin, into.into, into.hop, base, most)
    return np.asarray(layer).tolist()


def first_fit_loop(flat, start, sequence, indptr, target, origin, into, arriving, base, most):
    """The layer of each route, whose hops are ``flat[start[route]:start[route + 1]]``, in the order of ``sequence``."""
    hops = len(target)
    layer = np.zeros(len(start) - 1, dtype=np.int64)
    used, place = np.zeros((most, base[hops]), dtype=np.uint8), np.zeros((most, hops), dtype=np.int64)
    for this in range(most):
        for h in range(hops):
            place[this, h] = h
    seen, one, other = np.zeros(hops, dtype=np.uint8), np.zeros(hops, dtype=np.int32), np.zeros(hops, dtype=np.int32)
    added = np.zeros(hops + 1, dtype=np.int64)
    for route in sequence:
        layer[route] = most
        for this in range(most):
            more, fits = 0, True
            for i in range(start[route], start[route + 1] - 1):
                g, h = flat[i], flat[i + 1]
                k = base[g] + h - indptr[target[g]]
                if used[this, k] == 0:
                    fits = joined(
                        g, h, k, indptr, target, origin, into, arriving, base, used[this], place[this], seen, one, other
                    )
                    if not fits:
                        break
                    added[more] = k
                    more += 1
            if fits:
                layer[route] = this
                break
            for i in range(more):
                used[this, added[i]] = 0
    return layer


def _longest_first(routes: list[Route]) -> list[int]:
    return sorted(range(len(routes)), key=lambda route: -len(routes[route]))


LAYERS: Mapping[str, Callable[[list[Route]], Iterable[int]]] = {
    "dfsssp": _longest_first,
    "lash": lambda routes: range(len(routes)),
}
