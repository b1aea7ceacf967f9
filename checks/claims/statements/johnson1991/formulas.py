"""Printed formulas of a family of topologies, against what is counted on explicit networks and what is right at all sizes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import sympy

from checks.claims.evidence import compare, together
from checks.claims.judgement import Judgement
from checks.claims.statements.johnson1991.counts import number
from checks.claims.statements.johnson1991.networks import LARGEST, by_lemmas, closed_form, domain_of, sizes_of
from checks.formula.condition import parse_condition
from checks.formula.formula import Formula, parse_formula
from derive.algebra.expressions.evaluate import evaluate
from derive.core.claim import Statement
from derive.core.domain import Domain, Parameter, Size

RATIO = "e"  # the size of an echo packet over that of a send packet
COMPLETE = "complete"
Texts = str | Mapping[str, str]  # one for all formulas of a statement, or one for each


def printed(
    statement: Statement,
    family: str,
    right: Texts,
    because: Texts = "",
    counted: Texts = "",
    lemmas: Mapping[str, str] | None = None,
    where: str = "",
    ratio: bool = False,
    largest: int = LARGEST,
) -> Judgement:
    """Every formula that the statement has: against what is counted, and at all sizes against what is right.

    Parameters
    ----------
    statement : ``says`` has the formulas; with a number ``f`` it speaks of networks of that fanout.
    family : of the networks.
    right : the formula that is right at all sizes, in the parameters and in the names of ``lemmas``.
    because : why it is right, after the lemmas.
    counted : what is counted, as a formula of :func:`~checks.claims.statements.johnson1991.counts.number`; if not given,
        the name in ``says``.
    lemmas : keys of lemmas by the names that their closed forms have in ``right``.
    where : the condition under which the formula is meant.
    ratio : the formulas have the ratio e of packet sizes too, in which they are linear, so that whole numbers e decide.
    largest : the most nodes of a network that is counted.
    """
    fixed = {"f": int(statement.says["f"])} if "f" in statement.says else {}
    domain, sizes = spoken_of(family, fixed, largest)
    condition = parse_condition(where) if where else None
    sizes = [size for size in sizes if condition is None or condition.holds(size)][:12]
    if ratio:
        domain = Domain((*domain.parameters, Parameter(RATIO, 0, "size of an echo over that of a send packet")))
        sizes = [{**size, RATIO: e} for size in sizes for e in (0, 1, 2)]
    known = {p.name: p.symbol for p in domain.parameters}
    legal = True if condition is None else condition.to_sympy(known)
    found = {name: closed_form(key) for name, key in (lemmas or {}).items()}
    reason = by_lemmas(*lemmas.values()) if lemmas else ""
    parts = []
    for name, text in statement.says.items():
        if name not in fixed:
            true = partial(value, parse_formula(_of(counted, name) or name), family, fixed)
            closed = parse_formula(_of(right, name)).to_sympy({**known, **found})
            parts.append(compare(text, true, sizes, domain, closed, reason + _of(because, name), legal))
    return together(*parts)


def spoken_of(family: str, fixed: Size, largest: int = LARGEST) -> tuple[Domain, list[dict[str, int]]]:
    """The legal sizes, and small ones; of one fanout only where that is fixed."""
    if family == COMPLETE:
        return Domain((Parameter("f", 2),)), [{"f": n} for n in range(2, 10)]
    if fixed:
        return Domain((Parameter("r", 2),)), [{"r": n} for n in range(2, 8)]
    return domain_of(family), sizes_of(family, 40, largest)


def value(formula: Formula, family: str, fixed: Size, size: Size) -> Fraction:
    """A formula of counted numbers at a size."""
    symbols = {name: sympy.Symbol(name) for name in formula.names}
    counted = {symbol: Fraction(number(name, family, {**fixed, **size})) for name, symbol in symbols.items()}
    return evaluate(formula.to_sympy(symbols), counted)


def _of(texts: Texts, name: str) -> str:
    return texts if isinstance(texts, str) else texts[name]
