"""Compiled steps of the fast engine: draws, priorities, headers, flits, and worms that are stuck."""

import numpy as np

from netlemma.graphs.base.compiled import worth_compiling
from netlemma.graphs.simulate.kernels.arrays import (
    ACTIVE,
    ASLEEP,
    BUSY,
    CHECKS,
    EMPTY,
    ESCAPE,
    GRANTED,
    QUEUED,
    RANDOM,
    SQUARES,
)
from netlemma.graphs.simulate.kernels.compiled import inlined, kernel

# Random selections without a generator: a hash of the purpose of the selection, independent of the order in which
# worms are visited.


STEPS_OF_A_DRAW = 4
ROUTE = 1 << 62  # in the place of the cycle: a draw of the route, which does not depend on time
GOLDEN, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@inlined
def _mixed(x):
    """The output function of SplitMix64 (Steele, Lea and Flood 2014), a bijection of 64-bit words."""
    x = (x ^ (x >> np.uint64(30))) * FIRST
    x = (x ^ (x >> np.uint64(27))) * SECOND
    return x ^ (x >> np.uint64(31))


@kernel
def draw(seed, message, position, cycle, count):
    """A pseudorandom number below ``count`` for the header of a message at a position of its path in a cycle, uniformly
    distributed.

    Parameters
    ----------
    seed : int
        Seed of the simulation.
    message : int
        Number of the message.
    position : int
        Position of the header on its path.
    cycle : int
        The cycle.
    count : int
        Number of alternatives.

    Returns
    -------
    int
        A number from 0 to count - 1.

    References
    ----------
    G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, 2014.

    Examples
    --------
    >>> [int(draw(1, 7, 2, cycle, 3)) for cycle in range(110, 120)]
    [0, 0, 1, 2, 1, 1, 0, 2, 2, 2]
    """
    x = _mixed(np.uint64(seed) * GOLDEN + np.uint64(message) + GOLDEN)
    x = _mixed(x * GOLDEN + np.uint64(position) + GOLDEN)
    x = _mixed(x * GOLDEN + np.uint64(cycle) + GOLDEN)
    return np.int64(x % np.uint64(count))


@kernel
def _draw_routes(seed, first, found):
    """Write the numbers of :func:`draw_routes`."""
    for i in range(len(found)):
        found[i] = draw(seed, first + i, 0, ROUTE, 1 << 62)


@np.errstate(over="ignore")
def draw_routes(seed: int, first: int, count: int) -> np.ndarray:
    """Numbers below 2^62 that choose the labels of messages: the remainder by the number of labels is that of the label.

    Returns: A number for each message.

    >>> (draw_routes(1, 0, 5) % 3).tolist(), (draw_routes(1, 3, 2) % 3).tolist()
    ([1, 0, 1, 0, 1], [0, 1])
    """
    found = np.empty(count, dtype=np.int64)
    if worth_compiling(STEPS_OF_A_DRAW * count):
        _draw_routes.compiled()
    _draw_routes.best(seed % 2**64, first, found)
    return found


# Compiled loops: the channels for which headers wait, and the selection among them.


EXCEPT = 1 << 15  # as in netlemma.graphs.simulate.layouts.goal_kernel
ARRIVED = -1
WHOLE = 1 << 32  # as in netlemma.graphs.simulate.layouts.goal_kernel


@kernel
def _behind(row, usual, low, high, rows, others):
    """The list of a row, the usual one if it is no exception."""
    stop = high
    while low < stop:
        middle = (low + stop) // 2
        if rows[middle] < row:
            low = middle + 1
        else:
            stop = middle
    return np.int64(others[low]) if low < high and rows[low] == row else usual


@inlined
def list_behind(channel, goal, ways):
    """The number of the list of channels that a worm may take next."""
    return _list_at(ways.node[channel], ways.row[channel], goal, ways)


@inlined
def _list_at(node, row, goal, ways):
    """The same for a row at a node."""
    block = ways.block[goal]
    number = np.int64(EXCEPT)
    if block >= 0:
        number = np.int64(ways.lists[block + node])
    if number >= EXCEPT:
        number = _behind(row, number - EXCEPT, ways.low[goal], ways.high[goal], ways.rows, ways.others)
    if node == ways.goal_node[goal]:
        number = np.int64(ARRIVED)
    return number


