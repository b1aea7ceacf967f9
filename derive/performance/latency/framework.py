"""Wormhole latency of any channel graph: service times resolved backwards from the ejection channels.

Greenberg and Guan 1997, equations 1 to 7, after Draper and Ghosh 1994. The graph is plain data. Rates and probabilities
are exact; times are floating-point numbers, computed for many loads at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from graphlib import CycleError, TopologicalSorter

import numpy as np

from netlemma.derive.performance.latency.curve_display import ShownCurve
from netlemma.derive.performance.latency.saturation import Saturation, found_saturation
from netlemma.derive.performance.latency.waiting import mean_wait

SHOWN_OF_A_CYCLE = 6


class GraphError(ValueError):
    """A channel graph to which the framework does not apply; the message is one line."""


@dataclass(frozen=True)
class ChannelGraph:
    """Channels, or classes of equivalent channels, with the message flows between them.

    Parameters
    ----------
    names : sequence of str
        Names of the channels.
    rates : sequence of Fraction or int
        Messages per cycle on one channel, for a load of 1 message per cycle and node.
    branches : sequence of sequence of tuple of (int, Fraction or int)
        ``branches[i]`` lists pairs (j, R_i|j): the next channels of messages on i with their probabilities; none after
        an ejection channel. A class of equivalent channels is listed once for each channel of it.
    injections : mapping from int to Fraction
        Injection channels, with the share of all messages that each one carries (the shares add up to 1).
    hops : Fraction
        Mean number of channels between nodes that a message crosses.
    shared : Fraction, optional
        Messages of other virtual channels that a flit meets on a link, for a load of 1 and one flit per message; 0 if
        channels are not shared.
    ejection_waits : bool, default False
        True if messages wait for ejection channels, as in an M/G/1 queue; the paper leaves that wait out.

    Raises
    ------
    GraphError
        If the probabilities of a channel, or the shares of the injection channels, do not add up to 1.

    Examples
    --------
    >>> line = ChannelGraph(("in", "link", "out"), (1, 1, 1), ([(1, 1)], [(2, 1)], []), {0: Fraction(1)}, Fraction(1))
    >>> line.zero_load(20)
    Fraction(22, 1)
    """

    names: Sequence[str]
    rates: Sequence[Fraction | int]
    branches: Sequence[Sequence[tuple[int, Fraction | int]]]
    injections: Mapping[int, Fraction]
    hops: Fraction
    shared: Fraction = Fraction(0)
    ejection_waits: bool = False

    def __post_init__(self) -> None:
        for i, row in enumerate(self.branches):
            if row and sum(share for _, share in row) != 1:
                raise GraphError(f"messages leave channel {self.names[i]} with probabilities that do not add up to 1")
        if sum(self.injections.values()) != 1:
            raise GraphError("the shares of the injection channels do not add up to 1")

    def blocking(self, i: int, j: int, probability: Fraction | int) -> Fraction:
        """P_i|j, the share of messages on channel j that come from other channels than i.

        Parameters
        ----------
        i : int
            Number of the previous channel.
        j : int
            Number of the channel.
        probability : Fraction or int
            R_i|j, the probability that a message on i goes to j.

        Returns
        -------
        Fraction
            Share between 0 and 1.

        References
        ----------
        R. I. Greenberg and L. Guan, 1997, equation 6.
        """
        return 1 - Fraction(self.rates[i]) * probability / self.rates[j]

    def zero_load(self, flits: int) -> Fraction:
        """The latency without waiting, in cycles: ``flits`` to enter, then one cycle for each further channel."""
        return flits + self.hops + 1

    @cached_property
    def levels(self) -> list[list[int]]:
        """The channels in the order of resolution of service times; those of a level depend on earlier levels alone.

        A cycle of channels that wait for each other raises GraphError.

        Raises
        ------
        GraphError
            If channels wait for each other in a cycle.
        """
        sorter = TopologicalSorter({i: [j for j, _ in row] for i, row in enumerate(self.branches)})
        try:
            order = list(sorter.static_order())
        except CycleError as error:
            cycle = [self.names[i] for i in error.args[1]]
            shown = ", ".join(cycle[:SHOWN_OF_A_CYCLE]) + (", ..." if len(cycle) > SHOWN_OF_A_CYCLE else "")
            raise GraphError(
                f"service times cannot be resolved backwards: {len(cycle) - 1} channels wait for each other in a cycle "
                f"({shown}); give the routing virtual channels that break it, such as --vcs 2"
            ) from None
        level = [0] * len(self.names)
        for i in order:
            level[i] = 1 + max((level[j] for j, _ in self.branches[i]), default=-1)
        found: list[list[int]] = [[] for _ in range(max(level) + 1)]
        for i, number in enumerate(level):
            found[number].append(i)
        return found


@dataclass(frozen=True)
class ChannelTimes:
    """Service and waiting times at several loads; rows are channels, columns loads.

    ``service`` is x, ``waiting`` is W (equation 4), ``utilisation`` the rate times x. ``steady`` marks the loads at
    which all utilisations are less than 1; the other columns have no meaning.
    """

    service: np.ndarray
    waiting: np.ndarray
    utilisation: np.ndarray
    steady: np.ndarray


@dataclass(frozen=True)
class _Level:
    """The channels of a level, which are consecutive, and their edges; edges of the same channel are consecutive too.

    ``to`` has the next channel of each edge, ``first`` the first edge of each channel.
    """

    channels: slice
    to: np.ndarray
    first: np.ndarray
    probability: np.ndarray
    blocked: np.ndarray  # probability times P_i|j


class WormholeLatency(ShownCurve):
    """Latency of messages of fixed length through a channel graph.

    Parameters
    ----------
    graph : ChannelGraph
        Channel graph without cycles.
    flits : int
        Message length in flits.

    Examples
    --------
    >>> line = ChannelGraph(("in", "link", "out"), (1, 1, 1), ([(1, 1)], [(2, 1)], []), {0: Fraction(1)}, Fraction(1))
    >>> model = WormholeLatency(line, 10)
    >>> model.latency(np.array([0.05, 0.1])).tolist(), model.saturation().load, model.saturation().channel
    ([17.0, nan], 0.1, 'in')
    """

    def __init__(self, graph: ChannelGraph, flits: int) -> None:
        self.graph, self.flits = graph, flits
        self._order = np.array([i for level in graph.levels for i in level])  # each level is a slice
        self._place = np.argsort(self._order)
        self._rates = np.array([float(graph.rates[i]) for i in self._order])[:, None]
        first, *rest = graph.levels
        self._last = slice(0, len(first))
        self._levels: list[_Level] = []
        start = len(first)
        for level in rest:
            self._levels.append(self._compile(level, start))
            start += len(level)
        self._entries = self._place[list(graph.injections)]
        self._shares = np.array([float(share) for share in graph.injections.values()])
        # channels between nodes
        self._between = [i for i, row in enumerate(graph.branches) if row and i not in graph.injections]

    def _compile(self, level: Sequence[int], start: int) -> _Level:
        edges = [(i, j, probability) for i in level for j, probability in self.graph.branches[i]]
        lengths = [len(self.graph.branches[i]) for i in level]
        return _Level(
            channels=slice(start, start + len(level)),
            to=self._place[[j for _, j, _ in edges]],
            first=np.concatenate(([0], np.cumsum(lengths)[:-1])),
            probability=np.array([float(r) for _, _, r in edges])[:, None],
            blocked=np.array([float(r * self.graph.blocking(i, j, r)) for i, j, r in edges])[:, None],
        )

    def flit_time(self, loads: np.ndarray) -> np.ndarray:
        """Cycles that a flit needs for a link shared by virtual channels."""
        return 1 + float(self.graph.shared) * loads * self.flits

    def times(self, loads: np.ndarray) -> ChannelTimes:
        """Service and waiting times by equations 7 and 4; complex loads are allowed."""
        x, w, use, steady = self._resolved(loads)
        return ChannelTimes(x[self._place], w[self._place], use[self._place], steady)

    def _resolved(self, loads: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Service and waiting times and utilisations, level by level, and the loads at which all utilisations are below 1.

        Numbers after a saturated channel have no meaning; the load is marked as not steady in any case.
        """
        base = self.flit_time(loads) * self.flits
        service, waiting = (np.zeros((len(self._order), len(loads)), dtype=base.dtype) for _ in range(2))
        rates = self._rates * loads

        def wait(channels: slice) -> None:
            x, rate = service[channels], rates[channels]
            waiting[channels] = mean_wait(rate, x, base, 1 - rate * x)

        with np.errstate(all="ignore"):
            service[self._last] = base
            if self.graph.ejection_waits:
                wait(self._last)
            for level in self._levels:
                behind = service.take(level.to, axis=0)
                behind *= level.probability
                blocked = waiting.take(level.to, axis=0)
                blocked *= level.blocked
                behind += blocked
                np.add.reduceat(behind, level.first, axis=0, out=service[level.channels])
                wait(level.channels)
            use = rates * service
        return service, waiting, use, (use.real < 1).all(axis=0)

    def latency(self, loads: np.ndarray) -> np.ndarray:
        """Mean latency in cycles at each load (equation 2), NaN where the network is saturated."""
        service, waiting, _, steady = self._resolved(loads)
        with np.errstate(all="ignore"):  # loads without steady state
            entry = service[self._entries] + waiting[self._entries]
            found = self._shares @ entry + float(self.graph.hops) * self.flit_time(loads) + 1
        return np.where(steady, found, np.nan)

    def sensitivity(self, loads: np.ndarray) -> np.ndarray:
        """Derivative of the latency by the load, in cycles per (message per cycle and node); NaN where saturated.

        The latency is a rational function of the load, so a step in the imaginary direction has no cancellation.
        """
        step = 1e-200
        return self.latency(loads + 1j * step).imag / step

    def zero_load(self) -> Fraction:
        """The limit of the latency as the load goes to 0, exactly."""
        return self.graph.zero_load(self.flits)

    def saturation(self) -> Saturation:
        """The load at which the first channel reaches utilisation 1.

        Service times increase with the load, so the loads with a steady state are an interval; its end is enclosed
        between two consecutive floating-point numbers.
        """

        def state(loads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            times = self.times(loads)
            return times.utilisation, times.steady

        above = 2 / (float(max(self.graph.rates)) * self.flits)
        return found_saturation(state, above, self.graph.names, self._between)
