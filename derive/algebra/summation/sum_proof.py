"""Proofs of closed sums: the sums with their assumptions, the data needed to re-run a proof, and the re-check of
every stage, case and merging.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sympy import Basic, Expr, Ge, Gt, Symbol

from netlemma.derive.algebra.affine_conditions import assumed_region, write_condition
from netlemma.derive.algebra.integer_regions import Region, Undecided
from netlemma.derive.algebra.summation.chambers import Compute, EmptyRegion, Split, Tree, agree, leaves, merge, restrict
from netlemma.derive.algebra.summation.closing import (
    AntidifferenceRecord,
    Bounds,
    Closing,
    LimitCase,
    Stage,
    SumPiece,
    closed,
    every_stage,
    pieces_of,
    within,
)
from netlemma.derive.algebra.summation.exponential_polynomials import Telescoping, text
from netlemma.derive.algebra.summation.summands import Reader, Resolver, SummandNode, Total, totals_in
from netlemma.errors import ProofError

# Re-check of the stages of a closed sum: every case from its own conditions, every merging, and completeness.


def check_tree(tree: Tree, region: Region, compute: Compute, what: str) -> None:
    """Compute every chamber of a tree again."""

    def attempt(part: Region, settled: dict[Any, Any]) -> Any:
        try:
            return compute(part, settled)
        except EmptyRegion:
            return None
        except (KeyError, ValueError) as reason:
            raise ProofError(f"{what}: a chamber cannot be computed again ({reason})") from None

    def visit(node: Tree | None, part: Region, settled: dict[Any, Any]) -> None:
        if isinstance(node, Split):
            with suppress(Undecided):
                attempt(part, settled)
            for branch, part_of in part.branches(node.atom):
                visit(node.branches[branch], part_of, dict(settled))
        elif part.feasible:
            try:
                again = attempt(part, settled)
            except Undecided:
                raise ProofError(f"{what}: a chamber has more than one value") from None
            if again != (None if node is None else node.value):
                raise ProofError(f"{what}: a chamber has another value than recorded")

    visit(tree, region, {})


def check_merged(full: Tree, merged: Tree, region: Region, what: str) -> None:
    """Check that merged chambers have the values of the full ones.

    Formulas that agree only through a third one are merged once more, which compares each pair again.
    """
    for chamber, value in leaves(full, region):
        if value is None:
            continue
        try:
            formula = restrict(merged, chamber)
        except EmptyRegion:
            continue
        except Undecided:
            raise ProofError(f"{what}: a chamber is not within one of the merged ones") from None
        if not agree(formula, value, chamber) and merge(full, region) != merged:
            raise ProofError(f"{what}: a merged chamber has another value")


def check_stages(
    closing: Closing,
    nodes: Collection[SummandNode],
    stages: tuple[Stage, ...],
    region: Region,
    known: Mapping[Total, Tree],
) -> None:
    """Check the stages of all sums in the nodes."""
    expected = tuple(dict.fromkeys(total for node in nodes for total in totals_in(node)))
    if tuple(stage.total for stage in stages) != expected:
        raise ProofError("the stages are not those of the sums")
    for stage in stages:
        _check_stage(closing, stage, region, known)


def _check_stage(closing: Closing, stage: Stage, region: Region, known: Mapping[Total, Tree]) -> None:
    total, what = stage.total, f"the sum over {stage.total.index}"
    check_stages(closing, (total.lower, total.upper), stage.inner, region, known)
    known = {**known, **closed(stage.inner)}
    check_tree(stage.limits, region, lambda part, _: closing.bounds(total, part, known), what + ", limits")
    cases = list(leaves(stage.limits, region))
    if len(cases) != len(stage.parts):
        raise ProofError(f"{what}: the cases of the limits are not those of the parts")
    for (case, bounds), part in zip(cases, stage.parts, strict=True):
        _check_part(closing, total, case, bounds, part, known)
    check_tree(
        stage.chambers,
        region,
        lambda part, settled: closing.value(stage.limits, stage.parts, part, settled),
        what + ", chambers",
    )
    check_merged(stage.chambers, stage.merged, region, what + ", merged")


def _check_part(
    closing: Closing, total: Total, region: Region, bounds: Bounds | None, part: LimitCase, known: Mapping[Total, Tree]
) -> None:
    what = f"the summand over {total.index}"
    if part.bounds != (bounds or ()):
        raise ProofError(f"{what}: the bounds are not the limits")
    inside = within(region, part.bounds)
    if part.cases is None:
        if part.pieces or (bounds is not None and inside.feasible):
            raise ProofError(f"{what}: a range with points was dropped")
        return
    check_stages(closing, (total.body,), part.inner, inside, known)
    resolver = Resolver({**known, **closed(part.inner)}, closing.integers)
    check_tree(part.cases, inside, lambda part, _: resolver.value(total.body, part), what)
    if part.pieces != pieces_of(total.index, part.cases, inside, part.bounds):
        raise ProofError(f"{what}: the pieces are not the cases")


# Sums with their assumptions, read for closing or checking.


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


# Proofs of closed sums, with the data needed to re-run them.


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
        """Re-run the proof.

        It checks F(k+1) - F(k) = f(k) for every antidifference; that the cases of every limit, summand and sum
        partition their region (dropped ones being empty) and have the recorded values, computed from their own
        conditions; and that merged chambers agree with the chambers they replace.

        Raises
        ------
        ProofError
            If a part does not hold.
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
        ledger = AntidifferenceRecord({(a.index, a.summand): a for a in self.antidifferences}, open=False)
        closing = problem.closing(ledger)
        check_stages(closing, (problem.node,), self.stages, problem.domain, {})
        resolver = Resolver(closed(self.stages), problem.integers)
        check_tree(self.chambers, problem.domain, lambda part, _: resolver.value(problem.node, part), "the whole")
        check_merged(self.chambers, self.merged, problem.domain, "the whole")

    def describe(self) -> list[str]:
        """The proof in words: a line for each sum, each piece and each antidifference."""
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


def _piece_text(piece: SumPiece) -> str:
    names = {name: Symbol(name, integer=True) for name in piece.names}
    conditions = [str(write_condition(*condition, names)) for condition in dict.fromkeys(piece.conditions)]
    return f"{text(piece.term)} where {', '.join(conditions)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
