"""Compiled loops: shortest paths from many sources, followed modulo several primes at once.

The primes are the innermost index, so that one instruction processes several of them. See
:mod:`graphs.loads.modular.loads_crt` for the method and its exactness, :mod:`graphs.loads.modular.word_kernels` for the
numbering of the nodes."""

import numpy as np
from graphs.base.jit import njit

from graphs.loads.modular.word_kernels import BAD_PRIME, DISCONNECTED, MULTIPLIER, misses, search


@njit(inline="always")
def add(a, b, p):
    """The sum a + b modulo p.

    Parameters
    ----------
    a, b : int64
        Numbers from 0 to p - 1.
    p : int64
        Prime below 2^50.

    Returns
    -------
    int64
        The sum.
    """
    r = a + b - p
    return r + (p & (r >> 63))


@njit(inline="always")
def multiply(a, b, p, inverse):
    """The product a b modulo p; the quotient by floating point is wrong by at most one.

    Parameters
    ----------
    a, b : int64
        Numbers from 0 to p - 1.
    p : int64
        Prime below 2^50.
    inverse : float64
        1 / p.

    Returns
    -------
    int64
        The product.
    """
    r = a * b - np.int64(np.float64(a) * np.float64(b) * inverse) * p
    r += p & (r >> 63)
    r -= p
    return r + (p & (r >> 63))


@njit(cache=True, nogil=True)
def enter(paths, i, primes, inverses, keys, inverse, row, square):
    """Put the path count of a place and its inverse (its power p-2) into a row of the table.

    Parameters
    ----------
    paths : ndarray of int64, shape (places, K)
        Path counts modulo the primes.
    i : int
        The place.
    primes : ndarray of int64, shape (K,)
        The primes.
    inverses : ndarray of float64, shape (K,)
        Reciprocals of the primes.
    keys, inverse : ndarray of int64, shape (rows, K)
        Path counts of the table, and their inverses; written.
    row : int
        The row.
    square : ndarray of int64, shape (K,)
        Room to work in.

    Returns
    -------
    bool
        Whether some prime divides the path count.
    """
    lanes = len(primes)
    bad = False
    for l in range(lanes):
        bad |= paths[i, l] == 0
        keys[row, l] = paths[i, l]
        square[l] = paths[i, l]
        inverse[row, l] = 1
    for bit in range(50):
        for l in range(lanes):
            more = multiply(inverse[row, l], square[l], primes[l], inverses[l])
            inverse[row, l] = more if ((primes[l] - 2) >> bit) & 1 else inverse[row, l]
            square[l] = multiply(square[l], square[l], primes[l], inverses[l])
    return bad


@njit(cache=True, nogil=True)
def find(values, i, index, keys):
    """Position of a number, or of a free entry for it, in an open hash table.

    Parameters
    ----------
    values : ndarray of int64, shape (places, K)
        Numbers modulo the primes.
    i : int
        Place of the number among them.
    index : ndarray of int64
        The hash table: rows of ``keys``, -1 where free; a power of 2 of entries.
    keys : ndarray of int64, shape (rows, K)
        Numbers of the table.

    Returns
    -------
    int
        Position in ``index``.
    """
    at = ((values[i, 0] * MULTIPLIER) >> 20) & (len(index) - 1)
    while True:
        row = index[at]
        if row < 0:
            return at
        same = True
        for l in range(keys.shape[1]):
            same &= keys[row, l] == values[i, l]
        if same:
            return at
        at = (at + 1) & (len(index) - 1)


@njit(cache=True, nogil=True)
def spread(first, head, paths, p):
    """Path counts of all places from those before them.

    Parameters
    ----------
    first : ndarray of int64, shape (places + 1,)
        First hop of each place.
    head : ndarray of int32
        Place to which each hop leads.
    paths : ndarray of int64, shape (places, primes)
        Path counts modulo the primes; written.
    p : ndarray of int64, shape (primes,)
        The primes.
    """
    lanes = len(p)
    paths[:] = 0
    paths[0] = 1
    for i in range(len(paths)):
        for h in range(first[i], first[i + 1]):
            j = head[h]
            for l in range(lanes):
                paths[j, l] = add(paths[j, l], paths[i, l], p[l])


