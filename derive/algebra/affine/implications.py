"""Implications between affine conditions on integers, as certificates use them; True and False are conditions too."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import sympy as sp

from netlemma.derive.algebra.affine.linear import NotAffine, implies
from netlemma.derive.algebra.expressions.proof import require

AffineExpression: TypeAlias = sp.Basic
Relations: TypeAlias = tuple[AffineExpression, ...]
ANSWERS_KEPT = 2**14  # the lemmas of a family share certificates, which repeat their questions
_free = sp.Symbol("free", integer=True)


def shows(assumptions: Sequence[AffineExpression], conclusion: AffineExpression) -> bool:
    """Whether affine conditions are shown to imply another one; True and False are accepted as conditions.

    Parameters
    ----------
    assumptions : sequence of AffineExpression
        Affine relations of integer symbols, or the constants True and False.
    conclusion : AffineExpression
        Affine relation that may follow.

    Returns
    -------
    bool
        True if the implication is proved; False says only that it is not shown.
    """
    return _shows(tuple(assumptions), conclusion)


@lru_cache(ANSWERS_KEPT)
def _shows(assumptions: tuple[AffineExpression, ...], conclusion: AffineExpression) -> bool:
    if sp.false in assumptions or conclusion is sp.true:
        return True
    known = [c for c in assumptions if c is not sp.true]
    try:
        return implies(known, _free >= 1 if conclusion is sp.false else conclusion)
    except NotAffine:
        return False


def impossible(assumptions: Sequence[AffineExpression]) -> bool:
    """Whether the conditions are shown to have no integer solution."""
    return shows(assumptions, sp.false)


def require_assumed(
    assumed: Iterable[AffineExpression], known: Sequence[AffineExpression], parameters: set[sp.Symbol], complaint: str
) -> None:
    """Check that known conditions imply every assumption about the parameters alone.

    Parameters
    ----------
    assumed : iterable of AffineExpression
        Assumptions to check; those that mention other symbols are skipped.
    known : sequence of AffineExpression
        Conditions that hold.
    parameters : set of Symbol
        Symbols of the sizes.
    complaint : str
        Error message with one `{}` for the assumption that is not implied.

    Raises
    ------
    ProofError
        If an assumption is not implied.
    """
    for each in assumed:
        if sp.S(each).free_symbols <= parameters:
            require(shows(known, each), complaint.format(each))


def covers(known: Iterable[sp.Basic], regions: Sequence[Iterable[sp.Basic]]) -> bool:
    """Whether known conditions imply that at least one of several regions contains the point.

    Parameters
    ----------
    known : iterable of Basic
        Affine relations that hold.
    regions : sequence of iterable of Basic
        Regions, each a conjunction of affine relations.

    Returns
    -------
    bool
        True if the regions are shown to cover all points; False says only that this is not shown.

    Examples
    --------
    >>> x = sp.Symbol("x", integer=True)
    >>> covers([x >= 0], [[x <= 3], [x >= 4]]), covers([x >= 0], [[x <= 3], [x >= 5]])
    (True, False)
    """
    known = list(known)
    if impossible(known):
        return True
    left: list[list[sp.Basic]] = []
    for region in regions:
        undecided = [relation for relation in region if not shows(known, relation)]
        if not undecided:
            return True
        if not impossible([*known, *undecided]):
            left.append(undecided)
    if not left:
        return False
    relation = left[0][0]
    others = negations(relation)
    return covers([*known, relation], left) and all(covers([*known, other], left[1:]) for other in others)


def negations(relation: sp.Basic) -> list[sp.Basic]:
    """Affine relations of integers, exactly one of which holds where the given one does not."""
    if relation is sp.true:
        return []
    if relation is sp.false:
        return [sp.true]
    if isinstance(relation, sp.Eq):
        return [relation.lhs >= relation.rhs + 1, relation.lhs <= relation.rhs - 1]
    return [sp.Not(relation)]
