"""Word counts with bounded runs: the combinatorics of marked positions around a cycle.

A word of length m over R letters stands for the digits of an arc of a cycle; the letter 0 is an unmarked place, the
others are marked. :class:`BoundedRuns` counts the words whose runs of the letter 0 are at most g long,
:class:`LongestRuns` and :class:`UnmarkedInLongest` those whose longest such run is exactly g and occurs exactly c
times.
"""

from functools import cache

import sympy as sp


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
        """The value at integers.

        Parameters
        ----------
        *args : int
            Integer arguments.

        Returns
        -------
        int
            The value.

        Raises
        ------
        NotImplementedError
            In the base class.
        """
        raise NotImplementedError


@cache
def bounded_runs_row(g: int, radix: int, length: int) -> list[int]:
    """The numbers of words of length 0..length whose runs of 0 are at most g long.

    A word violates the bound for the first time at its end if it ends in exactly g + 1 zeros after a good word that
    ends in another letter; hence ``W(m) = R W(m-1) - (R-1) W(m-g-2)``.

    Parameters
    ----------
    g : int
        Largest allowed run of the letter 0.
    radix : int
        Number of letters R.
    length : int
        Largest word length.

    Returns
    -------
    list of int
        Number of words by word length.

    Examples
    --------
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

    Parameters
    ----------
    m : int
        Word length.
    radix : int
        Number of letters.

    Returns
    -------
    RunCounts
        Numbers of words and zeros by (g, c).

    Examples
    --------
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
    """Words of length m without a run of more than g zeros, and their zeros, by the number c of runs of exactly g, for g >= 1.

    Returns
    -------
    list of tuple of (int, int)
    """
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
    """``UnmarkedInLongest(m, g, c, R)``: the zeros in all words that :class:`LongestRuns` counts."""

    nargs = 4

    @staticmethod
    def at(m: int, g: int, c: int, radix: int) -> int:  # type: ignore[override]
        return longest_runs(m, radix).get((g, c), (0, 0))[1] if m >= 0 else 0
