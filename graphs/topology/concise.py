"""A family's own routing: a rule that knows the construction, as the paper's function of source, node, target and last link."""

from __future__ import annotations

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
    words : what the rule is, in one line.
    next_link : the rule: function from (source, node, target, link by which the packet came, None at the source) to the
        number of the link that the packet takes next; not asked at the target.
    grower : function from the array before[v, l] of the nodes whose link l leads to v to a compiled function of (target,
        processors, parent, node, link, packets) that writes all routes to the target as a tree, see
        :mod:`graphs.rings.tree_kernels`, and returns how many states that has.
    most_states : how many states such a tree can have.
    kept_by : whether the routing goes over to itself under a symmetry of the rings, given as an array of nodes.
    """

    words: str
    next_link: Rule
    grower: Callable[[np.ndarray], Grow]
    most_states: int
    kept_by: Callable[[np.ndarray], bool]


def acts_on_digits(digits: np.ndarray, image: np.ndarray, shift: int = 0) -> bool:
    """Whether a permutation of nodes changes every digit by itself.

    Parameters
    ----------
    digits : array (d, N), the digits of each node.
    image : node u goes to image[u].
    shift : digit i of a node must determine digit i + shift modulo d of its image.

    Rules that only ask which digits of source, node and target are equal give the same answers after such a permutation.

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
