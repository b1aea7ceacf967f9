"""All states of a few messages that cause messages, one after the other: slow, and independent of how deadlocks are decided."""

from collections import deque


class Endless(Exception):
    """There are more states than the limit."""


def chain_of(chains, ends):
    """Messages as (kind, source, destination, origin), and what they cause: for each put the messages of which one is sent."""

    def puts(message):
        kind, source, node, origin = message
        found = []
        for after in chains.causes[kind]:
            where = chains.to[after]
            targets = {"reply": [source], "origin": [origin], "forward": [e for e in ends if e != node]}[where]
            if targets == [node]:
                found += puts((after, node, node, origin))
            else:
                found.append([(after, node, to, origin) for to in targets])
        return found

    first = [(k, s, d, s) for k, begins in enumerate(chains.first) if begins for s in ends for d in ends if s != d]
    return first, puts


def rows_of(chains):
    """The same for the messages of a file, whose origin is their row."""

    def written(r):
        return (chains.rows[r].kind, chains.rows[r].source, chains.rows[r].destination, r)

    return [written(r) for r, row in enumerate(chains.rows) if row.first], lambda message: [
        [written(r) for r in put] for put in chains.rows[message[3]].causes
    ]


def can_deadlock(routing, chains, wormhole, most=200_000, longest=3, buffers=1):
    """Whether messages can come to wait for one another for ever, by a walk through all states from the empty network.

    A message on its way is (message, label, flits, what it holds, messages put, what it waits for). It holds an
    injection queue, then at most as many channels as it has flits, and with its last channel the turn of its node if
    messages are taken one by one. It waits for a set of resources, of which it takes one that has room. Its last part is its
    place in its channel, 0 for the first: channels hold several messages, first in first out.
    """
    ends = list(routing.ends)
    first, puts = rows_of(chains) if chains.rows else chain_of(chains, ends)
    room = {"queue": chains.queue, "channel": buffers}
    lengths = range(1, longest + 1) if wormhole and routing.kind == "adaptive" else (1,)

    def queue(message):
        kind, source, *_ = message
        return ("queue", kind if chains.injection == "kinds" else chains.networks[kind] - 100, source)

    def steps(message, label, held, put):
        """The sets of resources of which the message draws one: none if it is taken."""
        kind, source, destination, _ = message
        last = held[-1]
        if last[0] == "turn" or (last[0] == "channel" and routing.delivers(last[2], destination, label)):
            if chains.order == "fifo" and last[0] == "channel":
                return [(("turn", 0, destination),)]
            later = puts(message)
            if put == len(later):
                return []
            return [(queue(later[put][0]),)]
        came_by = last[2] if last[0] == "channel" else None
        node = routing.end(came_by) if last[0] == "channel" else source
        channels = [int(c) for c, weight in routing.next_channels(node, came_by, destination, label) if weight]
        found = [("channel", chains.networks[kind], c) for c in channels]
        return [tuple(found)] if routing.kind == "adaptive" else [(each,) for each in found]

    def entered(message, label, flits, held, put):
        """The message with each set of resources for which it may wait."""
        return [(message, label, flits, held, put, wants, 0) for wants in steps(message, label, held, put) or [()]]

    def at(one):
        """The channel or queue where a message stands."""
        return one[3][-2] if one[3][-1][0] == "turn" else one[3][-1]

    def placed(one, others):
        """A message behind those in its channel."""
        several = buffers > 1 and at(one)[0] == "channel"
        return (*one[:-1], sum(at(other) == at(one) for other in others) if several else 0)

    def moved_up(others, left):
        """Messages of which the first one has left a channel."""
        if buffers == 1 or left[0] != "channel":
            return others
        return tuple((*one[:-1], one[-1] - 1) if at(one) == left else one for one in others)

    def created(message):
        return [
            one
            for label in routing.labels(message[1], message[2])
            for flits in lengths
            for one in entered(message, label, flits, (queue(message),), 0)
        ]

    def used(state):
        count = {}
        for _, _, _, held, _, _, _ in state:
            for each in held:
                count[each] = count.get(each, 0) + 1
        return count

    def stuck(state):
        left = set(range(len(state)))
        while True:
            held = {}
            for i in left:
                for each in state[i][3]:
                    held[each] = held.get(each, 0) + 1
            lines = {at(state[i]) for i in left if not state[i][6]}
            free = {
                i
                for i in left
                if (
                    at(state[i]) not in lines
                    if state[i][6]
                    else any(held.get(r, 0) < room.get(r[0], 1) for r in state[i][5]) or not state[i][5]
                )
            }
            if not free:
                return left
            left -= free

    def after(state):
        count = used(state)

        def has_room(resource):
            return count.get(resource, 0) < room.get(resource[0], 1)

        for message in first:
            if has_room(queue(message)):
                for one in created(message):
                    yield (*state, one)
        for i, (message, label, flits, held, put, wants, line) in enumerate(state):
            others = state[:i] + state[i + 1 :]
            if line:
                continue
            if not wants:  # all that it causes is put: it is gone
                yield moved_up(others, at(state[i]))
                continue
            at_end = held[-1][0] == "turn" or (
                held[-1][0] == "channel" and routing.delivers(held[-1][2], message[2], label)
            )
            for resource in wants:
                if not has_room(resource):
                    continue
                if at_end and resource[0] == "queue":
                    for other in puts(message)[put]:
                        for new in created(other):
                            for one in entered(message, label, flits, held, put + 1):
                                yield (*others, one, new)
                    continue
                longer = (*held, resource)
                if resource[0] != "turn":
                    longer = longer[-flits:]
                up = moved_up(others, held[-1]) if resource[0] != "turn" else others
                for one in entered(message, label, flits, longer, put):
                    yield (*up, placed(one, up))

    seen = {()}
    todo = deque([()])
    while todo:
        state = todo.popleft()
        if state and stuck(state):
            return True
        for later in after(state):
            later = tuple(sorted(later, key=repr))
            if later not in seen:
                if len(seen) >= most:
                    raise Endless
                seen.add(later)
                todo.append(later)
    return False
