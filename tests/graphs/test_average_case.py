"""Largest loads of random permutations, against loads that are counted one permutation at a time."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from netlemma.errors import InputError, RoutingError
from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.building import permutation
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.worst.average import average_case, largest_load_counts

CASES = [
    ("mesh", {"k": 3, "n": 2}, "dimension-order", {}),
    ("toroid", {"w": 4, "D": 2}, "dimension-order", {"ties": "split"}),
    ("mesh", {"k": 3, "n": 2}, "valiant", {}),
    ("spanning-bus-hypercube", {"w": 3, "D": 2}, "dimension-order", {}),
]


@pytest.mark.in_turn
@pytest.mark.parametrize("family, sizes, name, options", CASES)
def test_largest_loads_are_those_of_each_permutation(family, sizes, name, options):
    routing = channel_routing(network(family, **sizes), name, **options)
    found = average_case(routing, 7, seed=3)
    draw = np.random.default_rng(3)
    expected = tuple(
        max(
            traffic_loads(
                routing, permutation(routing.network, draw.permutation(np.arange(routing.network.node_count)))
            )
        )
        for _ in range(7)
    )
    assert found.loads == Counter(expected)
    assert found.mean == sum(expected, Fraction(0)) / 7 and found.throughput == sum(1 / load for load in expected) / 7
    assert average_case(routing, 7, seed=3).as_json() == found.as_json()
    assert any(average_case(routing, 7, seed).loads != found.loads for seed in range(4, 9))


def test_the_interval_contains_the_mean_over_all_permutations():
    routing = channel_routing(network("ring", K=5), "dimension-order")
    every = [p for p in permutations(range(5)) if p != tuple(range(5))]
    exact = sum(max(traffic_loads(routing, permutation(routing.network, np.array(p)))) for p in every) / len(every)
    found = average_case(routing, 119, seed=7)
    assert found.mean == exact and found.every and found.half_widths == (None, None) and found.as_json()["exact"]
    assert found.loads == average_case(routing, 10_000).loads and found.count == 119
    assert not average_case(routing, 118).every
    inside = 0
    for seed in range(40):
        found = average_case(routing, 60, seed)
        inside += abs(float(found.mean - exact)) <= found.half_widths[0]
    assert 34 <= inside <= 40
    one = average_case(routing, 1)
    assert one.half_widths == (None, None) and one.as_json()["half_width"] is None


def test_averages_that_cannot_be_drawn_are_refused():
    ring = network("ring", K=5)
    for count, seed, said in ((0, 1, "^average=0: an average is over 1 permutation or more$"), (3, -1, "^seed=-1: ")):
        with pytest.raises(InputError, match=said):
            average_case(channel_routing(ring, "dimension-order"), count, seed)
    with pytest.raises(RoutingError, match="averages need"):
        average_case(channel_routing(network("mesh", k=3, n=2), "west-first"), 3)
    two = average_case(channel_routing(network("ring", K=2), "dimension-order"), 5)
    assert set(two.loads) == {1}
    alike = average_case(channel_routing(network("toroid", w=5, D=2), "valiant"), 20)
    assert set(alike.loads) == {Fraction(6, 5)} and alike.half_widths == (0, 0)


@pytest.mark.parametrize("kind", ["clique", "bus", "oneway-ring", "line"])
def test_permutations_of_one_factor_are_counted_without_a_list_of_them(kind):
    """All permutations of two to six nodes, and the means of 40 nodes."""
    for n in range(2, 7):
        routing = channel_routing(network(f"{kind}({n})"), "dimension-order")
        assert largest_load_counts(routing) == average_case(routing, factorial(n)).loads
    routing = channel_routing(network(f"{kind}(40)"), "dimension-order")
    known = average_case(routing, 10)
    assert known.every and known.half_widths == (None, None) and known.count == factorial(40) - 1
    if kind != "line":
        mean = {"clique": 1 - Fraction(1, factorial(40)), "bus": Fraction(39), "oneway-ring": Fraction(39, 2)}[kind]
        assert known.mean * known.count / factorial(40) == mean


@pytest.mark.long
@pytest.mark.parametrize("kind", ["bus", "oneway-ring", "line"])
def test_permutations_of_eight_nodes_are_counted_without_a_list_of_them(kind):
    routing = channel_routing(network(f"{kind}(8)"), "dimension-order")
    assert largest_load_counts(routing) == average_case(routing, factorial(8)).loads


def test_ends_with_one_channel_and_potentials_of_one():
    """A fat tree whose upward links are all alike has a load of 1; with one way up for each destination it has more."""
    tree = network("k-ary-n-tree", k=2, n=2)
    assert largest_load_counts(channel_routing(tree, "ecmp")) == {1: 23}
    assert average_case(channel_routing(tree, "ecmp"), 24).loads == {1: 23}
    by_destination = channel_routing(network("k-ary-n-tree", k=2, n=3), "d-mod-k")
    assert largest_load_counts(by_destination) is None and max(average_case(by_destination, 24).loads) > 1
    assert largest_load_counts(channel_routing(network("ring", K=5), "dimension-order")) is None
