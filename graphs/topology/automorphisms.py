"""Permutations of the nodes of a product that its factors suggest as symmetries; netlemma.graphs.topology.symmetry checks them."""

from collections.abc import Sequence
from math import prod

import numpy as np

from netlemma.graphs.topology.factors import Factor


def product_symmetries(factors: Sequence[Factor]) -> list[np.ndarray]:
    """Few generators: for each group of equal factors the symmetry of one copy, and exchanges of the copies.

    A cyclic shift of the copies reaches every copy; where one copy's symmetry does not already move every digit to
    every other (a line), an exchange of two copies is added, so that all orders of the coordinates become alike.

    >>> [p.tolist() for p in product_symmetries([Factor("ring", 2), Factor("line", 2)])]
    [[2, 3, 0, 1], [1, 0, 3, 2]]
    """
    shape = [f.size for f in factors]
    nodes = np.arange(prod(shape), dtype=np.int32).reshape(shape)
    found: list[np.ndarray] = []
    for factor in dict.fromkeys(factors):
        places = [d for d, f in enumerate(factors) if f == factor]
        found.append(np.take(nodes, factor.about.symmetry(factor.size), axis=places[0]).ravel())
        shifts = [places[1:] + places[:1]] if len(places) > 1 else []
        if len(places) > 2 and not factor.transitive:
            shifts.append([places[1], places[0], *places[2:]])
        for shift in shifts:
            axes = list(range(len(factors)))
            for d, e in zip(places, shift, strict=True):
                axes[d] = e
            found.append(np.ascontiguousarray(nodes.transpose(axes)).ravel())
    return found
