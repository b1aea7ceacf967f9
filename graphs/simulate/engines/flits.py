"""The plain simulator: every flit in its buffer, one cycle after the other. Slow and obvious; the fast one is tested
against it."""

from collections.abc import Callable
from functools import partial

import numpy as np

from netlemma.graphs.simulate.deadlock import Deadlock, knot, never_moving
from netlemma.graphs.simulate.engines.flit_state import FlitState
from netlemma.graphs.simulate.kernels.draw import draw, draw_routes
from netlemma.graphs.simulate.traffic.messages import Messages

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
    >>> from netlemma.graphs.simulate.traffic.messages import written
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
        tables, drawn = self.where.tables, partial(draw_routes, self.options.seed, fresh.start, len(more))
        for goals in tables.numbers(messages.source[fresh], messages.destination[fresh], drawn):
            tables.follow(np.unique(goals[goals >= 0]).tolist())  # so that all arrive
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
                if message not in self.asked and self.way[message][-1] == channel:
                    others, escape = self._choices(message)
                    if self.options.ejection == "ideal" and self.where.is_ejection([*others, *escape][0]):
                        self._go_on(message, others[0])
                    else:
                        self.asked[message] = self.now

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
        most = max(self.where.routing.vcs, self.where.injection_vcs)
        for link, those in rivals.items():
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
            self.started[message] = self.now
        self.crossed[message][position] += 1
        out, last = self.where.is_ejection(way[position]), flit == self.options.flits - 1
        if not out:
            self.buffer[way[position]].append((message, flit))
        if last and position > 0 and self.options.reuse == "empty":
            self.owner[way[position - 1]] = None
        if last and (out or self.options.reuse != "empty") and self.owner[way[position]] == message:
            self.owner[way[position]] = None
        if last and out:
            self.delivered[message] = self.now + 1
            del self.way[message], self.crossed[message], self.ends[message]

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
