"""What the evaluation of one formula may cost: work, size of numbers, terms of a sum.

Work is counted, not timed, so that what is refused depends neither on the machine nor on what else runs on it.
"""

from __future__ import annotations

from fractions import Fraction

from checks.formula.tokens import FormulaError

MOST_WORK = 400_000  # operations on small numbers: about half a second
MOST_BITS = 100_000
MOST_TERMS = 100_000
LARGEST_EXPONENT = 1000  # written out in a formula


class Budget:
    """Counts down while one formula is evaluated, and refuses with FormulaError, which points at the culprit.

    >>> Budget("2^(10^9)").bits(10**9, column=1)
    Traceback (most recent call last):
        ...
    checks.formula.tokens.FormulaError: column 2: a number of more than 100000 bits comes up here
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = MOST_WORK

    def work(self, column: int, amount: int = 1) -> None:
        """One more operation, or as much work as so many."""
        self.left -= amount
        if self.left < 0:
            raise FormulaError(f"the evaluation takes more than {MOST_WORK:,} operations", self.text, column)

    def bits(self, bits: int, column: int) -> None:
        """A number of about so many bits is computed: fractions of such numbers take quadratic time."""
        if bits > MOST_BITS:
            raise FormulaError(f"a number of more than {MOST_BITS} bits comes up here", self.text, column)
        self.work(column, bits // 1000 + (bits // 4000) ** 2)

    def terms(self, count: int, column: int) -> None:
        """A sum of so many terms is about to be evaluated."""
        if count > MOST_TERMS:
            raise FormulaError(f"a sum of more than {MOST_TERMS} terms is too long to evaluate", self.text, column)


def size_in_bits(value: int | Fraction) -> int:
    """Bits of numerator and denominator together."""
    return value.numerator.bit_length() + value.denominator.bit_length()
