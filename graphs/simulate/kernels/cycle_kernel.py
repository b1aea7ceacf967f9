"""Compiled loop of the worm-level simulator with shared bandwidth or adaptive worms, cycle by cycle.

Flits are not moved: for each worm in the network ``sent[worm, j]`` is the number of its flits that have crossed channel
j of its path, and that is the whole state. Everything in a cycle is decided from the state at its beginning. The loop
is exact for any length of worms and buffers; :mod:`netlemma.graphs.simulate.kernels.event_kernel` is faster where it applies."""

from netlemma.graphs.simulate.kernels import arrays
from netlemma.graphs.simulate.kernels.compiled import inlined, kernel
from netlemma.graphs.simulate.kernels.worm_kernel import (
    choose_moves,
    find_stuck,
    free_channel,
    has_arrived,
    move_flits,
    offered,
    take,
    write_path,
)

CHECK_EVERY = 256  # cycles between two searches for a deadlock; there is one in the last cycle too


@inlined
def _generate(now, kept, cycle, source, behind, sources):
    """Append messages to the queues of their sources."""
    seen = kept[arrays.SEEN]
    while seen < len(cycle) and cycle[seen] <= now:
        end = source[seen]
        behind[seen] = -1
        if sources.first[end] >= 0:
            behind[sources.last[end]] = seen
        else:
            sources.first[end] = seen
            sources.checks[kept[arrays.CHECKS]] = end
            kept[arrays.CHECKS] += 1
        sources.last[end] = seen
        seen += 1
    kept[arrays.SEEN] = seen


@inlined
def _inject(kept, rules, ways, destination, goal, via, size, behind, worms, channels, sources):
    """Give free injection channels to the first messages of queues, which become worms."""
    for i in range(kept[arrays.CHECKS]):
        end = sources.checks[i]
        for vc in range(rules.injection_vcs):
            channel = rules.network_channels + end * rules.injection_vcs + vc
            message = sources.first[end]
            if message < 0:
                break
            if channels.owner[channel] >= 0:
                continue
            sources.first[end] = behind[message]
            kept[arrays.INJECTED] += 1
            kept[arrays.LOOSE] -= 1
            worm = worms.loose[kept[arrays.LOOSE]]
            worms.active[kept[arrays.ACTIVE]] = worm
            kept[arrays.ACTIVE] += 1
            to = destination[message]
            worms.message[worm] = message
            worms.flits[worm] = size[message]
            worms.destination[worm] = to
            worms.goal[worm] = goal[message]
            worms.via[worm] = via[message]
            if ways.adaptive:
                worms.way[worm, :] = -1
                worms.way[worm, 0] = channel
                worms.length[worm] = arrays.UNKNOWN
            else:
                way = worms.way[worm]
                worms.length[worm] = write_path(channel, goal[message], rules.first_ejection + to, way, 0, ways)
            worms.header[worm] = 0
            worms.tail[worm] = 0
            worms.sent[worm, :] = 0
            worms.state[worm] = arrays.GRANTED
            take(channel, worm, rules, ways, channels)
    kept[arrays.CHECKS] = 0


@inlined
def _ask(now, kept, rules, ways, worms, channels):
    """Append headers that are the first in their buffers to those that wait, ordered by cycle and then by number of the
    message.
    """
    waiting, active, state, header, length = worms.waiting, worms.active, worms.state, worms.header, worms.length
    serial, gone, way = worms.serial, channels.gone, worms.way
    for i in range(kept[arrays.ACTIVE]):
        worm = active[i]
        at = header[worm]
        if state[worm] != arrays.ASLEEP or at == length[worm]:
            continue
        if serial[worm, at - 1] != gone[way[worm, at - 1]]:
            continue
        if worms.way[worm, at] < 0 and has_arrived(worm, ways, worms):
            worms.way[worm, at] = rules.first_ejection + worms.destination[worm]
            worms.length[worm] = at + 1
        if rules.ejection == arrays.IDEAL and at == worms.length[worm] - 1:
            worms.state[worm] = arrays.GRANTED
            continue
        worms.state[worm] = arrays.QUEUED
        worms.asked[worm] = now
        only, base = offered(worm, ways, worms)[:2]
        worms.spot[worm] = ways.origin[only if only >= 0 else base]
        k = kept[arrays.WAITING]
        while k > 0 and worms.asked[waiting[k - 1]] == now and worms.message[waiting[k - 1]] > worms.message[worm]:
            waiting[k] = waiting[k - 1]
            k -= 1
        waiting[k] = worm
        kept[arrays.WAITING] += 1


