"""Compiled loops: worms that will never move, the greatest set of blocked worms whose possible next channels are all
held within the set."""

from netlemma.graphs.simulate.kernels.arrays import ACTIVE, ASLEEP, ESCAPE, QUEUED
from netlemma.graphs.simulate.kernels.compiled import inlined, kernel
from netlemma.graphs.simulate.kernels.header_kernel import offered


@inlined
def before_it(worm, worms, front):
    """The worm whose end precedes the header in its buffer, or fills the buffer to which it goes.

    front (ndarray of int): Worm whose flit is the first in each buffer.
    """
    at = worms.header[worm]
    return front[worms.way[worm, at - 1 if worms.state[worm] == ASLEEP else at]]


@inlined
def waits_for(worm, rules, ways, worms):
    """The channels for which a header waits that has found none free, as in :func:`offered`."""
    only, base, low, middle, high = offered(worm, ways, worms)
    return only, base, (middle if rules.waiting == ESCAPE and middle < high else low), high


@inlined
def _waits(worm, other, entries, search):
    """Enter a worm among those that wait for another one."""
    search.worm[entries], search.following[entries] = worm, search.first[other]
    search.first[other] = entries


@kernel
def find_stuck(now, kept, rules, ways, worms, channels, search):
    """Mark the worms that will never move in ``worms.blocked``, in time linear in their number and that of their choices.

    kept (ndarray of int64): Counters kept between calls.
    """
    active, blocked, owner, visit = worms.active, worms.blocked, channels.owner, search.visit
    search.front[:] = -1
    for i in range(kept[ACTIVE]):
        worm = active[i]
        blocked[worm] = worms.moved[worm] != now
        search.first[worm] = -1
        for j in range(max(worms.tail[worm] - 1, 0), worms.header[worm]):
            if worms.serial[worm, j] == channels.gone[worms.way[worm, j]]:
                search.front[worms.way[worm, j]] = worm
    entries, todo = 0, 0
    for i in range(kept[ACTIVE]):
        worm = active[i]
        if not blocked[worm]:
            visit[todo] = worm
            todo += 1
        elif worms.state[worm] != QUEUED:
            other = before_it(worm, worms, search.front)
            if other < 0:
                blocked[worm] = False
                visit[todo] = worm
                todo += 1
            else:
                _waits(worm, other, entries, search)
                entries += 1
        else:
            only, base, low, high = waits_for(worm, rules, ways, worms)
            if only >= 0:
                high = low + 1
            can = False
            for k in range(low, high):
                other = owner[only if only >= 0 else base + ways.offers[k]]
                if other < 0:
                    can = True
                else:
                    _waits(worm, other, entries, search)
                    entries += 1
            if can:
                blocked[worm] = False
                visit[todo] = worm
                todo += 1
    while todo > 0:
        todo -= 1
        entry = search.first[visit[todo]]
        while entry >= 0:
            worm = search.worm[entry]
            entry = search.following[entry]
            if blocked[worm]:
                blocked[worm] = False
                visit[todo] = worm
                todo += 1
    for i in range(kept[ACTIVE]):
        if blocked[active[i]]:
            return active[i]
    return -1
