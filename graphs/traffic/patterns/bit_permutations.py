"""Permutations of the bits of an address: reversal, rotation and shuffle."""

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.addresses import bits
from netlemma.graphs.traffic.building import permutation
from netlemma.graphs.traffic.traffic import Traffic


def bit_reverse(net: Network) -> Traffic:
    """The bits of the address in reverse order.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.

    >>> from netlemma.graphs import network
    >>> bit_reverse(network("hypercube", n=3)).between(1, 4)
    Fraction(1, 1)
    """
    address, count, at = bits(net, "bit-reverse")
    reverse = sum(((address >> i) & 1) << (count - 1 - i) for i in range(count))
    return permutation(net, at[reverse])


def bit_rotation(net: Network) -> Traffic:
    """The bits of the address rotated by one place to the right, as in Garnet.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.
    """
    address, count, at = bits(net, "bit-rotation")
    return permutation(net, at[(address >> 1) | ((address & 1) << (count - 1))])


def shuffle(net: Network) -> Traffic:
    """The bits of the address rotated by one place to the left.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.
    """
    address, count, at = bits(net, "shuffle")
    return permutation(net, at[((address << 1) & (len(address) - 1)) | (address >> (count - 1))])


PATTERNS = {"bit-reverse": bit_reverse, "bit-rotation": bit_rotation, "shuffle": shuffle}
