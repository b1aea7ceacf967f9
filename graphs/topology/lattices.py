"""Networks on the points of a lattice: of all its points modulo a sublattice, or of finitely many points."""

from collections.abc import Callable, Sequence

import numpy as np

from netlemma.graphs.topology.link_arrays import Links, simple_network
from netlemma.graphs.topology.structure import Label, Network

Vector = Sequence[int]


def quotient_network(
    basis: Sequence[Vector],
    steps: Sequence[tuple[str, Sequence[Vector]]],
    norm: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None,
) -> Network:
    """The points of the integer lattice modulo a sublattice, each linked to those some steps away: all nodes are alike.

    >>> net = quotient_network([(1, 2), (0, 5)], [("x", [(1, 0)]), ("y", [(0, 1)])])
    >>> net.node_count, net.classes, net.labels(3)
    (5, [('x', 5), ('y', 5)], (0, 3))
    """
    rows = np.array(basis, dtype=np.int64)
    shape = tuple(rows.diagonal().tolist())
    nodes = int(np.prod(shape))
    points = np.column_stack(np.unravel_index(np.arange(nodes), shape))

    def number(at: np.ndarray) -> np.ndarray:
        for i, row in enumerate(rows):
            at = at - at[..., i : i + 1] // row[i] * row
        return np.ravel_multi_index(tuple(np.moveaxis(at, -1, 0)), shape)

    shown = points if norm is None else _least(points, rows, norm)
    return simple_network(
        nodes,
        [Links(name, np.arange(nodes), np.array([number(points + np.array(v)) for v in own])) for name, own in steps],
        lambda u: tuple(shown[u].tolist()),
        symmetries=lambda: [number(points + unit) for unit in np.eye(len(rows), dtype=np.int64)],
    )


def _least(points: np.ndarray, rows: np.ndarray, norm: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
    """The point of least norm of each class, moved step by step by short vectors of the sublattice."""
    one, other = rows
    while True:  # the reduction of Gauss: both vectors as short as can be
        if norm(*one) > norm(*other):
            one, other = other, one
        shorter = min((other + k * one for k in (-1, 0, 1)), key=lambda v: norm(*v))
        if norm(*shorter) == norm(*other):
            break
        other = shorter
    moves = [i * one + j * other for i in (-1, 0, 1) for j in (-1, 0, 1)]
    while True:
        every = np.array([points + move for move in moves])
        best = norm(every[..., 0], every[..., 1]).argmin(axis=0)
        nearer = every[best, np.arange(len(points))]
        if (norm(*nearer.T) == norm(*points.T)).all():
            return points
        points = nearer


def triangular(first: Vector, second: Vector) -> list[tuple[int, int]]:
    """A triangular basis of the lattice of two vectors in the plane.

    >>> triangular((3, 4), (-4, 3))
    [(1, 18), (0, 25)]
    """
    (a, b), (c, d) = first, second
    while c:
        a, b, c, d = c, d, a % c, b - a // c * d
    sign = 1 if a > 0 else -1
    return [(sign * a, sign * b % abs(d)), (0, abs(d))]


class Points:
    """A finite set of points with integer coordinates, which are nodes in this order.

    points: The points, different from each other.

    >>> triangle = Points(np.array([(0, 0), (0, 1), (1, 0)]))
    >>> triangle.number(np.array([(1, 0), (1, 1)])).tolist()
    [2, -1]
    """

    def __init__(self, points: np.ndarray) -> None:
        self.points = points
        self._low = points.min(axis=0)
        self._table = np.full(np.ptp(points, axis=0) + 1, -1)
        self._table[tuple((points - self._low).T)] = np.arange(len(points))

    def number(self, at: np.ndarray) -> np.ndarray:
        """The numbers of points, -1 for those that are not in the set.

        at (ndarray of int, shape (n, m)): Points.

        Returns: Their numbers.
        """
        place = at - self._low
        inside = ((place >= 0) & (place < self._table.shape)).all(axis=1)
        return np.where(inside, self._table[tuple(np.where(inside[:, None], place, 0).T)], -1)

    def links(self, name: str, steps: Sequence[Vector] | np.ndarray) -> Links:
        """The links between points that are one of some steps apart.

        steps (Sequence of Vector or ndarray): The steps.
        """
        heads = np.array([self.number(self.points + np.array(step)) for step in steps])
        which, tail = np.nonzero(heads >= 0)
        return Links(name, tail, heads[which, tail])

    def label(self, node: int) -> Label:
        """The coordinates of a point."""
        return tuple(self.points[node].tolist())
