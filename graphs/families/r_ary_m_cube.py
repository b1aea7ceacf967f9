"""R-ary M-cube: M rows of R^M nodes around a cylinder, each node linked to R nodes of the next row.

Node (i, j) of row i and column j is linked to the nodes of row (i+1) mod M whose column, written with radix R, is j
except perhaps in digit i; digit 0 is the least significant. A link within a column is a column link, any other a
cylinder link. There are M R^M nodes with 2R links each, M (R-1) R^M cylinder links and M R^M column links at every
size: with two rows, the links from row 0 to row 1 and those from row 1 to row 0 are different ones (M=2, column links
lie side by side); with one row, nodes are linked to each other in both directions, by two cylinder links, and to
themselves by a column link, which no message crosses (M=1).
"""

from math import log10

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import regular_network
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Network

NAME = "r-ary-m-cube"


def make(R: int, M: int) -> Network:
    """The explicit network; its size is not checked."""
    columns = R**M
    node = np.arange(M * columns, dtype=np.int32).reshape(M, columns, 1)
    i, j = np.divmod(node, columns)
    place = np.int32(R) ** i
    digit = j // place % R
    step = np.arange(R, dtype=np.int32)  # change of digit i by a link; 0 in column links
    cylinders = M * columns * (R - 1)
    link = np.where(step == 0, cylinders + node, node * (R - 1) + step - 1)  # link[i, j, step] to the next row
    ahead = (i + 1) % M * columns + j + ((digit + step) % R - digit) * place
    tail = node + ((digit - step) % R - digit) * place  # where the links to column j of the next row come from
    behind = np.roll(tail, 1, axis=0)
    return regular_network(
        NAME,
        {"R": R, "M": M},
        target=np.concatenate([ahead, behind], axis=-1),
        device=np.concatenate([link, link.reshape(-1, R)[behind, step]], axis=-1),
        classes=[("cylinder", "link", cylinders), ("column", "link", M * columns)],
        labels=lambda n: divmod(int(n), columns),
        symmetries=lambda: _symmetries(R, M),
    )


def _symmetries(R: int, M: int) -> list[np.ndarray]:
    """(i, j) to (i+1, digits of j rotated), and 1 added to digit 0 modulo R: all nodes become alike."""
    columns = R**M
    i, j = np.divmod(np.arange(M * columns, dtype=np.int32), columns)
    rotated = j * R % columns + j // (columns // R)
    return [(i + 1) % M * columns + rotated, i * columns + j - j % R + (j + 1) % R]


def log_sizes(R: int, M: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops."""
    R, M = min(R, HUGE), min(M, HUGE)
    nodes = log10(M) + M * log10(R)
    return nodes, nodes + log10(2 * R)


FAMILY = Family(
    name=NAME,
    parameters=(Parameter("R", 2, "radix of the columns"), Parameter("M", 1, "rows, and digits of a column")),
    classes=("cylinder", "column"),
    summary="M rows of R^M nodes around a cylinder, R links from each node to the next row",
    make=make,
    log_sizes=log_sizes,
    default_sizes=tuple(
        {"R": R, "M": M}
        for M, largest in ((1, 9), (2, 7), (3, 5), (4, 3), (5, 3), (6, 2), (7, 2))
        for R in range(2, largest + 1)
    ),
)
