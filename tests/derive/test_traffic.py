"""Arrivals of Markov-modulated Poisson processes: moments as numbers, and superpositions, against processes as defined."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.performance import brute_force_mmpp, mmpp
from netlemma.derive.performance.mmpp import MMPP2, least_sources, superposed
from netlemma.errors import ArrivalsError, Infeasible

POSITIVE = st.fractions(Fraction(1, 50), 5, max_denominator=50)
RATE = st.fractions(0, 5, max_denominator=50)
POWERS = 7


@st.composite
def sources(draw) -> MMPP2:
    mu1, mu2 = draw(RATE), draw(RATE)
    if not (mu1 or mu2):
        mu1 = Fraction(1)
    return MMPP2(mu1, mu2, draw(POSITIVE), draw(POSITIVE))


def with_digits(source: MMPP2) -> MMPP2:
    """The source with mpmath's numbers of the working precision."""
    return MMPP2(*(mpmath.mpf(v.numerator) / v.denominator for v in numbers(source)))


def numbers(source: MMPP2) -> tuple:
    return source.mu1, source.mu2, source.sigma1, source.sigma2


def generator(process: brute_force_mmpp.MMPP) -> tuple[mpmath.matrix, mpmath.matrix]:
    to = lambda value: mpmath.mpf(value.numerator) / value.denominator  # noqa: E731
    return mpmath.matrix([[to(v) for v in row] for row in process.moves]), mpmath.diag([to(v) for v in process.rates])


def by_exponential(process: brute_force_mmpp.MMPP, t: Fraction) -> list:
    """E N, variance and third central moment at a time, from the matrix exponential of (Q, L, ...) as a block matrix.

    exp of the block matrix with Q on the diagonal and L above it has the derivatives of exp((Q + y L) t) by y in its first row.
    """
    q, rates = generator(process)
    size, order = q.rows, 3
    block = mpmath.zeros(size * (order + 1))
    for k in range(order + 1):
        for i in range(size):
            for j in range(size):
                block[k * size + i, k * size + j] = q[i, j]
                if k < order:
                    block[k * size + i, (k + 1) * size + j] = rates[i, j]
    power = mpmath.expm(block * (mpmath.mpf(t.numerator) / t.denominator))
    pi = [mpmath.mpf(p.numerator) / p.denominator for p in process.stationary()]
    g = [
        mpmath.factorial(k) * sum(pi[i] * power[i, k * size + j] for i in range(size) for j in range(size))
        for k in range(order + 1)
    ]
    first, second, third = g[1], g[2] + g[1], g[3] + 3 * g[2] + g[1]
    return [first, second - first**2, third - 3 * first * second + 2 * first**3]


@pytest.mark.parametrize(
    "source, t",
    [
        (MMPP2(1, 0, 1, 1), Fraction(1)),
        (MMPP2(Fraction(1, 100), 0, Fraction(1, 5), Fraction(4, 5)), Fraction(48)),
        (MMPP2(3, 1, Fraction(1, 7), 2), Fraction(1, 3)),
        (MMPP2(0, 5, Fraction(9, 100), Fraction(1, 100)), Fraction(10)),
        (MMPP2(2, 2, 1, 3), Fraction(5, 2)),
    ],
)
def test_moments_have_fifty_digits_if_asked(source, t) -> None:
    with mpmath.workdps(70):
        true = by_exponential(brute_force_mmpp.of(source), t)
    with mpmath.workdps(50):
        exact = with_digits(source)
        found = [f(exact, mpmath.mpf(t.numerator) / t.denominator) for f in MOMENTS]
    for value, right in zip(found, true, strict=True):
        assert abs(value - right) <= abs(right) * mpmath.mpf(10) ** -48
    for f, right in zip(MOMENTS, true, strict=True):
        assert float(f(source, t)) == pytest.approx(float(right), rel=4e-15)


MOMENTS = (mmpp.mean, mmpp.variance, mmpp.third_moment)


