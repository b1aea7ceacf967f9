"""Users' conditions on sizes, such as ``w even and D >= 2``, in the grammar of formulas."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from netlemma.checks.formula.enclosure import ends
from netlemma.checks.formula.evaluation import Evaluation
from netlemma.checks.formula.formula import Parsed, accept
from netlemma.checks.formula.grammar import parse_list
from netlemma.checks.formula.syntax import Chain, Comparison, Junction, Name, Negative, Node, Predicate, free_names
from netlemma.checks.formula.tokens import FormulaError

if TYPE_CHECKING:
    from sympy.core.symbol import Symbol
    from sympy.logic.boolalg import Boolean


@dataclass(frozen=True)
class Condition(Parsed):
    """A condition on sizes. It is immutable; ``str`` is a text that reads back as the same condition."""

    def holds(self, size: Mapping[str, int]) -> bool:
        """Whether the condition is true at a size.

        The size has a whole number for each of ``names``; others are ignored.

        Raises
        ------
        FormulaError
            If it cannot be decided or a name has no value.

        Examples
        --------
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

        Raises
        ------
        FormulaError
            If a name has no symbol.

        Examples
        --------
        >>> from sympy import Symbol
        >>> parse_condition("w odd, w >= 3").to_sympy({"w": Symbol("w", integer=True)})
        (w >= 3) & Eq(Mod(w, 2), 1)
        """
        from netlemma.checks.formula.symbolic import condition

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

    Parameters
    ----------
    text : str
        Condition, at most 4000 characters, nested at most 60 deep.
    names : collection of str or None, optional
        Legal names; any if None.

    Returns
    -------
    Condition
        The condition.

    Raises
    ------
    FormulaError
        If the text cannot be read. The message is one line that names the column.

    Examples
    --------
    >>> str(parse_condition("2 <= w <= 9, D = 2"))
    '2 <= w and w <= 9 and D = 2'
    >>> parse_condition("w + 1")
    Traceback (most recent call last):
        ...
    netlemma.checks.formula.tokens.FormulaError: column 1: a number stands where a condition such as 'w even' or 'w >= 2' is expected
    """
    condition = Condition(parse_list(text), text)
    if not isinstance(condition.root, Predicate):
        message = "a number stands where a condition such as 'w even' or 'w >= 2' is expected"
        raise FormulaError(message, text, condition.root.column)
    accept(condition, names)
    return condition
