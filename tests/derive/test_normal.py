"""The normal form never takes different expressions for equal, and knows the identities that derivations need."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Abs, Eq, Ge, Le, Max, Min, Mod, Piecewise, Sum, binomial, ceiling, factorial, floor

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import canonical, equal, linear
from netlemma.errors import EvaluationError

n, w, D = sp.symbols("n w D", integer=True, positive=True)
x, y = sp.symbols("x y", integer=True)
k = sp.Symbol("k", integer=True)
unknown = sp.Symbol("unknown")
SYMBOLS = (n, w, D, x, y)
POINTS = [
    dict(zip(SYMBOLS, values, strict=True))
    for values in (
        (1, 1, 1, 0, 0),
        (2, 3, 1, -1, 2),
        (3, 2, 2, 2, -3),
        (4, 5, 3, -2, -2),
        (5, 4, 2, 3, 1),
        (9, 16, 4, 1, 4),
    )
]


def value(expr, point):
    """The exact value of an expression at a point, None where it has none."""
    try:
        return evaluate(expr, point)
    except (EvaluationError, ZeroDivisionError, OverflowError):
        return None


def differ(left, right) -> bool:
    """Whether the two have different values somewhere."""
    pairs = ((value(left, point), value(right, point)) for point in POINTS)
    return any(a is not None and b is not None and a != b for a, b in pairs)


numbers = st.integers(-3, 3).map(sp.Integer) | st.sampled_from([sp.Rational(1, 2), sp.Rational(-2, 3)])
exponents = st.one_of(
    st.integers(-2, 3).map(sp.Integer),
    st.builds(lambda c, s, d: c * s + d, st.integers(-2, 2), st.sampled_from((n, D, w)), st.integers(-2, 2)),
    st.builds(lambda s, t: s * t, st.sampled_from((n, w)), st.just(D)),
    st.sampled_from([w / 2, n / 2 + 1, sp.Rational(1, 2), (D + 1) / 2]),
)
conditions = st.sampled_from(
    [Eq(Mod(w, 2), 0), Eq(Mod(n, 2), 1), w >= n + 1, w <= n, Eq(x, y), x >= 1, x <= 0, 2 * x >= 3]
)


def larger(parts):
    return st.one_of(
        st.builds(sp.Add, parts, parts),
        st.builds(sp.Mul, parts, parts),
        st.builds(lambda a, b: a - b, parts, parts),
        st.builds(lambda a, b: a / b if b != 0 else a, parts, parts),
        st.builds(_power, st.sampled_from([n, w, x, sp.Integer(-1), sp.Integer(2), sp.Integer(-4), w - 1, 2 * w, -n, w**2, sp.Rational(4, 9)]), exponents),
        st.builds(lambda a, b, c: Piecewise((a, c), (b, True)), parts, parts, conditions),
        st.builds(lambda a: floor(a / 2), st.sampled_from([n, x, x + 3, n - x, 2 * n + 1])),
        st.builds(lambda f, a, b: f(a, b), st.sampled_from([Min, Max]), st.sampled_from([n, x, x + 1]), st.sampled_from([w, y])),
        st.builds(lambda a: Sum(a.xreplace({x: k}), (k, 0, n - 1)), parts.filter(lambda e: e.count_ops() < 12 and not e.has(Sum))),
    )  # fmt: skip


def _power(base, exponent):
    return sp.Pow(base, exponent)


expressions = st.recursive(numbers | st.sampled_from(SYMBOLS), larger, max_leaves=7)


@pytest.mark.in_turn
@settings(max_examples=400, derandomize=True)
@given(expressions, expressions)
def test_equal_is_never_wrong(left, right):
    assume(not left.has(sp.zoo, sp.nan, sp.oo) and not right.has(sp.zoo, sp.nan, sp.oo))
    assert not (equal(left, right) and differ(left, right))


CHANGES = [
    sp.expand,
    sp.factor,
    sp.together,
    lambda e: (e + n) - n,
    lambda e: e * (w**D - 1) / (w**D - 1),
    lambda e: e + 1,
    lambda e: -e,
    lambda e: 2 * e,
    lambda e: e.subs(D, D + 1),
    lambda e: e.subs(x, x + 1),
    lambda e: e.subs(w, -w),
    lambda e: Piecewise((e, w >= 2), (e + 1, True)),
    lambda e: Piecewise((e, Eq(Mod(w, 2), 0)), (e, True)),
    lambda e: e * (-1) ** (2 * n),
    lambda e: e * (-1) ** n,
]


@settings(max_examples=400, derandomize=True)
@given(expressions, st.sampled_from(CHANGES))
def test_equal_is_never_wrong_on_what_looks_alike(expr, change):
    """Expressions of the same shape, where a coincidence of atoms would show."""
    assume(not expr.has(sp.zoo, sp.nan, sp.oo))
    try:
        changed = sp.S(change(expr))
    except (TypeError, ValueError, sp.PolynomialError):  # SymPy cannot factor everything
        assume(False)
    assume(not changed.has(sp.zoo, sp.nan, sp.oo))
    assert not (equal(expr, changed) and differ(expr, changed))


@settings(max_examples=60, derandomize=True)
@given(expressions.filter(lambda e: not e.has(Piecewise)))
def test_canonical_keeps_the_value(expr):
    assume(not expr.has(sp.zoo, sp.nan, sp.oo))
    assert not differ(expr, canonical(expr))


rational = st.recursive(
    numbers | st.sampled_from([n, w, x, w**D, 2**n]),
    lambda parts: (
        st.builds(sp.Add, parts, parts) | st.builds(sp.Mul, parts, parts) | st.builds(lambda a, b: a - b, parts, parts)
    ),
    max_leaves=6,
)


@pytest.mark.in_turn
@settings(max_examples=80, derandomize=True)
@given(rational, rational, rational)
def test_equal_knows_rational_identities(a, b, c):
    """What it must not miss: identities of polynomials over powers, and of fractions of them."""
    assert equal((a + b) * c, a * c + b * c)
    assert equal((a + b) ** 2, a**2 + 2 * a * b + b**2)
    denominator = c**2 + 1
    assert equal(a / denominator + b / denominator, (a + b) / denominator)


EQUAL = [
    (w ** (2 * D + 1), w * (w**D) ** 2),
    ((2 * w) ** D, 2**D * w**D),
    (4**n, 2 ** (2 * n)),
    (sp.Pow(6, n), 2**n * 3**n),
    ((-1) ** (n + 2), (-1) ** n),
    ((-1) ** (2 * n), 1),
    ((-w) ** n, (-1) ** n * w**n),
    ((w**2 - 1) ** D, (w - 1) ** D * (w + 1) ** D),
    (((w - 1) / (w + 1)) ** D * (w + 1) ** D, (w - 1) ** D),
    (2 ** (w / 2) * 2 ** (w / 2), 2**w),
    (w ** (D / 2 + 1) / w ** (D / 2), w),
    (floor(n + w / 2), n + floor(w / 2)),
    (ceiling(n + w / 2 + sp.Rational(3, 2)), n + 1 + ceiling(w / 2 + sp.Rational(1, 2))),
    (Sum(2 * k + 1, (k, 0, n - 1)), 2 * Sum(k, (k, 0, n - 1)) + n),
    (Sum(k * w**k, (k, 0, n)) * w, Sum(w * k * w**k, (k, 0, n))),
    (Piecewise((1, x >= 1), (0, True)), Piecewise((0, x <= 0), (1, True))),
    (Piecewise((1, 2 * x >= 3), (0, True)), Piecewise((0, x <= 1), (1, True))),
    (Piecewise((w, Eq(Mod(w, 2), 0)), (w, True)), w),
    (Piecewise((1, x > 1), (0, True)), Piecewise((1, x >= 2), (0, True))),
    (Piecewise((1, x < 1), (0, True)), Piecewise((0, x >= 1), (1, True))),
    (Piecewise((1, 2 * x > 3), (0, True)), Piecewise((1, x >= 2), (0, True))),
    ((w**2 + 2 * w + 1) ** D, (w + 1) ** (2 * D)),
    ((n * w) ** (D / 2), n ** (D / 2) * w ** (D / 2)),
]
DIFFERENT = [
    (w ** (D + 1), w**D),
    (w**D, D**w),
    ((w + 1) ** D, w**D + 1),
    ((-1) ** n, 1),
    ((-1) ** (n + 1), (-1) ** n),
    ((-2) ** n, 2**n),
    ((-w) ** n, w**n),
    (sp.sqrt(x**2), x),
    (sp.sqrt((x - y) ** 2), x - y),
    (((-1) ** 2) ** (w / 2), ((-1) ** w)),
    (floor(n / 2), n / 2),
    (floor(-w / 2), -floor(w / 2)),
    (ceiling(w / 2), floor(w / 2)),
    (floor((w + 1) / 2), floor(w / 2)),
    (Abs(x), x),
    (Min(x, y), Max(x, y)),
    (Mod(x + 1, 2), Mod(x, 2)),
    (factorial(2 * n), 2 * factorial(n)),
    (binomial(n, 2), binomial(n + 1, 2)),
    (Sum(k, (k, 0, n)), Sum(k, (k, 0, n - 1))),
    (Sum(k**2, (k, 0, n)), Sum(k, (k, 0, n)) ** 2),
    (Sum(1, (k, x, y)), y - x + 1),
    (Sum(Sum(k, (k, 0, x)), (x, 0, n)), Sum(Sum(x, (k, 0, x)), (x, 0, n))),
    (Piecewise((1, x >= 1), (0, True)), Piecewise((1, x >= 2), (0, True))),
    (Piecewise((1, x >= 1), (0, True)), Piecewise((1, x <= 1), (0, True))),
    (Piecewise((1, Eq(Mod(w, 2), 0)), (0, True)), Piecewise((1, Eq(Mod(w, 2), 1)), (0, True))),
    (Piecewise((w, w >= 2)), w),
    (Piecewise((1, x > 1), (0, True)), Piecewise((1, x >= 1), (0, True))),
    (Piecewise((1, x < 1), (0, True)), Piecewise((1, x <= 1), (0, True))),
    (Piecewise((1, 2 * x > 3), (0, True)), Piecewise((1, x >= 1), (0, True))),
    ((w**2 + 2 * w + 1) ** D, (w + 1) ** D),
    (sp.sqrt(x * y), sp.sqrt(x) * sp.sqrt(y)),
    ((x * y) ** (w / 2), x ** (w / 2) * y ** (w / 2)),
    ((x**2) ** (w / 2), x**w),
    (sp.sqrt(unknown**2), unknown),
    ((unknown**2) ** D, unknown ** (D + 2)),
]


@pytest.mark.parametrize("left, right", EQUAL, ids=str)
def test_known_identities(left, right):
    assert equal(left, right) and equal(right, left)
    assert not differ(sp.S(left), sp.S(right))


@pytest.mark.parametrize("left, right", DIFFERENT, ids=str)
def test_known_differences(left, right):
    assert not equal(left, right) and not equal(right, left)


c = sp.Symbol("c", integer=True)
INDICATOR = Piecewise((1, Eq(k, c)), (0, True))
HITS = Sum(INDICATOR, (k, 0, n - 1))


@pytest.mark.parametrize(
    "left, right", [(HITS**2, n * HITS), (HITS, n * INDICATOR), (HITS * Sum(1 - INDICATOR, (k, 0, n - 1)), 0)], ids=str
)
def test_conditions_on_the_index_of_a_sum(left, right):
    """The number of k = 0..n-1 with k = c is 1, not n: its square is not n times itself."""
    assert {evaluate(HITS, {n: 4, c: 2}), evaluate(HITS, {n: 4, c: 7})} == {Fraction(1), Fraction(0)}
    assert not equal(left, right)


def test_empty_ranges_are_not_counted():
    """A constant is only taken out of a sum whose range is known not to be empty."""
    assert linear(Sum(3, (k, 0, n - 1))) == 3 * n
    assert linear(Sum(3, (k, x, y))).has(Sum)
    assert linear(Sum(3, (k, 0, n - 3))).has(Sum)


def test_many_conditions_are_no_proof():
    many = sp.Add(*(Piecewise((j, x >= j), (0, True)) for j in range(1, 12)))
    assert not equal(
        many,
        many
        + Piecewise((0, Ge(y, 1)), (0, Le(y, 5)), (0, True))
        + w
        - w
        + (n - n)
        + 0 * x
        + Piecewise((0, y >= 7), (1, True)),
    )