@given(sources(), st.integers(-14, 6))
def test_floats_do_not_cancel(source, exponent) -> None:
    """The parts beyond Poisson arrivals, at times from 1e-14 on, and at rates that are nearly equal."""
    t = 10.0**exponent
    floats = MMPP2(*map(float, numbers(source)))
    near = MMPP2(floats.mu1 + 1, (floats.mu1 + 1) * (1 + 1e-9), floats.sigma1, floats.sigma2)
    for each in (floats, near):
        with mpmath.workdps(80):
            a, b, c, d = map(mpmath.mpf, numbers(each))
            s, x = c + d, (c + d) * mpmath.mpf(t)
            rate, spread, skew = (a * d + b * c) / s, c * d * ((a - b) / s) ** 2, (c - d) * (a - b) / s
            e = mpmath.exp(-x)
            variance = rate * x / s + 2 * spread * (x - 1 + e) / s**2
            third = rate * x / s + 6 * spread * (x - 1 + e) / s**2 + 6 * spread * skew * (x + x * e - 2 + 2 * e) / s**3
            parts = [mmpp._variance_part(float(x)), mmpp._third_part(float(x))]
            y = mpmath.mpf(float(x))
            right = [y - 1 + mpmath.exp(-y), y * (1 + mpmath.exp(-y)) - 2 * (1 - mpmath.exp(-y))]
        assert float(mmpp.variance(each, t)) == pytest.approx(float(variance), rel=1e-13)
        assert float(mmpp.third_moment(each, t)) == pytest.approx(float(third), rel=1e-12, abs=0)
        assert parts == [pytest.approx(float(value), rel=1e-14, abs=0) for value in right]


@given(sources())
@settings(max_examples=30)
def test_the_limit_is_that_of_the_process_as_defined(source) -> None:
    assert mmpp.dispersion_limit(source) == brute_force_mmpp.dispersion_limit(brute_force_mmpp.of(source))
    assert float(mmpp.dispersion(source, 10**9)) == pytest.approx(float(mmpp.dispersion_limit(source)), rel=1e-6)


def same_moments(first: brute_force_mmpp.MMPP, second: brute_force_mmpp.MMPP, order: int) -> bool:
    """Whether all power series up to this moment agree, as far as they are computed."""
    return brute_force_mmpp.factorial_moments(first, order, POWERS) == brute_force_mmpp.factorial_moments(
        second, order, POWERS
    )


@pytest.mark.parametrize(
    "source, n",
    [
        (MMPP2(1, 0, 1, 1), 4),
        (MMPP2(0, 2, Fraction(1, 2), Fraction(1, 2)), 4),
        (MMPP2(3, 1, 1, 1), 4),
        (MMPP2(3, 1, 2, 1), 3),
        (MMPP2(7, 7, 1, 3), 3),
    ],
)
def test_a_superposition_has_exactly_the_moments_of_all_sources_together(source, n) -> None:
    """As power series in t, in exact numbers: mean, variance and third moment agree at all times, and the fourth need not."""
    found = superposed(source, n)
    assert all(isinstance(value, Fraction) for value in numbers(found))
    real, matched = brute_force_mmpp.copies(source, n), brute_force_mmpp.of(found)
    assert same_moments(real, matched, 3)
    assert same_moments(real, matched, 4) == (source.mu1 == source.mu2)


@pytest.mark.in_turn
@given(sources(), st.integers(2, 4), st.sampled_from([Fraction(1, 10), Fraction(1), Fraction(30)]))
@settings(max_examples=12)
def test_moments_of_a_superposition_at_any_time(source, n, t) -> None:
    """Against the matrix exponential of the process with 2^n states folded to n + 1: how many sources are in state 1."""
    q = [[Fraction(0)] * (n + 1) for _ in range(n + 1)]
    for i in range(n + 1):
        if i:
            q[i][i - 1] = i * source.sigma1
        if i < n:
            q[i][i + 1] = (n - i) * source.sigma2
        q[i][i] = -sum(q[i])
    rates = tuple(i * source.mu1 + (n - i) * source.mu2 for i in range(n + 1))
    folded = brute_force_mmpp.MMPP(tuple(map(tuple, q)), rates)
    found = superposed(source, n)
    with mpmath.workdps(30):
        true = [float(value) for value in by_exponential(folded, t)]
    assert [float(f(found, float(t))) for f in MOMENTS] == [pytest.approx(value, rel=1e-10) for value in true]


