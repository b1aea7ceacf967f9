"""Number of channels among which a message may choose on its way, hop by hop, counted on an explicit network.

A message only takes channels that bring it nearer, so at node v on its way from s to t it has as many choices as v has
hops to nodes nearer to t. Its position after a given number of hops depends on what is equally likely: every shortest
*path*, every *place* on a shortest path at that distance, or, in a random *walk*, every choice at each node."""

from fractions import Fraction
from functools import cached_property
from math import lcm

from netlemma.graphs.loads.paths import HopLists, Tree, hop_lists, search
from netlemma.graphs.topology.structure import Network

EQUALLY_LIKELY = ("paths", "places", "walk")
HopCounts = list[dict[int, int]]  # by hops made: weights of the numbers of choices, probabilities times their sum


class ChoiceCounts:
    """Numbers of choices of messages from one source of a network.

    >>> from netlemma.graphs import network
    >>> net = ChoiceCounts(network("oneway-torus", k=3, n=2))
    >>> net.nodes_at[1:], net.chances(3, 2, "paths") == {1: Fraction(1, 3), 2: Fraction(2, 3)}
    ([2, 3, 2, 1], True)
    >>> net.mean(4, 3, "paths"), net.mean(4, 3, "places"), net.mean(4, 3, "walk")
    (Fraction(5, 3), Fraction(4, 3), Fraction(3, 2))
    """

    def __init__(self, network: Network, source: int = 0) -> None:
        self.network, self.source = network, source

    @cached_property
    def _rows(self) -> HopLists:
        return hop_lists(self.network)

    @cached_property
    def _trees(self) -> list[Tree]:
        return [search(self.network, self._rows, node) for node in range(self.network.node_count)]

    @property
    def distance(self) -> list[int]:
        """Hops from the source to each node."""
        return self._trees[self.source].distance

    @property
    def farthest(self) -> int:
        """A node as far from the source as any."""
        return self._trees[self.source].order[-1]

    @property
    def nodes_at(self) -> list[int]:
        """Number of nodes 0, 1, ... hops away, up to the farthest."""
        return [self.distance.count(i) for i in range(max(self.distance) + 1)]

    def fronts(self, target: int) -> list[dict[int, list[int]]]:
        """Positions of messages to the target after 0, 1, ... hops, and the next nodes from each.

        Parallel hops are separate; the last front is that of the last hop.
        """
        indptr, ends, _, _ = self._rows
        found = []
        front = {self.source}
        for left in reversed(range(self.distance[target])):
            ways = {
                node: [v for v in ends[indptr[node] : indptr[node + 1]] if self._trees[v].distance[target] == left]
                for node in front
            }
            found.append(ways)
            front = {v for ahead in ways.values() for v in ahead}
        return found

    def to(self, target: int) -> dict[str, HopCounts]:
        """Choices and their weights for one target, by what is equally likely and by the number of hops made
        (0 first).
        """
        found: dict[str, HopCounts] = {name: [] for name in EQUALLY_LIKELY}
        scale = lcm(*range(1, 1 + max(self.network.indptr[1:] - self.network.indptr[:-1])))
        come, walked = {self.source: 1}, {self.source: 1}
        for ways in self.fronts(target):
            paths, places, walk = ({len(ahead): 0 for ahead in ways.values()} for _ in EQUALLY_LIKELY)
            come_next, walked_next = ({v: 0 for ahead in ways.values() for v in ahead} for _ in range(2))
            for node, ahead in ways.items():
                choices = len(ahead)
                paths[choices] += come[node] * self._trees[node].paths[target]
                places[choices] += 1
                walk[choices] += walked[node]
                for v in ahead:
                    come_next[v] += come[node]
                    walked_next[v] += walked[node] * (scale // choices)
            for name, row in zip(EQUALLY_LIKELY, (paths, places, walk), strict=True):
                found[name].append(row)
            come, walked = come_next, walked_next
        return found

    @cached_property
    def _all(self) -> list[dict[str, HopCounts]]:
        return [self.to(target) for target in range(self.network.node_count)]

    def chances(self, i: int, h: int, equally_likely: str) -> dict[int, Fraction]:
        """Distribution of the number of choices of a message of i hops when it crosses its h-th channel.

        All targets i hops away are equally likely.
        """
        rows_at = [each[equally_likely][h - 1] for each, d in zip(self._all, self.distance, strict=True) if d == i]
        total: dict[int, Fraction] = {}
        for row in rows_at:
            whole = sum(row.values()) * len(rows_at)
            for choices, weight in row.items():
                total[choices] = total.get(choices, Fraction(0)) + Fraction(weight, whole)
        return total

    def mean(self, i: int, h: int, equally_likely: str) -> Fraction:
        """Mean of :meth:`chances`."""
        return sum((m * chance for m, chance in self.chances(i, h, equally_likely).items()), Fraction(0))
