"""Shifts of every digit: tornado, neighbor and antipodal."""

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.addresses import at_digits, digits
from netlemma.graphs.traffic.building import permutation
from netlemma.graphs.traffic.traffic import Traffic


def _shifted(net: Network, name: str, by: list[int]) -> Traffic:
    rows, sizes = digits(net, name)
    return permutation(net, at_digits(sizes, (rows + np.array(by)[:, None]) % np.array(sizes)[:, None]))


def tornado(net: Network) -> Traffic:
    """Every digit of a product grows by ceil(k/2)-1, modulo the size k of its dimension.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1; BookSim2.

    >>> from netlemma.graphs import network
    >>> tornado(network("toroid", w=8, D=1)).between(0, 3)
    Fraction(1, 1)
    """
    _, sizes = digits(net, "tornado")
    if max(sizes) < 3:
        raise TrafficError(f"tornado adds ceil(k/2)-1 to every digit, 0 at k=2: {net.title} needs a dimension of three")
    return _shifted(net, "tornado", [(k + 1) // 2 - 1 for k in sizes])


def neighbor(net: Network) -> Traffic:
    """Every digit of a product grows by 1, modulo the size of its dimension.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1; BookSim2.
    """
    _, sizes = digits(net, "neighbor")
    return _shifted(net, "neighbor", [1] * len(sizes))


def antipodal(net: Network) -> Traffic:
    """Every digit to one that is as far away as any.

    On a line this is the mirror image, which in the middle is itself; on a one-way ring the digit before; on a ring of k nodes
    the digit floor(k/2) steps on, and the same one on a clique or bus, where all others are one hop away.

    >>> from netlemma.graphs import network
    >>> antipodal(network("toroid", w=5, D=1)).between(0, 2)
    Fraction(1, 1)
    """
    rows, sizes = digits(net, "antipodal")
    moved = []
    for factor, row in zip(net.factors, rows, strict=True):
        step = -1 if factor.name == "oneway-ring" else factor.size // 2
        moved.append(factor.size - 1 - row if factor.name == "line" else (row + step) % factor.size)
    return permutation(net, at_digits(sizes, np.array(moved)))


PATTERNS = {"tornado": tornado, "neighbor": neighbor, "antipodal": antipodal}
