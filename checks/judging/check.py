"""A user's own formula judged: ``netlemma check``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from netlemma.checks.base.sizes import parse_sizes
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.condition import parse_condition
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.checks.judging.claimed_domain import ClaimedDomain, given_sizes, size_text
from netlemma.checks.judging.conventions import under
from netlemma.checks.judging.fit import propose
from netlemma.checks.judging.judge import answer
from netlemma.checks.judging.other_reading import other_reading
from netlemma.checks.judging.relation import EQUAL
from netlemma.checks.judging.truth import Truth, truth_of
from netlemma.derive.core.claim import Verdict
from netlemma.graphs.sources import source

MOST_FITTED = 120  # sizes through which a formula is proposed


def check(
    network: Any,
    quantity: str,
    formula: str,
    where: str = "",
    sizes: str = "",
    seconds: float | None = None,
    **conventions: str,
) -> Verdict:
    """Judge a user's own formula.

    Parameters
    ----------
    network : object
        Name of a family, a product such as ``ring(w)^D``, or a network in any other form, see :func:`graphs.network`.
    quantity : str
        Quantity of a lemma, or one that is measured, see :data:`netlemma.checks.judging.quantity_list.QUANTITIES`.
    formula : str
        Formula, see :mod:`netlemma.checks.formula.formula`.
    where : str, default ""
        Condition on the sizes that the formula is claimed for, see :mod:`netlemma.checks.formula.condition`.
    sizes : str, default ""
        Sizes at which it is tried, see :mod:`netlemma.checks.base.sizes`; they do not restrict the claim.
    seconds : float or None, optional
        Time of the answer; no limit if None.
    **conventions : str
        Conventions of counting that differ from ours, see :data:`netlemma.checks.judging.convention_rules.OPTIONS`; and ``shift``.

    Returns
    -------
    Verdict
        Verdict on the formula.

    Raises
    ------
    InputError
        For an unknown family, quantity or name, or a text that cannot be read.

    Examples
    --------
    >>> check("toroid", "mean_distance", "D*w/4", "w even").counterexample["size"]
    {'w': 2, 'D': 1}
    >>> check("toroid", "mean_distance", "D*w^(D + 1)/(4*(w^D - 1))", "w even").verdict
    'holds'
    >>> check("hypercube", "mean_distance", "n/2", pairs="all").verdict
    'holds'
    """
    condition = parse_condition(where) if where.strip() else None
    wanted = parse_sizes(sizes) if sizes.strip() else None
    named = source(network)
    budget = TimeBudget(seconds)
    claim = ClaimEntry(named.subject or named.title, quantity, parse_formula(formula), condition, None, "user")
    return judged(claim, under(truth_of(named, quantity, budget), conventions), wanted, budget)


def judged(claim: ClaimEntry, truth: Truth, wanted: Mapping[str, Sequence[int]] | None, budget: TimeBudget) -> Verdict:
    """The verdict on a claim; one that fails says which other convention of counting it would hold under.

    Parameters
    ----------
    claim : ClaimEntry
        Claim.
    truth : Truth
        True values under the user's conventions.
    wanted : mapping from str to sequence of int or None
        Sizes at which it is tried.
    budget : TimeBudget
        Time of the answer.

    Returns
    -------
    Verdict
        Verdict on the claim.
    """
    verdict = answer(claim, truth, wanted, budget)
    if verdict.verdict != "fails" or claim.relation != EQUAL:
        return verdict
    given = given_sizes(ClaimedDomain(truth, claim.where), wanted)
    other = other_reading(claim, truth, budget, given)
    return replace(verdict, evidence={**verdict.evidence, "other": other.as_json()}) if other else verdict


def fit(
    network: Any, quantity: str, where: str = "", sizes: str = "", seconds: float | None = None, **conventions: str
) -> Verdict:
    """Propose a formula for a quantity: a quasi-polynomial or exponential polynomial through its values.

    Parameters
    ----------
    network : object
        Network, as in :func:`check`.
    quantity : str
        Quantity, as in :func:`check`.
    where : str, default ""
        Condition on the sizes, as in :func:`check`.
    sizes : str, default ""
        Sizes whose values are used; the first sizes of the domain if empty.
    seconds : float or None, optional
        Time of the answer; no limit if None.
    **conventions : str
        Conventions of counting, as in :func:`check`.

    Returns
    -------
    Verdict
        ``agrees`` with the proposal, which further sizes confirm, or ``unknown``. It is never better.

    Raises
    ------
    InputError
        For an unknown network, quantity or size.

    Examples
    --------
    >>> found = fit("hypercube", "links")
    >>> found.verdict, found.evidence["formula"]
    ('agrees', '2^n*n/2')
    """
    condition = parse_condition(where) if where.strip() else None
    wanted = parse_sizes(sizes) if sizes.strip() else None
    named, budget = source(network), TimeBudget(seconds)
    truth = under(truth_of(named, quantity, budget), conventions)
    domain = ClaimedDomain(truth, condition)
    tried = given_sizes(domain, wanted) or domain.whole() or domain.first(MOST_FITTED)
    proposal, rows = propose(truth, tried, budget)
    reached = tuple(dict(size) for size, _ in rows)
    shown = str(proposal.formula) if proposal else ""
    if len(tried) == 1 and not proposal:
        only = f"{size_text(tried[0])} alone was tried: give more by --sizes" if truth.names else "the network is one"
        remark = f"a formula needs several sizes, and {only}"
    elif proposal:
        remark = str(proposal)
    else:
        remark = f"no quasi-polynomial or exponential polynomial fits the {len(rows)} sizes tried"
    if len(rows) < len(tried):
        remark += f"; {len(rows)} of {len(tried)} sizes reached; --time raises it"
    return Verdict(
        key=f"{named.subject or named.title}.{quantity}", source="user", locator="", reading="",
        verdict="agrees" if proposal else "unknown", proof=None, sizes=reached, remark=remark, domain=domain.text,
        evidence={"formula": shown, "where": str(condition or ""), "fit": remark},
    )  # fmt: skip
