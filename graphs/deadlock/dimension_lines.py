"""Routings that correct one dimension after the other: their dependencies without following every pair of nodes, and
deadlock decided from one line of each dimension.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.compiled import compiled, worth_compiling
from netlemma.graphs.base.limits import require
from netlemma.graphs.deadlock.evidence import DEPENDENCY, VerdictMaker
from netlemma.graphs.deadlock.reachable_deadlocks import injected
from netlemma.graphs.deadlock.verdict import DEADLOCK, DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choice_loops import distances
from netlemma.graphs.routing.choices import BY_NODE, channels_at, choices_to
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.hop_routing import Arrivals, heads, inside
from netlemma.graphs.routings.dimensions import dimensions

# Dependencies of routings that correct one dimension after the other, without following every pair of nodes.
#
# The path of a packet inside a dimension depends only on its digits in that dimension. So all packets are known from
# those of one line for each dimension: the dependencies inside lines are those of that line, moved to all others; and
# where a packet can end its path in a dimension, it can continue with any first channel of a path in a later one, since
# digits of a destination are independent. Nothing else is assumed of the routing; its relation is evaluated at every
# place of the line.


NONE = -1
# a channel of a line: digit at which it starts, number among the hops of the digit there, vc
Place = tuple[int, int, int]


@dataclass(frozen=True)
class DimensionLine:
    """The paths of packets inside one dimension; rows of int32 arrays, digits and channels of the line.

    ``steps`` has (digit, hop, vc) of a channel, the same of the next one, and the digits between which a packet takes
    both; ``last`` has a channel that may end a path, the digit to which it leads, and the digit where such a path
    begins; ``first`` a channel that may begin a path, and the digit where such a path ends. ``used`` are all its
    channels.
    """

    steps: np.ndarray
    last: np.ndarray
    first: np.ndarray
    used: np.ndarray


def ordered_dependencies(routing: ChannelRouting) -> tuple[DependencyGraph, np.ndarray] | None:
    """The dependency graph, and the channels that packets use; None if the routing is not of this kind.

    The witness of a dependency is a packet that takes the fewest channels before it.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> graph, used = ordered_dependencies(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order", 2))
    >>> [(graph.name(c), graph.name(x)) for c, x in zip(graph.tail.tolist(), graph.head.tolist(), strict=True)]
    [('(0)->(1) vc 0', '(1)->(2) vc 0'), ('(1)->(2) vc 0', '(2)->(0) vc 1'), ('(2)->(0) vc 1', '(0)->(1) vc 1')]
    >>> int(used.sum()), int(graph.source[0]), int(graph.destination[0])
    (4, 0, 2)
    """
    net, dims = routing.network, len(routing.network.factors)
    if not routing.dependencies.line_by_line or routing.terminals is not None:
        return None
    lines = [_line_by_node(routing, d) or _line(routing, d) for d in range(dims)]
    if any(line is None for line in lines):
        return None
    shape = [f.size for f in net.factors]
    nodes = np.arange(net.node_count, dtype=np.int32)
    start = _starts(routing)
    used = np.zeros(routing.channel_count, dtype=bool)
    parts: list[np.ndarray] = []

    def add(*columns: np.ndarray) -> None:
        parts.append(np.stack([c.ravel() for c in np.broadcast_arrays(*columns)]).astype(np.int32))

    def channel(d: int, at: np.ndarray, hop: np.ndarray, vc: np.ndarray) -> np.ndarray:
        return (start[d][at] + hop) * np.int32(routing.vcs) + vc

    for d, line in enumerate(lines):
        assert line is not None
        grid = nodes.reshape(prod(shape[:d]), shape[d], -1)
        a, hop, vc = line.used.T
        used[channel(d, grid[:, a], hop[:, None], vc[:, None])] = True
        a, hop, vc, b, later, lane, source, goal = line.steps.T
        add(
            channel(d, grid[:, a], hop[:, None], vc[:, None]),
            channel(d, grid[:, b], later[:, None], lane[:, None]),
            grid[:, source],
            grid[:, goal],
        )
        a, hop, vc, end, source = (column.reshape(-1, 1, 1, 1, 1) for column in line.last.T)
        for e in range(d + 1, dims):
            behind = lines[e]
            assert behind is not None
            b, later, lane, goal = (column.reshape(-1, 1, 1, 1) for column in behind.first.T)
            grid = nodes.reshape(prod(shape[:d]), shape[d], prod(shape[d + 1 : e]), shape[e], -1)
            i, j, k = (np.arange(grid.shape[2 * x]).reshape(-1, *[1] * (2 - x)) for x in range(3))

            def at(one: np.ndarray, other: np.ndarray, grid: np.ndarray = grid, ijk: tuple = (i, j, k)) -> np.ndarray:
                return grid[ijk[0], one, ijk[1], other, ijk[2]]

            add(channel(d, at(a, b), hop, vc), channel(e, at(end, b), later, lane), at(source, b), at(end, goal))
    return _graph(routing, parts), used


def _graph(routing: ChannelRouting, parts: list[np.ndarray]) -> DependencyGraph:
    columns = np.concatenate(parts, axis=1)
    parts.clear()
    order = np.argsort(columns[0].astype(np.int64) * routing.channel_count + columns[1], kind="stable")
    tail, head, source, destination = (column[order] for column in columns)
    return DependencyGraph(routing.channel_count, tail, head, source, destination, routing.channel_name)


def _starts(routing: ChannelRouting) -> list[np.ndarray]:
    """For each dimension the number of the first of each node's hops in it."""
    net, dimension = routing.network, dimensions(routing.network).dimension
    found = []
    for d in range(len(net.factors)):
        there = np.flatnonzero(dimension == d)
        found.append(there[np.searchsorted(net.origin[there], np.arange(net.node_count))].astype(np.int32))
    return found


def _line(routing: ChannelRouting, d: int) -> DimensionLine | None:
    """The paths inside dimension d on the line through node 0; None if they depend on the dimension before."""
    net = routing.network
    factor = net.factors[d]
    after = prod(f.size for f in net.factors[d + 1 :])
    require("relations", routing.title, 2 * factor.size**2, nodes=factor.size)
    after_hop = heads(factor)
    skipped = sum(int((f.hops().tail == 0).sum()) for f in net.factors[:d])
    far = inside(factor)[0]
    before = _channels_into_line(routing, d)
    on_line = channels_at(routing, np.arange(factor.size) * after)

    def choices(digit: int, came_by: int | None, goal: int) -> list[Place]:
        node = digit * after
        first = int(net.indptr[node]) + skipped
        found = []
        for channel in on_line(node, came_by, goal * after):
            hop, vc = divmod(channel, routing.vcs)
            if (
                not 0 <= hop - first < len(after_hop[digit])
                or far[after_hop[digit][hop - first]][goal] >= far[digit][goal]
            ):
                raise RoutingError(f"routing {routing.title} does not go line by line")
            found.append((digit, hop - first, vc))
        if not found and (came_by is None or came_by in offered(goal * after)):
            raise RoutingError(f"routing {routing.title}: a packet is stranded at {routing.node_name(node)}")
        return found

    @cache
    def offered(goal: int) -> set[int]:
        """The channels that packets to a node may take anywhere."""
        sources = np.array([node for node in routing.ends if node != goal], dtype=np.int32)
        return set(choices_to(routing, goal, None, sources).channel.tolist())

    def number(place: Place) -> int:
        digit, hop, vc = place
        return (int(net.indptr[digit * after]) + skipped + hop) * routing.vcs + vc

    steps: dict[tuple[Place, Place], tuple[int, int, int]] = {}
    last: dict[Place, tuple[int, int]] = {}  # a channel ends the ways to one digit, and is met once on them
    first: dict[Place, int] = {}
    used: dict[Place, None] = {}
    for goal in range(factor.size):
        layer: dict[Place, int] = {}
        for source in range(factor.size):
            if source == goal:
                continue
            begin = choices(source, None, goal)
            if any(set(choices(source, c, goal)) not in (set(), set(begin)) for c in before[source]):
                return None
            for place in begin:
                layer[place] = source
                first.setdefault(place, goal)
        known, depth = set(layer), 0
        while layer:
            reached: dict[Place, int] = {}
            for place, source in layer.items():
                used[place] = None
                end = after_hop[place[0]][place[1]]
                if end == goal:
                    last[place] = (end, source)
                    continue
                for then in choices(end, number(place), goal):
                    if depth < steps.get((place, then), (depth + 1,))[0]:
                        steps[place, then] = (depth, source, goal)
                    if then not in known:
                        known.add(then)
                        reached[then] = source
            layer, depth = reached, depth + 1
    return DimensionLine(
        _table([(*c, *x, source, goal) for (c, x), (_, source, goal) in steps.items()], 8),
        _table([(*c, *ends) for c, ends in last.items()], 5),
        _table([(*c, goal) for c, goal in first.items()], 4),
        _table(list(used), 3),
    )


def _line_by_node(routing: ChannelRouting, d: int) -> DimensionLine | None:
    """The same for choices that depend on the node and the destination alone; None if they depend on more.

    A packet that passes a node has the same choices as one that starts there. So every dependency is there for a packet
    that has taken no other channel before, and a goal takes a few operations on arrays.
    """
    net, factor = routing.network, routing.network.factors[d]
    after = prod(f.size for f in net.factors[d + 1 :])
    tail, head, _ = factor.hops()
    require("packets", routing.title, factor.size * len(tail) * routing.vcs, nodes=factor.size)
    first = np.searchsorted(tail, np.arange(factor.size + 1))  # first hop of each digit
    hops = net.indptr[:-1][np.arange(factor.size) * after] + sum(
        int((f.hops().tail == 0).sum()) for f in net.factors[:d]
    )
    nearer = Arrivals(first, head.astype(np.int32))
    forward, ends = np.ones(factor.size, dtype=bool), np.array(routing.ends, dtype=np.int32)
    measure = compiled(distances) if worth_compiling(len(tail) * factor.size) else distances
    vcs, widest = routing.vcs, int(np.diff(first).max()) * routing.vcs
    begins = np.full(len(tail) * vcs, NONE, dtype=np.int32)  # least goal to which packets take a channel of the line
    ending = np.zeros(len(tail) * vcs, dtype=bool)  # whether a path ends with the channel
    steps = np.full((len(tail) * vcs, widest), NONE, dtype=np.int32)  # the same for a channel and one behind it
    for goal in range(factor.size)[::-1]:
        choices = choices_to(routing, goal * after, None, ends[ends != goal * after])
        if choices.by != BY_NODE:
            return None
        digits = np.delete(np.arange(factor.size), goal)
        start, stop = (choices.start[digits * after + more] for more in (0, 1))
        if (start == stop).any():
            node = int(digits[start == stop][0]) * after
            raise RoutingError(f"routing {routing.title}: a packet is stranded at {routing.node_name(node)}")
        channel, at = choices.channel[_ranges(start, stop)], np.repeat(digits, stop - start)
        far = measure(nearer.into, nearer.before, forward, goal)
        hop = channel // vcs - hops[at] + first[at]
        outside = (hop < first[at]) | (hop >= first[at + 1])
        if outside.any() or (far[head[hop]] >= far[at]).any():
            raise RoutingError(f"routing {routing.title} does not go line by line")
        place = hop * vcs + channel % vcs
        begins[place] = goal
        ending[place[head[hop] == goal]] = True
        row = np.zeros(factor.size + 1, dtype=np.int64)  # the places of each digit
        row[digits + 1] = stop - start
        row = np.cumsum(row)
        end = head[hop]  # no place begins at the goal, so that none follows one that ends there
        then = place[_ranges(row[end], row[end + 1])]
        before = np.repeat(place, row[end + 1] - row[end])
        steps[before, then - first[tail[then // vcs]] * vcs] = goal
    used, last, (one, other) = np.flatnonzero(begins != NONE), np.flatnonzero(ending), np.nonzero(steps != NONE)
    then = first[head[one // vcs]] * vcs + other

    def columns(places: np.ndarray) -> list[np.ndarray]:
        digit = tail[places // vcs]
        return [digit, places // vcs - first[digit], places % vcs]

    def rows(*parts: np.ndarray) -> np.ndarray:
        return np.stack(parts, axis=1).astype(np.int32)

    return DimensionLine(
        rows(*columns(one), *columns(then), tail[one // vcs], steps[one, other]),
        rows(*columns(last), head[last // vcs], tail[last // vcs]),
        rows(*columns(used), begins[used]),
        rows(*columns(used)),
    )


def _ranges(start: np.ndarray, stop: np.ndarray) -> np.ndarray:
    """The numbers of several ranges, one range after the other."""
    count = stop - start
    return np.arange(count.sum()) + np.repeat(start - np.cumsum(count) + count, count)


def _table(rows: list[tuple[int, ...]], width: int) -> np.ndarray:
    return np.array(rows, dtype=np.int32).reshape(-1, width)


def _channels_into_line(routing: ChannelRouting, d: int) -> list[list[int]]:
    """For each digit of the line, the channels by which a packet may come from an earlier dimension to its node there."""
    net, earlier = routing.network, dimensions(routing.network).dimension < d
    after = prod(f.size for f in net.factors[d + 1 :])
    into = [np.flatnonzero(earlier & (net.target == digit * after)) for digit in range(net.factors[d].size)]
    return [[hop * routing.vcs + vc for hop in hops.tolist() for vc in range(routing.vcs)] for hops in into]


# Deadlock of routings that correct one dimension after the other, decided from one line of each dimension.
#
# The dependency graph is that of all packets (graphs.deadlock.dimension_lines), but no pair of nodes
# is followed. Its numbering is the certificate. With whole packets in buffers it serves adaptive routing, too, if every
# packet may at any place continue by an escape route of this kind: a packet that holds a channel of the escape route has
# its next channel among its choices, of a higher number.


Decide = Callable[[ChannelRouting, str], DeadlockVerdict]
WAY_OUT = "channel dependency graph of the escape channels, which every packet may enter (Duato 1993, 1995)"


def decide_by_lines(routing: ChannelRouting, switching: str, decide: Decide | None = None) -> DeadlockVerdict | None:
    """The verdict if lines are sufficient for it; None if they are not.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> net = network("toroid", w=16, D=3)
    >>> decide_by_lines(channel_routing(net, "dimension-order", 2), "wormhole").verdict
    'deadlock-free'
    >>> decide_by_lines(channel_routing(net, "duato"), "cut-through").dependencies
    102144
    """
    if routing.kind != "adaptive":
        return _without_choice(routing, switching, decide)
    if switching == "wormhole" or routing.escape is None or routing.escape.escape_routing is None:
        return None
    return _with_escape_routing(routing, routing.escape.escape_routing, switching)


def _without_choice(routing: ChannelRouting, switching: str, decide: Decide | None) -> DeadlockVerdict | None:
    found = ordered_dependencies(routing)
    if found is None:
        return None
    graph, used = found
    numbers = graph.numbering()
    verdicts = _verdicts(routing, switching, graph, used.nonzero()[0].tolist())
    if numbers is not None:
        return verdicts.free(DEPENDENCY, numbers=numbers.tolist())
    return None if decide is None else _on_a_line(verdicts, graph, decide)


def _on_a_line(verdicts: VerdictMaker, graph: DependencyGraph, decide: Decide) -> DeadlockVerdict | None:
    """A deadlock of packets that stay on one line, with the fewest packets: later dimensions lead back to no earlier
    one.
    """
    routing, switching = verdicts.routing, verdicts.switching
    net, found = routing.network, []
    shape = {f: prod(g.size for g in net.factors[d + 1 :]) for d, f in enumerate(net.factors)}
    for factor, after in shape.items():
        line = tuple(range(0, factor.size * after, after))
        on_line = np.zeros(net.node_count, dtype=bool)
        on_line[list(line)] = True
        inside = np.repeat(on_line[net.origin] & on_line[net.target], routing.vcs)
        part = graph.among(inside)
        around = injected(routing, part, part.cycle()) if part.numbering() is None else None
        if around:
            found.append(verdicts.deadlock(DEPENDENCY, *around))
            continue
        verdict = decide(replace(routing, terminals=line), switching)
        if verdict.verdict == DEADLOCK:
            found.append(replace(verdict, scope=verdicts.scope, dependencies=verdicts.dependencies))
    return min(found, key=lambda verdict: len(verdict.cycle), default=None)


def _with_escape_routing(
    routing: ChannelRouting, escape_routing: ChannelRouting, switching: str
) -> DeadlockVerdict | None:
    found = ordered_dependencies(escape_routing)
    numbers = found and found[0].numbering()
    if found is None or numbers is None:
        return None
    number: list[int | None] = [None] * routing.channel_count
    for channel in found[1].nonzero()[0].tolist():
        hop, vc = divmod(channel, escape_routing.vcs)
        number[hop * routing.vcs + vc] = int(numbers[channel])
    return _verdicts(routing, switching, found[0], range(routing.channel_count)).free(WAY_OUT, numbers=number)


def _verdicts(routing: ChannelRouting, switching: str, graph: DependencyGraph, used: Sequence[int]) -> VerdictMaker:
    nodes = routing.network.node_count
    return VerdictMaker(routing, switching, graph.dependencies, nodes * (nodes - 1), used)
