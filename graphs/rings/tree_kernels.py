"""Compiled loops: all routes to one target as a tree, and the loads of the packets that follow it.

A tree is a list of states. State 0 is the target. A packet in state i is at ``node[i]``, takes ``link[i]``, and is then
in state ``parent[i]``; parents come before children. ``packets[i]`` packets start in state i. A packet that visits a
ring twice is not allowed on such a route: it is taken out, and its source reported."""

import numpy as np

from netlemma.graphs.base.jit import njit

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
    """Add the loads of the packets of one tree, times weight.

    Parameters
    ----------
    successor : ndarray of int32, shape (N, f)
        Ring mapping, -1 where a link is absent.
    ring : ndarray of int32, shape (N, f)
        Number of the ring of each link.
    processors : ndarray of int64, shape (N,)
        Processors of each node.
    states : int
        Number of states.
    parent, node, link : ndarray of int32
        Parent, node and link of each state.
    packets : ndarray of int64
        Packets that start in each state.
    weight : int
        Factor of all loads.
    marks : ndarray, shape (4, states or more)
        Work space.
    amounts : ndarray, shape (2, states or more)
        Work space.
    send, entries : ndarray of int64, shape (N f,)
        Packets that cross, and that enter at, each link; increased.
    at_distance, at_rings : ndarray of int64
        Packets by links crossed and by rings visited; increased.
    detours : ndarray of int
        Sources whose packets were taken out; written.

    Returns
    -------
    tuple of (int, int)
        Status, and number of sources in ``detours``.
    """
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
    """Tree of the shortest routes to a target.

    With ``earlier`` sorted, the nodes of one distance are nearly sorted in each column, which keeps memory accesses
    close together.

    Parameters
    ----------
    earlier : ndarray of int32, shape (N, f)
        Nodes from which links lead to v, at [v, j]; -1 where there is none.
    by : ndarray of int, shape (N, f)
        Link that leads from earlier[v, j] to v.
    target : int
        Number of the target.
    processors : ndarray of int64, shape (N,)
        Processors of each node.
    parent, node, link : ndarray of int32
        Parent, node and link of each state; written.
    packets : ndarray of int64
        Packets that start in each state; written.
    distance : ndarray of int32, shape (N,)
        Distance of every node, -1 where no route leads to the target; written.

    Returns
    -------
    int
        Number of states, or NOT_UNIQUE if two shortest routes lead from some node.
    """
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
    """Add the states from which links of one number lead to a state, along their ring up to its last node.

    Parameters
    ----------
    before : ndarray of int32, shape (N, f)
        Node whose link l leads to node v, at [v, l]; -1 where there is none.
    l : int
        Number of the link.
    i : int
        The state.
    processors : ndarray of int64, shape (N,)
        Processors of each node.
    parent, node, link : ndarray of int32
        Parent, node and link of each state; written.
    packets : ndarray of int64
        Packets that start in each state; written.
    states : int
        Number of states so far.

    Returns
    -------
    int
        Number of states.
    """
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
    """Tree of the routes along the links of the highest number first, then along the next lower one, and so on.

    No ring is followed beyond its last node.

    Parameters
    ----------
    before : ndarray of int32, shape (N, f)
        Node whose link l leads to node v, at [v, l]; -1 where there is none.
    target : int
        Number of the target.
    processors : ndarray of int64, shape (N,)
        Processors of each node.
    parent, node, link : ndarray of int32
        Parent, node and link of each state; written.
    packets : ndarray of int64
        Packets that start in each state; written.

    Returns
    -------
    int
        Number of states.
    """
    node[0] = target
    states = 1
    for l in range(before.shape[1]):
        for i in range(states):
            states = grow_along(before, l, i, processors, parent, node, link, packets, states)
    return states
