"""Whether affine conditions on integers are shown to imply another, or one of several, as certificates ask it: constants included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import sympy as sp

from derive.algebra.affine.linear import NotAffine, implies
from derive.algebra.expressions.proof import require

Affine: TypeAlias = sp.Basic
Relations: TypeAlias = tuple[Affine, ...]
ANSWERS_KEPT = 2**14  # the lemmas of a family rest on the same certificates, which ask the same
_free = sp.Symbol("free", integer=True)


def shows(assumptions: Sequence[Affine], conclusion: Affine) -> bool:
    """Whether affine conditions are shown to imply another, constants (True, False) among them included."""
    return _shows(tuple(assumptions), conclusion)


@lru_cache(ANSWERS_KEPT)
def _shows(assumptions: tuple[Affine, ...], conclusion: Affine) -> bool:
    if sp.false in assumptions or conclusion is sp.true:
        return True
    known = [c for c in assumptions if c is not sp.true]
    try:
        return implies(known, _free >= 1 if conclusion is sp.false else conclusion)
    except NotAffine:
        return False


def impossible(assumptions: Sequence[Affine]) -> bool:
    """Whether no integers satisfy the conditions (then they imply even a statement about a free symbol)."""
    return shows(assumptions, sp.false)


def require_assumed(
    assumed: Iterable[Affine], known: Sequence[Affine], parameters: set[sp.Symbol], complaint: str
) -> None:
    """Check that what is known implies all that is assumed of these parameters alone; a complaint names what it does not.

    :raises ProofError: with the first assumption that is not implied
    """
    for each in assumed:
        if sp.S(each).free_symbols <= parameters:
            require(shows(known, each), complaint.format(each))


def covers(known: Iterable[sp.Basic], regions: Sequence[Iterable[sp.Basic]]) -> bool:
    """Whether what is known implies that one of the regions (conjunctions of affine relations) holds.

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
    """Affine relations of integers of which one holds exactly if the given one does not."""
    if relation is sp.true:
        return []
    if relation is sp.false:
        return [sp.true]
    if isinstance(relation, sp.Eq):
        return [relation.lhs >= relation.rhs + 1, relation.lhs <= relation.rhs - 1]
    return [sp.Not(relation)]
