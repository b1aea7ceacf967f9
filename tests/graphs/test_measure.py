"""Measurements against the route-by-route oracle: families, products, networks by hand, every method of counting."""

import random
from dataclasses import replace
from fractions import Fraction
from math import log10

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.errors import NetworkError, RoutingError, SizeError
from netlemma.graphs import RingFamily, families, from_devices, measure, network, profile
from tests.family_names import marked

FACTORS = ("line", "ring", "oneway-ring", "clique", "bus")
OF_DEVICES = {name: family for name, family in families().items() if not isinstance(family, RingFamily)}


def small(name):
    """Networks of a family: the smallest, and those of at most 32 nodes."""
    family = OF_DEVICES[name]
    first, *others = family.default_sizes
    return [network(name, **size) for size in [first, *(s for s in others if family.log_sizes(**s)[0] < log10(32.5))]]


def ends_of(net):
    """Labels of the ends of messages, and of the nodes that forward; None for all."""
    ends = None if net.terminals is None else [net.labels(u) for u in net.ends]
    passing = None if net.forwards is None else {net.labels(u) for u in range(net.node_count) if net.forwards[u]}
    return ends, passing


def agree(net, naive, **options):
    expected = naive.measure(net.graph, *ends_of(net))
    m = measure(net, **options)
    for device in range(net.device_count):
        assert m.visit_ratio(device) == expected.visit_ratio.get(device, 0), (net, device)
    assert (m.mean_distance, m.diameter) == (expected.mean_distance, expected.diameter), net
    for number, (c, (name, count)) in enumerate(zip(m.classes, net.classes, strict=True)):
        ratios = [m.visit_ratio(d) for d in range(net.device_count) if net.device_class[d] == number]
        assert (c.name, c.devices, len(ratios)) == (name, count, count), net
        assert (c.visit_ratio, c.min, c.max) == (sum(ratios) / count, min(ratios), max(ratios)), net
    assert sum(c.visit_ratio * c.devices for c in m.classes) == m.mean_distance, net
    return m


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("name",), marked([(name,) for name in OF_DEVICES]))
def test_families(name, naive):
    for net in small(name):
        for symmetry in (True, False):
            agree(net, naive, symmetry=symmetry)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("symmetry", [True, False])
@pytest.mark.parametrize(
    "text", [f"{f}(2)" for f in FACTORS] + ["line(3) x ring(4)", "ring(2)^3", "bus(3) x clique(2)^2"]
)
def test_every_method(text, symmetry, method, naive):
    agree(network(text), naive, symmetry=symmetry)


@given(st.lists(st.tuples(st.sampled_from(FACTORS), st.integers(2, 5)), min_size=1, max_size=3))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_products(naive, factors):
    while factors and prod_of(factors) > 48:
        factors = factors[:-1]
    net = network(" x ".join(f"{f}({k})" for f, k in factors))
    agree(net, naive)
    agree(net, naive, symmetry=False)


def prod_of(factors):
    result = 1
    for _, k in factors:
        result *= k
    return result


@st.composite
def networks(draw):
    """A connected network: a random spanning tree of links, and random devices of all kinds on top."""
    n = draw(st.integers(2, 8))
    nodes = [(i,) for i in range(n)]
    devices = [("tree", "link", [(draw(st.integers(0, i - 1)),), (i,)]) for i in range(1, n)]
    for _ in range(draw(st.integers(0, 8))):
        kind = draw(st.sampled_from(["link", "one-way link", "bus"]))
        count = draw(st.integers(2, n)) if kind == "bus" else 2
        devices.append((kind, kind, draw(st.permutations(nodes))[:count]))
    return from_devices(nodes, devices)


@pytest.mark.in_turn
@given(networks())
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_networks(method, naive, net):
    agree(net, naive)
    expected, p = naive.measure(net.graph), profile(net)
    assert p.nodes_at_distance == expected.nodes_at_distance
    assert p.shortest_paths_at_distance == expected.shortest_paths_at_distance
    assert p.farthest_shortest_paths == expected.farthest_shortest_paths


