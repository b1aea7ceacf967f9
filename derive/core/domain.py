"""Sizes: the parameters of a family, and the domain of sizes of a statement."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count

import sympy as sp

from netlemma.base.names import assignments
from netlemma.derive.algebra.evaluate import holds
from netlemma.derive.algebra.notation import SeriesVariable, parameter
from netlemma.errors import DomainError

Size = Mapping[str, int]
MOST_SCANNED = 6000  # candidates examined for sizes
MOST_EMPTY = 40  # consecutive sums without a legal size after which the search ends


@dataclass(frozen=True)
class Parameter:
    """A size parameter: its name, its smallest legal value, and its meaning."""

    name: str
    minimum: int
    meaning: str = ""

    @cached_property
    def symbol(self) -> sp.Symbol:
        return parameter(self.name, self.minimum)


class SeriesParameter(Parameter):
    """The parameter of a lemma that is the variable of a power series."""

    @cached_property
    def symbol(self) -> sp.Symbol:
        return SeriesVariable(self.name, integer=True, positive=True)


@dataclass(frozen=True)
class Domain:
    """The sizes for which a statement is made; ``legal`` is what no relation says, such as which numbers a family takes.

    >>> domain = Domain((Parameter("k", 2), Parameter("p", 1)), (parameter("p") <= parameter("k") - 1,))
    >>> domain.describe(), domain.contains({"k": 4, "p": 3}), domain.contains({"k": 4, "p": 4})
    ('k >= 2, p >= 1, p <= k - 1', True, False)
    >>> list(domain.sizes(3))
    [{'k': 2, 'p': 1}, {'k': 3, 'p': 1}, {'k': 4, 'p': 1}]
    """

    parameters: tuple[Parameter, ...]
    relations: tuple[sp.Basic, ...] = ()
    legal: Callable[[Size], bool] | None = field(default=None, compare=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters, in order."""
        return tuple(p.name for p in self.parameters)

    def assumptions(self) -> list[sp.Basic]:
        """The domain as affine relations."""
        return [p.symbol >= p.minimum for p in self.parameters] + list(self.relations)

    def describe(self) -> str:
        """The domain in one line, as in ``k >= 2, n >= 1``."""
        return ", ".join([f"{p.name} >= {p.minimum}" for p in self.parameters] + [_words(r) for r in self.relations])

    def words(self) -> str:
        """The domain in words, where a text goes on around it: that of a single network is ``one size``."""
        return self.describe() or "one size"

    def contains(self, size: Size) -> bool:
        """Whether a size has exactly these parameters, with legal values."""
        if len(size) != len(self.names):
            return False
        for p in self.parameters:
            if p.name not in size or size[p.name] < p.minimum:
                return False
        if self.relations:
            values: dict[sp.Symbol, int | Fraction] = {p.symbol: size[p.name] for p in self.parameters}
            if not all(holds(r, values) for r in self.relations):
                return False
        return self.legal is None or self.legal(size)

    def require(self, size: Size) -> None:
        """Check that a size is legal.

        Raises
        ------
        DomainError
            If the size is outside the domain.
        """
        if not self.contains(size):
            given = assignments(size)
            raise DomainError(f"{given} is outside the domain {self.describe()}")

    def sizes(self, most: int, bound: Callable[[Size], bool] = lambda size: True) -> Iterator[dict[str, int]]:
        """The first legal sizes, in order of their sum.

        The search ends after :data:`MOST_SCANNED` candidates, or after :data:`MOST_EMPTY` consecutive sums without a
        legal size.

        Parameters
        ----------
        most : int
            Largest number of sizes.
        bound : callable, default lambda size: True
            Predicate that leaves out sizes that are too large.

        Yields
        ------
        dict from str to int
            Value of each parameter.
        """
        found = empty = scanned = 0
        minima = [(p.name, p.minimum) for p in self.parameters]
        for excess in count():
            empty += 1
            for extra in _compositions(excess, len(minima)):
                size = {name: minimum + x for (name, minimum), x in zip(minima, extra, strict=True)}
                scanned += 1
                if bound(size) and self.contains(size):
                    yield size
                    found, empty = found + 1, 0
                    if found == most:
                        return
            if empty > MOST_EMPTY or scanned > MOST_SCANNED:
                return


def _words(relation: sp.Basic) -> str:
    """A relation of a domain as it is written."""
    if isinstance(relation, sp.Eq) and isinstance(relation.lhs, sp.Mod):
        divided, by = relation.lhs.args
        if by == 2 and relation.rhs in (0, 1):
            return f"{divided} {'odd' if relation.rhs == 1 else 'even'}"
        one, other = (str(each) if each.is_Atom else f"({each})" for each in (divided, by))
        return f"{one} mod {other} = {relation.rhs}"
    if isinstance(relation, sp.Eq) and relation.rhs == 1 and hasattr(relation.lhs, "holds_of"):
        return f"{relation.lhs.args[0]} {relation.lhs.holds_of}"
    return f"{relation.lhs} = {relation.rhs}" if isinstance(relation, sp.Eq) else str(relation)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if total == 0:
            yield ()
    elif parts == 1:
        yield (total,)
    else:
        for first in range(total, -1, -1):
            for rest in _compositions(total - first, parts - 1):
                yield (first, *rest)
