"""Exact loads of directed channels under any traffic and any routing.

The load of a channel is the expected number of messages that cross it per unit of time while each node sends as its
traffic says. A full-duplex link has two channels, one each way; its virtual channels count together; a bus is one
channel."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd
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
from graphs.loads.line_runs import WORD, Demand, Pairs, by_runs, run_loads
from graphs.loads.measure import ClassLoad
from graphs.loads.two_phases import phase_crossings
from graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from graphs.routings import channel_routing
from graphs.topology.structure import Network
from graphs.traffic.channels import ChannelLoads, channel_name, channel_names, channels_of
from graphs.traffic.traffic import Traffic, uniform

LARGEST = 1 << 48  # of rates as whole numbers
CHUNK = 1 << 20  # pairs whose messages are counted together
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
    loads : ChannelLoads
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
    loads: ChannelLoads
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
        return self.loads.largest

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
        return self.loads.total / self.traffic.sent

    @cached_property
    def at_largest(self) -> list[int]:
        """Channels with the largest load."""
        return np.flatnonzero(self.loads.group == len(self.loads.distinct) - 1).tolist()  # type: ignore[no-any-return]

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
        """Load of each device: that of its more loaded direction."""
        net, largest = self.network, np.zeros(self.network.device_count, dtype=np.int64)
        np.maximum.at(largest, net.device, self.loads.group[channels_of(net)])
        values = self.loads.values
        return tuple(values[group] for group in largest.tolist())

    def _how_many(self) -> list[tuple[Fraction, int]]:
        """Different loads, falling, each with its number of channels."""
        return list(zip(self.loads.values, self.loads.counts.tolist(), strict=True))[::-1]

    def as_json(self) -> dict[str, Any]:
        """The measurement in the shape of ``netlemma measure --traffic --json``: rationals are strings."""
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
                "mean": str(self.loads.total / len(self.loads)),
                "at_max": len(self.at_largest),
                "channels_at_max": [self.channel_name(channel) for channel in self.at_largest[:NAMED]],
                "classes": [[str(load), many] for load, many in self._how_many()],
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
        rows = [(exact(load), f"{many:,}") for load, many in self._how_many()]
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


def traffic_loads(routing: ChannelRouting, traffic: Traffic, progress: Progress = None) -> ChannelLoads:
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
    ChannelLoads
        Load of each channel, numbered as by :func:`graphs.traffic.channels.channels_of`.

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
    if by_runs(routing) and (found := _by_runs(routing, traffic, channels)):
        return found
    slot, count = np.repeat(channels, routing.vcs), int(channels.max()) + 1
    if routing.by_any_node:
        counted = phase_crossings(routing, slot, count, *traffic.sums, progress)
    else:
        counted, sent = crossings(routing, slot, count, sent_to, progress)
        if sent != traffic.moved * traffic.scale:
            raise RoutingError(f"{routing.title}: some messages of traffic {traffic.name} have no route")
    return ChannelLoads.of([load / traffic.scale for load in counted])


def _by_runs(routing: ChannelRouting, traffic: Traffic, channels: np.ndarray) -> ChannelLoads | None:
    """Loads under dimension orders, one of them or one of two for each message, or those of both phases; None if whole
    numbers would be too long.
    """
    net, unit = traffic.network, traffic.scale
    parts: list[tuple[ChannelRouting, list[Demand | Pairs]]]
    if routing.by_any_node:
        leaving, coming = traffic.sums
        shared = gcd(unit, *np.unique(np.concatenate([leaving, coming])).tolist())
        unit = unit // shared * net.node_count
        (first, _), (second, _) = routing.phases
        parts = [(first, [Demand(leaving // shared, 1)]), (second, [Demand(1, coming // shared)])]
    else:
        parts = [(routing, list(_demands(traffic)))]
    if 4 * unit * traffic.moved >= WORD:
        return None
    loads = np.zeros(int(channels.max()) + 1, dtype=np.int64)
    for part, demands in parts:
        for order in part.orders:
            more = run_loads(net, order, demands)
            more *= 2 // len(part.orders)
            if len(loads) == len(more):
                loads += more
            else:
                np.add.at(loads, channels, more)
    return ChannelLoads(loads, 4 * unit)


def _demands(traffic: Traffic) -> Iterator[Demand | Pairs]:
    """Messages of a traffic times its scale: the same for all pairs, and single pairs."""
    even = traffic.uniform / (traffic.network.node_count - 1) * traffic.scale
    if even:
        yield Demand(int(even), 1)
    for low in range(0, len(traffic.source), CHUNK):
        some = slice(low, low + CHUNK)
        rate = traffic.rate[some] * (traffic.scale // traffic.denominator)
        yield traffic.source[some], traffic.destination[some], rate


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
    if not loads.largest:
        raise NetworkError(f"no message of traffic {traffic.name} crosses a channel of {net.title}")
    return TrafficMeasurement(
        routing, traffic, loads, Fraction(distance_sum, net.pair_count), diameter, reference, even.largest
    )
