"""Rounded square roots of integers that depend on the size, such as ``ceiling((sqrt(2*n - 1) - 1)/2)``.

For integers A >= 0, p and q > 0, the ceiling of (sqrt(A) + p)/q is the integer r with q*r >= p and
(q*(r - 1) - p)^2 < A <= (q*r - p)^2. The floor is the ceiling for A + 1, less 1.
"""

from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

import sympy as sp

from netlemma.checks.formula.equality.signs import expand, smallest

TRIED, MOST_STEPS = 3, 60


class Root(NamedTuple):
    """The ceiling of ``(sqrt(square) + plus)/by``."""

    square: sp.Expr
    plus: int
    by: int


def as_root(fraction: sp.Expr) -> tuple[bool, Root] | None:
    """The root whose ceiling gives the floor of an expression, and whether the expression is negative in it.

    The floor is ``-ceiling`` if it is, else ``ceiling - 1``.

    >>> n = sp.Symbol("n", integer=True, nonnegative=True)
    >>> as_root(sp.Rational(1, 2) - sp.sqrt(2 * n + 1) / 2)
    (True, Root(square=8*n + 4, plus=-2, by=4))
    """
    constant, term = fraction.as_coeff_Add()
    square, symbols = expand(term**2), fraction.free_symbols
    if not constant.is_Rational or not square.is_polynomial(*symbols) or (symbols and term.is_polynomial(*symbols)):
        return None
    coefficients = sp.Poly(square, *symbols).coeffs() if symbols else [square]
    if not all(c.is_Rational for c in coefficients) or smallest(square) is None or smallest(square) < 0:
        return None
    by = int(sp.ilcm(constant.q, *(c.q for c in coefficients)))
    minus = term.as_coeff_Mul()[0] < 0
    return minus, Root(expand(by**2 * square) + (0 if minus else 1), int(by * (-constant if minus else constant)), by)


def rounded(root: Root) -> tuple[sp.Expr | None, list[sp.Expr]]:
    """The ceiling of a root, or None with the expressions whose signs decide it.

    >>> n = sp.Symbol("n", integer=True, nonnegative=True)
    >>> rounded(Root(n**2 + 2 * n + 2, 0, 1))
    (n + 2, [])
    """
    if root.square.is_Integer:
        return sp.Integer(_ceiling(root, int(root.square))), []
    symbols = sorted(root.square.free_symbols, key=lambda s: s.sort_key())
    polynomial = sp.Poly(root.square, *symbols)
    degree = polynomial.total_degree()
    lead = sp.Add(*(c * sp.prod(s**e for s, e in zip(symbols, powers, strict=True))
                    for powers, c in polynomial.terms() if sum(powers) == degree))  # fmt: skip
    least = expand(sp.sqrt(sp.factor(lead)) / root.by)
    if not least.is_polynomial(*symbols) or not all(c.is_Integer for c in sp.Poly(least, *symbols).coeffs()):
        return None, []
    signs = []
    for step in range(-TRIED, TRIED + 1):
        low, high = (expand(root.by * (least + step - before) - root.plus) for before in (1, 0))
        tests = [expand(each) for each in (root.square - low**2 - 1, high**2 - root.square, high)]
        if all((smallest(each) if smallest(each) is not None else -1) >= 0 for each in tests):
            return least + step, []
        if not any((smallest(-each) or 0) > 0 for each in tests):
            signs += [each for each in tests if smallest(each) is None]
    return None, signs


def _ceiling(root: Root, square: int) -> int:
    """The ceiling where the square is this number."""
    least = isqrt(square - 1) + 1 if square else 0
    return -((-least - root.plus) // root.by)


def by_root(root: Root, counter: Callable[[], sp.Symbol]) -> list[dict[sp.Expr, sp.Expr]]:
    """Cases of the only counter of a root, linear in it, in each of which its ceiling is a polynomial.

    The counters with one ceiling r are a run, whose length is linear in r: b more than a multiple of its slope above the
    first one, for each b below the slope.

    Parameters
    ----------
    root : Root
        Root.
    counter : callable
        Function that makes a new counter.

    Returns
    -------
    list of dict from Expr to Expr
        Substitutions that together cover all sizes; empty if none are found.
    """
    if len(root.square.free_symbols) != 1 or sp.Poly(root.square).degree() != 1:
        return []
    (symbol,), (slope, start) = root.square.free_symbols, map(int, sp.Poly(root.square).all_coeffs())
    first = _ceiling(root, start)
    same = ((root.by * first - root.plus) ** 2 - start) // slope  # the last counter with the least ceiling
    if max(slope, same) > MOST_STEPS:
        return []
    period = next(m for m in range(1, slope + 1) if (root.by * m) ** 2 % slope == 2 * root.by * m % slope == 0)
    cases = [{symbol: sp.Integer(value)} for value in range(same + 1)]
    x = sp.Dummy("x")
    for rest in range(period):
        ceiling = first + 1 + rest + period * x
        before, last = (_divided(root.by * (ceiling - less) - root.plus, start, slope, x) for less in (1, 0))
        steps, length = map(int, sp.Poly(last - before, x).all_coeffs())
        for more in range(steps):
            beyond = (length - 1 - more) // steps
            at = lambda times, value: {symbol: expand((before + 1 + more + steps * times).subs(x, value))}  # noqa: B023, E731
            cases += [at(times, counter()) for times in range(beyond)]
            free = counter()
            cases.append(at(max(beyond, 0) + free, free + max(-beyond, 0) + counter()))
    return cases


def _divided(root: sp.Expr, start: int, slope: int, x: sp.Symbol) -> sp.Expr:
    """The floor of (root^2 - start)/slope, whose coefficients but the constant are multiples of the slope."""
    constant, rest = expand(root**2 - start).as_coeff_Add()
    return rest / slope + int(constant) // slope
