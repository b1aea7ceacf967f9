"""Bit complement: every digit d goes to k-1-d."""

import numpy as np

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.addresses import at_digits, digits
from netlemma.graphs.traffic.building import permutation
from netlemma.graphs.traffic.traffic import Traffic


def bit_complement(net: Network) -> Traffic:
    """Every digit d of a product to k-1-d; in other networks of N ends, end i to end N-1-i.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.

    >>> from netlemma.graphs import network
    >>> bit_complement(network("mesh", k=3, n=2)).between(1, 7)
    Fraction(1, 1)
    """
    if not net.factors or net.terminals is not None:
        return permutation(net, np.asarray(net.ends)[::-1])
    rows, sizes = digits(net, "bit-complement")
    return permutation(net, at_digits(sizes, np.array(sizes)[:, None] - 1 - rows))


PATTERNS = {"bit-complement": bit_complement}
