"""Necklaces: words up to rotation, counted by the words that each rotation fixes."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import ClassVar, TypeVar

import sympy as sp

from netlemma.derive.algebra.expressions.bounded_runs import IntegerFunction
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require

_i = sp.Symbol("i", integer=True)
Word = TypeVar("Word", tuple[int, ...], bytes)


class GreatestDivisor(IntegerFunction):
    """``GreatestDivisor(i, n)``: the greatest common divisor of two integers."""

    nargs = 2

    @staticmethod
    def at(i: int, n: int) -> int:  # type: ignore[override]
        return math.gcd(i, n)


def rotations(word: Word) -> Iterable[Word]:
    """All rotations of a word, itself first.

    Examples
    --------
    >>> list(rotations((0, 0, 1)))
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    return (word[i:] + word[:i] for i in range(len(word)))


@cache
def least_rotation(word: Word) -> Word:
    """The lexicographically first rotation of a word, which names its necklace.

    Examples
    --------
    >>> least_rotation((1, 0, 1, 0, 0))
    (0, 0, 1, 0, 1)
    """
    return min(rotations(word))


def necklaces(n: sp.Expr, radix: sp.Expr) -> sp.Expr:
    """The number of necklaces of n letters, as a finite sum over rotations.

    Parameters
    ----------
    n : Expr
        Word length.
    radix : Expr
        Number of letters of the alphabet.

    Returns
    -------
    Expr
        Finite sum.

    References
    ----------
    W. Burnside, Theory of Groups of Finite Order, 1897: the lemma on orbits.
    """
    return sp.Sum(radix ** GreatestDivisor(_i, n), (_i, 1, n)) / n


@dataclass(frozen=True)
class Burnside(Proof):
    """The number of orbits of words under rotation, by the words that each rotation fixes.

    The number of words up to the rotations of a group of n is the mean number of words fixed by a rotation (Burnside's
    lemma). The rotation by i letters fixes the words whose letters agree along each of its gcd(i, n) cycles. The result
    is compared with all words of small sizes, rotation by rotation.
    """

    counted: sp.Expr
    length: sp.Expr
    radix: sp.Symbol
    small: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "Burnside's lemma"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        total = necklaces(self.length, self.radix)
        require(before.has(self.counted), f"{self.counted} does not occur")
        require(before.xreplace({self.counted: total}) == after, "not the words fixed by a rotation, on average")
        require(len(self.small) >= 3, "too few sizes are compared")
        for size in self.small:
            n, letters = int(evaluate(self.length, size)), size[self.radix]
            words = list(product(range(letters), repeat=n))
            for i in range(1, n + 1):
                fixed = sum(word[i:] + word[:i] == word for word in words)
                require(fixed == letters ** math.gcd(i, n), f"rotation by {i} of {n} fixes {fixed} words of {letters}")
            orbits = len({least_rotation(word) for word in words})
            require(evaluate(total, size) == orbits, f"there are {orbits} necklaces at {size}")

    def describe(self) -> list[str]:
        return [
            "orbits of a group are as many as the words fixed by one of its elements, on average",
            "the rotation by i fixes the words whose letters agree along each of its gcd(i, n) cycles; compared at small sizes",
        ]
