"""Compiled loop: the longest path in a table of choices, and whether every path ends."""

import numpy as np
from numba import njit

NOWHERE = -1


@njit(cache=True, nogil=True)
def longest_way(lists, base, place, first, offers, starts, goal):
    """Hops of the longest path from a start to its goal.

    Parameters
    ----------
    lists : ndarray of int, shape (places, goals)
        Number of the list of offers, see :class:`graphs.simulate.layouts.choices.ChoiceTables`.
    base : ndarray of int, shape (places,)
        First channel of the node of each place.
    place : ndarray of int
        Place at the end of each channel.
    first : ndarray of int
        First offer of each list.
    offers : ndarray of int
        Offers, counted from the base.
    starts : ndarray of int, shape (ends,)
        Place of each source.
    goal : ndarray of int, shape (ends, ends)
        Goal of each source and destination.

    Returns
    -------
    int
        Number of hops; NOWHERE if a path is stranded or runs in circles.
    """
    places = len(lists)
    far = places + 1
    hops = np.empty(places, np.int64)
    longest = 0
    end_of = np.zeros(lists.shape[1], np.int64)
    for source in range(len(starts)):
        for destination in range(len(starts)):
            if source != destination:
                end_of[goal[source, destination]] = destination
    for g in range(lists.shape[1]):
        hops[:] = 0
        changed = True
        rounds = 0
        while changed:  # each round is right for the places one hop further away
            changed = False
            rounds += 1
            for p in range(places):
                k = lists[p, g]
                if k == 0:
                    continue
                most = np.int64(0) if first[k] < first[k + 1] else np.int64(far)
                for i in range(first[k], first[k + 1]):
                    most = max(most, hops[place[base[p] + offers[i]]] + 1)
                most = min(most, np.int64(far))
                if most > hops[p]:
                    hops[p] = most
                    changed = True
        for source in range(len(starts)):
            if source != end_of[g] and goal[source, end_of[g]] == g:
                if hops[starts[source]] >= far:
                    return NOWHERE
                longest = max(longest, hops[starts[source]])
    return longest
