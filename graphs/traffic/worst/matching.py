"""Matchings of sources with destinations of the greatest weight, with potentials that prove it."""

from collections.abc import Sequence

import numpy as np


def matching(matrix: np.ndarray) -> np.ndarray:
    """A matching of rows with columns of the greatest weight.

    matrix (ndarray of int64, shape (rows, columns)): Weights from 0 on, whose sums are exact in a double.

    Returns: Column of each row, -1 for none; pairs of weight 0 are not matched.
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(matrix, maximize=True)
    matched = np.full(matrix.shape[0], -1, dtype=np.int64)
    used = matrix[rows, columns] > 0
    matched[rows[used]] = columns[used]
    return matched


def potentials(matrix: np.ndarray, matched: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least potentials of the columns, and those of the rows, that prove that a matching has the greatest weight.

    matrix (ndarray of int64, shape (rows, columns)): Weights from 0 on.
    matched (ndarray of int64, shape (rows,)): A matching of the greatest weight.

    Returns: Potentials u of rows and v of columns, all from 0 on, with u + v at least the weight everywhere, equal to
    it on matched pairs, and 0 at all others.

    >>> matrix = np.array([[3, 2], [2, 0]])
    >>> [part.tolist() for part in potentials(matrix, matching(matrix))]
    [[2, 1], [1, 0]]
    """
    at = np.flatnonzero(matched >= 0)
    weight = matrix[at, matched[at]]
    u, v = np.zeros(matrix.shape[0], dtype=np.int64), np.zeros(matrix.shape[1], dtype=np.int64)
    u[at] = weight
    for _ in range(sum(matrix.shape) + 1):
        more = (matrix - u[:, None]).max(axis=0, initial=0)
        if (more <= v).all():
            break
        v = np.maximum(v, more)
        u[at] = weight - v[matched[at]]
    assert u.min(initial=0) >= 0 and u.sum() + v.sum() == weight.sum(), "a matching of greatest weight was expected"
    return u, v


def completed(ends: Sequence[int], sources: np.ndarray, destinations: np.ndarray, matched: np.ndarray) -> np.ndarray:
    """A permutation of all ends with the matched pairs; the other ends send to themselves where they can.

    sources, destinations (ndarray of int): Nodes of the rows and columns of a matching.
    matched (ndarray of int64): Column of each row, -1 for none.

    Returns: Destination of each end.
    """
    at = np.flatnonzero(matched >= 0)
    goes = dict(zip(sources[at].tolist(), destinations[matched[at]].tolist(), strict=True))
    taken = set(goes.values())
    free = [end for end in ends if end not in taken]
    alone = [end for end in ends if end not in goes]
    staying = set(free) & set(alone)
    goes |= {end: end for end in staying}
    rest = iter(end for end in free if end not in staying)
    goes |= {end: next(rest) for end in alone if end not in staying}
    return np.array([goes[end] for end in ends])
