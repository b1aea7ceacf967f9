"""Conversion of SymPy expressions to the nodes of `derive.algebra.summation.summand`.

The reader gives every bound index its own name, folds exponential polynomials into `Plain` terms, and refuses
unsupported expressions before any work is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sympy import (
    Abs,
    Add,
    And,
    Basic,
    Max,
    Min,
    Mod,
    Mul,
    Not,
    Or,
    Piecewise,
    Pow,
    Sum,
    Symbol,
    binomial,
    ceiling,
    factorint,
    floor,
)
from sympy.core.numbers import Rational
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from derive.algebra.summation.chambers import CannotClose
from derive.algebra.summation.summand import (
    Compare,
    Connective,
    Exponential,
    Extreme,
    FirstCase,
    Magnitude,
    Plain,
    Quotient,
    Raised,
    SummandNode,
    Total,
    Truth,
    constant_of,
    plus,
    times,
)
from derive.algebra.summation.terms import affine_parts, number, power, variable

LARGEST_POWER = 40
LARGEST_BASE = 10**9


class Reader:
    """Reader of SymPy expressions; it records which names are taken and which of them are integers."""

    def __init__(self, symbols: Mapping[Symbol, str]):
        self.taken = set(symbols.values())
        self.integers = {name for symbol, name in symbols.items() if symbol.is_integer}
        self.indices: set[str] = set()

    def read(self, expression: Basic, scope: Mapping[Symbol, str]) -> SummandNode:
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
            return Plain(number(Fraction(int(expression.p), int(expression.q))))
        if isinstance(expression, Symbol):
            return Plain(variable(scope[expression]))
        if isinstance(expression, Sum):
            return self._sum(expression, scope)
        if isinstance(expression, Piecewise):
            return FirstCase(tuple((self.read(c, scope), self.read(value, scope)) for value, c in expression.args))
        if isinstance(expression, Pow):
            return self._power(expression.args[0], expression.args[1], scope)
        if isinstance(expression, (floor, ceiling)):
            return self._rounded(expression, scope)
        if isinstance(expression, (BooleanTrue, BooleanFalse)):
            return Truth(bool(expression))
        if isinstance(expression, binomial):
            return self._binomial(expression, scope)
        arguments = tuple(self.read(argument, scope) for argument in expression.args)
        if isinstance(expression, Add):
            return plus(*arguments)
        if isinstance(expression, Mul):
            return times(*arguments)
        if isinstance(expression, (Min, Max)):
            return Extreme(arguments, isinstance(expression, Max))
        if isinstance(expression, Abs):
            return Magnitude(arguments[0])
        if isinstance(expression, Mod):
            dividend, divisor = arguments
            return plus(dividend, times(Plain(number(-1)), divisor, Quotient(dividend, divisor)))
        return self._condition(expression, arguments)

    def _condition(self, expression: Basic, arguments: tuple[SummandNode, ...]) -> SummandNode:
        if isinstance(expression, (And, Or, Not)):
            return Connective(type(expression).__name__.lower(), arguments)
        kinds = {Ge: "ge", Gt: "gt", Le: "ge", Lt: "gt", Eq: "eq", Ne: "ne"}
        for kind, name in kinds.items():
            if isinstance(expression, kind):
                left, right = reversed(arguments) if kind in (Le, Lt) else arguments
                return Compare(name, plus(left, times(Plain(number(-1)), right)))
        raise CannotClose(f"{type(expression).__name__} in {expression} is outside the sums that are closed here")

    def _sum(self, expression: Sum, scope: Mapping[Symbol, str], nested: int = 0) -> SummandNode:
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
        return Total(name, lower, upper, body)

    def _power(self, base: Basic, exponent: Basic, scope: Mapping[Symbol, str]) -> SummandNode:
        if exponent.is_Integer:
            return self._whole_power(self.read(base, scope), int(exponent), base)
        if isinstance(base, Mul):
            return times(*(self._power(factor, exponent, scope) for factor in base.args))
        if isinstance(base, Pow):
            return self._power(base.args[0], base.args[1] * exponent, scope)
        if isinstance(base, Rational) and base != 0:
            if max(abs(int(base.p)), int(base.q)) > LARGEST_BASE:
                raise CannotClose(f"the base {base} is too large (at most {LARGEST_BASE})")
            found = self.read(exponent, scope)
            factors = [(str(p), e) for p, e in factorint(abs(int(base.p))).items() if p != 1]
            factors += [(str(p), -e) for p, e in factorint(int(base.q)).items() if p != 1]
            sign = [_alternating(found)] if base < 0 else []
            return times(*sign, *(_exponential(p, times(Plain(number(e)), found)) for p, e in factors))
        if isinstance(base, Symbol):
            if scope[base] in self.indices:
                raise CannotClose(f"{base}**({exponent}) has a summation index as its base")
            return _exponential(scope[base], self.read(exponent, scope))
        raise CannotClose(f"the power {base}**({exponent}) needs a number or a symbol as its base")

    @staticmethod
    def _whole_power(base: SummandNode, exponent: int, shown: Basic) -> SummandNode:
        if abs(exponent) > LARGEST_POWER:
            raise CannotClose(f"the power {exponent} of {shown} is too large (at most {LARGEST_POWER})")
        if exponent > 0 and isinstance(base, Plain):
            return Plain(base.term**exponent)
        value = constant_of(base)
        if value:
            return Plain(number(value**exponent))
        return Raised(base, exponent)

    def _rounded(self, expression: Basic, scope: Mapping[Symbol, str]) -> SummandNode:
        """floor(x / y), or ceiling(x / y) = -floor(-x / y)."""
        above, below = expression.args[0].as_numer_denom()
        minus = Plain(number(-1))
        dividend, divisor = self.read(above, scope), self.read(below, scope)
        if isinstance(expression, floor):
            return Quotient(dividend, divisor)
        return times(minus, Quotient(times(minus, dividend), divisor))

    def _binomial(self, expression: Basic, scope: Mapping[Symbol, str]) -> SummandNode:
        """binomial(x, m) for a number m: a polynomial for x >= 0, and 0 for x < 0 (also where x < m)."""
        top, bottom = expression.args
        if not (bottom.is_Integer and 0 <= bottom <= LARGEST_POWER):
            raise CannotClose(f"{expression} is not a polynomial: such sums are left as finite sums")
        found = self.read(top, scope)
        product: SummandNode = Plain(number(1))
        for i in range(int(bottom)):
            product = times(product, plus(found, Plain(number(-i))), Plain(number(Fraction(1, i + 1))))
        return FirstCase(((Compare("ge", found), product), (Truth(True), Plain(number(0)))))


def _exponential(base: str, exponent: SummandNode) -> SummandNode:
    if isinstance(exponent, Plain) and affine_parts(exponent.term) is not None:
        return Plain(power(base, exponent.term))
    return Exponential(base, exponent)


def _alternating(exponent: SummandNode) -> SummandNode:
    """(-1)^e as 1 - 2 (e mod 2)."""
    two = Plain(number(2))
    parity = plus(exponent, times(Plain(number(-2)), Quotient(exponent, two)))
    return plus(Plain(number(1)), times(Plain(number(-2)), parity))
