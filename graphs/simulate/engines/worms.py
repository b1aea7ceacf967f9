"""The fast engine: worms as a whole, from event to event where the options allow it and cycle by cycle elsewhere."""

from collections.abc import Callable
from functools import partial

import numpy as np

from netlemma.graphs.base.compiled import worth_compiling
from netlemma.graphs.base.limits import require
from netlemma.graphs.simulate.deadlock import BlockedWorm, Deadlock, knot
from netlemma.graphs.simulate.kernels import arrays
from netlemma.graphs.simulate.kernels import event_kernel as kernel
from netlemma.graphs.simulate.kernels.cycle_kernel import run_cycles
from netlemma.graphs.simulate.kernels.worm_kernel import before_it, draw_routes, waits_for
from netlemma.graphs.simulate.layouts.layout import Layout
from netlemma.graphs.simulate.messages import Messages
from netlemma.graphs.simulate.options import OPTIONS, SimulationOptions

# The state of the simulator that proceeds from cycle to cycle.


class CycleState:
    """The state of :func:`netlemma.graphs.simulate.kernels.cycle_kernel.run_cycles`."""

    loop = run_cycles

    def __init__(self, where: Layout, options: SimulationOptions, shared: bool, window: tuple[int, int]) -> None:
        self.where, self.options = where, options
        self.rules = arrays.rules(where, options, shared, window)
        self.worms = arrays.worms(where, options)
        self.channels, self.sources = arrays.channels(where), arrays.sources(where)
        self.moves = arrays.moves(self.worms, self.channels)
        self.search = arrays.search(where, self.worms)
        self.kept = np.zeros(8, dtype=np.int64)
        self.kept[arrays.LOOSE] = len(self.worms.state)
        self.private = options.vc_rule == "private"

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
        via (ndarray of int32, shape (messages,)): Its goal in the first of two phases, -1 if there is one phase.
        started (ndarray of int64, shape (messages,)): Cycle in which the header of each message crosses its injection
        channel; written.
        delivered (ndarray of int64, shape (messages,)): Time at which the last flit of each message is consumed;
        written.
        behind (ndarray of int32, shape (messages,)): Next message in the queue of the same source; written.
        """
        self._make_room()
        self.ways = arrays.ways(self.where, self.options.seed)
        size = np.full(len(messages), self.options.flits, dtype=np.int32)  # its type is that of one message, too
        return bool(self.loop.best(
            until, final, self.rules, self.ways, messages.cycle, messages.source, messages.destination, goal, via, size,
            started, delivered, behind, self.kept, self.worms, self.channels, self.sources, self.moves, self.search,
        ))  # fmt: skip

    def _make_room(self) -> None:
        """Make room for the paths to all goals that have been followed."""
        longest = self.where.longest
        if self.worms.way.shape[1] <= longest:
            require("simulated paths", self.where.routing.title, len(self.worms.way) * longest)
            self.worms = arrays.with_longer_paths(self.worms, self.worms.active[: self.kept[arrays.ACTIVE]], longest)
            self.moves = arrays.moves(self.worms, self.channels)

    @property
    def now(self) -> int:
        """The next cycle."""
        return int(self.kept[arrays.NOW])

    @property
    def busy(self) -> tuple[int, int] | None:
        """Virtual channels in use and squares of their number on each link, summed over the measured cycles; None if
        they share nothing.
        """
        usage = self.channels.usage
        return None if self.private else (int(usage[arrays.BUSY_SUM]), int(usage[arrays.SQUARES_SUM]))

    def blocked(self, messages: Messages) -> list[BlockedWorm]:
        """A smallest set of worms that will never move, blocked by each other."""
        worms = self.worms
        stuck = [int(w) for w in worms.active[: self.kept[arrays.ACTIVE]] if worms.blocked[w]]
        stuck.sort(key=lambda worm: int(worms.message[worm]))
        by = {worm: self._blocked_by(worm) for worm in stuck}
        found = []
        for worm in knot(by):
            message = int(worms.message[worm])
            ends = int(messages.source[message]), int(messages.destination[message])
            way = [int(c) for c in worms.way[worm, : worms.header[worm]]]
            holds = tuple(c for j, c in enumerate(way) if self._holds(worm, j, c))
            others = tuple(int(worms.message[other]) for other in by[worm])
            found.append(BlockedWorm(message, *ends, holds, self._waits_for(worm), others))
        return found

    def _waits_for(self, worm: int) -> tuple[int, ...]:
        only, base, low, high = waits_for(worm, self.rules, self.ways, self.worms)
        return (int(only),) if only >= 0 else tuple(int(base + c) for c in self.ways.offers[low:high])

    def _blocked_by(self, worm: int) -> tuple[int, ...]:
        if self.worms.state[worm] == arrays.QUEUED:
            return tuple(dict.fromkeys(int(self.channels.owner[c]) for c in self._waits_for(worm)))
        return (int(before_it(worm, self.worms, self.search.front)),)

    def _holds(self, worm: int, position: int, channel: int) -> bool:
        worms, channels = self.worms, self.channels
        all_in = worms.sent[worm, position] == self.options.flits
        last_in = all_in and worms.serial[worm, position] == channels.entered[channel] - 1
        full = last_in and channels.held[channel] == self.options.buffers
        return bool(channels.owner[channel] == worm or full)


# The state of the simulator that proceeds from event to event.


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


# The fast simulator: worms as a whole instead of flits, by one of two compiled loops that both give the exact times.
#
# - Where routes are given, no bandwidth is shared (one virtual channel of each link in use, or the rule "private"), worms are longer
#   than buffers, and buffers hold 2 flits, or more if worms are so long that no tail can be held up: headers are followed
#   from event to event, graphs.simulate.kernels.event_kernel. An option of the loops that the event loop does not read has
#   its default there.
# - Elsewhere: cycle by cycle, by how many flits of each worm have crossed each channel, graphs.simulate.kernels.cycle_kernel.


# the event loop obeys them, or none applies
BY_EVENTS = {"buffers", "ejection", "reuse", "selection", "waiting", "seed"}
SLICE = 1 << 18  # cycles between two reports of progress
STEPS_OF_A_HOP = (
    8  # of a header or, cycle by cycle, a flit, in those of :func:`netlemma.graphs.base.compiled.worth_compiling`
)
MOST_GOALS = 1024  # that are followed before the simulation goes on
MOST_BYTES = 640 << 20  # of tables; beyond them goals to which no message is under way are forgotten


class WormSimulator:
    """The fast equivalent of :class:`netlemma.graphs.simulate.engines.flits.FlitSimulator`.

    ``delivered[m]`` is the time at which the last flit of message m is consumed, -1 if that is not known yet; it may be
    known before that time. ``busy`` is None where virtual channels share nothing.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.simulate.layouts.layout import layout
    >>> from netlemma.graphs.simulate.messages import written
    >>> where = layout(channel_routing(network("mesh", k=4, n=1), "dimension-order"))
    >>> one = WormSimulator(where, SimulationOptions(flits=5, load=0.01))
    >>> one.advance(written([(10, 0, 3)]), 100)
    >>> one.delivered.tolist()
    [19]
    """

    def __init__(self, where: Layout, options: SimulationOptions, window: tuple[int, int] = (0, 0)) -> None:
        self.where, self.options = where, options
        self.now = 0
        self.started = np.empty(0, dtype=np.int64)
        self.delivered = np.empty(0, dtype=np.int64)
        self.deadlock: Deadlock | None = None
        self._behind = np.empty(0, dtype=np.int32)  # the next message of the same source
        self._state: EventState | CycleState
        self._goal = self._via = np.empty(0, dtype=np.int32)
        one_speed = bool((where.period == 1).all())
        shared = options.vc_rule == "shared" and not (one_speed and where.deterministic and where.links_are_single())
        plain = where.deterministic and _event_loop_obeys(options) and not shared and where.injection_vcs == 1
        plain = plain and options.reuse != "empty"
        self.by_events = plain and 2 <= options.buffers < options.flits and (options.buffers == 2 or self._long_worms())
        if self.by_events:
            self._state = EventState(where, options)
        else:
            self._state = CycleState(where, options, shared, window)

    def _long_worms(self) -> bool:
        """Whether it is known that worms are so long that no tail can be held up."""
        return self.where.follow_all() and self.where.longest - 1 <= self.options.flits // self.options.buffers

    @property
    def busy(self) -> tuple[int, int] | None:
        """Virtual channels in use, summed over links and cycles, and the squares of their numbers on each link."""
        return self._state.busy

    @np.errstate(over="ignore")  # of random numbers, where loops are plain Python
    def advance(self, messages: Messages, until: int, progress: Callable[[int], None] | None = None) -> None:
        """Simulate all cycles before ``until``, or up to a deadlock."""
        more = np.full(len(messages) - len(self.delivered), -1, dtype=np.int64)
        self.started = np.concatenate([self.started, more])
        self.delivered = np.concatenate([self.delivered, more])
        self._behind = np.concatenate([self._behind, more.astype(np.int32)])
        fresh = slice(len(self._goal), len(messages))
        draw = partial(draw_routes, self.options.seed, fresh.start, fresh.stop - fresh.start)
        goals, vias = self.where.tables.numbers(messages.source[fresh], messages.destination[fresh], draw)
        self._goal, self._via = np.concatenate([self._goal, goals]), np.concatenate([self._via, vias])
        stop = self.now
        while self.now < until and self.deadlock is None:
            if self.now == stop:
                stop = min(until, self.now + SLICE)
            self.now = self._follow(messages.cycle, stop)
            under_way = int(np.count_nonzero(self.delivered[: np.searchsorted(messages.cycle, self.now)] < 0))
            if worth_compiling(
                STEPS_OF_A_HOP * under_way * self.where.longest * (1 if self.by_events else self.options.flits)
            ):
                self._state.loop.compiled()
            if self._state.run(
                self.now, self.now == stop, messages, self._goal, self._via, self.started, self.delivered, self._behind
            ):
                self.now = self._state.now
                self.deadlock = Deadlock(self.now, tuple(self._state.blocked(messages)))
            if progress:
                progress(self.now)

    def _follow(self, cycle: np.ndarray, stop: int) -> int:
        """Follow packets to the goals of the next messages, and return the cycle up to which that has been done."""
        tables = self.where.tables
        if tables.ready.all():
            return stop
        first, last = np.searchsorted(cycle, [self.now, stop]).tolist()
        while True:
            both = np.stack([self._goal[first:last], self._via[first:last]], axis=1).ravel()
            fresh = np.flatnonzero((both >= 0) & ~tables.ready[both])
            goals, at = np.unique(both[fresh], return_index=True)
            at = np.sort(fresh[at]) // 2
            sooner = max(self.now + 1, int(cycle[first + at[MOST_GOALS]])) if len(goals) > MOST_GOALS else stop
            if sooner >= stop:
                break
            stop = sooner
            last = int(np.searchsorted(cycle, stop))
        if len(goals) and tables.size > MOST_BYTES:
            under_way = self.delivered[:first] < 0
            needed = np.zeros(len(tables.ready), dtype=np.bool_)
            for each in self._goal, self._via:
                used = np.concatenate([each[:first][under_way], each[first:last]])
                needed[used[used >= 0]] = True
            tables.forget(needed)
        tables.follow(goals.tolist())
        return stop


def _event_loop_obeys(options: SimulationOptions) -> bool:
    """Whether the options of the loops that the event loop does not read have their defaults."""
    others = (each for name, each in OPTIONS.items() if each.in_loops and name not in BY_EVENTS)
    return all(getattr(options, each.name) == each.default for each in others)
