"""Exact values of SymPy trees at integer points, by plain arithmetic on int and Fraction."""

import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

import sympy as sp
from sympy.core.numbers import Integer, Rational
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Not, Or

from netlemma.derive.algebra.notation import RangeMax
from netlemma.errors import EvaluationError, ResultTooLarge

# Points at which expressions are evaluated: the values of symbols, kept so that they are found fast.


MOST_KNOWN = 10_000  # symbols whose places are kept by their identity


class Place:
    """The key of a symbol's value in a point: a symbol itself takes long to hash and to compare."""

    __slots__ = ("__weakref__", "symbol")

    def __init__(self, symbol: sp.Symbol) -> None:
        self.symbol = symbol


Point = dict[Place, Any]
_places: WeakValueDictionary[sp.Symbol, Place] = WeakValueDictionary()
_known: dict[int, tuple[sp.Symbol, Place]] = {}  # by the identity of the symbol, which lives as long


def place_of(symbol: sp.Symbol) -> Place:
    """The place of a symbol, the same one for equal symbols.

    >>> place_of(sp.Symbol("w")) is place_of(sp.Symbol("w")), place_of(sp.Symbol("w")) is place_of(sp.Dummy("w"))
    (True, False)
    """
    known = _known.get(id(symbol))
    if known is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        known = _known[id(symbol)] = symbol, _places.setdefault(symbol, Place(symbol))
    return known[1]


def placed(values: Mapping[sp.Symbol, Any]) -> Point:
    """A point for compiled expressions: the values of symbols by their places."""
    return {place_of(symbol): value for symbol, value in values.items()}


# Exact values of SymPy trees at integer points, by plain arithmetic on int and Fraction.
#
# A tree is compiled once into nested closures, then each value costs a few Python calls and no SymPy arithmetic. A `Sum`
# is a plain loop, empty when its upper limit is below its lower one, and a binomial is the combinatorial one (0 when
# k < 0, k > n or n < 0), where SymPy uses Karr's convention and the analytic continuation.


Number = int | Fraction
MOST_BITS = 10_000_000  # of a power
MOST_FACTORS = 1_000_000  # of a binomial or factorial, which has about as many bits or more

Program = Callable[[Point], Any]


def evaluate(expression: sp.Basic, point: Mapping[sp.Symbol, int | Fraction]) -> Fraction:
    """The exact value of an expression when its symbols have the given values.

    >>> from sympy import symbols
    >>> i, j, n = symbols("i j n", integer=True)
    >>> evaluate(sp.Sum(1, (j, i, i - 3)), {i: 5})                 # an empty sum is 0; SymPy's doit() gives -2
    Fraction(0, 1)
    >>> evaluate(sp.ceiling(sp.sqrt(n)), {n: 5}), evaluate(sp.ceiling(sp.sqrt(n)), {n: 4})
    (Fraction(3, 1), Fraction(2, 1))
    >>> evaluate(sp.Sum(sp.Min(i, n - i) / n, (i, 0, n - 1)), {n: 4})
    Fraction(1, 1)
    """
    return Fraction(compiled(expression)(placed(point)))


def holds(condition: sp.Basic, point: Mapping[sp.Symbol, int | Fraction]) -> bool:
    """Whether a relation or Boolean condition is true at a point.

    >>> from sympy import symbols
    >>> w = symbols("w", integer=True)
    >>> holds(And(w > 2, Eq(sp.Mod(w, 2), 0)), {w: 4})
    True
    """
    return bool(compiled(condition)(placed(point)))


def _undefined(point: Point) -> Fraction:
    """The value of a case that divides by 0: only whoever comes to it has none."""
    raise ZeroDivisionError("division by zero")


@lru_cache(maxsize=4096)
def compiled(expression: sp.Basic) -> Program:
    """The closure that computes an expression from a point, see :func:`placed`."""
    if isinstance(expression, Integer):
        return _constant(int(expression))
    if isinstance(expression, Rational):
        return _constant(Fraction(int(expression.p), int(expression.q)))
    if isinstance(expression, (BooleanTrue, BooleanFalse)):
        return _constant(bool(expression))
    if isinstance(expression, sp.Symbol):
        return _symbol(expression)
    if expression is sp.zoo:
        return _undefined
    for kind, build in _BUILDERS.items():
        if isinstance(expression, kind):
            return build(expression)
    if hasattr(expression, "at"):
        return _tabulated(expression)
    raise EvaluationError(f"{type(expression).__name__} in {expression} cannot be evaluated exactly")


def _tabulated(expression: Any) -> Program:
    """A function computed from tables (`netlemma.derive.algebra.word_counts.IntegerFunction`)."""
    parts, at = _children(expression), expression.at
    number = Fraction if getattr(expression, "of_rationals", False) else int
    return lambda point: at(*[number(part(point)) for part in parts])


def _constant(value: Any) -> Program:
    return lambda point: value


