"""Fabrics of any number of levels: at each level nodes have runs of coordinates, and nodes of consecutive levels are linked where all
coordinates that both have agree.

With each level a run grows, or it shrinks. In multistage networks of one-way links the coordinates of the source leave one by
one, and those of the destination come in. In trees the coordinates of a terminal leave level by level on the way up.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, Extreme, LinkSum, PairMax, PairSum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder, close_sums
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.coordinate_fabrics import Structure, of_nodes
from netlemma.derive.networks.state_potentials import AffineHop, Potential, are_ends
from netlemma.errors import NotDerived

level = sp.Symbol("l'", integer=True, nonnegative=True)
_top = sp.Symbol("t'", integer=True, nonnegative=True)
Run = tuple[sp.Expr, sp.Expr]


@dataclass(frozen=True, eq=False)
class LevelFabric(Structure):
    """Levels 0 to ``height`` of nodes with runs of coordinates, each of ``values`` values; the ends of messages are at level 0.

    runs: The first and the last number of the coordinates of each run at a level.
    one_way: Whether links lead from a level to the next one only, of which the last is the first again: the ends.
    """

    domain: Domain
    values: sp.Symbol
    height: sp.Expr
    runs: Mapping[str, Run]
    one_way: bool = False
    kind: ClassVar[str] = "coordinates by level"

    # The network of one size

    def construction(self, name: str, small: tuple[Size, ...], **options: Any) -> Construction:
        """The family as plain loops count it."""

        def sizes(size: Size) -> dict[sp.Symbol, int]:
            return {p.symbol: size[p.name] for p in self.domain.parameters}

        def coordinates(size: Size, at: int) -> list[tuple[str, int]]:
            point = {**sizes(size), level: at}
            bounds = {run: [int(evaluate(sp.S(x), point)) for x in ends] for run, ends in self.runs.items()}
            return [(run, j) for run, (low, high) in bounds.items() for j in range(low, high + 1)]

        def last(size: Size) -> int:
            return int(evaluate(sp.S(self.height), sizes(size)))

        def words(size: Size, many: int) -> Iterator[tuple[int, ...]]:
            return product(range(int(evaluate(self.values, sizes(size)))), repeat=many)

        def near(size: Size, node: Node) -> Iterator[Node]:
            at, *place = node
            for other in (at + 1,) if self.one_way else (at - 1, at + 1):
                if not 0 <= other <= last(size):
                    continue
                own, there = coordinates(size, at), coordinates(size, other)
                new = [c for c in there if c not in own]
                for each in words(size, len(new)):
                    joint = {**dict(zip(own, place, strict=True)), **dict(zip(new, each, strict=True))}
                    end = 0 if self.one_way and other == last(size) else other
                    yield (end, *(joint[c] for c in there))

        def listed(size: Size) -> list[Node]:
            return [(0, *each) for each in words(size, len(coordinates(size, 0)))]

        return Construction(name, self.domain, self.ends, listed, near, small, self.one_way, **options)

    # Numbers at all sizes

    def _at(self, expr: sp.Expr, at: sp.Expr) -> sp.Expr:
        return sp.expand(sp.S(expr).xreplace({level: sp.S(at)}))

    def _steps(self, run: str) -> tuple[sp.Expr, sp.Expr]:
        """By how much the ends of a run move with a level."""
        low, high = (self._at(x, level + 1) - x for x in map(sp.expand, self.runs[run]))
        if not (low.is_Integer and high.is_Integer):
            raise NotDerived(f"run {run} of coordinates")
        return low, high

    def _grows(self, run: str) -> bool:
        low, high = self._steps(run)
        if not ((low <= 0 <= high) or (low >= 0 >= high)):
            raise NotDerived(f"run {run} of coordinates moves")
        return low < 0 or high > 0

    @property
    def _known(self) -> list[sp.Basic]:
        return [*self.domain.assumptions(), level >= 0, level <= self.height - 1]

    def _length(self, ends: Run, known: Sequence[sp.Basic]) -> sp.Expr:
        """The number of coordinates of a run, of which it is shown that it is not negative."""
        many = sp.expand(ends[1] - ends[0] + 1)
        require(shows(known, many >= 0), f"a run of {many} coordinates")
        return many

    @property
    def ends(self) -> sp.Expr:
        """The number of ends."""
        first = {run: (self._at(low, 0), self._at(high, 0)) for run, (low, high) in self.runs.items()}
        own = [ends for run, ends in first.items() if not self._grows(run)]
        return self.values ** sp.Add(*(self._length(ends, self.domain.assumptions()) for ends in own))

    def _of_link(self, run: str) -> Run:
        """The coordinates of a run at a level or at the next one."""
        low, high = self.runs[run]
        return (low, self._at(high, level + 1)) if self._grows(run) else (low, high)

    def links(self) -> sp.Expr:
        """The number of links from a level to the next: one for each choice of the coordinates of both."""
        return self.values ** sp.Add(*(self._length(self._of_link(run), self._known) for run in self.runs))

    def certify_multistage(self) -> None:
        """Check that one way leads from each end to each, over all levels: source's coordinates leave, the destination's come in."""
        for run, (low, high) in self.runs.items():
            grows = self._grows(run)
            at = sp.S.Zero if grows else self.height
            empty = shows(self.domain.assumptions(), self._at(high, at) <= self._at(low, at) - 1)
            require(empty, f"coordinates {run} of both ends are those of the other one")
        last = [
            (self._at(low, self.height), self._at(high, self.height))
            for run, (low, high) in self.runs.items()
            if self._grows(run)
        ]
        come = sp.Add(*(self._length(each, self.domain.assumptions()) for each in last))
        require(equal(self.values**come, self.ends), "the last level is not the first one")

    def certify_tree(self) -> None:
        """Check the distance between ends for all sizes: twice the last level whose coordinate differs.

        With the last number t of a coordinate in which a node at level l differs from the destination, or 0 if there is none, it is 2
        t - l away from it, or l.
        """
        shrinking = [run for run in self.runs if not self._grows(run)]
        require(len(shrinking) == 1, "coordinates of ends leave in several runs")
        low, high = self.runs[shrinking[0]]
        require(
            sp.expand(low - level - 1) == 0 and sp.expand(high - self.height) == 0,
            "coordinates do not leave one by one",
        )
        for run in self.runs:
            if run not in shrinking:
                low, high = self.runs[run]
                empty = shows(self.domain.assumptions(), self._at(high, 0) <= self._at(low, 0) - 1)
                require(empty, f"ends have coordinates {run}")
        at, t, n = level, _top, self.height
        up, down = at <= n - 1, at >= 1
        moves = (
            AffineHop((up, t >= at + 2), (at + 1, t)),
            AffineHop((up, t >= 1, t <= at + 1), (at + 1, sp.S.Zero)),  # the last one that differs leaves
            AffineHop((up, t <= 0), (at + 1, sp.S.Zero)),
            AffineHop((down, t >= 1), (at - 1, t)),
            AffineHop((down, t <= 0), (at - 1, sp.S.Zero)),
            AffineHop((down, t <= 0), (at - 1, at)),  # the coordinate that comes in differs
        )
        Potential(
            state=(at, t),
            domain=(*self.domain.assumptions(), at >= 0, at <= n, t >= 0, t <= n),
            distance=(((t <= 0,), at), ((t >= 1,), 2 * t - at)),
            home=(at, t),
            moves=moves,
            descents=(((t >= at + 2,), (moves[0],)), ((t >= 1,), (moves[1],)), ((), (moves[4],))),
            regions=((t <= 0,), (t >= at + 1,)),
        ).certify()

    def value(self, part: sp.Expr) -> sp.Expr:
        k, n = self.values, self.height
        if isinstance(part, LinkSum):
            return self.ends if of_nodes(part) else sp.Sum(self.links(), (level, 0, n - 1))
        if self.one_way:
            self.certify_multistage()
            if isinstance(part, PairMax):
                return n
            if isinstance(part, PairSum):
                return self.ends * (self.ends - 1) * n
            if isinstance(part, DeviceMax):
                return self._multistage_load()
        else:
            self.certify_tree()
            if isinstance(part, PairMax):
                return 2 * n
            if isinstance(part, PairSum):
                return self.ends * sp.Sum(2 * _top * (k - 1) * k ** (_top - 1), (_top, 1, n))
            if isinstance(part, DeviceMax):
                return self._tree_load()
            if isinstance(part, Extreme):
                return self._tree_degree()
        raise NotDerived(f"{part} of levels")

    def _multistage_load(self) -> sp.Expr:
        """The messages over any link: from ends to ends that agree with it, but from none to itself."""
        (leave,) = (run for run in self.runs if not self._grows(run))
        (come,) = (run for run in self.runs if self._grows(run))
        source, goal = self._of_link(leave), self._of_link(come)
        both = self.links()
        one = equal(both, self.ends) and shows(self._known, goal[1] <= source[0] - 1)
        if not one:
            raise NotDerived("links of as many pairs of an end with itself")
        return self.ends**2 / both - 1

    def _tree_load(self) -> sp.Expr:
        """The messages over a link of the first level, which are no fewer than over another one."""
        below = self.values**level
        require(equal(self.links(), self.ends), "other numbers of links")
        most = self.ends - 1
        require(equal(most - (self.ends - below), below - 1), "another level has more")  # and k^l is at least 1
        return most

    def _tree_degree(self) -> sp.Expr:
        """The links of a node: with one level of switches, and with several."""
        new = sp.Add(*(1 for run in self.runs if self._grows(run)))
        back = sp.Add(*(1 for run in self.runs if not self._grows(run)))
        k = self.values
        for run in self.runs:
            low, high = self._steps(run)
            require(abs(low) + abs(high) == 1, f"several coordinates {run} for a level")
            if self._grows(run):  # the first link of an end brings in none
                require(
                    self._at(self.runs[run][1], 1) == self._at(self.runs[run][0], 1) - 1, "an end has several links"
                )
        return sp.Piecewise((k**back, sp.Eq(self.height, 1)), (k**back + k**new, True))

    def because(self, part: sp.Expr) -> str:
        if isinstance(part, LinkSum):
            return "each coordinate is chosen freely" + ("" if of_nodes(part) else ", of both nodes of a link")
        if isinstance(part, Extreme):
            return "a node has a link for each value of the coordinate that its neighbours have and it has not"
        if isinstance(part, PairMax | PairSum):
            return (
                "every way leads over all levels, and one leads to each end"
                if self.one_way
                else "ends are twice the last level apart whose coordinate differs, and are counted by this level"
            )
        return (
            "one way leads over a link from each end to each that agree with it in its coordinates"
            if self.one_way
            else "links of a level carry the same, and those of the ends the most"
        )

    def lines(self) -> list[str]:
        runs = " and ".join(f"{name} {low} to {high}" for name, (low, high) in self.runs.items())
        ways = (
            "all coordinates of the source leave, and all of the destination come in, at all sizes"
            if self.one_way
            else "with t the last coordinate that differs from the destination, or 0, a node of level l is 2 t - l or l away: no hop "
            "lowers this by more than one, and one lowers it by one, decided at all sizes"
        )
        shown = f"nodes of level l = 0 to {self.height} have coordinates {runs}; they are linked where all that both have agree"
        return [shown.replace("'", ""), ways]

    def finish(self, write: DerivationBuilder, form: sp.Expr) -> None:
        if write.now.has(sp.Sum):
            close_sums(write, self.domain.assumptions(), 1)
        if write.now.has(sp.Piecewise):
            write.step(form, "with one level of switches, and with several", OneOrMore(self.height))
        else:
            super().finish(write, form)


_goal, _first, _behind, _next = sp.symbols("m' x' y' z'", integer=True)


@dataclass(frozen=True, eq=False)
class WordsByLevel(Structure):
    """Words of ``height`` - 1 letters at levels 1 to ``height``; of levels l and l + 1 those are linked that agree in all letters but l.

    A way to level m over levels lo to hi takes 2 (hi - lo) - |l - m| hops, and may change letters lo to hi - 1: with x the first
    letter that differs from the destination, and y that behind the last one, it is to reach x and y. If none differs, x is
    ``height`` and y is 1.
    """

    domain: Domain
    height: sp.Expr
    kind: ClassVar[str] = "letters by level"

    def value(self, part: sp.Expr) -> sp.Expr:
        if not isinstance(part, PairMax):
            raise NotDerived(f"{part} of words by level")
        self.certify_moves()
        self.potential().certify()
        return self._largest()

    def _distance(self) -> tuple[tuple[tuple[sp.Basic, ...], sp.Expr], ...]:
        """The pieces of the distance: by which level is lower, and whether letters lie below or above both."""
        at, goal, x, y = level, _goal, _first, _behind
        found = []
        for low, high, order in ((at, goal, at <= goal), (goal, at, goal <= at - 1)):
            for first, below in ((x, x <= low - 1), (low, x >= low)):
                for last, above in ((y, y >= high + 1), (high, y <= high)):
                    found.append(((order, below, above), 2 * (last - first) - (high - low)))
        return tuple(found)

    def _moves(self) -> dict[str, tuple[AffineHop, ...]]:
        """What hops up and down make of the state, if the letter agrees behind them, and if it does not."""
        at, x, y, new, n = level, _first, _behind, _next, self.height
        moves: dict[str, tuple[AffineHop, ...]] = {}
        for way, letter, step in (("up", at, 1), ("down", at - 1, -1)):
            possible = (letter >= 1, letter <= n - 1)
            there = at + step
            apart = ((x >= letter + 1,), (y <= letter,), (x <= letter - 1, y >= letter + 2))
            moves[way] = (  # the letter agrees behind it
                *(AffineHop((*possible, *each), (there, x, y)) for each in apart),
                AffineHop((*possible, x >= letter, y <= letter + 1, x <= letter), (there, n, sp.S.One)),
                AffineHop(
                    (*possible, x >= letter, x <= letter, y >= letter + 2),
                    (there, new, y),
                    (new >= letter + 1, new <= y - 1),
                ),
                AffineHop(
                    (*possible, y >= letter + 1, y <= letter + 1, x <= letter - 1),
                    (there, x, new),
                    (new >= x + 1, new <= letter),
                ),
            )
            moves[f"{way}, changed"] = (
                AffineHop(possible, (there, x, y)),
                AffineHop((*possible, x >= letter + 1, y >= x + 1), (there, letter, y)),
                AffineHop((*possible, y <= letter, y >= x + 1), (there, x, letter + 1)),
                AffineHop((*possible, x >= n), (there, letter, letter + 1)),
            )
        return moves

    def certify_moves(self) -> None:
        """Check that hops, which change one letter at most, make these moves: by which letters differ, before and behind a hop."""
        z3 = smt.z3()
        at, x, y, n = level, _first, _behind, self.height
        differs = z3.Function("differs", z3.IntSort(), z3.BoolSort())
        first, behind, letter = z3.Ints("first behind letter")  # of the state behind the hop
        old, height = (smt.translated(x), smt.translated(y)), smt.translated(n)
        places = [letter, *(place for one, other in (old, (first, behind)) for place in (one, other - 1))]

        def ends(low: Any, end: Any, inside: Callable[[Any], Any]) -> Any:
            """That the first letter that differs, and that behind the last one, are these."""
            differ = lambda p: z3.And(p >= 1, p <= height - 1, inside(p))  # noqa: E731
            none = z3.And(low == height, end == 1, *(z3.Not(differ(p)) for p in places))
            return z3.Or(none, are_ends(low, end - 1, differ, places))

        known = [smt.translated(c) for c in (*self.domain.assumptions(), at >= 1, at <= n)]
        for name, moves in self._moves().items():
            lower, step = (at, 1) if name.startswith("up") else (at - 1, -1)
            changed = z3.BoolVal(name.endswith("changed"))
            hop = [letter == smt.translated(lower), letter >= 1, letter <= height - 1]
            there = partial(lambda changed, p: z3.If(p == letter, changed, differs(p)), changed)
            state = [ends(*old, differs), ends(first, behind, there)]
            made = []
            for move in moves:
                ends_there = [*zip(move.to[1:], (first, behind), strict=True)]
                table = [(smt.translated(_next), where) for to, where in ends_there if to == _next]
                claims = [*move.conditions, *move.results]
                same = [smt.translated(to) == where for to, where in ends_there]
                require(sp.expand(move.to[0] - at - step) == 0, "a hop to another level")
                made.append(z3.substitute(z3.And(*map(smt.translated, claims), *same), *table))
            require(
                smt.solution([*known, *hop, *state, z3.Not(z3.Or(*made))]) is None, f"a hop {name} makes another move"
            )

    def potential(self) -> Potential:
        """The distance as a potential, for :meth:`Potential.certify`."""
        at, goal, x, y, n, moves = level, _goal, _first, _behind, self.height, self._moves()
        none, some = (x >= n, x <= n, y >= 1, y <= 1), (x >= 1, y >= x + 1, y <= n)
        return Potential(
            state=(at, x, y),
            domain=(*self.domain.assumptions(), at >= 1, at <= n, goal >= 1, goal <= n, x >= 1, x <= n, y >= 1, y <= n),
            distance=self._distance(),
            home=(y - 1, at - goal, goal - at),
            moves=tuple(move for each in moves.values() for move in each),
            descents=(
                ((at <= goal, x <= at - 1), moves["down"]),
                ((at <= goal,), moves["up"]),
                ((y >= at + 1,), moves["up"]),
                ((), moves["down"]),
            ),
            regions=(none, some),
        )

    def _largest(self) -> sp.Expr:
        """The largest distance: none is larger, and that of two words of the last level with different first letters is as large."""
        found = self.potential()
        most = 2 * (self.height - 1)
        for region in found.regions:
            for conditions, value in found.distance:
                require(shows([*found.domain, *region, *conditions], value <= most), f"a distance above {most}")
        n = self.height
        last = {level: n, _goal: n, _first: sp.S.One, _behind: sp.Integer(2)}
        conditions, value = next(
            each for each in found.distance if all(shows(found.domain, c.xreplace(last)) for c in each[0])
        )
        inside = [c.xreplace(last) for c in (*found.domain, *found.regions[1])]
        known = self.domain.assumptions()
        require(all(shows(known, c) for c in inside) and equal(value.xreplace(last), most), f"no distance is {most}")
        return most

    def because(self, part: sp.Expr) -> str:
        return "a way leads over all levels between which letters differ, and those of both ends; the most is all of them, both ways"

    def lines(self) -> list[str]:
        return [
            "with x the first letter that differs, and y that behind the last: no hop lowers the distance by more than one, and one lowers "
            "it by one, decided at all sizes; ends of messages have one link each, and are on no way"
        ]


@dataclass(frozen=True)
class OneOrMore(Proof):
    """A value by the cases that a size is 1, or 2 and more, written by its minimum with 2."""

    size: sp.Symbol
    kind: ClassVar[str] = "cases"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        (one, first), (more, _) = before.args
        require(first == sp.Eq(self.size, 1), "other cases")
        require(equal(after.xreplace({self.size: sp.S.One}), one), f"not {one} with 1")
        least = sp.Min(self.size, 2)
        require(after.has(least) and equal(after.xreplace({least: sp.Integer(2)}), more), f"not {more} with more")
        require(not after.xreplace({least: sp.Integer(2)}).has(self.size), f"{self.size} is left")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(shows(assumptions, self.size >= 1), f"{self.size} >= 1 is assumed")

    def describe(self) -> list[str]:
        return [f"both sides are the same with {self.size} = 1, and with {self.size} >= 2"]
