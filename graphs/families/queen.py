"""Queen graph: squares of a chessboard of n rows and columns, linked by the moves of a queen."""

from netlemma.graphs.topology.combinatorial_nodes import DIAGONALS, SIDES, board_family, moves
from netlemma.graphs.topology.link_arrays import Links

FAMILY = board_family(
    "queen",
    "squares of a board of n rows and columns, linked by a queen's moves: n^2 nodes",
    lambda n: [Links(name, *moves(n, [step], n - 1)) for name, step in {**SIDES, **DIAGONALS}.items()],
    lambda n: n * (n - 1) * (5 * n - 1) // 3,
    (2, 3, 4, 5, 6),
)
