"""Halved cube: words of n bits with an even number of ones, linked when two bits differ; the last bit follows from the others."""

from itertools import combinations

import numpy as np

from netlemma.graphs.topology.family import Parameter
from netlemma.graphs.topology.link_arrays import Links, bits, linked_family


def links(n: int) -> list[Links]:
    """Of the n-1 first bits one or two differ."""
    single = [1 << i for i in range(n - 1)]
    flips = np.array([*single, *(one | other for one, other in combinations(single, 2))])
    node = np.arange(2 ** (n - 1))
    return [Links("link", node, node ^ flips[:, None])]


def _facts(n: int) -> dict[str, int]:
    degree = n * (n - 1) // 2
    return {"nodes": 2 ** (n - 1), "links": degree * 2 ** (n - 1) // 2, "degree": degree, "least_degree": degree}


FAMILY = linked_family(
    "halved-cube",
    (Parameter("n", 2, "bits"),),
    "words of n bits with an even number of ones, linked when two bits differ: 2^(n-1) nodes, n(n-1)/2 links at each",
    links,
    _facts,
    (2, 3, 4, 5, 6),
    labels=lambda n: lambda u: (*bits(n - 1)(u), sum(bits(n - 1)(u)) % 2),
    symmetries=lambda n: [np.arange(2 ** (n - 1)) ^ 1 << i for i in range(n - 1)],
    exponential=True,
)
