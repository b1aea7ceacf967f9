"""Sums with symbolic limits over affine guards, closed and proved.

`close` takes sums nested several deep whose summand is a polynomial times powers a^(affine), with Min, Max, Abs, floor,
ceiling, Mod and Piecewise, and limits that are affine or made of these. An empty range (upper limit below the lower)
gives 0.

>>> from sympy import Min, Sum, symbols
>>> k, w = symbols("k w", integer=True)
>>> ring = close(Sum(Min(k, w - k), (k, 0, w - 1)), [w >= 1])
>>> ring.expression
Piecewise((w**2/4, Eq(Mod(w, 2), 0)), ((w - 1)*(w + 1)/4, True))
>>> ring.check()
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sympy import Basic, Expr, Ge, Gt, Sum, Symbol

from derive.antidifference import Telescoping
from derive.chambers import CannotClose, Tree, decide, leaves, merge
from derive.closing import Closing, Stage, closed, every_stage
from derive.evaluate import EvaluationError, evaluate, holds
from derive.linear import assumed_region, write_condition
from derive.pieces import Ledger, Piece
from derive.proof import ProofError
from derive.rechecking import check_merged, check_stages, check_tree
from derive.regions import Region, Undecided
from derive.resolve import Resolver
from derive.sampling import Point, sample_points
from derive.summand import Node, Reader
from derive.terms import text
from derive.writing import Cases, write_cases, write_expression

__all__ = ["CannotClose", "ClosedSum", "ProofError", "SumProof", "close"]


@dataclass(frozen=True)
class Problem:
    """A sum with its assumptions, read: the tree, the domain of its parameters, and what is known of names."""

    sum: Expr
    assumptions: tuple[Basic, ...]
    symbols: tuple[Symbol, ...]
    node: Node
    domain: Region
    integers: frozenset[str]
    above_one: frozenset[str]

    @classmethod
    def read(cls, expression: Expr, assumptions: Iterable[Basic]) -> Problem:
        """Read a sum. Raises CannotClose if it is not supported, ValueError if no size satisfies the assumptions."""
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

    def closing(self, ledger: Ledger) -> Closing:
        """What closes the sums of this problem."""
        return Closing(self.integers, self.above_one, ledger)


def _above_one(assumptions: Sequence[Basic]) -> frozenset[str]:
    """Symbols, integer or not, that an assumption says exceed 1."""
    return frozenset(
        condition.lhs.name
        for condition in assumptions
        if isinstance(condition, (Ge, Gt))
        and isinstance(condition.lhs, Symbol)
        and condition.rhs.is_Rational
        and (condition.rhs > 1 or (isinstance(condition, Gt) and condition.rhs == 1))
    )


@dataclass(frozen=True)
class SumProof:
    """The proof of a closed sum, re-run by `check`: every stage with its antidifferences, and the smallest sizes."""

    sum: Expr
    assumptions: tuple[Basic, ...]
    stages: tuple[Stage, ...]
    antidifferences: tuple[Telescoping, ...]
    chambers: Tree
    merged: Tree
    kind: str = field(default="telescoping")

    def check(self) -> bool:
        """Re-run the proof. Raises ProofError at the first thing that does not hold.

        Checked are: F(k+1) - F(k) = f(k) for every antidifference; that the cases of every limit, summand and sum
        partition their region, dropped ones being empty, and that each has the value recorded, computed from its own
        conditions; that merged chambers agree with the chambers they replace.
        """
        try:
            self._check()
        except (Undecided, KeyError, ValueError, IndexError, TypeError) as reason:
            raise ProofError(f"the proof is malformed: {reason}") from None
        return True

    def _check(self) -> None:
        for statement in self.antidifferences:
            if not statement.holds():
                raise ProofError(f"no telescoping: {statement}")
        problem = Problem.read(self.sum, self.assumptions)
        ledger = Ledger({(a.index, a.summand): a for a in self.antidifferences}, open=False)
        closing = problem.closing(ledger)
        check_stages(closing, (problem.node,), self.stages, problem.domain, {})
        resolver = Resolver(closed(self.stages), problem.integers)
        check_tree(self.chambers, problem.domain, lambda part, _: resolver.value(problem.node, part), "the whole")
        check_merged(self.chambers, self.merged, problem.domain, "the whole")

    def describe(self) -> list[str]:
        """The proof in words, a line for each sum, its pieces and their antidifferences."""
        lines = []
        for stage in every_stage(self.stages):
            pieces = [piece for part in stage.parts for piece in part.pieces]
            chambers = sum(1 for _, value in leaves(stage.merged, stage.region) if value is not None)
            lines.append(
                f"sum over {stage.total.index}: split into {_count(len(pieces), 'linear piece')} "
                f"and {_count(chambers, 'chamber')}"
            )
            lines += [f"piece: {_piece_text(piece)}" for piece in pieces]
        lines += [f"antidifference: {statement}" for statement in self.antidifferences]
        lines.append("every sum is F(U+1) - F(L) between its bounds L and U")
        lines.append("base: an empty range sums to 0; the smallest sizes are summed by a plain loop")
        return lines


def _piece_text(piece: Piece) -> str:
    names = {name: Symbol(name, integer=True) for name in piece.names}
    conditions = [str(write_condition(*condition, names)) for condition in dict.fromkeys(piece.conditions)]
    return f"{text(piece.term)} where {', '.join(conditions)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


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
        """Check the proof, that the cases are what it proves, and compare the smallest sizes with a plain loop.

        Raises ProofError if anything does not hold again.
        """
        if (self.sum, self.assumptions) != (self.proof.sum, self.proof.assumptions):
            raise ProofError("the proof is of another sum")
        self.proof.check()
        problem = Problem.read(self.sum, self.assumptions)
        if self.cases != cases_of(problem, self.proof.merged):
            raise ProofError("the cases are not those proved")
        if self.expression != write_expression(self.cases):
            raise ProofError("the expression is not made of the cases")
        for point in self.sizes():
            self._compare(point)
        return True

    def sizes(self) -> list[Point]:
        """The sizes that `check` compares: a box at the lower corner, a point of every chamber and on every edge."""
        problem = Problem.read(self.sum, self.assumptions)
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
    """How deep sums are nested."""
    inner = max((_depth(argument) for argument in expression.args), default=0)
    return inner + len(expression.limits) if isinstance(expression, Sum) else inner


def cases_of(problem: Problem, merged: Tree) -> Cases:
    """The chambers of a tree over the domain as SymPy conditions and expressions."""
    found: Iterator = ((part, value) for part, value in leaves(merged, problem.domain) if value is not None)
    return write_cases(problem.domain, found, {symbol.name: symbol for symbol in problem.symbols})


def close(expression: Expr, assumptions: Iterable[Basic] = ()) -> ClosedSum:
    """Close the sums in an expression.

    Parameters: `expression` holds SymPy Sums, alone or in arithmetic; `assumptions` are affine relationals and
    congruences `Eq(Mod(w, 2), 0)` on its parameters, which must be declared integer where they bound a sum or decide a
    case. What SymPy knows of a symbol (positive, even, ...) is assumed too.
    Returns a ClosedSum, right at every point of the assumed domain; call its `check()` to have the proof re-run.
    Raises CannotClose with the reason in one line.

    >>> from sympy import symbols
    >>> i, j, n = symbols("i j n", integer=True)
    >>> close(Sum(1, (j, i, i - 3))).expression             # an empty range
    0
    >>> close(Sum(i, (i, 0, n - 1)), [n >= 0]).expression
    n*(n - 1)/2
    """
    problem = Problem.read(expression, assumptions)
    ledger = Ledger()
    closing = problem.closing(ledger)
    stages = closing.stages((problem.node,), problem.domain, {})
    resolver = Resolver(closed(stages), problem.integers)
    chambers = decide(problem.domain, lambda part, _: resolver.value(problem.node, part), closing.budget)
    merged = merge(chambers, problem.domain)
    proof = SumProof(expression, problem.assumptions, stages, tuple(ledger.found.values()), chambers, merged)
    cases = cases_of(problem, merged)
    return ClosedSum(expression, problem.assumptions, cases, write_expression(cases), proof)
