"""Exact loads of directed channels under any traffic and any routing.

The load of a channel is the expected number of messages that cross it per unit of time while each node sends as its
traffic says. A full-duplex link has two channels, one each way; its virtual channels count together; a bus is one
channel."""

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.loads.channel_loads import slot_loads
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.channels import ChannelLoads, channels_of
from netlemma.graphs.traffic.traffic import Traffic

RATE = "messages per node and unit of time"  # of a throughput
CAPACITY = (
    "fraction of capacity = throughput / throughput of uniform traffic under {}, loads counted by the same convention"
)


def traffic_loads(routing: ChannelRouting, traffic: Traffic, progress: Progress = None) -> ChannelLoads:
    """Loads of all directed channels.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> from netlemma.graphs.traffic.named import traffic
    >>> ring = network("toroid", w=8, D=1)
    >>> loads = traffic_loads(channel_routing(ring, "dimension-order"), traffic(ring, "tornado"))
    >>> max(loads), min(loads)
    (Fraction(3, 1), Fraction(0, 1))
    """
    return ChannelLoads(*slot_loads(routing, traffic, channels_of(traffic.network), progress))


def reference_routing(net: Network) -> ChannelRouting:
    """Routing of uniform traffic that defines the capacity: dimension order with ties split, or all shortest paths."""
    if net.factors and net.terminals is None:
        return channel_routing(net, "dimension-order", ties="split")
    return channel_routing(net, "shortest")
