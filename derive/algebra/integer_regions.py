"""Integer points defined by affine inequalities and congruences, and the questions a region decides, by Fourier-Motzkin elimination."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple

# Affine constraints over the integers, decided by Fourier-Motzkin elimination.
#
# A *row* `(((name, coefficient), ...), constant)` stands for `sum(coefficient * name) + constant >= 0` with integer
# coefficients and integer unknowns. `solve` eliminates one unknown after the other (J. Fourier 1827, T. Motzkin 1936;
# the integer tightening of each row by the gcd of its coefficients is the one of W. Pugh, The Omega test, 1991).
# "No solution" is therefore certain; "a solution" is certain whenever a point is given with it.


Number = int | Fraction
AffineRow = tuple[tuple[tuple[str, int], ...], int]
FALSE: AffineRow = ((), -1)


class Solution(NamedTuple):
    """Result of `solve`: whether rational points exist, and an integer point if one was found."""

    feasible: bool
    point: dict[str, int] | None


def row(coefficients: Mapping[str, Number], constant: Number) -> AffineRow:
    """The row of `sum(coefficients[x] * x) + constant >= 0`, in lowest terms and tightened to the integers.

    W. Pugh, "The Omega test", Supercomputing 1991: tightening of constants by the gcd of the coefficients.

    >>> row({"x": Fraction(2, 3), "y": 0}, Fraction(1, 2))      # 2x/3 + 1/2 >= 0  is  4x + 3 >= 0  is  x >= 0
    ((('x', 1),), 0)
    """
    scale = constant.denominator
    for value in coefficients.values():
        scale = lcm(scale, value.denominator)
    items = [(name, int(value * scale)) for name, value in coefficients.items() if value]
    if not items:
        return ((), 0 if constant >= 0 else -1)
    items.sort()
    rest = int(constant * scale)
    divisor = gcd(*(value for _, value in items))
    if divisor > 1:
        return tuple((name, value // divisor) for name, value in items), rest // divisor
    return tuple(items), rest


def negation(condition: AffineRow) -> AffineRow:
    """The row that holds at exactly the integer points where `condition` does not.

    >>> negation(((("x", 1),), -3))       # x >= 3  becomes  x <= 2
    ((('x', -1),), 2)
    """
    coefficients, constant = condition
    return tuple((name, -value) for name, value in coefficients), -constant - 1


def value_at(condition: AffineRow, point: Mapping[str, int]) -> int:
    """The left-hand side of a row at an integer point.

    >>> value_at(((("x", 1), ("y", -2)), 5), {"x": 3, "y": 1})
    6
    """
    return sum(value * point.get(name, 0) for name, value in condition[0]) + condition[1]


def _tight(system: dict[tuple[int, ...], int], vector: tuple[int, ...], constant: int) -> bool:
    """Add a row to a system, keeping the tightest of equal left-hand sides; False if the row cannot hold."""
    divisor = gcd(*vector)
    if divisor == 0:
        return constant >= 0
    if divisor > 1:
        vector = tuple(value // divisor for value in vector)
        constant //= divisor
    known = system.get(vector)
    if known is None or constant < known:
        system[vector] = constant
        opposite = system.get(tuple(-value for value in vector))
        if opposite is not None and opposite + constant < 0:
            return False
    return True


def _cheapest(system: Mapping[tuple[int, ...], int], unknowns: Iterable[int]) -> int:
    """The unknown to eliminate next: exact elimination over the integers first, then the fewest new rows."""
    best, choice = None, -1
    for unknown in unknowns:
        lower = [vector[unknown] for vector in system if vector[unknown] > 0]
        upper = [-vector[unknown] for vector in system if vector[unknown] < 0]
        inexact = bool(lower and upper) and max(lower) > 1 and max(upper) > 1
        cost = (inexact, len(lower) * len(upper) - len(lower) - len(upper))
        if best is None or cost < best:
            best, choice = cost, unknown
    return choice


@lru_cache(maxsize=200_000)
def solve(rows: frozenset[AffineRow]) -> Solution:
    """Decide whether integer unknowns can satisfy every row.

    * J. Fourier (1827) and T. Motzkin (1936): elimination of one unknown after the other.
    * W. Pugh, "The Omega test", Supercomputing 1991: tightening of rows to the integers.

    >>> x_is = lambda a, c: ((("x", a),), c)
    >>> solve(frozenset([x_is(1, -3), x_is(-1, 2)])).feasible         # x >= 3 and x <= 2
    False
    >>> solve(frozenset([x_is(1, -3), x_is(-1, 3)])).point            # x >= 3 and x <= 3
    {'x': 3}
    """
    names = sorted({name for coefficients, _ in rows for name, _ in coefficients})
    place = {name: i for i, name in enumerate(names)}
    system: dict[tuple[int, ...], int] = {}
    for coefficients, constant in rows:
        vector = [0] * len(names)
        for name, value in coefficients:
            vector[place[name]] = value
        if not _tight(system, tuple(vector), constant):
            return Solution(False, None)
    stages: list[tuple[int, list[tuple[tuple[int, ...], int]]]] = []
    remaining = set(range(len(names)))
    while remaining:
        unknown = _cheapest(system, sorted(remaining))
        remaining.remove(unknown)
        lower = [(v, c) for v, c in system.items() if v[unknown] > 0]
        upper = [(v, c) for v, c in system.items() if v[unknown] < 0]
        stages.append((unknown, lower + upper))
        system = {v: c for v, c in system.items() if v[unknown] == 0}
        for low, low_constant in lower:
            for high, high_constant in upper:
                a, b = -high[unknown], low[unknown]
                vector_sum = tuple(a * x + b * y for x, y in zip(low, high, strict=True))
                if not _tight(system, vector_sum, a * low_constant + b * high_constant):
                    return Solution(False, None)
    return Solution(True, _back_substitute(stages, names))


def _back_substitute(
    stages: list[tuple[int, list[tuple[tuple[int, ...], int]]]], names: list[str]
) -> dict[str, int] | None:
    """An integer point inside the bounds recorded at each elimination, away from the edges where there is room."""
    point = [0] * len(names)
    for unknown, rows in reversed(stages):
        low: int | None = None
        high: int | None = None
        point[unknown] = 0
        for vector, constant in rows:
            rest = constant + sum(x * y for x, y in zip(vector, point, strict=True) if x)
            coefficient = vector[unknown]
            if coefficient > 0:
                bound = -(rest // coefficient)
                low = bound if low is None or bound > low else low
            else:
                bound = rest // -coefficient
                high = bound if high is None or bound < high else high
        if low is not None and high is not None:
            if low > high:
                return None
            point[unknown] = (low + high) // 2
        elif low is not None:
            point[unknown] = low + 5
        elif high is not None:
            point[unknown] = high - 5
    return dict(zip(names, point, strict=True))


# Regions: integer points defined by affine inequalities and congruences, and the questions a region decides.
#
# A region keeps its inequalities in *lattice* unknowns: the assumption `w = 1 (mod 2)` replaces w by 2w' + 1, so that
# later inequalities are tightened to the class. Two kinds of question split a region: a `Sign` (is this row >= 0, or <=
# -1?) and `Residues` (which of the residues 0 .. q-1 has this form?). Their branches partition the region by
# construction.


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
        """Rewrite an affine form in variables as one in lattice unknowns."""
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
        """The part of the region in which the question has the answer `branch`."""
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
        """True if the row holds throughout the region, False if it holds nowhere."""
        if self.implies(condition):
            return True
        if self.implies(negation(condition)):
            return False
        raise Undecided(Sign(condition))

    def residue(self, form: Iterable[tuple[str, Number]], constant: int, modulus: int) -> int:
        """The residue of `form + constant` modulo `modulus`."""
        reduced = [(name, int(x) % modulus) for name, x in form if x % modulus]
        coefficients, shifted = self.localise(reduced, constant)
        if all(x % modulus == 0 for x in coefficients.values()):
            return int(shifted) % modulus
        raise Undecided(self._residue_question(reduced, modulus))

    def _residue_question(self, form: list[tuple[str, int]], modulus: int) -> Residues:
        """A question that `assume` can process: some unknown must be expressible by the others."""
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
        """The branch of the question that contains the whole region."""
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
