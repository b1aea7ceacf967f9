"""Bounds and exact throughput of closed networks: against a peer, brute force, and each other."""

import json
import math
import shutil
import subprocess
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.performance.throughput_bounds import (
    Demand,
    asymptotic,
    balanced,
    bounds,
    exact_mva,
    geometric,
    limited,
    stations,
)
from netlemma.errors import BoundsError

DATA = Path(__file__).parents[1] / "data"
RECORDED = json.loads((DATA / "octave_queueing.json").read_text())
METHODS = {"asymptotic": asymptotic, "balanced": balanced, "geometric": geometric}

demands = st.fractions(min_value=Fraction(1, 30), max_value=3, max_denominator=30)
networks = st.lists(st.tuples(demands, st.integers(1, 4)), min_size=1, max_size=4)


def stations_of(case):
    return stations(Demand(str(i), n, Fraction(v), Fraction(s)) for i, (n, v, s) in enumerate(case["rows"]))


def disagreements(recorded):
    """Every figure of the peer that differs from ours by more than rounding."""
    found = []
    for case in recorded["cases"]:
        ours = stations_of(case)
        for row in case["figures"]:
            mva = exact_mva(ours, row["N"])
            first = Fraction(case["rows"][0][1]) * Fraction(case["rows"][0][2])
            queue = mva.queues[[d for d, _ in ours].index(first)]
            pairs = [("exact", mva.throughput, row["exact"]), ("queue", queue, row["queue"])]
            for name, method in METHODS.items():
                pairs += list(zip((name, name), method(ours, row["N"]), row[name], strict=True))
            found += [
                (case["name"], row["N"], name, float(x), y)
                for name, x, y in pairs
                if not math.isclose(x, y, rel_tol=1e-9)
            ]
    return found


def test_the_peer_has_the_same_figures():
    assert len(RECORDED["cases"]) == 10
    assert disagreements(RECORDED) == []


def test_a_wrong_figure_is_noticed():
    for name in ("asymptotic", "balanced", "geometric", "exact", "queue"):
        tampered = json.loads(json.dumps(RECORDED))
        row = tampered["cases"][3]["figures"][2]
        row[name] = [row[name][0], row[name][1] * (1 + 1e-6)] if isinstance(row[name], list) else row[name] * (1 + 1e-6)
        assert [(n, what) for _, n, what, _, _ in disagreements(tampered)] == [(3, name)]


@pytest.mark.skipif(shutil.which("octave-cli") is None, reason="Octave is not installed")
def test_the_recorded_figures_are_those_of_the_script():
    done = subprocess.run(
        ["octave-cli", "--no-gui", str(DATA / "octave_queueing.m")], capture_output=True, text=True, timeout=120
    )
    if "queueing" in done.stderr and not done.stdout:
        pytest.skip("Octave has no queueing package")
    fresh = json.loads(done.stdout)
    assert disagreements(fresh) == []
    assert [case["rows"] for case in fresh["cases"]] == [case["rows"] for case in RECORDED["cases"]]


def naive_constant(devices, population):
    """G: the sum, over all ways to place the customers, of the product of the demands where they are."""
    return sum(
        (math.prod(places, start=Fraction(1)) for places in combinations_with_replacement(devices, population)),
        Fraction(0),
    )


def convolved(devices, population):
    """Buzen's algorithm: G(0..N), device by device."""
    row = [Fraction(1)] + [Fraction(0)] * population
    for demand in devices:
        for n in range(1, population + 1):
            row[n] += demand * row[n - 1]
    return row


def each(found):
    return [demand for demand, count in found for _ in range(count)]


@given(networks, st.integers(1, 4))
@settings(max_examples=60)
def test_throughput_is_the_quotient_of_normalisation_constants(found, population):
    devices = each(found)
    if math.comb(len(devices) + population - 1, population) > 400:
        devices, found = devices[:5], [(d, 1) for d in devices[:5]]
    expected = naive_constant(devices, population - 1) / naive_constant(devices, population)
    assert exact_mva(found, population).throughput == expected


@given(networks, st.integers(1, 30))
@settings(max_examples=60)
def test_throughput_and_queues_by_convolution(found, population):
    devices = each(found)
    row = convolved(devices, population)
    solution = exact_mva(found, population)
    assert solution.throughput == row[-2] / row[-1]
    for (demand, _), queue in zip(found, solution.queues, strict=True):
        assert queue == sum(demand**j * row[population - j] for j in range(1, population + 1)) / row[-1]
    assert sum(m * q for (_, m), q in zip(found, solution.queues, strict=True)) == population
    assert solution.response == population / solution.throughput


@given(networks, st.integers(1, 40))
@settings(max_examples=120)
def test_bounds_contain_the_exact_throughput(found, population):
    exact = exact_mva(found, population).throughput
    for method in METHODS.values():
        lower, upper = method(found, population)
        assert lower <= exact <= upper
    assert (
        asymptotic(found, population).lower <= balanced(found, population).lower <= geometric(found, population).lower
    )
    assert balanced(found, population).upper <= asymptotic(found, population).upper


