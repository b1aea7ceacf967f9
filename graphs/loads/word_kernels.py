"""Compiled loops: breadth-first search, and shortest paths from many sources followed modulo 2^64."""

import numpy as np

from netlemma.graphs.base.jit import njit

OK, DISCONNECTED, TOO_MANY_PATHS, BAD_PRIME = range(4)
SHORT = 1 << 12  # path counts below are found without hashing
WORD = 2.0**64
MOST = (1 << 63) - 1
SUMMED_APART = 32  # sources whose loads are added up apart, so that few roundings follow each other
HUGE = 2.0**90  # larger path counts are not known from a word and floating point
MAX_SHIFT = 40
MULTIPLIER = np.int64(-7046029254386353131)  # odd, from the golden ratio
ONE = np.uint64(1)


@njit(cache=True, nogil=True)
def search_room(nodes, hops):
    """Arrays for the results of a search, the last five of :func:`search`."""
    distance, first = np.empty(nodes, np.int32), np.empty(nodes + 1, np.uint64)
    return distance, np.empty(nodes, np.uint32), first, np.empty(hops, np.uint32), np.empty(hops, np.uint32)


@njit(cache=True, nogil=True)
def search(indptr, target, forwards, slot, source, distance, order, first, head, loaded):
    """Breadth-first search through forwarding nodes.

    Shortest paths continue from node order[i] by the hops numbered first[i] to first[i+1] - 1 here, which lead to the
    nodes head[...].

    indptr (ndarray of uint64, shape (N + 1,)): First hop of each node.
    target (ndarray of uint32, shape (hops,)): Target of each hop.
    forwards (ndarray of bool, shape (N,)): Whether each node forwards messages.
    slot (ndarray of uint32, shape (hops,)): Slot of each hop.
    distance (ndarray of int32, shape (N,)): Distance of each node, -1 if not reached; written.
    order (ndarray of uint32, shape (N,)): Nodes in order of distance; written.
    first (ndarray of uint64, shape (N + 1,)): First hop on shortest paths from each of them; written.
    head, loaded (ndarray of uint32, shape (hops,)): Target and slot of each hop on shortest paths; written.
    """
    distance[:] = -1
    distance[source] = 0
    order[0] = source
    reached = 1
    found = np.uint64(0)
    for i in range(len(order)):
        if i == reached:
            break
        first[i] = found
        u = order[i]
        if i > 0 and not forwards[u]:
            continue
        beyond = distance[u] + 1
        for h in range(indptr[u], indptr[u + 1]):
            v = target[h]
            far = distance[v]
            if far < 0:
                far = beyond
                distance[v] = beyond
                order[reached] = v
                reached += 1
            if far == beyond:
                head[found] = v
                loaded[found] = slot[h]
                found += ONE
    first[reached:] = found
    return reached


@njit(cache=True, nogil=True)
def misses(wanted, distance):
    """Whether a search did not reach some node.

    wanted (ndarray of bool, shape (N,)): Whether each node has to be reached.
    distance (ndarray of int32, shape (N,)): Distance of each node, -1 if not reached.
    """
    missed = 0
    for v in range(len(distance)):
        missed += wanted[v] and distance[v] < 0
    return missed > 0


@njit(cache=True, nogil=True)
def _spread(order, reached, first, head, paths, about):
    """Path counts of all nodes modulo 2^64 and in floating point."""
    paths[:] = 0
    about[:] = 0
    paths[order[0]] = 1
    about[order[0]] = 1
    for i in range(reached):
        u = order[i]
        count, size = paths[u], about[u]
        for h in range(first[i], first[i + 1]):
            v = head[h]
            paths[v] += count
            about[v] += size


