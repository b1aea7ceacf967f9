"""Limits on the evaluation of one formula: work, size of numbers, terms of a sum.

Work is counted, not timed, so that a refusal depends neither on the machine nor on its load. Several evaluations for
one answer also share a time limit.
"""

from fractions import Fraction

from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.formula.tokens import FormulaError

MOST_WORK = 400_000  # operations on small numbers: about half a second
MOST_BITS = 100_000
MOST_TERMS = 100_000
LARGEST_EXPONENT = 1000  # written out in a formula
WORK_BETWEEN_LOOKS = 10_000  # at the clock


class TooExpensive(FormulaError):
    """A value that takes more work, or has more bits, than one evaluation may have."""


class Budget:
    """Remaining work of one evaluation; beyond it a TooExpensive error points at the part that is too expensive.

    >>> Budget("2^(10^9)").bits(10**9, column=1)
    Traceback (most recent call last):
        ...
    netlemma.checks.formula.budget.TooExpensive: column 2: a number of more than 100000 bits comes up here
    """

    def __init__(self, text: str, time: TimeBudget | None = None) -> None:
        self.text = text
        self.left = MOST_WORK
        self.time = time or TimeBudget()
        self._look = MOST_WORK

    def work(self, column: int, amount: int = 1) -> None:
        """Subtract operations from the remaining work.

        Parameters
        ----------
        column : int
            Index of the character in the text, for error messages.
        amount : int, default 1
            Number of operations on small numbers.

        Raises
        ------
        TooExpensive
            If no work is left.
        OutOfTime
            If no time is left for the answer.
        """
        self.left -= amount
        if self.left < self._look:
            self._look = self.left - WORK_BETWEEN_LOOKS
            self.time.require()
        if self.left < 0:
            raise TooExpensive(f"the evaluation takes more than {MOST_WORK:,} operations", self.text, column)

    def bits(self, bits: int, column: int) -> None:
        """Count the computation of a large number; fractions of such numbers take quadratic time.

        Parameters
        ----------
        bits : int
            Approximate number of bits.
        column : int
            Index of the character in the text, for error messages.

        Raises
        ------
        TooExpensive
            If the number has too many bits or no work is left.
        """
        if bits > MOST_BITS:
            raise TooExpensive(f"a number of more than {MOST_BITS} bits comes up here", self.text, column)
        self.work(column, bits // 1000 + (bits // 4000) ** 2)

    def terms(self, count: int, column: int) -> None:
        """Check the length of a sum before its evaluation.

        Parameters
        ----------
        count : int
            Number of terms.
        column : int
            Index of the character in the text, for error messages.

        Raises
        ------
        TooExpensive
            If the sum has too many terms.
        """
        if count > MOST_TERMS:
            raise TooExpensive(f"a sum of more than {MOST_TERMS} terms is too long to evaluate", self.text, column)


def size_in_bits(value: int | Fraction) -> int:
    """Bits of numerator and denominator together."""
    return value.numerator.bit_length() + value.denominator.bit_length()
