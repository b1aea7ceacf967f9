"""Torus with express links: n dimensions of rings of k nodes, and links that lead e nodes ahead in a ring.

``placement=interchange``: every e-th node of a ring is linked to the next such node, as the interchanges of express cubes (Dally 1991,
who inserts them between nodes; here the nodes themselves are interchanges); e divides k. ``placement=every``: every node is linked to
those e ahead and e behind, so that each ring is the circulant graph C_k(1, e).
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, digits, log_powers, simple_network
from netlemma.graphs.topology.structure import Network


def make(k: int, n: int, e: int, placement: str) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(k**n).reshape((k,) * n)
    turn = e if placement == "interchange" else 1
    rings, express = [], []
    for axis in range(n):
        lines = np.moveaxis(node, axis, 0)
        rings.append((lines, np.roll(lines, -1, axis=0)))
        express.append((lines[::turn], np.roll(lines, -e, axis=0)[::turn]))
    turns = [np.roll(node, turn, axis=axis).ravel() for axis in range(n)]
    return simple_network(
        k**n,
        [Links(name, *np.array(ends).swapaxes(0, 1)) for name, ends in (("ring", rings), ("express", express))],
        digits(k, n),
        symmetries=lambda: [*turns, node.transpose([*range(1, n), 0]).ravel(), np.roll(node[::-1], 1, axis=0).ravel()],
    )


def _illegal(k: int, n: int, e: int, placement: str) -> str:
    """What is wrong with a size."""
    if 2 * e > k:
        return "e is from 2 to k/2"
    return "e divides k unless placement=every" if placement == "interchange" and k % e else ""


def _facts(k: int, n: int, e: int, placement: str) -> dict[str, int]:
    """In each ring k links and an express link from each of its places; half of these if they lead half around."""
    nodes, places = k**n, k // e if placement == "interchange" else k
    express = places // 2 if 2 * e == k else places
    return {"nodes": nodes, "links": n * (nodes + nodes // k * express), "degree": n * (3 if 2 * e == k else 4)}


FAMILY = Family(
    name="express-torus",
    parameters=(
        Parameter("k", 4, "nodes of each ring"),
        Parameter("n", 1, "dimensions"),
        Parameter("e", 2, "nodes that an express link leads ahead"),
        Parameter("placement", 0, "of the express links", words=("interchange", "every"), default="interchange"),
    ),
    classes=("ring", "express"),
    summary="torus of n dimensions of k nodes with links to nodes e ahead, from every e-th node or from all: k^n nodes",
    make=make,
    log_sizes=lambda k, n, e, placement: log_powers(k, n, 4 * n),
    illegal=_illegal,
    facts=_facts,
    default_sizes=tuple(
        {"k": k, "n": n, "e": e, "placement": placement}
        for k, n, e in (
            (4, 1, 2),
            (6, 1, 2),
            (4, 2, 2),
            (6, 1, 3),
            (8, 1, 2),
            (9, 1, 3),
            (6, 2, 2),
            (8, 2, 4),
            (4, 3, 2),
        )
        for placement in ("interchange", "every")
    ),
)
