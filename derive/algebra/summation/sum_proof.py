"""Proofs of closed sums, with the data needed to re-run them."""

from dataclasses import dataclass, field

from sympy import Basic, Expr, Symbol

from netlemma.derive.algebra.affine.linear import write_condition
from netlemma.derive.algebra.affine.regions import Undecided
from netlemma.derive.algebra.expressions.proof import ProofError
from netlemma.derive.algebra.summation.antidifference import Telescoping
from netlemma.derive.algebra.summation.chambers import Tree, leaves
from netlemma.derive.algebra.summation.closing import Stage, closed, every_stage
from netlemma.derive.algebra.summation.pieces import AntidifferenceRecord, SumPiece
from netlemma.derive.algebra.summation.problem import Problem
from netlemma.derive.algebra.summation.rechecking import check_merged, check_stages, check_tree
from netlemma.derive.algebra.summation.resolve import Resolver
from netlemma.derive.algebra.summation.terms import text


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
