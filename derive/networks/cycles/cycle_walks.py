"""Shortest walks around a cycle that visit all marked places: cube-connected cycles and the R-ary M-cube.

In both networks a message goes round a cycle of n positions, from position 0 to position k, and must visit the marked
places (positions whose bit differs, or steps whose digit differs). The positions 0 and k divide the cycle into arc A (k
links) and arc B (n - k links). The shortest walk goes along one arc, and covers the other from both ends up to its
longest unmarked stretch (:mod:`derive.networks.cycles.walk_certificate`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Min, Sum, floor

from derive.algebra.affine.implications import shows
from derive.algebra.expressions.bounded_runs import BoundedRuns
from derive.algebra.expressions.evaluate import evaluate
from derive.algebra.expressions.normal_form import equal
from derive.algebra.expressions.notation import WordSum, k, word
from derive.algebra.expressions.proof import Proof, require
from derive.networks.cycles.walk_certificate import certify_walk, gap_a, gap_b

t = sp.Symbol("t", integer=True)
marked = sp.Function("m")(word)
walk = sp.Function("h")(k, word)
_z, _gap = sp.symbols("z g", integer=True)


@dataclass(frozen=True)
class MarkedCycle:
    """The marks of a cycle: on its n positions (bits of cube-connected cycles) or on its n links (digits)."""

    size: sp.Expr
    radix: sp.Expr
    on_positions: bool

    def arcs(self, letters: tuple[int, ...], offset: int) -> tuple[int, int]:
        """The longest unmarked stretches, in links, of arc A and arc B.

        Parameters
        ----------
        letters : tuple of int
            One letter for each place; 0 is unmarked.
        offset : int
            Position of the destination.

        Returns
        -------
        tuple of (int, int)
            Lengths on arc A and on arc B.
        """
        n = len(letters)
        if not self.on_positions:
            return tuple(max(map(len, _zeros(arc).split("1"))) for arc in (letters[:offset], letters[offset:]))  # type: ignore[return-value]
        return _longest_gap(letters[1:offset], offset), _longest_gap(letters[offset + 1 :], n - offset)

    def words(self, arc: sp.Expr, longest: sp.Expr) -> sp.Expr:
        """Number of markings of an arc without a longer unmarked stretch.

        For marks on positions the first position of the arc is included.

        Parameters
        ----------
        arc : Expr
            Number of links of the arc.
        longest : Expr
            Bound of the unmarked stretches, in links.

        Returns
        -------
        Expr
            Number of words.
        """
        if self.on_positions:
            return 2 * BoundedRuns(arc - 1, longest - 1, 2)
        return BoundedRuns(arc, longest, self.radix)

    def tails(self) -> sp.Expr:
        """The sum, over offsets and words, of the lengths of shortest walks, by tails; see :class:`TailsCounted`."""
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
    """A sum over all offsets and words.

    Parameters
    ----------
    body : Expr
        Summand.
    n : Expr
        Number of places.
    radix : Expr
        Number of letters.

    Returns
    -------
    Expr
        Unevaluated sum.
    """
    return Sum(WordSum(body, n, radix), (k, 0, n - 1))


def _zeros(letters: tuple[int, ...]) -> str:
    return "".join("1" if x else "0" for x in letters)


def _longest_gap(inside: tuple[int, ...], links: int) -> int:
    """The longest distance between neighbouring marked places of an arc whose ends count as marked."""
    return max(len(run) + 1 for run in _zeros(inside).split("1")) if links else 0


def shortest_walk(letters: tuple[int, ...], offset: int, on_positions: bool) -> int:
    """Length of the shortest walk from 0 to ``offset`` that visits all marked places, by search over (position, places
    visited).

    Parameters
    ----------
    letters : tuple of int
        One letter for each place; 0 is unmarked.
    offset : int
        Position of the destination.
    on_positions : bool
        True for marks on positions, False for marks on links.

    Returns
    -------
    int
        Number of links.
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
        """The summand for one word, computed directly.

        Parameters
        ----------
        body : Expr
            Summand: the number of marks, or the length of a shortest walk.
        letters : tuple of int
            One letter for each place; 0 is unmarked.
        offset : int
            Position of the destination.

        Returns
        -------
        int
            Value of the summand.
        """
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

    Parameters
    ----------
    n : int
        Number of places.
    radix : int
        Number of letters.
    on_positions : bool
        True for marks on positions, False for marks on links.

    Returns
    -------
    int
        Sum of the lengths of shortest walks.

    Examples
    --------
    >>> fast_tails(3, 2, True)
    38
    """
    top = n + 1
    count: list[list[int]] = [[0] * (n + 1) for _ in range(top + 1)]  # count[g][m]
    from derive.algebra.expressions.bounded_runs import bounded_runs_row

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
