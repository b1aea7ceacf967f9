"""Loops over the places of packets to one goal: their channel dependencies, and numbers of escape channels.

They run as plain Python or compiled, see :mod:`graphs.base.compiled`."""


def add_dependencies(
    by_node, head, first_channel, destination, start, channel, channels, depth, source, number, slot, nearest, witness,
    used,
):  # fmt: skip
    """Take in the dependencies of packets to one goal.

    Parameters
    ----------
    by_node : bool
        Whether choices are by node; this and what follows as in :class:`graphs.routing.goal_graph.GoalGraph` and
        its frame.
    head, first_channel : array
        The network.
    destination : int
        Number of the destination.
    start, channel, channels, depth, source : array
        Choices, channels that packets take, and their nearest sources.
    number : int
        Number of the goal, below 2^32.
    slot : array of int64, shape (C + 1,)
        First dependency of each channel; one for each channel at its head follows.
    nearest : array of int64
        For each dependency the least depth * 2^32 + number of a goal; written.
    witness : array of int32
        Source of such a packet; written.
    used : array of bool, shape (C,)
        Whether packets take each channel; written.
    """
    node_count = len(first_channel) - 1
    for i in range(len(channels)):
        c = channels[i]
        used[c] = True
        v = head[c]
        if v == destination:
            continue
        row = v if by_node else node_count + c
        mine = (int(depth[i]) << 32) + number
        base = slot[c] - first_channel[v]
        for k in range(start[row], start[row + 1]):
            d = base + channel[k]
            if mine < nearest[d]:
                nearest[d] = mine
                witness[d] = source[i]


def add_turnings(
    by_node, head, middle, avoided, start, channel, rows, sources, far, before, mark, first, begins, ends_at, slot,
    number_of, never, nearest, witness, missing,
):  # fmt: skip
    """Take in the dependencies of packets that come to an intermediate node and go on from there.

    A packet that has met its destination before does not go on. So a channel to the intermediate node and one from
    there depend if a packet to one of the destinations behind the second comes by the first without meeting it.

    Parameters
    ----------
    by_node : bool
        Whether choices are by node; this and what follows as in :class:`graphs.routing.goal_graph.GoalGraph`.
    head : array
        Node to which each channel of phase 1 leads.
    middle : int
        Number of the intermediate node, the goal of phase 1.
    avoided : int
        Destination of the packets, which are led around it; or -1 for packets on a shortest way to each channel, to all
        destinations that are not on it.
    start, channel, rows, sources : array
        Choices, rows that packets reach, and sources of packets.
    far, before : array of int32, shape (N + C,)
        Room to work in: channels of a shortest way to each row, and the row before it.
    mark : array of int32, shape (N,)
        Room to work in: the channel to which each node is on a way.
    first : array of int64, shape (N + 1,)
        First entry of each intermediate node in ``begins`` and ``ends_at``.
    begins, ends_at : array of int32
        First channels of phase 2, and destinations of packets that take them.
    slot : array of int64, shape (C + 1,)
        First dependency of each channel of phase 1; one for each channel of phase 2 at its head follows.
    number_of : array of int64, shape (C,)
        Number of each channel of phase 2 among those of its node.
    never : int
        Number in ``nearest`` of a dependency that is not there.
    nearest : array of int64
        For each dependency the number of channels that a packet takes before it, times 2^32, and its destination;
        written.
    witness : array of int32
        Source of such a packet; written.
    missing : array of bool, shape (N,)
        Whether a dependency is still open for packets to each destination; written.
    """
    node_count = len(mark)
    for v in range(node_count):
        mark[v] = -1
    for row in rows:
        far[row] = -1
    for s in sources:
        if s != avoided:
            far[s] = 0
            before[s] = -1
    for row in rows:
        node = row
        if row >= node_count:
            node = head[row - node_count]
        if node in (middle, avoided) or far[row] < 0:
            continue
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            if head[c] != middle:
                to = head[c] if by_node else node_count + c
                if far[to] < 0 or far[row] + 1 < far[to]:
                    far[to] = far[row] + 1
                    before[to] = row
                continue
            source = row
            way = row
            while way >= 0:
                at = way
                if way >= node_count:
                    at = head[way - node_count]
                mark[at] = c
                source = way
                way = before[way]
            for e in range(first[middle], first[middle + 1]):
                t = ends_at[e]
                if mark[t] == c or (avoided >= 0 and t != avoided):
                    continue
                d = slot[c] + number_of[begins[e]]
                mine = (int(far[row]) << 32) + int(t)
                if mine < nearest[d]:
                    nearest[d] = mine
                    witness[d] = source
    if avoided >= 0:
        return
    for row in rows:
        node = row
        if row >= node_count:
            node = head[row - node_count]
        if node == middle:
            continue
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            if head[c] == middle:
                for e in range(first[middle], first[middle + 1]):
                    if nearest[slot[c] + number_of[begins[e]]] == never:
                        missing[ends_at[e]] = True


def raise_numbers(by_node, node_count, head, destination, is_escape, start, channel, rows, number, before, best, last):
    """Raise the numbers of escape channels above those of escape channels that packets to one goal hold.

    Parameters
    ----------
    by_node : bool
        Whether choices are by node; this and what follows as in :class:`graphs.routing.goal_graph.GoalGraph` and
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
    number : array of int32, shape (C,)
        Numbers of the escape channels; written.
    before : array of int32, shape (C,)
        For each escape channel one on which it depends and whose number it exceeds, -1 for none; written.
    best, last : array of int32, shape (N + C,)
        Greatest number of an escape channel that packets at a row took last, -1 for none, and the channel; written.

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
                if number[c] <= held:
                    number[c] = held + 1
                    before[c] = by
                    risen = 1
                held, by = number[c], c
            if head[c] != destination:
                to = head[c] if by_node else node_count + c
                if held > best[to]:
                    best[to] = held
                    last[to] = by
        if not connected:
            return -1
    return risen
