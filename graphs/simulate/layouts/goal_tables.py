"""Numbers of the goals of packets, and tables of the channels that packets to them may take."""

from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np

from netlemma.errors import SimulationError
from netlemma.graphs.base.compiled import worth_compiling
from netlemma.graphs.routing.channel_routing import OBLIVIOUS, ChannelRouting, Label, no_label
from netlemma.graphs.routing.choices import ALIKE, GIVEN, PATHS, Goal
from netlemma.graphs.routing.goal_graph import Follower, RoutingArrays
from netlemma.graphs.simulate.layouts import goal_kernel as kernel
from netlemma.graphs.simulate.layouts.numbering import labels_of

# Numbers of the goals of messages: a goal is a destination with the label that a routing draws.


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


# The channels that packets may take next, goal by goal, followed and checked when the first message to a goal comes.


SHARES = {ALIKE: kernel.ALIKE, GIVEN: kernel.GIVEN, PATHS: kernel.PATHS}
STEPS_OF_A_ROW = 4  # as many as a row takes, in those of :func:`netlemma.graphs.base.compiled.worth_compiling`
SPARSE = 8  # a goal of which fewer than one node in so many is reached has its nodes among the exceptions


class GoalTables(GoalNumbers):
    """Lists of the channels that packets may take next, by goal and place.

    A goal is a destination with a label, by number. With ``block[goal] = b >= 0``, ``lists[b + node]`` is the list of
    packets at a node, plus ``EXCEPT`` if packets that came by some channels have another one. Those are found in
    ``rows[low[goal]:high[goal]]``, in rising order, with their lists in ``others``; a row is a node for packets at their
    source, and the number of nodes plus the channel by which a packet came. With ``b = -1`` all rows are there.

    routing: The routing.
    """

    def __init__(self, routing: ChannelRouting) -> None:
        super().__init__(routing)
        net = self.network
        channels = routing.channel_count
        escape = np.zeros(channels, dtype=np.bool_)
        if routing.escape is not None:
            escape[:] = [routing.escape(channel) for channel in range(channels)]
        self._escape = escape
        self._head = np.repeat(net.target.astype(np.int32), routing.vcs)
        self._reached = net.node_count + channels  # rows by the goal that was followed last
        self._fast, self._follower = False, Follower(RoutingArrays(routing, fast=False))
        degree = int(np.diff(net.indptr).max(initial=0)) * routing.vcs
        self._space = _space(net.node_count + channels, channels, degree)
        self._made_lists = kernel.Lists(
            np.zeros(65, dtype=np.int32), np.zeros(64, dtype=np.int32), np.zeros(64 * 4 + degree, dtype=np.int32),
            np.zeros(64 * 4 + degree, dtype=np.int64), np.zeros(128, dtype=np.int32),
        )  # fmt: skip
        self._counters = np.zeros(4, dtype=np.int64)
        self._counters[kernel.LISTS] = kernel.NONE + 1
        self.lists = np.zeros(0, dtype=np.uint16)
        self.rows, self.others = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint16)
        self._used = 0  # of rows and others
        self._loose: list[int] = []  # blocks without a goal

    @property
    def longest(self) -> int:
        """Number of hops of the longest path to the goals that have been followed."""
        return int(self._counters[kernel.LONGEST])

    @property
    def used(self) -> np.ndarray:
        """Whether packets to the goals that have been followed use each channel."""
        return self._space.used

    @property
    def offers(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """``first``, ``escapes``, ``offers`` and ``chances`` of all lists, see
        :class:`netlemma.graphs.simulate.layouts.goal_kernel.Lists`.
        """
        made = self._made_lists
        return made.first, made.escapes, made.offers, made.chances

    @property
    def size(self) -> int:
        """Bytes of the tables that goals have now."""
        blocks = len(self.lists) // max(self.network.node_count, 1) - len(self._loose)
        return blocks * self.network.node_count * 2 + self._used * 6

    @np.errstate(over="ignore")  # of hashes, where loops are plain Python
    def follow(self, goals: Sequence[int]) -> None:
        """Follow packets to some goals, if that has not been done."""
        fresh = [goal for goal in goals if not self.ready[goal]]
        if not self._fast and worth_compiling(len(fresh) * self._reached * STEPS_OF_A_ROW):
            kernel.number_lists.compiled()
            kernel.enter_lists.compiled()
            self._fast, self._follower = True, Follower(RoutingArrays(self.routing, fast=True))
        for goal in fresh:
            self._follow(goal)

    def forget(self, needed: np.ndarray) -> None:
        """Forget all goals but some.

        needed (ndarray of bool, shape (goals,)): Whether each goal is needed.
        """
        gone = np.flatnonzero((self.low >= 0) & ~needed)
        self._loose += [block for block in self.block[gone].tolist() if block >= 0]
        self.ready[gone], self.block[gone], self.low[gone] = False, -1, -1
        kept = np.flatnonzero(self.low >= 0)
        kept = kept[np.argsort(self.low[kept], kind="stable")]
        used = 0
        for goal in kept.tolist():
            low, high = int(self.low[goal]), int(self.high[goal])
            for each in (self.rows, self.others):
                each[used : used + high - low] = each[low:high].copy()
            self.low[goal], self.high[goal] = used, used + high - low
            used += high - low
        self._used = used

    def _follow(self, goal: int) -> None:
        destination, routing = int(self.node[goal]), self.routing
        label = None if self.by_destination else self._labels[goal]
        sources = self.ends if self.by_destination else np.array(sorted(self._sources[goal]), dtype=np.int64)
        if self._phases:
            sources = np.arange(self.network.node_count)
            label = destination if goal >= len(self.ends) else None
        graph = self._follower.follow(Goal(destination, label), sources[sources != destination].astype(np.int32))
        choices, shares, weight = graph.choices, kernel.ANY, np.zeros(0)
        if routing.kind == OBLIVIOUS:
            shares = SHARES[choices.weights]
            weight = weight if choices.weight is None else choices.weight.astype(np.float64)
        if self.block[goal] >= 0:
            self._loose.append(int(self.block[goal]))
        nodes, counters = self.network.node_count, self._counters
        block = self._loose.pop() if self._loose else self._new_block()
        reached, code = np.asarray(graph.rows, dtype=np.int32), kernel.FULL
        self._reached = len(reached)
        # of lists, as they come from loops in plain Python, compiled code would be made apart
        number_lists = kernel.number_lists.best if self._fast else kernel.number_lists
        while code == kernel.FULL:
            code = number_lists(
                graph.by_node, graph.start, graph.channel, weight, shares, graph.end, graph.rows, routing.vcs, graph.head,
                graph.frame.first_channel, self._escape, self._made_lists, self._space, self.lists[block : block + nodes], counters,
            )  # fmt: skip
            if code == kernel.FULL:
                self._more_lists()
        here = self.lists[block : block + nodes]
        self.block[goal] = block
        if np.count_nonzero(here) * SPARSE < nodes:
            rows, others = self._all_rows(here, reached, graph.by_node)
            self.block[goal] = -1
            self._loose.append(block)
        else:
            count = int(counters[kernel.EXCEPTIONS])
            rows, others = self._space.rows[:count], self._space.others[:count]
        self._keep(goal, rows, others)
        self.ready[goal] = True

    def _all_rows(self, here: np.ndarray, reached: np.ndarray, by_node: bool) -> tuple[np.ndarray, np.ndarray]:
        """All rows of a goal with their lists."""
        nodes = self.network.node_count
        if by_node:
            at, came = np.flatnonzero(here), np.flatnonzero(here[self._head])
            return np.concatenate([at, nodes + came]), np.concatenate([here[at], here[self._head[came]]])
        return reached, self._space.number[reached]

    def _keep(self, goal: int, rows: np.ndarray, others: np.ndarray) -> None:
        """Append the exceptions of a goal."""
        stop = self._used + len(rows)
        if stop > len(self.rows):
            more = max(stop, 2 * len(self.rows), 1024) - len(self.rows)
            self.rows = np.concatenate([self.rows, np.zeros(more, dtype=np.int32)])
            self.others = np.concatenate([self.others, np.zeros(more, dtype=np.uint16)])
        order = np.argsort(rows)
        self.rows[self._used : stop], self.others[self._used : stop] = rows[order], others[order]
        self.low[goal], self.high[goal] = self._used, stop
        self._used = stop

    def _new_block(self) -> int:
        """The first entry of a new block; the others of a doubled array are loose."""
        nodes = self.network.node_count
        old = len(self.lists) // nodes
        count = max(2 * old, 16)
        if self.by_destination:
            count = min(count, len(self.node))
        lists = np.zeros(count * nodes, dtype=np.uint16)
        lists[: len(self.lists)] = self.lists
        self.lists = lists
        self._loose += range((count - 1) * nodes, old * nodes, -nodes)
        return old * nodes

    def _more_lists(self) -> None:
        """Twice as much room for lists, with their hash table made again."""
        old = self._made_lists
        count, offers = len(old.first) - 1, len(old.offers)
        if count >= kernel.MOST_LISTS:
            raise SimulationError(
                f"{self.routing.title} offers more than {kernel.MOST_LISTS:,} different sets of channels: they are not simulated"
            )
        self._made_lists = kernel.Lists(
            np.concatenate([old.first, np.zeros(count, dtype=np.int32)]), np.concatenate([old.escapes, np.zeros(count, dtype=np.int32)]),
            np.concatenate([old.offers, np.zeros(offers, dtype=np.int32)]), np.concatenate([old.chances, np.zeros(offers, dtype=np.int64)]),
            np.zeros(4 * count, dtype=np.int32),
        )  # fmt: skip
        kernel.enter_lists.best(self._made_lists, int(self._counters[kernel.LISTS]))


def _space(rows: int, channels: int, degree: int) -> kernel.Space:
    """Work space for so many rows, channels, and channels of a node."""
    return kernel.Space(
        np.zeros(rows, dtype=np.uint16), np.zeros(rows, dtype=np.int32), np.zeros(rows), np.zeros(degree, dtype=np.int32),
        np.zeros(degree), np.zeros(degree, dtype=np.int64), np.zeros(rows, dtype=np.int32), np.zeros(rows, dtype=np.uint16),
        np.zeros(256, dtype=np.int32), np.zeros(channels, dtype=np.bool_),
    )  # fmt: skip
