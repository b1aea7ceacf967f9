"""Loops over the cuts of a network: exchange of two nodes, and a search through all halves."""

import numpy as np


def exchange(side: np.ndarray, ends: np.ndarray, own: np.ndarray, of: np.ndarray, first: np.ndarray,
             pins: np.ndarray, weight: np.ndarray) -> int:  # fmt: skip
    """Improve a cut by moving nodes that are no ends, and by exchanging two ends, as long as that makes it smaller.

    side (ndarray of int8, shape (N,)): Side of each node, 0 or 1; changed in place.
    ends (ndarray of bool, shape (N,)): Nodes whose numbers on both sides are to be kept.
    own, of (ndarray of int64): Devices of each node: those of node u are ``of[own[u]:own[u + 1]]``.
    first, pins (ndarray of int64): Nodes of each device, likewise.
    weight (ndarray of int64, shape (M,)): Channels of each device.
    """
    nodes, devices = len(side), len(weight)
    ones = np.zeros(devices, dtype=np.int64)
    for d in range(devices):
        for p in range(first[d], first[d + 1]):
            ones[d] += side[pins[p]]
    moved = True
    while moved:
        moved = False
        best, best_u, best_v = 0, -1, -1
        for u in range(nodes):
            if ends[u] and side[u] == 1:
                continue
            for v in range(-1, nodes):
                if (v < 0) == ends[u] or (v >= 0 and (not ends[v] or side[v] == 0)):
                    continue
                gain = 0
                step = 1 - 2 * side[u]
                for at in range(own[u], own[u + 1]):
                    d = of[at]
                    size, before = first[d + 1] - first[d], ones[d]
                    after = before + step
                    for other in range(own[v], own[v + 1] if v >= 0 else own[v]):
                        if of[other] == d:
                            after -= step
                    gain += weight[d] * (int(0 < after < size) - int(0 < before < size))
                for at in range(own[v], own[v + 1] if v >= 0 else own[v]):
                    d, shared = of[at], False
                    for other in range(own[u], own[u + 1]):
                        shared = shared or of[other] == d
                    if not shared:
                        size, before = first[d + 1] - first[d], ones[d]
                        gain += weight[d] * (int(0 < before - 1 < size) - int(0 < before < size))
                if gain < best:
                    best, best_u, best_v = gain, u, v
        if best < 0:
            moved = True
            for node in (best_u, best_v):
                if node >= 0:
                    step = 1 - 2 * side[node]
                    side[node] = 1 - side[node]
                    for at in range(own[node], own[node + 1]):
                        ones[of[at]] += step
    total = 0
    for d in range(devices):
        total += weight[d] * int(0 < ones[d] < first[d + 1] - first[d])
    return total


def search(order: np.ndarray, ends: np.ndarray, own: np.ndarray, of: np.ndarray, first: np.ndarray, pins: np.ndarray,
           weight: np.ndarray, below: int, least: int, best: np.ndarray, most: int) -> int:  # fmt: skip
    """The least cut of two halves below a number of channels, by a search through all halves.

    Nodes are put on a side one by one. The channels that are cut already, and those that each further node must cut on
    its better side, for the best choice of as many nodes as each side still needs, bound what follows.

    order (ndarray of int64, shape (N,)): Nodes in the order in which they are put on a side.
    ends, own, of, first, pins, weight: As in :func:`exchange`.
    best (ndarray of int8, shape (N,)): The sides of the best cut found; changed in place.
    """
    nodes, devices = len(order), len(weight)
    place = np.empty(nodes, dtype=np.int64)
    for i in range(nodes):
        place[order[i]] = i
    total = 0
    for u in range(nodes):
        total += ends[u]
    quota = np.array([total // 2, total - total // 2])
    side = np.full(nodes, -1, dtype=np.int8)
    here = np.zeros((2, devices), dtype=np.int64)
    used = np.zeros(2, dtype=np.int64)
    cost = np.zeros((2, nodes), dtype=np.int64)
    turn = np.zeros(nodes + 1, dtype=np.int64)  # next side to try at each depth
    cut, depth, steps = 0, 0, 0
    while depth >= 0:
        steps += 1
        if steps > most:
            return -1
        if depth == nodes:
            if cut < below:
                below = cut
                best[:] = side
                if cut <= least:
                    return cut
            turn[depth] = 2
        u = order[depth] if depth < nodes else 0
        if depth < nodes and side[u] >= 0:  # take it back
            s = side[u]
            for at in range(own[u], own[u + 1]):
                d = of[at]
                here[s, d] -= 1
                if here[s, d] == 0 and here[1 - s, d] > 0:
                    cut -= weight[d]
            used[s] -= ends[u]
            side[u] = -1
        s = turn[depth]
        if s > 1 or (s == 1 and depth == 0 and quota[0] == quota[1]):
            turn[depth] = 0
            depth -= 1
            continue
        turn[depth] = s + 1
        if ends[u] and used[s] == quota[s]:
            continue
        for at in range(own[u], own[u + 1]):
            d = of[at]
            if here[s, d] == 0 and here[1 - s, d] > 0:
                cut += weight[d]
            here[s, d] += 1
        used[s] += ends[u]
        side[u] = s
        if cut >= below:
            continue
        cost[:] = 0
        for d in range(devices):
            if (here[0, d] > 0) != (here[1, d] > 0):
                on = 0 if here[0, d] > 0 else 1
                if here[on, d] < first[d + 1] - first[d]:
                    nearest = -1
                    for p in range(first[d], first[d + 1]):
                        v = pins[p]
                        if side[v] < 0 and (nearest < 0 or place[v] < place[nearest]):
                            nearest = v
                    cost[1 - on, nearest] += weight[d]
        bound, waiting = cut, 0
        differences = np.empty(nodes - depth - 1, dtype=np.int64)
        for i in range(depth + 1, nodes):
            v = order[i]
            if ends[v]:
                bound += cost[1, v]
                differences[waiting] = cost[0, v] - cost[1, v]
                waiting += 1
            else:
                bound += min(cost[0, v], cost[1, v])
        differences = np.sort(differences[:waiting])
        for i in range(quota[0] - used[0]):
            bound += differences[i]
        if bound < below:
            depth += 1
            turn[depth] = 0
    return below
