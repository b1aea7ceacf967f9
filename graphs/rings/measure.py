"""Measurement of a network of rings: distance, ring hops, loads of links and queues, latency and throughput."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from netlemma.base.displays import Part, Table, Words, exact
from netlemma.errors import InputError, NetworkError
from netlemma.graphs.base.compiled import numba_is_loaded
from netlemma.graphs.base.limits import title
from netlemma.graphs.base.measurement import Measurement
from netlemma.graphs.rings.routing import CONCISE, GENERAL, Progress, RingCounts, RingRouting, count_plainly
from netlemma.graphs.rings.routing import ring_routing as routing_of
from netlemma.graphs.topology.ring_structure import ABSENT, RingNetwork

COUNTING = (
    "one packet for each of the N^2 ordered pairs of processors, none crossing anything between processors of one node; "
    "send = packets crossing a link, echo = echoes crossing it (packet and echo together cover each ring that the packet "
    "visits), hot queue = packets entering rings at a node, from its processors or from other rings; "
)
SMALL = 12  # nodes up to which packets are followed by plain Python
SMALL_UNLOADED = 90  # the same as long as Numba is not loaded
FEW = 50  # different loads
MOST_LOADS = 12  # of a class in a display
HOP_PENALTY = Fraction(4)
SIZE_RATIO = Fraction(1, 5)
SEND_BYTES = Fraction(50)
IDLE_BYTES = Fraction(2)


@dataclass(frozen=True)
class PacketSizes:
    """Sizes of packets and the hop penalty, by which loads of rings are converted.

    size_ratio: Size of an echo over that of a send packet.
    hop_penalty: Time of a change of rings over that of passing a node.
    send_bytes: Mean length of a send packet on a link with its idle symbol, in bytes.
    idle_bytes: Length of the idle symbol, in bytes.
    """

    size_ratio: Fraction = SIZE_RATIO
    hop_penalty: Fraction = HOP_PENALTY
    send_bytes: Fraction = SEND_BYTES
    idle_bytes: Fraction = IDLE_BYTES

    def __post_init__(self) -> None:
        if self.hop_penalty < 1:
            raise InputError("`hop_penalty` is less than 1, but to change rings takes no less time than not to")
        if self.idle_bytes >= self.send_bytes:
            raise InputError("`send_bytes` counts the idle symbol, so it is more than `idle_bytes`")


@dataclass(frozen=True)
class RingClass:
    """The links of one class: their number, and the number of links of each load (send, echo), the largest first."""

    name: str
    devices: int
    loads: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class RingMeasurement(Measurement):
    """Distances of a network of rings, and the loads of its links and queues.

    Parameters
    ----------
    nodes : int
        Number of processors N.
    diameter : int
        Most links that a packet crosses.
    ring_hops : int
        Most rings that a packet visits.
    total_distance : int
        Links crossed by all packets together.
    hot_queue : int
        Most packets that enter rings at one node.
    mean_queue : Fraction
        Mean number of packets that enter rings at a node.
    rings : tuple of tuple of (int, int)
        Number of rings of each size, as (nodes, rings).
    symmetric : bool
        Whether checked symmetries were used.
    counts : RingCounts, optional
        Load of every link.
    packets : PacketSizes, optional
        Sizes by which :meth:`as_json` converts.
    """

    family: str
    parameters: dict[str, Any]
    routing: str
    counting: str
    nodes: int
    diameter: int
    ring_hops: int
    total_distance: int
    hot_queue: int
    mean_queue: Fraction
    classes: tuple[RingClass, ...]
    rings: tuple[tuple[int, int], ...]
    symmetric: bool
    counts: RingCounts = field(repr=False, compare=False)
    packets: PacketSizes = PacketSizes()

    @property
    def mean_distance(self) -> Fraction:
        """Mean number of links that a packet crosses, over all N^2 pairs."""
        return Fraction(self.total_distance, self.nodes**2)

    def latency(self, hop_penalty: Fraction | int = HOP_PENALTY) -> Fraction:
        """(c - 1) ring hops + distance, where a change of rings takes c times as long as passing a node.

        The two greatest values are combined, as in figure 11 of the paper, even if no packet has both.
        """
        return (hop_penalty - 1) * self.ring_hops + Fraction(self.diameter)

    def hot_link(self, size_ratio: Fraction | int = SIZE_RATIO) -> Fraction:
        """Greatest load of a link in packets of the mean size of a send packet: send + e echo.

        ``size_ratio`` e is the size of an echo over that of a send packet: the paper's 10 bytes over 50 are 1/5.
        """
        return max(send + size_ratio * Fraction(echo) for each in self.classes for send, echo, _ in each.loads)

    def throughput(
        self,
        size_ratio: Fraction | int = SIZE_RATIO,
        send_bytes: Fraction | int = SEND_BYTES,
        idle_bytes: Fraction | int = IDLE_BYTES,
        link_rate: Fraction | int = 1,
    ) -> Fraction:
        """Rate at which each processor can send, limited by the hot link, in the unit of ``link_rate``.

        While each processor sends N - 1 packets, the hot link carries its load.

        Parameters
        ----------
        size_ratio : Fraction or int, default SIZE_RATIO
            Size of an echo over that of a send packet.
        send_bytes : Fraction or int, default SEND_BYTES
            Mean length of a send packet on a link, in bytes.
        idle_bytes : Fraction or int, default IDLE_BYTES
            Idle symbols in that, which no processor sends, in bytes.
        link_rate : Fraction or int, default 1
            Rate of every link, e.g. in gigabytes per second.

        Returns
        -------
        Fraction
            Rate of a processor.

        Raises
        ------
        NetworkError
            If no packet crosses any link.

        References
        ----------
        R. E. Johnson and J. R. Goodman, Interconnect Topologies with Point-to-Point Rings, 1991, section 4.2.
        """
        hot = self.hot_link(size_ratio)
        if not hot:
            raise NetworkError(f"{self.family}: no packet crosses any link, so nothing limits the throughput")
        sent = (self.nodes - 1) * (1 - Fraction(idle_bytes) / Fraction(send_bytes))
        return sent / hot * link_rate

    def as_json(self) -> dict[str, Any]:
        """The measurement in the form of ``netlemma measure --json``: rationals are strings."""
        by = self.packets
        rate = self.throughput(by.size_ratio, by.send_bytes, by.idle_bytes)
        return {
            "family": self.family,
            "parameters": {k: list(v) if isinstance(v, tuple) else v for k, v in self.parameters.items()},
            "routing": self.routing,
            "counting": self.counting,
            "nodes": self.nodes,
            "distance": self.diameter,
            "ring_hops": self.ring_hops,
            "mean_distance": str(self.mean_distance),
            "total_distance": self.total_distance,
            "latency": {"hop_penalty": str(by.hop_penalty), "links": str(self.latency(by.hop_penalty))},
            "hot_link": {"size_ratio": str(by.size_ratio), "send_packets": str(self.hot_link(by.size_ratio))},
            "throughput": {"send_bytes": str(by.send_bytes), "idle_bytes": str(by.idle_bytes), "rate": str(rate)},
            "hot_queue": {"max": str(self.hot_queue), "mean": str(self.mean_queue)},
            "rings": [list(row) for row in self.rings],
            "classes": [
                {"name": c.name, "devices": c.devices, "loads": [list(row) for row in c.loads]} for c in self.classes
            ],
        }

    def _parts(self) -> list[Part]:
        by, hot = self.packets, self.hot_link(self.packets.size_ratio)
        rate = self.throughput(by.size_ratio, by.send_bytes, by.idle_bytes)
        lines = [
            f"{title(self.family, self.parameters)}: {self.nodes} processors, {self.routing} routing",
            f"rings: {', '.join(f'{count} of {nodes}' for nodes, count in self.rings)} nodes",
            f"distance {self.diameter} (mean {exact(self.mean_distance)}), ring hops {self.ring_hops}, latency "
            f"{self.latency(by.hop_penalty)} at hop penalty {by.hop_penalty}",
            f"hot link {exact(hot)} send packets at echo/send size {by.size_ratio}: throughput {exact(rate)} of a link's rate",
            f"hot queue {self.hot_queue} (mean {exact(self.mean_queue)})",
        ]
        rows: list[tuple[object, ...]] = []
        for each in self.classes:
            rows += [(each.name, *load) for load in each.loads[:MOST_LOADS]]
            if len(each.loads) > MOST_LOADS:
                rows.append((each.name, f"and {len(each.loads) - MOST_LOADS} more", "(all in JSON)", ""))
        return [*map(Words, lines), Table(("class", "send", "echo", "links"), rows), Words(self.counting)]


def measure_rings(
    net: RingNetwork, routing: str | RingRouting | None = None, symmetry: bool = True, progress: Progress = None
) -> RingMeasurement:
    """Loads of a network of rings by packets between all ordered pairs of processors.

    >>> from netlemma.graphs import ring_network
    >>> m = measure_rings(ring_network("multicube", f=2, r=3))
    >>> m.diameter, m.ring_hops, m.hot_queue, m.classes[0].loads, m.hot_link()
    (4, 2, 12, ((9, 9, 18),), Fraction(54, 5))
    """
    by = routing if isinstance(routing, RingRouting) else routing_of(net, routing)
    if not net.processor_count:
        raise NetworkError(f"{net.title} has no processors, so no packets are sent")
    by_trees = by.name in (CONCISE, GENERAL)  # routes of others are followed one by one
    if by_trees and net.node_count > (SMALL if numba_is_loaded() else SMALL_UNLOADED):
        from netlemma.graphs.rings.tree_loads import count_by_trees

        counts, symmetric = count_by_trees(net, by, symmetry, progress)
    else:
        counts, symmetric = count_plainly(net, by, progress), False
    queues = counts.entries.sum(axis=1).tolist()
    sizes, how_many = np.unique(net.ring_sizes, return_counts=True)
    return RingMeasurement(
        family=net.family,
        parameters=dict(net.parameters),
        routing=by.name,
        counting=COUNTING + by.words,
        nodes=net.processor_count,
        diameter=len(counts.pairs_at_distance) - 1,
        ring_hops=len(counts.pairs_at_rings) - 1,
        total_distance=sum(i * n for i, n in enumerate(counts.pairs_at_distance)),
        hot_queue=max(queues),
        mean_queue=Fraction(sum(queues), net.node_count),
        classes=_classes(net, counts),
        rings=tuple(zip(sizes.tolist(), how_many.tolist(), strict=True)),
        symmetric=symmetric,
        counts=counts,
    )


def _classes(net: RingNetwork, counts: RingCounts) -> tuple[RingClass, ...]:
    there = net.successor != ABSENT
    result = []
    for number, (name, devices) in enumerate(net.classes):
        chosen = there & (net.link_class == number)
        rows = [(send, echo, n) for (send, echo), n in _how_often(counts.send[chosen], counts.echo[chosen]).items()]
        result.append(RingClass(name, devices, tuple(sorted(rows, reverse=True))))
    return tuple(result)


def _how_often(send: np.ndarray, echo: np.ndarray) -> dict[tuple[int, int], int]:
    """Number of links with each pair of loads: value by value as long as few are different, then by sorting."""
    found: dict[tuple[int, int], int] = {}
    while len(send) and len(found) < FEW:
        load = (int(send[0]), int(echo[0]))
        other = (send != load[0]) | (echo != load[1])
        found[load] = len(send) - int(np.count_nonzero(other))
        send, echo = send[other], echo[other]
    pairs, times = np.unique(np.column_stack([send, echo]), axis=0, return_counts=True)
    return found | {(int(s), int(e)): int(n) for (s, e), n in zip(pairs, times, strict=True)}
