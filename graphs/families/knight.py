"""Knight graph: squares of a chessboard of n rows and columns, linked by the moves of a knight; from n = 4 on it is connected."""

from netlemma.graphs.topology.combinatorial_nodes import board_family, moves
from netlemma.graphs.topology.link_arrays import Links

FAMILY = board_family(
    "knight",
    "squares of a board of n rows and columns, linked by a knight's moves: n^2 nodes, at most 8 links at each",
    lambda n: [Links("link", *moves(n, [(1, 2), (2, 1), (1, -2), (2, -1)]))],
    lambda n: 4 * (n - 1) * (n - 2),
    (4, 5, 6, 7, 8),
    least=4,
)
