"""Deadlock of ring routings: what is free and what is not, against searches of all states, of all routes, of all classes."""

import json
from copy import deepcopy
from itertools import combinations, pairwise, product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.checks.certificates.certification import check_certificate
from netlemma.errors import CertificateError, InputError, RoutingError
from netlemma.graphs import ring_network
from netlemma.graphs.deadlock.queue_classes import partitions, ring_partitions
from netlemma.graphs.deadlock.ring_queues import (
    MODELS,
    decide_graph,
    filling_order,
    legs,
    pairs,
    queues_of,
    ring_deadlock,
)
from netlemma.graphs.deadlock.routing_existence import exists
from netlemma.graphs.routing.dependency_graph import from_sequences
from netlemma.graphs.sources.network_sources import BuiltSource
from netlemma.graphs.topology.ring_structure import from_rings

from .deadfly_classes import two_classes
from .ring_oracles import deadlock_reachable, some_routing

FREE, DEADLOCK, UNKNOWN = "deadlock-free", "deadlock", "unknown"
LETTERS = ("input-output", "output", "input")  # the models with a queue for each link


# --- a routing that is given


@pytest.mark.parametrize("queues", LETTERS)
@pytest.mark.parametrize(
    "name, sizes, expected",
    [
        ("multicube", {"f": 2, "r": 3}, FREE), ("multicube", {"f": 3, "r": 3}, FREE), ("ring-butterfly", {"f": 2, "r": 3}, FREE),
        ("ring-butterfly", {"f": 3, "r": 2}, FREE), ("livefly", {"f": 3, "r": 3}, FREE), ("livefly", {"f": 4, "r": 2}, FREE),
        ("livefly", {"f": 3, "r": 1}, FREE), ("deadfly", {"f": 2, "r": 2}, DEADLOCK), ("deadfly", {"f": 3, "r": 2}, DEADLOCK),
        ("deadfly", {"f": 2, "r": 1}, FREE), ("ring-shuffle", {"f": 2, "r": 3}, DEADLOCK), ("clock", {}, FREE),
        ("four-rings", {}, DEADLOCK),
    ],
)  # fmt: skip
def test_what_the_paper_says_of_its_routings(name, sizes, queues, expected):
    """Johnson and Goodman (1991): figure 4 and sections 3.1 and 3.3 to 3.5, if queues belong to links; all certified."""
    found = ring_deadlock(ring_network(name, **sizes), None, queues)
    assert found.verdict == expected and f"queue model {queues}" in found.criterion
    assert check_certificate(json.loads(json.dumps(found.certificate))).startswith(expected)


@pytest.mark.parametrize("queues", ["node", "transit"])
def test_with_one_queue_for_each_node_the_paper_would_contradict_itself(queues):
    for name, sizes in ("multicube", {"f": 3, "r": 3}), ("livefly", {"f": 3, "r": 2}):
        found = ring_deadlock(ring_network(name, **sizes), None, queues)
        assert found.verdict == DEADLOCK and check_certificate(found.certificate).startswith(DEADLOCK)


@pytest.mark.parametrize("queues", MODELS)
def test_cycle_by_networkx(queues):
    net = ring_network("deadfly", f=2, r=2)
    found = ring_deadlock(net, None, queues)
    edges = nx.DiGraph(
        pair for s, t in pairs(net) for pair in pairwise(queues_of(net, MODELS[queues], legs(net, _way(net, s, t))))
    )
    assert found.dependencies == edges.number_of_edges()
    assert len(found.cycle) == min(map(len, nx.simple_cycles(edges)))


def _way(net, s, t):
    hops, node, last = [], s, None
    while node != t:
        last = net.concise.next_link(s, node, t, last)
        hops.append((node, last))
        node = int(net.successor[node, last])
    return hops


SEQUENCES = st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True), min_size=1, max_size=5)


def verdict_on(sequences):
    graph = from_sequences(5, [(i, 100 + i, taken) for i, taken in enumerate(sequences)])
    return decide_graph(graph, "", "", {}, lambda pair: sequences[pair[0]]).verdict


@settings(max_examples=300)
@given(SEQUENCES)
def test_verdicts_against_all_reachable_states(sequences):
    verdict = verdict_on(sequences)
    if verdict != UNKNOWN:
        assert deadlock_reachable(sequences) == (verdict == DEADLOCK)


