"""Loops over the places of packets to one goal: their channel dependencies, and numbers of escape channels.

They run as plain Python or compiled, see :mod:`netlemma.graphs.base.compiled`."""

import numpy as np

LOWEST_BIT = np.array([0, *((byte & -byte).bit_length() - 1 for byte in range(1, 256))])
BLOCK = 12  # logarithm of the size of the blocks of places of which it is known whether there is something in them


def add_dependencies(
    by_node, head, node_count, destination, start, channel, channels, depth, source, number, held, wanted, bits, deepest, most,
    nearest, holder, single,
):  # fmt: skip
    """Add the dependencies of packets to one goal.

    Parameters
    ----------
    by_node : bool
        Whether choices are by node; this and what follows as in :class:`netlemma.graphs.routing.following.goal_graph.GoalGraph` and
        its frame.
    head : array
        Node to which each channel leads.
    node_count : int
        Number of nodes N.
    destination : int
        Number of the destination.
    start, channel, channels, depth, source : array
        Choices, channels that packets take, and their nearest sources.
    number : int
        Number of the goal's end.
    held, wanted : array of int64, shape (C,)
        The place of a dependency is the sum of ``held`` of the channel that is held and ``wanted`` of the other one; -1 in ``held``
        if dependencies on a channel are left out.
    bits : int
        Bits of the number of a node.
    deepest : int
        Depths from this on are alike.
    most : int
        Greatest number that an entry of ``nearest`` can have.
    nearest : array of int32 or int64
        For each dependency 0 if there is none, or ``most`` less the least (depth * 2^bits + number of an end) * 2^bits + source;
        written.
    holder : array of int32
        The channel that such a packet holds; written, unless it has length 0.
    single : bool
        Whether only dependencies of packets with a single choice are added.
    """
    keeps = len(holder) > 0
    for i in range(len(channels)):
        c = channels[i]
        v = head[c]
        first = held[c]
        if v == destination or first < 0:
            continue
        row = v if by_node else node_count + c
        if single and start[row + 1] - start[row] > 1:
            continue
        mine = most - ((((min(int(depth[i]), deepest) << bits) + number) << bits) + int(source[i]))
        for k in range(start[row], start[row + 1]):
            d = first + wanted[channel[k]]
            if mine > nearest[d]:
                nearest[d] = mine
                if keeps:
                    holder[d] = c


def add_paths(source, first, channel, number, held, wanted, bits, deepest, most, nearest, used):
    """Add the dependencies of packets to one goal by their ways.

    Parameters
    ----------
    source, first, channel : array of int64
        As in :class:`netlemma.graphs.routing.choices.Paths`.
    number, held, wanted, bits, deepest, most, nearest, used : Any
        As of :func:`add_dependencies` and :func:`add_used`.
    """
    for p in range(len(source)):
        for i in range(first[p], first[p + 1]):
            used[channel[i]] = True
        for depth in range(first[p + 1] - first[p] - 1):
            i = first[p] + depth
            mine = most - ((((min(depth, deepest) << bits) + number) << bits) + source[p])
            d = held[channel[i]] + wanted[channel[i + 1]]
            if mine > nearest[d]:
                nearest[d] = mine


def take_nearer(nearest, holder, other_nearest, other_holder):
    """Take over what another thread has found of dependencies that it reached earlier.

    Parameters
    ----------
    nearest, holder : array
        As of :func:`add_dependencies`; written.
    other_nearest, other_holder : array
        The same of the other thread.
    """
    for d in range(len(nearest)):
        if other_nearest[d] > nearest[d]:
            nearest[d] = other_nearest[d]
            if len(holder):
                holder[d] = other_holder[d]


def add_used(channels, used):
    """Add channels that packets to one goal take.

    Parameters
    ----------
    channels : array
        As in :class:`netlemma.graphs.routing.following.goal_graph.GoalGraph`.
    used : array of bool, shape (C,)
        Whether packets take each channel; written.
    """
    for c in channels:
        used[c] = True


def mark_dependencies(
    by_node, head, node_count, destination, start, channel, channels, held, wanted, single, bits, touched
):  # fmt: skip
    """Mark the dependencies of packets to one goal.

    Parameters
    ----------
    by_node, head, node_count, destination, start, channel, channels, held, wanted, single : Any
        As of :func:`add_dependencies`.
    bits : array of uint8
        Bit d % 8 of entry d // 8 tells whether there is dependency d; written.
    touched : array of bool
        Whether there is a dependency in each block of 2^BLOCK places; written.
    """
    for c in channels:
        v = head[c]
        if v == destination:
            continue
        row = v if by_node else node_count + c
        if single and start[row + 1] - start[row] > 1:
            continue
        first = held[c]
        for k in range(start[row], start[row + 1]):
            d = first + wanted[channel[k]]
            bits[d >> 3] |= 1 << (d & 7)
            touched[d >> BLOCK] = True


