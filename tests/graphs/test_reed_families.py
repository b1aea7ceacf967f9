"""Dual-bus hypercube, cube-connected cycles and R-ary M-cube against slow constructions from Reed's own words."""

import itertools
import time
from collections import Counter
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.errors import SizeError
from netlemma.graphs import Routing, families, measure, network
from netlemma.graphs.families.dual_bus_hypercube import build_with_directions
from netlemma.graphs.topology.symmetry import orbits

from .slow_routings import shortest_relation

CCC, CUBE, DUAL = "cube-connected-cycles", "r-ary-m-cube", "dual-bus-hypercube"
SMALL = [(CCC, {"D": D}) for D in range(1, 5)]
SMALL += [(CUBE, {"R": R, "M": M}) for M, most in ((1, 8), (2, 5), (3, 3), (4, 2)) for R in range(2, most + 1)]
SMALL += [(DUAL, {"w": w, "D": D}) for D, most in ((2, 8), (3, 4), (4, 3)) for w in range(max(2, D - 1), most + 1)]
MEDIUM = [(CCC, {"D": D}) for D in range(5, 8)] + [
    (CUBE, {"R": R, "M": M}) for R, M in ((2, 5), (2, 6), (3, 4), (6, 3))
]
MEDIUM += [(CUBE, {"R": R, "M": M}) for R, M in ((30, 1), (12, 2))]
MEDIUM += [(DUAL, {"w": w, "D": D}) for w, D in ((12, 2), (7, 3), (8, 3), (4, 4), (5, 4), (4, 5))]


def cycles_in_words(D):
    """Cube-connected cycles with labels (position, vertex).

    "Replacing each of the 2^D nodes of a width two spanning bus hypercube with a ring of D nodes. Each of the D links
    incident upon each vertex of the hypercube is connected to a different node of the ring."
    """
    graph = nx.MultiGraph()
    cube = nx.Graph((a, b) for a, b in itertools.permutations(itertools.product((0, 1), repeat=D), 2) if near(a, b))
    number = {bits: sum(bit << k for k, bit in enumerate(bits)) for bits in cube}
    for bits in cube:
        for k in range(D):
            graph.add_edge((k, number[bits]), ((k + 1) % D, number[bits]), device_class="ring")
    for a, b in cube.edges:
        (k,) = (k for k in range(D) if a[k] != b[k])
        graph.add_edge((k, number[a]), (k, number[b]), device_class="cube")
    return graph


def near(a, b):
    """Whether two vertices of a hypercube are neighbours."""
    return sum(x != y for x, y in zip(a, b, strict=True)) == 1


