"""The fast simulator: worms as a whole instead of flits, by one of two compiled loops that both give the exact times.

- Where routes are given, no bandwidth is shared (one virtual channel of each link in use, or the rule "private"), worms are longer
  than buffers, and buffers hold 2 flits, or more if worms are so long that no tail can be held up: headers are followed
  from event to event, :mod:`netlemma.graphs.simulate.kernels.event_kernel`. An option of the loops that the event loop does not read has
  its default there.
- Elsewhere: cycle by cycle, by how many flits of each worm have crossed each channel, :mod:`netlemma.graphs.simulate.kernels.cycle_kernel`.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from netlemma.graphs.base.compiled import worth_compiling
from netlemma.graphs.simulate.deadlock import Deadlock
from netlemma.graphs.simulate.engines.cycle_state import CycleState
from netlemma.graphs.simulate.engines.event_state import EventState
from netlemma.graphs.simulate.kernels.draw import draw_routes
from netlemma.graphs.simulate.layouts.layout import Layout
from netlemma.graphs.simulate.options import OPTIONS, SimulationOptions
from netlemma.graphs.simulate.traffic.messages import Messages

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
    >>> from netlemma.graphs.simulate.traffic.messages import written
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
        shared = options.vc_rule == "shared" and not (where.deterministic and where.links_are_single())
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
