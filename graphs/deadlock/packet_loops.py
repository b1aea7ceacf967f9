"""Loops over the places of packets to one goal, and over packets of two phases: their channel dependencies, and
numbers of escape channels.
"""

import numpy as np

from netlemma.graphs.base.compiled import Kernel

# Loops over the places of packets to one goal: their channel dependencies, and numbers of escape channels.
#
# They run as plain Python or compiled, see graphs.base.compiled.


LOWEST_BIT = np.array([0, *((byte & -byte).bit_length() - 1 for byte in range(1, 256))])
BLOCK = 12  # logarithm of the size of the blocks of places of which it is known whether there is something in them


def add_dependencies(
    by_node, head, node_count, destination, start, channel, channels, depth, source, number, held, wanted, bits, deepest, most,
    nearest, holder, single,
):  # fmt: skip
    """Add the dependencies of packets to one goal.

    head: Node to which each channel leads.
    start, channel, channels, depth, source: Choices, channels that packets take, and their nearest sources.
    held, wanted (array of int64, shape (C,)): The place of a dependency is the sum of ``held`` of the channel that is
    held and ``wanted`` of the other one; -1 in ``held`` if dependencies on a channel are left out.
    nearest (array of int32 or int64): For each dependency 0 if there is none, or ``most`` less the least (depth *
    2^bits + number of an end) * 2^bits + source; written.
    holder (array of int32): The channel that such a packet holds; written, unless it has length 0.
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

    source, first, channel (array of int64): As in :class:`netlemma.graphs.routing.choices.Paths`.
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

    nearest, holder: As of :func:`add_dependencies`; written.
    other_nearest, other_holder: The same of the other thread.
    """
    for d in range(len(nearest)):
        if other_nearest[d] > nearest[d]:
            nearest[d] = other_nearest[d]
            if len(holder):
                holder[d] = other_holder[d]


def add_used(channels, used):
    """Add channels that packets to one goal take.

    channels: As in :class:`netlemma.graphs.routing.goal_graph.GoalGraph`.
    used (array of bool, shape (C,)): Whether packets take each channel; written.
    """
    for c in channels:
        used[c] = True


def mark_dependencies(
    by_node, head, node_count, destination, start, channel, channels, held, wanted, single, bits, touched
):  # fmt: skip
    """Mark the dependencies of packets to one goal.

    bits (array of uint8): Bit d % 8 of entry d // 8 tells whether there is dependency d; written.
    touched (array of bool): Whether there is a dependency in each block of 2^BLOCK places; written.
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

    bits, touched: As of :func:`mark_dependencies`; written.
    other_bits, other_touched: The same of the other thread.
    """
    for block in range(len(touched)):
        if other_touched[block]:
            touched[block] = True
            for i in range(block << (BLOCK - 3), min((block + 1) << (BLOCK - 3), len(bits))):
                bits[i] |= other_bits[i]


