"""Factorial moments of the arrivals of an MMPP(2), from its generating function.

With z = 1 + y the generating function of the arrivals in (0, t] is v(y, t) 1, where the row v = pi exp((Q + y L) t) has
dv/dt = v (Q + y L) and begins as pi. Its coefficients v_k of y^k/k! therefore have

    dv_k/dt = v_k Q + k v_(k-1) L,    v_0 = pi,    v_k = 0 at t = 0 for k > 0,

and g_k = v_k 1 is the factorial moment E[N (N-1) ... (N-k+1)]. These linear equations with constant coefficients have
one solution; :class:`MomentEquations` checks a given solution by substitution.

Everything is written in four numbers: ``rate`` (lambda, the mean arrival rate), ``decay`` (s, the rate at which the
chain forgets its state), ``spread`` (c, the variance of the rate over time) and ``skew`` (D, its third central moment
over c); ``E`` is e^(-s t).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import Quantity
from netlemma.derive.algebra.expressions.proof import Proof, require

mu1, mu2 = sp.symbols("mu1 mu2", nonnegative=True)
sigma1, sigma2, t = sp.symbols("sigma1 sigma2 t", positive=True)
rate, decay = sp.symbols("lambda s", positive=True)
spread = sp.Symbol("c", nonnegative=True)
skew, E = sp.symbols("D E", real=True)

WRITTEN_OUT: Mapping[sp.Symbol, sp.Expr] = {
    rate: (mu1 * sigma2 + mu2 * sigma1) / (sigma1 + sigma2),
    decay: sigma1 + sigma2,
    spread: sigma1 * sigma2 * (mu1 - mu2) ** 2 / (sigma1 + sigma2) ** 2,
    skew: (sigma1 - sigma2) * (mu1 - mu2) / (sigma1 + sigma2),
}


def written_out(expression: sp.Expr) -> sp.Expr:
    """An expression with lambda, s, c and D replaced by their definitions in mu1, mu2, sigma1 and sigma2."""
    return expression.xreplace(dict(WRITTEN_OUT))


def by_time(expression: sp.Expr, s: sp.Expr = decay) -> sp.Expr:
    """The derivative by t, where E stands for e^(-s t).

    Parameters
    ----------
    expression : Expr
        Expression in t and E.
    s : Expr, default decay
        Decay rate of E.

    Returns
    -------
    Expr
        Derivative.

    Examples
    --------
    >>> by_time(t * E)
    -E*s*t + E
    """
    return sp.expand(sp.diff(expression, t) - s * E * sp.diff(expression, E))


def falling(k: int) -> Quantity:
    """The factorial moment E[N (N-1) ... (N-k+1)], displayed as g_k."""
    return Quantity(sp.Symbol(f"factorial_moment.{k}"), sp.Symbol(f"g_{k}"))


@dataclass(frozen=True)
class MomentEquations(Proof):
    """The factorial moment of order k, from rows that solve the differential equations of the generating function.

    ``solution`` has g_i and H_i for i = 0..k in t, E and the four numbers, where v_i = g_i pi + H_i/(mu1 - mu2) (1,
    -1). In these coordinates the equations are g_i' = i (lambda g_(i-1) + H_(i-1)) and H_i' = -s H_i + i (c g_(i-1) +
    (lambda + D) H_(i-1)).
    """

    solution: tuple[tuple[sp.Expr, sp.Expr], ...]
    kind: ClassVar[str] = "differential equations"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        order = len(self.solution) - 1
        require(before == falling(order), f"the step is not about the factorial moment of order {order}")
        require(after == self.solution[-1][0], "the moment is not the one of the solution")
        _check_coordinates()
        require(self.solution[0] == (1, 0), "v_0 is not pi")
        for i, ((g0, h0), (g, h)) in enumerate(pairwise(self.solution), 1):
            first, second = i * (rate * g0 + h0), -decay * h + i * (spread * g0 + (rate + skew) * h0)
            solves = equal(by_time(g), first) and equal(by_time(h), second)
            require(solves, f"v_{i} does not solve its differential equation")
            begins = all(equal(part.subs({t: 0, E: 1}), sp.Integer(0)) for part in (g, h))
            require(begins, f"v_{i} is not 0 at t = 0")

    def describe(self) -> list[str]:
        return [
            "the rows of the generating function solve dv_k/dt = v_k Q + k v_(k-1) L and begin as they should, by substitution"
        ]


def _check_coordinates() -> None:
    """Check the images of g pi + h (1, -1) under Q and L, for any g and h."""
    g, h = sp.symbols("g h")
    s, apart = sigma1 + sigma2, mu1 - mu2
    row = lambda first, second: sp.Matrix([[first * sigma2 / s + second, first * sigma1 / s - second]])  # noqa: E731
    moves = row(g, h) * sp.Matrix([[-sigma1, sigma1], [sigma2, -sigma2]])
    arrivals = row(g, h) * sp.diag(mu1, mu2)
    across = sigma1 * sigma2 * apart / s**2  # c/(mu1 - mu2)
    require(equal(across * apart, written_out(spread)), "c is not the variance of the rate")
    moved, counted = row(0, -s * h), row(written_out(rate) * g + apart * h, across * g + written_out(rate + skew) * h)
    for i in range(2):
        require(equal(moves[i], moved[i]), "(1, -1) is not a left eigenvector of Q")
        require(equal(arrivals[i], counted[i]), "the arrival rates are wrong in coordinates")


@cache
def coordinates(order: int) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """g_k and H_k of :class:`MomentEquations` for k = 0..order, by integration term by term.

    Examples
    --------
    >>> coordinates(1)
    ((1, 0), (lambda*t, -E*c/s + c/s))
    """
    found: list[tuple[sp.Expr, sp.Expr]] = [(sp.Integer(1), sp.Integer(0))]
    for k in range(1, order + 1):
        g, h = found[-1]
        found.append(
            (
                _integrated(sp.expand(k * (rate * g + h)), sp.Integer(0)),
                _integrated(sp.expand(k * (spread * g + (rate + skew) * h)), decay),
            )
        )
    return tuple(found)


def _integrated(source: sp.Expr, loss: sp.Expr) -> sp.Expr:
    """The solution of y' = -loss y + source with y = 0 at t = 0; the source is a sum of terms in t^i and t^i E."""
    found = sp.Integer(0)
    for (i, j), coefficient in sp.Poly(source, t, E).terms():
        gap = loss - j * decay
        if gap == 0:
            term = t ** (i + 1) / sp.Integer(i + 1)
        else:
            term = sum((-1) ** (i - m) * sp.ff(i, i - m) * t**m / gap ** (i - m + 1) for m in range(i + 1))
        found += coefficient * E**j * term
    found -= found.subs({t: 0, E: 1}) * (E if loss != 0 else 1)
    return sp.expand(found)
