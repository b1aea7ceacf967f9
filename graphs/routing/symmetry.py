"""Symmetries of a routing: permutations of the nodes that map it onto itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A group of permutations of the nodes that map a routing onto itself.

    The nodes lie in cells alike, such as a switch with its terminals. For every two cells there is one translation that
    takes the first to the second; all other symmetries are made of a translation and of those that leave cell 0 where it is.

    Parameters
    ----------
    cell : ndarray of int64, shape (N,)
        Number of each node's cell.
    translated : Callable
        Function (at, to, node) -> the image of each node under the translation that takes cell ``at`` to cell ``to``;
        arrays whose shapes fit.
    fixing : sequence of ndarray of int64, shape (N,)
        Permutations that generate the symmetries which map cell 0 onto itself.
    """

    cell: np.ndarray
    translated: Callable[[Any, Any, np.ndarray], np.ndarray]
    fixing: Sequence[np.ndarray]
