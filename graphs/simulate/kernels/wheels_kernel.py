"""States of channels and worms of the event kernel, and wheels of the cycles in which it looks at them again."""

import numpy as np

from graphs.simulate.kernels.compiled import inlined, kernel

UNKNOWN = np.int64(1) << 62
# states of a worm: it will ask at a known time, has asked, is behind the end of another worm
MOVING, QUEUED, BEHIND = range(3)


@inlined
def wake(channel, at, wheel, after, is_due):
    """Schedule a check of a channel in that cycle."""
    if not is_due[channel]:
        is_due[channel] = True
        place = at & (len(wheel) - 1)
        after[channel] = wheel[place]
        wheel[place] = channel


@inlined
def record_free(channel, at, network_channels, ends, free, queue_first, source_first, wheel, after, is_due):
    """Record the first cycle in which another worm can cross the channel."""
    free[channel] = at
    if channel >= network_channels and channel < network_channels + ends:
        waiting = source_first[channel - network_channels]
    else:
        waiting = queue_first[channel]
    if waiting >= 0:
        wake(channel, at, wheel, after, is_due)


@inlined
def record_clear(channel, at, clear, parked, state, worm_wheel, after_in_queue):
    """Record the first cycle in which the buffer holds nothing of its last worm; the next one may be in it already."""
    clear[channel] = at
    other = parked[channel]
    if other >= 0:
        parked[channel] = -1
        state[other] = MOVING
        place = at & (len(worm_wheel) - 1)
        after_in_queue[other] = worm_wheel[place]
        worm_wheel[place] = other


@kernel
def closes_circle(worm, path, start, position, state, owner, ahead, free):
    """Whether a worm that begins to wait closes a cycle of worms that wait for one another."""
    other = worm
    for _ in range(len(state)):
        if state[other] == QUEUED:
            channel = path[start[other] + position[other]]
            if free[channel] != UNKNOWN:
                return False
            other = owner[channel]
        elif state[other] == BEHIND:
            other = ahead[path[start[other] + position[other] - 1]]
        else:
            return False
        if other == worm:
            return True
    return False
