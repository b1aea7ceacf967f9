"""Shared parts of the judges of alternating sums: meanings of binomials, terms and limits of sums, and proved sums."""

from collections.abc import Callable, Iterable, Mapping
from math import factorial, prod

import sympy as sp

from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.discovery import lemma
from netlemma.derive.networks.channels.compositions import Ways, counted

K, M, Q, R, N, I = (parameter(*each) for each in (("k",), ("m",), ("q", 0), ("r", 0), ("n",), ("i", 0)))
L = sp.Symbol("l", integer=True)
SYMBOLS = {s.name: s for s in (K, M, Q, R, N, I, L)} | {s: sp.Symbol(s, integer=True) for s in "QJK"}
Binomial = Callable[[int, int], int]
CHOSEN = "the same with binomials that are 0 where the top is negative or less than the bottom"


def ways(top: int, bottom: int) -> int:
    """Number of choices of ``bottom`` out of ``top`` things: 0 if there are too few.

    Parameters
    ----------
    top : int
        Number of things.
    bottom : int
        Number of chosen things.

    Returns
    -------
    int
        Number of choices.

    Examples
    --------
    >>> ways(4, 2), ways(1, 2), ways(-1, 0)
    (6, 0, 0)
    """
    return polynomial(top, bottom) if top >= bottom >= 0 else 0


def polynomial(top: int, bottom: int) -> int:
    """The polynomial top (top - 1) ... (top - bottom + 1) / bottom!, for any top.

    Parameters
    ----------
    top : int
        Any integer.
    bottom : int
        Integer, 0 or more.

    Returns
    -------
    int
        Value of the polynomial.

    Examples
    --------
    >>> polynomial(4, 2), polynomial(1, 2), polynomial(-1, 0), polynomial(-2, 2)
    (6, 0, 1, 3)
    """
    return prod(range(top - bottom + 1, top + 1)) // factorial(bottom)


BINOMIALS: Mapping[str, Binomial] = {"ways": ways, "polynomial": polynomial}


def value(expression: sp.Expr, point: Mapping[sp.Symbol, int], binomial: Binomial) -> int:
    """The value of a formula, with one meaning of binomials.

    Parameters
    ----------
    expression : Expr
        Formula.
    point : mapping from Symbol to int
        Value of each symbol.
    binomial : Binomial
        Meaning of binomials in the statement.

    Returns
    -------
    int
        Integer value.
    """
    table = {b: sp.Integer(binomial(*(int(evaluate(x, point)) for x in b.args))) for b in expression.atoms(sp.binomial)}
    return int(evaluate(expression.xreplace(table), point))


def read(text: str) -> sp.Expr:
    """A printed formula in the sizes of this module."""
    return parse_formula(text, SYMBOLS).to_sympy(SYMBOLS)


def symbol_values(size: Size) -> dict[sp.Symbol, int]:
    """A size by symbols."""
    return {SYMBOLS[name]: number for name, number in size.items()}


def equal_cells() -> tuple[sp.Expr, sp.Expr]:
    """The terms in l of the sum for equal cells (k >= 1 numbers of objects), and the greatest l; its proof is re-run."""
    small = ((1, 1, 0, 0), (1, 2, 1, 2), (2, 1, 1, 2), (2, 2, 0, 1), (3, 2, 1, 4))
    examples = [dict(zip((K, M, Q, R), each, strict=True)) for each in small]
    derivation = counted(Ways(R, M, Q, Q + K - 1), examples, 1)
    derivation.check()
    return _terms(derivation.result, M)


def nodes_at_distance() -> tuple[sp.Expr, sp.Expr]:
    """The terms in l of the lemma oneway-torus.nodes_at_distance, and the greatest l; its proof is re-run."""
    found = lemma("oneway-torus.nodes_at_distance")
    found.check()
    return _terms(found.closed_form, N)


def _terms(total: sp.Expr, cells: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """The sum ends with the number of cells, or earlier where no objects are left: there binomials are 0."""
    ((index, first, last),) = total.limits
    assert first == 0 and isinstance(last, sp.Min) and cells in last.args
    return total.function.xreplace({index: L}), cells


def finite_sum(
    reading: Reading,
    binomial: str,
    sizes: Iterable[Size],
    true: Callable[[Size], int],
    proved: Callable[[], tuple[sp.Expr, sp.Expr]],
) -> Judgement:
    """Compare an alternating sum with counts; it holds if its terms are those of a proved sum.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    binomial : str
        Meaning of binomials in the statement.
    sizes : iterable of mapping from str to int
        Sizes to compare.
    true : callable
        Counted value at a size.
    proved : callable
        Function that returns the terms of a proved sum, and the greatest index.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    term, first, last = (read(reading.says[name]) for name in ("term", "first", "last"))
    tried: list[Size] = []
    for size in sizes:
        at = symbol_values(size)
        indices = range(int(evaluate(first, at)), int(evaluate(last, at)) + 1)
        claimed = sum(value(term, {**at, L: l}, BINOMIALS[binomial]) for l in indices)
        if claimed != true(size):
            return fails(size, claimed, true(size), CHOSEN if binomial == "polynomial" else None, tried)
        tried.append(size)
    right, most = proved()
    if first == 0 and last == most and binomial == "ways" and equal(term, right):
        because = "the terms of the proved sum, which leaves out only those whose binomial is 0"
        return holds(f"{because}; compared at {len(tried)} sizes", tried)
    return agrees(f"agrees at the {len(tried)} sizes tried; not shown for the others", tried)
