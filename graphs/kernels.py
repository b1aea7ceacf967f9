"""Compiled loops: shortest paths from many sources, followed modulo 2^64 or modulo many primes at once.

Imported only when a network is too large for :mod:`graphs.paths`, since loading Numba takes a while. Every kernel renumbers the nodes
by their place in the breadth-first order, which keeps the nodes of neighbouring distances together in memory.
What is computed and why it is exact is said in :mod:`graphs.words` and :mod:`graphs.residues`.
"""

from __future__ import annotations

from math import gcd

import numpy as np
from numba import njit

OK, DISCONNECTED, TOO_MANY_PATHS, BAD_PRIME = range(4)
LIMIT = 1 << 62  # path counts of the 64-bit kernel and their common multiple stay below
MULTIPLIER = np.int64(-7046029254386353131)


@njit(cache=True, nogil=True)
def search(indptr, target, source, place, order, distance, first, head, hop):
    """Breadth-first search. The node at place i is order[i], at distance[i]; from it shortest paths go on by the hops
    hop[first[i]:first[i+1]] to the places head[...]. Returns how many nodes were reached."""
    place[:] = -1
    place[source] = 0
    order[0] = source
    distance[0] = 0
    reached = 1
    found = 0
    for i in range(len(order)):
        if i == reached:
            break
        first[i] = found
        u = order[i]
        beyond = distance[i] + 1
        for h in range(indptr[u], indptr[u + 1]):
            v = target[h]
            j = place[v]
            if j < 0:
                j = reached
                place[v] = j
                order[j] = v
                distance[j] = beyond
                reached += 1
            if distance[j] == beyond:
                head[found] = j
                hop[found] = h
                found += 1
    first[reached] = found
    return reached


@njit(cache=True, nogil=True)
def run_words(indptr, target, slot, sources, weights, load, approx, sums, reach, facts):
    """Add weight * multiple * crossings of every slot to load (modulo 2^64) and to approx (in floating point).

    slot[h] is the slot of hop h. The multiple, a common one of all path counts met, is returned; whenever it grows, what was added up
    before grows with it. facts receives (status, index of the source)."""
    n = len(indptr) - 1
    place = np.empty(n, np.int32)
    order = np.empty(n, np.int32)
    distance = np.empty(n, np.int32)
    first = np.empty(n + 1, np.int64)
    head = np.empty(len(target), np.int32)
    hop = np.empty(len(target), np.int32)
    paths = np.empty(n, np.int64)
    x = np.empty(n, np.int64)
    xf = np.empty(n, np.float64)
    multiple = np.int64(1)
    for k in range(len(sources)):
        facts[1] = k
        if search(indptr, target, sources[k], place, order, distance, first, head, hop) < n:
            facts[0] = DISCONNECTED
            return multiple
        paths[:] = 0
        paths[0] = 1
        seen = 0
        total = 0
        for i in range(n):
            count = paths[i]
            seen |= count
            total += distance[i]
            for h in range(first[i], first[i + 1]):
                paths[head[h]] += count
        if seen < 0 or seen >= LIMIT:
            facts[0] = TOO_MANY_PATHS
            return multiple
        sums[k] = total
        reach[k] = distance[n - 1]
        i = 0
        while i < n:
            x[i] = multiple // paths[i]
            i += 1
            if x[i - 1] * paths[i - 1] != multiple:
                factor = paths[i - 1] // gcd(multiple, paths[i - 1])
                if multiple >= LIMIT // factor:
                    facts[0] = TOO_MANY_PATHS
                    return multiple
                multiple *= factor
                for s in range(len(load)):
                    load[s] *= factor
                    approx[s] *= factor
                i = 0
        for i in range(n - 1, -1, -1):
            count = paths[i]
            mine = x[i] * weights[k]
            minef = float(x[i]) * float(weights[k])
            countf = float(count)
            for h in range(first[i], first[i + 1]):
                j = head[h]
                s = slot[hop[h]]
                mine += x[j]
                minef += xf[j]
                load[s] += count * x[j]
                approx[s] += countf * xf[j]
            x[i] = mine
            xf[i] = minef
    return multiple


@njit(inline="always")
def _add(a, b, p):
    r = a + b - p
    return r + (p & (r >> 63))


@njit(inline="always")
def _multiply(a, b, p, inverse):
    """a*b mod p for a, b < p < 2^50: the quotient by floating point is wrong by at most one."""
    r = a * b - np.int64(np.float64(a) * np.float64(b) * inverse) * p
    r += p & (r >> 63)
    r -= p
    return r + (p & (r >> 63))


@njit(cache=True, nogil=True)
def _enter(paths, i, primes, inverses, keys, inverse, row):
    """Put the path count of place i and its inverse (its power p-2) into a row of the table; whether some prime divides it."""
    bad = False
    for l in range(len(primes)):
        p = primes[l]
        base = paths[i, l]
        bad |= base == 0
        keys[row, l] = base
        power = np.int64(1)
        e = p - 2
        while e > 0:
            if e & 1:
                power = _multiply(power, base, p, inverses[l])
            base = _multiply(base, base, p, inverses[l])
            e >>= 1
        inverse[row, l] = power
    return bad


