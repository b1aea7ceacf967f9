"""Users' formulas and conditions: read by a small grammar, evaluated exactly or as SymPy expressions, never executed as Python."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import sympy

from netlemma.checks.base.inputs import nearest, quoted_text
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula import grammar
from netlemma.checks.formula.arithmetic import Enclosure, ends
from netlemma.checks.formula.evaluation import Evaluation, check_constants
from netlemma.checks.formula.grammar import (
    Chain,
    Comparison,
    FormulaError,
    Junction,
    Name,
    Negative,
    Node,
    Predicate,
    Sum,
    free_names,
    parse,
    parse_list,
    unparse,
    walk,
)

if TYPE_CHECKING:
    import sympy
    from sympy.core.symbol import Symbol
    from sympy.logic.boolalg import Boolean


# Syntax trees as SymPy expressions.
#
# SymPy's evaluation is avoided: it can take minutes to decide an equation or a remainder, and an expanded power grows
# without limit. Parts without names are evaluated here first; functions, relations and cases are built unevaluated.


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


# Users' formulas: read by a small grammar, evaluated exactly, never executed as Python.
#
# A formula consists of integers, decimals (exact: ``0.1`` is 1/10), names, ``+ - * / ^``, parentheses and the functions
# of `netlemma.checks.formula.grammar`. A text that is too long, too deep or too expensive is refused in one line that names the
# character.


@dataclass(frozen=True)
class Parsed:
    """A syntax tree with its text; equal to another one if the trees are equal."""

    root: Node
    text: str = field(compare=False, repr=False)

    def __str__(self) -> str:
        return unparse(self.root)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that need a value."""
        return free_names(self.root)

    def require_names(self, names: Collection[str]) -> None:
        """Check that only the given names need a value."""
        for part in walk(self.root):
            if isinstance(part, Name) and part.name in self.names and part.name not in names:
                hint = nearest(part.name, names) or f"; expected {', '.join(names) or 'no names'}"
                raise FormulaError(f"unknown name {quoted_text(part.name)}{hint}", self.text, part.column)

    def _values(self, size: Mapping[str, int]) -> dict[str, int]:
        missing = sorted(self.names - set(size))
        if missing:
            raise FormulaError(f"no value given for {', '.join(missing)}", self.text)
        return {name: int(size[name]) for name in self.names}


