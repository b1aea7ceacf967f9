"""Limits and growth of closed forms as a size grows, exactly, by comparison of leading terms of exponential sums."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from math import lcm

import sympy as sp

from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import free_name
from netlemma.derive.algebra.word_counts import BoundedRuns
from netlemma.errors import NoLimit

# Sums of terms c * B^q * q^e, and expressions as quotients of two such sums.


Key = tuple[Fraction, int]  # (B, e), in order of growth
CONSTANT: Key = (Fraction(1), 0)
HIGHEST_POWER = 400
MOST_TERMS = 20_000


@dataclass(frozen=True)
class ExponentialPolynomial:
    """A sum of terms ``coefficient * B**q * q**e``; ``terms`` maps (B, e) to a coefficient that is not zero.

    >>> x = ExponentialPolynomial({(Fraction(2), 1): sp.Integer(3), (Fraction(1), 0): sp.Integer(-1)})
    >>> x.leading, (x * x).expression(sp.Symbol("q"))
    (((Fraction(2, 1), 1), 3), -6*2**q*q + 9*4**q*q**2 + 1)
    """

    terms: Mapping[Key, sp.Expr]

    @property
    def is_zero(self) -> bool:
        return not self.terms

    @property
    def leading(self) -> tuple[Key, sp.Expr]:
        """The term of fastest growth."""
        key = max(self.terms)
        return key, self.terms[key]

    def __add__(self, other: ExponentialPolynomial) -> ExponentialPolynomial:
        found = dict(self.terms)
        for key, coefficient in other.terms.items():
            found[key] = found.get(key, sp.Integer(0)) + coefficient
        return _clean(found)

    def __mul__(self, other: ExponentialPolynomial) -> ExponentialPolynomial:
        if len(self.terms) * len(other.terms) > MOST_TERMS:
            raise NoLimit("too many terms to compare")
        found: dict[Key, sp.Expr] = {}
        for (b, e), x in self.terms.items():
            for (c, f), y in other.terms.items():
                key = (b * c, e + f)
                found[key] = found.get(key, sp.Integer(0)) + x * y
        return _clean(found)

    def __pow__(self, power: int) -> ExponentialPolynomial:
        if power > HIGHEST_POWER:
            raise NoLimit(f"the power {power} is too high; at most {HIGHEST_POWER}")
        result, square = ONE, self
        while power:
            if power & 1:
                result = result * square
            power >>= 1
            square = square * square if power else square
        return result

    def expression(self, q: sp.Expr) -> sp.Expr:
        """The sum as a SymPy expression."""
        return sp.Add(*(c * sp.Rational(b.numerator, b.denominator) ** q * q**e for (b, e), c in self.terms.items()))

    def leading_text(self, q: sp.Symbol) -> str:
        """The leading term in usual notation.

        >>> ExponentialPolynomial({(Fraction(4), 2): sp.Rational(1, 3)}).leading_text(sp.Symbol("D"))
        '1/3*D^2*4^D'
        """
        if self.is_zero:
            return "0"
        (base, degree), coefficient = self.leading
        shown = str(base) if base.denominator == 1 else f"({base})"
        parts = ["" if degree == 0 else str(q) if degree == 1 else f"{q}^{degree}", "" if base == 1 else f"{shown}^{q}"]
        written = f"({coefficient})" if coefficient.is_Add else str(coefficient)
        return "*".join([written] * (coefficient != 1 or not any(parts)) + [part for part in parts if part])


ONE = ExponentialPolynomial({CONSTANT: sp.Integer(1)})


def quotient(expression: sp.Expr, q: sp.Symbol) -> tuple[ExponentialPolynomial, ExponentialPolynomial]:
    """Numerator and denominator of an expression as sums of terms in q.

    >>> q = sp.Symbol("q")
    >>> [side.expression(q) for side in quotient(q * 2 ** (q + 1) / (2**q - 1), q)]
    [2*2**q*q, 2**q - 1]
    """
    if not expression.has(q):
        return ExponentialPolynomial({CONSTANT: expression}) if expression != 0 else ExponentialPolynomial({}), ONE
    if expression == q:
        return ExponentialPolynomial({(Fraction(1), 1): sp.Integer(1)}), ONE
    if isinstance(expression, sp.Add):
        top, bottom = quotient(expression.args[0], q)
        for term in expression.args[1:]:
            above, below = quotient(term, q)
            if below.terms == bottom.terms:
                top = top + above
            else:
                top, bottom = top * below + above * bottom, bottom * below
        return top, bottom
    if isinstance(expression, sp.Mul):
        top, bottom = ONE, ONE
        for factor in expression.args:
            above, below = quotient(factor, q)
            top, bottom = top * above, bottom * below
        return top, bottom
    if isinstance(expression, sp.Pow):
        return _power(expression.base, expression.exp, q)
    raise NoLimit(f"{type(expression).__name__} of the growing size is neither polynomial nor exponential")


def _power(base: sp.Expr, exponent: sp.Expr, q: sp.Symbol) -> tuple[ExponentialPolynomial, ExponentialPolynomial]:
    if exponent.is_Integer:
        top, bottom = quotient(base, q)
        power = abs(int(exponent))
        return (top**power, bottom**power) if exponent > 0 else (bottom**power, top**power)
    slope, rest = _affine(exponent, q)
    if base.has(q) or slope is None:
        raise NoLimit(f"({base})^({exponent}) is neither polynomial nor exponential")
    whole = base**slope
    if not (whole.is_Rational and whole > 0):
        raise NoLimit(f"the base {whole} is not a positive number")
    factor = base**rest
    if factor == 0:
        raise NoLimit(f"({base})^({exponent}) vanishes")
    return ExponentialPolynomial({(Fraction(int(whole.p), int(whole.q)), 0): factor}), ONE


def _affine(exponent: sp.Expr, q: sp.Symbol) -> tuple[sp.Expr | None, sp.Expr]:
    exponent = sp.expand(exponent)
    slope = exponent.coeff(q)
    rest = exponent - slope * q
    return (None if rest.has(q) or not slope.is_Rational else slope), rest


def _clean(terms: Mapping[Key, sp.Expr]) -> ExponentialPolynomial:
    tidy = {key: c if c.is_Rational else sp.cancel(c) for key, c in terms.items()}
    return ExponentialPolynomial({key: c for key, c in tidy.items() if c != 0})


# Exact limits of closed forms as a size grows, by comparison of leading terms.
#
# A closed form whose other sizes are numbers is, along each residue class p = m*q + r of the growing size, a quotient of
# sums of terms c * B^q * q^e (B > 0 and e >= 0 fixed). Of two such terms the one with the greater base, or with equal
# bases the greater exponent, grows faster: (B'/B)^q * q^(e'-e) tends to 0. So numerator and denominator, divided by their
# leading terms, tend to their leading coefficients, which give the limit. Limit.check runs this argument again.


MOST_RESIDUES = 24
Q = sp.Symbol("q", integer=True, nonnegative=True)


@dataclass(frozen=True)
class Limit:
    """The limit of ``expression`` as ``symbol`` runs through modulus*q + residue.

    ``numerator`` and ``denominator`` are sums of terms c*B^q*q^e; ``value`` is a SymPy number, expression, oo or -oo.
    """

    expression: sp.Expr
    symbol: sp.Symbol
    modulus: int
    residue: int
    numerator: ExponentialPolynomial
    denominator: ExponentialPolynomial
    value: sp.Expr

    def check(self) -> None:
        """Re-run the argument.

        Raises
        ------
        NoLimit
            If it does not show the value.
        """
        along = _along(self.expression, self.symbol, self.modulus, self.residue)
        if not equal(along, self.numerator.expression(Q) / self.denominator.expression(Q)):
            raise NoLimit("the quotient of sums of terms is not the expression")
        if self.value != _compare(self.numerator, self.denominator):
            raise NoLimit(f"the leading terms do not tend to {self.value}")

    def describe(self) -> str:
        """The argument in words."""
        p, name = str(self.symbol), self.symbol
        if self.modulus > 1:
            name = sp.Symbol(free_name(Q.name, {p}))
            where = f"{p} = {self.modulus}*{name}" + (f" + {self.residue}" if self.residue else "") + ": "
        else:
            where = ""
        tops = [side.leading_text(name) for side in (self.numerator, self.denominator)]
        return f"{where}leading terms {tops[0]} over {tops[1]}"


def limits(expression: sp.Expr, symbol: sp.Symbol, modulus: int = 1) -> list[Limit]:
    """The limits along the residue classes that the expression distinguishes (and those modulo ``modulus``).

    >>> K, D = sp.symbols("K D", integer=True, positive=True)
    >>> ring = sp.Piecewise((K / (4 * (K - 1)), sp.Eq(sp.Mod(K, 2), 0)), ((K + 1) / (4 * K), True))
    >>> [(found.residue, found.value) for found in limits(ring, K)]
    [(0, 1/4), (1, 1/4)]
    >>> [found.describe() for found in limits(D * 2 ** (D + 1) / (2**D - 1) ** 2, D)]
    ['leading terms 2*D*2^D over 4^D']
    """
    if any(part.has(symbol) for part in expression.atoms(sp.Sum, sp.Product)):
        raise NoLimit("a sum over a growing range is neither polynomial nor exponential")
    modulus = lcm(modulus, modulus_of(expression, symbol))
    if modulus > MOST_RESIDUES:
        raise NoLimit(f"{modulus} residue classes; at most {MOST_RESIDUES} are compared")
    found = []
    for residue in range(modulus):
        top, bottom = quotient(_along(expression, symbol, modulus, residue), Q)
        found.append(Limit(expression, symbol, modulus, residue, top, bottom, _compare(top, bottom)))
    return found


# Limits of expressions with roots and logarithms, by leading terms c * B^q * q^e * log(q)^l.
#
# A sum has the leading term of its fastest part; where leading terms cancel, nothing is said. The logarithm of a leading
# term is q*log(B), else e*log(q), up to lower orders.


@dataclass(frozen=True)
class LeadingTerm:
    """The leading term ``coefficient * base**q * q**power * log(q)**logs`` of an expression, whose quotient with it tends to 1."""

    coefficient: sp.Expr
    base: sp.Expr = sp.S.One
    power: sp.Expr = sp.S.Zero
    logs: sp.Expr = sp.S.Zero

    def __mul__(self, other: LeadingTerm) -> LeadingTerm:
        return LeadingTerm(
            self.coefficient * other.coefficient, sp.nsimplify(self.base * other.base), self.power + other.power, self.logs + other.logs
        )  # fmt: skip

    def raised(self, power: sp.Rational) -> LeadingTerm:
        """A power with a constant exponent."""
        if power.q > 1 and not self.coefficient.is_positive:
            raise NoLimit(f"a root of {self.coefficient} is not known to be a number")
        return LeadingTerm(self.coefficient**power, self.base**power, self.power * power, self.logs * power)

    def over(self, other: LeadingTerm) -> int:
        """1 if it grows faster than another one, -1 if it grows more slowly, 0 if as fast."""
        for mine, others in ((self.base, other.base), (self.power, other.power), (self.logs, other.logs)):
            if not _vanishes(mine - others):
                if not (mine - others).is_number:
                    raise NoLimit(f"{mine} and {others} are not compared")
                return 1 if mine - others > 0 else -1
        return 0

    @property
    def limit(self) -> sp.Expr:
        """The limit for large q."""
        order = self.over(ONE_TERM)
        if order <= 0:
            return self.coefficient if order == 0 else sp.Integer(0)
        sign = sp.sign(sp.factor(self.coefficient))
        if sign not in (1, -1):
            raise NoLimit(f"the sign of {self.coefficient} is not known")
        return sign * sp.oo

    def text(self, q: sp.Symbol) -> str:
        """The term in usual notation."""
        term = self.coefficient * self.base**q * q**self.power * sp.log(q) ** self.logs
        return str(term).replace("**", "^")


ONE_TERM = LeadingTerm(sp.Integer(1))


def leading_term(expression: sp.Expr, q: sp.Symbol) -> LeadingTerm:
    """The leading term of an expression for large q.

    >>> q = sp.Symbol("q", integer=True, nonnegative=True)
    >>> leading_term(q / 2 / (sp.log(3 * q + 1) / sp.log(2)), q).text(q), leading_term(sp.sqrt(4 * q**2 + q), q).text(q)
    ('q*log(2)/(2*log(q))', '2*q')
    """
    if not expression.has(q):
        if expression == 0:
            raise NoLimit("a part is 0")
        return LeadingTerm(expression)
    if expression == q:
        return LeadingTerm(sp.Integer(1), power=sp.Integer(1))
    if isinstance(expression, sp.Add):
        return _fastest([leading_term(part, q) for part in expression.args])
    if isinstance(expression, sp.Mul):
        found = ONE_TERM
        for factor in expression.args:
            found = found * leading_term(factor, q)
        return found
    if isinstance(expression, sp.Pow) and expression.exp.is_Rational:
        return leading_term(expression.base, q).raised(expression.exp)
    if isinstance(expression, sp.Pow) and not expression.base.has(q):
        slope, rest = _affine(expression.exp, q)
        if slope is not None and expression.base.is_positive:
            return LeadingTerm(expression.base**rest, expression.base**slope)
    if isinstance(expression, sp.floor | sp.ceiling):
        inside = leading_term(expression.args[0], q)
        if inside.over(ONE_TERM) > 0:
            return inside
    if isinstance(expression, sp.log):
        inside = leading_term(expression.args[0], q)
        if not inside.coefficient.is_positive:
            raise NoLimit(f"{inside.coefficient} is not known to be positive")
        if inside.base != 1:
            return LeadingTerm(sp.log(inside.base), power=sp.Integer(1))
        if inside.power != 0:
            return LeadingTerm(inside.power, logs=sp.Integer(1))
    raise NoLimit(f"the growth of {expression} is not known")


def _fastest(terms: list[LeadingTerm]) -> LeadingTerm:
    found = terms[0]
    for each in terms[1:]:
        if (order := each.over(found)) > 0:
            found = each
        elif order == 0:
            found = LeadingTerm(found.coefficient + each.coefficient, found.base, found.power, found.logs)
    if _vanishes(found.coefficient):
        raise NoLimit("leading terms cancel")
    return found


def _vanishes(expression: sp.Expr) -> bool:
    """Whether an expression is 0; a number that is not shown to be so, nor seen to differ from it, is refused."""
    if sp.simplify(expression) == 0:
        return True
    if expression.is_number and abs(expression.evalf(60)) < sp.Rational(1, 10**40):
        raise NoLimit(f"{expression} is not told from 0")
    return False


@dataclass(frozen=True)
class TermLimit:
    """The limit of ``expression`` as ``symbol`` runs through modulus*q + residue, by leading terms."""

    expression: sp.Expr
    symbol: sp.Symbol
    modulus: int
    residue: int
    term: LeadingTerm

    @property
    def value(self) -> sp.Expr:
        """A SymPy number, expression, oo or -oo."""
        return self.term.limit

    def check(self) -> None:
        """Re-run the argument; it is a NoLimit if it does not show the value."""
        along = _along(self.expression, self.symbol, self.modulus, self.residue)
        if leading_term(along, Q) != self.term:
            raise NoLimit(f"the leading term is not {self.term.text(Q)}")

    def describe(self) -> str:
        """The argument in words."""
        name = self.symbol if self.modulus == 1 else sp.Symbol(free_name(Q.name, {str(self.symbol)}))
        where = f"{self.symbol} = {self.modulus}*{name} + {self.residue}: " if self.modulus > 1 else ""
        return f"{where}leading term {self.term.text(name)}"


def term_limits(expression: sp.Expr, symbol: sp.Symbol) -> list[TermLimit]:
    """The limits along residue classes, as :func:`limits`, of an expression with roots and logarithms.

    >>> n = sp.Symbol("n", integer=True, positive=True)
    >>> [found.value for found in term_limits(n / sp.log(n), n)]
    [oo]
    """
    modulus = modulus_of(expression, symbol)
    if modulus > MOST_RESIDUES or any(part.has(symbol) for part in expression.atoms(sp.Sum, sp.Product)):
        raise NoLimit("a sum over a growing range, or too many residue classes")
    return [
        TermLimit(expression, symbol, modulus, r, leading_term(_along(expression, symbol, modulus, r), Q))
        for r in range(modulus)
    ]


def modulus_of(expression: sp.Expr, symbol: sp.Symbol) -> int:
    """The modulus of the residue classes of ``symbol`` on which remainders, floors and signs need no cases."""
    return lcm(1, *(int(m) for m in _moduli(expression, symbol)))


def _moduli(expression: sp.Expr, symbol: sp.Symbol) -> Iterator[int]:
    for part in sp.preorder_traversal(expression):
        if not part.has(symbol):
            continue
        if isinstance(part, sp.Mod):
            if not part.args[1].is_Integer:
                raise NoLimit(f"{part} is not a remainder by a fixed number")
            yield abs(int(part.args[1]))
        elif isinstance(part, sp.floor | sp.ceiling):
            yield int(sp.expand(part.args[0]).coeff(symbol).q) if part.args[0].is_polynomial(symbol) else 1
        elif isinstance(part, sp.Pow) and part.exp.has(symbol):
            if part.base.is_Rational and part.base < 0:
                yield 2
            slope = sp.expand(part.exp).coeff(symbol)
            yield int(slope.q) if slope.is_Rational else 1


def _along(expression: sp.Expr, symbol: sp.Symbol, modulus: int, residue: int) -> sp.Expr:
    """The expression on a residue class, with the conditions decided that hold for all large q."""
    found = expression.xreplace({symbol: modulus * Q + residue})
    for extreme in [part for part in found.atoms(sp.Min, sp.Max) if part.has(Q)]:
        relation = sp.Le if isinstance(extreme, sp.Min) else sp.Ge
        chosen = next((a for a in extreme.args if all(_finally(relation(a, b)) for b in extreme.args)), None)
        if chosen is None:
            raise NoLimit(f"the largest part of {extreme} for large sizes is not decided")
        found = found.xreplace({extreme: chosen})
    while found.has(sp.Piecewise):
        inner = next(p for p in found.atoms(sp.Piecewise) if not any(a.has(sp.Piecewise) for a in p.args))
        value = next((v for v, condition in inner.args if _finally(condition)), None)
        if value is None:
            raise NoLimit(f"no case of {inner} holds for large sizes")
        found = found.xreplace({inner: value})
    return found


def _finally(condition: sp.Basic) -> bool:
    """Whether a condition on q holds for all large q (or fails for all large q)."""
    if condition in (sp.true, sp.false):
        return bool(condition)
    if isinstance(condition, sp.And):
        return all(map(_finally, condition.args))
    if isinstance(condition, sp.Or):
        return any(map(_finally, condition.args))
    if isinstance(condition, sp.Not):
        return not _finally(condition.args[0])
    if isinstance(condition, sp.core.relational.Relational):
        difference = sp.expand(condition.lhs - condition.rhs)
        if difference.free_symbols == {Q} and difference.is_polynomial(Q):
            return bool(condition.func(sp.Poly(difference, Q).LC(), 0))
    raise NoLimit(f"{condition} is not decided for large sizes")


def _compare(top: ExponentialPolynomial, bottom: ExponentialPolynomial) -> sp.Expr:
    if bottom.is_zero:
        raise NoLimit("the denominator vanishes")
    if top.is_zero:
        return sp.Integer(0)
    (above, a), (below, b) = top.leading, bottom.leading
    if any(key >= lead for side, lead in ((top, above), (bottom, below)) for key in side.terms if key != lead):
        raise NoLimit("the leading terms do not dominate the others")
    if above == below:
        return sp.cancel(a / b)
    if above < below:
        return sp.Integer(0)
    sign = sp.sign(sp.factor(a / b))
    if sign not in (1, -1):
        raise NoLimit(f"the sign of {a / b} is not known")
    return sign * sp.oo


# Growth of a quantity with the number of nodes: c * nodes^r * (log nodes)^g, exactly.
#
# Both are quotients of sums of terms c*B^q*q^e along a residue class of the growing size
# (derive.performance.growth_limits), so their leading terms decide. Networks that grow by different sizes, such as
# w^3 and 4^D nodes, become comparable.


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

        >>> Growth(Fraction(2, 3), Fraction(-1), sp.Integer(4)).text()
        '4*nodes^(2/3)/log(nodes)'
        """
        powers = [("nodes", self.exponent), ("log(nodes)", self.logs)]
        top = [_power_text(name, value) for name, value in powers if value > 0]
        bottom = [_power_text(name, -value) for name, value in powers if value < 0]
        first = [str(self.constant)] if self.constant != 1 or not top else []
        return "/".join(["*".join([*first, *top]), *bottom])


