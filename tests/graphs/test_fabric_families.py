"""Families with switches and terminals against their definitions in words, built naively from tuples and sets."""

from collections import Counter
from itertools import combinations, product
from math import prod

import networkx as nx
import pytest

from netlemma.errors import SizeError
from netlemma.graphs import measure, network
from netlemma.graphs.topology.finite_fields import Field, prime_power
from netlemma.graphs.topology.random_graphs import random_lift, random_regular
from netlemma.graphs.topology.symmetry import orbits


def attached(links, switches, terminals):
    return {*links, *(((*s,), (*s, t)) for s in switches for t in range(terminals))}


def grid(sizes):
    points = list(product(*map(range, sizes)))
    return points, {(u, v) for u, v in combinations(points, 2) if sum(a != b for a, b in zip(u, v, strict=True)) == 1}


def hyperx(S, T):
    points, links = grid(S)
    return attached(links, points, T)


def flattened_butterfly(k, n):
    return hyperx((k,) * (n - 1), k)


def concentrated_mesh(k, c):
    points, links = grid((k, k))
    return attached({(u, v) for u, v in links if sum(map(abs, (u[0] - v[0], u[1] - v[1]))) == 1}, points, c)


def k_ary_n_tree(k, n):
    words = list(product(range(k), repeat=n - 1))
    links = {
        ((l, *w), (l + 1, *v))
        for l in range(n - 1)
        for w, v in product(words, words)
        if all(w[i] == v[i] for i in range(n - 1) if i != l)
    }
    return links | {((n - 1, *p[:-1]), (n, *p)) for p in product(range(k), repeat=n)}


def xgft(m, w):
    h = len(m)

    def vertices(level):  # positions h, ..., 1
        return product(*(range(m[i - 1] if i > level else w[i - 1]) for i in range(h, 0, -1)))

    return {
        ((l, *u), (l + 1, *v))
        for l in range(h)
        for u, v in product(vertices(l), list(vertices(l + 1)))
        if all(u[h - i] == v[h - i] for i in range(1, h + 1) if i != l + 1)
    }


def fat_tree(k):
    half = k // 2
    links = set()
    for pod, edge in product(range(k), range(half)):
        links |= {((1, pod, edge), (2, pod, agg)) for agg in range(half)}
        links |= {((1, pod, edge), (0, pod, edge, host)) for host in range(half)}
    for pod, agg in product(range(k), range(half)):
        links |= {((2, pod, agg), (3, *divmod(core, half))) for core in range(agg * half, (agg + 1) * half)}
    return links


