"""Networks after all failures of some links or switches against a plain count with NetworkX on each of them."""

import csv
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import comb

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import netlemma as nl
from netlemma.errors import InputError, RoutingError
from netlemma.graphs import network
from netlemma.graphs.topology.failures import failures
from netlemma.graphs.traffic.after_failures import measure_failures

LEAF_SPINE = (
    "from,to,from_type,to_type,capacity\ns1,l1,switch,switch,2\ns1,l2,switch,switch,2\ns2,l1,switch,switch,1\ns2,l2,switch,switch,1\n"
    "l1,h1,switch,host,1\nl1,h2,switch,host,1\nl2,h3,switch,host,1/2\nl2,h4,switch,host,1\n"
)


def forwarding(graph, source, goal):
    """All shortest ways that pass no other host."""
    inner = graph.subgraph([v for v, kind in graph.nodes(data="type") if kind != "host" or v in (source, goal)])
    return list(nx.all_shortest_paths(inner, source, goal)) if nx.has_path(inner, source, goal) else []


def plain(graph, ends):
    """Mean distance, diameter and largest use of an arc; None if ends are not connected."""
    uses = Counter()
    total, longest = 0, 0
    for source, goal in permutations(ends, 2):
        ways = forwarding(graph, source, goal)
        if not ways:
            return None
        total, longest = total + len(ways[0]) - 1, max(longest, len(ways[0]) - 1)
        for way in ways:
            for arc in pairwise(way):
                uses[arc] += Fraction(1, len(ways) * (len(ends) - 1)) / Fraction(graph.edges[arc].get("capacity", 1))
    return Fraction(total, len(ends) * (len(ends) - 1)), longest, max(uses.values())


def all_plain(graph, together, of):
    """What each set of failures leaves; hosts go with their switch."""
    switches = [v for v, kind in graph.nodes(data="type") if kind != "host"]
    parts = [*(list(graph.edges) if of != "switches" else []), *(switches if of != "links" else [])]
    found = {}
    for chosen in combinations(parts, together):
        left = graph.copy()
        left.remove_edges_from([part for part in chosen if isinstance(part, tuple) and part in graph.edges])
        nodes = [part for part in chosen if part in graph.nodes]
        left.remove_nodes_from(nodes)
        left.remove_nodes_from(
            [v for v, kind in graph.nodes(data="type") if kind == "host" and all(u in nodes for u in graph[v])]
        )
        ends = [v for v, kind in left.nodes(data="type") if kind == "host"] or (
            [] if any(kind == "host" for _, kind in graph.nodes(data="type")) else list(left)
        )
        found[chosen] = plain(left, ends) if len(ends) > 1 else None
    return found


def compared(found, expected):
    """Whether a measurement says what a plain count of all sets does."""
    left = [each for each in expected.values() if each is not None]
    about = found.as_json()["failures"]
    assert about["tried"] == len(expected) and about["disconnected"] == len(expected) - len(left)
    assert about["diameter"] == {str(value): many for value, many in Counter(each[1] for each in left).items()}
    if left:
        assert about["mean_distance"]["max"] == str(max(each[0] for each in left))
        most = max(each[2] for each in left)
        assert about["largest_load"]["max"] == str(most)
        assert about["largest_load"]["sets"] == sum(each[2] == most for each in left)
    else:
        assert about["worst"] is None


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("name", "sizes"),
    [("torus", {"k": 3, "n": 2}), ("ring", {"K": 6}), ("mesh", {"k": 3, "n": 2}), ("hypercube", {"n": 3})],
    ids=lambda each: str(each),
)
@pytest.mark.parametrize(("together", "of"), [(1, "links"), (1, "switches"), (1, "both"), (2, "links")])
def test_all_failures_are_as_a_plain_count_says(name, sizes, together, of):
    graph = nx.Graph(network(name, **sizes).graph)
    for node in graph:
        graph.nodes[node].pop("type", None)
    expected = all_plain(graph, together, of)
    compared(nl.measure(name, failures=together, of=of, **sizes), expected)
    net = network(name, **sizes)
    compared(measure_failures(nl.measure(net), failures(net, together, of, symmetry=False)), expected)


