"""Compiled loops of ring routes: all routes to one target as a tree, also through the butterfly fabric, the loads
along them, and the search for routes that are not a tree.
"""

import numpy as np

from netlemma.graphs.base.jit import njit

# Compiled loops: all routes to one target as a tree, and the loads of the packets that follow it.
#
# A tree is a list of states. State 0 is the target. A packet in state i is at ``node[i]``, takes ``link[i]``, and is then
# in state ``parent[i]``; parents come before children. ``packets[i]`` packets start in state i. A packet that visits a
# ring twice is not allowed on such a route: it is taken out, and its source reported.


OK, BROKEN, INCOMPLETE = range(3)  # a link does not lead to the parent; not all packets have a state
NOT_UNIQUE = -1


@njit(cache=True, nogil=True)
def add_tree(
    successor, ring, processors, states, parent, node, link, packets, weight, marks, amounts, send, entries,
    at_distance, at_rings, detours,
):  # fmt: skip
    """Add the loads of the packets of one tree, times weight.

    successor (ndarray of int32, shape (N, f)): Ring mapping, -1 where a link is absent.
    ring (ndarray of int32, shape (N, f)): Number of the ring of each link.
    processors (ndarray of int64, shape (N,)): Processors of each node.
    parent, node, link (ndarray of int32): Parent, node and link of each state.
    packets (ndarray of int64): Packets that start in each state.
    marks (ndarray, shape (4, states or more)): Work space.
    amounts (ndarray, shape (2, states or more)): Work space.
    send, entries (ndarray of int64, shape (N f,)): Packets that cross, and that enter at, each link; increased.
    at_distance, at_rings (ndarray of int64): Packets by links crossed and by rings visited; increased.
    detours (ndarray of int): Sources whose packets were taken out; written.
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

    earlier (ndarray of int32, shape (N, f)): Nodes from which links lead to v, at [v, j]; -1 where there is none.
    by (ndarray of int, shape (N, f)): Link that leads from earlier[v, j] to v.
    processors (ndarray of int64, shape (N,)): Processors of each node.
    parent, node, link (ndarray of int32): Parent, node and link of each state; written.
    packets (ndarray of int64): Packets that start in each state; written.
    distance (ndarray of int32, shape (N,)): Distance of every node, -1 where no route leads to the target; written.
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

    before (ndarray of int32, shape (N, f)): Node whose link l leads to node v, at [v, l]; -1 where there is none.
    processors (ndarray of int64, shape (N,)): Processors of each node.
    parent, node, link (ndarray of int32): Parent, node and link of each state; written.
    packets (ndarray of int64): Packets that start in each state; written.
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

    before (ndarray of int32, shape (N, f)): Node whose link l leads to node v, at [v, l]; -1 where there is none.
    processors (ndarray of int64, shape (N,)): Processors of each node.
    parent, node, link (ndarray of int32): Parent, node and link of each state; written.
    packets (ndarray of int64): Packets that start in each state; written.
    """
    node[0] = target
    states = 1
    for l in range(before.shape[1]):
        for i in range(states):
            states = grow_along(before, l, i, processors, parent, node, link, packets, states)
    return states


# Compiled loops of the general router for routes that are not a tree: shortest routes that tie, and detours.
#
# They implement graphs.rings.routing, for all sources and one target at a time.


FOUND, NO_ROUTE, TOO_MANY = range(3)


