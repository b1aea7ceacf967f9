"""The routings of the registry as plain relations, asked place by place: the definition that their arrays must meet.

``SLOW[name](net, vcs, **options)`` is a function (node, came_by, destination, label) -> (channel, weight) pairs."""

from collections import deque
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise, product

import networkx as nx

from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routings.duato import duato

COMPASS = {"west": (0, False), "east": (0, True), "south": (1, False), "north": (1, True)}


class Hops:
    """Dimension, direction and jump of each hop of a product, by comparing digits and devices."""

    def __init__(self, net):
        self.net, self.factors = net, net.factors
        self.digits = [net.labels(node) for node in range(net.node_count)]
        self.dimension, self.up, self.wraps = [], [], []
        for digits in self.digits:
            for d, factor in enumerate(net.factors):
                tails, heads, devices = (column.tolist() for column in factor.hops())
                for tail, head, device in zip(tails, heads, devices, strict=True):
                    if tail == digits[d]:
                        ring = "ring" in factor.name
                        self.dimension.append(d)
                        self.up.append(device == tail if ring else head > tail)
                        self.wraps.append(ring and device == factor.size - 1)

    def nearer(self, node, destination):
        """For each dimension, the hops that begin a shortest path inside it, those that add to the digit first."""
        found = []
        for d, (a, b) in enumerate(zip(self.digits[node], self.digits[destination], strict=True)):
            far = inside(self.factors[d])[0]
            there = [h for h in row(self.net, node) if self.dimension[h] == d]
            heads = {h: self.digits[int(self.net.target[h])][d] for h in there}
            found.append(sorted((h for h in there if far[heads[h]][b] == far[a][b] - 1), key=lambda h: not self.up[h]))
        return found

    def is_ring(self, d):
        return "ring" in self.factors[d].name


def row(net, node):
    return range(int(net.indptr[node]), int(net.indptr[node + 1]))


def alike(hops):
    return [(hop, Fraction(1, len(hops))) for hop in hops]