@inlined
def write_path(channel, goal, ejection, path, start, ways):
    """Write the path of a deterministic routing from an injection channel on.

    path (ndarray of int): Channels; written.
    """
    path[start] = channel
    count = 1
    at = np.int64(channel)
    number = list_behind(at, goal, ways)
    while number != ARRIVED:
        at = np.int64(ways.base[at] + ways.offers[ways.first[number]])
        path[start + count] = at
        count += 1
        number = list_behind(at, goal, ways)
    path[start + count] = ejection
    return count + 1


@inlined
def offered(worm, ways, worms):
    """The channels that a header may take next.

    They are the offers from ``low`` to ``high``, counted from ``base``; from ``middle`` on they are escape channels. A
    single channel is in the first place, which is otherwise -1.
    """
    at = worms.header[worm]
    only = worms.way[worm, at]
    if only >= 0:
        return only, 0, 0, 0, 0
    came = worms.way[worm, at - 1]
    node, row, goal, via = ways.node[came], ways.row[came], worms.goal[worm], worms.via[worm]
    if via >= 0 and ways.early[came]:
        if node == ways.goal_node[via]:
            row = node  # from its intermediate node a packet goes on as from a source
        else:
            goal = via
    number = _list_at(node, row, goal, ways)
    low, middle, high = ways.first[number], ways.escapes[number], ways.first[number + 1]
    if ways.chances[low] < WHOLE:
        drawn = draw(ways.seed, worms.message[worm], at, ROUTE, WHOLE)
        while ways.chances[low] <= drawn:
            low += 1
        middle = low + 1
        while middle < high and ways.chances[middle] == ways.chances[low]:
            middle += 1
        high = middle
    return -1, ways.base[came], low, middle, high


@inlined
def has_arrived(worm, ways, worms):
    """Whether the header of an adaptive worm is at its destination."""
    came = worms.way[worm, worms.header[worm] - 1]
    node, via = ways.node[came], worms.via[worm]
    passing = via >= 0 and ways.early[came] and node != ways.goal_node[via]
    return node == ways.goal_node[worms.goal[worm]] and not passing


@inlined
def _pick(worm, now, base, low, high, rules, ways, worms, owner):
    """One of the free channels in a part of the offers, -1 if there is none."""
    free = 0
    for i in range(low, high):
        if owner[base + ways.offers[i]] < 0:
            free += 1
            if rules.selection != RANDOM:
                return base + ways.offers[i]
    if free == 0:
        return -1
    skip = draw(rules.seed, worms.message[worm], worms.header[worm], now, free) if free > 1 else 0
    for i in range(low, high):
        channel = base + ways.offers[i]
        if owner[channel] < 0:
            if skip == 0:
                return channel
            skip -= 1
    return -1


@kernel
def free_channel(worm, now, rules, ways, worms, owner):
    """The channel that a header takes.

    owner (ndarray of int): Worm that owns each channel, -1 if none.
    """
    only, base, low, middle, high = offered(worm, ways, worms)
    if only >= 0:
        return only if owner[only] < 0 else -1
    if middle == high or rules.waiting != ESCAPE or worms.asked[worm] == now:
        channel = _pick(worm, now, base, low, middle, rules, ways, worms, owner)
        if channel >= 0:
            return channel
    return _pick(worm, now, base, middle, high, rules, ways, worms, owner)


# Compiled loops: selection of the flits that move in a cycle, their moves, and the allocation and release of
# channels.


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

    Of the virtual channels of a link that have a flit ready, the first one after the one that crossed last is chosen, as
    soon as the link is done with the flit before.
    """
    way, sent, held, last_turn, link_of, turn_of = (
        worms.way,
        worms.sent,
        channels.held,
        channels.last_turn,
        ways.link,
        ways.turn,
    )
    again, period = channels.again, channels.period
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
                        if again[link] > now:
                            pass  # the link still passes another flit
                        elif rival < 0:
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
        again[link] = now + period[link]
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


# Compiled loops: worms that will never move, the greatest set of blocked worms whose possible next channels are all
# held within the set.


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