@njit(cache=True, nogil=True)
def distances(before, target, order, distance):
    """Distance of every node to the target, and the nodes in the order of distance.

    before (ndarray of int32, shape (N, f)): Node whose link l leads to node v, at [v, l]; -1 where there is none.
    order (ndarray of int32, shape (N,)): Nodes in the order of distance; written.
    distance (ndarray of int32, shape (N,)): Distance of each node, -1 where no route leads to the target; written.
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

    successor (ndarray of int32, shape (N, f)): Ring mapping, -1 where a link is absent.
    order (ndarray of int32, shape (N,)): Nodes in the order of distance.
    distance (ndarray of int32, shape (N,)): Distance of each node.
    further (ndarray of int32, shape (N, f + 1)): Number of rings that the route enters from there on; written.
    choice (ndarray of int32, shape (N, f + 1)): Next link; written.
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

    successor (ndarray of int32, shape (N, f)): Ring mapping, -1 where a link is absent.
    ring (ndarray of int32, shape (N, f)): Number of the ring of each link.
    choice (ndarray of int32, shape (N, f + 1)): Next link by node and last link.
    nodes, links (ndarray of int64): Nodes and links of the route; written.
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

    successor (ndarray of int32, shape (N, f)): Ring mapping, -1 where a link is absent.
    ring (ndarray of int32, shape (N, f)): Number of the ring of each link.
    distance (ndarray of int32, shape (N,)): Distance of each node to the target.
    nodes, links (ndarray of int64, shape (N + 1,)): Work space.
    best (ndarray of int64, shape (N + 1,)): Links of the route; written.
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

    successor (ndarray of int32, shape (N, f)): Ring mapping, -1 where a link is absent.
    links (ndarray of int64): Links of the route.
    send, entries (ndarray of int64, shape (N f,)): Packets that cross, and that enter at, each link; increased.
    at_distance, at_rings (ndarray of int64): Packets by links crossed and by rings visited; increased.
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

    successor (ndarray of int32, shape (N, f)): Ring mapping, -1 where a link is absent.
    ring (ndarray of int32, shape (N, f)): Number of the ring of each link.
    processors (ndarray of int64, shape (N,)): Processors of each node.
    distance (ndarray of int32, shape (N,)): Distance of each node to the target.
    sources (ndarray of int): The sources.
    send, entries (ndarray of int64, shape (N f,)): Packets that cross, and that enter at, each link; increased.
    at_distance, at_rings (ndarray of int64): Packets by links crossed and by rings visited; increased.
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
    successor, ring, before, processors, target, order, distance, further, choice, most_steps, send, entries,
    at_distance, at_rings,
):  # fmt: skip
    """Add the loads of the packets of all sources to one target, by best routes.

    successor (ndarray of int32, shape (N, f)): Ring mapping, -1 where a link is absent.
    ring (ndarray of int32, shape (N, f)): Number of the ring of each link.
    before (ndarray of int32, shape (N, f)): Node whose link l leads to node v, at [v, l]; -1 where there is none.
    processors (ndarray of int64, shape (N,)): Processors of each node.
    order, distance (ndarray of int32, shape (N,)): Work space.
    further, choice (ndarray of int32, shape (N, f + 1)): Work space.
    send, entries (ndarray of int64, shape (N f,)): Packets that cross, and that enter at, each link; increased.
    at_distance, at_rings (ndarray of int64): Packets by links crossed and by rings visited; increased.
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


# Compiled loops: the routes to one target through the butterfly fabric, as trees (see graphs.rings.route_kernels).
#
# Nodes are numbered as in graphs.rings.fly: (s, x) is s g^r + x. before[v, l] is the node whose link l leads to v; the links are
# those of the fabric, and in the livefly the last one leads along the row.


@njit(cache=True, nogil=True)
def grow_rounds(before, places, rows, target, processors, parent, node, link, packets):
    """Tree of the routes to a target on which the link from stage s sets digit s to that of the target.

    before (ndarray of int32, shape (N, f)): Node whose link l leads to node v, at [v, l]; -1 where there is none.
    places (ndarray of int, shape (r,)): Place value of the digit that links of each stage set.
    processors (ndarray of int64, shape (N,)): Processors of each node.
    parent, node, link (ndarray of int32): Parent, node and link of each state; written.
    packets (ndarray of int64): Packets that start in each state; written.
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

    before (ndarray of int32, shape (N, f)): Node whose link l leads to node v, at [v, l]; -1 where there is none.
    processors (ndarray of int64, shape (N,)): Processors of each node.
    parent, node, link (ndarray of int32): Parent, node and link of each state; written.
    packets (ndarray of int64): Packets that start in each state; written.
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
