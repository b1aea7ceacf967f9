"""Messages of explicit networks, and the number of dimensions crossed after each hop, counted place by place."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_adaptivity import LIKELY, choices
from netlemma.derive.core.domain import Size
from netlemma.derive.networks.channels.compositions import listed
from netlemma.graphs.loads.adaptivity import ChoiceCounts

NETWORKS = ((2, 1), (3, 1), (2, 2), (4, 1), (3, 2), (2, 3), (4, 2), (3, 3))


@dataclass(frozen=True)
class Message:
    """A message of an explicit network.

    Parameters
    ----------
    k : int
        Nodes per dimension.
    n : int
        Number of dimensions.
    target : int
        Number of the destination node.
    hops : tuple of int
        Number of hops in each dimension.
    """

    k: int
    n: int
    target: int
    hops: tuple[int, ...]

    @property
    def needed(self) -> list[int]:
        """The hops in the dimensions in which it makes any: z_1, ..., z_m."""
        return [z for z in self.hops if z]

    def size(self, **more: int) -> Size:
        """The network and the distance, with further names."""
        return {"k": self.k, "n": self.n, "i": sum(self.hops), **more}

    @property
    def name(self) -> str:
        """The message as named in a counterexample."""
        return f"oneway-torus, message of {', '.join(map(str, self.hops))} hops in the dimensions"

    def crossed(self, likely: str = "distributions") -> list[dict[int, Fraction]]:
        """By hops made, 0 first: the probability of each number of crossed dimensions, counted place by place."""
        return _crossed(self, likely)


@cache
def _crossed(message: Message, likely: str) -> list[dict[int, Fraction]]:
    rows, needed = network(message.k, message.n).to(message.target)[LIKELY[likely]], len(message.needed)
    found = [{needed - left: Fraction(weight, sum(row.values())) for left, weight in row.items()} for row in rows]
    return [*found, {needed: Fraction(1)}]


def network(k: int, n: int) -> ChoiceCounts:
    """The choices of messages on the explicit network.

    Parameters
    ----------
    k : int
        Nodes per dimension.
    n : int
        Number of dimensions.

    Returns
    -------
    ChoiceCounts
        Choices of messages.
    """
    return choices("oneway-torus", (("k", k), ("n", n)))


@cache
def messages(k: int, n: int) -> list[Message]:
    """All messages from one source, nearest first; hops in a dimension are counted along one path.

    Parameters
    ----------
    k : int
        Nodes per dimension.
    n : int
        Number of dimensions.

    Returns
    -------
    list of Message
        Messages.
    """
    counts, each = network(k, n), []
    for target, distance in enumerate(counts.distance):
        node, hops = counts.source, [0] * n
        for ways in counts.fronts(target):
            ahead = ways[node][0]
            ends = zip(counts.network.labels(node), counts.network.labels(ahead), strict=True)
            (dimension,) = (d for d, (a, b) in enumerate(ends) if a != b)
            hops[dimension] += 1
            node = ahead
        if distance:
            each.append(Message(k, n, target, tuple(hops)))
    return sorted(each, key=lambda message: (sum(message.hops), message.hops))


def every() -> Iterator[Message]:
    """The messages of small networks, smallest first."""
    return (message for k, n in NETWORKS for message in messages(k, n))


_read = lru_cache(256)(parse_formula)


def whole(text: str, **values: int) -> int:
    """The whole-number value of a formula.

    Parameters
    ----------
    text : str
        Formula.
    **values : int
        Values by name.

    Returns
    -------
    int
        Value.

    Raises
    ------
    ValueError
        If the value is not whole.

    Examples
    --------
    >>> whole("h - s", h=3, s=1)
    2
    """
    value = _read(text).evaluate(values)
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise ValueError(f"{text} is not whole at {values}")
    return int(value)


def count(objects: int, greatest: list[int]) -> int:
    """The number of ways to spread objects over cells, by enumeration.

    Parameters
    ----------
    objects : int
        Number of objects.
    greatest : list of int
        Largest number of objects of each cell.

    Returns
    -------
    int
        Number of ways.
    """
    return len(list(listed(objects, [(0, most) for most in greatest])))
