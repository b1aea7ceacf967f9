"""Conversion of SymPy expressions to the nodes of `netlemma.derive.algebra.summation.summand`.

The reader gives every bound index its own name, folds exponential polynomials into `Plain` terms, and refuses
unsupported expressions before any work is done.
"""

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp
from sympy.core.numbers import Rational
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from netlemma.derive.algebra.summation import summand
from netlemma.derive.algebra.summation.chambers import CannotClose
from netlemma.derive.algebra.summation.terms import affine_parts, number, power, variable

LARGEST_POWER = 40
LARGEST_BASE = 10**9


class Reader:
    """Reader of SymPy expressions; it records which names are taken and which of them are integers."""

    def __init__(self, symbols: Mapping[sp.Symbol, str]):
        self.taken = set(symbols.values())
        self.integers = {name for symbol, name in symbols.items() if symbol.is_integer}
        self.indices: set[str] = set()

    def read(self, expression: sp.Basic, scope: Mapping[sp.Symbol, str]) -> summand.SummandNode:
        """The node of an expression.

        Parameters
        ----------
        expression : Basic
            Expression or condition.
        scope : mapping from Symbol to str
            Names of the symbols.

        Returns
        -------
        SummandNode
            SummandNode with the same value.

        Raises
        ------
        CannotClose
            If a part of the expression is not supported.
        """
        if isinstance(expression, Rational):
            return summand.Plain(number(Fraction(int(expression.p), int(expression.q))))
        if isinstance(expression, sp.Symbol):
            return summand.Plain(variable(scope[expression]))
        if isinstance(expression, sp.Sum):
            return self._sum(expression, scope)
        if isinstance(expression, sp.Piecewise):
            return summand.FirstCase(
                tuple((self.read(c, scope), self.read(value, scope)) for value, c in expression.args)
            )
        if isinstance(expression, sp.Pow):
            return self._power(expression.args[0], expression.args[1], scope)
        if isinstance(expression, (sp.floor, sp.ceiling)):
            return self._rounded(expression, scope)
        if isinstance(expression, (BooleanTrue, BooleanFalse)):
            return summand.FixedCondition(bool(expression))
        if isinstance(expression, sp.binomial):
            return self._binomial(expression, scope)
        arguments = tuple(self.read(argument, scope) for argument in expression.args)
        if isinstance(expression, sp.Add):
            return summand.plus(*arguments)
        if isinstance(expression, sp.Mul):
            return summand.times(*arguments)
        if isinstance(expression, (sp.Min, sp.Max)):
            return summand.MinOrMax(arguments, isinstance(expression, sp.Max))
        if isinstance(expression, sp.Abs):
            return summand.Magnitude(arguments[0])
        if isinstance(expression, sp.Mod):
            dividend, divisor = arguments
            return summand.plus(
                dividend, summand.times(summand.Plain(number(-1)), divisor, summand.Quotient(dividend, divisor))
            )
        return self._condition(expression, arguments)

    def _condition(self, expression: sp.Basic, arguments: tuple[summand.SummandNode, ...]) -> summand.SummandNode:
        if isinstance(expression, (sp.And, sp.Or, sp.Not)):
            return summand.Connective(type(expression).__name__.lower(), arguments)
        kinds = {Ge: "ge", Gt: "gt", Le: "ge", Lt: "gt", Eq: "eq", Ne: "ne"}
        for kind, name in kinds.items():
            if isinstance(expression, kind):
                left, right = reversed(arguments) if kind in (Le, Lt) else arguments
                return summand.Compare(name, summand.plus(left, summand.times(summand.Plain(number(-1)), right)))
        raise CannotClose(f"{type(expression).__name__} in {expression} is outside the sums that are closed here")

    def _sum(self, expression: sp.Sum, scope: Mapping[sp.Symbol, str], nested: int = 0) -> summand.SummandNode:
        """The sum over the outermost index but ``nested``, with the inner sums in its body."""
        (index, *limits) = expression.limits[-1 - nested]
        if len(limits) != 2:
            raise CannotClose(f"{expression} has no lower and upper limit for {index}")
        lower, upper = (self.read(limit, scope) for limit in limits)
        name = index.name
        while name in self.taken:
            name += "'"
        self.taken.add(name)
        self.indices.add(name)
        self.integers.add(name)
        inside = {**scope, index: name}
        last = nested + 1 == len(expression.limits)
        body = self.read(expression.function, inside) if last else self._sum(expression, inside, nested + 1)
        return summand.Total(name, lower, upper, body)

    def _power(self, base: sp.Basic, exponent: sp.Basic, scope: Mapping[sp.Symbol, str]) -> summand.SummandNode:
        if exponent.is_Integer:
            return self._whole_power(self.read(base, scope), int(exponent), base)
        if isinstance(base, sp.Mul):
            return summand.times(*(self._power(factor, exponent, scope) for factor in base.args))
        if isinstance(base, sp.Pow):
            return self._power(base.args[0], base.args[1] * exponent, scope)
        if isinstance(base, Rational) and base != 0:
            if max(abs(int(base.p)), int(base.q)) > LARGEST_BASE:
                raise CannotClose(f"the base {base} is too large (at most {LARGEST_BASE})")
            found = self.read(exponent, scope)
            factors = [(str(p), e) for p, e in sp.factorint(abs(int(base.p))).items() if p != 1]
            factors += [(str(p), -e) for p, e in sp.factorint(int(base.q)).items() if p != 1]
            sign = [_alternating(found)] if base < 0 else []
            return summand.times(
                *sign, *(_exponential(p, summand.times(summand.Plain(number(e)), found)) for p, e in factors)
            )
        if isinstance(base, sp.Symbol):
            if scope[base] in self.indices:
                raise CannotClose(f"{base}**({exponent}) has a summation index as its base")
            return _exponential(scope[base], self.read(exponent, scope))
        raise CannotClose(f"the power {base}**({exponent}) needs a number or a symbol as its base")

    @staticmethod
    def _whole_power(base: summand.SummandNode, exponent: int, shown: sp.Basic) -> summand.SummandNode:
        if abs(exponent) > LARGEST_POWER:
            raise CannotClose(f"the power {exponent} of {shown} is too large (at most {LARGEST_POWER})")
        if exponent > 0 and isinstance(base, summand.Plain):
            return summand.Plain(base.term**exponent)
        value = summand.constant_of(base)
        if value:
            return summand.Plain(number(value**exponent))
        return summand.Raised(base, exponent)

    def _rounded(self, expression: sp.Basic, scope: Mapping[sp.Symbol, str]) -> summand.SummandNode:
        """floor(x / y), or ceiling(x / y) = -floor(-x / y)."""
        above, below = expression.args[0].as_numer_denom()
        minus = summand.Plain(number(-1))
        dividend, divisor = self.read(above, scope), self.read(below, scope)
        if isinstance(expression, sp.floor):
            return summand.Quotient(dividend, divisor)
        return summand.times(minus, summand.Quotient(summand.times(minus, dividend), divisor))

    def _binomial(self, expression: sp.Basic, scope: Mapping[sp.Symbol, str]) -> summand.SummandNode:
        """binomial(x, m) for a number m: a polynomial for x >= 0, and 0 for x < 0 (also where x < m)."""
        top, bottom = expression.args
        if not (bottom.is_Integer and 0 <= bottom <= LARGEST_POWER):
            raise CannotClose(f"{expression} is not a polynomial: such sums are left as finite sums")
        found = self.read(top, scope)
        product: summand.SummandNode = summand.Plain(number(1))
        for i in range(int(bottom)):
            product = summand.times(
                product, summand.plus(found, summand.Plain(number(-i))), summand.Plain(number(Fraction(1, i + 1)))
            )
        return summand.FirstCase(
            ((summand.Compare("ge", found), product), (summand.FixedCondition(True), summand.Plain(number(0))))
        )


def _exponential(base: str, exponent: summand.SummandNode) -> summand.SummandNode:
    if isinstance(exponent, summand.Plain) and affine_parts(exponent.term) is not None:
        return summand.Plain(power(base, exponent.term))
    return summand.Exponential(base, exponent)


def _alternating(exponent: summand.SummandNode) -> summand.SummandNode:
    """(-1)^e as 1 - 2 (e mod 2)."""
    two = summand.Plain(number(2))
    parity = summand.plus(exponent, summand.times(summand.Plain(number(-2)), summand.Quotient(exponent, two)))
    return summand.plus(summand.Plain(number(1)), summand.times(summand.Plain(number(-2)), parity))
