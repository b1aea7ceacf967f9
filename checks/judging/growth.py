"""Claims on the growth of a quantity, O, o, Theta, Omega and ~, by the limit of its quotient with the claimed function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import sympy as sp

from netlemma.checks.base.inputs import InputError
from netlemma.checks.formula.equality.settling import Settler, Unsettled
from netlemma.checks.formula.formula import Formula
from netlemma.checks.formula.latex.reading import StatedFormula
from netlemma.checks.judging.claim_entry import ClaimEntry
from netlemma.checks.judging.claimed_domain import ClaimedDomain
from netlemma.checks.judging.truth import Truth
from netlemma.derive.core.claim import Verdict
from netlemma.derive.performance.bounds.exponential import NoLimit
from netlemma.derive.performance.bounds.limits import Limit, limits

GROWTH = ("O", "o", "Theta", "Omega", "omega", "~")
WANTED = {
    "O": "stays bounded", "o": "tends to 0", "Theta": "stays bounded and away from 0", "Omega": "stays away from 0",
    "omega": "tends to infinity", "~": "tends to 1",
}  # fmt: skip


MOST_FIXED = 8  # values of the sizes that do not grow, at which the limit is looked for if there is none for all


@dataclass(frozen=True)
class GrowthClaim:
    """A claim on growth: what is stated, and the name of the size that grows, if that is said."""

    stated: StatedFormula
    grows: str

    def judged(self, claim: ClaimEntry, truth: Truth) -> Verdict:
        """The verdict by the limits along all residue classes of the growing size.

        Parameters
        ----------
        claim : ClaimEntry
            Claim with its condition and source.
        truth : Truth
            True values with their closed form.

        Returns
        -------
        Verdict
            ``holds`` or ``fails`` by a proved limit; ``agrees`` if the limit is proved at some values of the other sizes
            alone; ``unknown`` if there is none.

        Raises
        ------
        InputError
            If it is not clear which size grows.
        """
        domain = ClaimedDomain(truth, claim.where)
        relation = self.stated.relation
        about: dict[str, Any] = {"key": claim.key, "source": claim.source, "locator": claim.locator}
        about |= {"reading": claim.reading, "domain": domain.text, "sizes": ()}
        evidence = {"formula": str(claim.formula), "where": str(claim.where or ""), "relation": relation}
        if truth.lemma:
            evidence["lemma"] = truth.lemma.key
        symbol = truth.symbols[self._growing(claim.formula, truth)]
        try:
            found = self._limits(claim.formula, truth, symbol)
        except (NoLimit, Unsettled, InputError) as error:
            try:
                at, other = self._one_by_one(claim.formula, domain, symbol)
            except (NoLimit, Unsettled, InputError):
                at, other = [], None
            if other is not None and not claim.where:
                wanted = f"the quotient with {claim.formula} {WANTED[relation]}"
                wrong = {"size": at[-1], "claimed": wanted, "true": f"it tends to {other.value} as {symbol} grows"}
                return Verdict(**about, verdict="fails", proof=None, counterexample=wrong, evidence=evidence)
            if at and other is None:
                about["sizes"] = tuple(at)
                sizes = "; ".join(" ".join(f"{name}={value}" for name, value in size.items()) for size in at)
                remark = f"the quotient {WANTED[relation]} as {symbol} grows at {sizes}; not proved for the others"
                return Verdict(**about, verdict="agrees", proof=None, remark=remark, evidence=evidence)
            remark = f"the limit of the quotient with {claim.formula} is not found: {error}"
            return Verdict(**about, verdict="unknown", proof=None, remark=remark, evidence=evidence)
        for limit in found:
            if not _fulfils(relation, limit.value):
                if claim.where:
                    remark = f"the limit where {symbol} = {limit.residue} mod {limit.modulus} is {limit.value}"
                    return Verdict(**about, verdict="unknown", proof=None, remark=remark, evidence=evidence)
                wanted = f"the quotient with {claim.formula} {WANTED[relation]}"
                true = f"it tends to {limit.value} ({limit.describe()})"
                wrong = {"size": {}, "claimed": wanted, "true": true}
                return Verdict(**about, verdict="fails", proof=None, counterexample=wrong, evidence=evidence)
        values = " and ".join(dict.fromkeys(str(limit.value) for limit in found))
        words = f"the quotient of {truth.cited} with the formula tends to {values} as {symbol} grows: "
        words += "; ".join(limit.describe() for limit in found)
        return Verdict(**about, verdict="holds", proof=words, evidence=evidence)

    def _growing(self, formula: Formula, truth: Truth) -> str:
        names = truth.names
        if self.grows:
            if self.grows not in names:
                raise InputError(f"{self.grows} is no size of {truth.source.title}, which has {', '.join(names)}")
            return self.grows
        if len(names) == 1:
            return names[0]
        raise InputError(
            f"say which of {', '.join(names)} grows: write it behind the formula, as {names[0]} \\to \\infty"
        )

    def _one_by_one(
        self, formula: Formula, domain: ClaimedDomain, symbol: sp.Symbol
    ) -> tuple[list[dict[str, int]], Limit | None]:
        """The smallest values of the other sizes, up to the first with another limit, and that limit."""
        tried: list[dict[str, int]] = []
        for size in domain.first():
            others = {name: value for name, value in size.items() if name != symbol.name}
            if others and others not in tried and len(tried) < MOST_FIXED:
                tried.append(others)
                found = self._limits(formula, domain.truth, symbol, others)
                other = next((each for each in found if not _fulfils(self.stated.relation, each.value)), None)
                if other is not None:
                    return tried, other
        return tried, None

    def _limits(
        self, formula: Formula, truth: Truth, symbol: sp.Symbol, fixed: Mapping[str, int] = MappingProxyType({})
    ) -> list[Limit]:
        if truth.closed is None:
            raise NoLimit("there is no closed form")
        true = truth.closed
        if self.stated.besides is not None:
            true -= self.stated.besides.to_sympy(truth.symbols)
        numbers = {truth.symbols[name]: value for name, value in fixed.items()}
        true = true.subs(numbers)
        settled = Settler().settle(formula.to_sympy(truth.symbols).subs(numbers))
        if settled == 0:
            raise NoLimit("the formula is 0")
        found = limits(sp.Mul(true, sp.Pow(settled, -1)), symbol)
        for limit in found:
            limit.check()
        return found


def _fulfils(relation: str, value: sp.Expr) -> bool:
    infinite = value in (sp.oo, -sp.oo)
    match relation:
        case "~":
            return bool(value == 1)
        case "o":
            return bool(value == 0)
        case "omega":
            return infinite
        case "O":
            return not infinite
        case "Omega":
            return bool(value != 0)
    return not infinite and bool(value != 0)
