"""Loops that lead messages to one goal through the places that they reach.

They run as plain Python or compiled, see :mod:`netlemma.graphs.base.compiled`."""

LEVELS, DIVISORS = 4096, 1024  # most splits of a route, and most ways of one split, of residues


def whole_flows(by_node, head, destination, start, channel, rows, sources, messages, flow, far):
    """Numbers of messages at each row, if every row has one choice.

    head: Node to which each channel leads.
    start, channel, rows, sources: Choices, rows that packets reach, and their sources.
    messages (array of int64): Messages of each source.
    flow, far (array of int64, shape (N + C,)): Messages at each row, and most channels that one of them took before;
    written.
    """
    offset = len(flow) - len(head)
    longest = 0
    for row in rows:
        flow[row] = 0
        far[row] = 0
    for i in range(len(sources)):
        flow[sources[i]] += messages[i]
    for row in rows:
        if row >= offset and head[row - offset] == destination:
            continue
        c = channel[start[row]]
        longest = max(longest, far[row] + 1)
        to = head[c] if by_node else offset + c
        if to != destination:
            flow[to] += flow[row]
            far[to] = max(far[to], far[row] + 1)
    return longest


def add_whole(by_node, head, destination, start, channel, rows, flow, slot, load):
    """Add messages at the rows to the loads of the channels that they take.

    head: Node to which each channel leads.
    start, channel, rows, flow: As in :func:`whole_flows`.
    slot (array of int, shape (C,)): Where the load of each channel is added up.
    load (array of int64): Loads; written.
    """
    offset = len(flow) - len(head)
    for row in rows:
        if row < offset or head[row - offset] != destination:
            load[slot[channel[start[row]]]] += flow[row]


def add_pairs(
    by_node, head, first_channel, origin, destination, start, channel, channels, sources, messages, flow, slot, injected,
    passed, ejected,
):  # fmt: skip
    """Add messages at the rows to those that enter, pass from channel to channel, and leave.

    head, first_channel: Node to which each channel leads, and first channel of each node.
    origin: Node at which each channel starts.
    start, channel, channels, sources, messages, flow: As in :func:`whole_flows`; ``channels`` are those that messages
    take.
    slot (array of int64, shape (C + 1,)): First entry of each channel in ``passed``; one for each channel at its head
    follows.
    injected (array of int64, shape (C,)): Messages that take each channel first; written.
    passed (array of int64): Messages from one channel to the next; written.
    ejected (array of int64, shape (C,)): Messages that take each channel last; written.
    """
    offset = len(first_channel) - 1
    for i in range(len(sources)):
        injected[channel[start[sources[i]]]] += messages[i]
    for c in channels:
        amount = flow[origin[c]] if by_node else flow[offset + c]
        v = head[c]
        if v == destination:
            ejected[c] += amount
        else:
            following = channel[start[v if by_node else offset + c]]
            passed[slot[c] - first_channel[v] + following] += amount


def residue_flows(
    by_node, head, destination, start, channel, weight, weighed, rows, sources, messages, alternatives, primes,
    reciprocals, inverse, flow, level, total, splits, slot, load,
):  # fmt: skip
    """Add messages to the loads of the channels that they take, modulo several primes at once.

    Messages split at a row in proportion to the weights w of its choices, each with w times the inverse of their sum
    modulo the prime. Every denominator of a share divides the product, over the levels of a route, of all sums of
    weights that occur at that level; the level of a row is the most splits before it.

    head (array of int32, shape (C,)): Node to which each channel leads.
    start, channel: Choices.
    weight (array of int64): Their weights, if ``weighed``; otherwise all are alike.
    rows, sources: Rows that packets reach, and their sources.
    messages (array of int64): Messages of each source, below 2^49.
    alternatives (array of int64): For each source the number of labels among which its messages to this destination are
    equally likely.
    primes (array of int64, shape (K,)): Primes below 2^50.
    reciprocals (array of float64, shape (K,)): 1 / prime.
    inverse (array of int64, shape (DIVISORS, K)): Inverse of each number modulo the primes.
    flow (array of int64, shape (N + C, K)): Room to work in.
    level, total (array of int64, shape (N + C,)): Room to work in.
    splits (array of bool, shape (LEVELS, DIVISORS)): For each level the sums of weights that occur; written.
    slot (array of int, shape (C,)): Where the load of each channel is added up.
    load (array of int64, shape (slots, K)): Loads modulo the primes; written.
    """
    offset = len(level) - len(head)
    lanes = len(primes)
    for row in rows:
        level[row] = 0
    for i in range(len(sources)):
        if alternatives[i] >= DIVISORS:
            return False
        if alternatives[i] > 1:
            splits[0, alternatives[i]] = True
            level[sources[i]] = 1
    for row in rows:
        if row >= offset and head[row - offset] == destination:
            continue
        sum_ = 0
        for k in range(start[row], start[row + 1]):
            if weighed:
                if weight[k] >= DIVISORS:
                    return False
                sum_ += weight[k]
            else:
                sum_ += 1
        if sum_ >= DIVISORS or level[row] >= LEVELS:
            return False
        total[row] = sum_
        below = level[row]
        if start[row + 1] - start[row] > 1:
            splits[below, sum_] = True
            below += 1
        for k in range(start[row], start[row + 1]):
            if head[channel[k]] != destination:
                to = head[channel[k]] if by_node else offset + channel[k]
                level[to] = max(level[to], below)
    for row in rows:
        for l in range(lanes):
            flow[row, l] = 0
    for i in range(len(sources)):
        for l in range(lanes):
            p, part, b = primes[l], inverse[alternatives[i], l], messages[i]
            part = part * b - int(float(part) * float(b) * reciprocals[l]) * p
            part += p & (part >> 63)
            part -= p
            part += p & (part >> 63)
            more = flow[sources[i], l] + part - p
            flow[sources[i], l] = more + (p & (more >> 63))
    for row in rows:
        if row >= offset and head[row - offset] == destination:
            continue
        alone = start[row + 1] - start[row] == 1
        for k in range(start[row], start[row + 1]):
            c = channel[k]
            to = head[c] if by_node else offset + c
            s = slot[c]
            for l in range(lanes):
                p = primes[l]
                part = flow[row, l]
                if not alone:
                    # a b mod p for a, b < p < 2^50: the quotient by floating point is wrong by at most one
                    b = inverse[total[row], l]
                    part = part * b - int(float(part) * float(b) * reciprocals[l]) * p
                    part += p & (part >> 63)
                    part -= p
                    part += p & (part >> 63)
                    if weighed:
                        b = weight[k]
                        part = part * b - int(float(part) * float(b) * reciprocals[l]) * p
                        part += p & (part >> 63)
                        part -= p
                        part += p & (part >> 63)
                more = load[s, l] + part - p
                load[s, l] = more + (p & (more >> 63))
                if to != destination:
                    more = flow[to, l] + part - p
                    flow[to, l] = more + (p & (more >> 63))
    return True
