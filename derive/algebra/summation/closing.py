"""Closing of nested sums in stages.

A stage closes one sum: its limits (cases), its summand (cases, each a piece), the sum of the pieces in every chamber of
the parameters, and the merged chambers. Stages of inner sums belong to the part of the outer sum that contains them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from netlemma.derive.algebra.affine.elimination import AffineRow
from netlemma.derive.algebra.affine.regions import Region, Sign
from netlemma.derive.algebra.summation.chambers import (
    CannotClose,
    CaseBudget,
    Leaf,
    Tree,
    decision_tree,
    leaves,
    merge,
    restrict,
)
from netlemma.derive.algebra.summation.pieces import AntidifferenceRecord, SumPiece, sum_piece
from netlemma.derive.algebra.summation.resolve import Resolver
from netlemma.derive.algebra.summation.summand import (
    MinOrMax,
    Plain,
    Quotient,
    SummandNode,
    Total,
    constant_of,
    totals_in,
)
from netlemma.derive.algebra.summation.terms import Term, number, text, variable

Bounds = tuple[AffineRow, ...]


@dataclass(frozen=True)
class LimitCase:
    """One case of the limits of a sum: bounds of the index, inner sums, cases of the summand, and its pieces."""

    bounds: Bounds
    inner: tuple[Stage, ...]
    cases: Tree | None
    pieces: tuple[SumPiece, ...]


@dataclass(frozen=True)
class Stage:
    """One sum closed in a region: `chambers` holds its value in every chamber, `merged` the same in fewer chambers."""

    total: Total
    region: Region
    inner: tuple[Stage, ...]
    limits: Tree
    parts: tuple[LimitCase, ...]
    chambers: Tree
    merged: Tree


def every_stage(stages: Collection[Stage]) -> Iterator[Stage]:
    """All stages, innermost first."""
    for stage in stages:
        yield from every_stage(stage.inner)
        for part in stage.parts:
            yield from every_stage(part.inner)
        yield stage


class Closing:
    """Closing of the sums of a problem.

    `integers` are the names of integers, `above_one` the names known to exceed 1, and the ledger keeps antidifferences.
    """

    def __init__(self, integers: Collection[str], above_one: frozenset[str], ledger: AntidifferenceRecord):
        self.integers = integers
        self.above_one = above_one
        self.ledger = ledger
        self.budget = CaseBudget()

    def stages(self, nodes: Collection[SummandNode], region: Region, known: Mapping[Total, Tree]) -> tuple[Stage, ...]:
        """A stage for every outermost sum in the nodes.

        Parameters
        ----------
        nodes : collection of SummandNode
            Summands or limits.
        region : Region
            Region of the parameters.
        known : mapping from Total to Tree
            Trees of values of inner sums that are closed already.

        Returns
        -------
        tuple of Stage
            Stages in order of occurrence.
        """
        found = dict.fromkeys(total for node in nodes for total in totals_in(node))
        return tuple(self.stage(total, region, known) for total in found)

    def stage(self, total: Total, region: Region, known: Mapping[Total, Tree]) -> Stage:
        """Close one sum in a region.

        Parameters
        ----------
        total : Total
            Sum to close.
        region : Region
            Region of the parameters.
        known : mapping from Total to Tree
            Trees of values of inner sums that are closed already.

        Returns
        -------
        Stage
            The closed sum with its cases.
        """
        inner = self.stages((total.lower, total.upper), region, known)
        known = {**known, **closed(inner)}
        limits = decision_tree(region, lambda part, _: self.bounds(total, part, known), self.budget)
        parts = tuple(self.part(total, case, bounds, known) for case, bounds in leaves(limits, region))
        chambers = decision_tree(region, lambda part, settled: self.value(limits, parts, part, settled), self.budget)
        return Stage(total, region, inner, limits, parts, chambers, merge(chambers, region))

    def part(self, total: Total, region: Region, bounds: Bounds | None, known: Mapping[Total, Tree]) -> LimitCase:
        """The summand within the bounds of one case of the limits.

        Parameters
        ----------
        total : Total
            Sum to close.
        region : Region
            Region of the parameters.
        bounds : Bounds or None
            Rows that bound the index; None for an impossible case.
        known : mapping from Total to Tree
            Trees of values of inner sums that are closed already.

        Returns
        -------
        LimitCase
            Cases and pieces of the summand.
        """
        if bounds is None or not (inside := within(region, bounds)).feasible:
            return LimitCase(bounds or (), (), None, ())
        inner = self.stages((total.body,), inside, known)
        resolver = Resolver({**known, **closed(inner)}, self.integers)
        cases = decision_tree(inside, lambda part, _: resolver.value(total.body, part), self.budget)
        return LimitCase(bounds, inner, cases, pieces_of(total.index, cases, inside, bounds))

    def value(self, limits: Tree, parts: tuple[LimitCase, ...], region: Region, settled: dict[SumPiece, Term]) -> Term:
        """The sum at every point of a region, as the sum of its pieces.

        Parameters
        ----------
        limits : Tree
            Cases of the limits.
        parts : tuple of LimitCase
            Summands by case of the limits.
        region : Region
            Region of the parameters.
        settled : dict from SumPiece to Term
            Sums of pieces that hold in the whole region; extended here.

        Returns
        -------
        Term
            The value.
        """
        case = self.case(limits, region)
        result = number(0)
        for piece in parts[case].pieces:
            if piece not in settled:
                settled[piece] = sum_piece(piece, region, self.ledger, self.above_one)
            result = result + settled[piece]
        return result

    @staticmethod
    def case(limits: Tree, region: Region) -> int:
        """The case of the limits that contains a region, numbered as in `leaves`.

        Parameters
        ----------
        limits : Tree
            Cases of the limits.
        region : Region
            Region of the parameters.

        Returns
        -------
        int
            Number of the case.
        """
        restrict(limits, region)
        place = 0
        while not isinstance(limits, Leaf):
            branch = region.answer(limits.atom)
            for earlier in limits.branches[:branch]:
                place += count(earlier)
            chosen = limits.branches[branch]
            assert chosen is not None
            limits = chosen
        return place

    def bounds(self, total: Total, region: Region, known: Mapping[Total, Tree]) -> Bounds:
        """The rows that bound the index.

        Parameters
        ----------
        total : Total
            Sum to close.
        region : Region
            Region of the parameters.
        known : mapping from Total to Tree
            Trees of values of inner sums that are closed already.

        Returns
        -------
        Bounds
            Rows without repetition.
        """
        resolver = Resolver(known, self.integers)
        index = variable(total.index)
        lower = self.limit(total.lower, True, region, resolver)
        upper = self.limit(total.upper, False, region, resolver)
        rows = [resolver.sign_row(index - term) for term in lower] + [resolver.sign_row(term - index) for term in upper]
        return tuple(dict.fromkeys(rows))

    def limit(self, node: SummandNode, lower: bool, region: Region, resolver: Resolver) -> list[Term]:
        """Terms that all bound the index; a Max of lower limits, a Min of upper ones and a floor need no cases.

        Parameters
        ----------
        node : SummandNode
            Limit of a sum.
        lower : bool
            True for a lower limit.
        region : Region
            Region of the parameters.
        resolver : Resolver
            Resolver of the nodes.

        Returns
        -------
        list of Term
            Bounds of the index.

        Raises
        ------
        CannotClose
            If the limit is not always an integer.
        """
        if isinstance(node, MinOrMax) and node.largest is lower:
            return [term for a in node.arguments for term in self.limit(a, lower, region, resolver)]
        if isinstance(node, Quotient) and not lower and isinstance(node.dividend, Plain):
            divisor = constant_of(node.divisor)
            if divisor:
                return [node.dividend.term * (1 / divisor)]
        term = resolver.value(node, region)
        if resolver.floor(term, region) != term:
            raise CannotClose(f"the limit {text(term)} is not always a whole number")
        return [term]


def closed(stages: Collection[Stage]) -> dict[Total, Tree]:
    """The merged tree of each sum."""
    return {stage.total: stage.merged for stage in stages}


def count(tree: Tree | None) -> int:
    """Number of leaves, dropped ones included."""
    if tree is None or isinstance(tree, Leaf):
        return 1
    return sum(count(branch) for branch in tree.branches)


def within(region: Region, bounds: Bounds) -> Region:
    """The region restricted by the bounds of an index.

    Parameters
    ----------
    region : Region
        Region of the parameters.
    bounds : Bounds
        Rows that bound the index.

    Returns
    -------
    Region
        Smaller region.
    """
    for bound in bounds:
        region = region.assume_row(bound)
    return region


def pieces_of(index: str, cases: Tree, inside: Region, bounds: Bounds) -> tuple[SumPiece, ...]:
    """The pieces of a summand: bounds and the answers that lead to each nonzero case.

    Parameters
    ----------
    index : str
        Name of the index.
    cases : Tree
        Cases of the summand.
    inside : Region
        Region within the bounds.
    bounds : Bounds
        Rows that bound the index.

    Returns
    -------
    tuple of SumPiece
        One piece for each nonzero case.
    """
    start = len(inside.conditions)
    limits = tuple((Sign(bound), 0) for bound in bounds)
    return tuple(
        SumPiece(index, limits + chamber.conditions[start:], term)
        for chamber, term in leaves(cases, inside)
        if term is not None and term.parts
    )
