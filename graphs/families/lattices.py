"""Hexagonal and honeycomb lattices, with edges or wrapped around."""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.lattices import Points, quotient_network
from netlemma.graphs.topology.link_arrays import Links, log_count, simple_network
from netlemma.graphs.topology.structure import Network

TURNED, MIRRORED = np.array([(0, 1), (-1, 1)]), np.array([(0, 1), (1, 0)])  # by a sixth; the coordinates exchanged


def hexagonal_mesh_make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    square = np.indices((2 * n - 1, 2 * n - 1)).reshape(2, -1).T - (n - 1)
    inside = Points(square[abs(square.sum(axis=1)) < n])
    return simple_network(
        len(inside.points),
        [inside.links("link", [(1, 0), (0, 1), (1, -1)])],
        inside.label,
        symmetries=lambda: [inside.number(inside.points @ change) for change in (TURNED, MIRRORED)],
    )


HEXAGONAL_MESH = Family(
    name="hexagonal-mesh",
    parameters=(Parameter("n", 2, "nodes of a side"),),
    classes=("link",),
    summary="hexagon of a triangular lattice, n nodes a side: 3n^2 - 3n + 1 nodes, at most 6 links at each",
    make=hexagonal_mesh_make,
    log_sizes=lambda n: log_count(3 * n * n - 3 * n + 1, 18 * n * n),
    facts=lambda n: {"nodes": 3 * n * n - 3 * n + 1, "links": 9 * n * n - 15 * n + 6, "degree": 6, "least_degree": 3},
    default_sizes=tuple({"n": n} for n in range(2, 9)),
)


def wrapped_hexagonal_mesh_make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    steps = [(f"dimension-{i}", [(step,)]) for i, step in enumerate((1, 3 * n - 1, 3 * n - 2))]
    return quotient_network([(3 * n * n - 3 * n + 1,)], steps)


WRAPPED_HEXAGONAL_MESH = Family(
    name="wrapped-hexagonal-mesh",
    parameters=(Parameter("n", 2, "nodes of a side"),),
    classes=("dimension-0", "dimension-1", "dimension-2"),
    summary="hexagon of a triangular lattice, n nodes a side, wrapped around: 3n^2 - 3n + 1 nodes, 6 links at each",
    make=wrapped_hexagonal_mesh_make,
    log_sizes=lambda n: log_count(3 * n * n - 3 * n + 1, 18 * n * n),
    facts=lambda n: {"nodes": 3 * n * n - 3 * n + 1, "degree": 6, "least_degree": 6},
    default_sizes=tuple({"n": n} for n in range(2, 9)),
)


STEPS = np.eye(3, dtype=np.int64)


def honeycomb_mesh_nodes(t: int) -> Points:
    """The nodes of the honeycomb mesh of this size.

    >>> len(honeycomb_mesh_nodes(1).points)
    6
    """
    x, y = np.indices((2 * t, 2 * t)).reshape(2, -1) + 1 - t
    every = np.concatenate([np.column_stack([x, y, total - x - y]) for total in (1, 2)])
    return Points(every[(every[:, 2] > -t) & (every[:, 2] <= t)])


def honeycomb_mesh_make(t: int) -> Network:
    """The explicit network; its size is not checked."""
    inside = honeycomb_mesh_nodes(t)

    def symmetries() -> list[np.ndarray]:
        """The coordinates permuted, and all nodes turned by half."""
        points = inside.points
        return [inside.number(image) for image in (points[:, [1, 2, 0]], points[:, [1, 0, 2]], 1 - points)]

    links = [inside.links("link", STEPS)]
    return simple_network(len(inside.points), links, inside.label, symmetries=symmetries)


