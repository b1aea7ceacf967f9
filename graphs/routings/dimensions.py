"""The dimensions of a Cartesian product for routings: direction of each hop, and hops that lead nearer."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import lcm, prod
from typing import NamedTuple

import numpy as np

from graphs.base.compiled import compiled, worth_compiling
from graphs.base.errors import RoutingError
from graphs.routing.choice_loops import distances
from graphs.routing.hop_routing import Arrivals
from graphs.topology.factors import Factor
from graphs.topology.structure import Network

RINGS = ("ring", "oneway-ring")


class Inner(NamedTuple):
    """The hops inside the factors of a product, one factor behind the other, as arrays with an entry for each.

    ``tail`` and ``head`` are digits, ``up`` says that a hop adds to its digit (around a ring too), ``wraps`` that it
    crosses the place of a ring where its digits jump from k-1 to 0 or back.
    """

    dimension: np.ndarray
    tail: np.ndarray
    head: np.ndarray
    up: np.ndarray
    ring: np.ndarray
    wraps: np.ndarray


class Nearer(NamedTuple):
    """Inner hops that begin a shortest path inside their dimension to a destination.

    ``nearer`` says whether a hop does, ``first`` whether it is the first of its digit, upward ones before others, and
    ``last`` whether it is the last; ``share`` is proportional to its share in all shortest paths of the product.
    """

    nearer: np.ndarray
    first: np.ndarray
    last: np.ndarray
    share: np.ndarray


class Dimensions:
    """Dimensions and directions of the hops of a product.

    Hop h of the network is a copy of hop ``inner[h]`` inside a factor, see :class:`Inner`.

    >>> from graphs import network
    >>> ring = Dimensions(network("toroid", w=4, D=1))
    >>> inside = ring.inside
    >>> inside.up[ring.inner[:2]], inside.wraps[ring.inner[:2]], ring.to(2).nearer[ring.inner[:2]]
    (array([ True, False]), array([False,  True]), array([ True,  True]))
    """

    def __init__(self, net: Network) -> None:
        if not net.factors:
            raise RoutingError(
                f"{net.title} is no Cartesian product, so it has no dimensions: name a routing that needs none, such as up-down"
            )
        self.network = net
        self.factors = net.factors
        self.shape = tuple(f.size for f in net.factors)
        self.to = lru_cache(maxsize=256)(self._to)

    def digit(self, node: int, d: int) -> int:
        """The coordinate of a node in a dimension.

        Parameters
        ----------
        node : int
            Number of the node.
        d : int
            Number of the dimension.

        Returns
        -------
        int
            The digit.
        """
        return node // prod(self.shape[d + 1 :]) % self.shape[d]

    def digits(self, d: int) -> np.ndarray:
        """The coordinates of all nodes in a dimension."""
        return np.arange(self.network.node_count) // prod(self.shape[d + 1 :]) % self.shape[d]

    @cached_property
    def first(self) -> list[int]:
        """Number of the first inner hop of each dimension, and of all."""
        return np.cumsum([0, *(f.about.hop_count(f.size) for f in self.factors)]).tolist()  # type: ignore[no-any-return]

    @cached_property
    def inside(self) -> Inner:
        """The hops inside the factors."""
        columns = []
        for d, factor in enumerate(self.factors):
            tail, head, device = factor.hops()
            ring = np.full(len(tail), factor.name in RINGS)
            up = np.where(ring, device == tail, head > tail)
            columns.append((np.full(len(tail), d), tail, head, up, ring, ring & (device == factor.size - 1)))
        return Inner(*map(np.concatenate, zip(*columns, strict=True)))

    @cached_property
    def inner(self) -> np.ndarray:
        """The inner hop of which each hop of the network is a copy."""
        net = self.network
        found = np.empty(net.hop_count, dtype=np.int32)
        place = net.indptr[:-1].copy()
        for d, factor in enumerate(self.factors):
            degree = np.bincount(factor.hops().tail, minlength=factor.size)
            begin, digit = np.cumsum(degree) - degree, self.digits(d)
            for i in range(int(degree.max())):
                has = i < degree[digit]
                found[place[has]] = self.first[d] + begin[digit[has]] + i
                place[has] += 1
        return found

    @cached_property
    def dimension(self) -> np.ndarray:
        """The dimension of each hop."""
        return self.inside.dimension.astype(np.uint8)[self.inner]

    @cached_property
    def up(self) -> np.ndarray:
        """Whether each hop adds to its digit, around a ring too."""
        return self.inside.up[self.inner]

    @cached_property
    def upward_first(self) -> np.ndarray:
        """The hops of each node by dimension, those that add to the digit first."""
        net = self.network
        return np.lexsort((np.arange(net.hop_count), ~self.up, self.dimension, net.origin)).astype(np.int32)

    def is_ring(self, d: int) -> bool:
        """Whether one can go around along this dimension."""
        return self.factors[d].name in RINGS

    @property
    def any_ring(self) -> bool:
        """Whether one can go around along any dimension."""
        return any(map(self.is_ring, range(len(self.factors))))

    def unsettled(self, destination: int, falling: bool = False) -> np.ndarray:
        """The first dimension (or the last one) in which each node's digit is not that of a destination.

        Parameters
        ----------
        destination : int
            Number of the destination.
        falling : bool, default False
            Whether the last dimension is wanted instead of the first.

        Returns
        -------
        ndarray of uint8, shape (N,)
            Dimensions; 255 at the destination.
        """
        found = np.empty(self.shape, dtype=np.uint8)
        rest = found
        for d in range(len(self.shape))[:: -1 if falling else 1]:
            rest[...] = d
            rest = rest[..., self.digit(destination, d)] if falling else rest[self.digit(destination, d), ...]
        rest[...] = 255
        return found.ravel()

    def _to(self, destination: int) -> Nearer:
        """Inner hops that lead nearer to a destination."""
        parts = [_nearer(factor, self.digit(destination, d)) for d, factor in enumerate(self.factors)]
        scale = lcm(*(common for *_, common in parts))
        shares = [share * (scale // common) for *_, share, common in parts]
        nearer, first, last = (np.concatenate(each) for each in zip(*(part[:3] for part in parts), strict=True))
        return Nearer(nearer, first, last, np.concatenate(shares))


@lru_cache(maxsize=1024)
def _nearer(factor: Factor, goal: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]:
    """Inside a factor, for a digit to reach: whether each hop leads nearer, whether it is the first of its digit that
    does, whether it is the last one, its share in the shortest paths times the hops that are left and a common number,
    and that number.
    """
    k, (tail, head, device) = factor.size, factor.hops()
    arrivals = Arrivals(np.concatenate([[0], np.cumsum(np.bincount(tail, minlength=k))]), head.astype(np.int32))
    measure = compiled(distances) if worth_compiling(len(tail) * k) else distances
    far = measure(arrivals.into, arrivals.before, np.ones(k, dtype=bool), goal)
    nearer = far[head] == far[tail] - 1
    rank = np.where(device == tail, 0, 1) if factor.name in RINGS else np.where(head > tail, 0, 1)
    near = np.flatnonzero(nearer)
    near = near[np.lexsort((near, rank[near], tail[near]))]
    first, last = np.zeros((2, len(tail)), dtype=bool)
    first[near[np.unique(tail[near], return_index=True)[1]]] = True
    last[near[::-1][np.unique(tail[near[::-1]], return_index=True)[1]]] = True
    ways = [0] * k
    ways[goal] = 1
    order = near[np.argsort(far[tail[near]], kind="stable")]
    for here, there in zip(tail[order].tolist(), head[order].tolist(), strict=True):
        ways[here] += ways[there]
    common, paths = lcm(*set(ways)), np.array(ways, dtype=np.int64)
    share = np.where(nearer, far[tail] * common // paths[tail] * paths[head], 0)
    return nearer, first, last, share, common


@lru_cache(maxsize=8)
def dimensions(net: Network) -> Dimensions:
    """The dimensions of a network, kept for a few of them."""
    return Dimensions(net)
