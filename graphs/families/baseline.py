"""Baseline network: n stages of k^(n-1) switches, between them inverse shuffles of ever smaller blocks of wires (Wu and Feng 1980).

Behind stage i each block of k^(n-i) wires is shuffled backwards: its words of n - i digits are rotated to the right. Wires
k w .. k w + k - 1 are those of switch w.
"""

import numpy as np

from netlemma.graphs.families.butterfly import CLASSES, DEFAULT_SIZES, PARAMETERS, facts, log_sizes, stages
from netlemma.graphs.topology.family import Family
from netlemma.graphs.topology.structure import Network


def _make(k: int, n: int) -> Network:
    """The explicit network; its size is not checked."""
    wire = np.arange(k**n)
    entered = [wire // k]
    for i in range(n - 1):
        block = k ** (n - i)
        inside = wire % block
        entered.append((wire - inside + inside // k + inside % k * (block // k)) // k)
    return stages(k, n, entered, [wire // k] * n)


FAMILY = Family(
    name="baseline",
    parameters=PARAMETERS,
    classes=CLASSES,
    summary="n stages of k^(n-1) switches, inverse shuffles of ever smaller blocks between them, one way: k^n terminals",
    make=_make,
    log_sizes=log_sizes,
    facts=facts,
    default_sizes=DEFAULT_SIZES,
)
