"""Measured values of lemma quantities on explicit networks.

A lemma says in plain data which measurement it is compared with (:class:`netlemma.derive.core.lemma.Measured`); this module
builds the network and measures it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from netlemma.checks.lemmas.explicit import NETWORKS_KEPT, distances_of, kept_network, measurement, profile_of
from netlemma.checks.lemmas.measured_adaptivity import CHOICE_QUANTITIES
from netlemma.checks.lemmas.measured_flows import FLOW_QUANTITIES
from netlemma.checks.lemmas.measured_rings import RING_QUANTITIES
from netlemma.checks.lemmas.measured_traffic import TRAFFIC_QUANTITIES
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, Measured
from netlemma.graphs import Measurement, RingFamily, families
from netlemma.graphs.loads.indices.distances import Distances
from netlemma.graphs.loads.indices.values import INDICES, OF_DISTANCES
from netlemma.graphs.topology.devices import devices_at


def measured_value(lemma: Lemma, size: Size, routing: str) -> Fraction:
    """The quantity of a lemma, counted on the explicit network of a size under one of its routings.

    Parameters
    ----------
    lemma : Lemma
        Lemma about the quantity.
    size : mapping from str to int
        Size of the network, by parameter name.
    routing : str
        Name of the routing.

    Returns
    -------
    Fraction
        Measured value.

    Examples
    --------
    >>> from netlemma.derive import lemma
    >>> measured_value(lemma("toroid.visit_ratio.link"), {"w": 4, "D": 3}, "shortest")
    Fraction(1, 63)
    """
    return _value(lemma, lemma.measured, size, routing)


def _value(lemma: Lemma, what: Measured, size: Size, routing: str) -> Fraction:
    built = tuple((name, size[name]) for name in what.network)
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
    from netlemma.checks.lemmas.measured_ranks import not_rising  # its step formulas take time to set up

    return not_rising(lemma, size)


def class_name(lemma: Lemma, what: Measured, size: Size) -> str:
    """The class of devices of a lemma, by its name in the explicit network.

    Parameters
    ----------
    lemma : Lemma
        Lemma about the quantity.
    what : Measured
        Measured counterpart of the lemma.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    str
        Name of the class.
    """
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
    if isinstance(families().get(what.subject), RingFamily):
        return RING_QUANTITIES["nodes"](lemma, what, size, built, routing)
    return Fraction(len(kept_network(what.subject, built).ends))


def _degrees(what: Measured, built: tuple) -> list[int]:
    return devices_at(kept_network(what.subject, built)).tolist()


def _degree(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    found = set(_degrees(what, built))
    if len(found) > 1:
        raise ValueError(f"nodes have different degrees, from {min(found)} to {max(found)}")
    return Fraction(min(found))


def _index(quantity: str) -> Callable[..., Fraction]:
    return lambda lemma, what, size, built, routing: INDICES[quantity](kept_network(what.subject, built))


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
    **{quantity: _index(quantity) for quantity in INDICES},
    **{quantity: _of_distances(value) for quantity, value in OF_DISTANCES.items()},
    **RING_QUANTITIES,
    "nodes": _nodes,
    "links": lambda lemma, what, size, built, routing: Fraction(kept_network(what.subject, built).device_count),
    "degree": _degree,
    "max_degree": lambda lemma, what, size, built, routing: Fraction(max(_degrees(what, built))),
    **FLOW_QUANTITIES,
    "deadlock_rank": _deadlock_rank,
    **CHOICE_QUANTITIES,
    **TRAFFIC_QUANTITIES,
}
