"""Nodes that are combinatorial objects: subsets, words without adjacent ones, permutations, squares of a chessboard;
and the links between them.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb, factorial

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import (
    Links,
    bits,
    letter_changes,
    linked_family,
    log_count,
    log_factorials,
    permutations,
    rank,
    renamings,
    simple_network,
    symbols,
)
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Label, Network

# Nodes that are subsets of a set: their numbers, their labels, and how many there are.


MOST_TAKEN = 60  # a set of twice as many elements has far more subsets of this size than nodes can be built


def subset_network(n: int, k: int, linked: Callable[..., np.ndarray]) -> Network:
    """Subsets of k of n elements; which are linked does not depend on the names of the elements.

    linked: Function from the subsets, an array of shape (N, k), and what is left of the set, of shape (N, n - k), both
    in increasing order, to the linked subsets, an array of shape (degree, N, k) with elements in any order.
    """
    subsets = np.array(list(combinations(range(n), k)), dtype=np.int64).reshape(-1, k)
    within = np.zeros((len(subsets), n), dtype=bool)
    np.put_along_axis(within, subsets, True, axis=1)
    rest = np.nonzero(~within)[1].reshape(len(subsets), n - k)
    heads = subset_rank(np.sort(linked(subsets, rest), axis=-1), n)
    labels = subsets + 1

    def symmetries() -> list[np.ndarray]:
        return [subset_rank(np.sort(change[subsets], axis=1), n) for change in letter_changes(n)]

    return simple_network(
        len(subsets),
        [Links("link", np.arange(len(subsets)), heads)],
        lambda u: tuple(labels[u].tolist()),
        symmetries=symmetries,
    )


def subset_rank(subsets: np.ndarray, n: int) -> np.ndarray:
    """Numbers of subsets of n elements in lexicographic order.

    subsets (ndarray of int, shape (..., k)): Elements from 0 to n-1 in increasing order.

    Returns: Their numbers.

    >>> subset_rank(np.array([(0, 1), (0, 2), (1, 2)]), 3).tolist()
    [0, 1, 2]
    """
    k = subsets.shape[-1]
    total = comb(n, k)
    following = np.zeros(subsets.shape[:-1], dtype=np.int64)  # subsets behind this one
    for place in range(k):
        behind = np.array([comb(n - 1 - element, k - place) for element in range(n)])
        following += behind[subsets[..., place]]
    return total - 1 - following


def log_subsets(n: int, k: int, degree: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops of a network of the subsets of k of n elements.

    >>> [round(10**each) for each in log_subsets(5, 2, 3)]
    [10, 30]
    """
    nodes = comb(min(n, HUGE), min(k, n - k, MOST_TAKEN))
    return log_count(nodes, nodes * degree)


# Words of bits without two ones side by side (Zeckendorf), and links between those that differ in one bit.


def sparse_words(n: int, ring: bool = False) -> np.ndarray:
    """Words of n bits without two ones side by side, as numbers in increasing order.

    Returns: Numbers.

    >>> sparse_words(3).tolist(), sparse_words(3, ring=True).tolist()
    ([0, 1, 2, 4, 5], [0, 1, 2, 4])
    """
    before, found = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for i in range(n):
        before, found = found, np.concatenate([found, before + (1 << i)])
    return found[(found >> n - 1 & found & 1) == 0] if ring and n > 1 else found


def bits_apart(words: np.ndarray, n: int) -> Links:
    """Links between words that differ in one bit.

    words (ndarray of int64): Words of n bits as numbers in increasing order.

    >>> bits_apart(np.array([0, 1, 3]), 2).head.tolist()
    [1, 2]
    """
    lower, flip = np.nonzero(
        np.isin(words[:, None] | 1 << np.arange(n), words) & (words[:, None] >> np.arange(n) & 1 == 0)
    )
    return Links("link", lower, np.searchsorted(words, words[lower] | 1 << flip))


