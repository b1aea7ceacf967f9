"""Compiled loop of the worm-level simulator where bandwidth is shared: each cycle, by how many flits have crossed each channel.

Flits are not moved: of each worm on its way ``sent[worm, j]`` says how many of its flits have crossed channel j of its path, and
that is the whole state. Everything in a cycle is decided from the state at its beginning. The kernel is exact for any
length of worms and buffers; :mod:`graphs.simulate.event_kernel` is faster where it applies.
"""

from __future__ import annotations

import numpy as np
from numba import njit

NOW, SEEN, INJECTED, ACTIVE, LOOSE, CHECKS, STUCK = range(7)  # numbers that are kept between calls
ASLEEP, QUEUED, GRANTED = 0, 1, 2  # a header is in a buffer, has asked for the next channel, or has got it
CHECK_EVERY = 64  # cycles between two searches for a deadlock; there is one in the last cycle too


@njit(cache=True, nogil=True)
def _first_in(channel, active, active_count, path, start, length, sent, serial, gone):
    """The worm whose flits are the first ones in the buffer of a channel."""
    for i in range(active_count):
        worm = active[i]
        for j in range(length[worm]):
            if sent[worm, j] == 0:
                break
            if path[start[worm] + j] == channel and serial[worm, j] == gone[channel]:
                return worm
    return -1


@njit(cache=True, nogil=True)
def blocker(worm, now, moved, header, state, active, active_count, path, start, length, sent, serial, gone, owner):
    """The worm that must move before this one can, -1 if this one can move."""
    if moved[worm] == now:
        return -1
    wanted = path[start[worm] + header[worm]]
    if state[worm] == QUEUED:
        return owner[wanted]
    if state[worm] == GRANTED:
        return _first_in(wanted, active, active_count, path, start, length, sent, serial, gone)
    return _first_in(
        path[start[worm] + header[worm] - 1], active, active_count, path, start, length, sent, serial, gone
    )


@njit(cache=True, nogil=True)
def _find_circle(now, moved, header, state, active, active_count, path, start, length, sent, serial, gone, owner):
    """A worm that is blocked, by others, by itself; -1 if there is none."""
    for i in range(active_count):
        if moved[active[i]] == now:
            continue
        slow = fast = active[i]
        while fast >= 0:
            for _ in range(2):
                if fast >= 0:
                    fast = blocker(
                        fast,
                        now,
                        moved,
                        header,
                        state,
                        active,
                        active_count,
                        path,
                        start,
                        length,
                        sent,
                        serial,
                        gone,
                        owner,
                    )
            slow = blocker(
                slow, now, moved, header, state, active, active_count, path, start, length, sent, serial, gone, owner
            )
            if fast >= 0 and fast == slow:
                return fast
    return -1


