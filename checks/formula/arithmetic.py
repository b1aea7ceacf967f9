"""Exact arithmetic for users' formulas, with enclosures where a number is irrational.

Each operation first makes sure that its result is of a size worth computing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from checks.formula.budget import Budget, size_in_bits
from checks.formula.enclosure import Enclosure, Value, enclose, ends, logarithm, order, real_power


class Undefined(ArithmeticError):
    """An operation that has no value for its operands; the text says which."""


def simplest(value: Value) -> Value:
    """A whole Fraction as an int: integers compute several times as fast."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def add(a: Value, b: Value) -> Value:
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        (low_a, high_a), (low_b, high_b) = ends(a), ends(b)
        return enclose(low_a + low_b, high_a + high_b)
    return a + b


def negate(a: Value) -> Value:
    return Enclosure(-a.hi, -a.lo) if isinstance(a, Enclosure) else -a


def multiply(a: Value, b: Value) -> Value:
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        return enclose(*(x * y for x in ends(a) for y in ends(b)))
    return a * b


def divide(a: Value, b: Value) -> Value:
    if order(b, 0) == 0:
        raise Undefined("division by zero")
    if order(b, 0) is None:
        raise Undefined("division by a number that cannot be told from zero")
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        return enclose(*(x / y for x in ends(a) for y in ends(b)))
    return Fraction(a, b)


def power(a: Value, b: Value, budget: Budget, column: int) -> Value:
    """``a`` to the power ``b``; ``x^0 = 1`` also for x = 0, as in sums of powers."""
    largest = max(abs(end) for end in ends(b))
    if not isinstance(a, Enclosure) and abs(a) == 1 and isinstance(b, int):
        return a ** (b % 2)
    budget.bits(int(largest * max(size_in_bits(end) - 1 for end in ends(a))), column)
    if isinstance(b, int):
        if b < 0:
            return divide(1, power(a, -b, budget, column))
        if isinstance(a, Enclosure):
            return _whole_power(a, b)
        return a**b
    sign = order(a, 0)
    if sign == 0 and order(b, 0) == 1:
        return 0
    if sign != 1:
        raise Undefined("a number that is not positive has no power with a fractional exponent")
    budget.bits(size_in_bits(largest) * 100, column)
    return real_power(a, b)


def _whole_power(a: Enclosure, exponent: int) -> Value:
    candidates = [a.lo**exponent, a.hi**exponent]
    if exponent % 2 == 0 and a.lo < 0 < a.hi:
        candidates.append(Fraction(0))
    return enclose(*candidates)


def whole(value: Value, what: str) -> int:
    value = simplest(value)
    if not isinstance(value, int):
        raise Undefined(f"{what} is not a whole number here")
    return value


def rounded(value: Value, how: Callable[[int | Fraction], int]) -> int:
    low, high = map(how, ends(value))
    if low != high:
        raise Undefined("the number to round cannot be told from a whole number")
    return low


def modulo(a: Value, b: Value) -> Value:
    return add(a, negate(multiply(b, rounded(divide(a, b), math.floor))))


def binomial(n: Value, k: Value, budget: Budget, column: int) -> int:
    """Number of ways to choose k of n things: 0 unless 0 <= k <= n."""
    top, chosen = whole(n, "the top of a binomial"), whole(k, "the bottom of a binomial")
    if top < 0:
        raise Undefined("binomial with a negative top; conventions differ, write what you mean with piecewise")
    if not 0 <= chosen <= top:
        return 0
    bits = min(top, min(chosen, top - chosen) * top.bit_length())
    budget.bits(bits, column)
    budget.work(column, bits // 250 + (bits // 600) ** 2)
    return math.comb(top, chosen)


def factorial(n: Value, budget: Budget, column: int) -> int:
    number = whole(n, "the argument of factorial")
    if number < 0:
        raise Undefined("factorial of a negative number")
    budget.bits(number * number.bit_length() * 2 // 3, column)
    return math.factorial(number)


def log(number: Value, base: Value | None = None) -> Value:
    for value in (number, *(() if base is None else (base,))):
        if order(value, 0) != 1:
            raise Undefined("log of a number that is not positive")
    if base is not None and order(base, 1) in (0, None):
        raise Undefined("log to the base 1")
    if isinstance(number, Enclosure) or isinstance(base, Enclosure):
        return divide(_log(number), 1 if base is None else _log(base))
    return logarithm(number, base)


def _log(value: Value) -> Value:
    low, high = (ends(logarithm(end)) for end in ends(value))
    return enclose(low[0], high[1])


def extreme(values: list[Value], pick: Callable[[Iterable[Fraction]], Fraction]) -> Value:
    """min or max of the values."""
    bounds = [ends(value) for value in values]
    return enclose(pick(low for low, _ in bounds), pick(high for _, high in bounds))


def absolute(value: Value) -> Value:
    low, high = ends(value)
    return enclose(Fraction(0), -low, high) if low < 0 < high else enclose(abs(low), abs(high))
