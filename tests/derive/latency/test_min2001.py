"""Min's model against a plain iteration of its equations, its solutions, its saturation and its errors."""

import time
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.performance.latency import fixed_points
from netlemma.derive.performance.latency.fixed_points import root
from netlemma.derive.performance.latency.latency_model import models
from netlemma.derive.performance.latency.models import min2001 as min_latency
from netlemma.derive.performance.latency.models.min2001 import MinLatency, hops_to_others, one_left, ring_hops, scaled
from netlemma.derive.performance.mmpp import MMPP2, superposed
from netlemma.errors import ModelError
from tests.derive.traffic.queue_oracles import generator, printed, rates, uniformised

FIGURES = [(16, 48, 3, 0.2, 0.8), (16, 48, 3, 0.6, 0.6), (24, 32, 5, 0.09, 0.09), (24, 32, 5, 0.05, 0.8)]
EVERY_READING = models()["min"].compared()


def curve(k=16, flits=48, vcs=3, sigma1=0.2, sigma2=0.8, reading="corrected", **others) -> MinLatency:
    given_ = {"k": k, "flits": flits, "vcs": vcs, "sigma1": sigma1, "sigma2": sigma2, **others}
    found = models()["min"].curve(given_, reading)
    assert isinstance(found, MinLatency)
    return found


# ---- the equations once more, plainly: matrices, sets of virtual channels, paths, and iteration from b = 0


def plain_wait(source: MMPP2, fixed: float, means: list[float]) -> float:
    """Equation 19 with G by iteration."""
    q, arrivals, g = generator(source), rates(source), np.zeros((2, 2))
    for _ in range(4000):
        inside = q - arrivals + arrivals @ g
        new = uniformised(inside, fixed)
        for mean in means:
            new = new @ np.linalg.inv(np.eye(2) - mean * inside)
        done, g = np.abs(new - g).max() < 1e-15, new
        if done:
            break
    idle = np.array([g[1, 0], g[0, 1]]) / (g[1, 0] + g[0, 1])
    mean = fixed + sum(means)
    return printed(source, mean, mean**2 + sum(m * m for m in means), idle)[0]


def plain_blocked(vcs: int, use: float, escape: str) -> tuple[float, float]:
    """P_a and the chance that the escape channels are busy too, from the birth and death process and all sets."""
    steps = np.zeros((vcs + 1, vcs + 1))
    for v in range(vcs):
        steps[v, v + 1], steps[v + 1, v] = use, 1 - use * (v + 1 == vcs)
    steps -= np.diag(steps.sum(axis=1))
    share = np.linalg.lstsq(np.vstack([steps.T, np.ones(vcs + 1)]), np.eye(vcs + 2)[-1], rcond=None)[0]
    adaptive, one, other = set(range(vcs - 2)), vcs - 2, vcs - 1
    wanted = {
        "own": lambda busy: one in busy,
        "either": lambda busy: one in busy or other in busy,
        "both": lambda busy: one in busy and other in busy,
    }[escape]
    first = second = 0.0
    for v in range(vcs + 1):
        sets = [set(busy) for busy in combinations(range(vcs), v)]
        first += share[v] * sum(adaptive <= busy for busy in sets) / len(sets)
        second += share[v] * sum(adaptive <= busy and wanted(busy) for busy in sets) / len(sets)
    return first, second