def _symbol(symbol: sp.Symbol) -> Program:
    place = place_of(symbol)

    def program(point: Point) -> Any:
        try:
            return point[place]
        except KeyError:
            raise EvaluationError(f"no value given for {symbol}") from None

    return program


def _children(expression: sp.Basic) -> list[Program]:
    return [compiled(argument) for argument in expression.args]


def _add(expression: sp.Basic) -> Program:
    parts = _children(expression)
    if len(parts) == 2:
        left, right = parts
        return lambda point: left(point) + right(point)
    return lambda point: sum([part(point) for part in parts])


def _collected(expression: sp.Basic) -> sp.Basic:
    """A product with powers of one base gathered, so that `sqrt(z)*z**(w/2)` is `z**((w + 1)/2)`."""
    exponents: dict[sp.Basic, sp.Basic] = {}
    for factor in expression.args:
        base, exponent = factor.as_base_exp()
        exponents[base] = exponents.get(base, Integer(0)) + exponent
    if len(exponents) == len(expression.args) or all(e.is_Integer for e in exponents.values()):
        return expression
    return sp.Mul(*(sp.Pow(base, exponent, evaluate=False) for base, exponent in exponents.items()), evaluate=False)


def _mul(expression: sp.Basic) -> Program:
    expression = _collected(expression)
    if not isinstance(expression, sp.Mul):
        return compiled(expression)
    above, below = _fraction(expression)
    if not below:
        return _product(above)
    numerator, denominator = _product(above), _product(below)

    def program(point: Point) -> Number:
        top, bottom = numerator(point), denominator(point)
        if not bottom:
            raise ZeroDivisionError("Fraction(1, 0)")
        if type(top) is int and type(bottom) is int:  # integers take a tenth of the time of fractions
            whole, rest = divmod(top, bottom)
            return Fraction(top, bottom) if rest else whole
        return Fraction(top, bottom)

    return program


def _fraction(product: sp.Mul) -> tuple[list[Program], list[Program]]:
    """The factors of the numerator and of the denominator of a product."""
    above: list[Program] = []
    below: list[Program] = []
    for factor in product.args:
        if isinstance(factor, Rational) and not isinstance(factor, Integer):
            above += [_constant(int(factor.p))] if factor.p != 1 else []
            below.append(_constant(int(factor.q)))
        elif isinstance(factor, sp.Pow) and isinstance(factor.exp, Integer) and factor.exp < 0:
            base, power = factor.base, -factor.exp
            below.append(compiled(base if power == 1 else sp.Pow(base, power, evaluate=False)))
        else:
            above.append(compiled(factor))
    return above, below


def _product(parts: list[Program]) -> Program:
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        left, right = parts
        return lambda point: left(point) * right(point)

    def program(point: Point) -> Any:
        product = 1
        for part in parts:
            product *= part(point)
        return product

    return program


def _pow(expression: sp.Basic) -> Program:
    base, exponent = _children(expression)

    def program(point: Point) -> Any:
        power, value = exponent(point), base(point)
        if power.denominator != 1:
            return _root(value, Fraction(power), expression)
        power = power.numerator
        if abs(power) * (max(abs(value.numerator), value.denominator).bit_length() - 1) > MOST_BITS:
            raise ResultTooLarge(f"{expression} has more than {MOST_BITS:,} bits")
        return value**power if power >= 0 else Fraction(value) ** power

    return program


def _root(value: Number, power: Fraction, expression: sp.Basic) -> Fraction:
    """A rational root where there is one."""
    value, degree = Fraction(value), power.denominator
    if value < 0:
        raise EvaluationError(f"{expression} is a root of a negative number")
    (above, exact_above), (below, exact_below) = (sp.integer_nthroot(x, degree) for x in value.as_integer_ratio())
    if not (exact_above and exact_below):
        raise EvaluationError(f"{expression} is not rational")
    return Fraction(int(above), int(below)) ** power.numerator


def _loop(start: int | None, combine: Callable[[Any, Any], Any]) -> Callable[[Any], Program]:
    """A Sum, Product or RangeMax as a plain loop, its last limit outermost; ``start`` is None where there must be a value."""

    def build(expression: Any) -> Program:
        body, *limits = expression.args
        program = compiled(body)
        for limit in limits:
            if len(limit) != 3:
                raise EvaluationError(f"{expression} has no lower and upper limit for {limit[0]}")
            ends = compiled(limit[1]), compiled(limit[2])
            program = _one_loop(program, limit[0], *ends, start, combine, expression)
        return program

    return build


def _one_loop(
    body: Program,
    index: sp.Symbol,
    lower: Program,
    upper: Program,
    start: int | None,
    combine: Callable[[Any, Any], Any],
    expression: Any,
) -> Program:
    missing, place = object(), place_of(index)

    def program(point: Point) -> Any:
        first, last = lower(point), upper(point)
        if first.denominator != 1 or last.denominator != 1:
            raise EvaluationError(f"the limits {first} and {last} of {index} in {expression} are not whole numbers")
        total: Any = start
        outer = point.get(place, missing)
        try:
            for value in range(first.numerator, last.numerator + 1):
                point[place] = value
                total = body(point) if total is None else combine(total, body(point))
        finally:
            if outer is missing:
                point.pop(place, None)
            else:
                point[place] = outer
        if total is None:
            raise EvaluationError(f"{index} has no value in {expression}")
        return total

    return program


