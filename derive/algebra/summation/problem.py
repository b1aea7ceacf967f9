"""Sums with their assumptions, read for closing or checking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sympy import Basic, Expr, Ge, Gt, Symbol

from netlemma.derive.algebra.affine.linear import assumed_region
from netlemma.derive.algebra.affine.regions import Region
from netlemma.derive.algebra.summation.closing import Closing
from netlemma.derive.algebra.summation.from_sympy import Reader
from netlemma.derive.algebra.summation.pieces import AntidifferenceRecord
from netlemma.derive.algebra.summation.summand import SummandNode


@dataclass(frozen=True)
class Problem:
    """A sum with its assumptions: the tree, the domain of its parameters, and the properties of names."""

    sum: Expr
    assumptions: tuple[Basic, ...]
    symbols: tuple[Symbol, ...]
    node: SummandNode
    domain: Region
    integers: frozenset[str]
    above_one: frozenset[str]

    @classmethod
    def read(cls, expression: Expr, assumptions: Iterable[Basic]) -> Problem:
        """Read a sum.

        Parameters
        ----------
        expression : Expr
            SymPy expression with sums.
        assumptions : iterable of Basic
            Conditions on the parameters.

        Returns
        -------
        Problem
            The sum as a tree with its domain.

        Raises
        ------
        CannotClose
            If the sum is not supported.
        ValueError
            If no size satisfies the assumptions.
        """
        given = tuple(assumptions)
        conditions = [condition for condition in given if isinstance(condition, Basic)]
        free = expression.free_symbols.union(*(condition.free_symbols for condition in conditions))
        symbols = tuple(sorted(free, key=lambda symbol: symbol.name))
        domain = assumed_region(given, symbols)
        if not domain.feasible:
            raise ValueError(f"no size satisfies the assumptions {', '.join(map(str, given))}")
        names = {symbol: symbol.name for symbol in symbols}
        reader = Reader(names)
        node = reader.read(expression, names)
        return cls(expression, given, symbols, node, domain, frozenset(reader.integers), _above_one(given))

    def closing(self, ledger: AntidifferenceRecord) -> Closing:
        """The closing procedure of this problem."""
        return Closing(self.integers, self.above_one, ledger)


def _above_one(assumptions: Sequence[Basic]) -> frozenset[str]:
    """Symbols that an assumption bounds below by more than 1, integer or not."""
    return frozenset(
        condition.lhs.name
        for condition in assumptions
        if isinstance(condition, (Ge, Gt))
        and isinstance(condition.lhs, Symbol)
        and condition.rhs.is_Rational
        and (condition.rhs > 1 or (isinstance(condition, Gt) and condition.rhs == 1))
    )