@pytest.mark.in_turn
def test_a_shortest_cycle_that_cannot_be_filled():
    """0 -> 2 -> 1 -> 3 -> 0 is shortest, but who is to wait in 0 comes through 1, and who is to wait in 1 through 0."""
    sequences = [[1, 4, 6, 0, 2], [0, 5, 7, 1, 3], [2, 1], [3, 0]]
    graph = from_sequences(8, [(i, 100 + i, taken) for i, taken in enumerate(sequences)])
    shortest = graph.cycle()
    assert sorted(graph.tail[shortest].tolist()) == [0, 1, 2, 3]
    assert filling_order(graph.tail[shortest].tolist(), [sequences[i] for i in graph.source[shortest]]) is None
    found = decide_graph(graph, "", "", {}, lambda pair: sequences[pair[0]])
    assert found.verdict == DEADLOCK and len(found.cycle) == 5 and deadlock_reachable(sequences)


def test_unknown_is_said_where_no_way_to_fill_a_cycle_is_seen():
    graph = from_sequences(2, [(0, 1, [0, 1]), (1, 0, [1, 0])])
    found = decide_graph(graph, "", "", {}, {(0, 1): [1, 0, 1], (1, 0): [0, 1, 0]}.__getitem__)
    assert (found.verdict, len(found.cycle), found.certificate) == (UNKNOWN, 2, None)


# --- certificates that were changed


def refused(certificate):
    with pytest.raises((CertificateError, RoutingError)) as error:
        check_certificate(certificate)
    assert "\n" not in str(error.value)
    return True


@pytest.mark.parametrize("queues", LETTERS)
def test_changed_numbers_are_refused(queues):
    net = ring_network("livefly", f=3, r=2)
    right = ring_deadlock(net, None, queues).certificate
    graph = {
        pair for s, t in pairs(net) for pair in pairwise(queues_of(net, MODELS[queues], legs(net, _way(net, s, t))))
    }
    names = list(right["numbers"])
    for tail, head in sorted(graph):
        wrong = deepcopy(right)
        a, b = names[tail], names[head]
        wrong["numbers"][a], wrong["numbers"][b] = right["numbers"][b], right["numbers"][a]
        assert refused(wrong)
        wrong["numbers"] = right["numbers"] | {b: right["numbers"][a]}
        assert refused(wrong)
        wrong["numbers"] = {name: number for name, number in right["numbers"].items() if name != b}
        assert refused(wrong)
    for value in (None, "7", 2.5, True, [], [None]):
        assert refused(right | {"numbers": right["numbers"] | {names[head]: value}})


def test_changed_cycles_are_refused():
    right = ring_deadlock(ring_network("deadfly", f=2, r=2)).certificate
    length = len(right["cycle"])
    assert check_certificate(right)
    for i in range(length):
        for key in ("holds", "wants"):
            wrong = deepcopy(right)
            wrong["cycle"][i][key] = right["cycle"][(i + 3) % length][key]
            assert refused(wrong)
        wrong = deepcopy(right)
        wrong["cycle"][i] |= {"source": right["cycle"][i]["destination"], "destination": right["cycle"][i]["source"]}
        assert refused(wrong)
        wrong = deepcopy(right)
        del wrong["cycle"][i]
        assert refused(wrong)
        assert refused(wrong | {"filling": list(range(length - 1))})
    assert refused(right | {"filling": right["filling"][:-1]})
    assert refused(right | {"filling": right["filling"][::-1]})  # inputs cannot be filled behind full outputs
    assert refused(right | {"cycle": [], "filling": []})
    assert refused(right | {"cycle": right["cycle"][:1], "filling": [0]})  # it waits for a queue that nobody holds


@pytest.mark.parametrize(
    "change",
    [{"kind": "proof"}, {"queues": "boxes"}, {"network": {"family": "livefly", "parameters": {"f": 3, "r": 3}}},
     {"routing": {"name": "general"}}, {"numbers": 7}, {"numbers": None}, {"network": {}}, {"network": 3}, {"routing": None}],
)  # fmt: skip
def test_certificates_of_something_else_are_refused(change):
    assert refused(ring_deadlock(ring_network("livefly", f=3, r=2)).certificate | change)


