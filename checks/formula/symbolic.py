"""Syntax trees as SymPy expressions.

SymPy's evaluation is avoided: it can take minutes to decide an equation or a remainder, and an expanded power grows
without limit. Parts without names are evaluated here first; functions, relations and cases are built unevaluated.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from checks.formula import syntax
from checks.formula.enclosure import Enclosure
from checks.formula.evaluation import Evaluation
from checks.formula.syntax import Node
from checks.formula.tokens import FormulaError

_CALLS = {
    "abs": sympy.Abs,
    "binomial": sympy.binomial,
    "ceil": sympy.ceiling,
    "factorial": sympy.factorial,
    "floor": sympy.floor,
    "max": sympy.Max,
    "min": sympy.Min,
    "mod": sympy.Mod,
}
_RELATIONS = {"=": sympy.Eq, "!=": sympy.Ne, "<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt, ">=": sympy.Ge}


def expression(node: Node, text: str, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    """The SymPy expression of a syntax tree.

    Parameters
    ----------
    node : Node
        Expression.
    text : str
        Text of the formula, for error messages.
    symbols : mapping from str to Symbol
        SymPy symbol of each name.

    Returns
    -------
    Expr
        SymPy expression, with functions unevaluated.

    Raises
    ------
    TypeError
        If the node is not an expression.

    Examples
    --------
    >>> from checks.formula.grammar import parse
    >>> expression(parse("sum(i, i, 1, n)"), "", {"n": sympy.Symbol("n")})
    Sum(i, (i, 1, n))
    """
    if not syntax.free_names(node):
        value = Evaluation(text).value(node, {})
        if not isinstance(value, Enclosure):
            return sympy.Rational(value.numerator, value.denominator)
    parts = [_part(part, text, symbols) for part in node.parts()] if not isinstance(node, syntax.Sum) else []
    match node:
        case syntax.Name():
            return symbols[node.name]
        case syntax.Negative():
            return -parts[0]
        case syntax.Power():
            return sympy.Pow(*parts)
        case syntax.Chain():
            rest = zip(node.operators, parts[1:], strict=True)
            if node.precedence == syntax.ADD:
                return sympy.Add(parts[0], *(x if operator == "+" else -x for operator, x in rest))
            return sympy.Mul(parts[0], *(x if operator == "*" else 1 / x for operator, x in rest))
        case syntax.Call():
            return _call(node, parts)
        case syntax.Piecewise():
            return sympy.Piecewise(*zip(parts[:-1:2], parts[1::2], strict=True), (parts[-1], True), evaluate=False)
        case syntax.Sum():
            index = sympy.Symbol(node.index, integer=True)
            limits = [expression(limit, text, symbols) for limit in (node.lower, node.upper)]
            return sympy.Sum(expression(node.body, text, {**symbols, node.index: index}), (index, *limits))
    raise TypeError(f"{type(node).__name__} is not an expression")


def condition(node: Node, text: str, symbols: Mapping[str, sympy.Symbol]) -> sympy.logic.boolalg.Boolean:
    """The SymPy condition of a predicate.

    Parameters
    ----------
    node : Node
        Predicate.
    text : str
        Text of the formula, for error messages.
    symbols : mapping from str to Symbol
        SymPy symbol of each name.

    Returns
    -------
    Boolean
        SymPy condition, with relations unevaluated.

    Raises
    ------
    FormulaError
        If the predicate contains cases.
    TypeError
        If the node is not a predicate.

    Examples
    --------
    >>> from checks.formula.grammar import parse
    >>> condition(parse("w even and D >= 2"), "", {"w": sympy.Symbol("w"), "D": sympy.Symbol("D")})
    (D >= 2) & Eq(Mod(w, 2), 0)
    """
    if not syntax.free_names(node):
        return sympy.S(Evaluation(text).holds(node, {}))
    if any(isinstance(part, syntax.Piecewise) for part in syntax.walk(node)):
        raise FormulaError("a condition that depends on cases is too involved for algebra", text, node.column)
    parts = [_part(part, text, symbols) for part in node.parts()]
    match node:
        case syntax.Comparison():
            return _RELATIONS[node.operator](*parts, evaluate=False)
        case syntax.Parity():
            return sympy.Eq(sympy.Mod(parts[0], 2, evaluate=False), int(node.parity == "odd"), evaluate=False)
        case syntax.Not():
            return sympy.Not(parts[0], evaluate=False)
        case syntax.Junction():
            return (sympy.And if node.word == "and" else sympy.Or)(*parts)
    raise TypeError(f"{type(node).__name__} is not a condition")


def _call(node: syntax.Call, arguments: list[sympy.Basic]) -> sympy.Expr:
    if node.function == "log":
        logarithms = [sympy.log(argument, evaluate=False) for argument in arguments]
        return logarithms[0] if len(logarithms) == 1 else logarithms[0] / logarithms[1]
    if node.function in ("min", "max"):
        arguments = list(dict.fromkeys(arguments))
        if len(arguments) == 1:
            return arguments[0]
    return _CALLS[node.function](*arguments, evaluate=False)


def _part(node: Node, text: str, symbols: Mapping[str, sympy.Symbol]) -> sympy.Basic:
    return (condition if isinstance(node, syntax.Predicate) else expression)(node, text, symbols)
