"""Loads of directed channels under traffic patterns, and worst cases, counted on explicit networks."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial

import numpy as np

from netlemma.checks.lemmas.explicit import Built, kept_network, measurement
from netlemma.checks.lemmas.lemma_sizes import LARGEST_PERMUTED
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, Measured
from netlemma.graphs import Measurement, Network
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.worst.average import average_case
from netlemma.graphs.traffic.worst.worst_case import WorstCase, worst_case

SHORTEST = "shortest"
PATTERNS = ("uniform", "bit-complement", "tornado", "neighbor", "antipodal", "transpose")


@lru_cache(256)
def channel_loads(text: str, built: Built, routing: str, pattern: str) -> tuple[tuple[Fraction, ...], Fraction]:
    """Loads of all directed channels of an explicit network, and the messages sent per unit of time.

    Parameters
    ----------
    text : str
        Family, or product as text.
    built : tuple of (str, int)
        Size of the network.
    routing : str
        Routing with its options.
    pattern : str
        Traffic pattern.

    Returns
    -------
    tuple of (tuple of Fraction, Fraction)
        Loads and messages.
    """
    net = kept_network(text, built)
    sent = traffic(net, pattern)
    return tuple(traffic_loads(routing_of(net, routing), sent)), sent.sent


def _of_loads(pattern: str, value: Callable[[tuple[Fraction, ...], Fraction], Fraction]) -> Callable[..., Fraction]:
    def measured(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
        return value(*channel_loads(what.subject, built, routing, pattern))

    return measured


@lru_cache(256)
def _worst_case(text: str, built: Built, routing: str) -> WorstCase:
    return worst_case(routing_of(kept_network(text, built), routing))


def _of_worst(value: Callable[[WorstCase], Fraction]) -> Callable[..., Fraction]:
    def measured(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
        return value(_worst_case(what.subject, built, routing))

    return measured


def _average(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    """Mean of the largest load over all permutations, the identity included, counted one by one."""
    found = average_case(routing_of(kept_network(what.subject, built), routing), factorial(LARGEST_PERMUTED))
    return found.mean * found.count / (found.count + 1)


def busiest_channel(net: Network, found: Measurement) -> Fraction:
    """The largest load of a channel under uniform traffic and shortest paths, from the visit ratios of the devices.

    Parameters
    ----------
    net : Network
        Network of channels.
    found : Measurement
        Its measurement under shortest paths.

    Returns
    -------
    Fraction
        Messages that cross the channel while each end sends one; both directions of links carry the same.
    """
    hops = np.bincount(net.device, minlength=net.device_count)
    return max(each.max for each in found.classes) * len(net.ends) / (2 if (hops == 2).all() else 1)


def _largest_uniform(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    net = kept_network(what.subject, built)
    if routing == SHORTEST:
        return busiest_channel(net, measurement(what.subject, built, routing))
    return max(channel_loads(what.subject, built, routing, "uniform")[0])


OF_LOADS: Mapping[str, Callable[[tuple[Fraction, ...], Fraction], Fraction]] = {
    "max_channel_load": lambda loads, sent: max(loads),
    "throughput": lambda loads, sent: 1 / max(loads),
    "mean_hops": lambda loads, sent: sum(loads, Fraction(0)) / sent,
}
WORST_CASES: Mapping[str, Callable[..., Fraction]] = {
    "worst_case": _of_worst(lambda found: found.gamma),
    "fraction_of_capacity.worst_case": _of_worst(lambda found: found.fraction_of_capacity),
}
TRAFFIC_QUANTITIES: Mapping[str, Callable[..., Fraction]] = {
    **{
        f"{quantity}.{pattern}": _of_loads(pattern, value)
        for pattern in PATTERNS
        for quantity, value in OF_LOADS.items()
    },
    "max_channel_load.uniform": _largest_uniform,
    **WORST_CASES,
    "average": _average,
}
