"""A routing on virtual channels that rise whenever a packet goes against an order of the hops: in any network."""

from collections.abc import Callable
from functools import partial

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Arrays, RoutingSymmetry
from netlemma.graphs.routing.channel_routing import ChannelRouting, Label
from netlemma.graphs.routing.choice_loops import ascended, distances, loop
from netlemma.graphs.routing.choices import BY_CHANNEL, Choices, by_arrays
from netlemma.graphs.routing.hop_routing import arrivals
from netlemma.graphs.routings import (
    d_mod_k,
    ecmp,
    full_mesh,
    group_detours,
    groups,
    hyperx,
    least_latency,
    minimal,
    shortest,
    up_down,
    words,
)
from netlemma.graphs.topology.structure import Network

BASES: dict[str, Callable[..., ChannelRouting]] = {
    **shortest.ROUTINGS,
    **least_latency.ROUTINGS,
    **ecmp.ROUTINGS,
    **up_down.ROUTINGS,
    **minimal.ROUTINGS,
    **words.ROUTINGS,
    **groups.ROUTINGS,
    **dict.fromkeys(("ugal-l", "ugal-g"), groups.ugal),
    "par": group_detours.par,
    "valiant-switches": group_detours.valiant_switches,
    **d_mod_k.ROUTINGS,
    "hyperx-order": hyperx.hyperx_order,
    "dimwar": partial(hyperx.dimwar, vcs=1),
    "dal": partial(hyperx.dal, vcs=1),
    "one-detour": partial(full_mesh.one_detour, vcs=1),
}


def by_classes(net: Network) -> np.ndarray:
    """The order of the classes of devices, as the family lists them."""
    return net.device_class[net.device].astype(np.int64)


def by_tree(net: Network) -> np.ndarray:
    """Hops up the breadth-first tree of shortest paths to node 0, those that begin farthest from it first, then hops down."""
    into = arrivals(net)
    level = loop(distances, net, 1)(into.into, into.before, np.ones(net.node_count, dtype=bool), 0).astype(np.int64)
    rank = level * net.node_count + np.arange(net.node_count)
    up = rank[net.target] < rank[net.origin]
    return np.where(up, -rank[net.origin], rank[net.target])


def by_hops(net: Network) -> np.ndarray:
    """No order: the virtual channel rises with every hop."""
    return np.zeros(net.hop_count, dtype=np.int64)


NO_WEIGHTS = np.zeros(0, dtype=np.int64)
ORDERS = {"classes": by_classes, "tree": by_tree, "hops": by_hops}


def order_of(net: Network, by: str) -> np.ndarray:
    """The place of each hop in an order; hops of terminals that only send and receive are first and last.

    Returns: Places.
    """
    if by not in ORDERS:
        raise RoutingError(f"by={by}: hops are ordered by {', '.join(ORDERS)}")
    found = ORDERS[by](net)
    leaves, ends = ~net.forwarding[net.origin], ~net.forwarding[net.target]
    return np.where(leaves, found.min() - 1, np.where(ends, found.max() + 1, found))


def ascending(net: Network, vcs: int = 2, of: str = "shortest", by: str = "classes") -> ChannelRouting:
    """A routing whose packets take the next virtual channel whenever their next hop is not behind the last one in an order.

    With as many virtual channels as hops may break the order, and one more, the pairs of a virtual channel and a place in
    the order rise along every way, so that nothing waits in a circle. With fewer, packets stay on the last one.

    W. J. Dally and C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987; for
    hops, K. D. Gunther, Prevention of deadlocks in packet-switched data transport systems, 1981.

    >>> from netlemma.graphs import network
    >>> routing = ascending(network("dragonfly", p=1, a=2, h=1))
    >>> routing.kind, routing.vcs
    ('oblivious', 2)
    """
    if of not in BASES:
        raise RoutingError(f"of={of}: ascending takes the hops of {', '.join(BASES)}")
    base, order = BASES[of](net), order_of(net, by)

    def choices_to(destination: int, label: Label) -> Choices:
        assert base.arrays.choices_to is not None
        found = base.arrays.choices_to(destination, label)
        weight = NO_WEIGHTS if found.weight is None else found.weight
        start, channel, weight = loop(ascended, net, steps=vcs * net.hop_count)(
            found.by == BY_CHANNEL, net.target, order, found.start, found.channel, weight, found.weight is not None, vcs,
            net.node_count,
        )  # fmt: skip
        return Choices(BY_CHANNEL, start, channel, found.weights, None if found.weight is None else weight)

    text = f"{base.description.partition(';')[0]}; the next of {vcs} virtual channels for each hop against the order of {by}"
    return by_arrays(
        "ascending",
        net,
        base.kind,
        vcs,
        Arrays(choices_to, base.arrays.goals_to),
        labels=base.labels,
        description=text,
        symmetry=RoutingSymmetry(base.symmetry.alike_ends),
    )


ROUTINGS = {"ascending": ascending}
USUAL = {"dragonfly": "ascending of=minimal vcs=2"}
