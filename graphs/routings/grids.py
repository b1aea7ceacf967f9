"""Grids of cliques, and the symmetry of routings that only ask in which dimensions switches differ."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from netlemma.errors import RoutingError
from netlemma.graphs.routing.capabilities import Symmetry
from netlemma.graphs.topology.structure import Network

LIKE = ("hyperx", "flattened-butterfly", "hamming")


class Grid(NamedTuple):
    """The switch of each node, its coordinates, and the dimension of each hop, -1 for links of terminals."""

    owner: np.ndarray
    place: np.ndarray
    dimension: np.ndarray


def grid(net: Network, name: str) -> Grid:
    """The grid of cliques of a network."""
    if net.family not in LIKE:
        raise RoutingError(
            f"{name} is a routing of hyperx, flattened-butterfly and hamming, and {net.title} is none: shortest fits it"
        )
    switches = np.flatnonzero(net.forwarding)
    owner = np.arange(net.node_count)
    if len(switches) < net.node_count:
        terminals = np.flatnonzero(~net.forwarding)
        owner[terminals] = net.target[net.indptr[terminals]]
    place = np.array([net.labels(int(u)) for u in switches])[owner]
    tail, head = place[net.origin], place[net.target]
    differs = tail != head
    return Grid(owner, place, np.where(differs.any(axis=1), differs.argmax(axis=1), -1))


def grid_symmetry(at: Grid) -> Symmetry:
    """Any permutation of the coordinates of each dimension, and any of the terminals that all switches have.

    >>> from netlemma.graphs import network
    >>> found = grid_symmetry(grid(network("hyperx", S=(2, 3), T=0), "dal"))
    >>> found.translated(1, 3, np.arange(6)).tolist(), [image.tolist() for image in found.fixing]
    ([5, 3, 4, 2, 0, 1], [[0, 2, 1, 3, 5, 4]])
    """
    shape = tuple(int(size) for size in at.place.max(axis=0) + 1)
    cell = np.ravel_multi_index(tuple(at.place.T), shape)
    order = np.lexsort((np.arange(len(cell)), at.owner != np.arange(len(cell)), cell))
    node = order.reshape(int(cell.max()) + 1, -1)  # of each cell: the switch, and its terminals
    slot = np.empty(len(cell), dtype=np.int64)
    slot[node] = np.arange(node.shape[1])
    place = np.array(np.unravel_index(np.arange(len(node)), shape))

    def translated(one: Any, other: Any, nodes: np.ndarray) -> np.ndarray:
        to = [(along[cell[nodes]] - along[one] + along[other]) % size for along, size in zip(place, shape, strict=True)]
        found: np.ndarray = node[np.ravel_multi_index(to, shape), slot[nodes]]
        return found

    fixing = []
    for dimension, size in enumerate(shape):
        for moved in _permutations(1, size):
            to = [*place]
            to[dimension] = moved[place[dimension]]
            fixing.append(node[np.ravel_multi_index(to, shape)[cell], slot])
    terminals = node.shape[1]
    for moved in [*_permutations(2, terminals), *_permutations(1, min(terminals, 3))]:
        fixing.append(node[cell, np.append(moved, np.arange(len(moved), terminals))[slot]])
    return Symmetry(cell, translated, fixing)


def _permutations(first: int, size: int) -> Iterator[np.ndarray]:
    """Permutations of 0..size-1 that generate all of those from a first number on."""
    for last in dict.fromkeys((min(first + 2, size), size)):
        if last - first > 1:
            yield np.array([*range(first), *range(first + 1, last), first, *range(last, size)])
