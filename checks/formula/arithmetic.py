"""Exact arithmetic for users' formulas within a budget: enclosures of irrational numbers, and numbers a + b*sqrt(d)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from netlemma.checks.base.time_budget import TimeBudget
from netlemma.errors import TooExpensive, Undefined

# Real numbers that are not exact, as two rational numbers that enclose them.
#
# A rational logarithm or root is returned exactly. Otherwise it is an `Enclosure`. A comparison of enclosures only says
# that two numbers differ, if their enclosures are disjoint, or leaves the question open; it never says that they are
# equal.


PRECISION = 256
MOST_DIGITS = 60  # of a whole number that is shown in full
SHOWN_DIGITS = 12

Exact = int | Fraction


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A real number between two rational numbers, ``lo < hi``.

    >>> Enclosure(Fraction(1), Fraction(2))
    Enclosure(about 1.5)
    """

    lo: Fraction
    hi: Fraction

    def __repr__(self) -> str:
        from mpmath import mp

        middle = (self.lo + self.hi) / 2
        return f"Enclosure(about {mp.nstr(mp.mpf(middle.numerator) / middle.denominator, 12)})"


Value = int | Fraction | Enclosure


def ends(value: Value) -> tuple[Fraction, Fraction]:
    """A lower and an upper bound of the value."""
    return (value.lo, value.hi) if isinstance(value, Enclosure) else (Fraction(value), Fraction(value))


def order(a: Value, b: Value) -> int | None:
    """Compare two values.

    >>> order(Fraction(1, 2), 1), order(logarithm(2), Fraction(7, 10)), order(logarithm(2), logarithm(2))
    (-1, -1, None)
    """
    if not isinstance(a, Enclosure) and not isinstance(b, Enclosure):
        return (a > b) - (a < b)
    (low_a, high_a), (low_b, high_b) = ends(a), ends(b)
    return -1 if high_a < low_b else 1 if high_b < low_a else None


def enclose(*candidates: Fraction) -> Value:
    """The narrowest enclosure of all candidates, its ends rounded outwards to a limited number of digits."""
    low, high = min(candidates), max(candidates)
    if low == high:
        return low
    scale = 2 ** max(0, PRECISION - math.floor(max(abs(low), abs(high))).bit_length())
    return Enclosure(Fraction(math.floor(low * scale), scale), Fraction(math.ceil(high * scale), scale))


def integer_log(number: int, base: int) -> Fraction | None:
    """The logarithm of an integer to an integer base, if it is rational.

    >>> integer_log(8, 4), integer_log(12, 4)
    (Fraction(3, 2), None)
    """
    if number < base:
        inverse = integer_log(base, number)
        return None if inverse is None else 1 / inverse
    power = max(1, int(math.log(number) / math.log(base)))
    while base**power > number:
        power -= 1
    rest, remainder = divmod(number, base**power)
    if remainder:
        return None
    while rest % base == 0:
        rest //= base
        power += 1
    if rest == 1:
        return Fraction(power)
    if rest > base:
        return None
    fraction = integer_log(rest, base)
    return None if fraction is None else power + fraction


def logarithm(number: Exact, base: Exact | None = None) -> Value:
    """The logarithm of a positive number.

    >>> logarithm(Fraction(1, 8), 2), logarithm(1), logarithm(3, 2)
    (Fraction(-3, 1), 0, Enclosure(about 1.58496250072))
    """
    if number == 1:
        return 0
    if base is not None:
        exact = _rational_log(Fraction(number), Fraction(base))
        if exact is not None:
            return exact
    from mpmath.libmp import mpi_div, mpi_log

    value = mpi_log(_interval(number), PRECISION)
    return _value(value if base is None else mpi_div(value, mpi_log(_interval(base), PRECISION), PRECISION))


def _rational_log(number: Fraction, base: Fraction) -> Fraction | None:
    if (number > 1) != (base > 1):
        negated = _rational_log(1 / number, base)
        return None if negated is None else -negated
    found = []
    for n, b in ((number.numerator, base.numerator), (number.denominator, base.denominator)):
        if (n == 1) != (b == 1):
            return None
        if n != 1:
            found.append(integer_log(n, b))
    return found[0] if len(set(found)) == 1 else None


