"""Loads of routings in two phases, phase by phase: the same as label by label, and as of all routes one by one."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from netlemma.graphs import network
from netlemma.graphs.loads.channel_loads import crossings, phase_crossings
from netlemma.graphs.routing.channel_routing import Phases
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.routings.valiant import by_way_of

from .routing_oracle import packets, walks

CASES = [
    ("line(2)", {}),
    ("line(3) x line(3)", {}),
    ("ring(4)", {}),
    ("ring(3)^2", {"ties": "split"}),
    ("oneway-ring(3)^2", {}),
    ("ring(4) x line(2)", {"vcs": 8, "ties": "split"}),
    ("bus(3) x line(2)", {}),
    ("clique(3) x line(2)", {}),
]


def valiant(text, options):
    return channel_routing(network(text), "valiant", **options)


def one_by_one(routing):
    """Crossings of each channel by all packets, each label equally likely."""
    found = [Fraction(0)] * routing.channel_count
    for source, destination, label in packets(routing):
        for route, chance in walks(routing, source, destination, label):
            for channel in route:
                found[channel] += chance / routing.network.node_count
    return found


@pytest.mark.in_turn
@pytest.mark.parametrize(("text", "options"), CASES)
def test_phases_load_channels_as_labels_do(text, options):
    routing = valiant(text, options)
    own, others = np.arange(routing.channel_count), np.full(routing.network.node_count, routing.network.node_count - 1)
    expected, _ = crossings(routing, own, len(own), fast=False)
    for fast in False, True:
        assert phase_crossings(routing, own, len(own), others, others, fast=fast) == expected
    assert crossings(routing, own, len(own), fast=True)[0] == expected == one_by_one(routing)


def test_packets_that_stop_at_their_destination_in_phase_1_load_channels_less():
    """The same routes cut short: on the line of 3 nodes a packet from an end to the middle may come from beyond."""
    routing = valiant("line(3)", {})
    own = np.arange(routing.channel_count)
    stopping, _ = crossings(replace(routing, phases=Phases()), own, len(own))
    assert sum(stopping) < sum(crossings(routing, own, len(own))[0])


def test_phases_of_two_routings_go_by_way_of_source_and_destination():
    """Each message meets 1/N of the nodes of both kinds first, whatever the two routings are."""
    net = network("ring", K=3)
    one, other = channel_routing(net, "dimension-order"), channel_routing(net, "up-down")
    routing = by_way_of(one, other, "mixed")
    own, others = np.arange(routing.channel_count), np.full(3, 2)
    assert phase_crossings(routing, own, len(own), others, others) == one_by_one(routing)
