"""Exact limits of closed forms as a size grows, by comparison of leading terms.

A closed form whose other sizes are numbers is, along each residue class p = m*q + r of the growing size, a quotient of
sums of terms c * B^q * q^e (B > 0 and e >= 0 fixed). Of two such terms the one with the greater base, or with equal
bases the greater exponent, grows faster: (B'/B)^q * q^(e'-e) tends to 0. So numerator and denominator, divided by their
leading terms, tend to their leading coefficients, which give the limit. :meth:`Limit.check` runs this argument again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import free_name
from netlemma.derive.performance.bounds.exponential import ExponentialPolynomial, NoLimit, quotient

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

    Parameters
    ----------
    expression : Expr
        Closed form in the size.
    symbol : Symbol
        Symbol of the growing size.
    modulus : int, default 1
        Modulus that is distinguished in any case.

    Returns
    -------
    list of Limit
        Limit for each residue.

    Raises
    ------
    NoLimit
        If the expression is not a quotient of sums of terms c*B^q*q^e.

    Examples
    --------
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


def modulus_of(expression: sp.Expr, symbol: sp.Symbol) -> int:
    """The modulus of the residue classes of ``symbol`` on which remainders, floors and signs need no cases.

    Parameters
    ----------
    expression : Expr
        Closed form in the size.
    symbol : Symbol
        Symbol of the growing size.

    Returns
    -------
    int
        Positive modulus.
    """
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
