"""The plain simulator: every flit in its buffer, one cycle after the other. Slow and obvious; the fast one is judged by it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from graphs.simulate.deadlock import BlockedWorm, Deadlock, circle
from graphs.simulate.layout import Layout
from graphs.simulate.settings import Settings
from graphs.simulate.traffic import Messages

REPORT_EVERY = 256  # cycles
Flit = tuple[int, int]  # message, number within it
Move = tuple[int, int, int]  # message, position in its path of the channel that is crossed, number of the flit


class FlitSimulator:
    """A network of buffers, and what happens in a cycle.

    ``delivered[m]`` is the time at which the last flit of message m is consumed, -1 before.

    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> from graphs.simulate.layout import layout
    >>> from graphs.simulate.traffic import written
    >>> where = layout(channel_routing(network("mesh", k=4, n=1), "dimension-order"))
    >>> one = FlitSimulator(where, Settings(flits=5))
    >>> one.advance(written([(10, 0, 3)]), 100)
    >>> one.delivered.tolist()  # 3 hops: 5 channels with injection and ejection, 5 flits
    [19]
    """

    def __init__(self, where: Layout, settings: Settings) -> None:
        self.where, self.settings = where, settings
        self.now = 0
        self.delivered = np.empty(0, dtype=np.int64)
        self.deadlock: Deadlock | None = None
        self.seen = 0  # messages generated so far
        self.path: dict[int, list[int]] = {}  # of each message that is not delivered
        self.crossed: dict[int, list[int]] = {}  # flits of each worm that have crossed each channel of its path
        self.buffer: list[deque[Flit]] = [deque() for _ in range(where.channels)]  # at the end of each channel
        self.owner: list[int | None] = [None] * where.channels  # from the grant until the tail has crossed
        self.waiting: list[list[tuple[int, int]]] = [[] for _ in range(where.channels)]  # (cycle of request, message)
        self.asked: dict[int, int] = {}  # the last position that each worm has asked for
        self.last_vc = [where.routing.vcs - 1] * where.routing.network.hop_count  # that has crossed each link

    def advance(self, messages: Messages, until: int, progress: Callable[[int], None] | None = None) -> None:
        """Run all cycles before ``until``, or up to a deadlock. ``messages`` may grow between calls."""
        more = np.full(len(messages) - len(self.delivered), -1, dtype=np.int64)
        self.delivered = np.concatenate([self.delivered, more])
        while self.now < until and self.deadlock is None:
            if not self.path and self.seen < len(messages):
                self.now = min(until, max(self.now, int(messages.cycle[self.seen])))  # nothing happens before
            elif not self.path:
                self.now = until
            if self.now < until:
                self.step(messages)
            if progress and self.now % REPORT_EVERY == 0:
                progress(self.now)

    def step(self, messages: Messages) -> None:
        """One cycle. What can happen is decided from the state at its beginning, and then it all happens at once."""
        self._generate(messages)
        self._ask()
        self._grant()
        ready = [move for worm in self.crossed for move in self._ready(worm)]
        self._look_for_deadlock(messages, {worm for worm, _, _ in ready})
        if self.deadlock is None:
            for move in self._share_links(ready):
                self._move(move)
            self.now += 1

    def _generate(self, messages: Messages) -> None:
        while self.seen < len(messages) and messages.cycle[self.seen] <= self.now:
            message = self.seen
            path = self.where.channels_between(int(messages.source[message]), int(messages.destination[message]))
            self.path[message] = path
            self.waiting[path[0]].append((self.now, message))  # the queue of the source
            self.seen += 1

    def _ask(self) -> None:
        """A header asks for the next channel once it is the first flit of a buffer."""
        for buffer in self.buffer:
            if buffer and buffer[0][1] == 0:
                message = buffer[0][0]
                position = self._header(message)
                if self.asked[message] < position:
                    self.asked[message] = position
                    channel = self.path[message][position]
                    if not self._never_blocks(channel):
                        self.waiting[channel].append((self.now, message))

    def _grant(self) -> None:
        """A channel that nobody has is given to who asked for it first; of several to the message generated first."""
        for channel, queue in enumerate(self.waiting):
            if queue and self.owner[channel] is None:
                first = min(queue)
                queue.remove(first)
                message = first[1]
                self.owner[channel] = message
                if message not in self.crossed:
                    self.crossed[message] = [0] * len(self.path[message])
                    self.asked[message] = 0

    def _ready(self, message: int) -> list[Move]:
        """The flits of a worm that can move: first in their buffer, the channel is the worm's, and there is a free slot."""
        moves = []
        path, crossed = self.path[message], self.crossed[message]
        for position, channel in enumerate(path):
            if position == 0:
                here = crossed[0] < self.settings.flits
            else:
                before = self.buffer[path[position - 1]]
                here = bool(before) and before[0][0] == message
            mine = self.owner[channel] == message or self._never_blocks(channel)
            if here and mine and (self.where.is_ejection(channel) or len(self.buffer[channel]) < self.settings.buffers):
                moves.append((message, position, crossed[position]))
        return moves

    def _share_links(self, ready: list[Move]) -> list[Move]:
        """Of the virtual channels of a link that have a flit ready, the first one after the one that crossed last."""
        if self.settings.vc_rule == "private":
            return ready
        vcs = self.where.routing.vcs
        moves: list[Move] = []
        rivals: dict[int, list[tuple[int, Move]]] = {}
        for move in ready:
            channel = self.path[move[0]][move[1]]
            if channel < self.where.network_channels:
                rivals.setdefault(channel // vcs, []).append((channel % vcs, move))
            else:
                moves.append(move)
        for link, those in rivals.items():
            vc, move = min(those, key=lambda each: (each[0] - self.last_vc[link] - 1) % vcs)
            self.last_vc[link] = vc
            moves.append(move)
        return moves

    def _move(self, move: Move) -> None:
        message, position, flit = move
        path = self.path[message]
        if position > 0:
            assert self.buffer[path[position - 1]].popleft() == (message, flit)
        self.crossed[message][position] += 1
        last = flit == self.settings.flits - 1
        if last and self.owner[path[position]] == message:
            self.owner[path[position]] = None
        if position < len(path) - 1:
            self.buffer[path[position]].append((message, flit))
        elif last:
            self.delivered[message] = self.now + 1
            del self.path[message], self.crossed[message], self.asked[message]

    def _never_blocks(self, channel: int) -> bool:
        return self.settings.ejection == "ideal" and self.where.is_ejection(channel)

    def _header(self, message: int) -> int:
        """The position in its path of the channel that the header of a worm crosses next."""
        return self.crossed[message].index(0)

    def _look_for_deadlock(self, messages: Messages, movable: set[int]) -> None:
        """Worms none of whose flits can move, and each waits for the next one: none will ever move again."""
        if len(movable) == len(self.crossed):
            return

        def blocked_by(message: int) -> int | None:
            if message in movable:
                return None
            position = self._header(message)
            here, wanted = self.path[message][position - 1], self.path[message][position]
            if position and self.buffer[here][0][0] != message:
                return self.buffer[here][0][0]  # the end of another worm is before it in its buffer
            if self.owner[wanted] == message:
                return self.buffer[wanted][0][0]  # the end of another worm fills the buffer to which it goes
            return self.owner[wanted]

        found = circle(self.crossed, blocked_by)
        if found:
            self.deadlock = Deadlock(self.now, tuple(self._blocked(messages, m, blocked_by(m)) for m in found))

    def holds(self, message: int, channel: int) -> bool:
        """Whether no other worm can cross a channel that the header of this one has crossed, before this one moves."""
        buffer = self.buffer[channel]
        full = len(buffer) == self.settings.buffers and buffer[-1][0] == message
        return full or self.owner[channel] == message

    def _blocked(self, messages: Messages, message: int, by: int | None) -> BlockedWorm:
        assert by is not None
        path = self.path[message]
        holds = tuple(c for c in path[: self._header(message)] if self.holds(message, c))
        ends = int(messages.source[message]), int(messages.destination[message])
        return BlockedWorm(message, *ends, holds, path[self._header(message)], by)
