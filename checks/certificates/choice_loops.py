"""Loops that follow packets to one goal through arrays of a routing's choices, and compare numbers along their ways.

They are compiled (:func:`netlemma.graphs.base.compiled.compiled`) and share nothing with the loops of the finders: a search in
depth from the sources, channel by channel."""

FINE, STRANDED, ELSEWHERE, SEVERAL, CIRCLE, STUCK = range(6)
NEW, OPEN, CLOSED = range(3)


def check_goal(
    by_node, nodes, first_channel, head, forwarding, destination, sources, start, channel, single, adaptive, wormhole,
    rising, value, least, state, path, position, order, met, fault,
):  # fmt: skip
    """Follow the packets to one goal and check a number of each channel.

    first_channel (array of int64, shape (N + 1,)): First channel of each node.
    head (array of int32, shape (C,)): Node to which each channel leads.
    forwarding (array of bool, shape (N,)): Whether each node forwards packets of others.
    sources (array of int32): Sources of the packets.
    start, channel (array of int64, array of int32): Choices row by row, see
    :class:`netlemma.graphs.routing.choices.Choices`.
    value (array of int32, shape (C,)): Numbers, -1 for none.
    least (array of int32, shape (C,)): Least number of each channel that the packets followed so far allow; written.
    state (array of int8, shape (C,)): ``NEW``; written, and ``NEW`` again at the end.
    path, position, order, met (array of int32 or int64, shape (C,)): Written.
    fault (array of int64, shape (2,)): What is wrong, and the channel or node of it; written.
    """
    fault[0] = FINE
    count = 0
    for s in sources:
        begin, end = start[s], start[s + 1]
        if begin == end:
            fault[0], fault[1] = STRANDED, s
        elif single and end - begin > 1:
            fault[0], fault[1] = SEVERAL, s
        for k in range(begin, end):
            c = channel[k]
            if c < first_channel[s] or c >= first_channel[s + 1]:
                fault[0], fault[1] = ELSEWHERE, s
                break
            if state[c] != NEW:
                continue
            height = 0
            path[0] = c
            state[c] = OPEN
            position[0] = -1
            while height >= 0 and fault[0] == FINE:
                at = path[height]
                v = head[at]
                row = v if by_node else nodes + at
                if position[height] < 0:
                    position[height] = start[row]
                    if v != destination:
                        size = start[row + 1] - start[row]
                        if size == 0 or not forwarding[v]:
                            fault[0], fault[1] = STRANDED, v
                        elif single and size > 1:
                            fault[0], fault[1] = SEVERAL, v
                        for j in range(start[row], start[row + 1]):
                            if channel[j] < first_channel[v] or channel[j] >= first_channel[v + 1]:
                                fault[0], fault[1] = ELSEWHERE, v
                        if fault[0] != FINE:
                            break
                if v == destination or position[height] == start[row + 1]:
                    state[at] = CLOSED
                    order[count] = at
                    count += 1
                    height -= 1
                    continue
                x = channel[position[height]]
                position[height] += 1
                if state[x] == OPEN:
                    fault[0], fault[1] = CIRCLE, x
                elif state[x] == NEW:
                    state[x] = OPEN
                    height += 1
                    path[height] = x
                    position[height] = -1
        if fault[0] != FINE:
            break
    if fault[0] != FINE:
        return count
    for i in range(count):
        state[order[i]] = NEW
        met[order[i]] = -1
    for i in range(count):
        c = order[count - 1 - i] if rising else order[i]
        v = head[c]
        row = v if by_node else nodes + c
        begin, end = start[row], start[row + 1]
        if v == destination:
            begin = end
        if rising:
            held = value[c]
            if wormhole and met[c] > held:
                held = met[c]
            if least[c] < 0:
                least[c] = 0
            passed = begin == end
            every = True
            for k in range(begin, end):
                x = channel[k]
                if met[x] < held:
                    met[x] = held
                if least[x] < held + 1:
                    least[x] = held + 1
                if value[x] > held:
                    passed = True
                else:
                    every = False
            if not passed or (not adaptive and not every):
                fault[0], fault[1] = STUCK, c
                return count
        else:
            best = -1
            for k in range(begin, end):
                x = channel[k]
                if k == begin or (value[x] < best if adaptive else value[x] > best):
                    best = value[x]
            needed = best + 1
            if wormhole:
                for k in range(begin, end):
                    if met[channel[k]] > needed:
                        needed = met[channel[k]]
            met[c] = needed
            if least[c] < needed:
                least[c] = needed
            if needed > value[c]:
                fault[0], fault[1] = STUCK, c
                return count
    return count
