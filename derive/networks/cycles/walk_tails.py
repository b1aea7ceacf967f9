"""Sums over all words of the lengths of shortest walks around a cycle: for each t, the words whose walk has t links or more."""

from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import sympy as sp
from sympy import Min

from netlemma.derive.algebra.affine.implications import shows
from netlemma.derive.algebra.expressions.bounded_runs import BoundedRuns
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import k
from netlemma.derive.algebra.expressions.proof import Proof, require
from netlemma.derive.networks.cycles.cycle_walks import MarkedCycle, marked, over_words, shortest_length, t

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
    from netlemma.derive.algebra.expressions.bounded_runs import bounded_runs_row

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
