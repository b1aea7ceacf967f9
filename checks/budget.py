"""What the evaluation of one formula may cost: processor time, size of numbers, terms of a sum."""

from __future__ import annotations

import time
from fractions import Fraction

from checks.tokens import FormulaError

MOST_SECONDS = 0.5
MOST_BITS = 100_000
MOST_TERMS = 100_000
LARGEST_EXPONENT = 1000  # written out in a formula


class Budget:
    """Counts down while one formula is evaluated, and refuses with FormulaError, which points at the culprit.

    >>> Budget("2^(10^9)").bits(10**9, column=1)
    Traceback (most recent call last):
        ...
    checks.tokens.FormulaError: column 2: a number of more than 100000 bits comes up here
    """

    def __init__(self, text: str, seconds: float = MOST_SECONDS) -> None:
        self.text = text
        self.seconds = seconds
        self.deadline = time.thread_time() + seconds

    def time(self, column: int) -> None:
        """One more operation."""
        if time.thread_time() > self.deadline:
            raise FormulaError(f"the evaluation takes more than {self.seconds:g} s", self.text, column)

    def bits(self, bits: int, column: int) -> None:
        """A number of about so many bits is about to be computed."""
        if bits > MOST_BITS:
            raise FormulaError(f"a number of more than {MOST_BITS} bits comes up here", self.text, column)

    def terms(self, count: int, column: int) -> None:
        """A sum of so many terms is about to be evaluated."""
        if count > MOST_TERMS:
            raise FormulaError(f"a sum of more than {MOST_TERMS} terms is too long to evaluate", self.text, column)


def size_in_bits(value: int | Fraction) -> int:
    """Bits of numerator and denominator together."""
    return value.numerator.bit_length() + value.denominator.bit_length()
