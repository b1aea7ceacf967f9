"""Exact loads of all devices: shortest paths with or without symmetry, dimension order, any routing relation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphs.paths import weighted_loads
from graphs.routing import Routing
from graphs.structure import Network
from graphs.symmetry import Orbits, orbits, trivial_orbits


@dataclass(frozen=True)
class Loads:
    """How often each device is crossed when every node sends one message to every other.

    Device d is in slot ``slot[d]``; the devices of slot s are crossed ``totals[s]`` times together, and there are ``members[s]``
    of them, all loaded alike.
    """

    nodes: int
    slot: np.ndarray
    totals: list[Fraction]
    members: list[int]
    distance_sum: int
    diameter: int
    symmetric: bool
    sources: int

    def ratio(self, slot: int) -> Fraction:
        """Visit ratio of each device of the slot."""
        return self.totals[slot] / (self.members[slot] * self.nodes * (self.nodes - 1))

    def visit_ratio(self, device: int) -> Fraction:
        """Visit ratio of one device."""
        return self.ratio(int(self.slot[range(len(self.slot))[device]]))


def shortest_loads(net: Network, symmetry: bool, progress: Callable[[int, int], None] | None) -> Loads:
    """Loads when every shortest path is equally likely.

    With symmetry one source s_i is followed for each orbit O_i of nodes, and the load of a device l is the sum over i of
    |O_i| / |orb(l)| times the sum over l' in orb(l) of the crossings of l' by the messages of s_i: for an automorphism g,
    messages from g(s) cross g(l) as those from s cross l, so summing over the group gives every source and every device of the
    orbit equally often.
    """
    group = orbits(net) if symmetry else trivial_orbits(net)
    totals, denominator, distance_sum, diameter = weighted_loads(net, group.sources, group.weights, group.slot.tolist())
    return _loads(net, group, [Fraction(t, denominator) for t in totals], distance_sum, diameter)


def _loads(net: Network, group: Orbits, totals: list[Fraction], distance_sum: int, diameter: int) -> Loads:
    members = np.bincount(group.slot).tolist()
    symmetric = len(group.sources) < net.node_count
    return Loads(net.node_count, group.slot, totals, members, distance_sum, diameter, symmetric, len(group.sources))


def dimension_order_loads(net: Network, progress: Callable[[int, int], None] | None) -> Loads:
    raise NotImplementedError


def relation_loads(net: Network, routing: Routing, progress: Callable[[int, int], None] | None) -> Loads:
    raise NotImplementedError
