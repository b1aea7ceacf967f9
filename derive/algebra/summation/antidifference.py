"""Antidifferences: F with F(k+1) - F(k) = f(k), for polynomials and for polynomials times r^k.

Polynomials are summed by Faulhaber's formula in Bernoulli polynomials (Graham, Knuth and Patashnik, Concrete
Mathematics, 2nd ed., eq. 6.78). A polynomial p of degree d times r^k has an antidifference P(k) r^k with P of degree d,
found by comparing coefficients in r P(k+1) - P(k) = p(k) from the top (ibid., section 2.6).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from netlemma.derive.algebra.affine.elimination import Number
from netlemma.derive.algebra.summation import terms
from netlemma.derive.algebra.summation.rewriting import collect_powers, substitute, vanishes, variables


@dataclass(frozen=True)
class Telescoping:
    """The statement F(k+1) - F(k) = f(k); `holds` re-checks it in the normal form of terms.

    >>> k = terms.variable("k")
    >>> Telescoping("k", k, k * (k - terms.number(1)) * Fraction(1, 2)).holds()
    True
    >>> Telescoping("k", k, k * (k + terms.number(1)) * Fraction(1, 2)).holds()
    False
    """

    index: str
    summand: terms.Term
    antidifference: terms.Term

    def holds(self) -> bool:
        """Whether the identity holds for every value of the index."""
        shifted = substitute(self.antidifference, self.index, terms.variable(self.index) + terms.number(1))
        return vanishes(shifted - self.antidifference - self.summand)

    def __str__(self) -> str:
        k = self.index
        return f"F({k}) = {terms.text(self.antidifference)} has F({k}+1) - F({k}) = {terms.text(self.summand)}"


@cache
def bernoulli(n: int) -> Fraction:
    """The Bernoulli number B_n with B_1 = -1/2.

    References
    ----------
    R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, 2nd ed., 1994, eq. 6.79.

    Examples
    --------
    >>> [str(bernoulli(n)) for n in range(5)]
    ['1', '-1/2', '1/6', '0', '-1/30']
    """
    if n == 0:
        return Fraction(1)
    return -sum((comb(n + 1, j) * bernoulli(j) for j in range(n)), Fraction(0)) / (n + 1)


@cache
def faulhaber(degree: int) -> tuple[Fraction, ...]:
    """Coefficients (of k^0, k^1, ...) of the antidifference of k^degree that is 0 at k = 0.

    References
    ----------
    R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, 2nd ed., 1994, eq. 6.78.

    Examples
    --------
    >>> [str(c) for c in faulhaber(2)]               # 0 + 1 + ... + (k-1)^2 = k/6 - k^2/2 + k^3/3
    ['0', '1/6', '-1/2', '1/3']
    """
    top = degree + 1
    return (Fraction(0), *(comb(top, j) * bernoulli(top - j) / top for j in range(1, top + 1)))


def antidifference(summand: terms.Term, index: str) -> terms.Term:
    """A term F with F(k+1) - F(k) = summand, where k is the index.

    A symbolic ratio r is divided by r - 1; the caller makes sure that r is not 1.

    Parameters
    ----------
    summand : Term
        Exponential polynomial in the index.
    index : str
        Name of the summation index.

    Returns
    -------
    Term
        The antidifference F.

    Raises
    ------
    NotPolynomial
        If the index is in a denominator, is the base of a symbolic power, or has a fractional coefficient in an
        exponent.

    References
    ----------
    R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, 2nd ed., 1994, section 2.6.

    Examples
    --------
    >>> antidifference(terms.variable("k") * terms.power(2, terms.variable("k")), "k")
    Term(k*2^(k) - 2*2^(k))
    """
    for name, below in terms.denominators(summand).items():
        if index in variables(below):
            raise terms.NotPolynomial(f"{index} is in the denominator of {name}")
    result = terms.number(0)
    for rates, part in _by_rate(summand, index).items():
        by_degree = collect_powers(part, index)
        if min(by_degree) < 0:
            raise terms.NotPolynomial(f"{index} is in a denominator")
        result = result + (_geometric(by_degree, rates, index) if rates else _polynomial(by_degree, index))
    return result


def rates_of(summand: terms.Term, index: str) -> list[tuple[tuple[str, Number], ...]]:
    """The different growth rates of the summand.

    Parameters
    ----------
    summand : Term
        Exponential polynomial in the index.
    index : str
        Name of the summation index.

    Returns
    -------
    list of tuple of tuple of (str, Number)
        For each rate, tuples (base, exponent of the base per unit of the index).
    """
    return list(_by_rate(summand, index))


def _by_rate(summand: terms.Term, index: str) -> dict[tuple[tuple[str, Number], ...], terms.Term]:
    groups: dict[tuple[tuple[str, Number], ...], dict[terms.Key, Number]] = {}
    for (monomial, powers), coefficient in summand.parts.items():
        groups.setdefault(_rate(powers, index), {})[monomial, powers] = coefficient
    return {rate: terms.Term(parts) for rate, parts in groups.items()}


def _rate(powers: terms.Powers, index: str) -> tuple[tuple[str, Number], ...]:
    if any(base == index for base, _ in powers):
        raise terms.NotPolynomial(f"{index} is the base of a power")
    return tuple((base, x) for base, form in powers for name, x in form if name == index)


def _polynomial(by_degree: dict[int, terms.Term], index: str) -> terms.Term:
    result = terms.number(0)
    for degree, coefficient in by_degree.items():
        parts: dict[terms.Key, Number] = {(((index, j),) if j else (), ()): c for j, c in enumerate(faulhaber(degree))}
        result = result + coefficient * terms.Term(parts)
    return result


def _geometric(by_degree: dict[int, terms.Term], rates: tuple[tuple[str, Number], ...], index: str) -> terms.Term:
    ratio = terms.number(1)
    for base, x in rates:
        if x.denominator != 1:
            raise terms.NotPolynomial(f"{base}^({x}*{index}) is not rational")
        ratio = ratio * terms.power(base, terms.number(x))
    inverse = terms.reciprocal(ratio - terms.number(1))
    solved: dict[int, terms.Term] = {}
    for degree in range(max(by_degree), -1, -1):
        right = by_degree.get(degree, terms.number(0))
        for higher, found in solved.items():
            right = right - ratio * found * comb(higher, degree)
        solved[degree] = right * inverse
    result = terms.number(0)
    for degree, coefficient in solved.items():
        result = result + coefficient * terms.variable(index) ** degree
    return result
