"""The state of the simulator that proceeds from event to event."""

import numpy as np

from netlemma.graphs.base.limits import require
from netlemma.graphs.simulate.deadlock import BlockedWorm
from netlemma.graphs.simulate.kernels import arrays
from netlemma.graphs.simulate.kernels import event_kernel as kernel
from netlemma.graphs.simulate.layouts.layout import Layout
from netlemma.graphs.simulate.options import SimulationOptions
from netlemma.graphs.simulate.traffic.messages import Messages

MOST_KEPT = 1 << 22  # channels of paths that are kept for the next message of a pair


class EventState:
    """The state of :func:`netlemma.graphs.simulate.kernels.event_kernel.run_events`."""

    loop = kernel.run_events

    def __init__(self, where: Layout, options: SimulationOptions) -> None:
        self.where, self.options = where, options
        channels, ends = where.channels, where.ends
        slots = channels + ends  # every worm on its way has a channel that nobody else has
        horizon = 1 << (options.flits + 2).bit_length()  # events are known at most that many cycles ahead

        def numbers(count: int, value: int, kind: type = np.int32) -> np.ndarray:
            return np.full(count, value, dtype=kind)

        self.kept = numbers(6, 0, np.int64)
        self.kept[kernel.LOOSE] = slots
        self.message_of, self.length, self.position = numbers(slots, 0), numbers(slots, 0), numbers(slots, 0)
        self.start, self.asked = numbers(slots, 0, np.int64), numbers(slots, 0, np.int64)
        self.after_in_queue, self.state = numbers(slots, -1), numbers(slots, kernel.MOVING, np.int8)
        self.freed, self.cleared = numbers(slots, 0), numbers(slots, 0)
        self.path, self.known = numbers(0, 0), numbers(0, 0)
        self.crossed = np.zeros((slots, 0), dtype=np.int64)
        self.heads, self.loose = numbers(slots, 0), np.arange(slots, dtype=np.int32)
        self.free, self.clear = numbers(channels, 0, np.int64), numbers(channels, 0, np.int64)
        self.owner, self.ahead, self.parked = numbers(channels, -1), numbers(channels, -1), numbers(channels, -1)
        self.queue_first, self.queue_last = numbers(channels, -1), numbers(channels, -1)
        self.after, self.is_due = numbers(channels, -1), np.zeros(channels, dtype=np.bool_)
        self.wheel, self.worm_wheel = numbers(horizon, -1), numbers(horizon, -1)
        self.source_first, self.source_last = numbers(ends, -1), numbers(ends, -1)
        self.checks, self.ready = numbers(channels, 0), numbers(slots, 0)

    def run(
        self,
        until: int,
        final: bool,
        messages: Messages,
        goal: np.ndarray,
        via: np.ndarray,
        started: np.ndarray,
        delivered: np.ndarray,
        behind: np.ndarray,
    ) -> bool:
        """Simulate all cycles before ``until``.

        goal (ndarray of int32, shape (messages,)): Goal of each message; those of messages that come before ``until``
        have been followed.
        via (ndarray of int32, shape (messages,)): Not used: deterministic routings have one phase.
        started (ndarray of int64, shape (messages,)): Cycle in which the header of each message crosses its injection
        channel; written.
        delivered (ndarray of int64, shape (messages,)): Time at which the last flit of each message is consumed;
        written.
        behind (ndarray of int32, shape (messages,)): Next message in the queue of the same source; written.
        """
        where, options = self.where, self.options
        self._make_room()
        return self.loop.best(
            until, options.flits, options.buffers, options.ejection == "ideal", where.network_channels, where.ends,
            messages.cycle, messages.source, messages.destination, goal, started, delivered, behind,
            arrays.ways(where, options.seed), self.path, self.known,
            self.kept, self.message_of, self.start, self.length, self.position, self.asked, self.after_in_queue, self.state,
            self.freed, self.cleared, self.crossed, self.heads, self.loose,
            self.free, self.clear, self.owner, self.ahead, self.parked, self.queue_first, self.queue_last,
            self.wheel, self.after, self.is_due, self.source_first, self.source_last, self.worm_wheel,
            self.checks, self.ready,
        )  # fmt: skip

    def _make_room(self) -> None:
        """Make room for the paths to all goals that have been followed."""
        longest, slots = self.where.longest, len(self.start)
        if self.crossed.shape[1] < longest:
            require("simulated paths", self.where.routing.title, slots * longest)
            loose = np.zeros(slots, dtype=np.bool_)
            loose[self.loose[: self.kept[kernel.LOOSE]]] = True
            active = np.flatnonzero(~loose)
            self.crossed = arrays.wider(self.crossed, active, longest, 0)
            pairs = self.where.ends**2 if self.where.tables.by_destination else 0
            self.known = np.zeros(pairs if pairs * longest <= MOST_KEPT else 0, dtype=np.int32)
            path = np.zeros((slots + len(self.known)) * longest, dtype=np.int32)
            for worm in active.tolist():
                path[worm * longest :][: self.length[worm]] = self._path(worm)
            self.path, self.start = path, np.arange(slots, dtype=np.int64) * longest

    def _path(self, worm: int) -> np.ndarray:
        return self.path[self.start[worm] :][: self.length[worm]]

    @property
    def now(self) -> int:
        """The next cycle."""
        return int(self.kept[kernel.NOW])

    @property
    def busy(self) -> None:
        """None, since virtual channels share nothing here."""
        return None

    def blocked(self, messages: Messages) -> list[BlockedWorm]:
        """The worms of the cycle that the loop has found."""
        circle = [int(self.kept[kernel.STUCK])]
        while (by := self._blocked_by(circle[-1])) not in circle:
            circle.append(by)
        circle = circle[circle.index(by) :]
        found = []
        for worm, by in zip(circle, [*circle[1:], circle[0]], strict=True):
            message, header = int(self.message_of[worm]), int(self.position[worm])
            ends = int(messages.source[message]), int(messages.destination[message])
            path = self._path(worm).tolist()
            holds = tuple(c for c in path[:header] if self._holds(worm, c))
            found.append(BlockedWorm(message, *ends, holds, (path[header],), (int(self.message_of[by]),)))
        return found

    def _holds(self, worm: int, channel: int) -> bool:
        return bool(self.owner[channel] == worm and self.free[channel] == kernel.UNKNOWN)

    def _blocked_by(self, worm: int) -> int:
        path, at = self._path(worm), int(self.position[worm])
        queued = self.state[worm] == kernel.QUEUED
        return int(self.owner[path[at]] if queued else self.ahead[path[at - 1]])
