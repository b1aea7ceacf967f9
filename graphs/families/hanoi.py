"""Hanoi graph: positions of the Tower of Hanoi with three pegs and n disks, linked by the moves of a disk."""

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, digits, linked_family, relettered


def links(n: int) -> list[Links]:
    """Disk i, the smallest is 0, moves between two pegs while all smaller disks are on the third."""
    found = []
    for i in range(n):
        peg, weight = np.arange(3), 3**i
        smaller = peg * (weight - 1) // 2
        larger = 3 * weight * np.arange(3 ** (n - i - 1))[:, None] + smaller
        found.append(Links(f"disk-{i}", larger + (peg + 1) % 3 * weight, larger + (peg + 2) % 3 * weight))
    return found


FAMILY = linked_family(
    "hanoi",
    (Parameter("n", 1, "disks"),),
    "positions of n disks on three pegs, linked by the moves of the Tower of Hanoi: 3^n nodes",
    links,
    lambda n: {"nodes": 3**n, "links": 3 * (3**n - 1) // 2, "degree": 3 if n > 1 else 2, "least_degree": 2},
    (1, 2, 3, 4, 5),
    labels=lambda n: digits(3, n),
    symmetries=lambda n: relettered(3, n),
    exponential=True,
    other_name="hanoi-tower",
)
