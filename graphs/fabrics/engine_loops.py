"""The loops of routing engines: plain Python on small fabrics, compiled on large ones."""

import numpy as np

from netlemma.graphs.base.compiled import Kernel

BALANCED, BY_DIGIT = 0, 1


@Kernel
def lengths(end, indptr, target, into, before, arriving, forwards, up, rank, restricted, dead, down, far, queue):
    """Hops from each node to ``end``, into ``far``, and by ways that only go down, into ``down``; -1 for no way.

    dead: Whether each hop is out of service.
    """
    count = len(indptr) - 1
    for v in range(count):
        down[v] = -1
    down[end] = 0
    queue[0] = end
    begin, stop = 0, 1
    while begin < stop:
        v = queue[begin]
        begin += 1
        if v != end and not forwards[v]:
            continue
        for i in range(into[v], into[v + 1]):
            u = before[i]
            if down[u] < 0 and not dead[arriving[i]] and not (restricted and up[arriving[i]]):
                down[u] = down[v] + 1
                queue[stop] = u
                stop += 1
    for v in range(count):
        far[v] = down[v]
    if restricted:
        for i in range(count):
            v = rank[i]
            if down[v] < 0:
                for h in range(indptr[v], indptr[v + 1]):
                    u = target[h]
                    if up[h] and not dead[h] and far[u] >= 0 and forwards[u] and (far[v] < 0 or far[u] + 1 < far[v]):
                        far[v] = far[u] + 1


@Kernel
def joined(g, h, k, indptr, target, origin, into, arriving, base, used, place, seen, one, other):
    """Add dependency ``k`` of hop ``g`` on hop ``h`` unless it closes a circle, and keep ``place`` an order of all of them."""
    if place[g] < place[h]:
        used[k] = 1
        return True
    least, most = place[h], place[g]
    ahead, behind = 1, 1
    one[0], other[0] = h, g
    seen[h] = 1
    i = 0
    circle = False
    while i < ahead and not circle:
        x = one[i]
        i += 1
        v = target[x]
        for y in range(indptr[v], indptr[v + 1]):
            if seen[y] == 0 and used[base[x] + y - indptr[v]] == 1 and place[y] <= most:
                circle = circle or y == g
                seen[y] = 1
                one[ahead] = y
                ahead += 1
    for i in range(ahead):
        seen[one[i]] = 0
    if circle:
        return False
    seen[g] = 1
    i = 0
    while i < behind:
        y = other[i]
        i += 1
        u = origin[y]
        for j in range(into[u], into[u + 1]):
            x = arriving[j]
            if seen[x] == 0 and used[base[x] + y - indptr[u]] == 1 and place[x] >= least:
                seen[x] = 1
                other[behind] = x
                behind += 1
    for i in range(behind):
        seen[other[i]] = 0
    both = np.concatenate((place[other[:behind]], place[one[:ahead]]))
    first, second = np.argsort(both[:behind]), np.argsort(both[behind:])
    free = np.sort(both)
    behind_first, ahead_next = other[:behind][first], one[:ahead][second]
    for i in range(behind):
        place[behind_first[i]] = free[i]
    for i in range(ahead):
        place[ahead_next[i]] = free[behind + i]
    used[k] = 1
    return True


