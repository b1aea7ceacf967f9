"""Direct families of the literature: constructions against definitions in words, and known facts with their sources.

A definition is written with tuples and sets, as its source states it: the nodes, and a rule that says whether two of them are linked.
"""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import ceil, comb, factorial, gcd

import networkx as nx
import pytest

from netlemma.errors import SizeError
from netlemma.graphs import families, measure, network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.topology.family import counted


def words(letters, length):
    return list(product(range(letters), repeat=length))


def cube(n, linked):
    """Nodes are words of bits u, where u[i] is bit i; labels of netlemma have the greatest bit first."""
    nodes = words(2, n)
    return {u[::-1] for u in nodes}, {frozenset((u[::-1], v[::-1])) for u, v in combinations(nodes, 2) if linked(u, v)}


def simple(nodes, neighbours):
    return set(nodes), {frozenset((u, v)) for u in nodes for v in neighbours(u) if u != v}


def crossed(n):
    related = {((0, 0), (0, 0)), ((1, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 1), (0, 1))}

    def linked(u, v):
        return any(
            u[m + 1 :] == v[m + 1 :]
            and u[m] != v[m]
            and (m % 2 == 0 or u[m - 1] == v[m - 1])
            and all(((u[2 * i + 1], u[2 * i]), (v[2 * i + 1], v[2 * i])) in related for i in range(m // 2))
            for m in range(n)
        )

    return cube(n, linked)


def crossed_recursively(n):
    """Efe's recursive definition: two copies of CQ_(n-1), linked where the bits below are pair-related."""
    if n == 1:
        return {(0,), (1,)}, {frozenset(((0,), (1,)))}
    nodes, links = crossed_recursively(n - 1)
    mates = {(0, 0): (0, 0), (1, 0): (1, 0), (0, 1): (1, 1), (1, 1): (0, 1)}
    found = {frozenset((bit, *u) for u in link) for bit in (0, 1) for link in links}
    for u in nodes:
        head, tail = (u[:1], u[1:]) if n % 2 == 0 else ((), u)  # n even: bit n-2 is equal
        mate = head + tuple(bit for i in range(0, len(tail), 2) for bit in mates[tail[i : i + 2]])
        found.add(frozenset(((0, *u), (1, *mate))))
    return {(bit, *u) for bit in (0, 1) for u in nodes}, found


def twisted(n):
    def linked(u, v):
        flipped = {i for i in range(n) if u[i] != v[i]}
        if flipped == {0}:
            return True
        for j in range(3, n + 1, 2):
            parity = sum(u[: j - 2]) % 2
            if flipped in ({j - 1}, {j - 1, j - 2} if parity == 0 else {j - 2}):
                return True
        return False

    return cube(n, linked)


def mobius(n, kind):
    def neighbours(x):
        for i in range(1, n + 1):
            before = kind if i == 1 else x[i - 2]
            last = n if before else i
            yield tuple(1 - bit if i <= place <= last else bit for place, bit in enumerate(x, 1))

    return simple(words(2, n), neighbours)


def augmented(n):
    if n == 1:
        return {(0,), (1,)}, {frozenset(((0,), (1,)))}
    nodes, links = augmented(n - 1)
    found = {frozenset((bit, *u) for u in link) for bit in (0, 1) for link in links}
    found |= {frozenset(((0, *u), (1, *v))) for u in nodes for v in (u, tuple(1 - bit for bit in u))}
    return {(bit, *u) for bit in (0, 1) for u in nodes}, found


def permuted(n, moved):
    return simple(list(permutations(range(1, n + 1))), lambda p: moved(list(p)))


def swapped(p, i, j):
    q = list(p)
    q[i], q[j] = q[j], q[i]
    return tuple(q)


def reversals(p):
    return [tuple(p[:k][::-1] + p[k:]) for k in range(2, len(p) + 1)]


def shifts(nodes, letters, one_way):
    nodes = list(nodes)
    arcs = {(x, (*x[1:], a)) for x in nodes for a in range(letters) if (*x[1:], a) in set(nodes) and (*x[1:], a) != x}
    return set(nodes), arcs if one_way else {frozenset(arc) for arc in arcs}


def kautz_words(d, D):
    return [x for x in words(d + 1, D) if all(x[i] != x[i + 1] for i in range(D - 1))]


def wrapped_butterfly(d):
    nodes = [(level, row) for level in range(d) for row in range(2**d)]
    return simple(nodes, lambda u: [((u[0] + 1) % d, row) for row in (u[1], u[1] ^ 2 ** u[0])])


def sierpinski(d, L):
    def linked(s, t):
        return any(
            s[:h] == t[:h]
            and s[h] != t[h]
            and s[h + 1 :] == (t[h],) * (L - h - 1)
            and t[h + 1 :] == (s[h],) * (L - h - 1)
            for h in range(L)
        )

    nodes = words(d, L)
    return set(nodes), {frozenset((s, t)) for s, t in combinations(nodes, 2) if linked(s, t)}


def wk(d, L):
    """Copies joined at their corners; corner y of a copy is its node y y ... y."""
    if L == 1:
        return {(x,) for x in range(d)}, {frozenset(((x,), (y,))) for x, y in combinations(range(d), 2)}
    nodes, links = wk(d, L - 1)
    found = {frozenset((x, *u) for u in link) for x in range(d) for link in links}
    found |= {frozenset(((x, *(y,) * (L - 1)), (y, *(x,) * (L - 1)))) for x, y in combinations(range(d), 2)}
    return {(x, *u) for x in range(d) for u in nodes}, found


def on_circle(n, jumps):
    return simple([(u,) for u in range(n)], lambda u: [((u[0] + j) % n,) for j in jumps])


def midimew(n):
    b = next(b for b in range(n + 1) if 2 * b * b >= n)
    return on_circle(n, (b - 1, b))


def modulo(steps, times, a, b):
    """Classes of integers (x, y) modulo the multiples of (a, b), found by trying all small multiples; any representatives."""
    multiples = {times(p, q, a, b) for p in range(-14, 15) for q in range(-14, 15)}
    classes: dict = {}
    for x, y in sorted(product(range(-a - b - 1, a + b + 2), repeat=2), key=lambda z: (abs(z[0]) + abs(z[1]), z)):
        if not any((x - u, y - v) in multiples for u, v in classes):
            classes[x, y] = None

    def of(x, y):
        return next((u, v) for u, v in classes if (x - u, y - v) in multiples)

    return simple(list(classes), lambda z: [of(z[0] + dx, z[1] + dy) for dx, dy in steps])


def gaussian(a, b):
    return modulo([(1, 0), (0, 1)], lambda p, q, a, b: (p * a - q * b, p * b + q * a), a, b)


def eisenstein(a, b):  # (p + qw)(a + bw) with w^2 = w - 1
    steps = [(1, 0), (0, 1), (-1, 1)]
    return modulo(steps, lambda p, q, a, b: (p * a - q * b, p * b + q * a + q * b), a, b)


def hexagonal(n):
    """Points of the triangular lattice as sums of three unit vectors in the plane, linked at distance 1."""
    points = {(x, y) for x, y in product(range(-n, n + 1), repeat=2) if max(abs(x), abs(y), abs(x + y)) < n}
    square = lambda x, y: x * x + x * y + y * y  # noqa: E731, length in the plane, the axes at 60 degrees
    return points, {frozenset((p, q)) for p, q in combinations(points, 2) if square(p[0] - q[0], p[1] - q[1]) == 1}


def honeycomb(t, wrapped):
    nodes = {p for p in product(range(1 - t, t + 1), repeat=3) if 1 <= sum(p) <= 2}
    links = {
        frozenset((p, q)) for p, q in combinations(nodes, 2) if sum(abs(x - y) for x, y in zip(p, q, strict=True)) == 1
    }
    if wrapped:
        for x, y, z in nodes:
            if x + y + z == 1:
                mirrored = {(x, t): (1 - t, 1 - z, 1 - y), (y, t): (1 - z, 1 - t, 1 - x), (z, t): (1 - y, 1 - x, 1 - t)}
                links |= {frozenset(((x, y, z), other)) for (at, edge), other in mirrored.items() if at == edge}
    return nodes, links


def twisted_torus(a, b, s):
    def neighbours(u):
        x, y = u
        yield (x, (y + 1) % b)
        yield (x + 1, y) if x < a - 1 else (0, (y + s) % b)

    return simple(list(product(range(a), range(b))), neighbours)


def twisted_torus_3d(k):
    def neighbours(u):
        x, y, z = u
        yield (x, y, (z + 1) % (2 * k))
        yield (x + 1, y, z) if x < k - 1 else (0, y, (z + k) % (2 * k))
        yield (x, y + 1, z) if y < k - 1 else (x, 0, (z + k) % (2 * k))

    return simple(list(product(range(k), range(k), range(2 * k))), neighbours)


def of_subsets(n, k, shared):
    nodes = list(combinations(range(1, n + 1), k))
    return set(nodes), {frozenset((s, t)) for s, t in combinations(nodes, 2) if len({*s} & {*t}) == shared}


def petersen(n, k):
    nodes = [(ring, i) for ring in (0, 1) for i in range(n)]
    return simple(nodes, lambda u: [(1, u[1]), (u[0], (u[1] + (k if u[0] else 1)) % n)])


def express(k, n, e, placement):
    def neighbours(u):
        for i in range(n):
            yield (*u[:i], (u[i] + 1) % k, *u[i + 1 :])
            if placement == "every" or u[i] % e == 0:
                yield (*u[:i], (u[i] + e) % k, *u[i + 1 :])

    return simple(words(k, n), neighbours)


DEFINITIONS = {
    "folded-hypercube": lambda n: cube(n, lambda u, v: sum(x != y for x, y in zip(u, v, strict=True)) in (1, n)),
    "crossed-cube": crossed,
    "twisted-cube": twisted,
    "mobius-cube": mobius,
    "augmented-cube": augmented,
    "permutation-star": lambda n: permuted(n, lambda p: [swapped(p, 0, i) for i in range(1, n)]),
    "pancake": lambda n: permuted(n, reversals),
    "bubble-sort": lambda n: permuted(n, lambda p: [swapped(p, i, i + 1) for i in range(n - 1)]),
    "transposition-graph": lambda n: permuted(n, lambda p: [swapped(p, i, j) for i in range(n) for j in range(i)]),
    "de-bruijn": lambda d, D: shifts(words(d, D), d, True),
    "undirected-de-bruijn": lambda d, D: shifts(words(d, D), d, False),
    "kautz": lambda d, D: shifts(kautz_words(d, D), d + 1, True),
    "undirected-kautz": lambda d, D: shifts(kautz_words(d, D), d + 1, False),
    "shuffle-exchange": lambda n: simple(words(2, n), lambda u: [(*u[:-1], 1 - u[-1]), (*u[1:], u[0])]),
    "wrapped-butterfly": wrapped_butterfly,
    "sierpinski": sierpinski,
    "wk-recursive": wk,
    "circulant": on_circle,
    "midimew": midimew,
    "gaussian-network": gaussian,
    "eisenstein-jacobi": eisenstein,
    "hexagonal-mesh": hexagonal,
    "wrapped-hexagonal-mesh": lambda n: on_circle(3 * n * n - 3 * n + 1, (1, 3 * n - 1, 3 * n - 2)),
    "honeycomb-mesh": lambda t: honeycomb(t, False),
    "honeycomb-torus": lambda t: honeycomb(t, True),
    "twisted-torus-2d": twisted_torus,
    "twisted-torus-3d": twisted_torus_3d,
    "hamming": lambda d, q: simple(
        words(q, d), lambda u: [(*u[:i], a, *u[i + 1 :]) for i in range(d) for a in range(q)]
    ),
    "johnson-graph": lambda n, k: of_subsets(n, k, k - 1),
    "odd-graph": lambda n: of_subsets(2 * n - 1, n - 1, 0),
    "kneser": lambda n, k: of_subsets(n, k, 0),
    "generalised-petersen": petersen,
    "rectangular-mesh": lambda S: simple(
        list(product(*map(range, S))),
        lambda u: [(*u[:i], u[i] + 1, *u[i + 1 :]) for i in range(len(S)) if u[i] + 1 < S[i]],
    ),
    "rectangular-torus": lambda S: simple(
        list(product(*map(range, S))), lambda u: [(*u[:i], (u[i] + 1) % S[i], *u[i + 1 :]) for i in range(len(S))]
    ),
    "express-torus": express,
}
LARGEST = 130  # nodes
RENUMBERED = {"gaussian-network", "eisenstein-jacobi"}  # classes have several names: compared up to isomorphism


def definition(name, size):
    nodes, links = DEFINITIONS[name](**size)
    one_way = name in ("de-bruijn", "kautz")
    graph = (nx.DiGraph if one_way else nx.Graph)(tuple(link) for link in links)
    graph.add_nodes_from(nodes)
    return graph


def same(name, size, peer):
    """Whether the network of this size is this graph, by labels or up to isomorphism."""
    built = network(name, **size).graph
    graph = (nx.DiGraph if built.is_directed() else nx.Graph)(built)
    if name in RENUMBERED:
        return nx.is_isomorphic(graph, peer)
    return nx.utils.graphs_equal(nx.create_empty_copy(graph, False), nx.create_empty_copy(peer, False)) and (
        set(peer.edges) == set(graph.edges)
        if graph.is_directed()
        else {*map(frozenset, peer.edges)} == {*map(frozenset, graph.edges)}
    )


def few(name):
    """Its smallest size, and others of its usual ones with few nodes."""
    sizes = [s for s in families()[name].default_sizes if 10 ** families()[name].log_sizes(**s)[0] < LARGEST]
    return [sizes[i] for i in sorted({0, len(sizes) // 2, len(sizes) - 1})]


@pytest.mark.in_turn
@pytest.mark.parametrize("name", DEFINITIONS)
def test_networks_are_what_their_definitions_say(name):
    for size in few(name):
        assert same(name, size, definition(name, size)), size


@pytest.mark.in_turn
@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_wrong_rule_is_seen(name):
    """One link of the definition moved to another place: the network differs."""
    size = few(name)[-1]
    peer = definition(name, size)
    (u, v), (w, x) = sorted(peer.edges)[0], sorted(nx.complement(peer).edges or [(None, None)])[-1]
    peer.remove_edge(u, v)
    if w is not None:
        peer.add_edge(w, x)
    assert not same(name, size, peer)


@pytest.mark.long
@pytest.mark.parametrize("name", DEFINITIONS)
def test_all_usual_sizes_are_what_their_definitions_say(name):
    for size in families()[name].default_sizes:
        if 10 ** families()[name].log_sizes(**size)[0] < 4 * LARGEST:
            assert same(name, size, definition(name, size)), size


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_crossed_cube_is_the_recursive_one(n):
    assert crossed_recursively(n) == crossed(n)


@pytest.mark.parametrize(
    "name, size, peer",
    [
        ("circulant", {"n": 13, "jumps": (1, 5)}, nx.circulant_graph(13, [1, 5])),
        ("generalised-petersen", {"n": 5, "k": 2}, nx.petersen_graph()),
        ("generalised-petersen", {"n": 10, "k": 2}, nx.dodecahedral_graph()),
        ("generalised-petersen", {"n": 10, "k": 3}, nx.desargues_graph()),
        ("generalised-petersen", {"n": 8, "k": 3}, nx.moebius_kantor_graph()),
        ("generalised-petersen", {"n": 4, "k": 1}, nx.cubical_graph()),
        ("odd-graph", {"n": 3}, nx.petersen_graph()),
        ("kneser", {"n": 5, "k": 2}, nx.petersen_graph()),
        ("johnson-graph", {"n": 4, "k": 2}, nx.octahedral_graph()),
        ("johnson-graph", {"n": 6, "k": 2}, nx.line_graph(nx.complete_graph(6))),
        ("hamming", {"d": 2, "q": 4}, nx.line_graph(nx.complete_bipartite_graph(4, 4))),
        ("folded-hypercube", {"n": 3}, nx.complete_bipartite_graph(4, 4)),
        ("honeycomb-torus", {"t": 1}, nx.complete_bipartite_graph(3, 3)),
        ("wrapped-hexagonal-mesh", {"n": 2}, nx.complete_graph(7)),
        ("pancake", {"n": 3}, nx.cycle_graph(6)),
        ("sierpinski", {"d": 2, "L": 4}, nx.path_graph(16)),
        ("kautz", {"d": 2, "D": 3}, nx.line_graph(nx.line_graph(nx.complete_graph(3, nx.DiGraph)))),
        ("kautz", {"d": 3, "D": 2}, nx.line_graph(nx.complete_graph(4, nx.DiGraph))),
        ("rectangular-mesh", {"S": (3, 4)}, nx.grid_2d_graph(3, 4)),
        ("rectangular-torus", {"S": (3, 4)}, nx.grid_2d_graph(3, 4, periodic=True)),
        ("twisted-torus-2d", {"a": 1, "b": 13, "s": 5}, nx.circulant_graph(13, [1, 5])),
        ("express-torus", {"k": 8, "n": 1, "e": 3, "placement": "every"}, nx.circulant_graph(8, [1, 3])),
        ("mobius-cube", {"n": 2, "kind": 1}, nx.cycle_graph(4)),
        ("eisenstein-jacobi", {"a": 2, "b": 3}, nx.Graph(network("wrapped-hexagonal-mesh", n=3).graph)),
        ("gaussian-network", {"a": 2, "b": 3}, nx.Graph(network("midimew", n=13).graph)),
    ],
)
def test_small_sizes_are_well_known_graphs(name, size, peer):
    graph = network(name, **size).graph
    assert nx.is_isomorphic((nx.DiGraph if peer.is_directed() else nx.Graph)(graph), peer)


DIAMETERS = {  # family: (diameter by size, source)
    "folded-hypercube": (lambda n: ceil(n / 2), "El-Amawy and Latifi 1991"),
    "crossed-cube": (lambda n: ceil((n + 1) / 2), "Efe 1992"),
    "twisted-cube": (lambda n: (n + 1) // 2, "Hilbers, Koopman and van de Snepscheut 1987"),
    "mobius-cube": (lambda n, kind: ceil((n + 2 - kind) / 2) if n > 3 else ceil((n + 1) / 2), "Cull and Larson 1995"),
    "augmented-cube": (lambda n: ceil(n / 2), "Choudum and Sunitha 2002"),
    "permutation-star": (lambda n: 3 * (n - 1) // 2, "Akers, Harel and Krishnamurthy 1987"),
    "pancake": (lambda n: [0, 1, 3, 4, 5, 7, 8, 9, 10][n - 1], "OEIS A058986"),
    "bubble-sort": (lambda n: n * (n - 1) // 2, "Akers and Krishnamurthy 1989"),
    "transposition-graph": (lambda n: n - 1, "Lakshmivarahan, Jwo and Dhall 1993"),
    "de-bruijn": (lambda d, D: D, "de Bruijn 1946"),
    "undirected-de-bruijn": (lambda d, D: D, "Pradhan and Reddy 1982"),
    "kautz": (lambda d, D: D, "Kautz 1968"),
    "undirected-kautz": (lambda d, D: D, "Kautz 1968"),
    "shuffle-exchange": (lambda n: 2 * n - 1, "Leighton 1992"),
    "wrapped-butterfly": (lambda d: [1, 3][d - 1] if d < 3 else 3 * d // 2, "Leighton 1992"),
    "sierpinski": (lambda d, L: 2**L - 1, "Klavzar and Milutinovic 1997"),
    "wk-recursive": (lambda d, L: 2**L - 1, "Della Vecchia and Sanges 1988"),
    "midimew": (
        lambda n: next(k for k in range(n) if 2 * k * k + 2 * k + 1 >= n),
        "Beivide et al. 1991: ceil((sqrt(2n-1) - 1) / 2)",
    ),
    "hexagonal-mesh": (lambda n: 2 * n - 2, "Chen, Shin and Kandlur 1990"),
    "wrapped-hexagonal-mesh": (lambda n: n - 1, "Chen, Shin and Kandlur 1990"),
    "honeycomb-mesh": (lambda t: 4 * t - 1, "Stojmenovic 1997"),
    "honeycomb-torus": (lambda t: 2 * t, "Stojmenovic 1997"),
    "hamming": (lambda d, q: d, "Brouwer, Cohen and Neumaier 1989"),
    "johnson-graph": (lambda n, k: min(k, n - k), "Brouwer, Cohen and Neumaier 1989"),
    "odd-graph": (lambda n: n - 1, "Biggs 1979"),
    "kneser": (lambda n, k: ceil((k - 1) / (n - 2 * k)) + 1, "Valencia-Pabon and Vera 2005"),
    "rectangular-mesh": (lambda S: sum(S) - len(S), "Dally and Towles 2004"),
    "rectangular-torus": (lambda S: sum(size // 2 for size in S), "Dally and Towles 2004"),
}
ORDERS = {  # nodes, and links at a node where it is the same everywhere
    "folded-hypercube": lambda n: (2**n, n + 1),
    "crossed-cube": lambda n: (2**n, n),
    "twisted-cube": lambda n: (2**n, n),
    "mobius-cube": lambda n, kind: (2**n, n),
    "augmented-cube": lambda n: (2**n, 2 * n - 1),
    "permutation-star": lambda n: (factorial(n), n - 1),
    "pancake": lambda n: (factorial(n), n - 1),
    "bubble-sort": lambda n: (factorial(n), n - 1),
    "transposition-graph": lambda n: (factorial(n), comb(n, 2)),
    "kautz": lambda d, D: (d**D + d ** (D - 1), d),
    "wrapped-butterfly": lambda d: (d * 2**d, 4 if d > 2 else None),
    "honeycomb-torus": lambda t: (6 * t * t, 3),
    "hamming": lambda d, q: (q**d, d * (q - 1)),
    "johnson-graph": lambda n, k: (comb(n, k), k * (n - k)),
    "odd-graph": lambda n: (comb(2 * n - 1, n - 1), n),
    "kneser": lambda n, k: (comb(n, k), comb(n - k, k)),
    "generalised-petersen": lambda n, k: (2 * n, 3),
    "wrapped-hexagonal-mesh": lambda n: (1 + 6 * comb(n, 2), 6),
}
GIRTHS = [  # Biggs 1974; Brouwer, Cohen and Neumaier 1989; Kanevsky and Feng 1995 for pancakes
    ("odd-graph", {"n": 3}, 5),
    ("odd-graph", {"n": 4}, 6),
    ("odd-graph", {"n": 5}, 6),
    ("generalised-petersen", {"n": 8, "k": 3}, 6),
    ("generalised-petersen", {"n": 12, "k": 5}, 6),
    ("permutation-star", {"n": 4}, 6),
    ("permutation-star", {"n": 5}, 6),
    ("pancake", {"n": 4}, 6),
    ("pancake", {"n": 5}, 6),
    ("bubble-sort", {"n": 4}, 4),
    ("transposition-graph", {"n": 4}, 4),
    ("honeycomb-torus", {"t": 2}, 6),
    ("honeycomb-mesh", {"t": 3}, 6),
    ("crossed-cube", {"n": 4}, 4),
    ("folded-hypercube", {"n": 5}, 4),
    ("kneser", {"n": 7, "k": 2}, 3),
]
TRANSITIVE = {
    *("folded-hypercube", "augmented-cube", "permutation-star", "pancake", "bubble-sort", "transposition-graph"),
    *("wrapped-butterfly", "circulant", "midimew", "gaussian-network", "eisenstein-jacobi", "wrapped-hexagonal-mesh"),
    *("honeycomb-torus", "twisted-torus-2d", "twisted-torus-3d", "hamming", "johnson-graph", "odd-graph", "kneser"),
    "rectangular-torus",
}


@pytest.mark.in_turn
@pytest.mark.parametrize("name", DIAMETERS)
def test_diameters_of_the_literature(name):
    diameter, source = DIAMETERS[name]
    assert source
    for size in families()[name].default_sizes:
        assert measure(network(name, **size)).diameter == diameter(**size), size


@pytest.mark.parametrize("name", ORDERS)
def test_orders_and_degrees_of_the_literature(name):
    for size in families()[name].default_sizes:
        nodes, degree = ORDERS[name](**size)
        found = counted(network(name, **size))
        assert found["nodes"] == nodes and degree in (None, found["degree"]) and degree in (None, found["least_degree"])


@pytest.mark.parametrize("name, size, girth", GIRTHS)
def test_girths_of_the_literature(name, size, girth):
    assert nx.girth(nx.Graph(network(name, **size).graph)) == girth


@pytest.mark.parametrize("name", sorted(TRANSITIVE))
def test_where_all_nodes_are_alike_one_source_suffices(name):
    for size in families()[name].default_sizes:
        assert measure(network(name, **size)).sources == 1, size


def test_the_generalised_petersen_graphs_that_are_transitive():
    """Frucht, Graver and Watkins 1971: k^2 = 1 or -1 modulo n; and the dodecahedron (10, 2)."""
    for n in range(3, 14):
        for k in range(1, (n + 1) // 2):
            alike = k * k % n in (1, n - 1) or (n, k) == (10, 2)
            assert (measure(network("generalised-petersen", n=n, k=k)).sources == 1) == alike


@pytest.mark.parametrize("n, alike", [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_crossed_cubes_are_transitive_up_to_four_dimensions(n, alike):
    """Kulasinghe and Bettayeb 1995."""
    assert measure(network("crossed-cube", n=n)).sources == alike


def test_mean_distances_of_the_literature():
    """Of all ordered pairs, a node with itself counted or not as the source does."""
    for n in range(2, 7):  # Akers, Harel and Krishnamurthy 1987: n - 4 + 2/n + H_n, pairs of one node counted
        nodes = factorial(n)
        mean = n - 4 + Fraction(2, n) + sum(Fraction(1, i) for i in range(1, n + 1))
        assert measure(network("permutation-star", n=n)).mean_distance * (nodes - 1) / nodes == mean
        mean = n - sum(Fraction(1, i) for i in range(1, n + 1))  # n less the mean number of cycles
        assert measure(network("transposition-graph", n=n)).mean_distance * (nodes - 1) / nodes == mean
        assert measure(network("bubble-sort", n=n)).mean_distance * (nodes - 1) / nodes == Fraction(n * (n - 1), 4)


def hops(net, routing):
    """Mean number of hops of a message."""
    return sum(each.visit_ratio * each.devices for each in measure(net, routing=channel_routing(net, routing)).classes)


@pytest.mark.in_turn
def test_routings_of_words_take_shortest_paths_where_their_papers_say_so():
    for name, routing in (("de-bruijn", "overlap"), ("kautz", "overlap"), ("permutation-star", "star-cycles")):
        for size in few(name):
            net = network(name, **size)
            assert hops(net, routing) == measure(net).mean_distance
    net = network("undirected-de-bruijn", d=2, D=4)
    assert hops(net, "overlap") == measure(network("de-bruijn", d=2, D=4)).mean_distance > measure(net).mean_distance


@pytest.mark.parametrize(
    "name, size, says",
    [
        ("twisted-cube", {"n": 4}, "n must be odd: 1, 3, 5, ..."),
        ("mobius-cube", {"n": 4, "kind": 2}, "kind is 0 or 1"),
        ("circulant", {"n": 9, "jumps": (1, 5)}, "from 1 to n/2"),
        ("circulant", {"n": 9, "jumps": (2, 2)}, "different numbers"),
        ("circulant", {"n": 12, "jumps": (3, 6)}, "not be connected, as 3 divides n"),
        ("gaussian-network", {"a": 0, "b": 1}, "must be at least 2"),
        ("eisenstein-jacobi", {"a": 1, "b": 0}, "must be at least 2"),
        ("johnson-graph", {"n": 4, "k": 4}, "k is from 1 to n-1"),
        ("kneser", {"n": 6, "k": 3}, "n > 2k"),
        ("generalised-petersen", {"n": 6, "k": 3}, "less than n/2"),
        ("express-torus", {"k": 8, "n": 1, "e": 5}, "from 2 to k/2"),
        ("express-torus", {"k": 8, "n": 1, "e": 3}, "e divides k"),
        ("kneser", {"n": 10**40, "k": 10**39}, "at most 5,000,000 nodes"),
        ("johnson-graph", {"n": 10**5000, "k": 10**4000}, "at most 5,000,000 nodes"),
        ("circulant", {"n": 10**30, "jumps": (1, 2)}, "at most 5,000,000 nodes"),
        ("twisted-torus-2d", {"a": 3, "b": 10**5000, "s": 10**5000}, "b<=1666666 at a=3 s=10^5000"),
    ],
)
def test_illegal_sizes_are_refused_in_one_line(name, size, says):
    with pytest.raises(SizeError) as raised:
        network(name, **size)
    assert says in str(raised.value) and "\n" not in str(raised.value) and len(str(raised.value)) < 300


def test_circulants_are_connected_if_and_only_if_they_are_legal():
    for n in range(2, 13):
        for jumps in [(i,) for i in range(1, n // 2 + 1)] + list(combinations(range(1, n // 2 + 1), 2)):
            connected = nx.is_connected(nx.circulant_graph(n, list(jumps)))
            assert connected == (gcd(n, *jumps) == 1)
            if connected:
                assert network("circulant", n=n, jumps=jumps).node_count == n
            else:
                with pytest.raises(SizeError):
                    network("circulant", n=n, jumps=jumps)
