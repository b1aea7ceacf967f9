"""Exchanges of parallel programs: stencils, rings of all-reduce, and neighbourhoods."""

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.loads.paths import hop_lists, search
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import from_pairs, permutation
from netlemma.graphs.traffic.traffic import Traffic


def stencil(net: Network) -> Traffic:
    """Every node to the nodes next to it in the network, each alike.

    >>> from netlemma.graphs import network
    >>> stencil(network("mesh", k=3, n=2)).between(0, 1)
    Fraction(1, 2)
    """
    if net.terminals is not None:
        raise TrafficError(
            f"stencil sends between neighbours, and not all nodes of {net.title} send: use local radius=R"
        )
    pairs = np.unique(net.origin.astype(np.int64) * net.node_count + net.target)
    return _alike(net, pairs // net.node_count, pairs % net.node_count)


def ring_allreduce(net: Network) -> Traffic:
    """Every end to the next one by number, the last one to the first, as the steps of an all-reduce on a ring.

    P. Patarasuk and X. Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009.
    """
    return permutation(net, np.roll(np.asarray(net.ends), -1))


def local(net: Network, radius: int) -> Traffic:
    """Every end to all others within some number of hops, each alike.

    >>> from netlemma.graphs import network
    >>> local(network("ring", K=7), 2).between(0, 5)
    Fraction(1, 4)
    """
    if radius < 1:
        raise TrafficError(f"radius={radius}: local traffic goes at least 1 hop")
    hops = hop_lists(net)
    pairs = []
    for end in net.ends:
        far = search(net, hops, end).distance
        pairs += [(end, other) for other in net.ends if 0 < far[other] <= radius]
    if not pairs:
        raise TrafficError(f"no two ends of {net.title} are within {radius} hops: take a larger radius")
    at = np.array(pairs, dtype=np.int64)
    return _alike(net, at[:, 0], at[:, 1])


def _alike(net: Network, source: np.ndarray, destination: np.ndarray) -> Traffic:
    """Messages of every source in equal shares to its destinations."""
    count = np.bincount(source, minlength=net.node_count)
    denominator = int(np.lcm.reduce(count[count > 0]))
    return from_pairs(net, source, destination, denominator // count[source], denominator)


PATTERNS = {"stencil": stencil, "ring-allreduce": ring_allreduce, "local": local}
