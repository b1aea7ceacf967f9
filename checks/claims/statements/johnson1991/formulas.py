"""Printed formulas of a family of topologies, compared with counts on explicit networks and with correct formulas."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import sympy

from netlemma.checks.claims.evidence import compare_formula, together
from netlemma.checks.claims.judgement import Judgement
from netlemma.checks.claims.statements.johnson1991.counts import counted_number
from netlemma.checks.claims.statements.johnson1991.networks import LARGEST, by_lemmas, closed_form, domain_of, sizes_of
from netlemma.checks.formula.condition import parse_condition
from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size

RATIO = "e"  # the size of an echo packet over that of a send packet
COMPLETE = "complete"
Texts = str | Mapping[str, str]  # one for all formulas of a statement, or one for each


def printed(
    reading: Reading,
    family: str,
    right: Texts,
    because: Texts = "",
    counted: Texts = "",
    lemmas: Mapping[str, str] | None = None,
    where: str = "",
    ratio: bool = False,
    largest: int = LARGEST,
) -> Judgement:
    """Compare every formula of a statement with counts, and at all sizes with the correct formula.

    Parameters
    ----------
    reading : Reading
        ``says`` has the formulas; with a number ``f`` it is about networks of that fanout.
    family : str
        Name of the family.
    right : Texts
        Formula that is correct at all sizes, in the parameters and in the names of ``lemmas``.
    because : Texts, default ""
        Reason why it is correct, after the lemmas.
    counted : Texts, default ""
        Counted value, as a formula of :func:`~netlemma.checks.claims.statements.johnson1991.counts.number`; by default the name
        in ``says``.
    lemmas : mapping from str to str or None, optional
        Keys of lemmas by the names that their closed forms have in ``right``.
    where : str, default ""
        Condition under which the formula is meant.
    ratio : bool, default False
        Whether the formulas also contain the ratio e of packet sizes, in which they are linear, so that whole numbers e
        decide.
    largest : int, default LARGEST
        Greatest number of nodes of a network that is counted.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    fixed = {"f": int(reading.says["f"])} if "f" in reading.says else {}
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
    for name, text in reading.says.items():
        if name not in fixed:
            true = partial(value, parse_formula(_of(counted, name) or name), family, fixed)
            closed = parse_formula(_of(right, name)).to_sympy({**known, **found})
            parts.append(compare_formula(text, true, sizes, domain, closed, reason + _of(because, name), legal))
    return together(*parts)


def spoken_of(family: str, fixed: Size, largest: int = LARGEST) -> tuple[Domain, list[dict[str, int]]]:
    """The legal sizes, and small ones.

    Parameters
    ----------
    family : str
        Name of the family.
    fixed : mapping from str to int
        Fixed parameters, such as the fanout.
    largest : int, default LARGEST
        Greatest number of nodes of a network that is built.

    Returns
    -------
    tuple of (Domain, list of dict from str to int)
        Domain, and small sizes.
    """
    if family == COMPLETE:
        return Domain((Parameter("f", 2),)), [{"f": n} for n in range(2, 10)]
    if fixed:
        return Domain((Parameter("r", 2),)), [{"r": n} for n in range(2, 8)]
    return domain_of(family), sizes_of(family, 40, largest)


def value(formula: Formula, family: str, fixed: Size, size: Size) -> Fraction:
    """A formula of counted numbers at a size.

    Parameters
    ----------
    formula : Formula
        Formula.
    family : str
        Name of the family.
    fixed : mapping from str to int
        Fixed parameters.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Fraction
        Value of the formula.
    """
    symbols = {name: sympy.Symbol(name) for name in formula.names}
    counted = {symbol: Fraction(counted_number(name, family, {**fixed, **size})) for name, symbol in symbols.items()}
    return evaluate(formula.to_sympy(symbols), counted)


def _of(texts: Texts, name: str) -> str:
    return texts if isinstance(texts, str) else texts[name]