def test_changed_routes_are_refused():
    right = exists(ring_network("ring-shuffle", f=2, r=3), "links=4").certificate
    assert check_certificate(right)
    longest = max(range(len(right["routes"])), key=lambda i: len(right["routes"][i][2]))
    source, target, hops = right["routes"][longest]
    for way in hops[:-1], hops[1:], hops[:1] + hops, [], [[source, 7]], [*hops, [target, 0]]:
        wrong = deepcopy(right)
        wrong["routes"][longest] = [source, target, way]
        with pytest.raises((CertificateError, RoutingError, IndexError)):
            check_certificate(wrong)
    del right["routes"][0]
    assert refused(right)
    right = exists(ring_network("ring-shuffle", f=2, r=3), "links=4").certificate
    assert (
        refused(right | {"rule": "shortest"})
        and refused(right | {"rule": "links=3"})
        and refused(right | {"rule": "rings=1"})
    )


def test_pairs_that_can_have_routes_are_no_proof():
    right = exists(ring_network("four-rings"), "shortest").certificate
    assert check_certificate(right).startswith("deadlock: every routing of four-rings, rule shortest")
    for i in range(len(right["pairs"])):
        assert refused(right | {"pairs": right["pairs"][:i] + right["pairs"][i + 1 :]})  # it is minimal
    assert refused(right | {"rule": "any"}) and refused(right | {"pairs": []}) and refused(right | {"pairs": [[0, 0]]})


# --- any routing at all


TINY = {
    "three rings of two in a triangle": [((0, 1), 0), ((1, 2), 1), ((2, 0), 2)],
    "one ring": [((0, 1, 2, 3), 0)],
    "two opposite rings": [((0, 1, 2), 0), ((2, 1, 0), 1)],
    "two rings": [((0, 1, 2), 0), ((2, 3), 1)],
    "ring of rings": [((0, 1), 0), ((1, 2), 1), ((2, 3), 0), ((3, 0), 1)],
    "two crossed rings": [((0, 1, 2, 3), 0), ((0, 2), 1), ((1, 3), 1)],
}
outcomes = set()


@pytest.mark.parametrize("queues", MODELS)
@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("rule", ["any", "shortest"])
def test_existence_against_all_choices_of_routes(name, queues, rule, monkeypatch):
    nodes = 1 + max(u for ring, _ in TINY[name] for u in ring)
    net = from_rings(name, TINY[name], labels=[(u,) for u in range(nodes)])
    found = exists(net, rule, queues)
    assert (found.verdict == FREE) == some_routing(net, queues, pairs(net), rule)
    monkeypatch.setattr(
        "netlemma.checks.certificates.certificate_subject.from_description", lambda about: (BuiltSource(net), {})
    )
    certificate = json.loads(json.dumps(found.certificate)) | {"network": {"family": name, "parameters": {}}}
    assert check_certificate(certificate)
    if found.verdict == DEADLOCK:
        core = [tuple(pair) for pair in certificate["pairs"]]
        assert not some_routing(net, queues, core, rule)
        assert all(some_routing(net, queues, fewer, rule) for fewer in combinations(core, len(core) - 1))
    outcomes.add(found.verdict)


def test_both_answers_came():
    assert outcomes in (set(), {FREE, DEADLOCK})  # empty where this test runs alone


@pytest.mark.parametrize(
    "name, sizes, routes, expected",
    [
        ("four-rings", {}, "any", FREE), ("four-rings", {}, "shortest", DEADLOCK),
        ("ring-shuffle", {"f": 2, "r": 2}, "shortest", FREE), ("ring-shuffle", {"f": 2, "r": 3}, "shortest", DEADLOCK),
        ("ring-shuffle", {"f": 2, "r": 3}, "any", FREE), ("ring-shuffle", {"f": 2, "r": 3}, "links=3", DEADLOCK),
        ("ring-shuffle", {"f": 2, "r": 3}, "links=4", FREE), ("ring-shuffle", {"f": 3, "r": 2}, "any", FREE),
        ("ring-shuffle", {"f": 3, "r": 2}, "rings=3", FREE), ("deadfly", {"f": 2, "r": 2}, "any", FREE),
        ("deadfly", {"f": 2, "r": 2}, "shortest", DEADLOCK),
    ],
)  # fmt: skip
def test_what_the_paper_believes_of_all_routings(name, sizes, routes, expected):
    """Figure 3 ("no deadlock-1 routing") and section 3.2 ("we do not believe any exists"): true of shortest routes alone."""
    for queues in LETTERS:
        found = exists(ring_network(name, **sizes), routes, queues)
        assert found.verdict == expected
        assert check_certificate(found.certificate)
        assert bool(found.cycle) == (expected == DEADLOCK)


