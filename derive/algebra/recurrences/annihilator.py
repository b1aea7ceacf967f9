"""Linear recurrences with constant coefficients that closed forms satisfy, by closure of the class of C-finite sequences.

A sequence is annihilated by a polynomial A(x) = c_0 + c_1 x + ... + c_d x^d if c_0 f(n) + c_1 f(n+1) + ... + c_d f(n+d) = 0.
Sums are annihilated by the least common multiple; products by the polynomial whose roots are the products of the roots
(Kauers and Paule, The Concrete Tetrahedron, 2011, section 4.2; Stanley, Enumerative Combinatorics I, section 4.1).
"""

from functools import reduce
from math import lcm
from typing import NamedTuple

import sympy as sp
from sympy.core.relational import Relational

from netlemma.derive.algebra.expressions.evaluate import holds

x = sp.Symbol("x")
MOST_PERIOD = 60
MOST_ORDER = 60


class NotCFinite(ValueError):
    """A closed form that is not seen to be an exponential polynomial; the message names the part."""


class Annihilator(NamedTuple):
    """A polynomial that annihilates a sequence from an index on.

    Parameters
    ----------
    polynomial : Poly
        Monic polynomial in x over the rational numbers.
    start : int
        Index from which on it does.
    """

    polynomial: sp.Poly
    start: int


def annihilator(form: sp.Expr, n: sp.Symbol, least: int) -> Annihilator:
    """A polynomial that annihilates a closed form, by the rules for each of its parts.

    Parameters
    ----------
    form : Expr
        Closed form in one symbol.
    n : Symbol
        Index.
    least : int
        Least index.

    Returns
    -------
    Annihilator
        The polynomial, not always of least degree, and the index from which on it annihilates.

    Raises
    ------
    NotCFinite
        If a part is no exponential polynomial, or the order is too large.

    Examples
    --------
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

    Parameters
    ----------
    one, other : Poly
        Polynomials in x, monic.

    Returns
    -------
    Poly
        A root of multiplicity m and one of multiplicity k have a product of multiplicity m + k - 1.

    Examples
    --------
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
