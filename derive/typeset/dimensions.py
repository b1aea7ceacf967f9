"""Ranges of dimensions in sums and products over dimensions.

The dimensions of a factor are numbered from 1. An expression may treat some of them differently from the others (those
that dimension order corrects before a link, that of the link, those after it); by symmetry the choice does not matter,
so they are numbered consecutively. Where several factors occur, each has its name as an index set instead.
"""

from __future__ import annotations

import sympy as sp

from netlemma.derive.algebra.expressions.notation import DimensionProduct, DimensionSum


class DimensionRanges:
    """The ranges of dimensions in one expression.

    >>> from netlemma.derive.algebra.expressions.notation import a, b, parameter
    >>> n, q, label = parameter("n"), sp.Symbol("q", integer=True), sp.Symbol("ring(w)")
    >>> at, before = DimensionProduct(a, n, sp.Integer(1), label), DimensionProduct(b, n, q, label)
    >>> found = DimensionRanges(at * before * DimensionProduct(a + b, n, n - 1 - q, label))
    >>> found.span(before), found.span(at)
    ((1, q), (q + 1, q + 1))
    """

    def __init__(self, expr: sp.Basic) -> None:
        self.parts: dict[sp.Basic, list[sp.Expr]] = {}
        for product in sorted(expr.atoms(DimensionProduct), key=_earlier):
            self.parts.setdefault(product.args[3], []).append(product)
        self.labels = {e.args[3] for e in expr.atoms(DimensionSum, DimensionProduct)}

    def within(self, expr: sp.Basic) -> DimensionRanges:
        """The ranges in a part of the expression, numbered from 1; factors keep their names."""
        inner = DimensionRanges(expr)
        inner.labels = self.labels
        return inner

    def span(self, expr: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """The numbers of the first and the last dimension."""
        first = sp.Integer(1)
        for other in self.parts.get(expr.args[3], []) if isinstance(expr, DimensionProduct) else []:
            if other == expr:
                break
            first += other.args[2]
        return first, sp.expand(first + expr.args[2] - 1)

    def group(self, expr: sp.Expr) -> str:
        """The name of the index set, if several factors occur."""
        if len(self.labels) < 2:
            return ""
        name = str(expr.args[3])
        if len(self.parts.get(expr.args[3], [])) < 2:
            return name
        first, last = self.span(expr)
        return f"{name} {first}" if first == last else f"{name} {first}..{last}"


def _earlier(product: sp.Expr) -> tuple[int, object]:
    """Sort key: a numeric number of dimensions first, then the single one, then the rest."""
    count = product.args[2]
    return 0 if count.is_Symbol else 1 if count == 1 else 2, sp.default_sort_key(product)
