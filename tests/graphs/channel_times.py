"""Waiting and holding times of each channel, counted in the plain simulator. Models of latency predict both."""

from dataclasses import dataclass

import numpy as np

from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.simulate.engines.flits import FlitSimulator, Move
from netlemma.graphs.simulate.layouts.layout import Layout, layout
from netlemma.graphs.simulate.messages import Messages, PoissonSources
from netlemma.graphs.simulate.options import SimulationOptions


@dataclass(frozen=True)
class ChannelTimes:
    """Times of each channel; arrays have an entry for each channel of ``where``.

    Parameters
    ----------
    where : Layout
        Channels of the simulation.
    worms : ndarray of int, shape (channels,)
        Number of tails that have crossed it.
    held : ndarray of float64, shape (channels,)
        Mean number of cycles from the header's crossing to the tail's, both included; NaN without worms.
    deviation : ndarray of float64, shape (channels,)
        Standard deviation of that.
    waited : ndarray of float64, shape (channels,)
        Mean number of cycles by which headers crossed later than in an empty network.
    """

    where: Layout
    worms: np.ndarray
    held: np.ndarray
    deviation: np.ndarray
    waited: np.ndarray


class _Watched(FlitSimulator):
    """Sums of times for each channel, over messages generated after the warm-up."""

    def __init__(self, where: Layout, options: SimulationOptions, messages: Messages, after: int) -> None:
        super().__init__(where, options)
        self.born, self.after = messages.cycle, after
        self.entered: dict[tuple[int, int], int] = {}  # message and position: the cycle in which the header crossed
        self.sums = np.zeros((4, where.channels))  # worms, time held, its square, time waited

    def _move(self, move: Move) -> None:
        message, position, flit = move
        channel, born = self.way[message][position], int(self.born[message])
        if flit == 0:
            self.entered[message, position] = self.now
            if born > self.after:
                possible = self.entered[message, position - 1] + 1 if position else born
                self.sums[3, channel] += self.now - possible
        if flit == self.options.flits - 1:
            held = self.now - self.entered[message, position] + 1
            self.entered.pop((message, position - 1), None)
            if born > self.after:
                self.sums[:3, channel] += (1, held, held * held)
        super()._move(move)


def channel_times(
    routing: ChannelRouting, flits: int, load: float, cycles: int, seed: int = 1, buffers: int = 2
) -> ChannelTimes:
    """Run the plain simulator with ejection that never blocks, a tenth of the cycles as warm-up, and record its
    channels.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    flits : int
        Length of every message, in flits.
    load : float
        Messages per node and cycle.
    cycles : int
        Number of cycles.
    seed : int, default 1
        Seed of the random numbers.
    buffers : int, default 2
        Flits of each buffer.

    Returns
    -------
    ChannelTimes
        Times of each channel.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> seen = channel_times(channel_routing(network("mesh", k=3, n=1), "dimension-order"), 8, 0.01, 5000)
    >>> seen.where.name(0), bool(seen.worms[0] > 40), bool(8 <= seen.held[0] < 9)
    ('(0)->(1)', True, True)
    """
    where = layout(routing)
    options = SimulationOptions(flits=flits, load=load, cycles=cycles, seed=seed, buffers=buffers)
    messages = PoissonSources(where.ends, options.load, seed).between(0, cycles)
    watched = _Watched(where, options, messages, cycles // 10)
    watched.advance(messages, 2 * cycles)  # until all are delivered, which takes less
    worms, held, squares, waited = watched.sums
    with np.errstate(invalid="ignore"):
        mean = held / worms
        return ChannelTimes(where, worms.astype(int), mean, np.sqrt(squares / worms - mean**2), waited / worms)
