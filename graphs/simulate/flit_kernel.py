"""Compiled: which flits move in a cycle, and their moves; taking channels and giving them back."""

from __future__ import annotations

import numpy as np
from numba import njit

from graphs.simulate.arrays import ASLEEP, BUSY, CHECKS, GRANTED, QUEUED, SQUARES


@njit(cache=True, nogil=True)
def take(channel, worm, rules, ways, channels):
    """Give a channel that nobody has to a worm."""
    channels.owner[channel] = worm
    if channel < rules.network_channels:
        link = ways.link[channel]
        channels.busy[link] += 1
        channels.usage[BUSY] += 1
        channels.usage[SQUARES] += 2 * channels.busy[link] - 1


@njit(cache=True, nogil=True)
def _give_back(channel, rules, ways, channels, sources, kept):
    """Nobody has the channel any more; an end whose injection channel it is will be looked at."""
    channels.owner[channel] = -1
    if channel < rules.network_channels:
        link = ways.link[channel]
        channels.usage[BUSY] -= 1
        channels.usage[SQUARES] -= 2 * channels.busy[link] - 1
        channels.busy[link] -= 1
    elif channel < rules.first_ejection:
        sources.checks[kept[CHECKS]] = (channel - rules.network_channels) // rules.injection_vcs
        kept[CHECKS] += 1


@njit(cache=True, nogil=True)
def choose_moves(now, active_count, rules, ways, worms, channels, moving, rivals, links):
    """The flits that move, as worm * longest + position, by the state at the beginning of the cycle; how many.

    Of the virtual channels of a link that have a flit ready it is the turn of the first one after the one that crossed last.
    """
    way, sent, held = worms.way, worms.sent, channels.held
    longest = way.shape[1]
    limit = rules.first_ejection if rules.shared else 0
    count = 0
    link_count = 0
    for i in range(active_count):
        worm = active_worm = worms.active[i]
        queued = worms.state[worm] == QUEUED
        if queued and worms.asked[worm] < now and worms.moved[worm] < now - 1:
            continue  # all of its flits have come as close to each other as they can
        end_at = worms.length[worm] - 1
        to = worms.header[worm]
        if worms.state[worm] == GRANTED and to <= end_at:
            to += 1
        tail = worms.tail[worm]
        before = worms.flits[worm] if tail == 0 else sent[worm, tail - 1]
        for j in range(tail, to):
            mine = sent[worm, j]
            if before > mine:
                channel = way[worm, j]
                if j == end_at or held[channel] < rules.buffers:
                    worms.moved[worm] = now
                    if channel < limit:
                        link = ways.link[channel]
                        rival = rivals[link]
                        if rival < 0:
                            rivals[link] = active_worm * longest + j
                            links[link_count] = link
                            link_count += 1
                        else:
                            last = channels.last_turn[link] + 1
                            other = ways.turn[way[rival // longest, rival % longest]] - last
                            this = ways.turn[channel] - last
                            if this < 0:
                                this += rules.turns
                            if other < 0:
                                other += rules.turns
                            if this < other:
                                rivals[link] = active_worm * longest + j
                    else:
                        moving[count] = active_worm * longest + j
                        count += 1
            before = mine
    for i in range(link_count):
        link = links[i]
        move = rivals[link]
        moving[count] = move
        count += 1
        channels.last_turn[link] = ways.turn[way[move // longest, move % longest]]
        rivals[link] = -1
    return count


@njit(cache=True, nogil=True)
def move_flits(now, moving, count, rules, ways, worms, channels, sources, kept, started, delivered):
    """Move flits; returns whether a worm has been consumed."""
    way, sent, held = worms.way, worms.sent, channels.held
    longest = way.shape[1]
    finished = False
    for i in range(count):
        worm, j = moving[i] // longest, moving[i] % longest
        channel = way[worm, j]
        end_at = worms.length[worm] - 1
        crossed = sent[worm, j] + 1
        sent[worm, j] = crossed
        if j < end_at:
            held[channel] += 1
        if j > 0:
            held[way[worm, j - 1]] -= 1
        if crossed == 1:
            worms.header[worm] = j + 1
            worms.state[worm] = ASLEEP
            worms.serial[worm, j] = channels.entered[channel]
            channels.entered[channel] += 1
            if j == 0:
                started[worms.message[worm]] = now
        if crossed == worms.flits[worm]:
            worms.tail[worm] = j + 1
            if j > 0:
                channels.gone[way[worm, j - 1]] += 1
                if rules.empty:
                    _give_back(way[worm, j - 1], rules, ways, channels, sources, kept)
            if (j == end_at or not rules.empty) and channels.owner[channel] == worm:
                _give_back(channel, rules, ways, channels, sources, kept)
            if j == end_at:
                delivered[worms.message[worm]] = np.int64(now + 1)
                finished = True
    return finished
