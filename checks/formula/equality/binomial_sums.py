"""Sums over binomial coefficients of a whole row, closed by the binomial theorem and its derivatives.

For a polynomial p with Newton coefficients d_j, that is p(i) = sum of d_j i(i-1)...(i-j+1), and x > 0,
the sum of p(i) x^i binomial(n, i) over i from 0 to n is the sum of d_j n(n-1)...(n-j+1) x^j (1+x)^(n-j).
"""

from collections.abc import Mapping
from itertools import pairwise

import sympy as sp

HIGHEST_DEGREE = 8


def closed_binomial_sum(total: sp.Sum, minima: Mapping[sp.Symbol, int]) -> sp.Expr | None:
    """The closed form of a sum of p(i) x^i binomial(n, i) over i from 0 or 1 to n.

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
    >>> closed_binomial_sum(sp.Sum(i * sp.binomial(n, i, evaluate=False), (i, 1, n)), {n: 1})
    2**(n - 1)*n
    """
    if len(total.limits) != 1:
        return None
    index, low, n = total.limits[0]
    if n not in minima or minima[n] < 0 or low not in (0, 1):
        return None
    row = sp.binomial(n, index, evaluate=False)
    factors = list(sp.Mul.make_args(total.function))
    if factors.count(row) != 1:
        return None
    factors.remove(row)
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
