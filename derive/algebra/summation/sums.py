"""Closed forms, with proofs, of sums with symbolic limits over affine guards.

`close` accepts nested sums whose summand is a polynomial times powers a^(affine), with Min, Max, Abs, floor, ceiling,
Mod and Piecewise, and limits that are affine or made of these. An empty range (upper limit below the lower) gives 0.

>>> from sympy import Min, Sum, symbols
>>> k, w = symbols("k w", integer=True)
>>> ring = close(Sum(Min(k, w - k), (k, 0, w - 1)), [w >= 1])
>>> ring.expression
Piecewise((w**2/4, Eq(Mod(w, 2), 0)), ((w - 1)*(w + 1)/4, True))
>>> ring.check()
True
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

import sympy as sp
from sympy import Basic, Expr, Sum

from netlemma.derive.algebra.affine.linear import implies
from netlemma.derive.algebra.affine.sampling import Point, sample_points
from netlemma.derive.algebra.expressions.evaluate import EvaluationError, evaluate, holds
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.proof import Proof, ProofError, require
from netlemma.derive.algebra.summation.chambers import CannotClose, Tree, decision_tree, leaves, merge
from netlemma.derive.algebra.summation.closing import closed
from netlemma.derive.algebra.summation.pieces import AntidifferenceRecord
from netlemma.derive.algebra.summation.problem import Problem
from netlemma.derive.algebra.summation.resolve import Resolver
from netlemma.derive.algebra.summation.sum_proof import SumProof
from netlemma.derive.algebra.summation.terms import NotPolynomial
from netlemma.derive.algebra.summation.to_sympy import Cases, write_cases, write_expression

__all__ = ["CannotClose", "ClosedSum", "ProofError", "SumProof", "close"]


@dataclass(frozen=True)
class ClosedSum:
    """A sum with its closed form and proof.

    `cases` are pairs (condition, expression) whose conditions partition the assumed domain; `expression` is the same as
    one SymPy expression; `sum` and `assumptions` are as given.
    """

    sum: Expr
    assumptions: tuple[Basic, ...]
    cases: Cases
    expression: Expr
    proof: SumProof

    def check(self) -> bool:
        """Check the proof and that it proves the cases, and compare the smallest sizes with a plain loop.

        Raises
        ------
        ProofError
            If a part does not hold.
        """
        return self._holds

    @cached_property
    def _holds(self) -> bool:
        """True if the check passes, which is run once: lemmas of many families share sums."""
        if (self.sum, self.assumptions) != (self.proof.sum, self.proof.assumptions):
            raise ProofError("the proof is of another sum")
        self.proof.check()
        if self.cases != cases_of(self._problem, self.proof.merged):
            raise ProofError("the cases are not those proved")
        if self.expression != write_expression(self.cases):
            raise ProofError("the expression is not made of the cases")
        for point in self.sizes():
            self._compare(point)
        return True

    @cached_property
    def _problem(self) -> Problem:
        return Problem.read(self.sum, self.assumptions)

    def sizes(self) -> list[Point]:
        """The sizes that `check` compares: a box at the lower corner, a point of every chamber and one on every edge."""
        problem = self._problem
        parts = [part for part, value in leaves(self.proof.chambers, problem.domain) if value is not None]
        return sample_points(problem.domain, problem.symbols, self.assumptions, parts, _depth(self.sum))

    def _compare(self, point: Point) -> None:
        try:
            true_value = evaluate(self.sum, point)
            values = [evaluate(formula, point) for condition, formula in self.cases if holds(condition, point)]
            values.append(evaluate(self.expression, point))
        except (EvaluationError, ZeroDivisionError) as reason:
            raise ProofError(f"at {point}: {reason}") from None
        if len(values) != 2:
            raise ProofError(f"{len(values) - 1} cases hold at {point}")
        if values != [true_value, true_value]:
            raise ProofError(f"at {point} the sum is {true_value}, the closed form {values[-1]}")


def _depth(expression: Basic) -> int:
    """Nesting depth of the sums."""
    inner = max((_depth(argument) for argument in expression.args), default=0)
    return inner + len(expression.limits) if isinstance(expression, Sum) else inner


def cases_of(problem: Problem, merged: Tree) -> Cases:
    """The chambers of a tree over the domain as SymPy conditions and expressions.

    Parameters
    ----------
    problem : Problem
        Sum with its domain.
    merged : Tree
        Merged tree of values.

    Returns
    -------
    Cases
        Pairs (condition, expression).
    """
    found: Iterator = ((part, value) for part, value in leaves(merged, problem.domain) if value is not None)
    return write_cases(problem.domain, found, {symbol.name: symbol for symbol in problem.symbols})


def close(expression: Expr, assumptions: Iterable[Basic] = ()) -> ClosedSum:
    """Close the sums in an expression.

    Parameters
    ----------
    expression : Expr
        SymPy Sums, alone or in arithmetic.
    assumptions : iterable of Basic, default ()
        Affine relations and congruences `Eq(Mod(w, 2), 0)` on the parameters, which must be declared integer where they
        bound a sum or decide a case. The assumptions of the symbols (positive, even, ...) count too.

    Returns
    -------
    ClosedSum
        Closed form that holds at every point of the assumed domain; its `check()` re-runs the proof.

    Raises
    ------
    CannotClose
        If the sum has no closed form here; the message gives the reason in one line.

    Examples
    --------
    >>> from sympy import symbols
    >>> i, j, n = symbols("i j n", integer=True)
    >>> close(Sum(1, (j, i, i - 3))).expression             # an empty range
    0
    >>> close(Sum(i, (i, 0, n - 1)), [n >= 0]).expression
    n*(n - 1)/2
    """
    return _close(expression, tuple(assumptions))


@lru_cache(1024)
def _close(expression: Expr, assumptions: tuple[Basic, ...]) -> ClosedSum:
    """Close a sum; results are cached, because lemmas of many families share sums."""
    try:
        return _closed_anew(Problem.read(expression, assumptions))
    except NotPolynomial as reason:
        raise CannotClose(str(reason)) from None


def _closed_anew(problem: Problem) -> ClosedSum:
    ledger = AntidifferenceRecord()
    closing = problem.closing(ledger)
    stages = closing.stages((problem.node,), problem.domain, {})
    resolver = Resolver(closed(stages), problem.integers)
    chambers = decision_tree(problem.domain, lambda part, _: resolver.value(problem.node, part), closing.budget)
    merged = merge(chambers, problem.domain)
    proof = SumProof(problem.sum, problem.assumptions, stages, tuple(ledger.found.values()), chambers, merged)
    cases = cases_of(problem, merged)
    return ClosedSum(problem.sum, problem.assumptions, cases, write_expression(cases), proof)


@dataclass(frozen=True)
class SumsClosed(Proof):
    """Sums replaced by their closed forms, each with its own telescoping proof (:class:`ClosedSum`)."""

    closed: tuple
    kind: ClassVar[str] = "telescoping"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        table = {}
        for each in self.closed:
            each.check()
            require(before.has(each.sum), "{} does not occur", each.sum)
            table[each.sum] = each.expression
        require(equal(before.xreplace(table), after), "closing the sums of {} does not give {}", before, after)

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in {a for each in self.closed for a in each.assumptions}:
            if sp.S(assumed).free_symbols <= parameters:
                require(implies(assumptions, assumed), f"a sum is closed for {assumed} only")

    def describe(self) -> list[str]:
        return [line for each in self.closed for line in each.proof.describe()]
