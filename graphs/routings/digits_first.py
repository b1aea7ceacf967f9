"""Digits first, then around the cylinder: a routing of the R-ary M-cube that does not take shortest paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from graphs.base.errors import RoutingError
from graphs.routing.channel_routing import ChannelRouting
from graphs.routing.hop_routing import Choice
from graphs.routings.hops import on_channels
from graphs.routings.virtual import any_channel, words
from graphs.topology.structure import Network

COUNTING = (
    "digits put right row by row in rising order, then the shorter way around within the column, ties equally likely"
)


def digits_first(net: Network, vcs: int = 1) -> ChannelRouting:
    """Of the r-ary-m-cube: the digits of the column first, row by row, then the shorter way around within the column.

    A packet goes from row to row in rising order until its column is the destination's, each hop setting the digit of its
    row to the destination's. The two ways around a column are equally likely if they are equally long.

    Parameters
    ----------
    net : Network
        An R-ary M-cube.
    vcs : int, default 1
        Virtual channels of each hop.

    Returns
    -------
    ChannelRouting
        The routing.

    Raises
    ------
    RoutingError
        If the network is not an R-ary M-cube.

    Examples
    --------
    >>> from graphs import network
    >>> routing = digits_first(network("r-ary-m-cube", R=2, M=2))
    >>> [routing.channel_name(c) for c, _ in routing.next_channels(0, None, 3, None)]
    ['(0,0)->(1,1)']
    """
    if net.family != "r-ary-m-cube":
        raise RoutingError(f"digits-first is a routing of the r-ary-m-cube, {net.title} is none: use shortest")
    radix, rows = net.parameters["R"], net.parameters["M"]
    columns = radix**rows

    def hops(node: int, came_by: int | None, destination: int) -> Sequence[Choice]:
        (row, column), (last_row, last_column) = divmod(node, columns), divmod(destination, columns)
        if column != last_column:
            place = radix**row
            digit, wanted = column // place % radix, last_column // place % radix
            goals = [((row + 1) % rows, column + (wanted - digit) * place)]
        else:
            up, down = (last_row - row) % rows, (row - last_row) % rows
            goals = [((row + 1) % rows, column)] * (0 < up <= down) + [((row - 1) % rows, column)] * (0 < down <= up)
        chosen: list[Choice] = []
        for next_row, next_column in goals:
            there = next_row * columns + next_column
            beside = [h for h in range(int(net.indptr[node]), int(net.indptr[node + 1])) if int(net.target[h]) == there]
            chosen += [(h, Fraction(1, len(goals) * len(beside))) for h in beside]
        return chosen

    text = f"{COUNTING}; {words('none', vcs)}"
    found = on_channels("digits-first", net, "oblivious", hops, any_channel(net, vcs), vcs, text)
    return replace(found, counting=COUNTING)


ROUTINGS = {"digits-first": digits_first}