def labelled(words: np.ndarray, n: int) -> Callable[[int], Label]:
    """Labels of nodes that are words of n bits: their bits, the greatest first.

    words (ndarray of int64): Words as numbers.

    >>> labelled(sparse_words(3), 3)(4)
    (1, 0, 1)
    """
    of_bits = bits(n)
    return lambda u: of_bits(words[u])


def fibonacci(n: int) -> int:
    """The Fibonacci number F(n), F(0) = 0, F(1) = 1.

    >>> [fibonacci(n) for n in range(8)]
    [0, 1, 1, 2, 3, 5, 8, 13]
    """
    this, following = 0, 1
    for _ in range(n):
        this, following = following, this + following
    return this


# Families of permutations: a link rearranges the places of the symbols (Cayley graphs of the symmetric groups).


def permutation_family(
    name: str,
    moves: Callable[[int], Mapping[str, Sequence[Sequence[int]]]],
    degree: Callable[[int], int],
    classes: tuple[str, ...],
    summary: str,
    largest: int = 6,
    other_name: str = "",
) -> Family[Network]:
    """A family whose nodes are the permutations of n symbols."""

    def make(n: int) -> Network:
        words = permutations(n)
        node = np.arange(len(words))
        return simple_network(
            len(words),
            [Links(kind, node, np.array([rank(words[:, m]) for m in orders])) for kind, orders in moves(n).items()],
            symbols(n),
            symmetries=lambda: renamings(n),
        )

    def facts(n: int) -> dict[str, int]:
        return {
            "nodes": factorial(n),
            "degree": degree(n),
            "least_degree": degree(n),
            "links": factorial(n) * degree(n) // 2,
        }

    return Family(
        name=name,
        other_name=other_name,
        parameters=(Parameter("n", 2, "symbols"),),
        classes=classes,
        summary=summary,
        make=make,
        log_sizes=lambda n: log_factorials(n, degree(n)),
        facts=facts,
        default_sizes=tuple({"n": n} for n in range(2, largest + 1)),
    )


def exchanged(n: int, i: int, j: int) -> list[int]:
    """The move that exchanges two places.

    >>> exchanged(4, 0, 2)
    [2, 1, 0, 3]
    """
    order = list(range(n))
    order[i], order[j] = j, i
    return order


# Squares of a chessboard of n rows and n columns, linked by the moves of a piece.


SIDES = {"row": (0, 1), "column": (1, 0)}
DIAGONALS = {"diagonal": (1, 1), "antidiagonal": (1, -1)}


def moves(n: int, steps: Sequence[tuple[int, int]], longest: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Both ends of all moves by steps, each taken once or several times.

    Returns: Numbers of the squares, row by row.

    >>> [ends.tolist() for ends in moves(2, [(0, 1)])]
    [[0, 2], [1, 3]]
    """
    row, column = np.divmod(np.arange(n * n), n)
    tails, heads = [], []
    for down, right in steps:
        for times in range(1, longest + 1):
            r, c = row + times * down, column + times * right
            there = (r >= 0) & (r < n) & (c >= 0) & (c < n)
            tails.append((row * n + column)[there])
            heads.append((r * n + c)[there])
    return np.concatenate(tails), np.concatenate(heads)


def board_symmetries(n: int) -> list[np.ndarray]:
    """The board turned by a quarter, and mirrored.

    >>> [each.tolist() for each in board_symmetries(2)]
    [[1, 3, 0, 2], [0, 2, 1, 3]]
    """
    row, column = np.divmod(np.arange(n * n), n)
    return [column * n + n - 1 - row, column * n + row]


def board_family(
    name: str,
    summary: str,
    links: Callable[[int], Sequence[Links]],
    count: Callable[[int], int],
    sizes: Sequence[int],
    least: int = 2,
) -> Family[Network]:
    """The family of a piece that reaches all squares."""
    return linked_family(
        name,
        (Parameter("n", least, "rows, and columns, of the board"),),
        summary,
        links,
        lambda n: {"nodes": n * n, "links": count(n)},
        sizes,
        labels=lambda n: lambda u: divmod(int(u), n),
        symmetries=board_symmetries,
        other_name=f"{name}-graph",
    )
