"""Compiled loops of the general router for routes that are not a tree: shortest routes that tie, and detours.

They implement :mod:`netlemma.graphs.rings.general`, for all sources and one target at a time."""

import numpy as np

from netlemma.graphs.base.jit import njit

FOUND, NO_ROUTE, TOO_MANY = range(3)


@njit(cache=True, nogil=True)
def distances(before, target, order, distance):
    """Distance of every node to the target, and the nodes in the order of distance.

    Parameters
    ----------
    before : ndarray of int32, shape (N, f)
        Node whose link l leads to node v, at [v, l]; -1 where there is none.
    target : int
        Number of the target.
    order : ndarray of int32, shape (N,)
        Nodes in the order of distance; written.
    distance : ndarray of int32, shape (N,)
        Distance of each node, -1 where no route leads to the target; written.

    Returns
    -------
    int
        Number of nodes with a route to the target.
    """
    distance[:] = -1
    distance[target] = 0
    order[0] = target
    reached = 1
    i = 0
    while i < reached:
        v = order[i]
        for l in range(before.shape[1]):
            u = before[v, l]
            if u >= 0 and distance[u] < 0:
                distance[u] = distance[v] + 1
                order[reached] = u
                reached += 1
        i += 1
    return reached


@njit(cache=True, nogil=True)
def best_links(successor, order, reached, distance, further, choice):
    """The next link on the best route for each node and last link, the rule about rings left aside.

    The last column of ``choice`` is for no last link.

    Parameters
    ----------
    successor : ndarray of int32, shape (N, f)
        Ring mapping, -1 where a link is absent.
    order : ndarray of int32, shape (N,)
        Nodes in the order of distance.
    reached : int
        Number of nodes with a route to the target.
    distance : ndarray of int32, shape (N,)
        Distance of each node.
    further : ndarray of int32, shape (N, f + 1)
        Number of rings that the route enters from there on; written.
    choice : ndarray of int32, shape (N, f + 1)
        Next link; written.
    """
    fanout = successor.shape[1]
    further[order[0], :] = 0
    for i in range(1, reached):
        u = order[i]
        least = 1 << 30
        first = -1
        for l in range(fanout):
            v = successor[u, l]
            if v >= 0 and distance[v] >= 0 and distance[v] + 1 == distance[u] and further[v, l] < least:
                least = further[v, l]
                first = l
        further[u, fanout] = least + 1
        choice[u, fanout] = first
        for last in range(fanout):
            further[u, last] = least + 1
            choice[u, last] = first
            v = successor[u, last]
            if v >= 0 and distance[v] >= 0 and distance[v] + 1 == distance[u]:
                cost = further[v, last]
                better = cost < least + 1 or (cost == least + 1 and last < first)
                further[u, last] = cost if better else least + 1
                choice[u, last] = last if better else first


@njit(cache=True, nogil=True)
def follow_route(successor, ring, choice, source, target, nodes, links):
    """Write the nodes and links of the best route.

    Parameters
    ----------
    successor : ndarray of int32, shape (N, f)
        Ring mapping, -1 where a link is absent.
    ring : ndarray of int32, shape (N, f)
        Number of the ring of each link.
    choice : ndarray of int32, shape (N, f + 1)
        Next link by node and last link.
    source, target : int
        Numbers of the source and the target.
    nodes, links : ndarray of int64
        Nodes and links of the route; written.

    Returns
    -------
    int
        Length of the route, negative if it visits a ring twice.
    """
    length = 0
    u = source
    last = successor.shape[1]
    twice = False
    while u != target:
        before = last
        last = choice[u, last]
        q = ring[u, last]
        if last != before:
            for i in range(length):
                if ring[nodes[i], links[i]] == q:
                    twice = True
        nodes[length] = u
        links[length] = last
        u = successor[u, last]
        length += 1
    return -length if twice else length


@njit(cache=True, nogil=True)
def detour(successor, ring, distance, source, target, most_steps, nodes, links, best):
    """The best route that visits no ring twice, by trying all routes of each length that can still arrive in time.

    Parameters
    ----------
    successor : ndarray of int32, shape (N, f)
        Ring mapping, -1 where a link is absent.
    ring : ndarray of int32, shape (N, f)
        Number of the ring of each link.
    distance : ndarray of int32, shape (N,)
        Distance of each node to the target.
    source, target : int
        Numbers of the source and the target.
    most_steps : int
        Limit of the search.
    nodes, links : ndarray of int64, shape (N + 1,)
        Work space.
    best : ndarray of int64, shape (N + 1,)
        Links of the route; written.

    Returns
    -------
    tuple of (int, int)
        Status and length.
    """
    fanout = successor.shape[1]
    steps = 0
    length = distance[source]
    while length < len(successor):
        longer = len(successor)
        fewest = 1 << 30
        depth = 0
        rings = 0
        nodes[0] = source
        links[0] = -1
        while depth >= 0:
            u = nodes[depth]
            if links[depth] >= 0 and (depth == 0 or links[depth] != links[depth - 1]):
                rings -= 1  # the link tried before had entered a ring
            links[depth] += 1
            l = links[depth]
            if l == fanout:
                depth -= 1
                continue
            steps += 1
            if steps > most_steps:
                return TOO_MANY, 0
            entering = depth == 0 or l != links[depth - 1]
            if entering:
                rings += 1
            v = successor[u, l]
            if v < 0 or v == u or distance[v] < 0 or rings >= fewest:
                continue
            if distance[v] > length - depth - 1:
                longer = min(longer, depth + 1 + distance[v])
                continue
            if entering:
                q = ring[u, l]
                twice = False
                for i in range(depth):
                    if ring[nodes[i], links[i]] == q:
                        twice = True
                        break
                if twice:
                    continue
            if depth + 1 == length:
                fewest = rings
                best[:length] = links[:length]
                continue
            depth += 1
            nodes[depth] = v
            links[depth] = -1
        if fewest < 1 << 30:
            return FOUND, length
        length = longer
    return NO_ROUTE, 0


