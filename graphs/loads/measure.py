"""Measurement of a network: mean distance, diameter and the exact visit ratio of every device."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, overload

import numpy as np

from netlemma.base.displays import Part, Table, Words, exact
from netlemma.errors import NetworkError, SizeError
from netlemma.graphs.base.limits import title
from netlemma.graphs.base.measurement import Measurement
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads.channel_loads import device_loads
from netlemma.graphs.loads.distance_indices import distances
from netlemma.graphs.loads.load_range import LoadRange, load_range
from netlemma.graphs.loads.path_latencies import PathLatencies
from netlemma.graphs.loads.shortest_loads import Loads, shortest_loads
from netlemma.graphs.rings.measure import RingMeasurement, measure_rings
from netlemma.graphs.rings.routing import RingRouting
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.routing.choices import UNIFORM, uniform
from netlemma.graphs.routing.hop_routing import Routing
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.topology.ring_structure import RingNetwork
from netlemma.graphs.topology.structure import Network

PAIRS, ENDS = "ordered pairs of different nodes", "ordered pairs of different ends of messages"
COUNTING = (
    ", all equally likely; visit ratio = expected crossings of a device by one message, in either direction of a link; "
)
EITHER = ", in either direction of a link;"


@dataclass(frozen=True)
class ClassLoad:
    """The devices of one class: their number, their mean visit ratio, the smallest and the largest.

    ``capacities`` are the least and the greatest capacity, ``utilisation`` the largest visit ratio divided by the capacity of
    its device; None where all capacities are 1.
    """

    name: str
    devices: int
    visit_ratio: Fraction
    min: Fraction
    max: Fraction
    capacities: tuple[Fraction, Fraction] | None = field(default=None, repr=False)
    utilisation: Fraction | None = field(default=None, repr=False)

    @property
    def capacity(self) -> str:
        """The capacities in words."""
        return " to ".join(map(str, dict.fromkeys(self.capacities or ())))

    def as_json(self) -> dict[str, Any]:
        """The class as data for JSON: rationals are strings."""
        ratios = {name: str(getattr(self, name)) for name in ("visit_ratio", "min", "max")}
        found = {"name": self.name, "devices": self.devices, **ratios}
        if self.capacities is None:
            return found
        least, most = self.capacities
        return {**found, "capacity": {"min": str(least), "max": str(most)}, "utilisation": str(self.utilisation)}


@dataclass(frozen=True)
class SwitchDistances:
    """Mean distance and diameter between the switches of a network.

    >>> print(SwitchDistances(Fraction(11, 5), 3))
    mean distance 11/5 = 2.2, diameter 3
    """

    mean_distance: Fraction
    diameter: int

    def __str__(self) -> str:
        return f"mean distance {self.mean_distance} = {float(self.mean_distance):.6g}, diameter {self.diameter}"

    def as_json(self) -> dict[str, Any]:
        """Both as data for JSON: rationals are strings."""
        return {"mean_distance": str(self.mean_distance), "diameter": self.diameter}


def switch_distances(net: Network) -> SwitchDistances | None:
    """Distances between the switches; None if messages run between them, or if there are not two that are joined."""
    between = net.between_switches()
    if between is net or len(between.ends) < 2:
        return None
    try:
        found = distances(between)
    except NetworkError:  # a switch without terminals may be joined to no other one
        return None
    return SwitchDistances(found.mean, found.diameter)


@dataclass(frozen=True)
class DeviceMeasurement(Measurement):
    """Distances of a network and the visit ratios of its devices.

    ``symmetric`` says whether checked symmetries were used, ``sources`` is the number of sources that were followed.
    ``switches`` are, where messages run between terminals, the mean distance and the diameter between all switches, by
    shortest paths. ``hottest`` is, where links have capacities, the device whose visit ratio divided by its capacity is the
    largest, and that quotient. ``latencies`` are those of paths, where links have them,
    or why they were not computed. ``range`` is, for adaptive routings, the
    range of the largest visit ratio over all ways to choose, or the reason why it was not computed.
    """

    family: str
    parameters: dict[str, int]
    routing: str
    counting: str
    nodes: int
    mean_distance: Fraction
    diameter: int
    classes: tuple[ClassLoad, ...]
    symmetric: bool
    sources: int
    _loads: Loads = field(repr=False, compare=False)
    range: LoadRange | str | None = None
    scope: str = ""
    switches: SwitchDistances | None = None
    hottest: tuple[str, Fraction] | None = None
    latencies: PathLatencies | str | None = None

    def visit_ratio(self, device: int) -> Fraction:
        """Expected crossings of this device by one message."""
        return self._loads.visit_ratio(device)

    def as_json(self) -> dict[str, Any]:
        """The measurement in the shape of ``netlemma measure --json``: rationals are strings."""
        return {
            "family": self.family,
            "parameters": dict(self.parameters),
            "routing": self.routing,
            "counting": self.counting,
            "nodes": self.nodes,
            "mean_distance": str(self.mean_distance),
            "diameter": self.diameter,
            **({} if self.switches is None else {"switches": self.switches.as_json()}),
            "classes": [each.as_json() for each in self.classes],
            **(
                {}
                if self.hottest is None
                else {"hottest": {"link": self.hottest[0], "utilisation": str(self.hottest[1])}}
            ),
            **(
                {}
                if self.latencies is None
                else {"latency": None if isinstance(self.latencies, str) else self.latencies.as_json()}
            ),
            **self._range_as_json(),
        }

    def _range_as_json(self) -> dict[str, Any]:
        if self.range is None:
            return {}
        return {"range": None if isinstance(self.range, str) else self.range.as_json()}

    def _parts(self) -> list[Part]:
        mean = self.mean_distance
        lines = [
            f"{title(self.family, self.parameters)}: {self.nodes} nodes, {self.routing} routing",
            f"mean distance {mean} = {float(mean):.6g}, diameter {self.diameter}",
        ]
        lines[1:1] = [self.scope] if self.scope else []
        lines += [] if self.switches is None else [f"between switches: {self.switches}"]
        rows: list[tuple[object, ...]] = [(c.name, c.devices, c.visit_ratio, c.min, c.max) for c in self.classes]
        columns = ["class", "devices", "visit ratio (mean)", "least", "greatest"]
        if self.hottest is not None:
            columns += ["capacity", "utilisation"]
            rows = [(*row, c.capacity, c.utilisation) for row, c in zip(rows, self.classes, strict=True)]
            lines.append(
                f"hottest link: {self.hottest[0]}, utilisation = visit ratio / capacity = {exact(self.hottest[1])}"
            )
        if (of := self.latencies) is not None:
            lines += [f"latencies of paths are not computed: {of}"] if isinstance(of, str) else of.lines(self.routing)
        table = Table(columns, rows)
        most = [] if self.range is None else [Words(f"largest visit ratio over all choices: {self.range}")]
        return [*map(Words, lines), table, Words(self.counting), *most]


@overload
def measure(
    net: Network,
    routing: str | Routing | ChannelRouting | None = None,
    symmetry: bool = True,
    progress: Progress = None,
) -> DeviceMeasurement: ...


@overload
def measure(
    net: RingNetwork, routing: str | RingRouting | None = None, symmetry: bool = True, progress: Progress = None
) -> RingMeasurement: ...


def measure(
    net: Network | RingNetwork,
    routing: str | Routing | ChannelRouting | RingRouting | None = None,
    symmetry: bool = True,
    progress: Progress = None,
) -> Measurement:
    """Mean distance, diameter and visit ratios of an explicit network.

    A network of rings is measured by :func:`netlemma.graphs.rings.measure.measure_rings`.

    Parameters are those of :func:`netlemma.measure`. ``symmetry`` follows one source per orbit of the symmetries that the
    construction suggests; each is checked first.

    >>> from netlemma.graphs import network
    >>> m = measure(network("toroid", w=4, D=3))
    >>> m.mean_distance, m.diameter, m.classes[0].visit_ratio
    (Fraction(64, 21), 6, Fraction(1, 63))
    """
    if isinstance(net, RingNetwork):
        return measure_rings(net, routing_of(net, routing), symmetry, progress)
    rule = routing_of(net, routing or "shortest")
    is_choice = rule.kind == ADAPTIVE or rule.options.get("choice") == UNIFORM
    if rule.kind == ADAPTIVE:
        rule = uniform(rule)
    if len(net.ends) < 2 or not net.device_count:
        size = (
            f"{len(net.ends)} {'nodes' if net.terminals is None else 'ends of messages'} and {net.device_count} devices"
        )
        raise NetworkError(f"{net.title} has {size}: a message needs two nodes and a device between them")
    by_orbits = rule.loads.by == "shortest"
    loads = shortest_loads(net, symmetry, progress) if by_orbits else device_loads(net, rule, progress)
    whose = PAIRS if net.terminals is None else f"{ENDS}, {len(net.ends)} of the {net.node_count} nodes"
    return DeviceMeasurement(
        family=net.family,
        parameters=dict(net.parameters),
        routing=rule.name,
        counting=whose + _counting(net) + (rule.description if rule.loads.counting is None else rule.loads.counting),
        nodes=net.node_count,
        mean_distance=Fraction(loads.distance_sum, net.pair_count),
        diameter=loads.diameter,
        classes=_classes(net, loads),
        symmetric=loads.symmetric,
        sources=loads.sources,
        _loads=loads,
        range=_range(rule) if is_choice else None,
        scope=net.scope,
        switches=switch_distances(net),
        hottest=_hottest(net, loads),
    )


def _utilisations(
    net: Network, loads: Loads
) -> tuple[list[tuple[int, Fraction]], dict[tuple[int, Fraction], Fraction]]:
    """Group and capacity of each device, and the quotient of visit ratio and capacity of each such pair."""
    assert net.capacity is not None
    pairs = list(zip(loads.group.tolist(), net.capacity.tolist(), strict=True))
    return pairs, {pair: loads.ratios[pair[0]] / pair[1] for pair in set(pairs)}


def _hottest(net: Network, loads: Loads) -> tuple[str, Fraction] | None:
    """The first device whose visit ratio divided by its capacity is the largest, if there are capacities."""
    if net.capacity is None:
        return None
    pairs, used = _utilisations(net, loads)
    most = max(used.values())
    return net.devices[next(d for d, pair in enumerate(pairs) if used[pair] == most)].name, most


def _range(rule: ChannelRouting) -> LoadRange | str:
    """Range of the largest load over all choices, or why it was not computed."""
    try:
        return load_range(rule)
    except SizeError as error:
        return f"not computed: {error}"


def _classes(net: Network, loads: Loads) -> tuple[ClassLoad, ...]:
    """Mean, least and greatest visit ratio of each class, from how often each distinct value occurs in it."""
    values = len(loads.ratios)
    joint = np.bincount(
        net.device_class.astype(np.int64) * values + loads.group, minlength=len(net.device_classes) * values
    )
    result = []
    for (name, devices), row in zip(net.classes, joint.reshape(-1, values), strict=True):
        present = np.flatnonzero(row).tolist()
        ratios = [loads.ratios[i] for i in present]
        mean = sum((int(row[i]) * loads.ratios[i] for i in present), Fraction(0)) / devices
        result.append(ClassLoad(name, devices, mean, min(ratios), max(ratios)))
    return tuple(result) if net.capacity is None else _with_capacities(net, loads, result)


def _with_capacities(net: Network, loads: Loads, classes: list[ClassLoad]) -> tuple[ClassLoad, ...]:
    pairs, used = _utilisations(net, loads)
    of_class: list[set[tuple[int, Fraction]]] = [set() for _ in classes]
    for number, pair in zip(net.device_class.tolist(), pairs, strict=True):
        of_class[number].add(pair)
    return tuple(
        replace(
            each, capacities=(min(c for _, c in own), max(c for _, c in own)), utilisation=max(used[p] for p in own)
        )
        for each, own in zip(classes, of_class, strict=True)
    )


def _counting(net: Network) -> str:
    """What is counted; of a network without links in both directions, or with one-way links among them, in its own words."""
    one_way = [group.name for group in net.device_classes if group.kind == "one-way link"]
    if any(group.kind == "link" for group in net.device_classes):
        said = f"{EITHER} links of {' and '.join(one_way)} are one-way;" if one_way else EITHER
    else:
        said = "; links are one-way;" if one_way else ";"
    return COUNTING.replace(EITHER, said)
