"""Khonsari's model against a plain transcription by loops over destinations and paths, iterated, and in 50 digits."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.performance.latency import fixed_points
from netlemma.derive.performance.latency.adaptive_blocking import (
    all_busy,
    blocking_terms,
    in_utilisation,
    mean_distance,
    multiplexing,
    occupancy,
    some_busy,
)
from netlemma.derive.performance.latency.fixed_points import ServiceCurve
from netlemma.derive.performance.latency.latency_model import models
from netlemma.derive.performance.latency.model_derivations import V, e, factors, j, others_busy
from netlemma.derive.performance.latency.models.khonsari import KhonsariLatency
from netlemma.errors import ModelError, ProofError

MODEL = models()["khonsari"]
READINGS = MODEL.compared()
SMALL = [(2, 1), (3, 1), (2, 2), (2, 3), (3, 2), (4, 2), (3, 3)]


def walks(digits: tuple[int, ...]):
    """Every shortest path as the list of what is left before each hop, with its probability in a random walk."""
    left = [d for d in digits if d]
    if not left:
        yield [], Fraction(1)
        return
    for at, d in enumerate(digits):
        if d:
            for states, chance in walks((*digits[:at], d - 1, *digits[at + 1 :])):
                yield [digits, *states], chance / len(left)


@cache
def spread(digits: tuple[int, ...], hops: int, weighting: str) -> tuple[tuple[int, Fraction], ...]:
    """(dimensions left, probability) after some hops to a destination with these digits."""
    if weighting == "distributions":
        ways = [made for made in product(*(range(d + 1) for d in digits)) if sum(made) == hops]
        return tuple((sum(m < d for m, d in zip(made, digits, strict=True)), Fraction(1, len(ways))) for made in ways)
    paths = list(walks(digits))
    after = [([*states, (0,) * len(digits)][hops], chance) for states, chance in paths]
    return tuple(
        (sum(x > 0 for x in left), chance if weighting == "walk" else Fraction(1, len(paths))) for left, chance in after
    )


class Plain:
    """Equations 1 to 30 term by term, in the numbers of the load."""

    def __init__(self, k, n, flits, vcs, options):
        self.n, self.M, self.V, self.options = n, flits, vcs, options
        self.far = {}
        for digits in product(range(k), repeat=n):
            if sum(digits):
                self.far.setdefault(sum(digits), []).append(digits)
        nodes = k**n - 1
        self.p = {i: Fraction(len(each), nodes) for i, each in self.far.items()}
        self.d = sum(i * p for i, p in self.p.items())
        escape = 1 if k == 2 else 2
        self.adaptive, self.own = set(range(vcs - escape)), {vcs - 1}
        self.escape = set(range(vcs - escape, vcs))

    def busy(self, P, event):
        """The probability of an event of the set of busy channels, every set of its size being equally likely."""
        found = 0
        for v, chance in enumerate(P):
            sets = [set(s) for s in combinations(range(self.V), v)]
            found += chance * sum(map(event, sets)) / len(sets)
        return found

    def block(self, i, h, both, one):
        """P_block, or n_i times it where (21) is not a mean."""
        weighting, made = self.options["weighting"], h - (self.options["hops"] == "before")
        rows = [spread(digits, made, weighting) for digits in self.far[i]]
        whole = 1 if self.options["averaging"] == "sum" else len(rows)
        if self.options["selectable"] == "distribution":
            return (
                both * sum(mpmath.mpf(c.numerator) / c.denominator * one ** (m - 1) for r in rows for m, c in r) / whole
            )
        phi = Fraction(0)
        for row, digits in zip(rows, self.far[i], strict=True):
            unneeded = digits.count(0) if self.options["selectable"] == "uncrossed" else 0
            phi += sum((m + unneeded) * c for m, c in row) / whole
        return both * one ** (mpmath.mpf(phi.numerator) / phi.denominator - 1)

    def parts(self, load, S):
        """The right-hand side of S = F(S), and P_0..P_V."""
        rate = load * self.d.numerator / self.d.denominator / self.n
        rho = rate * S
        Q = [rho**v for v in range(self.V)] + [rho**self.V / (1 - rho)]
        P = [q / sum(Q) for q in Q]
        w = rho * S * (1 + (S - self.M) ** 2 / S**2) / (2 * (1 - rho))
        one = self.busy(P, lambda s: self.adaptive <= s)
        blocked = (lambda s: self.own <= s) if self.options["escape"] == "own" else (lambda s: self.escape & s)
        both = self.busy(P, lambda s: self.adaptive <= s and bool(blocked(s)))
        found = 0
        for i, p in self.p.items():
            hops = [self.block(i, h, both, one) * w for h in range(1, i + 1)]
            B = [sum(hops) for _ in hops] if self.options["blocking"] == "summed" else hops
            found += (self.M + i + sum(B)) * p.numerator / p.denominator
        return found, P

    def latency(self, load, S):
        P = self.parts(load, S)[1]
        rate = load / (self.V if self.options["source"] == "channel" else 1)
        if rate * S >= 1:
            return None
        W = rate * S**2 * (1 + (S - self.M) ** 2 / S**2) / (2 * (1 - rate * S))
        V = sum(v * v * p for v, p in enumerate(P)) / sum(v * p for v, p in enumerate(P))
        return (S + W) * V if self.options["scaling"] == "all" else S * V + W

    def least(self, load):
        """The least fixed point by iteration from M + d; None if the iteration passes the pole."""
        S = mpmath.mpf(self.M) + mpmath.mpf(self.d.numerator) / self.d.denominator
        for _ in range(4000):
            if load * self.d.numerator / self.d.denominator / self.n * S >= 1:
                return None
            S, before = self.parts(load, S)[0], S
            if abs(S - before) < S * mpmath.mpf(10) ** -13:
                return S
        return None


def both_ways(k, n, flits, vcs, reading):
    options = MODEL.reading(reading).options
    return KhonsariLatency(k, n, flits, vcs, options), Plain(k, n, flits, vcs, options)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("k, n, flits, vcs", [(2, 1, 1, 2), (3, 1, 4, 3), (2, 3, 32, 3), (3, 2, 20, 4), (4, 2, 16, 3)])
def test_latency_is_the_plain_model(reading, k, n, flits, vcs) -> None:
    model, plain = both_ways(k, n, flits, vcs, reading)
    end = model.saturation()
    assert model.zero_load() == flits + plain.d
    loads = end.load * np.array([1e-9, 0.4, 0.8])
    for load, found in zip(loads, model.latency(loads), strict=True):
        S = plain.least(mpmath.mpf(load))
        assert found == pytest.approx(float(plain.latency(mpmath.mpf(load), S)), rel=1e-11)
    assert loads[0] and model.latency(loads)[0] == pytest.approx(float(model.zero_load()), rel=1e-7)
    beyond = mpmath.mpf(end.load * 1.02)
    S = plain.least(beyond)
    assert S is None or plain.latency(beyond, S) is None
    assert np.isnan(model.latency(np.array([end.load, 1.02 * end.load, 1e9]))).all()


@pytest.mark.parametrize("reading", ["corrected", "printed", "corrected selectable=mean weighting=paths"])
@pytest.mark.parametrize("k, n, flits, vcs", [(3, 2, 32, 3), (2, 3, 32, 3)])
def test_saturation_is_the_tangent_point_in_50_digits(reading, k, n, flits, vcs) -> None:
    """S = F(S) and 1 = F'(S), solved for S and the load by Newton's method in 50 digits from nearby values."""
    model, plain = both_ways(k, n, flits, vcs, reading)
    end = model.saturation()
    with mpmath.workdps(50):

        def equations(load, S):
            return plain.parts(load, S)[0] - S, mpmath.diff(lambda s: plain.parts(load, s)[0], S) - 1

        start = (mpmath.mpf(end.load) * 0.995, model.solutions(end.load * 0.995)[0][1])
        load, S = mpmath.findroot(equations, start, tol=1e-35)
        use = load * plain.d.numerator / plain.d.denominator / n * S
    assert end.load == pytest.approx(float(load), rel=1e-14)
    assert end.utilisation == pytest.approx(float(use), rel=1e-7)


@pytest.mark.parametrize("reading", READINGS)
def test_saturation_does_not_depend_on_the_solver(reading, monkeypatch) -> None:
    """Whether slopes are looked up at many or few places, or taken to change their sign once."""
    ends = []
    for looked_up, convex in ((512, None), (64, False), (1000, False)):
        monkeypatch.setattr(fixed_points, "LOOKED_UP", looked_up)
        model = both_ways(8, 3, 32, 3, reading)[0]
        if convex is not None:
            object.__setattr__(model.curve, "convex", convex)
        assert len(model.curve.turns) == 1
        ends.append(model.saturation().load)
    assert max(ends) - min(ends) < 1e-13 * ends[0]


@pytest.mark.in_turn
def test_every_root_is_listed_and_they_meet() -> None:
    model, plain = both_ways(3, 2, 20, 3, "corrected")
    end = model.saturation().load
    for load in (0.3 * end, 0.9 * end, (1 - 1e-6) * end):
        roots = model.solutions(load)
        assert len(roots) == 2 and roots[0][1] < roots[1][1]
        for use, S in roots:
            assert float(plain.parts(mpmath.mpf(load), mpmath.mpf(S))[0]) == pytest.approx(S, rel=1e-10)
            assert use == pytest.approx(load * float(plain.d) / 2 * S)
        if load > 0.99 * end:
            continue
        tried = np.linspace(1.0001 * float(model.zero_load()), 0.9999 / (load * float(plain.d) / 2), 400)
        signs = [float(plain.parts(mpmath.mpf(load), mpmath.mpf(S))[0]) > S for S in tried]
        assert sum(a != b for a, b in pairwise(signs)) == 2
    assert model.solutions(1.0001 * end) == []
    assert abs(roots[0][1] / roots[1][1] - 1) < 0.01


def test_a_source_queue_may_saturate_first() -> None:
    """In the hypercube d < n, so one queue at rate lambda may be used more than a channel of the network."""
    found = both_ways(2, 3, 32, 3, "corrected source=node")[0].saturation()
    assert found.channel == "network channels"
    model = both_ways(2, 5, 32, 64, "corrected source=node")[0]
    end = model.saturation()
    assert end.channel == "source queue" and end.why == "reaches utilisation 1"
    S = model.curve.service(np.array([end.utilisation]))[0]
    assert end.load * S == pytest.approx(1, rel=1e-14)
    below, above = model.latency(end.load * np.array([1 - 1e-9, 1]))
    assert below > 1e6 and np.isnan(above)


@settings(max_examples=30)
@given(
    st.sampled_from(SMALL),
    st.integers(1, 100),
    st.integers(0, 5),
    st.tuples(*(st.sampled_from(list(choice.options)) for choice in MODEL.choices)),
)
def test_latency_rises_with_the_load_in_every_reading(size, flits, more, chosen) -> None:
    k, n = size
    options = dict(zip((choice.name for choice in MODEL.choices), chosen, strict=True))
    model = KhonsariLatency(k, n, flits, (2 if k == 2 else 3) + more, options)
    end = model.saturation().load
    loads = np.linspace(0, end, 40)[1:-1]
    latency, slope = model.latency(loads), model.sensitivity(loads)
    assert (np.diff([float(model.zero_load()), *latency]) > 0).all() and (slope > 0).all()
    step = 1e-6 * end
    near = model.latency(np.array([loads[20] - step, loads[20] + step]))
    assert slope[20] == pytest.approx((near[1] - near[0]) / (2 * step), rel=1e-4)
    assert len(model.curve.turns) == 1


@pytest.mark.in_turn
def test_switches_change_what_they_should() -> None:
    """With one dimension the choice of dimensions says nothing; in the hypercube a message of i hops has i-h+1 left."""
    load = np.array([0.5 * both_ways(2, 4, 20, 3, "corrected")[0].saturation().load])
    same = ["selectable=mean", "weighting=paths", "weighting=distributions", "escape=either"]
    for reading in READINGS[2:]:
        switch = reading.removeprefix("corrected ")
        found, other = (both_ways(2, 4, 20, 3, r)[0].latency(load)[0] for r in ("corrected", reading))
        assert (abs(found / other - 1) < 1e-12) == (switch in same)
        found, other = (both_ways(4, 1, 20, 4, r)[0].latency(load / 4)[0] for r in ("corrected", reading))
        one = ["selectable=mean", "selectable=uncrossed", "weighting=paths", "weighting=distributions", "averaging=sum"]
        assert (abs(found / other - 1) < 1e-12) == (switch in one)


@pytest.mark.parametrize("vcs", range(2, 7))
def test_virtual_channels_by_listing_sets(vcs) -> None:
    rho = Fraction(2, 7)
    for given_ in range(1, vcs + 1):
        for v, found in enumerate(all_busy(vcs, given_)):
            sets = list(combinations(range(vcs), v))
            assert found == Fraction(sum(set(range(given_)) <= set(s) for s in sets), len(sets))
            for escape in range(1, vcs - given_ + 1):
                others = set(range(given_, given_ + escape))
                some = sum(set(range(given_)) <= set(s) and bool(others & set(s)) for s in sets)
                assert some_busy(vcs, given_, escape)[v] == Fraction(some, comb(vcs, v))
        polynomial = in_utilisation(all_busy(vcs, given_))
        assert min(polynomial) >= 0
        mean = sum(p * f for p, f in zip(occupancy(vcs, rho), all_busy(vcs, given_), strict=True))
        assert mean == sum(c * rho**v for v, c in enumerate(polynomial))


@pytest.mark.parametrize("vcs", range(1, 6))
def test_occupancy_solves_the_birth_and_death_chain(vcs) -> None:
    """All balance equations, with rates lambda up and 1/S down, and 1/S - lambda out of the last state."""
    rate, S = Fraction(1, 50), Fraction(20)
    P = occupancy(vcs, rate * S)
    down = [Fraction(0)] + [1 / S] * (vcs - 1) + [1 / S - rate]
    for v in range(vcs + 1):
        entering = (P[v - 1] * rate if v else 0) + (P[v + 1] * down[v + 1] if v < vcs else 0)
        assert entering == P[v] * (down[v] + (rate if v < vcs else 0))
    assert sum(P) == 1
    mean = [sum(v**e * p for v, p in enumerate(P)) for e in (1, 2)]
    assert multiplexing(vcs, rate * S) == mean[1] / mean[0]


@pytest.mark.parametrize("k, n", SMALL)
@pytest.mark.parametrize("weighting", ["walk", "paths", "distributions"])
def test_blocking_terms_by_listing(k, n, weighting) -> None:
    options = {**MODEL.reading("corrected").options, "weighting": weighting}
    expected, nodes = {}, k**n - 1
    for digits in product(range(k), repeat=n):
        for h in range(1, sum(digits) + 1):
            for m, chance in spread(digits, h - 1, weighting):
                expected[m - 1] = expected.get(m - 1, 0) + chance / nodes
    assert blocking_terms(k, n, options) == expected
    assert sum(expected.values()) == mean_distance(k, n)


def test_a_curve_without_convexity_has_more_turns() -> None:
    """Negative control: a chance of blocking with a step makes solutions end and begin in between, and all are found."""
    curve = ServiceCurve(10.0, 9.0, lambda use: 0.3 / (1 + np.exp(-(use - 0.3) * 2000)), False)
    first, dip, last = (turn.rate for turn in curve.turns)
    assert dip < first < last and curve.end.rate == first
    for rate, count in ((0.9 * dip, 2), ((dip + first) / 2, 4), ((first + last) / 2, 2), (1.001 * last, 0)):
        uses = curve.uses(rate)
        assert len(uses) == count and uses == sorted(uses)
        for use in uses:
            assert use / float(curve.service(np.array([use]))[0]) == pytest.approx(rate, rel=1e-9)
    assert len(ServiceCurve(10.0, 9.0, curve.chance, True).turns) == 1  # what a wrong claim of convexity would hide


@pytest.mark.sampled(16)
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("k, n, vcs", [(2, 3, 2), (2, 4, 5), (3, 2, 3), (4, 3, 4)])
def test_chances_said_to_be_convex_are(reading, k, n, vcs) -> None:
    model = both_ways(k, n, 32, vcs, reading)[0]
    chances = model.blocked(np.linspace(0, 1, 400)[:-1])
    assert model.curve.convex == ("hops=after" not in reading and reading != "printed")
    assert (np.diff(chances) > 0).all()
    if model.curve.convex:
        assert (np.diff(chances, 2) > -1e-12 * chances[2:]).all()


def test_large_sizes_and_many_virtual_channels_do_not_underflow() -> None:
    for vcs in (64, 1024):
        model = both_ways(8, 2, 32, 3, "corrected")[0]
        model = KhonsariLatency(8, 2, 32, vcs, model.options)
        loads = model.saturation().load * np.array([1e-12, 0.01, 0.5, 0.99])
        assert np.isfinite(model.latency(loads)).all() and (np.diff(model.latency(loads)) > 0).all()


@pytest.mark.parametrize(
    "parameters, words",
    [
        ({"k": 3, "n": 2, "flits": 8, "vcs": 2}, "vcs=2.*2 escape.*vcs=3"),
        ({"k": 2, "n": 2, "flits": 8, "vcs": 1}, "vcs=1.*1 escape.*hypercube.*vcs=2"),
        ({"k": 1, "n": 2, "flits": 8, "vcs": 3}, "from 2 to"),
        ({"k": 3, "n": 0, "flits": 8, "vcs": 3}, "from 1 to"),
        ({"k": 3, "n": 2, "flits": 0, "vcs": 3}, "from 1 to"),
        ({"k": 3, "n": 2, "flits": 8}, "needs vcs"),
        ({"k": 64, "n": 20, "flits": 8, "vcs": 3}, "too many multisets"),
    ],
)
def test_bad_parameters_are_refused_in_one_line(parameters, words) -> None:
    with pytest.raises(ModelError, match=words) as refused:
        MODEL.curve(parameters)
    assert "\n" not in str(refused.value)


def test_the_derivation_of_busy_channels_sees_faults() -> None:
    (step,) = others_busy().steps
    for wrong in (sp.binomial(e, j) / sp.binomial(V + 1, j), sp.binomial(e + 1, j) / sp.binomial(V, j), sp.S.One):
        with pytest.raises(ProofError):
            replace(step, after=wrong).check()
    for vcs in range(2, 7):
        for given_ in range(vcs + 1):
            derived = [f.subs(V, vcs) for f in factors(given_)]
            assert derived == [sp.Rational(x) for x in all_busy(vcs, vcs - given_)[::-1][: given_ + 1]]