@inlined
def _grant(now, kept, rules, ways, worms, channels):
    """Give free channels to waiting headers, one after the other."""
    still = 0
    waiting, asked, spot, freed = worms.waiting, worms.asked, worms.spot, channels.freed
    for i in range(kept[arrays.WAITING]):
        worm = waiting[i]
        if asked[worm] < now and freed[spot[worm]] < now - 1:  # nothing has changed
            waiting[still] = worm
            still += 1
            continue
        channel = free_channel(worm, now, rules, ways, worms, channels.owner)
        if channel < 0:
            worms.waiting[still] = worm
            still += 1
        else:
            worms.way[worm, worms.header[worm]] = channel
            worms.state[worm] = arrays.GRANTED
            take(channel, worm, rules, ways, channels)
    kept[arrays.WAITING] = still


@inlined
def _forget_consumed(kept, worms):
    still = 0
    for i in range(kept[arrays.ACTIVE]):
        worm = worms.active[i]
        if worms.tail[worm] == worms.length[worm]:
            worms.loose[kept[arrays.LOOSE]] = worm
            kept[arrays.LOOSE] += 1
        else:
            worms.active[still] = worm
            still += 1
    kept[arrays.ACTIVE] = still


@kernel
def run_cycles(
    until, final, rules, ways, cycle, source, destination, goal, via, size, started, delivered, behind, kept, worms,
    channels, sources, moves, search,
):  # fmt: skip
    """Simulate all cycles before ``until``.

    cycle (ndarray of int64, shape (messages,)): Cycle from which each message can enter.
    source, destination (ndarray of int32, shape (messages,)): Terminals of each message.
    goal (ndarray of int32, shape (messages,)): Goal of each message, which has been followed if the message comes in
    time.
    via (ndarray of int32, shape (messages,)): Its goal in the first of two phases, -1 if there is one phase.
    size (ndarray of int32, shape (messages,)): Flits of each message.
    started, delivered (ndarray of int64, shape (messages,)): Times of injection and of delivery; written.
    behind (ndarray of int32, shape (messages,)): Next message in the queue of the same source; written.
    kept (ndarray of int64): Counters kept between calls; updated.

    Returns: Whether it stopped at a deadlock, finally; ``kept[arrays.STUCK]`` is then a worm of it.
    """
    now = kept[arrays.NOW]
    usage = channels.usage
    while now < until:
        _generate(now, kept, cycle, source, behind, sources)
        _inject(kept, rules, ways, destination, goal, via, size, behind, worms, channels, sources)
        _ask(now, kept, rules, ways, worms, channels)
        _grant(now, kept, rules, ways, worms, channels)
        count = choose_moves(now, kept[arrays.ACTIVE], rules, ways, worms, channels, moves)
        if now % CHECK_EVERY == 0 or (final and now == until - 1):
            stuck = find_stuck(now, kept, rules, ways, worms, channels, search)
            if stuck >= 0:
                kept[arrays.NOW], kept[arrays.STUCK] = now, stuck
                return True
        if rules.measured_from <= now < rules.measured_to:
            usage[arrays.BUSY_SUM] += usage[arrays.BUSY]
            usage[arrays.SQUARES_SUM] += usage[arrays.SQUARES]
        if move_flits(now, moves.flits, count, rules, ways, worms, channels, sources, kept, started, delivered):
            _forget_consumed(kept, worms)
        now += 1
        if (
            kept[arrays.ACTIVE] == 0 and kept[arrays.INJECTED] == kept[arrays.SEEN]
        ):  # nothing is on its way: on to the next message
            quiet = until if kept[arrays.SEEN] == len(cycle) else min(until, cycle[kept[arrays.SEEN]])
            if quiet > now:
                now = quiet
                kept[arrays.CHECKS] = 0
    kept[arrays.NOW] = now
    return False
