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