@njit(cache=True, nogil=True)
def _collect(order, reached, first, head, loaded, paths, about, x, rough, load, approx):
    """Sum 1/sigma, which ``x`` (modulo 2^64) and ``rough`` hold at first, back to the source, and add sigma times the
    sum to the load of each hop.
    """
    for i in range(reached - 1, -1, -1):
        u = order[i]
        count, size, mine, roughly = paths[u], about[u], x[u], rough[u]
        for h in range(first[i], first[i + 1]):
            v = head[h]
            s = loaded[h]
            mine += x[v]
            roughly += rough[v]
            load[s] += count * x[v]
            approx[s] += size * rough[v]
        x[u] = mine
        rough[u] = roughly


@njit(cache=True, nogil=True)
def _find(count, about, index, keys, sizes):
    """Position of a path count, or of a free entry for it, in the open hash table index -> row of keys and sizes."""
    mask = np.uint64(len(index) - 1)
    at = np.uint64(count * MULTIPLIER) >> np.uint64(20) & mask
    while True:
        row = index[at]
        if row < 0 or (keys[row] == count and abs(sizes[row] - about) < WORD / 2):
            return at
        at = (at + ONE) & mask


@njit(cache=True, nogil=True, error_model="numpy")
def _enter(start, sent, paths, about, quick, index, keys, sizes, inverse, x, rough):
    """Enter messages / sigma for all nodes from ``start`` on, and return the first one whose path count is not in the
    tables, or the number of nodes.
    """
    for u in range(start, len(x)):
        rough[u] = sent[u] / about[u] if sent[u] else 0.0
    for u in range(start, len(x)):
        value = 0
        if sent[u]:
            if about[u] < SHORT:
                value = quick[np.uint64(paths[u])]
            else:
                row = index[_find(paths[u], about[u], index, keys, sizes)]
                value = inverse[row] if row >= 0 else 0
            if value == 0:
                return u
        x[u] = value * sent[u]
    return len(x)


@njit(cache=True, nogil=True)
def _inverse(count, size):
    """Exponent of 2 in a path count, -1 if too large for this method, and the inverse of the odd part modulo 2^64."""
    power = 0
    while power < 63 and not (count >> power) & 1:
        power += 1
    if power > MAX_SHIFT or size >= HUGE:
        return -1, 0
    odd = count
    for _ in range(power):  # the word above supplies the leading bits
        odd = (odd >> 1) & MOST
    if power > 0 and size >= WORD / 4:
        low = np.float64(count) + (WORD if count < 0 else 0.0)
        odd |= np.int64(np.rint((size - low) / WORD)) << (64 - power)
    found = odd  # right modulo 2^3; each step doubles the bits
    for _ in range(5):
        found *= 2 - odd * found
    return power, found


