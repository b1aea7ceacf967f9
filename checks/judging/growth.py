"""Claims on the growth of a quantity, O, o, Theta, Omega and ~: judged by limits, and by constants that bound the quotient."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Any

import sympy as sp

from netlemma.base.names import assignments
from netlemma.checks.formula.case_analysis import Settler
from netlemma.checks.formula.equality import at_least_for_all_sizes
from netlemma.checks.formula.formula import Formula
from netlemma.checks.formula.latex.reading import StatedFormula
from netlemma.checks.judging.claim_entry import ClaimedDomain, ClaimEntry
from netlemma.checks.judging.reference_values import ReferenceValues
from netlemma.derive.core.claim import Verdict
from netlemma.derive.performance.growth_limits import Limit, TermLimit, limits, term_limits
from netlemma.errors import FormulaError, InputError, NoLimit, Unsettled

GROWTH = ("O", "o", "Theta", "Omega", "omega", "~")
WANTED = {
    "O": "stays bounded", "o": "tends to 0", "Theta": "stays bounded and away from 0", "Omega": "stays away from 0",
    "omega": "tends to infinity", "~": "tends to 1",
}  # fmt: skip


JOINT = ("O", "Theta", "Omega")  # that may be claimed of several sizes at once
MOST_FIXED = 8  # values of the sizes that do not grow, at which the limit is looked for if there is none for all


@dataclass(frozen=True)
class GrowthClaim:
    """A claim on growth: what is stated, and the name of the size that grows, if that is said."""

    stated: StatedFormula
    grows: str

    def judged(self, claim: ClaimEntry, truth: ReferenceValues) -> Verdict:
        """The verdict by the limits along all residue classes of the growing size; by constants where all sizes may grow."""
        fixed = {name for name, values in (claim.sizes or {}).items() if len(values) == 1}
        free = [name for name in truth.names if name not in fixed]
        if self.grows or len(free) < 2 or self.stated.relation not in JOINT or self.stated.besides is not None:
            return self._of_one_size(claim, truth)
        for name in free:
            along = GrowthClaim(self.stated, name)._of_one_size(claim, truth)
            if along.verdict == "fails":
                return along
        return self._of_all_sizes(claim, truth)

    def _of_all_sizes(self, claim: ClaimEntry, truth: ReferenceValues) -> Verdict:
        """Whether constants times the formula bound the quantity at all sizes, perhaps but for the smallest of each."""
        domain = ClaimedDomain(truth, claim.where, claim.sizes)
        relation, sizes = self.stated.relation, domain.first()
        about: dict[str, Any] = {"key": claim.key, "source": claim.source, "locator": claim.locator}
        about |= {"reading": claim.reading, "domain": domain.text}
        about["evidence"] = {
            **({"lemma": truth.lemma.key} if truth.lemma else {}),
            "formula": str(claim.formula), "where": str(domain.stated or ""), "relation": relation,
        }  # fmt: skip
        symbolic = claim.formula.to_sympy(truth.symbols)
        parameters = truth.domain.parameters
        for beyond in (0, 1) if truth.closed is not None else ():
            least = {p.symbol: p.minimum + beyond * (p.name not in domain.fixed) for p in parameters}
            inside = [size for size in sizes if all(size[p.name] >= least[p.symbol] for p in parameters)]
            found = self._constants(claim.formula, symbolic, truth, inside, least, domain.condition)
            if found:
                low, high = found
                words = [f"at least {low}" if low else "", f"at most {high}" if high else ""]
                cited = f"{truth.cited} is {' and '.join(filter(None, words))} times the formula"
                of = " from " + ", ".join(f"{symbol} = {value}" for symbol, value in least.items()) + " on"
                return Verdict(**about, verdict="holds", proof=f"{cited} for all sizes{of if beyond else ''}", sizes=())
        remark = f"no constant times {claim.formula} is shown to bound it, and no size alone refutes it"
        return Verdict(**about, verdict="unknown", proof=None, sizes=(), remark=remark)

    def _constants(
        self,
        formula: Formula,
        symbolic: sp.Expr,
        truth: ReferenceValues,
        sizes: list[dict[str, int]],
        least: dict[sp.Symbol, int],
        condition: sp.Basic,
    ) -> tuple[sp.Rational, sp.Rational] | None:
        """Constants c and C so that c f <= q <= C f is proved of the formula f, 0 where the relation wants none; None if there are none."""
        quotients: list[Fraction] = []
        for size in sizes:
            try:
                value = formula.evaluate(size)
            except FormulaError:
                return None
            if not isinstance(value, Fraction) or value <= 0:
                return None
            quotients.append(truth.value(size) / value)
        if not quotients or min(quotients) <= 0:
            return None
        low = high = sp.Integer(0)
        if not at_least_for_all_sizes(symbolic, low, least, condition, strict=True):
            return None
        quotient = truth.closed / symbolic
        if self.stated.relation in ("O", "Theta"):
            tried = [sp.Integer(ceil(max(quotients)) * times) for times in (1, 2)]
            high = next((c for c in tried if at_least_for_all_sizes(c, quotient, least, condition)), high)
        if self.stated.relation in ("Omega", "Theta"):
            tried = [sp.Rational(1, ceil(1 / min(quotients)) * times) for times in (1, 2)]
            low = next((c for c in tried if at_least_for_all_sizes(quotient, c, least, condition)), low)
        wanted = {"O": (False, True), "Omega": (True, False), "Theta": (True, True)}[self.stated.relation]
        return (low, high) if (low != 0, high != 0) == wanted else None

    def _of_one_size(self, claim: ClaimEntry, truth: ReferenceValues) -> Verdict:
        domain = ClaimedDomain(truth, claim.where, claim.sizes)
        fixed = {name: values[0] for name, values in (claim.sizes or {}).items() if len(values) == 1}
        relation = self.stated.relation
        about: dict[str, Any] = {"key": claim.key, "source": claim.source, "locator": claim.locator}
        about |= {"reading": claim.reading, "domain": domain.text, "sizes": ()}
        evidence = {"formula": str(claim.formula), "where": str(domain.stated or ""), "relation": relation}
        if truth.lemma:
            evidence["lemma"] = truth.lemma.key
        symbol = truth.symbols[self._growing(fixed, truth)]
        try:
            if set(claim.sizes or ()) - set(fixed):
                raise NoLimit("a size has several values")
            found = self._limits(claim.formula, truth, symbol, fixed)
        except (NoLimit, Unsettled, InputError) as error:
            if within := self._near_one(claim.formula, domain, symbol):
                return Verdict(**about, verdict="holds", proof=within, evidence=evidence)
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
                sizes = "; ".join(assignments(size) for size in at)
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

    def _growing(self, fixed: Mapping[str, int], truth: ReferenceValues) -> str:
        names = [name for name in truth.names if name not in fixed]
        if self.grows:
            if self.grows not in names:
                raise InputError(
                    f"{self.grows} is no size of {truth.source.title} that grows, which has {', '.join(names)}"
                )
            return self.grows
        if len(names) == 1:
            return names[0]
        if not names:
            raise InputError(f"the sizes of {truth.source.title} are fixed: none grows")
        raise InputError(
            f"say which of {', '.join(names)} grows: write it behind the formula, as {names[0]} \\to \\infty"
        )

    def _near_one(self, formula: Formula, domain: ClaimedDomain, symbol: sp.Symbol) -> str:
        """The proof that the quotient with the formula is within C/symbol of 1 at all sizes; empty if there is none."""
        truth = domain.truth
        if self.stated.relation != "~" or self.stated.besides is not None or truth.closed is None:
            return ""
        least = {p.symbol: p.minimum for p in truth.domain.parameters}
        claimed, true = formula.to_sympy(truth.symbols), truth.closed
        if not at_least_for_all_sizes(claimed, sp.Integer(0), least, domain.condition, strict=True):
            return ""
        for by in (1, 2, 4):
            sides = [(symbol + by, symbol * true / claimed), (symbol * true / claimed, symbol - by)]
            if all(at_least_for_all_sizes(a, b, least, domain.condition) for a, b in sides):
                return f"the quotient of {truth.cited} with the formula is within {by}/{symbol} of 1 for all sizes"
        return ""

    def _one_by_one(
        self, formula: Formula, domain: ClaimedDomain, symbol: sp.Symbol
    ) -> tuple[list[dict[str, int]], Limit | TermLimit | None]:
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
        self,
        formula: Formula,
        truth: ReferenceValues,
        symbol: sp.Symbol,
        fixed: Mapping[str, int] = MappingProxyType({}),
    ) -> Sequence[Limit | TermLimit]:
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
        quotient = sp.Mul(true, sp.Pow(settled, -1))
        found: Sequence[Limit | TermLimit]
        try:
            found = limits(quotient, symbol)
        except NoLimit:
            if not quotient.has(sp.log) and all(
                power.exp.is_Integer for power in quotient.atoms(sp.Pow) if power.exp.is_number
            ):
                raise
            found = term_limits(quotient, symbol)
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
