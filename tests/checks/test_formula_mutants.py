"""Mutants of all formulas, of lemmas and of papers: each gets the verdict ``fails``, or is equal to the lemma by a proof.

Formulas are changed in one place as text (:mod:`formula_mutants` has the kinds of changes) and judged as ``netlemma check``
and the claims of papers are. A mutant whose verdict is ``holds`` is equivalent by that proof, and is compared with the
lemma at further sizes by other code; so is each counterexample. A mutant without a value at a size is refused where the
first difference is; these are counted apart. Formulas with functions that users cannot write are in `test_mutation`.

All mutants are judged in parts: ``pytest -m long -s tests/checks/test_formula_mutants.py -k "0-of-32"``; each prints its
counts by kind of change.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain

import mpmath
import pytest

from checks.base.inputs import InputError
from checks.claims.claimfile import entry_of
from checks.claims.papers import papers
from checks.formula.condition import parse_condition
from checks.formula.formula import Formula, parse_formula
from checks.formula.tokens import FormulaError
from checks.judging.claim_entry import ClaimEntry
from checks.judging.claimed_domain import ClaimedDomain, by_size
from checks.judging.judge import answer
from checks.judging.truth import Truth, truth_of
from derive import keys, lemma
from derive.algebra.expressions.normal_form import equal
from derive.core.lemma_key import LemmaKey
from derive.typeset.expressions import formula_text
from graphs.sources import source

from .equivalence import even_exponents_dropped, proved_equal, the_changed_sums, without_roundings
from .formula_mutants import KINDS, Mutant, NoValue, holds, mutants, value

PARTS = 32
SEED = 16
OFFSETS = (0, 0, 0, 1, 1, 2, 3, 4, 6, 9, 13, 17)  # what random sizes exceed the least by
FURTHER = 150  # sizes at which a mutant that holds is compared once more
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
    def truth(self) -> Truth:
        return remembered(self.family, self.quantity)

    def mutants(self) -> list[Mutant]:
        entry = self.entry()
        return mutants(entry.formula, entry.where, self.truth.names)


@cache
def remembered(family: str, quantity: str) -> Truth:
    """The true values of a quantity, each of which is measured once."""
    return truth_of(source(family), quantity)


@cache
def originals() -> list[Original]:
    return [*of_lemmas(), *dict.fromkeys(of_papers())]


def of_lemmas() -> Iterator[Original]:
    for key in keys():
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


def is_in_domain(entry: ClaimEntry, truth: Truth, size: dict[str, int]) -> bool:
    """Whether a claim is about a size."""
    fitting = not entry.sizes or all(size[name] in values for name, values in entry.sizes.items())
    return fitting and truth.domain.contains(size) and (entry.where is None or holds(entry.where, size))


def is_proved_equal(entry: ClaimEntry, truth: Truth) -> bool:
    """Whether a rule of :mod:`equivalence` shows that a formula is the closed form."""
    if truth.closed is None or entry.where is not None:
        return False
    least = {p.symbol: p.minimum for p in truth.domain.parameters}
    changed = even_exponents_dropped(without_roundings(entry.formula.to_sympy(truth.symbols), least))
    closed = even_exponents_dropped(truth.closed)
    return (
        proved_equal(closed, changed, truth.domain.assumptions())
        or any(o.limits == n.limits and equal(o.function, n.function) for o, n in the_changed_sums(closed, changed))
        or equal(closed, changed)
    )


def differs(formula: Formula, truth: Truth, size: dict[str, int]) -> bool:
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


def further_sizes(entry: ClaimEntry, truth: Truth) -> Iterable[dict[str, int]]:
    """More sizes than those that a verdict compares: without a bound on the nodes where the lemma gives the values."""
    domain = ClaimedDomain(truth, entry.where, entry.sizes)
    whole = domain.whole()
    if whole is not None:
        return whole
    if truth.lemma is None:
        return domain.first()
    legal = truth.domain.sizes(FURTHER, lambda size: truth.nodes(size) < 10**12)
    chance = random.Random(SEED)
    spread = ({p.name: p.minimum + chance.choice(OFFSETS) for p in truth.domain.parameters} for _ in range(4 * FURTHER))
    return (size for size in chain(legal, spread) if truth.domain.contains(size) and domain.contains(size))


def has_no_value(entry: ClaimEntry, truth: Truth) -> bool:
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


def first_difference(entry: ClaimEntry, truth: Truth) -> dict[str, int] | None:
    return next((size for size in further_sizes(entry, truth) if differs(entry.formula, truth, size)), None)
