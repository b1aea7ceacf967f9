"""Routings of users on arrays of packets, from functions on numbers that Numba compiles."""

from collections.abc import Callable
from typing import Any

import numpy as np


def compiled_on_arrays(relation: Callable[..., Any], width: int) -> Callable[..., Any]:
    """A function on arrays from a relation on numbers that Numba compiles.

    Parameters
    ----------
    relation : Callable
        Function (node, came_by, destination) on numbers, decorated with numba.njit, that gives a channel, or a tuple or
        an array of channels.
    width : int
        Most choices at a place.

    Returns
    -------
    Callable
        Function (came, nodes, destination) -> channels, -1 where there are none.
    """
    from netlemma.graphs.base.jit import njit

    @njit(nogil=True)
    def single(came, nodes, destination):  # type: ignore[no-untyped-def]
        found = np.empty(len(nodes), dtype=np.int64)
        for i in range(len(nodes)):
            found[i] = relation(nodes[i], came[i], destination)
        return found

    @njit(nogil=True)
    def several(came, nodes, destination):  # type: ignore[no-untyped-def]
        found = np.full((len(nodes), width), -1, dtype=np.int64)
        for i in range(len(nodes)):
            answer = relation(nodes[i], came[i], destination)
            for j in range(min(len(answer), width)):
                found[i, j] = answer[j]
        return found

    def next_channels_array(came: np.ndarray, nodes: np.ndarray, destination: int) -> Any:
        one = isinstance(relation(int(nodes[0]), int(came[0]), destination), (int, np.integer)) if len(nodes) else True
        return (single if one else several)(came, nodes, destination)

    return next_channels_array
