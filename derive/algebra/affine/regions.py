"""Regions: integer points defined by affine inequalities and congruences, and the questions a region decides.

A region keeps its inequalities in *lattice* unknowns: the assumption `w = 1 (mod 2)` replaces w by 2w' + 1, so that
later inequalities are tightened to the class. Two kinds of question split a region: a `Sign` (is this row >= 0, or <=
-1?) and `Residues` (which of the residues 0 .. q-1 has this form?). Their branches partition the region by
construction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import gcd

from netlemma.derive.algebra.affine.elimination import (
    FALSE,
    AffineRow,
    Number,
    Solution,
    negation,
    row,
    solve,
    value_at,
)

Form = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Sign:
    """The question whether a row is >= 0; branch 0 is yes, branch 1 is no."""

    row: AffineRow
    size = 2


@dataclass(frozen=True)
class Residues:
    """The question for the residue of a linear form; branch r is `form = r (mod modulus)`."""

    form: Form
    modulus: int

    @property
    def size(self) -> int:
        return self.modulus


Atom = Sign | Residues
Condition = tuple[Atom, int]


class Undecided(Exception):
    """A region does not answer a question; `atom` is the question to split it on."""

    def __init__(self, atom: Atom):
        super().__init__(atom)
        self.atom = atom


@dataclass(frozen=True, eq=False)
class Region:
    """The integer points that satisfy a list of conditions.

    `rows` are the inequalities in lattice unknowns, `lattice` expresses each variable in lattice unknowns, and
    `conditions` lists the assumptions in order.

    >>> even = Region().assume(Residues((("w", 1),), 2), 0).assume(Sign(((("w", 1),), -1)), 0)    # w even, w >= 1
    >>> even.implies(((("w", 1),), -2))                                                           # so w >= 2
    True
    """

    rows: frozenset[AffineRow] = frozenset()
    lattice: Mapping[str, tuple[Mapping[str, int], int]] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    _known: dict[AffineRow, bool] = field(default_factory=dict, repr=False)

    @property
    def solution(self) -> Solution:
        """Whether the region has points, and one of them in lattice unknowns."""
        return solve(self.rows)

    @property
    def feasible(self) -> bool:
        """False if the region is certainly empty."""
        return self.solution.feasible

    def point(self) -> dict[str, int] | None:
        """An integer point in the region's own variables, or None if none was found; variables without condition are absent."""
        found = self.solution.point
        if found is None:
            return None
        point = {name: number for name, number in found.items() if "~" not in name}
        for name, (coefficients, constant) in self.lattice.items():
            point[name] = sum(x * found.get(unknown, 0) for unknown, x in coefficients.items()) + constant
        return point

    def contains(self, point: Mapping[str, Number]) -> bool:
        """Whether a point satisfies every condition of the region; absent names count as 0.

        Examples
        --------
        >>> Region().assume(Residues((("w", 1),), 2), 1).contains({"w": 3})
        True
        """

        def branch(atom: Atom) -> int:
            if isinstance(atom, Sign):
                return 0 if sum(x * point.get(name, 0) for name, x in atom.row[0]) + atom.row[1] >= 0 else 1
            return int(sum(x * point.get(name, 0) for name, x in atom.form)) % atom.modulus

        return all(branch(atom) == answer for atom, answer in self.conditions)

    def localise(
        self, coefficients: Iterable[tuple[str, Number]], constant: Number
    ) -> tuple[dict[str, Number], Number]:
        """Rewrite an affine form in variables as one in lattice unknowns.

        Parameters
        ----------
        coefficients : iterable of tuple of (str, Number)
            Pairs of variable and coefficient.
        constant : Number
            Constant of the form.

        Returns
        -------
        tuple of (dict from str to Number, Number)
            Coefficients of the lattice unknowns, and the constant.
        """
        result: dict[str, Number] = {}
        for name, factor in coefficients:
            if name in self.lattice:
                inner, shift = self.lattice[name]
                constant += factor * shift
                for unknown, x in inner.items():
                    result[unknown] = result.get(unknown, 0) + factor * x
            else:
                result[name] = result.get(name, 0) + factor
        return result, constant

    def local_row(self, condition: AffineRow) -> AffineRow:
        """A row in variables, rewritten in lattice unknowns and tightened."""
        if not self.lattice:
            return condition
        return row(*self.localise(*condition))

    def assume(self, atom: Atom, branch: int) -> Region:
        """The part of the region in which the question has the answer `branch`.

        Parameters
        ----------
        atom : Atom
            Question to split on.
        branch : int
            Number of the answer.

        Returns
        -------
        Region
            The smaller region.
        """
        conditions = (*self.conditions, (atom, branch))
        if isinstance(atom, Sign):
            condition = atom.row if branch == 0 else negation(atom.row)
            return Region(self.rows | {self.local_row(condition)}, self.lattice, conditions)
        return self._assume_residue(atom, branch, conditions)

    def meet(self, answers: Iterable[Condition]) -> Region:
        """The part of the region in which every question has its given answer."""
        part = self
        for atom, branch in answers:
            part = part.assume(atom, branch)
        return part

    def assume_row(self, condition: AffineRow) -> Region:
        """The part of the region in which the row holds."""
        return self.assume(Sign(condition), 0)

    def _assume_residue(self, atom: Residues, residue: int, conditions: tuple[Condition, ...]) -> Region:
        coefficients, constant = self.localise(atom.form, -residue)
        divisor = gcd(atom.modulus, *(int(x) for x in coefficients.values()))
        if constant % divisor:
            return Region(self.rows | {FALSE}, self.lattice, conditions)
        modulus = atom.modulus // divisor
        form = {name: int(x) // divisor % modulus for name, x in coefficients.items()}
        form = {name: x for name, x in form.items() if x}
        if not form:
            return Region(self.rows, self.lattice, conditions)
        pivot = next(name for name, x in sorted(form.items()) if gcd(x, modulus) == 1)
        inverse = pow(form[pivot], -1, modulus)
        replaced: dict[str, int] = {name: -inverse * x % modulus for name, x in form.items() if name != pivot}
        replaced = {name: x - modulus if 2 * x > modulus else x for name, x in replaced.items() if x}
        replaced[pivot + "~"] = modulus
        shift = (
            -inverse * int(constant) // divisor % modulus
            if divisor == 1
            else -inverse * (int(constant) // divisor) % modulus
        )
        step = Region((), {pivot: (replaced, shift)})  # type: ignore[arg-type]
        lattice = {}
        for name, (inner, offset) in self.lattice.items():
            moved, moved_constant = step.localise(inner.items(), offset)
            lattice[name] = ({k: int(x) for k, x in moved.items() if x}, int(moved_constant))
        if "~" not in pivot:
            lattice[pivot] = (replaced, shift)
        return Region(frozenset(step.local_row(condition) for condition in self.rows), lattice, conditions)

    def implies(self, condition: AffineRow) -> bool:
        """Whether the row certainly holds at every point of the region."""
        known = self._known.get(condition)
        if known is None:
            known = self._known[condition] = self._implies(self.local_row(condition))
        return known

    def _implies(self, local: AffineRow) -> bool:
        if not local[0]:
            return local[1] >= 0
        if local in self.rows:
            return True
        point = self.solution.point
        if point is not None and value_at(local, point) < 0:
            return False
        return not solve(self.rows | {negation(local)}).feasible

    def decide_sign(self, condition: AffineRow) -> bool:
        """True if the row holds throughout the region, False if it holds nowhere.

        Raises
        ------
        Undecided
            If neither is certain.
        """
        if self.implies(condition):
            return True
        if self.implies(negation(condition)):
            return False
        raise Undecided(Sign(condition))

    def residue(self, form: Iterable[tuple[str, Number]], constant: int, modulus: int) -> int:
        """The residue of `form + constant` modulo `modulus`.

        Parameters
        ----------
        form : iterable of tuple of (str, Number)
            Pairs of variable and coefficient.
        constant : int
            Integer added to the form.
        modulus : int
            Positive modulus.

        Returns
        -------
        int
            The residue, between 0 and `modulus` - 1.

        Raises
        ------
        Undecided
            If the region does not determine it.
        """
        reduced = [(name, int(x) % modulus) for name, x in form if x % modulus]
        coefficients, shifted = self.localise(reduced, constant)
        if all(x % modulus == 0 for x in coefficients.values()):
            return int(shifted) % modulus
        raise Undecided(self._residue_question(reduced, modulus))

    def _residue_question(self, form: list[tuple[str, int]], modulus: int) -> Residues:
        """A question that `assume` can process: some unknown must be expressible by the others.

        Returns
        -------
        Residues
        """
        divisor = gcd(modulus, *(x for _, x in form))
        modulus //= divisor
        form = sorted((name, x // divisor) for name, x in form)
        unit = next((pow(x, -1, modulus) for _, x in form if gcd(x, modulus) == 1), 1)
        form = [(name, x * unit % modulus) for name, x in form]
        question = Residues(tuple(form), modulus)
        if self._solvable(question):
            return question
        for name, x in sorted(form):
            single = Residues(((name, 1),), modulus // gcd(x, modulus))
            if self._solvable(single) and not self._settled(single):
                return single
        raise ValueError(f"the residues of {form} modulo {modulus} cannot be separated")  # pragma: no cover

    def _settled(self, atom: Residues) -> bool:
        coefficients, _ = self.localise(atom.form, 0)
        return all(x % atom.modulus == 0 for x in coefficients.values())

    def _solvable(self, atom: Residues) -> bool:
        coefficients, _ = self.localise(atom.form, 0)
        divisor = gcd(atom.modulus, *(int(x) for x in coefficients.values()))
        modulus = atom.modulus // divisor
        reduced = [int(x) // divisor % modulus for x in coefficients.values()]
        return not any(reduced) or any(gcd(x, modulus) == 1 for x in reduced)

    def answer(self, atom: Atom) -> int:
        """The branch of the question that contains the whole region.

        Raises
        ------
        Undecided
            If no single branch contains it.
        """
        if isinstance(atom, Sign):
            try:
                return 0 if self.decide_sign(atom.row) else 1
            except Undecided:
                raise Undecided(atom) from None
        return self.residue(atom.form, 0, atom.modulus)

    def branches(self, atom: Atom) -> Iterator[tuple[int, Region]]:
        """Every branch of the question with its part of the region, empty parts included."""
        for branch in range(atom.size):
            yield branch, self.assume(atom, branch)
