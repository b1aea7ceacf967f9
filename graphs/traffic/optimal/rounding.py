"""Exact values from those of floating-point solutions."""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

import numpy as np

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.optimal.flows import FlowVariables
from netlemma.graphs.traffic.worst.shares import LARGEST

DENOMINATORS = (12, 100, 1000, 10_000, 1_000_000)
PARTS = 1 << 20  # of the messages of a commodity, where no small denominators are found
NOISE = 1e-9  # below this a value is taken for 0


def fractions_near(values: np.ndarray) -> Iterator[tuple[np.ndarray, int]]:
    """Fractions near given values, by rising bounds on their denominators.

    values (ndarray of float): The values.

    >>> numerators, scale = next(fractions_near(np.array([0.333333333333, 0.75])))
    >>> numerators.tolist(), scale
    ([4, 9], 12)
    """
    distinct, place = np.unique(np.round(values, 13), return_inverse=True)
    for most in DENOMINATORS:
        near = [Fraction(value).limit_denominator(most) for value in distinct.tolist()]
        scale = lcm(*(each.denominator for each in near))
        if scale <= LARGEST and max(map(abs, near), default=0) * scale <= LARGEST:
            yield np.array([int(each * scale) for each in near], dtype=np.int64)[place], scale


def exact_flows(flows: FlowVariables, values: np.ndarray, destinations: np.ndarray) -> tuple[np.ndarray, int]:
    """Exact flows near those of a floating-point solution.

    Fractions with small denominators are taken if they conserve the flows; else the paths of each flow get shares that are
    multiples of 2^-20.

    values (ndarray of float): Values of the variables.
    destinations (ndarray of int, shape (classes,)): Node where each flow ends.

    Returns: Numerators on all hops, shape (classes, hops), and their common denominator.
    """
    matrix, right = flows.equations
    values = np.where(values < NOISE, 0.0, values)
    for numerators, scale in fractions_near(values):
        if np.array_equal(matrix @ numerators, right * scale):
            return flows.spread(numerators), scale
    hops, keeping = flows.classes.symmetry.hops, flows.classes.keeping
    alike = lcm(*(len(each) for each in keeping))
    found = np.zeros(flows.variable.shape, dtype=np.int64)
    for k, flow in enumerate(flows.spread(values)):
        shares = _by_paths(flows.classes.symmetry.network, flow, flows.demand[k], int(destinations[k]))
        found[k] = shares[hops[keeping[k]]].sum(axis=0) * (alike // len(keeping[k]))
    return found, PARTS * alike


def _by_paths(net: Network, flow: np.ndarray, demand: np.ndarray, destination: int) -> np.ndarray:
    """A flow with the given demand whose paths are those of another one, with whole shares of ``PARTS``."""
    left, found = flow.copy(), np.zeros(len(flow), dtype=np.int64)
    for source in np.flatnonzero(demand > 0).tolist():
        paths, weights = list[list[int]](), list[float]()
        while sum(weights) < demand[source] * (1 - 1e-12):
            path, node = list[int](), source
            while node != destination:
                first, last = net.indptr[node], net.indptr[node + 1]
                path.append(int(first + np.argmax(left[first:last])))
                node = int(net.target[path[-1]])
                if len(path) > net.node_count:
                    break
            weight = float(left[path].min())
            if node != destination or weight <= NOISE * 1e-3:
                break
            left[path] -= weight
            paths.append(path)
            weights.append(weight)
        shares = np.floor(np.array(weights) / sum(weights) * PARTS).astype(np.int64)
        shares[0] += PARTS - shares.sum()
        for path, share in zip(paths, shares.tolist(), strict=True):
            found[path] += share * demand[source]
    return found
