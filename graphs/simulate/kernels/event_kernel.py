"""Compiled loop of the fast engine from event to event, and the wheels on which it keeps when channels become free."""

import numpy as np

from netlemma.graphs.simulate.kernels.compiled import inlined, kernel
from netlemma.graphs.simulate.kernels.worm_kernel import write_path

# States of channels and worms of the event kernel, and wheels of the cycles in which it looks at them again.


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


# Compiled loop of the worm-level simulator: only headers are followed; when tails leave is known from them.
#
# Let H(j) be the cycle in which the header of a worm of M flits crosses channel j of its path, and b the flits of a buffer. Where
# bandwidth is not shared, flit f crosses channel j in cycle
#
#     f + max over k >= 0, k b <= f, of H(j + k) - k (b - 1)        (no terms beyond the end of the path)
#
# since a flit comes a cycle after the one before it, a cycle after it has crossed the channel before, and a cycle after the
# flit b places ahead has left its slot. The end of another worm may be in a buffer too. With b = 2 that delays flit f only where
# k b = f - 1 for the last k, by as much as it delays the header there: the last term is then A(j + k) - 1 - k (b - 1), where A(j)
# is the cycle in which the header is the first in buffer j and asks for what comes next. With larger buffers it delays
# nothing if worms are long, M // b >= D - 1. With b = 2 the last term is the largest, since H rises by 1 at least.
#
# So it is known, M // b channels behind a header, from which cycle on another worm can cross a channel ("free"), and one or none
# further behind, when its buffer holds nothing of the worm any more ("clear"): if M is odd the first with A, the second with
# H, and if M is even the other way round. docs/simulation.md has the derivation.


NOW, SEEN, INJECTED, HEADS, LOOSE, STUCK = range(6)  # numbers that are kept between calls