def digits(number, radix, count):
    """Least significant first."""
    return [number // radix**k % radix for k in range(count)]


def cylinder_in_words(R, M):
    """R-ary M-cube with labels (row, column).

    "A node in row i is connected to a node in row (i + 1) mod M if and only if the radix R representations of their
    column numbers are identical except in the i th digit, with the least significant digit being [...] the 0th digit."
    The i th digit may be the same too: those are the column links.
    """
    graph = nx.MultiGraph()
    for i, a, b in itertools.product(range(M), range(R**M), range(R**M)):
        if all(x == y or k == i for k, (x, y) in enumerate(zip(digits(a, R, M), digits(b, R, M), strict=True))):
            graph.add_edge((i, a), ((i + 1) % M, b), device_class="column" if a == b else "cylinder")
    return graph


def buses_in_words(w, D, directions=None):
    """Dual-bus hypercube; a bus is a vertex with a star in place of the coordinate along it.

    "All nodes are connected to a 0-th dimension bus. In each (D-1)-dimensional hyperplane perpendicular to the 0-th
    dimension, all nodes have their second connection to buses spanning the same dimension. The second bus direction
    differs from hyperplane to hyperplane, but repeats."
    """
    directions = directions or [d for d, _ in zip(itertools.cycle(range(1, D)), range(w), strict=False)]
    graph = nx.MultiGraph()
    for node in itertools.product(range(w), repeat=D):
        d = directions[node[0]]
        graph.add_edge(node, ("*", *node[1:]), device_class="bus-0")
        graph.add_edge(node, (*node[:d], "*", *node[d + 1 :]), device_class="bus-other")
    return graph


WORDS = {CCC: cycles_in_words, CUBE: cylinder_in_words, DUAL: buses_in_words}


def numbered(graph):
    """The graph with what the oracles read: kinds of vertices, numbers of devices."""
    buses = {vertex: number for number, vertex in enumerate(v for v in graph if "*" in v)}
    nx.set_node_attributes(graph, {v: "bus" if v in buses else "node" for v in graph}, "kind")
    for number, (u, v, about) in enumerate(graph.edges(data=True)):
        about["index"] = buses[v if v in buses else u] if buses else number
    return graph


def devices(graph):
    """How often each device occurs, as its class and its nodes."""
    buses = [v for v, kind in graph.nodes(data="kind") if kind == "bus"]
    if buses:
        found = [(b, graph.edges(b, data="device_class")) for b in buses]
        return Counter((next(iter(at))[2], frozenset(v for _, v, _ in at)) for _, at in found)
    return Counter((name, frozenset((u, v))) for u, v, name in graph.edges(data="device_class"))


def same_as_in_words(net, graph, naive):
    """Nodes, devices and classes are those of the construction in words, and so is what its routes show."""
    numbered(graph)
    assert {v for v, kind in graph.nodes(data="kind") if kind == "node"} == set(map(net.labels, range(net.node_count)))
    assert devices(graph) == devices(net.graph)
    expected = naive.measure(graph)
    class_of = {index: name for _, _, (index, name) in edges_with(graph, "index", "device_class")}
    totals, most, least = Counter(), Counter(), {}
    for index, name in class_of.items():
        visits = expected.visit_ratio.get(index, Fraction(0))
        totals[name] += visits
        most[name] = max(most[name], visits)
        least[name] = min(least.get(name, visits), visits)
    counts = Counter(class_of.values())
    for symmetry in (True, False):
        m = measure(net, symmetry=symmetry)
        assert (m.mean_distance, m.diameter) == (expected.mean_distance, expected.diameter)
        for c in m.classes:
            assert c.devices == counts[c.name]
            assert (c.visit_ratio, c.min, c.max) == (totals[c.name] / c.devices, least[c.name], most[c.name])


def edges_with(graph, *names):
    return ((u, v, tuple(about[name] for name in names)) for u, v, about in graph.edges(data=True))


@pytest.mark.parametrize(("name", "size"), SMALL, ids=str)
def test_built_and_measured_as_in_words(name, size, naive):
    same_as_in_words(network(name, **size), WORDS[name](**size), naive)


@pytest.mark.parametrize(("name", "size"), [MEDIUM[0], (CUBE, {"R": 4, "M": 3}), (DUAL, {"w": 5, "D": 4})], ids=str)
def test_devices_of_larger_sizes_as_in_words(name, size):
    assert devices(numbered(WORDS[name](**size))) == devices(network(name, **size).graph)


@st.composite
def directed(draw):
    """w, D and any directions in which every dimension occurs."""
    D = draw(st.integers(2, 4))
    w = draw(st.integers(max(2, D - 1), {2: 6, 3: 5, 4: 3}[D]))
    free = draw(st.lists(st.integers(1, D - 1), min_size=w - D + 1, max_size=w - D + 1))
    return w, D, draw(st.permutations([*range(1, D), *free]))


@pytest.mark.in_turn
@given(directed())
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_directions(naive, chosen):
    same_as_in_words(build_with_directions(*chosen), buses_in_words(*chosen), naive)


@pytest.mark.in_turn
def test_larger_random_directions():
    random = np.random.default_rng(3)
    for w, D in ((7, 4), (9, 3), (5, 5)):
        directions = random.permutation([*range(1, D), *random.integers(1, D, size=w - D + 1)])
        short, long = (measure(build_with_directions(w, D, directions), symmetry=s) for s in (True, False))
        assert short.classes == long.classes and short.mean_distance == long.mean_distance
        assert short.sources == len(set(Counter(directions.tolist()).values()))


def test_order_of_hyperplanes_does_not_matter():
    """Which hyperplanes have which direction changes nothing, how many have it does."""
    one, other, third = (
        measure(build_with_directions(5, 3, d)).classes for d in ([1, 1, 2, 2, 2], [2, 1, 2, 1, 2], [1, 2, 1, 1, 1])
    )
    assert one == other == measure(network(DUAL, w=5, D=3)).classes != third


@pytest.mark.parametrize(("name", "size"), SMALL + MEDIUM, ids=str)
def test_counts_degrees_and_connectivity(name, size):
    net = network(name, **size)
    if name == CCC:
        D = size["D"]
        nodes, classes, degree = D * 2**D, [("cube", D * 2 ** (D - 1)), ("ring", D * 2**D)], [1, 2]
    elif name == CUBE:
        R, M = size.values()
        nodes = M * R**M
        classes, degree = [("cylinder", nodes * (R - 1)), ("column", nodes)], [2 * (R - 1), 2]
    else:
        w, D = size.values()
        nodes, classes, degree = w**D, [("bus-0", w ** (D - 1)), ("bus-other", w ** (D - 1))], [1, 1]
    assert (net.node_count, net.classes, families()[name].classes) == (nodes, classes, tuple(c for c, _ in classes))
    met = np.zeros((nodes, 2), dtype=int)
    if name == DUAL:
        on = np.unique(np.stack([net.origin, net.device]), axis=1)
        np.add.at(met, (on[0], net.device_class[on[1]]), 1)
        assert set(np.bincount(on[1])) == {w} and net.hop_count == 2 * nodes * (w - 1)
    else:
        np.add.at(met, (net.origin, net.device_class[net.device]), 1)
        assert set(np.bincount(net.device)) == {2}
    assert (met == degree).all()
    assert nx.is_connected(net.graph) and len(set(map(net.labels, range(nodes)))) == nodes


@pytest.mark.parametrize(("name", "size"), SMALL + MEDIUM, ids=str)
def test_symmetries(name, size):
    """All nodes are alike but in dual-bus hypercubes whose directions occur unequally often."""
    net = network(name, **size)
    short, long = measure(net), measure(net, symmetry=False)
    assert short.classes == long.classes
    assert (short.mean_distance, short.diameter) == (long.mean_distance, long.diameter)
    assert all(short.visit_ratio(d) == long.visit_ratio(d) for d in range(net.device_count))
    unequal = name == DUAL and size["w"] % (size["D"] - 1) > 0
    assert len(orbits(net).sources) == short.sources == 1 + unequal
    for c in short.classes:
        assert (c.min < c.max) == (unequal and c.name == "bus-other")
    assert sum(c.visit_ratio * c.devices for c in short.classes) == short.mean_distance


@pytest.mark.in_turn
@pytest.mark.parametrize(("name", "size"), [*SMALL[:2], (CUBE, {"R": 3, "M": 1}), (CUBE, {"R": 2, "M": 2})], ids=str)
def test_every_method_with_loops_and_parallel_links(name, size, method, naive):
    net = network(name, **size)
    expected = naive.measure(net.graph).visit_ratio
    for m in (measure(net), measure(net, symmetry=False), measure(net, Routing("hop by hop", shortest_relation))):
        assert [m.visit_ratio(d) for d in range(net.device_count)] == [
            expected.get(d, 0) for d in range(net.device_count)
        ]


def test_smallest_sizes():
    """Loops and parallel links are devices as others are."""
    one, two = network(CCC, D=1), network(CCC, D=2)
    assert [d.nodes for d in one.devices] == [(0, 1), (0, 0), (1, 1)]
    assert [str(c.visit_ratio) for c in measure(one).classes] == ["1", "0"]
    assert sorted(Counter(frozenset(d.nodes) for d in two.devices).values()) == [1] * 4 + [2] * 4
    row, rows = network(CUBE, R=3, M=1), network(CUBE, R=3, M=2)
    assert Counter(len(set(d.nodes)) for d in row.devices if d.class_name == "column") == {1: 3}
    assert Counter(frozenset(d.nodes) for d in row.devices if d.class_name == "cylinder") == {
        frozenset(pair): 2 for pair in itertools.combinations(range(3), 2)
    }
    m = measure(row)
    assert (m.mean_distance, [str(c.visit_ratio) for c in m.classes]) == (1, ["1/6", "0"])
    assert set(Counter(frozenset(d.nodes) for d in rows.devices if d.class_name == "column").values()) == {2}
    assert set(Counter(frozenset(d.nodes) for d in rows.devices if d.class_name == "cylinder").values()) == {1}


@pytest.mark.parametrize("w", [2, 5])
def test_dual_bus_hypercube_of_two_dimensions_spans_them(w):
    dual, spanning = network(DUAL, w=w, D=2), network("spanning-bus-hypercube", w=w, D=2)
    assert {d.nodes for d in dual.devices} == {d.nodes for d in spanning.devices}
    assert measure(dual).classes[0].visit_ratio == measure(spanning).classes[0].visit_ratio


@pytest.mark.parametrize(
    ("name", "size", "message"),
    [
        (CCC, {"D": 0}, "D .* must be at least 1"),
        (CCC, {"D": 19}, "9,961,472 nodes .*e.g. D<=18"),
        (CCC, {"D": 10**400}, "D<=18"),
        (CUBE, {"R": 1, "M": 3}, "R .* must be at least 2"),
        (CUBE, {"R": 2, "M": 0}, "M .* must be at least 1"),
        (CUBE, {"R": 2, "M": 40}, "e.g. M<=18 at R=2"),
        (CUBE, {"R": 10**30, "M": 1}, "e.g. R<=5000 at M=1"),
        (DUAL, {"w": 3, "D": 1}, "in two of which a node has a bus.* must be at least 2"),
        (DUAL, {"w": 1, "D": 2}, "w .* must be at least 2"),
        (DUAL, {"w": 2, "D": 4}, "no size w=2 D=4: w must be at least D-1=3.* could not reach each other"),
        (DUAL, {"w": 3, "D": 10**400}, "w must be at least D-1"),
        (DUAL, {"w": 100, "D": 4}, "e.g. w<=.* at D=4"),
    ],
)
def test_refused(name, size, message):
    start = time.process_time()
    with pytest.raises(SizeError, match=message) as refused:
        network(name, **size)
    assert time.process_time() - start < 1 and "\n" not in str(refused.value)


def test_advice_is_legal():
    """The largest sizes that a refusal names are not too large, the next ones are."""
    for name, parameter, others, largest in (
        (CCC, "D", {}, 18),
        (CUBE, "M", {"R": 3}, 11),
        (DUAL, "w", {"D": 3}, 70),
        (DUAL, "D", {"w": 8}, 7),
    ):
        family = families()[name]
        with pytest.raises(SizeError, match=f"{parameter}<={largest}"):
            family.build(**others, **{parameter: largest + 1})
        family.require_fits({**others, parameter: largest})


@pytest.mark.parametrize(
    ("directions", "message"),
    [
        ([1, 1, 1, 1], "no hyperplane has direction 2: .*could not reach each other"),
        ([1, 2, 1], "3 directions for w=4 hyperplanes"),
        ([1, 2, 0, 1], "direction 0 is none"),
        ([1, 2, 3, 1], "direction 3 is none of a second bus: with D=3 they are 1 to 2"),
        ([1, 2, 1.5, 1], "integers"),
    ],
)
def test_refused_directions(directions, message):
    with pytest.raises(SizeError, match=message):
        build_with_directions(4, 3, directions)


def test_large_sizes_are_fast():
    for name, size, nodes in ((CCC, {"D": 11}, 22_528), (CUBE, {"R": 2, "M": 12}, 49_152)):
        start = time.process_time()
        m = measure(network(name, **size))
        assert m.nodes == nodes and m.sources == 1 and time.process_time() - start < 20
        assert sum(c.visit_ratio * c.devices for c in m.classes) == m.mean_distance
