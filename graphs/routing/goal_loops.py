"""Loops over the places that packets to one goal reach."""

FINE, STRANDED, ELSEWHERE, WEIGHTS, SEVERAL, CLOSED, CIRCLE = range(7)
STATUS, ROW, DETAIL, SOURCE, ROWS, CHANNELS = range(6)  # entries of facts


def walk(
    by_node, head, first_channel, forwarding, destination, sources, start, channel, weight, weighed, single, stamp,
    seen, missing, queue, far, origin, rows, channels, depth, source, facts,
):  # fmt: skip
    """Follow all packets to one goal: reached rows and channels in a topological order, with depths and witnesses.

    head (array of int32, shape (C,)): Node to which each channel leads.
    first_channel (array of int64, shape (N + 1,)): First channel of each node.
    forwarding (array of bool, shape (N,)): Whether each node forwards packets of others.
    sources (array of int32): Sources of the packets.
    start, channel (array of int64, array of int32): Choices row by row.
    weight (array of bool): Whether the weight of each choice is positive, if ``weighed``.
    seen (array of int32, shape (rows,)): Mark of each row; written.
    missing (array of int32, shape (rows,)): Zeros; written, and zero again unless the packets can go in circles.
    queue, far, origin (array of int32, shape (rows,)): Reached rows, breadth first from the sources; depth and nearest
    source of each row; written.
    rows, channels (array of int32, shape (rows,) and (C,)): Reached rows and channels, each before those that may
    follow it; written.
    depth, source (array of int32, shape (C,)): Fewest channels before the i-th reached channel, and the source of that
    packet; written.
    facts (array of int64, shape (6,)): Status; row, next channel or number of choices, and source of the packet at
    which a fault was found; number of rows and of channels reached; written.
    """
    node_count = len(first_channel) - 1
    facts[STATUS] = FINE
    reached = 0
    for s in sources:
        if seen[s] != stamp:
            seen[s] = stamp
            far[s] = 0
            origin[s] = s
            queue[reached] = s
            reached += 1
    i = 0
    while i < reached:
        row = queue[i]
        i += 1
        node = row
        if row >= node_count:
            node = head[row - node_count]
            if node == destination:
                continue
        begin, end = start[row], start[row + 1]
        fault = FINE
        if begin == end:
            fault = STRANDED
        else:
            low, high = first_channel[node], first_channel[node + 1]
            for k in range(begin, end):
                if channel[k] < low or channel[k] >= high:
                    fault = ELSEWHERE
                elif fault == FINE and weighed and not weight[k]:
                    fault = WEIGHTS
            if fault == FINE and single and end - begin > 1:
                fault = SEVERAL
        if fault != FINE:
            facts[STATUS], facts[ROW], facts[DETAIL], facts[SOURCE] = fault, row, end - begin, origin[row]
            return
        for k in range(begin, end):
            c = channel[k]
            v = head[c]
            to = v if by_node else node_count + c
            if v == destination:
                if by_node:
                    continue
            elif not forwarding[v]:
                facts[STATUS], facts[ROW], facts[DETAIL], facts[SOURCE] = CLOSED, row, c, origin[row]
                return
            missing[to] += 1
            if seen[to] != stamp:
                seen[to] = stamp
                far[to] = far[row] + 1
                origin[to] = origin[row]
                queue[reached] = to
                reached += 1
    ready = 0
    for i in range(reached):
        if missing[queue[i]] == 0:
            rows[ready] = queue[i]
            ready += 1
    found = 0
    i = 0
    while i < ready:
        row = rows[i]
        i += 1
        node = row
        if row >= node_count:
            node = head[row - node_count]
            channels[found] = row - node_count
            depth[found] = far[row] - 1
            source[found] = origin[row]
            found += 1
            if node == destination:
                continue
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            to = head[c] if by_node else node_count + c
            if by_node:
                channels[found] = c
                depth[found] = far[row]
                source[found] = origin[row]
                found += 1
                if to == destination:
                    continue
            missing[to] -= 1
            if missing[to] == 0:
                rows[ready] = to
                ready += 1
    facts[ROWS], facts[CHANNELS] = ready, found
    if ready < reached:
        facts[STATUS] = CIRCLE
