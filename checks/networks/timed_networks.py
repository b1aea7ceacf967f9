"""Explicit networks of a source at a size, built within the time of an answer."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.lemmas.subject import subject
from netlemma.derive.core.domain import Size
from netlemma.graphs import Network, RingNetwork, Source
from netlemma.graphs.topology.ring_structure import ABSENT


def interrupted(source: Source, budget: TimeBudget) -> AbstractContextManager[None]:
    """The context in which users' code, of which no time is forecast, is interrupted when the time ends.

    Parameters
    ----------
    source : Source
        Network.
    budget : TimeBudget
        Time of the answer.

    Returns
    -------
    AbstractContextManager
        The context; that of our own families interrupts nothing.
    """
    return budget.interrupting() if source.subject is None else nullcontext()


def built(source: Source, size: Mapping[str, int], budget: TimeBudget) -> Any:
    """The explicit network of a source at a size; sizes in the text of a product are filled in.

    Parameters
    ----------
    source : Source
        Network.
    size : Mapping of str to int
        Its sizes.
    budget : TimeBudget
        Time of the answer.

    Returns
    -------
    Network or RingNetwork
        The network.

    Examples
    --------
    >>> from netlemma.graphs.sources import source
    >>> built(source("toroid"), {"w": 3, "D": 2}, TimeBudget()).node_count
    9
    """
    if source.subject is not None:
        about = subject(source.subject)
        if about.product is not None:
            return about.network(size)
    with interrupted(source, budget):
        return source.build(**size)


def device_counts(source: Source, budget: TimeBudget) -> Callable[[Size], int]:
    """The number of links and buses of a source, by its size.

    Parameters
    ----------
    source : Source
        Network.
    budget : TimeBudget
        Time of the answer.

    Returns
    -------
    Callable
        Function from a size, which may have more than those of the network, to the number.

    Examples
    --------
    >>> from netlemma.graphs.sources import source
    >>> device_counts(source("toroid"), TimeBudget())({"w": 3, "D": 2})
    18
    """

    def devices(net: Network | RingNetwork) -> int:
        return int((net.successor != ABSENT).sum()) if isinstance(net, RingNetwork) else net.device_count

    return _counts(source, budget, devices)


def end_counts(source: Source, budget: TimeBudget) -> Callable[[Size], int]:
    """The number of ends of messages of a source, by its size.

    Parameters
    ----------
    source : Source
        Network.
    budget : TimeBudget
        Time of the answer.

    Returns
    -------
    Callable
        Function from a size, which may have more than those of the network, to the number.

    Examples
    --------
    >>> from netlemma.graphs.sources import source
    >>> end_counts(source("toroid"), TimeBudget())({"w": 3, "D": 2})
    9
    """

    def ends(net: Network | RingNetwork) -> int:
        return net.processor_count if isinstance(net, RingNetwork) else len(net.ends)

    return _counts(source, budget, ends)


def _counts(
    source: Source, budget: TimeBudget, counted: Callable[[Network | RingNetwork], int]
) -> Callable[[Size], int]:
    names = subject(source.subject).minima if source.subject else dict.fromkeys(source.parameters)
    return lambda size: counted(built(source, {name: size[name] for name in names if name in size}, budget))
