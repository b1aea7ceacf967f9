"""The exact limit of the load, from the loads of channels: a physical channel passes one flit a cycle at most.

It holds for every way of switching, so a run at a higher load is beyond saturation, however short its backlogs still are
(Dally and Towles, Principles and Practices of Interconnection Networks, 2004, section 3.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from weakref import WeakKeyDictionary

import numpy as np

from netlemma.base.displays import exact
from netlemma.errors import WorkError
from netlemma.graphs.base.limits import within
from netlemma.graphs.routing.channel_routing import ADAPTIVE, ChannelRouting
from netlemma.graphs.simulate.layouts.layout import Layout
from netlemma.graphs.simulate.layouts.numbering import cycles_of_hops
from netlemma.graphs.simulate.options import SimulationOptions
from netlemma.graphs.traffic.channel_loads import traffic_loads
from netlemma.graphs.traffic.channels import channel_name, channels_of
from netlemma.graphs.traffic.load_bounds import traffic_bounds
from netlemma.graphs.traffic.traffic import Traffic

SECONDS = 20.0  # that the count of the loads may take by its estimate
Busiest = tuple[Fraction, str]  # load of a channel while every node sends one message, and the channel in words
_COUNTED: WeakKeyDictionary[ChannelRouting, dict[str, Busiest | None]] = WeakKeyDictionary()


@dataclass(frozen=True)
class SaturationLimit:
    """The load that no run can carry more than.

    load: Messages per node and cycle.
    flits: Length of the messages.
    channel: The channel that passes no more, in words.
    """

    load: Fraction
    flits: int
    channel: str

    def exceeded(self, load: float) -> str | None:
        """How a load exceeds the limit, in words; None if it does not.

        >>> SaturationLimit(Fraction(99, 625), 5, "(0)->(1)").exceeded(0.2)
        'beyond saturation: 1 flit a cycle and node is offered, and (0)->(1) passes at most 99/125 = 0.792'
        """
        offered = Fraction(str(load)) * self.flits
        if offered <= self.load * self.flits:
            return None
        flits = f"{float(offered):.6g} {'flit' if offered == 1 else 'flits'}"
        return (
            f"beyond saturation: {flits} a cycle and node is offered, "
            f"and {self.channel} passes at most {exact(self.load * self.flits)}"
        )

    def as_json(self) -> dict[str, str]:
        """The load and the channel, as in ``netlemma model --json``."""
        return {"load": str(self.load), "channel": self.channel}


def saturation_limit(where: Layout, options: SimulationOptions, traffic: Traffic) -> SaturationLimit:
    """The limit of a simulation with these channels.

    Virtual channels share their link, or have bandwidth of their own; a buffer of one flit takes one every other cycle.
    """
    routing = where.routing

    def passed(vcs: int) -> Fraction:
        most = Fraction(vcs, 2 if options.buffers == 1 else 1)
        return most if options.vc_rule == "private" else min(Fraction(1), most)

    found = [(load / passed(routing.vcs), name) for load, name in _counted(routing, traffic)]
    leaving, coming = traffic.sums
    ends = [("injection", leaving, passed(where.injection_vcs))]
    if options.ejection == "single":
        ends.append(("ejection", coming, Fraction(1)))
    for what, messages, most in ends:
        node = int(np.argmax(messages))
        name = f"{what} at {routing.node_name(node)}"
        found.append((Fraction(int(messages[node]), traffic.scale) / most, name))
    load, channel = max(found, key=lambda each: each[0])
    return SaturationLimit(1 / (load * options.flits), options.flits, channel)


def _counted(routing: ChannelRouting, traffic: Traffic) -> Iterator[Busiest]:
    """The busiest channel between routers; none if its load takes too long to count."""
    numbers = (traffic.source, traffic.destination, traffic.rate)
    told = repr((traffic.uniform, traffic.denominator)).encode() + b"".join(each.tobytes() for each in numbers)
    kept = _COUNTED.setdefault(routing, {})
    key = sha256(told).hexdigest()
    if key not in kept:
        kept[key] = _busiest(routing, traffic)
    if (found := kept[key]) is not None:
        yield found


def _busiest(routing: ChannelRouting, traffic: Traffic) -> Busiest | None:
    net = routing.network
    if list(routing.ends) != list(net.ends):
        return None  # the traffic has pairs that the routing does not know
    hops = np.bincount(channels_of(net))  # those of a bus are simulated as links of their own
    try:
        with within(SECONDS):
            if routing.kind == ADAPTIVE:  # its choices depend on what is free: bounds of every routing are left
                bounds = traffic_bounds(traffic)
                best = max(bounds, key=lambda each: each.value, default=None)
                words = best and f"the busiest channel, by the {best.name.replace('_', '-')} bound,"
                fastest = Fraction(1) if net.capacity is None else max(net.capacity)
                return None if best is None else (best.value * fastest / int(hops.max()), str(words))
            loads = traffic_loads(routing, traffic)
    except WorkError:
        return None  # the limits at the ends are left, and the growth of backlogs
    cycles = cycles_of_hops(net)[np.unique(channels_of(net), return_index=True)[1]]
    per_link = [
        Fraction(int(n) * int(c), loads.denominator * int(m))
        for n, m, c in zip(loads.numerators, hops, cycles, strict=True)
    ]
    at = max(range(len(per_link)), key=per_link.__getitem__)
    return per_link[at], channel_name(net, at)
