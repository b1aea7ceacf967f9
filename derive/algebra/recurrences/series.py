"""Rational generating functions and linear recurrences of C-finite closed forms, computed and checked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import sympy as sp

from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.proof import ProofError
from netlemma.derive.algebra.recurrences.annihilator import annihilator, x

MORE_TERMS = 12


@dataclass(frozen=True)
class RationalSeries:
    """The generating function P(x)/Q(x) of a sequence, the sum of a(n) x^n from its first index on.

    Parameters
    ----------
    first : int
        First index.
    top, below : Poly
        P and Q without a common factor, Q(0) = 1.
    order : int
        Order of the recurrence that the closed form satisfies by its parts.
    start : int
        Index from which on it does.
    """

    first: int
    top: sp.Poly
    below: sp.Poly
    order: int
    start: int

    @property
    def function(self) -> sp.Expr:
        """The generating function, both parts factored; each factor below is 1 at x = 0."""
        below = [(factor.quo_ground(factor.TC()), power) for factor, power in self.below.factor_list()[1]]
        return sp.factor(self.top.as_expr()) / sp.Mul(*(factor.as_expr() ** power for factor, power in below))

    @property
    def coefficients(self) -> list[Fraction]:
        """The coefficients of a(n-1), a(n-2), ... in the recurrence of a(n)."""
        return [-Fraction(int(c.p), int(c.q)) for c in self.below.all_coeffs()[::-1][1:]]

    @property
    def valid(self) -> int:
        """The first index at which the recurrence gives the term from terms before."""
        return max(self.first + self.below.degree(), self.top.degree() + 1)

    def terms(self) -> Iterator[Fraction]:
        """The terms, from the first index on."""
        top = [Fraction(int(c.p), int(c.q)) for c in self.top.all_coeffs()[::-1]]
        back, known, n = self.coefficients, [Fraction(0)] * self.first, self.first
        while True:
            value = top[n] if n < len(top) else Fraction(0)
            value += sum((c * known[n - i] for i, c in enumerate(back, 1) if i <= n), Fraction(0))
            known.append(value)
            yield value
            n += 1

    def check(self, value: Callable[[int], Fraction]) -> None:
        """Compare the terms with a closed form: as many as the order needs, and some more.

        Both satisfy one recurrence from ``start`` on, so that equal terms up to its order are equal for ever.

        Parameters
        ----------
        value : callable
            The closed form at an index.

        Raises
        ------
        ProofError
            If a term differs.
        """
        needed = max(self.start, self.first) - self.first + self.order + MORE_TERMS
        for index, term in enumerate(islice(self.terms(), needed), self.first):
            if term != value(index):
                raise ProofError(f"the coefficient of x^{index} is {term}, the closed form {value(index)}")


def rational_series(form: sp.Expr, n: sp.Symbol, first: int) -> RationalSeries:
    """The generating function of a closed form.

    Parameters
    ----------
    form : Expr
        Closed form.
    n : Symbol
        Index.
    first : int
        First index, at least 0.

    Returns
    -------
    RationalSeries
        The function, checked.

    Raises
    ------
    NotCFinite
        If the closed form is no exponential polynomial.

    Examples
    --------
    >>> n = sp.Symbol("n", integer=True)
    >>> found = rational_series(n * 2**n, n, 1)
    >>> found.function, found.coefficients, found.valid
    (2*x/(1 - 2*x)**2, [Fraction(4, 1), Fraction(-4, 1)], 3)
    """
    known = annihilator(form, n, first)
    order, start = known.polynomial.degree(), max(known.start, first)

    def value(index: int) -> Fraction:
        return evaluate(form, {n: index})

    values = [sp.Rational(value(index)) if index >= first else sp.S.Zero for index in range(start + order)]
    reversed_one = known.polynomial.all_coeffs()  # of x^0, x^1, ... in x^d A(1/x)
    top = [
        sum((reversed_one[i] * values[m - i] for i in range(min(order, m) + 1)), sp.S.Zero)
        for m in range(start + order)
    ]
    above, below = (sp.Poly(each[::-1] or [0], x, domain="QQ") for each in (top, reversed_one))
    common = above.gcd(below)
    above, below = above.quo(common), below.quo(common)
    scale = below.TC()
    found = RationalSeries(first, above.quo_ground(scale), below.quo_ground(scale), order, start)
    found.check(value)
    return found
