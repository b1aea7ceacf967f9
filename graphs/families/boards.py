"""Graphs of the squares of a chessboard, linked by the moves of a piece."""

import numpy as np

from netlemma.graphs.topology.combinatorial_nodes import DIAGONALS, SIDES, board_family, moves
from netlemma.graphs.topology.family import Parameter, product_family
from netlemma.graphs.topology.link_arrays import Links, linked_family

KING = board_family(
    "king",
    "squares of a board of n rows and columns, linked by a king's moves: n^2 nodes, at most 8 links at each",
    lambda n: [Links(name, *moves(n, [step])) for name, step in {**SIDES, **DIAGONALS}.items()],
    lambda n: 2 * (n - 1) * (2 * n - 1),
    (2, 3, 4, 5, 6),
)


QUEEN = board_family(
    "queen",
    "squares of a board of n rows and columns, linked by a queen's moves: n^2 nodes",
    lambda n: [Links(name, *moves(n, [step], n - 1)) for name, step in {**SIDES, **DIAGONALS}.items()],
    lambda n: n * (n - 1) * (5 * n - 1) // 3,
    (2, 3, 4, 5, 6),
)


ROOK = product_family(
    name="rook",
    parameters=(Parameter("n", 2, "rows, and columns, of the board"),),
    factors=lambda n: [("clique", n, 2)],
    class_name="link",
    kind="graph",
    summary="squares of a board of n rows and columns, linked by a rook's moves: n^2 nodes, 2(n-1) links at each",
    default_sizes=[{"n": n} for n in (2, 3, 4, 5, 6)],
)


def bishop_squares(n: int) -> np.ndarray:
    """Numbers of the squares, row by row, that have the colour of the first one.

    Returns: Numbers.

    >>> bishop_squares(3).tolist()
    [0, 2, 4, 6, 8]
    """
    row, column = np.divmod(np.arange(n * n), n)
    return np.nonzero((row + column) % 2 == 0)[0]


def bishop_links(n: int) -> list[Links]:
    """Two squares of a diagonal are linked."""
    own, found = bishop_squares(n), []
    for name, step in DIAGONALS.items():
        tail, head = moves(n, [step], n - 1)
        mine = np.isin(tail, own)
        found.append(Links(name, np.searchsorted(own, tail[mine]), np.searchsorted(own, head[mine])))
    return found


def _bishop_facts(n: int) -> dict[str, int]:
    """For odd n = 2k+1 the diagonals of this colour have 1, 3, ..., n, ..., 3, 1 squares."""
    k = n // 2
    odd = 2 * k * (2 * k + 1) + 2 * (k - 1) * k * (4 * k + 1) // 3
    return {"nodes": (n * n + 1) // 2, "links": odd if n % 2 else n * (n - 1) * (2 * n - 1) // 6}


BISHOP = linked_family(
    "bishop",
    (Parameter("n", 2, "rows, and columns, of the board"),),
    "squares of a corner's colour on a board of n rows and columns, linked by a bishop's moves",
    bishop_links,
    _bishop_facts,
    (2, 3, 4, 5, 6),
    labels=lambda n: (lambda own: lambda u: divmod(int(own[u]), n))(bishop_squares(n)),
    other_name="bishop-graph",
)


KNIGHT = board_family(
    "knight",
    "squares of a board of n rows and columns, linked by a knight's moves: n^2 nodes, at most 8 links at each",
    lambda n: [Links("link", *moves(n, [(1, 2), (2, 1), (1, -2), (2, -1)]))],
    lambda n: 4 * (n - 1) * (n - 2),
    (4, 5, 6, 7, 8),
    least=4,
)

FAMILIES = {
    "King graph: squares of a chessboard of n rows and columns, linked by the moves of a king.": KING,
    "Queen graph: squares of a chessboard of n rows and columns, linked by the moves of a queen.": QUEEN,
    "Rook graph: squares of a chessboard of n rows and columns; a link joins two squares of a row, or of a column.": ROOK,
    "Bishop graph: the squares of a chessboard of n rows and columns with the colour of a corner, linked by the "
    "moves of a bishop.\n\n"
    "A bishop never leaves its colour, so that the squares of both are no connected network. For odd n these are "
    "the squares of all four corners; for even n both colours have the same graph. MathWorld calls it the black "
    "bishop graph.": BISHOP,
    "Knight graph: squares of a chessboard of n rows and columns, linked by the moves of a knight; from n = 4 on it "
    "is connected.": KNIGHT,
}
