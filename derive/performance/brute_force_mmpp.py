"""Markov-modulated Poisson processes with any number of states, by their definition, without the formulas of the moments.

The generating function of the arrivals in (0, t] is pi exp((Q + (z - 1) L) t) 1, with the generator Q of the chain, the
diagonal L of arrival rates and the stationary distribution pi. Its coefficients as a power series in t are computed
from that product, in exact numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial

from netlemma.derive.performance.mmpp import MMPP2

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class MMPP:
    """A chain with generator ``moves`` (rows add up to 0), and an arrival rate for each state."""

    moves: tuple[Vector, ...]
    rates: Vector

    def stationary(self) -> Vector:
        """The distribution pi with pi Q = 0, by Gauss elimination.

        It raises ZeroDivisionError if some states are never entered or never left.

        >>> MMPP(((Fraction(-1), Fraction(1)), (Fraction(3), Fraction(-3))), (Fraction(0), Fraction(1))).stationary()
        (Fraction(3, 4), Fraction(1, 4))
        """
        size = len(self.rates)
        rows = [[self.moves[j][i] for j in range(size)] + [Fraction(0)] for i in range(size - 1)]
        return solved([*rows, [Fraction(1)] * (size + 1)])


def of(source: MMPP2) -> MMPP:
    """A process with two states in the general form; its numbers must be Fractions."""
    a, b = source.sigma1, source.sigma2
    return MMPP(((-a, a), (b, -b)), (source.mu1, source.mu2))


def together(first: MMPP, second: MMPP) -> MMPP:
    """The superposition of two independent processes, whose states are pairs: arrival rates add, and one chain moves at a
    time.

    >>> len(together(of(MMPP2(3, 1, 1, 1)), of(MMPP2(2, 0, 1, 1))).rates)
    4
    """
    pairs = [(i, j) for i in range(len(first.rates)) for j in range(len(second.rates))]
    moves = tuple(
        tuple((i == k) * second.moves[j][m] + (j == m) * first.moves[i][k] for k, m in pairs) for i, j in pairs
    )
    return MMPP(moves, tuple(first.rates[i] + second.rates[j] for i, j in pairs))


def copies(source: MMPP2, n: int) -> MMPP:
    """The superposition of n independent sources, with all 2^n states."""
    one = mmpp = of(source)
    for _ in range(n - 1):
        mmpp = together(mmpp, one)
    return mmpp


def factorial_moments(process: MMPP, order: int, powers: int) -> list[list[Fraction]]:
    """E[N (N-1) ... (N-k+1)] for k = 0..order as power series in t.

    >>> factorial_moments(of(MMPP2(2, 2, 1, 1)), 2, 3)[2]  # Poisson: (2 t)^2
    [Fraction(0, 1), Fraction(0, 1), Fraction(4, 1), Fraction(0, 1)]
    """
    size = len(process.rates)
    # rows[k] is the coefficient of (z - 1)^k in pi (Q + (z - 1) L)^j
    rows = [list(process.stationary())] + [[Fraction(0)] * size for _ in range(order)]
    found: list[list[Fraction]] = [[] for _ in range(order + 1)]
    for j in range(powers + 1):
        for k in range(order + 1):
            found[k].append(sum(rows[k]) * Fraction(factorial(k), factorial(j)))
        rows = [
            [
                sum((rows[k][i] * process.moves[i][m] for i in range(size)), Fraction(0))
                + (rows[k - 1][m] * process.rates[m] if k else 0)
                for m in range(size)
            ]
            for k in range(order + 1)
        ]
    return found


def times(first: Sequence[Fraction], second: Sequence[Fraction]) -> list[Fraction]:
    """The product of two power series, as far as both are known."""
    return [
        sum((first[i] * second[j - i] for i in range(j + 1)), Fraction(0)) for j in range(min(len(first), len(second)))
    ]


def central_moments(process: MMPP, order: int, powers: int) -> list[list[Fraction]]:
    """E[(N - E N)^k] for k = 0..order as power series in t, from factorial moments with Stirling numbers of the second kind.

    >>> [int(c) for series in central_moments(of(MMPP2(2, 2, 1, 1)), 3, 2)[2:] for c in series]
    [0, 2, 0, 0, 2, 0]
    """
    falling = factorial_moments(process, order, powers)
    stirling = [[Fraction(int(k == m)) for m in range(order + 1)] for k in range(order + 1)]
    for k in range(1, order + 1):
        for m in range(1, k):
            stirling[k][m] = stirling[k - 1][m - 1] + m * stirling[k - 1][m]
    raw = [
        [sum((stirling[k][m] * falling[m][j] for m in range(k + 1)), Fraction(0)) for j in range(powers + 1)]
        for k in range(order + 1)
    ]
    minus = [-c for c in raw[min(order, 1)]]
    found = []
    for k in range(order + 1):
        total = [Fraction(0)] * (powers + 1)
        power = raw[0]  # (-E N)^i
        for i in range(k + 1):
            total = [a + comb(k, i) * b for a, b in zip(total, times(raw[k - i], power), strict=True)]
            power = times(power, minus) if order else power
        found.append(total)
    return found


def dispersion_limit(process: MMPP) -> Fraction:
    """The limit of variance over mean: 1 + 2 pi L x/(pi L 1), where Q x = (pi L 1) - L 1 and pi x = 0.

    >>> dispersion_limit(of(MMPP2(3, 1, 1, 1)))
    Fraction(3, 2)
    """
    pi, size = process.stationary(), len(process.rates)
    rate = sum((p * r for p, r in zip(pi, process.rates, strict=True)), Fraction(0))
    rows = [[*process.moves[i], rate - process.rates[i]] for i in range(size - 1)]
    x = solved([*rows, [*pi, Fraction(0)]])
    return 1 + 2 * sum((p * r * y for p, r, y in zip(pi, process.rates, x, strict=True)), Fraction(0)) / rate


def solved(rows: Sequence[Sequence[Fraction]]) -> Vector:
    """The solution of a square system of linear equations, with the right-hand sides last."""
    left = [list(row) for row in rows]
    for i in range(len(left)):
        pivot = next((j for j in range(i, len(left)) if left[j][i]), None)
        if pivot is None:
            raise ZeroDivisionError("the equations have no single solution")
        left[i], left[pivot] = left[pivot], left[i]
        left[i] = [value / left[i][i] for value in left[i]]
        for j in range(len(left)):
            if j != i and left[j][i]:
                left[j] = [a - left[j][i] * b for a, b in zip(left[j], left[i], strict=True)]
    return tuple(row[-1] for row in left)
