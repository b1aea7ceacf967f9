"""The two-dimensional mesh under e-cube routing, y first: its classes of channels, by counting pairs of nodes.

Greenberg and Guan 1997, section 3. Node <x,y> has column x and row y; W, E, S and N lead to smaller and larger x and y.
Mirror images of channels are equivalent, and so are x channels of all rows: <x,W> represents <k-1-x,E> too, <x,y,S>
represents <x,k-1-y,N>.
"""

from collections.abc import Mapping
from fractions import Fraction

from netlemma.derive.performance.latency.channel_graphs import OUT, ChannelCounts, ChannelGraph, WormholeLatency
from netlemma.derive.performance.latency.greenberg_printed import PrintedMesh
from netlemma.derive.performance.latency.latency_model import Curve, ModelReading, Need, long_worms, model_with_data


def west(x: int) -> str:
    """The channel from column x to column x - 1 in any row."""
    return f"<{x},W>"


def south(x: int, y: int) -> str:
    """The channel from row y to row y - 1 in column x."""
    return f"<{x},{y},S>"


def injection(x: int, y: int) -> str:
    """The injection channel of a node."""
    return f"injection <{x},{y}>"


def mesh_graph(k: int) -> ChannelGraph:
    """The classes of channels of a k by k mesh.

    A message crosses <x,W> of a row if its source is in columns x to k-1 (in any row, since y comes first) and its
    destination in columns 0 to x-1 of that row. It crosses <x,y,S> if its source is in rows y to k-1 of column x and
    its destination in any column of rows 0 to y-1.

    >>> graph = mesh_graph(3)
    >>> graph.names[1:3], graph.rates[1:3]
    (['<1,W>', '<2,W>'], [Fraction(3, 4), Fraction(3, 4)])
    """
    counts = ChannelCounts(k * k - 1)
    for x in range(1, k):
        sources = (k - x) * k
        counts.channel(west(x), [(OUT, sources), (west(x - 1), sources * (x - 1))])
    for y in range(1, k):
        for x in range(k):
            turning = [(channel, (k - y) * targets) for channel, targets in _in_row(x, k)]
            counts.channel(south(x, y), [(OUT, k - y), *turning, (south(x, y - 1), (k - y) * (y - 1) * k)])
    for x in range(k):
        for y in range(k):
            along = [(south(x, y), y * k), (south(x, k - 1 - y), (k - 1 - y) * k)]
            counts.channel(injection(x, y), [*along, *_in_row(x, k)])
    nodes = {injection(x, y): Fraction(1, k * k) for x in range(k) for y in range(k)}
    return counts.graph(nodes, distance(k))


def _in_row(x: int, k: int) -> list[tuple[str, int]]:
    """The channels in a row that start in column x, with their destinations."""
    return [(west(x), x), (west(k - 1 - x), k - 1 - x)]


def distance(k: int) -> Fraction:
    """Mean number of channels between nodes: twice that within a row, times k^2 pairs of rows, over all pairs."""
    along = sum(abs(a - b) for a in range(k) for b in range(k))
    return Fraction(2 * along * k * k, k * k * (k * k - 1))


def _build(parameters: Mapping[str, int], reading: ModelReading) -> Curve:
    k, flits = parameters["k"], parameters["flits"]
    long_worms(flits, 2 * (k - 1), f"the {k} by {k} mesh")
    return PrintedMesh(k, flits) if reading.name == "printed" else WormholeLatency(mesh_graph(k), flits)


MODEL = model_with_data(
    __file__, (Need("k", 2, 128, "nodes along a dimension"), Need("flits", 1, 10**9, "flits of a message")), _build
)