def _piecewise(expression: Any) -> Program:
    cases = [(compiled(case.args[1]), compiled(case.args[0])) for case in expression.args]

    def program(point: Point) -> Any:
        for condition, value in cases:
            if condition(point):
                return value(point)
        raise EvaluationError(f"no case of {expression} holds")

    return program


def combinatorial_binomial(n: Number, k: Number) -> int:
    """The number of k-element subsets of n things: 0 when k < 0, k > n or n < 0.

    >>> combinatorial_binomial(5, 2), combinatorial_binomial(-1, 2), combinatorial_binomial(3, 5)
    (10, 0, 0)
    """
    if n.denominator != 1 or k.denominator != 1:
        raise EvaluationError(f"binomial({n}, {k}) needs whole numbers")
    if min(k, n - k) > MOST_FACTORS:
        raise ResultTooLarge(f"binomial({n}, {k}) has more than {MOST_FACTORS:,} bits")
    return math.comb(n.numerator, k.numerator) if 0 <= k <= n else 0


def _binomial(expression: sp.Basic) -> Program:
    top, bottom = _children(expression)
    return lambda point: combinatorial_binomial(top(point), bottom(point))


def _factorial(expression: sp.Basic) -> Program:
    (argument,) = _children(expression)

    def program(point: Point) -> int:
        value = argument(point)
        if value.denominator != 1 or value < 0:
            raise EvaluationError(f"factorial({value}) is not defined")
        if value > MOST_FACTORS:
            raise ResultTooLarge(f"factorial({value}) has more than {MOST_FACTORS:,} bits")
        return math.factorial(value.numerator)

    return program


def _one(function: Callable[[Any], Any]) -> Callable[[sp.Basic], Program]:
    def build(expression: sp.Basic) -> Program:
        (argument,) = _children(expression)
        return lambda point: function(argument(point))

    return build


def _rounded(function: Callable[[Any], int], exactly: Callable[[sp.Expr], sp.Expr]) -> Callable[[sp.Basic], Program]:
    """A whole number next to a value, which may have irrational roots."""

    def build(expression: sp.Basic) -> Program:
        (argument,) = _children(expression)
        rooted = any(power.exp == sp.S.Half for power in expression.atoms(sp.Pow))
        if not rooted:
            return lambda point: function(argument(point))
        return lambda point: int(
            exactly(expression.args[0].xreplace({at.symbol: sp.Rational(v) for at, v in point.items()}))
        )

    return build


def _two(function: Callable[[Any, Any], Any]) -> Callable[[sp.Basic], Program]:
    def build(expression: sp.Basic) -> Program:
        left, right = _children(expression)
        return lambda point: function(left(point), right(point))

    return build


def _extreme(function: Callable[..., Any]) -> Callable[[sp.Basic], Program]:
    def build(expression: sp.Basic) -> Program:
        parts = _children(expression)
        if len(parts) == 2:
            left, right = parts
            return lambda point: function(left(point), right(point))
        return lambda point: function([part(point) for part in parts])

    return build


def _until(deciding: bool) -> Callable[[sp.Basic], Program]:
    """A conjunction or disjunction, whose parts are evaluated until one decides."""

    def build(expression: sp.Basic) -> Program:
        parts = _children(expression)

        def program(point: Point) -> bool:
            for part in parts:
                if bool(part(point)) is deciding:
                    return deciding
            return not deciding

        return program

    return build


_BUILDERS: dict[type, Callable[[Any], Program]] = {
    sp.Add: _add,
    sp.Mul: _mul,
    sp.Pow: _pow,
    sp.Sum: _loop(0, operator.add),
    sp.Product: _loop(1, operator.mul),
    RangeMax: _loop(None, max),
    sp.Min: _extreme(min),
    sp.Max: _extreme(max),
    sp.Abs: _one(abs),
    sp.floor: _rounded(math.floor, sp.floor),
    sp.ceiling: _rounded(math.ceil, sp.ceiling),
    sp.Mod: _two(lambda left, right: left % right),
    sp.Piecewise: _piecewise,
    sp.binomial: _binomial,
    sp.factorial: _factorial,
    Eq: _two(lambda left, right: left == right),
    Ne: _two(lambda left, right: left != right),
    Ge: _two(lambda left, right: left >= right),
    Gt: _two(lambda left, right: left > right),
    Le: _two(lambda left, right: left <= right),
    Lt: _two(lambda left, right: left < right),
    And: _until(False),
    Or: _until(True),
    Not: _one(lambda value: not value),
}
