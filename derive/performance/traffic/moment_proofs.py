"""Proofs of moments of arrivals: powers as falling factorials, earlier derivations, limits for long times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from derive.algebra.expressions.normal_form import equal
from derive.algebra.expressions.notation import Quantity
from derive.algebra.expressions.proof import Proof, require, weakest
from derive.core.lemma import Derivation
from derive.performance.traffic.moment_equations import E, by_time, decay, falling, t

_n, MEAN = sp.symbols("n m")


@dataclass(frozen=True)
class FromFactorialMoments(Proof):
    """A moment about the mean as a combination of factorial moments, since (n - m)^k is a combination of falling factorials of
    n.
    """

    order: int
    kind: ClassVar[str] = "falling factorials"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == central(self.order), f"the step is not about the central moment of order {self.order}")
        moments = {falling(k): sp.Symbol(f"f_{k}") for k in range(1, self.order + 1)}
        about = about_mean(self.order, moments)
        require(
            equal(after, about.xreplace({new: old for old, new in moments.items()} | {MEAN: falling(1)})), "no identity"
        )
        require(
            equal(
                about.xreplace({new: sp.ff(_n, int(new.name[2:])) for new in moments.values()}),
                (_n - MEAN) ** self.order,
            ),
            "the powers of n are combined wrongly",
        )

    def describe(self) -> list[str]:
        return [
            f"(n - m)^{self.order} is a combination of falling factorials of n; means are linear, and m = g_1 is the mean"
        ]


def about_mean(order: int, moments: Mapping[Quantity, sp.Symbol]) -> sp.Expr:
    """(n - m)^order in terms of the falling factorials of n.

    Parameters
    ----------
    order : int
        Exponent.
    moments : mapping from Quantity to Symbol
        Symbols of the factorial moments.

    Returns
    -------
    Expr
        Linear combination of the symbols.
    """
    found, rest = sp.Integer(0), sp.Poly(sp.expand((_n - MEAN) ** order), _n)
    while rest.degree() > 0:
        k, top = rest.degree(), rest.LC()
        found += top * moments[falling(k)]
        rest -= sp.Poly(sp.expand(top * sp.expand(sp.ff(_n, k))), _n)
    return sp.expand(found + rest.as_expr())


@dataclass(frozen=True)
class FromMoments(Proof):
    """Quantities replaced by the results of other derivations, each re-checked."""

    derivations: tuple[Derivation, ...]
    kind: ClassVar[str] = "earlier derivation"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest(each.strength for each in self.derivations)

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for each in self.derivations:
            each.check()
            require(before.has(each.start), "the start of an earlier derivation does not occur")
        require(
            before.xreplace({each.start: each.result for each in self.derivations}) == after,
            "the earlier derivations have other results",
        )

    def describe(self) -> list[str]:
        return [f"{len(self.derivations)} quantities derived before, re-checked here"]


@dataclass(frozen=True)
class LimitOfTime(Proof):
    """The limit for t to infinity of A + B E + C (1 - E)/t with A, B and C free of t: 0 < E <= 1 decreases to 0, so it is A."""

    of: Derivation
    kind: ClassVar[str] = "limit"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.of.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.of.check()
        require(before == limit_of(self.of.start), "the step is not about the limit of the derived ratio")
        polynomial = sp.Poly(sp.expand(sp.cancel(self.of.result) * t), t, E)
        b, c = polynomial.coeff_monomial(t * E), -polynomial.coeff_monomial(E)
        require(not any(part.has(t) or part.has(E) for part in (after, b, c)), "a coefficient depends on t")
        require(equal(self.of.result, after + b * E + c * (1 - E) / t), "the expression has another form")
        require(equal(by_time(E), -decay * E), "E does not fall")

    def describe(self) -> list[str]:
        return ["it is A + B E + C (1 - E)/t with A, B and C free of t, and E falls to 0"]


def central(order: int) -> Quantity:
    """E[(N - E N)^order], displayed as M_2 for the variance and M_3 for the third central moment."""
    return Quantity(sp.Symbol(f"central_moment.{order}"), sp.Symbol(f"M_{order}"))


def limit_of(ratio: sp.Expr) -> Quantity:
    """The limit for long times of a central moment over the mean, displayed as I_2 or I_3."""
    (moment,) = (part for part in ratio.atoms(Quantity) if part != falling(1))
    require(ratio == moment / falling(1), "not a ratio of a moment and the mean")
    order = moment.key.rpartition(".")[2]
    return Quantity(sp.Symbol(f"limit.{order}"), sp.Symbol(f"I_{order}"))