@pytest.mark.parametrize(("together", "of"), [(1, "links"), (1, "switches"), (1, "both"), (2, "links"), (2, "both")])
def test_hosts_and_capacities_are_counted(tmp_path, together, of):
    (tmp_path / "ft.csv").write_text(LEAF_SPINE)
    graph = nx.Graph()
    for row in LEAF_SPINE.split()[1:]:
        one, other, first, second, capacity = row.split(",")
        graph.add_node(one, type=first)
        graph.add_node(other, type=second)
        graph.add_edge(one, other, capacity=capacity)
    compared(nl.measure(str(tmp_path / "ft.csv"), failures=together, of=of), all_plain(graph, together, of))


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(["links", "switches", "both"]), st.booleans())
def test_random_graphs_with_and_without_hosts(seed, of, hosts):
    graph = nx.gnm_random_graph(6, 8, seed=seed)
    if not nx.is_connected(graph):
        graph = nx.cycle_graph(6)
    if hosts:
        nx.set_node_attributes(graph, "switch", "type")
        for host in range(10, 14):
            graph.add_node(host, type="host")
            graph.add_edge(host, host % 3)
    compared(nl.measure(graph, failures=1, of=of), all_plain(graph, 1, of))


@pytest.mark.in_turn
def test_after_a_failure_it_is_the_network_without_it():
    found = nl.measure("torus", "up-down", failures=1, k=4, n=2)
    place, load = found.worst_load
    left = nl.measure("torus", "up-down", channels=True, k=4, n=2, without=found.failed.names(place))
    assert left.largest == load
    every = [
        nl.measure("torus", "up-down", channels=True, k=4, n=2, without=[name]).largest
        for name in (device.name for device in network("torus", k=4, n=2).devices)
    ]
    assert load == max(every) and found.as_loaded == every.count(load)
    assert found.mean_distance == nl.measure("torus", "up-down", k=4, n=2).mean_distance


def test_symmetric_sets_are_counted_exactly():
    net = network("torus", k=4, n=2)
    alike, every = failures(net, 2), failures(net, 2, symmetry=False)
    assert (alike.tried, len(every.sets)) == (comb(32, 2), comb(32, 2)) and len(alike.sets) < 30
    known = measure_failures(nl.measure(net), every)
    short = measure_failures(nl.measure(net), alike)
    assert known.as_json()["failures"] == {**short.as_json()["failures"], "followed": len(every.sets)}
    fast = network("torus", k=4, n=2, capacity="link=2")
    fast.capacity[0] = Fraction(1)  # which breaks the symmetries
    assert len(failures(fast, 1).sets) > 1 == len(failures(net, 1).sets)


def test_samples_are_different_sets_and_the_same_with_the_same_seed():
    net = network("torus", k=4, n=2)
    one, again, other = (failures(net, 3, sample=200, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.sets, again.sets) and not np.array_equal(one.sets, other.sets)
    assert len({tuple(each) for each in one.sets.tolist()}) == 200 and (np.diff(one.sets, axis=1) > 0).all()
    assert one.sets.max() < 32 and failures(net, 1, sample=1000).seed is None
    many = failures(network("torus", k=16, n=2), 9, sample=20)
    assert len({tuple(each) for each in many.sets.tolist()}) == 20 and (np.diff(many.sets, axis=1) > 0).all()
    about = nl.measure("torus", failures=3, sample=20, seed=5, k=4, n=2).as_json()["failures"]
    assert (about["tried"], about["sets"], about["seed"]) == (20, comb(32, 3), 5)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"failures": 0}, "1 link or switch fails, or more"),
        ({"failures": 33}, "torus k=4 n=2 has 32 links"),
        ({"failures": 17, "of": "switches"}, "torus k=4 n=2 has 16 switches"),
        ({"failures": 8}, "draw some with `sample=1000`"),
        ({"failures": 1, "of": "cables"}, "one of links, switches, both"),
        ({"failures": 1, "sample": 0}, "1 set or more is drawn"),
        ({"of": "switches"}, "`of` applies only to `failures`"),
        ({"sample": 3}, "`sample` applies only to `failures`"),
        ({"failures": 1, "seed": 2}, "`seed` draws the failures of a `sample`"),
        ({"failures": 1, "traffic": "tornado", "of": "switches"}, "tornado is defined by the digits"),
        ({"failures": 1, "bisection": True}, "leave out the other"),
    ],
)
def test_what_does_not_fit_is_refused(options, said):
    with pytest.raises(InputError) as error:
        nl.measure("torus", k=4, n=2, **options)
    assert said in str(error.value)


