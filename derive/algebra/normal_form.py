"""Normal form of exact expressions: rational functions over atoms.

Two expressions are equal when the numerator of their difference, written as a polynomial in its atoms, is zero. Atoms
are symbols, powers with symbolic exponents (``w**(2*D + 1)`` is ``w`` times the square of the atom ``w**D``), sums
(after linearity), binomials, floors and functions. Every rewriting used here is an identity wherever both sides are
defined, so ``equal(a, b)`` is a proof; the answer False proves nothing.

Piecewise expressions are compared under every truth assignment of their conditions.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from math import gcd, lcm

import sympy as sp
from sympy.logic.boolalg import Boolean

MOST_CONDITIONS = 8


class _Atoms:
    """Assigns a polynomial generator to each atom of an expression."""

    def __init__(self) -> None:
        self.generators: dict[sp.Basic, sp.Symbol] = {}
        self.roots: dict[tuple[sp.Expr, sp.Expr], int] = {}

    def generator(self, atom: sp.Basic) -> sp.Symbol:
        if atom not in self.generators:
            self.generators[atom] = sp.Symbol(f"_g{len(self.generators)}")
        return self.generators[atom]

    def rational(self, expr: sp.Expr) -> sp.Expr:
        """``expr`` as a rational function of generators."""
        if expr.is_Rational:
            return expr
        if isinstance(expr, sp.Add | sp.Mul):
            return expr.func(*map(self.rational, expr.args))
        if isinstance(expr, sp.Pow):
            return self._power(*expr.as_base_exp())
        if isinstance(expr, sp.Sum):
            return self._sum(linear(expr))
        if isinstance(expr, sp.Symbol):
            root = self.roots.get((expr, sp.Integer(1)), 1)
            return self.generator(sp.Pow(expr, sp.Rational(1, root))) ** root
        if isinstance(expr, sp.floor | sp.ceiling):
            return self._integer_part(expr)
        return self.generator(expr.func(*map(canonical, expr.args)) if expr.args else expr)

    def _sum(self, expr: sp.Expr) -> sp.Expr:
        return self.generator(expr) if isinstance(expr, sp.Sum) else self.rational(expr)

    def _integer_part(self, expr: sp.Expr) -> sp.Expr:
        inner = sp.expand(expr.args[0])
        whole, rest = inner.as_coeff_Add()
        shift = sp.floor(whole)
        return shift + self.generator(expr.func(canonical(rest + (whole - shift)), evaluate=False))

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        exponent = sp.expand(exponent)
        if isinstance(base, sp.Pow) and (exponent.is_integer or base.base.is_positive):
            return self._power(base.base, base.exp * exponent)
        if isinstance(base, sp.Mul) and (exponent.is_integer or all(f.is_positive for f in base.args)):
            return sp.Mul(*(self._power(f, exponent) for f in base.args))
        if base.is_Rational and not exponent.is_Integer:
            return sp.Mul(*(self._atom_power(sp.Integer(p), m * exponent) for p, m in _prime_powers(base)))
        if base.is_Add and exponent.is_integer and not exponent.is_Integer:
            return self._power_of_factors(base, exponent)
        return self._atom_power(base, exponent)

    def _power_of_factors(self, base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        """An integer power, with symbolic exponent, of a sum: the power of each irreducible factor of numerator and denominator."""
        back = {}
        result = sp.Integer(1)
        numerator, denominator = sp.fraction(sp.together(self.rational(base)))
        for part, power in ((numerator, exponent), (denominator, -exponent)):
            content, factors = sp.factor_list(part)
            result *= self._power(content, power) if content != 1 else 1
            back.update({g: atom for atom, g in self.generators.items()})
            for factor, multiplicity in factors:
                if factor in back:
                    result *= self._power(back[factor], multiplicity * power)
                else:
                    result *= self._atom_power(factor.xreplace(back), multiplicity * power)
        return result

    def _atom_power(self, base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        result = sp.Integer(1)
        for term in sp.Add.make_args(sp.expand(exponent)):
            coefficient, monomial = term.as_coeff_Mul()
            if base == -1 and monomial.is_integer and coefficient.is_Integer:
                coefficient %= 2
            if monomial == 1 and coefficient.is_Integer:
                result *= self.rational(base) ** coefficient
            else:
                root = self.roots.get((base, monomial), coefficient.q)
                result *= self.generator(sp.Pow(base, monomial / root)) ** (coefficient * root)
        return result

    def survey(self, expr: sp.Basic) -> None:
        """Find the finest root needed of each symbolic power (2**(w/2) and 2**w share the generator 2**(w/2))."""
        for power in expr.atoms(sp.Pow):
            base, exponent = power.as_base_exp()
            while isinstance(base, sp.Pow):
                base, exponent = base.base, base.exp * exponent
            for factor in sp.Mul.make_args(base):
                inner = factor
                outer = exponent
                while isinstance(inner, sp.Pow):
                    inner, outer = inner.base, inner.exp * outer
                bases = [(sp.Integer(p), m) for p, m in _prime_powers(inner)] if inner.is_Rational else [(inner, 1)]
                for b, m in bases:
                    for term in sp.Add.make_args(sp.expand(m * outer)):
                        coefficient, monomial = term.as_coeff_Mul()
                        key = (b, monomial)
                        self.roots[key] = sp.ilcm(self.roots.get(key, 1), coefficient.q)


def _prime_powers(number: sp.Rational) -> list[tuple[int, int]]:
    powers = dict(sp.factorint(abs(number.p)))
    for p, m in sp.factorint(number.q).items():
        powers[p] = powers.get(p, 0) - m
    if number < 0:
        powers[-1] = 1
    powers.pop(1, None)
    return sorted(powers.items())


def linear(expr: sp.Sum) -> sp.Expr:
    """A sum rewritten by linearity: split over terms, constants taken outside, constant summands counted.

    A constant is counted only where the number of terms is known not to be negative (upper - lower + 1 >= 0).

    >>> from sympy import Function, Sum, symbols
    >>> n = symbols("n", integer=True, positive=True); a, b = symbols("a b", integer=True); f = Function("f")
    >>> linear(Sum(f(a) + 2, (a, 0, n - 1), (b, 0, n - 1)))
    2*n**2 + n*Sum(f(_i0), (_i0, 0, n - 1))
    """
    body = expr.function.replace(lambda e: isinstance(e, sp.Sum), linear)
    for index, lower, upper in expr.limits:
        body = _over(body, index, lower, upper)
    return body


def _over(body: sp.Expr, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    """The sum of ``body`` over one index, by linearity."""
    total = sp.Integer(0)
    count = sp.expand(upper - lower + 1)
    for term in sp.Add.make_args(sp.expand(body)):
        outside, inside = term.as_independent(index, as_Add=False)
        if inside == 1 and count.is_nonnegative:
            total += outside * count
        else:
            name = sp.Symbol(f"_i{len(_bound(inside))}", integer=True)
            total += outside * sp.Sum(inside.xreplace({index: name}), (name, lower, upper))
    return sp.expand(total)


def _bound(expr: sp.Basic) -> set[sp.Symbol]:
    return {s for total in expr.atoms(sp.Sum) for s in total.variables}


def _fraction(expr: sp.Expr) -> tuple[sp.Expr, sp.Expr, _Atoms]:
    atoms = _Atoms()
    atoms.survey(expr)
    numerator, denominator = map(sp.expand, sp.fraction(sp.together(atoms.rational(expr))))
    for atom, sign in atoms.generators.items():
        if isinstance(atom, sp.Pow) and atom.base == -1 and atom.exp.is_integer:
            numerator, denominator = (sp.rem(part, sign**2 - 1, sign) for part in (numerator, denominator))
    return numerator, denominator, atoms


def canonical(expr: sp.Basic) -> sp.Basic:
    """The expression with its rational structure reduced to lowest terms in its atoms.

    >>> from sympy import symbols
    >>> w, D = symbols("w D", integer=True, positive=True)
    >>> canonical(w**(D + 1) / w - w**D)
    0
    """
    if not isinstance(expr, sp.Expr):
        return expr.func(*map(canonical, expr.args)) if expr.args else expr
    numerator, denominator, atoms = _fraction(expr)
    back = {g: a for a, g in atoms.generators.items()}
    return sp.cancel(numerator / denominator).xreplace(back).doit(deep=False)


def _literal(relation: sp.core.relational.Relational) -> tuple[Boolean, bool]:
    """A representative of a relation and its opposite, and whether the relation is the representative itself.

    Affine inequalities of integers become ``e >= 0`` with coprime coefficients, the first of them positive.
    """
    if isinstance(relation, sp.Eq | sp.Ne):
        difference = sp.expand(relation.lhs - relation.rhs)
        if difference.could_extract_minus_sign():
            difference = -difference
        return sp.Eq(difference, 0, evaluate=False), isinstance(relation, sp.Eq)
    sign = 1 if isinstance(relation, sp.Ge | sp.Gt) else -1
    difference = sp.expand(sign * (relation.lhs - relation.rhs))
    constant, rest = difference.as_coeff_Add()
    terms = [term.as_coeff_Mul() for term in sp.Add.make_args(rest)]
    if not (constant.is_Rational and all(c.is_Rational and m.is_integer for c, m in terms)):
        positive = relation.canonical
        return positive, True
    scale = lcm(*(c.q for c, _ in terms))
    common = gcd(*(int(c * scale) for c, _ in terms)) or 1
    rest = sp.expand(rest * scale / common)
    bound = constant * scale / common
    bound = sp.ceiling(bound) - 1 if isinstance(relation, sp.Gt | sp.Lt) else sp.floor(bound)
    if rest.could_extract_minus_sign():
        return sp.Ge(sp.expand(-rest - bound - 1), 0, evaluate=False), False
    return sp.Ge(rest + bound, 0, evaluate=False), True


def _open_piecewise(expr: sp.Basic) -> Iterator[sp.Piecewise]:
    """The piecewise parts outside of sums; inside one a condition may be true for some indices and false for others."""
    if isinstance(expr, sp.Sum | sp.Product):
        return
    if isinstance(expr, sp.Piecewise):
        yield expr
    for part in expr.args:
        yield from _open_piecewise(part)


def conditions_of(*exprs: sp.Basic) -> list[Boolean]:
    """The atomic conditions of the Piecewise parts outside of sums; a condition and its opposite are listed once."""
    found: dict[Boolean, None] = {}
    for piecewise in (p for expr in exprs for p in _open_piecewise(expr)):
        for _, condition in piecewise.args:
            for relation in sorted(condition.atoms(sp.core.relational.Relational), key=sp.default_sort_key):
                found.setdefault(_literal(relation)[0])
    return list(found)


def truth_of(condition: Boolean, truth: Mapping[Boolean, bool]) -> bool:
    """Constant of a condition, given the truth of its atomic conditions."""
    table = {}
    for relation in condition.atoms(sp.core.relational.Relational):
        representative, itself = _literal(relation)
        table[relation] = sp.true if truth[representative] == itself else sp.false
    return bool(condition.xreplace(table))


def resolve_cases(expr: sp.Basic, truth: Mapping[Boolean, bool]) -> sp.Basic:
    """The expression with every Piecewise outside of sums replaced by its chosen case."""
    if isinstance(expr, sp.Sum | sp.Product) or not expr.has(sp.Piecewise):
        return expr
    if isinstance(expr, sp.Piecewise):
        chosen = next((value for value, condition in expr.args if truth_of(condition, truth)), sp.nan)
        return resolve_cases(chosen, truth)
    return expr.func(*(resolve_cases(part, truth) for part in expr.args))


def put_in(expr: sp.Expr, numbers: Mapping[sp.Symbol, int]) -> sp.Expr:
    """An expression with numbers for some of its symbols, each of its pieces in lowest terms.

    >>> k, n = sp.symbols("k n", integer=True, positive=True)
    >>> put_in(k**n * n * (k**2 - 1) / (3 * k * (k**n - 1)), {n: 2})
    2*k/3
    """
    if not numbers:
        return expr
    found = expr.xreplace({symbol: sp.Integer(number) for symbol, number in numbers.items()})
    if isinstance(found, sp.Piecewise):
        pieces = dict.fromkeys((_lowest(each), condition) for each, condition in found.args)
        return found.func(*pieces, evaluate=False) if len({each for each, _ in pieces}) > 1 else next(iter(pieces))[0]
    return _lowest(found)


def _lowest(expr: sp.Expr) -> sp.Expr:
    """A quotient of polynomials in lowest terms; any other expression as it is."""
    return sp.factor(expr) if expr.is_rational_function(*expr.free_symbols) else expr


def equal(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether the normal form proves two expressions equal.

    >>> from sympy import Eq, Mod, Piecewise, floor, symbols
    >>> w, D = symbols("w D", integer=True, positive=True)
    >>> equal(D * w**(D + 1) / (4 * (w**D - 1)), D * w / 4 * w**D / (w**D - 1))
    True
    >>> equal(D * w / 4, D * w**(D + 1) / (4 * (w**D - 1)))
    False
    """
    left, right = sp.S(left), sp.S(right)
    if left == right:
        return True
    conditions = conditions_of(left, right)
    if len(conditions) > MOST_CONDITIONS:
        return False
    for values in product((True, False), repeat=len(conditions)):
        truth = dict(zip(conditions, values, strict=True))
        a, b = resolve_cases(left, truth), resolve_cases(right, truth)
        if a is sp.nan and b is sp.nan:
            continue
        if a is sp.nan or b is sp.nan or _fraction(a - b)[0] != 0:
            return False
    return True
