"""Shortest walks around a cycle that visit all marked places: cube-connected cycles and the R-ary M-cube.

In both networks a message goes round a cycle of n positions, from position 0 to position k, and must visit the marked
places (positions whose bit differs, or steps whose digit differs). The positions 0 and k divide the cycle into arc A (k
links) and arc B (n - k links). The shortest walk goes along one arc, and covers the other from both ends up to its
longest unmarked stretch (:mod:`netlemma.derive.networks.cycles.walk_certificate`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Min, Sum, floor

from netlemma.derive.algebra.expressions.bounded_runs import BoundedRuns
from netlemma.derive.algebra.expressions.notation import WordSum, k, word
from netlemma.derive.algebra.expressions.proof import Proof, require
from netlemma.derive.networks.cycles.walk_certificate import certify_walk, gap_a, gap_b

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
        """The sum, over offsets and words, of the lengths of shortest walks, by tails; see :mod:`netlemma.derive.networks.cycles.walk_tails`."""
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
