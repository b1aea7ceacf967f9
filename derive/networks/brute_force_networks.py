"""Networks by their definition, node by node: what plain loops count of them, and the routes of packets in fabrics."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, pairwise, permutations, product
from typing import Any

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.domain import Domain, Size
from netlemma.errors import ResultTooLarge

# Networks by their definition, node by node: what plain loops count of them.


Node = Any  # hashable
KEPT = 64  # networks
OF_DISTANCES = ("diameter", "mean_distance", "nodes_at_distance", "wiener_index")


@dataclass(frozen=True, eq=False)
class ExplicitNetwork:
    """The nodes of a network of one size, their neighbours, the ends of messages, and how many parallel links join two neighbours."""

    neighbours: dict[Node, tuple[Node, ...]]
    ends: Sequence[Node]
    cables: Callable[[Node, Node], int] = lambda u, v: 1

    @property
    def links(self) -> int:
        """Number of links; a pair of opposite one-way links counts as one."""
        return sum(
            self.cables(*pair) for pair in {frozenset((u, v)) for u, near in self.neighbours.items() for v in near}
        )

    @property
    def hops(self) -> int:
        """Number of ordered pairs of neighbours."""
        return sum(map(len, self.neighbours.values()))

    @property
    def degrees(self) -> set[int]:
        """The numbers of links of a node that occur."""
        return {sum(self.cables(u, v) for v in near) for u, near in self.neighbours.items()}

    @property
    def degree(self) -> int:
        """The number of links of every node; -1 if they have different numbers."""
        return max(self.degrees) if len(self.degrees) == 1 else -1

    def distances(self, source: Node) -> list[int]:
        """Distances from an end to all other ends."""
        found, border = {source: 0}, [source]
        while border:
            reached = []
            for u in border:
                for v in self.neighbours[u]:
                    if v not in found:
                        found[v] = found[u] + 1
                        reached.append(v)
            border = reached
        return [found[end] for end in self.ends if end != source]

    def all_distances(self) -> list[int]:
        """Distances of all ordered pairs of different ends."""
        return [d for source in self.ends for d in self.distances(source)]

    def largest_load(self) -> Fraction:
        """Crossings of the busiest one-way hop, see :meth:`loads`."""
        return max(self.loads().values())

    def loads(self) -> dict[tuple[Node, Node], Fraction]:
        """Crossings of each one-way hop while every end sends one message, to any other end by any shortest path."""
        load: dict[tuple[Node, Node], Fraction] = {}
        for source in self.ends:
            paths, order, before = {source: 1}, [source], {source: set[Node]()}
            far = {source: 0}
            for u in order:
                for v in self.neighbours[u]:
                    if v not in far:
                        far[v], paths[v], before[v] = far[u] + 1, 0, set()
                        order.append(v)
                    if far[v] == far[u] + 1:
                        paths[v] += paths[u] * self.cables(u, v)
                        before[v].add(u)
            ends = set(self.ends)
            ahead = {v: Fraction(v in ends and v != source, len(ends) - 1) for v in order}
            for v in reversed(order):
                for u in before[v]:
                    share = ahead[v] * paths[u] * self.cables(u, v) / paths[v]
                    load[u, v] = load.get((u, v), Fraction(0)) + share / self.cables(u, v)
                    ahead[u] += share
        return load


@dataclass(frozen=True, eq=False)
class Construction:
    """A family by its definition.

    name: Name of the family.
    domain: Its sizes.
    ends: Number of the nodes between which messages run.
    listed: Function from a size to all ends of messages.
    near: Function from a size and a node to the nodes that it is linked to; repeated ones and the node itself do not
    count.
    small: Sizes at which arguments are compared with plain loops.
    one_way: Whether links lead from a node to its neighbours only.
    buses: Function from a size and a node to the buses that it is on, which are counted instead of links.
    fixed: Options of the family that the definition fixes, as a user writes them.
    between: "switches" or "terminals", if the ends are not all nodes of the family: lemmas on distances say which.
    cables: Function from a size and two neighbours to the number of parallel links between them; one if None.
    """

    name: str
    domain: Domain
    ends: sp.Expr
    listed: Callable[[Size], Iterable[Node]]
    near: Callable[[Size, Node], Iterable[Node]]
    small: tuple[Size, ...]
    one_way: bool = False
    buses: Callable[[Size, Node], Iterable[Node]] | None = None
    fixed: str = ""
    between: str = ""
    cables: Callable[[Size, Node, Node], int] | None = None

    def key(self, quantity: str) -> str:
        """The key of a lemma; distances between terminals are called so, others are between switches."""
        apart = quantity in OF_DISTANCES and self.between == "terminals"
        return f"{self.name}.{quantity}.{self.between}" if apart else f"{self.name}.{quantity}"

    def links(self, size: Size) -> int:
        """Number of links, or of one-way links, or of buses."""
        net = self.network(size)
        if self.buses:
            return len({bus for node in net.ends for bus in self.buses(size, node)})
        return net.hops if self.one_way else net.links

    def degree(self, size: Size) -> int:
        """The number of links, or of buses, of every node; -1 if they have different numbers."""
        net = self.network(size)
        if not self.buses:
            return net.degree
        found = {len(set(self.buses(size, node))) for node in net.ends}
        return max(found) if len(found) == 1 else -1

    def count(self, size: Size) -> int:
        """Number of ends at a size; infinite if it is too long to be written down."""
        try:
            return int(evaluate(self.ends, {p.symbol: size[p.name] for p in self.domain.parameters}))
        except ResultTooLarge:
            return math.inf  # type: ignore[return-value]  # it is compared with limits alone

    def network(self, size: Size) -> ExplicitNetwork:
        """The network of a size, found from its ends on."""
        return _network(self, tuple(size[name] for name in self.domain.names))

    def mean_distance(self, size: Size) -> Fraction:
        """The mean distance of two different ends."""
        every = self.network(size).all_distances()
        return Fraction(sum(every), len(every))


def of_links(
    name: str,
    domain: Domain,
    ends: sp.Expr,
    links: Callable[[Size], Iterable[tuple[Node, Node]]],
    small: Iterable[Size],
) -> Construction:
    """A family by the list of its links; every node has one."""

    @lru_cache(KEPT)
    def near(*values: int) -> dict[Node, list[Node]]:
        found: dict[Node, list[Node]] = {}
        for u, v in links(dict(zip(domain.names, values, strict=True))):
            found.setdefault(u, []).append(v)
            found.setdefault(v, []).append(u)
        return found

    def of(size: Size) -> dict[Node, list[Node]]:
        return near(*(size[each] for each in domain.names))

    return Construction(name, domain, ends, of, lambda size, node: of(size)[node], tuple(small))


@lru_cache(KEPT)
def _network(made: Construction, values: tuple[int, ...]) -> ExplicitNetwork:
    size = dict(zip(made.domain.names, values, strict=True))
    ends = list(made.listed(size))
    neighbours: dict[Node, tuple[Node, ...]] = {}
    border = list(ends)
    for u in border:
        if u not in neighbours:
            neighbours[u] = tuple({v for v in made.near(size, u) if v != u})
            border += [v for v in neighbours[u] if v not in neighbours]
    return ExplicitNetwork(neighbours, ends, partial(made.cables, size) if made.cables else lambda u, v: 1)


# Routes of fabrics by brute force: packets followed node by node.


Channel = dict[str, int]


def shortest_steps(
    made: Construction, place: Callable[[Size, int, Node, Node], Channel]
) -> Callable[[Size], Iterator[list[Channel]]]:
    """Every two consecutive hops of the shortest paths between two ends."""

    def followed(size: Size) -> Iterator[list[Channel]]:
        net = made.network(size)
        for goal in net.ends:
            far, reached = {goal: 0}, [goal]
            for u in reached:
                new = [v for v in net.neighbours[u] if v not in far]
                far |= dict.fromkeys(new, far[u] + 1)
                reached += new
            for source in net.ends:
                here, hop = {source}, 0
                while far[source] - hop > 1:
                    taken = [(u, v) for u in here for v in net.neighbours[u] if far[v] < far[u]]
                    for u, v in taken:
                        behind = (w for w in net.neighbours[v] if far[w] < far[v])
                        yield from ([place(size, hop, u, v), place(size, hop + 1, v, w)] for w in behind)
                    here, hop = {v for _, v in taken}, hop + 1

    return followed


def grid_ways(
    sides: Callable[[Size], tuple[int, ...]], terminals: str, aside: bool
) -> Callable[[Size], Iterator[list[Channel]]]:
    """Dimension order on a grid of cliques, a hop in each dimension, or also one aside before it."""

    def followed(size: Size) -> Iterator[list[Channel]]:
        every = sides(size)
        ends = list(product(product(*map(range, every)), range(size[terminals] if terminals else 1)))
        for (source, one), (goal, other) in product(ends, repeat=2):
            if (source, one) == (goal, other):
                continue
            inside: list[list[list[Channel]]] = []
            for d, (here, there) in enumerate(zip(source, goal, strict=True)):
                if here != there:
                    end = {"m": 1, "d": d, "v": int(aside)}
                    longer = [[{"m": 1, "d": d, "v": 0}, end] for x in range(every[d]) if x not in (here, there)]
                    inside.append([[end], *(longer if aside else [])])
            for hops in product(*inside):
                way = [*chain.from_iterable(hops)]
                first, last = ({"m": kind, "d": 0, "v": int(aside)} for kind in (0, 2))
                yield [first, *way, last] if terminals else way

    return followed


Ends = tuple[int, int]  # group, and switch in it
Between = dict[tuple[int, int], tuple[int, int]]  # for two groups the switches of the link between them


def group_ways(
    made: Construction, by: Callable[[Ends, Ends, Between], Iterator[list[Ends]]] | None = None
) -> Callable[[Size], Iterator[list[Channel]]]:
    """From terminal to terminal of a dragonfly, on virtual channels that rise with each hop whose kind is not behind that of the last.

    by: The ways between two switches, as lists of switches and switches of links to which they go; by default the minimal one.
    """
    kinds = {True: 1, False: 2}

    def followed(size: Size) -> Iterator[list[Channel]]:
        net = made.network(size)
        between = {(u[1], v[1]): (u[2], v[2]) for u, near in net.neighbours.items() for v in near if u[1] != v[1]}
        for (_, group, switch, _), (_, goal, last, _) in permutations(net.ends, 2):
            one, other = (group, switch), (goal, last)
            for way in by(one, other, between) if by else [minimal_switches(one, other, between)]:
                level, before = 0, -1
                channels: list[Channel] = []
                for kind in [0, *(kinds[u[0] == v[0]] for u, v in pairwise(way)), 3]:
                    level += kind <= before
                    channels.append({"c": kind, "v": level})
                    before = kind
                yield channels

    return followed


def lane_ways(made: Construction) -> Callable[[Size], Iterator[list[Channel]]]:
    """From terminal to terminal of a dragonfly minimally, on lane 1 if the group of the destination has a lower number."""

    def followed(size: Size) -> Iterator[list[Channel]]:
        net = made.network(size)
        between = {(u[1], v[1]): (u[2], v[2]) for u, near in net.neighbours.items() for v in near if u[1] != v[1]}
        for (_, group, switch, _), (_, goal, last, _) in permutations(net.ends, 2):
            way = minimal_switches((group, switch), (goal, last), between)
            inside = [{"c": 1 if u[0] == v[0] else 2, "x": u[0]} for u, v in pairwise(way)]
            channels = [{"c": 0, "x": group}, *inside, {"c": 3, "x": goal}]
            yield [{**each, "v": int(goal < group)} for each in channels]

    return followed


def minimal_switches(one: Ends, other: Ends, between: Between) -> list[Ends]:
    """The switches of the minimal way between two switches of a dragonfly."""
    way = [one]
    if one[0] != other[0]:
        out, into = between[one[0], other[0]]
        way += [(one[0], out)] * (one[1] != out) + [(other[0], into)]
    return way + [other] * (way[-1] != other)


def switches_by_group(one: Ends, other: Ends, between: Between) -> Iterator[list[Ends]]:
    """The minimal way, and those by way of each other group."""
    yield minimal_switches(one, other, between)
    for group in {g for g, _ in between} - {one[0], other[0]} if one[0] != other[0] else ():
        into = (group, between[one[0], group][1])
        yield minimal_switches(one, into, between)[:-1] + minimal_switches(into, other, between)


def switches_decided_twice(one: Ends, other: Ends, between: Between) -> Iterator[list[Ends]]:
    """Those ways, and those that turn to another group behind the first hop of the minimal way, if it is in the first group."""
    yield from switches_by_group(one, other, between)
    way = minimal_switches(one, other, between)
    if one[0] != other[0] and way[1][0] == one[0]:
        yield from ([one, *rest] for rest in switches_by_group(way[1], other, between))


def switches_by_switch(one: Ends, other: Ends, between: Between) -> Iterator[list[Ends]]:
    """The ways by each switch of another group, of switches in one group by a third one of it; the minimal way if there is none."""
    each = {(g, out) for (g, _), (out, _) in between.items()}
    each |= {(g, i) for g, _ in each for i in range(max(i for _, i in each) + 1)}
    through = [
        s
        for s in each
        if (s[0] == one[0] and s not in (one, other) if one[0] == other[0] else s[0] not in (one[0], other[0]))
    ]
    for switch in sorted(through) if one != other else ():
        yield minimal_switches(one, switch, between)[:-1] + minimal_switches(switch, other, between)
    if not through or one == other:
        yield minimal_switches(one, other, between)