def plain_latency(k, flits, vcs, sigma1, sigma2, load, options, lengths="fixed") -> float:
    source = MMPP2(load, 0.0, sigma1, sigma2)
    if options["distances"] == "others":
        hops = hops_to_others(k, options["weighting"])
        distance, one, both = (float(each) for each in (hops.distance, hops.one, hops.both))
    else:  # equations 2, 3 and 23
        each = k // 4
        distance, chances = 2 * each, []
        for i in range(2 * each + (options["sum"] == "through")):
            if options["weighting"] == "distributions":
                chances.append(0 if i < each else 2 / (2 * each - i + 1))
            elif options["weighting"] == "paths":
                chances.append(2 * comb(each, i - each) / comb(2 * each, i) if i >= each else 0)
        one, both = sum(chances), len(chances) - sum(chances)
    channel = superposed(source, distance / 4)
    fixed, random = (flits + distance, 0.0) if lengths == "fixed" else (distance, float(flits))
    blocked = 0.0
    for _ in range(3000):
        means = [mean for mean in (random, blocked) if mean]
        service = fixed + sum(means)
        use = float(channel.mean_rate) * service
        first, second = plain_blocked(vcs, use, options["escape"])
        new = second * (one + both * first) * plain_wait(channel, fixed, means)
        done, blocked = abs(new - blocked) <= 1e-13 * new, new
        if done:
            break
    means = [mean for mean in (random, blocked) if mean]
    service = fixed + sum(means)
    use = float(channel.mean_rate) * service
    share = [(1 - use) * use**v for v in range(vcs)] + [use**vcs]
    shared = sum(v * v * p for v, p in enumerate(share)) / sum(v * p for v, p in enumerate(share))
    divided = vcs if options["source"] == "channel" else 1
    wait = plain_wait(MMPP2(load / divided, 0.0, sigma1, sigma2), fixed, means)
    return (service + wait) * shared if options["scaling"] == "all" else service * shared + wait


