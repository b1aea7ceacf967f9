"""Measured values of lemma quantities on explicit networks, which are kept for later lemmas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from netlemma.checks.lemmas.lemma_lookup import subject
from netlemma.checks.lemmas.lemma_sizes import LARGEST_PERMUTED
from netlemma.checks.lemmas.measured_flows import FLOW_QUANTITIES
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, Measured
from netlemma.graphs import (
    Measurement,
    Network,
    Profile,
    device_network,
    families,
    measure,
    profile,
    ring_network,
)
from netlemma.graphs.loads.adaptivity import ChoiceCounts
from netlemma.graphs.loads.distance_indices import Distances, distances
from netlemma.graphs.loads.graph_indices import INDICES, OF_DISTANCES
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.ring_structure import ABSENT
from netlemma.graphs.topology.structure import devices_at
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.failure_indices import FAILURE_INDICES, cut_load_after_failure
from netlemma.graphs.traffic.named import traffic
from netlemma.graphs.traffic.worst.average import average_case
from netlemma.graphs.traffic.worst.worst_case import WorstPermutation, worst_case

if TYPE_CHECKING:
    import numpy as np

    from netlemma.graphs import RingMeasurement, RingNetwork


# Explicit networks of lemmas with what is counted on them, cached for later lemmas.


NETWORKS_KEPT = 64  # as many as the lemmas of a family are compared on
Built = tuple[tuple[str, Any], ...]  # pairs (parameter, value), and whether distances are between switches
ENDS = "ends of messages"


def network_of(text: str, size: Built) -> Network:
    """The explicit network of a family, or of a product whose text names its sizes."""
    sizes = dict(size)
    switches = sizes.pop(ENDS, None)
    net = subject(text).network(sizes)
    return net.between_switches() if switches else net


kept_network = lru_cache(NETWORKS_KEPT)(network_of)


@lru_cache(4 * NETWORKS_KEPT)
def measurement(text: str, size: Built, routing: str) -> Measurement:
    """The measurement of a network that is kept."""
    return measure(kept_network(text, size), routing)


@lru_cache(NETWORKS_KEPT)
def profile_of(text: str, size: Built) -> Profile:
    """Pairs and shortest paths by distance in a network that is kept."""
    return profile(kept_network(text, size))


@lru_cache(NETWORKS_KEPT)
def distances_of(text: str, size: Built) -> Distances:
    """Distances in a network that is kept, without loads."""
    return distances(kept_network(text, size))


# Choices of messages, and hops spread over dimensions, on explicit networks.


LIKELY = {"paths": "paths", "distributions": "places", "walk": "walk"}  # what derive and graphs call equally likely


@lru_cache(64)
def choices(family: str, size: tuple[tuple[str, int], ...]) -> ChoiceCounts:
    """The choices of messages on an explicit network, cached."""

    return ChoiceCounts(device_network(family, **dict(size)))


def _left(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    return choices(what.subject, built).mean(size["i"], size["h"], "paths")


def _equal(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    """Nodes of m one-way rings so many hops away as there are objects beyond those that all cells hold."""
    found = choices("oneway-torus", (("k", size["k"]), ("n", size["m"]))).nodes_at
    hops = size["r"] - size["q"] * size["m"]
    return Fraction(found[hops] if 0 <= hops < len(found) else 0)


def _full(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    """Places r hops away on shortest paths to the farthest node, from which m - y channels lead nearer to it."""
    counts = choices("oneway-torus", (("k", size["s"] + 1), ("n", size["m"])))
    places = counts.to(counts.farthest)["places"]
    return Fraction(places[size["r"]].get(size["m"] - size["y"], 0) if size["r"] < len(places) else 0)


CHOICE_QUANTITIES: Mapping[str, Callable[..., Fraction]] = {
    "dimensions_left": _left,
    "compositions.equal": _equal,
    "compositions.full": _full,
}


# Measured values of lemma quantities on explicit networks of rings: packets, echoes and queues by class and stage.


RINGS_KEPT = 64
STAGE = "s"
BuiltRings = tuple[tuple[str, int], ...]


@lru_cache(RINGS_KEPT)
def _network(subject: str, size: BuiltRings) -> RingNetwork:

    return ring_network(subject, **dict(size))


@lru_cache(RINGS_KEPT)
def _measurement(subject: str, size: BuiltRings, routing: str) -> RingMeasurement:

    return measure(_network(subject, size), routing)


def _links(what: Measured, size: Size, built: BuiltRings) -> np.ndarray:
    """Which links (node, link) the lemma is about: those of its class, and of its stage if it names one."""

    net = _network(what.subject, built)
    chosen = net.successor != ABSENT
    if what.device_class is not None:
        if what.device_class not in net.class_names:
            raise ValueError(f"{net.title} has no class {what.device_class!r}: it has {', '.join(net.class_names)}")
        chosen &= net.link_class == net.class_names.index(what.device_class)
    return chosen & _ring_nodes(net, size)[:, None]


def _ring_nodes(net: RingNetwork, size: Size) -> np.ndarray:
    return net.stage == size[STAGE] if STAGE in size else net.stage == net.stage


def _common(values: np.ndarray, of: str) -> Fraction:
    """The value that all of them have in common."""
    found = sorted(set(values.tolist()))
    if len(found) != 1:
        raise ValueError(f"{of} have {len(found)} different values" + (f": {found[:5]}" if found else ""))
    return Fraction(found[0])


def _of_links(name: str) -> Callable[..., Fraction]:
    """``send`` or ``echo`` of every link of the class and stage, which must agree."""

    def value(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
        counts = getattr(_measurement(what.subject, built, routing).counts, name)
        return _common(counts[_links(what, size, built)], f"the links of {lemma.key} at {dict(size)}")

    return value


def _queue(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
    net, counts = _network(what.subject, built), _measurement(what.subject, built, routing).counts
    return _common(counts.entries.sum(axis=1)[_ring_nodes(net, size)], f"the nodes of {lemma.key} at {dict(size)}")


def _hottest(name: str) -> Callable[..., Fraction]:
    """The largest ``send`` or ``echo`` over the links of the class (all links if none is named) and stage."""

    def value(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
        counts = getattr(_measurement(what.subject, built, routing).counts, name)
        return Fraction(int(counts[_links(what, size, built)].max()))

    return value


def _whole_measurement(name: str) -> Callable[..., Fraction]:
    def value(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
        return Fraction(getattr(_measurement(what.subject, built, routing), name))

    return value


def _latency(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
    return _measurement(what.subject, built, routing).latency(size["c"])


def _pairs_at_distance(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
    pairs = _measurement(what.subject, built, routing).counts.pairs_at_distance
    return Fraction(pairs[size["k"]] if size["k"] < len(pairs) else 0)


def _hot_total(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
    """The largest number of packets and echoes together that cross a link."""
    counts = _measurement(what.subject, built, routing).counts
    return Fraction(int((counts.send + counts.echo)[_links(what, size, built)].max()))


@lru_cache(RINGS_KEPT)
def _distances(subject: str, size: BuiltRings) -> Mapping[int, int]:
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

    def value(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
        return Fraction(read(_distances(what.subject, built), size))

    return value


def _total(pairs: Mapping[int, int], size: Size) -> int:
    return sum(links * count for links, count in pairs.items())


def _ring_count(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
    return Fraction(_network(what.subject, built).ring_count)


def _class_ring_count(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
    rings = _network(what.subject, built).ring[_links(what, size, built)]
    return Fraction(len(set(rings.tolist())))


def _processors(lemma: Lemma, what: Measured, size: Size, built: BuiltRings, routing: str) -> Fraction:
    return Fraction(_network(what.subject, built).processor_count)


RING_QUANTITIES: Mapping[str, Callable[..., Fraction]] = {
    "ring.send": _of_links("send"),
    "ring.echo": _of_links("echo"),
    "ring.queue": _queue,
    "ring.hot_send": _hottest("send"),
    "ring.hot_echo": _hottest("echo"),
    "ring.hot_queue": _whole_measurement("hot_queue"),
    "ring.mean_queue": _whole_measurement("mean_queue"),
    "ring.distance": _whole_measurement("diameter"),
    "ring.ring_hops": _whole_measurement("ring_hops"),
    "ring.latency": _latency,
    "ring.mean_distance": _whole_measurement("mean_distance"),
    "ring.total_distance": _whole_measurement("total_distance"),
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


# Loads of directed channels under traffic patterns, and worst cases, counted on explicit networks.


SHORTEST = "shortest"
PATTERNS = ("uniform", "bit-complement", "tornado", "neighbor", "antipodal", "transpose")


@lru_cache(256)
def channel_loads(text: str, built: Built, routing: str, pattern: str) -> tuple[tuple[Fraction, ...], Fraction]:
    """Loads of all directed channels of an explicit network, and the messages sent per unit of time."""
    net = kept_network(text, built)
    sent = traffic(net, pattern)
    return tuple(traffic_loads(routing_of(net, routing), sent)), sent.sent


def _of_loads(pattern: str, value: Callable[[tuple[Fraction, ...], Fraction], Fraction]) -> Callable[..., Fraction]:
    def measured(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
        return value(*channel_loads(what.subject, built, routing, pattern))

    return measured


@lru_cache(256)
def _worst_case(text: str, built: Built, routing: str) -> WorstPermutation:
    return worst_case(routing_of(kept_network(text, built), routing))


def _of_worst(value: Callable[[WorstPermutation], Fraction]) -> Callable[..., Fraction]:
    def measured(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
        return value(_worst_case(what.subject, built, routing))

    return measured


def _average(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    """Mean of the largest load over all permutations, the identity included, counted one by one."""
    found = average_case(routing_of(kept_network(what.subject, built), routing), factorial(LARGEST_PERMUTED))
    return found.mean * found.count / (found.count + 1)


def busiest_channel(net: Network, found: Measurement) -> Fraction:
    """The largest load of a channel under uniform traffic and shortest paths, from the visit ratios of the devices."""
    hops = np.bincount(net.device, minlength=net.device_count)
    return max(each.max for each in found.classes) * len(net.ends) / (2 if (hops == 2).all() else 1)


def _largest_uniform(lemma: Lemma, what: Measured, size: Size, built: Built, routing: str) -> Fraction:
    net = kept_network(what.subject, built)
    if routing == SHORTEST:
        return busiest_channel(net, measurement(what.subject, built, routing))
    return max(channel_loads(what.subject, built, routing, "uniform")[0])


OF_LOADS: Mapping[str, Callable[[tuple[Fraction, ...], Fraction], Fraction]] = {
    "max_channel_load": lambda loads, sent: max(loads),
    "throughput": lambda loads, sent: 1 / max(loads),
    "mean_hops": lambda loads, sent: sum(loads, Fraction(0)) / sent,
}
WORST_CASES: Mapping[str, Callable[..., Fraction]] = {
    "worst_case": _of_worst(lambda found: found.gamma),
    "fraction_of_capacity.worst_case": _of_worst(lambda found: found.fraction_of_capacity),
}
TRAFFIC_QUANTITIES: Mapping[str, Callable[..., Fraction]] = {
    **{
        f"{quantity}.{pattern}": _of_loads(pattern, value)
        for pattern in PATTERNS
        for quantity, value in OF_LOADS.items()
    },
    "max_channel_load.uniform": _largest_uniform,
    **WORST_CASES,
    "average": _average,
}


# Measured values of lemma quantities on explicit networks.
#
# A lemma says in plain data which measurement it is compared with (derive.core.lemma.Measured); this module
# builds the network and measures it.


def measured_value(lemma: Lemma, size: Size, routing: str) -> Fraction:
    """The quantity of a lemma, counted on the explicit network of a size under one of its routings.

    >>> from netlemma.derive import lemma
    >>> measured_value(lemma("toroid.visit_ratio.link"), {"w": 4, "D": 3}, "shortest")
    Fraction(1, 63)
    """
    return _value(lemma, lemma.measured, size, routing)


def _value(lemma: Lemma, what: Measured, size: Size, routing: str) -> Fraction:
    built = tuple((name, size[name]) for name in what.network) + (((ENDS, what.ends),) if what.ends else ())
    value = _QUANTITIES[what.quantity](lemma, what, size, built, routing)
    return value if what.divided_by is None else value / _value(lemma, what.divided_by, size, routing)


OF_MEASUREMENT: Mapping[str, Callable[[Measurement], Fraction]] = {
    "mean_distance": lambda found: found.mean_distance,
    "diameter": lambda found: Fraction(found.diameter),
    "quantum": lambda found: found.nodes * max(c.max for c in found.classes),
    "bottleneck": lambda found: max(c.max for c in found.classes),
}
OF_CLASS = {"visit_ratio": "visit_ratio", "max_visit_ratio": "max", "min_visit_ratio": "min"}


WITHOUT_LOADS: Mapping[str, Callable[[Distances], Fraction]] = {
    "mean_distance": lambda found: found.mean,
    "diameter": lambda found: Fraction(found.diameter),
}


def _whole(quantity: str) -> Callable[..., Fraction]:
    def value(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
        if routing == "shortest" and quantity in WITHOUT_LOADS:
            return WITHOUT_LOADS[quantity](distances_of(what.subject, built))
        return OF_MEASUREMENT[quantity](measurement(what.subject, built, routing))

    return value


def _deadlock_rank(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    from netlemma.checks.lemmas.deadlock_ranks import not_rising  # its step formulas take time to set up

    return not_rising(lemma, size)


def class_name(lemma: Lemma, what: Measured, size: Size) -> str:
    """The class of devices of a lemma, by its name in the explicit network."""
    if what.device_class is not None:
        return what.device_class
    values = {p.symbol: size[p.name] for p in lemma.domain.parameters}
    assert what.dimension is not None
    return f"dimension-{evaluate(what.dimension, values)}"


def _class(attribute: str) -> Callable[..., Fraction]:
    def value(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
        name = class_name(lemma, what, size)
        class_load = next(c for c in measurement(what.subject, built, routing).classes if c.name == name)
        return getattr(class_load, attribute)

    return value


@lru_cache(NETWORKS_KEPT)
def _positions(subject: str, size: tuple[tuple[str, int], ...], routing: str, name: str) -> dict[int, set[Fraction]]:
    """The visit ratios of a class by the larger coordinate of the link's ends in the dimension that it spans."""
    result, net = measurement(subject, size, routing), kept_network(subject, size)
    found: dict[int, set[Fraction]] = {}
    for number, device in enumerate(net.devices):
        if device.class_name == name:
            ends = zip(*(net.labels(node) for node in device.nodes), strict=True)
            (place,) = (max(pair) for pair in ends if len(set(pair)) > 1)
            found.setdefault(place, set()).add(result.visit_ratio(number))
    return found


