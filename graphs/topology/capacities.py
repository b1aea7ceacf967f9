"""Capacities of links: the messages per unit of time that each direction of a link, or a bus, can take, as exact rationals."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm
from typing import Any

import numpy as np

from netlemma.base.names import did_you_mean
from netlemma.errors import InputError
from netlemma.graphs.base.text_files import Columns, exact_rate, printable
from netlemma.graphs.topology.structure import Network

TERMINALS = "terminals"  # the links at nodes that only send and receive, in networks whose classes do not say so
_ASSIGNED = re.compile(r"\s*([^=]+?)\s*=\s*([^\s,;=]+)\s*(?:[,;]|\s|$)")


def capacity_of(value: Any) -> Fraction | None:
    """A capacity as a file or a user gives it; None if it is no positive number.

    >>> capacity_of("3/2"), capacity_of(0.1), capacity_of(2), capacity_of("-1"), capacity_of("many"), capacity_of(0)
    (Fraction(3, 2), Fraction(1, 10), Fraction(2, 1), None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float | Fraction | Decimal):
        return None
    found = value if isinstance(value, Fraction) else exact_rate(str(value))
    return found if found is not None and found > 0 else None


def columns_of(capacity: Any, latency: Any = None) -> Columns:
    """The columns or attributes that are named instead of numbers of classes.

    >>> columns_of("weight"), columns_of("local=2", "ms"), columns_of(None)
    (Columns(capacity='weight', latency=''), Columns(capacity='', latency='ms'), Columns(capacity='', latency=''))
    """
    return Columns(*(given if isinstance(given, str) and "=" not in given else "" for given in (capacity, latency)))


def no_column(title: str, columns: Columns) -> InputError:
    """The error for the name of a column or attribute that no link has."""
    what, column = next(iter(columns.named.items()))
    return InputError(
        f"`{what}` is {printable(column)}: no link of {title} has a column or attribute of this name; numbers of classes are "
        "written class=number, such as local=2 global=1/2"
    )


def require_columns(net: Network, columns: Columns) -> None:
    """Refuse the name of a column or attribute that no link has."""
    for what, column in columns.named.items():
        if getattr(net, what) is None:
            raise no_column(net.title, Columns(**{what: column}))


def by_class(given: str | Mapping[str, Any], what: str = "capacity") -> dict[str, Fraction]:
    """Capacities of classes of links, or their latencies, as in ``local=2 global=1``.

    >>> by_class("adapter link=1/2, link=4")
    {'adapter link': Fraction(1, 2), 'link': Fraction(4, 1)}
    """
    texts: list[tuple[str, Any]] = []
    if isinstance(given, str):
        at = 0
        while at < len(given.rstrip()):
            match = _ASSIGNED.match(given, at)
            if match is None:
                raise InputError(
                    f"`{what}` is {printable(given)}: numbers of classes are written class=number, such as local=2 global=1/2"
                )
            texts.append((match[1], match[2]))
            at = match.end()
    else:
        texts = list(given.items())
    found: dict[str, Fraction] = {}
    for name, value in texts:
        capacity = capacity_of(value)
        if capacity is None:
            raise InputError(
                f"`{what}` of {printable(str(name))} is {printable(str(value))}: a positive number is expected"
            )
        if name in found:
            raise InputError(f"`{what}` gives {printable(str(name))} twice")
        found[str(name)] = capacity
    return found


def with_capacities(net: Network, classes: Mapping[str, Fraction]) -> Network:
    """The network with these capacities of classes; other links keep theirs, or have 1.

    >>> from netlemma.graphs import network
    >>> net = with_capacities(network("dragonfly", p=1, a=2, h=1), {"global": Fraction(2), "terminals": Fraction(3)})
    >>> [str(capacity) for capacity in sorted(set(net.capacity))]
    ['1', '2', '3']
    """
    return replace(net, capacity=of_classes(net, classes, net.capacity, "capacity"))


def with_latencies(net: Network, classes: Mapping[str, Fraction]) -> Network:
    """The network with these latencies of classes; other links keep theirs, or have 1.

    >>> from netlemma.graphs import network
    >>> [str(time) for time in with_latencies(network("line(3)"), {"dimension-0": Fraction(2)}).latency]
    ['2', '2', '2', '2']
    """
    return replace(net, latency=of_classes(net, classes, net.latency, "latency", net.device))


def of_classes(
    net: Network,
    classes: Mapping[str, Fraction],
    others: np.ndarray | None,
    what: str,
    device: np.ndarray | None = None,
) -> np.ndarray:
    """The number of each device by its class, or of each hop by that of its ``device``; others keep theirs, or have 1."""
    names = [each.name for each in net.device_classes]
    device = np.arange(net.device_count) if device is None else device
    found = np.full(len(device), Fraction(1), dtype=object) if others is None else others.copy()
    for name, number in classes.items():
        if name in names:
            chosen = net.device_class == names.index(name)
        elif name == TERMINALS and not net.forwarding.all():
            chosen = np.zeros(net.device_count, dtype=bool)
            chosen[net.device[~(net.forwarding[net.origin] & net.forwarding[net.target])]] = True
        else:
            known = [*names, *[TERMINALS] * (not net.forwarding.all())]
            raise InputError(
                f"`{what}`: {net.title} has no class {printable(name)}"
                + did_you_mean(name, known, otherwise=f"; its classes are {', '.join(known[:20])}")
            )
        found[chosen[device]] = number
    return found


def of_parts(capacities: Sequence[Fraction | None]) -> np.ndarray | None:
    """An array of the capacities of all devices, or the latencies of all hops, 1 where none is given; None if none is."""
    if all(each is None for each in capacities):
        return None
    found = np.empty(len(capacities), dtype=object)
    found[:] = [Fraction(1) if each is None else each for each in capacities]
    return found


def in_whole_units(numbers: np.ndarray) -> tuple[list[int], int]:
    """Rationals as whole numbers of a unit, and how many of these units are 1.

    >>> in_whole_units(np.array([Fraction(1, 2), Fraction(5, 3)]))
    ([3, 10], 6)
    """
    unit = lcm(*{each.denominator for each in numbers.tolist()})
    return [int(each * unit) for each in numbers.tolist()], unit


def least_latencies(
    source: int, first: list[int], target: list[int], forwards: list[bool], latency: list[int]
) -> dict[int, int]:
    """For each node the least latency of a path from a source (Dijkstra 1959).

    first, target, latency: The hops of node u are those from ``first[u]`` to ``first[u + 1]``, with their ends and latencies; hops into
    nodes, turned round, give the latencies of paths to a destination.
    """
    found: dict[int, int] = {}
    queue = [(0, source)]
    while queue:
        time, node = heappop(queue)
        if node in found:
            continue
        found[node] = time
        if node == source or forwards[node]:
            for hop in range(first[node], first[node + 1]):
                if target[hop] not in found:
                    heappush(queue, (time + latency[hop], target[hop]))
    return found


def require_equal_links(net: Network, error: type[Exception] = InputError) -> None:
    """Refuse links of unlike capacities where each link takes one flit a cycle."""
    if net.capacity is not None and any(each != 1 for each in net.capacity):
        raise error(
            f"{net.title} has links of capacity {', '.join(map(str, sorted(set(net.capacity))[:4]))}: cycles are counted with "
            "one flit a cycle on every link; leave out the capacities"
        )
    if net.latency is not None and any(each != 1 for each in net.latency):
        raise error(
            f"{net.title} has links of latency {', '.join(map(str, sorted(set(net.latency))[:4]))}: cycles are counted with one "
            "cycle for each link; leave out the latencies"
        )
