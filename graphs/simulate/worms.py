"""The fast simulator: worms as a whole instead of flits, by one of two compiled loops that both give the exact times.

- Where no bandwidth is shared (one virtual channel of each link in use, or the rule "private"), worms are longer than
  buffers, and buffers hold 2 flits, or more if worms are so long that no tail can be held up: headers are followed
  from event to event, :mod:`graphs.simulate.event_kernel`.
- Elsewhere: cycle by cycle, by how many flits of each worm have crossed each channel, :mod:`graphs.simulate.clock_kernel`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphs.simulate.deadlock import BlockedWorm, Deadlock, circle
from graphs.simulate.layout import Layout
from graphs.simulate.settings import Settings
from graphs.simulate.traffic import Messages

SLICE = 1 << 18  # cycles between two reports of progress


class WormSimulator:
    """The same as :class:`graphs.simulate.flits.FlitSimulator`, fast.

    ``delivered[m]`` is the time at which the last flit of message m is consumed, -1 if that is not known yet; it may be
    known before that time.

    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> from graphs.simulate.layout import layout
    >>> from graphs.simulate.traffic import written
    >>> where = layout(channel_routing(network("mesh", k=4, n=1), "dimension-order"))
    >>> one = WormSimulator(where, Settings(flits=5))
    >>> one.advance(written([(10, 0, 3)]), 100)
    >>> one.delivered.tolist()
    [19]
    """

    def __init__(self, where: Layout, settings: Settings) -> None:
        self.where, self.settings = where, settings
        self.now = 0
        self.delivered = np.empty(0, dtype=np.int64)
        self.deadlock: Deadlock | None = None
        self._behind = np.empty(0, dtype=np.int32)  # the next message of the same source
        self._shared = settings.vc_rule == "shared" and not where.links_are_single()
        long_worms = where.longest - 1 <= settings.flits // settings.buffers
        self.by_events = (
            not self._shared and 2 <= settings.buffers < settings.flits and (settings.buffers == 2 or long_worms)
        )
        self._state = _Events(where, settings) if self.by_events else _Counts(where, settings, self._shared)

    def advance(self, messages: Messages, until: int, progress: Callable[[int], None] | None = None) -> None:
        """Run all cycles before ``until``, or up to a deadlock. ``messages`` may grow between calls."""
        more = len(messages) - len(self.delivered)
        self.delivered = np.concatenate([self.delivered, np.full(more, -1, dtype=np.int64)])
        self._behind = np.concatenate([self._behind, np.full(more, -1, dtype=np.int32)])
        while self.now < until and self.deadlock is None:
            self.now = min(until, self.now + SLICE)
            if self._state.run(self.now, messages, self.delivered, self._behind):
                self.now = self._state.now
                self.deadlock = Deadlock(self.now, tuple(self._blocked(messages)))
            if progress:
                progress(self.now)

    def _blocked(self, messages: Messages) -> list[BlockedWorm]:
        """The worms of the circle that the loop has found, described."""
        state = self._state
        found = []
        for worm in circle([state.stuck], state.blocked_by):
            by = state.blocked_by(worm)
            assert by is not None
            message, header = int(state.message_of[worm]), state.header(worm)
            ends = int(messages.source[message]), int(messages.destination[message])
            path = self.where.channels_between(*ends)
            holds = tuple(c for c in path[:header] if state.holds(worm, c))
            found.append(BlockedWorm(message, *ends, holds, path[header], int(state.message_of[by])))
        return found


class _Events:
    """The state of :func:`graphs.simulate.event_kernel.run_events`."""

    def __init__(self, where: Layout, settings: Settings) -> None:
        from graphs.simulate import event_kernel as kernel

        self.kernel, self.where, self.settings = kernel, where, settings
        channels, ends = where.channels, where.ends
        slots = channels + ends  # every worm on its way has a channel that nobody else has
        horizon = 1 << (settings.flits + 2).bit_length()  # events are known at most that many cycles ahead

        def numbers(count: int, value: int, kind: type = np.int32) -> np.ndarray:
            return np.full(count, value, dtype=kind)

        self.kept = numbers(6, 0, np.int64)
        self.kept[kernel.LOOSE] = slots
        self.message_of, self.start, self.length = numbers(slots, 0), numbers(slots, 0, np.int64), numbers(slots, 0)
        self.position, self.asked, self.after_in_queue = (
            numbers(slots, 0),
            numbers(slots, 0, np.int64),
            numbers(slots, -1),
        )
        self.state, self.freed, self.cleared = (
            numbers(slots, kernel.MOVING, np.int8),
            numbers(slots, 0),
            numbers(slots, 0),
        )
        self.crossed = np.zeros((slots, where.longest), dtype=np.int64)
        self.heads, self.loose = numbers(slots, 0), np.arange(slots, dtype=np.int32)
        self.free, self.clear = numbers(channels, 0, np.int64), numbers(channels, 0, np.int64)
        self.owner, self.ahead, self.parked = numbers(channels, -1), numbers(channels, -1), numbers(channels, -1)
        self.queue_first, self.queue_last = numbers(channels, -1), numbers(channels, -1)
        self.wheel, self.after, self.is_due = (
            numbers(horizon, -1),
            numbers(channels, -1),
            np.zeros(channels, dtype=np.bool_),
        )
        self.source_first, self.source_last = numbers(ends, -1), numbers(ends, -1)
        self.worm_wheel = numbers(horizon, -1)

    def run(self, until: int, messages: Messages, delivered: np.ndarray, behind: np.ndarray) -> bool:
        where, settings = self.where, self.settings
        return self.kernel.run_events(
            until, settings.flits, settings.buffers, settings.ejection == "ideal", where.network_channels, where.ends,
            messages.cycle, messages.source, messages.destination, delivered, behind,
            where.path, where.first,
            self.kept, self.message_of, self.start, self.length, self.position, self.asked, self.after_in_queue, self.state,
            self.freed, self.cleared, self.crossed, self.heads, self.loose,
            self.free, self.clear, self.owner, self.ahead, self.parked, self.queue_first, self.queue_last,
            self.wheel, self.after, self.is_due, self.source_first, self.source_last, self.worm_wheel,
        )  # fmt: skip

    @property
    def now(self) -> int:
        return int(self.kept[self.kernel.NOW])

    @property
    def stuck(self) -> int:
        return int(self.kept[self.kernel.STUCK])

    def header(self, worm: int) -> int:
        return int(self.position[worm])

    def holds(self, worm: int, channel: int) -> bool:
        return bool(self.owner[channel] == worm and self.free[channel] == self.kernel.UNKNOWN)

    def blocked_by(self, worm: int) -> int | None:
        at = int(self.start[worm]) + int(self.position[worm])
        queued = self.state[worm] == self.kernel.QUEUED
        return int(self.owner[self.where.path[at]] if queued else self.ahead[self.where.path[at - 1]])


class _Counts:
    """The state of :func:`graphs.simulate.clock_kernel.run_cycles`."""

    def __init__(self, where: Layout, settings: Settings, shared: bool) -> None:
        from graphs.simulate import clock_kernel as kernel

        self.kernel, self.where, self.settings, self.shared = kernel, where, settings, shared
        channels, ends = where.channels, where.ends
        # a worm on its way has a channel, or is about to be consumed, or lies in one buffer as a whole
        slots = channels * (2 + settings.buffers // settings.flits) + ends

        def numbers(count: int, value: int, kind: type = np.int32) -> np.ndarray:
            return np.full(count, value, dtype=kind)

        self.kept = numbers(7, 0, np.int64)
        self.kept[kernel.LOOSE] = slots
        self.message_of, self.start, self.length = numbers(slots, 0), numbers(slots, 0, np.int64), numbers(slots, 0)
        self.head, self.tail, self.asked = numbers(slots, 0), numbers(slots, 0), numbers(slots, 0, np.int64)
        self.after_in_queue, self.state = numbers(slots, -1), numbers(slots, kernel.ASLEEP, np.int8)
        self.sent = np.zeros((slots, where.longest), dtype=np.int32)
        self.serial = np.zeros((slots, where.longest), dtype=np.int64)
        self.moved, self.active, self.loose = (
            numbers(slots, -1, np.int64),
            numbers(slots, 0),
            np.arange(slots, dtype=np.int32),
        )
        self.checks = numbers(4 * channels, 0)
        self.owner, self.held = numbers(channels, -1), numbers(channels, 0)
        self.entered, self.gone = numbers(channels, 0, np.int64), numbers(channels, 0, np.int64)
        self.queue_first, self.queue_last = numbers(channels, -1), numbers(channels, -1)
        self.source_first, self.source_last = numbers(ends, -1), numbers(ends, -1)
        self.last_vc = numbers(where.routing.network.hop_count, where.routing.vcs - 1)

    def run(self, until: int, messages: Messages, delivered: np.ndarray, behind: np.ndarray) -> bool:
        where, settings = self.where, self.settings
        return self.kernel.run_cycles(
            until, settings.flits, settings.buffers, settings.ejection == "ideal", self.shared,
            where.network_channels, where.ends, where.routing.vcs,
            messages.cycle, messages.source, messages.destination, delivered, behind,
            where.path, where.first,
            self.kept, self.message_of, self.start, self.length, self.head, self.tail, self.asked, self.after_in_queue,
            self.state, self.sent, self.serial, self.moved, self.active, self.loose, self.checks,
            self.owner, self.held, self.entered, self.gone, self.queue_first, self.queue_last,
            self.source_first, self.source_last, self.last_vc,
        )  # fmt: skip

    @property
    def now(self) -> int:
        return int(self.kept[self.kernel.NOW])

    @property
    def stuck(self) -> int:
        return int(self.kept[self.kernel.STUCK])

    def header(self, worm: int) -> int:
        return int(self.head[worm])

    def holds(self, worm: int, channel: int) -> bool:
        start, end = int(self.start[worm]), int(self.start[worm]) + int(self.length[worm])
        place = self.where.path[start:end].tolist().index(channel)
        last_in = (
            self.sent[worm, place] == self.settings.flits and self.serial[worm, place] == self.entered[channel] - 1
        )
        return bool(self.owner[channel] == worm or (last_in and self.held[channel] == self.settings.buffers))

    def blocked_by(self, worm: int) -> int | None:
        by = self.kernel.blocker(
            worm, self.now, self.moved, self.head, self.state, self.active, int(self.kept[self.kernel.ACTIVE]),
            self.where.path, self.start, self.length, self.sent, self.serial, self.gone, self.owner,
        )  # fmt: skip
        return None if by < 0 else int(by)
