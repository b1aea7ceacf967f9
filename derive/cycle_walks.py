"""Shortest walks around a cycle that pass all marked places: cube-connected cycles and the R-ary M-cube.

In both networks a message goes round a cycle of n positions, from position 0 to position k, and has to pass the marked
places (positions whose bit differs, or steps whose digit differs). The positions 0 and k divide the cycle into arc A (k
links) and arc B (n - k links). A walk uses every link of one arc an odd number of times and every link of the other an even
number of times (Euler); the unused links lie between two neighbouring marked places, so they are at most the longest
unmarked stretch g of that arc, and all other links of the even arc are used at least twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Min, Sum, floor

from derive.evaluate import evaluate
from derive.implications import shows
from derive.normal import equal
from derive.notation import WordSum, k, word
from derive.proof import ARGUED, Proof, require
from derive.words import BoundedRuns

t = sp.Symbol("t", integer=True)
marked = sp.Function("m")(word)
walk = sp.Function("h")(k, word)
gap_a, gap_b = sp.Function("gA")(k, word), sp.Function("gB")(k, word)
_k, _n, _g, _z, _T, _u = sp.symbols("k n g z T u", integer=True)


@dataclass(frozen=True)
class Cycle:
    """How marks lie on the cycle: on its n positions (bits of cube-connected cycles) or on its n links (digits)."""

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
        """Markings of an arc of so many links (and, for positions, of its first position) with no longer unmarked stretch."""
        if self.on_positions:
            return 2 * BoundedRuns(arc - 1, longest - 1, 2)
        return BoundedRuns(arc, longest, self.radix)

    def tails(self) -> sp.Expr:
        """The sum over offsets of the shortest walks' lengths over all words, by tails: see :class:`TailsCounted`."""
        n = self.size
        first = self.words(n, floor((2 * n - t) / 2))
        rest = self.words(k, floor((n + k - t) / 2)) * self.words(n - k, floor((2 * n - k - t) / 2))
        return Sum(first, (t, 1, n)) + Sum(rest, (t, 1, Min(n + k, 2 * n - k)), (k, 1, n - 1))


def shortest_length(n: sp.Expr) -> sp.Expr:
    """The shorter of the walks that turn back on arc B and on arc A."""
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
    """The shortest walk from 0 to ``offset`` that passes all marked places, found by searching (position, places passed)."""
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
    """The shortest walk is the shorter of ``k + 2(n - k - gB)`` and ``n - k + 2(k - gA)``.

    Checks that the counts of links imply both lower bounds for all n, and compares with a search over all markings and
    offsets of small cycles, which also shows that the bounds are attained.
    """

    cycle: Cycle
    largest: int = 6
    kind: ClassVar[str] = "parity argument"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n = self.cycle.size
        require(self.largest >= 5, "too few cycles are searched")
        once, twice = _u >= _k, _T - _u >= 2 * (_n - _k - _z)
        require(shows([once, twice, _z <= _g], _k + 2 * (_n - _k - _g) <= _T), "the link counts do not bound the walk")
        shortest = shortest_length(n)
        require(
            before.has(walk) and before.xreplace({walk: shortest}) == after,
            f"not the shorter of the two walks in {after}",
        )
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
            "a walk uses the links of one arc an odd and of the other an even number of times; unused links lie in one unmarked stretch",
            f"the bounds follow from the link counts for all n, and are attained: all markings up to n = {self.largest} searched",
        ]


@dataclass(frozen=True)
class TailsCounted(Proof):
    """Sums over words by tails: min(X, Y) is the number of t >= 1 with X >= t and Y >= t, and the arcs' marks are independent.

    ``X >= t`` says ``gB <= floor((2n - k - t)/2)`` and ``Y >= t`` says ``gA <= floor((n + k - t)/2)``; so for each t words are
    counted whose unmarked stretches are bounded on each arc. Marks themselves: each of n places is marked in
    ``(R - 1) R^(n-1)`` words. Both are compared with literal sums over all words of small cycles.
    """

    cycle: Cycle
    small: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "tail sums"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n, radix = self.cycle.size, self.cycle.radix
        for rest in (0, 1):
            bound = _z  # floor((2n - k - t)/2) where 2n - k - t = 2z + rest
            total = 2 * _z + rest + _k + _T - 2 * _n
            same = [total <= 0, total >= 0]
            longer = _k + 2 * (_n - _k - _g) >= _T
            require(shows([*same, _g <= bound], longer) and shows([*same, longer], _g <= bound), "the tails are others")
        bodies = {over_words(body, n, radix): body for body in (marked, shortest_length(n))}
        table = {sums: self.counted(body) for sums, body in bodies.items() if before.has(sums)}
        require(bool(table), "no sum over words of this cycle")
        require(equal(before.xreplace(table), after), f"the tails do not give {after}")
        require(len(self.small) >= 3, "too few sizes are compared")
        for size in self.small:
            length, letters = int(evaluate(n, size)), int(evaluate(sp.S(radix), size))
            for sums, counted in table.items():
                every = product(range(letters), repeat=length)
                literal = sum(self.at(bodies[sums], x, offset) for x in every for offset in range(length))
                require(evaluate(counted, size) == literal, f"the sum over all words differs at {size}")

    def counted(self, body: sp.Expr) -> sp.Expr:
        """The closed count of a sum over offsets and words: of marks, or of shortest walks."""
        n, radix = self.cycle.size, self.cycle.radix
        if body == marked:
            return n * n * (radix - 1) * radix ** (n - 1)
        return self.cycle.tails()

    def at(self, body: sp.Expr, letters: tuple[int, ...], offset: int) -> int:
        """The summand for one word, computed literally."""
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


@dataclass(frozen=True)
class NodesAlike(Proof):
    """Left multiplication: moving every position by q and adding a fixed word moves hops to hops, so one source is enough.

    A hop at position p changes letter p; moved by q it changes letter p + q at position p + q: the letter i of the moved
    word is the letter i - q of the old one, and ``i - q = p`` and ``i = p + q`` say the same modulo n. So the sum ``whole``
    over all pairs is ``hops``, with the number of sources as a factor; the hops from the source (0, 0) are compared with
    the literal search at small sizes.
    """

    whole: sp.Expr
    hops: sp.Expr
    compare: Callable[[], bool]
    kind: ClassVar[str] = "group translation"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before.has(self.whole), f"{self.whole} does not occur")
        require(equal(before.xreplace({self.whole: self.hops}), after), "not the hops from all sources alike")
        require(self.compare(), "the distance is another at a small size")

    def describe(self) -> list[str]:
        return [
            "translations move hops to hops, so all sources are alike; distances compared with a search at small sizes"
        ]


def fast_tails(n: int, radix: int, on_positions: bool) -> int:
    """The value of :meth:`Cycle.tails`, each number of words computed once and the arcs' exchange used.

    >>> fast_tails(3, 2, True)
    38
    """
    top = n + 1
    count: list[list[int]] = [[0] * (n + 1) for _ in range(top + 1)]  # count[g][m]
    from derive.words import bounded_runs_row

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