@njit(cache=True, nogil=True)
def _collect(first, head, hop, slot, paths, x, p, inverses, load):
    """Sum 1/sigma, which x holds at first, back to the source, and add sigma * x to the load of every hop."""
    lanes = len(p)
    for i in range(len(x) - 1, -1, -1):
        for h in range(first[i], first[i + 1]):
            j = head[h]
            s = slot[hop[h]]
            for l in range(lanes):
                y = x[j, l]
                x[i, l] = add(x[i, l], y, p[l])
                load[s, l] = add(load[s, l], multiply(paths[i, l], y, p[l], inverses[l]), p[l])


@njit(cache=True, nogil=True)
def run_primes(
    indptr, target, forwards, is_end, slot, sources, weights, primes, inverses, load, sums, reach, widest, facts
):
    """Add weight * crossings of every slot to load, modulo the primes.

    Parameters
    ----------
    indptr : ndarray of int64, shape (N + 1,)
        First hop of each node.
    target : ndarray of int32, shape (hops,)
        Target of each hop.
    forwards : ndarray of bool, shape (N,)
        Whether each node forwards messages.
    is_end : ndarray of bool, shape (N,)
        Whether each node is a terminal.
    slot : ndarray of int, shape (hops,)
        Slot of each hop.
    sources, weights : ndarray of int64
        Sources and their weights.
    primes : ndarray of int64
        The primes.
    inverses : ndarray of float64
        Reciprocals of the primes.
    load : ndarray of int64, shape (slots, primes)
        Loads modulo the primes; written.
    sums, reach : ndarray of int64
        Sum and greatest of the distances from each source; written.
    widest : ndarray of int64
        Largest number of hops by which shortest paths enter one node at each distance; written.
    facts : ndarray of int64, shape (2,)
        Status and index of the last source; written.

    Returns
    -------
    ndarray of int64, shape (counts, primes)
        All distinct path counts to terminals modulo the primes.
    """
    n = len(indptr) - 1
    lanes = len(primes)
    place = np.empty(n, np.int32)
    order = np.empty(n, np.int32)
    distance = np.empty(n, np.int32)
    first = np.empty(n + 1, np.int64)
    head = np.empty(len(target), np.int32)
    hop = np.empty(len(target), np.int32)
    entering = np.empty(n, np.int32)
    paths = np.empty((n, lanes), np.int64)
    x = np.empty((n, lanes), np.int64)
    index = np.full(1024, -1, np.int64)
    keys = np.empty((512, lanes), np.int64)
    inverse = np.empty((512, lanes), np.int64)
    square = np.empty(lanes, np.int64)
    used = 0
    for k in range(len(sources)):
        facts[1] = k
        m = search(indptr, target, forwards, sources[k], place, order, distance, first, head, hop)
        if m < n and misses(is_end, place):
            facts[0] = DISCONNECTED
            break
        entering[:] = 0
        total = 0
        for i in range(m):
            if is_end[order[i]]:
                total += distance[i]
                reach[k] = distance[i]
            widest[distance[i]] = max(widest[distance[i]], entering[i])
            for h in range(first[i], first[i + 1]):
                entering[head[h]] += 1
        sums[k] = total
        spread(first, head, paths, primes)
        x[:] = 0
        for i in range(m):
            if not is_end[order[i]]:
                continue
            at = find(paths, i, index, keys)
            row = index[at]
            if row < 0:
                row = used
                index[at] = row
                used += 1
                if enter(paths, i, primes, inverses, keys, inverse, row, square):
                    facts[0] = BAD_PRIME
                    return keys[:used]
                if used == len(keys):  # full: the table grows to twice the size
                    index = np.full(4 * used, -1, np.int64)
                    keys = np.concatenate((keys, np.empty_like(keys)))
                    inverse = np.concatenate((inverse, np.empty_like(inverse)))
                    for r in range(used):
                        index[find(keys, r, index, keys)] = r
            for l in range(lanes):
                x[i, l] = multiply(inverse[row, l], weights[k], primes[l], inverses[l])
        _collect(first, head, hop, slot, paths, x, primes, inverses, load)
    return keys[:used]
