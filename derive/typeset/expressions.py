"""SymPy expressions as text and LaTeX.

>>> from netlemma.derive.algebra.notation import parameter
>>> w, D = parameter("w"), parameter("D")
>>> expression_text(D * w * w**D / (4 * w**D - 4))
'D*w^(D + 1)/(4*(w^D - 1))'
>>> expression_latex(D * w * w**D / (4 * w**D - 4))
'\\\\frac{D w^{D+1}}{4 (w^{D}-1)}'
"""

import sympy as sp

from netlemma.derive.typeset.latex_printer import ANY_WIDTH, latex
from netlemma.derive.typeset.sympy_to_tree import written
from netlemma.derive.typeset.text_printer import text
from netlemma.errors import NotInGrammar


def expression_text(expr: sp.Expr, grammar: bool = False) -> str:
    """The expression on one line."""
    return text(written(expr), grammar)


def formula_text(expr: sp.Expr) -> str:
    """The expression in the formula grammar, or as plain one-line text where the grammar cannot express it.

    >>> w = sp.Symbol("w", integer=True)
    >>> formula_text(sp.Piecewise((w / 4, sp.Eq(w % 2, 0)), (w, True)))
    'piecewise(w/4, w even, w)'
    """
    node = written(expr)
    try:
        return text(node, grammar=True)
    except NotInGrammar:
        return text(node)


def expression_latex(expr: sp.Expr, room: float = ANY_WIDTH) -> str:
    """The expression in LaTeX (amsmath), without dollar signs."""
    return latex(written(expr), room)
