"""Numbers of channels checked on large networks, by packets followed through the arrays that a routing gives."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np

from checks.certificates import choice_loops as loops
from checks.certificates.certified import labels
from checks.certificates.schema import Refused
from graphs.base.compiled import compiled
from graphs.base.parallel import cores
from graphs.routing.channel_routing import ADAPTIVE, DETERMINISTIC, ChannelRouting, no_label
from graphs.routing.choices import BY_NODE

MANY = 300_000  # channels times destinations from which on loops are compiled
FAULTS = {
    loops.STRANDED: "a packet to {goal} is stranded at {node}",
    loops.ELSEWHERE: "at {node} the routing gives a channel of another node",
    loops.SEVERAL: "at {node} the routing has several choices, but is deterministic",
    loops.CIRCLE: "packets to {goal} can go in circles through {channel}",
    loops.STUCK: "behind {channel} a packet to {goal} may wait for ever",
}


def least_numbers(routing: ChannelRouting, value: list[int], rising: bool, wormhole: bool) -> tuple[list[int], int]:
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
            worker.check(goal)
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

    def check(self, goal: int) -> None:
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
            self.places += compiled(loops.check_goal)(
                given.by == BY_NODE, net.node_count, self.first, self.head, net.forwarding, goal,
                np.array(sources, dtype=np.int32), given.start, given.channel, *self.how, self.least, self.state,
                *self.room, self.fault,
            )  # fmt: skip
            fault, at = (int(n) for n in self.fault)
            if fault != loops.FINE:
                by_channel = fault in (loops.CIRCLE, loops.STUCK)
                where = {"channel": routing.channel_name(at)} if by_channel else {"node": routing.node_name(at)}
                raise Refused(FAULTS[fault].format(goal=routing.node_name(goal), **where))
