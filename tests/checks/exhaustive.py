"""An oracle for deadlock: every state of a tiny network that packets can bring about, one move at a time.

Nothing here knows a criterion, a graph of dependencies, or the functions that follow routes: the routing relation is asked at
every move. A state is dead if packets are in the network, none can move, and none is about to arrive. That suffices: where some
packets wait for one another for ever, the same state without the others can be reached as well, by never starting those.

Two machines. In a network of *buffers* every channel holds one whole packet. In a *wormhole* network every channel has a
buffer for one flit; a packet of L flits takes channels with its head, gives them back behind its tail, and any flit may move
at any time.
"""

from functools import cache, partial


class TooMany(Exception):
    """The network has more states than one is willing to visit."""


def packets_of(routing):
    """(source, destination, label) of all packets."""
    ends = list(routing.ends)
    return [(s, d, label) for s in ends for d in ends if s != d for label in routing.labels(s, d)]


def draws(routing, node, came_by, destination, label):
    """The sets of channels of which a packet may wait for any: all that an adaptive routing allows, or a single one."""
    allowed = [c for c, weight in routing.next_channels(node, came_by, destination, label) if weight]
    return [frozenset(allowed)] if routing.kind == "adaptive" else [frozenset([c]) for c in allowed]


def longest_route(routing, packet):
    """Most channels that a packet can take."""
    source, destination, label = packet
    best, todo = 0, [(source, None, 0)]
    while todo:
        node, came_by, length = todo.pop()
        if came_by is not None and routing.delivers(came_by, destination, label):
            best = max(best, length)
        else:
            todo += [
                (routing.end(c), c, length + 1)
                for draw in draws(routing, node, came_by, destination, label)
                for c in draw
            ]
    return best


class Buffers:
    """Packets (channel, destination, label, channels waited for), one in each channel."""

    def __init__(self, routing, most_flits=None):
        self.routing = routing
        self.packets = packets_of(routing)
        self.draws = cache(partial(draws, routing))

    def inside(self, channel, destination, label):
        """The packet as it sits in a channel, once for each set of channels that it may wait for."""
        node = self.routing.end(channel)
        if self.routing.delivers(channel, destination, label):
            return [(channel, None, None, None)]  # it leaves, whoever it is
        return [(channel, destination, label, w) for w in self.draws(node, channel, destination, label)]

    def started(self, state):
        """The states in which one more packet has left its source."""
        taken = {p[0] for p in state}
        for source, destination, label in self.packets:
            for draw in self.draws(source, None, destination, label):
                for c in draw - taken:
                    for new in self.inside(c, destination, label):
                        yield state | {new}

    def moved(self, state):
        """The states in which one packet has moved on, or arrived."""
        taken = {p[0] for p in state}
        for packet in state:
            _, destination, label, waits = packet
            rest = state - {packet}
            if waits is None:
                yield rest
            else:
                for c in waits - taken:
                    for new in self.inside(c, destination, label):
                        yield rest | {new}


class Worms:
    """Packets (destination, label, flits at the source, channels from tail to head, which of those have a flit in their
    buffer, channels waited for)."""

    def __init__(self, routing, most_flits=None):
        self.routing = routing
        self.draws = cache(partial(draws, routing))
        self.packets = [
            (packet, flits)
            for packet in packets_of(routing)
            for flits in range(1, 1 + min(longest_route(routing, packet), most_flits or 99))
        ]

    def entered(self, destination, label, at_source, chain, full, channel):
        """The packet when its head has entered a channel."""
        chain, full = (*chain, channel), (*full[:-1], False, True) if full else (True,)
        node = self.routing.end(channel)
        if self.routing.delivers(channel, destination, label):
            return [released(None, None, at_source, chain, full, None)]
        return [
            released(destination, label, at_source, chain, full, waits)
            for waits in self.draws(node, channel, destination, label)
        ]

    def started(self, state):
        taken = {c for worm in state for c in worm[3]}
        for (source, destination, label), flits in self.packets:
            for draw in self.draws(source, None, destination, label):
                for c in draw - taken:
                    for new in self.entered(destination, label, flits - 1, (), (), c):
                        yield state | {new}

    def moved(self, state):
        taken = {c for worm in state for c in worm[3]}
        for worm in state:
            rest = state - {worm}
            for new in self.moves(worm, taken):
                yield rest | {new} if new[3] else rest

    def moves(self, worm, taken):
        """The packet after each move that one of its flits can make."""
        destination, label, at_source, chain, full, waits = worm
        if waits is None:
            if full[-1]:
                yield released(destination, label, at_source, chain, (*full[:-1], False), None)
        else:
            for c in waits - taken:
                yield from self.entered(destination, label, at_source, chain, full, c)
        for i in range(len(chain) - 1):
            if full[i] and not full[i + 1]:
                after = (*full[:i], False, True, *full[i + 2 :])
                yield released(destination, label, at_source, chain, after, waits)
        if at_source and not full[0]:
            yield released(destination, label, at_source - 1, chain, (True, *full[1:]), waits)


def released(destination, label, at_source, chain, full, waits):
    """The packet without the channels that its tail has left."""
    if not at_source:
        while full and not full[0]:
            chain, full = chain[1:], full[1:]
    return destination, label, at_source, chain, full, waits


def dead_states(routing, wormhole, most_states=20000, most_flits=None):
    """The dead states that can be reached and, last of all, how many states were visited; TooMany if more than allowed."""
    machine = (Worms if wormhole else Buffers)(routing, most_flits)
    known = {frozenset()}
    todo = [frozenset()]
    while todo:
        state = todo.pop()
        after = set(machine.moved(state))
        if state and not after:
            yield state
        for later in [*machine.started(state), *after]:
            if later not in known:
                known.add(later)
                todo.append(later)
                if len(known) > most_states:
                    raise TooMany
    yield len(known)


def can_deadlock(routing, wormhole, most_states=20000, most_flits=None):
    """Whether a dead state can be reached."""
    return next(dead_states(routing, wormhole, most_states, most_flits)).__class__ is frozenset


def fewest_packets(routing, wormhole, most_states=20000):
    """How many packets the smallest dead state has; 0 if none can be reached."""
    *dead, _ = dead_states(routing, wormhole, most_states)
    return min(map(len, dead), default=0)
