"""The conventions, one or two, perhaps for one parity of a size or from some size on, under which a failing formula is right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from netlemma.checks.base.time_budget import OutOfTime, TimeBudget
from netlemma.checks.formula.condition import Condition, parse_condition
from netlemma.checks.formula.tokens import FormulaError
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.checks.judging.claimed_domain import ClaimedDomain
from netlemma.checks.judging.comparison import compare_by_size, compare_further
from netlemma.checks.judging.convention_rules import Convention
from netlemma.checks.judging.conventions import usual, usual_together
from netlemma.checks.judging.judge import proof_of
from netlemma.checks.judging.truth import Truth
from netlemma.derive.core.domain import Size
from netlemma.graphs.base.errors import FormatError, NetworkError
from netlemma.graphs.base.errors import InputError as SourceError

LEAST_AGREEING = 4  # sizes, for an agreement under another convention
MOST_LEFT_OUT = 3  # smallest values of a size, of which a formula need not speak
FIRST = 6  # sizes that decide whether a convention is tried further; two at once agree at more
SECONDS_FOR_TWO = 5


@dataclass(frozen=True)
class OtherReading:
    """A convention, and perhaps a condition on a size, under which a failing formula is right.

    Parameters
    ----------
    verdict : str
        ``holds`` or ``agrees``.
    words : str
        Conditions in words; empty if only a condition is needed.
    where : str
        Condition on the sizes.
    flags : str
        Options that select it.
    formula : str
        Formula.
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
    claim: ClaimEntry, truth: Truth, budget: TimeBudget, given: Sequence[Size] = ()
) -> OtherReading | None:
    """The first convention under which a failing formula is right: alone, for some sizes, or with a second one.

    A reading that is proved precedes one that only agrees. Two conventions are tried for a few seconds.

    Parameters
    ----------
    claim : ClaimEntry
        Formula that fails.
    truth : Truth
        True values under which it fails.
    budget : TimeBudget
        Time of the answer.
    given : sequence of mapping from str to int, default ()
        Sizes at which a user wants it to be tried, for networks whose domain is open.

    Returns
    -------
    OtherReading or None
        Reading; None if there is none.

    Examples
    --------
    >>> from netlemma.checks.formula.formula import parse_formula
    >>> from netlemma.checks.judging.truth import truth_of
    >>> from netlemma.graphs.sources import source
    >>> claim = ClaimEntry("hypercube", "mean_distance", parse_formula("n/2"), None, None, "user")
    >>> print(other_reading(claim, truth_of(source("hypercube"), "mean_distance"), TimeBudget()))
    holds if pairs of a node with itself are counted: n/2 (--pairs all)
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


def _restrictions(truth: Truth, claim: ClaimEntry, larger: bool) -> Iterator[Condition]:
    """Conditions that leave out a few smallest sizes, or take even or odd ones, of sizes that the claim's own does not mention."""
    mentioned = claim.where.names if claim.where else frozenset()
    free = [p for p in truth.domain.parameters if p.name in truth.names and p.name not in mentioned]
    for beyond, p in product(range(1, MOST_LEFT_OUT + 1), free if larger else ()):
        yield parse_condition(f"{p.name} >= {p.minimum + beyond}")
    for p in free:
        yield from (parse_condition(f"{p.name} {parity}") for parity in ("even", "odd"))


def _right(
    claim: ClaimEntry,
    truth: Truth,
    convention: Convention | None,
    restriction: Condition | None,
    budget: TimeBudget,
    given: Sequence[Size],
) -> OtherReading | None:
    """The reading, if the formula agrees with true values under it."""
    wheres = [str(each) for each in (claim.where, restriction) if each]
    where = parse_condition(" and ".join(f"({each})" for each in wheres)) if wheres else None
    domain = ClaimedDomain(truth, where, claim.sizes)
    try:
        whole = domain.whole()
        few = (whole or domain.first(FIRST) or _moved(given, convention, domain))[:FIRST]
        first = compare_by_size(claim.formula, truth, few, budget)
        if first.counterexample or not first.equal:
            return None
        sizes = whole or domain.first() or _moved(given, convention, domain)
        comparison = compare_by_size(claim.formula, truth, sizes, budget)
        proof = None if comparison.counterexample else proof_of(claim.formula, domain)
        if not proof and whole is None:
            compare_further(claim.formula, domain, comparison, budget)
    except (FormulaError, OutOfTime, SourceError, FormatError, NetworkError):  # some size has no network
        return None
    two = convention is not None and " and " in convention.words
    if comparison.counterexample or len(comparison.equal) < (FIRST + 1 if two and not proof else LEAST_AGREEING):
        return None
    verdict = "holds" if proof else "agrees"
    flags = [convention.flag] if convention else []
    flags += [f'--where "{" and ".join(wheres)}"'] if restriction else []
    shown = str(restriction or claim.where or "")
    return OtherReading(verdict, convention.words if convention else "", shown, " ".join(flags), str(claim.formula))


def _moved(given: Sequence[Size], convention: Convention | None, domain: ClaimedDomain) -> list[dict[str, int]]:
    """The sizes given, as the formula has them under a convention."""
    by = convention.moved if convention else {}
    sizes = [{name: value + by.get(name, 0) for name, value in size.items()} for size in given]
    return [size for size in sizes if domain.contains(size)]
