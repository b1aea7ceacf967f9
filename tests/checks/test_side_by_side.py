"""Networks side by side: sizes as large as asked, and columns compared with slow counts."""

import csv
import io
from fractions import Fraction
from itertools import product
from math import log

import pytest

from netlemma.checks.side_by_side import HEADLINES, OPEN, family_table, numbers_of_ends, proportions, row, side_by_side
from netlemma.errors import InputError, SizeError, UnknownFamily
from netlemma.graphs import families, network
from netlemma.graphs.routings import routing
from netlemma.graphs.traffic.measurement import measure_traffic
from netlemma.graphs.traffic.named import traffic
from netlemma.reporting.shown_sizes import shown_size


@pytest.mark.parametrize(
    "words, wanted, found",
    [
        ("torus n=2", 1000, {"k": 32, "n": 2}),
        ("hypercube", 1000, {"n": 10}),
        ("dragonfly p=h a=2h", 1000, {"p": 4, "a": 8, "h": 4, "arrangement": "consecutive"}),
        ("hyperx S=s,2s T=s", 128, {"S": (4, 8), "T": 4}),
        ("slim-fly p=3q/4", 1000, {"q": 9, "p": 6}),
        ("rectangular-torus S=4,3", 1000, {"S": (4, 3)}),
        ("fat-tree", 1, {"k": 2}),
    ],
)
def test_sizes_are_the_nearest_in_proportion(words, wanted, found):
    assert proportions(words).nearest([wanted]) == [found]


def test_no_other_size_is_nearer():
    """By trying every size of a family with one free parameter."""
    for name, sizes in {"midimew": range(2, 900), "permutation-star": range(2, 8), "fat-tree": range(2, 20, 2)}.items():
        only = families()[name].parameters[0].name
        ends = {size: proportions(name).ends({only: size}) for size in sizes}
        (found,) = proportions(name).nearest([300])
        ratio = {size: max(count / 300, 300 / count) for size, count in ends.items()}
        assert ratio[found[only]] == min(ratio.values())
        assert ends[found[only]] == len(network(name, **found).ends)


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["lollipop", "tadpole", "hamming", "toroid"])
def test_no_two_sizes_are_nearer(name):
    """By trying every pair of values of the free sizes."""
    some = proportions(name)
    for target in 12, 40:
        every = {}
        for values in product(range(1, 4 * target), repeat=2):
            given = dict(zip(some.free, values, strict=True))
            ends = some.ends(given)
            if ends is not None and 2 <= ends <= 4 * target:
                every[tuple(given.items())] = abs(log(ends / target)) + 0.1 * log(max(values) / min(values))
        assert [some.sizes(dict(min(every, key=every.get)))] == some.nearest([target])


@pytest.mark.in_turn
def test_large_networks_of_two_sizes_are_found_among_those_that_are_alike():
    assert proportions("lollipop").nearest([1000, 4000]) == [{"m": 500, "n": 500}, {"m": 2000, "n": 2000}]


@pytest.mark.parametrize(
    "words, error, part",
    [
        ("torrus n=3", ValueError, "torus"),
        ("torus m=3", ValueError, "m"),
        ("torus k=2.5", ValueError, "k=2.5"),
        ("dragonfly p=h+1", ValueError, "p=h+1"),
        ("hyperx S=s,s/0 T=1", ValueError, "s/0"),
        ("torus k=1 n=2", SizeError, "at least 2"),
        ("", ValueError, "family"),
    ],
)
def test_refusals_name_what_is_wrong(words, error, part):
    with pytest.raises(error, match=part.replace("+", r"\+")):
        proportions(words).nearest([100])


def test_ranges_of_ends():
    assert numbers_of_ends("64..300,1000") == [64, 256, 1000]
    for text in ("1", "0..5", "x", "", "9..3"):
        with pytest.raises(InputError):
            numbers_of_ends(text)


@pytest.mark.in_turn
def test_loads_are_those_of_the_busiest_channel():
    """On links of both directions and one-way links; every channel is counted."""
    for net in (network("permutation-star", n=4), network("kautz", d=2, D=3), network("dragonfly", p=1, a=2, h=1)):
        found, shortest = row(net), routing(net, "shortest")
        counted = measure_traffic(shortest, traffic(net, None, "others"))
        assert found.load == counted.loads.largest
        if net.terminals is None:  # between terminals other distances are compared in test_ends
            assert found.mean_distance == counted.mean_distance
        worst = measure_traffic(shortest, traffic(net, found.pattern_name))
        assert found.pattern == worst.loads.largest


def test_forms_of_a_comparison():
    found = side_by_side(["hypercube", "line(4) x ring(3)", "hypercube"], "8")
    assert [asked for asked, _ in found.rows] == ["hypercube", "line(4) x ring(3)"]
    lines = list(csv.DictReader(io.StringIO(found.as_csv())))
    assert [line["network"] for line in lines] == ["hypercube n=3", "line(4) x ring(3)"]
    assert Fraction(lines[0]["mean_distance"]) == Fraction(12, 7) and lines[0]["bisection"] == "8"
    assert {**lines[1]} == {k: str(v) for k, v in found.as_json()[1].items() if k != "asked"}
    with pytest.raises(InputError, match="rings"):
        side_by_side(["multicube"], "8")
    with pytest.raises(InputError, match="nothing to compare"):
        side_by_side([])


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "names", [["permutation-star"], pytest.param(["torus", "bcube", "hyperx"], marks=pytest.mark.long)], ids=", ".join
)
def test_closed_forms_of_the_table_have_the_measured_values(names):
    from netlemma.derive.discovery import lemma

    rows = [each for name in names for each in family_table(shown_size, name)]
    for each in rows:
        size = families()[each.name].in_formulas(each.size)
        for name, entry in each.entries.items():
            if entry.closed_form is not None and name in ("diameter", "mean_distance"):
                found = lemma(f"{each.name}.{name}")
                assert found.at(**{p: size[p] for p in found.domain.names}) == entry.value
    assert set(rows[0].entries) == set(HEADLINES)
    assert any(entry.strength == OPEN for entry in rows[0].entries.values())


def test_every_network_is_read_before_any_is_measured():
    measured = []
    with pytest.raises(UnknownFamily, match="nonsense"):
        side_by_side(["hypercube", "nonsense"], "16", progress=measured.append)
    assert not measured