HONEYCOMB_MESH = Family(
    name="honeycomb-mesh",
    parameters=(Parameter("t", 1, "hexagons from the middle one to a side"),),
    classes=("link",),
    summary="hexagon of hexagons, t from the middle to a side: 6t^2 nodes, at most 3 links at each",
    make=honeycomb_mesh_make,
    log_sizes=lambda t: log_count(6 * t * t, 18 * t * t),
    facts=lambda t: {"nodes": 6 * t * t, "links": 9 * t * t - 3 * t, "degree": min(t + 1, 3), "least_degree": 2},
    default_sizes=tuple({"t": t} for t in range(1, 7)),
)


def honeycomb_torus_make(t: int) -> Network:
    """The explicit network; its size is not checked."""
    inside = honeycomb_mesh_nodes(t)
    points = inside.points
    wraps = []
    for axis in range(3):
        tail = np.flatnonzero((points[:, axis] == t) & (points.sum(axis=1) == 1))
        opposite = 1 - points[tail]
        opposite[:, [(axis + 1) % 3, (axis + 2) % 3]] = opposite[:, [(axis + 2) % 3, (axis + 1) % 3]]
        wraps.append((tail, inside.number(opposite)))
    tail, head = np.concatenate(wraps, axis=1)

    def symmetries() -> list[np.ndarray]:
        """All nodes turned by half, and moved by two steps."""
        around = [sign * t * (1 - 3 * step) for step in STEPS for sign in (1, -1)]
        moved = points + STEPS[0] - STEPS[1]
        found = [inside.number(moved + by) for by in (0 * STEPS[0], *around)]
        return [inside.number(1 - points), np.max(found, axis=0), inside.number(points[:, [1, 2, 0]])]

    links = [inside.links("link", STEPS), Links("wrap", tail, head)]
    return simple_network(len(points), links, inside.label, symmetries=symmetries)


HONEYCOMB_TORUS = Family(
    name="honeycomb-torus",
    parameters=(Parameter("t", 1, "hexagons from the middle one to a side"),),
    classes=("link", "wrap"),
    summary="hexagon of hexagons wrapped around, t from the middle to a side: 6t^2 nodes, 3 links at each",
    make=honeycomb_torus_make,
    log_sizes=lambda t: log_count(6 * t * t, 18 * t * t),
    facts=lambda t: {"nodes": 6 * t * t, "links": 9 * t * t, "degree": 3, "least_degree": 3},
    default_sizes=tuple({"t": t} for t in range(1, 7)),
)

FAMILIES = {
    "Hexagonal mesh: points of the triangular lattice within n-1 steps of the centre (Chen, Shin and Kandlur 1990, "
    "before wrapping).\n\n"
    "A node is (x, y) with |x|, |y| and |x + y| below n. Steps are (1, 0), (0, 1) and (1, -1).": HEXAGONAL_MESH,
    "Wrapped hexagonal mesh (Chen, Shin and Kandlur 1990): u linked to u +- 1, u +- (3n-1) and u +- (3n-2) modulo "
    "3n^2 - 3n + 1.\n\n"
    "Its nodes are those of a hexagonal mesh with n nodes a side. The steps of 1, 3n-1 and 3n-2 are the classes "
    "``dimension-0``, ``dimension-1`` and ``dimension-2``.": WRAPPED_HEXAGONAL_MESH,
    "Honeycomb mesh of t rings of hexagons (Stojmenovic 1997).\n\n"
    "A node is (x, y, z) with 1-t <= x, y, z <= t and x + y + z = 1 or 2. Two are linked if they differ by 1 in one "
    "coordinate alone.": HONEYCOMB_MESH,
    "Honeycomb torus of size t: the honeycomb mesh, its nodes with two links joined to the opposite ones "
    "(Stojmenovic 1997).\n\n"
    "Node (t, y, z) with t + y + z = 1 is linked to (1-t, 1-z, 1-y), likewise for y and z: these links are the "
    "class ``wrap``. The same network are all points with x + y + z = 1 or 2 modulo the vectors (-2t, t, t), (t, "
    "-2t, t) and (t, t, -2t).": HONEYCOMB_TORUS,
}
