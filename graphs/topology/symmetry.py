"""Symmetries suggested by a construction, checked on the explicit network, and their orbits."""

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from netlemma.errors import SymmetryError
from netlemma.graphs.base.compiled import looped, worth_compiling
from netlemma.graphs.topology.structure import Network

STEPS = 4  # of a loop for each hop
MOST_KEPT = 2**24  # devices of networks whose orbits are kept, for the next measurement


class Orbits(NamedTuple):
    """Nodes and devices that checked symmetries map onto each other.

    ``sources`` are one node of each orbit and ``weights`` the orbits' sizes; ``slot[d]`` is the number of the orbit of
    device d.
    """

    sources: list[int]
    weights: list[int]
    slot: np.ndarray


def trivial_orbits(net: Network) -> Orbits:
    """Orbits of one terminal or one device each: the general path."""
    return Orbits(list(net.ends), [1] * len(net.ends), np.arange(net.device_count, dtype=np.int32))


def orbits(net: Network) -> Orbits:
    """The orbits under the symmetries that the network suggests, after checking each of them.

    Terminals of one switch, each with one link, are alike in every network. Symmetries that exchange ends of messages, or nodes
    that forward, with other nodes are left out: with other ends than its own a family has fewer symmetries.

    >>> from netlemma.graphs import network
    >>> orbits(network("line(3) x ring(4)")).weights
    [8, 4]
    """
    if net in _kept:
        return _kept[net]
    found = _orbits(net)
    if net.device_count <= MOST_KEPT:
        _kept[net] = found
    return found


_kept: WeakKeyDictionary[Network, Orbits] = WeakKeyDictionary()


def _orbits(net: Network) -> Orbits:
    kept = _symmetries(net)
    if not kept:
        return trivial_orbits(net)
    images, devices = zip(*kept, strict=True)
    ends = np.flatnonzero(net.is_end)
    _, first, sizes = np.unique(orbits_of(net.node_count, images)[ends], return_index=True, return_counts=True)
    return Orbits(ends[first].tolist(), sizes.tolist(), orbits_of(net.device_count, devices))


def _symmetries(net: Network) -> list[tuple[np.ndarray, np.ndarray]]:
    """Images of nodes and devices under the symmetries that keep ends of messages and nodes that forward."""
    suggested = [*(net.symmetries() if net.symmetries else ()), *_turned_leaves(net)]
    every = [np.ascontiguousarray(image, dtype=np.int32) for image in suggested]
    found = [(image, device_image(net, image)) for image in every]
    kind = 2 * net.is_end + net.forwarding
    return [(image, devices) for image, devices in found if (kind == kind[image]).all()]


def checked_symmetries(net: Network) -> list[tuple[np.ndarray, np.ndarray]]:
    """Images of nodes and devices under the checked symmetries of a network that also keep its capacities."""
    return [
        (nodes, devices)
        for nodes, devices in _symmetries(net)
        if net.capacity is None or (net.capacity == net.capacity[devices]).all()
    ]


def hanging(net: Network) -> np.ndarray:
    """Whether a node has one hop, to a node from which its only other hop comes: one-way links may join it to two nodes.

    >>> from netlemma.graphs import network
    >>> [int(hanging(network(name, k=2, n=2)).sum()) for name in ("k-ary-n-tree", "butterfly")]
    [4, 0]
    """
    found: np.ndarray = (np.diff(net.indptr) == 1) & (np.bincount(net.target, minlength=net.node_count) == 1)
    before = np.zeros(net.node_count, dtype=np.int64)
    before[net.target] = net.origin
    found[found] = before[found] == net.target[net.indptr[:-1][found]]
    return found


def _turned_leaves(net: Network) -> list[np.ndarray]:
    """The nodes with one link only, such as terminals, that are linked to the same node, exchanged in a cycle."""
    if net.terminals is None:
        return []
    leaves = np.flatnonzero(net.is_end & hanging(net))
    if not len(leaves):
        return []
    owner = net.target[net.indptr[leaves]]
    by_owner = np.argsort(owner, kind="stable")
    leaves, owner = leaves[by_owner], owner[by_owner]
    first = np.flatnonzero(np.diff(owner, prepend=-1))
    last = np.append(first[1:], len(owner)) - 1
    following = np.arange(len(leaves)) + 1
    following[last] = first
    image = np.arange(net.node_count)
    image[leaves] = leaves[following]
    return [image] if (first != last).any() else []


def hop_image(net: Network, image: np.ndarray, reverse: bool = False) -> np.ndarray | None:
    """The image of each hop under a permutation of the nodes, parallel hops in their order.

    image (ndarray of int, shape (N,)): Image of each node.

    Returns: The images; None if the permutation is no symmetry of the hops, their capacities and latencies.

    >>> from netlemma.graphs import network
    >>> hop_image(network("oneway-torus", k=3, n=1), np.array([1, 2, 0])).tolist()
    [1, 2, 0]
    """
    if not is_permutation(image, net.node_count):
        return None
    old = np.lexsort((np.arange(net.hop_count), net.target, net.origin))
    ends = (net.origin, net.target) if not reverse else (net.target, net.origin)
    tail, head = (image[end] for end in ends)
    new = np.lexsort((np.arange(net.hop_count), head, tail))
    if (net.origin[old] != tail[new]).any() or (net.target[old] != head[new]).any():
        return None
    hops = np.empty(net.hop_count, dtype=np.int64)
    hops[new] = old
    if net.capacity is not None and (net.capacity[net.device] != net.capacity[net.device[hops]]).any():
        return None
    if net.latency is not None and (net.latency != net.latency[hops]).any():
        return None
    return hops


