"""Verdicts on formulas: proved equal to a lemma, enumerated, refuted by the smallest counterexample, or only tried."""

from collections.abc import Mapping, Sequence

import sympy

from netlemma.checks.base.inputs import InputError
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.equality.equal import never_zero, same_for_all_sizes
from netlemma.checks.formula.formula import Formula
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.checks.judging.claimed_domain import ClaimedDomain, by_size, given_sizes, size_text
from netlemma.checks.judging.comparison import OUTSIDE, SizeComparison, compare_by_size, compare_further
from netlemma.checks.judging.relation import EQUAL, ClaimedRelation
from netlemma.checks.judging.truth import Truth, truth_of
from netlemma.derive.core.claim import Verdict
from netlemma.derive.core.domain import Size
from netlemma.graphs.sources import source


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
    return answer(claim, truth_of(source(claim.family), claim.quantity))


def answer(
    claim: ClaimEntry,
    truth: Truth,
    tried: Mapping[str, Sequence[int]] | None = None,
    budget: TimeBudget | None = None,
) -> Verdict:
    """Judge a formula as a claim about all sizes of its domain.

    It is compared at the sizes that the user gives and at the first sizes of the domain, smallest first, and with the
    closed form for all sizes.

    Parameters
    ----------
    claim : ClaimEntry
        Formula with its domain.
    truth : Truth
        True values.
    tried : mapping from str to sequence of int or None, optional
        Sizes at which the user wants it to be tried.
    budget : TimeBudget or None, optional
        Time of the answer; no limit if None.

    Returns
    -------
    Verdict
        Verdict with its domain and evidence.

    Raises
    ------
    InputError
        For an unknown name, or if no size is in the domain.
    """
    budget = budget or TimeBudget()
    domain = ClaimedDomain(truth, claim.where, claim.sizes)
    _require_names(claim.formula, truth)
    given = given_sizes(domain, tried)
    whole = domain.whole()
    sizes = by_size([*given, *(domain.first() if whole is None else whole)])
    if not sizes:
        where = f" where {claim.where}" if claim.where else ""
        if truth.open_domain:
            raise InputError(f"{truth.source.title}: none of the sizes given fulfils {claim.where}")
        raise InputError(f"{truth.key}: no size{where} was found in the domain {truth.domain.describe()}")
    relation = claim.relation
    comparison = compare_by_size(claim.formula, truth, sizes, budget, relation)
    proof = None
    if not comparison.counterexample:
        complete = whole is not None and len(comparison.equal) == len(sizes)
        proof = _enumerated(domain, truth, whole or []) if complete else proof_of(claim.formula, domain, relation)
        if not proof and whole is None:
            compare_further(claim.formula, domain, comparison, budget, relation)
    evidence: dict[str, object] = {
        **({"lemma": truth.lemma.key} if truth.lemma else {}),
        "formula": str(claim.formula),
        "where": str(claim.where or ""),
        **({"relation": relation.sign} if relation != EQUAL else {}),
        "measured": len(truth.measured),
    }
    if tried and comparison.counterexample and comparison.counterexample["size"] not in given:
        evidence["outside"] = OUTSIDE
    evidence |= _beyond(claim, domain, proof, comparison, budget)
    verdict, remark = _verdict(comparison, proof, relation)
    return Verdict(
        key=claim.key, source=claim.source,
        locator=claim.locator, reading=claim.reading, verdict=verdict, proof=proof if verdict == "holds" else None,
        sizes=tuple(comparison.equal), counterexample=comparison.counterexample,
        correction=_correction(domain) if comparison.counterexample else None,
        remark=remark, evidence=evidence, domain=domain.text,
    )  # fmt: skip


def _require_names(formula: Formula, truth: Truth) -> None:
    if "N" in formula.names and "N" not in truth.names and truth.count is not None:
        from netlemma.derive.typeset.expressions import formula_text

        raise InputError(
            f"N is no size of {truth.source.title}: write its number of nodes, {formula_text(truth.count)}"
        )
    formula.require_names(truth.names)


