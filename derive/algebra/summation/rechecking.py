"""Re-check of the stages of a closed sum: every case from its own conditions, every merging, and completeness."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from netlemma.derive.algebra.affine.regions import Region, Undecided
from netlemma.derive.algebra.expressions.proof import ProofError
from netlemma.derive.algebra.summation.chambers import Compute, EmptyRegion, Split, Tree, agree, leaves, merge, restrict
from netlemma.derive.algebra.summation.closing import Bounds, Closing, LimitCase, Stage, closed, pieces_of, within
from netlemma.derive.algebra.summation.resolve import Resolver
from netlemma.derive.algebra.summation.summand import SummandNode, Total, totals_in


def check_tree(tree: Tree, region: Region, compute: Compute, what: str) -> None:
    """Compute every chamber of a tree again.

    Parameters
    ----------
    tree : Tree
        Tree to check.
    region : Region
        Region of the parameters.
    compute : Compute
        Computation of a value in a region.
    what : str
        Name of the object in error messages.

    Raises
    ------
    ProofError
        If a value differs or a dropped chamber has points.
    """

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

    Parameters
    ----------
    full : Tree
        Tree of all chambers.
    merged : Tree
        Tree of merged chambers.
    region : Region
        Region of the parameters.
    what : str
        Name of the object in error messages.

    Raises
    ------
    ProofError
        If a merged chamber has another value.
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
    """Check the stages of all sums in the nodes.

    Parameters
    ----------
    closing : Closing
        Closing procedure of the problem.
    nodes : collection of SummandNode
        Summands or limits.
    stages : tuple of Stage
        Stages to check.
    region : Region
        Region of the parameters.
    known : mapping from Total to Tree
        Trees of values of inner sums that are closed already.

    Raises
    ------
    ProofError
        If a stage does not hold.
    """
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
