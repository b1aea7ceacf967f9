"""Compiled loops: the routes to one target through the butterfly fabric, as trees (see :mod:`netlemma.graphs.rings.tree_kernels`).

Nodes are numbered as in :mod:`netlemma.graphs.rings.fly`: (s, x) is s g^r + x. before[v, l] is the node whose link l leads to v; the links are
those of the fabric, and in the livefly the last one leads along the row.
"""

from netlemma.graphs.base.jit import njit
from netlemma.graphs.rings.tree_kernels import grow_along


@njit(cache=True, nogil=True)
def grow_rounds(before, places, rows, target, processors, parent, node, link, packets):
    """Tree of the routes to a target on which the link from stage s sets digit s to that of the target.

    Parameters
    ----------
    before : ndarray of int32, shape (N, f)
        Node whose link l leads to node v, at [v, l]; -1 where there is none.
    places : ndarray of int, shape (r,)
        Place value of the digit that links of each stage set.
    rows : int
        Number of rows.
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
    g = before.shape[1]
    node[0] = target
    states = 1
    i = 0
    while i < states:
        v = node[i]
        place = places[v // rows]
        if (v % rows // place - target % rows // place) % g == 0:
            for l in range(g):
                u = before[v, l]
                if u != target:
                    parent[states] = i
                    node[states] = u
                    link[states] = l
                    packets[states] = processors[u]
                    states += 1
        i += 1
    return states


@njit(cache=True, nogil=True)
def grow_phases(before, rows, target, processors, parent, node, link, packets):
    """Tree of the routes of the livefly to a target: along the row to stage 0, one round, along the target's row.

    Rounds are built backwards, stage by stage: the states of a stage are those from first to last and the one called
    extra.

    Parameters
    ----------
    before : ndarray of int32, shape (N, f)
        Node whose link l leads to node v, at [v, l]; -1 where there is none.
    rows : int
        Number of rows.
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
    g = before.shape[1] - 1
    row = target % rows
    node[0] = target
    states = grow_along(before, g, 0, processors, parent, node, link, packets, 1)
    extra = 0  # where rounds end: at stage 0 of the target's row
    while node[extra] != row:
        extra += 1
    first, last = states, states
    for stage in range(len(before) // rows - 1, -1, -1):
        begin = states
        for k in range(first, last + (1 if extra >= 0 else 0)):
            i = k if k < last else extra
            for l in range(g):
                u = before[node[i], l]
                if u != target and u != row:  # no round leads through the target, and none starts on its row
                    parent[states] = i
                    node[states] = u
                    link[states] = l
                    packets[states] = 0
                    states += 1
        extra = 0 if target // rows == stage else -1
        first, last = begin, states
    for i in range(first, last):
        packets[i] = processors[node[i]]
        states = grow_along(before, g, i, processors, parent, node, link, packets, states)
    return states
