"""Affine constraints over the integers, decided by Fourier-Motzkin elimination.

A *row* `(((name, coefficient), ...), constant)` stands for `sum(coefficient * name) + constant >= 0` with integer
coefficients and integer unknowns. `solve` eliminates one unknown after the other (J. Fourier 1827, T. Motzkin 1936;
the integer tightening of each row by the gcd of its coefficients is the one of W. Pugh, The Omega test, 1991).
"No solution" is therefore certain; "a solution" is certain whenever a point is given with it.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple

Number = int | Fraction
AffineRow = tuple[tuple[tuple[str, int], ...], int]
FALSE: AffineRow = ((), -1)


class Solution(NamedTuple):
    """Result of `solve`: whether rational points exist, and an integer point if one was found."""

    feasible: bool
    point: dict[str, int] | None


def row(coefficients: Mapping[str, Number], constant: Number) -> AffineRow:
    """The row of `sum(coefficients[x] * x) + constant >= 0`, in lowest terms and tightened to the integers.

    Parameters
    ----------
    coefficients : mapping from str to Number
        Rational coefficient of each unknown.
    constant : Number
        Constant of the affine form.

    Returns
    -------
    AffineRow
        Row with coprime integer coefficients and the constant rounded down.

    References
    ----------
    W. Pugh, "The Omega test", Supercomputing 1991: tightening of constants by the gcd of the coefficients.

    Examples
    --------
    >>> row({"x": Fraction(2, 3), "y": 0}, Fraction(1, 2))      # 2x/3 + 1/2 >= 0  is  4x + 3 >= 0  is  x >= 0
    ((('x', 1),), 0)
    """
    scale = constant.denominator
    for value in coefficients.values():
        scale = lcm(scale, value.denominator)
    items = [(name, int(value * scale)) for name, value in coefficients.items() if value]
    if not items:
        return ((), 0 if constant >= 0 else -1)
    items.sort()
    rest = int(constant * scale)
    divisor = gcd(*(value for _, value in items))
    if divisor > 1:
        return tuple((name, value // divisor) for name, value in items), rest // divisor
    return tuple(items), rest


def negation(condition: AffineRow) -> AffineRow:
    """The row that holds at exactly the integer points where `condition` does not.

    Examples
    --------
    >>> negation(((("x", 1),), -3))       # x >= 3  becomes  x <= 2
    ((('x', -1),), 2)
    """
    coefficients, constant = condition
    return tuple((name, -value) for name, value in coefficients), -constant - 1


def value_at(condition: AffineRow, point: Mapping[str, int]) -> int:
    """The left-hand side of a row at an integer point.

    Parameters
    ----------
    condition : AffineRow
        Row whose left-hand side is evaluated.
    point : mapping from str to int
        Values of the unknowns; an unknown that is absent counts as 0.

    Returns
    -------
    int
        Value of the left-hand side; the row holds at the point if it is not negative.

    Examples
    --------
    >>> value_at(((("x", 1), ("y", -2)), 5), {"x": 3, "y": 1})
    6
    """
    return sum(value * point.get(name, 0) for name, value in condition[0]) + condition[1]


def _tight(system: dict[tuple[int, ...], int], vector: tuple[int, ...], constant: int) -> bool:
    """Add a row to a system, keeping the tightest of equal left-hand sides; False if the row cannot hold."""
    divisor = gcd(*vector)
    if divisor == 0:
        return constant >= 0
    if divisor > 1:
        vector = tuple(value // divisor for value in vector)
        constant //= divisor
    known = system.get(vector)
    if known is None or constant < known:
        system[vector] = constant
        opposite = system.get(tuple(-value for value in vector))
        if opposite is not None and opposite + constant < 0:
            return False
    return True


def _cheapest(system: Mapping[tuple[int, ...], int], unknowns: Iterable[int]) -> int:
    """The unknown to eliminate next: exact elimination over the integers first, then the fewest new rows.

    Returns
    -------
    int
    """
    best, choice = None, -1
    for unknown in unknowns:
        lower = [vector[unknown] for vector in system if vector[unknown] > 0]
        upper = [-vector[unknown] for vector in system if vector[unknown] < 0]
        inexact = bool(lower and upper) and max(lower) > 1 and max(upper) > 1
        cost = (inexact, len(lower) * len(upper) - len(lower) - len(upper))
        if best is None or cost < best:
            best, choice = cost, unknown
    return choice


@lru_cache(maxsize=200_000)
def solve(rows: frozenset[AffineRow]) -> Solution:
    """Decide whether integer unknowns can satisfy every row.

    Parameters
    ----------
    rows : frozenset of AffineRow
        Rows that must hold together.

    Returns
    -------
    Solution
        `feasible` False proves that no integer point exists. `feasible` True comes with an integer `point`, except in
        rare systems that have rational points but where back-substitution found no integer one.

    References
    ----------
    * J. Fourier (1827) and T. Motzkin (1936): elimination of one unknown after the other.
    * W. Pugh, "The Omega test", Supercomputing 1991: tightening of rows to the integers.

    Examples
    --------
    >>> x_is = lambda a, c: ((("x", a),), c)
    >>> solve(frozenset([x_is(1, -3), x_is(-1, 2)])).feasible         # x >= 3 and x <= 2
    False
    >>> solve(frozenset([x_is(1, -3), x_is(-1, 3)])).point            # x >= 3 and x <= 3
    {'x': 3}
    """
    names = sorted({name for coefficients, _ in rows for name, _ in coefficients})
    place = {name: i for i, name in enumerate(names)}
    system: dict[tuple[int, ...], int] = {}
    for coefficients, constant in rows:
        vector = [0] * len(names)
        for name, value in coefficients:
            vector[place[name]] = value
        if not _tight(system, tuple(vector), constant):
            return Solution(False, None)
    stages: list[tuple[int, list[tuple[tuple[int, ...], int]]]] = []
    remaining = set(range(len(names)))
    while remaining:
        unknown = _cheapest(system, sorted(remaining))
        remaining.remove(unknown)
        lower = [(v, c) for v, c in system.items() if v[unknown] > 0]
        upper = [(v, c) for v, c in system.items() if v[unknown] < 0]
        stages.append((unknown, lower + upper))
        system = {v: c for v, c in system.items() if v[unknown] == 0}
        for low, low_constant in lower:
            for high, high_constant in upper:
                a, b = -high[unknown], low[unknown]
                vector_sum = tuple(a * x + b * y for x, y in zip(low, high, strict=True))
                if not _tight(system, vector_sum, a * low_constant + b * high_constant):
                    return Solution(False, None)
    return Solution(True, _back_substitute(stages, names))


def _back_substitute(
    stages: list[tuple[int, list[tuple[tuple[int, ...], int]]]], names: list[str]
) -> dict[str, int] | None:
    """An integer point inside the bounds recorded at each elimination, away from the edges where there is room."""
    point = [0] * len(names)
    for unknown, rows in reversed(stages):
        low: int | None = None
        high: int | None = None
        point[unknown] = 0
        for vector, constant in rows:
            rest = constant + sum(x * y for x, y in zip(vector, point, strict=True) if x)
            coefficient = vector[unknown]
            if coefficient > 0:
                bound = -(rest // coefficient)
                low = bound if low is None or bound > low else low
            else:
                bound = rest // -coefficient
                high = bound if high is None or bound < high else high
        if low is not None and high is not None:
            if low > high:
                return None
            point[unknown] = (low + high) // 2
        elif low is not None:
            point[unknown] = low + 5
        elif high is not None:
            point[unknown] = high - 5
    return dict(zip(names, point, strict=True))
