"""Permutations of the nodes: by the digits or bits of their addresses, random ones, and those of files."""

import numpy as np

from netlemma.errors import TrafficError
from netlemma.graphs.topology.structure import Network, show
from netlemma.graphs.traffic.addresses import at_digits, bits, digits
from netlemma.graphs.traffic.building import permutation as to_each
from netlemma.graphs.traffic.files import numbered_permutation, rows_of
from netlemma.graphs.traffic.traffic import Traffic


def _shifted(net: Network, name: str, by: list[int]) -> Traffic:
    rows, sizes = digits(net, name)
    return to_each(net, at_digits(sizes, (rows + np.array(by)[:, None]) % np.array(sizes)[:, None]))


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
    return to_each(net, at_digits(sizes, np.array(moved)))


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
        return to_each(net, at[address >> count // 2 | (address & (1 << count // 2) - 1) << count // 2])
    rows, sizes = digits(net, "transpose")
    half = len(sizes) // 2
    if len(sizes) % 2 or sizes[:half] != sizes[half:]:
        raise TrafficError(
            f"transpose swaps two halves of the digits: it needs an even number of dimensions, equal in pairs, and "
            f"{net.title} has sizes {', '.join(map(str, sizes))}"
        )
    return to_each(net, at_digits(sizes, np.concatenate([rows[half:], rows[:half]])))


def bit_reverse(net: Network) -> Traffic:
    """The bits of the address in reverse order.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.

    >>> from netlemma.graphs import network
    >>> bit_reverse(network("hypercube", n=3)).between(1, 4)
    Fraction(1, 1)
    """
    address, count, at = bits(net, "bit-reverse")
    reverse = sum(((address >> i) & 1) << (count - 1 - i) for i in range(count))
    return to_each(net, at[reverse])


def bit_rotation(net: Network) -> Traffic:
    """The bits of the address rotated by one place to the right, as in Garnet.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.
    """
    address, count, at = bits(net, "bit-rotation")
    return to_each(net, at[(address >> 1) | ((address & 1) << (count - 1))])


def shuffle(net: Network) -> Traffic:
    """The bits of the address rotated by one place to the left.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.
    """
    address, count, at = bits(net, "shuffle")
    return to_each(net, at[((address << 1) & (len(address) - 1)) | (address >> (count - 1))])


def bit_complement(net: Network) -> Traffic:
    """Every digit d of a product to k-1-d; in other networks of N ends, end i to end N-1-i.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, table 3.1.

    >>> from netlemma.graphs import network
    >>> bit_complement(network("mesh", k=3, n=2)).between(1, 7)
    Fraction(1, 1)
    """
    if not net.factors or net.terminals is not None:
        return to_each(net, np.asarray(net.ends)[::-1])
    rows, sizes = digits(net, "bit-complement")
    return to_each(net, at_digits(sizes, np.array(sizes)[:, None] - 1 - rows))


def permutation(net: Network, file: str | None = None, seed: int = 1, sha256: str = "") -> Traffic:
    """Every end sends to one end, and every end gets the messages of one: at random, or as a file says.

    >>> from netlemma.graphs import network
    >>> found = permutation(network("ring", K=5), seed=3)
    >>> sorted(found.destination.tolist())
    [0, 1, 2, 3, 4]
    """
    ends = np.asarray(net.ends)
    if file is None:
        return to_each(net, np.random.default_rng(seed).permutation(ends))
    if not sha256 and file != "-" and (found := numbered_permutation(net, file)) is not None:
        return to_each(net, found)
    there = dict(zip(ends.tolist(), ends.tolist(), strict=True))
    text, rows = rows_of(net, file, sha256)
    seen: set[int] = set()
    for line, source, destination, rate in rows:
        if rate != 1:
            text.refuse(line, "a permutation has lines of a source and a destination, without rates")
        if source in seen:
            text.refuse(line, f"node {show(net.labels(source))} sends twice: that is no permutation")
        seen.add(source)
        there[source] = destination
    if len(set(there.values())) < len(there):
        twice = next(v for v in there.values() if list(there.values()).count(v) > 1)
        raise TrafficError(
            f"{file}: node {show(net.labels(twice))} is the destination of two nodes (nodes that are not named send to "
            "themselves): that is no permutation"
        )
    return to_each(net, np.array([there[end] for end in ends.tolist()]))


PATTERNS = {
    "bit-complement": bit_complement,
    "bit-reverse": bit_reverse,
    "bit-rotation": bit_rotation,
    "shuffle": shuffle,
    "transpose": transpose,
    "tornado": tornado,
    "neighbor": neighbor,
    "antipodal": antipodal,
    "permutation": permutation,
}
