"""Formulas as lists for the pages of the site, which evaluate them: an operation and its operands."""

from functools import reduce
from typing import Any

import sympy as sp

from netlemma.checks.formula import grammar
from netlemma.checks.formula.grammar import parse, parse_list
from netlemma.derive.algebra.finite_fields import PrimePower
from netlemma.errors import FormulaError

Tree = list[Any]
OF_A_PRIME = f" {PrimePower.holds_of}"


def formula_tree(text: str) -> Tree | None:
    """A formula as lists; None if the grammar of formulas does not have it.

    >>> formula_tree("w/2 + 1")
    ['+', ['/', ['v', 'w'], ['n', '2', '1']], ['n', '1', '1']]
    """
    try:
        return _tree(parse(text))
    except FormulaError:
        return None


OF_SYMPY = {
    sp.Add: "+", sp.Mul: "*", sp.Pow: "^", sp.floor: "floor", sp.ceiling: "ceil", sp.Abs: "abs", sp.Min: "min", sp.Max: "max",
    sp.Mod: "mod", sp.binomial: "binomial", sp.factorial: "factorial", sp.And: "and", sp.Or: "or", sp.Not: "not",
    sp.Eq: "=", sp.Ne: "!=", sp.Lt: "<", sp.Le: "<=", sp.Gt: ">", sp.Ge: ">=",
}  # fmt: skip
OF_TWO = (sp.Add, sp.Mul)  # operations of any number of operands, of two in a page


def expression_tree(expr: sp.Basic) -> Tree:
    """An expression as lists, also with functions that the grammar of formulas does not have: the page knows them by name.

    >>> from netlemma.derive.algebra.word_counts import Periods
    >>> expression_tree(Periods(sp.Symbol("m"), 2) + sp.Rational(1, 2))
    ['+', ['n', '1', '2'], ['Periods', ['v', 'm'], ['n', '2', '1']]]
    """
    if isinstance(expr, sp.Rational):
        return ["n", str(expr.p), str(expr.q)]
    if isinstance(expr, sp.Symbol):
        return ["v", expr.name]
    if isinstance(expr, sp.Sum):
        found = expression_tree(expr.function)
        for index, lower, upper in expr.limits:
            found = ["sum", found, index.name, expression_tree(lower), expression_tree(upper)]
        return found
    if isinstance(expr, sp.Piecewise):
        rows = [[expression_tree(test), expression_tree(value)] for value, test in expr.args if test is not sp.true]
        return ["if", rows, expression_tree(expr.args[-1][0]) if expr.args[-1][1] is sp.true else ["otherwise"]]
    operands = [expression_tree(each) for each in expr.args]
    if isinstance(expr, OF_TWO):
        return reduce(lambda left, right: [OF_SYMPY[expr.func], left, right], operands)
    return [OF_SYMPY.get(expr.func, expr.func.__name__), *operands]


def condition_tree(text: str) -> Tree | None:
    """A condition whose parts are separated by commas as lists; None if the grammar does not have it.

    >>> condition_tree("w even, D >= 1")
    ['and', ['even', ['v', 'w']], ['>=', ['v', 'D'], ['n', '1', '1']]]
    >>> condition_tree("q >= 3, q is a prime power")
    ['and', ['>=', ['v', 'q'], ['n', '3', '1']], ['prime power', ['v', 'q']]]
    """
    parts = [part for part in text.split(", ") if part.strip()]
    powers = [part.removesuffix(OF_A_PRIME) for part in parts if part.endswith(OF_A_PRIME)]
    others = [part for part in parts if not part.endswith(OF_A_PRIME)]
    try:
        tree = _tree(parse_list(", ".join(others))) if others else ["and"]
        return ["and", *_joined(tree), *(["prime power", _tree(parse(each))] for each in powers)] if powers else tree
    except FormulaError:
        return None


def _joined(tree: Tree) -> list[Tree]:
    """The conditions that are joined by "and"."""
    return tree[1:] if tree[0] == "and" else [tree]


def _tree(node: grammar.Node) -> Tree:
    match node:
        case grammar.Number():
            return ["n", str(node.value.numerator), str(node.value.denominator)]
        case grammar.Name():
            return ["v", node.name]
        case grammar.Negative():
            return ["neg", _tree(node.operand)]
        case grammar.Chain():
            pairs = zip(node.operators, map(_tree, node.operands[1:]), strict=True)
            return reduce(lambda left, pair: [pair[0], left, pair[1]], pairs, _tree(node.operands[0]))
        case grammar.Power():
            return ["^", _tree(node.base), _tree(node.exponent)]
        case grammar.Call():
            return [node.function, *map(_tree, node.arguments)]
        case grammar.Sum():
            return ["sum", _tree(node.body), node.index, _tree(node.lower), _tree(node.upper)]
        case grammar.Piecewise():
            return ["if", [[_tree(test), _tree(value)] for value, test in node.pieces], _tree(node.default)]
        case grammar.Comparison():
            return [node.operator, _tree(node.left), _tree(node.right)]
        case grammar.Parity():
            return [node.parity, _tree(node.operand)]
        case grammar.Not():
            return ["not", _tree(node.operand)]
        case grammar.Junction():
            return [node.word, *map(_tree, node.operands)]
    raise TypeError(f"{type(node).__name__} is no part of a formula")
