"""Users' formulas and conditions: read by a small grammar, evaluated exactly or as SymPy expressions, never executed as Python."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.arithmetic import Enclosure, ends
from netlemma.checks.formula.evaluation import Evaluation, check_constants
from netlemma.checks.formula.grammar import (
    Chain,
    Comparison,
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
from netlemma.errors import FormulaError

if TYPE_CHECKING:
    import sympy
    from sympy.core.symbol import Symbol
    from sympy.logic.boolalg import Boolean


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
        from netlemma.checks.formula.symbolic import expression

        return expression(self.root, self.text, symbols)

    def cancelled(self, symbols: Mapping[str, sympy.Symbol]) -> list[sympy.Expr]:
        """Divisors and functions without a value at some sizes that :meth:`to_sympy` loses.

        >>> from sympy import Symbol
        >>> parse_formula("K*(K - 9)/(K - 9)").cancelled({"K": Symbol("K")})
        [K - 9]
        """

        from netlemma.checks.formula.symbolic import cancelled

        return cancelled(self.root, self.text, symbols)


def parse_formula(text: str, names: Collection[str] | None = None) -> Formula:
    """Read a formula.

    >>> str(parse_formula("D * w ** 2 / (4)", names=["w", "D"]))
    'D*w^2/4'
    >>> parse_formula("D*x/4", names=["w", "D"])
    Traceback (most recent call last):
        ...
    netlemma.errors.FormulaError: column 3: unknown name 'x'; expected w, D
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
        from netlemma.checks.formula.symbolic import condition

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
    netlemma.errors.FormulaError: column 1: a number stands where a condition such as 'w even' or 'w >= 2' is expected
    """
    condition = Condition(parse_list(text), text)
    if not isinstance(condition.root, Predicate):
        message = "a number stands where a condition such as 'w even' or 'w >= 2' is expected"
        raise FormulaError(message, text, condition.root.column)
    accept(condition, names)
    return condition
