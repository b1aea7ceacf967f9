"""The dimensions of a Cartesian product for routings: direction of each hop, and hops that lead nearer."""

from __future__ import annotations

from functools import cached_property, lru_cache

from graphs.base.errors import RoutingError
from graphs.routing.hop_routing import inside
from graphs.topology.devices import Label
from graphs.topology.structure import Network

RINGS = ("ring", "oneway-ring")


class Dimensions:
    """Dimensions and directions of the hops of a product.

    ``digits[node]``, ``dimension[hop]``; ``up[hop]`` is true if the hop adds to its digit (around a ring too),
    ``wraps[hop]`` if it crosses the place of a ring where its digits jump from k-1 to 0 or back.

    >>> from graphs import network
    >>> ring = Dimensions(network("toroid", w=4, D=1))
    >>> [(ring.up[h], ring.wraps[h]) for h in range(2)], ring.nearer(0, 2)
    ([(True, False), (False, True)], [[0, 1]])
    """

    def __init__(self, net: Network) -> None:
        if not net.factors:
            raise RoutingError(
                f"{net.title} is no Cartesian product, so it has no dimensions: name a routing that needs none, such as up-down"
            )
        self.network = net
        self.factors = net.factors
        self._rows = [_rows(factor) for factor in net.factors]
        self.nearer = lru_cache(maxsize=1 << 16)(self._nearer)  # (node, destination) -> hops of each dimension

    @cached_property
    def digits(self) -> list[Label]:
        """The coordinates of each node."""
        return [self.network.labels(node) for node in range(self.network.node_count)]

    @cached_property
    def _hops(self) -> tuple[list[int], list[bool], list[bool]]:
        found = []
        for digits in self.digits:
            for d, factor in enumerate(self.factors):
                a, ring = digits[d], factor.name in RINGS
                for head, device in self._rows[d][a]:
                    found.append((d, device == a if ring else head > a, ring and device == factor.size - 1))
        dimension, up, wraps = zip(*found, strict=True)
        return list(dimension), list(up), list(wraps)

    @property
    def dimension(self) -> list[int]:
        """The dimension of each hop."""
        return self._hops[0]

    @property
    def up(self) -> list[bool]:
        """Whether each hop adds to its digit, around a ring too."""
        return self._hops[1]

    @property
    def wraps(self) -> list[bool]:
        """Whether each hop crosses the place of a ring where its digits jump."""
        return self._hops[2]

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
