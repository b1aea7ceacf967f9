"""Routings by way of a random node, with separate virtual channels before and after it: Valiant's, which draws it among
all nodes, and ROMM, which draws it among those on shortest paths."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label, Phases
from netlemma.graphs.routing.choices import PATHS, Choices, by_arrays
from netlemma.graphs.routing.hop_routing import inside
from netlemma.graphs.routings.dimension_order import dimension_order
from netlemma.graphs.routings.dimensions import dimensions
from netlemma.graphs.routings.ecmp import ecmp
from netlemma.graphs.routings.layers import joined, layer_vcs, layers
from netlemma.graphs.topology.structure import Network


def by_way_of(
    first: ChannelRouting,
    second: ChannelRouting,
    name: str,
    between: Callable[[int], np.ndarray] | None = None,
    drawn: str = "any node",
    by_shortest: bool = False,
) -> ChannelRouting:
    """Packets take the first routing to the node that is their label, and the second one to their destination.

    A packet that meets its destination on the way to its intermediate node goes on (Valiant and Brebner 1981): it is
    delivered only from its intermediate node on, which may be its source or its destination.

    between: Function from a destination to a matrix of bool, shape (N, N), that says for each source in which nodes its
    packets may have the intermediate node; by default in all.
    """
    net = first.network
    before, behind = layers([first, second])
    kind = "adaptive" if "adaptive" in (first.kind, second.kind) else "oblivious"

    @lru_cache(maxsize=2)
    def onward_to(destination: int) -> Choices:
        assert second.arrays.choices_to is not None
        return second.arrays.choices_to(destination, None)

    @lru_cache(maxsize=1)
    def phase_of_rows() -> np.ndarray:
        """Phase, 1 or 2, of the packets of each row but those that meet their intermediate node."""
        found = np.full(net.node_count + net.hop_count * before.vcs, 1, dtype=np.uint8)
        found[net.node_count :][behind.holds(np.arange(net.hop_count * before.vcs))] = 2
        return found

    def choices_to(destination: int, label: Label) -> Choices:
        assert first.arrays.choices_to is not None
        onward, take = onward_to(destination), phase_of_rows().copy()
        if label is None:  # on its way from its intermediate node, wherever that was
            return joined((before, behind), (onward, onward), np.full_like(take, 2))
        assert isinstance(label, int)
        parts = first.arrays.choices_to(label, None), onward
        if kind != "adaptive" and any(part.weights == PATHS for part in parts):
            raise RoutingError(f"{name} joins routings whose shares do not depend on numbers of paths")
        take[: net.node_count][label] = 2
        take[net.node_count :][np.repeat(net.target == label, before.vcs)] = 2
        return joined((before, behind), parts, take)

    def labels(source: int, destination: int) -> tuple[int, ...]:
        assert between is not None
        return tuple(np.flatnonzero(between(destination)[source]).tolist())

    def goals_to(destination: int) -> list[tuple[Label, np.ndarray]]:
        assert between is not None
        among = between(destination).copy()
        among[destination] = False
        return [
            (node, np.flatnonzero(among[:, node]).astype(np.int32))
            for node in np.flatnonzero(among.any(axis=0)).tolist()
        ]

    text = f"by way of {drawn}; to it: {first.description}; from it, with {second.vcs} more vc: {second.description}"
    nodes = tuple(range(net.node_count))
    phases = tuple((layer.routing, layer.low) for layer in (before, behind))
    return by_arrays(
        name,
        net,
        kind,
        before.vcs,
        Arrays(choices_to, None if between is None else goals_to),
        labels=(lambda *_: nodes) if between is None else labels,
        description=text,
        phases=Phases(phases, by_shortest),
    )


def valiant(net: Network, vcs: int = 0, rule: str = "dateline", ties: str = "plus") -> ChannelRouting:
    """Valiant's routing over dimension order: by way of any node, source and destination included, all equally likely.

    A packet that meets its destination before its intermediate node goes on to that and comes back.

    L. G. Valiant and G. J. Brebner, Universal schemes for parallel communication, 1981.

    >>> from netlemma.graphs import network
    >>> valiant(network("mesh", k=3, n=2)).vcs
    2
    """
    half = _half(net, "valiant", vcs, rule, ties)
    return by_way_of(half, half, "valiant")


def valiant_two_phase(net: Network, vcs: int = 2) -> ChannelRouting:
    """Valiant's routing over shortest paths in any network: by way of any node, each time by any hop that leads nearer.

    >>> from netlemma.graphs import network
    >>> valiant_two_phase(network("cube-connected-cycles", D=3)).kind
    'oblivious'
    """
    if net.forwards is not None or net.terminals is not None:
        raise RoutingError(
            f"valiant-2phase is a routing of networks whose nodes all send and forward messages, {net.title} is none"
        )
    half = ecmp(net, layer_vcs("valiant-2phase", vcs, 2, "phases"))
    return by_way_of(half, half, "valiant-2phase")


def romm(net: Network, vcs: int = 0, rule: str = "dateline", ties: str = "plus") -> ChannelRouting:
    """ROMM in two phases: by way of a node drawn among all those on shortest paths, in dimension order to and from it.

    T. Nesson and S. L. Johnsson, ROMM routing on mesh and torus networks, 1995.

    >>> from netlemma.graphs import network
    >>> romm(network("mesh", k=3, n=2)).labels(0, 4)
    (0, 1, 3, 4)
    """
    half = _half(net, "romm", vcs, rule, ties)
    dims = dimensions(net)
    far = [np.array(inside(factor)[0]) for factor in dims.factors]

    @lru_cache(maxsize=4)
    def between(destination: int) -> np.ndarray:
        found = np.ones((net.node_count, net.node_count), dtype=bool)
        for d, distance in enumerate(far):
            to = distance[:, dims.digit(destination, d)]
            among, digits = distance + to == to[:, None], dims.digits(d)
            found &= among[np.ix_(digits, digits)]
        return found

    return by_way_of(half, half, "romm", between, "any node on a shortest path", by_shortest=True)


def _half(net: Network, name: str, vcs: int, rule: str, ties: str) -> ChannelRouting:
    """Dimension order on half of the virtual channels."""
    return dimension_order(net, layer_vcs(name, vcs, 4 if dimensions(net).any_ring else 2, "phases"), rule, ties)


ROUTINGS = {"valiant": valiant, "valiant-2phase": valiant_two_phase, "romm": romm}
