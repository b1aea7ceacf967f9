"""Mycielski graph M_n (Mycielski 1955): the Mycielskian of M_(n-1), from two linked nodes M_2 on; M_4 is the Groetzsch graph."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, linked_family


def links(n: int) -> list[Links]:
    """The Mycielskian adds a copy of each node, linked to the neighbours of the node, and one more node linked to all copies."""
    found = [Links("first", np.array([0]), np.array([1]))]
    nodes = 2
    for step in range(3, n + 1):
        tail = np.concatenate([each.tail for each in found])
        head = np.concatenate([each.head for each in found])
        copies = nodes + np.arange(nodes)
        tails = np.concatenate([tail, head, copies])
        heads = np.concatenate([nodes + head, nodes + tail, np.full(nodes, 2 * nodes)])
        found.append(Links(f"step-{step}", tails, heads))
        nodes = 2 * nodes + 1
    return found


def _facts(n: int) -> dict[str, int]:
    nodes, count = 2, 1
    for _ in range(n - 2):
        nodes, count = 2 * nodes + 1, 3 * count + nodes
    return {"nodes": nodes, "links": count, "least_degree": n - 1}


FAMILY = linked_family(
    "mycielski",
    (Parameter("n", 2, "number of the graph: two linked nodes for n=2, a ring of five for n=3"),),
    "the Mycielskian of the graph before, from two linked nodes on: 3*2^(n-2)-1 nodes",
    links,
    _facts,
    (2, 3, 4, 5, 6),
    exponential=True,
    other_name="mycielskian",
)
