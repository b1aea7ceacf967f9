"""Bubbles: packets enter a ring of channels only where they leave a slot free, so that its packets can always move.

A channel holds several whole packets. A packet that comes from outside a ring, by injection or by a turn, enters one of its
channels only if two slots of it are free; inside the ring one is enough. So no ring is ever full. If packets wait only inside rings, or for
channels of higher rank, there is no deadlock, with a single virtual channel (Carrion et al. 1997, Puente et al. 2001).

Two other rules keep one slot free in each ring instead of one in each channel. With a *critical* bubble a packet enters if a slot of
the channel is free, and another one anywhere in the ring: a mark stands on a free slot, which no packet takes that comes from
outside. It passes on to other free slots, and to the slot that a packet leaves for it (Chen, Wang and Pinkston 2011). Under wormhole
switching a *worm* of any length enters if as many channels of the ring as it will hold, and one more, are free, and are kept for
no other worm that enters (worm-bubbles, Chen and Pinkston 2013). Worms of one flit then enter as packets do with a critical bubble.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from netlemma.errors import InputError
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.base.text_files import printable
from netlemma.graphs.deadlock.evidence import VerdictMaker, shortest_way
from netlemma.graphs.deadlock.phase_dependencies import channel_dependencies
from netlemma.graphs.deadlock.verdict import FREE, SWITCHING, UNKNOWN, DeadlockVerdict
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting, Label
from netlemma.graphs.routing.choices import goals
from netlemma.graphs.routing.dependency_graph import DependencyGraph
from netlemma.graphs.routing.goal_graph import RoutingArrays
from netlemma.graphs.routings.dimensions import dimensions

LOCAL, CRITICAL, WORM = BUBBLES = ("local", "critical", "worm")
NEVER_FULL = "bubbles: no ring of channels is ever full"
LATER = f"{NEVER_FULL}, and packets wait inside a ring or for a later one"
SOURCES = {LOCAL: "Puente et al. 2001", CRITICAL: "Chen, Wang and Pinkston 2011", WORM: "Chen and Pinkston 2013"}
ENTERS = {
    LOCAL: "a packet enters {} only if 2 slots of a channel are free",
    CRITICAL: "a packet enters {} only if a slot of the channel is free, and another one anywhere in the ring",
    WORM: "a worm enters {} only if as many of its channels as it will hold, and one more, are free and kept for no other",
}
MEETING = (
    "rings that wait for one another: packets turn from one into another and back, where a bubble in each does not help"
)
MOST_BUFFERS = 1_000
MOST_CYCLES = 50
MOST_WAYS = 200_000  # of packets that are looked at for a deadlock


def bubble_deadlock(
    routing: ChannelRouting, switching: str | None, buffers: int | None, progress: Progress = None, kind: str = LOCAL
) -> DeadlockVerdict | None:
    """The verdict on a routing whose packets leave bubbles in rings; None if its channels depend on one another in no ring.

    buffers: Packets that a channel holds; as few as the bubble needs if None.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> torus = channel_routing(network("torus", k=4, n=2), "dimension-order")
    >>> bubble_deadlock(torus, "cut-through", 2).verdict
    'deadlock-free'
    """
    if kind not in BUBBLES:
        raise InputError(f"bubble={printable(str(kind))}: bubbles are {', '.join(BUBBLES)}")
    if kind == WORM:
        if switching not in (None, SWITCHING[0]):
            raise InputError(f"bubbles of worms are those of wormhole switching, not of {switching}")
        switching = SWITCHING[0]
    elif switching is None or switching == SWITCHING[0]:
        raise InputError(
            'bubbles are slots for whole packets: give `switching="cut-through"` or `switching="store-and-forward"`, or `bubble="worm"`'
        )
    buffers = buffers or (2 if kind == LOCAL else 1)
    if kind == LOCAL and buffers < 2:
        raise InputError(
            f"buffers={buffers}: a packet enters a ring only if 2 slots of a channel are free, so give `buffers=2` or more"
        )
    followed = channel_dependencies(RoutingArrays(routing), progress)
    graph = followed.graph
    escapes = np.ones(routing.channel_count, dtype=bool)
    if routing.kind == ADAPTIVE:
        if kind == WORM:
            raise InputError(
                f"routing {routing.name} is adaptive: bubbles of worms are decided of routings whose packets wait for one channel at a time"
            )
        if routing.escape is None:
            raise InputError(
                f"routing {routing.name} is adaptive without escape channels: bubbles keep rings moving of a routing with one way, "
                "or of escape channels, as those of duato"
            )
        escapes = np.array([bool(routing.escape(c)) for c in range(routing.channel_count)])
        graph = graph.among(escapes)
    rings = rings_of(routing, graph)
    if not rings:
        return None
    used = np.flatnonzero(followed.used).tolist()
    maker = VerdictMaker(routing, switching, followed.dependencies, followed.packets, used)
    ranks = _ranks(routing, graph, rings)
    slots = Slots(rings, buffers, kind)
    if ranks is not None and kind == WORM and _goes_round(routing, slots):
        verdict = maker.unknown(f"{NEVER_FULL}, but a worm that takes all channels of one never enters it")
    elif ranks is not None:
        above = np.where(escapes, ranks + (not escapes.all()), 0)  # every packet may leave the other channels for them
        numbered = [int(above[c]) if followed.used[c] else None for c in range(routing.channel_count)]
        verdict = maker.bubbles(f"{LATER} ({SOURCES[kind]})", numbered, rings, slots.written)
    else:
        found = None if routing.kind == ADAPTIVE else _meeting(routing, graph, slots)
        if found is None:
            verdict = maker.unknown(f"{MEETING}; no packets were found that come to wait for one another so")
        else:
            verdict = maker.slots(MEETING, *found, rings, slots.written)
    many = f"buffers of {buffers} packets" if buffers > 1 else "buffers of one packet"
    scope = verdict.scope.replace("buffers of one packet", many)
    return replace(verdict, scope=f"{scope}; {ENTERS[kind].format(_in_words(routing, rings))}")


class Slots:
    """Free slots of channels, and how many of them a packet may take, by the rule of bubbles."""

    def __init__(self, rings: Sequence[Sequence[int]], buffers: int, kind: str) -> None:
        self.rings, self.buffers, self.kind = rings, buffers, kind
        self.ring_of = {c: ring for ring in rings for c in ring}
        self.follows = {c: x for ring in rings for c, x in zip(ring, [*ring[1:], ring[0]], strict=True)}

    @property
    def written(self) -> dict[str, Any]:
        """The rule, for certificates."""
        return {"buffers": self.buffers} | ({} if self.kind == LOCAL else {"bubble": self.kind})

    def enters(self, before: int | None, channel: int) -> bool:
        """Whether a packet comes into a ring with a channel."""
        return channel in self.follows and (before is None or self.follows.get(before) != channel)

    def room(self, before: int | None, channel: int, held: Mapping[int, int]) -> int:
        """How many slots of a channel are free for a packet that comes from another one."""
        free = self.buffers - held.get(channel, 0)
        if not self.enters(before, channel):
            return free
        if self.kind == LOCAL:
            return free - 1
        ring = self.ring_of[channel]
        return min(free, len(ring) * self.buffers - sum(held.get(c, 0) for c in ring) - 1)


def _goes_round(routing: ChannelRouting, slots: Slots) -> bool:
    """Whether some packet may take all channels of a ring one after the other."""
    for destination in routing.ends:
        for label, sources in goals(routing, destination):
            onward, todo = set[int](), list[int]()
            for source in sources.tolist():
                todo += [int(c) for c, weight in routing.next_channels(source, None, destination, label) if weight]
            seen = set(todo)
            while todo:
                channel = todo.pop()
                if routing.delivers(channel, destination, label):
                    continue
                for c, weight in routing.next_channels(routing.end(channel), channel, destination, label):
                    if weight and slots.follows.get(channel) == int(c):
                        onward.add(channel)
                    if weight and int(c) not in seen:
                        seen.add(int(c))
                        todo.append(int(c))
            if any(sum(c in onward for c in ring) >= len(ring) - 1 for ring in slots.rings):
                return True
    return False


def _in_words(routing: ChannelRouting, rings: Sequence[Sequence[int]]) -> str:
    """The rings with a bubble, the first one by its nodes."""
    first = " -> ".join(routing.node_name(routing.start(c)) for c in rings[0])
    return f"the ring {first}" if len(rings) == 1 else f"one of {len(rings)} rings, such as {first},"


# Rings of a routing.


def rings_of(routing: ChannelRouting, graph: DependencyGraph) -> list[list[int]]:
    """The rings in which the channels of a routing depend on one another, each with its channels in order.

    They are the lines of a product that are rings, in each direction; elsewhere channels that depend on one another in a
    circle are taken apart into shortest circles.
    """
    inside = graph._stuck if graph.numbering() is None else np.zeros(graph.count, dtype=bool)
    if not inside.any():
        return []
    if routing.network.factors:
        graph = graph.among(inside)
        line = _lines(routing)
        same = line[graph.tail] == line[graph.head]
        columns = (column[same] for column in (graph.tail, graph.head, graph.source, graph.destination))
        graph = DependencyGraph(graph.count, *columns)
    found: list[list[int]] = []
    left = inside.copy()
    while True:
        rest = graph.among(left)
        cycle = [int(rest.tail[e]) for e in rest.cycle()]
        if not cycle:
            return found
        found.append(cycle)
        left[cycle] = False


def _lines(routing: ChannelRouting) -> np.ndarray:
    """A number for each channel that those of the same line, direction and virtual channel share."""
    net, dims = routing.network, dimensions(routing.network)
    node = net.origin.astype(np.int64)
    digits = np.stack([dims.digits(d)[node] for d in range(len(dims.shape))])
    own = dims.dimension.astype(np.int64)
    step = np.array([int(np.prod(dims.shape[d + 1 :])) for d in range(len(dims.shape))])
    across = node - digits[own, np.arange(len(node))] * step[own]
    line = (across * len(dims.shape) + own) * 2 + dims.up
    return np.asarray((line[:, None] * routing.vcs + np.arange(routing.vcs)).ravel())


def _ranks(routing: ChannelRouting, graph: DependencyGraph, rings: Sequence[Sequence[int]]) -> np.ndarray | None:
    """Ranks of the channels, one for a ring, that rise along all dependencies but those inside rings; None if there are none."""
    part = np.arange(graph.count)
    follows = np.full(graph.count, -1)
    for ring in rings:
        part[ring] = ring[0]
        follows[ring] = [*ring[1:], ring[0]]
    onward = follows[graph.tail] == graph.head
    tail, head = part[graph.tail][~onward], part[graph.head][~onward]
    order = np.lexsort([head, tail])
    pairs = np.unique(np.stack([tail[order], head[order]]), axis=1)
    none = np.full(pairs.shape[1], -1)
    numbers = DependencyGraph(graph.count, pairs[0], pairs[1], none, none).numbering()
    return None if numbers is None else numbers[part]


# Packets of rings that wait for one another.


Way = tuple[int, int, Label, list[int]]  # source, destination, label, and channels up to the one that is held


def _meeting(
    routing: ChannelRouting, graph: DependencyGraph, slots: Slots
) -> tuple[list[tuple[Way, int | None]], list[tuple[int, int]]] | None:
    """Packets, the first of each channel with the channel that it wants, and the moves by which they come to wait for ever."""
    ways = _ways(routing)
    for cycle in islice(_turning(graph, slots.follows), MOST_CYCLES):
        ends = [*cycle[1:], cycle[0]]
        entered = {x: slots.enters(c, x) for c, x in zip(cycle, ends, strict=True)}
        needed = _needed(cycle, entered, slots)
        wants = dict(zip(cycle, ends, strict=True))
        start = next(i for i, c in enumerate(cycle) if entered[c])
        order = [cycle[(start - 1 - i) % len(cycle)] for i in range(len(cycle))]
        found = _filled(ways, wants, needed, order, slots)
        if found is not None:
            return found
    return None


def _needed(cycle: Sequence[int], entered: Mapping[int, bool], slots: Slots) -> dict[int, int]:
    """How many packets keep others out of each channel of a cycle: a slot stays free in channels, or in rings, that they enter."""
    needed = dict.fromkeys(cycle, slots.buffers)
    kept = set[int]()
    for c in cycle:
        if not entered[c] or c not in slots.follows:
            continue
        ring = slots.ring_of[c]
        if slots.kind == LOCAL or (needed.keys() >= set(ring) and ring[0] not in kept):
            needed[c] -= 1
            kept.add(ring[0])
    return needed


def _turning(graph: DependencyGraph, follows: Mapping[int, int]) -> Iterator[list[int]]:
    """Shortest cycles of channels through each dependency that is not inside a ring."""
    after: dict[int, list[int]] = {}
    for c, x in zip(graph.tail.tolist(), graph.head.tolist(), strict=True):
        after.setdefault(c, []).append(x)
    seen: set[frozenset[int]] = set()
    for last, later in after.items():
        for first in later:
            if follows.get(last) == first:
                continue
            way = shortest_way(after, first, last)
            if way and frozenset(cycle := way if first == last else [first, *way]) not in seen:
                seen.add(frozenset(cycle))
                yield cycle


def _ways(routing: ChannelRouting) -> dict[tuple[int, int | None], list[Way]]:
    """Ways of packets by the channel that they hold and the one that they want next, and with None all; the shortest first."""
    found: dict[tuple[int, int | None], list[Way]] = {}
    count = 0
    for destination in routing.ends:
        for label, sources in goals(routing, destination):
            for source in sources.tolist():
                todo = [[int(c)] for c, weight in routing.next_channels(source, None, destination, label) if weight]
                while todo and count < MOST_WAYS:
                    way = todo.pop()
                    count += 1
                    found.setdefault((way[-1], None), []).append((source, destination, label, way))
                    if routing.delivers(way[-1], destination, label):
                        continue
                    for c, weight in routing.next_channels(routing.end(way[-1]), way[-1], destination, label):
                        if weight:
                            found.setdefault((way[-1], int(c)), []).append((source, destination, label, way))
                            todo.append([*way, int(c)])
    return {pair: sorted(some, key=lambda way: len(way[3])) for pair, some in found.items()}


def _filled(
    ways: Mapping[tuple[int, int | None], list[Way]], wants: Mapping[int, int], needed: Mapping[int, int],
    order: Sequence[int], slots: Slots,
) -> tuple[list[tuple[Way, int | None]], list[tuple[int, int]]] | None:  # fmt: skip
    """Packets that fill channels one after the other, each on a way that is open at its time.

    The first one of a channel wants the next channel of the cycle; those behind it may want anything.
    """
    held, packets, moves = Counter[int](), list[tuple[Way, int | None]](), list[tuple[int, int]]()
    for channel in order:
        while held[channel] < needed[channel]:
            wanted = None if held[channel] else wants[channel]
            some = ways.get((channel, wanted), ())
            way = next((way for way in some if all(_open(way[3], i, held, slots) for i in range(len(way[3])))), None)
            if way is None:
                return None
            moves += [(len(packets), c) for c in way[3]]
            packets.append((way, wanted))
            held[channel] += 1
    return packets, moves


def _open(way: Sequence[int], i: int, held: Mapping[int, int], slots: Slots) -> bool:
    """Whether a packet may take the i-th channel of its way, past no packet that waits for ever."""
    if i + 1 < len(way) and held.get(way[i], 0):
        return False
    return slots.room(way[i - 1] if i else None, way[i], held) > 0


def several(verdict: DeadlockVerdict, buffers: int) -> DeadlockVerdict:
    """A verdict for buffers of one packet as one for buffers of several, without bubbles.

    What frees packets in buffers of one frees them in larger ones. A deadlock fills those with copies of its packets, which go the
    same ways one after the other. What a search shows of buffers of one is open for larger ones.
    """
    if buffers == 1:
        return verdict
    scope = verdict.scope.replace("buffers of one packet", f"buffers of {buffers} packets")
    certificate = verdict.certificate
    if verdict.verdict == UNKNOWN or (verdict.verdict == FREE and certificate is None):
        criterion = f"{verdict.criterion}, for buffers of one packet; larger ones may fill in ways that those cannot"
        return replace(verdict, verdict=UNKNOWN, criterion=criterion, scope=scope)
    if certificate is None:
        return replace(verdict, scope=scope)
    if certificate["kind"] == "configuration":
        by_packet: dict[int, list[int]] = {}
        for i, channel in certificate["moves"]:
            by_packet.setdefault(i, []).append(channel)
        if [i for i, way in by_packet.items() for _ in way] != [i for i, _ in certificate["moves"]]:
            criterion = f"{verdict.criterion}, for buffers of one packet; in larger ones packets would pass one another"
            return replace(verdict, verdict=UNKNOWN, criterion=criterion, scope=scope, cycle=[], certificate=None)
        count = len(certificate["packets"])
        copies = [dict(packet) for _ in range(buffers) for packet in certificate["packets"]]
        moves = [[i + copy * count, c] for i, way in by_packet.items() for copy in range(buffers) for c in way]
        certificate = {**certificate, "packets": copies, "moves": moves}
    return replace(verdict, scope=scope, certificate={**certificate, "buffers": buffers})
