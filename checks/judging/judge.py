"""Verdicts on formulas: proved equal to a lemma, enumerated, refuted by the smallest counterexample, or only compared size by size."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy

from netlemma.base.names import assignments
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.arithmetic import value_text
from netlemma.checks.formula.equality import never_zero, same_for_all_sizes
from netlemma.checks.formula.formula import Formula
from netlemma.checks.judging.claim_entry import (
    EQUAL,
    ClaimedDomain,
    ClaimedRelation,
    ClaimEntry,
    by_size,
    given_sizes,
    restricted,
)
from netlemma.checks.judging.reference_values import ReferenceValues, reference_values_of
from netlemma.derive.algebra.normal_form import put_in
from netlemma.derive.core.claim import Verdict
from netlemma.derive.core.domain import Size
from netlemma.errors import FormatError, InputError, NetworkError, OutOfTime, TooExpensive
from netlemma.graphs.sources import source

# Formulas compared with true values, size by size: at the sizes given, and at further ones while time is left.


NUMBER = re.compile(r"(?<![\w.])[1-9][0-9]{0,3}(?![\w.])")  # of a formula, near which it may change
MOST_NUMBERS = 12
OUTSIDE = "outside the sizes given"
FURTHER_SECONDS = 5.0  # for sizes that are compared with the closed form alone


@dataclass
class SizeComparison:
    """A formula compared with true values, size by size.

    equal: Sizes with equal values.
    counterexample: The first size with different values, and the values as text.
    undecided: Sizes with an irrational value too near to the true one to tell.
    skipped: Sizes whose values are too expensive.
    absent: The first size without a network, and why it has none.
    further: Sizes with values equal to the closed form, without a measurement.
    stopped: Reason why not all sizes were reached; empty if they were.
    """

    equal: list[dict[str, int]] = field(default_factory=list)
    counterexample: dict[str, Any] | None = None
    undecided: list[dict[str, int]] = field(default_factory=list)
    skipped: list[dict[str, int]] = field(default_factory=list)
    further: list[dict[str, int]] = field(default_factory=list)
    absent: str = ""
    stopped: str = ""

    @property
    def tried(self) -> bool:
        """Whether a value was compared."""
        return bool(self.equal or self.undecided or self.counterexample)


def compare_by_size(
    formula: Formula,
    truth: ReferenceValues,
    sizes: Iterable[Size],
    budget: TimeBudget,
    relation: ClaimedRelation = EQUAL,
) -> SizeComparison:
    """Compare a formula with true values up to the first difference."""
    comparison = SizeComparison()
    refusal: InputError | None = None
    for size in sizes:
        try:
            budget.require()
            claimed = formula.evaluate(size, budget)
            true = truth.value(size)
        except TooExpensive as error:
            refusal = refusal or error
            comparison.skipped.append(dict(size))
            continue
        except (FormatError, NetworkError) as error:  # of a user's builder, such as one node without a link
            refusal = refusal or error
            comparison.absent = comparison.absent or f"no network at {assignments(size)}: {error}"
            continue
        except OutOfTime:
            comparison.stopped = (
                f"the time ended before {assignments(size)}; `time` raises it" if size else "the time ended"
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
    """Compare a formula without a proof with the closed form, at sizes whose networks are not measured."""
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


# Verdicts on formulas: proved equal to a lemma, enumerated, refuted by the smallest counterexample, or only tried.


def judge(claim: ClaimEntry) -> Verdict:
    """Judge a claim by comparison with the proved lemma, and with a measurement where the network is small.

    Parameters
    ----------
    claim : ClaimEntry
        Claim of a file or of a paper; it is about all sizes of the family that its condition and its sizes admit.

    Returns
    -------
    Verdict
        Verdict on the claim.

    Raises
    ------
    InputError
        If there is no such family or quantity, a name is no parameter, or no size fulfils the condition.
    ArithmeticError
        If lemma and measurement disagree, so that no verdict is possible.

    Examples
    --------
    >>> from netlemma.checks.formula.formula import parse_formula
    >>> found = judge(ClaimEntry("oneway-torus", "diameter", parse_formula("n*k/4")))
    >>> found.verdict, found.counterexample, found.correction
    ('fails', {'size': {'k': 2, 'n': 1}, 'claimed': '1/2', 'true': '1'}, 'n*(k - 1)')
    >>> judge(ClaimEntry("oneway-torus", "diameter", parse_formula("n*k - n"))).verdict
    'holds'
    """
    return answer(claim, reference_values_of(source(claim.family), claim.quantity))


def answer(
    claim: ClaimEntry,
    truth: ReferenceValues,
    tried: Mapping[str, Sequence[int]] | None = None,
    budget: TimeBudget | None = None,
) -> Verdict:
    """Judge a formula as a claim about all sizes of its domain.

    It is compared at the sizes that the user gives and at the first sizes of the domain, smallest first, and with the
    closed form for all sizes.
    """
    budget = budget or TimeBudget()
    domain = ClaimedDomain(truth, claim.where, claim.sizes)
    _require_names(claim.formula, truth)
    given = given_sizes(domain, tried)
    whole = domain.whole()
    sizes = by_size([*given, *(domain.first() if whole is None else whole)])
    if not sizes:
        where = f" where {domain.stated}" if domain.stated else ""
        if truth.open_domain:
            raise InputError(f"{truth.source.title}: none of the sizes given fulfils {domain.stated}")
        raise InputError(f"{truth.key}: no size{where} was found in the domain {truth.domain.describe()}")
    relation = claim.relation
    comparison = compare_by_size(claim.formula, truth, sizes, budget, relation)
    proof = None
    if not comparison.counterexample:
        complete = whole is not None and len(comparison.equal) == len(sizes)
        proof = _enumerated(truth, whole or [], relation) if complete else proof_of(claim.formula, domain, relation)
        if not proof and whole is None:
            compare_further(claim.formula, domain, comparison, budget, relation)
    evidence: dict[str, object] = {
        **({"lemma": truth.lemma.key} if truth.lemma else {}),
        "formula": str(claim.formula),
        "where": str(domain.stated or ""),
        **({"relation": relation.sign} if relation != EQUAL else {}),
        "measured": len(truth.measured),
    }
    if tried and comparison.counterexample and comparison.counterexample["size"] not in given:
        evidence["outside"] = OUTSIDE
    if beyond := _beyond(claim, domain, proof, comparison, budget):
        evidence["beyond"] = {"where": str(claim.where), **beyond}
    verdict, remark = _verdict(comparison, proof, relation)
    return Verdict(
        key=claim.key, source=claim.source,
        locator=claim.locator, reading=claim.reading, verdict=verdict, proof=proof if verdict == "holds" else None,
        sizes=tuple(comparison.equal), counterexample=comparison.counterexample,
        correction=_correction(domain) if comparison.counterexample else None,
        remark=remark, evidence=evidence, domain=domain.text,
    )  # fmt: skip


def _require_names(formula: Formula, truth: ReferenceValues) -> None:
    if "N" in formula.names and "N" not in truth.names and truth.count is not None:
        from netlemma.derive.typeset.expressions import formula_text

        raise InputError(
            f"N is no size of {truth.source.title}: write its number of nodes, {formula_text(truth.count)}"
        )
    formula.require_names(truth.names)


def _verdict(found: SizeComparison, proof: str | None, relation: ClaimedRelation) -> tuple[str, str]:
    """The verdict and its remark."""
    reached = [each for each in (found.stopped, found.absent) if each]
    if found.skipped:
        reached.append(
            f"not computed at {assignments(found.skipped[0])} and {len(found.skipped) - 1} others: too expensive"
        )
    if found.counterexample:
        return "fails", ""
    if proof:
        return "holds", "; ".join(reached)
    if found.undecided:
        first = assignments(found.undecided[0])
        words = f"not decided at {len(found.undecided)} sizes, such as {first}: the formula is not rational there"
        return "unknown", "; ".join([words, *reached])
    if not found.equal:
        return "unknown", "; ".join(["no size was compared", *reached])
    last = f", the last {assignments(found.equal[-1])}" if reached else ""
    more = f" and at {len(found.further)} further ones of the closed form" if found.further else ""
    true = "equal" if relation == EQUAL else f"true ({relation.words})"
    if len(found.equal) == 1 and not (last or more):
        words = f"{true} at {assignments(found.equal[0])} alone: give more sizes by `sizes`; not proved for the others"
    else:
        words = f"{true} at the {len(found.equal)} sizes tried{last}{more}; not proved for the others"
    return "agrees", "; ".join([words, *reached])


def _enumerated(truth: ReferenceValues, whole: Sequence[Size], relation: ClaimedRelation) -> str:
    if len(whole) > 1:
        return f"all {len(whole)} sizes that it speaks of compared with {truth.cited}"
    size = f" at {assignments(whole[0])}, the one network that it is about" if truth.names else ""
    cited = truth.cited if truth.names else "the exact measurement of the one network that it is about"
    if relation == EQUAL:
        return f"equal to {cited}{size}"
    return f"{value_text(truth.value(whole[0]))} is {relation.words} it, by {cited}{size}"


def proof_of(formula: Formula, domain: ClaimedDomain, relation: ClaimedRelation = EQUAL) -> str | None:
    """The reason why a closed form is in a relation to a formula at all sizes of a domain; None if it is not proved."""
    truth = domain.truth
    if truth.closed is None:
        return None
    try:
        symbolic = formula.to_sympy(truth.symbols)
    except InputError:  # it has values at the sizes tried, but no symbolic form
        return None
    minima = {p.symbol: p.minimum for p in truth.domain.parameters}
    for divisor in formula.cancelled(truth.symbols):
        if not never_zero(divisor, minima, domain.condition):
            return None
    if not relation.proved(symbolic, truth.closed, minima, domain.condition):
        return None
    cited = f"{truth.cited}," if "," in truth.cited else truth.cited
    sizes = f"for all sizes with {restricted(None, domain.only)}" if domain.only else "for all sizes"
    return f"equal to {cited} {sizes}" if relation == EQUAL else f"{cited} is {relation.words} the formula {sizes}"


def _beyond(
    claim: ClaimEntry, domain: ClaimedDomain, proof: str | None, found: SizeComparison, budget: TimeBudget
) -> dict[str, object]:
    """How far a formula with a condition reaches beyond the sizes that it is claimed for."""
    sizes = [] if found.counterexample else domain.beyond()
    if not sizes:
        return {}
    whole = ClaimedDomain(domain.truth, None, domain.only)
    if proof and proof_of(claim.formula, whole, claim.relation):
        return {"verdict": "holds", "domain": whole.text, "counterexample": None}
    try:
        further = compare_by_size(claim.formula, domain.truth, sizes, budget, claim.relation)
    except InputError as error:  # the formula has no value there, or the network no such class of links
        return {"verdict": "unknown", "domain": whole.text, "counterexample": None, "remark": str(error)}
    verdict = "fails" if further.counterexample else "agrees" if further.equal else "unknown"
    return {"verdict": verdict, "domain": whole.text, "counterexample": further.counterexample}


def _correction(domain: ClaimedDomain) -> str | None:
    """The closed form as it reads where the claim is made: with the fixed sizes put in, and one case of it if that is
    proved to be enough.
    """
    from netlemma.derive.typeset.expressions import formula_text

    closed = domain.truth.closed
    if closed is None:
        return None
    minima = {p.symbol: p.minimum for p in domain.truth.domain.parameters}
    symbols = domain.truth.symbols
    fixed = {symbols[name]: values[0] for name, values in domain.fixed.items() if len(values) == 1}
    if fixed and len(fixed) == len(symbols):
        return value_text(domain.truth.value({symbol.name: value for symbol, value in fixed.items()}))
    closed = put_in(closed, fixed)
    if domain.where is not None and isinstance(closed, sympy.Piecewise):
        for case, _ in closed.args:
            if same_for_all_sizes(case, closed, minima, domain.condition):
                return formula_text(case)
    return formula_text(closed)
