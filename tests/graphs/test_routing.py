"""Routings as relations: the two fast ones agree with their relations, bad ones are refused."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netlemma.errors import RoutingError
from netlemma.graphs import Routing, measure, network
from netlemma.graphs.loads.channel_loads import crossings, phase_crossings
from netlemma.graphs.loads.distance_indices import all_distances
from netlemma.graphs.routings import channel_routing

FACTORS = ("line", "ring", "oneway-ring", "clique", "bus")
PRODUCTS = ["ring(2)", "ring(4)", "ring(2) x line(3)", "ring(4)^2", "line(3) x ring(4) x bus(3)", "ring(2)^3"]


def followed(net, name, **options):
    """Visit ratios of all devices, goal by goal."""
    routing = channel_routing(net, name, **options)
    loads, _ = crossings(routing, np.repeat(net.device, routing.vcs), net.device_count)
    return [load / net.pair_count for load in loads]


def visit_ratios(net, routing=None):
    found = measure(net, routing)
    return [found.visit_ratio(device) for device in range(net.device_count)]


@pytest.mark.parametrize("text", PRODUCTS)
def test_fast_ways_agree_with_the_relations(text):
    net = network(text)
    for ties in ("plus", "split"):
        routing = channel_routing(net, "dimension-order", ties=ties)
        assert visit_ratios(net, routing) == followed(net, "dimension-order", ties=ties)
        assert (measure(net, routing).mean_distance * net.pair_count, measure(net, routing).diameter) == all_distances(
            net
        )
    assert visit_ratios(net) == followed(net, "shortest")


@given(st.lists(st.tuples(st.sampled_from(FACTORS), st.integers(2, 4)), min_size=2, max_size=3))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_dimension_order_of_random_products(factors):
    net = network(" x ".join(f"{f}({k})" for f, k in factors))
    for ties in ("plus", "split"):
        assert visit_ratios(net, channel_routing(net, "dimension-order", ties=ties)) == followed(
            net, "dimension-order", ties=ties
        )


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["valiant", "o1turn", "romm", "yx", "ecmp", "shortest-first", "valiant-2phase"])
def test_visit_ratios_of_all_ways_to_count_them(name, monkeypatch):
    """By runs along lines, boxes and hops that lead nearer, and as followed goal by goal."""
    net = network("ring(4) x line(3)")
    routing, slot = channel_routing(net, name), net.device
    if routing.by_any_node:
        others = np.full(net.node_count, net.node_count - 1)
        loads = phase_crossings(routing, np.repeat(slot, routing.vcs), net.device_count, others, others)
    else:
        loads, _ = crossings(routing, np.repeat(slot, routing.vcs), net.device_count)
    expected = [load / net.pair_count for load in loads]
    assert visit_ratios(net, routing) == expected
    monkeypatch.setattr("netlemma.graphs.loads.channel_loads.worth_plain_python", lambda *_: False)
    assert visit_ratios(net, routing) == expected


def test_shortest_relation_on_devices_of_all_kinds(naive):
    net = naive.twisted()
    slow, expected = followed(net, "shortest"), naive.measure(net.graph)
    assert slow == [expected.visit_ratio.get(d, 0) for d in range(net.device_count)]


def test_dimension_order_differs_from_shortest_where_it_should():
    net = network("mesh", k=3, n=2)
    ordered, short = measure(net, routing="dimension-order"), measure(net)
    assert ordered.routing == "dimension-order" and not ordered.symmetric
    assert ordered.mean_distance == short.mean_distance and ordered.diameter == short.diameter
    assert any(ordered.visit_ratio(d) != short.visit_ratio(d) for d in range(net.device_count))
    assert ordered.counting.endswith("dimension 0 first, then 1, and so on, by shortest ways")


def test_dimension_order_in_numbers_beyond_64_bits(monkeypatch):
    net = network("ring(2)^3 x ring(4) x line(2)")
    expected = visit_ratios(net, "dimension-order")
    monkeypatch.setattr(
        "netlemma.graphs.loads.channel_loads.RUN_WORD", 1
    )  # as if numbers were too long for a machine word
    assert visit_ratios(net, "dimension-order") == expected


def clockwise(net, node, came_by, destination):
    """Always the first hop out."""
    return [(int(net.indptr[node]), Fraction(1))]


def test_livelock_names_a_message():
    with pytest.raises(
        RoutingError,
        match=r"livelock: routing first on line\(4\): a packet from \(.\) to \(.\) can come back to channel",
    ):
        measure(network("line(4)"), routing=Routing("first", clockwise))


def test_undelivered_and_bad_weights():
    net = network("ring(4)")
    with pytest.raises(
        RoutingError, match=r"routing lazy on ring\(4\): a packet from \(1\) to \(0\) is stranded at node \(1\)"
    ):
        measure(net, routing=Routing("lazy", lambda *_: []))
    half = Routing("half", lambda net, node, came, to: [(int(net.indptr[node]), Fraction(1, 2))])
    with pytest.raises(RoutingError, match="do not add up to 1"):
        measure(net, routing=half)
    foreign = Routing("foreign", lambda net, node, came, to: [(int(net.indptr[(node + 1) % 4]), Fraction(1))])
    with pytest.raises(RoutingError, match="by a channel that does not start there"):
        measure(net, routing=foreign)


def test_a_relation_may_look_at_the_hop_it_came_by():
    """Keep to the direction chosen at first: both ways around a ring equally likely, and no turning back."""

    def keep_on(net, node, came_by, destination):
        hops = range(int(net.indptr[node]), int(net.indptr[node + 1]))
        if came_by is None:
            return [(h, Fraction(1, len(hops))) for h in hops]
        back = int(net.device[came_by])
        return [(h, Fraction(1)) for h in hops if net.device[h] != back]

    m = measure(network("ring", K=5), routing=Routing("keep-on", keep_on))
    assert m.classes[0].visit_ratio == m.classes[0].max == Fraction(1, 2)
