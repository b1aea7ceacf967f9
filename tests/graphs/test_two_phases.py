"""Loads of Valiant's routing phase by phase: the same as label by label."""

import numpy as np
import pytest

from graphs import network
from graphs.loads.crossings import crossings
from graphs.loads.two_phases import has_phases, phase_crossings
from graphs.routings import channel_routing


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("line(2)", {}),
        ("line(3) x line(3)", {}),
        ("ring(4)", {}),
        ("ring(3)^2", {}),
        ("oneway-ring(3)^2", {}),
        ("ring(2) x line(3)", {"vcs": 2, "rule": "none"}),
        ("bus(3) x line(2)", {}),
        ("clique(3) x line(2)", {}),
    ],
)
def test_phases_load_channels_as_labels_do(text, options):
    routing = channel_routing(network(text), "valiant", **options)
    assert has_phases(routing)
    own = np.arange(routing.channel_count)
    expected = crossings(routing, own, len(own), fast=False)
    for fast in False, True:
        assert phase_crossings(routing, own, len(own), fast=fast) == expected


def test_phases_with_several_routes_are_followed_label_by_label():
    assert not has_phases(channel_routing(network("ring(4)"), "valiant", vcs=4, rule="none"))
    assert not has_phases(channel_routing(network("ring(3) x line(2)"), "valiant"))
    assert not has_phases(channel_routing(network("ring(4)"), "dimension-order"))
