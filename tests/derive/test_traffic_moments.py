"""Moments of Markov-modulated arrivals as derivations, and the proof that the match is unique: against exact power series, and tampered with."""

from dataclasses import replace
from fractions import Fraction
from math import factorial

import pytest
import sympy as sp

from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.performance import brute_force_mmpp
from netlemma.derive.performance.mmpp import MMPP2, superposed
from netlemma.derive.performance.mmpp_moments import (  # fmt: skip
    MOMENTS,
    E,
    FromFactorialMoments,
    LimitOfTime,
    MomentEquations,
    R,
    central,
    coordinates,
    decay,
    dispersion,
    facts,
    falling,
    matched_rates,
    moment,
    mu1,
    mu2,
    n,
    rate,
    sigma1,
    sigma2,
    skew,
    spread,
    t,
    third_coefficients,
    third_moment,
    written_out,
)
from netlemma.errors import ProofError

POWERS = 7
SOURCES = [
    MMPP2(1, 0, 1, 1),
    MMPP2(Fraction(1, 100), 0, Fraction(1, 5), Fraction(4, 5)),
    MMPP2(0, 3, Fraction(1, 2), 2),
    MMPP2(5, 2, 3, Fraction(1, 7)),
    MMPP2(2, 2, 1, 3),
]


def series(expression: sp.Expr, source: MMPP2) -> list[Fraction]:
    """The power series in t of a closed form, E being e^(-s t)."""
    values = dict(
        zip(
            (mu1, mu2, sigma1, sigma2),
            map(sp.Rational, (source.mu1, source.mu2, source.sigma1, source.sigma2)),
            strict=True,
        )
    )
    s = sp.Rational(source.sigma1 + source.sigma2)
    exponential = sum((-s * t) ** j / factorial(j) for j in range(POWERS + 3))
    found = sp.Poly(sp.expand(written_out(expression).xreplace(values).subs(E, exponential)), t)
    return [Fraction(int(c.p), int(c.q)) for c in (found.coeff_monomial(t**j) for j in range(POWERS + 1))]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_closed_forms_are_the_power_series_of_the_process_as_defined(source) -> None:
    process = brute_force_mmpp.of(source)
    plain = brute_force_mmpp.factorial_moments(process, 3, POWERS)
    about = brute_force_mmpp.central_moments(process, 3, POWERS)
    for name, true in [
        ("mean", plain[1]), ("factorial_moment.2", plain[2]), ("factorial_moment.3", plain[3]),
        ("variance", about[2]), ("third_moment", about[3]),
    ]:  # fmt: skip
        assert series(moment(name).result, source) == true, name
    for name, order in [("dispersion", 2), ("third_moment.over_mean", 3)]:
        assert brute_force_mmpp.times(series(moment(name).result, source), plain[1]) == about[order]
    values = {mu1: source.mu1, mu2: source.mu2, sigma1: source.sigma1, sigma2: source.sigma2}
    limit = written_out(moment("dispersion.limit").result).xreplace({k: sp.Rational(v) for k, v in values.items()})
    assert limit == sp.Rational(brute_force_mmpp.dispersion_limit(process))


@pytest.mark.parametrize("name", MOMENTS)
def test_every_step_is_proved(name) -> None:
    found = moment(name)
    assert {step.proof.strength for step in found.steps} == {"proved"}
    assert all(step.because and step.proof.describe() for step in found.steps)


@pytest.mark.in_turn
@pytest.mark.parametrize("name", MOMENTS)
def test_a_wrong_result_is_refused(name) -> None:
    """Each step with another result, one at a time."""
    found = moment(name)
    wrong = (lambda e: e + E / t, lambda e: 2 * e, lambda e: e.xreplace({spread: -spread}) + spread)
    for number, step in enumerate(found.steps):
        with pytest.raises(ProofError):
            replace(step, after=wrong[number % 3](step.after)).check()


def test_rows_that_solve_other_equations_are_refused() -> None:
    good = coordinates(2)
    after = good[2][0]
    MomentEquations(good).check(falling(2), after)
    for bad in (
        ((sp.Integer(2), sp.Integer(0)), *good[1:]),
        (good[0], (good[1][0], good[1][1] + E), good[2]),
        (good[0], (good[1][0] + 1, good[1][1]), good[2]),
        (good[0], good[1], (good[2][0], good[2][1] * 2)),
    ):
        with pytest.raises(ProofError):
            MomentEquations(bad).check(falling(2), after)
    with pytest.raises(ProofError, match="not about"):
        MomentEquations(good).check(falling(3), after)


def test_limits_and_central_moments_of_other_things_are_refused() -> None:
    with pytest.raises(ProofError):
        LimitOfTime(dispersion()).check(moment("third_moment.limit").start, moment("dispersion.limit").result)
    with pytest.raises(ProofError):
        LimitOfTime(dispersion()).check(moment("dispersion.limit").start, dispersion().result)
    with pytest.raises(ProofError):
        FromFactorialMoments(2).check(central(2), falling(2) + falling(1))
    with pytest.raises(ProofError):
        FromFactorialMoments(3).check(central(2), third_moment().steps[0].after)


def test_the_coefficients_of_the_third_factorial_moment_are_the_only_ones() -> None:
    """t^3, t^2, t, t E and 1 - E are independent, so the form of equation 12 leaves no choice."""
    a = dict(zip(("A11", "A21", "A31", "A12", "A41"), sp.symbols("a:5"), strict=True))
    form = (
        6 / decay * (a["A11"] / 6 * t**3 + a["A21"] / 2 * t**2 + a["A31"] * t + a["A12"] * t * E + a["A41"] * (1 - E))
    )
    equations = sp.Poly(sp.expand(form - moment("factorial_moment.3").result), t, E).coeffs()
    (solution,) = sp.solve(equations, list(a.values()), dict=True)
    assert all(equal(solution[a[name]], value) for name, value in third_coefficients().items())


@pytest.mark.in_turn
def test_facts_are_checked_and_refuse_others() -> None:
    for fact in facts():
        fact.check()
        for i, (left, right) in enumerate(fact.identities):
            wrong = (*fact.identities[:i], (left, right + n), *fact.identities[i + 1 :])
            with pytest.raises(ProofError):
                replace(fact, identities=wrong).check()
        for i, each in enumerate(fact.chain):
            with pytest.raises(ProofError):
                replace(fact, chain=(*fact.chain[:i], each + E, *fact.chain[i + 1 :])).check()


@pytest.mark.parametrize(
    "source, count", [(MMPP2(1, 0, 1, 1), 4), (MMPP2(3, 1, 2, 1), 3), (MMPP2(9, 1, 1, 2), 3)], ids=str
)
def test_numbers_are_those_of_the_theorem(source, count) -> None:
    values = {mu1: source.mu1, mu2: source.mu2, sigma1: source.sigma1, sigma2: source.sigma2}
    exact = {k: sp.Rational(v) for k, v in values.items()}
    point = {symbol: written_out(symbol).xreplace(exact) for symbol in (rate, decay, spread, skew)} | {
        n: sp.Integer(count)
    }
    point[R] = sp.sqrt(point[skew] ** 2 + 4 * count * point[spread])
    found = superposed(source, count)
    assert [sp.Rational(v) for v in (found.mu1, found.mu2, found.sigma1, found.sigma2)] == [
        e.xreplace(point) for e in matched_rates()
    ]