def _verdict(found: SizeComparison, proof: str | None, relation: ClaimedRelation) -> tuple[str, str]:
    """The verdict and its remark."""
    reached = [found.stopped] if found.stopped else []
    if found.skipped:
        reached.append(
            f"not computed at {size_text(found.skipped[0])} and {len(found.skipped) - 1} others: too expensive"
        )
    if found.counterexample:
        return "fails", ""
    if proof:
        return "holds", "; ".join(reached)
    if found.undecided:
        first = size_text(found.undecided[0])
        words = f"not decided at {len(found.undecided)} sizes, such as {first}: the formula is not rational there"
        return "unknown", "; ".join([words, *reached])
    if not found.equal:
        return "unknown", "; ".join(["no size was compared", *reached])
    last = f", the last {size_text(found.equal[-1])}" if reached else ""
    more = f" and at {len(found.further)} further ones of the closed form" if found.further else ""
    true = "equal" if relation == EQUAL else f"true ({relation.words})"
    if len(found.equal) == 1 and not (last or more):
        words = f"{true} at {size_text(found.equal[0])} alone: give more sizes by --sizes; not proved for the others"
    else:
        words = f"{true} at the {len(found.equal)} sizes tried{last}{more}; not proved for the others"
    return "agrees", "; ".join([words, *reached])


def _enumerated(domain: ClaimedDomain, truth: Truth, whole: Sequence[Size]) -> str:
    if not truth.names:
        return "equal to the exact measurement of the one network that it is about"
    return f"all {len(whole)} sizes that it speaks of compared with {truth.cited}"


def proof_of(formula: Formula, domain: ClaimedDomain, relation: ClaimedRelation = EQUAL) -> str | None:
    """The reason why a closed form is in a relation to a formula at all sizes of a domain; None if it is not proved.

    Parameters
    ----------
    formula : Formula
        Formula in the sizes.
    domain : ClaimedDomain
        Domain, with the closed form.
    relation : Relation, default EQUAL
        Relation of the closed form to the formula.

    Returns
    -------
    str or None
        Reason.
    """
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
    if relation == EQUAL:
        return f"equal to {cited} for all sizes"
    return f"{cited} is {relation.words} the formula for all sizes"


def _beyond(
    claim: ClaimEntry, domain: ClaimedDomain, proof: str | None, found: SizeComparison, budget: TimeBudget
) -> dict[str, object]:
    """How far a formula with a condition reaches beyond the sizes that it is claimed for."""
    sizes = [] if found.counterexample else domain.beyond()
    if not sizes:
        return {}
    whole = ClaimedDomain(domain.truth)
    if proof and proof_of(claim.formula, whole, claim.relation):
        return {"beyond": {"verdict": "holds", "domain": whole.text, "counterexample": None}}
    try:
        further = compare_by_size(claim.formula, domain.truth, sizes, budget, claim.relation)
    except InputError as error:  # the formula has no value there, or the network no such class of links
        return {"beyond": {"verdict": "unknown", "domain": whole.text, "counterexample": None, "remark": str(error)}}
    verdict = "fails" if further.counterexample else "agrees" if further.equal else "unknown"
    return {"beyond": {"verdict": verdict, "domain": whole.text, "counterexample": further.counterexample}}


def _correction(domain: ClaimedDomain) -> str | None:
    """The closed form as it reads where the claim is made: one case of it, if that is proved to be enough."""
    from netlemma.derive.typeset.expressions import formula_text

    closed = domain.truth.closed
    if closed is None:
        return None
    if domain.where is not None and isinstance(closed, sympy.Piecewise):
        minima = {p.symbol: p.minimum for p in domain.truth.domain.parameters}
        for case, _ in closed.args:
            if same_for_all_sizes(case, closed, minima, domain.condition):
                return formula_text(case)
    return formula_text(closed)
