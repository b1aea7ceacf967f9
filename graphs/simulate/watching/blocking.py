"""How often adaptive worms are blocked, how long they wait then, and how many virtual channels of a link are busy: models assume all three.

The plain simulator, watched.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphs.routing.channel_routing import ChannelRouting
from graphs.simulate.engines.flits import FlitSimulator, Move
from graphs.simulate.layouts.layout import Layout, layout
from graphs.simulate.options import SimulationOptions
from graphs.simulate.traffic.messages import PoissonSources


@dataclass(frozen=True)
class Blocking:
    """Means over messages that were generated after the warm-up, and over links and cycles after it.

    Parameters
    ----------
    messages : how many were delivered.
    network_latency : cycles from the crossing of the injection channel, which is not counted, to the last flit's consumption.
    source_wait : cycles before that.
    times_blocked : how often the header of a message found none of its channels free.
    wait : cycles that it waited then.
    held : cycles for which a virtual channel belonged to a message.
    busy : the share of time in which 0, 1, ..., V virtual channels of a link were busy.
    """

    messages: int
    network_latency: float
    source_wait: float
    times_blocked: float
    wait: float
    held: float
    busy: tuple[float, ...]

    @property
    def multiplexing(self) -> float:
        """Busy virtual channels of a link, as one of them sees it."""
        v = np.arange(len(self.busy))
        return float(v**2 @ self.busy / (v @ self.busy))


class _Watched(FlitSimulator):
    """Counts headers that find no free channel, and busy virtual channels."""

    def __init__(self, where: Layout, options: SimulationOptions, after: int) -> None:
        super().__init__(where, options)
        self.after, self.born = after, {}  # type: int, dict[int, int]
        self.blocked, self.waits, self.taken = [], [], 0  # type: list[int], list[int], int
        self.histogram = np.zeros(where.routing.vcs + 1)

    def _grant(self) -> None:
        for message in self.way:
            self.born.setdefault(message, self.now)
        before = dict(self.asked)
        super()._grant()
        self.blocked += [m for m, since in self.asked.items() if since == self.now and self.born[m] > self.after]
        self.waits += [
            self.now - since
            for m, since in before.items()
            if m not in self.asked and since < self.now and self.born[m] > self.after
        ]

    def _move(self, move: Move) -> None:
        message, position, flit = move
        inside = self.way[message][position] < self.where.network_channels
        self.taken += flit == 0 and inside and self.now >= self.after
        super()._move(move)

    def _count_busy(self) -> None:
        if self.now < self.after:
            return
        owned = [c for c in range(self.where.network_channels) if self.owner[c] is not None]
        used = np.bincount(self.where.link[owned], minlength=self.where.routing.network.hop_count)
        self.histogram += np.bincount(used, minlength=len(self.histogram))


def blocking(routing: ChannelRouting, flits: int, load: float, cycles: int, seed: int = 1) -> Blocking:
    """Run the plain simulator with the settings of the fast one for adaptive routings, a tenth of the cycles as warm-up, and watch.

    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> seen = blocking(channel_routing(network("hypercube", n=3), "duato", 3), 16, 0.02, 4000)
    >>> seen.messages > 400, 17 < seen.network_latency < 30, 0 < seen.times_blocked < 1, 1 < seen.multiplexing < 2
    (True, True, True, True)
    """
    where, after = layout(routing), cycles // 10
    options = SimulationOptions(flits=flits, load=load, cycles=cycles, seed=seed).under(routing)
    watched = _Watched(where, options, after)
    messages = PoissonSources(where.ends, options.load, seed).between(0, cycles)
    watched.advance(messages, cycles)
    counted = (messages.cycle > after) & (watched.delivered >= 0)
    count = int(counted.sum())
    busy = watched.histogram / watched.histogram.sum()
    time = float(watched.histogram @ np.arange(len(busy)))
    return Blocking(
        messages=count,
        network_latency=float((watched.delivered - watched.started)[counted].mean()) - 1,
        source_wait=float((watched.started - messages.cycle)[counted].mean()),
        times_blocked=len(watched.blocked) / int((messages.cycle > after).sum()),
        wait=float(np.mean(watched.waits)) if watched.waits else 0.0,
        held=time / watched.taken,
        busy=tuple(busy.tolist()),
    )
