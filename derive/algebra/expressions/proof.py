"""Proofs that can be re-run.

A proof belongs to a step ``before = after``. ``check(before, after)`` runs it again and raises :class:`ProofError` when it
does not show the equality. ``strength`` is ``proved`` when what is re-run covers every size of the domain; ``argued`` when a
written argument covers every size, of which the machine re-checks the arithmetic, and the conclusion at small sizes; and
``enumerated`` when only the sizes tried are covered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from derive.algebra.expressions.normal_form import equal

PROVED = "proved"
ARGUED = "argued"
ENUMERATED = "enumerated"
STRENGTHS = (ENUMERATED, ARGUED, PROVED)


class ProofError(ArithmeticError):
    """A proof that does not show what it is said to show."""


def weakest(strengths: Iterable[str]) -> str:
    """The weakest of some strengths.

    >>> weakest(["proved", "argued", "proved"])
    'argued'
    """
    return min(strengths, key=STRENGTHS.index)


def require(truth: object, complaint: str) -> None:
    """Raise :class:`ProofError` unless ``truth``."""
    if truth is not True and truth is not sp.true:
        raise ProofError(complaint)


@dataclass(frozen=True)
class Proof:
    """The base of all proofs."""

    kind: ClassVar[str] = "proof"
    strength: ClassVar[str] = PROVED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        """Re-run the proof of ``before = after``.

        :raises ProofError: if it does not hold
        """
        raise NotImplementedError

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        """Check that what the proof assumes of the sizes is part of the domain that a lemma states.

        :raises ProofError: if it assumes more
        """

    def describe(self) -> list[str]:
        """The proof in words, one line each."""
        return [self.kind]


@dataclass(frozen=True)
class NormalForm(Proof):
    """Both sides have the same normal form (:mod:`derive.algebra.expressions.normal_form`).

    >>> w = sp.Symbol("w", positive=True)
    >>> NormalForm().check(w / (w + w**2), 1 / (1 + w))
    """

    kind: ClassVar[str] = "normal form"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(equal(before, after), f"no identity: {before} = {after}")

    def describe(self) -> list[str]:
        return ["both sides have the same normal form as rational functions"]


@dataclass(frozen=True)
class Enumerated(Proof):
    """Both sides computed at the sizes listed, and nowhere else: no proof for all sizes."""

    sizes: tuple[Mapping[str, int], ...]
    compare: Callable[[Mapping[str, int]], bool]
    kind: ClassVar[str] = "enumeration"
    strength: ClassVar[str] = ENUMERATED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(bool(self.sizes), "no size was tried")
        for size in self.sizes:
            require(self.compare(size), f"the sides differ at {size}")

    def describe(self) -> list[str]:
        return [f"compared at {len(self.sizes)} sizes only"]
