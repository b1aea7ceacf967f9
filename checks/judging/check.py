"""A user's own formula judged (``netlemma check``), and the conventions under which a failing one is right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from netlemma.base.names import assignments
from netlemma.checks.base.inputs import parse_sizes
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.formula import Condition, parse_condition, parse_formula
from netlemma.checks.judging.claim_entry import EQUAL, ClaimedDomain, ClaimEntry, given_sizes
from netlemma.checks.judging.conventions import Convention, under, usual, usual_together
from netlemma.checks.judging.fit import propose
from netlemma.checks.judging.judge import answer, compare_by_size, compare_further, proof_of
from netlemma.checks.judging.reference_values import ReferenceValues, reference_values_of
from netlemma.derive.core.claim import Verdict
from netlemma.derive.core.domain import Size
from netlemma.errors import InputError
from netlemma.graphs.sources import source

# The conventions, one or two, perhaps for one parity of a size or from some size on, under which a failing formula is right.


LEAST_AGREEING = 4  # sizes, for an agreement under another convention
LEAST_MEASURED = 2  # of a quantity that is only measured, whose larger networks take too long
MOST_LEFT_OUT = 3  # smallest values of a size, of which a formula need not speak
FIRST = 6  # sizes that decide whether a convention is tried further; two at once agree at more
SECONDS_FOR_TWO = 5


@dataclass(frozen=True)
class OtherReading:
    """A convention, and perhaps a condition on a size, under which a failing formula is right.

    verdict: ``holds`` or ``agrees``.
    words: Conditions in words; empty if only a condition is needed.
    where: Condition on the sizes.
    flags: Options that select it.
    formula: Formula.
    """

    verdict: str
    words: str
    where: str
    flags: str
    formula: str

    def __str__(self) -> str:
        condition = f" if {self.words}: {self.formula}" if self.words else f": {self.formula}"
        parity = self.where.split()
        sizes = f" for {parity[1]} {parity[0]}" if len(parity) == 2 else f" where {self.where}" if self.where else ""
        return f"{self.verdict}{condition}{sizes} ({self.flags})"

    def as_json(self) -> dict[str, str]:
        """Plain data."""
        return {
            "verdict": self.verdict,
            "words": self.words,
            "where": self.where,
            "flags": self.flags,
            "text": str(self),
        }


def other_reading(
    claim: ClaimEntry, truth: ReferenceValues, budget: TimeBudget, given: Sequence[Size] = ()
) -> OtherReading | None:
    """The first convention under which a failing formula is right: alone, for some sizes, or with a second one.

    A reading that is proved precedes one that only agrees. Two conventions are tried for a few seconds.

    >>> from netlemma.checks.formula.formula import parse_formula
    >>> from netlemma.checks.judging.reference_values import reference_values_of
    >>> from netlemma.graphs.sources import source
    >>> claim = ClaimEntry("hypercube", "mean_distance", parse_formula("n/2"), None, None, "user")
    >>> print(other_reading(claim, reference_values_of(source("hypercube"), "mean_distance"), TimeBudget()))
    holds if pairs of a node with itself are counted: n/2 (`pairs=all`)
    """
    agreeing: OtherReading | None = None
    for two, restricted in product((False, True), repeat=2):
        if two and not restricted:
            budget = TimeBudget(min(SECONDS_FOR_TWO, budget.left))
        for convention in usual_together(truth) if two else (None, *usual(truth)):
            found = truth if convention is None else convention.apply(truth)
            if found is None or (convention is None and not restricted):
                continue
            restrictions = _restrictions(found, claim, convention is None) if restricted else [None]
            for restriction in restrictions:
                if budget.over:
                    return agreeing
                reading = _right(claim, found, convention, restriction, budget, given)
                if reading and reading.verdict == "holds":
                    return reading
                agreeing = agreeing or reading
        if agreeing:
            return agreeing
    return None


def _restrictions(truth: ReferenceValues, claim: ClaimEntry, larger: bool) -> Iterator[Condition]:
    """Conditions that leave out a few smallest sizes, or take even or odd ones, of sizes that the claim's own does not mention."""
    mentioned = claim.where.names if claim.where else frozenset()
    free = [p for p in truth.domain.parameters if p.name in truth.names and p.name not in mentioned]
    for beyond, p in product(range(1, MOST_LEFT_OUT + 1), free if larger else ()):
        yield parse_condition(f"{p.name} >= {p.minimum + beyond}")
    for p in free:
        yield from (parse_condition(f"{p.name} {parity}") for parity in ("even", "odd"))


