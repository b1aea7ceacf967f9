"""Growth of a quantity with the number of nodes: c * nodes^r * (log nodes)^g, exactly.

Both are quotients of sums of terms c*B^q*q^e along a residue class of the growing size
(:mod:`netlemma.derive.performance.bounds.limits`), so their leading terms decide. Networks that grow by different sizes, such as
w^3 and 4^D nodes, become comparable.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering

import sympy as sp

from netlemma.derive.performance.bounds.exponential import NoLimit
from netlemma.derive.performance.bounds.limits import Limit, limits, modulus_of

HIGHEST_ROOT = 24


@total_ordering
@dataclass(frozen=True)
class Growth:
    """``constant * nodes^exponent * (log nodes)^logs``, up to lower orders; ordered by size.

    >>> one = sp.Integer(1)
    >>> Growth(Fraction(1, 2), Fraction(0), 3 * one) < Growth(Fraction(1), Fraction(0), one)
    True
    """

    exponent: Fraction
    logs: Fraction
    constant: sp.Expr

    @property
    def order(self) -> tuple[Fraction, Fraction]:
        return self.exponent, self.logs

    def __lt__(self, other: Growth) -> bool:
        return (*self.order, self.constant) < (*other.order, other.constant)

    def text(self) -> str:
        """The growth in usual notation.

        Examples
        --------
        >>> Growth(Fraction(2, 3), Fraction(-1), sp.Integer(4)).text()
        '4*nodes^(2/3)/log(nodes)'
        """
        powers = [("nodes", self.exponent), ("log(nodes)", self.logs)]
        top = [_power(name, value) for name, value in powers if value > 0]
        bottom = [_power(name, -value) for name, value in powers if value < 0]
        first = [str(self.constant)] if self.constant != 1 or not top else []
        return "/".join(["*".join([*first, *top]), *bottom])


def _power(name: str, exponent: Fraction) -> str:
    return name if exponent == 1 else f"{name}^{exponent}" if exponent.denominator == 1 else f"{name}^({exponent})"


def greatest_growth(demands: Iterable[sp.Expr], nodes: sp.Expr, symbol: sp.Symbol) -> list[Growth]:
    """The growth of the greatest demand with the number of nodes, along each residue class of ``symbol``.

    Parameters
    ----------
    demands : iterable of Expr
        Demands as functions of the size.
    nodes : Expr
        Number of nodes as a function of the size.
    symbol : Symbol
        Symbol of the growing size.

    Returns
    -------
    list of Growth
        Growth for each residue.

    Raises
    ------
    NoLimit
        If a demand is not a quotient of sums of terms c*B^q*q^e, or is not of the same kind as the nodes.

    Examples
    --------
    >>> w = sp.Symbol("w", integer=True, positive=True)
    >>> [found.text() for found in greatest_growth([1 / w**3, w / (4 * (w**3 - 1))], w**3, w)]
    ['1/4/nodes^(2/3)']
    """
    expressions = list(demands)
    modulus = math.lcm(1, *(modulus_of(each, symbol) for each in (*expressions, nodes)))
    sizes = limits(nodes, symbol, modulus)
    every = [limits(each, symbol, modulus) for each in expressions]
    return [max(_growth(each[r], sizes[r]) for each in every) for r in range(modulus)]


def _growth(value: Limit, nodes: Limit) -> Growth:
    base, degree, constant = _leading(value)
    of_nodes, degree_of_nodes, constant_of_nodes = _leading(nodes)
    if of_nodes == 1:
        if base != 1 or degree_of_nodes == 0:
            raise NoLimit("the number of nodes grows as a power of the size, and the demand does not")
        exponent, logs = Fraction(degree, degree_of_nodes), Fraction(0)
    else:
        exponent = _logarithm(base, of_nodes)
        logs = degree - exponent * degree_of_nodes
        constant /= sp.log(of_nodes) ** sp.Rational(logs.numerator, logs.denominator) if logs else 1
    power = sp.Rational(exponent.numerator, exponent.denominator)
    return Growth(exponent, logs, exactly(constant / constant_of_nodes**power))


def exactly(constant: sp.Expr) -> sp.Expr:
    """A constant of roots and logarithms of integers, simplified.

    Examples
    --------
    >>> exactly(sp.log(4) / (3 * sp.log(2)))
    2/3
    """
    return sp.simplify(sp.expand_log(constant, factor=True))


def _leading(found: Limit) -> tuple[Fraction, int, sp.Expr]:
    if found.numerator.is_zero:
        raise NoLimit("a demand is zero")
    ((base, degree), top), ((under, below), bottom) = found.numerator.leading, found.denominator.leading
    return base / under, degree - below, top / bottom


def _logarithm(value: Fraction, base: Fraction) -> Fraction:
    """The r with base^r = value."""
    guess = Fraction(math.log(value) / math.log(base)).limit_denominator(HIGHEST_ROOT)
    if base**guess.numerator != value**guess.denominator:
        raise NoLimit(f"{value} is not a simple power of {base}")
    return guess
