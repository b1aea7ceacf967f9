"""Networks of rings given ring by ring."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from netlemma.graphs.base.errors import NetworkError
from netlemma.graphs.topology.devices import Label
from netlemma.graphs.topology.ring_structure import ABSENT, RingNetwork


def from_rings(
    family: str,
    rings: Iterable[tuple[Sequence[int], int]],
    labels: Sequence[Label],
    parameters: Mapping[str, int] | None = None,
) -> RingNetwork:
    """The network of the given rings.

    Nodes are 0 to len(labels) - 1, each with one processor; all links are in one class.

    Parameters
    ----------
    family : str
        Name of the network.
    rings : Iterable of tuple of (Sequence of int, int)
        Nodes of each ring in the order of travel, and the number of its links.
    labels : Sequence of Label
        Coordinates of each node.
    parameters : Mapping of str to int, optional
        Sizes.

    Returns
    -------
    RingNetwork
        The network.

    Raises
    ------
    NetworkError
        If a node has two links of one number.

    Examples
    --------
    >>> from_rings("two rings", [((0, 1, 2), 0), ((2, 3), 1)], labels=[(0,), (1,), (2,), (3,)])
    <RingNetwork two rings: 4 nodes, 2 rings>
    """
    listed = list(rings)
    successor = np.full((len(labels), 1 + max(link for _, link in listed)), ABSENT, dtype=np.int32)
    for nodes, link in listed:
        for node, after in zip(nodes, [*nodes[1:], nodes[0]], strict=True):
            if successor[node, link] != ABSENT:
                raise NetworkError(f"{family}: node {node} is twice on a ring of link {link}")
            successor[node, link] = after
    return RingNetwork(
        family=family,
        parameters=dict(parameters or {}),
        successor=successor,
        class_names=("link",),
        link_class=np.zeros(successor.shape, dtype=np.int8),
        processors=np.ones(len(labels), dtype=np.int64),
        labels=lambda node: labels[node],
        stage=np.zeros(len(labels), dtype=np.int32),
    )
