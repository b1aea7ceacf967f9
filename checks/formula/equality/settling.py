"""Evaluation of floors, remainders, extremes and cases in nonnegative integer symbols.

`Settler.settle` substitutes values for symbols, decides relations where possible, and collects open questions: unknown
signs and fractions that it cannot round. `netlemma.checks.formula.equality.splitting` answers them by cases. SymPy's own
evaluation of relations and remainders is avoided because it may take minutes.
"""

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from netlemma.checks.formula.equality.roots import Root, as_root, rounded
from netlemma.checks.formula.equality.signs import expand, logarithm, smallest

Parts = list[Any]


class Unsettled(ArithmeticError):
    """A part of the expression has no value."""


UNDEFINED = (sp.nan, sp.zoo, sp.oo, -sp.oo)


class Settler:
    """Settles one expression after another.

    Parameters
    ----------
    values : mapping from Expr to Expr or None, optional
        Values to substitute for symbols and sums.

    Attributes
    ----------
    signs : list of Expr
        Expressions with an unknown sign that is needed.
    fractions : list of Expr
        Expressions with rational coefficients, with an unknown integer part that is needed.
    roots : list of Root
        Square roots whose ceilings are needed.
    facts : dict from Basic to Basic
        Relations ``... > 0`` and ``... = 0`` assumed true or false.
    """

    def __init__(self, values: Mapping[sp.Expr, sp.Expr] | None = None) -> None:
        self.values = values or {}
        self.signs: list[sp.Expr] = []
        self.fractions: list[sp.Expr] = []
        self.roots: list[Root] = []
        self.facts: dict[sp.Basic, sp.Basic] = {}

    def assume(self, domain: sp.Basic) -> None:
        """Assume the relations of a settled condition."""
        for relation in domain.args if isinstance(domain, sp.And) else [domain]:
            if isinstance(relation, Relational):
                self.facts[relation] = sp.true
            elif isinstance(relation, sp.Not):
                self.facts[relation.args[0]] = sp.false

    def settle(self, expr: sp.Basic) -> Any:
        """The expression with all decidable parts decided.

        Raises
        ------
        Unsettled
            If a part that matters has no value.

        Examples
        --------
        >>> m = sp.Symbol("m", integer=True, nonnegative=True)
        >>> Settler().settle(sp.Max(m + 2, 1) + sp.floor((4 * m + 3) / 2, evaluate=False))
        3*m + 3
        """
        if not expr.args:
            return self.values.get(expr, expr)
        if isinstance(expr, sp.Sum) and expr in self.values:
            return self.settle(self.values[expr])
        if isinstance(expr, sp.Piecewise):
            return self._piecewise(expr)
        args = [self.settle(argument) for argument in expr.args]
        if any(argument in UNDEFINED for argument in args):
            raise Unsettled
        match expr:
            case Relational():
                return self._relation(expr.func, *args)
            case sp.And() | sp.Or():
                return _junction(expr.func, args)
            case sp.Not():
                return sp.Not(args[0]) if args[0] in (sp.true, sp.false) else sp.Not(args[0], evaluate=False)
            case sp.floor():
                return self._floor(args[0])
            case sp.ceiling():
                return -self._floor(-args[0])
            case sp.Mod():
                if args[1] == 0:
                    raise Unsettled
                return args[0] - args[1] * self._floor(args[0] / args[1])
            case sp.Abs():
                larger = self._larger(args[0], -args[0])
                return sp.Abs(args[0], evaluate=False) if larger is None else larger
            case sp.Max() | sp.Min():
                return self._extreme(expr.func, args)
            case sp.log():
                return logarithm(args[0])
            case sp.Pow() if not args[1].is_number:
                return self._power(*args)
            case sp.Add() | sp.Mul() | sp.Pow() | sp.Sum() | sp.Product() | sp.Tuple():
                return expr.func(*args)
        return expr.func(*args, evaluate=False) if any(a.free_symbols for a in args) else expr.func(*args)

    def _piecewise(self, expr: sp.Piecewise) -> sp.Basic:
        pieces = []
        for value, condition in expr.args:
            settled = self.settle(condition)
            if settled == sp.false:
                continue
            pieces.append((self.settle(value), settled))
            if settled == sp.true:
                break
        if not pieces:
            raise Unsettled
        return pieces[0][0] if pieces[0][1] == sp.true else sp.Piecewise(*pieces, evaluate=False)

    def _relation(self, func: type[Relational], left: sp.Basic, right: sp.Basic) -> sp.Basic:
        if func in (sp.Lt, sp.Le):
            func, left, right = (sp.Gt if func is sp.Lt else sp.Ge), right, left
        difference = in_whole_numbers(func, expand(left - right))
        if difference is None:
            return sp.S(func is sp.Ne)
        low, high = smallest(difference), smallest(-difference)
        answer = None
        if func in (sp.Eq, sp.Ne):
            if difference == 0:
                answer = func is sp.Eq
            elif (low is not None and low > 0) or (high is not None and high > 0):
                answer = func is sp.Ne
        elif low is not None and (low > 0 or (low == 0 and func is sp.Ge)):
            answer = True
        elif high is not None and (high > 0 or (high == 0 and func is sp.Gt)):
            answer = False
        if answer is not None:
            return sp.S(answer)
        return self._open(func, difference)

    def _open(self, func: type[Relational], difference: sp.Expr) -> sp.Basic:
        """An undecided relation in one form for it and its opposite, so that both are known as soon as one is."""
        opposite = func in (sp.Ge, sp.Ne)
        turned = func is sp.Ge or (func is not sp.Gt and difference.could_extract_minus_sign())
        relation: sp.Basic = (sp.Gt if func in (sp.Gt, sp.Ge) else sp.Eq)(
            -difference if turned else difference, 0, evaluate=False
        )
        if relation in self.facts:
            return sp.S(bool(self.facts[relation]) != opposite)
        self.signs.append(difference)
        return sp.Not(relation, evaluate=False) if opposite else relation

    def _floor(self, expr: sp.Expr) -> sp.Expr:
        """The whole part: integer terms come out, a constant rest is rounded."""
        whole, rest = [], []
        for term in sp.Add.make_args(_divided(expand(expr))):
            coefficient, monomial = term.as_coeff_Mul()
            if coefficient.is_Rational and monomial.is_integer:
                part = sp.Integer(coefficient.p // coefficient.q)
                whole.append(part * monomial)
                rest.append((coefficient - part) * monomial)
            else:
                rest.append(term)
        fraction = sp.Add(*rest)
        if fraction.is_Rational:
            return sp.Add(*whole, fraction.p // fraction.q)
        if root := as_root(fraction):
            value, signs = rounded(root[1])
            if value is not None:
                return sp.Add(*whole) + (-value if root[0] else value - 1)
            self.signs += signs
            self.roots += [] if signs else [root[1]]
        if _is_below_one(fraction):
            return sp.Add(*whole)
        self.fractions.append(fraction)
        return sp.Add(*whole) + sp.floor(fraction, evaluate=False)

    def _larger(self, a: sp.Expr, b: sp.Expr) -> sp.Expr | None:
        """The larger of the two, or None with a question."""
        difference = expand(a - b)
        for low, answer in ((smallest(difference), a), (smallest(-difference), b)):
            if low is not None and low >= 0:
                return answer
        self.signs.append(difference)
        return None

    def _extreme(self, func: type[sp.Max] | type[sp.Min], args: Parts) -> sp.Expr:
        kept: Parts = []
        for candidate in dict.fromkeys(args):
            larger = {other: self._larger(candidate, other) for other in kept}
            beaten = [o for o, l in larger.items() if l is not None and (l == candidate) == (func is sp.Max)]
            if any(l is not None and o not in beaten for o, l in larger.items()):
                continue
            kept = [other for other in kept if other not in beaten] + [candidate]
        return kept[0] if len(kept) == 1 else func(*kept, evaluate=False)

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        """A power with a symbolic exponent as a product over the factors of its base, if these are positive."""
        factors = sp.Mul.make_args(sp.factor(base)) if base.is_Add else (base,)
        if len(factors) > 1 and all((smallest(factor) or 0) > 0 for factor in factors):
            return sp.Mul(*(sp.Pow(factor, exponent) for factor in factors))
        return sp.Pow(base, exponent)


def in_whole_numbers(func: type[Relational], difference: sp.Expr) -> sp.Expr | None:
    """A polynomial in whole numbers with the same relation to 0, with coprime coefficients; None if it is never 0 and should be.

    Parameters
    ----------
    func : type of Relational
        Relation: Eq, Ne, Gt or Ge.
    difference : Expr
        What is related to 0.

    Returns
    -------
    Expr or None
        Polynomial; ``difference`` itself if it is none, or has symbols that are not whole.

    Examples
    --------
    >>> m, n = sp.symbols("m n", integer=True, nonnegative=True)
    >>> in_whole_numbers(sp.Ge, m + 2 * n / 3 + sp.Rational(1, 2)), in_whole_numbers(sp.Eq, 2 * m - 4 * n + 1)
    (3*m + 2*n + 1, None)
    """
    symbols = difference.free_symbols
    if not symbols or not all(s.is_integer for s in symbols) or not difference.is_polynomial(*symbols):
        return difference
    constant, rest = difference.as_coeff_Add()
    coefficients = [term.as_coeff_Mul()[0] for term in sp.Add.make_args(rest)]
    if not constant.is_Rational or not all(c.is_Rational for c in coefficients):
        return difference
    common = sp.ilcm(1, *(c.q for c in coefficients))
    unit = sp.Rational(sp.igcd(0, *(c * common for c in coefficients)), common)
    above = constant / unit
    if func in (sp.Eq, sp.Ne):
        return expand(rest / unit) + above if above.is_Integer else None
    return expand(rest / unit) + (sp.ceiling(above) if func is sp.Gt else sp.floor(above))


def _divided(expr: sp.Expr) -> sp.Expr:
    """A quotient of polynomials with a positive divisor as a polynomial and the quotient of a rest."""
    above, below = sp.fraction(sp.together(expr))
    symbols = below.free_symbols | above.free_symbols
    if not below.free_symbols or not all(each.is_polynomial(*symbols) for each in (above, below)):
        return expr
    if (smallest(below) or 0) <= 0:
        return expr
    (whole,), rest = sp.reduced(above, [below], *sorted(symbols, key=lambda s: s.sort_key()))
    return expand(whole) + rest / below if whole else expr


def _is_below_one(fraction: sp.Expr) -> bool:
    """Whether a quotient is shown to be at least 0 and less than 1."""
    above, below = sp.fraction(sp.together(fraction))
    if not below.free_symbols:
        return False
    least = [smallest(each) for each in (above, below, below - above)]
    return all(each is not None for each in least) and least[0] >= 0 and least[1] > 0 and least[2] > 0


def _junction(func: type[sp.And] | type[sp.Or], args: Parts) -> sp.Basic:
    decisive = sp.false if func is sp.And else sp.true
    if decisive in args:
        return decisive
    return func(*(argument for argument in args if argument not in (sp.true, sp.false)))
