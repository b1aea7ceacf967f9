"""Many words at once: the patterns of their equal letters and their rotations, as rows of an array."""

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int8]


def pattern_rows(n: int) -> Rows:
    """The patterns of all words of n letters, as an array of shape (number of patterns, n).

    Examples
    --------
    >>> pattern_rows(3).tolist()
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    """
    rows = np.zeros((1, min(n, 1)), np.int8)
    for _ in range(1, n):
        choices = rows.max(axis=1).astype(np.int64) + 2
        first = np.repeat(np.cumsum(choices) - choices, choices)
        letter = np.arange(choices.sum()) - first
        rows = np.column_stack((np.repeat(rows, choices, axis=0), letter.astype(np.int8)))
    return rows


def renamed(words: Rows) -> Rows:
    """The pattern of each word.

    Examples
    --------
    >>> renamed(np.array([[4, 2, 4, 7], [1, 1, 0, 1]], np.int8)).tolist()
    [[0, 1, 0, 2], [0, 0, 1, 0]]
    """
    found = np.empty_like(words)
    used = np.zeros(len(words), np.int8)
    for place in range(words.shape[1]):
        found[:, place] = used
        for before in range(place):
            same = words[:, before] == words[:, place]
            found[same, place] = found[same, before]
        used += found[:, place] == used
    return found


def numbered(words: Rows, radix: int) -> NDArray[np.int64]:
    """Each word as a number to the base ``radix``.

    Parameters
    ----------
    words : Rows
        Words of shape (number of words, length).
    radix : int
        Base, larger than all letters.

    Returns
    -------
    NDArray of int64
        Numbers of shape (number of words,).

    Raises
    ------
    OverflowError
        If the numbers do not fit into 64 bits.

    Examples
    --------
    >>> numbered(np.array([[0, 1, 2], [1, 0, 0]], np.int8), 3).tolist()
    [5, 9]
    """
    if radix ** words.shape[1] > 2**63:
        raise OverflowError(f"words of {words.shape[1]} letters to the base {radix} do not fit into 64 bits")
    places = radix ** np.arange(words.shape[1])[::-1]
    return words @ places


def least_rotations(words: Rows, radix: int) -> NDArray[np.int64]:
    """The least number of all rotations of each word, which names its necklace.

    Parameters
    ----------
    words : Rows
        Words of shape (number of words, length).
    radix : int
        Base, larger than all letters.

    Returns
    -------
    NDArray of int64
        Numbers of shape (number of words,).

    Examples
    --------
    >>> least_rotations(np.array([[1, 0, 1], [0, 1, 1], [1, 0, 0]], np.int8), 2).tolist()
    [3, 3, 1]
    """
    turned = (np.roll(words, -turn, axis=1) for turn in range(words.shape[1]))
    return np.minimum.reduce([numbered(each, radix) for each in turned])
