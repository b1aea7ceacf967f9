"""SAT problems about dependencies that may not form a cycle, solved by forbidding cycles as they occur."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from netlemma.graphs.routing.dependency_graph import DependencyGraph

MOST_CONFLICTS = 20_000  # of all rounds of a limited search


class SolverLimit(Exception):
    """A search reached its limits without an answer."""


def sat_solver() -> Any:
    """A new SAT solver."""
    from pysat.solvers import Glucose4

    return Glucose4()


class AcyclicChoice:
    """Clauses over free variables and dependencies; a solution's dependencies form no cycle.

    >>> choice = AcyclicChoice()
    >>> there, back = choice.dependency("a", "b"), choice.dependency("b", "a")
    >>> wanted = choice.variable()
    >>> choice.add([-wanted, there]); choice.add([-wanted, back])
    >>> choice.solve(), choice.solve([wanted]), choice.core()
    (True, False, [3])
    """

    def __init__(self) -> None:
        self._solver = sat_solver()
        self._count = 0
        self._dependencies: dict[tuple[Hashable, Hashable], int] = {}
        self._resources: dict[Hashable, int] = {}
        self._ends: list[
            tuple[int, int, int]
        ] = []  # numbers of tail and head, and the variable, which rises, of each dependency
        self._model: list[int] = []
        self._refuted: list[list[int]] = []
        self.rounds = 0  # in which cycles were forbidden

    def variable(self) -> int:
        """A new variable, positive; its negation is the negative number."""
        self._count += 1
        return self._count

    def dependency(self, tail: Hashable, head: Hashable) -> int:
        """The variable of a dependency of the head on the tail."""
        pair = (tail, head)
        if pair not in self._dependencies:
            self._dependencies[pair] = self.variable()
            behind, ahead = (self._resources.setdefault(resource, len(self._resources)) for resource in pair)
            self._ends.append((behind, ahead, self._dependencies[pair]))
        return self._dependencies[pair]

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause: one of its literals is true."""
        self._solver.add_clause(clause)

    def solve(self, assumed: Iterable[int] = (), most_rounds: int | None = None) -> bool:
        """Whether there is a solution in which all assumed literals are true."""
        assumed = list(assumed)
        rounds = 0
        while self._satisfied(assumed, most_rounds is not None):
            self._model = [0, *self._solver.get_model()]
            cycles = self._cycles()
            if not cycles:
                return True
            if rounds == most_rounds:
                raise SolverLimit
            rounds += 1
            self._refuted += cycles
            self.rounds += 1
            for cycle in cycles:
                self.add([-variable for variable in cycle])
        return False

    def _satisfied(self, assumed: list[int], limited: bool) -> bool:
        if not limited:
            return bool(self._solver.solve(assumed))
        left = MOST_CONFLICTS - self._solver.accum_stats()["conflicts"]
        if left <= 0:  # which the solver would take for no limit
            raise SolverLimit
        self._solver.conf_budget(left)
        found = self._solver.solve_limited(assumed)
        if found is None:
            raise SolverLimit
        return bool(found)

    def holds(self, variable: int) -> bool:
        """Whether a variable is true in the solution found last."""
        return variable < len(self._model) and self._model[variable] > 0

    def dependencies_chosen(self) -> list[Any]:
        """The pairs (tail, head) that are dependencies in the solution found last."""
        return [pair for pair, v in self._dependencies.items() if self.holds(v)]

    def cycles(self) -> list[list[Any]]:
        """The cycles that were forbidden, each as its pairs (tail, head), one behind the other."""
        pair = {v: each for each, v in self._dependencies.items()}
        found = []
        for cycle in self._refuted:
            after: dict[Any, Any] = dict(pair[v] for v in cycle)
            tails = [next(iter(after))]
            while (following := after[tails[-1]]) != tails[0]:
                tails.append(following)
            found.append([(tail, after[tail]) for tail in tails])
        return found

    def core(self) -> list[int]:
        """Assumed literals that cannot all be true together, according to the last ``solve``."""
        return list(self._solver.get_core() or [])

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def _cycles(self) -> list[list[int]]:
        """Short cycles of the solution found last, one through each resource; none only if there is none."""
        ends = np.array(self._ends, dtype=np.int64).reshape(-1, 3)
        variables = ends[ends[:, 2] < len(self._model), 2]
        tail, head, variable = ends[: len(variables)][np.array(self._model)[variables] > 0].T
        order = np.lexsort((head, tail))
        tail, head, variable = tail[order], head[order], variable[order]
        graph = DependencyGraph(len(self._resources), tail, head, variable, np.zeros_like(variable))
        return [
            list(cycle) for cycle in dict.fromkeys(tuple(sorted(variable[edges].tolist())) for edges in graph.cycles())
        ]