def test_routings_of_the_whole_network_alone_are_refused():
    with pytest.raises(RoutingError, match="no Cartesian product, so it has no dimensions: name a routing"):
        nl.measure("torus", "dimension-order", failures=1, k=4, n=2)


def test_every_link_of_a_torus_without_symmetries():
    """512 links of a torus 16 x 16 whose names are shuffled, of which netlemma knows no symmetry: 4 s, where each anew takes 60."""
    graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(6, 6, periodic=True))
    shuffled = nx.relabel_nodes(graph, dict(zip(graph, np.random.default_rng(1).permutation(36).tolist(), strict=True)))
    found = nl.measure(shuffled, failures=1)
    assert len(found.failed.sets) == 72 == found.as_loaded
    assert found.worst_load[1] == nl.measure("torus", failures=1, k=6, n=2).worst_load[1]


@pytest.mark.parametrize("routing", ["up-down", "shortest", "shortest-first", "lash"])
def test_verdicts_after_failures_are_those_of_each_network_without_it(routing):
    graph = nx.Graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 3), (5, 6)])
    found = nl.deadlock(graph, routing, failures=1)
    expected = Counter()
    for one, other in graph.edges:
        left = graph.copy()
        left.remove_edge(one, other)
        expected[nl.deadlock(left, routing).verdict if nx.is_connected(left) else "disconnected"] += 1
    about = found.as_json()["failures"]
    keys = {"free": "deadlock-free", "deadlock": "deadlock", "unknown": "unknown", "disconnected": "disconnected"}
    assert {key: about[key] for key in keys} == {key: expected[name] for key, name in keys.items()}
    assert about["tried"] == about["sets"] == 8 == sum(expected.values()) and about["disconnecting"] == [["5-6"]]
    assert found.verdict == nl.deadlock(graph, routing).verdict
    if about["worst"]:
        assert nl.deadlock(graph, routing, without=about["worst"]).verdict == "deadlock"
    assert found.failures.safe == (about["deadlock"] == about["unknown"] == 0)


def test_a_ring_is_a_line_after_any_failure():
    found = nl.deadlock("ring", "shortest", failures=1, K=5)
    assert found.verdict == "deadlock" and found.failures.safe
    assert dict(found.failures.counts) == {"deadlock-free": 5} and len(found.failures.failed.sets) == 1
    torus = nl.deadlock("torus", "shortest", failures=1, k=3, n=2)
    every = [nl.deadlock("torus", "shortest", k=3, n=2, without=[d.name]) for d in network("torus", k=3, n=2).devices]
    assert torus.failures.counts == Counter(each.verdict for each in every)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"failures": 1, "fewest_vcs": True, "routing": "shortest"}, "leave out `fewest_vcs`"),
        ({"failures": 1, "all_sizes": True}, "a network of one size"),
        ({"failures": 1}, "name a routing such as up-down"),
        ({"of": "both"}, "`of` applies only to `failures`"),
    ],
)
def test_verdicts_that_failures_do_not_have(options, said):
    with pytest.raises(InputError) as error:
        nl.deadlock("torus", **options, **({} if "all_sizes" in options else {"k": 4, "n": 2}))
    assert said in str(error.value)


@pytest.mark.in_turn
def test_patterns_of_traffic_after_failures():
    found = nl.measure("torus", "up-down", traffic="tornado", failures=1, k=4, n=2)
    every = [
        nl.measure("torus", "up-down", traffic="tornado", k=4, n=2, without=[device.name]).largest
        for device in network("torus", k=4, n=2).devices
    ]
    assert found.worst_load[1] == max(every) and found.as_loaded == every.count(max(every))
    about = found.as_json()
    assert about["failures"]["traffic"] == about["traffic"] == "tornado" and about["failures"]["routing"] == "up-down"
    plain = nl.measure("torus", traffic="tornado", failures=1, k=4, n=2)
    assert plain.largest == nl.measure("torus", traffic="tornado", k=4, n=2).largest
    assert plain.worst_load[1] == max(
        nl.measure("torus", traffic="tornado", k=4, n=2, without=[device.name]).largest
        for device in network("torus", k=4, n=2).devices
    )