@njit(cache=True, nogil=True)
def run_words(indptr, target, forwards, is_end, slot, sources, messages, load, approx, sums, reach, facts):
    """Add 2^shift * crossings of every slot to load (2-adically, modulo 2^64), and crossings to approx (in floating
    point).

    The shift is the exponent of the largest power of 2 that divides a path count met at terminals; whenever it grows,
    earlier sums grow with it.

    indptr, target, forwards: As for :func:`search`.
    is_end (ndarray of bool, shape (N,)): Whether each node is a terminal.
    slot (ndarray of uint32, shape (hops,)): Slot of each hop.
    sources (ndarray of int64, shape (K,)): Sources.
    messages (ndarray of int64, shape (K, N) or (K, 1)): Messages of each source to each node, or to each terminal.
    load (ndarray of int64, shape (slots,)): Loads modulo 2^64; written.
    approx (ndarray of float64, shape (slots,)): Loads in floating point; written.
    sums, reach (ndarray of int64): Sum and greatest of the distances from each source; written.
    facts (ndarray of int64, shape (2,)): Status and index of the last source; written.

    Returns: The shift, and the distinct path counts modulo 2^64 and in floating point.
    """
    n = len(indptr) - 1
    distance, order, first, head, loaded = search_room(n, len(target))
    paths = np.empty(n, np.int64)
    about = np.empty(n, np.float64)
    x = np.empty(n, np.int64)
    rough = np.empty(n, np.float64)
    index = np.full(1 << 12, -1, np.int64)
    keys = np.empty(1 << 11, np.int64)
    sizes = np.empty(1 << 11, np.float64)
    inverse = np.empty(1 << 11, np.int64)
    sent = np.empty(n, np.int64)
    quick = np.zeros(SHORT, np.int64)  # inverses of short counts, found without hashing; 0 if not met yet
    partial = np.zeros_like(approx)
    used = 0
    shift = 0
    for k in range(len(sources)):
        facts[1] = k
        reached = search(indptr, target, forwards, slot, sources[k], distance, order, first, head, loaded)
        sent[:] = messages[k] * is_end
        if reached < n and misses(sent != 0, distance):
            facts[0] = DISCONNECTED
            return shift, keys[:used], sizes[:used]
        _spread(order, reached, first, head, paths, about)
        for u in range(n):
            if sent[u]:
                sums[k] += distance[u]
                reach[k] = max(reach[k], distance[u])
        u = 0
        while True:
            u = _enter(u, sent, paths, about, quick, index, keys, sizes, inverse, x, rough)
            if u == n:
                break
            power, value = _inverse(paths[u], about[u])
            if power < 0:
                facts[0] = TOO_MANY_PATHS
                return shift, keys[:used], sizes[:used]
            if power > shift:
                for array in (load, x, inverse, quick):
                    array <<= power - shift
                shift = power
            keys[used] = paths[u]
            sizes[used] = about[u]
            inverse[used] = value << (shift - power)
            if about[u] < SHORT:
                quick[paths[u]] = inverse[used]
            else:
                index[_find(paths[u], about[u], index, keys, sizes)] = used
            used += 1
            if used == len(keys):  # full: the table grows to twice the size
                index = np.full(4 * used, -1, np.int64)
                keys = np.concatenate((keys, np.empty_like(keys)))
                sizes = np.concatenate((sizes, np.empty_like(sizes)))
                inverse = np.concatenate((inverse, np.empty_like(inverse)))
                for r in range(used):
                    if sizes[r] >= SHORT:
                        index[_find(keys[r], sizes[r], index, keys, sizes)] = r
        _collect(order, reached, first, head, loaded, paths, about, x, rough, load, partial)
        if (k + 1) % SUMMED_APART == 0 or k + 1 == len(sources):
            approx += partial
            partial[:] = 0
    return shift, keys[:used], sizes[:used]


@njit(cache=True, nogil=True)
def run_distances(indptr, target, forwards, is_end, sources, weights, pairs, reach, facts):
    """Terminals by their distance from the sources, and the greatest distance from each.

    indptr, target, forwards: As for :func:`search`.
    is_end (ndarray of bool, shape (N,)): Whether each node is a terminal.
    sources, weights (ndarray of int64): Sources, and the weight of each.
    pairs (ndarray of int64, shape (N,)): Weighted number of terminals at each distance; increased.
    reach (ndarray of int64): Greatest distance from each source; written.
    facts (ndarray of int64, shape (2,)): Status and index of the last source; written.
    """
    n = len(indptr) - 1
    distance = np.empty(n, np.int32)
    queue = np.empty(n, np.uint32)
    for k in range(len(sources)):
        facts[1] = k
        distance[:] = -1
        distance[sources[k]] = 0
        queue[0] = sources[k]
        reached = 1
        for i in range(n):
            if i == reached:
                break
            u = queue[i]
            if is_end[u]:
                pairs[distance[u]] += weights[k]
                reach[k] = distance[u]
            if i > 0 and not forwards[u]:
                continue
            for h in range(indptr[u], indptr[u + 1]):
                v = target[h]
                if distance[v] < 0:
                    distance[v] = distance[u] + 1
                    queue[reached] = v
                    reached += 1
        if reached < n and misses(is_end, distance):
            facts[0] = DISCONNECTED
            return