def _selected(what: Measured, size: Size) -> int:
    """The parameter that selects a value: the one that is no size of the network."""
    (value,) = (value for name, value in size.items() if name not in what.network)
    return value


def _at_position(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    """The visit ratio that all links between coordinates p - 1 and p of the class have in common."""
    place = _selected(what, size)
    found = _positions(what.subject, built, routing, class_name(lemma, what, size))[place]
    if len(found) != 1:
        raise ValueError(f"the links at position {place} have {len(found)} different visit ratios")
    return min(found)


def _polynomial(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    counts = profile_of(what.subject, built).nodes_at_distance
    return Fraction(sum(count * _selected(what, size) ** i for i, count in enumerate(counts)), counts[0])


def _pairs_at(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    counts = profile_of(what.subject, built).nodes_at_distance
    distance = _selected(what, size)
    return Fraction(counts[distance] if distance < len(counts) else 0)


def _nodes_at(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    return _pairs_at(lemma, what, size, built, routing) / profile_of(what.subject, built).nodes_at_distance[0]


def _farthest(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    paths = profile_of(what.subject, built).farthest_shortest_paths
    if paths is None:
        raise ValueError("pairs of nodes at the largest distance have different numbers of shortest paths")
    return Fraction(paths)


def _nodes(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    if what.subject in families() and not families()[what.subject].has_channels:
        return RING_QUANTITIES["nodes"](lemma, what, size, built, routing)
    return Fraction(len(kept_network(what.subject, built).ends))


def _link_count(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    net = kept_network(what.subject, built)
    return Fraction(net.device_count if what.device_class is None else dict(net.classes).get(what.device_class, 0))


def _degrees(what: Measured, built: tuple) -> list[int]:
    return devices_at(kept_network(what.subject, built)).tolist()


def _degree(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    found = set(_degrees(what, built))
    if len(found) > 1:
        raise ValueError(f"nodes have different degrees, from {min(found)} to {max(found)}")
    return Fraction(min(found))


def _index(index: Callable[[Network], Fraction]) -> Callable[..., Fraction]:
    return lambda lemma, what, size, built, routing: index(kept_network(what.subject, built))


def _load_growth(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    whole = busiest_channel(kept_network(what.subject, built), measurement(what.subject, built, routing))
    return cut_load_after_failure(kept_network(what.subject, built)) / whole


def _of_distances(value: Callable[[Distances], Fraction]) -> Callable[..., Fraction]:
    return lambda lemma, what, size, built, routing: value(distances_of(what.subject, built))


_QUANTITIES: Mapping[str, Callable[..., Fraction]] = {
    **{quantity: _whole(quantity) for quantity in OF_MEASUREMENT},
    **{quantity: _class(attribute) for quantity, attribute in OF_CLASS.items()},
    "visit_ratio.position": _at_position,
    "distance_polynomial": _polynomial,
    "pairs_at_distance": _pairs_at,
    "nodes_at_distance": _nodes_at,
    "shortest_paths.farthest": _farthest,
    **{quantity: _index(index) for quantity, index in {**INDICES, **FAILURE_INDICES}.items()},
    "load_growth_after_failure": _load_growth,
    **{quantity: _of_distances(value) for quantity, value in OF_DISTANCES.items()},
    **RING_QUANTITIES,
    "nodes": _nodes,
    "links": _link_count,
    "degree": _degree,
    "max_degree": lambda lemma, what, size, built, routing: Fraction(max(_degrees(what, built))),
    "min_degree": lambda lemma, what, size, built, routing: Fraction(min(_degrees(what, built))),
    **FLOW_QUANTITIES,
    "deadlock_rank": _deadlock_rank,
    **CHOICE_QUANTITIES,
    **TRAFFIC_QUANTITIES,
}
