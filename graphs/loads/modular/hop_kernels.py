"""Compiled loop: messages that split evenly among all hops that lead nearer, followed modulo several primes at once.

See :mod:`netlemma.graphs.loads.modular.equal_hops` for the method and its exactness."""

import numpy as np

from netlemma.graphs.base.jit import njit
from netlemma.graphs.loads.modular.prime_kernels import add, multiply
from netlemma.graphs.loads.modular.word_kernels import DISCONNECTED, TOO_MANY_PATHS, misses, search


@njit(cache=True, nogil=True)
def run_hops(
    indptr,
    before,
    forwards,
    is_end,
    hop,
    goals,
    messages,
    one,
    primes,
    inverses,
    share,
    load,
    sums,
    reach,
    splits,
    facts,
):
    """Add crossings of every hop to load, modulo the primes.

    Parameters
    ----------
    indptr, before, forwards : ndarray
        Hops into each node, the nodes from which they come, and forwarding nodes, as for
        :func:`netlemma.graphs.loads.modular.word_kernels.search`.
    is_end : ndarray of bool, shape (N,)
        Whether each node is a terminal.
    hop : ndarray of uint32, shape (hops,)
        Number of each hop.
    goals : ndarray of int64, shape (K,)
        Destinations.
    messages : ndarray of int64, shape (K, N)
        Messages of each node to each destination, below 2^49.
    one : bool
        Whether messages take the first of the hops that lead nearer, that of the least number.
    primes : ndarray of int64
        The primes.
    inverses : ndarray of float64
        Reciprocals of the primes.
    share : ndarray of int64, shape (most, primes)
        Inverse of each number of hops modulo the primes.
    load : ndarray of int64, shape (hops, primes)
        Loads modulo the primes; written.
    sums, reach : ndarray of int64
        Sum and greatest of the distances to each destination; written.
    splits : ndarray of bool, shape (levels, most)
        Numbers of hops among which messages split at each distance from their destination; written.
    facts : ndarray of int64, shape (2,)
        Status and index of the last destination; written.
    """
    n = len(indptr) - 1
    lanes = len(primes)
    distance = np.empty(n, np.int32)
    order = np.empty(n, np.uint32)
    first = np.empty(n + 1, np.uint64)
    head = np.empty(len(before), np.uint32)
    loaded = np.empty(len(before), np.uint32)
    ways = np.empty(n, np.int64)
    least = np.empty(n, np.int64)
    sent = np.empty(n, np.int64)
    x = np.empty((n, lanes), np.int64)
    for k in range(len(goals)):
        facts[1] = k
        reached = search(indptr, before, forwards, hop, goals[k], distance, order, first, head, loaded)
        sent[:] = messages[k] * is_end
        if reached < n and misses(sent != 0, distance):
            facts[0] = DISCONNECTED
            return
        ways[:] = 0
        least[:] = len(before)
        for h in range(first[n]):
            v = head[h]
            ways[v] += 1
            least[v] = min(least[v], loaded[h])
        for v in range(n):
            for l in range(lanes):
                x[v, l] = sent[v]
        for i in range(reached - 1, -1, -1):
            u = order[i]
            if sent[u]:
                sums[k] += distance[u]
                reach[k] = max(reach[k], distance[u])
            for h in range(first[i], first[i + 1]):
                v = head[h]
                s = loaded[h]
                if one and least[v] != s:
                    continue
                for l in range(lanes):
                    load[s, l] = add(load[s, l], x[v, l], primes[l])
                    x[u, l] = add(x[u, l], x[v, l], primes[l])
            if i > 0 and ways[u] > 1 and not one:
                if distance[u] >= splits.shape[0] or ways[u] >= splits.shape[1]:
                    facts[0] = TOO_MANY_PATHS
                    return
                splits[distance[u], ways[u]] = True
                for l in range(lanes):
                    x[u, l] = multiply(x[u, l], share[ways[u], l], primes[l], inverses[l])
