"""No closed form can be changed and still verify: every single mutant of each lemma is refused, or proved equal.

The true values come from explicit networks, and where a case of a long finite sum begins at networks that are too large, from
the tables that verify compares it with. A mutant that has all of them must be equal to the closed form by a proof, or stand
in EQUIVALENT below with the reason. Of a lemma with many mutants, MOST spread evenly are looked at; all of them with -m long.
All of verify, and the proof of more than a few mutants, also are for one lemma in EACH alone; for all of them with -m long.
The usual run looks at some lemmas, drawn from three of each family, products and one with a reason in EQUIVALENT.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice

import pytest
import sympy as sp

from netlemma.checks.base.inputs import grid
from netlemma.checks.formula.equality import same_for_all_sizes
from netlemma.checks.lemmas.lemma_sizes import LARGEST_AT_EDGE, LARGEST_TERM_BY_TERM, case_sizes, default_sizes
from netlemma.checks.lemmas.measured_quantities import TRAFFIC_QUANTITIES, measured_value
from netlemma.checks.lemmas.verify import TERM_BY_TERM, compare_formulas, compare_sides, verify_lemma
from netlemma.derive import keys, lemma
from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.core.lemma import Derivation, Lemma
from netlemma.errors import Disagreement, EvaluationError, ProofError
from tests import turns
from tests.lemma_keys import drawn

from .equivalence import proved_equal, the_changed_sums
from .mutants import mutants

LARGEST = 1100  # nodes of the networks that mutants are compared with; the default sizes of the hypercube go beyond
SMALL = 256  # nodes of networks where all mutants are evaluated
MOST = 23  # mutants of a lemma; a prime, so that not always the same kind of change is taken
EACH = 8
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

# a Harary index has the whole formula of nodes_at_distance, whose mutants are looked at there, in a sum over all distances
KEYS = [*(key for key in keys() if not key.endswith(".harary_index")), *PRODUCTS]

UPPER = (
    "binomials whose bottom exceeds their top, or whose top is negative, are zero: beyond the limit are only zero terms"
)
EQUIVALENT = {
    ("toroid.nodes_at_distance", "upper limit of j"): UPPER,
    ("torus.nodes_at_distance", "upper limit of j"): UPPER,
    ("rectangular-torus.nodes_at_distance", "lower limit of d_1'"): "min(1, -1) + min(1, S_1 + 2) is zero",
    ("rectangular-torus.nodes_at_distance", "upper limit of d_1'"): "min(1, -1) + min(1, S_2 + 2) is zero",
    ("oneway-torus.compositions.equal", "upper limit of l"): UPPER,
    ("oneway-torus.compositions.full", "upper limit of l"): UPPER,
    ("oneway-torus.compositions.unequal", "upper limit of j"): UPPER,
}

MORE = {  # sizes besides, where a distance lies between i <= a/4 + 2b/3 and i <= a/3 + 2b/3, but is neither half of a + b nor whole
    "eisenstein-jacobi.nodes_at_distance": [{"a": 5, "b": 10, "i": 8}],
}


@cache
def measured(key: str) -> list[tuple[dict, Fraction]]:
    """The value at each default size (of networks that are not large), counted on graphs; the closed form has no part in it."""
    found = lemma(key)
    largest = LARGEST if found.fast is None else LARGEST_TERM_BY_TERM
    if found.measured.quantity.startswith("ring."):
        largest = LARGEST_AT_EDGE
    sizes = [size for size in default_sizes(found) if found.definition.nodes(size) <= largest] + MORE.get(key, [])
    return [(size, measured_value(found, size, found.measured.routings[0])) for size in sizes]


@cache
def known(key: str) -> list[tuple[dict, Fraction]]:
    """The measured values, and those of the tables where further cases of the closed form begin."""
    found = lemma(key)
    return measured(key) + [(size, found.value(size)) for size in case_sizes(found, default_sizes(found))]


def value(found: Lemma, formula: sp.Basic, size: dict) -> Fraction | None:
    """The value of a formula, each of its sums computed once for all the mutants that leave it as it is."""
    point = {p.symbol: size[p.name] for p in found.domain.parameters}
    try:
        if found.fast is None:
            return evaluate(formula, point)
        if isinstance(formula, sp.Piecewise):
            formula = next(part for part, when in formula.args if holds(when, point))
        named, names = named_sums(formula)
        return evaluate(named, point | {name: sum_value(s, tuple(point.items())) for name, s in names.items()})
    except (EvaluationError, ZeroDivisionError):
        return None


@cache
def named_sums(formula: sp.Basic) -> tuple[sp.Basic, dict[sp.Symbol, sp.Sum]]:
    """A formula with names for its sums, those that have no other sum's index in them."""
    names = {sp.Symbol(f"sum {NUMBERS.setdefault(total, len(NUMBERS))}"): total for total in formula.atoms(sp.Sum)}
    return formula.xreplace({total: name for name, total in names.items()}), names