@kernel
def run_events(
    until, flits, buffers, ideal, network_channels, ends,
    cycle, source, destination, goal, started, delivered, behind_at_source,
    ways, path, known,
    kept, message_of, start, length, position, asked, after_in_queue, state, freed, cleared, crossed, heads, loose,
    free, clear, owner, ahead, parked, queue_first, queue_last, wheel, after, is_due, source_first, source_last, worm_wheel, checks, ready,
):  # fmt: skip
    """Simulate all cycles before ``until``.

    cycle (ndarray of int64, shape (messages,)): Cycle from which each message can enter.
    source, destination (ndarray of int32, shape (messages,)): Terminals of each message.
    goal (ndarray of int32, shape (messages,)): Goal of each message, which has been followed if the message comes in
    time.
    started, delivered (ndarray of int64, shape (messages,)): Times of injection and of delivery; written.
    behind_at_source (ndarray of int32, shape (messages,)): Next message in the queue of the same source; written.
    path (ndarray of int32): Path of each worm in the network, from ``start`` on; written. There are as many places for
    each worm, and behind them for each pair of terminals if ``known`` has any.
    known (ndarray of int32, shape (ends * ends,) or (0,)): Length of the path of each pair of a source and a goal that
    has been written, 0 if it has not; updated.
    kept (ndarray of int64): Counters kept between calls; updated.
    message_of, start, length, position, asked, after_in_queue, state, freed, cleared, crossed, heads, loose: State of
    the worms; updated.
    free, clear, owner, ahead, parked, queue_first, queue_last: State of the channels; updated.
    wheel, after, is_due, source_first, source_last, worm_wheel, checks, ready: Scheduled checks and queues of the
    terminals; updated.
    """
    now, seen, injected, head_count, loose_count = kept[NOW], kept[SEEN], kept[INJECTED], kept[HEADS], kept[LOOSE]
    messages = len(cycle)
    to_free = flits // buffers  # channels that a header is ahead when the time at which a channel becomes free is known
    to_clear = 1 + (flits - 1) // buffers
    odd = flits % 2 == 1
    slack = buffers - 1
    first_ejection = network_channels + ends  # with one injection channel of each terminal
    mask = len(wheel) - 1
    width = len(path) // (len(state) + len(known))
    while now < until:
        check_count = 0
        while seen < messages and cycle[seen] <= now:
            end = source[seen]
            behind_at_source[seen] = -1
            if source_first[end] >= 0:
                behind_at_source[source_last[end]] = seen
            else:
                source_first[end] = seen
                channel = network_channels + end
                if free[channel] <= now:
                    checks[check_count] = channel
                    check_count += 1
                elif free[channel] != UNKNOWN:
                    wake(channel, free[channel], wheel, after, is_due)
            source_last[end] = seen
            seen += 1

        # headers that ask for their next channel in this cycle
        ready_count = head_count
        for i in range(head_count):
            ready[i] = heads[i]
        head_count = 0
        worm = worm_wheel[now & mask]
        while worm >= 0:
            ready[ready_count] = worm
            ready_count += 1
            worm = after_in_queue[worm]
        worm_wheel[now & mask] = -1
        arrived = 0  # worms at their destination come first in `ready`, and need no channel
        for i in range(ready_count):
            worm = ready[i]
            at = position[worm] - 1
            if odd and at >= to_free:
                j = freed[worm]
                freed[worm] = j + 1
                past = path[start[worm] + j]
                clear[past] = UNKNOWN
                record_free(
                    past, flits + now - 1 - to_free,
                    network_channels, ends, free, queue_first, source_first, wheel, after, is_due,
                )  # fmt: skip
            if not odd and at >= to_clear:
                j = cleared[worm]
                cleared[worm] = j + 1
                record_clear(
                    path[start[worm] + j], flits + now - to_clear, clear, parked, state, worm_wheel, after_in_queue
                )
            if ideal and position[worm] == length[worm] - 1:
                ready[i] = ready[arrived]
                ready[arrived] = worm
                arrived += 1
                continue
            channel = path[start[worm] + position[worm]]
            asked[worm] = now
            state[worm] = QUEUED
            last = queue_last[channel]
            if queue_first[channel] < 0:
                queue_first[channel] = worm
                queue_last[channel] = worm
                after_in_queue[worm] = -1
                if free[channel] <= now:
                    checks[check_count] = channel
                    check_count += 1
                elif free[channel] != UNKNOWN:
                    wake(channel, free[channel], wheel, after, is_due)
            elif asked[last] < now or message_of[last] < message_of[worm]:
                after_in_queue[last] = worm
                queue_last[channel] = worm
                after_in_queue[worm] = -1
            else:  # of those that asked in this cycle, the message generated first goes first
                before = -1
                here = queue_first[channel]
                while asked[here] < now or message_of[here] < message_of[worm]:
                    before = here
                    here = after_in_queue[here]
                after_in_queue[worm] = here
                if before < 0:
                    queue_first[channel] = worm
                else:
                    after_in_queue[before] = worm
            if free[channel] == UNKNOWN and closes_circle(worm, path, start, position, state, owner, ahead, free):
                kept[NOW], kept[STUCK] = now, worm
                return True

        channel = wheel[now & mask]
        wheel[now & mask] = -1
        while channel >= 0:
            is_due[channel] = False
            checks[check_count] = channel
            check_count += 1
            channel = after[channel]

        for i in range(arrived + check_count):
            if i < arrived:
                worm = ready[i]
                channel = path[start[worm] + position[worm]]
            else:
                channel = checks[i - arrived]
                if free[channel] > now:
                    continue
                if channel >= network_channels and channel < network_channels + ends:
                    end = channel - network_channels
                    message = source_first[end]
                    if message < 0:
                        continue
                    source_first[end] = behind_at_source[message]
                    started[message] = now
                    injected += 1
                    loose_count -= 1
                    worm = loose[loose_count]
                    message_of[worm] = message
                    pair = np.int64(end) * ends + goal[message] if len(known) else np.int64(-1)
                    start[worm] = width * (len(state) + pair if pair >= 0 else worm)
                    length[worm] = known[pair] if pair >= 0 else 0
                    if length[worm] == 0:
                        length[worm] = write_path(
                            channel, goal[message], first_ejection + destination[message], path, start[worm], ways
                        )
                        if pair >= 0:
                            known[pair] = length[worm]
                    position[worm] = 0
                    freed[worm] = 0
                    cleared[worm] = 0
                else:
                    worm = queue_first[channel]
                    if worm < 0:
                        continue
                    queue_first[channel] = after_in_queue[worm]
                ahead[channel] = owner[channel]
                owner[channel] = worm
                free[channel] = UNKNOWN
            # the header of this worm crosses this channel now
            at = position[worm]
            base = start[worm]
            crossed[worm, at] = now
            position[worm] = at + 1
            end_at = length[worm] - 1
            if at == end_at:
                delivered[message_of[worm]] = now + flits
                latest = now
                for j in range(end_at, min(freed[worm], cleared[worm]) - 1, -1):
                    past = path[base + j]
                    if j < end_at:
                        if j >= cleared[worm] and (slack > 1 or j < freed[worm]):
                            record_clear(past, flits + latest, clear, parked, state, worm_wheel, after_in_queue)
                        latest = latest - 1 if slack == 1 else max(crossed[worm, j], latest - slack)
                    if j >= freed[worm] and not (ideal and j == end_at):
                        record_free(
                            past, flits + latest,
                            network_channels, ends, free, queue_first, source_first, wheel, after, is_due,
                        )  # fmt: skip
                loose[loose_count] = worm
                loose_count += 1
                continue
            if not odd and at >= to_free:
                j = freed[worm]
                freed[worm] = j + 1
                past = path[base + j]
                clear[past] = UNKNOWN
                record_free(
                    past, flits + now - to_free,
                    network_channels, ends, free, queue_first, source_first, wheel, after, is_due,
                )  # fmt: skip
            if odd and at >= to_clear:
                j = cleared[worm]
                cleared[worm] = j + 1
                record_clear(
                    path[base + j], flits + now - to_clear + 1, clear, parked, state, worm_wheel, after_in_queue
                )
            # and asks for the next one from the next cycle on, or once what is before it in the buffer has left
            clear_from = clear[channel]
            if clear_from <= now + 1:
                state[worm] = MOVING
                heads[head_count] = worm
                head_count += 1
            elif clear_from != UNKNOWN:
                state[worm] = MOVING
                place = clear_from & mask
                after_in_queue[worm] = worm_wheel[place]
                worm_wheel[place] = worm
            else:
                state[worm] = BEHIND
                parked[channel] = worm
                if closes_circle(worm, path, start, position, state, owner, ahead, free):
                    kept[NOW], kept[STUCK] = now, worm
                    return True
        now += 1
        if loose_count == len(state) and injected == seen:  # nothing is on its way: on to the next message
            quiet = until if seen == messages else min(until, cycle[seen])
            if quiet > now:
                now = quiet
    kept[NOW], kept[SEEN], kept[INJECTED], kept[HEADS], kept[LOOSE] = now, seen, injected, head_count, loose_count
    return False
