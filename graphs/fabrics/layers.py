"""Service levels that keep messages free of deadlock: routes are shared out among layers, each of which has no circle of channels.

DFSSSP (Domke, Hoefler and Nagel 2011) has all routes in the first layer and moves those of the weakest dependency of each
circle to the next; LASH (Skeie, Lysne and Theiss 2002) takes one pair of switches after the other into the first layer that
stays free of circles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netlemma.errors import RoutingError
from netlemma.graphs.base.limits import require
from netlemma.graphs.formats.fabric.fabric import Fabric

MOST_LAYERS = 15  # virtual lanes of InfiniBand for data

Route = tuple[int, ...]  # hops between switches
Dependency = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Routes:
    """Different routes between switches, for the messages of all hosts.

    hops: Hops of each route.
    messages: Number of pairs of hosts whose messages take each.
    which: Route of messages from each node to each destination (destinations, nodes), -1 but between hosts.
    """

    hops: list[Route]
    messages: list[int]
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
    messages: list[int] = []
    which = np.full((len(goal), net.node_count), -1, dtype=np.int64)
    for column in columns.tolist():
        end, onward = int(goal[column]), hop[column].tolist()
        sources = hosts[(hosts != end) & (hop[column, hosts] >= 0)]
        entry = np.where(fabric.forwards[sources], sources, net.target[hop[column, sources]])
        starts, at, counts = np.unique(entry, return_inverse=True, return_counts=True)
        routes = []
        for start, count in zip(starts.tolist(), counts.tolist(), strict=True):
            route: list[int] = []
            node = start
            while node != end:
                here = onward[node]
                node = int(net.target[here])
                if fabric.forwards[node]:
                    route.append(here)
            key = tuple(route)
            if key not in number:
                number[key] = len(messages)
                messages.append(0)
            messages[number[key]] += count
            routes.append(number[key])
        which[column, sources] = np.array(routes, dtype=np.int64)[at] if routes else 0
    return Routes(list(number), messages, which)


def levels_of(routes: Routes, engine: str, most: int = MOST_LAYERS) -> np.ndarray:
    """The layer of messages from each node to each destination, uint8 (destinations, nodes); 0 but between hosts.

    >>> from netlemma.graphs.fabrics.engines import engine_tables
    >>> from netlemma.graphs.sources import source
    >>> fabric = source("tests/data/infiniband/ring5-lash/opensm-subnet.lst").fabric
    >>> engine_tables(fabric, "dfsssp").levels.max(), engine_tables(fabric, "lash").levels.max()
    (np.uint8(1), np.uint8(1))
    """
    layer = LAYERS[engine](routes.hops, routes.messages)
    if max(layer, default=0) >= most:
        limit = f"InfiniBand has at most {most}" if most == MOST_LAYERS else f"`layers` allows {most}"
        raise RoutingError(f"{engine} needs {max(layer) + 1} virtual lanes here, and {limit}: take nue or up-down")
    return np.append(np.array(layer, dtype=np.uint8), np.uint8(0))[routes.which]


def by_weakest(routes: list[Route], messages: list[int]) -> list[int]:
    """The layer of each route as DFSSSP finds it.

    >>> by_weakest([(0, 1), (1, 2), (2, 0)], [5, 1, 3])
    [0, 1, 0]
    """
    layer = [0] * len(routes)
    left = list(range(len(routes)))
    while left:
        left = _moved(routes, messages, left)
        for route in left:
            layer[route] += 1
    return layer


def _moved(routes: list[Route], messages: list[int], inside: list[int]) -> list[int]:
    """The routes that leave a layer, until it has no circle."""
    users: dict[Dependency, set[int]] = {}
    for route in inside:
        for pair in pairwise(routes[route]):
            users.setdefault(pair, set()).add(route)
    weight = {pair: sum(messages[route] for route in those) for pair, those in users.items()}
    kept = circular(list(users))
    after: dict[int, set[int]] = {}
    for one, other in kept:
        after.setdefault(one, set()).add(other)
    moved: list[int] = []
    done: set[int] = set()
    for root in list(after):
        while root not in done and (circle := _circle(after, root, done)):
            pairs = list(zip(circle, circle[1:] + circle[:1], strict=True))
            weakest = min(pairs, key=lambda pair: (weight[pair], pair))
            for route in sorted(users[weakest]):
                moved.append(route)
                for pair in pairwise(routes[route]):
                    users[pair].discard(route)
                    weight[pair] -= messages[route]
                    if not users[pair] and pair[0] in after:
                        after[pair[0]].discard(pair[1])
    return moved


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


def by_pairs(routes: list[Route], messages: list[int]) -> list[int]:
    """The layer of each route as LASH finds it: the first that it closes no circle in.

    >>> by_pairs([(0, 1), (1, 2), (2, 0)], [5, 1, 3])
    [0, 0, 1]
    """
    graphs: list[dict[int, set[int]]] = []
    if not circular(sorted({pair for route in routes for pair in pairwise(route)})):
        return [0] * len(routes)
    layer = []
    for route in routes:
        for number in range(len(graphs) + 1):
            if number == len(graphs):
                graphs.append({})
            if _joins(graphs[number], route):
                layer.append(number)
                break
    return layer


def _joins(after: dict[int, set[int]], route: Route) -> bool:
    """Add the dependencies of a route to a layer, unless they close a circle."""
    new: list[Dependency] = []
    for one, other in pairwise(route):
        if other in after.get(one, ()):
            continue
        seen, stack = {other}, [other]
        while stack:
            for each in after.get(stack.pop(), ()):
                if each not in seen:
                    seen.add(each)
                    stack.append(each)
        if one in seen:
            for a, b in new:
                after[a].discard(b)
            return False
        after.setdefault(one, set()).add(other)
        new.append((one, other))
    return True


LAYERS: Mapping[str, Callable[[list[Route], list[int]], list[int]]] = {"dfsssp": by_weakest, "lash": by_pairs}
