"""Shortest walks around a cycle that visit all marked places, their certificate and their sums over all words:
cube-connected cycles and the R-ary M-cube.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Eq, Min, Mod, Piecewise, Sum, floor

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import impossible, shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import WordSum, k, word
from netlemma.derive.algebra.proof import ARGUED, Proof, require
from netlemma.derive.algebra.word_counts import BoundedRuns, LongestRuns, UnmarkedInLongest, longest_runs

# Certificate that a formula is the number of hops around a cycle still needed, for every cycle and marking, by a
# potential.
#
# The destination of a message is k links ahead and n - k links behind; places on the arc ahead (A) and on the arc behind
# (B) are marked. Of an arc of L links only two numbers matter: the unmarked stretch next to the message and the longest
# of the other stretches. A hop forward moves one link from arc A to arc B: the stretch ahead becomes shorter by one, the
# one behind longer by one, unless the hop leaves a mark behind. Fourier-Motzkin elimination decides for all n that no hop
# lowers the formula by more than one, that some hop lowers it by one away from the destination, and that it is zero only
# there. Hops backward are the mirror image.


gap_a, gap_b = sp.Function("gA")(k, word), sp.Function("gB")(k, word)
_n, _ahead, _behind, _rest_a, _rest_b = sp.symbols("n ahead behind rest_a rest_b", integer=True)
_a, _b = sp.symbols("gA gB", integer=True)

Stretches = tuple[sp.Expr, ...]


@dataclass(frozen=True)
class Situation:
    """The links ahead and the stretches of both arcs, of which the longest counts; with the conditions that hold."""

    ahead: sp.Expr
    a: Stretches
    b: Stretches
    where: tuple[sp.Basic, ...] = ()


def certify_walk(length: sp.Expr, n: sp.Expr, on_positions: bool) -> None:
    """Check that a formula in n, k and the longest stretches gA and gB is the number of hops still needed.

    Marks lie on positions or on links. A hop to a position leaves its mark to be corrected there; the mark of a link is
    corrected, or set, by a hop over it.
    """
    length = length.xreplace({gap_a: _a, gap_b: _b}).xreplace({n: _n})
    mirrored = length.xreplace({k: _n - k, _a: _b, _b: _a})
    require(_same_terms(length, mirrored), "the formula changes under reflection")
    for here in (*_on_the_way(on_positions), *_at_the_goal(on_positions)):
        terms = _terms(length, here)
        home = here.ahead == 0 and here.b == (_n,)
        require(all(shows(here.where, t >= (0 if home else 1)) for t in terms), "no hops away from the goal")
        if home:
            require(any(shows(here.where, t <= 0) for t in terms), "hops are needed at the destination")
        for after in _hops(here, on_positions):
            for term in _terms(length, after):
                lowered = [t >= term + 2 for t in terms]
                require(impossible([*here.where, *lowered]), "a hop lowers the number by more than one")
        if not home:
            reached = [t for after in _hops(here, on_positions, leave=False) for t in _terms(length, after)]
            for least in terms:
                no_nearer = [*(least <= t for t in terms), *(t >= least for t in reached)]
                require(impossible([*here.where, *no_nearer]), "no hop lowers the number")


def _terms(length: sp.Expr, here: Situation) -> list[sp.Expr]:
    """The formula as the smallest of affine terms: a value minus the larger of two stretches is the smaller of two."""
    found = []
    for way in length.args if isinstance(length, sp.Min) else (length,):
        at_place = sp.expand(way.xreplace({k: here.ahead}))
        require(all(at_place.coeff(gap).is_nonpositive for gap in (_a, _b)), "a longer stretch makes the walk longer")
        choices = [stretches if at_place.has(gap) else (gap,) for gap, stretches in ((_a, here.a), (_b, here.b))]
        found += [sp.expand(at_place.xreplace({_a: a, _b: b})) for a, b in product(*choices)]
    return found


def _same_terms(one: sp.Expr, other: sp.Expr) -> bool:
    first, second = ({sp.expand(t) for t in (e.args if isinstance(e, sp.Min) else (e,))} for e in (one, other))
    return first == second


def _arc(links: sp.Expr, near: sp.Symbol, rest: sp.Symbol, on_positions: bool) -> Iterator[tuple[Stretches, list]]:
    """The stretches of an arc of at least one link: without marks, or with some."""
    yield (links,), []
    if on_positions:  # stretches of positions within the arc; its ends count as marked
        yield (near, rest), [near >= 1, rest >= 1, near + rest <= links]
    else:
        yield (near, rest), [near >= 0, rest >= 0, near + rest <= links - 1]


def _on_the_way(on_positions: bool) -> Iterator[Situation]:
    for ahead, behind in product(_arc(k, _ahead, _rest_a, on_positions), _arc(_n - k, _behind, _rest_b, on_positions)):
        yield Situation(k, ahead[0], behind[0], (k >= 1, k <= _n - 1, *ahead[1], *behind[1]))


def _at_the_goal(on_positions: bool) -> Iterator[Situation]:
    """The situations without links ahead; arc B is the whole cycle, with stretches next to the message on both sides."""
    yield Situation(sp.S.Zero, (sp.S.Zero,), (_n,), (_n >= 1,))
    one = 0 if on_positions else 1  # marked links belong to no stretch
    alone = [_ahead + _behind >= _n - one, _ahead + _behind <= _n - one]
    least = [_ahead >= 1 - one, _behind >= 1 - one, _n >= 1]
    yield Situation(sp.S.Zero, (sp.S.Zero,), (_ahead, _behind), (*least, *alone))
    more = [_rest_a >= 1 - one, _ahead + _behind + _rest_a <= _n - 2 * one]
    yield Situation(sp.S.Zero, (sp.S.Zero,), (_ahead, _behind, _rest_a), (*least, *more))


def _hops(here: Situation, on_positions: bool, leave: bool = True) -> Iterator[Situation]:
    """The situations one hop forward and one hop backward; with ``leave`` also those in which a mark is left behind.

    A hop backward is a hop forward in the mirror image, under which the formula is invariant.
    """
    mirror = _mirror(here) if here.ahead != 0 else _turned(here)
    for place in (here, mirror):
        yield from _forward(place, on_positions, leave)


def _mirror(here: Situation) -> Situation:
    return Situation(_n - here.ahead, here.b, here.a)


def _turned(here: Situation) -> Situation:
    """The situation at the destination with ahead and behind exchanged."""
    return Situation(here.ahead, here.a, (here.b[1], here.b[0], *here.b[2:]) if len(here.b) > 1 else here.b)


def _forward(here: Situation, on_positions: bool, leave: bool) -> Iterator[Situation]:
    if here.ahead == 0:
        first, *others = here.b
        ahead = (first - 1, *others)  # an unmarked cycle, or the stretch ahead shorter by one
        yield Situation(_n - 1, ahead, (sp.S.One,))
        if leave and not on_positions:
            yield Situation(_n - 1, ahead, (sp.S.Zero,))
        return
    ahead = (here.a[0] - 1, *here.a[1:])
    yield Situation(here.ahead - 1, ahead, (here.b[0] + 1, *here.b[1:]))
    if leave:
        yield Situation(here.ahead - 1, ahead, here.b)


# Shortest walks around a cycle that visit all marked places: cube-connected cycles and the R-ary M-cube.
#
# In both networks a message goes round a cycle of n positions, from position 0 to position k, and must visit the marked
# places (positions whose bit differs, or steps whose digit differs). The positions 0 and k divide the cycle into arc A (k
# links) and arc B (n - k links). The shortest walk goes along one arc, and covers the other from both ends up to its
# longest unmarked stretch (derive.networks.cycles.cycle_walks).


t = sp.Symbol("t", integer=True)
marked = sp.Function("m")(word)
walk = sp.Function("h")(k, word)


@dataclass(frozen=True)
class MarkedCycle:
    """The marks of a cycle: on its n positions (bits of cube-connected cycles) or on its n links (digits)."""

    size: sp.Expr
    radix: sp.Expr
    on_positions: bool

    def arcs(self, letters: tuple[int, ...], offset: int) -> tuple[int, int]:
        """The longest unmarked stretches, in links, of arc A and arc B."""
        n = len(letters)
        if not self.on_positions:
            return tuple(max(map(len, _zeros(arc).split("1"))) for arc in (letters[:offset], letters[offset:]))  # type: ignore[return-value]
        return _longest_gap(letters[1:offset], offset), _longest_gap(letters[offset + 1 :], n - offset)

    def words(self, arc: sp.Expr, longest: sp.Expr) -> sp.Expr:
        """Number of markings of an arc without a longer unmarked stretch.

        For marks on positions the first position of the arc is included.
        """
        if self.on_positions:
            return 2 * BoundedRuns(arc - 1, longest - 1, 2)
        return BoundedRuns(arc, longest, self.radix)

    def tails(self) -> sp.Expr:
        """The sum, over offsets and words, of the lengths of shortest walks, by tails; see
        :mod:`netlemma.derive.networks.cycles.cycle_walks`.
        """
        n = self.size
        (arc_a, twice_a), (arc_b, twice_b) = self.bounds().values()
        first = self.words(n, floor(twice_b.subs(k, 0) / 2))
        rest = self.words(arc_a, floor(twice_a / 2)) * self.words(arc_b, floor(twice_b / 2))
        return Sum(first, (t, 1, n)) + Sum(rest, (t, 1, Min(n + arc_a, n + arc_b)), (k, 1, n - 1))

    def bounds(self) -> dict[sp.Expr, tuple[sp.Expr, sp.Expr]]:
        """For the longest stretch of each arc: the arc's links, and twice the bound of the stretch if a walk has at least t links."""
        n = self.size
        return {gap_a: (k, n + k - t), gap_b: (n - k, 2 * n - k - t)}


