"""A network of rings: numbered nodes, and for every (node, link) the node to which the link leads; rings given one by
one, and routings that a construction brings with it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from netlemma.base.displays import Facts, Part
from netlemma.errors import NetworkError
from netlemma.graphs.topology.structure import ExplicitNetwork, Label, Network

# Routing rules that belong to a construction, as functions of source, node, target and last link.


Grow = Callable[..., int]
Rule = Callable[[int, int, int, "int | None"], int]


@dataclass(frozen=True)
class BuiltInRouting:
    """A routing that a construction brings with it.

    words: Description of the rule, in one line.
    next_link: Function from (source, node, target, link by which the packet came, None at the source) to the number of
    the link that the packet takes next; not called at the target.
    grower: Function from the array ``before[v, l]`` of the nodes whose link l leads to v to a compiled function of
    (target, processors, parent, node, link, packets) that writes all routes to the target as a tree, see
    :mod:`netlemma.graphs.rings.route_kernels`, and returns the number of its states.
    most_states: Upper bound of the number of states of such a tree.
    kept_by: Whether a symmetry of the rings, given as an array of nodes, maps the routing onto itself.
    """

    words: str
    next_link: Rule
    grower: Callable[[np.ndarray], Grow]
    most_states: int
    kept_by: Callable[[np.ndarray], bool]


def acts_on_digits(digits: np.ndarray, image: np.ndarray, shift: int = 0) -> bool:
    """Whether a permutation of nodes changes every digit by itself.

    A rule that only asks which digits of source, node and target are equal gives the same answers after such a
    permutation.

    digits (ndarray, shape (d, N)): Digits of each node.
    image (ndarray, shape (N,)): Image of each node.

    >>> two = np.array([[0, 0, 1, 1], [0, 1, 0, 1]])
    >>> acts_on_digits(two, np.array([2, 3, 0, 1])), acts_on_digits(two, np.array([0, 1, 3, 2]))
    (True, False)
    """
    for i, digit in enumerate(digits):
        after = digits[(i + shift) % len(digits)][image]
        becomes = np.zeros(int(digit.max()) + 1, dtype=digits.dtype)
        becomes[digit] = after
        if not np.array_equal(becomes[digit], after) or len(np.unique(becomes)) < len(becomes):
            return False
    return True


# A network of rings: numbered nodes, and for every (node, link) the node to which the link leads.


ABSENT = -1


@dataclass(frozen=True, eq=False)
class RingNetwork(ExplicitNetwork):
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
    concise : BuiltInRouting, optional
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
    >>> net = network("ring-shuffle", f=2, r=2)
    >>> net.ring_count, sorted(net.ring_sizes.tolist())
    (4, [1, 1, 3, 3])
    """

    successor: np.ndarray
    class_names: tuple[str, ...]
    link_class: np.ndarray
    processors: np.ndarray
    labels: Callable[[int], Label]
    stage: np.ndarray
    concise: BuiltInRouting | None = None
    symmetries: Callable[[], Sequence[np.ndarray]] | None = None

    has_channels = False
    described = "is made of point-to-point rings"

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
    def device_count(self) -> int:
        """Number of links."""
        return int((self.successor != ABSENT).sum())

    @property
    def end_count(self) -> int:
        """Number of processors N."""
        return self.processor_count

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

    def __repr__(self) -> str:
        return f"<RingNetwork {self.title}: {self.node_count} nodes, {self.ring_count} rings>"

    def _parts(self) -> list[Part]:
        rows = [("network", self.title), ("nodes", f"{self.node_count:,}"), ("processors", f"{self.processor_count:,}")]
        rows += [("rings", f"{self.ring_count:,}")]
        return [Facts(rows + [(f"links: {name}", f"{count:,}") for name, count in self.classes])]


AnyNetwork = Network | RingNetwork


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


# Networks of rings given ring by ring.


def from_rings(
    family: str,
    rings: Iterable[tuple[Sequence[int], int]],
    labels: Sequence[Label],
    parameters: Mapping[str, int] | None = None,
) -> RingNetwork:
    """The network of the given rings.

    Nodes are 0 to len(labels) - 1, each with one processor; all links are in one class.

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