def test_copies_are_folded_rightly() -> None:
    """Three sources with 8 states are the birth-death process with 4 that the test above uses."""
    source = MMPP2(3, 1, Fraction(1, 2), 2)
    q = (
        (Fraction(-6), Fraction(6), Fraction(0), Fraction(0)),
        (Fraction(1, 2), Fraction(-9, 2), Fraction(4), Fraction(0)),
        (Fraction(0), Fraction(1), Fraction(-3), Fraction(2)),
        (Fraction(0), Fraction(0), Fraction(3, 2), Fraction(-3, 2)),
    )
    folded = brute_force_mmpp.MMPP(q, tuple(map(Fraction, (3, 5, 7, 9))))
    assert same_moments(folded, brute_force_mmpp.copies(source, 3), 4)


@given(sources(), st.fractions(Fraction(1, 20), 6, max_denominator=20))
def test_a_match_exists_from_the_least_number_on(source, n) -> None:
    """n moments of one source for real n, and a refusal exactly where an arrival rate would be negative."""
    if source.mu1 == source.mu2 or n >= least_sources(source):
        found = superposed(source, n)
        for f in MOMENTS:
            assert float(f(found, 3)) == pytest.approx(float(n * Fraction(f(source, 3))), rel=1e-9)
        assert (found.mu1 >= found.mu2) == (source.mu1 >= source.mu2)
    else:
        with pytest.raises(Infeasible, match="an arrival rate would be -"):
            superposed(source, n)


def test_the_least_number_has_a_match_with_silent_times() -> None:
    source = MMPP2(3, 1, 1, 1)
    assert least_sources(source) == Fraction(1, 4)
    found = superposed(source, Fraction(1, 4))
    assert found == MMPP2(1, 0, 1, 1) and superposed(found, 4) == source
    assert superposed(MMPP2(1, 0, 1, 1), 1.0) == MMPP2(1, 0, 1, 1)


def four_equations(source: MMPP2, n: float, t1: float, t2: float, start: MMPP2) -> list[float]:
    """The match by Newton's method from near by, on the four equations as they stand and with other times."""
    target = [mmpp.mean(source, 1.0) * n, mmpp.dispersion(source, t1), mmpp.dispersion_limit(source)]
    third = mmpp.third_moment(source, t2) * n

    def off(*values):
        guess = MMPP2(*values)
        found = [mmpp.mean(guess, mpmath.mpf(1)), mmpp.dispersion(guess, t1), mmpp.dispersion_limit(guess)]
        return [a / b - 1 for a, b in zip([*found, mmpp.third_moment(guess, t2)], [*target, third], strict=True)]

    with mpmath.workdps(30):
        begin = [mpmath.mpf(value) * (1 + mpmath.mpf(i + 1) / 50) for i, value in enumerate(numbers(start))]
        return [float(value) for value in mpmath.findroot(off, begin, tol=1e-24)]


@pytest.mark.parametrize("t1, t2", [(0.5, 0.5), (4.0, 1.0), (1.0, 20.0)])
def test_the_times_do_not_matter(t1, t2) -> None:
    source = MMPP2(3.0, 0.5, 0.25, 1.5)
    found = superposed(source, 2.5)
    solved = four_equations(source, 2.5, t1, t2, found)
    assert solved == [pytest.approx(value, rel=1e-9) for value in numbers(found)]


@pytest.mark.parametrize(
    "numbers, message",
    [
        ((-1, 0, 1, 1), "mu1 is -1; an arrival rate must not be negative"),
        ((1, 0, 0, 1), "sigma1 is 0; a rate out of a state must be positive"),
        ((0, 0, 1, 1), "mu1 and mu2 are 0"),
        ((1, 0, float("nan"), 1), "sigma1 is nan; a finite number"),
        ((float("inf"), 0, 1, 1), "mu1 is inf; a finite number"),
        (("1", 0, 1, 1), "mu1 is '1'; a number such as"),
        ((True, 0, 1, 1), "mu1 is True; a number such as"),
    ],
)
def test_what_is_no_traffic_is_refused_in_one_line(numbers, message) -> None:
    with pytest.raises(ArrivalsError) as caught:
        MMPP2(*numbers)
    assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


@pytest.mark.parametrize("n", [0, -1, float("nan"), "2"])
def test_a_number_of_sources_is_positive(n) -> None:
    with pytest.raises(ArrivalsError, match=r"^n is "):
        superposed(MMPP2(1, 0, 1, 1), n)


@pytest.mark.parametrize("t", [0, -1])
def test_a_time_is_positive(t) -> None:
    for f in (*MOMENTS, mmpp.dispersion):
        with pytest.raises(ArrivalsError, match=r"^t is "):
            f(MMPP2(1, 0, 1, 1), t)
