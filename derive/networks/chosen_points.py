"""Networks that are points modulo the multiples of some vectors, by one chosen point of each class with its distance from 0.

The choice is checked to have as many points as there are classes, and to have one of the class of each point next to a chosen one:
then it has exactly one of each class. The distance is a potential on them. All is affine in the sizes, case by case.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.evaluate import compiled, holds, placed
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, PairMax, PairSum, parameter
from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.summation.sums import summed
from netlemma.derive.core.domain import Domain
from netlemma.derive.networks.coordinate_fabrics import Structure
from netlemma.errors import NotDerived

Point = tuple[sp.Expr, ...]
Step = tuple[int, ...]
Range = tuple[sp.Symbol, sp.Expr, sp.Expr]
_i = parameter("i", 0)
LARGEST, MOST_POINTS = (
    16,
    5_000,
)  # parameters of small sizes that suggest to which chosen points hops lead, and points of all of them
MULTIPLES = 1  # of a vector that are tried there


@dataclass(frozen=True)
class Cell:
    """Chosen points: whole numbers in some ranges, where each may depend on those before, and their coordinates.

    far: The distance of a point from 0.
    """

    ranges: tuple[Range, ...]
    point: Point
    far: sp.Expr

    @cached_property
    def numbers(self) -> dict[sp.Symbol, sp.Expr]:
        """The numbers that give a point, if any do, by its coordinates."""
        coordinates = _coordinates(len(self.point))
        found: dict[sp.Symbol, sp.Expr] = {}
        own = {x for x, _, _ in self.ranges}
        while own - {*found}:
            x, value, symbol = next(
                (x, value, symbol)
                for value, symbol in zip(self.point, coordinates, strict=True)
                for x in (value.free_symbols & own) - {*found}
                if value.free_symbols & own <= {x, *found} and value.coeff(x) in (1, -1)
            )
            found[x] = (value.coeff(x) * (symbol - value + value.coeff(x) * x)).xreplace(found)
        return found

    def replaced(self, table: Mapping[sp.Symbol, sp.Expr]) -> "Cell":
        """These points with other expressions in place of symbols."""
        ranges = tuple((x, low.xreplace(table), high.xreplace(table)) for x, low, high in self.ranges)
        return Cell(ranges, tuple(x.xreplace(table) for x in self.point), self.far.xreplace(table))

    def inside(self) -> list[sp.Basic]:
        """The conditions on the numbers."""
        return [condition for x, low, high in self.ranges for condition in (sp.Ge(x, low), sp.Le(x, high))]

    @cached_property
    def member(self) -> tuple[Any, Any]:
        """In the solver's terms, that a point given by its coordinates is one of these, and its distance."""
        same = [
            sp.Eq(x.xreplace(self.numbers), y) for x, y in zip(self.point, _coordinates(len(self.point)), strict=True)
        ]
        inside = [c.xreplace(self.numbers) for c in self.inside()]
        return smt.z3().And(*map(smt.translated, [*inside, *same])), smt.translated(self.far.xreplace(self.numbers))

    def at(self, point: Sequence[Any]) -> tuple[Any, Any]:
        """In the solver's terms, that a point is one of these, and its distance."""
        table = [(smt.translated(x), y) for x, y in zip(_coordinates(len(point)), point, strict=True)]
        return tuple(smt.z3().substitute(each, *table) for each in self.member)  # type: ignore[return-value]

    def total(self, body: sp.Expr, known: Sequence[sp.Basic]) -> sp.Expr:
        """The sum of a function of the numbers over all points."""
        if not self.ranges:
            return body
        return summed(sp.Sum(body, *reversed(self.ranges)), known)

    def at_distance(self) -> tuple[sp.Expr, sp.Basic]:
        """How many points are i hops from 0, and for which i; the distance is constant, or the first number."""
        if len(self.ranges) > 1 + (bool(self.ranges) and self.far == self.ranges[0][0]):
            raise NotDerived("points at a distance are in several ranges")
        if self.ranges and self.far == self.ranges[0][0]:
            (x, low, high), *inner = self.ranges
            there = sp.And(sp.Ge(_i, low), sp.Le(_i, high))
        else:
            x, inner, there = _i, list(self.ranges), sp.Eq(_i, self.far)
        count = sp.Integer(1)
        for _, low, high in inner:
            count = high - low + 1
        return sp.expand(count.xreplace({x: _i})), there


