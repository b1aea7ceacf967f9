"""Lemmas, with their definitions, derivations and steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import sympy as sp

from derive.algebra.expressions.evaluate import evaluate
from derive.algebra.expressions.proof import Proof, ProofError, weakest
from derive.core.domain import Domain, Size
from derive.core.shown import Shown


class UnknownLemma(ValueError):
    """No lemma has this key; the message names the nearest."""


@dataclass(frozen=True)
class Definition:
    """What a quantity means: in words, as an expression, and as a plain loop that computes it at one size.

    ``literal`` knows nothing of the closed form; ``nodes(size)`` is the number of nodes of the network it is about.
    """

    words: str
    expression: sp.Expr
    literal: Callable[[Size], Fraction] = field(compare=False)
    nodes: Callable[[Size], int] = field(compare=False)

    def work(self, size: Size) -> int:
        """About how many pairs of nodes the plain loop visits."""
        return self.nodes(size) ** 2


@dataclass(frozen=True)
class Step(Shown):
    """``before = after, because ...``, with a proof that can be re-run.

    Parameters
    ----------
    before, after : plain SymPy expressions, of which the proof shows that they are equal for all sizes of the domain.
    because : the reason in words.
    proof : what is run again.
    """

    before: sp.Expr
    after: sp.Expr
    because: str
    proof: Proof

    def check(self) -> None:
        """:raises ProofError: if the proof does not show the step"""
        self.proof.check(self.before, self.after)


@dataclass(frozen=True)
class Derivation(Shown):
    """Steps from the definition to the closed form, each beginning where the one before it ended."""

    steps: tuple[Step, ...]

    @property
    def start(self) -> sp.Expr:
        """What the derivation begins with: the definition of a quantity, as an expression."""
        return self.steps[0].before

    @property
    def result(self) -> sp.Expr:
        """What it ends in: the closed form."""
        return self.steps[-1].after

    @property
    def strength(self) -> str:
        """As strong as the weakest step."""
        return weakest(step.proof.strength for step in self.steps)

    def check(self) -> None:
        """Re-run every step. :raises ProofError: naming the first step that fails"""
        if not self.steps:
            raise ProofError("a derivation without steps proves nothing")
        for number, step in enumerate(self.steps, 1):
            if number > 1 and step.before != self.steps[number - 2].after:
                raise ProofError(f"step {number} does not begin where step {number - 1} ended")
            try:
                step.check()
            except ProofError as error:
                raise ProofError(f"step {number}: {error}") from error


@dataclass(frozen=True)
class Measured:
    """What a lemma is compared with on explicit networks: plain data, read by the checks.

    ``subject`` is a family name or a product text with size names in it; ``network`` lists the parameters that build the
    network (the rest, such as a distance i, select a value of ``quantity``). The class of devices is named, or is that of
    the dimension whose number ``dimension`` gives. A ratio is what is measured, ``divided_by`` what is measured elsewhere.
    """

    subject: str
    quantity: str
    network: tuple[str, ...]
    device_class: str | None = None
    dimension: sp.Expr | None = None
    routings: tuple[str, ...] = ("shortest",)
    divided_by: Measured | None = None


@dataclass(frozen=True, repr=False)
class Lemma(Shown):
    """A proved closed form.

    Parameters
    ----------
    key : family (or product) and quantity, as in ``toroid.mean_distance``.
    symbol, statement : how the quantity is written, and what it is, in words.
    definition, domain : what the derivation begins with, and for which sizes it is made.
    derivation : the steps from there to the closed form.
    measured : what it is compared with on explicit networks.
    fast : evaluates the closed form by tables, where it is a long finite sum.

    >>> from derive import lemma
    >>> found = lemma("toroid.mean_distance")
    >>> found.at(w=4, D=3)
    Fraction(64, 21)
    >>> found.strength
    'proved'
    """

    key: str
    symbol: sp.Symbol
    statement: str
    definition: Definition
    domain: Domain
    derivation: Derivation
    measured: Measured
    fast: Callable[[Size], Fraction] | None = field(default=None, compare=False)

    @property
    def closed_form(self) -> sp.Expr:
        """A plain SymPy expression in the symbols of the domain."""
        return self.derivation.result

    @property
    def strength(self) -> str:
        """That of the derivation."""
        return self.derivation.strength

    @property
    def proof_kinds(self) -> tuple[str, ...]:
        """The kinds of proof of the steps, each once."""
        return tuple(dict.fromkeys(step.proof.kind for step in self.derivation.steps))

    def check(self) -> None:
        """Re-run the whole derivation from the definition. :raises ProofError: if it does not hold"""
        self.derivation.check()
        if self.derivation.start != self.definition.expression:
            raise ProofError("the derivation does not begin with the definition")
        for step in self.derivation.steps:
            step.proof.check_domain(self.domain.assumptions(), {p.symbol for p in self.domain.parameters})

    def value(self, size: Size) -> Fraction:
        """The closed form at one size, exactly. :raises DomainError: outside the domain"""
        self.domain.require(size)
        return self.fast(size) if self.fast is not None else self.closed_value(size)

    def closed_value(self, size: Size) -> Fraction:
        """The closed form at one size as it is written, term by term; :meth:`value` may be quicker."""
        return Fraction(evaluate(self.closed_form, {p.symbol: size[p.name] for p in self.domain.parameters}))

    def at(self, **size: int) -> Fraction:
        """:meth:`value` with the size as keywords."""
        return self.value(size)

    def __repr__(self) -> str:
        return f"<Lemma {self.key}: {self.strength} for {self.domain.describe() or 'one size'}>"
