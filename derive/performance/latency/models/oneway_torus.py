"""The one-way two-dimensional torus under e-cube routing, y first, with two virtual channels of each link.

Greenberg and Guan 1997, appendix A, after Draper and Ghosh 1994. On a ring messages go from position j to j - 1, and
from 0 to k - 1. They take one virtual channel of each link before they cross from 0 to k - 1 and the other one after
it, so the channels of a ring are <j>, from j to j - 1 before the crossing, <0>, the crossing itself, and <j'> after it.
Rings are equivalent, and so are positions, since the traffic is uniform.
"""

from collections.abc import Mapping
from fractions import Fraction

from netlemma.derive.performance.latency.channel_graphs import OUT, ChannelCounts, ChannelGraph, WormholeLatency
from netlemma.derive.performance.latency.greenberg_printed import PrintedTorus
from netlemma.derive.performance.latency.latency_model import Curve, ModelReading, Need, long_worms, model_with_data


def before(j: int) -> tuple[int, bool]:
    """The channel of a ring from j to j - 1 before the crossing from 0 to k - 1; for j = 0, the crossing."""
    return j, False


def behind(j: int) -> tuple[int, bool]:
    """The channel from j to j - 1 after the crossing."""
    return j, True


def ring_pairs(k: int) -> dict[tuple[int, bool], tuple[int, int]]:
    """For each channel of a ring the pairs of positions whose messages leave the ring after it, and those that go on.

    <j> is taken from sources j to k-1: to each destination below j, and to those above the source, which lie after the
    crossing. <0> is taken from each source to the destinations above it, <j'> by those of them with destinations below
    j.

    >>> ring_pairs(3)[before(1)], ring_pairs(3)[before(0)], ring_pairs(3)[behind(2)]
    ((2, 1), (2, 1), (1, 0))
    """
    found = {}
    for j in range(1, k):
        all_pairs = sum(j + (k - 1 - source) for source in range(j, k))
        found[before(j)] = (k - j, all_pairs - (k - j))
    crossing = sum(k - 1 - source for source in range(k))
    found[before(0)] = (k - 1, crossing - (k - 1))
    for j in range(2, k):
        all_pairs = sum(destination for destination in range(1, j))  # from sources 0 to destination - 1
        found[behind(j)] = (j - 1, all_pairs - (j - 1))
    return found


def next_on_ring(channel: tuple[int, bool], k: int) -> tuple[int, bool]:
    """The next channel of messages that stay on the ring."""
    j, crossed = channel
    return (j - 1, crossed) if j else behind(k - 1)


def name(channel: tuple[int, bool], *column: int) -> str:
    """The name of a channel of an x ring, or with a column of a y ring."""
    j, crossed = channel
    return f"<{','.join(map(str, (*column, j)))}{chr(39) * crossed}>"


def oneway_torus_graph(k: int, shared: bool = True) -> ChannelGraph:
    """The classes of channels of a k by k one-way torus.

    x channels are taken by messages from all k rows. y channels are taken by messages to all k columns, of which k - 1
    turn into the x channel <c> at the column c and 1 is ejected where they leave the y ring.

    >>> graph = oneway_torus_graph(3)
    >>> graph.names[1:5], graph.rates[1]
    (["<2'>", '<0>', '<1>', '<2>'], Fraction(3, 8))
    """
    counts = ChannelCounts(k * k - 1)
    pairs = ring_pairs(k)
    for channel in sorted(pairs, key=lambda c: (not c[1], c[0])):
        leaving, on = pairs[channel]
        counts.channel(name(channel), [(OUT, leaving * k), (name(next_on_ring(channel, k)), on * k)])
    for c in range(k):
        for channel, (leaving, on) in pairs.items():
            turning = (name(before(c)), leaving * (k - 1))
            counts.channel(name(channel, c), [(OUT, leaving), turning, (name(next_on_ring(channel, k), c), on * k)])
    nodes = {}
    for c in range(k):
        for r in range(k):
            nodes[f"injection <{c},{r}>"] = Fraction(1, k * k)
            counts.channel(f"injection <{c},{r}>", [(name(before(r), c), (k - 1) * k), (name(before(c)), k - 1)])
    link = Fraction(k * sum(range(k)), k * k - 1)
    hops = Fraction(2 * k * sum(range(k)), k * k - 1)
    return counts.graph(nodes, hops, link / 2 if shared else Fraction(0))


def _build(parameters: Mapping[str, int], reading: ModelReading) -> Curve:
    k, flits = parameters["k"], parameters["flits"]
    long_worms(flits, 2 * (k - 1), f"the {k} by {k} one-way torus")
    if reading.name == "printed":
        return PrintedTorus(k, flits)
    return WormholeLatency(oneway_torus_graph(k, reading.name != "private"), flits)


MODEL = model_with_data(
    __file__,
    (Need("k", 2, 128, "nodes along a dimension"), Need("flits", 1, 10**9, "flits of a message")),
    _build,
)
