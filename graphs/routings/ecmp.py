"""Equal-cost multipath: at each node any hop that leads nearer, all of them equally likely."""

from dataclasses import replace

from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routing.choices import uniform
from netlemma.graphs.routings.shortest import shortest_adaptive
from netlemma.graphs.topology.structure import Network


def ecmp(net: Network, vcs: int = 1, rule: str = "none") -> ChannelRouting:
    """Shortest paths, at each node by any of the hops that lead nearer, equally likely.

    Other than under "shortest", paths are not equally likely: a hop counts once, however many paths go on behind it.

    C. Hopps, Analysis of an equal-cost multi-path algorithm, RFC 2992, 2000.

    >>> from netlemma.graphs import network
    >>> [str(weight) for _, weight in ecmp(network("mesh", k=3, n=2)).next_channels(0, None, 7, None)]
    ['1/2', '1/2']
    """
    return replace(uniform(shortest_adaptive(net, vcs, rule)), name="ecmp")


ROUTINGS = {"ecmp": ecmp}
