"""Real numbers that are not exact, as two rational numbers that enclose them.

A rational logarithm or root is returned exactly. Otherwise it is an `Enclosure`. A comparison of enclosures only says
that two numbers differ, if their enclosures are disjoint, or leaves the question open; it never says that they are
equal.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

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

    Parameters
    ----------
    a : Value
        First value.
    b : Value
        Second value.

    Returns
    -------
    int or None
        -1, 0 or 1 if ``a`` is less than, equal to or greater than ``b``; None if the enclosures overlap.

    Examples
    --------
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

    Parameters
    ----------
    number : int
        At least 2.
    base : int
        At least 2.

    Returns
    -------
    Fraction or None
        Rational logarithm, or None if it is irrational; by Euclid's algorithm on the exponents.

    Examples
    --------
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

    Parameters
    ----------
    number : Exact
        Positive number.
    base : Exact or None, optional
        Positive base other than 1; natural logarithm if None.

    Returns
    -------
    Value
        Exact logarithm if it is rational, otherwise an enclosure.

    Examples
    --------
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

    Parameters
    ----------
    number : int
        Number, 0 or more.
    degree : int
        Degree of the root, 1 or more.

    Returns
    -------
    int
        Largest integer whose power does not exceed the number.

    Examples
    --------
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

    Parameters
    ----------
    base : Value
        Positive number.
    exponent : Value
        Real exponent.

    Returns
    -------
    Value
        Exact if the base is rational and has the required root, otherwise an enclosure.

    Examples
    --------
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
