"""Routings on channels made of hops and a rule for virtual channels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np

from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelChoice, ChannelRouting, Label
from netlemma.graphs.routing.choice_loops import choices, loop
from netlemma.graphs.routing.choices import ALIKE, BY_CHANNEL, BY_NODE, GIVEN, PATHS, ChannelsAt, Choices, by_arrays
from netlemma.graphs.routing.hop_routing import Choice
from netlemma.graphs.routings.virtual import Rule
from netlemma.graphs.topology.structure import Network

HopRelation = Callable[[int, "int | None", int], Sequence[Choice]]  # node, hop by which the packet came, destination
NOTHING = np.zeros(0, dtype=np.uint8)
NO_ORDER, NO_SHARES = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64)
NO_MARKS = np.zeros(0, dtype=np.uint32)


@dataclass(frozen=True)
class Marks:
    """Hops that packets to one destination may take.

    marks: Bit c says that packets of class c may take the hop. Packets are of class 0 at their source, and of the class
    of the hop by which they came elsewhere.
    order: The hops of each node in the order of choices; by default that of their numbers.
    share: Numbers to which the shares of the hops of a node are proportional; by default they are alike.
    by_paths: Whether shares are proportional to the number of paths behind each hop.
    """

    marks: np.ndarray
    order: np.ndarray = field(default_factory=lambda: NO_ORDER)
    share: np.ndarray = field(default_factory=lambda: NO_SHARES)
    by_paths: bool = False


class Part:
    """Some nodes of a network, the hops that leave them and those that lead to them, numbered anew.

    One more node, the last one, stands for all others.

    net: The network.
    nodes: Numbers of the nodes, rising.
    """

    def __init__(self, net: Network, nodes: np.ndarray) -> None:
        self.own = np.full(net.node_count, len(nodes), dtype=np.int32)  # new numbers
        self.own[nodes] = np.arange(len(nodes))
        ours = self.own < len(nodes)
        outward, inward = ours[net.origin], ours[net.target]
        self._leaving = np.flatnonzero(outward)
        self.hops = np.concatenate((self._leaving, np.flatnonzero(inward & ~outward)))
        degrees = np.diff(net.indptr)[nodes]
        self.indptr = np.cumsum([0, *degrees, len(self.hops) - degrees.sum()])
        self.target = self.own[net.target[self.hops]]

    def of(self, values: np.ndarray) -> np.ndarray:
        """The values of the part's hops; of length 0 if there are none."""
        return values[self.hops] if len(values) else values

    def leaving(self, marks: np.ndarray) -> np.ndarray:
        """Marks of the hops that leave the nodes, none of others."""
        own: np.ndarray = marks[self.hops]
        own[len(self._leaving) :] = 0
        return own

    def order(self, order: np.ndarray) -> np.ndarray:
        """The hops of each node in the order of choices; of length 0 if that is the order of their numbers."""
        if not len(order):
            return order
        own = np.searchsorted(self._leaving, order[self._leaving])
        return np.concatenate((own, np.arange(len(own), len(self.hops)))).astype(np.int32)


def on_channels(
    name: str,
    net: Network,
    kind: str,
    marks_to: Callable[[int], Marks],
    rule: Rule,
    vcs: int,
    description: str,
    behind: np.ndarray = NOTHING,
    alone: bool = False,
) -> ChannelRouting:
    """The routing that takes marked hops, on each one every virtual channel of a rule with the same probability.

    behind (ndarray of uint8, shape (H,), optional): Class of the packets behind each hop; by default the choices do not
    depend on the hop by which a packet came.
    """
    by = BY_CHANNEL if len(behind) or len(rule.crossing) else BY_NODE
    steps = 0
    if by == BY_CHANNEL:
        steps = vcs * int(np.diff(net.indptr)[net.target].sum())  # pairs of a channel and a hop behind it

    def choices_to(destination: int, label: Label) -> Choices:
        marks, half = marks_to(destination), rule.halves_to(destination)
        given = kind != ADAPTIVE and (len(marks.share) > 0 or len(half) > 0)
        if by == BY_NODE and vcs == 1:
            return _by_node(net, kind, marks, destination)
        taken = marks.marks if alone else NO_MARKS
        start, channel, weight = loop(choices, net, steps=steps)(
            net.indptr, net.target, marks.order, marks.marks, taken, behind, half, rule.crossing, marks.share, vcs, destination,
            by == BY_CHANNEL, given,
        )  # fmt: skip
        if given:
            return Choices(by, start, channel, GIVEN, weight)
        return Choices(by, start, channel, PATHS if marks.by_paths and kind != ADAPTIVE else ALIKE)

    def choices_at(nodes: np.ndarray) -> ChannelsAt:
        part = Part(net, nodes)
        number = {hop: i for i, hop in enumerate(part.hops.tolist())}
        classes, groups = part.of(behind), part.of(rule.crossing)
        steps = vcs * int(np.diff(part.indptr)[part.target].sum())

        @lru_cache(maxsize=2)
        def rows(destination: int) -> tuple[list[int], list[int]]:
            marks, half = marks_to(destination), rule.halves_to(destination)
            taken = part.of(marks.marks) if alone else NO_MARKS
            start, channel, _ = loop(choices, net, len(nodes), steps)(
                part.indptr, part.target, part.order(marks.order), part.leaving(marks.marks), taken, classes, part.of(half),
                groups, NO_SHARES, vcs, int(part.own[destination]), by == BY_CHANNEL, False,
            )  # fmt: skip
            return start.tolist(), (part.hops[channel // vcs] * vcs + channel % vcs).tolist()

        def channels(node: int, came_by: int | None, destination: int) -> list[int]:
            start, channel = rows(destination)
            row = int(part.own[node])
            if came_by is not None and by == BY_CHANNEL:
                row = len(nodes) + 1 + number[came_by // vcs] * vcs + came_by % vcs
            return channel[start[row] : start[row + 1]]

        return channels

    return by_arrays(name, net, kind, vcs, Arrays(choices_to), choices_at, description=description)


def _by_node(net: Network, kind: str, found: Marks, destination: int) -> Choices:
    """Choices of marked hops without virtual channels."""
    marked = (found.marks & 1) != 0
    marked[net.indptr[destination] : net.indptr[destination + 1]] = False
    some = np.flatnonzero(marked).astype(np.int32)
    start = np.searchsorted(some, net.indptr)
    taken = found.order[marked[found.order]].astype(np.int32) if len(found.order) else some
    if kind != ADAPTIVE and len(found.share):
        return Choices(BY_NODE, start, taken, GIVEN, found.share[taken])
    return Choices(BY_NODE, start, taken, PATHS if found.by_paths and kind != ADAPTIVE else ALIKE)


def hop_relation(name: str, net: Network, kind: str, hops: HopRelation, description: str) -> ChannelRouting:
    """The routing that takes the hops of a relation, without virtual channels."""

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        return [(int(hop), Fraction(weight)) for hop, weight in hops(node, came_by, destination)]

    return ChannelRouting(name, net, kind, next_channels, description=description)
