"""Words by their longest border: a border of a word is a proper prefix that is also a suffix, the empty word included.

The borders of a word are its longest border and the borders of that one, so they form a chain of lengths. The number of
words of n letters that extend a chain depends on the chain alone, and there are few chains (the autocorrelations of
Guibas and Odlyzko, String overlaps, pattern matching, and nontransitive games, 1981). The same is true of words whose
neighbouring letters differ, since a border of one letter tells whether a word ends in the letter that it begins with.
"""

from functools import cache

from netlemma.derive.algebra.expressions.bounded_runs import IntegerFunction

Chain = tuple[int, ...]


@cache
def prolonged(chain: Chain, n: int, radix: int, apart: bool = False) -> int:
    """The number of words of ``n`` letters whose longest border is a given word w.

    A word of n letters begins and ends with a given word of j letters in ``radix**(n - 2j)`` ways if 2j <= n, and in
    one way or none otherwise: the two copies overlap in a border of 2j - n letters. If w is not the longest border, the
    shortest longer one is a word of j < n letters whose own longest border is w; for each j these are counted and
    subtracted. For the empty w this is the number of words without borders.

    Parameters
    ----------
    chain : Chain
        Lengths of the borders of w and of w itself, increasing from 0.
    n : int
        Word length.
    radix : int
        Number of letters of the alphabet.
    apart : bool, default False
        Whether only words count whose neighbouring letters differ; w is one of them.

    Returns
    -------
    int
        Number of words.

    References
    ----------
    * L. J. Guibas and A. M. Odlyzko, String overlaps, pattern matching, and nontransitive games, 1981.
    * P. T. Nielsen, A note on bifix-free sequences, 1973.

    Examples
    --------
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

    Parameters
    ----------
    m : int
        Word length.
    radix : int
        Number of letters of the alphabet.
    apart : bool, default False
        Whether only words count whose neighbouring letters differ.

    Returns
    -------
    dict from Chain to int
        Number of words of each chain.

    Examples
    --------
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

    Parameters
    ----------
    n : int
        Word length.
    m : int
        Length of the longest border.
    radix : int
        Number of letters of the alphabet.
    apart : bool, default False
        Whether only words count whose neighbouring letters differ.

    Returns
    -------
    int
        Number of words.

    Examples
    --------
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
