"""The shuffle of rings by its definition: words of digits, links that shift a digit in, packets followed one by one.

Slow and obvious, as :mod:`netlemma.derive.networks.products.brute_force_products`. A node is a word of r digits. A link is a word of r +
1 digits: it leads from the first r of them to the last r. The next link on its ring shifts in the digit that was
shifted out, so a ring is a word of r + 1 digits up to rotation.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby, product

from netlemma.derive.algebra.word_counts import least_rotation, rotations

Word = tuple[int, ...]
Route = tuple[Word, ...]  # links of a packet, in order


def nodes(f: int, r: int) -> list[Word]:
    """All words of r digits."""
    return list(product(range(f), repeat=r))


def rings_visited(route: Route) -> list[Word]:
    """The rings that a packet visits, in order; consecutive links of one ring are one visit.

    >>> rings_visited(((0, 0, 1), (0, 1, 0), (1, 0, 1)))
    [(0, 0, 1), (0, 1, 1)]
    """
    return [name for name, _ in groupby(map(least_rotation, route))]


def distances(f: int, source: Word) -> dict[Word, int]:
    """The smallest number of links from a node to every node, by a search that ignores rings."""
    found, queue = {source: 0}, deque([source])
    while queue:
        node = queue.popleft()
        for digit in range(f):
            ahead = (*node[1:], digit)
            if ahead not in found:
                found[ahead] = found[node] + 1
                queue.append(ahead)
    return found


def routes(f: int, source: Word) -> dict[Word, Route]:
    """The general router: a shortest route to every node among those that visit no ring twice.

    Ties are broken by the fewest rings visited, then by the lowest link numbers. Routes of length 0, 1, 2, ... are
    listed until every node is reached.

    >>> routes(2, (0, 0))[1, 1]
    ((0, 0, 1), (0, 1, 1))
    """
    found: dict[Word, Route] = {}
    candidates: list[Route] = [()]
    while len(found) < f ** len(source):
        reached: dict[Word, list[Route]] = {}
        for route in candidates:
            reached.setdefault(route[-1][1:] if route else source, []).append(route)
        for node, several in reached.items():
            if node not in found:
                found[node] = min(several, key=lambda way: (len(rings_visited(way)), [sum(link) % f for link in way]))
        candidates = [(*way, (*node, d)) for node, several in reached.items() for way in several for d in range(f)]
        candidates = [way for way in candidates if _visits_once(way)]
    return found


def _visits_once(route: Route) -> bool:
    visited = rings_visited(route)
    return len(visited) == len(set(visited))


@dataclass(frozen=True)
class ShuffleTotals:
    """Packets between all ordered pairs of nodes: by length, by rings visited, by link and by queue."""

    lengths: Counter[int]
    visits: Counter[int]
    send: Counter[Word]
    echo: Counter[Word]
    entries: Counter[Word]


@cache
def traffic(f: int, r: int) -> ShuffleTotals:
    """Follow a packet for every ordered pair of nodes.

    Each ring that a packet visits is covered: its echo crosses the links that the packet does not. A packet enters a
    queue where it enters a ring.

    >>> found = traffic(2, 2)
    >>> max(found.send.values()), found.send[0, 0, 0], max(found.entries.values())
    (3, 0, 4)
    """
    totals = ShuffleTotals(Counter(), Counter(), Counter(), Counter(), Counter())
    for route in every_route(f, r):
        totals.lengths[len(route)] += 1
        totals.send.update(route)
        visits = [list(links) for _, links in groupby(route, key=least_rotation)]
        totals.visits[len(visits)] += 1
        for links in visits:
            totals.entries[links[0][:-1]] += 1
            totals.echo.update(set(rotations(links[0])) - set(links))
    return totals


def every_route(f: int, r: int) -> Iterator[Route]:
    """The route of every ordered pair of nodes."""
    for source in nodes(f, r):
        yield from routes(f, source).values()
