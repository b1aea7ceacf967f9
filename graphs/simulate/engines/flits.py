"""The reference engine: plain Python, with every flit in its buffer."""

from collections import deque
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np

from netlemma.graphs.routing.channel_routing import OBLIVIOUS, Label
from netlemma.graphs.routing.choices import Goal
from netlemma.graphs.simulate.deadlock import BlockedWorm, Deadlock, knot, never_moving
from netlemma.graphs.simulate.kernels.worm_kernel import ROUTE, draw, draw_routes
from netlemma.graphs.simulate.layouts.layout import Layout
from netlemma.graphs.simulate.layouts.numbering import Numbering, labels_of
from netlemma.graphs.simulate.messages import Messages
from netlemma.graphs.simulate.options import SimulationOptions

# Buffers and worms of the plain simulator between two cycles, and what they say: choices, held channels, blocked worms.


WHOLE = 1 << 32  # different draws of a route
Flit = tuple[int, int]  # message, number within it


class FlitState:
    """Buffers, worms and messages of the plain simulator, and what they say about choices, held channels and blocked worms.

    where: Channels of the network with those of injection and ejection.
    options: Options of the simulation.
    window: First cycle of those in which virtual channels in use are counted, and the first behind them.
    """

    def __init__(self, where: Numbering, options: SimulationOptions, window: tuple[int, int] = (0, 0)) -> None:
        self.where, self.options, self.window = where, options, window
        self.now = 0
        self.started = np.empty(0, dtype=np.int64)
        self.delivered = np.empty(0, dtype=np.int64)
        self.busy = (0, 0)
        self.deadlock: Deadlock | None = None
        self.seen = 0  # messages generated so far
        self.queue: list[deque[int]] = [deque() for _ in range(where.ends)]  # of each source
        self.ends: dict[int, tuple[int, int]] = {}  # source and destination of each worm
        self.way: dict[int, list[int]] = {}  # the channels that each worm has got so far
        self.crossed: dict[int, list[int]] = {}  # number of its flits that have crossed each of them
        self.buffer: list[deque[Flit]] = [deque() for _ in range(where.channels)]  # at the end of each channel
        self.owner: list[int | None] = [None] * where.channels
        self.asked: dict[int, int] = {}  # since when each header waits that does
        # virtual channel that crossed each link last
        self.last_turn = [where.most_vcs - 1] * (where.routing.network.hop_count + where.ends)
        self.again = [0] * len(where.period)  # first cycle in which another flit may cross each link

    def _choices(self, message: int) -> tuple[list[int], list[int]]:
        """The channels that a header may take next: the preferred ones, and those taken only if none of these is free."""
        way, (source, destination) = self.way[message], self.ends[message]
        routing = self.where.routing
        copy = self._copy(message)
        came_by = way[-1] - copy if len(way) > 1 else None
        node = routing.ends[source] if came_by is None else routing.end(came_by)
        goal = Goal(routing.ends[destination], self._label(message))
        if came_by is not None and routing.delivers(came_by, *goal):
            return [self.where.first_ejection + destination], []
        weights: dict[int, Fraction] = {}
        for channel, weight in routing.next_channels(node, came_by, *goal):
            if weight:
                weights[channel] = weights.get(channel, Fraction(0)) + weight
        if routing.kind == OBLIVIOUS:
            return [copy + c for c in self._drawn(message, weights)], []
        escape = [c for c in weights if routing.escape and routing.escape(c)]
        return [copy + c for c in weights if c not in escape], [copy + c for c in escape]

    def _copy(self, message: int) -> int:
        """First channel of the copy of the network in which a message is sent."""
        return 0

    def _label(self, message: int) -> Label:
        """The label that a message carries."""
        routing, (source, destination) = self.where.routing, self.ends[message]
        labels = labels_of(routing, routing.ends[source], routing.ends[destination])
        return labels[draw_routes(self.options.seed, message, 1)[0] % len(labels) if len(labels) > 1 else 0]

    def _drawn(self, message: int, weights: dict[int, Fraction]) -> list[int]:
        """The channels of a hop, drawn by their weights, if they are alike; or one channel, drawn by its weight."""
        vcs, left, groups = self.where.routing.vcs, dict(weights), list[list[int]]()
        while left:
            channel = next(iter(left))
            beside = [c for c in weights if c // vcs == channel // vcs]
            alike = all(weights[c] == weights[channel] for c in beside)
            groups.append(beside if alike else [channel])
            for c in groups[-1]:
                del left[c]
        drawn = draw(self.options.seed % 2**64, message, len(self.way[message]), ROUTE, WHOLE) if len(groups) > 1 else 0
        total = Fraction(0)
        for group in groups:
            total += sum(weights[c] for c in group)
            if drawn < int(total * WHOLE):
                return group
        raise AssertionError("weights add up to 1")

    def _waits_for(self, message: int) -> tuple[list[int], list[int]]:
        """The channels for which a header waits that has found none free, in the same two lists."""
        others, escape = self._choices(message)
        return ([], escape) if self.options.waiting == "escape" and escape else (others, escape)

    def _blocked_by(self, message: int) -> tuple[int, ...]:
        """The worms that block a worm: it can move only after one of them has moved."""
        last = self.way[message][-1]
        if message in self.asked:
            owners = [self.owner[channel] for part in self._waits_for(message) for channel in part]
            return tuple(dict.fromkeys(-1 if owner is None else owner for owner in owners))
        return (self.buffer[last][0][0],)  # in its buffer before it, or in the one to which it goes

    def holds(self, message: int, channel: int) -> bool:
        """Whether a worm holds a channel that its header has crossed: no other worm can cross it before this one moves."""
        buffer = self.buffer[channel]
        full = len(buffer) == self.options.buffers and buffer[-1][0] == message
        return full or self.owner[channel] == message

    def _blocked(self, message: int, by: tuple[int, ...]) -> BlockedWorm:
        position = self.crossed[message].index(0) if 0 in self.crossed[message] else len(self.way[message])
        way = self.way[message]
        holds = tuple(c for c in way[:position] if self.holds(message, c))
        if position < len(way):
            wanted: tuple[int, ...] = (way[position],)
        else:
            wanted = tuple(c for part in self._waits_for(message) for c in part)
        return BlockedWorm(message, *self.ends[message], holds, wanted, by)


# The plain simulator: every flit in its buffer, one cycle after the other. Slow and obvious; the fast one is tested
# against it.


REPORT_EVERY = 256  # cycles
Move = tuple[int, int, int]  # message, position in its way of the channel that is crossed, number of the flit


class FlitSimulator(FlitState):
    """A network of buffers, simulated cycle by cycle.

    ``started[m]`` is the cycle in which the header of message m crosses its injection channel, ``delivered[m]`` the
    time at which its last flit is consumed, -1 before. ``busy`` are the virtual channels in use, summed over links and
    over the cycles of ``window``, and the sum of the squares of their numbers on each link.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.simulate.layouts.layout import layout
    >>> from netlemma.graphs.simulate.options import SimulationOptions
    >>> from netlemma.graphs.simulate.messages import written
    >>> where = layout(channel_routing(network("mesh", k=4, n=1), "dimension-order"))
    >>> one = FlitSimulator(where, SimulationOptions(flits=5, load=0.01))
    >>> one.advance(written([(10, 0, 3)]), 100)
    >>> one.delivered.tolist()  # 3 hops: 5 channels with injection and ejection, 5 flits
    [19]
    """

    @np.errstate(over="ignore")  # of random numbers
    def advance(self, messages: Messages, until: int, progress: Callable[[int], None] | None = None) -> None:
        """Simulate all cycles before ``until``, or up to a deadlock."""
        more = np.full(len(messages) - len(self.delivered), -1, dtype=np.int64)
        self.started = np.concatenate([self.started, more])
        self.delivered = np.concatenate([self.delivered, more])
        fresh = slice(len(messages) - len(more), len(messages))
        assert isinstance(self.where, Layout)
        tables, drawn = self.where.tables, partial(draw_routes, self.options.seed, fresh.start, len(more))
        for goals in tables.numbers(messages.source[fresh], messages.destination[fresh], drawn):
            tables.follow(np.unique(goals[goals >= 0]).tolist())  # so that all arrive
        self._run(messages, until, progress)

    def _run(self, messages: Messages, until: int, progress: Callable[[int], None] | None) -> None:
        while self.now < until and self.deadlock is None:
            idle = not self.way and not any(self.queue)
            if idle and self.seen < len(messages):
                self.now = min(until, max(self.now, int(messages.cycle[self.seen])))  # nothing happens before
            elif idle:
                self.now = until
            if self.now < until:
                self.step(messages)
            if progress and self.now % REPORT_EVERY == 0:
                progress(self.now)

    def step(self, messages: Messages) -> None:
        """Simulate one cycle. All moves are decided from the state at its beginning, and then made at once."""
        self._generate(messages)
        self._inject(messages)
        self._ask()
        self._grant()
        ready = [move for worm in self.crossed for move in self._ready(worm)]
        self._look_for_deadlock({worm for worm, _, _ in ready})
        if self.deadlock is None:
            self._count_busy()
            for move in self._share_links(ready):
                self._move(move)
            self.now += 1

    def _generate(self, messages: Messages) -> None:
        while self.seen < len(messages) and messages.cycle[self.seen] <= self.now:
            self.queue[messages.source[self.seen]].append(self.seen)
            self.seen += 1

    def _inject(self, messages: Messages) -> None:
        """Give free injection channels to the first messages of the queues."""
        for end, queue in enumerate(self.queue):
            for channel in self.where.injections(end):
                if queue and self.owner[channel] is None:
                    message = queue.popleft()
                    self.owner[channel] = message
                    self.ends[message] = end, int(messages.destination[message])
                    self.way[message], self.crossed[message] = [channel], [0]

    def _ask(self) -> None:
        """Let headers that are the first flit of a buffer ask for their next channel, but for ejection that never blocks."""
        for channel, buffer in enumerate(self.buffer):
            if buffer and buffer[0][1] == 0:
                message = buffer[0][0]
                if message not in self.asked and self.way[message][-1] == channel and self._goes_on(message):
                    others, escape = self._choices(message)
                    if self.options.ejection == "ideal" and self.where.is_ejection([*others, *escape][0]):
                        self._go_on(message, others[0])
                    else:
                        self.asked[message] = self.now

    def _goes_on(self, message: int) -> bool:
        """Whether a header that is the first flit of its last buffer may ask for the next channel."""
        return True

    def _grant(self) -> None:
        """Give free channels to waiting headers, in the order of their requests, then of the generation of their
        messages.
        """
        for asked, message in sorted((asked, message) for message, asked in self.asked.items()):
            choices = self._choices(message) if asked == self.now else self._waits_for(message)
            for part in choices:
                free = [channel for channel in part if self.owner[channel] is None]
                if free:
                    number = 0
                    if len(free) > 1 and self.options.selection == "random":
                        number = draw(self.options.seed % 2**64, message, len(self.way[message]), self.now, len(free))
                    self.owner[free[number]] = message
                    self._go_on(message, free[number])
                    del self.asked[message]
                    break

    def _go_on(self, message: int, channel: int) -> None:
        self.way[message].append(channel)
        self.crossed[message].append(0)

    def _ready(self, message: int) -> list[Move]:
        """The flits of a worm that can move: first in their buffer, the channel belongs to the worm, and there is a
        free slot.
        """
        moves = []
        way, crossed = self.way[message], self.crossed[message]
        for position, channel in enumerate(way):
            if position == 0:
                here = crossed[0] < self.options.flits
            else:
                before = self.buffer[way[position - 1]]
                here = bool(before) and before[0][0] == message
            if here and (self.where.is_ejection(channel) or len(self.buffer[channel]) < self.options.buffers):
                moves.append((message, position, crossed[position]))
        return moves

    def _share_links(self, ready: list[Move]) -> list[Move]:
        """Of the virtual channels of a link that have a flit ready, the first one after the one that crossed last."""
        if self.options.vc_rule == "private":
            return ready
        moves: list[Move] = []
        rivals: dict[int, list[tuple[int, Move]]] = {}
        for move in ready:
            channel = self.way[move[0]][move[1]]
            if self.where.is_ejection(channel):
                moves.append(move)
            else:
                rivals.setdefault(int(self.where.link[channel]), []).append((int(self.where.turn[channel]), move))
        most = self.where.most_vcs
        for link, those in rivals.items():
            if self.again[link] > self.now:
                continue
            self.again[link] = self.now + int(self.where.period[link])
            turn, move = min(those, key=lambda each: (each[0] - self.last_turn[link] - 1) % most)
            self.last_turn[link] = turn
            moves.append(move)
        return moves

    def _move(self, move: Move) -> None:
        message, position, flit = move
        way = self.way[message]
        if position > 0:
            assert self.buffer[way[position - 1]].popleft() == (message, flit)
        elif flit == 0:
            self._starts(message)
        self.crossed[message][position] += 1
        out, last = self.where.is_ejection(way[position]), flit == self.options.flits - 1
        if not out:
            self.buffer[way[position]].append((message, flit))
        if last and position > 0 and self._until_empty(way[position - 1]):
            self.owner[way[position - 1]] = None
        if last and (out or not self._until_empty(way[position])) and self.owner[way[position]] == message:
            self.owner[way[position]] = None
        if last and out:
            self._arrives(message)
            del self.way[message], self.crossed[message], self.ends[message]

    def _until_empty(self, channel: int) -> bool:
        """Whether a channel belongs to a worm until its buffer is empty, not only until the tail has crossed it."""
        return self.options.reuse == "empty"

    def _starts(self, message: int) -> None:
        self.started[message] = self.now

    def _arrives(self, message: int) -> None:
        self.delivered[message] = self.now + 1

    def _count_busy(self) -> None:
        if self.window[0] <= self.now < self.window[1]:
            used = np.bincount(
                [self.where.link[c] for c in range(self.where.network_channels) if self.owner[c] is not None]
            )
            self.busy = self.busy[0] + int(used.sum()), self.busy[1] + int((used**2).sum())

    def _look_for_deadlock(self, movable: set[int]) -> None:
        """Find the greatest set of worms that cannot move and whose possible next channels are all blocked by others of
        the set.
        """
        by = never_moving({message: self._blocked_by(message) for message in self.crossed if message not in movable})
        if by:
            worms = tuple(self._blocked(m, tuple(by[m])) for m in knot(by))
            self.deadlock = Deadlock(self.now, worms)