def group_links(groups, h, arrangement):
    """Links between groups as pairs of (group, switch): every port knows its group, every link has two ports."""

    def leads_to(i, m):
        if arrangement == "consecutive":
            return m if m < i else m + 1
        if arrangement == "palmtree":
            return (i - (m + 1)) % groups
        return (i + m // 2 + 1) % groups if m % 2 == 0 else (i - (m // 2 + 1)) % groups

    port = {(i, leads_to(i, m)): m for i in range(groups) for m in range(groups - 1)}
    return {((i, port[i, j] // h), (j, port[j, i] // h)) for i, j in combinations(range(groups), 2)}


def dragonfly(p, a, h, arrangement):
    groups = a * h + 1
    links = {((i, s), (i, t)) for i in range(groups) for s, t in combinations(range(a), 2)}
    return attached(links | group_links(groups, h, arrangement), product(range(groups), range(a)), p)


def megafly(p, s, h, arrangement):
    groups = s * h + 1
    links = {((i, 0, leaf), (i, 1, spine)) for i in range(groups) for leaf in range(s) for spine in range(s)}
    links |= {((i, 1, u), (j, 1, v)) for (i, u), (j, v) in group_links(groups, h, arrangement)}
    return attached(links, product(range(groups), (0,), range(s)), p)


class Naive:
    """GF(p^e) as polynomials over the integers modulo p, least coefficient first, by schoolbook arithmetic."""

    def __init__(self, q):
        self.p = next(p for p in range(2, q + 1) if q % p == 0)
        self.e = next(e for e in range(1, 20) if self.p**e == q)
        self.elements = [tuple(reversed(c)) for c in product(range(self.p), repeat=self.e)]
        for rest in self.elements:  # x^e = rest
            self.rest = rest
            powers = self.powers()
            if len(set(powers)) == q - 1 and self.zero not in powers:
                break
        self.xi = next(x for x in self.elements if len({self.power(x, i) for i in range(1, q)} - {self.zero}) == q - 1)

    @property
    def zero(self):
        return (0,) * self.e

    @property
    def one(self):
        return (1,) + (0,) * (self.e - 1)

    def powers(self):
        x = self.rest if self.e == 1 else (0, 1) + (0,) * (self.e - 2)
        return [self.power(x, i) for i in range(self.p**self.e - 1)]

    def number(self, a):
        return sum(c * self.p**i for i, c in enumerate(a))

    def add(self, a, b):
        return tuple((x + y) % self.p for x, y in zip(a, b, strict=True))

    def minus(self, a, b=None):
        a, b = (self.zero, a) if b is None else (a, b)
        return tuple((x - y) % self.p for x, y in zip(a, b, strict=True))

    def mul(self, a, b):
        found = [0] * (2 * self.e - 1)
        for i, j in product(range(self.e), repeat=2):
            found[i + j] += a[i] * b[j]
        for top in reversed(range(self.e, len(found))):
            for i, c in enumerate(self.rest):
                found[top - self.e + i] += found[top] * c
        return tuple(c % self.p for c in found[: self.e])

    def power(self, a, n):
        found = self.one
        for _ in range(n):
            found = self.mul(found, a)
        return found


def slim_fly(q, p):
    field = Naive(q)
    w, delta = next((w, d) for w in range(q) for d in (-1, 0, 1) if 4 * w + d == q)
    last = {1: (q - 3, q - 2), 0: (q - 2, q - 1), -1: (2 * w - 2, 2 * w - 1)}[delta]
    X, Y = ({field.power(field.xi, i) for i in range(start, end + 1, 2)} for start, end in enumerate(last))
    if delta == -1:
        X, Y = ({*part, *map(field.minus, part)} for part in (X, Y))
    links = set()
    for s, part in ((0, X), (1, Y)):
        for x, y, z in product(field.elements, repeat=3):
            if field.minus(y, z) in part:
                links.add(frozenset({(s, x, y), (s, x, z)}))
    for x, y, m, c in product(field.elements, repeat=4):
        if y == field.add(field.mul(m, x), c):
            links.add(frozenset({(0, x, y), (1, m, c)}))
    named = {tuple((s, field.number(x), field.number(y)) for s, x, y in link) for link in links}
    return attached(named, product((0, 1), range(q), range(q)), p)


def polarfly(q, p):
    field = Naive(q)
    points = [u for u in product(field.elements, repeat=3) if next((x for x in u if x != field.zero), 0) == field.one]

    def dot(u, v):
        found = field.zero
        for a, b in zip(u, v, strict=True):
            found = field.add(found, field.mul(a, b))
        return found

    named = [tuple(map(field.number, u)) for u in points]
    links = {
        (named[i], named[j]) for i, j in combinations(range(len(points)), 2) if dot(points[i], points[j]) == field.zero
    }
    return attached(links, named, p)


def benes(d, p):
    flips = [*reversed(range(d)), *range(d)]
    links = set()
    for l, flip in enumerate(flips):
        for w in range(2**d):
            links |= {((l, w), (l + 1, w)), ((l, w), (l + 1, w ^ 2**flip))}
    return attached(links, product((0, 2 * d), range(2**d)), p)


def bcube(n, k):
    return {
        (word, (*word[:place], -1, *word[place + 1 :]))
        for word in product(range(n), repeat=k + 1)
        for place in range(k + 1)
    }


def dcell(n, k):
    """Server u of DCell_k by copies, as the paper builds it."""

    def build(prefix, level):
        if level == 0:
            servers = [(*prefix, i) for i in range(n)]
            return servers, {(u, (*prefix, -1)) for u in servers}
        t = n
        for _ in range(level - 1):
            t *= t + 1
        copies = [build((*prefix, i), level - 1) for i in range(t + 1)]
        links = set().union(*(more for _, more in copies))
        links |= {(copies[i][0][j - 1], copies[j][0][i]) for i, j in combinations(range(t + 1), 2)}
        return [u for servers, _ in copies for u in servers], links

    return build((), k)[1]


CASES = [
    (hyperx, [((2,), 1), ((2, 3), 0), ((3, 2, 2), 2)]),
    (flattened_butterfly, [(2, 2), (3, 3), (2, 4)]),
    (concentrated_mesh, [(2, 1), (3, 2), (4, 3)]),
    (k_ary_n_tree, [(2, 1), (3, 2), (2, 3), (3, 3)]),
    (xgft, [((2,), (1,)), ((4, 4), (1, 2)), ((2, 3, 2), (2, 1, 3)), ((3, 2), (2, 2))]),
    (fat_tree, [(2,), (4,), (6,)]),
    (dragonfly, [(1, 2, 1, "consecutive"), (0, 3, 2, "palmtree"), (2, 2, 2, "circulant"), (1, 4, 2, "consecutive")]),
    (megafly, [(1, 1, 1, "consecutive"), (2, 3, 2, "palmtree"), (1, 2, 3, "circulant"), (0, 3, 1, "consecutive")]),
    (slim_fly, [(3, 0), (4, 1), (5, 0), (7, 1), (8, 0), (9, 0)]),
    (polarfly, [(2, 0), (3, 1), (4, 0), (5, 0), (8, 0), (9, 2)]),
    (benes, [(1, 0), (2, 1), (3, 0)]),
    (bcube, [(2, 0), (3, 1), (2, 2), (3, 2)]),
    (dcell, [(2, 0), (3, 1), (2, 2), (3, 2)]),
]


def undirected(links):
    return {frozenset(link) for link in links if len(set(link)) == 2}


def labelled(net):
    return {frozenset(edge) for edge in net.graph.edges}


@pytest.mark.parametrize(("definition", "size"), [(d, size) for d, sizes in CASES for size in sizes])
def test_networks_are_what_their_definitions_say(definition, size):
    name = definition.__name__.replace("_", "-")
    net = network(name, **dict(zip(PARAMETERS[name], size, strict=True)))
    assert labelled(net) == undirected(definition(*size))
    assert name in ("bcube", "dcell") or net.terminals is None or not net.forwarding[list(net.ends)].any()


PARAMETERS = {
    "hyperx": ("S", "T"),
    "flattened-butterfly": ("k", "n"),
    "concentrated-mesh": ("k", "c"),
    "k-ary-n-tree": ("k", "n"),
    "xgft": ("m", "w"),
    "fat-tree": ("k",),
    "dragonfly": ("p", "a", "h", "arrangement"),
    "megafly": ("p", "s", "h", "arrangement"),
    "slim-fly": ("q", "p"),
    "polarfly": ("q", "p"),
    "benes": ("d", "p"),
    "bcube": ("n", "k"),
    "dcell": ("n", "k"),
}


@pytest.mark.parametrize(
    "size", [((2, 3), (1, 2), (1, 2)), ((2, 2, 2), (2, 1, 2), (2, 3, 1)), ((3,), (2,), (4,))], ids=str
)
def test_parallel_links_of_a_tree(size):
    """Those of Zahavi's definition: the tree of m and w, each link of level l repeated p_{l+1} times."""
    m, w, p = size
    net = network("pgft", m=m, w=w, p=p)
    links = Counter(
        frozenset((net.labels(int(u)), net.labels(int(v)))) for u, v in zip(net.origin, net.target, strict=True)
    )
    assert links == {
        frozenset(link): 2 * p[min(end[0] for end in link)] for link in undirected(xgft(m, w))
    }  # both ways
    assert measure(net).mean_distance == measure(network("xgft", m=m, w=w)).mean_distance
    assert orbits(net).sources


def ports_of(groups, ports, arrangement):
    """The groups to which the ports of each group lead, and the round of each port: whole rounds, and a last one to near groups."""
    steps = {
        "consecutive": lambda i: [j for j in range(groups) if j != i],
        "palmtree": lambda i: [(i - step) % groups for step in range(1, groups)],
        "circulant": lambda i: [(i + sign * step) % groups for step in range(1, groups // 2 + 1) for sign in (1, -1)],
    }[arrangement]
    rest = ports % (groups - 1)
    near = {sign * step % groups for step in range(1, rest // 2 + 1) for sign in (1, -1)}
    near |= {groups // 2} if rest % 2 else set()
    found = {}
    for i in range(groups):
        last = [j for j in steps(i) if (j - i) % groups in near]
        every = [(j, c) for c in range(ports // (groups - 1)) for j in steps(i)] + [
            (j, ports // (groups - 1)) for j in last
        ]
        assert len(every) == ports
        found[i] = every
    return found


FEW_GROUPS = [
    (1, 2, 2, "consecutive", 3), (0, 2, 2, "palmtree", 3), (0, 4, 2, "circulant", 3), (2, 4, 2, "consecutive", 4),
    (0, 4, 3, "palmtree", 6), (1, 2, 4, "circulant", 7), (0, 3, 3, "consecutive", 8), (0, 1, 4, "palmtree", 3),
    (0, 5, 1, "palmtree", 4), (0, 1, 3, "consecutive", 2), (0, 4, 2, "circulant", 5),
]  # fmt: skip


@pytest.mark.parametrize("size", FEW_GROUPS, ids=str)
def test_fewer_groups_have_several_links_as_evenly_as_they_can(size):
    p, a, h, arrangement, groups = size
    net = network("dragonfly", p=p, a=a, h=h, arrangement=arrangement, groups=groups)
    ports = ports_of(groups, a * h, arrangement)
    wanted = Counter()
    for i, every in ports.items():
        for m, (j, turn) in enumerate(every):
            back = ports[j].index((i, turn))
            wanted[frozenset({(i, m // h), (j, back // h)})] += i < j
    switch = {node: net.labels(node) for node in range(net.node_count) if len(net.labels(node)) == 2}
    hops = [(switch[u], switch[v]) for u, v in zip(net.origin, net.target, strict=True) if {u, v} <= set(switch)]
    found = Counter(frozenset(hop) for hop in hops if hop[0][0] < hop[1][0])
    assert found == wanted
    between = Counter(tuple(sorted(end[0] for end in link)) for link, count in found.items() for _ in range(count))
    assert len(between) == groups * (groups - 1) // 2 and max(between.values()) - min(between.values()) <= 1
    assert set(Counter(u for u, v in hops if u[0] != v[0]).values()) == {h}  # every port is used
    assert net.device_count == groups * (a * (a - 1) // 2) + groups * a * h // 2 + groups * a * p
    assert orbits(net).sources  # the symmetries are those of the network


def test_a_dragonfly_of_all_groups_is_the_canonical_one():
    one, other = (network("dragonfly", p=1, a=2, h=2, **groups) for groups in ({}, {"groups": 5}))
    assert one.title == other.title == "dragonfly p=1 a=2 h=2 arrangement=consecutive"
    assert labelled(one) == labelled(other)
    few = network("dragonfly", p=1, a=2, h=2, groups=3)
    assert few.title == "dragonfly p=1 a=2 h=2 arrangement=consecutive groups=3"


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ({"a": 2, "h": 2, "groups": 6}, "at most 5 groups"),
        ({"a": 3, "h": 1, "groups": 3}, r"groups\*a\*h = 9 .* must be even"),
        ({"a": 2, "h": 2, "groups": 1}, "groups .* must be at least 2"),
        ({"a": 2, "h": 2, "groups": 4, "arrangement": "circulant"}, "an odd number of groups"),
    ],
)
def test_numbers_of_groups_that_cannot_be(size, said):
    with pytest.raises(SizeError, match=said):
        network("dragonfly", p=1, **size)


def test_other_networks_differ_from_a_definition():
    """One link moved, or another arrangement, is seen."""
    size = {"p": 1, "a": 4, "h": 2}
    one = labelled(network("dragonfly", **size, arrangement="consecutive"))
    assert one != undirected(dragonfly(1, 4, 2, "palmtree"))
    links = undirected(slim_fly(5, 0))
    moved = nx.Graph(tuple(link) for link in links)
    u, v = next(iter(moved.edges))
    w = next(w for w in moved if w != u and not moved.has_edge(u, w))
    moved.remove_edge(u, v)
    moved.add_edge(u, w)
    assert {frozenset(edge) for edge in moved.edges} != labelled(network("slim-fly", q=5))
    assert nx.girth(moved) < 5 or nx.diameter(moved) > 2


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9, 11, 16, 25, 27])
def test_fields(q):
    field, naive = Field(q), Naive(q)
    number = {a: naive.number(a) for a in naive.elements}
    for a, b in product(naive.elements, repeat=2):
        assert field.plus[number[a], number[b]] == number[naive.add(a, b)]
        assert field.times[number[a], number[b]] == number[naive.mul(a, b)]
        assert field.minus[number[a]] == number[naive.minus(a)]
    assert sorted(field.powers) == list(range(1, q)) and field.powers[1 % (q - 1)] == number[naive.xi]
    assert [n for n in range(2, q + 1) if prime_power(n)] == [
        n
        for n in range(2, q + 1)
        if len({p for p in range(2, n + 1) if n % p == 0 and all(p % i for i in range(2, p))}) == 1
    ]


def moore(degree, diameter):
    """The Moore bound: the most nodes of a graph of this degree and diameter."""
    return 1 + degree * sum((degree - 1) ** i for i in range(diameter))


# name, size, number of ends, greatest degree, diameter in hops between ends; the sources are named at the side
KNOWN = [
    ("fat-tree", {"k": 4}, 16, 4, 6),  # Al-Fares et al. 2008: k^3/4 hosts, three layers
    ("fat-tree", {"k": 8}, 8**3 // 4, 8, 6),
    ("k-ary-n-tree", {"k": 4, "n": 3}, 64, 8, 6),  # Petrini and Vanneschi 1997: k^n terminals, 2n hops
    ("dragonfly", {"p": 2, "a": 4, "h": 2}, 72, 7, 5),  # Kim et al. 2008, figure 5: N = 72, g = 9
    ("dragonfly", {"p": 4, "a": 8, "h": 4}, 1056, 15, 5),  # BookSim's default: 1056 nodes
    ("flattened-butterfly", {"k": 4, "n": 2}, 16, 7, 3),  # Kim, Dally and Abts 2007, figure 1
    ("flattened-butterfly", {"k": 8, "n": 3}, 512, 22, 4),
    ("slim-fly", {"q": 5}, 50, 7, 2),  # Hoffman and Singleton 1960
    ("slim-fly", {"q": 19, "p": 15}, 10830, 29 + 15, 4),  # Besta and Hoefler 2014, table III: 10,830 endpoints
    ("polarfly", {"q": 31}, 993, 32, 2),  # Lakhotia et al. 2022: 993 routers of network radix 32
    ("bcube", {"n": 4, "k": 1}, 16, 4, 4),  # Guo et al. 2009, figure 1: diameter k + 1 in server hops
    ("bcube", {"n": 8, "k": 2}, 512, 8, 6),
    ("dcell", {"n": 4, "k": 1}, 20, 4, 5),  # Guo et al. 2008, figure 1
    ("dcell", {"n": 4, "k": 2}, 420, 4, 11),  # at most 2^(k+1) - 1 = 7 hops between servers
    ("benes", {"d": 3}, 56, 4, 6),
]


@pytest.mark.parametrize(
    ("name", "size", "ends", "degree", "diameter"),
    [pytest.param(*each, marks=pytest.mark.long if each[2] > 500 else ()) for each in KNOWN],
    ids=str,
)
def test_known_facts(name, size, ends, degree, diameter):
    net = network(name, **size)
    assert len(net.ends) == ends and max(Counter(net.origin.tolist()).values()) == degree
    assert measure(net).diameter == diameter


def test_the_slim_fly_of_five_is_the_hoffman_singleton_graph():
    graph = network("slim-fly", q=5).graph
    assert nx.girth(graph) == 5 and nx.is_strongly_regular(graph)
    assert graph.number_of_nodes() == moore(7, 2)


@pytest.mark.parametrize("q", [3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27])
def test_slim_flies_have_diameter_two_and_their_share_of_the_moore_bound(q):
    net = network("slim-fly", q=q)
    degree = int(net.indptr[1])
    delta = {1: 1, 3: -1, 0: 0}[q % 4]
    assert degree == (3 * q - delta) // 2 and measure(net).diameter == 2
    assert net.node_count / moore(degree, 2) > 8 / 9 * (1 - 1 / q)  # it tends to 8/9 (Besta and Hoefler 2014)


def test_random_networks_are_regular_connected_and_repeatable():
    for seed in range(20):
        for nodes, degree in ((4, 3), (7, 4), (8, 6), (9, 8), (30, 3)):
            graph = nx.Graph(random_regular(nodes, degree, seed).tolist())
            assert nx.is_connected(graph) and {d for _, d in graph.degree} == {degree} and len(graph) == nodes
        lift = nx.Graph(random_lift(3, 5, seed).tolist())
        assert nx.is_connected(lift) and {d for _, d in lift.degree} == {3}
        assert all(Counter(v // 5 for v in lift[u]) == {m: 1 for m in range(4) if m != u // 5} for u in lift)
    one, other, third = (network("jellyfish", switches=20, degree=4, sample=sample) for sample in (1, 1, 2))
    assert labelled(one) == labelled(other) != labelled(third)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("name", "size", "message"),
    [
        ("slim-fly", {"q": 6}, "prime power of at least 3, such as 5 or 7"),
        ("polarfly", {"q": 12}, "prime power of at least 2, such as 11 or 13"),
        ("fat-tree", {"k": 5}, "k must be even"),
        ("xgft", {"m": (4, 4), "w": (1,)}, "m and w must be equally long, not 2 and 1 numbers"),
        ("pgft", {"m": (4, 4), "w": (1, 2), "p": 1}, "m, w and p must be equally long, not 2, 2 and 1 numbers"),
        ("jellyfish", {"switches": 7, "degree": 3}, "degree must be less than switches, and switches\\*degree even"),
        ("megafly", {"p": 1, "s": 3, "h": 1, "arrangement": "circulant"}, "takes an even s\\*h"),
        ("slim-fly", {"q": 10**40}, "nodes and 10\\^120 hops"),
        ("dcell", {"n": 2, "k": 10**30}, "hops: at most"),
        ("k-ary-n-tree", {"k": 10**30, "n": 10**30}, "hops: at most"),
    ],
)
def test_illegal_sizes_are_refused_in_one_line_that_names_the_legal_ones(name, size, message):
    with pytest.raises(SizeError, match=message) as raised:
        network(name, **size)
    assert "\n" not in str(raised.value)


def test_the_trees_are_extended_generalised_fat_trees():
    """The numbers of vertices of each level are products of children and parents."""
    net = network("xgft", m=(4, 3, 2), w=(1, 2, 3))
    levels = Counter(net.labels(u)[0] for u in range(net.node_count))
    assert levels == {l: prod((4, 3, 2)[l:]) * prod((1, 2, 3)[:l]) for l in range(4)}
