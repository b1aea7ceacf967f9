"""Exact loads of directed channels under any traffic and any routing.

The load of a channel is the expected number of messages that cross it per unit of time while each node sends as its
traffic says. A full-duplex link has two channels, one each way; its virtual channels count together; a bus is one
channel."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np

from graphs.base.errors import NetworkError, RoutingError
from graphs.base.limits import title
from graphs.base.parallel import Progress
from graphs.base.shown import Part, Shown
from graphs.base.tables import Facts, Table, exact
from graphs.loads.channel_loads import all_distances
from graphs.loads.crossings import crossings
from graphs.loads.measure import ClassLoad
from graphs.loads.two_phases import phase_crossings
from graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from graphs.routings import channel_routing
from graphs.topology.structure import Network
from graphs.traffic.traffic import Traffic, uniform

LARGEST = 1 << 48  # of rates as whole numbers
NAMED = 1000  # most channels of the greatest load that are named
CAPACITY = (
    "fraction of capacity = throughput / throughput of uniform traffic under {}, loads counted by the same convention"
)


@dataclass(frozen=True, eq=False)
class TrafficMeasurement(Shown):
    """Loads of the channels of a network under a traffic and a routing; every value is exact.

    Attributes
    ----------
    routing : ChannelRouting
        The routing.
    traffic : Traffic
        The traffic.
    loads : tuple of Fraction
        Load of each channel.
    mean_distance : Fraction
        Mean distance of all ordered pairs of different ends, whatever the traffic.
    diameter : int
        Greatest distance of two ends.
    reference : ChannelRouting
        Routing of uniform traffic that defines the capacity.
    capacity_load : Fraction
        Largest load of uniform traffic under that routing.
    """

    routing: ChannelRouting
    traffic: Traffic
    loads: tuple[Fraction, ...]
    mean_distance: Fraction
    diameter: int
    reference: ChannelRouting
    capacity_load: Fraction

    @property
    def network(self) -> Network:
        """The network."""
        return self.traffic.network

    @cached_property
    def largest(self) -> Fraction:
        """Largest load."""
        return max(self.loads)

    @property
    def throughput(self) -> Fraction:
        """Greatest share of the traffic at which no channel gets more than one message per unit of time."""
        return 1 / self.largest

    @property
    def fraction_of_capacity(self) -> Fraction:
        """Throughput divided by that of uniform traffic under the reference routing."""
        return self.capacity_load / self.largest

    @cached_property
    def mean_hops(self) -> Fraction:
        """Channels that a message crosses on average; messages of a node to itself count, with none."""
        return sum(self.loads, Fraction(0)) / self.traffic.sent

    @cached_property
    def at_largest(self) -> list[int]:
        """Channels with the largest load."""
        return [channel for channel, load in enumerate(self.loads) if load == self.largest]

    @property
    def counting(self) -> str:
        """Definition of what is counted."""
        rule = self.routing.description if self.routing.counting is None else self.routing.counting
        adaptive = "; every legal choice equally likely at each hop" if self.routing.kind == ADAPTIVE else ""
        return (
            f"traffic {self.traffic.name}: {self.traffic.description}; load = expected crossings of a channel, one direction "
            f"of a link or a bus, per unit of time; {rule}{adaptive}; {CAPACITY.format(self.reference.name)}"
        )

    def channel_name(self, channel: int) -> str:
        """Name of a channel: its ends, or the nodes of a bus."""
        return channel_names(self.network)[channel]

    @cached_property
    def visit_ratios(self) -> tuple[Fraction, ...]:
        """Visit ratio of each device: crossings by one message, either way."""
        net = self.network
        load = [Fraction(0)] * net.device_count
        for hop, channel in enumerate(channels_of(net).tolist()):
            if net.device_classes[net.device_class[net.device[hop]]].kind != "bus":
                load[net.device[hop]] += self.loads[channel]
            else:
                load[net.device[hop]] = self.loads[channel]
        return tuple(each / self.traffic.sent for each in load)

    @cached_property
    def classes(self) -> tuple[ClassLoad, ...]:
        """Mean, least and greatest visit ratio of the devices of each class: crossings by one message, either way."""
        net, found = self.network, []
        for number, (name, devices) in enumerate(net.classes):
            ratios = [self.visit_ratios[d] for d in np.flatnonzero(net.device_class == number).tolist()]
            found.append(ClassLoad(name, devices, sum(ratios, Fraction(0)) / devices, min(ratios), max(ratios)))
        return tuple(found)

    @cached_property
    def of_devices(self) -> tuple[Fraction, ...]:
        """Load of each device: that of its more loaded direction."""
        net = self.network
        found = [Fraction(0)] * net.device_count
        for device, channel in zip(net.device.tolist(), channels_of(net).tolist(), strict=True):
            found[device] = max(found[device], self.loads[channel])
        return tuple(found)

    def as_json(self) -> dict[str, Any]:
        """The measurement in the shape of ``netlemma measure --traffic --json``: rationals are strings."""
        how_many = sorted(Counter(self.loads).items(), reverse=True)
        return {
            "family": self.network.family,
            "parameters": dict(self.network.parameters),
            "routing": self.routing.name,
            "traffic": self.traffic.name,
            "counting": self.counting,
            "nodes": self.network.node_count,
            "mean_distance": str(self.mean_distance),
            "diameter": self.diameter,
            "classes": [each.as_json() for each in self.classes],
            "mean_hops": str(self.mean_hops),
            "throughput": str(self.throughput),
            "fraction_of_capacity": str(self.fraction_of_capacity),
            "channel_loads": {
                "max": str(self.largest),
                "mean": str(sum(self.loads, Fraction(0)) / len(self.loads)),
                "at_max": len(self.at_largest),
                "channels_at_max": [self.channel_name(channel) for channel in self.at_largest[:NAMED]],
                "classes": [[str(load), many] for load, many in how_many],
            },
        }

    def _parts(self) -> list[Part]:
        net, most = self.network, self.at_largest
        where = f"{len(most):,} of {len(self.loads):,} channels"
        facts = [
            ("network", title(net.family, net.parameters)),
            ("routing", self.routing.name),
            ("traffic", self.traffic.name),
            ("mean hops", exact(self.mean_hops)),
            ("largest load", f"{exact(self.largest)}, on {where}, such as {self.channel_name(most[0])}"),
            ("throughput", f"{exact(self.throughput)} messages per node and unit of time"),
            ("fraction of capacity", exact(self.fraction_of_capacity)),
            ("counted", self.counting),
        ]  # fmt: skip
        rows = [(exact(load), f"{many:,}") for load, many in sorted(Counter(self.loads).items(), reverse=True)]
        return [Facts(facts), Table(("load", "channels"), rows)]

    def write(self, path: str | Path) -> None:
        """Write the load of every channel to a CSV file: its first node, its last node, its class, its load.

        Parameters
        ----------
        path : str or Path
            Name of the file.
        """
        net, channels = self.network, channels_of(self.network)
        first = np.unique(channels, return_index=True)[1].tolist()
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(("channel", "class", "load"))
            names = channel_names(net)
            for channel, hop in enumerate(first):
                out.writerow(
                    (names[channel], net.device_classes[net.device_class[net.device[hop]]].name, self.loads[channel])
                )


def channels_of(net: Network) -> np.ndarray:
    """Number of the directed channel of each hop: each hop of a link is one, all hops of a bus are one.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    ndarray of int64, shape (hops,)
        The channels, numbered from 0 in the order of their first hops.
    """
    bus = np.array([kind.kind == "bus" for kind in net.device_classes])[net.device_class][net.device]
    key = np.where(bus, net.hop_count + net.device.astype(np.int64), np.arange(net.hop_count))
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    return rank[number.ravel()]


def channel_names(net: Network) -> list[str]:
    """Names of the directed channels: their ends, numbered #2, #3, ... where links are parallel; the nodes of a bus.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    list of str
        The names.
    """
    channels = channels_of(net)
    names = [""] * (int(channels.max(initial=-1)) + 1)
    seen: Counter[str] = Counter()
    nodes = ["(" + ",".join(map(str, net.labels(node))) + ")" for node in range(net.node_count)]
    for hop, channel in enumerate(channels.tolist()):
        tail, head = nodes[net.origin[hop]], nodes[net.target[hop]]
        if net.device_classes[net.device_class[net.device[hop]]].kind != "bus":
            name = f"{tail}->{head}"
            seen[name] += 1
            names[channel] = name if seen[name] == 1 else f"{name} #{seen[name]}"
        elif not names[channel]:
            names[channel] = f"bus {net.device[hop]} of {tail}"
    return names


def traffic_loads(routing: ChannelRouting, traffic: Traffic, progress: Progress = None) -> list[Fraction]:
    """Loads of all directed channels.

    Parameters
    ----------
    routing : ChannelRouting
        The routing; the choices of an adaptive one are equally likely at each hop.
    traffic : Traffic
        The traffic, of the network of the routing.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).

    Returns
    -------
    list of Fraction
        Load of each channel, numbered as by :func:`channels_of`.

    Raises
    ------
    RoutingError
        If the routing does not deliver, or has no route for some messages.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> from graphs.traffic.named import traffic
    >>> ring = network("toroid", w=8, D=1)
    >>> loads = traffic_loads(channel_routing(ring, "dimension-order"), traffic(ring, "tornado"))
    >>> max(loads), min(loads)
    (Fraction(3, 1), Fraction(0, 1))
    """
    net = traffic.network
    if routing.network is not net or list(routing.ends) != list(net.ends):
        raise RoutingError(f"{routing.title} and {net.title} have not the same ends of messages")
    if traffic.scale > LARGEST:
        raise RoutingError(f"the rates of traffic {traffic.name} have too long a common denominator to count exactly")

    def sent_to(destination: int) -> Sequence[int]:
        messages = np.zeros(net.node_count, dtype=np.int64)
        sources, rates = traffic.to(destination)
        messages[sources] = rates
        return cast(Sequence[int], messages)

    channels = channels_of(net)
    slot, count = np.repeat(channels, routing.vcs), int(channels.max()) + 1
    if routing.by_any_node:
        leaving, coming = np.zeros((2, net.node_count), dtype=np.int64)
        for destination in net.ends:
            sources, rates = traffic.to(destination)
            leaving[sources] += rates
            coming[destination] = rates.sum()
        counted = phase_crossings(routing, slot, count, leaving, coming, progress)
        return [load / traffic.scale for load in counted]
    counted, sent = crossings(routing, slot, count, sent_to, progress)
    if sent != traffic.moved * traffic.scale:
        raise RoutingError(f"{routing.title}: some messages of traffic {traffic.name} have no route")
    return [load / traffic.scale for load in counted]


def reference_routing(net: Network) -> ChannelRouting:
    """Routing of uniform traffic that defines the capacity: dimension order with ties split, or all shortest paths.

    Parameters
    ----------
    net : Network
        The network.

    Returns
    -------
    ChannelRouting
        Dimension order on Cartesian products, where it balances the channels of each dimension; every shortest path
        equally likely elsewhere.
    """
    if net.factors and net.terminals is None:
        return channel_routing(net, "dimension-order", ties="split")
    return channel_routing(net, "shortest")


def measure_traffic(routing: ChannelRouting, traffic: Traffic, progress: Progress = None) -> TrafficMeasurement:
    """Loads of all directed channels, with what follows from them.

    Parameters
    ----------
    routing : ChannelRouting
        The routing.
    traffic : Traffic
        The traffic, of the network of the routing.
    progress : Progress, optional
        Function called now and then with (destinations done, all destinations).

    Returns
    -------
    TrafficMeasurement
        The measurement.

    Raises
    ------
    NetworkError
        If the network is not connected.
    RoutingError
        If the routing does not deliver.

    Examples
    --------
    >>> from graphs import network
    >>> from graphs.routings import channel_routing
    >>> from graphs.traffic.named import traffic
    >>> net = network("mesh", k=4, n=2)
    >>> found = measure_traffic(channel_routing(net, "dimension-order"), traffic(net, "transpose"))
    >>> found.largest, found.mean_hops, found.throughput
    (Fraction(3, 1), Fraction(5, 2), Fraction(1, 3))
    """
    net = traffic.network
    distance_sum, diameter = all_distances(net)
    reference = reference_routing(net)
    even = traffic_loads(reference, uniform(net, everybody=bool(traffic.staying)), None)
    loads = traffic_loads(routing, traffic, progress)
    if not any(loads):
        raise NetworkError(f"no message of traffic {traffic.name} crosses a channel of {net.title}")
    return TrafficMeasurement(
        routing, traffic, tuple(loads), Fraction(distance_sum, net.pair_count), diameter, reference, max(even)
    )
