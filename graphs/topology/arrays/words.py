"""Nodes that are words or permutations: their numbers, their labels, and how many there are."""

from collections.abc import Callable
from math import factorial, lgamma, log, log10

import numpy as np

from netlemma.graphs.topology.devices import Label
from netlemma.graphs.topology.product import HUGE


def digits(base: int, length: int) -> Callable[[int], Label]:
    """Labels of the words of a length, numbered with the first letter as the most significant digit.

    Parameters
    ----------
    base : int
        Number of letters.
    length : int
        Letters of a word.

    Returns
    -------
    Callable
        Function from the number of a word to its letters.

    Examples
    --------
    >>> digits(3, 2)(5)
    (1, 2)
    """
    return lambda node: tuple(int(node) // base**i % base for i in reversed(range(length)))


def bits(length: int) -> Callable[[int], Label]:
    """Labels of binary words.

    >>> bits(3)(5)
    (1, 0, 1)
    """
    return digits(2, length)


def log_powers(base: int, exponent: int, degree: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops of a network of base^exponent nodes.

    Parameters
    ----------
    base, exponent : int
        The number of nodes is their power.
    degree : int
        Hops of each node.

    Returns
    -------
    tuple of (float, float)
        Log10 of both.

    Examples
    --------
    >>> log_powers(10, 3, 100)
    (3.0, 5.0)
    """
    nodes = min(exponent, HUGE) * log10(min(base, HUGE))
    return nodes, nodes + log10(max(1, min(degree, HUGE)))


def log_count(nodes: int, hops: int) -> tuple[float, float]:
    """Log10 of two counts, which may be huge or 0.

    Parameters
    ----------
    nodes, hops : int
        The counts.

    Returns
    -------
    tuple of (float, float)
        Log10 of each, of 1 instead of 0.

    Examples
    --------
    >>> log_count(100, 10**30)
    (2.0, 30.0)
    """
    return log10(max(nodes, 1)), log10(max(hops, 1))


def cube_facts(n: int) -> dict[str, int]:
    """Facts of 2^n nodes with n links each, of which each flips the bits of one dimension.

    >>> cube_facts(3)
    {'nodes': 8, 'degree': 3, 'least_degree': 3, 'links': 12}
    """
    return {"nodes": 2**n, "degree": n, "least_degree": n, "links": n * 2**n // 2}


def log_factorials(n: int, degree: int) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops of a network of n! nodes.

    Parameters
    ----------
    n : int
        Symbols of the permutations.
    degree : int
        Hops of each node.

    Returns
    -------
    tuple of (float, float)
        Log10 of both.
    """
    nodes = lgamma(min(n, HUGE) + 1) / log(10)
    return nodes, nodes + log10(max(1, min(degree, HUGE)))


def permutations(n: int) -> np.ndarray:
    """All permutations of 0, ..., n-1 in lexicographic order.

    Parameters
    ----------
    n : int
        Symbols.

    Returns
    -------
    ndarray of int8, shape (n!, n)
        A permutation in each row.

    Examples
    --------
    >>> permutations(3).tolist()
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    """
    found = np.zeros((1, 0), dtype=np.int8)
    for size in range(1, n + 1):
        first = np.repeat(np.arange(size, dtype=np.int8), len(found))
        rest = np.tile(found, (size, 1))
        found = np.column_stack([first, rest + (rest >= first[:, None])])
    return found


def rank(words: np.ndarray) -> np.ndarray:
    """Numbers of permutations in lexicographic order.

    Parameters
    ----------
    words : ndarray of int, shape (..., n)
        Permutations of 0, ..., n-1.

    Returns
    -------
    ndarray of int64, shape (...)
        Their numbers.

    Examples
    --------
    >>> rank(permutations(4)).tolist() == list(range(24))
    True
    """
    n = words.shape[-1]
    found = np.zeros(words.shape[:-1], dtype=np.int64)
    for i in range(n):
        found += (words[..., i + 1 :] < words[..., i : i + 1]).sum(axis=-1) * factorial(n - 1 - i)
    return found


def renamings(n: int) -> list[np.ndarray]:
    """Permutations of n symbols with their symbols renamed: the first two exchanged, and all of them in a cycle.

    Renaming keeps every link between permutations that are changed by moving symbols from place to place, and makes all
    of them alike.

    Parameters
    ----------
    n : int
        Symbols.

    Returns
    -------
    list of ndarray of int64, shape (n!,)
        Image of each permutation's number.
    """
    words = permutations(n)
    return [rank(new[words]) for new in letter_changes(n)]


def letter_changes(n: int) -> list[np.ndarray]:
    """Permutations of n letters that generate all: the first two exchanged, and all of them in a cycle.

    >>> [each.tolist() for each in letter_changes(3)]
    [[1, 0, 2], [1, 2, 0]]
    """
    exchange, cycle = np.array([1, 0, *range(2, n)]), np.array([*range(1, n), 0])
    return [exchange, cycle] if n > 2 else [exchange][: n - 1]


def relettered(base: int, length: int) -> list[np.ndarray]:
    """Words with their letters renamed as by :func:`letter_changes`.

    Parameters
    ----------
    base : int
        Number of letters.
    length : int
        Letters of a word.

    Returns
    -------
    list of ndarray of int64, shape (base^length,)
        Image of each word's number.
    """
    weights = base ** np.arange(length)
    words = np.arange(base**length)[:, None] // weights % base
    return [change[words] @ weights for change in letter_changes(base)]


def symbols(n: int) -> Callable[[int], Label]:
    """Labels of the permutations of 1, ..., n.

    >>> symbols(3)(3)
    (2, 3, 1)
    """

    def label(node: int) -> Label:
        left, found = list(range(1, n + 1)), []
        for size in reversed(range(n)):
            place, node = divmod(int(node), factorial(size))
            found.append(left.pop(place))
        return tuple(found)

    return label
