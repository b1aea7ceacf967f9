"""Digits first, then around the cylinder: a routing of the R-ary M-cube that does not take shortest paths."""

from dataclasses import replace

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import LoadMethod
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.routings.hops import Marks, on_channels
from netlemma.graphs.routings.virtual import any_channel, words
from netlemma.graphs.topology.structure import Network

COUNTING = (
    "digits put right row by row in rising order, then the shorter way around within the column, ties equally likely"
)


def digits_first(net: Network, vcs: int = 1) -> ChannelRouting:
    """Of the r-ary-m-cube: the digits of the column first, row by row, then the shorter way around within the column.

    A packet goes from row to row in rising order until its column is the destination's, each hop setting the digit of its
    row to the destination's. The two ways around a column are equally likely if they are equally long.

    >>> from netlemma.graphs import network
    >>> routing = digits_first(network("r-ary-m-cube", R=2, M=2))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 3, None)]
    ['(0,0)->(1,1)']
    """
    if net.family != "r-ary-m-cube":
        raise RoutingError(f"digits-first is a routing of the r-ary-m-cube, {net.title} is none: use shortest")
    radix, rows = net.parameters["R"], net.parameters["M"]
    columns = radix**rows
    row, column = np.divmod(np.arange(net.node_count), columns)
    place = radix**row
    digit = column // place % radix
    origin, target = net.origin, net.target.astype(np.int64)
    down = target // columns != (row[origin] + 1) % rows
    order = np.lexsort((np.arange(net.hop_count), down, origin)).astype(np.int32)

    def marks_to(destination: int) -> Marks:
        last_row, last_column = divmod(destination, columns)
        settled = column == last_column
        setting = (row + 1) % rows * columns + column + (last_column // place % radix - digit) * place
        up, back = (last_row - row) % rows, (row - last_row) % rows
        upward = np.where(settled, np.where((up > 0) & (up <= back), (row + 1) % rows * columns + column, -1), setting)
        downward = np.where(settled & (back > 0) & (back <= up), (row - 1) % rows * columns + column, -1)
        return Marks(((target == upward[origin]) | (target == downward[origin])).astype(np.uint32), order)

    text = f"{COUNTING}; {words('none', vcs)}"
    routing = on_channels("digits-first", net, "oblivious", marks_to, any_channel(net), vcs, text)
    return replace(routing, loads=LoadMethod(counting=COUNTING))


ROUTINGS = {"digits-first": digits_first}
