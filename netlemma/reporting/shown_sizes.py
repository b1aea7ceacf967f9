"""Selection of the sizes of a family in a report, from the usually measured ones."""

from collections.abc import Mapping, Sequence, Set
from fractions import Fraction
from typing import Any

from netlemma.graphs import Family, families

SMALL = 24  # nodes of the network that is drawn, and whose deadlock is decided
LARGEST_MEASURED = 64  # nodes
MEASURED = 6  # networks measured of each family
TELLING: Mapping[str, Mapping[str, Any]] = {  # sizes that show what a family is, where the usual choice does not
    "fat-tree": {"k": 4},
    "dragonfly": {"p": 2, "a": 4, "h": 2, "arrangement": "consecutive"},
    "slim-fly": {"q": 5, "p": 0},
}


def measured_sizes(name: str) -> list[dict[str, Any]]:
    """The sizes at which a family is measured: the smallest with few nodes, others at a distance from it and each other,
    and the one that is shown.

    >>> [f"{size['k']}^{size['n']}" for size in measured_sizes("mesh")]
    ['2^1', '5^1', '3^2', '4^2', '8^2', '4^3', '2^4']
    """
    family = families()[name]
    spread = spread_sizes([size for size in family.default_sizes if _nodes(family, size) <= LARGEST_MEASURED], MEASURED)
    return [dict(size) for size in family.default_sizes if size in spread or size == shown_size(name)]


def shown_size(name: str) -> dict[str, Any] | None:
    """The representative size of a family: one that shows what it is, else the largest of its usual ones with few nodes,
    or the smallest of all.

    >>> shown_size("toroid")
    {'w': 4, 'D': 2}
    """
    family = families()[name]
    if name in TELLING:
        return dict(TELLING[name])
    nodes = [_nodes(family, size) for size in family.default_sizes]
    if not nodes:
        return None
    chosen = max((count for count in nodes if count <= SMALL), default=min(nodes))
    return dict(family.default_sizes[nodes.index(chosen)])


def shown_numbers(name: str) -> dict[str, int]:
    """The representative size of a family by the names in formulas; a list of another length than these take has none.

    >>> shown_numbers("toroid")
    {'w': 4, 'D': 2}
    """
    found: dict[str, int] = {}
    size = shown_size(name) or {}
    for each in families()[name].parameters:
        if each.name in size and not each.words:
            names, given = each.entries or [each.name], size[each.name]
            values = list(given) if isinstance(given, (list, tuple)) else [given]
            found |= dict(zip(names, values, strict=True)) if len(names) == len(values) else {}
    return found


def spread_sizes(sizes: Sequence[Mapping[str, Any]], most: int) -> list[dict[str, Any]]:
    """A selection of sizes, always with the first, in their order, so that each parameter varies.

    Sizes are added one by one: the one with the most new values of parameters, where a value counts more the fewer
    values its parameter has; of several, the one farthest from the selected ones, each parameter measured by its range.

    >>> spread_sizes([{"k": k, "n": n} for n in (1, 2) for k in (2, 3, 4, 5)], 3)
    [{'k': 2, 'n': 1}, {'k': 4, 'n': 1}, {'k': 5, 'n': 2}]
    """
    chosen = list(sizes[:1])
    names = [name for first in chosen for name in first]
    place = {name: _places({size[name] for size in sizes}) for name in names}
    ranges = {name: max(place[name].values()) - min(place[name].values()) for name in names}

    def rank(size: Mapping[str, Any]) -> tuple[Fraction, Fraction]:
        there = {name: {other[name] for other in chosen} for name in ranges}
        new = (Fraction(1, len(there[name])) for name in ranges if size[name] not in there[name])
        return sum(new, Fraction()), min(apart(size, other) for other in chosen)

    def apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> Fraction:
        there = ((place[name][one[name]] - place[name][other[name]], whole) for name, whole in ranges.items() if whole)
        shares = (Fraction(difference, whole) for difference, whole in there)
        return sum((share**2 for share in shares), Fraction())

    while len(chosen) < min(most, len(sizes)):
        chosen.append(max((size for size in sizes if size not in chosen), key=rank))
    return [dict(size) for size in sizes if size in chosen]


def _places(values: Set[Any]) -> dict[Any, int]:
    """Where the values of a parameter stand: numbers at themselves, lists and words in their order."""
    if all(isinstance(value, int) for value in values):
        return {value: value for value in values}
    return {value: place for place, value in enumerate(sorted(values))}


def _nodes(family: Family, size: Mapping[str, Any]) -> int:
    return round(10 ** family.log_sizes(**size)[0])
