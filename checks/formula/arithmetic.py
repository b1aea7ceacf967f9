"""Exact arithmetic for users' formulas, with enclosures of irrational numbers.

Each operation first makes sure that its result is not too large to compute.
"""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from netlemma.checks.formula.budget import Budget, size_in_bits
from netlemma.checks.formula.enclosure import Enclosure, Value, enclose, ends, logarithm, order, real_power
from netlemma.checks.formula.surds import Surd, square_root, surd_inverse, surd_power, surd_product, surd_sum


class Undefined(ArithmeticError):
    """An operation without a value for its operands; the text names the operation."""


def simplest(value: Value) -> Value:
    """A whole Fraction as an int: integers compute several times as fast."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def add(a: Value, b: Value) -> Value:
    """The sum of two values.

    Parameters
    ----------
    a : Value
        First summand.
    b : Value
        Second summand.

    Returns
    -------
    Value
        Exact sum, or an enclosure of it.
    """
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        if (exact := surd_sum(a, b)) is not None:
            return exact
        (low_a, high_a), (low_b, high_b) = ends(a), ends(b)
        return enclose(low_a + low_b, high_a + high_b)
    return a + b


def negate(a: Value) -> Value:
    """The value with the opposite sign."""
    return multiply(-1, a) if isinstance(a, Enclosure) else -a


def multiply(a: Value, b: Value) -> Value:
    """The product of two values.

    Parameters
    ----------
    a : Value
        First factor.
    b : Value
        Second factor.

    Returns
    -------
    Value
        Exact product, or an enclosure of it.
    """
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        if (exact := surd_product(a, b)) is not None:
            return exact
        return enclose(*(x * y for x in ends(a) for y in ends(b)))
    return a * b


def divide(a: Value, b: Value) -> Value:
    """The quotient of two values.

    Parameters
    ----------
    a : Value
        Dividend.
    b : Value
        Divisor.

    Returns
    -------
    Value
        Exact quotient, or an enclosure of it.

    Raises
    ------
    Undefined
        If the divisor is zero, or an enclosure that contains zero.
    """
    if order(b, 0) == 0:
        raise Undefined("division by zero")
    if order(b, 0) is None:
        raise Undefined("division by a number that cannot be told from zero")
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        if (inverse := surd_inverse(b)) is not None:
            return multiply(a, inverse)
        if (exact := surd_product(a, 1 / Fraction(b)) if not isinstance(b, Enclosure) else None) is not None:
            return exact
        return enclose(*(x / y for x in ends(a) for y in ends(b)))
    return Fraction(a, b)


def power(a: Value, b: Value, budget: Budget, column: int) -> Value:
    """A power; ``x^0 = 1`` also for x = 0, as in sums of powers.

    Parameters
    ----------
    a : Value
        Base.
    b : Value
        Exponent.
    budget : Budget
        Remaining work, size of numbers and terms; it refuses what exceeds them.
    column : int
        Index of the character in the text, for error messages.

    Returns
    -------
    Value
        Exact power, or an enclosure of it.

    Raises
    ------
    Undefined
        For a fractional power of a number that is not positive.
    """
    largest = max(abs(end) for end in ends(b))
    if not isinstance(a, Enclosure) and abs(a) == 1 and isinstance(b, int):
        return a ** (b % 2)
    budget.bits(int(largest * max(size_in_bits(end) - 1 for end in ends(a))), column)
    if isinstance(b, int):
        if b < 0:
            return divide(1, power(a, -b, budget, column))
        if isinstance(a, Surd):
            return surd_power(a, b) if b else 1
        if isinstance(a, Enclosure):
            return _whole_power(a, b)
        return a**b
    sign = order(a, 0)
    if sign == 0 and order(b, 0) == 1:
        return 0
    if sign != 1:
        raise Undefined("a number that is not positive has no power with a fractional exponent")
    budget.bits(size_in_bits(largest) * 100, column)
    if isinstance(b, Fraction) and b.denominator == 2 and not isinstance(a, Enclosure):
        return multiply(power(a, (b.numerator - 1) // 2, budget, column), square_root(a))
    return real_power(a, b)


def _whole_power(a: Enclosure, exponent: int) -> Value:
    candidates = [a.lo**exponent, a.hi**exponent]
    if exponent % 2 == 0 and a.lo < 0 < a.hi:
        candidates.append(Fraction(0))
    return enclose(*candidates)


def whole(value: Value, what: str) -> int:
    """The value as an integer.

    Parameters
    ----------
    value : Value
        Number.
    what : str
        Name of the number, for the error text.

    Returns
    -------
    int
        The integer.

    Raises
    ------
    Undefined
        If the value is not a whole number.
    """
    value = simplest(value)
    if not isinstance(value, int):
        raise Undefined(f"{what} is not a whole number here")
    return value


def rounded(value: Value, how: Callable[[int | Fraction], int]) -> int:
    """A value rounded to a whole number.

    Parameters
    ----------
    value : Value
        Number.
    how : callable
        Rounding, such as ``math.floor``.

    Returns
    -------
    int
        The whole number.

    Raises
    ------
    Undefined
        If the ends of an enclosure are rounded to different numbers.
    """
    low, high = map(how, ends(value))
    if low != high:
        raise Undefined("the number to round cannot be told from a whole number")
    return low


def modulo(a: Value, b: Value) -> Value:
    """The remainder ``a - b*floor(a/b)``.

    Parameters
    ----------
    a : Value
        Dividend.
    b : Value
        Divisor.

    Returns
    -------
    Value
        Exact remainder, or an enclosure of it.
    """
    return add(a, negate(multiply(b, rounded(divide(a, b), math.floor))))


def binomial(n: Value, k: Value, budget: Budget, column: int) -> int:
    """Number of ways to choose k of n things: 0 unless 0 <= k <= n.

    Parameters
    ----------
    n : Value
        Number of things.
    k : Value
        Number of chosen things.
    budget : Budget
        Remaining work, size of numbers and terms; it refuses what exceeds them.
    column : int
        Index of the character in the text, for error messages.

    Returns
    -------
    int
        Binomial coefficient.

    Raises
    ------
    Undefined
        If n is negative or one of the numbers is not whole.
    """
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
    """The factorial of a whole number.

    Parameters
    ----------
    n : Value
        Whole number, 0 or more.
    budget : Budget
        Remaining work, size of numbers and terms; it refuses what exceeds them.
    column : int
        Index of the character in the text, for error messages.

    Returns
    -------
    int
        Factorial.

    Raises
    ------
    Undefined
        If the number is negative or not whole.
    """
    number = whole(n, "the argument of factorial")
    if number < 0:
        raise Undefined("factorial of a negative number")
    budget.bits(number * number.bit_length() * 2 // 3, column)
    return math.factorial(number)


def fibonacci(n: Value, lucas: bool, budget: Budget, column: int) -> int:
    """A Fibonacci number, F_1 = F_2 = 1, or a Lucas number, L_1 = 1 and L_2 = 3, by doubling.

    Parameters
    ----------
    n : Value
        Index, a whole number, 0 or more.
    lucas : bool
        Whether it is a Lucas number.
    budget : Budget
        Remaining work, size of numbers and terms; it refuses what exceeds them.
    column : int
        Index of the character in the text, for error messages.

    Returns
    -------
    int
        The number.

    Raises
    ------
    Undefined
        If the index is negative or not whole.
    """
    index = whole(n, "the index of a Fibonacci or Lucas number")
    if index < 0:
        raise Undefined("Fibonacci or Lucas number of a negative index")
    budget.bits(index, column)
    here, following = 0, 1
    for digit in bin(index)[2:]:
        here, following = here * (2 * following - here), here * here + following * following
        if digit == "1":
            here, following = following, here + following
    return 2 * following - here if lucas else here


def harmonic(n: Value, budget: Budget, column: int) -> Value:
    """A harmonic number, 1 + 1/2 + ... + 1/n.

    Parameters
    ----------
    n : Value
        Number of terms, 0 or more.
    budget : Budget
        Remaining work, size of numbers and terms; it refuses what exceeds them.
    column : int
        Index of the character in the text, for error messages.

    Returns
    -------
    Value
        The exact number.

    Raises
    ------
    Undefined
        If the number of terms is negative or not whole.
    """
    terms = whole(n, "the index of a harmonic number")
    if terms < 0:
        raise Undefined("harmonic number of a negative index")
    budget.bits(3 * terms, column)
    budget.work(column, terms + (terms // 60) ** 2)
    return sum((Fraction(1, k) for k in range(1, terms + 1)), Fraction(0))


def log(number: Value, base: Value | None = None) -> Value:
    """A logarithm.

    Parameters
    ----------
    number : Value
        Positive number.
    base : Value or None, optional
        Positive base other than 1; natural logarithm if None.

    Returns
    -------
    Value
        Exact logarithm if it is rational, otherwise an enclosure.

    Raises
    ------
    Undefined
        If a number is not positive, or the base is 1 or cannot be told from 1.
    """
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
    """The minimum or maximum of several values.

    Parameters
    ----------
    values : list of Value
        Values to compare.
    pick : callable
        ``min`` or ``max``.

    Returns
    -------
    Value
        Exact extreme value, or an enclosure of it.
    """
    bounds = [ends(value) for value in values]
    return enclose(pick(low for low, _ in bounds), pick(high for _, high in bounds))


def absolute(value: Value) -> Value:
    """The absolute value."""
    low, high = ends(value)
    return enclose(Fraction(0), -low, high) if low < 0 < high else enclose(abs(low), abs(high))
