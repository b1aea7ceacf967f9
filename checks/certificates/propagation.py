"""Proofs that clauses have no solution, checked by unit propagation alone."""

from collections import defaultdict
from collections.abc import Iterable, Sequence


def refutes(clauses: Iterable[Sequence[int]], proof: Iterable[Sequence[int]]) -> bool:
    """Whether each clause of a proof follows from all before by unit propagation, and the last step is a contradiction.

    A clause follows if the negations of its literals lead to one by clauses all of whose literals but one are false.

    Parameters
    ----------
    clauses : iterable of sequence of int
        Clauses: of the literals of each one is true. A literal is a variable from 1 on, or its negative for its negation.
    proof : iterable of sequence of int
        Clauses that follow one after another, the lines of a proof in the format DRUP that add clauses.

    Returns
    -------
    bool
        Whether they do; false if the clauses were not shown to have no solution.

    References
    ----------
    E. Goldberg and Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas, 2003.

    Examples
    --------
    >>> refutes([[1, 2], [1, -2], [-1, 2], [-1, -2]], [[1]]), refutes([[1, 2], [1, -2], [-1, 2]], [[1]])
    (True, False)
    """
    known = _Clauses()
    for clause in clauses:
        known.add(clause)
    for clause in proof:
        if known.contradictory:
            break
        if not known.implies(clause):
            return False
        known.add(clause)
    return known.contradictory


class _Clauses:
    """Clauses with what follows from them alone; of each clause two literals are watched that are not false."""

    def __init__(self) -> None:
        self.contradictory = False
        self._true: dict[int, None] = {}
        self._watched: defaultdict[int, list[list[int]]] = defaultdict(list)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause, and what follows."""
        literals = list(dict.fromkeys(clause))
        literals.sort(key=lambda each: -each in self._true)  # those not false first
        for literal in literals[:2] if len(literals) > 1 else ():
            self._watched[literal].append(literals)
        if not literals or -literals[0] in self._true:
            self.contradictory = True
        elif len(literals) == 1 or -literals[1] in self._true:
            self.contradictory |= not self._propagate([literals[0]])

    def implies(self, clause: Sequence[int]) -> bool:
        """Whether the negation of a clause leads to a contradiction."""
        before = len(self._true)
        follows = not self._propagate([-literal for literal in clause])
        for literal in list(self._true)[before:]:
            del self._true[literal]
        return follows

    def _propagate(self, literals: Iterable[int]) -> bool:
        """Whether literals and all that follows from them are true without contradiction."""
        todo = list(literals)
        while todo:
            literal = todo.pop()
            if -literal in self._true:
                return False
            if literal in self._true:
                continue
            self._true[literal] = None
            kept = []
            watching = self._watched[-literal]
            for i, clause in enumerate(watching):
                if clause[0] == -literal:
                    clause[0], clause[1] = clause[1], clause[0]
                other = next((k for k in range(2, len(clause)) if -clause[k] not in self._true), 0)
                if clause[0] in self._true or not other:
                    kept.append(clause)
                    if clause[0] not in self._true:
                        if -clause[0] in self._true:
                            self._watched[-literal] = kept + watching[i + 1 :]
                            return False
                        todo.append(clause[0])
                else:
                    clause[1], clause[other] = clause[other], clause[1]
                    self._watched[clause[1]].append(clause)
            self._watched[-literal] = kept
        return True