@njit(cache=True, nogil=True)
def _find(values, i, index, keys):
    """Where values[i] is, or could be put, in the open hash table index -> row of keys."""
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
def _spread(first, head, paths, p):
    """Path counts of all places from those before them."""
    lanes = len(p)
    paths[:] = 0
    paths[0] = 1
    for i in range(len(paths)):
        for h in range(first[i], first[i + 1]):
            j = head[h]
            for l in range(lanes):
                paths[j, l] = _add(paths[j, l], paths[i, l], p[l])


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
                x[i, l] = _add(x[i, l], y, p[l])
                load[s, l] = _add(load[s, l], _multiply(paths[i, l], y, p[l], inverses[l]), p[l])


@njit(cache=True, nogil=True)
def run_primes(indptr, target, slot, sources, weights, primes, inverses, load, sums, reach, widest, facts):
    """Add weight * crossings of every slot to load, modulo the primes.

    widest[d] becomes the largest number of hops by which shortest paths enter one node at distance d. Returns all distinct
    path counts modulo the primes."""
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
    used = 0
    for k in range(len(sources)):
        facts[1] = k
        if search(indptr, target, sources[k], place, order, distance, first, head, hop) < n:
            facts[0] = DISCONNECTED
            break
        entering[:] = 0
        total = 0
        for i in range(n):
            total += distance[i]
            widest[distance[i]] = max(widest[distance[i]], entering[i])
            for h in range(first[i], first[i + 1]):
                entering[head[h]] += 1
        sums[k] = total
        reach[k] = distance[n - 1]
        _spread(first, head, paths, primes)
        for i in range(n):
            at = _find(paths, i, index, keys)
            row = index[at]
            if row < 0:
                row = used
                index[at] = row
                used += 1
                if _enter(paths, i, primes, inverses, keys, inverse, row):
                    facts[0] = BAD_PRIME
                    return keys[:used]
                if used == len(keys):  # full: the table grows to twice the size
                    index = np.full(4 * used, -1, np.int64)
                    keys = np.concatenate((keys, np.empty_like(keys)))
                    inverse = np.concatenate((inverse, np.empty_like(inverse)))
                    for r in range(used):
                        index[_find(keys, r, index, keys)] = r
            for l in range(lanes):
                x[i, l] = _multiply(inverse[row, l], weights[k], primes[l], inverses[l])
        _collect(first, head, hop, slot, paths, x, primes, inverses, load)
    return keys[:used]


@njit(cache=True, nogil=True)
def carry_over(indptr, target, device, image, result):
    """Where the symmetry takes each device (into result, which is -1 before); returns a hop without an image, or -1.

    Rows that correspond mostly have their hops in the same cyclic order, so the search for an image goes on behind the last one."""
    for u in range(len(image)):
        start = indptr[image[u]]
        degree = indptr[image[u] + 1] - start
        last = 0
        for h in range(indptr[u], indptr[u + 1]):
            if degree != indptr[u + 1] - indptr[u]:
                return h
            v = image[target[h]]
            mine = result[device[h]]
            skip = 0
            if mine < 0:
                for g in range(indptr[u], h):  # parallel hops before this one
                    if target[g] == target[h]:
                        skip += 1
                last = 0
            found = False
            for _ in range(degree):
                g = start + last
                last = last + 1 if last + 1 < degree else 0
                if target[g] == v and (mine < 0 or device[g] == mine):
                    if skip == 0:
                        if mine < 0:
                            result[device[h]] = device[g]
                        found = True
                        break
                    skip -= 1
            if not found:
                return h
    return -1


@njit(cache=True, nogil=True)
def permutes(image):
    """Whether image is a permutation of 0, 1, ..."""
    seen = np.zeros(len(image), np.bool_)
    for i in image:
        if i < 0 or i >= len(image) or seen[i]:
            return False
        seen[i] = True
    return True


@njit(cache=True, nogil=True)
def number_orbits(images, orbit):
    """Number the orbits of the permutations images[g] in orbit, in order of their least element, by union and find.

    Until the last loop orbit[i] is an element of the same orbit, not above i; least elements point to themselves."""
    for i in range(len(orbit)):
        orbit[i] = i
    for g in range(len(images)):
        for i in range(len(orbit)):
            a, b = i, images[g, i]
            while orbit[a] != a:
                orbit[a] = orbit[orbit[a]]
                a = orbit[a]
            while orbit[b] != b:
                orbit[b] = orbit[orbit[b]]
                b = orbit[b]
            if a < b:
                orbit[b] = a
            else:
                orbit[a] = b
    count = 0
    for i in range(len(orbit)):
        if orbit[i] == i:
            orbit[i] = count
            count += 1
        else:
            orbit[i] = orbit[orbit[i]]  # a smaller element, numbered already