def copies(
    turn: Sequence[Sequence[int]], turns: Iterable[int], ranges: tuple[Range, ...], point: Point, far: sp.Expr
) -> list[Cell]:
    """Chosen points turned around 0 by a matrix, so many times each."""
    return [Cell(ranges, tuple(map(sp.expand, sp.Matrix(turn) ** number * sp.Matrix(point))), far) for number in turns]


@dataclass(frozen=True)
class Choice:
    """One point of each class of points modulo vectors.

    known: Conditions on the parameters.
    vectors: The vectors, by the parameters.
    cells: The chosen points.
    """

    known: tuple[sp.Basic, ...]
    vectors: tuple[Point, ...]
    cells: tuple[Cell, ...]

    def small(self) -> Iterator[dict[sp.Symbol, int]]:
        """Small values of the parameters."""
        every = sorted(set().union(*(each.free_symbols for each in self.known)), key=str)
        for numbers in sorted(product(range(LARGEST + 1), repeat=len(every)), key=lambda each: (sum(each), each)):
            values = dict(zip(every, numbers, strict=True))
            if all(holds(c, values) for c in self.known):
                yield values

    def multiple(self, times: Sequence[int]) -> Point:
        """A sum of multiples of the vectors."""
        return tuple(
            sp.expand(sum(t * x for t, x in zip(times, column, strict=True)))
            for column in zip(*self.vectors, strict=True)
        )


@dataclass(frozen=True)
class Case:
    """Sizes of one kind.

    sizes: The sizes, and other expressions in closed forms, by parameters in which all is affine.
    choice: The chosen points.
    witness: The parameters by the sizes.
    weights: What the coordinates count for in the numbers of nodes, if these are numbered.
    """

    sizes: Mapping[sp.Expr, sp.Expr]
    choice: Choice
    witness: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    weights: tuple[sp.Expr, ...] = ()

    def of(self, form: sp.Basic) -> Any:
        """A closed form, or a condition, by the parameters."""
        if isinstance(form, sp.Piecewise):  # SymPy may rewrite conditions without end
            return sp.Piecewise(*((self.of(value), self.of(when)) for value, when in form.args), evaluate=False)
        if isinstance(form, sp.core.relational.Relational):
            above, _ = sp.fraction(sp.together(self.of(form.lhs - form.rhs)))
            return form.func(sp.expand(above), 0)
        if isinstance(form, sp.And | sp.Or | sp.Not) or form.has(sp.Piecewise):
            return form.func(*map(self.of, form.args))
        there = form.xreplace(dict(self.sizes))
        whole = {part: part.func(*map(sp.expand, part.args)) for part in there.atoms(sp.floor, sp.Mod, sp.ceiling)}
        return sp.expand(there.xreplace(whole))