@pytest.mark.sampled(2)
@pytest.mark.parametrize("reading", [r for r in EVERY_READING if "mean" not in r])
def test_every_reading_is_a_plain_iteration_of_the_equations(reading: str) -> None:
    found = curve(k=12, flits=20, reading=reading)
    load = 0.9 * found.saturation().load
    options = models()["min"].reading(reading).options
    expected = plain_latency(12, 20, 3, 0.2, 0.8, load, options)
    assert found.latency(np.array([load]))[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.in_turn
@pytest.mark.parametrize("lengths", ["fixed", "exponential"])
@pytest.mark.parametrize("reading", ["corrected", "printed", "corrected distances=mean weighting=paths"])
def test_the_parameters_of_a_figure(reading: str, lengths: str) -> None:
    k, flits, vcs, sigma1, sigma2 = FIGURES[3]
    found = curve(*FIGURES[3], reading=reading, lengths=lengths)
    options = models()["min"].reading(reading).options
    load = 0.7 * found.saturation().load
    expected = plain_latency(k, flits, vcs, sigma1, sigma2, load, options, lengths)
    assert found.latency(np.array([load]))[0] == pytest.approx(expected, rel=1e-9)


def test_a_fault_in_the_occupancy_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(min_latency, "some_busy", lambda vcs, given, escape: min_latency.all_busy(vcs, given))
    found = curve(k=12, flits=20, reading="corrected escape=either")
    load = 0.003
    options = models()["min"].reading("corrected escape=either").options
    expected = plain_latency(12, 20, 3, 0.2, 0.8, load, options)
    assert found.latency(np.array([load]))[0] != pytest.approx(expected, rel=1e-6)


# ---- hops


def routes(z1: int, z2: int) -> list[tuple[int, ...]]:
    return sorted(set(permutations([0] * z1 + [1] * z2)))


@pytest.mark.parametrize("z1", range(4))
@pytest.mark.parametrize("z2", range(4))
def test_hops_with_one_dimension_left_on_all_paths(z1: int, z2: int) -> None:
    if not z1 + z2:
        return
    paths = routes(z1, z2)
    left = [[2 - (p[:i].count(0) == z1) - (p[:i].count(1) == z2) for i in range(z1 + z2)] for p in paths]
    assert one_left(z1, z2, "paths") == Fraction(sum(row.count(1) for row in left), len(paths))
    # a walk takes a path with 1/2 for each hop before which both dimensions are left
    chances = [Fraction(1, 2 ** row.count(2)) for row in left]
    assert sum(chances) == 1
    assert one_left(z1, z2, "walk") == sum(p * row.count(1) for p, row in zip(chances, left, strict=True))
    spread = [{(p[:i].count(0), p[:i].count(1)) for p in paths} for i in range(z1 + z2)]
    one = [Fraction(sum((x == z1) + (y == z2) for x, y in places), len(places)) for places in spread]
    assert one_left(z1, z2, "distributions") == sum(one)


@pytest.mark.parametrize("k", range(3, 12))
def test_distances_in_the_torus(k: int) -> None:
    ring = [min(j, k - j) for j in range(k)]
    assert sum(ring_hops(k).values()) == k
    expected = Fraction(sum(a + b for a in ring for b in ring), k * k - 1)
    for weighting in ("paths", "walk", "distributions"):
        found = hops_to_others(k, weighting)
        assert found.distance == expected == found.one + found.both


# ---- solutions and saturation


@pytest.mark.in_turn
@pytest.mark.parametrize("size", FIGURES)
@pytest.mark.parametrize("reading", ["corrected", "printed"])
def test_solutions_end_where_the_two_meet(size, reading: str) -> None:
    found = curve(*size, reading=reading)
    end = found.saturation().load
    for load in (0.3 * end, 0.9 * end, end * (1 - 1e-6)):
        least, greatest = found.solutions(load)
        assert least < greatest
        for blocked in (least, greatest):
            assert found.following(blocked, load) == pytest.approx(blocked, rel=1e-9)
        tried = np.linspace(0, 1 / (found.channel.mean_rate * load) - found.base, 400)[1:-1]
        above = [found.following(b, load) > b for b in tried]
        assert above == [b < least or b > greatest for b in tried]
    assert found.solutions(end * (1 + 1e-9)) == []
    least, greatest = found.solutions(end * (1 - 1e-9))
    assert greatest - least < 1e-2
    latency = found.latency(np.array([0, end * (1 - 1e-9), end, end * (1 + 1e-12), 2 * end, 1.0]))
    assert np.isfinite(latency).tolist() == [True, True, False, False, False, False]


@pytest.mark.in_turn
@pytest.mark.parametrize("size", FIGURES)
def test_the_end_by_bisection_on_whether_there_is_a_solution(size) -> None:
    found = curve(*size)
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if found.blocking(middle) is not None else (low, middle)
    assert found.saturation().load == pytest.approx(low, rel=1e-11)


def test_the_end_does_not_depend_on_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = curve().saturation().load
    for width, digits, rounding in ((1e-4, 5, 2e-15), (1e-6, 14, 2e-15), (1e-7, 5, 1e-12)):
        monkeypatch.setattr(min_latency, "DIGITS", digits)
        monkeypatch.setattr(fixed_points, "ROUNDING", rounding)
        monkeypatch.setattr(min_latency, "highest", lambda f, a, b, w=width: highest_of(f, a, b, w))
        assert curve().saturation().load == pytest.approx(expected, rel=1e-7)


highest_of = min_latency.highest


def test_the_source_queue_may_saturate_first() -> None:
    found = curve(k=3, flits=20, ratio=1)
    end = found.saturation()
    assert end.channel == "source queue" and end.utilisation < 1
    blocked = found.blocking(end.load)
    assert blocked is not None  # the network still has a solution
    assert found.source.mean_rate * end.load * (found.base + blocked) == pytest.approx(1, rel=1e-9)
    assert np.isfinite(found.latency(np.array([end.load * (1 - 1e-9), end.load]))).tolist() == [True, False]


sizes = st.fixed_dictionaries(
    {
        "k": st.sampled_from([8, 9, 12, 20]),
        "flits": st.integers(1, 10**4),
        "vcs": st.integers(3, 12),
        "sigma1": st.floats(1e-6, 1e3),
        "sigma2": st.floats(1e-6, 1e3),
        "lengths": st.sampled_from(["fixed", "exponential"]),
        "ratio": st.floats(0, 2),
    }
)


@pytest.mark.in_turn
@settings(max_examples=15)
@given(size=sizes, reading=st.sampled_from(["corrected", "corrected escape=either", "corrected scaling=network"]))
def test_latency_begins_at_length_and_distance_and_rises(size, reading: str) -> None:
    found = curve(**size, reading=reading)
    zero = found.zero_load()
    assert zero == size["flits"] + found.distance
    end = found.saturation().load
    latency = found.latency(np.concatenate([[0, 1e-9 * end], np.linspace(0.1, 0.99, 6) * end]))
    assert latency[0] == pytest.approx(float(zero), rel=1e-15)
    assert latency[1] == pytest.approx(float(zero), rel=1e-4)
    assert (np.diff(latency) > 0).all()
    low, high = found.solutions(0.5 * end) if found.saturation().channel == min_latency.NETWORK else (0, 1)
    assert low < high


def test_bursts_matter_if_they_last() -> None:
    poisson = curve(ratio=1).saturation().load
    shares = []
    for slowness in (1, 10, 100, 1000):
        bursty = curve(sigma1=0.9 / slowness, sigma2=0.1 / slowness)
        shares.append(bursty.saturation().load / 10 / poisson)  # messages come in a tenth of the time
    assert 1 > shares[0] > shares[1] > shares[2] > shares[3]
    assert shares[0] > 0.9 > 0.7 > shares[3]


@pytest.mark.parametrize("load", [0.001, 0.003])
def test_sensitivity_is_the_slope(load: float) -> None:
    found = curve()
    width = 1e-7
    high, low = found.latency(np.array([load + width, load - width]))
    assert found.sensitivity(np.array([load, 1.0]))[0] == pytest.approx((high - low) / (2 * width), rel=1e-5)
    assert np.isnan(found.sensitivity(np.array([1.0])))[0]


def test_the_traffic_of_a_channel_grows_with_the_load_alone() -> None:
    once = superposed(MMPP2(1.0, 0.0, 0.2, 0.8), 2.5)
    again = superposed(MMPP2(0.003, 0.0, 0.2, 0.8), 2.5)
    small = scaled(once, 0.003)
    for name in ("mu1", "mu2", "sigma1", "sigma2"):
        assert getattr(again, name) == pytest.approx(getattr(small, name), rel=1e-12)


# ---- errors and speed


@pytest.mark.parametrize(
    "wrong, reading, message",
    [
        ({"k": 6}, "corrected", "k=6: the traffic of a channel is that of n_s = d/4 sources; n=27/35 .* larger k"),
        ({"k": 6}, "printed", "k=6: equation 23 needs .* it is 3/2"),
        ({"k": 9}, "printed", "k=9: equation 23 needs .* it is 20/9"),
        ({"vcs": 2}, "corrected", "vcs=2: Duato's protocol needs 2 escape"),
        ({"sigma1": 0}, "corrected", "sigma1=0: "),
        ({"sigma2": -1}, "corrected", "sigma2=-1: "),
        ({"lengths": "random"}, "corrected", "lengths=random: .* fixed, exponential"),
        ({}, "corrected source=both", "no option 'both' of source"),
    ],
)
def test_one_line_says_what_is_wrong(wrong, reading: str, message: str) -> None:
    with pytest.raises(ModelError, match=message) as error:
        curve(**wrong, reading=reading)
    assert "\n" not in str(error.value)


def test_a_point_takes_milliseconds() -> None:
    found = curve()
    begin = time.process_time()
    load = found.saturation().load
    assert time.process_time() - begin < 2
    begin = time.process_time()
    found.latency(np.linspace(0.01, 0.9, 20) * load)
    assert time.process_time() - begin < 1


def test_root_of_a_load() -> None:
    found = curve()
    for blocked in (1e-3, 1.0, 10.0, 1e3):
        load = found.load_of(blocked)
        assert found.following(blocked, load) == pytest.approx(blocked, rel=1e-10)
    assert root(lambda x: x - 1, 0, 3) == 1


@settings(max_examples=15)
@given(size=sizes, part=st.floats(0.01, 0.9))
def test_what_follows_is_convex_in_the_blocking_time_and_rises_with_the_load(size, part: float) -> None:
    """What the search for solutions rests on, at equidistant blocking times."""
    found = curve(**size)
    load = part / (found.channel.mean_rate * found.base)
    end = 1 / (found.channel.mean_rate * load) - found.base
    times = np.linspace(0, 0.95 * end, 12)
    values = np.array([found.following(blocked, load) for blocked in times])
    assert (np.diff(values) > 0).all()
    assert (np.diff(values, 2) > -1e-9 * values[2:]).all()
    assert all(found.following(blocked, load * 0.9) < value for blocked, value in zip(times, values, strict=True))
