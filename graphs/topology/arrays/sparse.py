"""Words of bits without two ones side by side (Zeckendorf), and links between those that differ in one bit."""

from collections.abc import Callable

import numpy as np

from netlemma.graphs.topology.arrays.simple import Links
from netlemma.graphs.topology.arrays.words import bits
from netlemma.graphs.topology.devices import Label


def sparse_words(n: int, ring: bool = False) -> np.ndarray:
    """Words of n bits without two ones side by side, as numbers in increasing order.

    Parameters
    ----------
    n : int
        Bits.
    ring : bool, default False
        Whether the first and the last bit are side by side, too.

    Returns
    -------
    ndarray of int64
        Numbers.

    Examples
    --------
    >>> sparse_words(3).tolist(), sparse_words(3, ring=True).tolist()
    ([0, 1, 2, 4, 5], [0, 1, 2, 4])
    """
    before, found = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for i in range(n):
        before, found = found, np.concatenate([found, before + (1 << i)])
    return found[(found >> n - 1 & found & 1) == 0] if ring and n > 1 else found


def bits_apart(words: np.ndarray, n: int) -> Links:
    """Links between words that differ in one bit.

    Parameters
    ----------
    words : ndarray of int64
        Words of n bits as numbers in increasing order.
    n : int
        Bits.

    Returns
    -------
    Links
        Links between the places of the words.

    Examples
    --------
    >>> bits_apart(np.array([0, 1, 3]), 2).head.tolist()
    [1, 2]
    """
    lower, flip = np.nonzero(
        np.isin(words[:, None] | 1 << np.arange(n), words) & (words[:, None] >> np.arange(n) & 1 == 0)
    )
    return Links("link", lower, np.searchsorted(words, words[lower] | 1 << flip))


def labelled(words: np.ndarray, n: int) -> Callable[[int], Label]:
    """Labels of nodes that are words of n bits: their bits, the greatest first.

    Parameters
    ----------
    words : ndarray of int64
        Words as numbers.
    n : int
        Bits.

    Returns
    -------
    Callable
        Function from a node to its label.

    Examples
    --------
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
