"""Apollonian network (Andrade, Herrmann, Andrade and da Silva 2005): a triangle, and n times a node in each inner triangle."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, linked_family


def links(n: int) -> list[Links]:
    """Each new node is linked to the corners of its triangle, which it divides into three."""
    found = [Links("step-0", [0, 1, 2], [1, 2, 0])]
    triangles, nodes = np.array([[0, 1, 2]]), 3
    for step in range(1, n + 1):
        new = nodes + np.arange(len(triangles))
        found.append(Links(f"step-{step}", triangles, new[:, None]))
        replaced = np.repeat(triangles[None], 3, axis=0)
        for corner in range(3):
            replaced[corner, :, corner] = new
        triangles, nodes = replaced.reshape(-1, 3), nodes + len(new)
    return found


FAMILY = linked_family(
    "apollonian",
    (Parameter("n", 0, "steps"),),
    "a triangle, and n times a new node in each inner triangle, linked to its corners: (3^n + 5)/2 nodes",
    links,
    lambda n: {
        "nodes": (3**n + 5) // 2,
        "links": 3 * (3**n + 1) // 2,
        "degree": 3 * 2 ** (n - 1) if n > 1 else 2 + n,
        "least_degree": min(n + 2, 3),
    },
    (0, 1, 2, 3, 4),
    exponential=True,
)
