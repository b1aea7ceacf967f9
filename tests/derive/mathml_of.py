"""A SymPy expression as a displayed MathML formula, for tests of the printers."""

import sympy as sp

from netlemma.derive.typeset.mathml_printer import element, mathml
from netlemma.derive.typeset.sympy_to_tree import written


def expression_mathml(expr: sp.Expr) -> str:
    return element(mathml(written(expr)))
