"""Routing rules that belong to a construction, as functions of source, node, target and last link."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Grow = Callable[..., int]
Rule = Callable[[int, int, int, "int | None"], int]


@dataclass(frozen=True)
class Concise:
    """A routing that a construction brings with it.

    Parameters
    ----------
    words : str
        Description of the rule, in one line.
    next_link : Rule
        Function from (source, node, target, link by which the packet came, None at the source) to the number of the
        link that the packet takes next; not called at the target.
    grower : Callable
        Function from the array ``before[v, l]`` of the nodes whose link l leads to v to a compiled function of (target,
        processors, parent, node, link, packets) that writes all routes to the target as a tree, see
        :mod:`netlemma.graphs.rings.tree_kernels`, and returns the number of its states.
    most_states : int
        Upper bound of the number of states of such a tree.
    kept_by : Callable
        Whether a symmetry of the rings, given as an array of nodes, maps the routing onto itself.
    """

    words: str
    next_link: Rule
    grower: Callable[[np.ndarray], Grow]
    most_states: int
    kept_by: Callable[[np.ndarray], bool]


def acts_on_digits(digits: np.ndarray, image: np.ndarray, shift: int = 0) -> bool:
    """Whether a permutation of nodes changes every digit by itself.

    A rule that only asks which digits of source, node and target are equal gives the same answers after such a
    permutation.

    Parameters
    ----------
    digits : ndarray, shape (d, N)
        Digits of each node.
    image : ndarray, shape (N,)
        Image of each node.
    shift : int, default 0
        Digit i of a node must determine digit i + shift modulo d of its image.

    Returns
    -------
    bool
        Whether each digit determines one digit of the image, and reversely.

    Examples
    --------
    >>> two = np.array([[0, 0, 1, 1], [0, 1, 0, 1]])
    >>> acts_on_digits(two, np.array([2, 3, 0, 1])), acts_on_digits(two, np.array([0, 1, 3, 2]))
    (True, False)
    """
    for i, digit in enumerate(digits):
        after = digits[(i + shift) % len(digits)][image]
        becomes = np.zeros(int(digit.max()) + 1, dtype=digits.dtype)
        becomes[digit] = after
        if not np.array_equal(becomes[digit], after) or len(np.unique(becomes)) < len(becomes):
            return False
    return True
