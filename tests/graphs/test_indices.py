"""Indices of networks against plain loops over all halves, all pairs and all routes, and against published values."""

from fractions import Fraction
from itertools import combinations, pairwise, product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.errors import InputError
from netlemma.graphs import device_network, network
from netlemma.graphs.loads import distance_indices
from netlemma.graphs.loads.bisection import Cuts, bisection
from netlemma.graphs.loads.distance_indices import distances
from netlemma.graphs.loads.graph_indices import INDICES, _by_lengths, edge_forwarding_index, vertex_forwarding_index
from netlemma.graphs.topology.structure import from_devices


def narrowest(net):
    """Fewest channels between two halves of the ends, by all halves and all sides of the other nodes."""
    ends, found = list(net.ends), []
    others = [node for node in range(net.node_count) if node not in ends]
    for half in combinations(ends, len(ends) // 2):
        for sides in product((False, True), repeat=len(others)):
            here = {*half, *(node for node, inside in zip(others, sides, strict=True) if inside)}
            cut = [d for d in net.devices if {*d.nodes} & here and not {*d.nodes} <= here]
            found.append(sum(2 if d.kind == "link" else 1 for d in cut))
    return min(found)


SMALL = [
    ("toroid", {"w": 3, "D": 2}), ("toroid", {"w": 2, "D": 3}), ("hypercube", {"n": 3}), ("mesh", {"k": 3, "n": 2}),
    ("spanning-bus-hypercube", {"w": 3, "D": 2}), ("dual-bus-hypercube", {"w": 3, "D": 2}), ("oneway-torus", {"k": 3, "n": 2}),
    ("line(2) x clique(5)", {}), ("ring(3) x bus(4)", {}), ("cube-connected-cycles", {"D": 2}), ("line(2)", {}), ("ring", {"K": 3}),
]  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize(("family", "size"), SMALL)
def test_bisection_of_all_halves(family, size):
    net = device_network(family, **size)
    found = bisection(net)
    assert found.exact and found.channels == narrowest(net)
    half = {*found.half}
    assert abs(2 * len(half) - net.node_count) <= 1
    assert (
        sum(2 if d.kind == "link" else 1 for d in net.devices if {*d.nodes} & half and not {*d.nodes} <= half)
        == found.channels
    )


@st.composite
def networks(draw):
    """Connected networks of at most 8 nodes with links, one-way rings and buses."""
    n = draw(st.integers(2, 8))
    kind = draw(st.sampled_from(["link", "bus"]))
    devices = [("tree", "link", [(i,), (draw(st.integers(0, i - 1)),)]) for i in range(1, n)]
    more = draw(
        st.lists(
            st.lists(st.integers(0, n - 1), min_size=2, max_size=2 if kind == "link" else n, unique=True), max_size=6
        )
    )
    devices += [("more", kind, [(node,) for node in nodes]) for nodes in more]
    if n > 2 and draw(st.booleans()):
        devices += [("round", "one-way link", [(i,), ((i + 1) % n,)]) for i in range(n)]
    return from_devices([(i,) for i in range(n)], devices)


@given(networks())
@settings(max_examples=60, deadline=None)
def test_indices_of_any_network(net):
    found = bisection(net)
    assert found.exact and found.channels == narrowest(net)
    graph = nx.DiGraph(list(zip(net.origin.tolist(), net.target.tolist(), strict=True)))
    far = dict(nx.all_pairs_shortest_path_length(graph))
    every = [far[s][t] for s in far for t in far if s != t]
    one_way = any(d.kind == "one-way link" for d in net.devices)
    by = distances(net)
    share = 1 if one_way else Fraction(1, 2)
    assert by.wiener == share * sum(every) and by.hyper_wiener == share * Fraction(sum(d + d * d for d in every), 2)
    assert by.harary == share * sum(Fraction(1, d) for d in every)
    assert by.radius == min(max(far[s].values()) for s in far) and list(by.pairs) == [
        0,
        *(every.count(i) for i in range(1, max(every) + 1)),
    ]
    for index in (edge_forwarding_index(net), vertex_forwarding_index(net)):
        assert 0 <= index.least <= index.most


def single_routes(graph):
    """Least greatest numbers of routes over an edge and through a node, every choice of one shortest route for each pair tried."""
    pairs = [(s, t) for s in graph for t in graph if s != t]
    edges, nodes = [], []
    for routes in product(*(list(nx.all_shortest_paths(graph, s, t)) for s, t in pairs)):
        edge, node = dict.fromkeys(map(frozenset, graph.edges), 0), dict.fromkeys(graph, 0)
        for route in routes:
            for u, v in pairwise(route):
                edge[frozenset((u, v))] += 1
            for v in route[1:-1]:
                node[v] += 1
        edges.append(max(edge.values()))
        nodes.append(max(node.values()))
    return min(edges), min(nodes)


@pytest.mark.parametrize(
    "graph",
    [nx.cycle_graph(4), nx.path_graph(5), nx.house_graph(), nx.wheel_graph(5), nx.bull_graph(), nx.star_graph(4)],
)
def test_one_route_for_each_pair_is_no_better(graph):
    net = network(graph)
    edge, node = single_routes(graph)
    found = edge_forwarding_index(net), vertex_forwarding_index(net)
    assert all(each.exact for each in found)
    assert found[0].most <= edge and found[1].most <= node
    if graph.number_of_nodes() - graph.number_of_edges() == 1:  # a tree has one route for each pair
        assert (found[0].most, found[1].most) == (edge, node)


def test_published_forwarding_indices():
    """Heydemann, Meyer and Sotteau 1989: cycles, paths, complete graphs, hypercubes, stars."""
    for n in range(3, 10):
        ring, line, clique = network("ring", K=n), network(f"line({n})"), network(f"clique({n})")
        assert edge_forwarding_index(ring).value("") == n * n // 4
        assert vertex_forwarding_index(ring).value("") == (n - 2) ** 2 // 4
        assert edge_forwarding_index(line).value("") == 2 * (n // 2) * (n - n // 2)
        assert vertex_forwarding_index(line).value("") == 2 * ((n - 1) // 2) * ((n - 1) - (n - 1) // 2)
        assert (edge_forwarding_index(clique).most, vertex_forwarding_index(clique).most) == (2, 0)
    for n in range(1, 6):
        cube = network("hypercube", n=n)
        assert edge_forwarding_index(cube).value("") == 2**n
        assert vertex_forwarding_index(cube).value("") == (n - 2) * 2 ** (n - 1) + 1


def test_bounds_of_a_forwarding_index_are_bounds():
    net = network("mesh", k=3, n=2)
    right = edge_forwarding_index(net).value("")
    for length in ([1] * 12, [2, 1] * 6, list(range(12))):
        assert _by_lengths(net, net.device, length, through=False) <= right
    large = vertex_forwarding_index(network("mesh", k=9, n=2))
    assert not large.exact and large.least < large.most
    with pytest.raises(InputError, match="is not decided"):
        large.value("vertex_forwarding_index")


def test_a_wider_half_and_a_refused_network():
    net = network("toroid", w=4, D=2)
    cuts = Cuts(net)
    assert cuts.channels(cuts.half_of(next(iter(cuts.starts())))) == 16
    with pytest.raises(InputError, match="at most 4,096 nodes"):
        bisection(network("ring", K=4097))


@pytest.mark.long
@pytest.mark.parametrize(
    ("family", "size"),
    [("mesh", {"k": 4, "n": 2}), ("hypercube", {"n": 4}), ("toroid", {"w": 4, "D": 2}), ("line(3) x ring(5)", {})],
)
def test_bisection_of_all_halves_of_16_nodes(family, size):
    net = device_network(family, **size)
    assert bisection(net).channels == narrowest(net)


def chemical_by_hand(net):
    """The five indices by their definitions, with the distances of NetworkX; each device joins every two of its nodes."""
    links = [pair for device in net.devices for pair in combinations(device.nodes, 2)]
    graph = nx.Graph(links)
    d = dict(nx.all_pairs_shortest_path_length(graph))
    degree = {u: sum(u in device.nodes for device in net.devices) for u in graph}
    pairs = list(combinations(net.ends, 2))
    nearer = [[sum(d[x][u] < d[x][v] for x in net.ends) for u, v in (link, link[::-1])] for link in links]
    return {
        "szeged_index": sum(one * other for one, other in nearer),
        "gutman_index": sum(degree[u] * degree[v] * d[u][v] for u, v in pairs),
        "degree_distance": sum((degree[u] + degree[v]) * d[u][v] for u, v in pairs),
        "first_zagreb_index": sum(each**2 for each in degree.values()),
        "second_zagreb_index": sum(degree[u] * degree[v] for u, v in links),
    }


CHEMICAL = [
    ("path", {"n": 2}), ("toroid", {"w": 2, "D": 2}), ("spanning-bus-hypercube", {"w": 3, "D": 2}), ("complete-binary-tree", {"h": 4}),
    ("k-ary-n-tree", {"k": 2, "n": 2}), ("king", {"n": 5}), ("banana-tree", {"n": 3, "k": 4}), ("dragonfly", {"p": 1, "a": 2, "h": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("family", "size"), CHEMICAL)
def test_chemical_indices_by_their_definitions(family, size):
    net = device_network(family, **size)
    assert {name: INDICES[name](net) for name in chemical_by_hand(net)} == chemical_by_hand(net)


def test_chemical_indices_of_networkx_and_of_trees():
    for family, size in (("fibonacci-cube", {"n": 6}), ("mycielski", {"n": 5}), ("lollipop", {"m": 4, "n": 3})):
        net, graph = network(family, **size), nx.Graph(network(family, **size).graph)
        assert INDICES["gutman_index"](net) == nx.gutman_index(graph)
        assert INDICES["degree_distance"](net) == nx.schultz_index(graph)
    for family, size in (("binomial-tree", {"n": 5}), ("comb", {"n": 6}), ("star", {"n": 7})):
        net = network(family, **size)
        assert INDICES["szeged_index"](net) == INDICES["wiener_index"](net)  # Gutman 1994: of any tree


def test_compiled_distances_give_the_same_chemical_indices(monkeypatch):
    net = network("web", n=9)
    plain = [INDICES[name](net) for name in ("szeged_index", "gutman_index")]
    monkeypatch.setattr(distance_indices, "worth_plain_python", lambda net, sources: False)
    assert [INDICES[name](net) for name in ("szeged_index", "gutman_index")] == plain


@pytest.mark.parametrize(
    "name", ["szeged_index", "gutman_index", "degree_distance", "first_zagreb_index", "second_zagreb_index"]
)
def test_chemical_indices_are_refused_with_one_way_links(name):
    with pytest.raises(InputError, match="one-way"):
        INDICES[name](network("oneway-torus", k=3, n=1))