@dataclass(frozen=True)
class Formula(Parsed):
    """A user's formula. It is immutable; ``str`` is a text that reads back as the same formula."""

    def evaluate(self, size: Mapping[str, int], time: TimeBudget | None = None) -> Fraction | Enclosure:
        """The exact value at a size, or an `Enclosure` of it if it is irrational.

        >>> parse_formula("D*w/4").evaluate({"w": 5, "D": 2})
        Fraction(5, 2)
        >>> parse_formula("sum(i*binomial(n, i), i, 0, n)/2^n").evaluate({"n": 5})
        Fraction(5, 2)
        >>> parse_formula("log(w, 2)").evaluate({"w": 8}), parse_formula("log(w, 2)").evaluate({"w": 7})
        (Fraction(3, 1), Enclosure(about 2.80735492206))
        """
        values = self._values(size)
        try:
            value = Evaluation(self.text, time).value(self.root, values)
        except FormulaError as error:
            raise error.at(size) from None
        return value if isinstance(value, Enclosure) else Fraction(value)

    def to_sympy(self, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
        """The formula as a SymPy expression; functions and conditions stay unevaluated.

        >>> from sympy import Symbol
        >>> w = Symbol("w", integer=True, positive=True)
        >>> parse_formula("piecewise(w/4, w even, (w^2 - 1)/(4*w))").to_sympy({"w": w})
        Piecewise((w/4, Eq(Mod(w, 2), 0)), ((w**2 - 1)/(4*w), True))
        """

        self.require_names(symbols)
        return expression(self.root, self.text, symbols)

    def cancelled(self, symbols: Mapping[str, sympy.Symbol]) -> list[sympy.Expr]:
        """Divisors and functions without a value at some sizes that :meth:`to_sympy` loses.

        >>> from sympy import Symbol
        >>> parse_formula("K*(K - 9)/(K - 9)").cancelled({"K": Symbol("K")})
        [K - 9]
        """

        return cancelled(self.root, self.text, symbols)


def parse_formula(text: str, names: Collection[str] | None = None) -> Formula:
    """Read a formula.

    >>> str(parse_formula("D * w ** 2 / (4)", names=["w", "D"]))
    'D*w^2/4'
    >>> parse_formula("D*x/4", names=["w", "D"])
    Traceback (most recent call last):
        ...
    netlemma.checks.formula.grammar.FormulaError: column 3: unknown name 'x'; expected w, D
    """
    formula = Formula(parse(text), text)
    if isinstance(formula.root, Predicate):
        raise FormulaError("a condition stands where a formula is expected", text, formula.root.column)
    accept(formula, names)
    return formula


def accept(parsed: Parsed, names: Collection[str] | None) -> None:
    """Refuse unknown names, an index of a sum that is already a name, and constant parts that cost too much."""
    _check_indices(parsed.root, parsed.text, parsed.names | set(names or ()))
    if names is not None:
        parsed.require_names(names)
    check_constants(parsed.root, parsed.text)


def _check_indices(node: Node, text: str, used: frozenset[str]) -> None:
    for part in node.parts():
        inside = isinstance(node, Sum) and part is node.body
        _check_indices(part, text, used | {node.index} if inside and isinstance(node, Sum) else used)
    if isinstance(node, Sum) and node.index in used:
        raise FormulaError(
            f"the index {quoted_text(node.index)} has another meaning; choose another name", text, node.column
        )


# Users' conditions on sizes, such as ``w even and D >= 2``, in the grammar of formulas.


@dataclass(frozen=True)
class Condition(Parsed):
    """A condition on sizes. It is immutable; ``str`` is a text that reads back as the same condition."""

    def holds(self, size: Mapping[str, int]) -> bool:
        """Whether the condition is true at a size.

        The size has a whole number for each of ``names``; others are ignored.

        >>> parse_condition("w mod 4 = 2 or D > w").holds({"w": 6, "D": 1})
        True
        """
        values = self._values(size)
        try:
            return Evaluation(self.text).holds(self.root, values)
        except FormulaError as error:
            raise error.at(size) from None

    def bounds(self) -> dict[str, tuple[int | None, int | None]]:
        """The smallest and largest value of each name that the parts joined by ``and`` state; None where there is none.

        Examples
        --------
        >>> parse_condition("2 <= w <= 9, 2*D + 1 = 5, K even").bounds()
        {'w': (2, 9), 'D': (2, 2)}
        """
        found: dict[str, tuple[int | None, int | None]] = {}
        parts = [self.root]
        while parts:
            part = parts.pop(0)
            if isinstance(part, Junction) and part.word == "and":
                parts = [*part.operands, *parts]
            elif isinstance(part, Comparison):
                for name, low, high in _bounded(part, self.text):
                    before = found.get(name, (None, None))
                    lows = [each for each in (low, before[0]) if each is not None]
                    highs = [each for each in (high, before[1]) if each is not None]
                    found[name] = (max(lows, default=None), min(highs, default=None))
        return found

    def to_sympy(self, symbols: Mapping[str, Symbol]) -> Boolean:
        """The condition in SymPy.

        >>> from sympy import Symbol
        >>> parse_condition("w odd, w >= 3").to_sympy({"w": Symbol("w", integer=True)})
        (w >= 3) & Eq(Mod(w, 2), 1)
        """

        self.require_names(symbols)
        return condition(self.root, self.text, symbols)


MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _bounded(part: Comparison, text: str) -> Iterator[tuple[str, int | None, int | None]]:
    """The bounds that a comparison of a name with a constant states, or of a multiple of a name and a constant more."""
    for side, other, operator in (
        (part.left, part.right, part.operator),
        (part.right, part.left, MIRRORED[part.operator]),
    ):
        if isinstance(side, Name) and not free_names(other):
            yield from _bound(side.name, operator, *ends(Evaluation(text).value(other, {})))
            return
    if len(free_names(part)) == 1:
        one, other_side = _affine(part.left, text), _affine(part.right, text)
        if one and other_side and one[0] != other_side[0]:
            slope = one[0] - other_side[0]
            border = (other_side[1] - one[1]) / slope
            for name in free_names(part):
                yield from _bound(name, part.operator if slope > 0 else MIRRORED[part.operator], border, border)


def _affine(node: Node, text: str) -> tuple[Fraction, Fraction] | None:
    """The numbers a and b of an expression a x + b in one name x; None if it is of another form."""
    if isinstance(node, Name):
        return Fraction(1), Fraction(0)
    if not free_names(node):
        low, high = ends(Evaluation(text).value(node, {}))
        return (Fraction(0), low) if low == high else None
    if isinstance(node, Negative):
        inner = _affine(node.operand, text)
        return inner and (-inner[0], -inner[1])
    if not isinstance(node, Chain):
        return None
    total: tuple[Fraction, Fraction] | None = _affine(node.operands[0], text)
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        term = _affine(operand, text)
        if total is None or term is None:
            return None
        if operator in "+-":
            sign = 1 if operator == "+" else -1
            total = total[0] + sign * term[0], total[1] + sign * term[1]
        elif term[0] == 0 and (operator == "*" or term[1] != 0):
            by = term[1] if operator == "*" else 1 / term[1]
            total = total[0] * by, total[1] * by
        elif operator == "*" and total[0] == 0:
            total = term[0] * total[1], term[1] * total[1]
        else:
            return None
    return total


def _bound(name: str, operator: str, low: Fraction, high: Fraction) -> Iterator[tuple[str, int | None, int | None]]:
    """The bounds that ``name operator x`` states, if x is between two numbers."""
    if operator in ("=", ">", ">="):
        yield name, math.floor(low) + 1 if operator == ">" else math.ceil(low), None
    if operator in ("=", "<", "<="):
        yield name, None, math.ceil(high) - 1 if operator == "<" else math.floor(high)


def parse_condition(text: str, names: Collection[str] | None = None) -> Condition:
    """Read a condition: comparisons, ``w even``, ``w mod 4 = 2``, with ``and``, ``or``, ``not``.

    A comma means ``and``.

    >>> str(parse_condition("2 <= w <= 9, D = 2"))
    '2 <= w and w <= 9 and D = 2'
    >>> parse_condition("w + 1")
    Traceback (most recent call last):
        ...
    netlemma.checks.formula.grammar.FormulaError: column 1: a number stands where a condition such as 'w even' or 'w >= 2' is expected
    """
    condition = Condition(parse_list(text), text)
    if not isinstance(condition.root, Predicate):
        message = "a number stands where a condition such as 'w even' or 'w >= 2' is expected"
        raise FormulaError(message, text, condition.root.column)
    accept(condition, names)
    return condition