def shortest_length(n: sp.Expr) -> sp.Expr:
    """Length of the shorter of the two walks, which turn back on arc B or on arc A."""
    return Min(k + 2 * (n - k - gap_b), n - k + 2 * (k - gap_a))


def over_words(body: sp.Expr, n: sp.Expr, radix: sp.Expr) -> sp.Expr:
    """A sum over all offsets and words."""
    return Sum(WordSum(body, n, radix), (k, 0, n - 1))


def _zeros(letters: tuple[int, ...]) -> str:
    return "".join("1" if x else "0" for x in letters)


def _longest_gap(inside: tuple[int, ...], links: int) -> int:
    """The longest distance between neighbouring marked places of an arc whose ends count as marked."""
    return max(len(run) + 1 for run in _zeros(inside).split("1")) if links else 0


def shortest_walk(letters: tuple[int, ...], offset: int, on_positions: bool) -> int:
    """Length of the shortest walk from 0 to ``offset`` that visits all marked places, by search over (position, places
    visited).
    """
    n = len(letters)
    wanted = frozenset(i for i, x in enumerate(letters) if x)
    start = (0, frozenset({0}) & wanted if on_positions else frozenset())
    seen, frontier, steps = {start}, [start], 0
    while True:
        if (offset, wanted) in seen:
            return steps
        reached = []
        for p, passed in frontier:
            for q, link in (((p + 1) % n, p), ((p - 1) % n, (p - 1) % n)):
                state = (q, passed | ({q if on_positions else link} & wanted))
                if state not in seen:
                    seen.add(state)
                    reached.append(state)
        frontier, steps = reached, steps + 1


