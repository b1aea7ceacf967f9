"""Coefficients of powers of the factors' generating functions, by the binomial theorem.

A factor's distance generating function is ``numerators / (1 - z)**poles``; each numerator is a list of terms ``c*z**e``
that begins with a constant. Its m-th power is expanded term by term: binomial theorem for each numerator term, negative
binomial series for the poles. The result is a finite sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import sympy as sp
from sympy import Integer, Min, Rational, Sum, binomial, floor

from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import Coefficient
from netlemma.derive.algebra.expressions.proof import Proof, require

Term = tuple[sp.Expr, sp.Expr]


@dataclass(frozen=True)
class Series:
    """``product(numerators) / (1 - z)**poles``, each numerator a tuple of terms (coefficient, exponent), constant first."""

    numerators: tuple[tuple[Term, ...], ...]
    poles: int

    def expression(self, z: sp.Expr) -> sp.Expr:
        """The series as a rational function of z."""
        numerators = [sp.Add(*(c * z**e for c, e in terms)) for terms in self.numerators]
        return sp.Mul(*numerators) / (1 - z) ** self.poles

    def subs(self, old: sp.Symbol, new: sp.Expr) -> Series:
        """The series with a size replaced.

        Parameters
        ----------
        old : Symbol
            Symbol to replace.
        new : Expr
            Its replacement.

        Returns
        -------
        Series
            Series in the new symbols.
        """
        return Series(
            tuple(
                tuple((sp.S(c).subs(old, new), sp.S(e).subs(old, new)) for c, e in terms) for terms in self.numerators
            ),
            self.poles,
        )


def coefficient_of_power(series: Series, m: sp.Expr, i: sp.Expr) -> sp.Expr:
    """The coefficient of z**i in ``series**m`` as a finite sum.

    Parameters
    ----------
    series : Series
        Generating function of one factor.
    m : Expr
        Exponent.
    i : Expr
        Index of the coefficient.

    Returns
    -------
    Expr
        Finite sum.

    References
    ----------
    R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, 2nd ed., 1994, section 5.4: binomial series.

    Examples
    --------
    >>> from netlemma.derive.algebra.expressions.notation import parameter
    >>> n, i, k = parameter("n"), parameter("i", 0), parameter("k")
    >>> coefficient_of_power(Series((((Integer(1), Integer(0)), (k - 1, Integer(1))),), 0), n, i)
    (k - 1)**i*binomial(n, i)
    """
    choices = [(terms[0][0], tuple(terms[1:])) for terms in series.numerators]
    limits: list[tuple] = []
    rest, body = i, Integer(1)
    names = iter(sp.symbols("l j g h u v", integer=True))
    steps = [(number, term) for number, (_, terms) in enumerate(choices) for term in reversed(terms)]
    left = [m for _ in choices]
    for position, (number, (coefficient, exponent)) in enumerate(steps):
        if series.poles == 0 and position == len(steps) - 1 and exponent == 1:
            index = rest
        else:
            index = next(names)
            limits.append((index, 0, Min(left[number], floor(rest / exponent))))
        body *= binomial(left[number], index) * coefficient**index
        left[number] -= index
        rest -= exponent * index
    for (constant, _), count in zip(choices, left, strict=True):
        body *= constant**count
    if series.poles:
        body *= binomial(rest + series.poles * m - 1, series.poles * m - 1)
    return Sum(body, *reversed(limits)) if limits else body


@dataclass(frozen=True)
class TermsCounted(Proof):
    """The coefficient of z**i in a sum of powers ``z**f`` is the number of terms with f = i."""

    kind: ClassVar[str] = "coefficient of a sum of powers"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(isinstance(before, Coefficient) and isinstance(before.args[0], Sum), "not a coefficient of a sum")
        total, variable, index = before.args
        require(total.function.as_base_exp()[0] == variable, "the terms are not powers of the variable")
        require(after == counted_terms(before), f"{after} does not count the terms with exponent {index}")

    def describe(self) -> list[str]:
        return ["each power contributes one where its exponent is that of the coefficient and nothing elsewhere"]


def counted_terms(coefficient: Coefficient) -> sp.Sum:
    """The number of terms of a sum of powers with the given exponent, as a sum of zeros and ones."""
    total, variable, index = coefficient.args
    exponent = total.function.as_base_exp()[1] if total.function != variable else Integer(1)
    return Sum(sp.Piecewise((1, sp.Eq(exponent, index)), (0, True)), *total.limits)


@dataclass(frozen=True)
class PowerCoefficient(Proof):
    """``[z^i] series**m`` expanded by the binomial theorem.

    It checks the theorem's induction step (Pascal's rule, for both signs of the exponent), that the series is that of
    the step, and the result against powers multiplied out at small sizes.
    """

    series: Series
    power: sp.Expr
    scale: sp.Expr
    index: sp.Symbol
    examples: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "binomial theorem"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n, l = sp.symbols("n l", integer=True, positive=True)
        fraction = {
            binomial(n + 1, l): (n + 1) / (n + 1 - l),
            binomial(n, l): Integer(1),
            binomial(n, l - 1): l / (n + 1 - l),
        }
        pascal = binomial(n + 1, l) - binomial(n, l) - binomial(n, l - 1)
        require(equal(pascal.xreplace(fraction), Integer(0)), "Pascal's rule fails")
        require(isinstance(before, Coefficient), "no coefficient to extract")
        require(
            equal(before.args[0], self.scale * self.series.expression(before.args[1]) ** self.power),
            "not the given series",
        )
        require(
            equal(after, self.scale * coefficient_of_power(self.series, self.power, self.index)),
            "the right-hand side is not the expansion",
        )
        require(bool(self.examples), "there is no size for the comparison")
        for size in self.examples:
            self._compare(after, size)

    def _compare(self, after: sp.Expr, size: dict[sp.Symbol, int]) -> None:
        most = size[self.index]
        expected = multiply_out(self.series, self.power, size, most)
        for i in range(most + 1):
            value = evaluate(after, {**size, self.index: i})
            require(value == evaluate(self.scale, size) * expected[i], f"coefficient {i} differs at {size}")

    def describe(self) -> list[str]:
        return [
            "binomial theorem for each numerator term, negative binomial series for the denominator; Pascal's rule re-checked"
        ]


def multiply_out(series: Series, power: sp.Expr, size: dict[sp.Symbol, int], most: int) -> list:
    """The coefficients up to z**most of ``series**power`` at one size, by plain multiplication.

    Parameters
    ----------
    series : Series
        Series to raise to a power.
    power : Expr
        Exponent.
    size : dict from Symbol to int
        Value of each symbol.
    most : int
        Largest exponent of z.

    Returns
    -------
    list
        Coefficients from z**0 on.
    """
    result: list = [1] + [0] * most
    for _ in range(int(evaluate(power, size))):
        for terms in series.numerators:
            polynomial = [(evaluate(sp.S(c), size), int(evaluate(sp.S(e), size))) for c, e in terms]
            result = [sum(c * result[j - e] for c, e in polynomial if j >= e) for j in range(most + 1)]
        for _ in range(series.poles):
            for j in range(1, most + 1):
                result[j] += result[j - 1]
    return result


def _ones(*terms: tuple[object, object]) -> tuple[Term, ...]:
    return tuple((sp.S(c), sp.S(e)) for c, e in terms)


def factor_series(kind: str, n: sp.Expr) -> tuple[tuple[sp.Basic, Series], ...]:
    """The distance generating function of one factor, by parity where it matters.

    For vertex-transitive factors it counts nodes from one of them; for a line, all ordered pairs.

    Parameters
    ----------
    kind : str
        Name of the factor.
    n : Expr
        Number of nodes of the factor.

    Returns
    -------
    tuple of tuple of (Basic, Series)
        Cases (condition, series).
    """
    if kind in ("clique", "bus"):
        return ((sp.true, Series((_ones((1, 0), (n - 1, 1)),), 0)),)
    if kind == "oneway-ring":
        return ((sp.true, Series((_ones((1, 0), (-1, n)),), 1)),)
    if kind == "ring":
        even = Series((_ones((1, 0), (1, 1)), _ones((1, 0), (-1, n * Rational(1, 2)))), 1)
        odd = Series((_ones((1, 0), (1, 1), (-2, (n + 1) * Rational(1, 2))),), 1)
        if n.is_Integer:
            return ((sp.true, odd if n % 2 else even),)
        return ((sp.Eq(sp.Mod(n, 2), 0), even), (sp.true, odd))
    return ((sp.true, Series((_ones((n, 0), (-2, 1), (-n, 2), (2, n + 1)),), 2)),)
