"""How many of all permutations have each largest load, on networks where they are counted without a list of them.

On one factor every shortest path is alone, and the permutations p of n nodes are counted by a number of their nodes:

* clique: every message has a channel of its own, so the largest load is 1;
* bus: the load is the number of nodes that p moves; C(n, m) times the derangements of m nodes move m;
* one-way ring: what comes to a node also leaves it, so all channels have the load of the last one, the number of nodes s
  with p(s) < s; Euler's numbers count them;
* line: both channels of the cut behind node i have the load h(i), the number of s <= i < p(s), which is that of s <= i < q(s)
  for the inverse q too. One node on, h rises by 1 in one way, stays in 2h + 1 ways, or falls by 1 in h^2 ways (Flajolet 1980).

Elsewhere each end may have one channel of its own, and potentials 1 for all channels, as in fat trees: then 1 is the largest
load of every permutation that moves a message."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb, factorial

from netlemma.graphs.base.parallel import Progress
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.traffic.channels import channels_of
from netlemma.graphs.traffic.worst.worst_case import batches

MOST_NODES = 300  # of a factor
MOST_ENDS = 1024  # of a network whose channels are asked for potentials


def largest_load_counts(routing: ChannelRouting, progress: Progress = None) -> Mapping[Fraction, int] | None:
    """The permutations that move a message, by their largest load.

    P. Flajolet, Combinatorial aspects of continued fractions, Discrete Mathematics 32, 1980.

    >>> from netlemma.graphs import network
    >>> from netlemma.graphs.routings import channel_routing
    >>> line = channel_routing(network("line(4)"), "dimension-order")
    >>> {str(load): many for load, many in largest_load_counts(line).items()}
    {'1': 19, '2': 4}
    """
    net = routing.network
    if len(net.factors) == 1 and (len(routing.loads.orders) == 1 or routing.loads.by == "shortest"):
        (factor,) = net.factors
        if (count := COUNTED.get(factor.name)) and factor.size <= MOST_NODES:
            found = count(factor.size)
            return {Fraction(load): many for load, many in found.items() if load and many}
    if net.terminals is not None and len(net.ends) <= MOST_ENDS and _one_for_all(routing, progress):
        return {Fraction(1): factorial(len(net.ends)) - 1}
    return None


def _of_clique(n: int) -> dict[int, int]:
    return {1: factorial(n) - 1}


def _of_bus(n: int) -> dict[int, int]:
    deranged = [1, 0]
    for m in range(2, n + 1):
        deranged.append((m - 1) * (deranged[-1] + deranged[-2]))
    return {m: comb(n, m) * deranged[m] for m in range(n + 1)}


def _of_oneway_ring(n: int) -> dict[int, int]:
    row = [1]
    for m in range(2, n + 1):
        row = [(d + 1) * (row[d] if d < m - 1 else 0) + (m - d) * (row[d - 1] if d else 0) for d in range(m)]
    return dict(enumerate(row))


def _of_line(n: int) -> dict[int, int]:
    up_to = []  # permutations with no load above each height
    for most in range(n // 2 + 1):
        ways = [1] + [0] * (most + 1)
        for _ in range(n):
            ways = [
                (ways[h - 1] if h else 0) + (2 * h + 1) * ways[h] + (h + 1) ** 2 * ways[h + 1] for h in range(most + 1)
            ] + [0]
        up_to.append(ways[0])
    return {most: many - (up_to[most - 1] if most else 0) for most, many in enumerate(up_to)}


COUNTED = {"clique": _of_clique, "bus": _of_bus, "oneway-ring": _of_oneway_ring, "line": _of_line}


def _one_for_all(routing: ChannelRouting, progress: Progress) -> bool:
    """Whether each end sends by one channel, and sources alone, or destinations alone, bound the load of all channels by 1."""
    net, channels = routing.network, channels_of(routing.network)
    if any(len(set(channels[net.indptr[end] : net.indptr[end + 1]].tolist())) != 1 for end in net.ends):
        return False
    for found in batches(routing, range(int(channels.max()) + 1), progress):
        for each in found:
            sums = [int(each.matrix.max(axis=axis, initial=0).sum()) for axis in (0, 1)]
            if min(sums) > each.scale:
                return False
    return True