@dataclass(frozen=True, eq=False)
class ChosenPoints(Structure):
    """Points modulo the multiples of some vectors.

    nodes: The number of classes.
    steps: The hops from each point, as what they add.
    total: The sum of the distances from 0.
    most: The largest distance.
    layers: The number of nodes i hops from 0, if it is known.
    cases: Function that gives the sizes, case by case.
    complete: Check that each size is in a case, if the parameters are not given by the sizes.
    turn: A matrix that takes steps and vectors to others.
    """

    domain: Domain
    nodes: sp.Expr
    steps: tuple[tuple[int, ...], ...]
    total: sp.Expr
    most: sp.Expr
    cases: Callable[[], tuple[Case, ...]]
    layers: sp.Expr | None = None
    complete: Callable[[], None] | None = None
    turn: tuple[tuple[int, ...], ...] = ()
    kind: ClassVar[str] = "one point of each class"

    @cached_property
    def every_case(self) -> tuple[Case, ...]:
        """The cases, built on first use."""
        return self.cases()

    def value(self, part: sp.Expr) -> sp.Expr:
        if isinstance(part, PairSum) and part.body == sp.KroneckerDelta(at.distance, _i) and self.layers is not None:
            return self.nodes * self.layers
        if isinstance(part, PairSum) and part.body == at.distance:
            return self.nodes * self.total
        if isinstance(part, PairMax):
            return self.most
        if isinstance(part, DeviceMax):
            self._certify_alike()
            return self.nodes * self.total / (self.nodes * len(self.steps))
        raise NotDerived(f"{part} of points")

    def because(self, part: sp.Expr) -> str:
        if isinstance(part, DeviceMax):
            return "turns and shifts lead from any link to any other one, both ways; each hop crosses one"
        return "shifts lead from any node to any other one; one point of each class has the distance from 0"

    def lines(self) -> list[str]:
        number = len(self.every_case)
        return [
            f"one point of each class, by {number} case{'s' * (number > 1)} of sizes: z3, for all sizes: hops from chosen points lead to "
            "the classes of chosen points; their numbers are those of the classes",
            "z3: the distance is 0 at 0 alone, no hop changes it by more than one, and one lowers it by one",
        ]

    def certify(self) -> None:
        _certified(self)

    def certify_all(self) -> None:
        """Check every case; it raises ProofError."""
        if self.complete is None:
            self._certify_cases()
        else:
            self.complete()
        for case in self.every_case:
            _certify_choice(case.choice, self.steps)
            self._certify_numbers(case)

    def _certify_cases(self) -> None:
        """Check that each size is in one of the cases."""
        met = []
        for case in self.every_case:
            again = [sp.Eq(value.xreplace(dict(case.witness)), name) for name, value in case.sizes.items()]
            met.append(sp.And(*again, *(sp.S(c).xreplace(dict(case.witness)) for c in case.choice.known)))
        found = smt.counterexample(self.domain.assumptions(), sp.Or(*met))
        require(found is None, f"no case has {found}")

    def _certify_numbers(self, case: Case) -> None:
        """Check the numbers of chosen points, of nodes at each distance, their sum and the largest distance."""
        known, vectors, cells = list(case.choice.known), case.choice.vectors, case.choice.cells
        classes = sp.expand(sp.Matrix(vectors).det())
        nodes = case.of(self.nodes)
        require(nodes in (classes, -classes), f"there are {classes} classes")
        if case.weights:
            some = (x - y for x in (*case.weights, 0) for y in (*case.weights, 0))
            require(any(sp.expand(each) == 1 for each in some), "no hops may lead to the next number")
            for vector in vectors:
                times = sp.cancel(sum(w * x for w, x in zip(case.weights, vector, strict=True)) / nodes)
                require(times.is_Integer, f"{vector} is not 0 modulo {nodes}")
        chosen = sum(cell.total(sp.S.One, known) for cell in cells)
        require(equal(sp.expand(chosen), classes), f"{chosen} points are chosen, not {classes}")
        total = sum(cell.total(cell.far, known) for cell in cells)
        require(equal(total, case.of(self.total)), f"the sum of the distances is {sp.factor(total)}")
        most = case.of(self.most)
        for cell in cells:
            require(smt.always([*known, *cell.inside()], sp.Le(cell.far, most)), f"a node is farther away than {most}")
        _certify_attained(case.choice, most)
        if self.layers is not None:
            counted = [cell.at_distance() for cell in cells]
            for cell in cells:
                for j, (first, low, high) in enumerate(cell.ranges):
                    if first == cell.far:
                        continue
                    outer = [c for x, least, last in cell.ranges[:j] for c in (sp.Ge(x, least), sp.Le(x, last))]
                    require(smt.always([*known, *outer], sp.Ge(high - low + 1, 0)), "a negative number of points")
            there = sum(sp.Piecewise((count, when), (0, True)) for count, when in counted)
            claimed = case.of(self.layers)
            found = smt.counterexample([*known, sp.Ge(_i, 0)], sp.Eq(claimed, there))
            require(found is None, f"other numbers of nodes at a distance: {found}")

    def _certify_alike(self) -> None:
        """Check that turns lead from any step to any other one and keep the vectors, and that each step leads to another node."""
        require(bool(self.turn) and self.layers is not None, "no turn leads from link to link")
        assert self.layers is not None
        turn = sp.Matrix(self.turn)
        reached = [self.steps[0]]
        for _ in self.steps:
            reached.append(tuple(turn * sp.Matrix(reached[-1])))
        require({*reached} == {*self.steps}, "turns do not lead to all steps")
        require({tuple(-x for x in step) for step in self.steps} == {*self.steps}, "links are not the same backwards")
        for case in self.every_case:
            basis = sp.Matrix(case.choice.vectors).T
            times = (basis.inv() * turn * basis).applyfunc(sp.cancel)
            require(all(x.is_Integer for x in times), "the turn does not keep the vectors")
        near = sp.Eq(self.layers.xreplace({_i: sp.Integer(1)}), len(self.steps))
        require(smt.always(self.domain.assumptions(), near), "links may lead to the same node")


