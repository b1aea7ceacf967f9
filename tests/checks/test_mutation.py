"""No closed form can be changed and still verify: every single mutant of each lemma on products is refused, or proved equal.

The true values come from explicit networks. A mutant that has all of them must be equal to the closed form by a proof, or
stand in EQUIVALENT below with the reason.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice

import pytest
import sympy as sp

from checks.equal import same_for_all_sizes
from checks.measured import measured_value
from checks.verify import Disagreement, compare, default_sizes, verify_lemma
from derive import Derivation, Lemma, ProofError, keys, lemma
from derive.evaluate import EvaluationError, evaluate, holds
from derive.normal import equal

from .mutants import mutants

LARGEST = 1100  # nodes of the networks that mutants are compared with; the default sizes of the hypercube go beyond
PRODUCTS = [
    f"{product}.{quantity}"
    for product in ("line(a) x ring(b)^2", "clique(c)^2 x bus(4)")
    for quantity in (
        "mean_distance",
        "diameter",
        "shortest_paths.farthest",
        "max_visit_ratio." + product.split(" x ")[0].split("^")[0],
    )
]

FAMILIES = ("ring", "toroid", "spanning-bus-hypercube", "mesh", "torus", "hypercube")
KEYS = [*(key for family in FAMILIES for key in keys(family)), *PRODUCTS]
OTHERS = [key for key in keys() if key not in KEYS]

LOWER = "binomial(m, x) is zero at x = -1, so that the term taken in is zero"
UPPER = (
    "binomials whose bottom exceeds their top, or whose top is negative, are zero: beyond the limit are only zero terms"
)
INNER = "where the upper limits that are left allow a larger index, another binomial of the summand is zero: only zero terms"
EQUIVALENT = {
    ("torus.nodes_at_distance", "lower limit of l"): LOWER,
    ("torus.nodes_at_distance", "upper limit of l"): UPPER,
    ("toroid.nodes_at_distance", "lower limit of j"): LOWER,
    ("toroid.nodes_at_distance", "lower limit of l"): LOWER,
    ("toroid.nodes_at_distance", "upper limit of j"): UPPER,
    ("toroid.nodes_at_distance", "upper limit of l"): INNER,
    ("mesh.pairs_at_distance", "lower limit of g"): LOWER,
    ("mesh.pairs_at_distance", "lower limit of j"): LOWER,
    ("mesh.pairs_at_distance", "lower limit of l"): LOWER,
    ("mesh.pairs_at_distance", "upper limit of g"): UPPER,
    ("mesh.pairs_at_distance", "upper limit of j"): INNER,
    ("mesh.pairs_at_distance", "upper limit of l"): INNER,
}


@cache
def measured(key: str) -> list[tuple[dict, Fraction]]:
    """The value at each default size (of networks that are not large), counted on graphs; the closed form has no part in it."""
    found = lemma(key)
    sizes = [size for size in default_sizes(found) if found.definition.nodes(size) <= LARGEST]
    return [(size, measured_value(found, size, found.measured.routings[0])) for size in sizes]


def value(found: Lemma, formula: sp.Basic, size: dict) -> Fraction | None:
    try:
        return evaluate(formula, {p.symbol: size[p.name] for p in found.domain.parameters})
    except (EvaluationError, ZeroDivisionError):
        return None


def with_closed_form(found: Lemma, formula: sp.Basic) -> Lemma:
    *steps, last = found.derivation.steps
    return replace(found, derivation=Derivation((*steps, replace(last, after=formula))))


@cache
def sorted_out(key: str) -> tuple[list, list]:
    """The mutants of a lemma: those with another value somewhere, and the first such size; those with none."""
    found = lemma(key)
    killed, left = [], []
    for what, mutant in mutants(found.closed_form):
        size = next((size for size, true in measured(key) if value(found, mutant, size) != true), None)
        if size is None:
            left.append((what, mutant))
        else:
            killed.append((what, mutant, size))
    return killed, left


@pytest.mark.parametrize("key", KEYS)
def test_closed_form_has_the_measured_values(key):
    found = lemma(key)
    assert all(value(found, found.closed_form, size) == true for size, true in measured(key))
    assert len(measured(key)) >= 10


@pytest.mark.parametrize("key", KEYS)
def test_every_mutant_is_refused_or_equal(key):
    found = lemma(key)
    killed, left = sorted_out(key)
    assert len(killed) >= 7
    for what, mutant, size in killed:
        with pytest.raises((Disagreement, EvaluationError, ZeroDivisionError)):
            list(compare(with_closed_form(found, mutant), size))
            pytest.fail(f"{what} of {key} agrees at {size}")
    for what, mutant in left:
        assert is_equivalent(found, what, mutant), f"{key} survives: {what}: {mutant}"


@pytest.mark.parametrize("key", KEYS)
def test_no_mutant_has_a_proof(key):
    """The last step of the derivation, made to end in the mutant, does not re-check (evenly chosen, where there are many)."""
    found = lemma(key)
    last = found.derivation.steps[-1]
    killed = sorted_out(key)[0]
    for what, mutant, _ in islice(killed, 0, None, 1 + len(killed) // 40):
        with pytest.raises(ProofError):
            replace(last, after=mutant).check()
            pytest.fail(f"{what} of {key} has a proof")


@pytest.mark.parametrize("key", KEYS)
def test_verify_reports_mutants(key):
    """All of verify on some mutants of each lemma: it fails, with a size and both values; the proof does not re-check."""
    found = lemma(key)
    killed = [kill for kill in sorted_out(key)[0] if value(found, *kill[1:]) is not None]
    for what, mutant, size in islice(killed, 1, None, 1 + len(killed) // 2):
        changed = with_closed_form(found, mutant)
        with pytest.raises(ProofError, match="step"):
            changed.check()
        verdict = verify_lemma(changed, [size])
        assert verdict.verdict == "fails", what
        assert verdict.proof is None
        assert verdict.counterexample["size"] == size
        assert Fraction(verdict.counterexample["closed form"]) == value(found, mutant, size)


def is_equivalent(found: Lemma, what: str, mutant: sp.Basic) -> bool:
    parameters = {p.symbol: p.minimum for p in found.domain.parameters}
    if equal(found.closed_form, mutant) or same_summands(found.closed_form, mutant):
        return True
    if (found.key, what.partition(":")[0]) in EQUIVALENT:
        return takes_in_only_zeros(found, mutant)
    return bool(same_for_all_sizes(mutant, found.closed_form, parameters, sp.And(*found.domain.relations)))


def the_changed_sums(one: sp.Basic, other: sp.Basic) -> list[tuple[sp.Sum, sp.Sum]]:
    """The pairs of sums in which two formulas differ, if they differ in one sum only."""
    old, new = (a.atoms(sp.Sum) - b.atoms(sp.Sum) for a, b in ((one, other), (other, one)))
    return [(o, n) for o in old for n in new if len(old) == len(new) == 1 and one.xreplace({o: n}) == other]


def same_summands(one: sp.Basic, other: sp.Basic) -> bool:
    """Whether the formulas differ in one sum, over the same ranges, whose summands are proved equal."""
    return any(o.limits == n.limits and equal(o.function, n.function) for o, n in the_changed_sums(one, other))


def takes_in_only_zeros(found: Lemma, mutant: sp.Basic) -> bool:
    """Whether the two ranges have the same terms other than zero, at larger sizes than those measured.

    The sums were equal at the sizes measured; here not only the sums are compared but the terms one by one.
    """
    pairs = the_changed_sums(found.closed_form, mutant)
    return bool(pairs) and all(
        terms(old, size) == terms(new, size)
        for old, new in pairs
        for size in larger_sizes(found)
        if case(found, size).has(old)
    )


def larger_sizes(found: Lemma) -> list[dict[sp.Symbol, int]]:
    first, second, distance = (p.symbol for p in found.domain.parameters)
    return [{first: n, second: count, distance: i} for n in (2, 3, 4, 7) for count in (1, 2, 4) for i in (0, 1, 4, 9)]


def case(found: Lemma, size: dict) -> sp.Basic:
    """The formula that the closed form is at a size."""
    formula = found.closed_form
    return (
        next(part for part, when in formula.args if holds(when, size)) if isinstance(formula, sp.Piecewise) else formula
    )


@cache
def _terms(total: sp.Sum, size: tuple) -> Counter:
    """The values other than zero that the summand takes, by the values of the indices."""
    points = [dict(size)]
    for index, lower, upper in reversed(total.limits):
        points = [
            {**point, index: number}
            for point in points
            for number in range(int(evaluate(lower, point)), int(evaluate(upper, point)) + 1)
        ]
    indices = [limit[0] for limit in total.limits]
    found = {tuple(point[i] for i in indices): evaluate(total.function, point) for point in points}
    return Counter({place: term for place, term in found.items() if term != 0})


def terms(total: sp.Sum, size: dict) -> Counter:
    return _terms(total, tuple(size.items()))


def test_reasons_are_all_needed():
    """An entry of the list that no mutant needs any more must go."""
    needed = {(key, what.partition(":")[0]) for key in KEYS for what, _ in sorted_out(key)[1]}
    assert set(EQUIVALENT) <= needed


def test_mutants_are_what_they_should_be():
    """Every coefficient, sign, exponent, residue and limit of a formula is among the places that are changed."""
    w, D, i, l = sp.symbols("w D i l", integer=True, positive=True)
    even = sp.Eq(sp.Mod(w, 2), 0)
    formula = sp.Piecewise((D * w ** (D + 1) / (w**D - 1) / 4, even), (w, True))
    found = {mutant for _, mutant in mutants(formula)}
    for change in (
        D * w ** (D + 1) / (w**D - 1) / 5,
        D * w ** (D + 1) / (w**D - 1) / 3,
        D * w ** (D + 2) / (w**D - 1) / 4,
        D * w**D / (w**D - 1) / 4,
        D * w ** (D + 1) / (w**D + 1) / 4,
        D * w ** (D + 1) / (w**D - 2) / 4,
        D * w ** (D + 1) / w**D / 4,
        D * w ** (D + 1) / (w ** (D + 1) - 1) / 4,
        -D * w ** (D + 1) / (w**D - 1) / 4,
        D**2 * w ** (D + 1) / (w**D - 1) / 4,
        w ** (D + 1) / (w**D - 1) / 4,
        D * w ** (D + 1) / (w**D - 1) / 2,
        D * w ** (D + 1) * (w**D - 1) / 4,
    ):
        assert sp.Piecewise((change, even), (w, True)) in found, change
    value, other = formula.args[0][0], w
    for condition in (
        sp.Eq(sp.Mod(w, 2), 1),
        sp.Eq(sp.Mod(w, 3), 0),
        sp.Ne(sp.Mod(w, 2), 0),
        sp.Eq(sp.Mod(w + 1, 2), 0),
    ):
        assert sp.Piecewise((value, condition), (other, True)) in found, condition
    assert sp.Piecewise((other, even), (value, True)) in found
    assert {formula + 1, formula - 1, -formula, 2 * formula, other} <= found
    total = sp.Sum((-1) ** l * sp.binomial(D, l), (l, 0, sp.floor(i / w)))
    changed = {mutant for _, mutant in mutants(total)}
    for limits in (
        (l, 1, sp.floor(i / w)),
        (l, -1, sp.floor(i / w)),
        (l, 0, sp.floor((i + 1) / w)),
        (l, 0, sp.ceiling(i / w)),
    ):
        assert sp.Sum(total.function, limits) in changed, limits
    assert sp.Sum((-1) ** l * sp.binomial(D + 1, l), (l, 0, sp.floor(i / w))) in changed
    assert formula not in found and total not in changed


def test_there_are_many():
    assert sum(len(killed) for killed, _ in map(sorted_out, KEYS)) > 2000


@pytest.mark.parametrize("key", OTHERS)
def test_other_families(key):
    """Families that are no products have closed forms with long sums: here only their sign, scale and constant are changed."""
    found = replace(lemma(key), fast=None)
    size = next(size for size in default_sizes(found) if found.value(size) not in (0, 1))
    true = measured_value(found, size, found.measured.routings[0])
    assert found.value(size) == true
    for what, mutant in islice(mutants(found.closed_form), 6):
        assert value(found, mutant, size) != true, what
        with pytest.raises(Disagreement):
            list(compare(with_closed_form(found, mutant), size))


FAST = [key for key in keys() if lemma(key).fast is not None]


@pytest.mark.parametrize("key", FAST)
def test_tables_have_the_values_of_the_closed_form(key):
    found = lemma(key)
    for size in default_sizes(found)[:10]:
        if found.definition.nodes(size) <= 200:
            assert found.fast(size) == value(found, found.closed_form, size), size


@pytest.mark.parametrize("key", FAST)
def test_verify_looks_at_the_closed_form_beside_the_tables(key):
    found = lemma(key)
    verdict = verify_lemma(with_closed_form(found, found.closed_form + 1), default_sizes(found)[:3])
    assert verdict.verdict == "fails"
