"""The fast simulator: worms as a whole instead of flits, by one of two compiled loops that both give the exact times.

- Where routes are given, no bandwidth is shared (one virtual channel of each link in use, or the rule "private"), worms are longer
  than buffers, and buffers hold 2 flits, or more if worms are so long that no tail can be held up: headers are followed
  from event to event, :mod:`graphs.simulate.kernels.event_kernel`. An option of the loops that the event loop does not read has
  its default there.
- Elsewhere: cycle by cycle, by how many flits of each worm have crossed each channel, :mod:`graphs.simulate.kernels.cycle_kernel`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphs.simulate.deadlock import Deadlock
from graphs.simulate.engines.cycle_state import CycleState
from graphs.simulate.engines.event_state import EventState
from graphs.simulate.layouts.layout import Layout
from graphs.simulate.layouts.paths import Paths
from graphs.simulate.options import OPTIONS, SimulationOptions
from graphs.simulate.traffic.messages import Messages

BY_EVENTS = {
    "buffers",
    "ejection",
    "reuse",
    "selection",
    "waiting",
    "seed",
}  # the event loop obeys them, or none applies
SLICE = 1 << 18  # cycles between two reports of progress


class WormSimulator:
    """The fast equivalent of :class:`graphs.simulate.engines.flits.FlitSimulator`.

    ``delivered[m]`` is the time at which the last flit of message m is consumed, -1 if that is not known yet; it may be
    known before that time. ``busy`` is None where virtual channels share nothing.

    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> from graphs.simulate.layouts.paths import paths
    >>> from graphs.simulate.traffic.messages import written
    >>> where = paths(channel_routing(network("mesh", k=4, n=1), "dimension-order"))
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
        if isinstance(where, Paths):
            shared = options.vc_rule == "shared" and not where.links_are_single()
            long_worms = where.longest - 1 <= options.flits // options.buffers
            plain = _event_loop_obeys(options) and not shared and where.injection_vcs == 1 and options.reuse != "empty"
            self.by_events = plain and 2 <= options.buffers < options.flits and (options.buffers == 2 or long_worms)
        else:
            self.by_events, shared = False, options.vc_rule == "shared"
        if self.by_events:
            assert isinstance(where, Paths)
            self._state = EventState(where, options)
        else:
            self._state = CycleState(where, options, shared, window)

    @property
    def busy(self) -> tuple[int, int] | None:
        """Virtual channels in use, summed over links and cycles, and the squares of their numbers on each link."""
        return self._state.busy

    def advance(self, messages: Messages, until: int, progress: Callable[[int], None] | None = None) -> None:
        """Simulate all cycles before ``until``, or up to a deadlock.

        Parameters
        ----------
        messages : Messages
            Messages of the simulation, which may grow between calls.
        until : int
            First cycle that is not simulated.
        progress : Callable, optional
            Function called now and then with the current cycle.
        """
        more = np.full(len(messages) - len(self.delivered), -1, dtype=np.int64)
        self.started = np.concatenate([self.started, more])
        self.delivered = np.concatenate([self.delivered, more])
        self._behind = np.concatenate([self._behind, more.astype(np.int32)])
        while self.now < until and self.deadlock is None:
            self.now = min(until, self.now + SLICE)
            if self._state.run(self.now, messages, self.started, self.delivered, self._behind):
                self.now = self._state.now
                self.deadlock = Deadlock(self.now, tuple(self._state.blocked(messages)))
            if progress:
                progress(self.now)


def _event_loop_obeys(options: SimulationOptions) -> bool:
    """Whether the options of the loops that the event loop does not read have their defaults."""
    others = (each for name, each in OPTIONS.items() if each.in_loops and name not in BY_EVENTS)
    return all(getattr(options, each.name) == each.default for each in others)
