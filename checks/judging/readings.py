"""Users' formulas as they are written, plain or in LaTeX, each reading of them judged; claims on growth by a limit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import sympy as sp

from netlemma.base.names import assignments
from netlemma.checks.base.inputs import parse_sizes
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.base.verdicts import Readings
from netlemma.checks.formula.case_analysis import Settler
from netlemma.checks.formula.formula import Condition, Formula, accept, parse_formula
from netlemma.checks.formula.grammar import Junction, Node
from netlemma.checks.formula.latex.clauses import Bindings, read_bindings
from netlemma.checks.formula.latex.reading import LatexReading, StatedFormula, read_condition, read_latex
from netlemma.checks.formula.latex.tex_tokens import Macros, is_latex
from netlemma.checks.judging.check import judged
from netlemma.checks.judging.claim_entry import ClaimedDomain, ClaimedRelation, ClaimEntry
from netlemma.checks.judging.conventions import under
from netlemma.checks.judging.reference_values import ReferenceValues, reference_values_of
from netlemma.derive.core.claim import Verdict
from netlemma.derive.performance.growth_limits import Limit, limits
from netlemma.errors import InputError, NoLimit, Unsettled
from netlemma.graphs.sources import source

# Claims on the growth of a quantity, O, o, Theta, Omega and ~, by the limit of its quotient with the claimed function.


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

    def judged(self, claim: ClaimEntry, truth: ReferenceValues) -> Verdict:
        """The verdict by the limits along all residue classes of the growing size."""
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
        self,
        formula: Formula,
        truth: ReferenceValues,
        symbol: sp.Symbol,
        fixed: Mapping[str, int] = MappingProxyType({}),
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


# Users' formulas as they are written, plain or in LaTeX, each reading of them judged.


_RELATION = re.compile(r"\s*[A-Za-z_]*\s*(<=|>=|=|<|>|≤|≥|≈|∼)")


@dataclass(frozen=True)
class WrittenFormula:
    """A formula as it is written, with what is said about it.

    formula: Formula, plain or in LaTeX.
    where: Condition, plain or in LaTeX, or a binding such as ``N = 2^n``.
    let: Bindings of names such as ``N=2^n``.
    latex: Whether it is LaTeX even if it does not look so.
    macros: Macros of the paper.
    source: Source, for the verdict.
    locator: Place in the source.
    tolerance: Largest relative difference where values are about equal.
    """

    formula: str
    where: str = ""
    let: Sequence[str] = ()
    latex: bool = False
    macros: Macros = field(default_factory=dict)
    source: str = "user"
    locator: str = ""
    tolerance: Fraction | None = None

    @property
    def is_latex(self) -> bool:
        """Whether it is read as LaTeX: it looks so, or it begins with a relation, perhaps behind a name."""
        return self.latex or is_latex(self.formula) or bool(_RELATION.match(self.formula))


def check_written(
    network: Any,
    quantity: str,
    written: WrittenFormula,
    sizes: str = "",
    seconds: float | None = None,
    at: str = "",
    **conventions: str,
) -> Readings:
    r"""Judge a formula in every way that it can be read, as a claim about the network of the sizes `at`.

    >>> check_written("hypercube", "mean_distance", WrittenFormula(r"\frac{n 2^{n-1}}{2^n-1}")).verdict
    'holds'
    >>> [(each.reading, each.verdict) for each in check_written("hypercube", "diameter", WrittenFormula("$2n/2n$"))]
    [('1/2n is 1/(2n)', 'fails'), ('1/2n is (1/2)n', 'fails')]
    """
    wanted = parse_sizes(sizes) if sizes.strip() else None
    beside = parse_sizes(at) if at.strip() else None
    named, budget = source(network), TimeBudget(seconds)
    plain = None if written.is_latex else parse_formula(written.formula)
    truth = under(reference_values_of(named, quantity, budget), conventions)
    bindings = read_bindings(written.let, truth.names)
    readings = Readings()
    for reading in _readings(written, plain, truth, bindings):
        group = []
        for stated in reading.stated:
            claim = ClaimEntry(
                named.subject or named.title, quantity, stated.formula, reading.where, beside, written.source,
                written.locator, reading.words,
            )  # fmt: skip
            verdict = _verdict(claim, stated, reading, written, truth, wanted, budget)
            if written.is_latex:
                verdict = replace(verdict, evidence={**verdict.evidence, "latex": written.formula, "span": stated.span})
            group.append(verdict)
        readings.add(group or [_unread(f"{named.subject or named.title}.{quantity}", reading, written)])
    return readings


def _verdict(
    claim: ClaimEntry,
    stated: StatedFormula,
    reading: LatexReading,
    written: WrittenFormula,
    truth: ReferenceValues,
    wanted: Mapping[str, Sequence[int]] | None,
    budget: TimeBudget,
) -> Verdict:
    sign = stated.relation
    if written.tolerance is not None and all(each.relation != "≈" for each in reading.stated):
        if sign != "=":
            raise InputError(
                f"`tolerance` applies to values that are equal or about equal, and this formula says {sign}"
            )
        sign = "≈"
    if sign in GROWTH:
        return GrowthClaim(stated, reading.grows).judged(claim, truth)
    return judged(replace(claim, relation=ClaimedRelation(sign, written.tolerance)), truth, wanted, budget)


def _readings(
    written: WrittenFormula, plain: Formula | None, truth: ReferenceValues, bindings: Bindings
) -> list[LatexReading]:
    names = truth.names
    stated = read_condition(written.where, names, bindings) if written.where.strip() else None
    if plain is None:
        latex_readings = read_latex(written.formula, names, bindings, written.macros)
    else:
        if bindings.bound:
            plain = Formula(bindings.applied(plain.root, plain.text), plain.text)
            accept(plain, names)
        latex_readings = [LatexReading((StatedFormula(plain),))]
    return [replace(each, where=_both(each.where, stated)) for each in latex_readings]


def _both(one: Condition | None, other: Condition | None) -> Condition | None:
    if one is None or other is None:
        return one or other
    parts = [each for c in (one, other) for each in (c.root.parts() if _is_and(c.root) else (c.root,))]
    return Condition(Junction("and", tuple(parts)), f"{one.text}, {other.text}")


def _is_and(root: Node) -> bool:
    return isinstance(root, Junction) and root.word == "and"


def _unread(key: str, reading: LatexReading, written: WrittenFormula) -> Verdict:
    return Verdict(
        key=key, source=written.source, locator=written.locator, reading=reading.words, verdict="unknown", proof=None, sizes=(),
        remark=str(reading.error),
    )  # fmt: skip