@pytest.mark.parametrize(
    ("routing", "together", "of"), [("up-down", 1, "links"), ("shortest", 1, "both"), ("shortest", 2, "links")]
)
def test_worst_cases_after_failures_are_those_of_each_network_without_it(routing, together, of):
    """On a square with a diagonal and a link of twice the capacity, and a host at a switch of its own."""
    graph = nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)])
    nx.set_edge_attributes(graph, 1, "capacity")
    graph.edges[0, 2]["capacity"] = 2
    every, cut = [], 0
    parts = [*graph.edges, *(graph.nodes if of == "both" else [])]
    for chosen in combinations(parts, together):
        left = graph.copy()
        left.remove_edges_from([part for part in chosen if isinstance(part, tuple)])
        left.remove_nodes_from([part for part in chosen if not isinstance(part, tuple)])
        if nx.is_connected(left):
            every.append(nl.worst_case(left, routing).gamma)
        else:
            cut += 1
    found = nl.worst_case(graph, routing, failures=together, of=of)
    about, before = found.as_json()["failures"], nl.worst_case(graph, routing).gamma
    assert (about["tried"], about["disconnected"]) == (comb(len(parts), together), cut) and cut
    most = max(every)
    assert about["gamma"] == {
        "before": str(before),
        "max": str(most),
        "times": str(most / before),
        "sets": every.count(most),
    }
    assert nl.worst_case(graph, routing, without=about["worst"]).gamma == most
    assert found.gamma == before and "utilisation after failure" in str(found)


def test_routings_that_are_not_made_again_are_refused():
    by = nl.routing(nl.network("torus", k=3, n=2), "up-down")
    for function in (nl.measure, nl.deadlock, nl.worst_case):
        with pytest.raises(InputError, match="takes the name of a routing"):
            function("torus", by, failures=1, k=3, n=2)
    with pytest.raises(InputError, match="takes the name of a routing"):
        nl.compare("torus", routing=[by, "shortest"], failures=1, k=3, n=2)


@pytest.mark.in_turn
def test_workers_share_the_failures():
    one = nl.worst_case("torus", "up-down", failures=1, of="both", k=3, n=2)
    two = nl.worst_case("torus", "up-down", failures=1, of="both", workers=2, k=3, n=2)
    assert one.failures.after == two.failures.after and len(two.failures.after) == 27


def test_worst_cases_of_symmetric_failures_are_followed_once():
    found = nl.worst_case("ring", "shortest", failures=1, K=6)
    assert found.failures.counts == {Fraction(3): 6} and len(found.failures.after) == 1


@pytest.mark.in_turn
def test_rows_of_comparisons_have_what_measure_and_deadlock_say():
    nets = nl.compare("torus n=2", "fat-tree", nodes=16, failures=1, of="both")
    for (_, row), (name, sizes) in zip(nets.rows, [("torus", {"k": 4, "n": 2}), ("fat-tree", {"k": 4})], strict=True):
        assert row.as_json()["failures"] == nl.measure(name, failures=1, of="both", **sizes).as_json()["failures"]
    ways = nl.compare("torus", routing="up-down,shortest,xy", traffic="uniform,tornado", failures=1, k=3, n=2)
    for row in ways.rows[:2] + ways.rows[3:5]:
        own = nl.measure("torus", row.routing, traffic=row.traffic, failures=1, k=3, n=2).as_json()["failures"]
        verdicts = nl.deadlock("torus", row.routing, failures=1, k=3, n=2).as_json()["failures"]
        found = row.as_json()["failures"]
        assert all(found[key] == own[key] for key in ("tried", "followed", "disconnected", "worst", "largest_load"))
        assert all(found[key] == verdicts[key] for key in ("free", "deadlock", "unknown"))
    assert "failures" not in ways.rows[2].as_json() and "xy is not followed after failures" in ways.notes[0]
    assert "failures" not in nl.compare("torus n=2", nodes=16).rows[0][1].as_json()
    names, *rows = csv.reader(ways.as_csv().splitlines())
    assert {len(row) for row in rows} == {len(names)} and rows[0][names.index("after_worst")] == "(0,0)-(1,0)"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"optimal": True}, "leave out `optimal`"),
        ({"routing": "up-down", "average": 3}, "leave out `average`"),
        ({"routing": "up-down", "seed": 3}, "`seed` draws the failures of a `sample`"),
    ],
)
def test_worst_cases_that_failures_do_not_have(options, said):
    with pytest.raises(InputError) as error:
        nl.worst_case("torus", failures=1, k=3, n=2, **options)
    assert said in str(error.value)
