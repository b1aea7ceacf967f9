"""Range of the largest load over all choices: against all routes of all packets, by an exact solver."""

from collections import Counter
from fractions import Fraction

import pytest
import z3
from hypothesis import given, settings

from netlemma.errors import SizeError
from netlemma.graphs import measure, network
from netlemma.graphs.loads import load_range as module
from netlemma.graphs.loads.load_range import LoadRange, load_range
from netlemma.graphs.routings import channel_routing

from .routing_oracle import packets, routings, walks


def ways_of(routing):
    """For each packet its share among those of its source and destination, and the devices that each route crosses."""
    device = routing.network.device
    for packet in packets(routing):
        routes = [Counter(int(device[c // routing.vcs]) for c in route) for route, _ in walks(routing, *packet)]
        yield Fraction(1, len(routing.labels(*packet[:2]))), routes


def slow_range(routing):
    """Least and greatest largest load: every route of every packet has a probability of its own."""
    pairs, devices = routing.network.pair_count, range(routing.network.device_count)
    load, solver, greatest = [z3.RealVal(0)] * len(devices), z3.Optimize(), [Fraction(0)] * len(devices)
    for number, (share, routes) in enumerate(ways_of(routing)):
        chance = [z3.Real(f"p{number}_{i}") for i in range(len(routes))]
        solver.add(z3.Sum(chance) == 1, *(p >= 0 for p in chance))
        for d in devices:
            load[d] = load[d] + z3.Sum([p * z3.Q(share.numerator, share.denominator) * route[d]
                                        for p, route in zip(chance, routes, strict=True)])  # fmt: skip
            greatest[d] += share * max(route[d] for route in routes)
    largest = z3.Real("largest")
    solver.add(*(amount <= largest for amount in load))
    solver.minimize(largest)
    assert solver.check() == z3.sat
    least = solver.model().eval(largest, model_completion=True).as_fraction()
    return Fraction(least.numerator, least.denominator) / pairs, max(greatest) / pairs


def agree(routing):
    found, (least, greatest) = load_range(routing), slow_range(routing)
    assert found.greatest == greatest
    assert found.least[0] <= least <= found.least[1]
    return found.least[0] == found.least[1]


@settings(max_examples=15, deadline=None)
@given(routings(kinds=("adaptive",), most_nodes=4))
def test_random_adaptive_routings(routing):
    agree(routing)


@pytest.mark.parametrize(
    ("text", "name"),
    [("line(3) x line(2)", "west-first"), ("ring(4)", "shortest-adaptive"), ("ring(2) x ring(3)", "shortest-adaptive")],
)
def test_named_routings_exactly(text, name):
    assert agree(channel_routing(network(text), name))


def test_bounds_are_shown_where_rounding_leaves_a_gap():
    found = LoadRange((Fraction(1, 3), Fraction(1, 2)), Fraction(1))
    assert str(found) == "least 1/3 to 1/2, greatest 1"
    assert found.as_json() == {"least": None, "least_bounds": ["1/3", "1/2"], "greatest": "1"}


def test_adaptive_routings_are_measured_with_uniform_choices():
    net = network("mesh", k=4, n=2)
    plain, drawn = measure(net, "west-first"), measure(net, "west-first choice=uniform")
    assert plain == drawn and plain.range.least == (Fraction(2, 15), Fraction(2, 15))
    assert "all choices equally likely at each hop" in plain.counting
    ratios = [plain.visit_ratio(d) for d in range(net.device_count)]
    assert sum(ratios) == plain.mean_distance and plain.range.least[0] <= max(ratios) <= plain.range.greatest
    assert measure(net, "shortest").range is None and "range" not in measure(net, "shortest").as_json()


def test_large_networks_have_no_range(monkeypatch):
    monkeypatch.setattr(module, "MOST_CHOICES", 100)
    routing = channel_routing(network("mesh", k=4, n=2), "west-first")
    with pytest.raises(SizeError, match=r"at most 100 choices of packets; west-first on mesh k=4 n=2 has more"):
        load_range(routing)
    assert measure(routing.network, routing).as_json()["range"] is None
