"""Graphs around rings."""

import numpy as np

from netlemma.graphs.topology.family import Parameter, product_family
from netlemma.graphs.topology.link_arrays import Links, closed, in_rings, linked_family, turns

CYCLE = product_family(
    name="cycle",
    parameters=(Parameter("n", 3, "nodes"),),
    factors=lambda n: [("ring", n, 1)],
    class_name="link",
    kind="graph",
    summary="n nodes in a ring",
    default_sizes=[{"n": n} for n in (3, 4, 5, 6, 9, 12)],
)


WHEEL = linked_family(
    "wheel",
    (Parameter("n", 4, "nodes, with the hub"),),
    "a hub linked to each node of a ring of n-1 nodes: n nodes in all",
    lambda n: [closed("rim", n - 1), Links("spoke", np.arange(n - 1), n - 1)],
    lambda n: {"nodes": n, "links": 2 * n - 2, "degree": n - 1, "least_degree": 3},
    (4, 5, 6, 7, 10, 13),
    symmetries=lambda n: turns(n - 1, 1, 1),
)


PRISM = linked_family(
    "prism",
    (Parameter("n", 3, "nodes of each ring"),),
    "two rings of n nodes, and a link between the nodes of each place: 2n nodes, 3 links at each",
    lambda n: [closed("ring", n), closed("ring", n, n), Links("rung", np.arange(n), n + np.arange(n))],
    lambda n: {"nodes": 2 * n, "links": 3 * n, "degree": 3, "least_degree": 3},
    (3, 4, 5, 6, 9, 12),
    labels=in_rings,
    symmetries=lambda n: [*turns(n, 2), np.roll(np.arange(2 * n), n)],
    other_name="circular-ladder",
)


def antiprism_links(n: int) -> list[Links]:
    """Both rings; node i of the second one is between nodes i and i+1 of the first."""
    i = np.arange(n)
    return [closed("ring", n), closed("ring", n, n), Links("zigzag", n + i, i), Links("zigzag", n + i, (i + 1) % n)]


ANTIPRISM = linked_family(
    "antiprism",
    (Parameter("n", 3, "nodes of each ring"),),
    "two rings of n nodes, each node linked to two neighbours in the other ring: 2n nodes, 4 links at each",
    antiprism_links,
    lambda n: {"nodes": 2 * n, "links": 4 * n, "degree": 4, "least_degree": 4},
    (3, 4, 5, 6, 9),
    labels=in_rings,
    symmetries=lambda n: [np.concatenate([n + np.arange(n), (np.arange(n) + 1) % n])],
)


MOEBIUS_LADDER = linked_family(
    "moebius-ladder",
    (Parameter("n", 3, "rungs"),),
    "a ring of 2n nodes, each linked to the opposite one by a rung: 3 links at each",
    lambda n: [closed("rim", 2 * n), Links("rung", np.arange(n), n + np.arange(n))],
    lambda n: {"nodes": 2 * n, "links": 3 * n, "degree": 3, "least_degree": 3},
    (3, 4, 5, 6, 9),
    symmetries=lambda n: turns(2 * n, 1),
    other_name="mobius-ladder",
)


def crown_links(n: int) -> list[Links]:
    """All pairs (i, j) of different numbers, of which i is in the first set and j in the second."""
    i, j = np.nonzero(~np.eye(n, dtype=bool))
    return [Links("link", i, n + j)]


CROWN = linked_family(
    "crown",
    (Parameter("n", 3, "nodes of each set"),),
    "two sets of n nodes, each linked to all of the other set but its partner: 2n nodes, n-1 links at each",
    crown_links,
    lambda n: {"nodes": 2 * n, "links": n * (n - 1), "degree": n - 1, "least_degree": n - 1},
    (3, 4, 5, 6, 8),
    labels=in_rings,
    symmetries=lambda n: [*turns(n, 2), np.roll(np.arange(2 * n), n)],
)


