"""Transpose: the two halves of the digits, or of the bits of an address, change places."""

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.addresses import at_digits, bits, digits
from netlemma.graphs.traffic.building import permutation
from netlemma.graphs.traffic.traffic import Traffic


def transpose(net: Network) -> Traffic:
    """The first half of the digits of a product and the second one change places; in other networks, those of the bits.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.

    >>> from netlemma.graphs import network
    >>> transpose(network("mesh", k=3, n=2)).between(1, 3)
    Fraction(1, 1)
    """
    if not net.factors or net.terminals is not None:
        address, count, at = bits(net, "transpose")
        if count % 2:
            raise TrafficError(f"transpose swaps two halves of the bits of addresses, and {net.title} has {count} bits")
        return permutation(net, at[address >> count // 2 | (address & (1 << count // 2) - 1) << count // 2])
    rows, sizes = digits(net, "transpose")
    half = len(sizes) // 2
    if len(sizes) % 2 or sizes[:half] != sizes[half:]:
        raise TrafficError(
            f"transpose swaps two halves of the digits: it needs an even number of dimensions, equal in pairs, and "
            f"{net.title} has sizes {', '.join(map(str, sizes))}"
        )
    return permutation(net, at_digits(sizes, np.concatenate([rows[half:], rows[:half]])))


PATTERNS = {"transpose": transpose}
