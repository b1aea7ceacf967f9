"""Compiled loops: all routes to one target as a tree, and what the packets that follow it load.

A tree is a list of states. State 0 is the target. A packet in state i is at ``node[i]``, takes ``link[i]``, and is in state
``parent[i]`` then; parents come before children. ``packets[i]`` packets start in state i. A packet that visits a ring twice
may not travel like this: it is taken out, and its source reported.
"""

from __future__ import annotations

import numpy as np
from numba import njit

OK, BROKEN, INCOMPLETE = range(3)  # a link does not lead to the parent; not all packets have a state
NOT_UNIQUE = -1


@njit(cache=True, nogil=True)
def add_tree(
    successor,
    ring,
    processors,
    states,
    parent,
    node,
    link,
    packets,
    weight,
    marks,
    amounts,
    send,
    entries,
    at_distance,
    at_rings,
    detours,
):
    """Add what the packets of one tree load, times weight, to send and entries (per link), at_distance and at_rings.

    marks (4, states or more) and amounts (2, states or more) are room for work. Returns (status, number of sources in detours)."""
    fanout = successor.shape[1]
    depth, rings, own_ring, up = marks[0], marks[1], marks[2], marks[3]
    flow, enter = amounts[0], amounts[1]
    target = node[0]
    depth[0] = 0
    rings[0] = 0
    own_ring[0] = -1
    up[0] = 0
    at_distance[0] += weight * processors[target] * processors[target]
    at_rings[0] += weight * processors[target] * processors[target]
    bad = 0
    total = np.int64(processors[target])
    for i in range(1, states):
        p = parent[i]
        u = node[i]
        if successor[u, link[i]] != node[p]:
            return BROKEN, bad
        q = ring[u, link[i]]
        own_ring[i] = q
        depth[i] = depth[p] + 1
        broken = rings[p] < 0
        if q == own_ring[p]:
            rings[i] = rings[p]
            up[i] = up[p]
        else:
            rings[i] = rings[p] + 1
            up[i] = p
            j = up[p]
            while j > 0:
                if own_ring[j] == q:
                    broken = True
                    break
                j = up[j]
        if broken:
            rings[i] = -1
        count = packets[i]
        total += count
        if broken and count > 0:
            detours[bad] = u
            bad += 1
            count = 0
        own = count * weight * processors[target]
        flow[i] = own
        enter[i] = own
        if own > 0:
            at_distance[depth[i]] += own
            at_rings[rings[i]] += own
    if total != processors.sum():
        return INCOMPLETE, bad
    for i in range(states - 1, 0, -1):
        w = flow[i]
        if w > 0:
            at = node[i] * fanout + link[i]
            send[at] += w
            if enter[i] > 0:
                entries[at] += enter[i]
            p = parent[i]
            if p > 0:
                flow[p] += w
                if own_ring[p] != own_ring[i]:
                    enter[p] += w
    return OK, bad


@njit(cache=True, nogil=True)
def grow_shortest(earlier, by, target, processors, parent, node, link, packets, distance):
    """The tree of shortest routes to a target; from earlier[v, j] the link by[v, j] leads to v (-1: there is none).

    distance receives the distance of every node, -1 where no route leads to the target. Returns how many states there are,
    or NOT_UNIQUE if two shortest routes lead from some node. With earlier sorted, the nodes of one distance are nearly sorted
    in each column, which keeps what is read and written together in memory."""
    distance[:] = -1
    distance[target] = 0
    node[0] = target
    first, states = 0, 1
    while first < states:
        beyond = distance[node[first]] + 1
        last = states
        for j in range(earlier.shape[1]):
            for i in range(first, last):
                v = node[i]
                u = earlier[v, j]
                if u < 0:
                    continue
                if distance[u] < 0:
                    distance[u] = beyond
                    parent[states] = i
                    node[states] = u
                    link[states] = by[v, j]
                    packets[states] = processors[u]
                    states += 1
                elif distance[u] == beyond:
                    return NOT_UNIQUE
        first = last
    return states


@njit(cache=True, nogil=True)
def grow_along(before, l, i, processors, parent, node, link, packets, states):
    """Add the states from which links of the number l lead to state i, along their ring up to its last node."""
    p = i
    u = before[node[i], l]
    while u != node[i]:
        parent[states] = p
        node[states] = u
        link[states] = l
        packets[states] = processors[u]
        p = states
        states += 1
        u = before[u, l]
    return states


@njit(cache=True, nogil=True)
def grow_dimensions(before, target, processors, parent, node, link, packets):
    """The tree of routes that go along the links of the highest number first, then along the next lower one, and so on,
    by the nodes before[v, l] whose link l leads to v; no ring is walked beyond its last node. Returns its states."""
    node[0] = target
    states = 1
    for l in range(before.shape[1]):
        for i in range(states):
            states = grow_along(before, l, i, processors, parent, node, link, packets, states)
    return states
