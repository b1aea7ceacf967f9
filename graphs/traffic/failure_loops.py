"""Shortest paths between all ends of a network some of whose parts have failed, as a loop for Numba."""


def after_failure(first, target, channel, forwards, weight, gone, cut, distance, order, paths, share, load):
    """Sum and greatest of the distances between ends, and loads of channels in floating point.

    A message from each end to each other takes every shortest path with the same probability. A node stands for as many ends
    as its weight says.

    first (ndarray of int64, shape (N + 1,)): First hop of each node.
    target, channel (ndarray of int32, shape (hops,)): Node and channel of each hop.
    forwards (ndarray of bool, shape (N,)): Whether each node forwards messages.
    weight (ndarray of int64, shape (N,)): Ends at each node.
    gone, cut (ndarray of bool): Whether each node, and each hop, has failed.
    distance, order, paths, share (ndarray, shape (N,)): Room.
    load (ndarray of float64, shape (channels,)): Loads; written.

    Returns: Sum of the distances, or -1 if two ends are not connected; and the greatest.
    """
    nodes = len(weight)
    ends = 0
    for v in range(nodes):
        if not gone[v]:
            ends += weight[v]
    total = 0
    longest = 0
    for source in range(nodes):
        if gone[source] or weight[source] == 0:
            continue
        for v in range(nodes):
            distance[v] = -1
        distance[source] = 0
        paths[source] = 1.0
        order[0] = source
        reached = 1
        met = weight[source]
        at = 0
        while at < reached:
            u = order[at]
            at += 1
            if u != source and not forwards[u]:
                continue
            beyond = distance[u] + 1
            for h in range(first[u], first[u + 1]):
                v = target[h]
                if cut[h] or gone[v]:
                    continue
                if distance[v] < 0:
                    distance[v] = beyond
                    paths[v] = 0.0
                    order[reached] = v
                    reached += 1
                    if weight[v]:
                        met += weight[v]
                        total += beyond * weight[v] * weight[source]
                        if beyond > longest:
                            longest = beyond
                if distance[v] == beyond:
                    paths[v] += paths[u]
        if met < ends:
            return -1, -1
        for at in range(reached - 1, -1, -1):
            u = order[at]
            part = weight[u] / paths[u] if u != source else 0.0
            if u == source or forwards[u]:
                beyond = distance[u] + 1
                for h in range(first[u], first[u + 1]):
                    v = target[h]
                    if not cut[h] and not gone[v] and distance[v] == beyond:
                        load[channel[h]] += weight[source] * paths[u] * share[v]
                        part += share[v]
            share[u] = part
    return total, longest