def _right(
    claim: ClaimEntry,
    truth: ReferenceValues,
    convention: Convention | None,
    restriction: Condition | None,
    budget: TimeBudget,
    given: Sequence[Size],
) -> OtherReading | None:
    """The reading, if the formula agrees with true values under it."""
    wheres = [str(each) for each in (claim.where, restriction) if each]
    where = parse_condition(" and ".join(f"({each})" for each in wheres)) if wheres else None
    by = convention.moved if convention else {}
    only = {name: [value + by.get(name, 0) for value in values] for name, values in (claim.sizes or {}).items()}
    domain = ClaimedDomain(truth, where, only)
    two = convention is not None and " and " in convention.words
    try:
        whole = domain.whole()
        if whole and len(whole) < LEAST_AGREEING and (two or by or restriction):
            return None  # one of so many conventions is right at a few sizes by chance
        few = (whole or domain.first(FIRST) or _moved(given, convention, domain))[:FIRST]
        first = compare_by_size(claim.formula, truth, few, budget)
        if first.counterexample or not first.equal:
            return None
        sizes = whole or domain.first() or _moved(given, convention, domain)
        comparison = compare_by_size(claim.formula, truth, sizes, budget)
        proved = not comparison.counterexample and (
            len(comparison.equal) == len(whole) if whole else proof_of(claim.formula, domain) is not None
        )
        if not proved and whole is None:
            compare_further(claim.formula, domain, comparison, budget)
    except InputError:  # some size has no network
        return None
    least = min(FIRST + 1 if two and not proved else LEAST_AGREEING, len(whole) if whole else FIRST + 1)
    if truth.closed is None and not (two or by or restriction):
        least = min(least, LEAST_MEASURED)
    if comparison.counterexample or len(comparison.equal) < least:
        return None
    verdict = "holds" if proved else "agrees"
    flags = [convention.flag] if convention else []
    flags += [f'`where="{" and ".join(wheres)}"`'] if restriction else []
    shown = str(restriction or claim.where or "")
    return OtherReading(verdict, convention.words if convention else "", shown, " ".join(flags), str(claim.formula))


def _moved(given: Sequence[Size], convention: Convention | None, domain: ClaimedDomain) -> list[dict[str, int]]:
    """The sizes given, as the formula has them under a convention."""
    by = convention.moved if convention else {}
    sizes = [{name: value + by.get(name, 0) for name, value in size.items()} for size in given]
    return [size for size in sizes if domain.contains(size)]


# A user's own formula judged: ``netlemma check``.


MOST_FITTED = 120  # sizes through which a formula is proposed


def check(
    network: Any,
    quantity: str,
    formula: str,
    where: str = "",
    sizes: str = "",
    seconds: float | None = None,
    at: str = "",
    **conventions: str,
) -> Verdict:
    """Judge a user's own formula.

    Parameters are those of :func:`netlemma.check`.

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
    beside = parse_sizes(at) if at.strip() else None
    claim = ClaimEntry(named.subject or named.title, quantity, parse_formula(formula), condition, beside, "user")
    return judged(claim, under(reference_values_of(named, quantity, budget), conventions), wanted, budget)


def judged(
    claim: ClaimEntry, truth: ReferenceValues, wanted: Mapping[str, Sequence[int]] | None, budget: TimeBudget
) -> Verdict:
    """The verdict on a claim; one that fails says which other convention of counting it would hold under."""
    verdict = answer(claim, truth, wanted, budget)
    domain = ClaimedDomain(truth, claim.where, claim.sizes)
    if verdict.verdict != "fails" or claim.relation != EQUAL:
        return verdict
    given = given_sizes(domain, wanted)
    other = other_reading(claim, truth, budget, given)
    return replace(verdict, evidence={**verdict.evidence, "other": other.as_json()}) if other else verdict


def fit(
    network: Any,
    quantity: str,
    where: str = "",
    sizes: str = "",
    seconds: float | None = None,
    at: str = "",
    **conventions: str,
) -> Verdict:
    """Propose a formula for a quantity: a quasi-polynomial or exponential polynomial through its values.

    >>> found = fit("hypercube", "links")
    >>> found.verdict, found.evidence["formula"]
    ('agrees', '2^n*n/2')
    """
    condition = parse_condition(where) if where.strip() else None
    wanted = parse_sizes(sizes) if sizes.strip() else None
    named, budget = source(network), TimeBudget(seconds)
    truth = under(reference_values_of(named, quantity, budget), conventions)
    domain = ClaimedDomain(truth, condition, parse_sizes(at) if at.strip() else None)
    tried = given_sizes(domain, wanted) or domain.whole() or domain.first(MOST_FITTED)
    proposal, rows, needed = propose(truth, tried, budget)
    reached = tuple(dict(size) for size, _ in rows)
    shown = str(proposal.formula) if proposal else ""
    if len(tried) == 1 and not proposal:
        only = f"{assignments(tried[0])} alone was tried: give more by `sizes`" if truth.names else "the network is one"
        remark = f"a formula needs several sizes, and {only}"
    elif proposal:
        remark = str(proposal)
    else:
        remark = f"no short formula and no polynomial that these {len(rows)} sizes determine fits them"
        remark += f"; {needed}" if needed else ""
    if len(rows) < len(tried):
        remark += f"; {len(rows)} of {len(tried)} sizes have a value in time; `time` raises it"
    return Verdict(
        key=f"{named.subject or named.title}.{quantity}", source="user", locator="", reading="",
        verdict="agrees" if proposal else "unknown", proof=None, sizes=reached, remark=remark, domain=domain.text,
        evidence={"formula": shown, "where": str(condition or ""), "fit": remark},
    )  # fmt: skip
