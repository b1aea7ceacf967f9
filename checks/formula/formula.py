"""Users' formulas: read by a small grammar, evaluated exactly, never executed as Python.

A formula consists of integers, decimals (exact: ``0.1`` is 1/10), names, ``+ - * / ^``, parentheses and the functions
of `netlemma.checks.formula.functions`. A text that is too long, too deep or too expensive is refused in one line that names the
character.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from netlemma.checks.base.inputs import nearest, quoted_text
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.enclosure import Enclosure
from netlemma.checks.formula.evaluation import Evaluation, check_constants
from netlemma.checks.formula.grammar import parse
from netlemma.checks.formula.syntax import Name, Node, Predicate, Sum, free_names, walk
from netlemma.checks.formula.tokens import FormulaError
from netlemma.checks.formula.unparse import unparse

if TYPE_CHECKING:
    import sympy

__all__ = ["Enclosure", "Formula", "FormulaError", "parse_formula"]


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
        """Check that only the given names need a value.

        Raises
        ------
        FormulaError
            If another name needs a value; the error points at its character.
        """
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

        Parameters
        ----------
        size : mapping from str to int
            Whole number for each of ``names``; others are ignored.
        time : TimeBudget or None, optional
            Time left for the whole answer; no limit if None.

        Returns
        -------
        Fraction or Enclosure
            Value at the size.

        Raises
        ------
        FormulaError
            If there is no value (division by zero, binomial with a negative top), if it takes more than half a second,
            100000 bits or 100000 terms, or if a name has no value; the message names the size.
        OutOfTime
            If no time is left for the answer.

        Examples
        --------
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

        Raises
        ------
        FormulaError
            If a name has no symbol or a condition contains cases.

        Examples
        --------
        >>> from sympy import Symbol
        >>> w = Symbol("w", integer=True, positive=True)
        >>> parse_formula("piecewise(w/4, w even, (w^2 - 1)/(4*w))").to_sympy({"w": w})
        Piecewise((w/4, Eq(Mod(w, 2), 0)), ((w**2 - 1)/(4*w), True))
        """
        from netlemma.checks.formula.symbolic import expression

        self.require_names(symbols)
        return expression(self.root, self.text, symbols)

    def cancelled(self, symbols: Mapping[str, sympy.Symbol]) -> list[sympy.Expr]:
        """Divisors and functions without a value at some sizes that :meth:`to_sympy` loses.

        Examples
        --------
        >>> from sympy import Symbol
        >>> parse_formula("K*(K - 9)/(K - 9)").cancelled({"K": Symbol("K")})
        [K - 9]
        """
        from netlemma.checks.formula.symbolic import cancelled

        return cancelled(self.root, self.text, symbols)


def parse_formula(text: str, names: Collection[str] | None = None) -> Formula:
    """Read a formula.

    Parameters
    ----------
    text : str
        Formula, at most 4000 characters, nested at most 60 deep.
    names : collection of str or None, optional
        Legal names, for instance the parameters of a family; any if None.

    Returns
    -------
    Formula
        The formula.

    Raises
    ------
    FormulaError
        If the text cannot be read. The message is one line that names the column.

    Examples
    --------
    >>> str(parse_formula("D * w ** 2 / (4)", names=["w", "D"]))
    'D*w^2/4'
    >>> parse_formula("D*x/4", names=["w", "D"])
    Traceback (most recent call last):
        ...
    netlemma.checks.formula.tokens.FormulaError: column 3: unknown name 'x'; expected w, D
    """
    formula = Formula(parse(text), text)
    if isinstance(formula.root, Predicate):
        raise FormulaError("a condition stands where a formula is expected", text, formula.root.column)
    accept(formula, names)
    return formula


def accept(parsed: Parsed, names: Collection[str] | None) -> None:
    """Refuse unknown names, an index of a sum that is already a name, and constant parts that cost too much.

    Parameters
    ----------
    parsed : Parsed
        Formula or condition.
    names : collection of str or None
        Legal names; any if None.
    """
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
