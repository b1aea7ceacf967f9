"""Relations on channels that look up the arrays of a routing's choices, row by row."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from graphs.routing.channel_routing import ADAPTIVE, ALL, ChannelChoice, ChannelRelation, Label
from graphs.routing.choices import BY_CHANNEL, GIVEN, PATHS, Choices
from graphs.topology.structure import Network

MOST_ROWS = 1 << 22  # of the goals that are kept


def row_relation(net: Network, kind: str, vcs: int, choices_to: Callable[[int, Label], Choices]) -> ChannelRelation:
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

    Returns
    -------
    ChannelRelation
        Function (node, came_by, destination, label) -> (channel, weight) pairs.
    """
    rows = net.node_count + net.hop_count * vcs

    @lru_cache(maxsize=min(max(MOST_ROWS // rows, 2), 4096))
    def kept(destination: int, label: Label) -> _Goal:
        return _Goal(choices_to(destination, label), net, vcs, destination)

    def next_channels(node: int, came_by: int | None, destination: int, label: Label) -> list[ChannelChoice]:
        goal = kept(destination, label)
        row = node if came_by is None or goal.choices.by != BY_CHANNEL else net.node_count + came_by
        channels = goal.channels(row)
        if kind == ADAPTIVE or len(channels) < 2:
            return [(channel, ALL) for channel in channels]
        weights = goal.weights(row, channels)
        return [(channel, Fraction(weight, sum(weights))) for channel, weight in zip(channels, weights, strict=True)]

    return next_channels


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
