"""Loops over the places of packets to one goal that look for deadlocks: packets that can come to their channels, and
places where packets are held up.

They run as plain Python or compiled, see :mod:`netlemma.graphs.base.compiled`."""


def place_last(
    by_node, node_count, head, destination, sources, start, channel, adaptive, held, want, left, seen, stamp, queue,
    order,
):  # fmt: skip
    """Channels that the last packet to arrive can fill: its way crosses no channel that another packet is to hold.

    head (array of int32, shape (C,)): Node to which each channel leads.
    sources (array of int32): Sources of the packets.
    start, channel (array of int64, array of int32): Choices row by row.
    held (array of bool, shape (C,)): Whether packets are in each channel in the end.
    want (array of int32, shape (C,)): Channel for which the packet in each channel is to wait, -1 for any that is held.
    left (array of bool, shape (C,)): Whether the packet of each channel is still to be found; written.
    seen (array of int32, shape (N + C,)): Mark of each row; written.
    queue, order (array of int32, shape (N + C,) and (C,)): Written; the latter with the channels found, in order.
    """
    found = 0
    end = 0
    for s in sources:
        seen[s] = stamp
        queue[end] = s
        end += 1
    i = 0
    while i < end:
        row = queue[i]
        i += 1
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            v = head[c]
            if v == destination:
                continue
            to = v if by_node else node_count + c
            if left[c]:
                some = False
                every = True
                for j in range(start[to], start[to + 1]):
                    x = channel[j]
                    if held[x] and (want[c] < 0 or want[c] == x):
                        some = True
                    else:
                        every = False
                if not (every if adaptive else some):
                    continue
                left[c] = False
                order[found] = c
                found += 1
            if seen[to] != stamp:
                seen[to] = stamp
                queue[end] = to
                end += 1
    return found


def mark_stuck(
    by_node, node_count, head, destination, start, channel, channels, adaptive, wormhole, held, stuck
):  # fmt: skip
    """Places of packets to one goal where a packet may wait for held channels, or a worm may hold the channel.

    head (array of int32, shape (C,)): Node to which each channel leads.
    start, channel (array of int64, array of int32): Choices row by row.
    channels (array of int32): Channels that the packets take, each before those that may follow it.
    held (array of bool, shape (C,)): Whether packets are in each channel in the end.
    stuck (array of bool, shape (C,)): Written for each reached channel.
    """
    count = 0
    for i in range(len(channels) - 1, -1, -1):
        c = channels[i]
        v = head[c]
        stuck[c] = False
        if v == destination:
            continue
        row = v if by_node else node_count + c
        some = False
        every = True
        behind = False
        for k in range(start[row], start[row + 1]):
            x = channel[k]
            if held[x]:
                some = True
            else:
                every = False
            behind = behind or stuck[x]
        if (every if adaptive else some) or (wormhole and behind):
            stuck[c] = True
            count += 1
    return count


def keep_ways(by_node, node_count, head, destination, start, channel, channels, target, kept):
    """Places on the ways of packets to the wanted places of one goal, and the places that may follow these.

    head (array of int32, shape (C,)): Node to which each channel leads.
    start, channel (array of int64, array of int32): Choices row by row.
    channels (array of int32): Channels that the packets take, each before those that may follow it.
    target (array of bool, shape (C,)): Channels to which packets come.
    kept (array of int8, shape (C,)): Written for each reached channel: 2 on a way, 1 behind one, 0 elsewhere.
    """
    for i in range(len(channels) - 1, -1, -1):
        c = channels[i]
        v = head[c]
        kept[c] = 2 if target[c] else 0
        if v == destination or kept[c]:
            continue
        row = v if by_node else node_count + c
        for k in range(start[row], start[row + 1]):
            if kept[channel[k]] == 2:
                kept[c] = 2
    for i in range(len(channels)):
        c = channels[i]
        v = head[c]
        if v != destination and kept[c] == 2:
            row = v if by_node else node_count + c
            for k in range(start[row], start[row + 1]):
                if kept[channel[k]] == 0:
                    kept[channel[k]] = 1
