"""Oblivious routings that draw labels and hops: both engines alike, and as often as the routing says."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.graphs import network
from netlemma.graphs.routing.channel_routing import Phases
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.simulate import SimulationOptions, simulate
from netlemma.graphs.simulate.engines.flits import FlitSimulator
from netlemma.graphs.simulate.engines.worms import WormSimulator
from netlemma.graphs.simulate.layouts.layout import layout
from netlemma.graphs.simulate.messages import PoissonSources, written
from netlemma.graphs.traffic.building import from_rates, uniform
from netlemma.graphs.traffic.channel_loads import traffic_loads

from .routing_oracle import routings, walks
from .test_simulate_equal_channels import UNTIL, compared

CASES = [
    ("mesh", {"k": 3, "n": 2}, "valiant", 2), ("mesh", {"k": 4, "n": 1}, "valiant", 4), ("toroid", {"w": 3, "D": 2}, "valiant", 4),
    ("toroid", {"w": 4, "D": 1}, "valiant ties=split", 8), ("cube-connected-cycles", {"D": 3}, "valiant-2phase", 2),
    ("mesh", {"k": 3, "n": 2}, "o1turn", 2), ("toroid", {"w": 4, "D": 2}, "o1turn ties=split", 4), ("mesh", {"k": 3, "n": 2}, "romm", 4),
    ("toroid", {"w": 4, "D": 2}, "ecmp", 1), ("mesh", {"k": 4, "n": 2}, "shortest", 2), ("clique(3) x line(3)", {}, "shortest", 1),
    ("mesh", {"k": 4, "n": 2}, "west-first choice=uniform", 1), ("ring", {"K": 4}, "shortest-first", 3),
]  # fmt: skip
ONE_BY_ONE = 64  # cycles between two messages


def made(case):
    family, sizes, words, vcs = case
    return routing_of(network(family, **sizes), words, vcs=vcs)


def options(routing, seed, draw):
    flits = draw.choice([1, 3, 8])
    asked = SimulationOptions(load=0.01, flits=flits, seed=seed, buffers=draw.choice([1, 2, 4]),
                              vc_rule=draw.choice(["shared", "private"]), reuse=draw.choice([None, "empty"]))  # fmt: skip
    return asked.under(routing)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.in_turn
def test_both_engines_deliver_every_message_at_the_same_time(case):
    routing, delivered = made(case), 0
    for seed in range(3):
        draw = random.Random(seed)
        asked = options(routing, seed, draw)
        where = layout(routing, asked.injection_vcs)
        load = draw.choice([0.2, 0.6, 2]) / asked.flits / where.ends**0.5
        plain, _ = compared(where, asked, PoissonSources(where.ends, load, seed).between(0, 2 * UNTIL // 3))
        delivered += int((plain.delivered >= 0).sum())
    assert delivered > 50


@settings(max_examples=20)
@given(routings(("oblivious", "deterministic")), st.integers(0, 10**6))
def test_both_engines_agree_on_any_routing(routing, seed):
    """Weights that differ among the virtual channels of a hop, labels, choices by the channel by which a packet came."""
    asked = options(routing, seed, random.Random(seed))
    where = layout(routing, asked.injection_vcs)
    compared(where, asked, PoissonSources(where.ends, 0.3 / asked.flits, seed).between(0, 2 * UNTIL // 3))


def hops_of(routing, pairs, seed):
    """Hops of messages that are alone in the network: one flit takes one cycle for each channel, and two more."""
    sent = written([(1 + ONE_BY_ONE * i, *pair) for i, pair in enumerate(pairs)])
    asked = SimulationOptions(load=0.01, flits=1, seed=seed).under(routing)
    run = WormSimulator(layout(routing, asked.injection_vcs), asked)
    run.advance(sent, ONE_BY_ONE * (1 + len(pairs)))
    return run.delivered - sent.cycle - 2


@pytest.mark.sampled(5)
@pytest.mark.parametrize("case", CASES)
def test_mean_hops_are_those_of_exact_loads(case):
    """Within four standard errors of the mean, under uniform traffic at low load."""
    routing = made(case)
    net, draw = routing.network, random.Random(5)
    pairs = [tuple(draw.sample(range(net.node_count), 2)) for _ in range(3000)]
    found = hops_of(routing, pairs, 7)
    exact = float(sum(traffic_loads(routing, uniform(net))) / net.node_count)
    assert abs(found.mean() - exact) < 4 * found.std() / len(pairs) ** 0.5


def test_mean_hops_of_another_routing_are_told_apart():
    """Valiant's routing against messages that stop at their destination in phase 1."""
    routing = made(CASES[1])
    pairs = [(0, 3), (0, 1), (3, 1), (2, 1)] * 750
    found = hops_of(routing, pairs, 7)
    rates = {pair: Fraction(1, 4) for pair in pairs}
    for by, agrees in (routing, True), (replace(routing, phases=Phases()), False):
        found_by = float(sum(traffic_loads(by, from_rates(routing.network, rates, "four"))))
        assert (abs(found.mean() - found_by) < 4 * found.std() / len(pairs) ** 0.5) == agrees


@pytest.mark.in_turn
def test_every_route_is_taken_as_often_as_its_weight_says():
    """Routes of one pair, counted by the channels of the plain engine, within five standard deviations."""
    for routing in made(("mesh", {"k": 3, "n": 2}, "shortest", 1)), made(("mesh", {"k": 2, "n": 2}, "romm", 2)):
        expected = Counter()
        labels = routing.labels(0, routing.network.node_count - 1)
        for label in labels:
            for route, chance in walks(routing, 0, routing.network.node_count - 1, label):
                expected[route] += float(chance) / len(labels)
        count, where = 2000, layout(routing)
        asked = SimulationOptions(load=0.01, flits=1, seed=4).under(routing)
        run, routes = FlitSimulator(where, asked), Counter()
        for message in range(count):
            run.ends[message], run.way[message] = (0, where.ends - 1), [where.injections(0)[0]]
            while not where.is_ejection(run.way[message][-1]):
                run.way[message].append(run._choices(message)[0][0])
            routes[tuple(run.way[message][1:-1])] += 1
        assert routes.keys() == expected.keys() and len(routes) > 2
        for route, chance in expected.items():
            assert abs(routes[route] - count * chance) < 5 * (count * chance * (1 - chance)) ** 0.5


def test_the_same_seed_gives_the_same_messages_and_another_one_others():
    first, again, other = (
        simulate("mesh", "valiant", k=4, n=2, vcs=2, flits=8, load=0.01, cycles=3000, seed=seed) for seed in (1, 1, 2)
    )
    assert first.as_json() == again.as_json() != other.as_json()


def test_a_sweep_simulates_a_routing_that_draws():
    from netlemma.graphs.simulate.sweep.running import sweep

    rows = sweep("mesh", "o1turn", k=3, n=2, flits=4, loads=(0.005, 0.01), cycles=2000, workers=1)
    assert [row.state for row in rows] == ["stable", "stable"]


def test_numbers_of_paths_beyond_64_bits():
    """A message of the mesh of 40 x 40 has up to 2.7 * 10^22 shortest paths."""
    routing = made(("mesh", {"k": 40, "n": 2}, "shortest", 1))
    assert hops_of(routing, [(0, 1599), (39, 1560)], 1).tolist() == [78, 78]
    assert np.unique(layout(routing).tables.offers[3]).size > 100
