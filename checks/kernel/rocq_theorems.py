"""Formulas as theorems for Rocq, and lemmas by strength: accepted by Rocq's kernel, or re-run by this program alone."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.relational import Relational

from netlemma.base.displays import Table
from netlemma.checks.base.verdicts import VerdictList
from netlemma.checks.formula.formula import Condition, Formula, parse_condition, parse_formula
from netlemma.checks.judging.claim_entry import EQUAL
from netlemma.checks.kernel.rocq_compiler import answers
from netlemma.checks.lemmas.lemma_lookup import wanted_keys
from netlemma.derive.core.claim import Verdict
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.core.notebook_display import Part
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.formal.rocq_theorems import theorem
from netlemma.derive.formal.statements import FormalStatement, statement_of
from netlemma.derive.typeset.conditions import as_residue
from netlemma.errors import InputError, NotExported, NotInRocq

# Users' formulas as theorems for Rocq, proved as the lemma of their quantity is.


_CALLS = (sp.floor, sp.ceiling, sp.Mod, sp.Min, sp.Max, sp.Abs)


def formula_statement(found: Lemma, formula: Formula, where: Condition | None = None) -> FormalStatement:
    """The statement that a quantity has the value of a formula, with the argument of the quantity's lemma.

    Nothing is judged here: the kernel refuses the theorem of a wrong formula.

    >>> said = formula_statement(lemma("ring.diameter"), parse_formula("K/2"), parse_condition("K even and K >= 4"))
    >>> said.value, said.given, [p.minimum for p in said.sizes]
    (K/2, (Eq(Mod(K, 2), 0),), [4])
    """
    statement = statement_of(found)
    symbols = {p.name: p.symbol for p in statement.sizes}
    if statement.quantity == "distance_polynomial":
        raise NotExported("distance polynomials are exported as their lemmas alone state them")
    if lost := formula.cancelled(symbols):
        raise NotExported(f"the formula divides by {lost[0]}, which cancels: write it without".replace("**", "^"))
    value = formula.to_sympy(symbols)
    if value.has(sp.Sum, sp.Product):
        raise NotExported("the theory has no sums and products with an index in formulas")
    divisors = [power for power in value.atoms(sp.Pow) if not power.exp.is_nonnegative]
    for part in [*value.atoms(*_CALLS, Relational), *(power.base for power in divisors)]:
        if any(not power.exp.is_nonnegative for power in part.atoms(sp.Pow)):
            raise NotExported(f"{part} has a fraction or a negative exponent inside".replace("**", "^"))
    in_conditions = set().union(*(part.atoms(*_CALLS) for part in value.atoms(Relational)))
    known = {sp.floor(s**power / 2**power) for s in symbols.values() for power in (1, 2)}
    for part in value.atoms(*_CALLS) - in_conditions - known - statement.value.atoms(*_CALLS):
        raise NotExported(f"the tactics know floor(x/2) and floor(x^2/4) of a size x, not {part}".replace("**", "^"))
    minima, given = _hypotheses(where, symbols)
    said = f"{formula} where {where}" if where else str(formula)
    return replace(
        statement,
        key=f"{statement.key} formula",
        words=f"the formula {said}",
        sizes=tuple(replace(p, minimum=max(p.minimum, minima.get(p.symbol, 0))) for p in statement.sizes),
        value=value,
        given=tuple(dict.fromkeys((*statement.given, *given))),
        claimed=True,
    )


def _hypotheses(
    where: Condition | None, symbols: Mapping[str, sp.Symbol]
) -> tuple[dict[sp.Symbol, int], tuple[sp.Basic, ...]]:
    """Least values, and residues."""
    minima: dict[sp.Symbol, int] = {}
    given = []
    condition = where.to_sympy(symbols) if where else sp.true
    for part in sorted(sp.And.make_args(condition), key=sp.default_sort_key):
        if isinstance(part, sp.Le | sp.Lt):
            part = part.reversed
        if part == sp.true:
            continue
        if isinstance(part, sp.Ge | sp.Gt) and part.lhs.is_Symbol and part.rhs.is_Rational:
            least = math.ceil(part.rhs) if isinstance(part, sp.Ge) else math.floor(part.rhs) + 1
            minima[part.lhs] = max(least, minima.get(part.lhs, 0))
        elif isinstance(part, sp.Eq) and (residue := as_residue(part)) and residue[0].is_Symbol:
            given.append(part)
        else:
            raise NotExported(
                f"hypotheses are least values and residues of sizes, such as w even and D >= 2, not {where}"
            )
    return minima, tuple(given)


def stated_formula(verdict: Verdict) -> FormalStatement:
    """The statement of a user's formula that holds by the lemma of its quantity.

    >>> from netlemma.checks.judging.check import check
    >>> stated_formula(check("hypercube", "diameter", "n")).quantity
    'diameter'
    """
    evidence = verdict.evidence
    try:
        if verdict.verdict != "holds":
            raise NotExported(f"the formula {verdict.verdict}: {verdict.remark}".rstrip(": "))
        if evidence.get("relation", EQUAL.sign) != EQUAL.sign or "formula" not in evidence:
            raise NotExported("theorems state that a formula is equal to the quantity, and nothing else")
        if "lemma" not in evidence:
            raise NotExported(f"{verdict.key} has no lemma, only measurements")
        where = str(evidence["where"])
        found = lemma(str(evidence["lemma"]))
        statement = formula_statement(
            found, parse_formula(str(evidence["formula"])), parse_condition(where) if where else None
        )
        theorem(statement)
        found.check()
    except (NotExported, NotInRocq) as error:
        raise InputError(f"not exported to Rocq: {error}") from None
    return statement


# Lemmas by strength: accepted by Rocq's kernel, or re-run by this program alone.


KERNEL, OWN, REFUSED = "kernel", "own", "refused"


@dataclass(frozen=True)
class Strength:
    """The strength of one lemma, and what is missing for the kernel."""

    key: str
    strength: str
    missing: str = ""

    @property
    def verdict(self) -> str:
        """``fails`` if the kernel refused the theorem, ``agrees`` if the lemma is not exported."""
        return {KERNEL: "holds", OWN: "agrees", REFUSED: "fails"}[self.strength]

    def as_json(self) -> dict[str, str]:
        """One row of ``netlemma verify --kernel --json``."""
        return {"key": self.key, "strength": self.strength, "missing": self.missing}


class Strengths(VerdictList[Strength]):
    """The strengths of lemmas."""

    def _parts(self) -> list[Part]:
        rows = [(each.key, each.strength, each.missing) for each in self]
        accepted = sum(each.strength == KERNEL for each in self)
        caption = f"{accepted} of {len(self)} lemmas accepted by Rocq's kernel"
        return [Table(["lemma", "strength", "missing"], rows, caption, most=len(rows))]


def strengths(subjects: Iterable[str] = (), progress: Callable[[str], None] | None = None) -> Strengths:
    """Have Rocq's kernel check all lemmas of subjects that can be exported."""
    wanted = [key for subject in subjects for key in wanted_keys(subject)] or keys()
    found: dict[str, Strength] = {}
    texts: dict[str, str] = {}
    for key in dict.fromkeys(map(str, wanted)):
        if progress:
            progress(key)
        try:
            texts[key] = theorem(lemma(key))
            found[key] = Strength(key, KERNEL)
        except (NotExported, NotInRocq) as error:
            found[key] = Strength(key, OWN, str(error).removeprefix(f"{key}: "))
    for key, answer in zip(texts, answers(list(texts.values())), strict=True):
        if not answer.accepted:
            found[key] = Strength(key, REFUSED, answer.message)
    return Strengths(found.values())
