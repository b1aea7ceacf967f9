"""Numbers of channels checked on large networks, by packets followed through the arrays that a routing gives."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Lock

import numpy as np

from netlemma.checks.certificates import choice_loops as loops
from netlemma.checks.certificates.certified import labels
from netlemma.checks.certificates.schema import Refused
from netlemma.graphs.base.compiled import compiled
from netlemma.graphs.base.parallel import cores
from netlemma.graphs.routing.channel_routing import ADAPTIVE, DETERMINISTIC, ChannelRouting, no_label
from netlemma.graphs.routing.choices import BY_NODE, Choices

MANY = 300_000  # channels times destinations from which on loops are compiled
FAULTS = {
    loops.STRANDED: "a packet to {goal} is stranded at {node}",
    loops.ELSEWHERE: "at {node} the routing gives a channel of another node",
    loops.SEVERAL: "at {node} the routing has several choices, but is deterministic",
    loops.CIRCLE: "packets to {goal} can go in circles through {channel}",
    loops.STUCK: "behind {channel} a packet to {goal} may wait for ever",
}


Taken = Callable[[int, Choices, np.ndarray], None]  # goal, choices and channels of packets without a label


def least_numbers(
    routing: ChannelRouting, value: list[int], rising: bool, wormhole: bool, taken: Taken | None = None
) -> tuple[list[int], int]:
    """The least numbers that the packets of all goals allow, if the given ones let every packet proceed.

    Parameters
    ----------
    routing : ChannelRouting
        Routing that gives its choices as arrays.
    value : list of int
        Number of each channel, -1 for none.
    rising : bool
        Whether numbers rise along the ways of packets, or ranks leave a choice of lower rank.
    wormhole : bool
        Whether packets hold several channels.
    taken : Callable, optional
        Function that is given the choices of each goal, and the channels that its packets take.

    Returns
    -------
    tuple of (list of int, int)
        Least number of each channel, -1 if no packet takes it; number of places of packets.

    Raises
    ------
    Refused
        If a packet may wait for ever, is stranded or goes in circles.
    """
    net, threads = routing.network, cores()
    idle: SimpleQueue[_Goals] = SimpleQueue()
    workers = [_Goals(routing, np.array(value, dtype=np.int32), rising, wormhole) for _ in range(threads)]
    for worker in workers:
        idle.put(worker)

    def check(goal: int) -> None:
        worker = idle.get()
        try:
            worker.check(goal, taken)
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(max_workers=threads) as pool:
        for _ in pool.map(check, routing.ends):
            pass
    least = np.max([worker.least for worker in workers], axis=0)
    assert len(least) == net.hop_count * routing.vcs
    return least.tolist(), sum(worker.places for worker in workers)


class _Goals:
    """The goals of one thread."""

    def __init__(self, routing: ChannelRouting, value: np.ndarray, rising: bool, wormhole: bool) -> None:
        net, count = routing.network, routing.channel_count
        self.routing, self.places = routing, 0
        self.head = np.repeat(net.target.astype(np.int32), routing.vcs)
        self.first = net.indptr.astype(np.int64) * routing.vcs
        self.how = (routing.kind == DETERMINISTIC, routing.kind == ADAPTIVE, wormhole, rising, value)
        self.least, self.state = np.full(count, -1, dtype=np.int32), np.zeros(count, dtype=np.int8)
        self.room = [np.zeros(count, dtype=kind) for kind in (np.int32, np.int64, np.int32, np.int32)]
        self.fault = np.zeros(2, dtype=np.int64)

    def check(self, goal: int, taken: Taken | None) -> None:
        """Follow the packets to one destination."""
        routing, net = self.routing, self.routing.network
        senders: dict[object, list[int]] = {}
        if routing.labels is no_label:
            senders[None] = [source for source in routing.ends if source != goal]
        else:
            for source in routing.ends:
                for label in labels(routing, source, goal):
                    senders.setdefault(label, []).append(source)
        for label, sources in senders.items():
            assert routing.choices_to is not None
            given = routing.choices_to(goal, label)
            if given.weight is not None and (given.weight <= 0).any():
                raise Refused(f"choices to {routing.node_name(goal)} have weights that are not positive")
            head, destination = self.head, goal
            if routing.phases:
                head, destination = self.head.copy(), -1
                head[[c for c in np.flatnonzero(head == goal).tolist() if routing.delivers(c, goal, label)]] = -1
            count = compiled(loops.check_goal)(
                given.by == BY_NODE, net.node_count, self.first, head, net.forwarding, destination,
                np.array(sources, dtype=np.int32), given.start, given.channel, *self.how, self.least, self.state,
                *self.room, self.fault,
            )  # fmt: skip
            self.places += count
            if taken is not None:
                taken(goal, given, self.room[2][:count].copy())
            fault, at = (int(n) for n in self.fault)
            if fault != loops.FINE:
                by_channel = fault in (loops.CIRCLE, loops.STUCK)
                where = {"channel": routing.channel_name(at)} if by_channel else {"node": routing.node_name(at)}
                raise Refused(FAULTS[fault].format(goal=routing.node_name(goal), **where))


def in_phases(routing: ChannelRouting) -> bool:
    """Whether packets go between all nodes by way of any node, in two phases that do not depend on each other."""
    every = len(routing.ends) == routing.network.node_count
    parts = [part for part, _ in routing.phases]
    return routing.by_any_node and every and all(part.kind != ADAPTIVE and part.labels is no_label for part in parts)


def least_numbers_in_phases(routing: ChannelRouting, value: list[int]) -> tuple[list[int], int]:
    """The same as :func:`least_numbers` for numbers that rise along the ways of packets, phase by phase.

    Parameters
    ----------
    routing : ChannelRouting
        Routing for which :func:`in_phases`.
    value : list of int
        Number of each channel, -1 for none.

    Returns
    -------
    tuple of (list of int, int)
        Least number of each channel, -1 if no packet takes it; number of places of packets in each phase by itself.

    Raises
    ------
    Refused
        As :func:`least_numbers`.
    """
    net = routing.network
    ended: list[list[int]] = [[] for _ in range(net.node_count)]  # channels by which packets come to their label
    count = routing.phases[1][0].channel_count
    # destinations by number of those that go on by each
    nearest, farthest = (np.full(count, net.node_count), np.full(count, -1))
    lock = Lock()

    def first(goal: int, given: Choices, channels: np.ndarray) -> None:
        ended[goal] = channels[net.target[channels // routing.phases[0][0].vcs] == goal].tolist()

    def second(goal: int, given: Choices, channels: np.ndarray) -> None:
        away = np.repeat(np.arange(net.node_count) != goal, np.diff(given.start[: net.node_count + 1]))
        begun = given.channel[: len(away)][away]
        with lock:
            nearest[begun], farthest[begun] = np.minimum(nearest[begun], goal), np.maximum(farthest[begun], goal)

    least, places = [-1] * len(value), 0
    number: list[list[int]] = []
    for (part, low), taken in zip(routing.phases, (first, second), strict=True):
        number.append([c // part.vcs * routing.vcs + low + c % part.vcs for c in range(part.channel_count)])
        found, many = least_numbers(part, [value[c] for c in number[-1]], True, True, taken)
        places += many
        for c, n in zip(number[-1], found, strict=True):
            least[c] = n
    vcs = routing.phases[1][0].vcs
    for node, channels in enumerate(ended):
        out = [c for c in range(int(net.indptr[node]) * vcs, int(net.indptr[node + 1]) * vcs) if farthest[c] >= 0]
        for last in channels:
            for begun in out:
                alone = nearest[begun] == farthest[begun]
                if alone and not _from_another(routing.phases[0][0], node, last, int(nearest[begun])):
                    continue
                a, b = number[0][last], number[1][begun]
                if value[b] <= value[a]:
                    raise Refused(
                        f"behind {routing.channel_name(a)} a packet by way of {routing.node_name(node)} may wait for ever"
                    )
                least[b] = max(least[b], value[a] + 1)
    return least, places


def _from_another(part: ChannelRouting, goal: int, last: int, node: int) -> bool:
    """Whether a packet to a goal that comes from another node than a given one takes a channel last."""
    assert part.choices_to is not None
    given, nodes = part.choices_to(goal, None), part.network.node_count
    todo, seen = [last], {last}
    while todo:
        rows = np.searchsorted(given.start, np.flatnonzero(given.channel == todo.pop()), side="right") - 1
        for row in rows.tolist():
            if row < nodes and row not in (goal, node):
                return True
            if given.by == BY_NODE:
                before = np.flatnonzero(np.repeat(part.network.target, part.vcs) == row).tolist()
            else:
                before = [row - nodes] if row >= nodes else []
            todo += [c for c in before if c not in seen]
            seen.update(before)
    return False
