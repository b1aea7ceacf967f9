"""Networks that are a lattice modulo the multiples of two vectors, and balls around their points that do not overlap.

Up to some distance balls around the points of the class of 0 do not overlap, so that as many nodes are as far away as in the lattice;
the nodes that are left are one hop farther away.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.notation import DeviceMax, LinkSum, PairMax, PairSum, parameter
from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.core.derivation import DerivationBuilder, close_sums
from netlemma.derive.core.domain import Domain
from netlemma.derive.networks.coordinate_fabrics import Structure, of_nodes
from netlemma.derive.networks.distance_lemmas import NEAR
from netlemma.errors import NotDerived

Point = tuple[Any, ...]
_i = parameter("i", 0)
_x = sp.Symbol("x'", integer=True)
_m = sp.Symbol("m'", integer=True, nonnegative=True)
MULTIPLES = 3  # of a vector that are tried for a point near another one


@dataclass(frozen=True)
class Lattice:
    """An infinite network of points.

    steps: The links from points of each kind, as what they add; the next kind follows in turn.
    norm: "sum" or "max" of the sizes of the coordinates, which is the distance from 0.
    turned: Where a turn around 0 takes the coordinates: numbers of coordinates, from 1 on, with their signs.
    layer: The number of points i hops from 0, for i from 1 on.
    rows: For each of the kinds s of k, the ranges of the first two coordinates of the points at most k m + s hops from 0.
    zero_sum: Whether the coordinates of a point of kind s add up to s.
    """

    steps: tuple[tuple[Point, ...], ...]
    norm: str
    turned: tuple[int, ...]
    layer: sp.Expr
    rows: tuple[tuple[tuple[sp.Expr, sp.Expr], tuple[sp.Expr, sp.Expr]], ...]
    zero_sum: bool = True

    def far(self, point: Point) -> Any:
        """The distance of a point from 0, in the solver's terms."""
        z3 = smt.z3()
        sizes = [z3.If(x >= 0, x, -x) for x in point]
        if self.norm == "sum":
            return z3.Sum(sizes)
        most = sizes[0]
        for each in sizes[1:]:
            most = z3.If(each > most, each, most)
        return most

    def points(self, kind: int) -> tuple[Point, list[Any]]:
        """Any point of a kind, and what is known of it."""
        z3 = smt.z3()
        point = tuple(z3.Ints(" ".join(f"x{j}" for j in range(len(self.turned)))))
        return point, [z3.Sum([*point]) == kind] if self.zero_sum else []

    def certify(self) -> None:
        """Check the distance for all points: 0 at 0 alone, no step lowers it by more than one, and one lowers it by one."""
        z3 = smt.z3()
        for kind, steps in enumerate(self.steps):
            point, known = self.points(kind)
            here = self.far(point)
            there = [self.far(tuple(x + y for x, y in zip(point, step, strict=True))) for step in steps]
            away = z3.Or(*(x != 0 for x in point), z3.BoolVal(kind > 0))
            good = z3.And(
                *(each >= here - 1 for each in there), z3.Or(here == 0, *(each == here - 1 for each in there))
            )
            require(smt.solution([*known, z3.Not(z3.And(good, (here > 0) == away))]) is None, "another distance")

        self._certify_layers()

    def _certify_layers(self) -> None:
        """Check the numbers of points by distance: that the rows are those within it, and their sums."""
        z3, kinds = smt.z3(), len(self.steps)
        m = smt.translated(_m)
        for kind, ((low, high), (lower, upper)) in enumerate(self.rows):
            point, known = self.points(kind)
            first, second = point[0] == smt.translated(_x), point[1]
            bounds = [smt.translated(each) for each in (low, high, lower, upper)]
            inside = z3.And(point[0] >= bounds[0], point[0] <= bounds[1], second >= bounds[2], second <= bounds[3])
            claim = inside == (self.far(point) <= kinds * m + kind)
            require(smt.solution([m >= 0, first, *known, z3.Not(claim)]) is None, "other points in rows")
            total = sp.Sum(upper - lower + 1, (_x, low, high))
            within = sp.expand(close(total, [_m >= 0]).expression)
            hops = kinds * _m + kind
            grown = sp.expand(within - within.xreplace({_m: _m - 1}))
            require(
                sp.expand(self.layer.xreplace({_i: hops}) - grown) == 0, f"another number of points than {self.layer}"
            )
            at_first = self.layer.xreplace({_i: sp.Integer(kind)}) if kind else 1
            require(within.xreplace({_m: sp.S.Zero}) == at_first, "another number of points around 0")

    def turn(self, vector: Point) -> Point:
        """Where the turn takes a vector."""
        return tuple((1 if j > 0 else -1) * vector[abs(j) - 1] for j in self.turned)

    def certify_turn(self) -> None:
        """Check that turns lead from any step from 0 to any other one, and that points of two kinds are linked both ways."""
        first = self.steps[0]
        reached = [first[0]]
        for _ in first:
            reached.append(self.turn(reached[-1]))
        require({*reached} == {*first}, "turns do not lead to all steps")
        require({tuple(-x for x in step) for step in self.steps[-1]} == {*first}, "links are not the same backwards")


