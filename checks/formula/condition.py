"""Users' conditions on sizes, such as ``w even and D >= 2``, in the grammar of formulas."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checks.formula.evaluation import Evaluation
from checks.formula.formula import Parsed, accept
from checks.formula.grammar import parse_list
from checks.formula.syntax import Predicate
from checks.formula.tokens import FormulaError

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
        return Evaluation(self.text).holds(self.root, self._values(size))

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
        from checks.formula.symbolic import condition

        self.require_names(symbols)
        return condition(self.root, self.text, symbols)


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
    checks.formula.tokens.FormulaError: column 1: a number stands where a condition such as 'w even' or 'w >= 2' is expected
    """
    condition = Condition(parse_list(text), text)
    if not isinstance(condition.root, Predicate):
        message = "a number stands where a condition such as 'w even' or 'w >= 2' is expected"
        raise FormulaError(message, text, condition.root.column)
    accept(condition, names)
    return condition
