"""Routings on channels made of hops and a rule for virtual channels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from graphs.routing.channel_routing import ADAPTIVE, ChannelChoice, ChannelRouting, Label
from graphs.routing.choice_loops import choices, loop
from graphs.routing.choice_rows import row_relation
from graphs.routing.choices import ALIKE, BY_CHANNEL, BY_NODE, GIVEN, PATHS, Choices
from graphs.routing.hop_routing import Choice
from graphs.routings.virtual import Rule
from graphs.topology.structure import Network

HopRelation = Callable[[int, "int | None", int], Sequence[Choice]]  # node, hop by which the packet came, destination
NOTHING = np.zeros(0, dtype=np.uint8)
NO_ORDER, NO_SHARES = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Marks:
    """Hops that packets to one destination may take.

    Parameters
    ----------
    marks : ndarray of uint32, shape (H,)
        Bit c says that packets of class c may take the hop. Packets are of class 0 at their source, and of the class of
        the hop by which they came elsewhere.
    order : ndarray of int32, shape (H,), optional
        The hops of each node in the order of choices; by default that of their numbers.
    share : ndarray of int64, shape (H,), optional
        Numbers to which the shares of the hops of a node are proportional; by default they are alike.
    by_paths : bool, default False
        Whether shares are proportional to the number of paths behind each hop.
    """

    marks: np.ndarray
    order: np.ndarray = field(default_factory=lambda: NO_ORDER)
    share: np.ndarray = field(default_factory=lambda: NO_SHARES)
    by_paths: bool = False


def on_channels(
    name: str,
    net: Network,
    kind: str,
    marks_to: Callable[[int], Marks],
    rule: Rule,
    vcs: int,
    description: str,
    behind: np.ndarray = NOTHING,
) -> ChannelRouting:
    """The routing that takes marked hops, on each one every virtual channel of a rule with the same probability.

    Parameters
    ----------
    name : str
        Name of the routing.
    net : Network
        The network.
    kind : str
        "deterministic", "oblivious" or "adaptive".
    marks_to : Callable
        Function from a destination to the hops that packets may take.
    rule : Rule
        Rule for virtual channels.
    vcs : int
        Virtual channels of each hop.
    description : str
        Description of the routing.
    behind : ndarray of uint8, shape (H,), optional
        Class of the packets behind each hop; by default the choices do not depend on the hop by which a packet came.

    Returns
    -------
    ChannelRouting
        The routing.
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
        start, channel, weight = loop(choices, net, steps=steps)(
            net.indptr, net.target, marks.order, marks.marks, behind, half, rule.crossing, marks.share, vcs, destination,
            by == BY_CHANNEL, given,
        )  # fmt: skip
        if given:
            return Choices(by, start, channel, GIVEN, weight)
        return Choices(by, start, channel, PATHS if marks.by_paths and kind != ADAPTIVE else ALIKE)

    relation = row_relation(net, kind, vcs, choices_to)
    return ChannelRouting(name, net, kind, relation, vcs, description=description, choices_to=choices_to)


def _by_node(net: Network, kind: str, found: Marks, destination: int) -> Choices:
    """Choices of marked hops without virtual channels."""
    taken = (
        np.flatnonzero(found.marks & 1) if not len(found.order) else found.order[(found.marks[found.order] & 1) == 1]
    )
    taken = taken[net.origin[taken] != destination].astype(np.int32)
    start = np.zeros(net.node_count + 1, dtype=np.int64)
    np.cumsum(np.bincount(net.origin[taken], minlength=net.node_count), out=start[1:])
    if kind != ADAPTIVE and len(found.share):
        return Choices(BY_NODE, start, taken, GIVEN, found.share[taken])
    return Choices(BY_NODE, start, taken, PATHS if found.by_paths and kind != ADAPTIVE else ALIKE)


def hop_relation(name: str, net: Network, kind: str, hops: HopRelation, description: str) -> ChannelRouting:
    """The routing that takes the hops of a relation, without virtual channels.

    Parameters
    ----------
    name : str
        Name of the routing.
    net : Network
        The network.
    kind : str
        "deterministic", "oblivious" or "adaptive".
    hops : HopRelation
        Function (node, came_by, destination) -> (hop, weight) pairs.
    description : str
        Description of the routing.

    Returns
    -------
    ChannelRouting
        The routing.
    """

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        return [(int(hop), Fraction(weight)) for hop, weight in hops(node, came_by, destination)]

    return ChannelRouting(name, net, kind, next_channels, description=description)
