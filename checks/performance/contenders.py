"""Comparison of the X0 bounds of two networks size by size, as each grows in one of its parameters."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from netlemma.checks.base.inputs import InputError, nearest, quoted_text
from netlemma.checks.lemmas.subject import Subject
from netlemma.checks.performance.bounds import bounds_subject

EQUAL = "equal"


class BoundAtSize(NamedTuple):
    """One size of a network: its number of nodes, its X0 bound, the names of its classes."""

    nodes: int
    size: Mapping[str, int]
    X0_bound: Fraction
    classes: tuple[str, ...]


@dataclass(frozen=True)
class Contender:
    """A network with at most one free parameter."""

    subject: Subject
    fixed: Mapping[str, int]
    free: str | None

    @property
    def label(self) -> str:
        """The network with its fixed parameters, as text."""
        return " ".join([self.subject.text, *(f"{name}={value}" for name, value in self.fixed.items())])


def contender(text: str, given: Mapping[str, int]) -> Contender:
    """A network to compare.

    Parameters
    ----------
    text : str
        Family or product as text.
    given : mapping from str to int
        Values of the fixed parameters.

    Returns
    -------
    Contender
        The network.

    Raises
    ------
    InputError
        For an unknown parameter, or more than one free parameter.
    """
    subject = bounds_subject(text)
    known = subject.minima
    for name, value in given.items():
        if name not in known and (name, value) not in subject.defaults.items():
            hint = nearest(name, known)
            raise InputError(
                f"{text} has no parameter {quoted_text(name)}{hint}; it takes {', '.join(known) or 'none'}"
            )
    free = [name for name in known if name not in given]
    if len(free) > 1:
        raise InputError(f"{text}: {', '.join(free)} are free; give all parameters but one")
    return Contender(subject, {name: given[name] for name in known if name in given}, free[0] if free else None)


def pair(one: Contender, other: Contender) -> tuple[Contender, Contender]:
    """Two networks that grow: a parameter that is free in one is also freed in the other if that has none.

    Parameters
    ----------
    one : Contender
        First network.
    other : Contender
        Second network.

    Returns
    -------
    tuple of (Contender, Contender)
        Both networks.

    Examples
    --------
    >>> first, second = pair(contender("toroid", {"w": 4, "D": 3}), contender("spanning-bus-hypercube", {"w": 4}))
    >>> first.label, first.free
    ('toroid w=4', 'D')
    """

    def loosened(fixed: Contender, free: Contender) -> Contender:
        if fixed.free is None and free.free in fixed.fixed:
            return Contender(fixed.subject, {n: v for n, v in fixed.fixed.items() if n != free.free}, free.free)
        return fixed

    return loosened(one, other), loosened(other, one)


@dataclass(frozen=True)
class BoundsComparison:
    """Two networks: their sizes in the searched range, and the comparison of their bounds."""

    networks: tuple[Contender, Contender]
    points: tuple[tuple[BoundAtSize, ...], tuple[BoundAtSize, ...]]
    limit: Mapping[str, Any]

    def common(self) -> list[tuple[BoundAtSize, BoundAtSize]]:
        """The sizes with equal numbers of nodes."""
        second = {point.nodes: point for point in self.points[1]}
        return [(point, second[point.nodes]) for point in self.points[0] if point.nodes in second]

    def at_most(self) -> list[tuple[BoundAtSize, BoundAtSize]]:
        """For each number of nodes at which one network has a size, the largest size of each network with at most that
        many nodes.

        It ends at the smaller one of the two searched ranges.
        """
        grown = [points[-1].nodes for network, points in zip(self.networks, self.points, strict=True) if network.free]
        first, second = ({point.nodes: point for point in points} for points in self.points)
        found: list[tuple[BoundAtSize, BoundAtSize]] = []
        a = b = None
        for nodes in sorted({*first, *second}):
            a, b = first.get(nodes, a), second.get(nodes, b)
            if a and b and (not grown or nodes <= min(grown)):
                found.append((a, b))
        return found

    def better(self, first: BoundAtSize, second: BoundAtSize) -> str:
        """The network with the greater bound, or ``equal``.

        Parameters
        ----------
        first : BoundAtSize
            Size of the first network.
        second : BoundAtSize
            Size of the second network.

        Returns
        -------
        str
            Label of the network.
        """
        labels = [network.label for network in self.networks]
        a, b = first.X0_bound, second.X0_bound
        return EQUAL if a == b else labels[0] if a > b else labels[1]

    def as_json(self) -> dict[str, Any]:
        """The comparison in the format of ``netlemma bounds --json``."""
        common = [(pair, self.better(*pair)) for pair in self.common()]
        return {
            "networks": [network.label for network in self.networks],
            "free": [network.free for network in self.networks],
            "searched": [[points[0].nodes, points[-1].nodes] for points in self.points],
            "common": [
                {
                    "nodes": a.nodes,
                    "sizes": [a.size, b.size],
                    "X0_bound": [str(a.X0_bound), str(b.X0_bound)],
                    "better": who,
                }
                for (a, b), who in common
            ],
            "crossings": [
                {"between": [before[0].nodes, after[0].nodes], "from": x, "to": y}
                for ((before, x), (after, y)) in pairwise(common)
                if x != y
            ],
            "at_most": [{"from_nodes": nodes, "better": who} for nodes, who in self._ranges()],
            "limit": dict(self.limit),
        }

    def _ranges(self) -> Iterator[tuple[int, str]]:
        last = None
        for a, b in self.at_most():
            who = self.better(a, b)
            if who != last:
                yield max(a.nodes, b.nodes), who
            last = who
