"""Loops over the packets of two phases, where the first one ends and the second one begins.

They run as plain Python or compiled, see :mod:`netlemma.graphs.base.compiled`."""

from netlemma.graphs.base.compiled import Kernel


def two_sources(by_node, head, destination, start, channel, rows, sources, one, other, last_one, last_other):
    """Two different sources of the packets to one goal that take each channel last, if there are two.

    Parameters
    ----------
    by_node : bool
        Whether choices are by node; this and what follows as in :class:`netlemma.graphs.routing.following.goal_graph.GoalGraph`.
    head : array
        Node to which each channel leads.
    destination : int
        Number of the goal.
    start, channel, rows, sources : array
        Choices, rows that packets reach, and sources of packets.
    one, other : array of int32, shape (N + C,)
        Room to work in: sources of the packets at each row.
    last_one, last_other : array of int32, shape (C,)
        Sources of each channel into the goal, -1 for none; written.
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

    Parameters
    ----------
    start, channel : array
        Choices, as in :class:`netlemma.graphs.routing.following.goal_graph.GoalGraph`.
    destination, node_count : int
        Number of the goal, and of nodes.
    most, least : array of int32, shape (C,)
        The destinations; written.
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

    Parameters
    ----------
    c, x : int
        The channels.
    ended, begun : tuple of array
        Facts about last and first channels, see :mod:`netlemma.graphs.deadlock.dependencies.meetings`.
    far : array of int32
        Distances inside dimensions, of length 0 if phases meet at any node.

    Returns
    -------
    bool
        Whether packets do.
    """
    if len(far) == 0:
        return ended[1][c] >= 0 or begun[0][x] != ended[0][c] or begun[1][x] != ended[0][c]
    return ended[3][c] != begun[3][x] or ended[2][c] + begun[2][x] == far[ended[1][c] + begun[1][x]]


def crossings(ended, begun, far, node, begin):
    """The number of dependencies between two phases, see :func:`both_phases`.

    Parameters
    ----------
    ended, begun, far, node, begin : Any
        As there.

    Returns
    -------
    int
        Number of dependencies.
    """
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

    Parameters
    ----------
    ended, begun, far, node, begin : Any
        As of :func:`both_phases`.
    number : array of int64
        Longest chain that leads to each channel of the first phase.
    least : array of int64
        Filled with 0; number of dependencies until each channel of the second phase; written.

    Returns
    -------
    array of int64
        ``least``.
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

    Parameters
    ----------
    first, head : array
        Dependencies of the first phase, row by row, between its own channels.
    number : array of int32
        Numbers of its channels among those of the routing.
    second_first, second_head, second_number : array
        The same of the second phase.
    ended, begun : tuple of array
        Facts about the channels with which packets end the first phase, and begin the second one, -1 first where there are none.
    far : array of int32
        As of :func:`meet`.
    node : array of int32
        Node to which each channel of the first phase leads.
    begin : array of int64
        First channel of the second phase at each node.
    tails, heads : array of int32
        Dependencies, in order; written.

    Returns
    -------
    tuple of array
        ``tails`` and ``heads``.
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
