"""Networks of words around a cycle: common parts of the lemmas on cube-connected cycles and on the R-ary M-cube.

A node is a position on the cycle with a word of one letter for each place. The networks are vertex-transitive, so one
source suffices.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.notation import PairSum
from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.cycles import brute_force_search as search
from netlemma.derive.networks.cycles.cycle_walks import (
    CoverWalk,
    MarkedCycle,
    marked,
    over_words,
    shortest_length,
    walk,
)
from netlemma.derive.networks.cycles.translations import NodesAlike, WalksAlike, class_crossings
from netlemma.derive.networks.cycles.walk_tails import TailsCounted

_WALK = "the walk goes along one arc of the cycle and turns back on the other at its longest unmarked stretch, or along the other"
_WORDS = (
    "words are counted by the tails of their stretches; W(m, g, {}) words of m letters have no run of more than g zeros"
)
_ALIKE = "translations of the positions and of the letters make all sources alike; a message to position k and word x "


@dataclass(frozen=True)
class CycleFamily:
    """A network of words around a cycle; ``rule`` gives the hops at a size, ``words`` all words, the source's first.

    ``classes`` are the classes of hops whose number is the same on every shortest path: those that correct letters,
    those of the walk. ``compared`` are the sizes of the search.
    """

    name: str
    cycle: MarkedCycle
    domain: Domain
    rule: Callable[[Size], search.Rule]
    words: Callable[[Size], Sequence]
    compared: tuple[dict[str, int], ...]
    classes: tuple[str, ...] = ()

    @property
    def nodes(self) -> sp.Expr:
        """N, the number of nodes."""
        return self.cycle.size * self.cycle.radix**self.cycle.size

    @property
    def small(self) -> tuple[dict[sp.Symbol, int], ...]:
        return tuple(self._values(size) for size in self.compared)

    def _values(self, size: Size) -> dict[sp.Symbol, int]:
        return {p.symbol: size[p.name] for p in self.domain.parameters}

    def positions(self, size: Size) -> int:
        """Number of positions at a size."""
        return int(evaluate(self.cycle.size, self._values(size)))

    def count(self, size: Size) -> int:
        """Number of nodes at a size."""
        return int(evaluate(self.nodes, self._values(size)))

    def node_list(self, size: Size) -> list[search.Node]:
        """All nodes at a size, the source first."""
        return list(product(range(self.positions(size)), self.words(size)))

    def hops(self, size: Size, *classes: str) -> Fraction:
        """Expected hops of some classes from one source to all nodes, by search.

        Parameters
        ----------
        size : Size
            Values of the parameters.
        *classes : str
            Classes of hops.

        Returns
        -------
        Fraction
            Sum over the classes.
        """
        nodes = self.node_list(size)
        return sum((search.class_hops_from(nodes[0], nodes, self.rule(size), name) for name in classes), Fraction(0))

    def over(self, body: sp.Expr) -> sp.Expr:
        """A sum over all offsets and words."""
        return over_words(body, self.cycle.size, self.cycle.radix)

    def alike(
        self, whole: sp.Expr, body: sp.Expr, counted: sp.Expr, classes: tuple[str, ...], certified: bool
    ) -> NodesAlike:
        """Proof that ``whole`` over all pairs is N times ``body`` from one source.

        Parameters
        ----------
        whole : Expr
            Sum over all pairs.
        body : Expr
            Hops from one source.
        counted : Expr
            The same hops in a form that evaluates at small sizes.
        classes : tuple of str
            Classes of the hops.
        certified : bool
            True if a potential certifies the hops for all sizes.

        Returns
        -------
        NodesAlike
            Proof of the step.
        """

        def compare() -> bool:
            return all(evaluate(counted, self._values(size)) == self.hops(size, *classes) for size in self.compared)

        plain = (whole, self.nodes * body, compare, self.cycle.on_positions)
        return WalksAlike(*plain, self.cycle, self.classes) if certified else NodesAlike(*plain)

    def close_walks(self, write: Writer) -> None:
        """Replace the shortest walk by its formula in stretches, and count the words."""
        shortest = shortest_length(self.cycle.size)
        write.step(write.now.xreplace({walk: shortest}), _WALK, CoverWalk(self.cycle))
        proof = TailsCounted(self.cycle, self.small)
        table = {self.over(shortest): self.cycle.tails(), self.over(marked): proof.counted(marked)}
        write.step(write.now.xreplace(table), _WORDS.format(self.cycle.radix), proof)

    def mean_distance(
        self, body: sp.Expr, counted: sp.Expr, classes: tuple[str, ...], because: str, total: Callable[[Size], Fraction]
    ) -> Lemma:
        """The lemma on the mean distance.

        Parameters
        ----------
        body : Expr
            Hops to offset k and word x.
        counted : Expr
            The same hops in a form that evaluates at small sizes.
        classes : tuple of str
            Classes of the hops.
        because : str
            Reason for the hops, in words.
        total : callable
            Sum of the hops from one source, by tables.

        Returns
        -------
        Lemma
            Lemma with its derivation.
        """
        write = Writer(PairSum(at.distance) / (self.nodes * (self.nodes - 1)))
        proof = self.alike(PairSum(at.distance), body, counted, classes, certified=True)
        write.step(body / (self.nodes - 1), _ALIKE + because, proof)
        self.close_walks(write)
        return Lemma(
            key=f"{self.name}.mean_distance",
            symbol=sp.Symbol("L"),
            statement="The mean distance between two different nodes, all ordered pairs equally likely.",
            definition=Definition(
                "the sum of the distances over all ordered pairs, divided by the number of ordered pairs of different nodes",
                write.start,
                lambda size: search.mean_distance(self.node_list(size), self.rule(size)),
                self.count,
                self.nodes,
            ),
            domain=self.domain,
            derivation=write.derivation(),
            measured=Measured(self.name, "mean_distance", self.domain.names),
            fast=lambda size: total(size) / (self.count(size) - 1),
            tables=self._tables,
        )

    def visit_ratio(
        self, name: str, devices: sp.Expr, body: sp.Expr, counted: sp.Expr, because: str
    ) -> tuple[Writer, Callable[..., Lemma]]:
        """The derivation of the visit ratio of a class up to the hops from one source.

        Parameters
        ----------
        name : str
            Class of links.
        devices : Expr
            Number of links of the class.
        body : Expr
            Hops of the class to offset k and word x.
        counted : Expr
            The same hops in a form that evaluates at small sizes.
        because : str
            Reason for the hops, in words.

        Returns
        -------
        tuple of (Writer, callable)
            Derivation in progress, and a function that makes the lemma of it.
        """
        whole = class_crossings(name)
        write = Writer(whole / (self.nodes * (self.nodes - 1) * devices))
        proof = self.alike(whole, body, counted, (name,), certified=name in self.classes)
        write.step(body / ((self.nodes - 1) * devices), _ALIKE + because, proof)

        def share(size: Size, hops: Fraction) -> Fraction:
            return Fraction(hops) / ((self.count(size) - 1) * evaluate(devices, self._values(size)))

        def lemma(
            statement: str,
            total: Callable[[Size], Fraction] | None = None,
            tables: Callable[[Size], tuple[int, int]] = self._tables,
        ) -> Lemma:
            words = f"expected crossings of all {name} links by one message, every shortest path equally likely, divided by their number"
            return Lemma(
                key=f"{self.name}.visit_ratio.{name}",
                symbol=sp.Symbol("V"),
                statement=statement,
                definition=Definition(
                    words, write.start, lambda size: share(size, self.hops(size, name)), self.count, self.nodes
                ),
                domain=self.domain,
                derivation=write.derivation(),
                measured=Measured(self.name, "visit_ratio", self.domain.names, name),
                fast=None if total is None else lambda size: share(size, total(size)),
                tables=None if total is None else tables,
            )

        return write, lemma

    def _tables(self, size: Size) -> tuple[int, int]:
        """Words by length and longest stretch."""
        places = int(evaluate(self.cycle.size, self._values(size)))
        return places**2, places**2