@lru_cache(64)
def _certify_choice(choice: Choice, steps: tuple[Step, ...]) -> None:
    """Check that hops lead from chosen points to chosen points, but for multiples of the vectors, and that the distance is one."""
    z3, known = smt.z3(), [smt.translated(each) for each in choice.known]
    reaches = [z3.And(inside, far == 0) for inside, far in (c.at([z3.IntVal(0)] * len(steps[0])) for c in choice.cells)]
    require(smt.solution([*known, z3.Not(z3.Or(*reaches))]) is None, "0 is not chosen")
    found = _suggested(choice, steps)
    for number, cell in enumerate(choice.cells):
        here, far = [*known, *map(smt.translated, cell.inside())], smt.translated(cell.far)
        point = [smt.translated(x) for x in cell.point]
        away = z3.Or(*(x != 0 for x in point))
        require(smt.solution([*here, (far > 0) != away]) is None, "the distance is not 0 at 0 alone")
        require(smt.solution([*here, far < 0]) is None, "a negative distance")
        lower, every = [], []
        for step in steps:
            near = []
            for other, shift in found.get((number, step), ()):
                vector = map(smt.translated, choice.multiple(shift))
                inside, there = choice.cells[other].at([x + y - z for x, y, z in zip(point, step, vector, strict=True)])
                near.append(z3.And(inside, there <= far + 1, there >= far - 1))
                lower.append(z3.And(inside, there == far - 1))
            every.append(z3.Or(*near))
        said = f"a hop from {cell.point} leads to no chosen point, or too far"
        require(smt.solution([*here, z3.Not(z3.And(*every))]) is None, said)
        require(smt.solution([*here, away, z3.Not(z3.Or(*lower))]) is None, f"no hop from {cell.point} leads nearer")


def _suggested(choice: Choice, steps: tuple[Step, ...]) -> dict[tuple[int, Step], dict[tuple[int, Step], None]]:
    """For chosen points of each cell and each step the cells to which it leads, and by which multiples of the vectors, at small sizes."""
    found: dict[tuple[int, Step], dict[tuple[int, Step], None]] = {}
    times = product(range(-MULTIPLES, MULTIPLES + 1), repeat=len(choice.vectors))
    shifts = sorted(times, key=lambda each: sum(map(abs, each)))
    left = MOST_POINTS
    for size in choice.small():
        chosen = {point: c for c, cell in enumerate(choice.cells) for point in _points(cell.ranges, cell.point, size)}
        numbers = {shift: tuple(_value(x, size) for x in choice.multiple(shift)) for shift in shifts}
        for point, c in chosen.items():
            for step in steps:
                ends = tuple(x + y for x, y in zip(point, step, strict=True))
                known = found.setdefault((c, step), {})
                for shift in (*(shift for _, shift in known), *shifts):
                    other = chosen.get(tuple(x - y for x, y in zip(ends, numbers[shift], strict=True)))
                    if other is not None:
                        known[other, shift] = None
                        break
        left -= len(chosen)
        if left < 0:
            break
    return found


def _certify_attained(choice: Choice, most: sp.Expr) -> None:
    """Check that some chosen point is as far away: one with numbers at an end of their ranges."""
    some = []
    for cell in choice.cells:
        for values in product(*((low, high) for _, low, high in cell.ranges)):
            numbers: dict[sp.Symbol, sp.Expr] = {}
            for (x, _, _), value in zip(cell.ranges, values, strict=True):
                numbers[x] = value.xreplace(numbers)
            some.append(sp.And(*(c.xreplace(numbers) for c in cell.inside()), sp.Eq(cell.far.xreplace(numbers), most)))
    require(smt.always(choice.known, sp.Or(*some)), f"no node is {most} hops away")


@lru_cache(64)
def _certified(points: ChosenPoints) -> None:
    points.certify_all()


def _coordinates(number: int) -> tuple[sp.Symbol, ...]:
    return sp.symbols(f"q:{number}'", integer=True)  # type: ignore[no-any-return]


def _value(expr: sp.Expr, at_: Mapping[sp.Symbol, int]) -> int:
    return int(compiled(sp.S(expr))(placed(at_)))


def _points(ranges: Sequence[Range], point: Point, at_: Mapping[sp.Symbol, int]) -> Iterator[tuple[int, ...]]:
    if not ranges:
        yield tuple(_value(x, at_) for x in point)
        return
    (x, low, high), *rest = ranges
    for number in range(_value(low, at_), _value(high, at_) + 1):
        yield from _points(rest, point, {**at_, x: number})
