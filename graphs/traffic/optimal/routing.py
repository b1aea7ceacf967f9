"""The routing with the least largest load, with its proof: what ``worst-case --optimal`` finds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from netlemma.graphs.base.displays import Facts, Part, Shown, exact
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import uniform
from netlemma.graphs.traffic.channel_loads import CAPACITY, RATE, reference_routing, traffic_loads
from netlemma.graphs.traffic.channels import channel_names
from netlemma.graphs.traffic.load_bounds import LoadBound, as_json, traffic_bounds, worst_case_bounds
from netlemma.graphs.traffic.optimal.file import routing_file
from netlemma.graphs.traffic.optimal.given import least_load, loads, rates_of
from netlemma.graphs.traffic.optimal.program import Best
from netlemma.graphs.traffic.optimal.worst import least_worst, worst_matchings
from netlemma.graphs.traffic.talking import by_name
from netlemma.graphs.traffic.traffic import Traffic
from netlemma.graphs.traffic.worst.matching import completed, potentials

KIND = "optimal-routing"  # of the certificate


@dataclass(frozen=True, eq=False)
class OptimalRouting(Shown):
    """The oblivious routing with the least largest load: under every admissible traffic, or under one.

    network: The network.
    best: Flows and bounds.
    traffic: The traffic; None for the worst case of all.
    described: Description of the network in the certificate, if family and sizes do not identify it.
    """

    network: Network
    best: Best
    traffic: Traffic | None = None
    described: Mapping[str, Any] | None = None

    @property
    def gamma(self) -> Fraction:
        """Largest load of the routing, which is the least of all if it equals ``lower``."""
        return self.best.upper

    @property
    def lower(self) -> Fraction:
        """Load that some channel gets whatever the routing."""
        return self.best.lower

    @property
    def throughput(self) -> Fraction:
        """Greatest share of the traffic that the network carries under the routing."""
        return 1 / self.gamma

    @cached_property
    def fraction_of_capacity(self) -> Fraction:
        """Throughput divided by that of uniform traffic under the reference routing of the network."""
        net = self.network
        return max(traffic_loads(reference_routing(net), uniform(net))) / self.gamma

    @cached_property
    def _hottest(self) -> tuple[int, list[int] | None]:
        """Number of the channel with the largest load, and the permutation that loads it so."""
        best = self.best
        if self.traffic is not None:
            load = loads(best.classes, best.flows)
            return max(load, key=lambda channel: load[channel]), None
        found = max(worst_matchings(best.classes, best.flows, best.scale), key=lambda each: each[0])
        every = np.arange(self.network.node_count)
        return found[1], completed(self.network.ends, every, every, found[3]).tolist()

    @cached_property
    def bounds(self) -> list[LoadBound]:
        """Lower bounds of any routing by halves of the network and by distances."""
        return worst_case_bounds(self.network) if self.traffic is None else traffic_bounds(self.traffic)

    @property
    def channel(self) -> str:
        """Name of the channel that gets the largest load."""
        return channel_names(self.network)[self._hottest[0]]

    @property
    def permutation(self) -> list[int] | None:
        """Destination of each end in the worst case; None for a given traffic."""
        return self._hottest[1]

    @property
    def description(self) -> str:
        """What the routing is the best for."""
        exactly = exact(self.gamma) if self.gamma == self.lower else f"between {self.lower} and {self.gamma}"
        what = "worst case" if self.traffic is None else f"largest load under {self.traffic.name}"
        return f"oblivious routing of {self.network.title} with the least {what}: {exactly}"

    @cached_property
    def certificate(self) -> dict[str, Any]:
        """Flows and lengths of the first commodity of each class, and for the worst case potentials of its channels."""
        best, net, count = self.best, self.network, self.network.node_count
        symmetry = best.classes.symmetry
        found: dict[str, Any] = {
            "kind": KIND,
            "network": dict(self.described or {"family": net.family, "parameters": dict(net.parameters)}),
            "lower": str(self.lower),
            "upper": str(self.gamma),
            "scale": best.scale * (1 if self.traffic is None else self.traffic.scale),
            "channel": self._hottest[0],
            "symmetries": [
                {"reversing": bool(symmetry.reversing[g]), "image": symmetry.nodes[g].tolist()}
                for g in symmetry.generators
            ],
        }
        if self.traffic is not None:
            flows = [
                {"destination": e, "flow": _sparse(row)} for e, row in zip(best.classes.first, best.flows, strict=True)
            ]
            return found | {"traffic": _described(self.traffic), "flows": flows, "lengths": _sparse(best.lengths)}
        pairs = [dict(zip(("source", "destination"), divmod(key, count), strict=True)) for key in best.classes.first]
        flows = [pair | {"flow": _sparse(row)} for pair, row in zip(pairs, best.flows, strict=True)]
        lengths = [pair | {"lengths": _sparse(row)} for pair, row in zip(pairs, best.lengths, strict=True)]
        return found | {
            "permutation": self.permutation,
            "flows": flows,
            "lengths": lengths,
            "potentials": list(self._potentials()),
        }

    def _potentials(self) -> Iterator[dict[str, Any]]:
        for _, channel, matrix, matched in worst_matchings(self.best.classes, self.best.flows, self.best.scale):
            sending, getting = potentials(matrix, matched)
            yield {"channel": channel, "sending": _sparse(sending), "getting": _sparse(getting)}

    def file(self) -> str:
        """Text of a Python file with the routing, for the option ``--routing-file``."""
        return routing_file(self.best, self.description, self.traffic is None)

    def as_json(self) -> dict[str, Any]:
        """The routing in the shape of ``netlemma worst-case --optimal --json``: rationals are strings."""
        found: dict[str, Any] = {"routing": "optimal", "gamma": str(self.gamma)}
        if self.lower != self.gamma:
            found |= {"lower": str(self.lower), "upper": str(self.gamma)}
        found |= {"traffic": self.traffic.name} if self.traffic else {}
        return found | {
            "channel": self.channel,
            "permutation": self.permutation,
            "throughput": str(self.throughput),
            "fraction_of_capacity": str(self.fraction_of_capacity),
            "bounds": as_json(self.bounds, self.gamma),
            "certificate": self.certificate,
        }

    def _parts(self) -> list[Part]:
        rows = [("network", self.network.title), ("routing", self.description)]
        if self.lower != self.gamma:
            width = f"{float(self.gamma - self.lower):.3g}"
            rows.append(("least load of any", f"at least {exact(self.lower)}: the interval has the width {width}"))
        return [Facts([
            *rows,
            ("largest load", f"{exact(self.gamma)} messages per unit of time, on channel {self.channel}"),
            ("throughput", f"{exact(self.throughput)} {RATE}"),
            ("fraction of capacity", exact(self.fraction_of_capacity)),
            *(each.row(self.gamma) for each in self.bounds),
            ("counted", CAPACITY.format(reference_routing(self.network).name)),
        ])]  # fmt: skip


def _sparse(values: np.ndarray) -> dict[str, int]:
    """The values other than 0 by their place."""
    return {str(i): int(values[i]) for i in np.flatnonzero(values).tolist()}


def _described(traffic: Traffic) -> dict[str, Any]:
    """A traffic by its name, or by its rates if a file or an object has them."""
    if by_name(traffic.name):
        return {"name": traffic.name}
    rates = rates_of(traffic)
    pairs = np.argwhere(rates).tolist()
    return {"name": traffic.name, "rates": [(s, t, str(Fraction(int(rates[s, t]), traffic.scale))) for s, t in pairs]}


def optimal_routing(
    net: Network,
    traffic: Traffic | None = None,
    described: Mapping[str, Any] | None = None,
) -> OptimalRouting:
    """The oblivious routing with the least largest load under every admissible traffic, or under one.

    Linear programs over the flows of all pairs of nodes are solved in floating point, with the symmetries of the network;
    the flows and the multipliers are made exact, and both bounds are computed from them in whole numbers.

    D. Applegate and E. Cohen, Making intra-domain routing robust to changing and uncertain traffic demands, 2003.
    B. Towles, W. J. Dally and S. Boyd, Throughput-centric routing algorithm design, 2003.

    >>> from netlemma.graphs import network
    >>> optimal_routing(network("toroid", w=5, D=1)).gamma
    Fraction(6, 5)
    """
    best = least_worst(net) if traffic is None else least_load(traffic)
    return OptimalRouting(net, best, traffic, described)
