"""Uniqueness of the MMPP(2) with the moments of n equal sources that Heffes and Lucantoni 1986 match, as checked facts.

The index n belongs to the matching process; lambda, s, c and D are those of
:mod:`netlemma.derive.performance.traffic.moment_equations`, x = s t, and E is e^-x. ``R`` is the root of D^2 + 4 n c.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.proof import require
from netlemma.derive.performance.traffic import moment_equations as of
from netlemma.derive.performance.traffic.moments import THIRD_PART, moment

n, R, x = sp.symbols("n R x", positive=True)
rate_, decay_, spread_, skew_ = sp.symbols("lambda_n s_n c_n D_n")
FALLS_SHORT = (1 - of.E) / x  # relative deficit of the variance-to-mean ratio against its limit


@dataclass(frozen=True)
class Fact:
    """A statement with machine-checked identities: both sides of each have the same normal form.

    ``chain`` are functions of x, each the derivative by x of the previous one, which is 0 at x = 0 (E = 1 there): the
    last one is a product of x, E and a number, so that all have its sign for every x > 0.
    """

    key: str
    words: str
    identities: tuple[tuple[sp.Expr, sp.Expr], ...]
    chain: tuple[sp.Expr, ...] = ()

    def check(self) -> None:
        """Check the identities and signs; it raises ProofError if one does not hold.

        Raises
        ------
        ProofError
            If an identity or a sign does not hold.
        """
        for left, right in self.identities:
            require(equal(left, right), f"{self.key}: {left} is not {right}")
        for before, after in pairwise(self.chain):
            require(equal(before.subs({x: 0, of.E: 1}), sp.Integer(0)), f"{self.key}: {before} is not 0 at x = 0")
            require(equal(by_x(before), after), f"{self.key}: {after} is not the derivative of {before}")
        if self.chain:
            last = self.chain[-1]
            require(last.is_Mul and last.free_symbols == {x, of.E}, f"{self.key}: the sign of {last} is not known")
            require(
                all(factor in (x, of.E) or factor.is_Rational for factor in last.args), f"{self.key}: not a product"
            )


def by_x(expression: sp.Expr) -> sp.Expr:
    """The derivative by x, where E stands for e^-x."""
    return sp.diff(expression, x) - of.E * sp.diff(expression, of.E)


def in_x(expression: sp.Expr) -> sp.Expr:
    """An expression in t rewritten with x = s t."""
    return sp.expand(expression.subs(of.t, x / of.decay))


def sought(expression: sp.Expr) -> sp.Expr:
    """The same expression for the matching process, once its mean, decay and spread are known."""
    return expression.xreplace({of.rate: n * of.rate, of.spread: n * of.spread, of.skew: skew_})


def matched_rates() -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """mu1, mu2, sigma1 and sigma2 of the match in lambda, s, c, D, n and R; state 1 has the higher rate."""
    return (
        n * of.rate + (R + of.skew) / 2,
        n * of.rate - (R - of.skew) / 2,
        of.decay * (R + of.skew) / (2 * R),
        of.decay * (R - of.skew) / (2 * R),
    )


def _of_match(expression: sp.Expr) -> sp.Expr:
    """An expression in the parameters of a process, for those of the match; n is written as (R^2 - D^2)/(4 c)."""
    parameters = dict(zip((of.mu1, of.mu2, of.sigma1, of.sigma2), matched_rates(), strict=True))
    return _with_root(expression.xreplace(parameters))


def _with_root(expression: sp.Expr) -> sp.Expr:
    return expression.xreplace({n: (R**2 - of.skew**2) / (4 * of.spread)})


@cache
def facts() -> tuple[Fact, ...]:
    """The steps from the four equations to the match, in order; :meth:`Fact.check` of each runs its proof."""
    ratio, third = moment("dispersion").result, moment("third_moment").result
    limit = moment("dispersion.limit").result
    short = sp.expand(FALLS_SHORT)
    mean_variance = [of.written_out(symbol) for symbol in (of.rate, of.decay, of.spread, of.skew)]
    y, z = sp.symbols("y z")
    product, total = n * ((n - 1) * of.rate**2 + of.mu1 * of.mu2), of.mu1 + of.mu2 + 2 * (n - 1) * of.rate
    high, low, *_ = matched_rates()
    return (
        Fact(
            "sum",
            "variances and third central moments of independent sources add: with y and z the arrivals of two less their means, y z, "
            "y^2 z and y z^2 are 0 on average; so they are n times those of one",
            (((y + z) ** 2, y**2 + z**2 + 2 * y * z), ((y + z) ** 3, y**3 + z**3 + 3 * y**2 * z + 3 * y * z**2)),
        ),
        Fact(
            "decay",
            "the variance-to-mean ratio of n alike sources is that of one; (I - 1)/(I_inf - 1) = 1 - (1 - E)/x falls short of 1 by a "
            "factor that falls strictly, since x^2 times its derivative is negative: so s_n = s, whatever t1",
            ((in_x(ratio - 1) / (limit - 1), 1 - short), (by_x(short) * x**2, (1 + x) * of.E - 1)),
            ((1 + x) * of.E - 1, -x * of.E),
        ),
        Fact(
            "spread",
            "the limit less 1 is 2 c/(lambda s), so with lambda_n = n lambda and s_n = s it is that of the source for c_n = n c only",
            ((limit - 1, 2 * of.spread / (of.rate * of.decay)), (sought(limit), limit)),
        ),
        Fact(
            "skew",
            "n third central moments of one source less that of the match are 6 n c (D - D_n) (x (1 + E) - 2 (1 - E))/s^3, and the last "
            "factor is positive: so D_n = D, whatever t2, and then the third central moments agree at every t",
            (
                (
                    in_x(n * third - sought(third)),
                    6 * n * of.spread * (of.skew - skew_) * in_x(THIRD_PART) / of.decay**3,
                ),
                (in_x(THIRD_PART), x * (1 + of.E) - 2 * (1 - of.E)),
            ),
            (x * (1 + of.E) - 2 * (1 - of.E), 1 - of.E - x * of.E, x * of.E),
        ),
        Fact(
            "difference",
            "a rate with two values has (mu1 - mu2)^2 = D^2 + 4 c, so the match has R = sqrt(D^2 + 4 n c) between its rates; c > 0, or the "
            "sources are Poisson processes",
            (((of.mu1 - of.mu2) ** 2, mean_variance[3] ** 2 + 4 * mean_variance[2]),),
        ),
        Fact(
            "rates",
            "the rates n lambda + (R + D)/2 and n lambda - (R - D)/2, left at s (R + D)/(2 R) and s (R - D)/(2 R), have "
            "lambda_n = n lambda, s_n = s, c_n = n c and D_n = D; with the states exchanged they are the same process",
            tuple(
                (_of_match(found), _with_root(wanted))
                for found, wanted in zip(mean_variance, (n * of.rate, of.decay, n * of.spread, of.skew), strict=True)
            ),
        ),
        Fact(
            "feasible",
            "they are the roots of x^2 - (mu1 + mu2 + 2 (n-1) lambda) x + n ((n-1) lambda^2 + mu1 mu2); the higher one is positive, being "
            "at least the mean, so both may be rates if and only if n >= 1 - mu1 mu2/lambda^2",
            (
                (of.written_out(high + low), of.written_out(total)),
                (_product_of_roots(), of.written_out(product)),
            ),
        ),
    )


def _product_of_roots() -> sp.Expr:
    """The product of both rates of the match, with R^2 = D^2 + 4 n c, in the parameters of the source."""
    high, low, *_ = matched_rates()
    return of.written_out(sp.expand(high * low).subs(R**2, of.skew**2 + 4 * n * of.spread))