def next_hops(
    indptr,
    target,
    into,
    before,
    arriving,
    forwards,
    up,
    rank,
    tier,
    order,
    goal,
    number,
    restricted,
    rule,
    sequence,
    near,
    last_hop,
):
    """The hop of each node towards each destination.

    indptr, target: Hops that leave node v are ``indptr[v]`` to ``indptr[v + 1] - 1``, and where each leads.
    into, before, arriving: Hops that reach node v, and where each starts, from ``into[v]`` on.
    forwards: Whether each node passes messages on.
    up: Whether each hop goes up.
    rank: Nodes from the root downwards.
    tier: Hops from each node to the nearest host.
    order: Hops of each node in the order in which they are chosen.
    goal, number: Node of each destination, and its number among the hosts.
    restricted: Whether routes go up and then down.
    rule: Which of several hops is taken: the one with the fewest messages so far, while each host sends one to each other,
      or that of a digit.

    sequence: Destinations in the order in which they are routed, those behind one switch together.
    near: The switch of each destination with one cable, otherwise the destination itself.
    last_hop: Hop from that switch to the destination, -1 if they are the same.

    Returns: Hops (destinations, nodes), -1 for none.
    """
    count, hops = len(indptr) - 1, len(target)
    found = np.full((len(goal), count), -1, dtype=np.int32)
    used = np.zeros(hops, dtype=np.int64)
    far, down, queue = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int32)
    size, first = np.zeros(count + 1, dtype=np.int64), np.zeros(count + 1, dtype=np.int64)
    farthest, begun, ended = (
        np.zeros(count, dtype=np.int64),
        np.zeros(count, dtype=np.int64),
        np.zeros(count, dtype=np.int64),
    )
    choice, flow = np.zeros(hops, dtype=np.int64), np.zeros(count, dtype=np.int64)
    every, none = True, np.zeros(hops, dtype=np.bool_)
    for v in range(count):
        every = every and forwards[v]
    # Nodes with one cable have no choice: their switches send for them.
    several, single = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    sends, nodes, ends = np.zeros(count, dtype=np.int64), 0, 0
    for v in range(count):
        alone = not forwards[v] and indptr[v + 1] - indptr[v] == 1 and forwards[target[indptr[v]]]
        if alone:
            single[ends] = v
            ends += 1
            sends[target[indptr[v]]] += 1
        else:
            several[nodes] = v
            nodes += 1
            sends[v] += 1 if not forwards[v] or every else 0
    last, listed = -1, 0
    for d in sequence:
        end = near[d]
        if end != last:
            last = end
            lengths(end, indptr, target, into, before, arriving, forwards, up, rank, restricted, none, down, far, queue)
            size[:] = 0
            for v in several[:nodes]:
                if far[v] > 0:
                    size[far[v]] += 1
            stop = 0
            for length in range(count, 0, -1):  # first[length]: nodes at this distance, the farthest first
                first[length] = stop
                stop += size[length]
            listed = stop
            for v in several[:nodes]:
                if far[v] > 0:
                    farthest[first[far[v]]] = v
                    first[far[v]] += 1
            entry = 0
            for i in range(listed):
                v = farthest[i]
                begun[v] = entry
                for k in range(indptr[v], indptr[v + 1]):
                    h = order[k]
                    u = target[h]
                    if far[u] != far[v] - 1 or (u != end and not forwards[u]):
                        continue
                    if restricted and (up[h] if down[v] >= 0 else not up[h]):
                        continue
                    if restricted and down[v] >= 0 and down[u] != down[v] - 1:
                        continue
                    choice[entry] = h
                    entry += 1
                ended[v] = entry
        for v in several[:nodes]:
            flow[v] = sends[v]
        for i in range(listed):
            v = farthest[i]
            low, high = begun[v], ended[v]
            if high == low:
                continue
            if rule == 0:
                best = choice[low]
                for k in range(low + 1, high):
                    if used[choice[k]] < used[best]:
                        best = choice[k]
            else:
                power, choices = 1, high - low
                for _ in range(1, tier[v]):
                    power *= choices
                best = choice[low + (number[d] // power) % choices]
            found[d, v] = best
            if number[d] >= 0:
                used[best] += flow[v]
                flow[target[best]] += flow[v]
        for v in single[:ends]:
            if far[v] > 0:
                found[d, v] = indptr[v]
        if last_hop[d] >= 0:
            found[d, end] = last_hop[d]
            found[d, goal[d]] = -1
    return found


def least_loaded_hops(indptr, target, into, before, forwards, goal, weight, sending):
    """The hop of each node towards each destination: of the shortest paths that with the least load of earlier messages.

    weight: Messages that each node sends to each destination of one row, shape (destinations,).
    sending: Messages that start at each node.

    Returns: Hops (destinations, nodes), -1 for none.
    """
    count = len(indptr) - 1
    found = np.full((len(goal), count), -1, dtype=np.int32)
    load = np.zeros(len(target), dtype=np.int64)
    far, queue = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    cost, flow = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    for d in range(len(goal)):
        end = goal[d]
        for v in range(count):
            far[v] = -1
        far[end] = cost[end] = 0
        queue[0] = end
        begin, stop = 0, 1
        while begin < stop:
            v = queue[begin]
            begin += 1
            if v != end:
                best = -1
                for h in range(indptr[v], indptr[v + 1]):
                    u = target[h]
                    if far[u] != far[v] - 1 or far[u] < 0 or (u != end and not forwards[u]):
                        continue
                    if best < 0 or cost[u] + load[h] < cost[target[best]] + load[best]:
                        best = h
                found[d][v] = best
                cost[v] = cost[target[best]] + load[best]
                if not forwards[v]:
                    continue
            for i in range(into[v], into[v + 1]):
                u = before[i]
                if far[u] < 0:
                    far[u] = far[v] + 1
                    queue[stop] = u
                    stop += 1
        for v in range(count):
            flow[v] = sending[v] * weight[d]
        for i in range(stop - 1, 0, -1):
            v = queue[i]
            load[found[d][v]] += flow[v]
            flow[target[found[d][v]]] += flow[v]
    return found
