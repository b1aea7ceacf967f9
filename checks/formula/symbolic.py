"""Syntax trees as SymPy expressions.

SymPy's evaluation is avoided: it can take minutes to decide an equation or a remainder, and an expanded power grows
without limit. Parts without names are evaluated here first; functions, relations and cases are built unevaluated.
"""

from collections.abc import Iterator, Mapping

import sympy

from netlemma.checks.formula import syntax
from netlemma.checks.formula.enclosure import Enclosure
from netlemma.checks.formula.evaluation import Evaluation
from netlemma.checks.formula.syntax import Node
from netlemma.checks.formula.tokens import FormulaError

_CALLS = {
    "abs": sympy.Abs,
    "binomial": sympy.binomial,
    "ceil": sympy.ceiling,
    "factorial": sympy.factorial,
    "fibonacci": sympy.fibonacci,
    "floor": sympy.floor,
    "lucas": sympy.lucas,
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
    >>> from netlemma.checks.formula.grammar import parse
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
            kind = sympy.Product if isinstance(node, syntax.Product) else sympy.Sum
            return kind(expression(node.body, text, {**symbols, node.index: index}), (index, *limits))
    raise TypeError(f"{type(node).__name__} is not an expression")


def cancelled(node: Node, text: str, symbols: Mapping[str, sympy.Symbol]) -> list[sympy.Expr]:
    """Parts that may have no value at some sizes and that SymPy's automatic evaluation removes, as in ``(K - 9)/(K - 9)``.

    An identity of the expression proves nothing about the sizes at which such a part has no value.

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
    list of Expr
        Divisors that are gone; NaN for each function, such as a logarithm, that is gone.

    Examples
    --------
    >>> from netlemma.checks.formula.grammar import parse
    >>> K = sympy.Symbol("K")
    >>> cancelled(parse("(K - 9)/(K - 9)"), "", {"K": K}), cancelled(parse("K/(K - 9)"), "", {"K": K})
    ([K - 9], [])
    """
    whole = expression(node, text, symbols)
    bases = _denominators(whole)
    found: list[sympy.Expr] = []
    for part, known in _scoped(node, symbols):
        divisors: list[Node] = []
        if isinstance(part, syntax.Chain):
            divisors = [x for operator, x in zip(part.operators, part.operands[1:], strict=True) if operator == "/"]
        elif isinstance(part, syntax.Power) and not _is_natural(part.exponent, text):
            divisors = [part.base]
        elif isinstance(part, syntax.Call) and part.function in PARTIAL and syntax.free_names(part):
            gone = not whole.has(expression(part, text, known))
            found += [sympy.nan] if gone else []
        for divisor in divisors:
            if syntax.free_names(divisor):
                below = expression(divisor, text, known)
                kept = _denominators(1 / below)
                found += [] if kept and kept <= bases else [below]
    return found


def _denominators(expr: sympy.Expr) -> set[sympy.Expr]:
    """Bases of powers whose exponents may be negative."""
    return {power.base for power in expr.atoms(sympy.Pow) if not (power.exp.is_number and power.exp >= 0)}


PARTIAL = ("log", "binomial", "factorial", "mod", "fibonacci", "lucas", "harmonic")


def _is_natural(exponent: Node, text: str) -> bool:
    """Whether an exponent is a constant whole number that is not negative."""
    if syntax.free_names(exponent):
        return False
    value = Evaluation(text).value(exponent, {})
    return isinstance(value, int) and value >= 0


def _scoped(node: Node, symbols: Mapping[str, sympy.Symbol]) -> Iterator[tuple[Node, Mapping[str, sympy.Symbol]]]:
    """Every part of an expression, with the symbols of the names that it may have."""
    yield node, symbols
    for part in node.parts():
        inside = isinstance(node, syntax.Sum) and part is node.body
        known = (
            {**symbols, node.index: sympy.Symbol(node.index, integer=True)}
            if inside and isinstance(node, syntax.Sum)
            else symbols
        )
        yield from _scoped(part, known)


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
    >>> from netlemma.checks.formula.grammar import parse
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
    if node.function == "harmonic":
        index = sympy.Symbol("index", integer=True)
        return sympy.Sum(1 / index, (index, 1, arguments[0]))
    if node.function in ("min", "max"):
        arguments = list(dict.fromkeys(arguments))
        if len(arguments) == 1:
            return arguments[0]
    return _CALLS[node.function](*arguments, evaluate=False)


def _part(node: Node, text: str, symbols: Mapping[str, sympy.Symbol]) -> sympy.Basic:
    return (condition if isinstance(node, syntax.Predicate) else expression)(node, text, symbols)
