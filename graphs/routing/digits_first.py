"""A routing of the R-ary M-cube that is not a shortest-path one: digits first, then around the cylinder.

A message goes from row to row in rising order until its column is the destination's, each hop setting the digit of its row
to the destination's, and then within the column the shorter way around to the destination's row, ties equally likely.
"""

from __future__ import annotations

from fractions import Fraction

from graphs.base.errors import RoutingError
from graphs.topology.structure import Network

COUNTING = (
    "digits put right row by row in rising order, then the shorter way around within the column, ties equally likely"
)


def digits_first_relation(net: Network, node: int, came_by: int | None, destination: int) -> list[tuple[int, Fraction]]:
    """The hops that the routing allows from a node of an R-ary M-cube, with their weights."""
    if net.family != "r-ary-m-cube":
        raise RoutingError(
            f"digits-first routing is one of the r-ary-m-cube, {net.title} is none: use routing shortest"
        )
    radix, rows = net.parameters["R"], net.parameters["M"]
    columns = radix**rows
    (row, column), (last_row, last_column) = divmod(node, columns), divmod(destination, columns)
    if column != last_column:
        place = radix**row
        digit, wanted = column // place % radix, last_column // place % radix
        goals = [((row + 1) % rows, column + (wanted - digit) * place)]
    else:
        up, down = (last_row - row) % rows, (row - last_row) % rows
        if up == 0:
            return []
        goals = [((row + 1) % rows, column)] * (up <= down) + [((row - 1) % rows, column)] * (down <= up)
    hops = range(int(net.indptr[node]), int(net.indptr[node + 1]))
    chosen = []
    for next_row, next_column in goals:
        beside = [h for h in hops if int(net.target[h]) == next_row * columns + next_column]
        chosen += [(h, Fraction(1, len(goals) * len(beside))) for h in beside]
    return chosen