def take_marks(bits, touched, other_bits, other_touched):
    """Take over the marks of another thread.

    Parameters
    ----------
    bits, touched : array
        As of :func:`mark_dependencies`; written.
    other_bits, other_touched : array
        The same of the other thread.
    """
    for block in range(len(touched)):
        if other_touched[block]:
            touched[block] = True
            for i in range(block << (BLOCK - 3), min((block + 1) << (BLOCK - 3), len(bits))):
                bits[i] |= other_bits[i]


def marked(bits, touched):
    """The number of dependencies that are marked.

    Parameters
    ----------
    bits, touched : array
        As of :func:`mark_dependencies`.

    Returns
    -------
    int
        Number of dependencies.
    """
    count = 0
    for block in range(len(touched)):
        if touched[block]:
            for i in range(block << (BLOCK - 3), min((block + 1) << (BLOCK - 3), len(bits))):
                byte = bits[i]
                while byte:
                    byte &= byte - 1
                    count += 1
    return count


def listed(bits, touched, begin, first, entering, into, tail):
    """The dependencies that are marked, by the channels that are wanted.

    Parameters
    ----------
    bits, touched : array of uint8, array of bool
        As of :func:`mark_dependencies`, by the channels that are wanted.
    begin : array of int64, shape (C + 1,)
        First dependency of each channel, and their number.
    first : array of int64, shape (C,)
        For each channel, where the channels that lead to its node begin in ``entering``.
    entering : array of int32, shape (C,)
        All channels, by the nodes to which they lead.
    into : array of int64, shape (C + 1,)
        The first dependency that is marked of each channel, and the number of all; written.
    tail : array of int32
        Channels that are held; written.
    """
    size = 0
    for x in range(len(first)):
        into[x] = size
        d, end, lowest = begin[x], begin[x + 1], first[x] - begin[x]
        while d < end:
            if not touched[d >> BLOCK]:
                d = ((d >> BLOCK) + 1) << BLOCK
                continue
            rest = (0 + bits[d >> 3]) >> (d & 7)  # of signed type when compiled
            later = (d | 7) + 1
            if later > end:
                rest &= (1 << (end - d)) - 1
            while rest:
                tail[size] = entering[lowest + d + LOWEST_BIT[rest]]
                size += 1
                rest &= rest - 1
            d = later
    into[len(first)] = size


def raise_numbers(
    by_node, node_count, head, destination, is_escape, start, channel, rows, number, before, best, last, orbit
):
    """Raise the numbers of escape channels above those of escape channels that packets to one goal hold.

    Parameters
    ----------
    by_node : bool
        Whether choices are by node; this and what follows as in :class:`netlemma.graphs.routing.following.goal_graph.GoalGraph` and
        its frame.
    node_count : int
        Number of nodes N.
    head : array of int32, shape (C,)
        Node to which each channel leads.
    destination : int
        Number of the destination.
    is_escape : array of bool, shape (C,)
        Whether each channel is an escape channel.
    start, channel, rows : array
        Choices, and the rows that packets reach.
    number : array of int32, shape (R,)
        Numbers of the orbits of escape channels; written.
    before : array of int32, shape (R,)
        For each orbit of escape channels one on which it depends and whose number it exceeds, -1 for none; written.
    best, last : array of int32, shape (N + C,)
        Greatest number of an escape channel that packets at a row took last, -1 for none, and its orbit; written.
    orbit : array of int32, shape (C,)
        Orbit of each channel, all of which have the same number.

    Returns
    -------
    int
        1 if a number rose, 0 if none did, -1 if a packet has no escape channel among its choices.
    """
    risen = 0
    for row in rows:
        best[row] = -1
        last[row] = -1
    for row in rows:
        if row >= node_count and head[row - node_count] == destination:
            continue
        connected = False
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            held, by = best[row], last[row]
            if is_escape[c]:
                connected = True
                o = orbit[c]
                if number[o] <= held:
                    number[o] = held + 1
                    before[o] = by
                    risen = 1
                held, by = number[o], o
            if head[c] != destination:
                to = head[c] if by_node else node_count + c
                if held > best[to]:
                    best[to] = held
                    last[to] = by
        if not connected:
            return -1
    return risen
