"""Words counted by the pattern of their equal letters, as polynomials in the number f of letters.

The pattern of a word renames its letters 0, 1, 2, ... in order of first occurrence. A property that depends only on
which letters are equal is the same for all words of a pattern, and a pattern of j letters has f (f-1) ... (f-j+1)
words. So a count of words of fixed length is a polynomial in f that holds for every f, by finitely many patterns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import pairwise

import sympy as sp

LetterPattern = tuple[int, ...]
radix = sp.Symbol("f", integer=True, positive=True)


def patterns(n: int) -> Iterator[LetterPattern]:
    """The patterns of all words of n letters.

    Examples
    --------
    >>> list(patterns(3))
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2)]
    """
    word = [0] * n
    used = [0] * (n + 1)  # used[i]: letters before place i
    place = 0
    fresh = [0] * n
    while place >= 0:
        if place == n:
            yield tuple(word)
            place -= 1
        elif fresh[place] <= used[place]:
            word[place] = fresh[place]
            used[place + 1] = max(used[place], word[place] + 1)
            fresh[place] += 1
            place += 1
            if place < n:
                fresh[place] = 0
        else:
            place -= 1


def pattern(word: LetterPattern) -> LetterPattern:
    """The pattern of a word.

    Examples
    --------
    >>> pattern((4, 2, 4, 7))
    (0, 1, 0, 2)
    """
    names: dict[int, int] = {}
    return tuple(names.setdefault(letter, len(names)) for letter in word)


def letters(word: LetterPattern) -> int:
    """The number of letters of a pattern."""
    return max(word, default=-1) + 1


@dataclass
class Count:
    """A number of words, by the number of their letters besides ``known`` ones: a polynomial in f.

    >>> count = Count(1)
    >>> count.add(2); count.add(3, 5)
    >>> count.polynomial().as_expr()
    5*f**2 - 14*f + 9
    """

    known: int = 0
    by_letters: dict[int, int] = field(default_factory=dict)

    def add(self, all_letters: int, times: int = 1) -> None:
        """Count the words of a pattern.

        Parameters
        ----------
        all_letters : int
            Number of letters of the pattern, the known ones included.
        times : int, default 1
            Multiplicity.
        """
        self.by_letters[all_letters] = self.by_letters.get(all_letters, 0) + times

    def polynomial(self) -> sp.Poly:
        """The number of words, for every f >= ``known``."""
        most = max(self.by_letters, default=0)
        coefficients = [0] * (max(most - self.known, 0) + 1)
        for j in range(self.known, most + 1):
            times = self.by_letters.get(j, 0)
            for power, coefficient in enumerate(falling(self.known, j)):
                coefficients[power] += times * coefficient
        return sp.Poly.from_list(coefficients[::-1], radix)


@cache
def falling(known: int, j: int) -> tuple[int, ...]:
    """The coefficients of (f - known) (f - known - 1) ... (f - j + 1), the constant one first.

    Parameters
    ----------
    known : int
        Number of known letters.
    j : int
        Number of all letters.

    Returns
    -------
    tuple of int
        Coefficients.

    Examples
    --------
    >>> falling(1, 3)
    (2, -3, 1)
    """
    if j == known:
        return (1,)
    fewer = falling(known, j - 1)
    return tuple(up - (j - 1) * same for up, same in zip((0, *fewer), (*fewer, 0), strict=True))


def interpolated(values: Sequence[Fraction]) -> sp.Poly:
    """The polynomial in f of least degree with these values at f = 1, 2, ..., by Newton's divided differences.

    Examples
    --------
    >>> interpolated([Fraction(1), Fraction(4), Fraction(9), Fraction(16)])
    Poly(f**2, f, domain='ZZ')
    """
    coefficients = [Fraction(0)] * len(values)
    differences, ways = list(values), Fraction(1)
    for j in range(1, len(values) + 1):
        for power, coefficient in enumerate(falling(1, j)):
            coefficients[power] += differences[0] / ways * coefficient
        differences = [after - before for before, after in pairwise(differences)]
        ways *= j
    return sp.Poly.from_list([sp.Rational(c.numerator, c.denominator) for c in reversed(coefficients)], radix)