NUMBERS: dict[sp.Sum, int] = {}


@cache
def sum_value(total: sp.Sum, point: tuple) -> Fraction:
    return evaluate(total, dict(point))


def with_closed_form(found: Lemma, formula: sp.Basic) -> Lemma:
    *steps, last = found.derivation.steps
    return replace(found, derivation=Derivation((*steps, replace(last, after=formula))))


@cache
def every_mutant(key: str) -> list[tuple[str, sp.Basic]]:
    return list(mutants(lemma(key).closed_form))


def some_mutants(key: str) -> list[tuple[str, sp.Basic]]:
    """Those that are looked at without -m long: all where there are few, else MOST and those with a reason in EQUIVALENT."""
    found = every_mutant(key)
    chosen = {number * len(found) // MOST for number in range(MOST)} if len(found) > MOST else set(range(len(found)))
    return [
        each for number, each in enumerate(found) if number in chosen or (key, each[0].partition(":")[0]) in EQUIVALENT
    ]


@cache
def sorted_out(key: str, whole: bool) -> tuple[list, list]:
    """The mutants of a lemma: those with another value somewhere, and the first such size; those with none.

    One that the rules prove to be equal is compared at small sizes only, where it would show a wrong proof.
    """
    found = lemma(key)
    killed, left = [], []
    for what, mutant in every_mutant(key) if whole else some_mutants(key):
        size = first_difference(key, mutant, small=True)
        if size is None and not proved_equal(found.closed_form, mutant, found.domain.assumptions()):
            size = first_difference(key, mutant, small=False)
        if size is None:
            left.append((what, mutant))
        else:
            killed.append((what, mutant, size))
    return killed, left


def first_difference(key: str, formula: sp.Basic, small: bool) -> dict | None:
    """The first size, small or with another case of the closed form, at which a formula in its place has another value."""
    found, larger = lemma(key), [size for size, _ in measured(key) if lemma(key).definition.nodes(size) > SMALL]
    chosen = [(size, true) for size, true in known(key) if (size not in larger) == small]
    return next((size for size, true in chosen if value(found, formula, size) != true), None)


def has_the_measured_values(key: str) -> None:
    found = lemma(key)
    assert (key in FAST) == (found.fast is not None)
    assert all(value(found, found.closed_form, size) == true for size, true in known(key))
    few = found.measured.quantity in (*TRAFFIC_QUANTITIES, "bisection") or {
        "written argument",
        "places that differ",
        "induction over symbols",
        "by definition",
        "diameter two",
        "words read by automata",
        "shifts of words",
        "solutions in a field",
        "diagonals meet",
        "doubling",
    } & {*found.proof_kinds}
    small = sum(found.definition.nodes(size) <= LARGEST for size in found.domain.sizes(10))
    least = 3 if found.measured.quantity == "deadlock_rank" else max(5, 5 if few else small)
    assert len(measured(key)) >= least  # of 2 to 896 nodes


USUAL = {*drawn(KEYS, 3), *PRODUCTS, "oneway-torus.compositions.equal"}
NAME = "test_closed_form_is_true_and_every_mutant_is_refused_or_equal"


@pytest.mark.parametrize("key", turns.drawn(NAME, [key for key in KEYS if key in USUAL], 4))
def test_closed_form_is_true_and_every_mutant_is_refused_or_equal(key):
    """By what verify compares; none has a proof, and some are given to the whole of verify."""
    has_the_measured_values(key)
    all_are_refused_or_equal(key, whole=False)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_every_mutant_without_exception_is_refused_or_equal(key):
    """None left out: all there are, of each lemma."""
    has_the_measured_values(key)
    all_are_refused_or_equal(key, whole=True)


def all_are_refused_or_equal(key: str, whole: bool) -> None:
    found, looked_at = lemma(key), every_mutant(key) if whole else some_mutants(key)
    killed, left = sorted_out(key, whole=whole)
    assert len(killed) >= (7 if found.closed_form.free_symbols else 4)
    assert len(every_mutant(key)) >= sum(not part.args for part in sp.preorder_traversal(found.closed_form))
    assert len(killed) + len(left) == len(looked_at) >= min(MOST, len(every_mutant(key)))
    thorough = whole or KEYS.index(key) % EACH == 0
    for what, mutant, size in killed:
        with pytest.raises((Disagreement, EvaluationError, ZeroDivisionError)):
            list(comparison(found, size)(with_closed_form(found, mutant), size))
            pytest.fail(f"{what} of {key} agrees at {size}")
    for what, mutant in left:
        assert is_equivalent(found, what, mutant), f"{key} survives: {what}: {mutant}"
    no_mutant_has_a_proof(found, killed, 25 if thorough and found.strength == "proved" else 5 if thorough else 2)
    if thorough:
        verify_reports_a_mutant(found, killed)
    if key.partition(".")[2] in PROVERS:
        the_rules_show_nothing(found, killed)
    assert {entry for entry in EQUIVALENT if entry[0] == key} <= needed_reasons(key, left), "reasons that nothing needs"


def comparison(found: Lemma, size: dict):
    """What verify compares at a size."""
    return compare_sides if any(size == small for small, _ in measured(found.key)) else compare_formulas


def no_mutant_has_a_proof(found: Lemma, killed: list, number: int) -> None:
    """The last step of the derivation, made to end in one of so many mutants, evenly chosen, does not re-check."""
    last = found.derivation.steps[-1]
    for what, mutant, _ in islice(killed, 0, None, 1 + len(killed) // number):
        with pytest.raises((ProofError, EvaluationError, ZeroDivisionError)):
            replace(last, after=mutant).check()
            pytest.fail(f"{what} of {found.key} has a proof")


PROVERS = ("mean_distance", "visit_ratio.ring", "bottleneck", "visit_ratio.bus-0", "visit_ratio.column")
PROVERS += (
    "dimensions_left",
    "ring_count",
    "pairs_at_distance",
    "shortest.pairs_at_distance",
    "shortest.total_distance",
)


def the_rules_show_nothing(found: Lemma, killed: list) -> None:
    """Of a mutant with another value nothing is proved (of many of the column links' mutants, every seventh)."""
    for what, mutant, size in killed[:: 7 if len(killed) > 500 else 1]:
        assert not proved_equal(found.closed_form, mutant, found.domain.assumptions()), f"{what} at {size}"


def verify_reports_a_mutant(found: Lemma, killed: list) -> None:
    """All of verify, on a mutant in the middle: it fails, with a size and both values; the proof does not re-check."""
    with_values = [kill for kill in killed if value(found, *kill[1:]) is not None]
    what, mutant, size = with_values[len(with_values) // 2]
    changed = with_closed_form(found, mutant)
    verdict = verify_lemma(changed, [size] if comparison(found, size) is compare_sides else None)
    assert verdict.verdict == "fails", what
    assert verdict.proof is None
    assert verdict.remark.startswith("the proof does not re-check: step")
    assert verdict.counterexample["size"] == size
    told = verdict.counterexample["closed form" if found.fast is None else TERM_BY_TERM]
    assert Fraction(told) == value(found, mutant, size)


def is_equivalent(found: Lemma, what: str, mutant: sp.Basic) -> bool:
    parameters = {p.symbol: p.minimum for p in found.domain.parameters}
    if is_proved_equal(found.key, mutant):
        return True
    if (found.key, what.partition(":")[0]) in EQUIVALENT:
        return takes_in_only_zeros(found, mutant)
    return bool(same_for_all_sizes(mutant, found.closed_form, parameters, sp.And(*found.domain.relations)))


@cache
def is_proved_equal(key: str, mutant: sp.Basic) -> bool:
    found, closed = lemma(key), lemma(key).closed_form
    return (
        proved_equal(closed, mutant, found.domain.assumptions())
        or same_summands(closed, mutant)
        or equal(closed, mutant)
    )


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
    if len(found.domain.parameters) == 4:
        legal = [size for size in grid(dict(zip(found.domain.names, FOUR, strict=True))) if found.domain.contains(size)]
        return [{p.symbol: size[p.name] for p in found.domain.parameters} for size in legal]
    first, second, distance = (p.symbol for p in found.domain.parameters)
    return [{first: n, second: count, distance: i} for n in (2, 3, 4, 7) for count in (1, 2, 4) for i in (0, 1, 4, 9)]


FOUR = ((2, 3, 5), (2, 3, 4), (0, 1, 2, 3), (0, 4, 7, 13))  # values of four parameters in their order


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


def needed_reasons(key: str, left: list) -> set:
    """The survivors of a lemma that no proof settles."""
    return {(key, what.partition(":")[0]) for what, mutant in left if not is_proved_equal(key, mutant)}


def test_reasons_are_about_lemmas():
    assert {key for key, _ in EQUIVALENT} <= set(KEYS)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "entry",
    [
        ("oneway-torus.nodes_at_distance", "upper limit of i"),  # no such index
        ("oneway-torus.mean_distance", "upper limit of l"),  # a lemma without sums
        ("cube-connected-cycles.mean_distance", "upper limit of t"),  # survivors, and all of them proved equal
        ("dual-bus-hypercube.mean_distance", "w -> w - 1"),
        ("r-ary-m-cube.mean_distance", "lower limit of k"),  # every one has another value somewhere
    ],
)
def test_reasons_for_nothing_are_noticed(entry, monkeypatch):
    """Planted: an entry that no survivor needs."""
    monkeypatch.setitem(EQUIVALENT, entry, UPPER)
    assert entry not in needed_reasons(entry[0], sorted_out.__wrapped__(entry[0], whole=False)[1])


@pytest.mark.in_turn
def test_a_reason_does_not_save_a_mutant_that_takes_in_more(monkeypatch):
    """Planted: a reason for mutants that are not equal; its terms are looked at one by one."""
    found = lemma("oneway-torus.compositions.equal")
    wrong = [
        (what, mutant) for what, mutant, _ in sorted_out(found.key, whole=False)[0] if what.startswith("upper limit")
    ]
    assert wrong
    for what, mutant in wrong:
        monkeypatch.setitem(EQUIVALENT, (found.key, what.partition(":")[0]), UPPER)
        assert not is_equivalent(found, what, mutant), what


@pytest.mark.in_turn
def test_a_mutant_without_a_value_is_not_proved_equal():
    """One term more, whose number of words is zero and in which 0^g has no value, is no term that is zero."""
    found = lemma("r-ary-m-cube.visit_ratio.column")
    (total,) = (s for s in found.closed_form.atoms(sp.Sum) if len(s.limits) == 5)
    for position in (1, 3):
        index, _, upper = total.limits[position]
        limits = [(index, -1, upper) if n == position else old for n, old in enumerate(total.limits)]
        wrong = found.closed_form.xreplace({total: sp.Sum(total.function, *limits)})
        assert value(found, wrong, {"R": 2, "M": 3}) is None
        assert not proved_equal(found.closed_form, wrong, found.domain.assumptions())


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


FAST = [  # written down, so that collecting the tests derives nothing
    "cube-connected-cycles.mean_distance",
    "cube-connected-cycles.visit_ratio.ring",
    "cube-connected-cycles.bottleneck",
    "r-ary-m-cube.mean_distance",
    "r-ary-m-cube.visit_ratio.cylinder",
    "r-ary-m-cube.visit_ratio.column",
]


@pytest.mark.parametrize("key", FAST)
def test_tables_have_the_values_of_the_closed_form(key):
    found = lemma(key)
    for size in default_sizes(found)[:10]:
        if found.definition.nodes(size) <= 200:
            assert found.fast(size) == value(found, found.closed_form, size), size


@pytest.mark.in_turn
@pytest.mark.parametrize("key", FAST)
def test_verify_looks_at_the_closed_form_beside_the_tables(key):
    found = lemma(key)
    verdict = verify_lemma(with_closed_form(found, found.closed_form + 1), default_sizes(found)[:3])
    assert verdict.verdict == "fails"
