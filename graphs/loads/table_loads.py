"""Loads of hops by forwarding tables: messages to a destination flow down one tree, so each switch is visited once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from netlemma.graphs.base.compiled import looped
from netlemma.graphs.formats.fabric.fabric import NONE
from netlemma.graphs.formats.fabric.tables import ForwardingTables
from netlemma.graphs.loads.rates import Rates

CHUNK = 256  # destinations whose hops are looked up together


@dataclass(frozen=True)
class TableLoads:
    """Messages over each hop, as whole numbers.

    load: Messages of each hop.
    sent: Messages that are sent.
    longest: Hops of the longest way.
    lost: Messages that have no way to their destination.
    """

    load: np.ndarray
    sent: int
    longest: int
    lost: int


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
            out = tables.out[some][:, row].astype(np.int64)
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
        loop = looped(loads_of_tables, len(some) * net.node_count)
        part, missing, far = loop(hop, net.target, goal, weight, hosts)
        load += np.asarray(part)
        sent += len(some) * (len(hosts) - 1) if rates is None else int(weight.sum())
        lost, longest = lost + int(missing), max(longest, int(far))
    return TableLoads(load, sent, longest, lost)


def loads_of_tables(hop, target, goal, weight, sources):
    """Messages over each hop, while each source sends ``weight[d, source]`` messages to destination d.

    hop: Hop of each node towards each destination, -1 for none.
    goal: Node of each destination.
    weight: Messages (destinations, sources), or (1, sources) if they are the same to all.
    sources: Nodes that send.

    Returns: Messages of each hop, number of messages that have no way, and longest way.
    """
    count = len(hop[0])
    load = np.zeros(len(target), dtype=np.int64)
    flow, waiting = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    stack = np.empty(count, dtype=np.int32)
    depth = np.zeros(count, dtype=np.int64)
    lost, longest = 0, 0
    for d in range(len(hop)):
        end = goal[d]
        for v in range(count):
            flow[v] = waiting[v] = depth[v] = 0
        row = d if len(weight) > 1 else 0
        for i in range(len(sources)):
            if sources[i] != end:
                flow[sources[i]] = weight[row][i]
        for v in range(count):
            if hop[d][v] >= 0 and v != end:
                waiting[target[hop[d][v]]] += 1
        top = 0
        for v in range(count):
            if waiting[v] == 0:
                stack[top] = v
                top += 1
        while top > 0:
            top -= 1
            v = stack[top]
            if v == end:
                continue
            h = hop[d][v]
            if h < 0:
                lost += flow[v]
                continue
            u = target[h]
            load[h] += flow[v]
            flow[u] += flow[v]
            if flow[v] > 0 and depth[v] + 1 > depth[u]:
                depth[u] = depth[v] + 1
            waiting[u] -= 1
            if waiting[u] == 0:
                stack[top] = u
                top += 1
        if depth[end] > longest:
            longest = depth[end]
    return load, lost, longest
