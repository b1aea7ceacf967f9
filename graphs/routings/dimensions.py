"""The dimensions of a Cartesian product as routings see them: where each hop goes, and which hops lead nearer."""

from __future__ import annotations

from functools import lru_cache

from graphs.base.errors import RoutingError
from graphs.routing.hop_routing import inside
from graphs.topology.structure import Network

RINGS = ("ring", "oneway-ring")


class Dimensions:
    """What is known of the hops of a product.

    ``digits[node]``, ``dimension[hop]``; ``up[hop]`` says whether the hop adds to its digit (around a ring too),
    ``wraps[hop]`` whether it crosses the place of a ring where its digits jump from k-1 to 0 or back.

    >>> from graphs import network
    >>> ring = Dimensions(network("toroid", w=4, D=1))
    >>> [(ring.up[h], ring.wraps[h]) for h in range(2)], ring.nearer(0, 2)
    ([(True, False), (False, True)], [[0, 1]])
    """

    def __init__(self, net: Network) -> None:
        if not net.factors:
            raise RoutingError(
                f"{net.title} is no Cartesian product, so it has no dimensions: use up-down, shortest or a table"
            )
        self.network = net
        self.factors = net.factors
        self.digits = [net.labels(node) for node in range(net.node_count)]
        self.dimension: list[int] = []
        self.up: list[bool] = []
        self.wraps: list[bool] = []
        self._rows = [_rows(factor) for factor in net.factors]
        self.nearer = lru_cache(maxsize=1 << 16)(self._nearer)  # (node, destination) -> hops of each dimension
        for node in range(net.node_count):
            for d, factor in enumerate(net.factors):
                a = self.digits[node][d]
                for head, device in self._rows[d][a]:
                    ring = factor.name in RINGS
                    self.dimension.append(d)
                    self.up.append(device == a if ring else head > a)
                    self.wraps.append(ring and device == factor.size - 1)

    def is_ring(self, d: int) -> bool:
        """Whether one can go around along this dimension."""
        return self.factors[d].name in RINGS

    @property
    def any_ring(self) -> bool:
        """Whether one can go around along any dimension."""
        return any(map(self.is_ring, range(len(self.factors))))

    def _nearer(self, node: int, destination: int) -> list[list[int]]:
        """For each dimension, the hops that begin a shortest path inside it, those that add to the digit first."""
        first = int(self.network.indptr[node])
        found: list[list[int]] = []
        for d, (a, b) in enumerate(zip(self.digits[node], self.digits[destination], strict=True)):
            row = self._rows[d][a]
            if a == b:
                found.append([])
            else:
                far = inside(self.factors[d])[0]
                hops = [first + i for i, (head, _) in enumerate(row) if far[head][b] == far[a][b] - 1]
                found.append(sorted(hops, key=lambda h: not self.up[h]))
            first += len(row)
        return found


def _rows(factor) -> list[list[tuple[int, int]]]:  # type: ignore[no-untyped-def]
    """For each digit its hops as (head, device), in the order in which networks number them."""
    rows: list[list[tuple[int, int]]] = [[] for _ in range(factor.size)]
    for tail, head, device in zip(*(column.tolist() for column in factor.hops()), strict=True):
        rows[tail].append((head, device))
    return rows


@lru_cache(maxsize=8)
def dimensions(net: Network) -> Dimensions:
    """The dimensions of a network, kept for a few of them."""
    return Dimensions(net)
