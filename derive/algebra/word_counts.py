"""Numbers of words: by runs of a letter, by their longest border, up to rotation, and by the pattern of their equal letters."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import ClassVar, TypeVar

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.proof import Proof, require

# Word counts with bounded runs: the combinatorics of marked positions around a cycle.
#
# A word of length m over R letters stands for the digits of an arc of a cycle; the letter 0 is an unmarked place, the
# others are marked. BoundedRuns counts the words whose runs of the letter 0 are at most g long,
# LongestRuns and UnmarkedInLongest those whose longest such run is exactly g and occurs exactly c
# times.


class IntegerFunction(sp.Function):
    """A function of integers that is computed from tables; with symbolic arguments it stays unevaluated."""

    @classmethod
    def eval(cls, *args: sp.Expr) -> sp.Expr | None:
        """The value for integer arguments, None for others (SymPy's hook)."""
        if all(isinstance(x, sp.Integer) for x in args):
            return sp.Integer(cls.at(*map(int, args)))
        return None

    @staticmethod
    def at(*args: int) -> int:
        """The value at integers."""
        raise NotImplementedError


@cache
def bounded_runs_row(g: int, radix: int, length: int) -> list[int]:
    """The numbers of words of length 0..length whose runs of 0 are at most g long.

    A word violates the bound for the first time at its end if it ends in exactly g + 1 zeros after a good word that
    ends in another letter; hence ``W(m) = R W(m-1) - (R-1) W(m-g-2)``.

    >>> bounded_runs_row(1, 2, 5)
    [1, 2, 3, 5, 8, 13]
    """
    row: list[int] = []
    for m in range(length + 1):
        if m <= g:
            row.append(radix**m)
        elif m == g + 1:
            row.append(radix * row[m - 1] - 1)
        else:
            row.append(radix * row[m - 1] - (radix - 1) * row[m - g - 2])
    return row


class BoundedRuns(IntegerFunction):
    """``BoundedRuns(m, g, R)``: words of length m over R letters whose runs of the letter 0 are at most g long.

    There are none for g < 0 or m < 0.

    >>> BoundedRuns(4, 1, 2), BoundedRuns(3, -1, 2)
    (8, 0)
    """

    nargs = 3

    @staticmethod
    def at(m: int, g: int, radix: int) -> int:  # type: ignore[override]
        return 0 if g < 0 or m < 0 else bounded_runs_row(min(g, m), radix, m)[m]


RunCounts = dict[tuple[int, int], tuple[int, int]]


@cache
def longest_runs(m: int, radix: int) -> RunCounts:
    """Numbers of words by length and number of their longest runs of 0: ``(g, c) -> (words, zeros)``.

    Of length m, ``words`` words have c longest runs of 0, each of length g; together they have ``zeros`` zeros. For g =
    0 the number of runs of length zero is m + 1, one at each end of a letter.

    >>> longest_runs(2, 2)
    {(2, 1): (1, 2), (1, 1): (2, 2), (0, 3): (1, 0)}
    """
    found: RunCounts = {}
    for g in range(m, 0, -1):
        for c, (words, zeros) in enumerate(_exactly(m, g, radix)):
            if c and words:
                found[g, c] = (words, zeros)
    found[0, m + 1] = ((radix - 1) ** m, 0)
    return found


@cache
def _exactly(m: int, g: int, radix: int) -> list[tuple[int, int]]:
    """Words of length m without a run of more than g zeros, and their zeros, by the number c of runs of exactly g, for g >= 1."""
    most = (m + 1) // (g + 1)
    table: list[list[tuple[int, int]]] = []
    for length in range(m + 1):
        row = [(0, 0)] * (most + 1)
        for first in range(min(g, length) + 1):
            c0 = int(first == g)
            if first == length:
                row[c0] = (row[c0][0] + 1, row[c0][1] + first)
                continue
            rest = table[length - first - 1]
            for c in range(c0, most + 1):
                words, zeros = rest[c - c0]
                more = (radix - 1) * words
                row[c] = (row[c][0] + more, row[c][1] + (radix - 1) * zeros + first * more)
        table.append(row)
    return table[m]


class LongestRuns(IntegerFunction):
    """``LongestRuns(m, g, c, R)``: words of length m over R letters with exactly c longest runs of 0, of length g."""

    nargs = 4

    @staticmethod
    def at(m: int, g: int, c: int, radix: int) -> int:  # type: ignore[override]
        return longest_runs(m, radix).get((g, c), (0, 0))[0] if m >= 0 else 0


class UnmarkedInLongest(IntegerFunction):
    """``UnmarkedInLongest(m, g, c, R)``: zeros in all words of m letters out of R with exactly c longest runs of 0, of length g."""

    nargs = 4

    @staticmethod
    def at(m: int, g: int, c: int, radix: int) -> int:  # type: ignore[override]
        return longest_runs(m, radix).get((g, c), (0, 0))[1] if m >= 0 else 0


# Words by their longest border: a border of a word is a proper prefix that is also a suffix, the empty word included.
#
# The borders of a word are its longest border and the borders of that one, so they form a chain of lengths. The number of
# words of n letters that extend a chain depends on the chain alone, and there are few chains (the autocorrelations of
# Guibas and Odlyzko, String overlaps, pattern matching, and nontransitive games, 1981). The same is true of words whose
# neighbouring letters differ, since a border of one letter tells whether a word ends in the letter that it begins with.


Chain = tuple[int, ...]


@cache
def prolonged(chain: Chain, n: int, radix: int, apart: bool = False) -> int:
    """The number of words of ``n`` letters whose longest border is a given word w.

    A word of n letters begins and ends with a given word of j letters in ``radix**(n - 2j)`` ways if 2j <= n, and in
    one way or none otherwise: the two copies overlap in a border of 2j - n letters. If w is not the longest border, the
    shortest longer one is a word of j < n letters whose own longest border is w; for each j these are counted and
    subtracted. For the empty w this is the number of words without borders.

    * L. J. Guibas and A. M. Odlyzko, String overlaps, pattern matching, and nontransitive games, 1981.
    * P. T. Nielsen, A note on bifix-free sequences, 1973.

    >>> [prolonged((0,), n, 2) for n in range(1, 8)]
    [2, 2, 4, 6, 12, 20, 40]
    >>> prolonged((0, 1), 2, 2), prolonged((0, 1), 3, 2), prolonged((0, 1), 3, 3, apart=True)
    (1, 1, 2)
    """
    last = chain[-1]
    return _ways(chain, last, n, radix, apart) - sum(
        prolonged(chain, j, radix, apart) * ways
        for j in range(last + 1, n)
        if (ways := _ways(chain, j, n, radix, apart))
    )


def _ways(chain: Chain, j: int, n: int, radix: int, apart: bool) -> int:
    """The number of words of n letters that begin and end with a word of j letters with the borders of ``chain``."""
    if 2 * j > n:
        return int(2 * j - n in chain)
    if not apart:
        return radix ** (n - 2 * j)
    if j == 0:
        return radix * (radix - 1) ** (n - 1)
    steps, closed = n - 2 * j + 1, j == 1 or 1 in chain  # from the last letter of the word to its first one
    return ((radix - 1) ** steps + (-1) ** steps * (radix - 1 if closed else -1)) // radix


@cache
def chains(m: int, radix: int, apart: bool = False) -> dict[Chain, int]:
    """The chains that end in ``m``, with the number of words of m letters for each.

    >>> chains(3, 2)
    {(0, 3): 4, (0, 1, 3): 2, (0, 1, 2, 3): 2}
    """
    if m == 0:
        return {(0,): 1}
    found: dict[Chain, int] = {}
    for longest in range(m):
        for chain, words in chains(longest, radix, apart).items():
            if more := prolonged(chain, m, radix, apart):
                found[(*chain, m)] = words * more
    return found


@cache
def with_longest_border(n: int, m: int, radix: int, apart: bool = False) -> int:
    """The number of words of ``n`` letters whose longest border has ``m`` letters; 0 unless 0 <= m < n.

    >>> [with_longest_border(5, m, 2) for m in range(5)]
    [12, 10, 6, 2, 2]
    >>> [with_longest_border(3, m, 3, apart=True) for m in range(3)]
    [6, 6, 0]
    """
    if not 0 <= m < n:
        return 0
    return sum(words * prolonged(chain, n, radix, apart) for chain, words in chains(m, radix, apart).items())


class Bordered(IntegerFunction):
    """``Bordered(n, m, f)``: words of n letters from an alphabet of f whose longest border has m letters.

    >>> Bordered(4, 2, 2), Bordered(4, 4, 2)
    (2, 0)
    """

    nargs = 3

    @staticmethod
    def at(n: int, m: int, radix: int) -> int:  # type: ignore[override]
        return with_longest_border(n, m, radix)


class Periods(IntegerFunction):
    """``Periods(n, f)``: the sum of the smallest periods of all words of n letters from an alphabet of f.

    The smallest period of a word is its length minus that of its longest border.

    >>> Periods(2, 2), Periods(3, 2)
    (6, 18)
    """

    nargs = 2

    @staticmethod
    def at(n: int, radix: int) -> int:  # type: ignore[override]
        return sum((n - m) * with_longest_border(n, m, radix) for m in range(n))


class BorderedApart(IntegerFunction):
    """``BorderedApart(n, m, d)``: words of n letters out of d + 1, neighbours different, whose longest border has m letters.

    >>> BorderedApart(3, 1, 2), BorderedApart(4, 2, 2)
    (6, 6)
    """

    nargs = 3

    @staticmethod
    def at(n: int, m: int, d: int) -> int:  # type: ignore[override]
        return with_longest_border(n, m, d + 1, apart=True)


class PeriodsApart(IntegerFunction):
    """``PeriodsApart(n, d)``: the sum of the smallest periods of all words of n letters out of d + 1, neighbours different.

    >>> PeriodsApart(1, 2), PeriodsApart(2, 2)
    (3, 12)
    """

    nargs = 2

    @staticmethod
    def at(n: int, d: int) -> int:  # type: ignore[override]
        return sum((n - m) * with_longest_border(n, m, d + 1, apart=True) for m in range(n))


# Necklaces: words up to rotation, counted by the words that each rotation fixes.


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

    >>> list(rotations((0, 0, 1)))
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    return (word[i:] + word[:i] for i in range(len(word)))


@cache
def least_rotation(word: Word) -> Word:
    """The lexicographically first rotation of a word, which names its necklace.

    >>> least_rotation((1, 0, 1, 0, 0))
    (0, 0, 1, 0, 1)
    """
    return min(rotations(word))


def necklaces(n: sp.Expr, radix: sp.Expr) -> sp.Expr:
    """The number of necklaces of n letters, as a finite sum over rotations.

    W. Burnside, Theory of Groups of Finite Order, 1897: the lemma on orbits.
    """
    return sp.Sum(radix ** GreatestDivisor(_i, n), (_i, 1, n)) / n


@dataclass(frozen=True)
class Burnside(Proof):
    """The number of orbits of words under rotation, by the words that each rotation fixes.

    The number of words up to the rotations of a group of n is the mean number of words fixed by a rotation (Burnside's
    lemma). The rotation by i letters moves place p to p + i modulo n, which leaves p modulo g = gcd(i, n) as it is; and it leads, again
    and again, from p to any place p + g w, by g = s i + t n. So it fixes the words whose letters agree at the places of each of g
    classes. The result is compared with all words of small sizes, rotation by rotation, too.
    """

    counted: sp.Expr
    length: sp.Expr
    radix: sp.Symbol
    small: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "Burnside's lemma"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        total = necklaces(self.length, self.radix)
        require(before.has(self.counted), f"{self.counted} does not occur")
        require(before.xreplace({self.counted: total}) == after, "not the words fixed by a rotation, on average")
        _certify_cycles()
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
            "the rotation by i fixes the words whose letters agree along each of its gcd(i, n) cycles: it keeps places modulo g and "
            "leads to all that are the same modulo g = s i + t n, an identity; compared at small sizes",
        ]