def rule_named(net, rule, vcs):
    """(hop, came_by, destination) -> virtual channels."""
    low, high, free = range(vcs // 2), range(vcs // 2, vcs), range(vcs)
    if rule == "none" or vcs == 1:
        return lambda hop, came_by, destination: free
    dims = Hops(net)

    def seitz(hop, came_by, destination):
        d = dims.dimension[hop]
        a, b = dims.digits[int(net.origin[hop])][d], dims.digits[destination][d]
        return free if not dims.is_ring(d) else low if (b < a if dims.up[hop] else b > a) else high

    def dateline(hop, came_by, destination):
        d = dims.dimension[hop]
        if not dims.is_ring(d):
            return free
        same = came_by is not None and (dims.dimension[came_by // vcs] == d or rule == "dateline-kept")
        return high if dims.wraps[hop] or (same and came_by % vcs >= vcs // 2) else low

    return seitz if rule == "dally-seitz" else dateline


def on_channels(net, vcs, hops, rule="none"):
    """Hops of a relation, with every virtual channel of a rule; a hop that is given twice has both shares."""
    lanes = rule_named(net, rule, vcs)

    def next_channels(node, came_by, destination, label):
        found = {}
        for hop, weight in hops(node, None if came_by is None else came_by // vcs, destination):
            allowed = lanes(hop, came_by, destination)
            for vc in allowed:
                found[hop * vcs + vc] = found.get(hop * vcs + vc, 0) + Fraction(weight) / len(allowed)
        return list(found.items())

    return next_channels


def dimension_order(net, vcs, rule="dateline", ties="plus", order="rising"):
    dims = Hops(net)
    kept = {"plus": slice(1), "minus": slice(-1, None), "split": slice(None)}[ties]

    def hops(node, came_by, destination):
        near = next(h for h in dims.nearer(node, destination)[:: 1 if order == "rising" else -1] if h)
        return alike(near[kept])

    return on_channels(net, vcs, hops, rule)


def shortest(net, vcs, rule="none", first=False):
    @cache
    def paths(node, destination):
        """Length and number of the shortest paths, by trying longer and longer ones."""
        ends = {node: 1}
        for length in range(net.node_count + 1):
            if destination in ends:
                return length, ends[destination]
            after = {}
            for u, count in ends.items():
                for h in row(net, u) if net.forwarding[u] or u == node else ():
                    after[int(net.target[h])] = after.get(int(net.target[h]), 0) + count
            ends = after
        return None, 0

    def hops(node, came_by, destination):
        length, count = paths(node, destination)
        found = []
        for h in row(net, node) if length else ():
            v = int(net.target[h])
            if (net.forwarding[v] or v == destination) and paths(v, destination)[0] == length - 1:
                found.append((h, Fraction(paths(v, destination)[1], count)))
        return alike([found[0][0]]) if first and found else found

    return on_channels(net, vcs, hops, rule)


@lru_cache(maxsize=8)
def _shortest_of(net):
    return shortest(net, 1)


def shortest_relation(net, node, came_by, destination):
    """Every shortest path equally likely, as a relation on hops."""
    return _shortest_of(net)(node, came_by, destination, None)


def up_down(net, vcs, root=0, first=True):
    level, queue = {root: 0}, deque([root])
    while queue:
        u = queue.popleft()
        for h in row(net, u):
            if (v := int(net.target[h])) not in level:
                level[v] = level[u] + 1
                queue.append(v)

    def up(hop):
        u, v = int(net.origin[hop]), int(net.target[hop])
        return (level.get(v, -1), v) < (level.get(u, -1), u)

    @cache
    def far(node, may, destination, most):
        """Hops of a shortest path that goes up, if it may, and then down; None if it has more than some."""
        if node == destination:
            return 0
        ends = [far(int(net.target[h]), up(h), destination, most - 1) for h in onward(node, may, destination) if most]
        return min((e + 1 for e in ends if e is not None), default=None)

    def onward(node, may, destination):
        ends = [(h, int(net.target[h])) for h in row(net, node) if may or not up(h)]
        return [h for h, v in ends if net.forwarding[v] or v == destination]

    def hops(node, came_by, destination):
        may, most = came_by is None or up(came_by), 2 * net.node_count
        here = far(node, may, destination, most)
        if here is None:
            return []
        found = [
            h for h in onward(node, may, destination) if far(int(net.target[h]), up(h), destination, most) == here - 1
        ]
        return alike(found[:1] if first else found)

    return on_channels(net, vcs, hops)


def turn_model(net, vcs, early, allow=""):
    directions = set(product(range(len(net.factors)), (False, True)))
    extra = {tuple(COMPASS[name] for name in turn.split("-")) for turn in allow.split(",") if turn}
    forbidden = set(product(directions - early, early)) - extra
    dims = Hops(net)

    @cache
    def passable(came, needed):
        return not needed or any((came, d) not in forbidden and passable(d, needed - {d}) for d in needed)

    def hops(node, came_by, destination):
        came = None if came_by is None else (dims.dimension[came_by], dims.up[came_by])
        needed = {(dims.dimension[h], dims.up[h]): h for hops in dims.nearer(node, destination) for h in hops}
        found = []
        for d, h in needed.items():
            last = dims.digits[int(net.target[h])][d[0]] == dims.digits[destination][d[0]]
            rest = frozenset(needed) - {d} if last else frozenset(needed)
            if (came, d) not in forbidden and passable(d, rest):
                found.append(h)
        return alike(found)

    return on_channels(net, vcs, hops)


def odd_even(net, vcs):
    dims = Hops(net)

    def hops(node, came_by, destination):
        along, across = dims.nearer(node, destination)
        column, goal = dims.digits[node][0], dims.digits[destination][0]
        if column == goal:
            return alike(across)
        if column > goal:
            return alike(along + (across if column % 2 == 0 else []))
        if not across:
            return alike(along)
        turn = across if column % 2 or came_by is None or dims.dimension[came_by] == 1 else []
        return alike(turn + (along if goal % 2 or goal - column != 1 else []))

    return on_channels(net, vcs, hops)


def digits_first(net, vcs):
    radix, rows = net.parameters["R"], net.parameters["M"]

    def hops(node, came_by, destination):
        (at, column), (last, wanted) = net.labels(node), net.labels(destination)
        if column != wanted:
            place = radix**at
            goals = [((at + 1) % rows, column + (wanted // place % radix - column // place % radix) * place)]
        else:
            up, down = (last - at) % rows, (at - last) % rows
            goals = [((at + 1) % rows, column)] * (0 < up <= down) + [((at - 1) % rows, column)] * (0 < down <= up)
        chosen = []
        for goal in goals:
            beside = [h for h in row(net, node) if net.labels(int(net.target[h])) == goal]
            chosen += [(h, Fraction(1, len(goals) * len(beside))) for h in beside]
        return chosen

    return on_channels(net, vcs, hops)


def lifted(relation, low, own, vcs):
    """A relation with its own number of virtual channels, on those from ``low`` on of hops with more."""

    def next_channels(node, came_by, destination, label):
        hop, vc = divmod(-1 if came_by is None else came_by, vcs)
        came = hop * own + vc - low if came_by is not None and 0 <= vc - low < own else None
        found = relation(node, came, destination, label)
        return [(c // own * vcs + low + c % own, weight) for c, weight in found]

    return next_channels


def duato_slow(net, vcs, rule="dally-seitz", escape=None, adaptive=None):
    own = next(n for n in range(1, vcs) if escape in (None, n) and duato_escape(net, vcs, escape, adaptive) == n)
    lower = lifted(dimension_order(net, own, rule), 0, own, vcs)
    upper = lifted(shortest(net, vcs - own), own, vcs - own, vcs)
    return lambda *place: [*upper(*place), *lower(*place)]


def duato_escape(net, vcs, escape, adaptive):
    return duato(net, vcs, escape, adaptive).escape.escape_routing.vcs


def o1turn_slow(net, vcs, rule="dateline", ties="plus"):
    half = [dimension_order(net, vcs // 2, rule, ties, order) for order in ("rising", "falling")]
    both = [lifted(half[i], i * vcs // 2, vcs // 2, vcs) for i in (0, 1)]
    return lambda node, came_by, destination, label: both[label](node, came_by, destination, None)


def valiant_slow(net, vcs, rule="dateline", ties="plus", half=None):
    half = half or dimension_order(net, vcs // 2, rule, ties)
    before, behind = lifted(half, 0, vcs // 2, vcs), lifted(half, vcs // 2, vcs // 2, vcs)

    def next_channels(node, came_by, destination, label):
        if node != label and (came_by is None or came_by % vcs < vcs // 2):
            return before(node, came_by, label, None)
        return behind(node, came_by, destination, None)

    return next_channels


def early(rule):
    """A turn model from the directions that come first, as a function of the number of dimensions."""
    return lambda net, vcs, allow="": turn_model(net, vcs, rule(len(net.factors)), allow)


def ecmp_slow(net, vcs, rule="none"):
    near = shortest(net, 1)
    return on_channels(net, vcs, lambda *place: alike([h for h, _ in near(*place, None)]), rule)


def k_shortest_slow(net, vcs, k=4):
    """The first of all simple paths, enumerated one by one."""

    def simple(node, destination, met):
        for hop in row(net, node):
            after = int(net.target[hop])
            if after == destination:
                yield (hop,)
            elif after not in met and net.forwarding[after]:
                yield from ((hop, *rest) for rest in simple(after, destination, met | {after}))

    @cache
    def paths(source, destination):
        return sorted(simple(source, destination, {source}), key=lambda path: (len(path), path))[:k]

    def next_channels(node, came_by, destination, label):
        source, rank = label
        channels = [hop * vcs + rank % vcs for hop in paths(source, destination)[rank]]
        at = 0 if came_by is None else channels.index(came_by) + 1
        return [(channels[at], Fraction(1))]

    return next_channels


def lash_slow(net, vcs):
    """The first shortest path, on the virtual channel that is the label."""
    first = shortest(net, 1, "none", True)

    def next_channels(node, came_by, destination, label):
        ((hop, weight),) = first(node, None, destination, None)
        return [(hop * vcs + label, weight)]

    return next_channels


def minimal_slow(net, vcs):
    """Of a dragonfly, group by group: labels are (group, switch) or (group, switch, terminal)."""
    place = [net.labels(node) for node in range(net.node_count)]

    def hops(node, came_by, destination):
        goal, heads = place[destination], {h: place[int(net.target[h])] for h in row(net, node)}
        here = place[node]
        if len(here) == 3:
            return alike([h for h, head in heads.items() if len(head) == 2])
        if here == goal[:2]:
            return alike([h for h, head in heads.items() if head == goal])
        if here[0] == goal[0]:
            return alike([h for h, head in heads.items() if head == goal[:2]])
        links = {(place[u], place[v]) for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True)}
        links = {(u, v) for u, v in links if (u[0], v[0]) == (here[0], goal[0])}
        ways = [[u] * (u != here) + [v] + [goal[:2]] * (v != goal[:2]) for u, v in links]
        fewest = min(map(len, ways))
        return alike([h for h, head in heads.items() if head in {way[0] for way in ways if len(way) == fewest}])

    return on_channels(net, vcs, hops)


def tiers(net):
    @cache
    def tier(node):
        """How many hops a node is above the nearest terminal."""
        border, height = {node}, 0
        while all(net.forwarding[u] for u in border):
            border, height = border | {int(net.target[h]) for u in border for h in row(net, u)}, height + 1
        return height

    return tier


def d_mod_k_slow(net, vcs):
    """Digit by digit: the hop that a digit of the destination's number names, one digit for each tier."""
    near = shortest(net, 1)

    tier = tiers(net)

    def hops(node, came_by, destination):
        there = sorted(h for h, _ in near(node, None, destination, None))
        number = list(net.ends).index(destination)
        for _ in range(tier(node) - 1):
            number //= len(there)
        return alike([there[number % len(there)]])

    return on_channels(net, vcs, hops)


def overlap_slow(net, vcs):
    """The shortest word that begins with the letters of the node and ends with the destination says where to go."""

    def hops(node, came_by, destination):
        here, goal = net.labels(node), net.labels(destination)
        shared = next(size for size in reversed(range(len(here))) if here[len(here) - size :] == goal[:size])
        after = (here + goal[shared:])[1 : len(here) + 1]
        return alike([h for h in row(net, node) if net.labels(int(net.target[h])) == after])

    return on_channels(net, vcs, hops)


def star_cycles_slow(net, vcs):
    def hops(node, came_by, destination):
        here, goal = list(net.labels(node)), net.labels(destination)
        first = goal.index(here[0]) or next(i for i, (a, b) in enumerate(zip(here, goal, strict=True)) if a != b)
        here[0], here[first] = here[first], here[0]
        return alike([h for h in row(net, node) if net.labels(int(net.target[h])) == tuple(here)])

    return on_channels(net, vcs, hops)


def by_groups_slow(net, vcs):
    """Minimally to the group of the label, from nodes of other groups than this and that of the destination."""
    near = minimal_slow(net, vcs)
    group = [net.labels(node)[0] for node in range(net.node_count)]

    def next_channels(node, came_by, destination, label):
        if group[node] not in (label, group[destination]):
            destination = next(end for end in net.ends if group[end] == label)
        return near(node, came_by, destination, None)

    return next_channels


def par_slow(net, vcs):
    """Towards the destination or the group of the label, until the packet has turned to that or left its group."""
    near = minimal_slow(net, vcs)
    group = [net.labels(node)[0] for node in range(net.node_count)]

    def next_channels(node, came_by, destination, label):
        way = near(node, came_by, destination, None)
        if group[node] in (label, group[destination]) or not net.forwarding[node]:
            return way
        if came_by is not None and net.forwarding[int(net.origin[came_by // vcs])]:
            way = [(c, weight) for c, weight in way if group[int(net.target[c // vcs])] != group[node]]
        aside = near(node, came_by, next(end for end in net.ends if group[end] == label), None)
        return alike(sorted({c for c, _ in way + aside}))

    return next_channels


def valiant_switches_slow(net, vcs):
    """To the switch that is the label, from the source or behind a link between groups, and from there to the destination."""
    near = minimal_slow(net, vcs)
    place = [net.labels(node)[:2] for node in range(net.node_count)]

    def next_channels(node, came_by, destination, label):
        here, by, goal = place[node], place[label], place[destination]
        origin = None if came_by is None else int(net.origin[came_by // vcs])
        local = origin is not None and net.forwarding[origin] and place[origin][0] == here[0]
        passed = here == by or (here[0] == by[0] and local) or (here[0] == goal[0] != by[0])
        if passed or not net.forwarding[node]:
            return near(node, came_by, destination, None)
        return near(node, came_by, label, None)

    return next_channels


def olm_slow(net, vcs):
    """Rising along l0, g0, l1, g1, l2; aside on the local channel behind which the packet is."""
    near, order = minimal_slow(net, 1), ["l0", "g0", "l1", "g1", "l2"]
    place = [net.labels(node) for node in range(net.node_count)]
    is_local = [place[u][0] == place[v][0] for u, v in zip(net.origin.tolist(), net.target.tolist(), strict=True)]

    def next_channels(node, came_by, destination, label):
        way = [hop for hop, _ in near(node, None, destination, None)]
        if not net.forwarding[node] or not net.forwarding[int(net.target[way[0]])]:
            return [(hop * vcs, Fraction(1)) for hop in way]
        source = came_by is None or not net.forwarding[int(net.origin[came_by // vcs])]
        held = None if source else "gl"[is_local[came_by // vcs]] + str(came_by % vcs)
        at = -1 if source else order.index(held)
        here, there = place[node][0], place[destination][0]
        found = {(hop, int(next(x for x in order[at + 1 :] if x[0] == "gl"[is_local[hop]])[1])) for hop in way}
        if here not in (label, there):
            turn = [hop for hop, _ in near(node, None, next(e for e in net.ends if place[e][0] == label), None)]
            found = {(hop, lane) for hop, lane in found if source or not is_local[hop]} | {(hop, 0) for hop in turn}
        elif is_local[way[0]] and ((source and here == there) or (not source and held[0] == "g")):
            lane = 0 if source else max(int(x[1]) for x in order[: at + 1] if x[0] == "l")
            local = [h for h in row(net, node) if is_local[h] and net.forwarding[int(net.target[h])]]
            found |= {(hop, lane) for hop in local if hop != way[0]}
        return [(channel, Fraction(1)) for channel in sorted({hop * vcs + min(lane, vcs - 1) for hop, lane in found})]

    return next_channels


def d3r_slow(net, vcs):
    near = minimal_slow(net, 1)
    return lambda node, came_by, destination, label: [
        (hop * vcs + label, weight)
        for hop, weight in near(node, None if came_by is None else came_by // vcs, destination, None)
    ]


def dla_slow(net, vcs):
    """Lane 1 on hops within a group behind a link between groups, and to terminals behind them."""
    near = minimal_slow(net, 1)
    group = [net.labels(node)[0] for node in range(net.node_count)]

    def next_channels(node, came_by, destination, label):
        found = near(node, None if came_by is None else came_by // vcs, destination, None)
        came = came_by is not None and group[int(net.origin[came_by // vcs])] != group[node]
        lanes = [came_by % vcs if came_by is not None else 0] * len(found)
        if came and vcs > 1:
            lanes = [int(bool(net.forwarding[int(net.target[hop])])) for hop, _ in found]
        return [(hop * vcs + lane, weight) for (hop, weight), lane in zip(found, lanes, strict=True)]

    return next_channels


def full_mesh_slow(net, vcs, choose):
    """``choose(node, goal, passed, head)`` says on which virtual channels a packet may go on to another switch."""
    owner = [u if net.forwarding[u] else int(net.target[net.indptr[u]]) for u in range(net.node_count)]

    def next_channels(node, came_by, destination, label):
        heads = {h: int(net.target[h]) for h in row(net, node)}
        if not net.forwarding[node]:
            return alike([h * vcs + vc for h in heads for vc in choose(None)])
        if node == owner[destination]:
            return alike([h * vcs + vc for h, v in heads.items() for vc in choose(None) if v == destination])
        passed = came_by is not None and net.forwarding[int(net.origin[came_by // vcs])]
        switches = {h: v for h, v in heads.items() if net.forwarding[v]}
        found = [(h, list(choose((node, owner[destination], passed, v)))) for h, v in switches.items()]
        hops = [(h, lanes) for h, lanes in found if lanes]
        return [(h * vcs + vc, Fraction(1, len(hops) * len(lanes))) for h, lanes in hops for vc in lanes]

    return next_channels


def one_detour_slow(net, vcs):
    def choose(place):
        direct = place is None or place[3] == place[1]
        if not direct and place[2]:
            return range(0)
        return range(vcs) if vcs == 1 else range(vcs // 2, vcs) if direct else range(vcs // 2)

    return full_mesh_slow(net, vcs, choose)


def tera_slow(net, vcs, service="path"):
    """Along a graph of its own by its own rule, anywhere else at first, to the destination later."""
    switches = [u for u in range(net.node_count) if net.forwarding[u]]
    n = len(switches)
    side = max(d for d in range(1, n + 1) if n % d == 0 and d * d <= n)
    edges = {
        "path": {(i, i + 1) for i in range(n - 1)},
        "tree": {((i - 1) // 2, i) for i in range(1, n)},
        "mesh": {(i, i + 1) for i in range(n) if (i + 1) % side} | {(i, i + side) for i in range(n - side)},
        "hypercube": {(i, i | 1 << d) for i in range(n) for d in range(n.bit_length() - 1) if not i & 1 << d},
    }[service]
    graph = nx.Graph(sorted(edges))
    graph.add_nodes_from(range(n))
    number = {u: i for i, u in enumerate(switches)}

    def along(i, j):
        """The first node of the way in order of dimensions, which is the first shortest one by the numbers of its steps."""
        ways = nx.all_shortest_paths(graph, i, j)
        return min(ways, key=lambda way: [abs(b - a) for a, b in pairwise(way)])[1]

    def choose(place):
        if place is None:
            return range(vcs)
        (node, goal, head), passed = (number[place[i]] for i in (0, 1, 3)), place[2]
        service_hop = graph.has_edge(node, head)
        allowed = head == along(node, goal) if service_hop else (not passed or head == goal)
        return range(vcs if allowed else 0)

    return full_mesh_slow(net, vcs, choose)


def hyperx_slow(net, vcs, aside=False):
    """Coordinate by coordinate; aside, a packet that did not come along the line may first go anywhere else on it."""
    place = [net.labels(node) for node in range(net.node_count)]
    dimensions = min(map(len, place))

    def next_channels(node, came_by, destination, label):
        here, goal = place[node], place[destination]
        wrong = [d for d in range(dimensions) if here[d] != goal[d]]
        heads = {h: int(net.target[h]) for h in row(net, node)}
        if not wrong or not net.forwarding[node]:
            there = [h for h, head in heads.items() if head == destination or not net.forwarding[node]]
            upper = range(vcs // 2, vcs) if aside and vcs > 1 else range(vcs)
            return [(h * vcs + vc, Fraction(1, len(upper))) for h in there for vc in upper]
        d, found = wrong[0], []
        came = None if came_by is None else place[int(net.origin[came_by // vcs])]
        along = came is not None and len(came) == dimensions and came[d] != here[d]
        for h, head in heads.items():
            if not net.forwarding[head] or place[head][d] == here[d]:
                continue
            direct = place[head][d] == goal[d]
            if direct or (aside and not along):
                lanes = range(vcs)
                if aside and vcs > 1:
                    lanes = range(vcs // 2, vcs) if direct else range(vcs // 2)
                found += [h * vcs + vc for vc in lanes]
        return alike(found)

    return next_channels


def dal_slow(net, vcs):
    """Aside in each dimension in which the packet is still where its source, the label, is; dimension order on channel 0 of several."""
    place, in_order = [net.labels(node) for node in range(net.node_count)], hyperx_slow(net, 1)
    dimensions = min(map(len, place))

    def next_channels(node, came_by, destination, label):
        here, goal, begun = place[node], place[destination], place[label]
        taken = []
        for h in row(net, node):
            head, there = int(net.target[h]), place[int(net.target[h])]
            if not (net.forwarding[node] and net.forwarding[head]):
                taken += [h] if head == destination or not net.forwarding[node] else []
                continue
            (d,) = (d for d in range(dimensions) if here[d] != there[d])
            taken += [h] if here[d] != goal[d] and (there[d] == goal[d] or here[d] == begun[d]) else []
        found = [h * vcs + vc for h in taken for vc in range(min(1, vcs - 1), vcs)]
        escape = in_order(node, None, destination, None) if vcs > 1 else []
        return alike([*found, *(h * vcs for h, _ in escape)])

    return next_channels


def s_mod_k_slow(net, vcs):
    near = shortest(net, 1)

    tier = tiers(net)

    def hops(node, came_by, destination):
        there = sorted(h for h, _ in near(node, None, destination, None))
        child = 0
        if came_by is not None and tier(int(net.origin[came_by])) < tier(node):
            lower = sorted(
                (int(u), h)
                for h, (u, v) in enumerate(zip(net.origin, net.target, strict=True))
                if v == node and tier(int(u)) < tier(node)
            )
            child = [h for _, h in lower].index(came_by)
        return alike([there[child % len(there)]])

    return on_channels(net, vcs, hops)


def twisted_slow(net, vcs):
    """All offsets are walked, step by step; the shortest one that ends at the destination is taken."""
    at = net.parameters
    flat = net.family == "twisted-torus-2d"
    lengths = (at["a"], at["b"]) if flat else (at["k"], at["k"], 2 * at["k"])
    shift = at["s"] if flat else at["k"]

    def after(place, axis, way):
        place = list(place)
        place[axis] += way
        if not 0 <= place[axis] < lengths[axis]:
            place[axis] %= lengths[axis]
            if axis < len(lengths) - 1:
                place[-1] = (place[-1] + way * shift) % lengths[-1]
                return tuple(place), True
            return tuple(place), True
        return tuple(place), False

    def walked(place, offset):
        for axis, many in enumerate(offset):
            for _ in range(abs(many)):
                place = after(place, axis, 1 if many > 0 else -1)[0]
        return place

    far = [range(-length, length + 1) for length in lengths]
    offsets = sorted(product(*far), key=lambda each: (sum(map(abs, each)), *((abs(x), x < 0) for x in each)))

    @cache
    def first_step(here, goal):
        offset = next(each for each in offsets if walked(here, each) == goal)
        axis = next(d for d, many in enumerate(offset) if many)
        return axis, 1 if offset[axis] > 0 else -1

    def next_channels(node, came_by, destination, label):
        here = net.labels(node)
        axis, way = first_step(here, net.labels(destination))
        head, wraps = after(here, axis, way)
        (hop,) = [h for h in row(net, node) if net.labels(int(net.target[h])) == head]
        upper = wraps
        if came_by is not None and came_by % vcs >= vcs // 2:
            before = net.labels(int(net.origin[came_by // vcs]))
            upper |= any(after(before, axis, sign)[0] == here for sign in (1, -1))
        lanes = range(vcs) if vcs == 1 else range(vcs // 2, vcs) if upper else range(vcs // 2)
        return [(hop * vcs + vc, Fraction(1, len(lanes))) for vc in lanes]

    return next_channels


ORDERS_SLOW = {
    "classes": lambda net, hop: [each.name for each in net.device_classes].index(
        net.devices[int(net.device[hop])].class_name
    ),
    "hops": lambda net, hop: 0,
}


def ascending_slow(net, vcs, of="shortest", by="classes"):
    near = SLOW[of](net, 1)

    def tree(hop):
        """Up hops by the place of their tail, the last in breadth-first order first, then down hops by that of their head."""
        level, queue = {0: 0}, deque([0])  # by hops to node 0
        while queue:
            u = queue.popleft()
            for h in (net.target == u).nonzero()[0]:
                if (v := int(net.origin[h])) not in level:
                    level[v] = level[u] + 1
                    queue.append(v)
        (tail, head) = (int(end[hop]) for end in (net.origin, net.target))
        places = [(level[u], u) for u in (tail, head)]
        return (0, -places[0][0], -places[0][1]) if places[1] < places[0] else (1, *places[1])

    @cache
    def rank(hop):
        if not net.forwarding[net.origin[hop]]:
            return (-1,)
        if not net.forwarding[net.target[hop]]:
            return (1,)
        return (0, tree(hop) if by == "tree" else ORDERS_SLOW[by](net, hop))

    def next_channels(node, came_by, destination, label):
        found = []
        for hop, weight in near(node, None if came_by is None else came_by // vcs, destination, label):
            rises = came_by is not None and rank(hop) <= rank(came_by // vcs)
            vc = 0 if came_by is None else min(came_by % vcs + rises, vcs - 1)
            found.append((hop * vcs + vc, weight))
        return found

    return next_channels


SLOW = {
    "ascending": ascending_slow,
    "d-mod-k": d_mod_k_slow,
    "d3r": d3r_slow,
    "dla": dla_slow,
    "digits-first": digits_first,
    "dal": dal_slow,
    "dimwar": lambda net, vcs: hyperx_slow(net, vcs, aside=True),
    "dimension-order": dimension_order,
    "duato": duato_slow,
    "ecmp": ecmp_slow,
    "hyperx-order": hyperx_slow,
    "k-shortest": k_shortest_slow,
    "lash": lash_slow,
    "least-latency": shortest,
    "minimal": lambda net, vcs: (minimal_slow if net.title.startswith("dragonfly") else shortest)(net, vcs),
    "negative-first": early(lambda n: {(d, False) for d in range(n)}),
    "north-last": early(lambda n: {(d, False) for d in range(n)} | {(0, True)}),
    "o1turn": o1turn_slow,
    "olm": olm_slow,
    "one-detour": one_detour_slow,
    "overlap": overlap_slow,
    "odd-even": odd_even,
    "par": par_slow,
    "romm": valiant_slow,
    "s-mod-k": s_mod_k_slow,
    "shortest": shortest,
    "shortest-adaptive": shortest,
    "shortest-first": lambda net, vcs, rule="none": shortest(net, vcs, rule, True),
    "star-cycles": star_cycles_slow,
    "tera": tera_slow,
    "twisted-order": twisted_slow,
    "ugal": by_groups_slow,
    "up-down": up_down,
    "up-down-adaptive": lambda net, vcs, root=0: up_down(net, vcs, root, False),
    "valiant": valiant_slow,
    "valiant-groups": by_groups_slow,
    "valiant-switches": valiant_switches_slow,
    "valiant-2phase": lambda net, vcs: valiant_slow(net, vcs, half=ecmp_slow(net, vcs // 2)),
    "west-first": early(lambda n: {(d, False) for d in range(max(1, n - 1))}),
    "xy": dimension_order,
    "yx": lambda net, vcs, rule="dateline", ties="plus": dimension_order(net, vcs, rule, ties, "falling"),
}