def integer_root(number: int, degree: int) -> int:
    """The integer part of a root, by Newton's method from above.

    >>> integer_root(27, 3), integer_root(26, 3)
    (3, 2)
    """
    if number < 2 or degree == 1:
        return number
    if degree >= number.bit_length():
        return 1
    root = 1 << -(-number.bit_length() // degree)
    while True:
        better = ((degree - 1) * root + number // root ** (degree - 1)) // degree
        if better >= root:
            return root
        root = better


def real_power(base: Value, exponent: Value) -> Value:
    """A positive number to any real exponent.

    >>> real_power(Fraction(4, 9), Fraction(3, 2)), real_power(2, Fraction(1, 2))
    (Fraction(8, 27), Enclosure(about 1.41421356237))
    """
    if isinstance(exponent, Fraction) and not isinstance(base, Enclosure):
        base, degree = Fraction(base), exponent.denominator
        roots = integer_root(base.numerator, degree), integer_root(base.denominator, degree)
        if roots[0] ** degree == base.numerator and roots[1] ** degree == base.denominator:
            return Fraction(*roots) ** exponent.numerator
    from mpmath.libmp import mpi_exp, mpi_log, mpi_mul

    logs = mpi_log(_interval(base), PRECISION)
    return _value(mpi_exp(mpi_mul(_interval(exponent), logs, PRECISION), PRECISION))


def _interval(value: Value) -> Any:
    """An mpmath interval that contains the value."""
    from mpmath.libmp import from_rational, round_ceiling, round_floor

    low, high = map(Fraction, ends(value))
    return (
        from_rational(low.numerator, low.denominator, PRECISION, round_floor),
        from_rational(high.numerator, high.denominator, PRECISION, round_ceiling),
    )


def _value(interval: Any) -> Value:
    from mpmath.libmp import to_rational

    return enclose(*(Fraction(*to_rational(end)) for end in interval))


def value_text(value: Fraction | Enclosure) -> str:
    """A value as text; an enclosure by its ends, and long numbers by their first digits.

    >>> value_text(Fraction(5, 3)), value_text(Fraction(10**5000, 3))
    ('5/3', '100000000000... (5001 digits)/3')
    """
    if isinstance(value, Enclosure):
        low, high = (decimal_text(end) for end in (value.lo, value.hi))
        return f"about {low}" if low == high else f"between {low} and {high}"
    numerator = whole_text(value.numerator)
    return numerator if value.denominator == 1 else f"{numerator}/{whole_text(value.denominator)}"


def whole_text(number: int) -> str:
    """A whole number; of a long one its first digits, and how many digits it has.

    >>> whole_text(-12), whole_text(7**300)
    ('-12', '338385702007... (254 digits)')
    """
    if abs(number) < 10**MOST_DIGITS:
        return str(number)
    sign, number = "-" * (number < 0), abs(number)
    digits = int(number.bit_length() * math.log10(2)) + 1
    digits += (number >= 10**digits) - (number < 10 ** (digits - 1))
    return f"{sign}{number // 10 ** (digits - SHOWN_DIGITS)}... ({digits} digits)"


def decimal_text(value: Fraction) -> str:
    """A rational number with twelve significant digits, however large or small it is.

    >>> decimal_text(Fraction(10) ** 400 / 3), decimal_text(Fraction(3, 2))
    ('3.33333333333e+399', '1.5')
    """
    from mpmath import mp

    return str(mp.nstr(mp.mpf(value.numerator) / value.denominator, SHOWN_DIGITS))


# Exact numbers a + b*sqrt(d), so that formulas with square roots, such as Binet's, have exact values where they are rational.


@dataclass(frozen=True, slots=True, repr=False)
class Surd(Enclosure):
    """An irrational number ``rational + factor*sqrt(radicand)`` with an enclosure of it.

    >>> golden = surd(Fraction(1, 2), Fraction(1, 2), 5)
    >>> golden, surd_product(golden, surd(Fraction(1, 2), Fraction(-1, 2), 5))
    (Enclosure(about 1.61803398875), Fraction(-1, 1))
    """

    rational: Fraction
    factor: Fraction
    radicand: int

    def __repr__(self) -> str:
        return repr(Enclosure(self.lo, self.hi))


def surd(rational: Fraction, factor: Fraction, radicand: int) -> Value:
    """The number ``rational + factor*sqrt(radicand)``."""
    if not factor:
        return rational
    scale = 1 << PRECISION + max(abs(factor.numerator).bit_length(), abs(rational.numerator).bit_length())
    root = math.isqrt(radicand * scale * scale)
    near = enclose(*(rational + factor * Fraction(end, scale) for end in (root, root + 1)))
    low, high = ends(near)
    return Surd(low, high, rational, factor, radicand)


def square_root(number: Exact) -> Value:
    """The square root of a positive number.

    >>> square_root(Fraction(1, 5)).factor, square_root(Fraction(1, 5)).radicand, square_root(Fraction(4, 9))
    (Fraction(1, 5), 5, Fraction(2, 3))
    """
    exact = Fraction(number)
    inside = exact.numerator * exact.denominator
    root = math.isqrt(inside)
    if root * root == inside:
        return Fraction(root, exact.denominator)
    return surd(Fraction(0), Fraction(1, exact.denominator), inside)


def _parts(value: Value, radicand: int) -> tuple[Fraction, Fraction] | None:
    """A number as ``a + b*sqrt(radicand)``; None if it is no such number."""
    if not isinstance(value, Enclosure):
        return Fraction(value), Fraction(0)
    if not isinstance(value, Surd):
        return None
    both = value.radicand * radicand
    root = math.isqrt(both)
    return (value.rational, value.factor * Fraction(root, radicand)) if root * root == both else None


def _alike(a: Value, b: Value) -> tuple[Fraction, Fraction, Fraction, Fraction, int] | None:
    """Two numbers, one of them a Surd, with the same root; None if there are no such."""
    radicand = a.radicand if isinstance(a, Surd) else b.radicand if isinstance(b, Surd) else 0
    first, second = (_parts(a, radicand), _parts(b, radicand)) if radicand else (None, None)
    return (*first, *second, radicand) if first and second else None


def surd_sum(a: Value, b: Value) -> Value | None:
    """The sum of two numbers with the same root."""
    found = _alike(a, b)
    if found is None:
        return None
    w, x, y, z, radicand = found
    return surd(w + y, x + z, radicand)


def surd_product(a: Value, b: Value) -> Value | None:
    """The product of two numbers with the same root."""
    found = _alike(a, b)
    if found is None:
        return None
    w, x, y, z, radicand = found
    return surd(w * y + x * z * radicand, w * z + x * y, radicand)


def surd_inverse(a: Value) -> Value | None:
    """The reciprocal of a Surd; None of another number."""
    if not isinstance(a, Surd):
        return None
    norm = a.rational**2 - a.factor**2 * a.radicand
    return surd(a.rational / norm, -a.factor / norm, a.radicand)


def surd_power(a: Surd, exponent: int) -> Value:
    """A power of a Surd, by squaring."""
    w, x, y, z = Fraction(1), Fraction(0), a.rational, a.factor
    for digit in bin(exponent)[2:]:
        w, x = w * w + x * x * a.radicand, 2 * w * x
        if digit == "1":
            w, x = w * y + x * z * a.radicand, w * z + x * y
    return surd(w, x, a.radicand)


# Limits on the evaluation of one formula: work, size of numbers, terms of a sum.
#
# Work is counted, not timed, so that a refusal depends neither on the machine nor on its load. Several evaluations for
# one answer also share a time limit.


MOST_WORK = 400_000  # operations on small numbers: about half a second
MOST_BITS = 100_000
MOST_TERMS = 100_000
LARGEST_EXPONENT = 1000  # written out in a formula
WORK_BETWEEN_LOOKS = 10_000  # at the clock


class Budget:
    """Remaining work of one evaluation; beyond it a TooExpensive error points at the part that is too expensive.

    >>> Budget("2^(10^9)").bits(10**9, column=1)
    Traceback (most recent call last):
        ...
    netlemma.errors.TooExpensive: column 2: a number of more than 100000 bits comes up here
    """

    def __init__(self, text: str, time: TimeBudget | None = None) -> None:
        self.text = text
        self.left = MOST_WORK
        self.time = time or TimeBudget()
        self._look = MOST_WORK

    def work(self, column: int, amount: int = 1) -> None:
        """Subtract operations from the remaining work."""
        self.left -= amount
        if self.left < self._look:
            self._look = self.left - WORK_BETWEEN_LOOKS
            self.time.require()
        if self.left < 0:
            raise TooExpensive(f"the evaluation takes more than {MOST_WORK:,} operations", self.text, column)

    def bits(self, bits: int, column: int) -> None:
        """Count the computation of a large number; fractions of such numbers take quadratic time."""
        if bits > MOST_BITS:
            raise TooExpensive(f"a number of more than {MOST_BITS} bits comes up here", self.text, column)
        self.work(column, bits // 1000 + (bits // 4000) ** 2)

    def terms(self, count: int, column: int) -> None:
        """Check the length of a sum before its evaluation."""
        if count > MOST_TERMS:
            raise TooExpensive(f"a sum of more than {MOST_TERMS} terms is too long to evaluate", self.text, column)


def size_in_bits(value: int | Fraction) -> int:
    """Bits of numerator and denominator together."""
    return value.numerator.bit_length() + value.denominator.bit_length()


# Exact arithmetic for users' formulas, with enclosures of irrational numbers.
#
# Each operation first makes sure that its result is not too large to compute.


def simplest(value: Value) -> Value:
    """A whole Fraction as an int: integers compute several times as fast."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def add(a: Value, b: Value) -> Value:
    """The sum of two values."""
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
    """The product of two values."""
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        if (exact := surd_product(a, b)) is not None:
            return exact
        return enclose(*(x * y for x in ends(a) for y in ends(b)))
    return a * b


def divide(a: Value, b: Value) -> Value:
    """The quotient of two values."""
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
    """A power; ``x^0 = 1`` also for x = 0, as in sums of powers."""
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
    """The value as an integer."""
    value = simplest(value)
    if not isinstance(value, int):
        raise Undefined(f"{what} is not a whole number here")
    return value


def rounded(value: Value, how: Callable[[int | Fraction], int]) -> int:
    """A value rounded to a whole number."""
    low, high = map(how, ends(value))
    if low != high:
        raise Undefined("the number to round cannot be told from a whole number")
    return low


def modulo(a: Value, b: Value) -> Value:
    """The remainder ``a - b*floor(a/b)``."""
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
    """The factorial of a whole number."""
    number = whole(n, "the argument of factorial")
    if number < 0:
        raise Undefined("factorial of a negative number")
    budget.bits(number * number.bit_length() * 2 // 3, column)
    return math.factorial(number)


def fibonacci(n: Value, lucas: bool, budget: Budget, column: int) -> int:
    """A Fibonacci number, F_1 = F_2 = 1, or a Lucas number, L_1 = 1 and L_2 = 3, by doubling."""
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
    """A harmonic number, 1 + 1/2 + ... + 1/n."""
    terms = whole(n, "the index of a harmonic number")
    if terms < 0:
        raise Undefined("harmonic number of a negative index")
    budget.bits(3 * terms, column)
    budget.work(column, terms + (terms // 60) ** 2)
    return sum((Fraction(1, k) for k in range(1, terms + 1)), Fraction(0))


def log(number: Value, base: Value | None = None) -> Value:
    """A logarithm."""
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
    """The minimum or maximum of several values."""
    bounds = [ends(value) for value in values]
    return enclose(pick(low for low, _ in bounds), pick(high for _, high in bounds))


def absolute(value: Value) -> Value:
    """The absolute value."""
    low, high = ends(value)
    return enclose(Fraction(0), -low, high) if low < 0 < high else enclose(abs(low), abs(high))
