"""The state of the simulator that proceeds from cycle to cycle."""

import numpy as np

from netlemma.graphs.base.limits import require
from netlemma.graphs.simulate.deadlock import BlockedWorm, knot
from netlemma.graphs.simulate.kernels import arrays
from netlemma.graphs.simulate.kernels.cycle_kernel import run_cycles
from netlemma.graphs.simulate.kernels.stuck_kernel import before_it, waits_for
from netlemma.graphs.simulate.layouts.layout import Layout
from netlemma.graphs.simulate.options import SimulationOptions
from netlemma.graphs.simulate.traffic.messages import Messages


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
        size = np.broadcast_to(np.int32(self.options.flits), len(messages))
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
