"""Shared evaluators of judges: comparison of printed formulas with values and expressions, and combination of
findings.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import sympy

from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds, unknown
from netlemma.checks.formula.enclosure import Enclosure, decimal_text, order
from netlemma.checks.formula.equality.equal import never_zero, same_for_all_sizes
from netlemma.checks.formula.formula import Formula, parse_formula
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.core.domain import Domain, Size


def compare_formula(
    printed: str,
    true: Callable[[Size], int | Fraction],
    sizes: Iterable[Size],
    domain: Domain,
    closed: sympy.Expr | None = None,
    because: str = "",
    condition: sympy.Basic | bool = True,
    lemma: str = "",
) -> Judgement:
    """Compare a printed formula with true values, smallest size first, and with an expression at all sizes.

    Parameters
    ----------
    printed : str
        Formula in the grammar of users' formulas.
    true : callable
        Computed or counted value at a size.
    sizes : iterable of mapping from str to int
        Sizes to compare, the smallest first.
    domain : Domain
        Sizes of the statement.
    closed : Expr or None, optional
        Expression that is correct at all sizes; without it the verdict is at best ``agrees``.
    because : str, default ""
        Reason why ``closed`` is correct.
    condition : Basic or bool, default True
        Further condition on the sizes of the statement.
    lemma : str, default ""
        Key of a lemma to cite if ``closed`` is long.

    Returns
    -------
    Judgement
        Verdict with its evidence.

    Examples
    --------
    >>> from netlemma.derive.core.domain import Parameter
    >>> domain = Domain((Parameter("K", 2),))
    >>> K = domain.parameters[0].symbol
    >>> compare_formula("K/2", lambda size: size["K"] // 2, [{"K": 2}, {"K": 3}], domain).counterexample
    {'size': {'K': 3}, 'claimed': '3/2', 'true': '1'}
    >>> compare_formula("2*K/2", lambda size: size["K"], [{"K": 2}], domain, K, "one link after each node").proof
    'one link after each node; the same for all sizes, and compared at 1'
    """
    formula = parse_formula(printed, domain.names)
    tried: list[Size] = []
    for size in sizes:
        claimed, value = formula.evaluate(size), Fraction(true(size))
        agreement = order(claimed, value)
        if agreement is None:
            return unknown(f"{printed} is not rational at {dict(size)}", tried)
        if agreement:
            shown = claimed if isinstance(claimed, Fraction) else _middle(claimed)
            judgement = fails(size, shown, value, _text(closed), tried)
            return replace(judgement, evidence={"lemma": lemma}) if lemma else judgement
        tried.append(size)
    symbols = {p.name: p.symbol for p in domain.parameters}
    minima, where = {p.symbol: p.minimum for p in domain.parameters}, sympy.And(*domain.relations, condition)
    if (
        closed is not None
        and all(never_zero(divisor, minima, where) for divisor in formula.cancelled(symbols))
        and same_for_all_sizes(formula.to_sympy(symbols), closed, minima, where)
    ):
        return holds(f"{because}; the same for all sizes, and compared at {len(tried)}", tried)
    return agrees(f"equal at the {len(tried)} sizes tried; not shown for the others", tried)


class ClaimedValue(NamedTuple):
    """The claimed and the true value at a size, one case of a statement.

    ``network`` is named if the statement does not name it. Cases that follow each other with the same ``of`` are parts of
    one size, which is recorded once all of them agree. ``same`` says whether the values agree where they need not be
    equal, ``open`` why it is not known, and ``right`` is the correct value in general. ``told`` is evidence by name; tables
    of several cases are put together.
    """

    size: Size
    claimed: object
    true: object
    network: str = ""
    of: Size | None = None
    same: bool | None = None
    open: str = ""
    right: str | None = None
    told: Mapping[str, object] = {}


def agree(cases: Iterable[ClaimedValue], proof: str = "", right: str | None = None, remark: str = "") -> Judgement:
    """Compare claimed with true values, case by case.

    Parameters
    ----------
    cases : iterable of ClaimedValue
        Cases, the smallest first; the first difference is the counterexample.
    proof : str, default ""
        Reason why they are equal in all cases of the statement; without it the verdict is at best ``agrees``. The number
        of sizes takes the place of ``{sizes}``, here and in ``remark``.
    right : str or None, optional
        Correct value or formula where they differ.
    remark : str, default ""
        Attempts, if there is no reason.

    Returns
    -------
    Judgement
        Verdict with its evidence.

    Examples
    --------
    >>> agree([ClaimedValue({"k": 2}, 3, 3), ClaimedValue({"k": 3}, 5, 6)], "counted", "k*(k + 1)/2").counterexample
    {'size': {'k': 3}, 'claimed': '5', 'true': '6'}
    >>> agree([ClaimedValue({"k": 2}, 3, 3), ClaimedValue({"k": 3}, 6, 6)], "counted at {sizes} sizes").proof
    'counted at 2 sizes'
    """
    tried: list[Size] = []
    told: dict[str, Any] = {}
    for case in cases:
        begun = case.of is not None and tried[-1:] == [case.of]
        before = tried[:-1] if begun else tried
        for table, rows in case.told.items():
            told[table] = {**told.get(table, {}), **rows} if isinstance(rows, Mapping) else rows
        if case.open:
            return unknown(case.open, before, **told)
        if case.claimed != case.true if case.same is None else not case.same:
            return fails(case.size, case.claimed, case.true, case.right or right, before, case.network, **told)
        if not begun:
            tried.append(case.size if case.of is None else case.of)
    reason = (proof or remark).replace("{sizes}", str(len(tried)))
    return holds(reason, tried, **told) if proof else agrees(reason, tried, **told)


def together(*findings: Judgement) -> Judgement:
    """Combine findings on one statement: it fails if a part fails, and holds if every part holds.

    >>> together(holds("a reason"), holds("a reason"), holds("another")).proof
    'a reason; another'
    >>> together(holds("a reason"), fails({}, 1, 2)).verdict
    'fails'
    """
    for verdict in ("fails", "unknown", "agrees"):
        for judgement in findings:
            if judgement.verdict == verdict:
                return judgement
    sizes = {tuple(sorted(size.items())): size for judgement in findings for size in judgement.sizes}
    proofs = dict.fromkeys(str(judgement.proof) for judgement in findings)
    evidence = {name: value for judgement in findings for name, value in judgement.evidence.items()}
    return holds("; ".join(proofs), sizes.values(), **evidence)


def evaluated(formula: Formula, values: Mapping[str, int | Fraction]) -> Fraction:
    """The value of a formula at rational values of its names.

    Parameters
    ----------
    formula : Formula
        Formula in these names.
    values : mapping from str to int or Fraction
        Value of each name.

    Returns
    -------
    Fraction
        Exact value.

    Examples
    --------
    >>> evaluated(parse_formula("d/n"), {"d": Fraction(4, 3), "n": 2})
    Fraction(2, 3)
    """
    symbols = {name: sympy.Symbol(name) for name in formula.names}
    return evaluate(formula.to_sympy(symbols), {symbol: Fraction(values[name]) for name, symbol in symbols.items()})


def stated_number(text: str) -> Fraction:
    """A number in a statement.

    Raises
    ------
    FormulaError
        For a text with names.
    ValueError
        For a value that is not rational.

    Examples
    --------
    >>> stated_number("4/3")
    Fraction(4, 3)
    """
    value = parse_formula(text, ()).evaluate({})
    if not isinstance(value, Fraction):
        raise ValueError(f"{text} is not rational")
    return value


def _middle(value: Enclosure) -> str:
    return f"about {decimal_text(value.lo)}"


def _text(closed: sympy.Expr | None) -> str | None:
    from netlemma.derive.typeset.expressions import formula_text

    return None if closed is None else formula_text(closed)
