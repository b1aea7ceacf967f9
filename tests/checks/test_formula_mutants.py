"""Mutants of all formulas, of lemmas and of papers: each gets the verdict ``fails``, or is equal to the lemma by a proof.

Formulas are changed in one place as text (:mod:`formula_mutants` has the kinds of changes) and judged as ``netlemma check``
and the claims of papers are. A mutant whose verdict is ``holds`` is equivalent by that proof, and is compared with the
lemma at further sizes by other code; so is each counterexample. A mutant without a value at a size is refused where the
first difference is; these are counted apart. Formulas with functions that users cannot write are in `test_mutation`.

Up to eight mutants of each formula, of all kinds, more than 9 000 of 60 000, are judged in parts, each of which prints its counts
by kind of change: ``pytest -m long -rP tests/checks/test_formula_mutants.py -k "0-of-32"``.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain

import mpmath
import pytest
import sympy as sp

from netlemma.checks.claims.claims import entry_of
from netlemma.checks.claims.papers import papers
from netlemma.checks.formula.formula import Formula, parse_condition, parse_formula
from netlemma.checks.judging.claim_entry import ClaimedDomain, ClaimEntry, by_size
from netlemma.checks.judging.judge import answer
from netlemma.checks.judging.reference_values import ReferenceValues, reference_values_of
from netlemma.derive import keys, lemma
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.typeset.expressions import formula_text
from netlemma.errors import FormulaError, InputError
from netlemma.graphs.sources import source

from .equal_sums import equal_but_for_zeros
from .equivalence import (
    even_exponents_dropped,
    is_whole,
    proved_equal,
    same_count,
    the_changed_sums,
    with_plain_limits,
    without_roundings,
)
from .formula_mutants import KINDS, Mutant, NoValue, holds, mutants, value

PARTS = 32
MOST = 8  # mutants of a formula that are judged
SEED = 16
OFFSETS = (0, 0, 0, 1, 1, 2, 3, 4, 6, 9, 13, 17)  # what random sizes exceed the least by
FURTHER = 150  # sizes at which a mutant that holds is compared once more, of a formula without or with one sum
COUNTED = ("nodes", "links", "wiener_index", "send", "echo")  # how many there are, or whole hops and packets added up
OUTCOMES = ("fails", "equal by proof", "without value", "undecided", "survived")


@dataclass(frozen=True)
class Original:
    """A formula that is mutated: the closed form of a lemma, one case of it, or a claim of a paper."""

    family: str
    quantity: str
    formula: str
    where: str = ""
    sizes: tuple = ()

    def entry(self, mutant: Mutant | None = None) -> ClaimEntry:
        formula, where = (mutant.formula, mutant.where) if mutant else (self.formula, self.where)
        condition = parse_condition(where) if where else None
        return ClaimEntry(self.family, self.quantity, parse_formula(formula), condition, dict(self.sizes) or None)

    @property
    def truth(self) -> ReferenceValues:
        return remembered(self.family, self.quantity)

    def mutants(self) -> list[Mutant]:
        entry = self.entry()
        return mutants(entry.formula, entry.where, self.truth.names)


@cache
def remembered(family: str, quantity: str) -> ReferenceValues:
    """The true values of a quantity, each of which is measured once."""
    return reference_values_of(source(family), quantity)


@cache
def originals() -> list[Original]:
    return [*of_lemmas(), *dict.fromkeys(of_papers())]


def of_lemmas(chosen: Iterable[str] | None = None) -> Iterator[Original]:
    for key in keys() if chosen is None else chosen:
        found, about = lemma(key), LemmaKey.parse(key)
        try:
            formula = parse_formula(formula_text(found.closed_form))
        except FormulaError:
            continue
        yield Original(*about, str(formula))


def of_papers() -> Iterator[Original]:
    for paper in papers().values():
        for claim in paper.claims:
            entry = entry_of(claim)
            sizes = tuple((name, tuple(values)) for name, values in (entry.sizes or {}).items())
            yield Original(entry.family, entry.quantity, str(entry.formula), str(entry.where or ""), sizes)


def outcome(original: Original, mutant: Mutant) -> tuple[str, str]:
    """What becomes of a mutant, and the reason in words."""
    truth, entry = original.truth, original.entry(mutant)
    try:
        verdict = answer(entry, truth)
    except (FormulaError, ArithmeticError, InputError) as error:
        return ("without value" if has_no_value(entry, truth) else "survived"), repr(error)
    if verdict.verdict == "fails":
        size = verdict.counterexample["size"]
        counts = is_in_domain(entry, truth, size) and differs(entry.formula, truth, size)
        return ("fails" if counts else "survived"), str(verdict.counterexample)
    different = first_difference(entry, truth)
    if verdict.verdict == "holds" or (verdict.verdict == "agrees" and is_proved_equal(entry, truth)):
        return ("survived" if different else "equal by proof"), f"{verdict.proof} {different or ''}"
    return ("survived" if different else "undecided"), f"{verdict.verdict}: {verdict.remark} {different or ''}"


def is_in_domain(entry: ClaimEntry, truth: ReferenceValues, size: dict[str, int]) -> bool:
    """Whether a claim is about a size."""
    fitting = not entry.sizes or all(size[name] in values for name, values in entry.sizes.items())
    return fitting and truth.domain.contains(size) and (entry.where is None or holds(entry.where, size))


def is_proved_equal(entry: ClaimEntry, truth: ReferenceValues) -> bool:
    """Whether a rule of :mod:`equivalence` shows that a formula is the closed form."""
    if truth.closed is None or entry.where is not None:
        return False
    least = {p.symbol: p.minimum for p in truth.domain.parameters}
    written, domain = entry.formula.to_sympy(truth.symbols), truth.domain.assumptions()
    if entry.quantity.partition(".")[0] in COUNTED and same_count(truth.closed, written, least):
        return True
    plain, closed = without_roundings(written, least), without_roundings(truth.closed, least)
    rounded = [(written, truth.closed), (plain, truth.closed), (plain, closed)]
    rounded.append((with_plain_limits(plain), with_plain_limits(closed)))
    for changed, closed in (map(even_exponents_dropped, pair) for pair in dict.fromkeys(rounded)):
        if (
            proved_equal(closed, changed, domain)
            or any(o.limits == n.limits and equal(o.function, n.function) for o, n in the_changed_sums(closed, changed))
            or equal(closed, changed)
            or equal_but_for_zeros(closed, changed, domain)
        ):
            return True
    return False


def differs(formula: Formula, truth: ReferenceValues, size: dict[str, int]) -> bool:
    """Whether a formula has no value, or another value than the true one, at a size."""
    true = truth.lemma.value(size) if truth.lemma else truth.value(size)
    try:
        found = value(formula, size)
    except NoValue:
        return True
    if isinstance(found, Fraction):
        return found != true
    with mpmath.workdps(60):
        return abs(found - mpmath.mpf(true.numerator) / true.denominator) > mpmath.mpf(10) ** -40


def further_sizes(entry: ClaimEntry, truth: ReferenceValues) -> Iterable[dict[str, int]]:
    """More sizes than those that a verdict compares: without a bound on the nodes where the lemma gives the values without nested sums."""
    domain = ClaimedDomain(truth, entry.where, entry.sizes)
    whole = domain.whole()
    if whole is not None:
        return whole
    if truth.lemma is None:
        return domain.first()
    sums = sum(len(s.limits) for s in truth.closed.atoms(sp.Sum)) if truth.closed is not None else 0
    largest = 10 ** (12 // max(sums, 1))  # sums within sums are slow to add up

    def small(size: dict[str, int]) -> bool:
        return truth.nodes(size) < largest

    most = FURTHER // max(sums, 1)
    legal = truth.domain.sizes(most, small)
    chance = random.Random(SEED)
    spread = ({p.name: p.minimum + chance.choice(OFFSETS) for p in truth.domain.parameters} for _ in range(4 * most))
    every = chain(legal, (size for size in spread if sums < 2 or (truth.domain.contains(size) and small(size))))
    return (size for size in every if truth.domain.contains(size) and domain.contains(size))


def has_no_value(entry: ClaimEntry, truth: ReferenceValues) -> bool:
    """Whether a formula is the lemma until the first size at which it has no value, or is about no size at all."""
    sizes = by_size(further_sizes(entry, truth))
    for size in sizes:
        try:
            value(entry.formula, size)
        except NoValue:
            return True
        if differs(entry.formula, truth, size):
            return False
    return not sizes


def first_difference(entry: ClaimEntry, truth: ReferenceValues) -> dict[str, int] | None:
    return next((size for size in further_sizes(entry, truth) if differs(entry.formula, truth, size)), None)


def judged(pairs: Iterable[tuple[Original, Mutant]]) -> tuple[Counter[tuple[str, str]], list[str]]:
    """How many mutants of each kind come to each outcome, and those that survive or are undecided."""
    counts: Counter[tuple[str, str]] = Counter()
    left = []
    for original, mutant in pairs:
        found, why = outcome(original, mutant)
        counts[mutant.kind, found] += 1
        if found in ("undecided", "survived"):
            left.append(f"{found}: {original.family} {original.quantity} {mutant.formula!r} {mutant.where!r}: {why}")
    return counts, left


def table(counts: Counter[tuple[str, str]]) -> str:
    """Counts by kind of change, and their sums."""
    rows = [f"{'kind':10}{'generated':>15}" + "".join(f"{name:>15}" for name in OUTCOMES)]
    for kind in (*KINDS, "all"):
        row = [sum(n for (k, o), n in counts.items() if kind in (k, "all") and o in (name, "")) for name in OUTCOMES]
        rows.append(f"{kind:10}{sum(row):15}" + "".join(f"{number:15}" for number in row))
    return "\n".join(rows)


SAMPLED = 4  # originals in the usual run, with as many mutants each


@pytest.mark.in_turn
def test_mutants_of_a_sample_fail_or_are_proved_equal():
    chance = random.Random(SEED)
    lemmas = of_lemmas(chance.sample(keys(), 10 * SAMPLED))  # all of them take long to derive
    both = ([each for each in some if 6 < len(each.formula) < 120] for some in (lemmas, of_papers()))
    chosen = [each for some in both for each in chance.sample(some, SAMPLED // 2)]
    pairs = [(each, mutant) for each in chosen for mutant in chance.sample(each.mutants(), SAMPLED)]
    counts, left = judged(pairs)
    assert not left, left
    assert sum(n for (_, found), n in counts.items() if found == "fails") > 8


def drawn(found: list[Mutant]) -> list[Mutant]:
    """Up to MOST mutants of a formula, always the same ones, of all kinds in turn: most of a kind change another number in the same way."""
    order = random.Random(SEED).sample(found, len(found))
    turns: Counter[str] = Counter()
    turn = {}
    for mutant in order:
        turn[mutant] = turns[mutant.kind]
        turns[mutant.kind] += 1
    return sorted(order, key=turn.__getitem__)[:MOST]


@pytest.mark.long
@pytest.mark.parametrize("part", [f"{number}-of-{PARTS}" for number in range(PARTS)])
def test_mutants_of_all_formulas_fail_or_are_proved_equal(part):
    number = int(part.partition("-")[0])
    chosen = originals()[number::PARTS]
    counts, left = judged((each, mutant) for each in chosen for mutant in drawn(each.mutants()))
    print("\n".join([f"part {part}: {len(chosen)} formulas", table(counts), *left]))
    assert not left, "\n".join(left)


@pytest.mark.long
def test_there_are_mutants_of_every_kind_of_all_lemmas_and_papers():
    of_formulas = [each.mutants() for each in originals()]
    for choice, in_all, of_a_kind in (of_formulas, 10_000, 100), (map(drawn, of_formulas), 3_000, 30):
        made = Counter(mutant.kind for found in choice for mutant in found)
        assert set(made) == set(KINDS) and made.total() >= in_all and min(made.values()) >= of_a_kind
    assert len(list(of_lemmas())) >= 0.9 * len(keys())  # the others have functions that users' formulas lack
    assert len(dict.fromkeys(of_papers())) >= 80


def test_mutants_are_changed_in_one_place():
    formula = parse_formula("piecewise(D*w/4, w even, sum(floor(i^2/w), i, 1, w - 1))")
    found = {(m.kind, m.formula) for m in mutants(formula, None, ["w", "D"])}
    last = "sum(floor(i^2/w), i, 1, w - 1)"
    for kind, text in (
        ("operator", f"piecewise(D/w/4, w even, {last})"),
        ("operator", f"piecewise(D*w, w even, {last})"),
        ("constant", f"piecewise(D*w/5, w even, {last})"),
        ("name", f"piecewise(D*D/4, w even, {last})"),
        ("rounding", f"piecewise(floor(D*w/4), w even, {last})"),
        ("parity", f"piecewise(D*w/4, w odd, {last})"),
        ("parity", f"piecewise({last}, w even, D*w/4)"),
        ("parity", "D*w/4"),
        ("exponent", "piecewise(D*w/4, w even, sum(floor(i^3/w), i, 1, w - 1))"),
        ("rounding", "piecewise(D*w/4, w even, sum(ceil(i^2/w), i, 1, w - 1))"),
        ("sum", "piecewise(D*w/4, w even, sum(floor(i^2/w), i, 1 + 1, w - 1))"),
        ("sum", "piecewise(D*w/4, w even, sum(floor(i^2/w), i, 1, w + 1))"),
        ("sum", "piecewise(D*w/4, w even, sum(floor((i + 1)^2/w), i, 1, w - 1))"),
    ):
        assert (kind, text) in found, text
    assert (str(formula), "") not in {(m.formula, m.where) for m in mutants(formula, None, ["w", "D"])}
    wheres = {m.where for m in mutants(formula, parse_condition("w >= 3 and D even"), ["w", "D"]) if m.kind == "domain"}
    assert {"", "w > 3 and D even", "w >= 3 or D even", "D even", "w >= 3 + 1 and D even"} <= wheres


PAIRS = "sum((-1)^l*binomial(n, l)*binomial(i - k*l + n - 1, n - 1), l, {}, {})"


@pytest.mark.parametrize(
    ("limits", "same"),
    [
        (("0", "floor(i/k)"), True),
        (("0", "min(n + 2, floor(i/k))"), True),
        (("-1", "min(n, floor(i/k))"), True),
        (("0", "min(n, floor(i/k) - 1)"), False),
        (("1", "min(n, floor(i/k))"), False),
        (("0", "min(k, floor(i/k))"), False),  # equal unless n and i are large
        (("0", "n"), False),  # binomials with a negative top: no value for users
    ],
)
def test_proofs_of_equal_sums(limits, same):
    truth = remembered("oneway-torus", "nodes_at_distance")
    changed = parse_formula(PAIRS.format(*limits)).to_sympy(truth.symbols)
    assert equal_but_for_zeros(truth.closed, changed, truth.domain.assumptions()) is same


DISTANCES = (
    "piecewise(1, i = 0, 6*i, i <= (a + b - 1)/2, 3*b - 3 + piecewise(2, {}, 0), i = (a + b)/2, 2, i = (a + 2*b)/3, "
    "6*a + 12*b - 18*i, {}, 0)"
)


@pytest.mark.parametrize(
    ("family", "quantity", "text", "same"),
    [
        ("hamming", "harary_index", "1/2*sum(q^d*binomial(d, i)*(q - 1)^i/i, i, 1, d + 1)", True),
        ("hamming", "harary_index", "1/2*sum(q^d*binomial(d, i)*(q - 1)^i/i, i, 1, d - 1)", False),
        ("hamming", "harary_index", "1/2*sum(q^d*binomial(d, i)*(q - 1)^i/i, i, 0, d)", False),
        ("eisenstein-jacobi", "nodes_at_distance", DISTANCES.format("i = b", "i <= floor((a + 2*b)/3)"), True),
        ("eisenstein-jacobi", "nodes_at_distance", DISTANCES.format("i <= b", "i <= (a + 2*b)/3"), False),
        ("eisenstein-jacobi", "nodes_at_distance", DISTANCES.format("a = b", "i < (a + 2*b)/4"), False),
    ],
)
def test_proofs_of_equal_limits_and_conditions(family, quantity, text, same):
    truth = remembered(family, quantity)
    changed = parse_formula(text).to_sympy(truth.symbols)
    assert equal_but_for_zeros(truth.closed, changed, truth.domain.assumptions()) is same


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("f^r*(f + 1)/2", True),
        ("f^(r - 1)*(f + 1)/2", False),  # odd at f = 2 and r = 1
        ("r*(f^r - f)/(f - 1)", True),
        ("r*(f^r - 2)/(f - 1)", False),
        ("f^(r - 2)", False),
        ("f^r/3", False),
        ("(1 - f^r)^r/(1 - f)^r", True),
        ("(1 - f^2 - 2*f^(r + 1) + 2*f^(r + 2))/(1 - f)^2", True),
        ("(1 - f^2 - 2*f^(r + 1) + 2*f^(r + 2))/(1 - f)^3", False),
        ("f^(r/2)", False),
        ("f*(f - 1)*(f + 1)/6", True),
        ("f*(f - 1)*(f + 1)/12", False),  # 1/2 at f = 2
        ("(f^(r + 2) - f^r)*r/12", False),  # 1/2 at f = 2 and r = 1
        ("(f^(2*r) - 1)*f^(2*r + 1)/12", True),
        ("factorial(r)*r*(r + 1)/2 - mod(r, 2) + f*mod(r, 2)", True),
        ("factorial(f)*f*(f - 1)/4", True),
        ("factorial(f)/4", False),
        ("(r - mod(r, 3))/3", True),
        ("(r - mod(r, 2))/3", False),
    ],
)
def test_proofs_of_whole_numbers(text, whole):
    truth = remembered("ring-butterfly", "send.short")
    least = {p.symbol: p.minimum for p in truth.domain.parameters}
    assert is_whole(parse_formula(text).to_sympy(truth.symbols), least) is whole


WORST = "piecewise({}, k even and n even, k^((n - 2)/2)*(k - 1)/2, n even, k^((n + 1)/2)/2, k even, k^((n - 1)/2)*(k - 1)/2)"


@pytest.mark.parametrize(
    "family, quantity, text, equal_to_it",
    [
        ("kneser", "links", "ceil(binomial(n, k)*binomial(n - k, k)/2)", True),
        ("kneser", "links", "ceil(binomial(n, k)*binomial(n - k, k)/3)", False),
        ("kneser", "links", "1 + ceil(binomial(n, k)*binomial(n - k, k)/2)", False),
        ("kneser", "links", "binomial(n, k)*ceil(binomial(n - k, k)/2)", False),  # n=5 k=2: 20, not 15
        ("circulant", "links", "2*n - floor(n*piecewise(1, n = 2*jumps_2, 0)/2)", True),
        ("kneser", "mean_distance", "ceil(2 - (binomial(n - k, k))/(binomial(n, k) - 1))", False),  # counts nothing
        ("torus", "worst_case.dimension-order.plus", WORST.format("floor(k^(n/2)/2)"), True),
        ("torus", "worst_case.dimension-order.plus", WORST.format("floor(k^(n/2)/4)"), False),
    ],
)
def test_proofs_that_a_rounding_changes_nothing(family, quantity, text, equal_to_it):
    original = Original(family, quantity, text)
    assert is_proved_equal(original.entry(), original.truth) is equal_to_it


def test_roundings_are_left_out_where_the_parity_makes_a_value_whole():
    truth = remembered("torus", "worst_case.dimension-order.plus")
    least = {p.symbol: p.minimum for p in truth.domain.parameters}
    for text, plain in (
        ("piecewise(n, k even, floor((k + 1)/2))", "piecewise(n, k even, (k + 1)/2)"),
        ("piecewise(n, k even, floor(k/2))", "piecewise(n, k even, floor(k/2))"),  # k is odd here
        ("piecewise(floor(k/2), k even, n)", "piecewise(k/2, k even, n)"),
    ):
        one, other = (parse_formula(each).to_sympy(truth.symbols) for each in (text, plain))
        assert without_roundings(one, least) == other


@pytest.mark.in_turn
def test_a_formula_that_is_wrong_far_from_the_smallest_sizes_fails():
    for family, quantity, text in (
        ("ring-shuffle", "latency", "piecewise(c*r, r <= 5, c*r + 1, f = 2, (c - 1)*(r + 1))"),
        ("oneway-torus", "nodes_at_distance", PAIRS.format(0, "min(k, floor(i/k))")),
        ("oneway-torus", "compositions.unequal", UNEQUAL.format("min(w, floor((i - l*w)/k))")),
    ):
        original = Original(family, quantity, text)
        assert outcome(original, Mutant("name", text, ""))[0] == "fails", text


UNEQUAL = (
    "sum(sum((-1)^(j + l)*binomial(m, j)*binomial(m, l)*binomial(i - j*k - l*w + 2*m - 1, 2*m - 1), j, 0, {}), "
    "l, 0, min(m, floor(i/w)))"
)


@pytest.mark.parametrize(
    ("last", "same"), [("ceil(n/2)", True), ("n", True), ("floor(n/2) - 1", False), ("floor((n - 1)/2)", False)]
)
def test_formulas_of_equal_sums_may_be_written_apart(last, same):
    n = {"n": sp.Symbol("n", integer=True, positive=True)}
    term = "sum(3^j*(2*binomial(n, 2*j) + binomial(n, 2*j + 1)), j, 0, {})"
    one, other = (
        parse_formula(text).to_sympy(n)
        for text in (f"(2*{term.format('floor(n/2)')} - 4)/(6*n)", f"{term.format(last)}/(3*n) - 2/3/n")
    )
    assert equal_but_for_zeros(one, other, [n["n"] >= 1]) is same