def marked(bits, touched):
    """The number of dependencies that are marked.

    bits, touched: As of :func:`mark_dependencies`.
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

    bits, touched (array of uint8, array of bool): As of :func:`mark_dependencies`, by the channels that are wanted.
    begin (array of int64, shape (C + 1,)): First dependency of each channel, and their number.
    first (array of int64, shape (C,)): For each channel, where the channels that lead to its node begin in
    ``entering``.
    entering (array of int32, shape (C,)): All channels, by the nodes to which they lead.
    into (array of int64, shape (C + 1,)): The first dependency that is marked of each channel, and the number of all;
    written.
    tail (array of int32): Channels that are held; written.
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

    head (array of int32, shape (C,)): Node to which each channel leads.
    is_escape (array of bool, shape (C,)): Whether each channel is an escape channel.
    start, channel, rows: Choices, and the rows that packets reach.
    number (array of int32, shape (R,)): Numbers of the orbits of escape channels; written.
    before (array of int32, shape (R,)): For each orbit of escape channels one on which it depends and whose number it
    exceeds, -1 for none; written.
    best, last (array of int32, shape (N + C,)): Greatest number of an escape channel that packets at a row took last,
    -1 for none, and its orbit; written.
    orbit (array of int32, shape (C,)): Orbit of each channel, all of which have the same number.
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


# Loops over the packets of two phases, where the first one ends and the second one begins.
#
# They run as plain Python or compiled, see graphs.base.compiled.


def two_sources(by_node, head, destination, start, channel, rows, sources, one, other, last_one, last_other):
    """Two different sources of the packets to one goal that take each channel last, if there are two.

    head: Node to which each channel leads.
    start, channel, rows, sources: Choices, rows that packets reach, and sources of packets.
    one, other (array of int32, shape (N + C,)): Room to work in: sources of the packets at each row.
    last_one, last_other (array of int32, shape (C,)): Sources of each channel into the goal, -1 for none; written.
    """
    node_count = len(one) - len(head)
    for row in rows:
        one[row] = -1
        other[row] = -1
    for s in sources:
        one[s] = s
    for row in rows:
        if row >= node_count and head[row - node_count] == destination:
            continue
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            for s in (one[row], other[row]):
                if head[c] == destination:
                    if last_one[c] < 0:
                        last_one[c] = s
                    elif last_one[c] != s and last_other[c] < 0:
                        last_other[c] = s
                else:
                    to = head[c] if by_node else node_count + c
                    if one[to] < 0:
                        one[to] = s
                    elif one[to] != s and other[to] < 0:
                        other[to] = s


def first_channels(start, channel, destination, node_count, most, least):
    """The greatest and the least destination of the packets that take each channel first, of all nodes to one goal.

    start, channel: Choices, as in :class:`netlemma.graphs.routing.goal_graph.GoalGraph`.
    most, least (array of int32, shape (C,)): The destinations; written.
    """
    for node in range(node_count):
        if node != destination:
            for k in range(start[node], start[node + 1]):
                c = channel[k]
                least[c] = min(least[c], destination)
                most[c] = max(most[c], destination)


@Kernel
def meet(c, x, ended, begun, far):
    """Whether packets end the first phase with one channel and begin the second one with another.

    ended, begun (tuple of array): Facts about last and first channels, see
    :mod:`netlemma.graphs.deadlock.phase_dependencies`.
    far (array of int32): Distances inside dimensions, of length 0 if phases meet at any node.
    """
    if len(far) == 0:
        return ended[1][c] >= 0 or begun[0][x] != ended[0][c] or begun[1][x] != ended[0][c]
    return ended[3][c] != begun[3][x] or ended[2][c] + begun[2][x] == far[ended[1][c] + begun[1][x]]


def crossings(ended, begun, far, node, begin):
    """The number of dependencies between two phases, see :func:`both_phases`."""
    count = 0
    begins = [0] * (len(begin) - 1)  # channels of each node with which packets begin the second phase
    for v in range(len(begin) - 1):
        for x in range(begin[v], begin[v + 1]):
            if begun[0][x] >= 0:
                begins[v] += 1
    for c in range(len(node)):
        if ended[0][c] < 0:
            continue
        if len(far) == 0 and ended[1][c] >= 0:  # packets from both sources go on with all channels
            count += begins[node[c]]
            continue
        for x in range(begin[node[c]], begin[node[c] + 1]):
            if begun[0][x] >= 0 and meet(c, x, ended, begun, far):
                count += 1
    return count


def chains(ended, begun, far, node, begin, number, least):
    """The longest chain of the first phase behind which packets begin the second one with each channel.

    number (array of int64): Longest chain that leads to each channel of the first phase.
    least (array of int64): Filled with 0; number of dependencies until each channel of the second phase; written.

    Returns: ``least``.
    """
    highest = [0] * (len(begin) - 1)  # of the channels to each node from which packets go on with all channels
    for c in range(len(node)):
        if ended[0][c] < 0:
            continue
        if len(far) == 0 and ended[1][c] >= 0:
            highest[node[c]] = max(highest[node[c]], number[c] + 1)
            continue
        for x in range(begin[node[c]], begin[node[c] + 1]):
            if begun[0][x] >= 0 and meet(c, x, ended, begun, far):
                least[x] = max(least[x], number[c] + 1)
    for v in range(len(begin) - 1):
        for x in range(begin[v], begin[v + 1]):
            if begun[0][x] >= 0:
                least[x] = max(least[x], highest[v])
    return least


def both_phases(
    first, head, number, second_first, second_head, second_number, ended, begun, far, node, begin, tails, heads
):
    """The dependencies of two phases on virtual channels of their own, and of the packets that go from one to the next.

    first, head: Dependencies of the first phase, row by row, between its own channels.
    number (array of int32): Numbers of its channels among those of the routing.
    second_first, second_head, second_number: The same of the second phase.
    ended, begun (tuple of array): Facts about the channels with which packets end the first phase, and begin the second
    one, -1 first where there are none.
    far (array of int32): As of :func:`meet`.
    node (array of int32): Node to which each channel of the first phase leads.
    begin (array of int64): First channel of the second phase at each node.
    tails, heads (array of int32): Dependencies, in order; written.

    Returns: ``tails`` and ``heads``.
    """
    size = 0
    c = d = 0  # the next channels of both phases
    while c < len(number) or d < len(second_number):
        if c == len(number) or (d < len(second_number) and second_number[d] < number[c]):
            for k in range(second_first[d], second_first[d + 1]):
                tails[size], heads[size] = second_number[d], second_number[second_head[k]]
                size += 1
            d += 1
            continue
        k, end = first[c], first[c + 1]
        if ended[0][c] >= 0:
            for x in range(begin[node[c]], begin[node[c] + 1]):
                if begun[0][x] < 0 or not meet(c, x, ended, begun, far):
                    continue
                while k < end and number[head[k]] < second_number[x]:
                    tails[size], heads[size] = number[c], number[head[k]]
                    size += 1
                    k += 1
                tails[size], heads[size] = number[c], second_number[x]
                size += 1
        while k < end:
            tails[size], heads[size] = number[c], number[head[k]]
            size += 1
            k += 1
        c += 1
    return tails, heads
