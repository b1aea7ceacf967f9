"""Compiled loops: selection of the flits that move in a cycle, their moves, and the allocation and release of
channels.
"""

import numpy as np

from netlemma.graphs.simulate.kernels.arrays import ASLEEP, BUSY, CHECKS, EMPTY, GRANTED, QUEUED, SQUARES
from netlemma.graphs.simulate.kernels.compiled import inlined

PLACE_BITS = 20
PLACES = (1 << PLACE_BITS) - 1  # positions in a way are below


@inlined
def take(channel, worm, rules, ways, channels):
    """Give a free channel to a worm."""
    channels.owner[channel] = worm
    if channel < rules.network_channels:
        link = ways.link[channel]
        channels.busy[link] += 1
        channels.usage[BUSY] += 1
        channels.usage[SQUARES] += 2 * channels.busy[link] - 1


@inlined
def _give_back(channel, now, rules, ways, channels, sources, kept):
    """Release a channel; a terminal whose injection channel it is will be checked."""
    channels.owner[channel] = -1
    channels.freed[ways.origin[channel]] = now
    if channel < rules.network_channels:
        link = ways.link[channel]
        channels.usage[BUSY] -= 1
        channels.usage[SQUARES] -= 2 * channels.busy[link] - 1
        channels.busy[link] -= 1
    elif channel < rules.first_ejection:
        sources.checks[kept[CHECKS]] = (channel - rules.network_channels) // rules.injection_vcs
        kept[CHECKS] += 1


@inlined
def choose_moves(now, active_count, rules, ways, worms, channels, moves):
    """The flits that move, as worm and position in one number, by the state at the beginning of the cycle.

    Of the virtual channels of a link that have a flit ready, the first one after the one that crossed last is chosen.
    """
    way, sent, held, last_turn, link_of, turn_of = (
        worms.way,
        worms.sent,
        channels.held,
        channels.last_turn,
        ways.link,
        ways.turn,
    )
    moving, rivals, links = moves.flits, moves.rivals, moves.links
    active, states, asked, moved, lengths = worms.active, worms.state, worms.asked, worms.moved, worms.length
    headers, tails, flits_of, buffers = worms.header, worms.tail, worms.flits, rules.buffers
    limit = rules.first_ejection if rules.shared else 0
    count = 0
    link_count = 0
    for i in range(active_count):
        worm = np.int64(active[i])
        queued = states[worm] == QUEUED
        if queued and asked[worm] < now and moved[worm] < now - 1:
            continue  # all of its flits have come as close to each other as they can
        end_at = lengths[worm] - 1
        to = headers[worm]
        if states[worm] == GRANTED and to <= end_at:
            to += 1
        tail = tails[worm]
        before = flits_of[worm] if tail == 0 else sent[worm, tail - 1]
        for j in range(tail, to):
            mine = sent[worm, j]
            if before > mine:
                channel = way[worm, j]
                if j == end_at or held[channel] < buffers:
                    moved[worm] = now
                    if channel < limit:
                        link = link_of[channel]
                        rival = rivals[link]
                        if rival < 0:
                            rivals[link] = (worm << PLACE_BITS) + j
                            links[link_count] = link
                            link_count += 1
                        else:
                            last = last_turn[link] + 1
                            other = turn_of[way[rival >> PLACE_BITS, rival & PLACES]] - last
                            this = turn_of[channel] - last
                            if this < 0:
                                this += rules.turns
                            if other < 0:
                                other += rules.turns
                            if this < other:
                                rivals[link] = (worm << PLACE_BITS) + j
                    else:
                        moving[count] = (worm << PLACE_BITS) + j
                        count += 1
            before = mine
    for i in range(link_count):
        link = links[i]
        move = rivals[link]
        moving[count] = move
        count += 1
        last_turn[link] = turn_of[way[move >> PLACE_BITS, move & PLACES]]
        rivals[link] = -1
    return count


@inlined
def move_flits(now, moving, count, rules, ways, worms, channels, sources, kept, started, delivered):
    """Move flits.

    moving (ndarray of int64): The moves, as worm and position in one number.
    kept (ndarray of int64): Counters kept between calls; updated.
    started, delivered (ndarray of int64, shape (messages,)): Times of injection and of delivery; written.
    """
    way, sent, held, lengths, flits_of = worms.way, worms.sent, channels.held, worms.length, worms.flits
    header, state, serial, tail, entered, gone = (
        worms.header,
        worms.state,
        worms.serial,
        worms.tail,
        channels.entered,
        channels.gone,
    )
    finished = False
    for i in range(count):
        worm, j = moving[i] >> PLACE_BITS, moving[i] & PLACES
        channel = way[worm, j]
        end_at = lengths[worm] - 1
        crossed = sent[worm, j] + 1
        sent[worm, j] = crossed
        if j < end_at:
            held[channel] += 1
        if j > 0:
            held[way[worm, j - 1]] -= 1
        if crossed == 1:
            header[worm] = j + 1
            state[worm] = ASLEEP
            serial[worm, j] = entered[channel]
            entered[channel] += 1
            if j == 0:
                started[worms.message[worm]] = now
        if crossed == flits_of[worm]:
            tail[worm] = j + 1
            if j > 0:
                gone[way[worm, j - 1]] += 1
                if rules.reuse == EMPTY:
                    _give_back(way[worm, j - 1], now, rules, ways, channels, sources, kept)
            if (j == end_at or rules.reuse != EMPTY) and channels.owner[channel] == worm:
                _give_back(channel, now, rules, ways, channels, sources, kept)
            if j == end_at:
                delivered[worms.message[worm]] = np.int64(now + 1)
                finished = True
    return finished
