"""Dimensions left to a message: slow oracles that write every path and every way to spread hops down."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.performance.latency.adaptive_blocking import WEIGHTINGS, orders, phi, selectable

SMALL = [(k, n) for k in range(2, 9) for n in range(1, 6) if k**n <= 81 and n * (k - 1) <= 9]


def naive_paths(digits, h):
    """How many dimensions are left after h - 1 hops, over every order of the hops that is a different path."""
    hops = [j for j, digit in enumerate(digits) for _ in range(digit)]
    paths = set(permutations(hops))
    found = Counter(len(set(path[h - 1 :])) for path in paths)
    return {left: Fraction(count, len(paths)) for left, count in found.items()}


def naive_distributions(digits, h):
    spread = [made for made in product(*(range(z + 1) for z in digits)) if sum(made) == h - 1]
    found = Counter(sum(c < z for c, z in zip(made, digits, strict=True)) for made in spread)
    return {left: Fraction(count, len(spread)) for left, count in found.items()}


def naive_walk(digits, h):
    states = {tuple(digits): Fraction(1)}
    for _ in range(h - 1):
        after = Counter()
        for state, chance in states.items():
            open_dimensions = [j for j, z in enumerate(state) if z]
            for j in open_dimensions:
                after[(*state[:j], state[j] - 1, *state[j + 1 :])] += chance / len(open_dimensions)
        states = after
    found = Counter()
    for state, chance in states.items():
        found[sum(z > 0 for z in state)] += chance
    return found


NAIVE = {"paths": naive_paths, "distributions": naive_distributions, "walk": naive_walk}


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("k, n", [(2, 1), (3, 1), (2, 2), (2, 3), (3, 2), (4, 2), (2, 5), (3, 3)])
def test_every_destination_one_by_one(k, n, weighting) -> None:
    found = selectable(k, n, weighting)
    assert list(found) == list(range(1, n * (k - 1) + 1))
    for i, rows in found.items():
        near = [z for z in product(range(k), repeat=n) if sum(z) == i]
        assert list(rows) == list(range(1, i + 1))
        for h, row in rows.items():
            each = [NAIVE[weighting](z, h) for z in near]
            expected = tuple(Fraction(sum(one.get(m, 0) for one in each), len(near)) for m in range(n + 1))
            assert row == expected
            assert phi(k, n, weighting)[i][h] == sum(m * p for m, p in enumerate(expected))


@settings(max_examples=25)
@given(
    st.sampled_from([(k, n) for k in range(2, 12) for n in range(1, 8) if k**n <= 1000]), st.sampled_from(WEIGHTINGS)
)
def test_what_holds_for_every_network(size, weighting) -> None:
    k, n = size
    for i, rows in selectable(k, n, weighting).items():
        near = [sum(z > 0 for z in node) for node in product(range(k), repeat=n) if sum(node) == i]
        assert phi(k, n, weighting)[i][1] == Fraction(sum(near), len(near))  # nothing made: the dimensions that differ
        assert rows[i][1] == 1  # the last hop has one dimension left
        for h, row in rows.items():
            assert sum(row) == 1 and row[0] == 0 and min(row) >= 0
            assert phi(k, n, weighting)[i][h] <= min(n, i - h + 1)
            if h > 1:
                assert phi(k, n, weighting)[i][h] <= phi(k, n, weighting)[i][h - 1]


def test_the_three_readings_differ_where_dimensions_have_unequal_hops() -> None:
    readings = {weighting: phi(3, 2, weighting)[3][2] for weighting in WEIGHTINGS}
    assert readings == {"paths": Fraction(5, 3), "distributions": Fraction(3, 2), "walk": Fraction(3, 2)}
    assert phi(3, 2, "distributions")[3][1] == phi(3, 2, "walk")[3][1] == phi(3, 2)[3][1] == 2
    assert phi(4, 2, "distributions")[4][3] != phi(4, 2, "walk")[4][3]


@pytest.mark.parametrize("n", range(1, 9))
def test_a_hypercube_has_one_hop_in_each_dimension(n) -> None:
    """All readings agree: after h - 1 of i hops, i - h + 1 dimensions are left."""
    for weighting in WEIGHTINGS:
        assert phi(2, n, weighting) == {i: {h: i - h + 1 for h in range(1, i + 1)} for i in range(1, n + 1)}


@pytest.mark.parametrize("weighting", ["paths", "distributions"])
def test_whole_numbers_that_exceed_a_word(weighting) -> None:
    """2^40 destinations of up to C(40, 20) ways each: more than 64 bits."""
    means = phi(2, 40, weighting)
    assert all(means[i][h] == i - h + 1 for i in means for h in means[i])


def test_orders_of_all_multisets_are_all_destinations() -> None:
    from netlemma.derive.performance.latency.adaptive_blocking import _multisets

    for k, n in SMALL:
        assert sum(orders(digits, n) for digits in _multisets(k, n)) == k**n


@pytest.mark.parametrize(
    "given_, said",
    [
        ((1, 2), "k >= 2"),
        ((2, 0), "n >= 1"),
        ((3, 2, "nodes"), "no weighting 'nodes'; legal weightings are paths, distributions, walk"),
        ((1000, 9), "too many multisets of digits"),
    ],
)
def test_what_is_refused(given_, said) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        selectable(*given_)
    assert "\n" not in str(caught.value)