@njit(cache=True, nogil=True)
def run_cycles(
    until, flits, buffers, ideal, shared, network_channels, ends, vcs,
    cycle, source, destination, delivered, behind_at_source,
    path, first,
    kept, message_of, start, length, header, tail, asked, after_in_queue, state, sent, serial, moved, active, loose, checks,
    owner, held, entered, gone, queue_first, queue_last, source_first, source_last, last_vc,
):  # fmt: skip
    """All cycles before ``until``. Returns whether it stopped at a deadlock, for good; ``kept[STUCK]`` is then a worm of it."""
    now, seen, injected = kept[NOW], kept[SEEN], kept[INJECTED]
    active_count, loose_count, check_count = kept[ACTIVE], kept[LOOSE], kept[CHECKS]
    messages = len(cycle)
    moving = np.empty(
        (len(state) + 1) * sent.shape[1], np.int64
    )  # worm * longest path + place of those flits that move
    longest = sent.shape[1]
    best = np.full(len(last_vc), -1, np.int64)  # for each link the flit that will cross it
    links = np.empty(len(last_vc), np.int64)
    while now < until:
        while seen < messages and cycle[seen] <= now:
            end = source[seen]
            behind_at_source[seen] = -1
            if source_first[end] >= 0:
                behind_at_source[source_last[end]] = seen
            else:
                source_first[end] = seen
                if owner[network_channels + end] < 0:
                    checks[check_count] = network_channels + end
                    check_count += 1
            source_last[end] = seen
            seen += 1

        for i in range(active_count):
            worm = active[i]
            at = header[worm]
            if state[worm] != ASLEEP or at == length[worm]:
                continue
            here = path[start[worm] + at - 1]
            if serial[worm, at - 1] != gone[here]:
                continue
            channel = path[start[worm] + at]
            if ideal and at == length[worm] - 1:
                state[worm] = GRANTED
                continue
            state[worm] = QUEUED
            asked[worm] = now
            before = -1
            other = queue_first[channel]
            if other >= 0 and (asked[queue_last[channel]] < now or message_of[queue_last[channel]] < message_of[worm]):
                before = queue_last[channel]
                other = -1
            while other >= 0 and (asked[other] < now or message_of[other] < message_of[worm]):
                before = other
                other = after_in_queue[other]
            after_in_queue[worm] = other
            if other < 0:
                queue_last[channel] = worm
            if before >= 0:
                after_in_queue[before] = worm
            else:
                queue_first[channel] = worm
                if owner[channel] < 0:
                    checks[check_count] = channel
                    check_count += 1

        for i in range(check_count):
            channel = checks[i]
            if owner[channel] >= 0:
                continue
            if channel >= network_channels and channel < network_channels + ends:
                end = channel - network_channels
                message = source_first[end]
                if message < 0:
                    continue
                source_first[end] = behind_at_source[message]
                injected += 1
                loose_count -= 1
                worm = loose[loose_count]
                pair = np.int64(end) * ends + destination[message]
                message_of[worm] = message
                start[worm] = first[pair]
                length[worm] = first[pair + 1] - first[pair]
                header[worm] = 0
                tail[worm] = 0
                sent[worm, :] = 0
                active[active_count] = worm
                active_count += 1
            else:
                worm = queue_first[channel]
                if worm < 0:
                    continue
                queue_first[channel] = after_in_queue[worm]
            owner[channel] = worm
            state[worm] = GRANTED
        check_count = 0

        # which flits move, all by the state at the beginning of the cycle
        moving_count = 0
        link_count = 0
        for i in range(active_count):
            worm = active[i]
            end_at = length[worm] - 1
            to = header[worm] + 1 if state[worm] == GRANTED and header[worm] <= end_at else header[worm]
            before = flits if tail[worm] == 0 else sent[worm, tail[worm] - 1]
            for j in range(tail[worm], to):
                mine = sent[worm, j]
                channel = path[start[worm] + j]
                if before > mine and (j == end_at or held[channel] < buffers):
                    moved[worm] = now
                    if shared and channel < network_channels:
                        link, vc = channel // vcs, channel % vcs
                        rival = best[link]
                        if rival < 0:
                            best[link] = worm * longest + j
                            links[link_count] = link
                            link_count += 1
                        else:
                            turn = (path[start[rival // longest] + rival % longest] % vcs - last_vc[link] - 1) % vcs
                            if (vc - last_vc[link] - 1) % vcs < turn:
                                best[link] = worm * longest + j
                    else:
                        moving[moving_count] = worm * longest + j
                        moving_count += 1
                before = mine
        for i in range(link_count):
            link = links[i]
            moving[moving_count] = best[link]
            moving_count += 1
            last_vc[link] = path[start[best[link] // longest] + best[link] % longest] % vcs
            best[link] = -1

        if now % CHECK_EVERY == 0 or now == until - 1:
            stuck = _find_circle(
                now, moved, header, state, active, active_count, path, start, length, sent, serial, gone, owner
            )
            if stuck >= 0:
                kept[NOW], kept[ACTIVE], kept[STUCK] = now, active_count, stuck
                return True

        finished = False
        for i in range(moving_count):
            worm, j = moving[i] // longest, moving[i] % longest
            channel = path[start[worm] + j]
            end_at = length[worm] - 1
            count = sent[worm, j] + 1
            sent[worm, j] = count
            if j < end_at:
                held[channel] += 1
            if j > 0:
                held[path[start[worm] + j - 1]] -= 1
            if count == 1:
                header[worm] = j + 1
                state[worm] = ASLEEP
                serial[worm, j] = entered[channel]
                entered[channel] += 1
            if count == flits:
                tail[worm] = j + 1
                if owner[channel] == worm:
                    owner[channel] = -1
                    checks[check_count] = channel
                    check_count += 1
                if j > 0:
                    gone[path[start[worm] + j - 1]] += 1
                if j == end_at:
                    delivered[message_of[worm]] = now + 1
                    finished = True
        if finished:
            still = 0
            for i in range(active_count):
                worm = active[i]
                if tail[worm] == length[worm]:
                    loose[loose_count] = worm
                    loose_count += 1
                else:
                    active[still] = worm
                    still += 1
            active_count = still
        now += 1
        if active_count == 0 and injected == seen:  # nothing is on its way: on to the next message
            quiet = until if seen == messages else min(until, cycle[seen])
            if quiet > now:
                now = quiet
                check_count = 0
    kept[NOW], kept[SEEN], kept[INJECTED] = now, seen, injected
    kept[ACTIVE], kept[LOOSE], kept[CHECKS] = active_count, loose_count, check_count
    return False
