"""Loads under dimension order by runs along lines, against messages followed goal by goal."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.graphs import network
from netlemma.graphs.loads.channel_loads import crossings, device_loads
from netlemma.graphs.loads.dimension_order import Demand, box_loads, by_runs, run_loads
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.channels import ChannelLoads, channel_name, channel_names
from netlemma.graphs.traffic.named import traffic

FACTORS = ["line(2)", "line(4)", "ring(2)", "ring(4)", "ring(5)", "oneway-ring(3)", "clique(4)", "bus(3)"]
ORDERS = list(product(("rising", "falling"), ("plus", "minus", "split")))


def followed(net, order, ties, messages):
    """Twice the load of each hop, by the relation of the routing."""
    routing = channel_routing(net, "dimension-order", order=order, ties=ties)
    found, _ = crossings(routing, np.arange(net.hop_count), net.hop_count, lambda t: messages[:, t].copy(), fast=False)
    return [2 * load for load in found]


def compared(text, order, ties, seed):
    net, draw = network(text), np.random.default_rng(seed)
    count = net.node_count
    one = order == "falling", ties
    messages = draw.integers(0, 4, (count, count))
    rows, columns = np.indices(messages.shape)
    pairs = rows.ravel(), columns.ravel(), messages.ravel()
    assert run_loads(net, one, [pairs]).tolist() == followed(net, order, ties, messages)
    by_source, by_goal = draw.integers(0, 5, (2, count))
    for demand in Demand(by_source, 3), Demand(2, by_goal), Demand(2, 3):
        whole = np.broadcast_to(np.reshape(demand[0], (-1, 1)) * np.reshape(demand[1], (1, -1)), (count, count))
        assert run_loads(net, one, [demand]).tolist() == followed(net, order, ties, whole)
    both = run_loads(net, one, [pairs, Demand(1, 1)])
    assert both.tolist() == followed(net, order, ties, messages + 1)


@pytest.mark.parametrize("factor", FACTORS)
def test_runs_load_one_dimension_as_messages_do(factor):
    for order, ties in ORDERS[:3]:
        compared(factor, order, ties, 1)


@settings(max_examples=12)
@given(st.lists(st.sampled_from(FACTORS), min_size=2, max_size=3), st.sampled_from(ORDERS), st.integers(0, 99))
def test_runs_load_products_as_messages_do(factors, one, seed):
    if np.prod([int(factor.partition("(")[2][:-1]) for factor in factors]) <= 40:
        compared(" x ".join(factors), *one, seed)


def test_another_direction_of_ties_is_told_apart():
    net = network("ring", K=4)
    pairs = np.arange(4), (np.arange(4) + 2) % 4, np.ones(4, dtype=int)
    loads = {ties: tuple(run_loads(net, (False, ties), [pairs]).tolist()) for ties in ("plus", "minus", "split")}
    assert len(set(loads.values())) == 3


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "words", ["valiant", "valiant ties=split", "o1turn", "xy", "yx ties=split", "dimension-order order=falling"]
)
@pytest.mark.parametrize("pattern", ["transpose", "mix 1/2*uniform+1/3*bit-complement", "hotspot nodes=3 share=1/3"])
def test_routings_of_dimension_orders(words, pattern, monkeypatch):
    net = network("ring(4) x ring(4)")
    name, *options = words.split()
    routing = channel_routing(net, name, **dict(option.split("=") for option in options))
    sent = traffic(net, pattern)
    assert by_runs(routing)
    found = traffic_loads(routing, sent)
    monkeypatch.setattr("netlemma.graphs.loads.channel_loads.by_runs", lambda routing: False)
    assert found == traffic_loads(routing, sent)


def test_a_bus_is_one_channel_for_all_its_hops(monkeypatch):
    net = network("bus(3) x line(3)")
    routing, sent = channel_routing(net, "dimension-order"), traffic(net)
    found = traffic_loads(routing, sent)
    monkeypatch.setattr("netlemma.graphs.loads.channel_loads.by_runs", lambda routing: False)
    assert found == traffic_loads(routing, sent)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30), st.sampled_from([1, 7, 10**20]), st.integers(1, 9))
def test_loads_of_channels_by_their_different_values(numbers, factor, denominator):
    from fractions import Fraction

    whole = [number * factor for number in numbers]
    for kind in (object,) if factor > 2**60 else (object, np.int64):
        loads = ChannelLoads(np.array(whole, dtype=kind), denominator)
        expected = [Fraction(number, denominator) for number in whole]
        assert list(loads) == expected == loads[:] and loads == ChannelLoads.of(expected)
        assert loads.largest == max(expected) and loads.total == sum(expected)
        assert loads.numerators.tolist() == whole and loads.counts.sum() == len(loads)


@pytest.mark.parametrize("text", ["ring(2) x line(3)", "bus(3) x line(2)", "clique(4)"])
def test_the_name_of_one_channel_is_that_in_the_list_of_all(text):
    net = network(text)
    names = channel_names(net)
    assert [channel_name(net, channel) for channel in range(len(names))] == names


@pytest.mark.in_turn
@pytest.mark.parametrize("pattern", ["uniform", "permutation seed=4", "mix 1/2*uniform+1/3*bit-complement"])
@pytest.mark.parametrize("ties", ["plus", "split"])
@pytest.mark.parametrize("text", ["ring(4)", "ring(2) x line(3)", "oneway-ring(3) x clique(3)", "bus(3) x line(2)"])
def test_runs_by_way_of_boxes_load_as_messages_do(text, ties, pattern):
    net = network(text)
    routing, sent = channel_routing(net, "romm", ties=ties), traffic(net, pattern)
    found, devices = traffic_loads(routing, sent), device_loads(net, routing)
    followed = replace(routing, phases=replace(routing.phases, by_shortest=False))
    assert found == traffic_loads(followed, sent)
    slow = device_loads(net, followed)
    assert [devices.visit_ratio(d) for d in range(net.device_count)] == [
        slow.visit_ratio(d) for d in range(net.device_count)
    ]


def test_too_many_runs_and_too_long_numbers_are_left_to_messages():
    routing = channel_routing(network("line(6) x line(6)"), "romm")
    ends = np.array([0]), np.array([35])
    assert box_loads(routing, 0, *ends, np.array([1 << 40])) is not None
    assert box_loads(routing, 0, *ends, np.array([1 << 56])) is None
    assert box_loads(channel_routing(network("line(257)"), "romm"), 1, *np.zeros((3, 0), dtype=np.int64)) is None
