"""Symmetries of a network of rings, checked on the explicit network, and the orbits of nodes and links."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from netlemma.errors import SymmetryError
from netlemma.graphs.topology.ring_structure import BuiltInRouting, RingNetwork
from netlemma.graphs.topology.symmetry import is_permutation, orbits_of
from netlemma.graphs.topology.symmetry_kernels import carry_rings_over


class RingOrbits(NamedTuple):
    """``targets`` are one node of each orbit and ``weights`` the orbits' sizes; ``slot[u, l]`` is the number of a link's orbit."""

    targets: np.ndarray
    weights: np.ndarray
    slot: np.ndarray


def ring_orbits(net: RingNetwork, concise: BuiltInRouting | None) -> RingOrbits | None:
    """The orbits under the symmetries that the network suggests, after checking each; None if it suggests none.

    With ``concise``, each must keep that routing, too. The general router's routes need no check where each is the only
    shortest one, since a symmetry maps it to the only shortest one.
    """
    if net.symmetries is None:
        return None
    images = [np.ascontiguousarray(image, dtype=np.int32) for image in net.symmetries()]
    with ThreadPoolExecutor() as pool:
        links = list(pool.map(lambda image: link_image(net, image), images))
    if concise is not None and not all(map(concise.kept_by, images)):
        raise SymmetryError(f"no symmetry of {net.title}: a permutation of its nodes does not keep the concise routing")
    _, targets, weights = np.unique(orbits_of(net.node_count, images), return_index=True, return_counts=True)
    return RingOrbits(targets, weights, orbits_of(net.successor.size, links).reshape(net.successor.shape))


def link_image(net: RingNetwork, image: np.ndarray) -> np.ndarray:
    """The image of each link u f + l under a symmetry of the nodes, after checking that it is one.

    image (ndarray of int32, shape (N,)): Image of each node.

    Returns: Image of each link.
    """
    if not is_permutation(image, net.node_count):
        raise SymmetryError(f"no symmetry of {net.title}: a permutation of its {net.node_count} nodes was expected")
    if not np.array_equal(net.processors[image], net.processors):
        raise SymmetryError(f"no symmetry of {net.title}: a node goes to one with another number of processors")
    result = np.empty(net.successor.size, dtype=np.int32)
    ring_image = np.full(net.ring_count, -1, dtype=np.int32)
    failed = carry_rings_over(net.successor, net.ring, net.link_class, image, ring_image, result)
    if failed >= 0:
        node, link = divmod(failed, net.fanout)
        raise SymmetryError(
            f"no symmetry of {net.title}: the ring by link {link} of node {net.labels(node)} does not go over to a ring of "
            f"its class by a link of node {net.labels(int(image[node]))}"
        )
    return result
