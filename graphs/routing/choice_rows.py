"""Relations on channels that look up the arrays of a routing's choices, row by row."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from netlemma.graphs.routing.channel_routing import ADAPTIVE, ALL, ChannelChoice, ChannelRouting, Label
from netlemma.graphs.routing.choices import BY_CHANNEL, GIVEN, PATHS, Choices
from netlemma.graphs.topology.structure import Network

ChannelsAt = Callable[[int, "int | None", int], Sequence[int]]  # node, channel by which a packet came, destination
MOST_ROWS = 1 << 22  # of the goals that are kept


class RowRelation:
    """The relation of a routing that is given by arrays; the arrays of the last goals are kept.

    Parameters
    ----------
    net : Network
        The network.
    kind : str
        "deterministic", "oblivious" or "adaptive".
    vcs : int
        Virtual channels of each hop.
    choices_to : Callable
        Function (destination, label) -> choices.
    choices_at : Callable, optional
        Function from numbers of nodes to a function (node, came_by, destination) -> channels, which answers at these nodes
        only and takes no time for others.
    """

    def __init__(
        self,
        net: Network,
        kind: str,
        vcs: int,
        choices_to: Callable[[int, Label], Choices],
        choices_at: Callable[[np.ndarray], ChannelsAt] | None = None,
    ) -> None:
        self.net, self.vcs, self.choices_at = net, vcs, choices_at
        self._alike = kind == ADAPTIVE
        rows = net.node_count + net.hop_count * vcs

        @lru_cache(maxsize=min(max(MOST_ROWS // rows, 2), 4096))
        def kept(destination: int, label: Label) -> _Goal:
            return _Goal(choices_to(destination, label), net, vcs, destination)

        self._kept = kept

    def __call__(self, node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        """The choices at a place with their weights."""
        goal = self._kept(destination, label)
        row = node if came_by is None or goal.choices.by != BY_CHANNEL else self.net.node_count + came_by
        channels = goal.channels(row)
        if self._alike or len(channels) < 2:
            return [(channel, ALL) for channel in channels]
        weights = goal.weights(row, channels)
        return [(channel, Fraction(weight, sum(weights))) for channel, weight in zip(channels, weights, strict=True)]


def channels_at(routing: ChannelRouting, nodes: np.ndarray) -> ChannelsAt:
    """The channels that packets without labels may take next at some nodes.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    nodes : ndarray of int
        Numbers of nodes, rising.

    Returns
    -------
    Callable
        Function (node, came_by, destination) -> channels whose weight is not 0, for these nodes, of which ``destination``
        is one.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> around = channel_routing(network("oneway-torus", k=3, n=2), "dimension-order", 2)
    >>> line = channels_at(around, np.array([0, 3, 6]))
    >>> [around.channel_name(c) for c in line(6, None, 3)], [around.channel_name(c) for c in line(0, 25, 3)]
    (['(2,0)->(0,0) vc 1'], ['(0,0)->(1,0) vc 1'])
    """
    relation = routing.next_channels
    if isinstance(relation, RowRelation) and relation.choices_at is not None:
        return relation.choices_at(nodes)
    return lambda node, came_by, destination: [
        int(channel) for channel, weight in relation(node, came_by, destination, None) if weight
    ]


class _Goal:
    """The choices to one goal, and the number of paths from each node where it was asked for."""

    def __init__(self, choices: Choices, net: Network, vcs: int, destination: int) -> None:
        self.choices, self.net, self.vcs = choices, net, vcs
        self.paths = {destination: 1}

    def channels(self, row: int) -> list[int]:
        first, last = self.choices.start[row : row + 2].tolist()
        return self.choices.channel[first:last].tolist()  # type: ignore[no-any-return]

    def weights(self, row: int, channels: list[int]) -> list[int]:
        """Numbers to which the shares of the channels of a row are proportional."""
        if self.choices.weights == GIVEN and self.choices.weight is not None:
            first, last = self.choices.start[row : row + 2].tolist()
            return self.choices.weight[first:last].tolist()  # type: ignore[no-any-return]
        return [self.paths_from(channel) if self.choices.weights == PATHS else 1 for channel in channels]

    def paths_from(self, channel: int) -> int:
        """Number of paths to the destination behind a channel, of a routing by node."""
        todo = [int(self.net.target[channel // self.vcs])]
        while todo:
            ends = [int(self.net.target[c // self.vcs]) for c in self.channels(todo[-1])]
            if missing := [end for end in ends if end not in self.paths and todo[-1] not in self.paths]:
                todo += missing
            else:
                node = todo.pop()
                self.paths.setdefault(node, sum(self.paths[end] for end in ends if node not in self.paths))
        return self.paths[int(self.net.target[channel // self.vcs])]
