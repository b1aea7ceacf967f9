"""Quantities of topologies of point-to-point rings at every size of one fanout, from lemmas or from measurement.

These are the lines of the graphs of R. E. Johnson and J. R. Goodman, "Interconnect Topologies with Point-to-Point
Rings" (1991): the fanout of all nodes is fixed, and networks grow in the other parameter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from netlemma.derive.algebra.proof import weakest
from netlemma.derive.discovery import lemma
from netlemma.errors import DomainError
from netlemma.graphs import RingMeasurement, measure, ring_network

MULTICUBE, SHUFFLE, BUTTERFLY, DEADFLY, LIVEFLY = "multicube", "ring-shuffle", "ring-butterfly", "deadfly", "livefly"
FAMILIES = (MULTICUBE, SHUFFLE, DEADFLY, LIVEFLY, BUTTERFLY)
PARTITIONED = (SHUFFLE, DEADFLY)  # those whose own routing is not deadlock-1
CLASSES = {MULTICUBE: ("ring",), BUTTERFLY: ("short", "long"), DEADFLY: ("short", "long"),
           LIVEFLY: ("primary", "secondary", "long")}  # fmt: skip
MEASURED = "measured"
HOP_PENALTY, SIZE_RATIO = 4, Fraction(5)
ECHO_BYTES, IDLE_BYTES = 10, 2


class KnownValue(NamedTuple):
    """An exact value with its origin: from ``proved`` or ``argued`` lemmas, or ``measured``."""

    value: Fraction
    known: str


class RingPoint(NamedTuple):
    """One network of a line: its parameter r, its number of processors, and the value with its origin."""

    r: int
    nodes: int
    value: Fraction
    known: str


def nodes(family: str, f: int, r: int) -> int:
    """The number of processors N.

    >>> [nodes(family, 5, 2) for family in FAMILIES]
    [32, 25, 50, 32, 50]
    """
    return lemma(f"{family}.distance").definition.nodes({"f": f, "r": r})


@dataclass(frozen=True)
class Metric:
    """The quantity of a graph (figures 13 to 18).

    quantity: ring_hops, distance, latency (in links), hot_link (in send packets), hot_bytes, throughput (in bytes of
    processors for each byte of a link) or hot_queue.
    hop_penalty: Latency of a hop between rings, in links.
    ratio: Size of a send packet divided by that of an echo packet.
    partitioned: Whether hot queues are multiplied by the number of partitions in topologies that need them: one for
    each number of hops, up to the largest number of rings that a packet visits.

    >>> Metric("latency").at("deadfly", 3, 2)
    KnownValue(value=Fraction(12, 1), known='proved')
    """

    quantity: str
    hop_penalty: int = HOP_PENALTY
    ratio: Fraction = SIZE_RATIO
    partitioned: bool = True

    def at(self, family: str, f: int, r: int) -> KnownValue:
        """The value at one size."""
        if self.quantity in ("ring_hops", "distance"):
            return _lemma_or_measured(family, self.quantity, f, r)
        if self.quantity == "latency":
            hops, links = (_lemma_or_measured(family, name, f, r) for name in ("ring_hops", "distance"))
            return KnownValue((self.hop_penalty - 1) * hops.value + links.value, _weaker(hops, links))
        if self.quantity == "hot_queue":
            queue = _lemma_or_measured(family, "hot_queue", f, r)
            if not self.partitioned:
                return queue
            classes = multiplier(family, f, r)
            return KnownValue(classes.value * queue.value, _weaker(classes, queue))
        hot = _hot_link(family, f, r, 1 / self.ratio)
        if self.quantity == "hot_link":
            return hot
        send_bytes = ECHO_BYTES * self.ratio
        if self.quantity == "hot_bytes":
            return KnownValue(send_bytes * hot.value, hot.known)
        if self.quantity == "throughput":
            return KnownValue((nodes(family, f, r) - 1) * (1 - IDLE_BYTES / send_bytes) / hot.value, hot.known)
        raise ValueError(f"no quantity {self.quantity!r}")

    def line(self, family: str, f: int, least: int, most: int) -> list[RingPoint]:
        """The points of a family, the smallest first; none for the livefly with fanout 2.

        >>> [(point.nodes, point.value) for point in Metric("distance").line("ring-shuffle", 2, 4, 20)]
        [(4, Fraction(2, 1)), (8, Fraction(3, 1)), (16, Fraction(4, 1))]
        """
        return [RingPoint(r, n, *self.at(family, f, r)) for r, n in sizes_by_processors(family, f, least, most)]


def sizes_by_processors(family: str, f: int, least: int, most: int) -> Iterator[tuple[int, int]]:
    """The networks of a family with one fanout, by number of processors."""
    if family == LIVEFLY and f < 3:
        return
    r = 2 if family == MULTICUBE else 1
    while (count := nodes(family, f, r)) <= most:
        if count >= least:
            yield r, count
        r += 1


def multiplier(family: str, f: int, r: int) -> KnownValue:
    """The number of partitions of a queue if they are distinguished by the hops of packets; 1 if none are needed."""
    if family not in PARTITIONED:
        return KnownValue(Fraction(1), "proved")
    return _lemma_or_measured(family, "ring_hops", f, r)


@cache
def _lemma_or_measured(family: str, quantity: str, f: int, r: int) -> KnownValue:
    found = lemma(f"{family}.{quantity}")
    try:
        return KnownValue(found.value({"f": f, "r": r}), found.strength)
    except DomainError:
        name = "diameter" if quantity == "distance" else quantity
        return KnownValue(Fraction(getattr(measurement(family, f, r), name)), MEASURED)


@cache
def _hot_link(family: str, f: int, r: int, e: Fraction) -> KnownValue:
    """The greatest send + e echo of a link."""
    if family in CLASSES:
        return _hottest_class(family, f, r, e)
    if r < f and r <= 5:  # the same links have the most packets and the most echoes
        send, echo = (_lemma_or_measured(family, name, f, r) for name in ("hot_send", "hot_echo"))
        return KnownValue(send.value + e * echo.value, _weaker(send, echo))
    return KnownValue(measurement(family, f, r).hot_link(e), MEASURED)


def _hottest_class(family: str, f: int, r: int, e: Fraction) -> KnownValue:
    greatest, known = Fraction(0), []
    for name in CLASSES[family]:
        send, echo = (lemma(f"{family}.{what}.{name}") for what in ("send", "echo"))
        known += [send.strength, echo.strength]
        stages = [{"s": s} for s in range(r)] if "s" in send.domain.names else [{}]
        for stage in stages:
            size = {"f": f, "r": r, **{key: s for key, s in stage.items() if key in send.domain.names}}
            at_echo = size if "s" in echo.domain.names else {"f": f, "r": r}
            greatest = max(greatest, send.value(size) + e * echo.value(at_echo))
    return KnownValue(greatest, weakest(known))


@cache
def measurement(family: str, f: int, r: int) -> RingMeasurement:
    """The measurement of the explicit network, cached for several quantities."""

    return measure(ring_network(family, f=f, r=r))


def _weaker(*values: KnownValue) -> str:
    known = [each.known for each in values]
    return MEASURED if MEASURED in known else weakest(known)
