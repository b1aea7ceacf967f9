"""Proofs that can be re-run.

A proof belongs to a step ``before = after``. ``check(before, after)`` runs it again and raises :class:`ProofError` when
it does not show the equality. ``strength`` is ``proved`` when the re-run covers every size of the domain; ``argued``
when a written argument covers every size and the machine re-checks its arithmetic, and the conclusion at small sizes;
and ``enumerated`` when only the sizes tried are covered.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.normal_form import equal
from netlemma.errors import ProofError

PROVED = "proved"
ARGUED = "argued"
ENUMERATED = "enumerated"
STRENGTHS = (ENUMERATED, ARGUED, PROVED)


def weakest(strengths: Iterable[str]) -> str:
    """The weakest of several strengths.

    >>> weakest(["proved", "argued", "proved"])
    'argued'
    """
    return min(strengths, key=STRENGTHS.index)


def require(truth: object, complaint: str, *of: object) -> None:
    """Raise :class:`ProofError` unless a condition is true."""
    if truth is not True and truth is not sp.true:
        raise ProofError(complaint.format(*of) if of else complaint)


@dataclass(frozen=True)
class Proof:
    """Base class of all proofs.

    A proof is about the first part of an inert expression if both sides of its step are such expressions, unless it is
    ``about_whole`` expressions.
    """

    kind: ClassVar[str] = "proof"
    strength: ClassVar[str] = PROVED
    about_whole: ClassVar[bool] = False

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        """Re-run the proof of ``before = after``.

        Parameters
        ----------
        before : Expr
            Left-hand side of the step.
        after : Expr
            Right-hand side of the step.

        Raises
        ------
        ProofError
            If the equality is not shown.
        NotImplementedError
            In the base class.
        """
        raise NotImplementedError

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        """Check that the proof's assumptions about the sizes follow from the domain of the lemma.

        Parameters
        ----------
        assumptions : sequence of Basic
            Conditions of the domain.
        parameters : set of Symbol
            Symbols of the sizes.

        Raises
        ------
        ProofError
            If the proof assumes more than the domain.
        """

    def describe(self) -> list[str]:
        """The proof in words, as a list of lines."""
        return [self.kind]


@dataclass(frozen=True)
class NormalForm(Proof):
    """Both sides have the same normal form (:mod:`netlemma.derive.algebra.normal_form`).

    >>> w = sp.Symbol("w", positive=True)
    >>> NormalForm().check(w / (w + w**2), 1 / (1 + w))
    """

    kind: ClassVar[str] = "normal form"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(equal(before, after), "no identity: {} = {}", before, after)

    def describe(self) -> list[str]:
        return ["both sides have the same normal form as rational functions"]


@dataclass(frozen=True)
class Enumerated(Proof):
    """Comparison of both sides at the listed sizes only; it proves nothing for other sizes."""

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
