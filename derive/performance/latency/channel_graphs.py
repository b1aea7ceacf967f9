"""Wormhole latency of any channel graph: service times resolved backwards from the ejection channels, as numbers or
exactly; graphs from message counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

import numpy as np

from netlemma.derive.performance.latency.curve_display import ShownCurve
from netlemma.derive.performance.latency.latency_model import Saturation, found_saturation
from netlemma.errors import GraphError

# Mean wait in an M/G/1 queue with the variance of service times of Draper and Ghosh 1994.


def mean_wait(rate: Any, service: Any, least: Any, free: Any) -> Any:
    """Mean wait by the formula of Pollaczek and Khinchine: rate (service^2 + (service - least)^2) / (2 free).

    * F. Pollaczek (1930) and A. Khinchine (1932): mean wait in M/G/1.
    * J. T. Draper and J. Ghosh, 1994: the standard deviation of the service time.

    >>> from fractions import Fraction
    >>> mean_wait(Fraction(1, 40), 20, 20, 1 - Fraction(20, 40))
    Fraction(10, 1)
    """
    return rate * (service**2 + (service - least) ** 2) / (2 * free)


# Wormhole latency of any channel graph: service times resolved backwards from the ejection channels.
#
# Greenberg and Guan 1997, equations 1 to 7, after Draper and Ghosh 1994. The graph is plain data. Rates and probabilities
# are exact; times are floating-point numbers, computed for many loads at once.


SHOWN_OF_A_CYCLE = 6


@dataclass(frozen=True)
class ChannelGraph:
    """Channels, or classes of equivalent channels, with the message flows between them.

    names: Names of the channels.
    rates: Messages per cycle on one channel, for a load of 1 message per cycle and node.
    branches: ``branches[i]`` lists pairs (j, R_i|j): the next channels of messages on i with their probabilities; none
    after an ejection channel. A class of equivalent channels is listed once for each channel of it.
    injections: Injection channels, with the share of all messages that each one carries (the shares add up to 1).
    hops: Mean number of channels between nodes that a message crosses.
    shared: Messages of other virtual channels that a flit meets on a link, for a load of 1 and one flit per message; 0
    if channels are not shared.
    ejection_waits: True if messages wait for ejection channels, as in an M/G/1 queue; the paper leaves that wait out.

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
        """
        sorter = TopologicalSorter({i: [j for j, _ in row] for i, row in enumerate(self.branches)})
        try:
            order = list(sorter.static_order())
        except CycleError as error:
            cycle = [self.names[i] for i in error.args[1]]
            shown = ", ".join(cycle[:SHOWN_OF_A_CYCLE]) + (", ..." if len(cycle) > SHOWN_OF_A_CYCLE else "")
            raise GraphError(
                f"service times cannot be resolved backwards: {len(cycle) - 1} channels wait for each other in a cycle "
                f"({shown}); give the routing virtual channels that break it, such as `vcs=2`"
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

    graph: Channel graph without cycles.
    flits: Message length in flits.

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


# Service and waiting times of a channel graph in exact arithmetic, channel by channel.
#
# It suits small graphs only, since the number of digits doubles with each channel.


class ExactTimes(NamedTuple):
    """Service time x and waiting time W of each channel, in cycles."""

    service: list[Fraction]
    waiting: list[Fraction]


def waiting_time(rate: Fraction, service: Fraction, base: Fraction) -> Fraction:
    """Mean wait in an M/G/1 queue whose service time has the standard deviation ``service - base``.

    R. I. Greenberg and L. Guan, 1997, equation 4.

    >>> waiting_time(Fraction(1, 40), Fraction(20), Fraction(20))
    Fraction(10, 1)
    """
    use = rate * service
    if use >= 1:
        raise GraphError(f"a channel has utilisation {float(use):.6g}: there is no steady state")
    return Fraction(mean_wait(rate, service, base, 1 - use))


def exact_times(graph: ChannelGraph, flits: int, load: Fraction) -> ExactTimes:
    """Service and waiting times, from the ejection channels back to the injection channels.

    R. I. Greenberg and L. Guan, 1997, equations 4, 6 and 7.

    >>> line = ChannelGraph(("in", "link", "out"), (1, 1, 1), ([(1, 1)], [(2, 1)], []), {0: Fraction(1)}, Fraction(1))
    >>> exact_times(line, 20, Fraction(1, 40)).waiting[0]
    Fraction(10, 1)
    """
    base = (1 + graph.shared * load * flits) * flits
    service = [Fraction(base)] * len(graph.names)
    waiting = [Fraction(0)] * len(graph.names)
    for level in graph.levels:
        for i in level:
            if graph.branches[i]:
                service[i] = sum(
                    (r * (service[j] + graph.blocking(i, j, r) * waiting[j]) for j, r in graph.branches[i]), Fraction(0)
                )
            if graph.branches[i] or graph.ejection_waits:
                waiting[i] = waiting_time(graph.rates[i] * load, service[i], Fraction(base))
    return ExactTimes(service, waiting)


def exact_latency(graph: ChannelGraph, flits: int, load: Fraction) -> Fraction:
    """Mean latency in cycles, exactly.

    R. I. Greenberg and L. Guan, 1997, equation 2.
    """
    times = exact_times(graph, flits, load)
    entry = sum((w * (times.service[i] + times.waiting[i]) for i, w in graph.injections.items()), Fraction(0))
    return entry + graph.hops * (1 + graph.shared * load * flits) + 1


# Channel graphs from message counts: numbers of pairs of source and destination that go from one channel to another.


OUT = "ejection"


@dataclass
class ChannelCounts:
    """Pairs of nodes whose messages go from a channel to the next one, for one channel of each class.

    ``each`` is the number of pairs with the same source; the rate of a channel is its pairs over that. A class of next
    channels is listed once for each of its channels. Pairs of count 0 and channels without messages are left out.

    >>> counts = ChannelCounts(1)
    >>> counts.channel("in", [("ejection", 1)])
    >>> graph = counts.graph({"in": Fraction(1)}, Fraction(0))
    >>> graph.names, graph.rates
    (['ejection', 'in'], [Fraction(1, 1), Fraction(1, 1)])
    """

    each: int
    rows: dict[str, list[tuple[str, int]]] = field(default_factory=lambda: {OUT: []})

    def channel(self, name: str, following: Iterable[tuple[str, int]]) -> None:
        """Add a channel with the numbers of pairs that go from it to other channels."""
        taken = [(other, count) for other, count in following if count]
        if taken:
            self.rows[name] = taken

    def graph(self, injections: Mapping[str, Fraction], hops: Fraction, shared: Fraction = Fraction(0)) -> ChannelGraph:
        """The channel graph; a node receives as many messages as it sends."""
        number = {name: i for i, name in enumerate(self.rows)}
        total = [sum(count for _, count in row) or self.each for row in self.rows.values()]
        return ChannelGraph(
            names=list(self.rows),
            rates=[Fraction(pairs, self.each) for pairs in total],
            branches=[
                [(number[j], Fraction(count, pairs)) for j, count in row]
                for row, pairs in zip(self.rows.values(), total, strict=True)
            ],
            injections={number[name]: share for name, share in injections.items()},
            hops=hops,
            shared=shared,
        )
