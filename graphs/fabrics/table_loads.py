"""Loads of the cables of a fabric: how many messages cross each of them in each direction, and the least that is possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from netlemma.errors import FormatError
from netlemma.graphs.base.compiled import looped
from netlemma.graphs.fabrics import engine_loops as loops
from netlemma.graphs.formats.fabric.fabric import NONE, Fabric
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.loads.rates import Rates

CHUNK = 256  # destinations whose hops are looked up together


@dataclass(frozen=True)
class TableLoads:
    """Messages over each hop.

    load: Messages of each hop.
    sent: Messages that are sent.
    longest: Hops of the longest way.
    """

    load: np.ndarray
    sent: int
    longest: int


def table_loads(tables: ForwardingTables, hosts: np.ndarray, rates: Rates | None = None) -> TableLoads:
    """The loads of forwarding tables while each host sends one message to each other by each of its LIDs, or as many as
    rates say, multiplied by their scale.
    """
    net = tables.fabric.network
    columns = np.flatnonzero(np.isin(tables.goal, hosts))
    uplink = np.array(tables._uplinks, dtype=np.int64)
    load, longest, lost, sent = np.zeros(net.hop_count, dtype=np.int64), 0, 0, 0
    row = np.maximum(tables.row, 0)
    width = tables.hop_at.shape[1]
    for start in range(0, len(columns), CHUNK):
        some = columns[start : start + CHUNK]
        goal = tables.goal[some]
        if tables.out.shape[1]:
            out = tables.out[some][:, row].astype(np.int64) // (tables.vcs if tables.explicit else 1)
            legal = out < width
            hop = np.where(legal, tables.hop_at[row, np.where(legal, out, 0)], NONE)
        else:
            hop = np.full((len(some), net.node_count), NONE)
        hop = np.where(tables.row < 0, uplink, hop).astype(np.int32)
        hop[np.arange(len(some)), goal] = NONE
        weight = np.ones((1, len(hosts)), dtype=np.int64)
        if rates is not None:
            every = np.zeros((len(some), net.node_count), dtype=np.int64)
            for at, node in enumerate(goal.tolist()):
                sources, amounts = rates.to(node)
                every[at, sources] = amounts
            weight = np.ascontiguousarray(every[:, hosts])
        loop = looped(loops.loads_of_tables, len(some) * net.node_count)
        part, missing, far = loop(hop, net.target, goal, weight, hosts)
        load += np.asarray(part)
        sent += len(some) * (len(hosts) - 1) if rates is None else int(weight.sum())
        lost, longest = lost + int(missing), max(longest, int(far))
    if lost:
        raise FormatError(f"{tables.fabric.files[0]}: {lost:,} messages have no way to their destination: see safety")
    return TableLoads(load, sent, longest)


def histogram(load: np.ndarray, most: int = 12) -> list[tuple[str, int]]:
    """Numbers of hops by load, in at most so many intervals.

    >>> histogram(np.array([0, 1, 1, 5]))
    [('0', 1), ('1', 2), ('5', 1)]
    """
    count = Counter(load.tolist())
    if len(count) <= most:
        return [(f"{value:,}", number) for value, number in sorted(count.items())]
    edges = np.linspace(0, load.max() + 1, most + 1).astype(np.int64)
    numbers, _ = np.histogram(load, edges)
    rows = zip(edges[:-1].tolist(), edges[1:].tolist(), numbers.tolist(), strict=True)
    return [(f"{a:,}" if b - a == 1 else f"{a:,}-{b - 1:,}", n) for a, b, n in rows if n]


def least_largest_load(fabric: Fabric, hosts: np.ndarray) -> int:
    """A lower bound of the largest load between switches, by counting: each switch's messages that leave its own hosts.

    Every switch with h hosts sends h (N - h) messages to other switches over its cables to switches, and gets as many.
    """
    net = fabric.network
    inside = fabric.forwards[net.origin] & fabric.forwards[net.target]
    cables = np.bincount(net.origin[inside], minlength=net.node_count)
    attached = np.zeros(net.node_count, dtype=np.int64)
    here = np.isin(net.origin, hosts) & ~fabric.forwards[net.origin]
    np.add.at(attached, net.target[here], 1)
    own = attached * (len(hosts) - attached)
    held = np.flatnonzero((cables > 0) & (own > 0))
    return int((-(-own[held] // cables[held])).max()) if len(held) else 0