def device_image(net: Network, image: np.ndarray) -> np.ndarray:
    """The image of each device under a symmetry of the nodes, after checking that it is one.

    Node u goes to image[u]. Every hop from u to v by device d must be mapped to a hop from image[u] to image[v] by the
    image of d, different hops to different ones; as both are permutations, all hops are reached then.

    image (ndarray of int, shape (N,)): Image of each node.

    Returns: Image of each device.
    """
    if not is_permutation(image, net.node_count):
        raise SymmetryError(f"no symmetry of {net.title}: a permutation of its {net.node_count} nodes was expected")
    if worth_compiling(STEPS * net.hop_count):
        from netlemma.graphs.topology import symmetry_kernels

        result = np.full(net.device_count, -1, dtype=np.int32)
        failed = symmetry_kernels.carry_over(net.indptr, net.target, net.device, image, result)
        if failed < 0 and is_permutation(result, net.device_count):
            return result
    return _match_devices(net, image)  # slower, but finds the images of parallel devices in every case


def is_permutation(image: np.ndarray, size: int) -> bool:
    """Whether an array of numbers is a permutation of 0 to size-1."""
    if image.shape != (size,) or (size and not 0 <= image.min() <= image.max() < size):
        return False
    met = np.zeros(size, dtype=np.bool_)
    met[image] = True
    return bool(met.all())


def _match_devices(net: Network, image: np.ndarray) -> np.ndarray:
    """The image of each device by a fingerprint of its hops, verified by an exact comparison of all hops."""
    tail, head, device = image[net.origin], image[net.target], net.device
    before = np.argsort(_fingerprints(net, net.origin, net.target), kind="stable")
    after = np.argsort(_fingerprints(net, tail, head), kind="stable")
    result = np.empty(net.device_count, dtype=np.int32)
    result[after] = before
    old = np.lexsort((device, net.target, net.origin))
    new = np.lexsort((result[device], head, tail))
    wrong = (net.origin[old] != tail[new]) | (net.target[old] != head[new]) | (device[old] != result[device[new]])
    if wrong.any():
        node = int(net.origin[new[np.argmax(wrong)]])
        raise SymmetryError(
            f"no symmetry of {net.title}: the hops of node {net.labels(node)} do not all go over to hops of node "
            f"{net.labels(int(image[node]))} by corresponding devices"
        )
    return result


def _fingerprints(net: Network, tail: np.ndarray, head: np.ndarray) -> np.ndarray:
    """For each device a number made of all its hops (tail, head), whatever their order."""
    mixed = tail.astype(np.uint64) * np.uint64(net.node_count) + head.astype(np.uint64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):  # splitmix64
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    order = np.argsort(net.device, kind="stable")
    starts = np.flatnonzero(np.diff(net.device[order], prepend=-1))
    return np.add.reduceat(mixed[order], starts)


def number_orbits(images, orbit):
    """Number the orbits of permutations in the order of their least elements, by union and find.

    Until the last loop orbit[i] is an element of the same orbit, not above i; least elements point to themselves.

    images (array of int, shape (generators * size,)): The permutations, one behind the other.
    orbit (array of int, shape (size,)): Numbers 0, 1, ...; written: number of the orbit of each element.

    Returns: ``orbit``.
    """
    for first in range(0, len(images), len(orbit)):
        for i in range(len(orbit)):
            a, b = i, images[first + i]
            while orbit[a] != a:
                orbit[a] = orbit[orbit[a]]
                a = orbit[a]
            while orbit[b] != b:
                orbit[b] = orbit[orbit[b]]
                b = orbit[b]
            if a < b:
                orbit[b] = a
            else:
                orbit[a] = b
    count = 0
    for i in range(len(orbit)):
        if orbit[i] == i:
            orbit[i] = count
            count += 1
        else:
            orbit[i] = orbit[orbit[i]]  # a smaller element, numbered already
    return orbit


def orbits_of(size: int, permutations: Sequence[np.ndarray]) -> np.ndarray:
    """The number of the orbit of each element under the group that the permutations generate.

    Orbits are numbered in the order of their least elements.

    permutations (Sequence of ndarray): Generators, arrays of ``size`` elements.

    Returns: Number of the orbit of each element.

    >>> orbits_of(5, [np.array([1, 0, 2, 4, 3])]).tolist()
    [0, 0, 1, 2, 2]
    """
    images = np.array(permutations, dtype=np.int32).ravel()
    return np.asarray(looped(number_orbits, STEPS * size)(images, np.arange(size, dtype=np.int32)), dtype=np.int32)
