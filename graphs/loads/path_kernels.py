"""Compiled loops: messages to one goal whose paths are all equally likely, modulo several primes at once."""

import numpy as np

from netlemma.graphs.base.jit import njit
from netlemma.graphs.loads.prime_kernels import add, enter, find, multiply

FINE, TOO_MANY, BAD_PRIME = range(3)
MOST = 1e300  # paths from a place, which floating point still estimates


@njit(cache=True, nogil=True)
def index_rows(index, keys, used):
    """Enter the first rows of a table of numbers into its hash table.

    index (ndarray of int64): Hash table, a power of 2 of entries, -1 where free; written.
    keys (ndarray of int64, shape (rows, K)): Numbers modulo primes.
    """
    for row in range(used):
        index[find(keys, row, index, keys)] = row


@njit(cache=True, nogil=True)
def path_flows(
    by_node, head, destination, start, channel, rows, sources, messages, primes, reciprocals, paths, flow, size, index,
    keys, inverse, used, slot, load,
):  # fmt: skip
    """Add messages to the loads of the channels that they take, modulo the primes.

    head (ndarray of int32, shape (C,)): Node to which each channel leads.
    start, channel: Choices.
    rows, sources (ndarray of int32): Rows that packets reach, each before the rows behind its choices, and their
    sources.
    messages (ndarray of int64): Messages of each source, below 2^49.
    primes (ndarray of int64, shape (K,)): Primes below 2^50.
    reciprocals (ndarray of float64, shape (K,)): 1 / prime.
    paths, flow (ndarray of int64, shape (N + C, K)): Room to work in.
    size (ndarray of float64, shape (N + C,)): Room to work in.
    index, keys, inverse (ndarray of int64): Hash table of numbers of paths, the numbers modulo the primes, and their
    inverses, with room for all sources; written.
    slot (ndarray of int64, shape (C,)): Where the load of each channel is added up.
    load (ndarray of int64, shape (slots, K)): Loads modulo the primes; written.
    """
    offset = len(size) - len(head)
    lanes = len(primes)
    square = np.empty(lanes, np.int64)
    most = 1.0
    for i in range(len(rows) - 1, -1, -1):
        row = rows[i]
        flow[row] = 0
        if row >= offset and head[row - offset] == destination:
            continue
        size[row] = 0.0
        paths[row] = 0
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            if head[c] == destination:
                size[row] += 1.0
                for l in range(lanes):
                    paths[row, l] = add(paths[row, l], 1, primes[l])
            else:
                to = head[c] if by_node else offset + c
                size[row] += size[to]
                for l in range(lanes):
                    paths[row, l] = add(paths[row, l], paths[to, l], primes[l])
        most = max(most, size[row])
    if most > MOST:
        return TOO_MANY, used, 1.0
    for i in range(len(sources)):
        s = sources[i]
        at = find(paths, s, index, keys)
        row = index[at]
        if row < 0:
            if enter(paths, s, primes, reciprocals, keys, inverse, used, square):
                return BAD_PRIME, used, most
            row = used
            index[at] = row
            used += 1
        for l in range(lanes):
            flow[s, l] = multiply(inverse[row, l], messages[i], primes[l], reciprocals[l])
    for row in rows:
        if row >= offset and head[row - offset] == destination:
            continue
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            s = slot[c]
            if head[c] == destination:
                for l in range(lanes):
                    load[s, l] = add(load[s, l], flow[row, l], primes[l])
            else:
                to = head[c] if by_node else offset + c
                for l in range(lanes):
                    x = flow[row, l]
                    flow[to, l] = add(flow[to, l], x, primes[l])
                    load[s, l] = add(load[s, l], multiply(x, paths[to, l], primes[l], reciprocals[l]), primes[l])
    return FINE, used, most
