"""Networks of words around a cycle: their translations, and the common parts of the lemmas on cube-connected cycles
and the R-ary M-cube.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceSum, PairMax, PairSum
from netlemma.derive.algebra.proof import ARGUED, PROVED, Proof, require
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.cycles import brute_force_search as search
from netlemma.derive.networks.cycles.cycle_walks import (
    CoverWalk,
    MarkedCycle,
    TailsCounted,
    certify_walk,
    gap_a,
    gap_b,
    marked,
    over_words,
    shortest_length,
    walk,
)
from netlemma.errors import ProofError

# Translations of networks of words around a cycle, by which the hops from one source stand for those of all pairs.


def class_crossings(name: str) -> sp.Expr:
    """Crossings of all links of a class in all messages."""
    return DeviceSum(PairSum(at.crossings), sp.Symbol(name))


@dataclass(frozen=True)
class NodesAlike(Proof):
    """Left multiplication: translation of positions by q and of words by a fixed word maps hops to hops, so one source
    suffices.

    The sum ``whole`` over all pairs is therefore ``hops``, with the number of sources as a factor. The hops from one
    source are compared with a search at small sizes; that they hold at all sizes is argued.
    """

    whole: sp.Expr
    hops: sp.Expr
    compare: Callable[[], bool]
    on_positions: bool = False
    kind: ClassVar[str] = "group translation"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before.has(self.whole), f"{self.whole} does not occur")
        require(equal(before.xreplace({self.whole: self.hops}), after), "not N times the hops from one source")
        translations(self.on_positions)
        require(self.compare(), "the distance differs from the search at a small size")

    def describe(self) -> list[str]:
        return [
            "translations move hops to hops, so all sources are alike; distances compared with a search at small sizes"
        ]


@dataclass(frozen=True)
class WalksAlike(NodesAlike):
    """As :class:`NodesAlike`, where a potential certifies the hops for all sizes.

    With marks on links every hop is one of the walk. With marks on positions a message also corrects m letters, one hop
    each: a hop of either kind changes its own number by at most one and leaves the other number unchanged.
    """

    cycle: MarkedCycle | None = None
    classes: tuple[str, ...] = ()
    strength: ClassVar[str] = PROVED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        super().check(before, after)
        if self.cycle is None:
            raise ProofError("no cycle is given")
        n, radix, on_positions = self.cycle.size, self.cycle.radix, self.cycle.on_positions
        require(self.on_positions == on_positions, "marks on positions and on links are confused")
        certify_walk(shortest_length(n), n, on_positions)
        parts = [over_words(body, n, radix) for body in ((marked, walk) if on_positions else (walk,))]
        known = {PairSum(at.distance): sp.Add(*parts)}
        known |= {class_crossings(name): part for name, part in zip(self.classes, parts, strict=False)}
        require(self.whole in known, f"{self.whole} is not a certified number of hops")
        require(equal(self.hops, n * radix**n * known[self.whole]), "the hops are not the certified ones")

    def describe(self) -> list[str]:
        return [
            "translations move hops to hops, so all sources are alike; the walk's hops and the letters to correct are potentials",
            "a hop changes one of the two numbers, by at most one: decided for all n; compared with a search at small sizes",
        ]


_p, _q, _i, _c = sp.symbols("p q i c", integer=True)
_at_place, _u, _v = (sp.Function(name) for name in ("one_at", "u", "v"))  # one_at(j) is 1 for j = 0 and 0 otherwise
NodeOfSymbols = tuple[sp.Expr, sp.Expr]  # a position and the letter at place i


def translations(on_positions: bool) -> None:
    """Check on symbols that translation of positions by q and of words by u maps hops to hops, and any node to the source.

    A hop corrects the letter of its position, or moves one position on or back; with marks on links it does both, and
    the letter is that of the link.
    """
    node = (_p, _v(_i))
    for step, place in [(0, 0), (1, None), (-1, None)] if on_positions else [(1, 0), (-1, -1)]:
        first, second = _moved(*_hop(*node, step, place)), _hop(*_moved(*node), step, place)
        same = all(sp.expand(_flat(x) - _flat(y)) == 0 for x, y in zip(first, second, strict=True))
        require(same, "the image of a hop is not a hop")
    position, letter = (x.xreplace({_u(_i): -_v(_i + _p)}).xreplace({_q: -_p}) for x in _moved(*node))
    require(position == 0 and letter == 0, "a node is not mapped to the source")


def _moved(position: sp.Expr, letter: sp.Expr) -> NodeOfSymbols:
    return position + _q, _u(_i) + letter.xreplace({_i: _i - _q})


def _hop(position: sp.Expr, letter: sp.Expr, step: int, place: int | None) -> NodeOfSymbols:
    """Move by ``step``, and add c to the letter at this place counted from the position."""
    change = 0 if place is None else _c * _at_place(_i - (position + place))
    return position + step, letter + change


def _flat(expr: sp.Expr) -> sp.Expr:
    """Expand the arguments of functions, so that equal places have equal expressions."""
    return expr.replace(
        lambda e: isinstance(e, sp.core.function.AppliedUndef), lambda e: e.func(*map(sp.expand, e.args))
    )


@dataclass(frozen=True)
class FarthestWalk(Proof):
    """The largest distance: that with all places marked, to the position farthest away. Marks make the stretches of both arcs shorter.

    compare: Comparison with plain loops at small sizes.
    """

    cycle: MarkedCycle
    known: tuple[sp.Basic, ...]
    compare: Callable[[sp.Expr], None]
    kind: ClassVar[str] = "distance certificate"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n, on_positions = self.cycle.size, self.cycle.on_positions
        require(before == PairMax(at.distance), "not the largest distance")
        translations(on_positions)
        certify_walk(shortest_length(n), n, on_positions)
        a, b, letters = sp.symbols("a b m", integer=True)
        hops = shortest_length(n).xreplace({gap_a: a, gap_b: b}) + (letters if on_positions else 0)
        least = 1 if on_positions else 0  # an arc with links has a stretch of one between positions that are marked
        stretches = [
            at.k >= 0,
            at.k <= n - 1,
            b >= least,
            b <= n - at.k,
            sp.Or(a >= least, at.k <= 0),
            a >= 0,
            a <= at.k,
        ]
        every = [*self.known, *stretches, letters >= 0, letters <= n]
        require(smt.always(every, hops <= after), f"a node may be farther away than {after}")
        marked_all = {b: sp.Integer(least), letters: n}
        here = sp.Or(
            sp.Eq(hops.xreplace({**marked_all, a: sp.S.Zero, at.k: sp.S.Zero}), after),
            sp.Eq(hops.xreplace({**marked_all, a: sp.Integer(least), at.k: sp.floor(n / 2)}), after),
        )
        require(smt.always(self.known, here), f"no node is {after} hops away")
        self.compare(after)

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in self.known:
            require(assumed in assumptions, f"{assumed} is assumed")

    def describe(self) -> list[str]:
        return [
            "the hops of the walk are a potential, decided for all cycles and marks",
            "z3: no stretches of both arcs give more, and those with all places marked give as many; compared at small sizes",
        ]


# Networks of words around a cycle: common parts of the lemmas on cube-connected cycles and on the R-ary M-cube.
#
# A node is a position on the cycle with a word of one letter for each place. The networks are vertex-transitive, so one
# source suffices.


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
        """Expected hops of some classes from one source to all nodes, by search."""
        nodes = self.node_list(size)
        return sum((search.class_hops_from(nodes[0], nodes, self.rule(size), name) for name in classes), Fraction(0))

    def over(self, body: sp.Expr) -> sp.Expr:
        """A sum over all offsets and words."""
        return over_words(body, self.cycle.size, self.cycle.radix)

    def alike(
        self, whole: sp.Expr, body: sp.Expr, counted: sp.Expr, classes: tuple[str, ...], certified: bool
    ) -> NodesAlike:
        """Proof that ``whole`` over all pairs is N times ``body`` from one source."""

        def compare() -> bool:
            return all(evaluate(counted, self._values(size)) == self.hops(size, *classes) for size in self.compared)

        plain = (whole, self.nodes * body, compare, self.cycle.on_positions)
        return WalksAlike(*plain, self.cycle, self.classes) if certified else NodesAlike(*plain)

    def close_walks(self, write: DerivationBuilder) -> None:
        """Replace the shortest walk by its formula in stretches, and count the words."""
        shortest = shortest_length(self.cycle.size)
        write.step(write.now.xreplace({walk: shortest}), _WALK, CoverWalk(self.cycle))
        proof = TailsCounted(self.cycle, self.small)
        table = {self.over(shortest): self.cycle.tails(), self.over(marked): proof.counted(marked)}
        write.step(write.now.xreplace(table), _WORDS.format(self.cycle.radix), proof)

    def mean_distance(
        self, body: sp.Expr, counted: sp.Expr, classes: tuple[str, ...], because: str, total: Callable[[Size], Fraction]
    ) -> Lemma:
        """The lemma on the mean distance."""
        write = DerivationBuilder(PairSum(at.distance) / (self.nodes * (self.nodes - 1)))
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
    ) -> tuple[DerivationBuilder, Callable[..., Lemma]]:
        """The derivation of the visit ratio of a class up to the hops from one source."""
        whole = class_crossings(name)
        write = DerivationBuilder(whole / (self.nodes * (self.nodes - 1) * devices))
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
