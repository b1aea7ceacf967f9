"""Rook graph: squares of a chessboard of n rows and columns; a link joins two squares of a row, or of a column."""

from netlemma.graphs.topology.family import Parameter, product_family

FAMILY = product_family(
    name="rook",
    parameters=(Parameter("n", 2, "rows, and columns, of the board"),),
    factors=lambda n: [("clique", n, 2)],
    class_name="link",
    kind="graph",
    summary="squares of a board of n rows and columns, linked by a rook's moves: n^2 nodes, 2(n-1) links at each",
    default_sizes=[{"n": n} for n in (2, 3, 4, 5, 6)],
)
