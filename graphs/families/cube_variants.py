"""Cubes with other links than the hypercube, or fewer nodes."""

from itertools import combinations
from typing import Any

import numpy as np

from netlemma.graphs.topology.combinatorial_nodes import bits_apart, fibonacci, labelled, sparse_words
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, bits, cube_facts, linked_family, log_powers, simple_network
from netlemma.graphs.topology.structure import Network

LOW = 0x5555_5555_5555_5555  # the even bits, which are the lower ones of the pairs


def crossed_cube_make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(2**n)
    links = []
    for m in range(n):
        below = LOW & (1 << m // 2 * 2) - 1
        links.append(Links(f"dimension-{m}", node, node ^ 1 << m ^ (node & below) << 1))
    return simple_network(2**n, links, bits(n), symmetries=lambda: _crossed_cube_symmetries(n))


def _crossed_cube_symmetries(n: int) -> list[np.ndarray]:
    """Bits flipped on which no relation depends: the upper ones of the pairs, and those of the last pair.

    The lower bit of the last but one pair may be flipped if its upper bit is flipped where the bits above have an odd sum.
    With at most four bits this makes all nodes alike.
    """
    node = np.arange(2**n)
    last = (n - 1) // 2 * 2  # lower bit of the last pair
    found = [node ^ 1 << bit for bit in (*range(1, n, 2), last)]
    if last:
        odd = (node >> last ^ node >> last + 1) & 1
        found.append(node ^ 1 << last - 2 ^ odd << last - 1)
    return found


CROSSED_CUBE = Family(
    name="crossed-cube",
    parameters=(Parameter("n", 1, "dimensions"),),
    classes=("dimension-m",),
    summary="hypercube whose links change pairs of lower bits as well: 2^n nodes, n links at each",
    make=crossed_cube_make,
    log_sizes=lambda n: log_powers(2, n, n),
    facts=cube_facts,
    default_sizes=tuple({"n": n} for n in range(1, 9)),
)


def twisted_cube_make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(2**n)
    sums = node & 1  # P_(j-3)
    links = [Links("dimension-0", node, node ^ 1)]
    for j in range(3, n + 1, 2):
        links.append(Links(f"dimension-{j - 2}", node, node ^ 1 << j - 2 ^ (1 - sums) << j - 1))
        links.append(Links(f"dimension-{j - 1}", node, node ^ 1 << j - 1))
        sums = sums ^ node >> j - 2 & 1 ^ node >> j - 1 & 1
    return simple_network(2**n, links, bits(n), symmetries=lambda: _twisted_cube_symmetries(n))


def _twisted_cube_symmetries(n: int) -> list[np.ndarray]:
    """Bits flipped that leave all sums as they are: j-1 and j-2 for each j, and each of the last two.

    A bit before these may be flipped if bit n-1 is where bit n-2 is 1. Three dimensions are all alike then.
    """
    node = np.arange(2**n)
    if n == 1:
        return [node ^ 1]
    found = [node ^ 3 << j - 2 for j in range(3, n + 1, 2)]
    return [*found, node ^ 1 << n - 1, node ^ 1 << max(n - 4, 0) ^ (node >> n - 2 & 1) << n - 1]


TWISTED_CUBE = Family(
    name="twisted-cube",
    parameters=(Parameter("n", 1, "dimensions, odd"),),
    classes=("dimension-i",),
    summary="hypercube of odd dimension, half of its links turned by parities of bits: 2^n nodes, n links at each",
    make=twisted_cube_make,
    log_sizes=lambda n: log_powers(2, n, n),
    illegal=lambda n: "" if n % 2 else "n must be odd: 1, 3, 5, ...",
    facts=cube_facts,
    default_sizes=tuple({"n": n} for n in range(1, 10, 2)),
)


def mobius_cube_make(n: int, kind: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(2**n)
    links = []
    for i in range(1, n + 1):
        weight = 1 << n - i
        before = (node | kind << n) >> n - i + 1 & 1
        links.append(Links(f"dimension-{i}", node, node ^ np.where(before, 2 * weight - 1, weight)))

    def symmetries() -> list[np.ndarray]:
        """The last two bits flipped; with three bits the first one, too: all nodes are alike then."""
        found = [node ^ 1 << bit for bit in range(min(n, 2))]
        return [*found, node ^ 4 ^ node >> 1 & 1 ^ (node >> 2 & 1) * kind] if n == 3 else found

    return simple_network(2**n, links, bits(n), symmetries=symmetries)


MOBIUS_CUBE = Family(
    name="mobius-cube",
    parameters=(Parameter("n", 1, "dimensions"), Parameter("kind", 0, "0 or 1, the bit before the first")),
    classes=("dimension-i",),
    summary="hypercube whose links behind a 1 flip all later bits: 2^n nodes, n links at each",
    make=mobius_cube_make,
    log_sizes=lambda n, kind: log_powers(2, n, n),
    illegal=lambda n, kind: "kind is 0 or 1" if kind > 1 else "",
    facts=lambda n, kind: cube_facts(n),
    default_sizes=tuple({"n": n, "kind": kind} for n in range(1, 8) for kind in (0, 1)),
)


def augmented_cube_make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node, bit = np.arange(2**n), np.arange(n)
    links = [
        Links("cube", node[:, None], node[:, None] ^ 1 << bit),
        Links("complement", node[:, None], node[:, None] ^ (2 << bit[1:]) - 1),
    ]
    return simple_network(2**n, links, bits(n), symmetries=lambda: [node ^ 1 << each for each in range(n)])


AUGMENTED_CUBE = Family(
    name="augmented-cube",
    parameters=(Parameter("n", 1, "dimensions"),),
    classes=("cube", "complement"),
    summary="hypercube with links that flip all last bits from some place on: 2^n nodes, 2n-1 links at each",
    make=augmented_cube_make,
    log_sizes=lambda n: log_powers(2, n, 2 * n - 1),
    facts=lambda n: {"nodes": 2**n, "degree": 2 * n - 1, "least_degree": 2 * n - 1, "links": (2 * n - 1) * 2**n // 2},
    default_sizes=tuple({"n": n} for n in range(1, 9)),
)


def folded_hypercube_make(n: int) -> Network:
    """The explicit network; its size is not checked."""
    node = np.arange(2**n)
    flipped = node[:, None] ^ 1 << np.arange(n)
    return simple_network(
        2**n,
        [Links("cube", node[:, None], flipped), Links("complement", node, node ^ 2**n - 1)],
        bits(n),
        symmetries=lambda: [node ^ 1, (node << 1 | node >> n - 1) & 2**n - 1],
    )


def _folded_hypercube_facts(n: int) -> dict[str, Any]:
    """Every node has its n neighbours in the hypercube and its complement."""
    return {"nodes": 2**n, "degree": n + 1, "least_degree": n + 1, "links": (n + 1) * 2 ** (n - 1)}


FOLDED_HYPERCUBE = Family(
    name="folded-hypercube",
    parameters=(Parameter("n", 2, "dimensions"),),
    classes=("cube", "complement"),
    summary="hypercube with links between complements: 2^n nodes, n+1 links at each",
    make=folded_hypercube_make,
    log_sizes=lambda n: log_powers(2, n, n + 1),
    facts=_folded_hypercube_facts,
    other_name="folded-cube",
    default_sizes=tuple({"n": n} for n in range(2, 10)),
)


def halved_cube_links(n: int) -> list[Links]:
    """Of the n-1 first bits one or two differ."""
    single = [1 << i for i in range(n - 1)]
    flips = np.array([*single, *(one | other for one, other in combinations(single, 2))])
    node = np.arange(2 ** (n - 1))
    return [Links("link", node, node ^ flips[:, None])]


def _halved_cube_facts(n: int) -> dict[str, int]:
    degree = n * (n - 1) // 2
    return {"nodes": 2 ** (n - 1), "links": degree * 2 ** (n - 1) // 2, "degree": degree, "least_degree": degree}


HALVED_CUBE = linked_family(
    "halved-cube",
    (Parameter("n", 2, "bits"),),
    "words of n bits with an even number of ones, linked when two bits differ: 2^(n-1) nodes, n(n-1)/2 links at each",
    halved_cube_links,
    _halved_cube_facts,
    (2, 3, 4, 5, 6),
    labels=lambda n: lambda u: (*bits(n - 1)(u), sum(bits(n - 1)(u)) % 2),
    symmetries=lambda n: [np.arange(2 ** (n - 1)) ^ 1 << i for i in range(n - 1)],
    exponential=True,
)


FIBONACCI_CUBE = linked_family(
    "fibonacci-cube",
    (Parameter("n", 1, "bits"),),
    "words of n bits without two ones side by side, linked when one bit differs: F(n+2) nodes",
    lambda n: [bits_apart(sparse_words(n), n)],
    lambda n: {
        "nodes": fibonacci(n + 2),
        "links": (n * fibonacci(n + 1) + 2 * (n + 1) * fibonacci(n)) // 5,
        "degree": n,
        "least_degree": (n + 2) // 3,
    },
    (1, 2, 3, 4, 5, 6, 8),
    labels=lambda n: labelled(sparse_words(n), n),
    exponential=True,
)


LUCAS_CUBE = linked_family(
    "lucas-cube",
    (Parameter("n", 2, "bits"),),
    "words of n bits in a ring without two ones side by side, linked when one bit differs: F(n-1) + F(n+1) nodes",
    lambda n: [bits_apart(sparse_words(n, True), n)],
    lambda n: {
        "nodes": fibonacci(n - 1) + fibonacci(n + 1),
        "links": n * fibonacci(n - 1),
        "degree": n,
        "least_degree": (n + 2) // 3,
    },
    (2, 3, 4, 5, 6, 8),
    labels=lambda n: labelled(sparse_words(n, True), n),
    exponential=True,
)

FAMILIES = {
    "Crossed cube (Efe 1992): a hypercube whose links in dimension m may also change bits below m.\n\n"
    "Bits of a node are u_(n-1) ... u_0. Nodes u and v are linked in dimension m if the bits above m are equal, bit "
    "m differs, bit m-1 is equal if m is odd, and the pairs (u_(2i+1) u_(2i)) and (v_(2i+1) v_(2i)), 0 <= i < "
    "floor(m/2), are related: 00 to 00, 10 to 10, 01 to 11, 11 to 01. The links in dimension m are the class "
    "``dimension-m``.": CROSSED_CUBE,
    "Twisted cube of odd dimension (Hilbers, Koopman and van de Snepscheut 1987).\n\n"
    "Bits of a node are u_(n-1) ... u_0, and P_i is the sum of u_i, ..., u_0 modulo 2. One link flips u_0. For each "
    "j = 3, 5, ..., n one flips bit j-1; and one flips bits j-1 and j-2 if P_(j-3) = 0, bit j-2 alone if P_(j-3) = "
    "1. The class ``dimension-i`` has the links that flip bit i and none below. Esfahanian, Ni and Sagan (1991) "
    "call a hypercube with one pair of links exchanged twisted; it is not meant here.": TWISTED_CUBE,
    "Möbius cubes of kind 0 and 1 (Cull and Larson 1995).\n\n"
    "Nodes are words x_1 ... x_n of bits, and x_0 is the kind. The i-th link of a node flips x_i alone if x_(i-1) = "
    "0, and x_i, ..., x_n if x_(i-1) = 1. These links are the class ``dimension-i``.": MOBIUS_CUBE,
    "Augmented cube (Choudum and Sunitha 2002): links flip one bit, or all bits from some place to the last.\n\n"
    "AQ_1 is a link; AQ_n consists of 0 AQ_(n-1) and 1 AQ_(n-1), and of links from 0u to 1u and from 0u to 1 and "
    "the complement of u. The links that flip one bit are the class ``cube``, those that flip two or more last bits "
    "the class ``complement``.": AUGMENTED_CUBE,
    "Folded hypercube: the hypercube and a link between every two complementary nodes (El-Amawy and Latifi 1991).": FOLDED_HYPERCUBE,
    "Halved cube: words of n bits with an even number of ones, linked when two bits differ; the last bit follows "
    "from the others.": HALVED_CUBE,
    "Fibonacci cube (Hsu 1993): words of n bits without two ones side by side, linked when one bit differs.": FIBONACCI_CUBE,
    "Lucas cube (Munarini, Cippo and Zagaglia Salvi 2001): the words of the Fibonacci cube whose first and last bit "
    "are not both 1.": LUCAS_CUBE,
}
