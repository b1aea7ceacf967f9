"""Bishop graph: the squares of a chessboard of n rows and columns with the colour of a corner, linked by the moves of a bishop.

A bishop never leaves its colour, so that the squares of both are no connected network. For odd n these are the squares of
all four corners; for even n both colours have the same graph. MathWorld calls it the black bishop graph.
"""

import numpy as np

from netlemma.graphs.topology.combinatorial_nodes import DIAGONALS, moves
from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, linked_family


def squares(n: int) -> np.ndarray:
    """Numbers of the squares, row by row, that have the colour of the first one.

    Returns: Numbers.

    >>> squares(3).tolist()
    [0, 2, 4, 6, 8]
    """
    row, column = np.divmod(np.arange(n * n), n)
    return np.nonzero((row + column) % 2 == 0)[0]


def links(n: int) -> list[Links]:
    """Two squares of a diagonal are linked."""
    own, found = squares(n), []
    for name, step in DIAGONALS.items():
        tail, head = moves(n, [step], n - 1)
        mine = np.isin(tail, own)
        found.append(Links(name, np.searchsorted(own, tail[mine]), np.searchsorted(own, head[mine])))
    return found


def _facts(n: int) -> dict[str, int]:
    """For odd n = 2k+1 the diagonals of this colour have 1, 3, ..., n, ..., 3, 1 squares."""
    k = n // 2
    odd = 2 * k * (2 * k + 1) + 2 * (k - 1) * k * (4 * k + 1) // 3
    return {"nodes": (n * n + 1) // 2, "links": odd if n % 2 else n * (n - 1) * (2 * n - 1) // 6}


FAMILY = linked_family(
    "bishop",
    (Parameter("n", 2, "rows, and columns, of the board"),),
    "squares of a corner's colour on a board of n rows and columns, linked by a bishop's moves",
    links,
    _facts,
    (2, 3, 4, 5, 6),
    labels=lambda n: (lambda own: lambda u: divmod(int(own[u]), n))(squares(n)),
    other_name="bishop-graph",
)
