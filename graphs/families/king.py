"""King graph: squares of a chessboard of n rows and columns, linked by the moves of a king."""

from netlemma.graphs.topology.combinatorial_nodes import DIAGONALS, SIDES, board_family, moves
from netlemma.graphs.topology.link_arrays import Links

FAMILY = board_family(
    "king",
    "squares of a board of n rows and columns, linked by a king's moves: n^2 nodes, at most 8 links at each",
    lambda n: [Links(name, *moves(n, [step])) for name, step in {**SIDES, **DIAGONALS}.items()],
    lambda n: 2 * (n - 1) * (2 * n - 1),
    (2, 3, 4, 5, 6),
)