@given(networks, st.integers(1, 25))
@settings(max_examples=40)
def test_throughput_grows_with_the_population_and_begins_at_one_over_the_total(found, population):
    total = sum(d * m for d, m in found)
    assert exact_mva(found, 1).throughput == 1 / total
    assert all(method(found, 1) == (1 / total, 1 / total) for method in METHODS.values())
    assert exact_mva(found, population).throughput <= exact_mva(found, population + 1).throughput


@given(networks)
@settings(max_examples=60)
def test_critical_population(found):
    rows = [Demand(f"class {i}", m, d, 1) for i, (d, m) in enumerate(found)]
    result = bounds(rows)
    devices = each(found)
    assert sum(devices) == result.R0 and result.X0_bound == 1 / max(devices)
    assert result.N_star == sum(d / max(devices) for d in devices) <= len(devices)
    assert set(result.bottleneck) == {f"class {i}" for i, (d, _) in enumerate(found) if d == max(devices)}
    crossing = int(result.N_star)
    if crossing >= 1:
        assert asymptotic(found, crossing).upper == crossing / result.R0
    assert asymptotic(found, crossing + 1).upper == result.X0_bound


def test_splitting_a_class_changes_nothing():
    whole = exact_mva([(Fraction(1, 63), 192), (Fraction(1, 64), 64)], 64).throughput
    parts = [(Fraction(1, 63), 100), (Fraction(1, 64), 64), (Fraction(1, 63), 92)]
    assert exact_mva(parts, 64).throughput == whole
    assert exact_mva([(Fraction(1, 63), 191), (Fraction(1, 64), 64)], 64).throughput != whole


def test_hundreds_of_messages_among_thousands_of_devices():
    solution = exact_mva([(Fraction(1, 4095), 12_288), (Fraction(1, 4096), 4096)], 600)
    assert solution.response > 600 / Fraction(4095)
    assert len({solution.throughput, *solution.queues}) == 3


def test_quantum_of_the_paper():
    for K in range(3, 40, 2):
        ring = [Demand("processor", K, Fraction(1, K), 7), Demand("link", K, Fraction(K + 1, 4 * K), 3)]
        found = bounds(ring)
        assert found.quantum == Fraction(K + 1, 4)
        assert found.least_S_PE == 3 * found.quantum
        balanced_at = [Demand("processor", K, Fraction(1, K), found.least_S_PE), ring[1]]
        assert bounds(balanced_at).bottleneck == ("processor", "link")


def test_unequal_links_have_a_least_processor_time_but_no_quantum():
    rows = [
        Demand("processor", 4, Fraction(1, 4), 1),
        Demand("a", 2, Fraction(1, 2), 1),
        Demand("b", 2, Fraction(1, 3), 2),
    ]
    found = bounds(rows)
    assert found.quantum is None and found.least_S_PE == Fraction(8, 3) and found.bottleneck == ("b",)
    assert bounds(rows[1:]).least_S_PE is None


def test_symbols():
    w, D = sp.symbols("w D", integer=True, positive=True)
    S = sp.Symbol("S", positive=True)
    link = (w**2 - 1) / (4 * w * (w**D - 1))
    bus = (w - 1) / (w**D - 1)
    toroid = bounds([Demand("link", D * w**D, link, S)])
    buses = bounds([Demand("bus", D * w ** (D - 1), bus, S)])
    assert sp.cancel(toroid.X0_bound / buses.X0_bound - 4 * w / (w + 1)) == 0
    decided = bounds([Demand("a", 1, 2 * S, 1), Demand("b", 3, S, 1)])
    assert (decided.bottleneck, decided.N_star) == (("a",), Fraction(5, 2))
    a, b = sp.symbols("a b", positive=True)
    open_question = bounds([Demand("a", 1, a, 1), Demand("b", 1, b, 1)])
    assert open_question.greatest == sp.Max(a, b) and open_question.bottleneck == ("a", "b")
    assert limited([Demand("link", 2, a, S)], 2 * D)[0].demand == 2 * D * a * S


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (Demand("x", 0, 1, 1), "number of devices is 0"),
        (Demand("x", 1, Fraction(-1, 2), 1), "visit ratio is -1/2; it must be not negative"),
        (Demand("x", 1, 1, 0), "service time is 0; it must be positive"),
        (Demand("x", 1, 1, Fraction(-1)), "service time is -1"),
        (Demand("x", 1, 0.5, 1), "visit ratio 0.5 is not an int"),
        (Demand("x", 1, 1, True), "service time True is not an int"),
        (Demand("x", 1, 0, 1), "no device is visited"),
        (Demand("x", 1, sp.Integer(-1), 1), "visit ratio is -1"),
    ],
)
def test_refused_demands(row, complaint):
    with pytest.raises(BoundsError, match=complaint):
        bounds([row])


@pytest.mark.parametrize("population", [0, -1, 1.0, True, 10**9])
def test_refused_populations(population):
    for method in (*METHODS.values(), exact_mva):
        with pytest.raises(BoundsError, match="population is"):
            method([(Fraction(1), 1)], population)


def test_refused_stations():
    with pytest.raises(BoundsError, match="positive demands"):
        exact_mva([(Fraction(0), 1)], 1)
    with pytest.raises(BoundsError, match="numeric demands"):
        stations([Demand("a", 1, sp.Symbol("v", positive=True), 1)])
    with pytest.raises(BoundsError, match="at least one device"):
        bounds([])