def _power_text(name: str, exponent: Fraction) -> str:
    return name if exponent == 1 else f"{name}^{exponent}" if exponent.denominator == 1 else f"{name}^({exponent})"


def greatest_growth(demands: Iterable[sp.Expr], nodes: sp.Expr, symbol: sp.Symbol) -> list[Growth]:
    """The growth of the greatest demand with the number of nodes, along each residue class of ``symbol``.

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


# Upper bounds of finite sums over words; they show that a quantity known only as such a sum vanishes.
#
# Every rule replaces a nonnegative part by one that is at least as large: the words without long runs by all words, the
# smaller of two by one of them, a sum by its number of terms times a bound of the terms.


def upper_bound(expression: sp.Expr) -> sp.Expr:
    """An expression without sums that is nowhere less than the given one.

    >>> D, t, k = sp.symbols("D t k", integer=True, positive=True)
    >>> upper_bound(sp.Sum(3 * BoundedRuns(D - 1, t, 2), (t, 1, D)) / D)
    3*2**(D - 1)
    >>> arcs = BoundedRuns(k, t, 2) * BoundedRuns(D - k, t, 2)
    >>> upper_bound(sp.Sum(arcs, (t, 1, sp.Min(D + k, 2 * D)), (k, 1, D - 1)))
    2**D*D*(2*D - 2)
    """
    if not expression.has(sp.Sum, sp.Min, BoundedRuns):
        return expression
    if isinstance(expression, BoundedRuns):
        length, _, radix = expression.args
        return radix**length
    if isinstance(expression, sp.Min):
        return upper_bound(min(expression.args, key=lambda x: (sp.count_ops(x), sp.default_sort_key(x))))
    if isinstance(expression, sp.Add | sp.Mul):
        parts = [upper_bound(part) for part in expression.args]
        unchanged = [part for part, old in zip(parts, expression.args, strict=True) if part == old]
        if isinstance(expression, sp.Mul) and not all(map(_not_negative, unchanged)):
            raise NoLimit("a factor of a sum may be negative")
        return sp.powsimp(expression.func(*parts))
    if isinstance(expression, sp.Sum):
        body = upper_bound(expression.function)
        for index, lower, upper in expression.limits:
            body = _count(body, index, lower, upper_bound(upper))
        return body
    raise NoLimit(f"no upper bound of {type(expression).__name__} is known")


def _count(body: sp.Expr, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    """The number of terms times a bound of the terms; the factors must be nonnegative, and at most affine in the index."""
    result = upper - lower + 1
    for factor in sp.Mul.make_args(body):
        slope = sp.expand(factor).coeff(index)
        ends = [factor.xreplace({index: end}) for end in (lower, upper)]
        if not slope.is_number or sp.expand(factor - slope * index).has(index):
            raise NoLimit(f"{factor} is not affine in {index}")
        if not all(map(_not_negative, ends)):
            raise NoLimit(f"{factor} may be negative")
        result *= ends[1 if slope > 0 else 0]
    return result


def _not_negative(factor: sp.Expr) -> bool:
    """Whether a factor is nonnegative for sizes of at least 1 (a count n*B^n minus one included)."""
    if isinstance(factor, sp.Pow) and factor.exp == -1:
        factor = factor.base
    factor = sp.expand(factor)
    if factor.is_nonnegative:
        return True
    whole = factor + 1
    return bool(factor.is_Add and whole.is_positive and whole.is_integer)