@dataclass(frozen=True)
class CoverWalk(Proof):
    """The shortest walk has the smaller length of ``k + 2(n - k - gB)`` and ``n - k + 2(k - gA)``.

    A potential certifies it for every cycle and marking; a search over all markings and offsets of small cycles
    confirms it.
    """

    cycle: MarkedCycle
    largest: int = 6
    kind: ClassVar[str] = "distance certificate"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n = self.cycle.size
        require(self.largest >= 5, "too few cycles are searched")
        shortest = shortest_length(n)
        require(
            before.has(walk) and before.xreplace({walk: shortest}) == after,
            f"not the shorter of the two walks in {after}",
        )
        certify_walk(shortest, n, self.cycle.on_positions)
        for letters, offset in self.small():
            stretch_a, stretch_b = self.cycle.arcs(letters, offset)
            size = len(letters)
            claimed = min(offset + 2 * (size - offset - stretch_b), size - offset + 2 * (offset - stretch_a))
            found = shortest_walk(letters, offset, self.cycle.on_positions)
            require(found == claimed, f"the walk to {offset} over {letters} has {found} links, not {claimed}")

    def small(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """All markings and offsets of small cycles."""
        for size in range(2, self.largest + 1):
            for letters in product((0, 1), repeat=size):
                yield from ((letters, offset) for offset in range(size))

    def describe(self) -> list[str]:
        return [
            "zero only at the goal with nothing marked; no hop lowers it by more than one, some hop by one: decided for all n and marks",
            f"a hop changes the stretches next to it by one link; all markings up to n = {self.largest} searched too",
        ]


# Sums over all words of the lengths of shortest walks around a cycle: for each t, the words whose walk has t links or more.


_z, _gap = sp.symbols("z g", integer=True)


@dataclass(frozen=True)
class TailsCounted(Proof):
    """Sums over words by tails: min(X, Y) is the number of t >= 1 with X >= t and Y >= t, and the arcs' marks are independent.

    ``X >= t`` means ``gB <= floor((2n - k - t)/2)`` and ``Y >= t`` means ``gA <= floor((n + k - t)/2)``. So for each t
    the words with bounded unmarked stretches on each arc are counted: an arc of L links has a factor R for each place
    outside of its stretches, and W for the others. Marks are counted by ``(1 + (R - 1) z)^n``. Both are also compared
    with sums over all words of small cycles.
    """

    cycle: MarkedCycle
    small: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "tail sums"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n, radix = self.cycle.size, self.cycle.radix
        self.tails_of_the_ways()
        self.places_of_the_arcs()
        bodies = {over_words(body, n, radix): body for body in (marked, shortest_length(n))}
        table = {sums: self.counted(body) for sums, body in bodies.items() if before.has(sums)}
        require(bool(table), "there is no sum over words of this cycle")
        require(equal(before.xreplace(table), after), f"the tails do not give {after}")
        require(len(self.small) >= 3, "too few sizes are compared")
        for size in self.small:
            length, letters = int(evaluate(n, size)), int(evaluate(sp.S(radix), size))
            for sums, counted in table.items():
                every = product(range(letters), repeat=length)
                literal = sum(self.at(bodies[sums], x, offset) for x in every for offset in range(length))
                require(evaluate(counted, size) == literal, f"the sum over all words differs at {size}")

    def tails_of_the_ways(self) -> None:
        """Check that ``way >= t`` bounds the stretch of its arc, for all sizes, and that no words are left beyond the limits of t."""
        n, ways = self.cycle.size, shortest_length(self.cycle.size)
        every, bounds = [n >= 1, k >= 0, k <= n - 1, t >= 1], self.cycle.bounds()
        require(isinstance(ways, Min) and len(ways.args) == len(bounds) == 2, "not the shorter of two walks")
        for gap, (links, twice) in bounds.items():
            own = [w.xreplace({gap: _gap}) for w in ways.args if w.has(gap)]
            require(len(own) == 1, "not one walk for each arc to turn back on")
            way = own[0]
            here = [*every, _gap >= 0, _gap <= links]
            require(shows(here, way >= 0), "a walk may have a negative number of links")
            for rest in (0, 1):  # the bound z is floor(twice/2)
                same = [*here, twice >= 2 * _z + rest, twice <= 2 * _z + rest]
                require(shows([*same, _gap <= _z], way >= t), "a bounded stretch makes a shorter walk")
                require(shows([*same, way >= t], _gap <= _z), "a short walk does not bound the stretch")
            require(shows([*here, way >= t], t <= n + links), "a tail is left out")
            if links == k:  # at k = 0 this arc is empty, and its way has the n links of the other
                home = [*here, k <= 0]
                require(shows(home, way <= n) and shows(home, way >= n), "another length from a node to itself")

    def places_of_the_arcs(self) -> None:
        """Check that every place of an arc is a free letter or one of a word with bounded runs, and that the two arcs have n
        places.
        """
        n, radix, links, z = self.cycle.size, sp.S(self.cycle.radix), sp.Symbol("L", positive=True), sp.Symbol("z")
        count = self.cycle.words(links, _gap)
        (runs,) = count.atoms(BoundedRuns)
        inside, bound, letters = runs.args
        free, longer = (1, 1) if self.cycle.on_positions else (0, 0)
        require(letters == radix and equal(count, radix**free * runs), "the words of an arc have another alphabet")
        require(
            equal(inside + free, links) and equal(bound + longer, _gap),
            "places of an arc are omitted or counted twice",
        )
        require(equal(sum(arc for arc, _ in self.cycle.bounds().values()), n), "the arcs do not have all places")
        by_marks = (1 + (radix - 1) * z) ** n
        require(equal(by_marks.subs(z, 1), radix**n), "the generating function does not count all words")
        require(equal(n * sp.diff(by_marks, z).subs(z, 1), self.counted(marked)), "the number of marks differs")

    def counted(self, body: sp.Expr) -> sp.Expr:
        """The closed form of a sum over offsets and words: of marks, or of shortest walks."""
        n, radix = self.cycle.size, self.cycle.radix
        if body == marked:
            return n * n * (radix - 1) * radix ** (n - 1)
        return self.cycle.tails()

    def at(self, body: sp.Expr, letters: tuple[int, ...], offset: int) -> int:
        """The summand for one word, computed directly."""
        if body == marked:
            return sum(x != 0 for x in letters)
        stretch_a, stretch_b = self.cycle.arcs(letters, offset)
        size = len(letters)
        return min(offset + 2 * (size - offset - stretch_b), size - offset + 2 * (offset - stretch_a))

    def describe(self) -> list[str]:
        return [
            "min(X, Y) counts the t >= 1 with X >= t and Y >= t; each says that the unmarked stretches of one arc are bounded",
            "the arcs' marks are independent, so the words are a product of two counts; compared with all words of small cycles",
        ]


def fast_tails(n: int, radix: int, on_positions: bool) -> int:
    """The value of :meth:`MarkedCycle.tails`, with each number of words computed once and the symmetry of the arcs used.

    >>> fast_tails(3, 2, True)
    38
    """
    top = n + 1
    count: list[list[int]] = [[0] * (n + 1) for _ in range(top + 1)]  # count[g][m]
    from netlemma.derive.algebra.word_counts import bounded_runs_row

    for g in range(top + 1):
        if on_positions:
            row = bounded_runs_row(g - 1, 2, n - 1) if g else [0] * n
            count[g] = [1, *(2 * words for words in row[:n])]
        else:
            count[g] = bounded_runs_row(g, radix, n)
    total = sum(count[min((2 * n - s) // 2, top)][n] for s in range(1, n + 1))
    for offset in range(1, n // 2 + 1):
        every = 0
        short, long = offset, n - offset
        for s in range(1, min(n + offset, 2 * n - offset) + 1):
            every += count[min((n + offset - s) // 2, top)][short] * count[min((2 * n - offset - s) // 2, top)][long]
        total += every if 2 * offset == n else 2 * every
    return total


# Column hops of the R-ary M-cube under shortest paths, as a finite sum over the longest unmarked stretches of two arcs.
#
# A step taken once is a column hop if the digit stays; a step taken twice passes any of R values of its digit, of which
# the old and the new one give a column hop each.


R, M = at.parameter("R", 2), at.parameter("M")
columns = sp.Function("q")(at.k, at.word)
_SIZES = ((2, 1), (3, 1), (2, 2), (2, 3), (2, 4), (3, 2), (4, 2), (3, 3))
_ga, _ca, _gb, _cb = sp.symbols("g_a c_a g_b c_b", integer=True)


class OnAverage(sp.Function):
    """``OnAverage(l, n, c, l', n', c')``: c if l < l', c' if l > l', and (n c + n' c')/(n + n') if l = l'.

    The hops c or c' of the shorter of two walks, of lengths l and l'; for equal lengths the mean over n and n' paths.
    """

    nargs = 6
    of_rationals = True

    @staticmethod
    def at(
        length: Fraction, ways: Fraction, hops: Fraction, length2: Fraction, ways2: Fraction, hops2: Fraction
    ) -> Fraction:
        """The value at numbers."""
        if length == length2:
            return (ways * hops + ways2 * hops2) / (ways + ways2)
        return hops if length < length2 else hops2


def columns_by_walks() -> sp.Expr:
    """Column hops of all messages from one source, as a finite sum over the longest unmarked stretches of both arcs.

    N(m, g, c, R) words of m letters have c longest stretches of length g, U(m, g, c, R) zeros together. The walk that
    turns back on arc B makes a column hop at each zero of arc A and, on average, 2/R at each of the M - k - g_b steps
    taken twice. It can be made in R^(M - k - g_b) ways for each turning place, and in one further way, once around, if
    no step is omitted (0^g is 1 for g = 0 and 0 otherwise).
    """
    k, n = at.k, M

    def arc(function: type[sp.Function], length: sp.Expr, g: sp.Symbol, c: sp.Symbol) -> sp.Expr:
        return function(length, g, c, R)

    na, ua = arc(LongestRuns, k, _ga, _ca), arc(UnmarkedInLongest, k, _ga, _ca)
    nb, ub = arc(LongestRuns, n - k, _gb, _cb), arc(UnmarkedInLongest, n - k, _gb, _cb)
    back_b, back_a = n - k - _gb, k - _ga
    over_a, over_b = ua * nb + 2 * back_b * na * nb / R, ub * na + 2 * back_a * na * nb / R
    ways_a = (_cb + sp.Integer(0) ** _gb) * R**back_b
    ways_b = (_ca + sp.Integer(0) ** _ga) * R**back_a
    summand = OnAverage(k + 2 * back_b, ways_a, over_a, n - k + 2 * back_a, ways_b, over_b)
    away = Sum(summand, (_cb, 1, n - k + 1), (_gb, 0, n - k), (_ca, 1, k + 1), (_ga, 0, k), (k, 1, n - 1))
    nb0, ub0 = LongestRuns(n, _gb, _cb, R), UnmarkedInLongest(n, _gb, _cb, R)
    round_trip = Piecewise((2 * (n - _gb) * nb0 / R, 2 * _gb > n), (ub0, 2 * _gb < n), (0, True))
    home = Sum(round_trip, (_cb, 1, n + 1), (_gb, 0, n))
    return away + home + Piecewise((_home_tie(), Eq(Mod(n, 2), 0)), (0, True))


def _home_tie() -> sp.Expr:
    """Return to row 0 with one unmarked stretch of exactly half the rows: out and back, or once around either way.

    The stretch begins or ends in row 0 (one walk out and back) or not (two: either side first).
    """
    h = M / 2
    ends, inner = (R - 1) * R ** (h - 1), (R - 1) ** 2 * R ** (h - 2)

    def share(words: sp.Expr, ways: int, free: sp.Expr) -> sp.Expr:
        return (ways * R**h * 2 * h / R * words + 2 * words * (h + free / R)) / (ways * R**h + 2)

    return 2 * share(ends, 1, h - 1) + (h - 1) * share(inner, 2, h - 2)


def column_hops(r: int, m: int) -> Fraction:
    """The value of :func:`columns_by_walks`, with each pair of stretches of the two arcs visited once.

    >>> column_hops(2, 3)
    Fraction(19, 1)
    """
    total = evaluate(Piecewise((_home_tie(), Eq(Mod(M, 2), 0)), (0, True)), {R: r, M: m})
    for (g, _), (words, zeros) in longest_runs(m, r).items():
        total += Fraction(2 * (m - g) * words, r) if 2 * g > m else zeros if 2 * g < m else 0
    for ahead in range(1, m):
        for (ga, ca), (na, ua) in longest_runs(ahead, r).items():
            back_a = ahead - ga
            for (gb, cb), (nb, ub) in longest_runs(m - ahead, r).items():
                back_b = m - ahead - gb
                difference = ahead + 2 * back_b - (m - ahead + 2 * back_a)
                over_a, over_b = ua * nb * r + 2 * back_b * na * nb, ub * na * r + 2 * back_a * na * nb
                if difference:
                    total += Fraction(over_a if difference < 0 else over_b, r)
                else:
                    ways_a, ways_b = (cb + (gb == 0)) * r**back_b, (ca + (ga == 0)) * r**back_a
                    total += Fraction(ways_a * over_a + ways_b * over_b, r * (ways_a + ways_b))
    return total


@dataclass(frozen=True)
class ColumnsCounted(Proof):
    """Column hops by walks and digits in between; compared with all shortest paths of small networks, every tie among them."""

    counted: sp.Expr
    search: Callable[..., Fraction]
    kind: ClassVar[str] = "path counting"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before.xreplace({self.counted: columns_by_walks()}) == after, "not the column hops by walks")
        for r, m in _SIZES:
            found = self.search({"R": r, "M": m}, "column")
            require(
                evaluate(columns_by_walks(), {R: r, M: m}) == found == column_hops(r, m),
                f"the column hops differ at R={r} M={m}",
            )

    def describe(self) -> list[str]:
        return [
            "a step taken once is a column hop where the digit stays; taken twice, two of its R values in between give one each",
            "shortest walks of both kinds are weighted by their numbers of paths; compared with all shortest paths of small networks",
        ]
