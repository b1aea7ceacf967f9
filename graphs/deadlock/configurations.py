"""Deadlocked configurations: packets on disjoint channels, each blocked by the others, found by a SAT solver, and
their reachability from an empty network.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from netlemma.graphs.deadlock.states import HardCore, States

# Reachability of a configuration of packets: it is taken apart, move by move, until no packet is left.
#
# A packet of L flits holds the last L channels of its path (all of it while it still leaves its source). It moves one
# channel at a time, whenever the next one is free, and may be slow. Other packets are only obstacles, so the packets of a
# configuration can get to their places if and only if they can without others. The search goes backwards: a packet that
# can go back to its source through channels that no other holds is taken away at once, since that only frees channels.
# Where none can, single moves are taken back, in every order.


MOST_POSITIONS = 20000
# for each packet the states whose channels it holds, tail first; none: not started
PacketPositions = tuple[tuple[int, ...], ...]


class Advance(NamedTuple):
    """A move: the head of a packet enters the channel of a state, from ``source`` if it is the first one."""

    packet: int
    state: int
    source: int | None


class PositionLimit(Exception):
    """A search exceeded its limit of positions."""


def schedule(states: States, worms: Sequence[Sequence[int]], most: int = MOST_POSITIONS) -> list[Advance] | None:
    """Moves by which packets get to their places in an empty network; None if there are none.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.deadlock.states import states
    >>> around = states(channel_routing(network("oneway-torus", k=3, n=1), "dimension-order"))
    >>> [around.routing.channel_name(around.channel[step.state]) for step in schedule(around, [[0], [2], [4]])]
    ['(0)->(1)', '(2)->(0)', '(1)->(2)']
    """
    start: PacketPositions = tuple(map(tuple, worms))
    onward: dict[PacketPositions, tuple[PacketPositions, list[Advance]] | None] = {start: None}
    todo = deque([start])
    while todo:
        position = todo.popleft()
        left, moves = _take_away(states, position)
        if not any(left):
            while link := onward[position]:
                position = link[0]
                moves = moves + link[1]
            return moves
        for earlier, step in _back(states, left):
            if earlier not in onward:
                if len(onward) >= most:
                    raise PositionLimit
                onward[earlier] = (position, [step, *moves])
                todo.append(earlier)
    return None


def way_in(states: States, state: int, held: set[int]) -> list[int] | None:
    """States from the start of a packet up to a given one, by channels that are not held; None if there are none."""
    onward: dict[int, int | None] = {state: None}
    todo = deque([state])
    while todo:
        s = todo.popleft()
        if starts(states, s):
            way = [s]
            while (after := onward[way[-1]]) is not None:
                way.append(after)
            return way
        for p in states.before[s]:
            if p not in onward and states.channel[p] not in held:
                onward[p] = s
                todo.append(p)
    return None


def starts(states: States, state: int) -> bool:
    """Whether packets can begin with the channel of a state: it is the first of its nearest source."""
    return states.depth[state] == 0


def _take_away(states: States, position: PacketPositions) -> tuple[PacketPositions, list[Advance]]:
    """The position without the packets that can go back to their sources, and their moves."""
    left, moves = list(position), list[Advance]()
    again = True
    while again:
        again = False
        for packet, worm in enumerate(left):
            if worm:
                others = {states.channel[s] for other in left if other is not worm for s in other}
                way = way_in(states, worm[0], others)
                if way is not None:
                    left[packet], again = (), True
                    moves = [*enter(states, packet, [*way, *worm[1:]]), *moves]
    return tuple(left), moves


def enter(states: States, packet: int, way: Sequence[int]) -> list[Advance]:
    """The moves of a packet along its path."""
    return [Advance(packet, s, None if i else states.source[s]) for i, s in enumerate(way)]


def _back(states: States, position: PacketPositions) -> Iterator[tuple[PacketPositions, Advance]]:
    """The positions one move earlier: one of the packets, with its whole body, one channel back."""
    held = {states.channel[s] for worm in position for s in worm}
    for packet, worm in enumerate(position):
        for p in states.before[worm[0]] if worm else ():
            if states.channel[p] not in held:
                earlier = (*position[:packet], (p, *worm[:-1]), *position[packet + 1 :])
                yield earlier, Advance(packet, worm[-1], None)


# Configurations: packets that hold channels and wait for channels; a deadlock if all these channels are held
# by them.


class Packet(NamedTuple):
    """A packet that holds channels, given as states from its tail to its head, and waits for all channels of a set."""

    held: tuple[int, ...]
    waits: tuple[int, ...]


def shrink(states: States, packets: Iterable[Packet]) -> list[Packet]:
    """A deadlock among some packets of a deadlock, from which no packet can be removed; tails that nobody wants are
    cut.

    The result is reachable if the given deadlock is.
    """
    kept = _closed(states, list(packets))
    wanted = {states.channel[t] for p in kept for t in p.waits}
    trimmed = []
    for p in kept:
        tail = next(i for i, s in enumerate(p.held) if states.channel[s] in wanted)
        trimmed.append(Packet(p.held[tail:], p.waits))
    return trimmed


def _closed(states: States, packets: Sequence[Packet]) -> list[Packet]:
    """Packets that wait for one another alone, each for each, directly or not: a component of the graph of waiting from
    which no edge leads away, the one whose first packet comes last.
    """
    from networkx import DiGraph, condensation

    holder = {states.channel[s]: i for i, p in enumerate(packets) for s in p.held}
    waiting = DiGraph()
    waiting.add_nodes_from(range(len(packets)))
    waiting.add_edges_from((i, holder[states.channel[t]]) for i, p in enumerate(packets) for t in p.waits)
    whole = condensation(waiting)
    last = max((min(whole.nodes[c]["members"]), c) for c in whole if not whole.out_degree(c))[1]
    return [packets[i] for i in sorted(whole.nodes[last]["members"])]


def one_by_one(states: States, candidates: Mapping[int, Sequence[Packet]]) -> tuple[list[Packet], list[Advance]] | None:
    """One packet for each channel, so that they can get to their places one after the other; None if they cannot.

    The last packet to arrive is determined first: its path must avoid all other channels; then the last but one, and so
    on. A channel that can be last may be taken first, since those taken leave more room to the others.
    """
    left = set(candidates)
    found: list[tuple[Packet, list[int]]] = []
    while left:
        before = len(left)
        for c in sorted(left):
            ways = ((p, way_in(states, p.held[0], left - {c})) for p in candidates[c])
            fits = next(((p, way) for p, way in ways if way is not None), None)
            if fits:
                found.append(fits)
                left.discard(c)
        if len(left) == before:
            return None
    found.reverse()
    return [p for p, _ in found], [step for i, (_, way) in enumerate(found) for step in enter(states, i, way)]


# Deadlocked configurations found by a SAT solver: packets on disjoint channels, each blocked by the others.
#
# Every combination of held and wanted channels is a truth assignment, so if there is none the solver proves it.


class Configurations:
    """The search for configurations among the states that elimination left.

    Literals state that a packet with its head in a state waits for a set (``heads``), or that a packet extends from one
    state to another with its body (``bodies``, in wormhole routing).
    """

    def __init__(self, core: HardCore, wormhole: bool) -> None:
        self.states = core.states
        self.solver = _solver()
        self.count = 0
        self.heads: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.bodies: dict[int, tuple[int, int]] = {}
        self._write(core, wormhole)

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _write(self, core: HardCore, wormhole: bool) -> None:
        states, add = self.states, self.solver.add_clause
        channel = states.channel
        here = {s: self._new() for s in sorted(core.stuck)}  # the channel of the state is held by a packet in it
        used = {c: self._new() for c in sorted(core.held)}
        into: dict[int, list[int]] = {s: [] for s in here}
        for s in here:
            roles = []
            for waits in states.waits(s):
                if all(channel[t] in core.held for t in waits):
                    head = self._new()
                    self.heads[head] = (s, waits)
                    roles.append(head)
                    for t in waits:
                        add([-head, used[channel[t]]])
            for t in states.after[s] if wormhole else ():
                if t in here:
                    body = self._new()
                    self.bodies[body] = (s, t)
                    roles.append(body)
                    into[t].append(body)
                    add([-body, here[t]])
            add([-here[s], *roles])
            for role in roles:
                add([-role, here[s]])
            self._at_most_one(roles)
        for bodies in into.values():
            self._at_most_one(bodies)
        for c, u in used.items():
            there = [here[s] for s in states.at.get(c, ()) if s in here]
            add([-u, *there])
            self._at_most_one(there)
        add(list(self.heads))
        self._limits: list[int] = []
        self._assumed: list[int] = []

    def limit(self, most: int, bound: int) -> None:
        """Search only for at most the given number of packets, from now on."""
        if not self._limits:
            self._limits = self._counter(bound + 1)
        self._assumed = [-self._limits[most]] if most < len(self._limits) else []

    def through(self, channels: Iterable[int]) -> None:
        """Search only for deadlocks in which some packet has its head in one of these channels."""
        wanted = set(channels)
        self.solver.add_clause([head for head, (s, _) in self.heads.items() if self.states.channel[s] in wanted])

    def _counter(self, bound: int) -> list[int]:
        """Literals of which the i-th is true if there are more than i packets, for i below a bound."""
        behind: dict[int, list[int]] = {}
        for head, (s, _) in self.heads.items():
            behind.setdefault(self.states.channel[s], []).append(head)
        before: list[int] = []
        for heads in behind.values():  # counted channel by channel: so many packets up to this one
            one, sums = self._new(), [self._new() for _ in range(min(bound, len(before) + 1))]
            for head in heads:
                self.solver.add_clause([-head, one])
            for i, more in enumerate(sums):
                if i < len(before):
                    self.solver.add_clause([-before[i], more])
                self.solver.add_clause([-one, more] if i == 0 else [-one, -before[i - 1], more])
            before = sums
        return before

    def _at_most_one(self, literals: list[int]) -> None:
        """Pairwise if they are few, else by a chain of marks: from the first that is true on."""
        if len(literals) <= 5:
            for a, b in combinations(literals, 2):
                self.solver.add_clause([-a, -b])
            return
        mark = None
        for literal in literals:
            if mark is not None:
                self.solver.add_clause([-mark, -literal])
            after = self._new()
            self.solver.add_clause([-literal, after])
            if mark is not None:
                self.solver.add_clause([-mark, after])
            mark = after

    def __iter__(self) -> Iterator[list[Packet]]:
        """Deadlocks that :meth:`forbid` has not excluded, until there is none."""
        while self.solver.solve(assumptions=self._assumed):
            true = {literal for literal in self.solver.get_model() if literal > 0}
            came = {t: s for literal, (s, t) in self.bodies.items() if literal in true}
            found = []
            for literal, (head, waits) in self.heads.items():
                if literal in true:
                    held = [head]
                    while held[0] in came:
                        held.insert(0, came[held[0]])
                    found.append(Packet(tuple(held), waits))
            yield found

    def forbid(self, packets: Iterable[Packet]) -> None:
        """Exclude all configurations with these packets, also with longer tails."""
        wanted = {(p.held[-1], p.waits) for p in packets}
        joined = {pair for p in packets for pair in zip(p.held, p.held[1:], strict=False)}
        clause = [-literal for literal, head in self.heads.items() if head in wanted]
        clause += [-literal for literal, body in self.bodies.items() if body in joined]
        self.solver.add_clause(clause)

    def close(self) -> None:
        """Free the memory of the solver."""
        self.solver.delete()


def _solver() -> Any:
    from pysat.solvers import Solver

    return Solver(name="cadical153")
