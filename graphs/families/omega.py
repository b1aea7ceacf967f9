"""Omega network: n stages of k^(n-1) switches, a perfect k-shuffle of the k^n wires before each (Lawrie 1975).

The shuffle rotates the word of a wire to the left. Wires k w .. k w + k - 1 are those of switch w.
"""

import numpy as np

from netlemma.graphs.families.butterfly import CLASSES, DEFAULT_SIZES, PARAMETERS, facts, log_sizes, stages
from netlemma.graphs.topology.family import Family
from netlemma.graphs.topology.structure import Network


def _make(k: int, n: int) -> Network:
    """The explicit network; its size is not checked."""
    wire = np.arange(k**n)
    shuffled = wire * k % k**n + wire // k ** (n - 1)
    return stages(k, n, [shuffled // k] * n, [wire // k] * n)


FAMILY = Family(
    name="omega",
    parameters=PARAMETERS,
    classes=CLASSES,
    summary="n stages of k^(n-1) switches of k inputs and k outputs, a perfect shuffle before each, one way: k^n terminals",
    make=_make,
    log_sizes=log_sizes,
    facts=facts,
    default_sizes=DEFAULT_SIZES,
)
