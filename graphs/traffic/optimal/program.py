"""The linear program of the best routing, and its solution in exact numbers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from netlemma.errors import RoutingError, SizeError
from netlemma.graphs.base.limits import require
from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.optimal.flows import Commodities, FlowVariables, flow_variables, usable
from netlemma.graphs.traffic.worst.shares import LARGEST

# Exact values from those of floating-point solutions.


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


# Linear programs for the flows with the least largest load, solved by HiGHS and made exact.


SMALL = 4000  # variables of a program for the simplex method; larger ones are solved by an interior point method
SAME = 1e-9
NEAR = 100_000  # denominators of the largest load
Entries = tuple[np.ndarray, np.ndarray, float]  # rows, variables, and a coefficient for all of them
Bound = tuple[Fraction, np.ndarray]


class Program(ABC):
    """Program whose first variable is the largest load, which is minimised, and whose last ones are flows.

    flows: The flows.
    before: Number of variables before them.
    entries: Coefficients of the inequalities, whose right sides are 0.
    rows: Number of inequalities.
    """

    def __init__(self, flows: FlowVariables, before: int, entries: Sequence[Entries], rows: int) -> None:
        from scipy.sparse import coo_matrix, hstack

        self.flows, self.before = flows, before
        data = np.concatenate([np.full(len(each), sign) for each, _, sign in entries])
        places = np.concatenate([each[0] for each in entries]), np.concatenate([each[1] for each in entries])
        self.at_most = coo_matrix((data, places), shape=(rows, before + flows.count)).tocsr()
        matrix, self.right = flows.equations
        self.equal = hstack([coo_matrix((len(self.right), before)), matrix]).tocsr()

    def least(self) -> tuple[float, np.ndarray]:
        """The least largest load, and the multipliers of the inequalities."""
        costs = np.zeros(self.equal.shape[1])
        costs[0] = 1
        found = self._minimum(costs, np.inf)
        return found.fun, -found.ineqlin.marginals

    def shortest(self, load: float) -> np.ndarray:
        """Values of the flows with at most this largest load that have the fewest hops, and so no circles."""
        costs = np.concatenate([np.zeros(self.before), self.flows.alike / self.flows.alike.sum()])
        return np.asarray(self._minimum(costs, load).x[self.before :])

    def _minimum(self, costs: np.ndarray, most: float) -> Any:
        from scipy.optimize import linprog

        bounds = np.array([(0.0, np.inf)] * len(costs))
        bounds[0, 1] = most
        method, none = "highs-ds" if len(costs) <= SMALL else "highs-ipm", np.zeros(self.at_most.shape[0])
        found = linprog(costs, self.at_most, none, self.equal, self.right, bounds, method=method)
        if found.status != 0:
            raise RoutingError(f"HiGHS found no optimum of a program with {len(costs):,} variables: {found.message}")
        return found

    @abstractmethod
    def bound(self, multipliers: np.ndarray) -> Bound:
        """Exact bound of the largest load of any flows, and the lengths of channels that prove it."""

    @abstractmethod
    def load(self, flows: np.ndarray, scale: int) -> Fraction:
        """Exact largest load of flows.

        flows (ndarray of int64, shape (classes, hops)): Numerators of flows.
        """


@dataclass(frozen=True, eq=False)
class Best:
    """Flows with the least largest load that was found, and a bound for any.

    classes: The commodities.
    flows: Numerators of the flow of the first commodity of each class.
    scale: Their common denominator.
    upper: Largest load of these flows.
    lower: Bound of the largest load of any.
    lengths: Lengths of channels that prove the bound.
    """

    classes: Commodities
    flows: np.ndarray
    scale: int
    upper: Fraction
    lower: Fraction
    lengths: np.ndarray


def best_flows(
    classes: Commodities,
    demand: np.ndarray,
    ends: tuple[np.ndarray | None, np.ndarray],
    widths: Sequence[int | None],
    program: Callable[[FlowVariables], Program],
    bounds: Sequence[Bound] = (),
) -> Best:
    """Solve programs with more and more hops until an exact bound meets the exact load of a solution.

    demand (ndarray of int64, shape (classes, N)): Messages that enter the flow of each class at each node.
    ends (tuple of (ndarray of int or None, ndarray of int)): Source and destination of the first commodity of each
    class.
    """
    net, known, best = classes.symmetry.network, list(bounds), list[tuple[Fraction, np.ndarray, int]]()
    for width in widths:
        if best and best[0][0] == known[0][0]:
            break
        flows = flow_variables(classes, demand, usable(net, *ends, width))
        try:
            require("linear program", net.title, float(flows.count) ** 1.6)
        except SizeError:
            if not best:
                raise
            break
        solver = program(flows)
        value, multipliers = solver.least()
        known = sorted([*known, solver.bound(multipliers)], key=lambda each: -each[0])
        lower = known[0][0]
        aim = lower if abs(value - float(lower)) < SAME * value else Fraction(value).limit_denominator(NEAR)
        exact = exact_flows(flows, solver.shortest(float(aim)), ends[1])
        best = sorted([*best, (solver.load(*exact), *exact)], key=lambda each: each[0])
    (upper, found, scale), (lower, lengths) = best[0], known[0]
    return Best(classes, found, scale, upper, lower, lengths)
