"""Loads of directed channels computed as defined: each message followed hop by hop in dimension order.

Slow and obvious. These loops share nothing with the closed forms and nothing with the explicit networks.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from netlemma.derive.networks.products.brute_force import Dimensions, Node, distance, nodes
from netlemma.derive.networks.traffic.patterns import MINUS, PLUS

Channel = tuple
Message = tuple[Node, Node, Fraction]  # source, destination, rate


@cache
def runs(kind: str, n: int, x: int, y: int, ties: str) -> list[tuple[Fraction, list[Channel]]]:
    """The runs along one factor from digit x to digit y: the channels in turn, with the share of the messages.

    Parameters
    ----------
    kind : str
        Kind of the factor.
    n : int
        Its number of nodes.
    x : int
        First digit.
    y : int
        Last digit.
    ties : str
        Way half around a ring.

    Returns
    -------
    list of (Fraction, list of tuple)
        Share and channels of each run.
    """
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
    """The load of each channel that some message crosses.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    messages : iterable of Message
        Source, destination and rate of each pair that talks.
    ties : str
        Way half around a ring.

    Returns
    -------
    dict from tuple to Fraction
        Load by channel: its dimension, the digits of its copy of the factor, its place there.
    """
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
    """Mean number of hops of a message; a message of a node to itself counts, with none.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.
    messages : iterable of Message
        Source, destination and rate of each pair that talks.

    Returns
    -------
    Fraction
        Hops for each message.
    """
    sent = hops = Fraction(0)
    for source, destination, rate in messages:
        sent += rate
        hops += rate * distance(dimensions, source, destination)
    return hops / sent
