"""Derived moments of the arrivals of an MMPP(2) in (0, t]: mean, variance, third central moment, index of dispersion,
limits.

Each is a :class:`netlemma.derive.core.lemma.Derivation` that begins with the quantity and ends in its closed form, in the four
numbers lambda, s, c and D of :mod:`netlemma.derive.performance.traffic.moment_equations`, where E is e^(-s t). The formulas that
Min 2001 takes from Heffes and Lucantoni 1986 (equations 8 to 12) are compared with these, and used nowhere.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import Quantity
from netlemma.derive.algebra.expressions.proof import NormalForm, Proof, require, weakest
from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.performance.traffic.moment_equations import (
    E,
    MomentEquations,
    by_time,
    coordinates,
    decay,
    falling,
    rate,
    skew,
    spread,
    t,
)

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


VARIANCE_PART = decay * t - 1 + E
THIRD_PART = decay * t * (1 + E) - 2 * (1 - E)


@cache
def factorial_moment(order: int) -> Derivation:
    """E[N (N-1) ... (N-k+1)] at time t.

    Examples
    --------
    >>> factorial_moment(1).result
    lambda*t
    """
    write = Writer(falling(order))
    solution = coordinates(order)
    write.step(solution[-1][0], "the equations of the generating function are integrated", MomentEquations(solution))
    if order == 3:
        write.normal(_third_factorial(), "each power of t apart, and 1 - E")
    return write.derivation()


def third_coefficients() -> dict[str, sp.Expr]:
    """The A_ij of equation 12 of Min 2001, which the paper takes from Heffes and Lucantoni 1986 without printing them."""
    return {
        "A11": decay * rate**3,
        "A21": 2 * spread * rate,
        "A31": spread * (skew - rate) / decay,
        "A12": spread * (skew + rate) / decay,
        "A41": -2 * spread * skew / decay**2,
    }


def _third_factorial() -> sp.Expr:
    a = third_coefficients()
    inside = a["A11"] / 6 * t**3 + a["A21"] / 2 * t**2 + a["A31"] * t + a["A12"] * t * E + a["A41"] * (1 - E)
    return 6 / decay * inside


def _central(order: int, result: sp.Expr) -> Derivation:
    moments = {falling(k): sp.Symbol(f"f_{k}") for k in range(1, order + 1)}
    back: dict[sp.Basic, sp.Basic] = {new: old for old, new in moments.items()}
    write = Writer(central(order))
    write.step(
        sp.expand(about_mean(order, moments).xreplace({**back, MEAN: falling(1)})),
        "a moment about the mean is a combination of factorial moments",
        FromFactorialMoments(order),
    )
    parts = tuple(factorial_moment(k) for k in range(1, order + 1))
    write.step(
        write.now.xreplace({part.start: part.result for part in parts}), "the factorial moments", FromMoments(parts)
    )
    write.step(result, "what depends on the mean alone cancels", NormalForm())
    return write.derivation()


@cache
def variance() -> Derivation:
    """The variance of the arrivals in (0, t]."""
    return _central(2, rate * t + 2 * spread / decay**2 * VARIANCE_PART)


@cache
def third_moment() -> Derivation:
    """The third central moment of the arrivals in (0, t]."""
    return _central(3, rate * t + 6 * spread / decay**2 * VARIANCE_PART + 6 * spread * skew / decay**3 * THIRD_PART)


def _over_mean(top: Derivation, result: sp.Expr) -> Derivation:
    write = Writer(top.start / falling(1))
    parts = (top, factorial_moment(1))
    write.step(
        write.now.xreplace({part.start: part.result for part in parts}), "both derived before", FromMoments(parts)
    )
    write.normal(result, "divided by the mean")
    return write.derivation()


@cache
def dispersion() -> Derivation:
    """The index of dispersion for counts: variance over mean."""
    result = 1 + 2 * spread / (rate * decay) * (1 - (1 - E) / (decay * t))
    return _over_mean(variance(), result)


@cache
def third_over_mean() -> Derivation:
    """The third central moment over the mean."""
    shape = (1 + E - 2 * (1 - E) / (decay * t)) * skew / decay + 1 - (1 - E) / (decay * t)
    return _over_mean(third_moment(), 1 + 6 * spread / (rate * decay) * shape)


def _limit(ratio: Derivation, result: sp.Expr) -> Derivation:
    write = Writer(limit_of(ratio.start))
    write.step(result, "limit of the moment over the mean", LimitOfTime(ratio))
    return write.derivation()


@cache
def dispersion_limit() -> Derivation:
    """The index of dispersion in the limit of long times."""
    return _limit(dispersion(), 1 + 2 * spread / (rate * decay))


@cache
def third_limit() -> Derivation:
    """The third central moment over the mean in the limit of long times."""
    return _limit(third_over_mean(), 1 + 6 * spread / (rate * decay) * (1 + skew / decay))


MOMENTS: Mapping[str, Callable[[], Derivation]] = {
    "mean": lambda: factorial_moment(1),
    "factorial_moment.2": lambda: factorial_moment(2),
    "factorial_moment.3": lambda: factorial_moment(3),
    "variance": variance,
    "third_moment": third_moment,
    "dispersion": dispersion,
    "dispersion.limit": dispersion_limit,
    "third_moment.over_mean": third_over_mean,
    "third_moment.limit": third_limit,
}


@cache
def moment(name: str) -> Derivation:
    """A derivation of :data:`MOMENTS`, after a re-run of its proofs.

    Examples
    --------
    >>> moment("dispersion.limit").result
    2*c/(lambda*s) + 1
    """
    derivation = MOMENTS[name]()
    derivation.check()
    return derivation