def _certify_cycles() -> None:
    """Check that the places to which rotations by i lead are those that are the same modulo g = s i + t n, which divides i and n."""
    p, w, g, s, t, x, y = sp.symbols("p w g s t x y", integer=True)
    i, n, q = x * g, y * g, sp.Symbol("q", integer=True)
    require(sp.expand((p + i + q * n - p) / g - (x + q * y)).is_zero is True, "a rotation changes places modulo g")
    reached = p + (s * w) * i - (p + g * w)  # s w rotations, and whole turns
    turns = -t * w * n
    rest = sp.expand(reached - turns)  # a multiple of s i + t n - g
    require(sp.expand(rest - w * (s * i + t * n - g)).is_zero is True, "rotations do not lead to all places of a class")


# Words counted by the pattern of their equal letters, as polynomials in the number f of letters.
#
# The pattern of a word renames its letters 0, 1, 2, ... in order of first occurrence. A property that depends only on
# which letters are equal is the same for all words of a pattern, and a pattern of j letters has f (f-1) ... (f-j+1)
# words. So a count of words of fixed length is a polynomial in f that holds for every f, by finitely many patterns.


LetterPattern = tuple[int, ...]
radix = sp.Symbol("f", integer=True, positive=True)


def patterns(n: int) -> Iterator[LetterPattern]:
    """The patterns of all words of n letters.

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
        """Count the words of a pattern."""
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

    >>> falling(1, 3)
    (2, -3, 1)
    """
    if j == known:
        return (1,)
    fewer = falling(known, j - 1)
    return tuple(up - (j - 1) * same for up, same in zip((0, *fewer), (*fewer, 0), strict=True))


def interpolated(values: Sequence[Fraction]) -> sp.Poly:
    """The polynomial in f of least degree with these values at f = 1, 2, ..., by Newton's divided differences.

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
