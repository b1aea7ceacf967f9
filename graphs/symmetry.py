"""Symmetries that a construction suggests, checked on the explicit network, and the orbits they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphs.errors import SymmetryError
from graphs.structure import Network


class Orbits(NamedTuple):
    """Nodes and devices that checked symmetries make alike.

    ``sources`` are one node of each orbit and ``weights`` the orbits' sizes; ``slot[d]`` is the number of the orbit of device d.
    """

    sources: list[int]
    weights: list[int]
    slot: np.ndarray


def trivial_orbits(net: Network) -> Orbits:
    """Every node and every device alone: the general path."""
    return Orbits(list(range(net.node_count)), [1] * net.node_count, np.arange(net.device_count, dtype=np.int32))


def device_image(net: Network, image: np.ndarray) -> np.ndarray:
    """Where a symmetry of the nodes takes each device.

    The hops that lead from u to v (by parallel devices, in the order of their numbers) go over to those from image(u) to image(v).

    Raises
    ------
    SymmetryError : the permutation is no automorphism: a hop has no image, or a device would be torn apart.
    """
    if sorted(image.tolist()) != list(range(net.node_count)):
        raise SymmetryError(f"no symmetry of {net.title}: a permutation of its {net.node_count} nodes was expected")
    tail, head, device = image[net.origin], image[net.target], net.device
    before = np.lexsort((device, net.target, net.origin))
    after = np.lexsort((device, head, tail))
    wrong = (net.origin[before] != tail[after]) | (net.target[before] != head[after])
    if wrong.any():
        h = int(after[np.argmax(wrong)])
        raise SymmetryError(f"no symmetry of {net.title}: around node {net.labels(int(net.origin[h]))} hops and their images do not match")
    result = np.full(net.device_count, -1, dtype=np.int32)
    result[device[after]] = device[before]
    if (result[device[after]] != device[before]).any() or len(np.unique(result)) < net.device_count:
        raise SymmetryError(f"no symmetry of {net.title}: the hops of one device would go to several devices")
    return result


def orbits_of(size: int, permutations: Sequence[np.ndarray]) -> np.ndarray:
    """For each element the number of its orbit under the group that the permutations generate; orbits in order of their least element."""
    lists = [p.tolist() for p in permutations]
    orbit = [-1] * size
    count = 0
    for start in range(size):
        if orbit[start] < 0:
            orbit[start] = count
            todo = [start]
            while todo:
                i = todo.pop()
                for image in lists:
                    if orbit[image[i]] < 0:
                        orbit[image[i]] = count
                        todo.append(image[i])
            count += 1
    return np.array(orbit, dtype=np.int32)


def orbits(net: Network) -> Orbits:
    """The orbits under the symmetries that the network suggests, after checking each of them."""
    images = list(net.symmetries()) if net.symmetries else []
    if not images:
        return trivial_orbits(net)
    devices = [device_image(net, image) for image in images]
    node_orbit = orbits_of(net.node_count, images)
    _, first, sizes = np.unique(node_orbit, return_index=True, return_counts=True)
    return Orbits(first.tolist(), sizes.tolist(), orbits_of(net.device_count, devices))
