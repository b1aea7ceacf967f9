"""Compiled loops: the dependencies of queues along trees of routes."""

import numpy as np

from netlemma.graphs.base.jit import njit

OK, BROKEN = range(2)  # a packet visits a ring twice
INPUT_OUTPUT, OUTPUT, INPUT, NODE, TRANSIT = range(5)
MODEL_NUMBERS = {"input-output": INPUT_OUTPUT, "output": OUTPUT, "input": INPUT, "node": NODE, "transit": TRANSIT}
NEVER = 1 << 30


@njit(cache=True, nogil=True)
def _put(keys, witness, key, rings, source, target):
    """Add a dependency; returns 1 if it is new."""
    mask = len(keys) - 1
    i = (key * np.int64(0x9E3779B97F4A7C1) >> 20) & mask
    while keys[i] >= 0 and keys[i] != key:
        i = (i + 1) & mask
    new = keys[i] < 0
    if new or rings < witness[i, 0]:
        keys[i] = key
        witness[i, 0], witness[i, 1], witness[i, 2] = rings, source, target
    return 1 if new else 0


@njit(cache=True, nogil=True)
def larger(keys, witness):
    """A table of twice the size.

    keys (ndarray of int64, shape (n,)): Dependencies, -1 where empty.
    witness (ndarray of int32, shape (n, 3)): Rings left, source and destination of each witness.

    Returns: Keys and witnesses of the larger table.
    """
    more = np.full(2 * len(keys), -1, dtype=np.int64)
    theirs = np.empty((2 * len(keys), 3), dtype=np.int32)
    for i in range(len(keys)):
        if keys[i] >= 0:
            _put(more, theirs, keys[i], witness[i, 0], witness[i, 1], witness[i, 2])
    return more, theirs


@njit(cache=True, nogil=True)
def add_tree(ring, states, parent, node, link, packets, model, count, room, keys, witness, used):
    """Add the dependencies of the packets of one tree.

    The rows of ``room`` are, for each state: the state at which its ring is left, the state at which the ring before
    that one was entered last, the fewest rings left by a packet that enters its ring here, from another ring, or
    crosses its link, and their sources (the last two kinds of sources share the row of the first).

    ring (ndarray of int32, shape (N, f)): Number of the ring of each link.
    parent, node, link (ndarray of int32): Parent, node and link of each state.
    packets (ndarray of int64): Packets that start in each state.
    room (ndarray, shape (8, states or more)): Work space.
    keys (ndarray of int64, shape (n,)): Dependencies; updated.
    witness (ndarray of int32, shape (n, 3)): Witnesses; updated.
    """
    leave, start, start_source, change, change_source, cross, cross_source = (
        room[0], room[1], room[2], room[3], room[4], room[5], room[6],
    )  # fmt: skip
    fanout = ring.shape[1]
    links = np.int64(len(ring)) * fanout
    target = node[0]
    leave[0] = 0
    for i in range(1, states):
        p = parent[i]
        leave[i] = leave[p] if p > 0 and link[p] == link[i] else p
        start[i] = change[i] = cross[i] = NEVER
        if packets[i] > 0:
            start[i] = 0
            start_source[i] = node[i]
    for i in range(states - 1, 0, -1):
        here, away = np.int64(node[i]) * fanout + link[i], leave[i]
        there = np.int64(node[away])
        rings, source = start[i], start_source[i]
        if change[i] < rings:
            rings, source = change[i], change_source[i]
        if rings < NEVER:
            j = leave[i]
            while j > 0:  # the rings still to come
                if ring[node[j], link[j]] == ring[node[i], link[i]]:
                    return BROKEN, used
                j = leave[j]
            if model == INPUT_OUTPUT:
                used += _put(keys, witness, here * count + links + there * fanout + link[i], rings, source, target)
            elif model == OUTPUT and away > 0:
                used += _put(keys, witness, here * count + there * fanout + link[away], rings, source, target)
            elif model == NODE:
                used += _put(keys, witness, node[i] * count + there, rings, source, target)
            elif model == TRANSIT and away > 0 and change[i] < NEVER:
                used += _put(keys, witness, node[i] * count + there, change[i], change_source[i], target)
            if rings < cross[i]:
                cross[i], cross_source[i] = rings, source
        if cross[i] == NEVER:
            continue
        p = parent[i]
        rings, source = cross[i], cross_source[i]
        if p != away or (p > 0 and link[p] == link[i]):
            if rings < cross[p]:
                cross[p], cross_source[p] = rings, source
        elif p > 0:
            left = np.int64(node[p]) * fanout + link[i]
            if model == INPUT_OUTPUT:
                used += _put(
                    keys, witness, (links + left) * count + np.int64(node[p]) * fanout + link[p], rings, source, target
                )
            elif model == INPUT:
                to = np.int64(node[leave[p]]) * fanout + link[p]
                used += _put(keys, witness, left * count + to, rings, source, target)
            if rings + 1 < change[p]:
                change[p], change_source[p] = rings + 1, source
    return OK, used
