"""Step formulas: first-order relations between the resource that a packet holds and the one that it requests next.

Resources (channels, queues) have coordinates, integers that locate them in the network. A step formula contains the
coordinates of two resources, the sizes of the network, and variables of a packet: the step is legal if the formula
holds for some packet. Coordinates that do not matter, such as the digits in other dimensions, and adjacency of the
resources in the network are left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import sympy as sp

from netlemma.derive.algebra.expressions.evaluate import compiled
from netlemma.derive.algebra.expressions.notation import Lexicographic, NotRising
from netlemma.derive.algebra.expressions.points import Place, Point, place_of, placed
from netlemma.derive.core.domain import Size

Coordinates = tuple[int, ...]
Range = tuple[sp.Symbol, sp.Expr, sp.Expr]


def coordinates(letters: str) -> tuple[tuple[sp.Symbol, ...], tuple[sp.Symbol, ...]]:
    """The symbols of the coordinates of two resources, such as p_1 and p_2.

    Examples
    --------
    >>> coordinates("d p")
    ((d_1, p_1), (d_2, p_2))
    """
    held, wanted = (tuple(sp.Symbol(f"{x}_{i}", integer=True) for x in letters.split()) for i in (1, 2))
    return held, wanted


@dataclass(frozen=True)
class StepFormula:
    """A step formula.

    Parameters
    ----------
    words : str
        Meaning of the coordinates and of the packet.
    sizes : tuple of Symbol
        Symbols of the sizes.
    held : tuple of Symbol
        Coordinates of the resource held.
    wanted : tuple of Symbol
        Coordinates of the resource requested.
    ranges : tuple of Range
        Coordinates and packet variables, with their lowest and highest values.
    formula : Basic
        Condition of a legal step, for some values of the packet variables.
    between : tuple of Symbol, default ()
        Coordinates of the route from one resource to the other, such as the number of hops.
    """

    words: str
    sizes: tuple[sp.Symbol, ...]
    held: tuple[sp.Symbol, ...]
    wanted: tuple[sp.Symbol, ...]
    ranges: tuple[Range, ...]
    formula: sp.Basic
    between: tuple[sp.Symbol, ...] = ()

    @property
    def letters(self) -> tuple[str, ...]:
        """The names of the coordinates, without numbers."""
        return tuple(x.name.partition("_")[0] for x in self.held)

    def not_rising(self, rank: Sequence[sp.Expr]) -> NotRising:
        """The number of steps along which a rank does not rise; its parts are expressions in the coordinates held and the sizes."""
        later = [x.xreplace(dict(zip(self.held, self.wanted, strict=True))) for x in rank]
        first, second = (x[0] if len(x) == 1 else Lexicographic(*x) for x in (list(rank), later))
        return NotRising(first, second, self.formula, *(sp.Tuple(*x) for x in self.ranges))

    @property
    def packet(self) -> tuple[Range, ...]:
        """The packet variables: the ranges that belong to no coordinate."""
        return tuple(x for x in self.ranges if x[0] not in {*self.held, *self.wanted, *self.between})

    def at(self, size: Size) -> Callable[[Coordinates, Coordinates, Coordinates], bool]:
        """The relation at one size: a predicate of the coordinates held, wanted and between."""
        places = [place_of(x) for x in (*self.held, *self.wanted, *self.between)]
        values = placed({s: size[s.name] for s in self.sizes})
        limits = [(compiled(low)(values), compiled(high)(values)) for _, low, high in self.packet]
        packets = [range(int(low), int(high) + 1) for low, high in limits]
        known: dict[tuple[Coordinates, ...], bool] = {}

        def allows(held: Coordinates, wanted: Coordinates, between: Coordinates = ()) -> bool:
            key = (held, wanted, between)
            if key not in known:
                point = values | dict(zip(places, (*held, *wanted, *between), strict=True))
                known[key] = any(self._holds(point | packet) for packet in self._packets(packets))
            return known[key]

        return allows

    @cached_property
    def condition(self) -> sp.Basic:
        """The formula and all ranges."""
        return sp.And(*(sp.And(lower <= x, x <= upper) for x, lower, upper in self.ranges), self.formula)

    @cached_property
    def _holds(self) -> Callable[[Point], bool]:
        return compiled(self.condition)

    def _packets(self, ranges: Sequence[range]) -> Iterator[dict[Place, int]]:
        names = [place_of(x) for x, _, _ in self.packet]
        return (dict(zip(names, values, strict=True)) for values in product(*ranges))


def rank_at(rank: Sequence[sp.Expr], held: Sequence[sp.Symbol], size: Mapping[sp.Symbol, int]) -> Callable:
    """The rank at one size, as a function from coordinates to a tuple of numbers.

    Parameters
    ----------
    rank : sequence of Expr
        Parts of the rank.
    held : sequence of Symbol
        Symbols of the coordinates.
    size : mapping from Symbol to int
        Values of the sizes.

    Returns
    -------
    Callable
        Function of the coordinates.

    Examples
    --------
    >>> k, (p,) = sp.Symbol("k"), coordinates("p")[0]
    >>> rank_at((k - p,), (p,), {k: 5})((2,))
    (3,)
    """
    parts, places, sizes = [compiled(x) for x in rank], [place_of(x) for x in held], placed(size)
    known: dict[Coordinates, tuple[int, ...]] = {}

    def value(at: Coordinates) -> tuple[int, ...]:
        if at not in known:
            point = sizes | dict(zip(places, at, strict=True))
            known[at] = tuple(part(point) for part in parts)
        return known[at]

    return value
