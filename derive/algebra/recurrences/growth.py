"""Growth of C-finite sequences: the leading term in each residue class, and a bound of what is left, valid from an index on."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

import sympy as sp

from netlemma.derive.algebra.expressions.proof import ProofError
from netlemma.derive.algebra.recurrences.annihilator import NotCFinite, x
from netlemma.derive.algebra.recurrences.series import RationalSeries

MOST_CLASSES = 24
LONGEST_SEARCH = 10_000
COMPARED = 20

Term = tuple[Fraction, int, Fraction]  # c, k, R


@dataclass(frozen=True)
class ClassGrowth:
    """a(n) for n = r modulo m: a leading term and a bound of the rest.

    Parameters
    ----------
    modulus, residue : int
        m and r.
    terms : tuple of Term
        a(n) as a sum of terms c n^k R^((n-r)/m), the leading one first.
    start : int
        Least n for which the sum and the bound hold.
    bound : Fraction
        Factor of the second term's n^k R^((n-r)/m) in the bound; 0 if there is no second term.
    """

    modulus: int
    residue: int
    terms: tuple[Term, ...]
    start: int
    bound: Fraction

    def term(self, term: Term, n: int) -> Fraction:
        """The value of a term.

        Parameters
        ----------
        term : Term
            c, k and R.
        n : int
            Index.

        Returns
        -------
        Fraction
            Value.
        """
        c, k, R = term
        return c * Fraction(n) ** k * R ** ((n - self.residue) // self.modulus)

    def written(self, term: Term, n: sp.Symbol) -> sp.Expr:
        """A term as an expression in the index.

        Parameters
        ----------
        term : Term
            c, k and R.
        n : Symbol
            Index.

        Returns
        -------
        Expr
            Expression.
        """
        c, k, R = (sp.Rational(each) for each in term)
        root = sp.root(R, self.modulus)
        if root.is_Rational:
            return c / root**self.residue * n**k * root**n
        return c * n**k * R ** ((n - self.residue) / self.modulus)

    @property
    def error(self) -> Term:
        """The bound of all terms but the first."""
        return (self.bound, *self.terms[1][1:]) if len(self.terms) > 1 else (Fraction(0), 0, Fraction(1))

    def check(self, series: RationalSeries) -> None:
        """Compare the sum and the bound with terms of the series.

        The sum and the sequence satisfy one recurrence, whose order is the number of possible terms at most.

        Parameters
        ----------
        series : RationalSeries
            Sequence.

        Raises
        ------
        ProofError
            If they differ.
        """
        last = self.start + self.modulus * (series.below.degree() + COMPARED)
        known = list(islice(series.terms(), last + 1 - series.first))
        for n in range(self.start, last + 1, self.modulus):
            values, true = [self.term(term, n) for term in self.terms], known[n - series.first]
            if sum(values) != true or abs(true - values[0]) > self.term(self.error, n):
                raise ProofError(f"the growth at {n} is wrong")


def growth(series: RationalSeries) -> list[ClassGrowth]:
    """The growth in each residue class, of the least modulus for which it is that of positive rational numbers.

    Parameters
    ----------
    series : RationalSeries
        Sequence.

    Returns
    -------
    list of ClassGrowth
        A row for each residue, checked.

    Raises
    ------
    NotCFinite
        If the roots of the recurrence have no rational powers.

    Examples
    --------
    >>> from netlemma.derive.algebra.recurrences.series import rational_series
    >>> n = sp.Symbol("n", integer=True)
    >>> (found,) = growth(rational_series(n * 4**n / 2 - n**2, n, 1))
    >>> found.written(found.terms[0], n), found.written(found.error, n), found.start
    (4**n*n/2, n**2, 1)
    """
    roots = sp.Poly(series.below.all_coeffs()[::-1], x, domain="QQ").monic()
    for modulus in range(1, MOST_CLASSES + 1):
        powers = _powers(roots, modulus)
        if powers is not None:
            class_growths = [_class(series, modulus, residue, powers) for residue in range(modulus)]
            for each in class_growths:
                each.check(series)
            return class_growths
    raise NotCFinite("it grows by a number that has no rational power")


def _powers(roots: sp.Poly, modulus: int) -> dict[Fraction, int] | None:
    """The powers of the roots with their multiplicities, if all are positive rational numbers."""
    y, found = sp.Symbol("y"), dict[Fraction, int]()
    for factor, multiplicity in roots.factor_list()[1]:
        powered = sp.Poly(sp.resultant(factor.as_expr().subs(x, y), x - y**modulus, y), x, domain="QQ")
        for each, _ in powered.factor_list()[1]:
            if each.degree() > 1 or (root := -each.TC() / each.LC()) <= 0:
                return None
            rational = Fraction(int(root.p), int(root.q))
            found[rational] = max(found.get(rational, 0), multiplicity)
    return found


def _class(series: RationalSeries, modulus: int, residue: int, powers: dict[Fraction, int]) -> ClassGrowth:
    basis = [(Fraction(1), k, R) for R, multiplicity in powers.items() for k in range(multiplicity)]
    least = max(series.top.degree() - series.below.degree() + 1, series.first, 1)
    empty = ClassGrowth(modulus, residue, (), least + (residue - least) % modulus, Fraction(0))
    if not basis:  # zero from here on
        return replace(empty, terms=((Fraction(0), 0, Fraction(1)),))
    indices = range(empty.start, empty.start + modulus * len(basis), modulus)
    known = list(islice(series.terms(), indices[-1] + 1 - series.first))
    rows = sp.Matrix([[sp.Rational(empty.term(each, n)) for each in basis] for n in indices])
    solved = rows.LUsolve(sp.Matrix([sp.Rational(known[n - series.first]) for n in indices]))
    found = [(Fraction(int(c.p), int(c.q)), k, R) for c, (_, k, R) in zip(solved, basis, strict=True) if c]
    terms = sorted(found, key=lambda term: (term[2], term[1]), reverse=True) or [(Fraction(0), 0, Fraction(1))]
    bound = sum((_largest(term, terms[1], empty.start, modulus) for term in terms[1:]), Fraction(0))
    return replace(empty, terms=tuple(terms), bound=bound)


def _largest(term: Term, other: Term, start: int, step: int) -> Fraction:
    """The largest value of |term| over the other's n^k R^t, R^t taken from the start on; it falls once one step lets it fall."""
    c, k, R = abs(term[0]), term[1] - other[1], term[2] / other[2]
    best, times = Fraction(0), start // step
    for n in range(start, start + step * LONGEST_SEARCH, step):
        best = max(best, c * Fraction(n) ** k * R**times)
        times += 1
        if Fraction(n + step, n) ** k * R <= 1:
            return best
    raise NotCFinite("the bound of what is left takes too long")