def test_no_route_is_allowed():
    with pytest.raises(RoutingError, match="no route from node 0 to node 6 is rings=2"):
        exists(ring_network("four-rings"), "rings=2")


# --- partitions of queues


def fewest_classes(sequences):
    """The fewest classes, by trying every class at every place of every sequence."""
    words = sorted({tuple(s) for s in sequences})
    for n in range(1, 4):
        for classes in product(*(product(range(n), repeat=len(word)) for word in words)):
            resources = [list(zip(word, own, strict=True)) for word, own in zip(words, classes, strict=True)]
            if nx.is_directed_acyclic_graph(nx.DiGraph(pair for each in resources for pair in pairwise(each))):
                return n
    raise AssertionError("too many classes for this test")


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=3, unique=True), min_size=1, max_size=3))
def test_partitions_against_all_classes(sequences):
    found = partitions(4, sequences)
    assert found.lower == found.upper == fewest_classes(sequences)
    numbers = found.numbers()
    assert max(map(len, numbers.values())) <= found.upper <= found.by_hops
    for word in sequences:
        last = -1
        for queue in word:
            last = min(n for n in numbers[queue] if n > last)


def test_three_partitions():
    """All orders of three queues: a common supersequence needs seven letters, so some queue comes three times."""
    words = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    found = partitions(3, words)
    assert (found.lower, found.upper, found.why) == (3, 3, "SAT: 2 classes are too few")


@pytest.mark.parametrize("queues", LETTERS)
@pytest.mark.parametrize(
    "name, sizes", [("deadfly", {"f": 2, "r": 2}), ("deadfly", {"f": 2, "r": 3}), ("ring-shuffle", {"f": 2, "r": 3})]
)
def test_two_partitions_are_enough(name, sizes, queues):
    """Section 3.5: "there exists a deadlock-2 routing for the Deadfly"; here it is the deadfly's own."""
    found, certificate = ring_partitions(ring_network(name, **sizes), None, queues)
    assert (found.lower, found.upper) == (2, 2)
    assert check_certificate(json.loads(json.dumps(certificate)))
    fewer = {q: own[:1] for q, own in certificate["numbers"].items()}
    assert refused(certificate | {"numbers": fewer})


@pytest.mark.in_turn
@pytest.mark.parametrize("f, r", [(2, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3)])
def test_two_classes_of_the_deadfly(f, r):
    """The routing that follows from the livefly's: certified, and the second class is needed from r=2 on."""
    right = two_classes(f, r)
    assert check_certificate(right) and right["classes"] == 2 == max(map(len, right["numbers"].values()))
    if r > 1:
        assert refused(right | {"numbers": {q: own[:1] for q, own in right["numbers"].items()}})
        assert refused(right | {"numbers": {q: own[-1:] for q, own in right["numbers"].items()}})


def test_bounds_where_the_search_is_cut_short(monkeypatch):
    monkeypatch.setattr("netlemma.graphs.deadlock.queue_classes.MOST_ROUNDS", 0)
    found, certificate = ring_partitions(ring_network("deadfly", f=2, r=3))
    assert 2 == found.lower < found.upper <= found.by_hops
    assert "is open" in found.why and check_certificate(certificate)
    monkeypatch.setattr("netlemma.graphs.deadlock.queue_classes.MOST_PAIRS", 100)
    with pytest.raises(InputError, match="552 packets"):
        ring_partitions(ring_network("deadfly", f=2, r=3))
    assert ring_partitions(ring_network("livefly", f=3, r=3))[0].upper == 1


def test_one_partition_where_there_is_no_cycle():
    assert ring_partitions(ring_network("livefly", f=3, r=2))[0].upper == 1
