"""Flattened butterfly: the switches of each row of a k-ary n-fly as one switch (Kim, Dally and Abts 2007).

It is the HyperX of n - 1 dimensions with k switches in each line and k terminals on each switch.
"""

from netlemma.graphs.families import hyperx
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.structure import Network

LONGEST = 99  # dimensions; networks of more are refused in any case


def _hyperx(k: int, n: int) -> tuple[tuple[int, ...], int]:
    """Sizes of the HyperX."""
    return (k,) * (min(n, LONGEST) - 1), k


def _make(k: int, n: int) -> Network:
    """The explicit network; its size is not checked."""
    return hyperx.make(*_hyperx(k, n))


FAMILY = Family(
    name="flattened-butterfly",
    parameters=(
        Parameter("k", 2, "switches of each line, and terminals on each switch"),
        Parameter("n", 2, "stages of the butterfly: one more than dimensions"),
    ),
    classes=("dimension-i", "terminal"),
    summary="grid of n-1 dimensions of k switches, every two in a line linked, k terminals on each: k^n terminals",
    make=_make,
    log_sizes=lambda k, n: hyperx.FAMILY.log_sizes(*_hyperx(k, n)),
    facts=lambda k, n: {
        "nodes": k ** (n - 1) * (1 + k),
        "ends": k**n,
        "links": k ** (n - 1) * ((n - 1) * (k - 1) + 2 * k) // 2,
        "degree": (n - 1) * (k - 1) + k,
    },
    default_sizes=tuple({"k": k, "n": n} for k, n in ((2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (2, 4), (5, 2))),
)
