"""Formulas compared with true values, size by size: at the sizes given, and at further ones while time is left."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from netlemma.checks.base.time_budget import OutOfTime, TimeBudget
from netlemma.checks.formula.budget import TooExpensive
from netlemma.checks.formula.enclosure import value_text
from netlemma.checks.formula.formula import Formula
from netlemma.checks.formula.tokens import FormulaError
from netlemma.checks.judging.claimed_domain import ClaimedDomain, size_text
from netlemma.checks.judging.relation import EQUAL, ClaimedRelation
from netlemma.checks.judging.truth import Truth
from netlemma.derive.core.domain import Size

NUMBER = re.compile(r"(?<![\w.])[1-9][0-9]{0,3}(?![\w.])")  # of a formula, near which it may change
MOST_NUMBERS = 12
OUTSIDE = "outside the sizes given"
FURTHER_SECONDS = 5.0  # for sizes that are compared with the closed form alone


@dataclass
class SizeComparison:
    """A formula compared with true values, size by size.

    Parameters
    ----------
    equal : list of dict from str to int
        Sizes with equal values.
    counterexample : dict or None
        The first size with different values, and the values as text.
    undecided : list of dict from str to int
        Sizes with an irrational value too near to the true one to tell.
    skipped : list of dict from str to int
        Sizes whose values are too expensive.
    further : list of dict from str to int
        Sizes with values equal to the closed form, without a measurement.
    stopped : str
        Reason why not all sizes were reached; empty if they were.
    """

    equal: list[dict[str, int]] = field(default_factory=list)
    counterexample: dict[str, Any] | None = None
    undecided: list[dict[str, int]] = field(default_factory=list)
    skipped: list[dict[str, int]] = field(default_factory=list)
    further: list[dict[str, int]] = field(default_factory=list)
    stopped: str = ""

    @property
    def tried(self) -> bool:
        """Whether a value was compared."""
        return bool(self.equal or self.undecided or self.counterexample)


def compare_by_size(
    formula: Formula, truth: Truth, sizes: Iterable[Size], budget: TimeBudget, relation: ClaimedRelation = EQUAL
) -> SizeComparison:
    """Compare a formula with true values up to the first difference.

    Parameters
    ----------
    formula : Formula
        Formula in the sizes.
    truth : Truth
        True values.
    sizes : iterable of mapping from str to int
        Sizes, the smallest first.
    budget : TimeBudget
        Time of the answer.
    relation : Relation, default EQUAL
        Relation of the true value to that of the formula.

    Returns
    -------
    SizeComparison
        Sizes by outcome.

    Raises
    ------
    FormulaError
        If the formula has no value at a size, or is too expensive at all of them.
    """
    comparison = SizeComparison()
    refusal: FormulaError | None = None
    for size in sizes:
        try:
            budget.require()
            claimed = formula.evaluate(size, budget)
            true = truth.value(size)
        except TooExpensive as error:
            refusal = refusal or error
            comparison.skipped.append(dict(size))
            continue
        except OutOfTime:
            comparison.stopped = (
                f"the time ended before {size_text(size)}; --time raises it" if size else "the time ended"
            )
            break
        agreement = relation.holds(true, claimed)
        if agreement is None:
            comparison.undecided.append(dict(size))
        elif not agreement:
            comparison.counterexample = {"size": dict(size), "claimed": value_text(claimed), "true": value_text(true)}
            break
        else:
            comparison.equal.append(dict(size))
    if refusal and not comparison.tried and not comparison.stopped:
        raise refusal
    return comparison


def compare_further(
    formula: Formula,
    domain: ClaimedDomain,
    found: SizeComparison,
    budget: TimeBudget,
    relation: ClaimedRelation = EQUAL,
) -> None:
    """Compare a formula without a proof with the closed form, at sizes whose networks are not measured.

    Parameters
    ----------
    formula : Formula
        Formula in the sizes.
    domain : ClaimedDomain
        Domain, with the closed form.
    found : SizeComparison
        Comparison at the measured sizes, which gets the counterexample and the further sizes.
    budget : TimeBudget
        Time of the answer.
    relation : Relation, default EQUAL
        Relation of the true value to that of the formula.

    Raises
    ------
    FormulaError
        If the formula has no value at a size.
    """
    if found.counterexample or found.stopped:
        return
    numbers = sorted({int(each) for each in NUMBER.findall(str(formula))})[:MOST_NUMBERS]
    sizes = [size for size in domain.further(numbers=numbers) if size not in found.equal]
    try:
        more = compare_by_size(
            formula, domain.truth.by_closed_form(), sizes, TimeBudget(min(FURTHER_SECONDS, budget.left)), relation
        )
    except TooExpensive:
        return
    found.counterexample = more.counterexample
    found.further = more.equal