SUNLET = linked_family(
    "sunlet",
    (Parameter("n", 3, "nodes of the ring"),),
    "a ring of n nodes with a leaf at each: 2n nodes",
    lambda n: [closed("ring", n), Links("leaf", np.arange(n), n + np.arange(n))],
    lambda n: {"nodes": 2 * n, "links": 2 * n, "degree": 3, "least_degree": 1},
    (3, 4, 5, 6, 9),
    labels=in_rings,
    symmetries=lambda n: turns(n, 2),
)


HELM = linked_family(
    "helm",
    (Parameter("n", 3, "nodes of the rim"),),
    "a ring of n nodes, each linked to a hub and to a leaf: 2n+1 nodes",
    lambda n: [closed("rim", n), Links("leaf", np.arange(n), n + np.arange(n)), Links("spoke", np.arange(n), 2 * n)],
    lambda n: {"nodes": 2 * n + 1, "links": 3 * n, "degree": max(n, 4), "least_degree": 1},
    (3, 4, 5, 6, 9),
    symmetries=lambda n: turns(n, 2, 1),
)


WEB = linked_family(
    "web",
    (Parameter("n", 3, "nodes of each ring"),),
    "two rings of n nodes, a link between those of each place, and a leaf at each node of the outer ring: 3n nodes",
    lambda n: [
        closed("ring", n),
        closed("ring", n, n),
        Links("rung", np.arange(n), n + np.arange(n)),
        Links("leaf", n + np.arange(n), 2 * n + np.arange(n)),
    ],
    lambda n: {"nodes": 3 * n, "links": 4 * n, "degree": 4, "least_degree": 1},
    (3, 4, 5, 6, 8),
    labels=in_rings,
    symmetries=lambda n: turns(n, 3),
)


PAN = linked_family(
    "pan",
    (Parameter("n", 3, "nodes of the ring"),),
    "a ring of n nodes, and a node linked to one of them: n+1 nodes",
    lambda n: [closed("ring", n), Links("handle", n - 1, n)],
    lambda n: {"nodes": n + 1, "links": n + 1, "degree": 3, "least_degree": 1},
    (3, 4, 5, 6, 9),
)


TADPOLE = linked_family(
    "tadpole",
    (Parameter("m", 3, "nodes of the ring"), Parameter("n", 1, "nodes of the path")),
    "a ring of m nodes, a path of n nodes, and a link between them: m+n nodes",
    lambda m, n: [closed("ring", m), Links("path", np.arange(m - 1, m + n - 1), np.arange(m, m + n))],
    lambda m, n: {"nodes": m + n, "links": m + n, "degree": 3, "least_degree": 1},
    ((3, 1), (3, 4), (4, 2), (5, 5), (8, 4)),
)

FAMILIES = {
    "Cycle C_n: n nodes in a ring; the ring of the papers, without parallel links.": CYCLE,
    "Wheel W_n: a hub linked to every node of a ring, n nodes in all (as in MathWorld, SageMath and NetworkX).": WHEEL,
    "Prism: two rings of n nodes, each node linked to that of the other ring (circular ladder).": PRISM,
    "Antiprism: two rings of n nodes, each node linked to two neighbours in the other ring.": ANTIPRISM,
    "Moebius ladder (Guy and Harary 1967): a ring of 2n nodes, each linked to the opposite one.": MOEBIUS_LADDER,
    "Crown: two sets of n nodes; a link joins a node to each of the other set but its partner.": CROWN,
    "Sunlet: a ring of n nodes, a leaf at each.": SUNLET,
    "Helm: a wheel whose rim has n nodes, with a leaf at each of them.": HELM,
    "Web (Koh, Rogers, Teo and Yap 1980): a prism with a leaf at each node of its outer ring.": WEB,
    "Pan: a ring of n nodes, and one more linked to one of them: the tadpole (n, 1).": PAN,
    "Tadpole (m, n): a ring of m nodes, and a path of n nodes that begins at one of them.": TADPOLE,
}
