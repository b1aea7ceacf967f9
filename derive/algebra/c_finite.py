"""C-finite sequences: the recurrences, generating functions and growth of closed forms that are exponential polynomials."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from math import lcm
from typing import NamedTuple

import sympy as sp
from sympy.core.relational import Relational

from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.errors import NotCFinite, ProofError

# Linear recurrences with constant coefficients that closed forms satisfy, by closure of the class of C-finite sequences.
#
# A sequence is annihilated by a polynomial A(x) = c_0 + c_1 x + ... + c_d x^d if c_0 f(n) + c_1 f(n+1) + ... + c_d f(n+d) = 0.
# Sums are annihilated by the least common multiple; products by the polynomial whose roots are the products of the roots
# (Kauers and Paule, The Concrete Tetrahedron, 2011, section 4.2; Stanley, Enumerative Combinatorics I, section 4.1).


x = sp.Symbol("x")
MOST_PERIOD = 60
MOST_ORDER = 60


class Annihilator(NamedTuple):
    """A polynomial that annihilates a sequence from an index on.

    polynomial: Monic polynomial in x over the rational numbers.
    start: Index from which on it does.
    """

    polynomial: sp.Poly
    start: int


def annihilator(form: sp.Expr, n: sp.Symbol, least: int) -> Annihilator:
    """A polynomial that annihilates a closed form, by the rules for each of its parts.

    >>> n = sp.Symbol("n", integer=True)
    >>> annihilator(n * 2**n + sp.floor(n / 2), n, 0).polynomial.factor_list()[1]
    [(Poly(x + 1, x, domain='QQ'), 1), (Poly(x - 2, x, domain='QQ'), 2), (Poly(x - 1, x, domain='QQ'), 2)]
    """
    found = _Rules(n, least).of(form)
    if found.polynomial.degree() > MOST_ORDER:
        raise NotCFinite(f"its recurrence has the order {found.polynomial.degree()}: more than {MOST_ORDER}")
    return found


class _Rules:
    """The rules, for one index and its least value."""

    def __init__(self, n: sp.Symbol, least: int) -> None:
        self.n, self.least = n, least

    def of(self, form: sp.Expr) -> Annihilator:
        n = self.n
        if not form.has(n):
            if not form.is_Rational:
                raise NotCFinite(f"{form} is no rational number")
            return Annihilator(_poly(x - 1), self.least)
        if form.is_polynomial(n):
            self.denominator(form)  # of rational coefficients alone
            return Annihilator(_poly((x - 1) ** (1 + sp.Poly(form, n).degree())), self.least)
        if isinstance(form, sp.Add):
            return self.together(form.args, sp.lcm)
        if isinstance(form, sp.Mul):
            return self.together(form.args, composed)
        if isinstance(form, sp.Pow):
            return self.power(form)
        if isinstance(form, (sp.floor, sp.ceiling)):
            return self.rounded(form.args[0])
        if isinstance(form, sp.Mod):
            return Annihilator(_poly(x ** self.period(form) - 1), self.least)
        if isinstance(form, sp.Piecewise):
            return self.cases(form)
        if isinstance(form, (sp.Min, sp.Max)):
            return self.cases(form.rewrite(sp.Piecewise))
        if isinstance(form, sp.Abs):
            return self.cases(sp.Piecewise((form.args[0], form.args[0] >= 0), (-form.args[0], True)))
        if isinstance(form, sp.binomial):
            return self.binomial(*form.args)
        raise NotCFinite(f"{form} is no exponential polynomial in {n}")

    def together(self, parts, joined) -> Annihilator:  # type: ignore[no-untyped-def]
        found = [self.of(part) for part in parts]
        return Annihilator(reduce(joined, (each.polynomial for each in found)), max(each.start for each in found))

    def power(self, form: sp.Pow) -> Annihilator:
        base, exponent = form.as_base_exp()
        if exponent.is_Integer and exponent > 0:
            return self.together([base] * int(exponent), composed)
        if base.is_Rational and base > 0:
            steps, more = self.shift(exponent)
            return Annihilator(_poly(x**steps - base**more), self.least)
        if base == -1 and exponent.is_polynomial(self.n) and exponent.as_poly(self.n).degree() == 1:
            slope = exponent.coeff(self.n)
            if slope.is_Integer:
                return Annihilator(_poly(x - base**slope), self.least)
        if exponent.is_negative:
            raise NotCFinite(f"it is divided by {base}")
        raise NotCFinite(f"{form} is no exponential polynomial in {self.n}")

    def rounded(self, inside: sp.Expr) -> Annihilator:
        """A polynomial less what rounding takes away, which is periodic."""
        if inside.is_polynomial(self.n):
            degree = sp.Poly(inside, self.n).degree()
            periodic = _poly(x ** self.small(self.denominator(inside)) - 1)
            return Annihilator(_poly(sp.lcm(_poly((x - 1) ** (degree + 1)), periodic)), self.least)
        steps, _ = self.shift(inside, whole=True)
        return Annihilator(_poly((x**steps - 1) * (x - 1)), self.least)

    def denominator(self, inside: sp.Expr) -> int:
        """A period of the fractional part of a polynomial: the common denominator of its coefficients, which are rational."""
        coefficients = sp.Poly(inside, self.n).all_coeffs()
        if not all(each.is_Rational for each in coefficients):
            raise NotCFinite(f"{inside} has coefficients that are not rational")
        return lcm(*(int(each.q) for each in coefficients))

    def shift(self, form: sp.Expr, whole: bool = False) -> tuple[int, sp.Rational]:
        """Steps s and p with f(n + s) = f(n) + p, of sums of linear parts, rounded ones and remainders."""
        if not form.has(self.n):
            steps, more = 1, sp.S.Zero
        elif form.is_polynomial(self.n) and sp.Poly(form, self.n).degree() == 1:
            slope = sp.Poly(form, self.n).LC()
            if not slope.is_Rational:
                raise NotCFinite(f"{form} has coefficients that are not rational")
            steps, more = int(slope.q), sp.Integer(slope.p)
        elif isinstance(form, sp.Add):
            every = [self.shift(part) for part in form.args]
            steps = self.small(lcm(*(each for each, _ in every)))
            more = sum((p * steps / s for s, p in every), sp.S.Zero)
        elif isinstance(form, sp.Mul) and len(form.args) == 2 and form.args[0].is_Rational:
            steps, more = self.shift(form.args[1])
            more *= form.args[0]
        elif isinstance(form, (sp.floor, sp.ceiling)):
            return self.shift(form.args[0], whole=True)
        elif isinstance(form, sp.Mod):
            steps, more = self.period(form), sp.S.Zero
        else:
            raise NotCFinite(f"{form} is no linear function of {self.n}, rounded or not")
        times = int(more.q) if whole else 1
        return self.small(steps * times), more * times

    def period(self, form: sp.Mod) -> int:
        """A period of a remainder of a polynomial."""
        inside, modulus = form.args
        if not modulus.is_Integer or not inside.is_polynomial(self.n):
            raise NotCFinite(f"{form} is no remainder of a polynomial")
        return self.small(self.denominator(inside) * int(modulus))

    def small(self, period: int) -> int:
        if period > MOST_PERIOD:
            raise NotCFinite(f"it has a period of {period}: more than {MOST_PERIOD}")
        return period

    def binomial(self, top: sp.Expr, below: sp.Expr) -> Annihilator:
        """A binomial with a constant below, or a constant less than its top, is a polynomial where its top is not negative."""
        below = below if below.is_Integer else sp.expand(top - below)
        if not (below.is_Integer and below >= 0 and top.is_polynomial(self.n)):
            raise NotCFinite(f"binomial({top}, {below}) has no constant below")
        poly = sp.Poly(top, self.n)
        if poly.degree() != 1 or poly.LC() < 0:
            raise NotCFinite(f"binomial({top}, {below}) has a top that does not rise linearly")
        start = max(self.least, int(sp.ceiling(-poly.TC() / poly.LC())))
        return Annihilator(_poly((x - 1) ** (int(below) + 1)), start)

    def cases(self, form: sp.Expr) -> Annihilator:
        """The case of each residue class, from where on the conditions are periodic."""
        if not isinstance(form, sp.Piecewise):
            raise NotCFinite(f"{form} is no exponential polynomial in {self.n}")
        known = [self.condition(condition) for _, condition in form.args]
        start, period = max(s for s, _ in known), self.small(lcm(*(p for _, p in known)))
        chosen: dict[sp.Expr, None] = {}
        for at in range(start, start + period):
            case = next((value for value, condition in form.args if holds(condition, {self.n: at})), None)
            if case is None:
                raise NotCFinite(f"it has no value at {self.n} = {at}")
            chosen[case] = None
        found = self.together(list(chosen), sp.lcm)
        return Annihilator(composed(found.polynomial, _poly(x**period - 1)), max(start, found.start))

    def condition(self, condition: sp.Basic) -> tuple[int, int]:
        """An index from which on the truth of a condition is periodic, and the period."""
        if condition in (sp.true, sp.false):
            return self.least, 1
        if isinstance(condition, Relational):
            difference = condition.lhs - condition.rhs
            if difference.is_polynomial(
                self.n
            ):  # beyond Cauchy's bound of its roots its sign is that of its first term
                top, *others = sp.Poly(difference, self.n).all_coeffs()
                bound = 1 + max((abs(each / top) for each in others), default=sp.S.Zero)
                return max(self.least, int(sp.floor(bound)) + 1), 1
            steps, more = self.shift(difference)
            if more == 0:
                return self.least, steps
            raise NotCFinite(f"the condition {condition} is not periodic")
        every = [self.condition(part) for part in condition.args]
        return max(start for start, _ in every), lcm(*(period for _, period in every))


def composed(one: sp.Poly, other: sp.Poly) -> sp.Poly:
    """The polynomial whose roots are the products of a root of each, with the multiplicities that products of sequences need.

    >>> composed(sp.Poly(x - 2, x), sp.Poly((x - 1) ** 2, x)) == _poly((x - 2) ** 2)
    True
    """
    y = sp.Symbol("y")
    found = _poly(1)
    for first, m in one.factor_list()[1]:
        for second, k in other.factor_list()[1]:
            if second == _poly(x - 1):
                roots = first
            elif first == _poly(x - 1):
                roots = second
            else:
                reversed_second = sp.expand(y ** second.degree() * second.as_expr().subs(x, x / y))
                roots = _poly(sp.resultant(first.as_expr().subs(x, y), reversed_second, y)).sqf_part()
            found = _poly(sp.lcm(found, roots.monic() ** (m + k - 1)))
    return found


def _poly(expression: sp.Expr | sp.Poly) -> sp.Poly:
    return sp.Poly(expression, x, domain="QQ").monic()


# Rational generating functions and linear recurrences of C-finite closed forms, computed and checked.


MORE_TERMS = 12


@dataclass(frozen=True)
class RationalSeries:
    """The generating function P(x)/Q(x) of a sequence, the sum of a(n) x^n from its first index on.

    first: First index.
    top, below: P and Q without a common factor, Q(0) = 1.
    order: Order of the recurrence that the closed form satisfies by its parts.
    start: Index from which on it does.
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


# Growth of C-finite sequences: the leading term in each residue class, and a bound of what is left, valid from an index on.


MOST_CLASSES = 24
LONGEST_SEARCH = 10_000
COMPARED = 20

Term = tuple[Fraction, int, Fraction]  # c, k, R


@dataclass(frozen=True)
class ClassGrowth:
    """a(n) for n = r modulo m: a leading term and a bound of the rest.

    modulus, residue: m and r.
    terms: a(n) as a sum of terms c n^k R^((n-r)/m), the leading one first.
    start: Least n for which the sum and the bound hold.
    bound: Factor of the second term's n^k R^((n-r)/m) in the bound; 0 if there is no second term.
    """

    modulus: int
    residue: int
    terms: tuple[Term, ...]
    start: int
    bound: Fraction

    def term(self, term: Term, n: int) -> Fraction:
        """The value of a term."""
        c, k, R = term
        return c * Fraction(n) ** k * R ** ((n - self.residue) // self.modulus)

    def written(self, term: Term, n: sp.Symbol) -> sp.Expr:
        """A term as an expression in the index."""
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

    >>> from netlemma.derive.algebra.c_finite import rational_series
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
