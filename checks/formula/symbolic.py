"""Syntax trees as SymPy expressions.

SymPy's evaluation is avoided: it can take minutes to decide an equation or a remainder, and an expanded power grows
without limit. Parts without names are evaluated here first; functions, relations and cases are built unevaluated.
"""

from collections.abc import Iterator, Mapping

import sympy

from netlemma.checks.formula import grammar
from netlemma.checks.formula.arithmetic import Enclosure
from netlemma.checks.formula.evaluation import Evaluation
from netlemma.checks.formula.grammar import Node
from netlemma.errors import FormulaError

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

    >>> from netlemma.checks.formula.grammar import parse
    >>> expression(parse("sum(i, i, 1, n)"), "", {"n": sympy.Symbol("n")})
    Sum(i, (i, 1, n))
    """
    if not grammar.free_names(node):
        value = Evaluation(text).value(node, {})
        if not isinstance(value, Enclosure):
            return sympy.Rational(value.numerator, value.denominator)
    parts = [_part(part, text, symbols) for part in node.parts()] if not isinstance(node, grammar.Sum) else []
    match node:
        case grammar.Name():
            return symbols[node.name]
        case grammar.Negative():
            return -parts[0]
        case grammar.Power():
            return sympy.Pow(*parts)
        case grammar.Chain():
            rest = zip(node.operators, parts[1:], strict=True)
            if node.precedence == grammar.ADD:
                return sympy.Add(parts[0], *(x if operator == "+" else -x for operator, x in rest))
            return sympy.Mul(parts[0], *(x if operator == "*" else 1 / x for operator, x in rest))
        case grammar.Call():
            return _call(node, parts)
        case grammar.Piecewise():
            return sympy.Piecewise(*zip(parts[:-1:2], parts[1::2], strict=True), (parts[-1], True), evaluate=False)
        case grammar.Sum():
            index = sympy.Symbol(node.index, integer=True)
            limits = [expression(limit, text, symbols) for limit in (node.lower, node.upper)]
            kind = sympy.Product if isinstance(node, grammar.Product) else sympy.Sum
            return kind(expression(node.body, text, {**symbols, node.index: index}), (index, *limits))
    raise TypeError(f"{type(node).__name__} is not an expression")


def cancelled(node: Node, text: str, symbols: Mapping[str, sympy.Symbol]) -> list[sympy.Expr]:
    """Parts that may have no value at some sizes and that SymPy's automatic evaluation removes, as in ``(K - 9)/(K - 9)``.

    An identity of the expression proves nothing about the sizes at which such a part has no value.

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
        if isinstance(part, grammar.Chain):
            divisors = [x for operator, x in zip(part.operators, part.operands[1:], strict=True) if operator == "/"]
        elif isinstance(part, grammar.Power) and not _is_natural(part.exponent, text):
            divisors = [part.base]
        elif isinstance(part, grammar.Call) and part.function in PARTIAL and grammar.free_names(part):
            gone = not whole.has(expression(part, text, known))
            found += [sympy.nan] if gone else []
        for divisor in divisors:
            if grammar.free_names(divisor):
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
    if grammar.free_names(exponent):
        return False
    value = Evaluation(text).value(exponent, {})
    return isinstance(value, int) and value >= 0


def _scoped(node: Node, symbols: Mapping[str, sympy.Symbol]) -> Iterator[tuple[Node, Mapping[str, sympy.Symbol]]]:
    """Every part of an expression, with the symbols of the names that it may have."""
    yield node, symbols
    for part in node.parts():
        inside = isinstance(node, grammar.Sum) and part is node.body
        known = (
            {**symbols, node.index: sympy.Symbol(node.index, integer=True)}
            if inside and isinstance(node, grammar.Sum)
            else symbols
        )
        yield from _scoped(part, known)


def condition(node: Node, text: str, symbols: Mapping[str, sympy.Symbol]) -> sympy.logic.boolalg.Boolean:
    """The SymPy condition of a predicate.

    >>> from netlemma.checks.formula.grammar import parse
    >>> condition(parse("w even and D >= 2"), "", {"w": sympy.Symbol("w"), "D": sympy.Symbol("D")})
    (D >= 2) & Eq(Mod(w, 2), 0)
    """
    if not grammar.free_names(node):
        return sympy.S(Evaluation(text).holds(node, {}))
    if any(isinstance(part, grammar.Piecewise) for part in grammar.walk(node)):
        raise FormulaError("a condition that depends on cases is too involved for algebra", text, node.column)
    parts = [_part(part, text, symbols) for part in node.parts()]
    match node:
        case grammar.Comparison():
            return _RELATIONS[node.operator](*parts, evaluate=False)
        case grammar.Parity():
            return sympy.Eq(sympy.Mod(parts[0], 2, evaluate=False), int(node.parity == "odd"), evaluate=False)
        case grammar.Not():
            return sympy.Not(parts[0], evaluate=False)
        case grammar.Junction():
            return (sympy.And if node.word == "and" else sympy.Or)(*parts)
    raise TypeError(f"{type(node).__name__} is not a condition")


def _call(node: grammar.Call, arguments: list[sympy.Basic]) -> sympy.Expr:
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
    return (condition if isinstance(node, grammar.Predicate) else expression)(node, text, symbols)
