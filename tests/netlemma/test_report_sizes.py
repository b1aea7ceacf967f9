"""The sizes that a report measures: few, small, and such that all parameters of a family vary."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netlemma.graphs import families, network
from netlemma.reporting.shown_sizes import LARGEST_MEASURED, MEASURED, TELLING, measured_sizes, shown_size, spread_sizes


@pytest.mark.sampled(40)
@pytest.mark.parametrize("name", families())
def test_all_parameters_vary_from_the_smallest_size_on(name):
    usual, sizes = list(families()[name].default_sizes), measured_sizes(name)
    assert sizes[0] == dict(usual[0]) and all(size in usual for size in sizes)
    nodes = {tuple(size.values()): network(name, **size).node_count for size in sizes if size != TELLING.get(name)}
    assert max(nodes.values()) <= LARGEST_MEASURED and len(nodes) == len(sizes) - (name in TELLING) <= MEASURED + 1
    for parameter in (each for each in families()[name].parameters if not each.optional):
        assert len({size[parameter.name] for size in sizes}) > 1, parameter.name
    assert shown_size(name) in sizes


def test_every_number_of_dimensions_of_small_products_is_measured():
    for name, dimensions in (
        ("mesh", "n"),
        ("torus", "n"),
        ("oneway-torus", "n"),
        ("toroid", "D"),
        ("spanning-bus-hypercube", "D"),
    ):
        assert {size[dimensions] for size in measured_sizes(name)} == {1, 2, 3, 4}


SIZES = st.lists(
    st.fixed_dictionaries({"k": st.integers(2, 6), "n": st.integers(1, 4)}),
    unique_by=lambda size: (size["k"], size["n"]),
    max_size=12,
)


@given(SIZES, st.integers(1, 8))
def test_some_of_the_sizes_in_their_order(sizes, most):
    found = spread_sizes(sizes, most)
    assert found == [size for size in sizes if size in found] and found[:1] == sizes[:1]
    assert len(found) == min(most, len(sizes))


@given(SIZES)
def test_with_three_sizes_each_parameter_varies_that_can(sizes):
    found = spread_sizes(sizes, 3)
    for name in ("k", "n"):
        assert (len({size[name] for size in found}) > 1) == (len({size[name] for size in sizes}) > 1)
