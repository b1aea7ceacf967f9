"""Generalised Petersen graph GP(n, k): an outer ring of n nodes, spokes, and inner nodes linked k apart (Watkins 1969).

Node (0, i) is linked to (0, i+1) and to (1, i), and (1, i) to (1, i+k), all modulo n: the classes ``outer``, ``spoke`` and
``inner``. GP(5, 2) is the Petersen graph.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, log_count, simple_network
from netlemma.graphs.topology.structure import Network

DODECAHEDRON = (10, 12, 2, 3, 13, 15, 17, 7, 8, 18, 0, 14, 1, 4, 11, 5, 19, 6, 9, 16)  # a symmetry of GP(10, 2)


def make(n: int, k: int) -> Network:
    """The explicit network; its size is not checked."""
    i = np.arange(n)

    def symmetries() -> list[np.ndarray]:
        """Both rings turned and mirrored; outer and inner nodes exchanged if k^2 is 1 or -1 modulo n."""
        found = [np.concatenate([change % n, n + change % n]) for change in (i + 1, -i)]
        if k * k % n in (1, n - 1):
            found.append(np.concatenate([n + i * k % n, i * k % n]))
        return [*found, np.array(DODECAHEDRON)] if (n, k) == (10, 2) else found

    return simple_network(
        2 * n,
        [Links("outer", i, (i + 1) % n), Links("spoke", i, n + i), Links("inner", n + i, n + (i + k) % n)],
        lambda u: divmod(int(u), n),
        symmetries=symmetries,
    )


FAMILY = Family(
    name="generalised-petersen",
    parameters=(
        Parameter("n", 3, "nodes of the outer ring"),
        Parameter("k", 1, "how far apart inner nodes are linked"),
    ),
    classes=("outer", "spoke", "inner"),
    summary="a ring of n nodes, a spoke at each, and the inner nodes linked k apart: 2n nodes, 3 links at each",
    make=make,
    log_sizes=lambda n, k: log_count(2 * n, 6 * n),
    illegal=lambda n, k: "" if 2 * k < n else "k is from 1 to less than n/2",
    facts=lambda n, k: {"nodes": 2 * n, "links": 3 * n, "degree": 3, "least_degree": 3},
    default_sizes=tuple(
        {"n": n, "k": k} for n, k in ((3, 1), (4, 1), (5, 2), (7, 2), (8, 3), (10, 2), (10, 3), (12, 5), (24, 5))
    ),
    other_name="generalized-petersen",
)
