"""The butterfly fabric of rings, and the families that are made of it.

Node (s, x) is at stage s of r on row x, a word of r digits to the base g; links from stage s lead to stage s+1 mod r and may
change digit s. The link that leaves the digit as it is stays on the row: these straight links close after one cycle, in
short rings of r nodes. A link that adds d != 0 to the digit belongs to the ring that leads from a row x through all stages
to the row x + d(1, ..., 1), and back to x in a second cycle: a long ring of 2r nodes.

The link of node (s, x) that adds d has the number 2 x_{r-1} + d modulo g. It is the same all along a ring: the last digit changes
only at stage r-1, from a to a + d in the first cycle, where d is added, and back in the second, where -d is; 2a + d = 2(a + d) - d.
For odd g, no numbering gives all straight links the same number: at r=1 the two-node rings of g nodes need all g numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log10

import numpy as np

from graphs.devices import Label
from graphs.product import HUGE


def fabric(g: int, r: int) -> tuple[np.ndarray, np.ndarray]:
    """The ring mapping of the fabric with g links at each node: successors, and what each link adds to its digit.

    Both are int32 arrays (r g^r, g); node (s, x) has the number s g^r + x, digit 0 being the most significant of x.
    """
    rows = g**r
    s, x = np.divmod(np.arange(r * rows, dtype=np.int32), np.int32(rows))
    place = np.array([g ** (r - 1 - i) for i in range(r)], dtype=np.int32)[s]
    shift = (np.arange(g, dtype=np.int32) - 2 * (x % g)[:, None]) % g
    digit = x // place % g
    moved = x[:, None] + ((digit[:, None] + shift) % g - digit[:, None]) * place[:, None]
    return (s[:, None] + 1) % r * rows + moved, shift


def labels(g: int, r: int) -> Callable[[int], Label]:
    """Function from node number to (stage, row)."""
    return lambda node: divmod(int(node), g**r)


def log_sizes(g: int, r: int, fanout: int) -> tuple[float, float]:
    """log10 of the number of nodes and of links."""
    nodes = log10(min(r, HUGE)) + min(r, HUGE) * log10(min(g, HUGE))
    return nodes, nodes + log10(min(fanout, HUGE))