@njit(cache=True, nogil=True)
def add_route(successor, source, length, links, packets, send, entries, at_distance, at_rings):
    """Add the loads of packets that take the given links from the source on.

    Parameters
    ----------
    successor : ndarray of int32, shape (N, f)
        Ring mapping, -1 where a link is absent.
    source : int
        Number of the source.
    length : int
        Number of links.
    links : ndarray of int64
        Links of the route.
    packets : int
        Number of packets.
    send, entries : ndarray of int64, shape (N f,)
        Packets that cross, and that enter at, each link; increased.
    at_distance, at_rings : ndarray of int64
        Packets by links crossed and by rings visited; increased.
    """
    fanout = successor.shape[1]
    u = source
    visited = 0
    for i in range(length):
        at = u * fanout + links[i]
        send[at] += packets
        if i == 0 or links[i] != links[i - 1]:
            entries[at] += packets
            visited += 1
        u = successor[u, links[i]]
    at_distance[length] += packets
    at_rings[visited] += packets


@njit(cache=True, nogil=True)
def add_detours(
    successor, ring, processors, distance, target, sources, most_steps, send, entries, at_distance, at_rings
):
    """Add the loads of the packets of these sources, each by the best route that visits no ring twice.

    Parameters
    ----------
    successor : ndarray of int32, shape (N, f)
        Ring mapping, -1 where a link is absent.
    ring : ndarray of int32, shape (N, f)
        Number of the ring of each link.
    processors : ndarray of int64, shape (N,)
        Processors of each node.
    distance : ndarray of int32, shape (N,)
        Distance of each node to the target.
    target : int
        Number of the target.
    sources : ndarray of int
        The sources.
    most_steps : int
        Limit of the search.
    send, entries : ndarray of int64, shape (N f,)
        Packets that cross, and that enter at, each link; increased.
    at_distance, at_rings : ndarray of int64
        Packets by links crossed and by rings visited; increased.

    Returns
    -------
    tuple of (int, int)
        Status, and the index of the source for which no route was found.
    """
    nodes = np.empty(len(successor) + 1, np.int64)
    links = np.empty_like(nodes)
    best = np.empty_like(nodes)
    for k in range(len(sources)):
        status, length = detour(successor, ring, distance, sources[k], target, most_steps, nodes, links, best)
        if status != FOUND:
            return status, k
        packets = processors[sources[k]] * processors[target]
        add_route(successor, sources[k], length, best, packets, send, entries, at_distance, at_rings)
    return FOUND, -1


@njit(cache=True, nogil=True)
def add_tied(
    successor,
    ring,
    before,
    processors,
    target,
    order,
    distance,
    further,
    choice,
    most_steps,
    send,
    entries,
    at_distance,
    at_rings,
):
    """Add the loads of the packets of all sources to one target, by best routes.

    Parameters
    ----------
    successor : ndarray of int32, shape (N, f)
        Ring mapping, -1 where a link is absent.
    ring : ndarray of int32, shape (N, f)
        Number of the ring of each link.
    before : ndarray of int32, shape (N, f)
        Node whose link l leads to node v, at [v, l]; -1 where there is none.
    processors : ndarray of int64, shape (N,)
        Processors of each node.
    target : int
        Number of the target.
    order, distance : ndarray of int32, shape (N,)
        Work space.
    further, choice : ndarray of int32, shape (N, f + 1)
        Work space.
    most_steps : int
        Limit of the search.
    send, entries : ndarray of int64, shape (N f,)
        Packets that cross, and that enter at, each link; increased.
    at_distance, at_rings : ndarray of int64
        Packets by links crossed and by rings visited; increased.

    Returns
    -------
    tuple of (int, int)
        Status, and the source for which no route was found.
    """
    nodes = np.empty(len(successor) + 1, np.int64)
    links = np.empty_like(nodes)
    best = np.empty_like(nodes)
    best_links(successor, order, distances(before, target, order, distance), distance, further, choice)
    for source in range(len(successor)):
        packets = processors[source] * processors[target]
        if source == target:
            at_distance[0] += packets
            at_rings[0] += packets
        elif packets > 0:
            if distance[source] < 0:
                return NO_ROUTE, source
            length = follow_route(successor, ring, choice, source, target, nodes, links)
            if length > 0:
                add_route(successor, source, length, links, packets, send, entries, at_distance, at_rings)
                continue
            status, length = detour(successor, ring, distance, source, target, most_steps, nodes, links, best)
            if status != FOUND:
                return status, source
            add_route(successor, source, length, best, packets, send, entries, at_distance, at_rings)
    return FOUND, -1
