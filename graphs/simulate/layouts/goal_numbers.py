"""Numbers of the goals of messages: a goal is a destination with the label that a routing draws."""

from collections.abc import Callable
from itertools import chain

import numpy as np

from netlemma.graphs.routing.channel_routing import ChannelRouting, Label, no_label
from netlemma.graphs.routing.choices import Goal
from netlemma.graphs.simulate.layouts.numbering import labels_of


class GoalNumbers:
    """Goals by number: destinations, or destinations with labels, which are numbered when a message to them comes.

    routing: The routing.

    ends: Terminals, which send and receive messages.
    by_destination: Whether a goal is a destination alone, with the number of its end.
    node: Destination of each goal.
    ready: Whether packets to each goal have been followed.
    """

    def __init__(self, routing: ChannelRouting) -> None:
        net = self.network = routing.network
        self.routing = routing
        self.by_destination = routing.labels is no_label or bool(routing.phases.parts)
        self.ends = np.asarray(routing.ends, dtype=np.int64)
        self._phases = bool(routing.phases.parts)
        self.node = self.ends.astype(np.int32) if self.by_destination else np.zeros(0, dtype=np.int32)
        if self._phases:  # goals of phase 2, then those of phase 1
            self.node = np.concatenate([self.node, np.arange(net.node_count, dtype=np.int32)])
        count = len(self.node)
        self._numbers: dict[Goal, int] = {}  # of the goals with labels
        self._goals_of_pair: dict[tuple[int, int], list[int]] = {}
        self._sources: list[set[int]] = []  # followed to each goal with a label
        self._labels: list[Label] = []
        self.ready = np.zeros(count, dtype=np.bool_)
        self.block, self.low, self.high = (np.full(count, -1, dtype=np.int64) for _ in range(3))

    def numbers(
        self, source: np.ndarray, destination: np.ndarray, draw: Callable[[], np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Numbers of the goals of messages, one of whose labels has been drawn.

        source, destination (ndarray of int, shape (messages,)): Terminals of each message.
        draw: Function that returns random numbers, an ndarray of int64 of shape (messages,), called if messages have
        several labels; the remainder by the number of labels of a message is that of its label.

        Returns: Goal of each message, and its goal in the first of two phases, -1 if there is one phase.
        """
        none, nodes = np.full(len(source), -1, dtype=np.int32), self.network.node_count
        if self.by_destination and not self._phases:
            return destination.astype(np.int32), none
        if self.routing.by_any_node:
            return destination.astype(np.int32), (len(self.ends) + draw() % nodes).astype(np.int32)
        pairs, which = np.unique(destination.astype(np.int64) * len(self.ends) + source, return_inverse=True)
        of_pairs = [self.goals_of(*divmod(pair, len(self.ends))[::-1]) for pair in pairs.tolist()]
        low = np.cumsum([0, *map(len, of_pairs)])
        every = np.array(list(chain.from_iterable(of_pairs)), dtype=np.int32)
        found = every[low[which] + draw() % np.diff(low)[which]]
        return (destination.astype(np.int32), found) if self._phases else (found, none)

    def goals_of(self, source: int, destination: int) -> list[int]:
        """Numbers of the goals of messages with each label; of two phases those of the first."""
        found = self._goals_of_pair.get((source, destination))
        if found is not None:
            return found
        labels = labels_of(self.routing, *(int(self.ends[end]) for end in (source, destination)))
        if self._phases:
            found = [len(self.ends) + node for node in labels]  # type: ignore[operator]
        elif self.by_destination:
            found = [destination]
        else:
            found = [self._number(source, destination, label) for label in labels]
        return self._goals_of_pair.setdefault((source, destination), found)

    def _number(self, source: int, destination: int, label: Label) -> int:
        """Number of the goal of messages with a label, which will be followed from the source, too."""
        source, destination = int(self.ends[source]), int(self.ends[destination])
        number = self._numbers.setdefault(Goal(destination, label), len(self._numbers))
        if number == len(self._labels):
            self._labels.append(label)
            self._sources.append(set())
            if number == len(self.node):
                self._more_goals(destination)
            self.node[number] = destination
        if source not in self._sources[number]:
            self._sources[number].add(source)
            self.ready[number] = False  # and is followed from all of them
        return number

    def _more_goals(self, destination: int) -> None:
        more = max(64, len(self.node))
        self.node = np.concatenate([self.node, np.full(more, destination, dtype=np.int32)])
        self.ready = np.concatenate([self.ready, np.zeros(more, dtype=np.bool_)])
        self.block, self.low, self.high = (
            np.concatenate([each, np.full(more, -1, dtype=np.int64)]) for each in (self.block, self.low, self.high)
        )
