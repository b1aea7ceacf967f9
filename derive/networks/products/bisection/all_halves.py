"""Bisection widths by comparison of all halves, or of those that are first in a lexicographic order."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import sympy as sp

from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.networks.products import brute_force

CUT = {"line": 2, "ring": 4, "oneway-ring": 2, "bus": 1}  # channels of a copy of the factor that is cut in the middle
MOST_HALVED = 12  # nodes of which all halves are tried


def cuts(dimensions: brute_force.Dimensions) -> Iterator[tuple[set[brute_force.Node], int]]:
    """The devices of a product as sets of nodes, each with its channels."""
    for j, (kind, n) in enumerate(dimensions):
        rest = [range(size) if i != j else range(1) for i, (_, size) in enumerate(dimensions)]
        for fibre in product(*rest):
            line = [(*fibre[:j], digit, *fibre[j + 1 :]) for digit in range(n)]
            if kind == "bus":
                yield set(line), 1
            elif kind == "clique":
                yield from (({u, v}, 2) for u, v in combinations(line, 2))
            else:
                around = [] if kind == "line" else [line[0]]
                yield from (({u, v}, 1 if kind == "oneway-ring" else 2) for u, v in pairwise([*line, *around]))


def narrowest(dimensions: brute_force.Dimensions) -> Fraction:
    """Fewest channels between two halves; beyond 12 nodes of those that are first in a lexicographic order.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.

    Returns
    -------
    Fraction
        Number of channels.
    """
    every, devices = brute_force.nodes(dimensions), list(cuts(dimensions))
    half_of_all = len(every) // 2
    orders = {tuple(dimensions[j] for j in order): order for order in permutations(range(len(dimensions)))}
    first = (sorted(every, key=lambda node, order=order: [node[j] for j in order]) for order in orders.values())  # type: ignore[misc]
    halves = combinations(every, half_of_all) if len(every) <= MOST_HALVED else (x[:half_of_all] for x in first)
    chosen = (set(half) for half in halves)
    return Fraction(min(sum(w for device, w in devices if 0 < len(device & part) < len(device)) for part in chosen))


def half() -> at.Extreme:
    """The least over halves S of the channels between S and the other nodes."""
    chosen = sp.Symbol("S'")
    return at.least(sp.Function("b")(chosen), chosen, "H")
