"""Exact numbers of any length as text: the limit of Python on digits lifted, and short forms for displays."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction

DIGITS_SHOWN, ENDS_SHOWN = 60, 20


@contextmanager
def long_numbers() -> Iterator[None]:
    """Allow texts of integers with more than 4300 digits, which exact values of large populations need."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def decimal(text: str) -> str:
    """A decimal approximation of an exact number given as text.

    >>> decimal("256/63"), decimal(f"{10**400}/3")
    ('4.06349', '3.33333e+399')
    """
    with long_numbers():
        value = Fraction(text)
        try:
            near = value.numerator / value.denominator
        except OverflowError:
            near = 0.0
        if near or not value:
            return f"{near:.6g}"
        return f"{Decimal(value.numerator) / Decimal(value.denominator):.6g}"  # of exponents that floats lack


def shortened(value: object) -> str:
    """A number as text; of a long one the first and the last digits.

    >>> shortened("1/3"), shortened(10**99)
    ('1/3', '10000000000000000000...00000000000000000000')
    """
    text = str(value)
    return text if len(text) <= DIGITS_SHOWN else f"{text[:ENDS_SHOWN]}...{text[-ENDS_SHOWN:]}"


def with_decimal(value: object) -> str:
    """An exact number, followed by its decimal value if it is no integer; of a long one the decimal value alone.

    >>> with_decimal("64/21"), with_decimal("6"), with_decimal(f"{10**99}/7")
    ('64/21 = 3.04762', '6', '1.42857e+98')
    """
    text = str(value)
    if "/" not in text:
        return shortened(text)
    return f"{text} = {decimal(text)}" if len(text) <= DIGITS_SHOWN else decimal(text)
