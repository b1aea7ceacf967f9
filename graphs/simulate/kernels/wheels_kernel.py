"""States of channels and worms of the event kernel, and wheels of the cycles in which it looks at them again."""

import numpy as np

from netlemma.graphs.simulate.kernels.compiled import inlined, kernel

UNKNOWN = np.int64(1) << 62
# states of a worm: it will ask at a known time, has asked, is behind the end of another worm
MOVING, QUEUED, BEHIND = range(3)


@inlined
def wake(channel, at, wheel, after, is_due):
    """Schedule a check of a channel in that cycle.

    wheel, after (ndarray of int): First channel that is looked at in each cycle, and the one behind each channel.
    is_due (ndarray of bool): Whether each channel will be looked at.
    """
    if not is_due[channel]:
        is_due[channel] = True
        place = at & (len(wheel) - 1)
        after[channel] = wheel[place]
        wheel[place] = channel


@inlined
def record_free(channel, at, network_channels, ends, free, queue_first, source_first, wheel, after, is_due):
    """Record the first cycle in which another worm can cross the channel.

    free (ndarray of int): First cycle in which each channel can be crossed again.
    queue_first, source_first (ndarray of int): First worm that waits for each channel, and first message that waits at
    each source; -1 if there is none.
    wheel, after (ndarray of int): As of :func:`wake`.
    is_due (ndarray of bool): As of :func:`wake`.
    """
    free[channel] = at
    if channel >= network_channels and channel < network_channels + ends:
        waiting = source_first[channel - network_channels]
    else:
        waiting = queue_first[channel]
    if waiting >= 0:
        wake(channel, at, wheel, after, is_due)


@inlined
def record_clear(channel, at, clear, parked, state, worm_wheel, after_in_queue):
    """Record the first cycle in which the buffer holds nothing of its last worm; the next one may be in it already.

    clear (ndarray of int): First cycle in which each buffer is clear.
    parked (ndarray of int): Worm that waits in each buffer behind another one; -1 if there is none.
    state (ndarray of int): State of each worm.
    worm_wheel, after_in_queue (ndarray of int): First worm that is looked at in each cycle, and the one behind each
    worm.
    """
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
    """Whether a worm that begins to wait closes a cycle of worms that wait for one another.

    path, start, position (ndarray of int): Channels of all worms, the first one of each worm in this array, and how
    many of them its header has crossed.
    state (ndarray of int): State of each worm.
    owner (ndarray of int): Worm that crossed each channel last.
    ahead (ndarray of int): Worm ahead of the last one in each buffer.
    free (ndarray of int): First cycle in which each channel can be crossed again; ``UNKNOWN`` while its worm is held
    up.
    """
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
