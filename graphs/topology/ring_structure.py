"""A network of rings: numbered nodes, and for every (node, link) the node to which the link leads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from netlemma.graphs.base.errors import NetworkError
from netlemma.graphs.base.limits import title
from netlemma.graphs.base.shown import Part, Shown
from netlemma.graphs.base.tables import Facts
from netlemma.graphs.topology.concise import Concise
from netlemma.graphs.topology.devices import Label

ABSENT = -1


@dataclass(frozen=True, eq=False)
class RingNetwork(Shown):
    """Nodes 0..N-1, each with links 0..f-1; link l of node u leads to ``successor[u, l]``.

    Following the same link number from node to node closes a ring. A link that leads back to its own node is a ring of one
    node: no packet needs it. A node may lack a link (``ABSENT``).

    Parameters
    ----------
    family : str
        Name of the family.
    parameters : dict of str to object
        Sizes.
    successor : ndarray of int32, shape (N, f)
        Ring mapping: the node to which each link leads.
    class_names : tuple of str
        Names of the classes of links.
    link_class : ndarray of int8, shape (N, f)
        Number of the class of each link; not read where the link is absent.
    processors : ndarray of int64, shape (N,)
        Number of processors of each node.
    labels : Callable
        Function from the number of a node to its coordinates.
    stage : ndarray of int32, shape (N,)
        Position of a node on which the class of its links may depend, 0 where there is none.
    concise : Concise, optional
        Routing that belongs to the construction, if there is one.
    symmetries : Callable, optional
        Function that returns permutations of the nodes said to map rings to rings; checked before use.

    Raises
    ------
    NetworkError
        If two nodes have the same successor by one link, so that its ring does not close.

    Examples
    --------
    >>> from netlemma.graphs import network
    >>> net = network("shuffle", f=2, r=2)
    >>> net.ring_count, sorted(net.ring_sizes.tolist())
    (4, [1, 1, 3, 3])
    """

    family: str
    parameters: dict[str, Any]
    successor: np.ndarray
    class_names: tuple[str, ...]
    link_class: np.ndarray
    processors: np.ndarray
    labels: Callable[[int], Label]
    stage: np.ndarray
    concise: Concise | None = None
    symmetries: Callable[[], Sequence[np.ndarray]] | None = None

    def __post_init__(self) -> None:
        nodes = self.node_count
        for link in range(self.fanout):
            to = self.successor[:, link]
            present = to != ABSENT
            reached = np.zeros_like(present)
            reached[to[present]] = True
            if not np.array_equal(reached, present):  # as many nodes as links: none is reached twice
                where = next(
                    u for u in np.flatnonzero(present) if np.count_nonzero(to == to[u]) > 1 or not present[to[u]]
                )
                raise NetworkError(
                    f"{self.title}: link {link} of node {where} leads to node {to[where]} of 0..{nodes - 1}, where its ring "
                    f"does not close: each link number must lead to every node that has it exactly once"
                )

    @property
    def node_count(self) -> int:
        """Number of nodes, with or without processors."""
        return len(self.successor)

    @property
    def fanout(self) -> int:
        """Links of each node f."""
        return int(self.successor.shape[1])

    @property
    def processor_count(self) -> int:
        """Number of processors N: packets go between all N^2 ordered pairs of them."""
        return int(self.processors.sum())

    @cached_property
    def ring(self) -> np.ndarray:
        """The number of the ring of each (node, link); ``ABSENT`` where there is no link."""
        ring = np.full(self.successor.shape, ABSENT, dtype=np.int32)
        count = 0
        for link in range(self.fanout):
            number, found = _cycles(self.successor[:, link])
            ring[:, link] = np.where(number == ABSENT, ABSENT, number + count)
            count += found
        return ring

    @cached_property
    def before(self) -> np.ndarray:
        """The node from which each link leads to each node, indexed as (node, link); -1 where none does."""
        before = np.full_like(self.successor, -1)
        for link in range(self.fanout):
            present = np.flatnonzero(self.successor[:, link] != ABSENT)
            before[self.successor[present, link], link] = present
        return before

    @cached_property
    def ring_sizes(self) -> np.ndarray:
        """Number of nodes of each ring."""
        return np.bincount(self.ring[self.ring != ABSENT])

    @property
    def ring_count(self) -> int:
        """Number of rings, those of one node included."""
        return len(self.ring_sizes)

    @property
    def classes(self) -> list[tuple[str, int]]:
        """Name and number of links of each class."""
        counts = np.bincount(self.link_class[self.successor != ABSENT], minlength=len(self.class_names))
        return [(name, int(n)) for name, n in zip(self.class_names, counts, strict=True)]

    @property
    def title(self) -> str:
        """Family and sizes as they are typed, e.g. ``livefly f=4 r=3``."""
        return title(self.family, self.parameters)

    def __repr__(self) -> str:
        return f"<RingNetwork {self.title}: {self.node_count} nodes, {self.ring_count} rings>"

    def _parts(self) -> list[Part]:
        rows = [("network", self.title), ("nodes", f"{self.node_count:,}"), ("processors", f"{self.processor_count:,}")]
        rows += [("rings", f"{self.ring_count:,}")]
        return [Facts(rows + [(f"links: {name}", f"{count:,}") for name, count in self.classes])]


def _cycles(successor: np.ndarray) -> tuple[np.ndarray, int]:
    """The number of the cycle of each node under a permutation of some of the nodes, and how many there are.

    Cycles are numbered by their least node. Every node looks 1, 2, 4, ... steps ahead for the least node of its cycle.
    """
    present = successor != ABSENT
    ahead = np.where(present, successor, np.arange(len(successor), dtype=successor.dtype))
    least = np.arange(len(successor), dtype=successor.dtype)
    while True:
        nearer = np.minimum(least, least[ahead])
        if np.array_equal(nearer, least):
            break
        least, ahead = nearer, ahead[ahead]
    head = present & (least == np.arange(len(successor)))
    number = np.cumsum(head, dtype=np.int32) - 1
    return np.where(present, number[least], np.int32(ABSENT)), int(np.count_nonzero(head))
