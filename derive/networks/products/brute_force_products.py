"""Products by brute force: plain loops over digit vectors, all halves compared, messages followed digit by digit with
their nodes and channels.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, pairwise, permutations, product

import sympy as sp

from netlemma.derive.algebra import notation as at

# Definitions computed as written: plain loops over digit vectors, one hop at a time.
#
# Slow and obvious. These loops share nothing with the closed forms and nothing with the explicit networks; a lemma is
# compared with them at small sizes.


Dimensions = Sequence[tuple[str, int]]
Node = tuple[int, ...]


def hops(kind: str, n: int, x: int) -> list[int]:
    """The digits one hop away from digit x, with one entry for each parallel hop."""
    if kind == "line":
        return [y for y in (x - 1, x + 1) if 0 <= y < n]
    if kind == "ring":
        return [(x + 1) % n, (x - 1) % n]
    if kind == "oneway-ring":
        return [(x + 1) % n]
    return [y for y in range(n) if y != x]


@cache
def digit_distance(kind: str, n: int, x: int, y: int) -> int:
    """Hops from digit x to digit y, by breadth-first search from x."""
    reached, frontier, steps = {x}, {x}, 0
    while y not in reached:
        frontier = {v for u in frontier for v in hops(kind, n, u)} - reached
        reached |= frontier
        steps += 1
    return steps


def nodes(dimensions: Dimensions) -> list[Node]:
    """All digit vectors."""
    return list(product(*(range(n) for _, n in dimensions)))


def distance(dimensions: Dimensions, s: Node, t: Node) -> int:
    """The distance of two nodes: the sum over dimensions of the distances of their digits."""
    return sum(digit_distance(kind, n, x, y) for (kind, n), x, y in zip(dimensions, s, t, strict=True))


def pair_distances(dimensions: Dimensions) -> Iterator[int]:
    """d(s, t) for every ordered pair, s = t included."""
    every = nodes(dimensions)
    return (distance(dimensions, s, t) for s in every for t in every)


def mean_distance(dimensions: Dimensions) -> Fraction:
    """The mean of d(s, t) over all ordered pairs of different nodes."""
    count = len(nodes(dimensions))
    return Fraction(sum(pair_distances(dimensions)), count * (count - 1))


def diameter(dimensions: Dimensions) -> int:
    """The largest distance."""
    return max(pair_distances(dimensions))


Joined = dict[Node, list[Node]]
MOST_FAILING = 36  # links each of which fails


def links_of(dimensions: Dimensions) -> list[tuple[Node, Node]]:
    """All links, parallel ones each by itself."""
    found: list[tuple[Node, Node]] = []
    for u in nodes(dimensions):
        for j, (kind, n) in enumerate(dimensions):
            for y in hops(kind, n, u[j]):
                v = (*u[:j], y, *u[j + 1 :])
                found += [(u, v)] if u < v else []
    return found


def _searched(links: Sequence[tuple[Node, Node]], source: Node) -> dict[Node, int]:
    """The distance of each node from one, by a search outwards."""
    near: Joined = {}
    for u, v in links:
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    found, frontier = {source: 0}, [source]
    while frontier:
        new = dict.fromkeys(v for u in frontier for v in near.get(u, ()) if v not in found)
        found |= dict.fromkeys(new, found[frontier[0]] + 1)
        frontier = list(new)
    return found


def _failed(dimensions: Dimensions) -> Iterator[tuple[tuple[Node, Node], list[tuple[Node, Node]]]]:
    """Each link, with the links that are left without it; of parallel ones one, and of large networks, whose nodes are all alike, those
    of the first node.
    """
    every = links_of(dimensions)
    first = nodes(dimensions)[0]
    for link in dict.fromkeys(link for link in every if len(every) <= MOST_FAILING or first in link):
        left = list(every)
        left.remove(link)
        yield link, left


def diameter_after_failure(dimensions: Dimensions) -> int:
    """The largest distance without a link, over all links."""
    every = nodes(dimensions)
    return max(max(_searched(left, s).values()) for _, left in _failed(dimensions) for s in every)


def mean_distance_after_failure(dimensions: Dimensions) -> Fraction:
    """The mean distance without a link, over all links the greatest."""
    every = nodes(dimensions)
    most = max(sum(sum(_searched(left, s).values()) for s in every) for _, left in _failed(dimensions))
    return Fraction(most, len(every) * (len(every) - 1))


def detour_after_failure(dimensions: Dimensions) -> int:
    """The distance of the ends of a link without it, over all links the greatest."""
    return max(_searched(left, u)[v] for (u, v), left in _failed(dimensions))


def cut_load_after_failure(dimensions: Dimensions) -> Fraction:
    """Messages from the first half of the first dimension to the second, divided by the links between them but one, when each node sends
    one message to the others.
    """
    every, half = nodes(dimensions), dimensions[0][1] // 2
    between = sum((u[0] < half) != (v[0] < half) for u, v in links_of(dimensions))
    pairs = sum(s[0] < half <= t[0] for s in every for t in every)
    return Fraction(pairs, (between - 1) * (len(every) - 1))


def distance_polynomial(dimensions: Dimensions, z: int) -> Fraction:
    """The distance polynomial of a node, averaged over sources, at one point."""
    return Fraction(sum(z**d for d in pair_distances(dimensions)), len(nodes(dimensions)))


def pairs_at_distance(dimensions: Dimensions, i: int) -> int:
    """The number of ordered pairs of nodes at one distance."""
    return sum(d == i for d in pair_distances(dimensions))


def devices(dimensions: Dimensions, chosen: Sequence[int]) -> int:
    """The number of devices of the chosen dimensions, counted one by one on each copy of the factor."""
    total = 0
    for j in chosen:
        kind, n = dimensions[j]
        if kind == "bus":
            own = 1
        elif kind == "oneway-ring":
            own = sum(len(hops(kind, n, x)) for x in range(n))
        else:
            own = sum(len(hops(kind, n, x)) for x in range(n)) // 2
        copies = 1
        for other, (_, size) in enumerate(dimensions):
            copies *= size if other != j else 1
        total += own * copies
    return total


def visit_ratio(dimensions: Dimensions, chosen: Sequence[int]) -> Fraction:
    """Hops of a message in the chosen dimensions, for each of their devices."""
    every = nodes(dimensions)
    made = sum(digit_distance(*dimensions[j], s[j], t[j]) for s in every for t in every for j in chosen)
    return Fraction(made, len(every) * (len(every) - 1) * devices(dimensions, chosen))


@cache
def walk(kind: str, n: int, x: int, y: int) -> list[tuple[Fraction, list[tuple[int, int]]]]:
    """The shortest paths from x to y within a factor as lists of hops, with their probabilities."""
    if kind == "ring" and x != y:
        up, down = (y - x) % n, (x - y) % n
        directions = [(1, up)] if up < down else [(-1, down)] if down < up else [(1, up), (-1, down)]
        ways = []
        for direction, length in directions:
            path = [(x + direction * h) % n for h in range(length + 1)]
            links = [u if direction == 1 else v for u, v in pairwise(path)]
            ways.append((Fraction(1, len(directions)), [(link, link) for link in links]))
        return ways
    path = [x]
    while path[-1] != y:
        path.append(min(hops(kind, n, path[-1]), key=lambda v: digit_distance(kind, n, v, y)))
    return [(Fraction(1), list(pairwise(path)))]


def crosses(kind: str, hop: tuple[int, int], position: int) -> bool:
    """Whether a hop (from, to), or on a ring (link, link), uses the device of the factor at ``position``.

    Link ``p`` of a line joins nodes p - 1 and p; link ``e`` of a ring joins e and e + 1; on a clique it is the link
    between node 0 and node ``position``; a factor of kind bus has one bus.
    """
    if kind == "bus":
        return True
    if kind == "line":
        return max(hop) == position
    if kind == "clique":
        return set(hop) == {0, position}
    return hop[0] == position


def device_visits(dimensions: Dimensions, j: int, position: int, fibre: Node) -> Fraction:
    """Expected crossings of one device of dimension j under dimension-order routing, message by message."""
    every = nodes(dimensions)
    visits = Fraction(0)
    for s in every:
        for t in every:
            other = t[:j] + s[j + 1 :]
            if s != t and other == fibre[:j] + fibre[j + 1 :]:
                for probability, hops_made in walk(*dimensions[j], s[j], t[j]):
                    if crossings := sum(crosses(dimensions[j][0], hop, position) for hop in hops_made):
                        visits += probability * crossings
    return visits / (len(every) * (len(every) - 1))


def farthest_paths(dimensions: Dimensions) -> int:
    """The number of shortest paths between two nodes at the largest distance, counted hop by hop, parallel links separately."""
    every = nodes(dimensions)
    s, t = max(((s, t) for s in every for t in every), key=lambda pair: distance(dimensions, *pair))

    @cache
    def paths(u: Node) -> int:
        if u == t:
            return 1
        near = distance(dimensions, u, t) - 1
        total = 0
        for j, (kind, n) in enumerate(dimensions):
            for digit in hops(kind, n, u[j]):
                v = u[:j] + (digit,) + u[j + 1 :]
                if distance(dimensions, v, t) == near:
                    total += paths(v)
        return total

    return paths(s)


# Bisection widths by comparison of all halves, or of those that are first in a lexicographic order.


CUT = {"line": 2, "ring": 4, "oneway-ring": 2, "bus": 1}  # channels of a copy of the factor that is cut in the middle
MOST_HALVED = 12  # nodes of which all halves are tried


def cuts(dimensions: Dimensions) -> Iterator[tuple[set[Node], int]]:
    """The devices of a product as sets of nodes, each with its channels."""
    for j, (kind, n) in enumerate(dimensions):
        rest = [range(size) if i != j else range(1) for i, (_, size) in enumerate(dimensions)]
        for fibre in product(*rest):
            line = [(*fibre[:j], digit, *fibre[j + 1 :]) for digit in range(n)]
            if kind == "bus":
                yield set(line), 1
            elif kind == "clique":
                yield from (({u, v}, 2) for u, v in combinations(line, 2))
            else:
                around = [] if kind == "line" else [line[0]]
                yield from (({u, v}, 1 if kind == "oneway-ring" else 2) for u, v in pairwise([*line, *around]))


def narrowest(dimensions: Dimensions) -> Fraction:
    """Fewest channels between two halves; beyond 12 nodes of those that are first in a lexicographic order."""
    every, devices = nodes(dimensions), list(cuts(dimensions))
    half_of_all = len(every) // 2
    orders = {tuple(dimensions[j] for j in order): order for order in permutations(range(len(dimensions)))}
    first = (sorted(every, key=lambda node, order=order: [node[j] for j in order]) for order in orders.values())  # type: ignore[misc]
    halves = combinations(every, half_of_all) if len(every) <= MOST_HALVED else (x[:half_of_all] for x in first)
    chosen = (set(half) for half in halves)
    return Fraction(min(sum(w for device, w in devices if 0 < len(device & part) < len(device)) for part in chosen))


def half() -> at.Extreme:
    """The least over halves S of the channels between S and the other nodes."""
    chosen = sp.Symbol("S'")
    return at.least(sp.Function("b")(chosen), chosen, "H")


# Messages through nodes, message by message: under dimension order, and the fewest through layers in the middle of a line.


def most_passed(dimensions: Dimensions) -> Fraction:
    """Most messages through a node under dimension order, ties split, message by message."""
    every = nodes(dimensions)
    passed = dict.fromkeys(every, Fraction(0))
    for s in every:
        for t in every:
            for share, route in _routes(dimensions, s, t):
                for node in route[1:-1]:
                    passed[node] += share
    return max(passed.values())


def _routes(dimensions: Dimensions, s: Node, t: Node) -> Iterator[tuple[Fraction, list[Node]]]:
    """The routes of dimension order from s to t, each with its probability."""
    j = next((j for j, (x, y) in enumerate(zip(s, t, strict=True)) if x != y), None)
    if j is None:
        yield Fraction(1), [s]
        return
    kind, n = dimensions[j]
    near = [d for d in dict.fromkeys(hops(kind, n, s[j]))
            if digit_distance(kind, n, d, t[j]) < digit_distance(kind, n, s[j], t[j])]  # fmt: skip
    for digit in near:
        for share, route in _routes(dimensions, (*s[:j], digit, *s[j + 1 :]), t):
            yield share / len(near), [s, *route]


def fewest_in_middle(dimensions: Dimensions) -> Fraction:
    """Fewest messages through a node on the mean of layers in the middle of the line, for the layers that have most.

    No routing has fewer through all nodes of these layers together, and so none has fewer through each of them.
    """
    every = nodes(dimensions)
    ((j, n),) = [(j, n) for j, (kind, n) in enumerate(dimensions) if kind == "line"]
    blocks = [{node for node in every if out <= node[j] < n - out} for out in range((n + 1) // 2)]
    return max(Fraction(sum(_least_passed(dimensions, block, s) for s in every), len(block)) for block in blocks)


def _least_passed(dimensions: Dimensions, block: set[Node], source: Node) -> int:
    """Sum over all destinations of the fewest nodes of a block that a route from the source passes."""
    passed: dict[Node, int] = {}
    todo = [(0, source)]
    while todo:
        count, node = heappop(todo)
        if node in passed:
            continue
        passed[node] = count
        beyond = count + (node != source and node in block)
        for j, (kind, n) in enumerate(dimensions):
            for digit in hops(kind, n, node[j]):
                heappush(todo, (beyond, (*node[:j], digit, *node[j + 1 :])))
    return sum(passed.values())


# Dimension order by brute force: packets followed digit by digit, with their channels.


Hop = dict[str, int]


def channel_hops(kind: str, k: int, source: int, goal: int) -> Iterator[Hop]:
    """The hops between two digits with their coordinates.

    A hop is rising (u = 1) or falling (u = -1), before the jump (v = 0) or from the jump on (v = 1), and has a place x.

    >>> [tuple(hop.values()) for hop in channel_hops("ring", 5, 4, 1)]
    [(1, 1, 0), (1, 1, 1)]
    """
    up, down = (goal - source) % k, (source - goal) % k
    rises = {"line": goal > source, "oneway-ring": True, "ring": up <= down}[kind]
    p, lane = source, 0
    while p != goal:
        q = (p + (1 if rises else -1)) % k
        lane = 1 if (q < p) == rises else lane
        yield {"u": 1 if rises else -1, "v": lane, "x": q if rises else k - 1 - q}
        p = q


def channels(kind: str, k: int, n: int) -> Iterator[list[Hop]]:
    """The channels of each packet in order, with the dimension d of each."""
    for source, goal in product(product(range(k), repeat=n), repeat=2):
        yield [{"d": d} | hop for d in range(n) for hop in channel_hops(kind, k, source[d], goal[d])]
