"""Limits by leading terms: against values at large sizes, SymPy, and tampering."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.word_counts import BoundedRuns
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.performance.growth_limits import greatest_growth, limits, upper_bound
from netlemma.derive.performance.throughput_bounds import size_limit
from netlemma.errors import NoLimit

p = sp.Symbol("p", integer=True, positive=True)
LARGE = (400, 403, 900, 901)


def agrees(found, expression, symbol):
    """Whether values far out approach the limit, along the residue class of each."""
    for size in LARGE:
        limit = found[size % len(found)].value
        value = evaluate(expression, {symbol: size})
        if limit in (sp.oo, -sp.oo):
            near = abs(value) > 20 and (value > 0) == (limit == sp.oo)
        else:
            near = abs(value - Fraction(int(limit.p), int(limit.q))) < Fraction(1, 10)
        if not near:
            return False
    return True


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ((p + 1) / (4 * p), ["1/4"]),
        (sp.Piecewise((p / (4 * (p - 1)), sp.Eq(sp.Mod(p, 2), 0)), ((p + 1) / (4 * p), True)), ["1/4", "1/4"]),
        (sp.Piecewise((sp.Integer(1), sp.Eq(sp.Mod(p, 3), 1)), (1 / p, True)), ["0", "1", "0"]),
        (4**p / (2**p + 1) ** 2, ["1"]),
        (p**3 * 2**p / 3**p, ["0"]),
        (3**p / (p**9 * 2**p), ["oo"]),
        (-(p**2) / (p + 5), ["-oo"]),
        (sp.floor(p / 2) / p, ["1/2", "1/2"]),
        ((-1) ** p / p + 2, ["2", "2"]),
        (1 + (-1) ** p, ["2", "0"]),
        (sp.Min(p - 1, 2) + 1 / p, ["2"]),
        (sp.Piecewise((p, p <= 7), (1 / p, True)), ["0"]),
        ((2**p - 1) ** 3 / (8**p - p), ["1"]),
        (sp.Integer(0) / p, ["0"]),
    ],
)
def test_limits(expression, values):
    found = limits(expression, p)
    assert [str(x.value) for x in found] == values
    for x in found:
        x.check()
    if expression.has(p) and "oo" not in "".join(values):
        assert agrees(found, expression, p)


def test_roots_of_powers():
    """Values are irrational at odd sizes, the limit is not."""
    found = limits(2 ** (p / 2) / (3 * 2 ** (p / 2) - 1), p)
    assert [x.value for x in found] == [sp.Rational(1, 3)] * 2
    for x in found:
        x.check()


def sums_of(bases):
    terms = st.tuples(st.integers(-4, 4).filter(bool), st.integers(0, 3), st.sampled_from(bases))
    return st.lists(terms, min_size=1, max_size=3).map(
        lambda ts: sp.Add(*(c * p**e * sp.Integer(b) ** p for c, e, b in ts))
    )


@given(sums_of([1, 2, 3]), sums_of([1, 2, 3]))
@settings(max_examples=60)
def test_random_quotients_against_values_far_out(top, bottom):
    if bottom == 0:
        return
    (found,) = limits(top / bottom, p)
    found.check()
    value = evaluate(top, {p: 20_000}) / evaluate(bottom, {p: 20_000})
    if found.value in (sp.oo, -sp.oo):
        assert abs(value) > 400 and (value > 0) == (found.value == sp.oo)
    else:
        assert abs(value - Fraction(int(found.value.p), int(found.value.q))) < Fraction(1, 20)


@given(sums_of([1]), sums_of([1]))
@settings(max_examples=25)
def test_random_quotients_of_polynomials_against_sympy(top, bottom):
    if bottom == 0:
        return
    (found,) = limits(top / bottom, p)
    x = sp.Symbol("x", positive=True)
    assert found.value == sp.limit((top / bottom).subs(p, x), x, sp.oo)


def test_where_sympy_errs():
    """SymPy 1.14 says 0 for this quotient, whose terms with 3**p outgrow all others."""
    quotient = (4 * 2**p - 3 * 3**p * p**2 - 4 * 3**p * p) / (2**p * p**3)
    (found,) = limits(quotient, p)
    found.check()
    assert found.value == -sp.oo and evaluate(quotient, {p: 100}) < -(10**15)


@pytest.mark.in_turn
def test_visit_ratios_of_all_families():
    """Every closed form of a visit ratio, in each of its sizes, against values at large sizes."""
    compared = 0
    for key in keys():
        if ".visit_ratio." not in key and ".max_visit_ratio." not in key:
            continue
        found = lemma(key)
        if found.closed_form.has(sp.Sum, sp.binomial, sp.factorial) or "p" in found.domain.names:
            continue
        for grown in found.domain.parameters:
            size = {x.name: max(x.minimum, 2) for x in found.domain.parameters}
            if not found.domain.contains({**size, grown.name: 10**6}):
                continue
            fixed = {x.symbol: sp.Integer(size[x.name]) for x in found.domain.parameters if x is not grown}
            expression = found.closed_form.xreplace(fixed)
            results = limits(expression, grown.symbol)
            for x in results:
                x.check()
            assert agrees(results, expression, grown.symbol), (key, grown.name)
            compared += 1
    assert compared > 15


@pytest.mark.parametrize("change", [{"value": sp.Rational(1, 3)}, {"expression": (p + 1) / (5 * p)}, {"modulus": 2}])
def test_tampered_limits_do_not_check(change):
    (found,) = limits((p + 1) / (4 * p), p)
    found.check()
    with pytest.raises(NoLimit):
        replace(found, **change).check()


@pytest.mark.parametrize(
    "expression",
    [
        sp.factorial(p),
        p**p,
        sp.Sum(p, (sp.Symbol("i"), 1, p)),
        sp.Mod(7, p),
        sp.Symbol("a", positive=True) ** p,
        sp.Symbol("a") * p,
        p**500,
        sp.Piecewise((sp.Integer(1), sp.Eq(sp.Mod(p, 97), 0)), (sp.Integer(0), True)),
    ],
)
def test_refused(expression):
    with pytest.raises(NoLimit):
        limits(expression, p)


def test_the_bound_of_the_paper():
    """No ring passes messages faster than 4/S_CL."""
    pe, cl = sp.symbols("S_PE S_CL", positive=True)
    closed = lemma("ring.visit_ratio.link").closed_form
    K = lemma("ring.visit_ratio.link").domain.parameters[0].symbol
    found = size_limit({"processor": pe / K, "link": cl * closed}, K)
    found.check()
    assert found.text == "4/S_CL" and found.modulus == 2


def test_residue_classes_with_different_limits():
    demand = sp.Piecewise((sp.Integer(1), sp.Eq(sp.Mod(p, 2), 0)), (sp.Integer(1) / 2, True))
    assert size_limit({"x": demand}, p).text == "1 (p mod 2 = 0), 2 (p mod 2 = 1)"
    assert size_limit({"x": p}, p).text == "0"


def test_growth_with_the_nodes():
    """Toroid and spanning-bus hypercube: 4w/(w + 1) tends to 4; D dimensions of 4 nodes grow linearly."""
    w = sp.Symbol("w", integer=True, positive=True)
    (odd,) = greatest_growth([(w**2 - 1) / (4 * w * (w**3 - 1))], w**3, w)
    (bus,) = greatest_growth([(w - 1) / (w**3 - 1)], w**3, w)
    assert odd.order == bus.order == (Fraction(-2, 3), 0) and bus.constant / odd.constant == 4
    (cycles,) = greatest_growth([p / (p * 2**p - 1)], p * 2**p, p)
    assert cycles.order == (-1, 1)
    for size in (60, 200):
        nodes, value = size * 2**size, Fraction(size, size * 2**size - 1)
        told = float(cycles.constant) * float(sp.log(nodes)) / nodes
        assert abs(told / float(value) - 1) < 0.15
    with pytest.raises(NoLimit):
        greatest_growth([sp.Rational(1, 5) ** p], 3**p, p)


def test_upper_bounds_of_sums_are_not_exceeded():
    for family, sizes in {
        "cube-connected-cycles": [{"D": d} for d in range(2, 9)],
        "r-ary-m-cube": [{"R": r, "M": m} for r in (2, 3) for m in (2, 3, 4, 6)],
    }.items():
        found = lemma(f"{family}.mean_distance")
        bound = upper_bound(found.closed_form)
        for size in sizes:
            values = {x.symbol: size[x.name] for x in found.domain.parameters}
            assert found.value(size) <= evaluate(bound, values)


def test_no_upper_bound_where_signs_are_not_known():
    t, a = sp.symbols("t a", integer=True)
    for body in (
        -BoundedRuns(p, t, 2),
        a * BoundedRuns(p, t, 2),
        (t - 5) * BoundedRuns(p, t, 2),
        BoundedRuns(p, t, 2) * 2**t,
    ):
        with pytest.raises(NoLimit):
            upper_bound(sp.Sum(body, (t, 1, p)))
