"""Whether affine conditions on integers are shown to imply another, as certificates ask it: constants included."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import sympy as sp

from derive.linear import NotAffine, implies

Affine: TypeAlias = sp.Basic
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
