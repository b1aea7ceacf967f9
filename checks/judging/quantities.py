"""Values of the quantities that are measured on any explicit network."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from netlemma.checks.base.inputs import InputError, nearest, quoted_text
from netlemma.checks.judging.quantity_list import OF_RINGS, QUANTITIES, quantity_named
from netlemma.checks.lemmas.measured import OF_CLASS, OF_MEASUREMENT
from netlemma.graphs import Network, RingNetwork, measure, profile
from netlemma.graphs.loads.indices.values import INDICES
from netlemma.graphs.topology.devices import devices_at
from netlemma.graphs.traffic.building import uniform
from netlemma.graphs.traffic.channel_loads import reference_routing, traffic_loads


class MeasuredNetwork:
    """One explicit network with its measurement and profile, which are computed when they are needed."""

    def __init__(self, net: Network | RingNetwork, routing: str | None = None) -> None:
        self.net: Any = net
        self.routing = routing
        self._found: Any = None
        self._profile: Any = None

    @property
    def found(self) -> Any:
        """Its measurement."""
        self._found = self._found or measure(self.net, self.routing)
        return self._found

    @property
    def at_distance(self) -> list[int]:
        """The number of ordered pairs by distance."""
        self._profile = self._profile or profile(self.net)
        return list(self._profile.nodes_at_distance)

    @property
    def nodes(self) -> int:
        """The number of ends of messages."""
        return self.net.processor_count if isinstance(self.net, RingNetwork) else len(self.net.ends)

    def of_class(self, name: str, quantity: str) -> Any:
        """The measured class of a name; the only one if the name is empty.

        Parameters
        ----------
        name : str
            Name of the class.
        quantity : str
            Quantity, for the error message.

        Returns
        -------
        ClassLoad or RingClass
            Measured class.

        Raises
        ------
        InputError
            For an unknown class, or if the name is empty and there are several.
        """
        classes = {each.name: each for each in self.found.classes}
        if not name and len(classes) == 1:
            return next(iter(classes.values()))
        if name not in classes:
            known = [f"{quantity}.{each}" for each in classes]
            given = f"{quantity}.{name}" if name else quantity
            raise InputError(
                f"no quantity {quoted_text(given)} is measured{nearest(given, known)}; it is one of {', '.join(known)}"
            )
        return classes[name]


def _whole(name: str) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: OF_MEASUREMENT[name](at.found)


def _class(name: str) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: Fraction(getattr(at.of_class(group, name), OF_CLASS[name]))


def _load(at: MeasuredNetwork, group: str, i: int) -> Fraction:
    if not group:
        return at.nodes * max(each.max for each in at.found.classes)
    return at.nodes * Fraction(at.of_class(group, "largest_load").max)


def _links(at: MeasuredNetwork, group: str, i: int) -> Fraction:
    if not group:
        return Fraction(at.net.device_count)
    return Fraction(at.of_class(group, "links").devices)


def _degrees(at: MeasuredNetwork) -> list[int]:
    """The number of devices at each end of messages that a message can leave by."""
    return devices_at(at.net)[list(at.net.ends)].tolist()


def _degree(pick: Callable[[Sequence[int]], Any]) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: Fraction(pick(_degrees(at)))


def _ports(at: MeasuredNetwork, group: str, i: int) -> Fraction:
    devices = devices_at(at.net)
    return Fraction(int((devices if at.net.is_end.all() else devices[~at.net.is_end]).max()))


def _same(values: Sequence[int]) -> int:
    if len(set(values)) > 1:
        raise InputError(
            f"nodes have different degrees, from {min(values)} to {max(values)}: min_degree, mean_degree and max_degree say more"
        )
    return values[0]


def _pairs(at: MeasuredNetwork, group: str, i: int) -> Fraction:
    counts = at.at_distance
    return Fraction(counts[i] if i < len(counts) else 0)


def _index(index: Callable[[Network], Fraction]) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: index(at.net)


def _ring(name: str) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    return lambda at, group, i: Fraction(getattr(at.found, name))


def _ring_link(name: str) -> Callable[[MeasuredNetwork, str, int], Fraction]:
    index = ("send", "echo").index(name)
    return lambda at, group, i: Fraction(max(load[index] for load in at.of_class(group, f"hot_{name}").loads))


VALUES: Mapping[str, Callable[[MeasuredNetwork, str, int], Fraction]] = {
    "nodes": lambda at, group, i: Fraction(at.nodes),
    "switches": lambda at, group, i: Fraction(at.net.node_count - len(at.net.ends)),
    "ports": _ports,
    "links": _links,
    "degree": _degree(_same),
    "min_degree": _degree(min),
    "mean_degree": lambda at, group, i: Fraction(sum(_degrees(at)), at.nodes),
    "max_degree": _degree(max),
    "distance_sum": lambda at, group, i: at.found.mean_distance * at.nodes * (at.nodes - 1),
    "mean_distance": _whole("mean_distance"),
    "diameter": _whole("diameter"),
    "nodes_at_distance": lambda at, group, i: _pairs(at, group, i) / at.nodes,
    "pairs_at_distance": _pairs,
    "visit_ratio": _class("visit_ratio"),
    "max_visit_ratio": _class("max_visit_ratio"),
    "min_visit_ratio": _class("min_visit_ratio"),
    "bottleneck": _whole("bottleneck"),
    "largest_load": _load,
    "quantum": _whole("quantum"),
    "max_channel_load": lambda at, group, i: traffic_loads(reference_routing(at.net), uniform(at.net)).largest,
    **{name: _index(index) for name, index in INDICES.items()},
    "distance": _ring("distance"),
    "ring_hops": _ring("ring_hops"),
    "total_distance": _ring("total_distance"),
    "hot_queue": _ring("hot_queue"),
    "mean_queue": _ring("mean_queue"),
    "hot_send": _ring_link("send"),
    "hot_echo": _ring_link("echo"),
}


def measured_quantity(net: Network | RingNetwork, name: str, distance: int = 0, routing: str | None = None) -> Fraction:
    """A quantity of an explicit network.

    Parameters
    ----------
    net : Network or RingNetwork
        Network.
    name : str
        Quantity, see :data:`QUANTITIES`.
    distance : int, default 0
        Distance, for quantities by distance.
    routing : str or None, optional
        Routing; shortest paths, or the concise routing of rings, if None.

    Returns
    -------
    Fraction
        Exact value.

    Raises
    ------
    InputError
        If there is no such quantity or class, or the network is of the other kind.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> ring = network("ring", K=5)
    >>> [measured_quantity(ring, name) for name in ("links", "degree", "distance_sum", "bisection")]
    [Fraction(5, 1), Fraction(2, 1), Fraction(30, 1), Fraction(4, 1)]
    """
    quantity, group = quantity_named(name)
    rings = isinstance(net, RingNetwork)
    if rings != quantity.rings and not (rings and quantity.name in OF_RINGS):
        fitting = [
            each.name for each in QUANTITIES.values() if each.rings == rings or (rings and each.name in OF_RINGS)
        ]
        what = "is made of point-to-point rings" if rings else "is no network of point-to-point rings"
        raise InputError(f"{net.title} {what} and has no {quantity.name}; it has {', '.join(fitting)}")
    return VALUES[quantity.name](MeasuredNetwork(net, routing), group, distance)
