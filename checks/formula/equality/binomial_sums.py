"""Sums over binomial coefficients of a whole row, closed by the binomial theorem and its derivatives.

For a polynomial p with Newton coefficients d_j, that is p(i) = sum of d_j i(i-1)...(i-j+1), and x > 0,
the sum of p(i) x^i binomial(n, i) over i from 0 to n is the sum of d_j n(n-1)...(n-j+1) x^j (1+x)^(n-j).

Every other coefficient of a row sums to half of the sum, or of the difference, of two powers: with r = x^(1/2), the sum of
x^i binomial(n, 2i) is ((1+r)^n + (1-r)^n)/2, and that of x^i binomial(n, 2i+1) is ((1+r)^n - (1-r)^n)/(2r).
"""

from collections.abc import Mapping
from itertools import pairwise

import sympy as sp

HIGHEST_DEGREE = 8


def closed_binomial_sum(total: sp.Sum, minima: Mapping[sp.Symbol, int]) -> sp.Expr | None:
    """The closed form of a sum of p(i) x^i binomial(n, i) over i from 0 or 1 to n, or of every other coefficient of a row.

    Parameters
    ----------
    total : Sum
        Sum over one index.
    minima : mapping from Symbol to int
        Least value of each size; n must be one of them that is not negative.

    Returns
    -------
    Expr or None
        Closed form; None if the sum is not of this kind.

    Examples
    --------
    >>> i, n = sp.symbols("i n", integer=True)
    >>> closed_binomial_sum(sp.Sum(5**i * sp.binomial(n, 2 * i, evaluate=False), (i, 0, sp.floor(n / 2))), {n: 1})
    (1 - sqrt(5))**n/2 + (1 + sqrt(5))**n/2
    >>> closed_binomial_sum(sp.Sum(i * sp.binomial(n, i, evaluate=False), (i, 1, n)), {n: 1})
    2**(n - 1)*n
    """
    if len(total.limits) != 1:
        return None
    index, low, n = total.limits[0]
    if low == 0 and isinstance(n, sp.floor):
        return _every_other(total.function, index, 2 * n.args[0], minima)
    if n not in minima or minima[n] < 0 or low not in (0, 1):
        return None
    row = sp.binomial(n, index, evaluate=False)
    factors = list(sp.Mul.make_args(total.function))
    if factors.count(row) != 1:
        return None
    factors.remove(row)
    parts = _parts(factors, index)
    if parts is None:
        return None
    outside, polynomial, x = parts
    poly = sp.Poly(polynomial, index)
    if poly.degree() > HIGHEST_DEGREE:
        return None
    closed = sp.Integer(0)
    differences = [sp.expand(polynomial.xreplace({index: sp.Integer(value)})) for value in range(poly.degree() + 1)]
    first = differences[0]
    for order in range(poly.degree() + 1):
        newton = differences[0] / sp.factorial(order)
        falling = sp.Mul(*(n - k for k in range(order)))
        closed += newton * falling * x**order * (1 + x) ** (n - order)
        differences = [b - a for a, b in pairwise(differences)]
    return outside * (closed - (first if low == 1 else 0))


def _parts(factors: list[sp.Expr], index: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """A factor without the index, a polynomial in it and the base of a power, whose product the factors are."""
    outside, polynomial, x = sp.Integer(1), sp.Integer(1), sp.Integer(1)
    for factor in factors:
        if not factor.has(index):
            outside *= factor
        elif factor.is_polynomial(index):
            polynomial *= factor
        else:
            base, exponent = factor.as_base_exp()
            slope = sp.expand(exponent).coeff(index, 1)
            rest = sp.expand(exponent - slope * index)
            if not (base.is_Rational and base > 0 and slope.is_Integer) or rest.has(index):
                return None
            outside, x = outside * base**rest, x * base**slope
    return outside, polynomial, x


def _every_other(summand: sp.Expr, index: sp.Symbol, n: sp.Expr, minima: Mapping[sp.Symbol, int]) -> sp.Expr | None:
    """The sum over the index from 0 to floor(n/2), if each term is a power of a number and one of every other coefficients of row n."""
    if n not in minima or minima[n] < 0:
        return None
    closed = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(summand, power_base=False, power_exp=False)):
        factors = list(sp.Mul.make_args(term))
        odd = next((c for c in (0, 1) if factors.count(sp.binomial(n, 2 * index + c, evaluate=False)) == 1), None)
        if odd is None:
            return None
        factors.remove(sp.binomial(n, 2 * index + odd, evaluate=False))
        parts = _parts(factors, index)
        if parts is None or parts[1].has(index):
            return None
        outside, constant, x = parts
        root = sp.sqrt(x)
        powers = (1 + root) ** n - (1 - root) ** n if odd else (1 + root) ** n + (1 - root) ** n
        closed += outside * constant * (root / x if odd else 1) * powers / 2
    return closed
