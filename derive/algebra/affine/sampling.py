"""Small sizes for comparisons: a box at the corner of the domain, a point of every chamber, and points on every edge."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from sympy import Basic, Symbol

from netlemma.derive.algebra.affine.regions import Region, Sign
from netlemma.derive.algebra.expressions.evaluate import holds

Point = dict[Symbol, Fraction | int]
_BOX = {1: 12, 2: 7, 3: 5, 4: 4}
WORK = 150_000
_FURTHEST = 12


def lower_end(region: Region, name: str) -> int:
    """The least value of a variable, or -3 if no bound is near.

    Parameters
    ----------
    region : Region
        Region of the sizes.
    name : str
        Name of the variable.

    Returns
    -------
    int
        The largest bound that the region implies.

    Examples
    --------
    >>> lower_end(Region().assume_row(((("w", 1),), -2)), "w")
    2
    """
    start = (region.point() or {}).get(name, 0)
    for value in range(start, start - _FURTHEST, -1):
        if region.implies((((name, 1),), -value)):
            return value
    return -3


def _box(region: Region, symbols: Sequence[Symbol]) -> Iterator[Point]:
    """All points of a small box, the smallest first."""
    size = _BOX.get(len(symbols), 3)
    starts = [lower_end(region, symbol.name) if symbol.is_integer else 2 for symbol in symbols]
    for offsets in sorted(product(range(size), repeat=len(symbols)), key=lambda o: (max(o, default=0), o)):
        yield {s: start + offset for s, start, offset in zip(symbols, starts, offsets, strict=True)}


def _within(chamber: Region, symbols: Sequence[Symbol], fallback: Point) -> Iterator[Point]:
    """A point of a chamber and one on each of its edges, where such a point is found.

    Yields
    ------
    Point
    """
    edges = [atom for atom, _ in chamber.conditions if isinstance(atom, Sign)]
    parts = [chamber]
    for edge in edges:
        coefficients, constant = edge.row
        opposite = tuple((name, -x) for name, x in coefficients), -constant
        parts += [chamber.assume_row(opposite), chamber.assume_row((coefficients, constant + 1))]
    for part in parts:
        found = part.point() if part.feasible else None
        if found is not None:
            yield {symbol: found.get(symbol.name, fallback[symbol]) for symbol in symbols}


def sample_points(
    region: Region, symbols: Sequence[Symbol], assumptions: Iterable[Basic], chambers: Iterable[Region], depth: int
) -> list[Point]:
    """Points of the domain for comparisons.

    Points whose loops would be long are left out once WORK steps are planned.

    Parameters
    ----------
    region : Region
        The domain.
    symbols : sequence of Symbol
        Symbols of the sizes.
    assumptions : iterable of Basic
        Conditions of the domain, evaluated at every point.
    chambers : iterable of Region
        Parts of the domain.
    depth : int
        Nesting depth of the sums.

    Returns
    -------
    list of Point
        Points of the domain, without repetition.
    """
    assumptions = list(assumptions)
    candidates = list(_box(region, symbols))
    corner = candidates[0]
    for chamber in chambers:
        candidates += _within(chamber, symbols, corner)
    chosen: dict[tuple[Fraction | int, ...], Point] = {}
    work = 0
    for point in candidates:
        key = tuple(point.values())
        inside = region.contains({symbol.name: value for symbol, value in point.items()})
        if key in chosen or not inside or not all(holds(condition, point) for condition in assumptions):
            continue
        cost = (max((abs(int(value)) for value in key), default=0) + 2) ** depth
        if work + cost <= WORK:
            work += cost
            chosen[key] = point
    return list(chosen.values())
