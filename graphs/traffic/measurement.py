"""Measurements of the channels of a network under a traffic: loads, throughput, and lower bounds of any routing."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from netlemma.base.displays import Facts, Part, Table, exact, exact_or_short
from netlemma.errors import NetworkError
from netlemma.graphs.base.limits import title
from netlemma.graphs.base.measurement import MeasuredNetwork, Measurement
from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.base.text_files import write_text
from netlemma.graphs.loads.distance_indices import all_distances
from netlemma.graphs.loads.measure import ClassLoad
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import uniform
from netlemma.graphs.traffic.channel_loads import CAPACITY, RATE, reference_routing, traffic_loads
from netlemma.graphs.traffic.channels import (
    ChannelLoads,
    channel_capacities,
    channel_latencies,
    channel_name,
    channel_names,
    channels_of,
)
from netlemma.graphs.traffic.load_bounds import LoadBound, as_json, traffic_bounds, used_as
from netlemma.graphs.traffic.traffic import Traffic

NAMED = 1000  # most channels of the greatest load that are named


@dataclass(frozen=True, eq=False)
class TrafficMeasurement(MeasuredNetwork, Measurement):
    """Loads of the channels of a network under a traffic and a routing.

    routing: The routing.
    traffic: The traffic.
    loads: Load of each channel.
    mean_distance: Mean distance of all ordered pairs of different ends, whatever the traffic.
    diameter: Greatest distance of two ends.
    reference: Routing of uniform traffic that defines the capacity.
    capacity_load: Largest utilisation by uniform traffic under that routing.
    top: Number of the most loaded channels that are shown.
    ports: Number of the port at which each hop starts, where the network has such numbers.
    """

    routing: ChannelRouting
    traffic: Traffic
    loads: ChannelLoads
    mean_distance: Fraction
    diameter: int
    reference: ChannelRouting
    capacity_load: Fraction
    top: int = 0
    ports: np.ndarray | None = None

    @property
    def network(self) -> Network:
        """The network."""
        return self.traffic.network

    @cached_property
    def largest(self) -> Fraction:
        """Largest load."""
        return self.loads.largest

    @cached_property
    def utilisations(self) -> ChannelLoads:
        """Load of each channel divided by its capacity; the loads themselves if all capacities are 1."""
        return self.loads.over(channel_capacities(self.network))

    @property
    def throughput(self) -> Fraction:
        """Greatest share of the traffic at which no channel gets more messages per unit of time than it can take."""
        return 1 / self.utilisations.largest

    @property
    def fraction_of_capacity(self) -> Fraction:
        """Throughput divided by that of uniform traffic under the reference routing."""
        return self.capacity_load / self.utilisations.largest

    @cached_property
    def mean_hops(self) -> Fraction:
        """Channels that a message crosses on average; messages of a node to itself count, with none."""
        return self.loads.total / self.traffic.sent

    @cached_property
    def mean_latency(self) -> Fraction | None:
        """Sum of the latencies of the channels that a message crosses on average; None where links have none."""
        times = channel_latencies(self.network)
        return None if times is None else self.loads.over(1 / times).total / self.traffic.sent

    @cached_property
    def at_largest(self) -> list[int]:
        """Channels with the largest load."""
        return _at_largest(self.loads)

    @cached_property
    def bounds(self) -> list[LoadBound]:
        """Lower bounds of the largest load of this traffic under any routing."""
        shortest = self.routing.loads.by == self.reference.loads.by == "shortest"
        return traffic_bounds(self.traffic, self.loads.total if shortest else None)

    @property
    def counting(self) -> str:
        """Definition of what is counted."""
        rule = self.routing.description if self.routing.loads.counting is None else self.routing.loads.counting
        adaptive = "; every legal choice equally likely at each hop" if self.routing.kind == ADAPTIVE else ""
        link = (
            "one direction of a link"
            if "link" in {group.kind for group in self.network.device_classes}
            else "a one-way link"
        )
        use = "" if self.network.capacity is None else "; utilisation = load / capacity of the channel"
        return (
            f"traffic {self.traffic.name}: {self.traffic.description}; load = expected crossings of a channel, {link} "
            f"or a bus, per unit of time{use}; {rule}{adaptive}; {CAPACITY.format(self.reference.name)}"
        )

    def channel_name(self, channel: int) -> str:
        """Name of a channel: its ends, or the nodes of a bus."""
        return channel_name(self.network, channel)

    @cached_property
    def _crossed(self) -> np.ndarray:
        """Crossings of each device either way, times the denominator of the loads."""
        net, given, channels = self.network, self.loads.numerators, channels_of(self.network)
        found = np.zeros(net.device_count, dtype=given.dtype)
        if len(given) == net.hop_count:  # all channels are links
            np.add.at(found, net.device, given)
            return found
        bus = np.array([kind.kind == "bus" for kind in net.device_classes])[net.device_class][net.device]
        np.add.at(found, net.device[~bus], given[channels[~bus]])
        found[net.device[bus]] = given[channels[bus]]
        return found

    @property
    def visit_ratios(self) -> tuple[Fraction, ...]:
        """Visit ratio of each device: crossings by one message, either way."""
        unit = self.loads.denominator * self.traffic.sent
        return tuple(each / unit for each in self._crossed.tolist())

    @cached_property
    def classes(self) -> tuple[ClassLoad, ...]:
        """Mean, least and greatest visit ratio of the devices of each class: crossings by one message, either way."""
        net, found, unit = self.network, [], self.loads.denominator * self.traffic.sent
        for number, (name, devices) in enumerate(net.classes):
            mine = self._crossed[net.device_class == number]
            sums, least, most = (int(n) / unit for n in (mine.sum(), mine.min(), mine.max()))
            found.append(ClassLoad(name, devices, sums / devices, least, most))
        return tuple(found)

    @cached_property
    def of_devices(self) -> tuple[Fraction, ...]:
        """Utilisation of each device, its load if all capacities are 1: that of its more loaded direction."""
        net, largest = self.network, np.zeros(self.network.device_count, dtype=np.int64)
        np.maximum.at(largest, net.device, self.utilisations.group[channels_of(net)])
        values = self.utilisations.values
        return tuple(values[group] for group in largest.tolist())

    def _how_many(self) -> list[tuple[Fraction, int]]:
        """Different loads, falling, each with its number of channels."""
        return list(zip(self.loads.values, self.loads.counts.tolist(), strict=True))[::-1]

    def _how_used(self) -> list[tuple[Fraction, Fraction, Fraction | None, int]]:
        """Different utilisations with their loads and capacities, falling, each with its number of channels."""
        used, loads = self.utilisations, self.loads
        pairs = used.group.astype(np.int64) * len(loads.distinct) + loads.group
        found, many = np.unique(pairs, return_counts=True)
        rows = []
        for pair, count in zip(found.tolist()[::-1], many.tolist()[::-1], strict=True):
            use, load = used.values[pair // len(loads.distinct)], loads.values[pair % len(loads.distinct)]
            rows.append((use, load, load / use if use else None, count))
        return rows

    def as_json(self) -> dict[str, Any]:
        """The measurement in the shape of ``netlemma measure --traffic --json``: rationals are strings."""
        return {
            "family": self.family,
            "parameters": self.parameters,
            "routing": self.routing.name,
            "traffic": self.traffic.name,
            "counting": self.counting,
            "nodes": self.nodes,
            "mean_distance": str(self.mean_distance),
            "diameter": self.diameter,
            "classes": [each.as_json() for each in self.classes],
            "mean_hops": str(self.mean_hops),
            **({} if self.mean_latency is None else {"mean_latency": str(self.mean_latency)}),
            "throughput": str(self.throughput),
            "fraction_of_capacity": str(self.fraction_of_capacity),
            "channel_loads": {
                "max": str(self.largest),
                "mean": str(self.loads.total / len(self.loads)),
                "at_max": len(self.at_largest),
                "channels_at_max": [self.channel_name(channel) for channel in self.at_largest[:NAMED]],
                "classes": [[str(load), many] for load, many in self._how_many()],
            },
            **self._use_as_json(),
            "bounds": as_json(self.bounds, self.utilisations.largest),
            **({"hottest": [self._hot_as_json(each) for each in self.by_load[: self.top]]} if self.top else {}),
        }

    def _use_as_json(self) -> dict[str, Any]:
        """Utilisations in the shape of the loads, where links have capacities."""
        if self.network.capacity is None:
            return {}
        most, used = _at_largest(self.utilisations), self.utilisations
        return {
            "utilisation": {
                "max": str(used.largest),
                "at_max": len(most),
                "channels_at_max": [self.channel_name(channel) for channel in most[:NAMED]],
                "classes": [
                    [str(value), many]
                    for value, many in zip(used.values[::-1], used.counts.tolist()[::-1], strict=True)
                ],
            }
        }

    def _hot_as_json(self, channel: int) -> dict[str, Any]:
        use = {} if self.network.capacity is None else {"utilisation": str(self.utilisations[channel])}
        return {
            "channel": self.channel_name(channel),
            "port": self._port(channel),
            "load": str(self.loads[channel]),
            **use,
        }

    def _parts(self) -> list[Part]:
        net, most = self.network, self.at_largest
        where = f"{len(most):,} of {len(self.loads):,} channels"
        facts = [
            ("network", title(net.family, net.parameters)),
            ("routing", self.routing.name),
            ("traffic", self.traffic.name),
            ("mean hops", exact(self.mean_hops)),
            *([] if self.mean_latency is None else [("mean latency", f"{exact(self.mean_latency)}, of the links on a path")]),
            ("largest load", f"{exact(self.largest)}, on {where}, such as {self.channel_name(most[0])}"),
            *self._hottest_link(),
            ("throughput", f"{exact(self.throughput)} {RATE}"),
            ("fraction of capacity", exact(self.fraction_of_capacity)),
            *(each.row(self.utilisations.largest, used_as(net)) for each in self.bounds),
            ("counted", self.counting),
        ]  # fmt: skip
        rows = [(exact_or_short(load), f"{many:,}") for load, many in self._how_many()]
        shown: list[Part] = [Facts(facts)]
        if self.top:
            shown.append(
                Table(
                    ("channel", "port", "load" if net.capacity is None else "utilisation", "share of the largest"),
                    self._hottest_rows(),
                    most=self.top,
                )
            )
        if net.capacity is None:
            return [*shown, Table(("load", "channels"), rows)]
        used = [
            (exact_or_short(use), exact_or_short(load), capacity, f"{many:,}")
            for use, load, capacity, many in self._how_used()
        ]
        return [*shown, Table(("utilisation", "load", "capacity", "channels"), used)]

    def _hottest_link(self) -> list[tuple[str, str]]:
        """The most used channels in words, where links have capacities."""
        if self.network.capacity is None:
            return []
        most = _at_largest(self.utilisations)
        load, named = self.loads[most[0]], self.channel_name(most[0])
        capacity = load / self.utilisations.largest
        where = f"{len(most):,} of {len(self.loads):,} channels"
        return [
            (
                "largest utilisation",
                f"{exact(self.utilisations.largest)}, on {where}, such as {named}: load {load} / capacity {capacity}",
            )
        ]

    @cached_property
    def by_load(self) -> list[int]:
        """All channels, the most used first."""
        return np.argsort(-self.utilisations.group, kind="stable").tolist()  # type: ignore[no-any-return]

    @cached_property
    def _first_hops(self) -> list[int]:
        """The first hop of each channel."""
        return np.unique(channels_of(self.network), return_index=True)[1].tolist()  # type: ignore[no-any-return]

    def _port(self, channel: int) -> int | None:
        """The port at which a channel starts."""
        return None if self.ports is None else int(self.ports[self._first_hops[channel]])

    def hottest(self, count: int) -> list[tuple[str, int | None, Fraction]]:
        """Name, first port and load of the most used channels."""
        return [(self.channel_name(each), self._port(each), self.loads[each]) for each in self.by_load[:count]]

    def _hottest_rows(self) -> list[tuple[object, ...]]:
        return [
            (
                self.channel_name(each),
                self._port(each),
                exact_or_short(use),
                f"{float(use / self.utilisations.largest):.1%}",
            )
            for each in self.by_load[: self.top]
            for use in [self.utilisations[each]]
        ]

    def write(self, path: str | Path) -> None:
        """Write the load of every channel to a CSV file, the largest first: name, class, load, its decimals, and the port."""
        net, names, loads = self.network, channel_names(self.network), list(self.loads)
        classes = [net.device_classes[net.device_class[net.device[hop]]].name for hop in self._first_hops]
        capacities, used = channel_capacities(net), list(self.utilisations)
        text = StringIO()
        out = csv.writer(text)
        more = ["capacity", "utilisation"] * (capacities is not None)
        out.writerow(("channel", "class", "load", "decimal", *more, *(["port"] if self.ports is not None else [])))
        for each in self.by_load:
            port = [] if self.ports is None else [self._port(each)]
            use = [] if capacities is None else [capacities[each], used[each]]
            out.writerow((names[each], classes[each], loads[each], f"{float(loads[each]):.6g}", *use, *port))
        write_text(path, text.getvalue())


def _at_largest(loads: ChannelLoads) -> list[int]:
    """Channels with the largest load."""
    return np.flatnonzero(loads.group == len(loads.distinct) - 1).tolist()  # type: ignore[no-any-return]


def measure_traffic(routing: ChannelRouting, traffic: Traffic, progress: Progress = None) -> TrafficMeasurement:
    """Loads of all directed channels, with what follows from them.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.traffic.named import traffic
    >>> net = network("mesh", k=4, n=2)
    >>> found = measure_traffic(channel_routing(net, "dimension-order"), traffic(net, "transpose"))
    >>> found.largest, found.mean_hops, found.throughput
    (Fraction(3, 1), Fraction(5, 2), Fraction(1, 3))
    """
    net = traffic.network
    distance_sum, diameter = all_distances(net)
    reference = reference_routing(net)
    loads = even = traffic_loads(routing, traffic, progress)
    every = uniform(net, everybody=bool(traffic.staying))
    same = traffic.is_uniform and traffic.uniform == every.uniform
    if not same or not routing.loads.by == reference.loads.by == "shortest":
        even = traffic_loads(reference, every)
    if not loads.largest:
        raise NetworkError(f"no message of traffic {traffic.name} crosses a channel of {net.title}")
    full = even.over(channel_capacities(net)).largest
    return TrafficMeasurement(
        routing, traffic, loads, Fraction(distance_sum, net.pair_count), diameter, reference, full
    )
