"""Loads of directed channels computed as defined: each message followed hop by hop in dimension order.

Slow and obvious. These loops share nothing with the closed forms and nothing with the explicit networks.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from netlemma.derive.networks.products.brute_force_products import Dimensions, Node, distance, nodes
from netlemma.derive.networks.traffic.factor_loads import MINUS, PLUS

Channel = tuple
Message = tuple[Node, Node, Fraction]  # source, destination, rate


@cache
def runs(kind: str, n: int, x: int, y: int, ties: str) -> list[tuple[Fraction, list[Channel]]]:
    """The runs along one factor from digit x to digit y: the channels in turn, with the share of the messages."""
    if x == y:
        return []
    if kind == "bus":
        return [(Fraction(1), [("bus",)])]
    if kind == "clique":
        return [(Fraction(1), [(x, y)])]
    steps = {1: (y - x) % n, -1: (x - y) % n}
    if kind == "oneway-ring":
        ways = [1]
    elif kind == "line":
        ways = [1 if y > x else -1]
    elif steps[1] != steps[-1]:
        ways = [min(steps, key=lambda way: steps[way])]
    else:
        ways = {PLUS: [1], MINUS: [-1]}.get(ties, [1, -1])
    lengths = {way: abs(y - x) if kind == "line" else steps[way] for way in ways}
    return [(Fraction(1, len(ways)), [((x + way * hop) % n, way) for hop in range(lengths[way])]) for way in ways]


def loads(dimensions: Dimensions, messages: Iterable[Message], ties: str) -> dict[Channel, Fraction]:
    """The load of each channel that some message crosses."""
    found: dict[Channel, Fraction] = defaultdict(Fraction)
    for source, destination, rate in messages:
        for j, (kind, n) in enumerate(dimensions):
            for share, channels in runs(kind, n, source[j], destination[j], ties):
                for channel in channels:
                    found[j, destination[:j] + source[j + 1 :], channel] += rate * share
    return found


def uniform(dimensions: Dimensions) -> list[Message]:
    """Every node to all others alike."""
    every = nodes(dimensions)
    return [(s, t, Fraction(1, len(every) - 1)) for s in every for t in every if s != t]


def mean_hops(dimensions: Dimensions, messages: Iterable[Message]) -> Fraction:
    """Mean number of hops of a message; a message of a node to itself counts, with none."""
    sent = hops = Fraction(0)
    for source, destination, rate in messages:
        sent += rate
        hops += rate * distance(dimensions, source, destination)
    return hops / sent
