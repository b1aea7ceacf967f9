"""Users' formulas as theorems for Rocq, proved as the lemma of their quantity is."""

import math
from collections.abc import Mapping
from dataclasses import replace

import sympy as sp
from sympy.core.relational import Relational

from netlemma.checks.base.inputs import InputError
from netlemma.checks.formula.condition import Condition, parse_condition
from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.checks.judging.relation import EQUAL
from netlemma.derive.core.claim import Verdict
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.discovery import lemma
from netlemma.derive.formal.rocq import theorem
from netlemma.derive.formal.statements import FormalStatement, NotExported, statement_of
from netlemma.derive.typeset.conditions import as_residue
from netlemma.derive.typeset.printers.rocq import NotInRocq

_CALLS = (sp.floor, sp.ceiling, sp.Mod, sp.Min, sp.Max, sp.Abs)


def formula_statement(found: Lemma, formula: Formula, where: Condition | None = None) -> FormalStatement:
    """The statement that a quantity has the value of a formula, with the argument of the quantity's lemma.

    Nothing is judged here: the kernel refuses the theorem of a wrong formula.

    Parameters
    ----------
    found : Lemma
        Lemma of the quantity.
    formula : Formula
        Formula in the sizes of the lemma.
    where : Condition or None, optional
        Hypotheses: least values and residues of sizes, joined by ``and``.

    Returns
    -------
    FormalStatement
        Statement for :func:`netlemma.derive.formal.rocq.theorem`.

    Raises
    ------
    NotExported
        If the lemma is not exported, if a divisor cancels, or for other conditions.

    Examples
    --------
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

    Parameters
    ----------
    verdict : Verdict
        Verdict on the formula, under netlemma's own conventions of counting.

    Returns
    -------
    FormalStatement
        Statement that can be written for Rocq.

    Raises
    ------
    InputError
        If the formula does not hold, is no equality, or cannot be exported; the message has the reason.

    Examples
    --------
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