_ACROSS, _UP = (-_m, _m), (sp.Max(-_m, -_m - _x), sp.Min(_m, _m - _x))
SQUARE = Lattice(
    (((1, 0), (0, 1), (-1, 0), (0, -1)),), "sum", (-2, 1), 4 * _i, ((_ACROSS, (sp.Abs(_x) - _m, _m - sp.Abs(_x))),), False
)  # fmt: skip
HEXAGONAL = Lattice(
    (((1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1), (1, -1, 0)),), "max", (-2, -3, -1), 6 * _i, ((_ACROSS, _UP),)
)  # fmt: skip
HONEYCOMB = Lattice(
    (((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((-1, 0, 0), (0, -1, 0), (0, 0, -1))), "sum", (2, 3, 1), 3 * _i,
    ((_ACROSS, _UP), ((-_m, _m + 1), (sp.Max(-_m, -_m - _x), sp.Min(_m + 1, _m + 1 - _x)))),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Steps(Structure):
    """Nodes with the same steps from each, which lead to different other nodes, and back.

    nodes, degree: Their number, and the number of steps.
    apart: Check that they are different, for all sizes.
    said: Why, in words.
    """

    domain: Domain
    nodes: sp.Expr
    degree: sp.Expr
    apart: Callable[[], None]
    said: str
    kind: ClassVar[str] = "different steps"

    def value(self, part: sp.Expr) -> sp.Expr:
        if not isinstance(part, LinkSum):
            raise NotDerived(f"{part} of steps")
        return self.nodes if of_nodes(part) else self.degree if part.args[1] == NEAR else self.nodes * self.degree / 2

    def because(self, part: sp.Expr) -> str:
        return "nodes are numbers or points modulo others" if of_nodes(part) else self.said

    def certify(self) -> None:
        self.apart()

    def lines(self) -> list[str]:
        return [f"z3: {self.said}, at all sizes"]


@dataclass(frozen=True, eq=False)
class LatticeQuotient(Structure):
    """A lattice modulo the multiples of two vectors, the second of which is 0 in the first coordinate unless ``one`` is the turned one.

    size: The size in which all is linear.
    one, other: The vectors.
    radius: Balls of one hop less do not overlap.
    numbers: What the first coordinates count for in the numbers of nodes, if these are numbered.
    """

    domain: Domain
    size: sp.Symbol
    lattice: Lattice
    one: Point
    other: Point
    radius: sp.Expr
    numbers: tuple[sp.Expr, ...] = ()
    kind: ClassVar[str] = "balls in a lattice"

    @cached_property
    def nodes(self) -> sp.Expr:
        """The number of nodes."""
        (a, b, *_), (c, d, *_) = self.one, self.other
        return sp.expand(len(self.lattice.steps) * (a * d - b * c))

    @cached_property
    def left(self) -> sp.Expr:
        """The number of nodes that are not in the ball around 0."""
        each = self.lattice.layer.coeff(_i)
        return sp.expand(self.nodes - 1 - each * self.radius * (self.radius - 1) / 2)

    def value(self, part: sp.Expr) -> sp.Expr:
        r = self.radius
        if isinstance(part, PairSum) and part.body == sp.KroneckerDelta(at.distance, _i):
            last = [] if self.left == 0 else [(self.left, sp.Eq(_i, r))]
            return self.nodes * sp.Piecewise((1, sp.Eq(_i, 0)), (self.lattice.layer, _i <= r - 1), *last, (0, True))
        total = self.nodes * (sp.Sum(_i * self.lattice.layer, (_i, 1, r - 1)) + r * self.left)
        if isinstance(part, PairMax):
            return sp.expand(r - 1) if self.left == 0 else r
        if isinstance(part, PairSum):
            return total
        if isinstance(part, DeviceMax):
            self._certify_alike()
            return total / (self.nodes * len(self.lattice.steps[0]))
        raise NotDerived(f"{part} of a lattice")

    def _certify_alike(self) -> None:
        """Check that turns lead from any link to any other one, and that each leads to another node."""
        self.lattice.certify_turn()
        basis = sp.Matrix([self.one[:2], self.other[:2]]).T
        turned = sp.Matrix([self.lattice.turn(v)[:2] for v in (self.one, self.other)]).T
        require(
            all(x.is_Integer for x in (basis.inv() * turned).applyfunc(sp.cancel)), "the turn does not keep the vectors"
        )
        require(shows(self.domain.assumptions(), 2 * self.radius >= 4), "links may lead to the same node")

    def certify(self) -> None:
        self.lattice.certify()
        for weight in [self.numbers] if self.numbers else []:
            for vector in (self.one, self.other):
                times = sp.cancel(sum(w * x for w, x in zip(weight, vector, strict=False)) / self.nodes)
                require(times.is_Integer, f"{vector} is not 0 modulo {self.nodes}")
        self._certify_apart()
        if self.left == 0:
            return
        require(shows(self.domain.assumptions(), self.left >= 1), f"{self.left} nodes may not be left")
        self._certify_near()

    def _linear(self, one: Any, other: Any, products: tuple[Any, Any], size: Any) -> Point:
        """A sum of multiples of the vectors, with the products of both numbers and the size."""

        def entry(x: sp.Expr, y: sp.Expr) -> Any:
            found = 0
            for number, product_, value in ((one, products[0], x), (other, products[1], y)):
                slope, rest = (
                    sp.S(value).as_coefficients_dict(self.size).get(self.size, 0),
                    sp.S(value).xreplace({self.size: sp.S.Zero}),
                )
                found += int(slope) * product_ + int(rest) * number
            return found

        return tuple(entry(x, y) for x, y in zip(self.one, self.other, strict=True))

    def _known(self) -> tuple[Any, list[Any]]:
        z3 = smt.z3()
        size = z3.Int(self.size.name)
        least = next(p.minimum for p in self.domain.parameters if p.symbol == self.size)
        return size, [size >= least]

    def _at(self, expr: sp.Expr) -> Any:
        return smt.translated(sp.expand(expr))

    def _certify_apart(self) -> None:
        """Check that a point of the class of 0 is as far away as two balls are wide, or 0; of products with the size it is used that
        they are as far from 0 as the size, and twice it, and more.
        """
        z3 = smt.z3()
        size, known = self._known()
        i, j, by_i, by_j = z3.Ints("i j i*s j*s")
        for a, b in product(range(-MULTIPLES, MULTIPLES + 1), repeat=2):
            number, times = a * i + b * j, a * by_i + b * by_j
            for k in (1, 2, 3):
                known.append(z3.Implies(number >= k, times >= k * size))
            known.append(z3.Implies(number == 0, times == 0))
        point = self._linear(i, j, (by_i, by_j), size)
        near = self.lattice.far(point) <= self._at(2 * self.radius - 2)
        require(smt.solution([*known, z3.Or(i != 0, j != 0), near]) is None, "balls may overlap")

    def _certify_near(self) -> None:
        """Check that all points are within the radius of a point of the class of 0; those of a rectangle stand for all."""
        size, known = self._known()
        require(self.other[0] == 0, "no rectangle of all nodes")
        width, height = self._at(self.one[0]), self._at(self.other[1])
        for kind in range(len(self.lattice.steps)):
            point, of_kind = self.lattice.points(kind)
            inside = [point[0] >= 0, point[0] < width, point[1] >= 0, point[1] < height]
            away = []
            for one, other in product(range(-MULTIPLES, MULTIPLES + 1), repeat=2):
                shift = self._linear(one, other, (one * size, other * size), size)
                moved = tuple(x - y for x, y in zip(point, shift, strict=True))
                away.append(self.lattice.far(moved) > self._at(self.radius))
            require(smt.solution([*known, *of_kind, *inside, *away]) is None, "nodes may be farther away")

    def because(self, part: sp.Expr) -> str:
        if isinstance(part, DeviceMax):
            return "turns, shifts and reflections lead from any link to any other one, both ways; each hop crosses one"
        return (
            f"balls of {self.radius - 1} hops do not overlap and have all nodes"
            if self.left == 0
            else f"balls of {self.radius - 1} hops do not overlap, and nodes that are left are {self.radius} hops away"
        )

    def lines(self) -> list[str]:
        shown = " and ".join(f"({', '.join(map(str, v))})" for v in (self.one, self.other))
        return [
            f"points modulo {shown}; z3: no other multiple of these is {2 * self.radius - 2} hops from 0 or less, at all sizes",
            *([] if self.left == 0 else ["z3: one of them is near any point"]),
        ]

    def finish(self, write: DerivationBuilder, form: sp.Expr) -> None:
        if write.now.has(sp.Sum):
            close_sums(write, self.domain.assumptions(), 1)
        super().finish(write, form)
