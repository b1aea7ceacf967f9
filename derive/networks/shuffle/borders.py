"""Words by their longest border: a border of a word is a shorter word that it begins and ends with, the empty one included.

The borders of a word are its longest border and the borders of that one, so they form a chain of lengths. How many words
of n letters prolong a chain depends on the chain alone, and there are few chains (the autocorrelations of Guibas and Odlyzko,
String overlaps, pattern matching, and nontransitive games, 1981).
"""

from __future__ import annotations

from functools import cache

from derive.algebra.expressions.bounded_runs import IntegerFunction

Chain = tuple[int, ...]


@cache
def prolonged(chain: Chain, n: int, radix: int) -> int:
    """How many words of ``n`` letters have as longest border a given word w.

    ``chain`` holds the lengths of w's borders and of w itself, rising from 0. A word of n letters begins and ends with a given
    word of j letters in ``radix**(n - 2j)`` ways if 2j <= n, and in one way or none otherwise: the two copies overlap in a
    border of 2j - n letters. If w is not the longest border, the shortest one beyond w is a word of j < n letters whose own
    longest border is w; for each j these are counted, and taken away. For the empty w this is the count of words
    without borders by P. T. Nielsen, A note on bifix-free sequences, 1973.

    >>> [prolonged((0,), n, 2) for n in range(1, 8)]
    [2, 2, 4, 6, 12, 20, 40]
    >>> prolonged((0, 1), 2, 2), prolonged((0, 1), 3, 2)
    (1, 1)
    """
    last = chain[-1]
    return _ways(chain, last, n, radix) - sum(
        prolonged(chain, j, radix) * ways for j in range(last + 1, n) if (ways := _ways(chain, j, n, radix))
    )


def _ways(chain: Chain, j: int, n: int, radix: int) -> int:
    """How many words of n letters begin and end with a word of j letters that has the borders of ``chain``."""
    if 2 * j <= n:
        return radix ** (n - 2 * j)
    return int(2 * j - n in chain)


@cache
def chains(m: int, radix: int) -> dict[Chain, int]:
    """The chains that end in ``m``, and how many words of m letters have each.

    >>> chains(3, 2)
    {(0, 3): 4, (0, 1, 3): 2, (0, 1, 2, 3): 2}
    """
    if m == 0:
        return {(0,): 1}
    found: dict[Chain, int] = {}
    for longest in range(m):
        for chain, words in chains(longest, radix).items():
            if more := prolonged(chain, m, radix):
                found[(*chain, m)] = words * more
    return found


@cache
def with_longest_border(n: int, m: int, radix: int) -> int:
    """How many words of ``n`` letters have a longest border of ``m`` letters; none unless 0 <= m < n.

    >>> [with_longest_border(5, m, 2) for m in range(5)]
    [12, 10, 6, 2, 2]
    """
    if not 0 <= m < n:
        return 0
    return sum(words * prolonged(chain, n, radix) for chain, words in chains(m, radix).items())


class Bordered(IntegerFunction):
    """``Bordered(n, m, f)``: words of n letters out of f whose longest border has m letters.

    >>> Bordered(4, 2, 2), Bordered(4, 4, 2)
    (2, 0)
    """

    nargs = 3

    @staticmethod
    def at(n: int, m: int, radix: int) -> int:  # type: ignore[override]
        return with_longest_border(n, m, radix)


class Periods(IntegerFunction):
    """``Periods(n, f)``: the smallest periods of all words of n letters out of f, added up.

    The smallest period of a word is its length without its longest border.

    >>> Periods(2, 2), Periods(3, 2)
    (6, 18)
    """

    nargs = 2

    @staticmethod
    def at(n: int, radix: int) -> int:  # type: ignore[override]
        return sum((n - m) * with_longest_border(n, m, radix) for m in range(n))
