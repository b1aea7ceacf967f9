"""The dimensions of a Cartesian product for routings: direction of each hop, and hops that lead nearer."""

from functools import cached_property, lru_cache
from math import lcm, prod
from typing import NamedTuple

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.base.compiled import compiled, worth_compiling
from netlemma.graphs.routing.choice_loops import distances
from netlemma.graphs.routing.hop_routing import Arrivals
from netlemma.graphs.topology.factors import Factor
from netlemma.graphs.topology.structure import Network

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
    ``last`` whether it is the last.
    """

    nearer: np.ndarray
    first: np.ndarray
    last: np.ndarray


class Dimensions:
    """Dimensions and directions of the hops of a product.

    Hop h of the network is a copy of hop ``inner[h]`` inside a factor, see :class:`Inner`.

    >>> from netlemma.graphs import network
    >>> ring = Dimensions(network("toroid", w=4, D=1))
    >>> inside = ring.inside
    >>> inside.up[ring.inner[:2]], inside.wraps[ring.inner[:2]], ring.to(2).nearer[ring.inner[:2]]
    (array([ True, False]), array([False,  True]), array([ True,  True]))
    """

    def __init__(self, net: Network) -> None:
        if not net.factors:
            raise RoutingError(
                f"{net.title} is no Cartesian product, so it has no dimensions: name a routing that needs none, such as up-down "
                "or valiant-groups"
            )
        self.network = net
        self.factors = net.factors
        self.shape = tuple(f.size for f in net.factors)
        self.to = lru_cache(maxsize=256)(self._to)

    def digit(self, node: int, d: int) -> int:
        """The coordinate of a node in a dimension."""
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

        Returns: Dimensions; 255 at the destination.
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
        parts = [_nearer(factor, self.digit(destination, d))[1:] for d, factor in enumerate(self.factors)]
        return Nearer(*(np.concatenate(each) for each in zip(*parts, strict=True)))

    def shares(self, destination: int) -> np.ndarray:
        """Numbers to which the shares of the inner hops in all shortest paths of the product are proportional."""
        parts = [_shares(factor, self.digit(destination, d)) for d, factor in enumerate(self.factors)]
        scale = lcm(*(common for _, common in parts))
        return np.concatenate([share * (scale // common) for share, common in parts])


@lru_cache(maxsize=1024)
def _nearer(factor: Factor, goal: int) -> tuple[np.ndarray, ...]:
    """Inside a factor, for a digit to reach: the distance of each digit; whether each hop leads nearer, whether it is the
    first of its digit that does, and whether it is the last one.
    """
    k, (tail, head, _) = factor.size, factor.hops()
    arrivals, upward = _arrivals(factor)
    measure = compiled(distances) if worth_compiling(len(tail) * k) else distances
    far = measure(arrivals.into, arrivals.before, np.ones(k, dtype=bool), goal)
    nearer = far[head] == far[tail] - 1
    near = upward[nearer[upward]]
    first, last = np.zeros((2, len(tail)), dtype=bool)
    first[near[np.diff(tail[near], prepend=-1) > 0]] = True
    last[near[np.diff(tail[near], append=k) > 0]] = True
    return far, nearer, first, last


@lru_cache(maxsize=64)
def _arrivals(factor: Factor) -> tuple[Arrivals, np.ndarray]:
    """The hops of a factor by the digit to which they lead, and all of them by digit, those that add to it first."""
    tail, head, device = factor.hops()
    downward = device != tail if factor.name in RINGS else head < tail
    order = np.lexsort((np.arange(len(tail)), downward, tail))
    return Arrivals(np.searchsorted(tail, np.arange(factor.size + 1)), head.astype(np.int32)), order


@lru_cache(maxsize=1024)
def _shares(factor: Factor, goal: int) -> tuple[np.ndarray, int]:
    """The share of each hop in the shortest paths to a digit, times the hops that are left and a common number, and that
    number.
    """
    k, (tail, head, _) = factor.size, factor.hops()
    far, nearer, _, _ = _nearer(factor, goal)
    near = np.flatnonzero(nearer)
    ways = [0] * k
    ways[goal] = 1
    order = near[np.argsort(far[tail[near]], kind="stable")]
    for here, there in zip(tail[order].tolist(), head[order].tolist(), strict=True):
        ways[here] += ways[there]
    common, paths = lcm(*set(ways)), np.array(ways, dtype=np.int64)
    return np.where(nearer, far[tail] * common // paths[tail] * paths[head], 0), common


@lru_cache(maxsize=8)
def dimensions(net: Network) -> Dimensions:
    """The dimensions of a network, kept for a few of them."""
    return Dimensions(net)
