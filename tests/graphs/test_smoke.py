"""The smallest check of the whole path: build, measure, print."""

from fractions import Fraction

import pytest

from graphs import families, measure, network


@pytest.mark.parametrize("name", list(families()))
def test_smallest_default_sizes_measure(name):
    family = families()[name]
    for size in family.default_sizes[:3]:
        net = network(name, **size)
        m = measure(net)
        assert m.as_json()["nodes"] == net.node_count
        assert sum(c.visit_ratio * c.devices for c in m.classes) == m.mean_distance
        assert isinstance(m.visit_ratio(0), Fraction)
