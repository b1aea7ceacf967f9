"""Service and waiting times of a channel graph in exact arithmetic, channel by channel.

It suits small graphs only, since the number of digits doubles with each channel.
"""

from fractions import Fraction
from typing import NamedTuple

from netlemma.derive.performance.latency.framework import ChannelGraph, GraphError
from netlemma.derive.performance.latency.waiting import mean_wait


class ExactTimes(NamedTuple):
    """Service time x and waiting time W of each channel, in cycles."""

    service: list[Fraction]
    waiting: list[Fraction]


def waiting_time(rate: Fraction, service: Fraction, base: Fraction) -> Fraction:
    """Mean wait in an M/G/1 queue whose service time has the standard deviation ``service - base``.

    Parameters
    ----------
    rate : Fraction
        Arrivals per cycle.
    service : Fraction
        Mean service time in cycles.
    base : Fraction
        Least service time in cycles.

    Returns
    -------
    Fraction
        Mean wait in cycles.

    Raises
    ------
    GraphError
        If the utilisation is 1 or more.

    References
    ----------
    R. I. Greenberg and L. Guan, 1997, equation 4.

    Examples
    --------
    >>> waiting_time(Fraction(1, 40), Fraction(20), Fraction(20))
    Fraction(10, 1)
    """
    use = rate * service
    if use >= 1:
        raise GraphError(f"a channel has utilisation {float(use):.6g}: there is no steady state")
    return Fraction(mean_wait(rate, service, base, 1 - use))


def exact_times(graph: ChannelGraph, flits: int, load: Fraction) -> ExactTimes:
    """Service and waiting times, from the ejection channels back to the injection channels.

    Parameters
    ----------
    graph : ChannelGraph
        Channel graph.
    flits : int
        Message length in flits.
    load : Fraction
        Messages per cycle and node.

    Returns
    -------
    ExactTimes
        Service and waiting time of each channel, in cycles.

    Raises
    ------
    GraphError
        If a channel is saturated.

    References
    ----------
    R. I. Greenberg and L. Guan, 1997, equations 4, 6 and 7.

    Examples
    --------
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

    Parameters
    ----------
    graph : ChannelGraph
        Channel graph.
    flits : int
        Message length in flits.
    load : Fraction
        Messages per cycle and node.

    Returns
    -------
    Fraction
        Mean latency in cycles.

    References
    ----------
    R. I. Greenberg and L. Guan, 1997, equation 2.
    """
    times = exact_times(graph, flits, load)
    entry = sum((w * (times.service[i] + times.waiting[i]) for i, w in graph.injections.items()), Fraction(0))
    return entry + graph.hops * (1 + graph.shared * load * flits) + 1
