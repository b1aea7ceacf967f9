"""Measured values of lemma quantities on explicit networks of rings: packets, echoes and queues by class and stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, Measured
from netlemma.graphs import measure, ring_network
from netlemma.graphs.topology.ring_structure import ABSENT

if TYPE_CHECKING:  # graphs, and NumPy with it, is imported where a network is built
    import numpy as np

    from netlemma.graphs import RingMeasurement, RingNetwork

NETWORKS_KEPT = 64
STAGE = "s"
Built = tuple[tuple[str, int], ...]


@lru_cache(NETWORKS_KEPT)
def _network(subject: str, size: Built) -> RingNetwork:

    return ring_network(subject, **dict(size))


@lru_cache(NETWORKS_KEPT)
def _measurement(subject: str, size: Built, routing: str) -> RingMeasurement:

    return measure(_network(subject, size), routing)


def _links(what: Measured, size: Size, built: Built) -> np.ndarray:
    """Which links (node, link) the lemma is about: those of its class, and of its stage if it names one."""

    net = _network(what.subject, built)
    chosen = net.successor != ABSENT
    if what.device_class is not None:
        if what.device_class not in net.class_names:
            raise ValueError(f"{net.title} has no class {what.device_class!r}: it has {', '.join(net.class_names)}")
        chosen &= net.link_class == net.class_names.index(what.device_class)
    return chosen & _nodes(net, size)[:, None]


def _nodes(net: RingNetwork, size: Size) -> np.ndarray:
    return net.stage == size[STAGE] if STAGE in size else net.stage == net.stage


def _common(values: np.ndarray, of: str) -> Fraction:
    """The value that all of them have in common."""
    found = sorted(set(values.tolist()))
    if len(found) != 1:
        raise ValueError(f"{of} have {len(found)} different values" + (f": {found[:5]}" if found else ""))
    return Fraction(found[0])


def _of_links(name: str) -> Callable[..., Fraction]:
    """``send`` or ``echo`` of every link of the class and stage, which must agree."""

    def value(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
        counts = getattr(_measurement(what.subject, built, routing).counts, name)
        return _common(counts[_links(what, size, built)], f"the links of {lemma.key} at {dict(size)}")

    return value


def _queue(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    net, counts = _network(what.subject, built), _measurement(what.subject, built, routing).counts
    return _common(counts.entries.sum(axis=1)[_nodes(net, size)], f"the nodes of {lemma.key} at {dict(size)}")


def _hottest(name: str) -> Callable[..., Fraction]:
    """The largest ``send`` or ``echo`` over the links of the class (all links if none is named) and stage."""

    def value(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
        counts = getattr(_measurement(what.subject, built, routing).counts, name)
        return Fraction(int(counts[_links(what, size, built)].max()))

    return value


def _whole(name: str) -> Callable[..., Fraction]:
    def value(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
        return Fraction(getattr(_measurement(what.subject, built, routing), name))

    return value


def _latency(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    return _measurement(what.subject, built, routing).latency(size["c"])


def _pairs_at_distance(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    pairs = _measurement(what.subject, built, routing).counts.pairs_at_distance
    return Fraction(pairs[size["k"]] if size["k"] < len(pairs) else 0)


def _hot_total(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    """The largest number of packets and echoes together that cross a link."""
    counts = _measurement(what.subject, built, routing).counts
    return Fraction(int((counts.send + counts.echo)[_links(what, size, built)].max()))


@lru_cache(NETWORKS_KEPT)
def _distances(subject: str, size: Built) -> Mapping[int, int]:
    """How many ordered pairs of nodes are at each distance, whichever rings the ways visit: searches outwards."""

    ahead = [set(row) - {ABSENT} for row in _network(subject, size).successor.tolist()]
    found: Counter[int] = Counter()
    for source in range(len(ahead)):
        reached, frontier, links = {source}, {source}, 0
        while frontier:
            found[links] += len(frontier)
            frontier = set().union(*(ahead[u] for u in frontier)) - reached
            reached |= frontier
            links += 1
    return found


def _apart(read: Callable[[Mapping[int, int], Size], int | Fraction]) -> Callable[..., Fraction]:
    """What the distances between nodes show, whichever rings the ways visit."""

    def value(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
        return Fraction(read(_distances(what.subject, built), size))

    return value


def _total(pairs: Mapping[int, int], size: Size) -> int:
    return sum(links * count for links, count in pairs.items())


def _ring_count(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    return Fraction(_network(what.subject, built).ring_count)


def _class_ring_count(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    rings = _network(what.subject, built).ring[_links(what, size, built)]
    return Fraction(len(set(rings.tolist())))


def _processors(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    return Fraction(_network(what.subject, built).processor_count)


RING_QUANTITIES: Mapping[str, Callable[..., Fraction]] = {
    "ring.send": _of_links("send"),
    "ring.echo": _of_links("echo"),
    "ring.queue": _queue,
    "ring.hot_send": _hottest("send"),
    "ring.hot_echo": _hottest("echo"),
    "ring.hot_queue": _whole("hot_queue"),
    "ring.mean_queue": _whole("mean_queue"),
    "ring.distance": _whole("distance"),
    "ring.ring_hops": _whole("ring_hops"),
    "ring.latency": _latency,
    "ring.mean_distance": _whole("mean_distance"),
    "ring.total_distance": _whole("total_distance"),
    "ring.pairs_at_distance": _pairs_at_distance,
    "ring.hot_total": _hot_total,
    "ring.shortest.distance": _apart(lambda pairs, size: max(pairs)),
    "ring.shortest.pairs_at_distance": _apart(lambda pairs, size: pairs.get(size["k"], 0)),
    "ring.shortest.total_distance": _apart(_total),
    "ring.shortest.mean_distance": _apart(lambda pairs, size: Fraction(_total(pairs, size), sum(pairs.values()))),
    "ring.ring_count": _ring_count,
    "ring.class_ring_count": _class_ring_count,
    "nodes": _processors,
}