def test_devices_of_all_kinds(method, naive):
    agree(naive.twisted(), naive)


@pytest.mark.sampled(30)
@pytest.mark.parametrize(("name",), marked([(name,) for name in OF_DEVICES]))
def test_profile(name, naive, method):
    for net in small(name)[::3]:
        expected = naive.measure(net.graph, *ends_of(net))
        for symmetry in (True, False):
            p = profile(net, symmetry)
            assert p.nodes_at_distance == expected.nodes_at_distance, net
            assert p.shortest_paths_at_distance == expected.shortest_paths_at_distance, net
            assert p.farthest_shortest_paths == expected.farthest_shortest_paths, net


@pytest.mark.in_turn
@pytest.mark.parametrize("text", ["line(40) x line(38)", "ring(40)^2", "line(30) x clique(3) x oneway-ring(9)"])
def test_path_counts_beyond_64_bits(text, naive):
    net = network(text)
    assert profile(net).shortest_paths_at_distance[-1] > 2**30
    hops = naive.hops(net.graph)
    chosen = [net.labels(0), net.labels(7), net.labels(net.node_count // 2)]
    from netlemma.graphs.loads import shortest_loads
    from netlemma.graphs.loads.paths import weighted_loads
    from netlemma.graphs.loads.shortest_loads import PathWork

    sources, weights, slots = [0, 7, net.node_count // 2], [1, 5, 3], list(range(net.device_count))
    loads = [naive.loads(hops, [node]) for node in chosen]
    expected = [sum(w * part[d] for w, part in zip(weights, loads, strict=True)) for d in slots]
    for counted in (
        weighted_loads(net, sources, weights, slots),
        shortest_loads.count_by_words(PathWork(net, net.device, len(slots), sources, weights)),
        shortest_loads.count_by_primes(PathWork(net, net.device, len(slots), sources, weights), net.node_count**2),
    ):
        if counted is not None:
            assert [Fraction(load, counted.denominator) for load in counted.loads] == expected


@pytest.mark.parametrize("weight", [1, 2**30, 2**39 + 7])
@pytest.mark.parametrize("text", ["ring(10)^3", "line(9)^3"])
def test_words_longer_than_64_bits(text, weight):
    """Here the leading digits come from floating point; in the line, the power of 2 grows with the last source."""
    net = network(text)
    from netlemma.graphs.loads import shortest_loads
    from netlemma.graphs.loads.paths import weighted_loads
    from netlemma.graphs.loads.shortest_loads import PathWork

    sources, weights, slots = [555, 1, 0], [weight, 3, weight + 1], list(range(net.device_count))
    counted = shortest_loads.count_by_words(PathWork(net, net.device, len(slots), sources, weights))
    plain = weighted_loads(net, sources, weights, slots)
    assert (counted.denominator, counted.loads) == (plain.denominator, plain.loads)
    assert max(counted.loads) > 2**64 or weight == 1


def test_words_with_path_counts_of_66_bits():
    """45! / 15!^3 paths join opposite corners; the bits above a word come from floating point."""
    net = network("line(16)^3")
    from netlemma.graphs.loads import shortest_loads
    from netlemma.graphs.loads.paths import weighted_loads
    from netlemma.graphs.loads.shortest_loads import PathWork

    sources, weights, slots = [0, 5], [1, 3], list(range(net.device_count))
    counted = shortest_loads.count_by_words(PathWork(net, net.device, len(slots), sources, weights))
    assert counted == weighted_loads(net, sources, weights, slots)
    assert max(counted.loads) > 2**100


@pytest.mark.parametrize("seed", range(12))
def test_words_and_primes_on_devices_of_all_kinds(seed):
    """Random links, one-way links, parallel links and buses, adapters that forward nothing, up to 31 sources."""
    from netlemma.graphs.loads import shortest_loads
    from netlemma.graphs.loads.paths import weighted_loads
    from netlemma.graphs.loads.shortest_loads import PathWork

    rng = random.Random(seed)
    n = rng.choice([1, 2, 7, 9, 16, 27]) + 1
    nodes = [(i,) for i in range(n)]
    devices = [("ring", "one-way link", [nodes[i], nodes[(i + 1) % n]]) for i in range(n)]
    for _ in range(3 * n):
        kind = rng.choice(["link", "one-way link", "bus"])
        devices.append((kind, kind, rng.sample(nodes, min(n, 2 if kind != "bus" else rng.randint(2, 4)))))
    leaves = [(n + i,) for i in range(rng.randint(0, 3))]
    devices += [("adapter", "link", [leaf, node]) for leaf in leaves for node in rng.sample(nodes, 2)]
    net = from_devices(nodes + leaves, devices)
    n += len(leaves)
    terminals = tuple(sorted(rng.sample(range(n), rng.randint(2, n))))
    net = replace(net, forwards=np.arange(n) < n - len(leaves), terminals=terminals)
    sources = rng.sample(terminals, rng.randint(1, len(terminals)))
    weights = [rng.randint(1, 2**40) for _ in sources]
    slots = [rng.randrange(5) for _ in range(net.device_count)]
    work = PathWork(net, np.array(slots)[net.device], 5, sources, weights)
    plain = weighted_loads(net, sources, weights, slots)
    expected = [Fraction(load, plain.denominator) for load in plain.loads] + [0] * (5 - len(plain.loads))
    for counted in shortest_loads.count_by_words(work), shortest_loads.count_by_primes(work, n**4 << 40):
        assert counted.distance_sum == plain.distance_sum and counted.diameter == plain.diameter
        assert [Fraction(load, counted.denominator) for load in counted.loads] == expected


@pytest.mark.parametrize("text", ["line(90)^2", "ring(8)^3"])
def test_levels_by_primes(text):
    from netlemma.graphs.loads.distance_indices import _plain, levels
    from netlemma.graphs.loads.paths import hop_lists, search

    net = network(text)
    assert levels(net, 5) == _plain(net, search(net, hop_lists(net), 5))


def test_words_give_up_where_floating_point_is_too_coarse():
    net = network("toroid", w=24, D=3)
    from netlemma.graphs.loads import shortest_loads
    from netlemma.graphs.loads.shortest_loads import PathWork

    assert shortest_loads.count_by_words(PathWork(net, net.device, net.device_count, [0], [2**62])) is None


def test_path_counts_that_overflow_a_word_are_noticed():
    """Eight times 2^61 is 0 modulo 2^64: a ladder of parallel links, then eight ways into one node."""
    nodes = [(i,) for i in range(64 + 8)]
    devices = [("rung", "link", [nodes[i], nodes[i + 1]]) for i in range(61) for _ in range(2)]
    devices += [("way", "link", [nodes[61], nodes[62 + i]]) for i in range(8)]
    devices += [("way", "link", [nodes[62 + i], nodes[70]]) for i in range(8)] + [
        ("end", "link", [nodes[70], nodes[71]])
    ]
    net = from_devices(nodes, devices)
    from netlemma.graphs.loads import shortest_loads
    from netlemma.graphs.loads.paths import weighted_loads
    from netlemma.graphs.loads.shortest_loads import PathWork

    slots = list(range(net.device_count))
    assert shortest_loads.count_by_words(PathWork(net, net.device, len(slots), [0], [1])) is None
    counted, plain = (
        shortest_loads.count_by_primes(PathWork(net, net.device, len(slots), [0], [1]), 72 * 71),
        weighted_loads(net, [0], [1], slots),
    )
    assert [Fraction(x, counted.denominator) for x in counted.loads] == [
        Fraction(x, plain.denominator) for x in plain.loads
    ]


@pytest.mark.in_turn
def test_counts_longer_than_the_first_primes():
    net = network("line(220)^2")  # C(438, 219) has 434 bits, eight primes have 400
    from netlemma.graphs.loads import shortest_loads
    from netlemma.graphs.loads.paths import weighted_loads
    from netlemma.graphs.loads.shortest_loads import PathWork

    slots = [0] * net.device_count
    plain = weighted_loads(net, [0], [1], slots)
    counted = shortest_loads.count_by_primes(PathWork(net, net.device * 0, 1, [0], [1]), net.node_count)
    assert Fraction(counted.loads[0], counted.denominator) == Fraction(plain.loads[0], plain.denominator)
    assert Fraction(counted.loads[0], counted.denominator) == plain.distance_sum == counted.distance_sum


def test_large_symmetric_equals_general():
    for net in (
        network("toroid", w=9, D=3),
        network("mesh", k=7, n=3),
        network("line(3) x ring(8) x bus(5) x ring(8)"),
    ):
        short, long = measure(net), measure(net, symmetry=False)
        assert short.symmetric and not long.symmetric and short.sources < long.sources == net.node_count
        assert short.classes == long.classes and short.mean_distance == long.mean_distance
        assert all(short.visit_ratio(d) == long.visit_ratio(d) for d in range(0, net.device_count, 17))


def test_json_has_the_keys_of_the_contract():
    d = measure(network("line(4) x ring(5)")).as_json()
    assert list(d) == ["family", "parameters", "routing", "counting", "nodes", "mean_distance", "diameter", "classes"]
    assert [list(c) for c in d["classes"]] == [["name", "devices", "visit_ratio", "min", "max"]] * 2
    assert (d["family"], d["parameters"], d["mean_distance"]) == ("line(4) x ring(5)", {}, "49/19")


def test_parallel_links_share_the_load():
    m = measure(network("ring", K=2))
    assert [m.visit_ratio(0), m.visit_ratio(1)] == [Fraction(1, 2)] * 2
    with pytest.raises(IndexError):
        m.visit_ratio(2)


def test_disconnected_is_refused(method):
    net = from_devices([(0,), (1,), (2,)], [("a", "one-way link", [(0,), (1,)]), ("a", "one-way link", [(1,), (2,)])])
    with pytest.raises(NetworkError, match=r"no route leads from \(1\) to \(0\)"):
        measure(net)


def test_nothing_to_send_is_refused(method):
    with pytest.raises(NetworkError, match="needs two nodes"):
        measure(from_devices([(0,)], []))
    with pytest.raises(NetworkError, match="and a device"):
        measure(from_devices([(0,), (1,)], []))
    with pytest.raises(NetworkError, match="no route"):
        measure(from_devices([(0,), (1,), (2,)], [("a", "link", [(0,), (1,)])]))


@pytest.mark.in_turn
def test_too_long_is_refused_with_an_estimate():
    net = network("hypercube", n=19)
    with pytest.raises(SizeError, match="hours"):
        measure(net, symmetry=False)


def test_progress_and_unknown_routing():
    seen = []
    measure(network("toroid", w=9, D=3), symmetry=False, progress=lambda done, all_: seen.append((done, all_)))
    assert seen[-1] == (729, 729)
    with pytest.raises(ValueError, match="did you mean dimension-order"):
        measure(network("ring", K=5), routing="dimension-ordre")
    with pytest.raises(RoutingError, match="product"):
        measure(from_devices([(0,), (1,)], [("a", "link", [(0,), (1,)])]), routing="dimension-order")


@pytest.mark.parametrize(
    ("net", "said"),
    [
        ("ring(4)", "by one message, in either direction of a link; every"),
        ("oneway-ring(4)^2", "by one message; links are one-way; every"),
        ("oneway-ring(4) x line(3)", "in either direction of a link; links of dimension-0 are one-way; every"),
        ("bus(4)^2", "by one message; every"),
    ],
)
def test_words_on_what_is_counted_are_about_the_links_of_the_network(net, said):
    assert said in measure(network(net)).counting
