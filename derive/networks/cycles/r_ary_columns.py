"""Column hops of the R-ary M-cube under shortest paths, as a finite sum over the longest unmarked stretches of two arcs.

A step taken once is a column hop if the digit stays; a step taken twice passes any of R values of its digit, of which
the old and the new one give a column hop each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp
from sympy import Eq, Mod, Piecewise, Sum

from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.bounded_runs import LongestRuns, UnmarkedInLongest, longest_runs
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require

R, M = at.parameter("R", 2), at.parameter("M")
columns = sp.Function("q")(at.k, at.word)
_SIZES = ((2, 1), (3, 1), (2, 2), (2, 3), (2, 4), (3, 2), (4, 2), (3, 3))
_ga, _ca, _gb, _cb = sp.symbols("g_a c_a g_b c_b", integer=True)


class OnAverage(sp.Function):
    """``OnAverage(l, n, c, l', n', c')``: c if l < l', c' if l > l', and (n c + n' c')/(n + n') if l = l'.

    The hops c or c' of the shorter of two walks, of lengths l and l'; for equal lengths the mean over n and n' paths.
    """

    nargs = 6
    of_rationals = True

    @staticmethod
    def at(
        length: Fraction, ways: Fraction, hops: Fraction, length2: Fraction, ways2: Fraction, hops2: Fraction
    ) -> Fraction:
        """The value at numbers.

        Parameters
        ----------
        length : Fraction
            Length of the first walk.
        ways : Fraction
            Number of paths of the first walk.
        hops : Fraction
            Column hops of the first walk.
        length2 : Fraction
            Length of the second walk.
        ways2 : Fraction
            Number of paths of the second walk.
        hops2 : Fraction
            Column hops of the second walk.

        Returns
        -------
        Fraction
            Mean column hops of the shorter walk.
        """
        if length == length2:
            return (ways * hops + ways2 * hops2) / (ways + ways2)
        return hops if length < length2 else hops2


def columns_by_walks() -> sp.Expr:
    """Column hops of all messages from one source, as a finite sum over the longest unmarked stretches of both arcs.

    N(m, g, c, R) words of m letters have c longest stretches of length g, U(m, g, c, R) zeros together. The walk that
    turns back on arc B makes a column hop at each zero of arc A and, on average, 2/R at each of the M - k - g_b steps
    taken twice. It can be made in R^(M - k - g_b) ways for each turning place, and in one further way, once around, if
    no step is omitted (0^g is 1 for g = 0 and 0 otherwise).
    """
    k, n = at.k, M

    def arc(function: type[sp.Function], length: sp.Expr, g: sp.Symbol, c: sp.Symbol) -> sp.Expr:
        return function(length, g, c, R)

    na, ua = arc(LongestRuns, k, _ga, _ca), arc(UnmarkedInLongest, k, _ga, _ca)
    nb, ub = arc(LongestRuns, n - k, _gb, _cb), arc(UnmarkedInLongest, n - k, _gb, _cb)
    back_b, back_a = n - k - _gb, k - _ga
    over_a, over_b = ua * nb + 2 * back_b * na * nb / R, ub * na + 2 * back_a * na * nb / R
    ways_a = (_cb + sp.Integer(0) ** _gb) * R**back_b
    ways_b = (_ca + sp.Integer(0) ** _ga) * R**back_a
    summand = OnAverage(k + 2 * back_b, ways_a, over_a, n - k + 2 * back_a, ways_b, over_b)
    away = Sum(summand, (_cb, 1, n - k + 1), (_gb, 0, n - k), (_ca, 1, k + 1), (_ga, 0, k), (k, 1, n - 1))
    nb0, ub0 = LongestRuns(n, _gb, _cb, R), UnmarkedInLongest(n, _gb, _cb, R)
    round_trip = Piecewise((2 * (n - _gb) * nb0 / R, 2 * _gb > n), (ub0, 2 * _gb < n), (0, True))
    home = Sum(round_trip, (_cb, 1, n + 1), (_gb, 0, n))
    return away + home + Piecewise((_home_tie(), Eq(Mod(n, 2), 0)), (0, True))


def _home_tie() -> sp.Expr:
    """Return to row 0 with one unmarked stretch of exactly half the rows: out and back, or once around either way.

    The stretch begins or ends in row 0 (one walk out and back) or not (two: either side first).
    """
    h = M / 2
    ends, inner = (R - 1) * R ** (h - 1), (R - 1) ** 2 * R ** (h - 2)

    def share(words: sp.Expr, ways: int, free: sp.Expr) -> sp.Expr:
        return (ways * R**h * 2 * h / R * words + 2 * words * (h + free / R)) / (ways * R**h + 2)

    return 2 * share(ends, 1, h - 1) + (h - 1) * share(inner, 2, h - 2)


def column_hops(r: int, m: int) -> Fraction:
    """The value of :func:`columns_by_walks`, with each pair of stretches of the two arcs visited once.

    Parameters
    ----------
    r : int
        Number of values R of a digit.
    m : int
        Number of rows M.

    Returns
    -------
    Fraction
        Column hops of all messages from one source.

    Examples
    --------
    >>> column_hops(2, 3)
    Fraction(19, 1)
    """
    total = evaluate(Piecewise((_home_tie(), Eq(Mod(M, 2), 0)), (0, True)), {R: r, M: m})
    for (g, _), (words, zeros) in longest_runs(m, r).items():
        total += Fraction(2 * (m - g) * words, r) if 2 * g > m else zeros if 2 * g < m else 0
    for k in range(1, m):
        for (ga, ca), (na, ua) in longest_runs(k, r).items():
            back_a = k - ga
            for (gb, cb), (nb, ub) in longest_runs(m - k, r).items():
                back_b = m - k - gb
                difference = k + 2 * back_b - (m - k + 2 * back_a)
                over_a, over_b = ua * nb * r + 2 * back_b * na * nb, ub * na * r + 2 * back_a * na * nb
                if difference:
                    total += Fraction(over_a if difference < 0 else over_b, r)
                else:
                    ways_a, ways_b = (cb + (gb == 0)) * r**back_b, (ca + (ga == 0)) * r**back_a
                    total += Fraction(ways_a * over_a + ways_b * over_b, r * (ways_a + ways_b))
    return total


@dataclass(frozen=True)
class ColumnsCounted(Proof):
    """Column hops by walks and digits in between; compared with all shortest paths of small networks, every tie among them."""

    counted: sp.Expr
    search: Callable[..., Fraction]
    kind: ClassVar[str] = "path counting"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before.xreplace({self.counted: columns_by_walks()}) == after, "not the column hops by walks")
        for r, m in _SIZES:
            found = self.search({"R": r, "M": m}, "column")
            require(
                evaluate(columns_by_walks(), {R: r, M: m}) == found == column_hops(r, m),
                f"the column hops differ at R={r} M={m}",
            )

    def describe(self) -> list[str]:
        return [
            "a step taken once is a column hop where the digit stays; taken twice, two of its R values in between give one each",
            "shortest walks of both kinds are weighted by their numbers of paths; compared with all shortest paths of small networks",
        ]
