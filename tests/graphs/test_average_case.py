"""Largest loads of random permutations, against loads that are counted one permutation at a time."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from graphs import network
from graphs.base.errors import InputError, RoutingError
from graphs.routings import channel_routing
from graphs.traffic.channel_loads import traffic_loads
from graphs.traffic.traffic import permutation
from graphs.traffic.worst.average import average_case

CASES = [
    ("mesh", {"k": 3, "n": 2}, "dimension-order", {}),
    ("toroid", {"w": 4, "D": 2}, "dimension-order", {"ties": "split"}),
    ("mesh", {"k": 3, "n": 2}, "valiant", {}),
    ("spanning-bus-hypercube", {"w": 3, "D": 2}, "dimension-order", {}),
]


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
    assert found.loads == expected
    assert found.mean == sum(expected, Fraction(0)) / 7 and found.throughput == sum(1 / load for load in expected) / 7
    assert average_case(routing, 7, seed=3).as_json() == found.as_json()
    assert average_case(routing, 7, seed=4).loads != expected


def test_the_interval_contains_the_mean_over_all_permutations():
    routing = channel_routing(network("ring", K=5), "dimension-order")
    every = [p for p in permutations(range(5)) if p != tuple(range(5))]
    exact = sum(max(traffic_loads(routing, permutation(routing.network, np.array(p)))) for p in every) / len(every)
    found = average_case(routing, 119, seed=7)
    assert found.mean == exact and found.every and found.half_widths == (None, None) and found.as_json()["exact"]
    assert sorted(found.loads) == sorted(average_case(routing, 10_000).loads) and len(found.loads) == 119
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
    for count, seed in ((0, 1), (3, -1)):
        with pytest.raises(InputError, match="at least 1"):
            average_case(channel_routing(ring, "dimension-order"), count, seed)
    with pytest.raises(RoutingError, match="averages need"):
        average_case(channel_routing(network("mesh", k=3, n=2), "west-first"), 3)
    two = average_case(channel_routing(network("ring", K=2), "dimension-order"), 5)
    assert set(two.loads) == {1}
    alike = average_case(channel_routing(network("toroid", w=5, D=2), "valiant"), 20)
    assert set(alike.loads) == {Fraction(6, 5)} and alike.half_widths == (0, 0)
