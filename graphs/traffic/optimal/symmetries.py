"""The group of symmetries of a network, those that reverse every hop among them, as a list of its elements."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.topology.symmetry import hop_image
from netlemma.graphs.traffic.channels import channel_capacities, channels_of
from netlemma.graphs.traffic.worst.routing_symmetry import channel_image

MOST, MOST_IMAGES = 20_000, 10_000_000  # elements of a group, and images of all nodes under all of them


@dataclass(frozen=True, eq=False)
class Symmetries:
    """A group of symmetries.

    network: The network.
    nodes: Image of each node; the first element is the identity.
    reversing: Whether the element takes a hop from u to v to one from the image of v to that of u.
    generators: Elements that generate the group.
    """

    network: Network
    nodes: np.ndarray
    reversing: np.ndarray
    generators: tuple[int, ...]

    @cached_property
    def of_hops(self) -> np.ndarray:
        """Directed channel of each hop."""
        return channels_of(self.network)

    @cached_property
    def capacities(self) -> list[Fraction]:
        """Capacity of each channel."""
        found = channel_capacities(self.network)
        return [Fraction(1)] * (int(self.of_hops.max()) + 1) if found is None else found.tolist()

    @cached_property
    def hops(self) -> np.ndarray:
        """Image of each hop under each element, shape (elements, hops)."""
        found = [hop_image(self.network, p, bool(r)) for p, r in zip(self.nodes, self.reversing, strict=True)]
        return np.array(found, dtype=np.int32)

    @cached_property
    def channels(self) -> np.ndarray:
        """Image of each channel under each element, shape (elements, channels)."""
        return self.of_hops[self.hops[:, np.unique(self.of_hops, return_index=True)[1]]]

    @cached_property
    def inverse(self) -> np.ndarray:
        """Number of the inverse of each element."""
        number = {_key(p, r): i for i, (p, r) in enumerate(zip(self.nodes, self.reversing, strict=True))}
        backwards = np.argsort(self.nodes, axis=1)
        return np.array([number[_key(p, r)] for p, r in zip(backwards, self.reversing, strict=True)])

    @cached_property
    def channel_sizes(self) -> dict[int, int]:
        """One channel of each class, and how many channels its class has."""
        first, sizes = np.unique(self.channels.min(axis=0), return_counts=True)
        return dict(zip(first.tolist(), sizes.tolist(), strict=True))

    def pairs(self, source: int, destination: int) -> tuple[np.ndarray, np.ndarray]:
        """Images of a pair of nodes; an element that reverses hops exchanges source and destination.

        Returns: Source and destination of the image under each element.
        """
        ends = self.nodes[:, source], self.nodes[:, destination]
        return np.where(self.reversing, ends[1], ends[0]), np.where(self.reversing, ends[0], ends[1])


def _key(image: np.ndarray, reverse: bool) -> tuple[bytes, bool]:
    return np.asarray(image, dtype=np.int64).tobytes(), bool(reverse)


def _suggested(net: Network) -> Iterator[np.ndarray]:
    """Permutations of the nodes that may be symmetries: of one dimension of a product, of two, or of the construction."""
    yield np.arange(net.node_count)
    if net.terminals is not None or net.forwards is not None:
        return
    nodes = np.arange(net.node_count).reshape([factor.size for factor in net.factors] or -1)
    for d, factor in enumerate(net.factors):
        yield np.flip(nodes, axis=d).ravel()
        yield np.take(nodes, factor.about.symmetry(factor.size), axis=d).ravel()
        for e in range(d):
            if net.factors[e].size == factor.size:
                yield np.swapaxes(nodes, d, e).ravel()
    yield from map(np.asarray, net.symmetries() if net.symmetries else ())


def symmetries(net: Network, keeps: Callable[[np.ndarray, bool], bool] = lambda image, reverse: True) -> Symmetries:
    """The group that suggested symmetries of a network generate, each of them verified.

    A symmetry with which the group would have more than 20,000 elements, or 10,000,000 images of nodes, is left out.

    >>> from netlemma.graphs import network
    >>> len(symmetries(network("mesh", k=3, n=2)).nodes), len(symmetries(network("oneway-torus", k=3, n=1)).nodes)
    (16, 6)
    """
    of_hops, known = channels_of(net), {_key(np.arange(net.node_count), False): (np.arange(net.node_count), False)}
    generators: list[tuple[np.ndarray, bool]] = []
    for image in _suggested(net):
        for reverse in (False, True):
            hops = None if _key(image, reverse) in known else hop_image(net, image, reverse)
            if hops is None or channel_image(of_hops, hops) is None or not keeps(image, reverse):
                continue
            larger = _closure(known, [*generators, (image, reverse)])
            if larger:
                known, generators = larger, [*generators, (image, reverse)]
    numbers = {key: i for i, key in enumerate(known)}
    images, reversing = zip(*known.values(), strict=True)
    return Symmetries(net, np.array(images), np.array(reversing), tuple(numbers[_key(*g)] for g in generators))


Element = tuple[np.ndarray, bool]


def _closure(known: dict[tuple[bytes, bool], Element], generators: Sequence[Element]) -> dict | None:
    """All products of the generators; None if there are too many."""
    found, todo = dict(known), list(known.values())
    for image, reverse in todo:  # grows
        for by, turned in generators:
            product = by[image], reverse ^ turned
            key = _key(*product)
            if key not in found:
                if len(found) == min(MOST, MOST_IMAGES // len(image)):
                    return None
                found[key] = product
                todo.append(product)
    return found
