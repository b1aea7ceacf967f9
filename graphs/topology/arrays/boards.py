"""Squares of a chessboard of n rows and n columns, linked by the moves of a piece."""

from collections.abc import Callable, Sequence

import numpy as np

from netlemma.graphs.topology.arrays.linked import linked_family
from netlemma.graphs.topology.arrays.simple import Links
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.structure import Network

SIDES = {"row": (0, 1), "column": (1, 0)}
DIAGONALS = {"diagonal": (1, 1), "antidiagonal": (1, -1)}


def moves(n: int, steps: Sequence[tuple[int, int]], longest: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Both ends of all moves by steps, each taken once or several times.

    Parameters
    ----------
    n : int
        Rows and columns.
    steps : Sequence of (int, int)
        Rows down and columns to the right.
    longest : int, default 1
        Largest number of equal steps in a move.

    Returns
    -------
    tuple of (ndarray of int, ndarray of int)
        Numbers of the squares, row by row.

    Examples
    --------
    >>> [ends.tolist() for ends in moves(2, [(0, 1)])]
    [[0, 2], [1, 3]]
    """
    row, column = np.divmod(np.arange(n * n), n)
    tails, heads = [], []
    for down, right in steps:
        for times in range(1, longest + 1):
            r, c = row + times * down, column + times * right
            there = (r >= 0) & (r < n) & (c >= 0) & (c < n)
            tails.append((row * n + column)[there])
            heads.append((r * n + c)[there])
    return np.concatenate(tails), np.concatenate(heads)


def board_symmetries(n: int) -> list[np.ndarray]:
    """The board turned by a quarter, and mirrored.

    >>> [each.tolist() for each in board_symmetries(2)]
    [[1, 3, 0, 2], [0, 2, 1, 3]]
    """
    row, column = np.divmod(np.arange(n * n), n)
    return [column * n + n - 1 - row, column * n + row]


def board_family(
    name: str,
    summary: str,
    links: Callable[[int], Sequence[Links]],
    count: Callable[[int], int],
    sizes: Sequence[int],
    least: int = 2,
) -> Family[Network]:
    """The family of a piece that reaches all squares.

    Parameters
    ----------
    name : str
        Name of the piece.
    summary : str
        Description in one line.
    links : Callable
        Function from n to the links between squares.
    count : Callable
        Function from n to their number.
    sizes : Sequence of int
        Values of n that are measured by default.
    least : int, default 2
        Least n for which all squares are reached.

    Returns
    -------
    Family of Network
        The family.
    """
    return linked_family(
        name,
        (Parameter("n", least, "rows, and columns, of the board"),),
        summary,
        links,
        lambda n: {"nodes": n * n, "links": count(n)},
        sizes,
        labels=lambda n: lambda u: divmod(int(u), n),
        symmetries=board_symmetries,
        other_name=f"{name}-graph",
    )
