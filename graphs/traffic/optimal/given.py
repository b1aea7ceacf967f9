"""The routing with the least largest load under a given traffic: a multicommodity flow, with one commodity for each destination.

Lengths of the channels prove a bound: whatever the routing, the sum over channels of length times load is at least the sum over
pairs of rate times distance, so some load is at least that divided by the sum of the lengths.
"""

from fractions import Fraction

import numpy as np

from netlemma.graphs.base.limits import require
from netlemma.graphs.traffic.optimal.flows import Commodities, FlowVariables, commodities, distances
from netlemma.graphs.traffic.optimal.program import Best, Entries, Program, best_flows, fractions_near
from netlemma.graphs.traffic.optimal.symmetries import symmetries
from netlemma.graphs.traffic.traffic import Traffic

WIDTHS = (0, None)


def least_load(traffic: Traffic) -> Best:
    """The routing with the least largest load under a traffic, with as few hops as programs allow it.

    Returns: Flows of all messages to a destination, which is the key, and bounds of the least largest load; the lengths
    have shape (channels,).
    """
    net, rates = traffic.network, rates_of(traffic)

    def keeps(image: np.ndarray, reverse: bool) -> bool:
        return not reverse and np.array_equal(rates[np.ix_(image, image)], rates)

    symmetry = symmetries(net, keeps)
    ends = np.flatnonzero(rates.any(axis=0))
    require("flows", net.title, len(ends) * net.hop_count / len(symmetry.nodes), nodes=net.node_count)
    classes = commodities(symmetry, ends.tolist(), lambda end: symmetry.nodes[:, end], net.node_count)
    first = np.array(classes.first)
    demand = rates[:, first].T.copy()
    demand[np.arange(len(first)), first] = -demand.sum(axis=1)
    return best_flows(classes, demand, (None, first), WIDTHS, lambda flows: GivenProgram(flows, rates, traffic.scale))


def rates_of(traffic: Traffic) -> np.ndarray:
    """Rates of all pairs of nodes, multiplied by the scale of the traffic, shape (N, N)."""
    count = traffic.network.node_count
    found = np.zeros((count, count), dtype=np.int64)
    for destination in range(count):
        sources, rates = traffic.to(destination)
        found[sources, destination] = rates
    return found


def loads(classes: Commodities, flows: np.ndarray) -> dict[int, int]:
    """Loads of one channel of each class.

    flows (ndarray of int64, shape (classes, hops)): Numerators of flows.
    """
    values = classes.on_channels(flows)
    return {channel: int(classes.on_channel(values, channel).sum()) for channel in classes.symmetry.channel_sizes}


class GivenProgram(Program):
    """Program with the largest load, multiplied by the scale of the traffic, and flows as variables."""

    def __init__(self, flows: FlowVariables, rates: np.ndarray, scale: int) -> None:
        self.rates, self.scale = rates, scale
        classes, symmetry = flows.classes, flows.classes.symmetry
        entries: list[Entries] = []
        keys = np.flatnonzero(classes.number >= 0)
        for row, channel in enumerate(symmetry.channel_sizes):
            hops = np.flatnonzero(symmetry.of_hops == channel)
            variable = flows.variable[classes.number[keys, None], symmetry.hops[classes.by[keys]][:, hops]]
            own = variable[variable >= 0]
            entries += [(np.full(len(own), row), 1 + own, 1), (np.array([row]), np.array([0]), -1)]
        super().__init__(flows, 1, entries, len(symmetry.channel_sizes))

    def bound(self, multipliers: np.ndarray) -> tuple[Fraction, np.ndarray]:
        """Lengths of channels: multipliers of the class, shared among its channels."""
        symmetry = self.flows.classes.symmetry
        sizes = np.array(list(symmetry.channel_sizes.values()))
        place = np.searchsorted(list(symmetry.channel_sizes), symmetry.channels.min(axis=0))
        values = np.maximum(multipliers, 0) / sizes
        found = [(self._bound(each[place]), each[place]) for each, _ in fractions_near(values / values.max())]
        return max(found, key=lambda each: each[0])

    def _bound(self, lengths: np.ndarray) -> Fraction:
        net, of_hops = self.flows.classes.symmetry.network, self.flows.classes.symmetry.of_hops
        far = distances(net, np.arange(net.node_count), np.tile(lengths[of_hops], (net.node_count, 1)))
        sent, to = np.nonzero(self.rates)
        work = sum(
            rate * each for rate, each in zip(self.rates[sent, to].tolist(), far[sent, to].tolist(), strict=True)
        )
        return Fraction(work, self.scale * int(lengths.sum()))

    def least(self) -> tuple[float, np.ndarray]:
        """The least largest load, and the multipliers of the inequalities."""
        load, multipliers = super().least()
        return load / self.scale, multipliers

    def shortest(self, load: float) -> np.ndarray:
        """Values of the flows with at most this largest load that have the fewest hops, and so no circles."""
        return super().shortest(load * self.scale)

    def load(self, flows: np.ndarray, scale: int) -> Fraction:
        """Exact largest load of flows."""
        return Fraction(max(loads(self.flows.classes, flows).values()), scale * self.scale)
