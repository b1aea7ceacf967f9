"""Addresses of nodes for traffic patterns: digits of a product, and bits of a number."""

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.topology.structure import Network


def digits(net: Network, pattern: str) -> tuple[np.ndarray, list[int]]:
    """Digits of all nodes of a product, and their radices.

    Returns: Digit of each dimension of each node; size of each dimension.
    """
    if not net.factors or net.terminals is not None:
        raise TrafficError(
            f"{pattern} is defined by the digits of a Cartesian product, and {net.title} has none: use uniform, "
            "permutation or a matrix"
        )
    sizes = [factor.size for factor in net.factors]
    return np.array(np.unravel_index(np.arange(net.node_count), sizes)), sizes


def at_digits(sizes: list[int], rows: np.ndarray) -> np.ndarray:
    """Numbers of the nodes with these digits.

    rows (ndarray of int64, shape (D, N)): Digits.

    Returns: Numbers of the nodes.
    """
    return np.ravel_multi_index(tuple(rows), sizes)


def bits(net: Network, pattern: str) -> tuple[np.ndarray, int, np.ndarray]:
    """Binary addresses of the ends.

    The address of a node of a product has digit 0, that of dimension 0, as its least significant one, as in BookSim2;
    other networks have the numbers of their ends.

    Returns: Address of each end, number b of bits, and the end at each address.
    """
    count = len(net.ends)
    if count & (count - 1):
        raise TrafficError(
            f"{pattern} is defined by the bits of addresses, and {net.title} has {count:,} ends: it needs a power of two"
        )
    address = np.arange(count, dtype=np.int64)
    if net.factors and net.terminals is None:
        sizes = [factor.size for factor in net.factors]
        rows = np.array(np.unravel_index(address, sizes))
        address = np.ravel_multi_index(tuple(rows[::-1]), sizes[::-1])
    at = np.empty(count, dtype=np.int64)
    at[address] = np.asarray(net.ends)
    return address, count.bit_length() - 1, at
