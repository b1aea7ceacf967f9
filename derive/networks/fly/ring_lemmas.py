"""Common parts of the lemmas on ring families: definitions in words, plain loops, measured counterparts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import LinkSum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder, Derived, by_cases
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.fly.brute_force_rings import Measurements

Shares = tuple[tuple[sp.Expr, sp.Expr], ...]
Sizes = tuple[dict[sp.Symbol, int], ...]
PAIRS = "all ordered pairs of processors send one packet each"


@dataclass(frozen=True)
class RingFamilyLemmas:
    """A family of ring networks: its parameters, its number of nodes, and its packets by brute force at a size."""

    name: str
    parameters: tuple[Parameter, ...]
    nodes: Callable[[Size], int]
    followed: Callable[[Size], Measurements]

    def assumptions(self) -> tuple[sp.Basic, ...]:
        """The conditions on the sizes."""
        return tuple(Domain(self.parameters).assumptions())

    def lemma(
        self,
        quantity: str,
        symbol: str,
        statement: str,
        words: str,
        literal: Callable[[Size], Fraction],
        write: DerivationBuilder,
        measured: str,
        device_class: str | None = None,
        extra: tuple[Parameter, ...] = (),
        relations: tuple[sp.Basic, ...] = (),
    ) -> Lemma:
        """A lemma of this family.

        Parameters
        ----------
        quantity : str
            Quantity in the key of the lemma.
        symbol : str
            Name of its symbol.
        statement : str
            Meaning of the quantity, in words.
        words : str
            Definition in words.
        literal : callable
            Definition as a plain loop at one size.
        write : DerivationBuilder
            Derivation in progress.
        measured : str
            Measured counterpart on explicit networks.
        device_class : str or None, optional
            Class of links, if the quantity is that of one class.
        extra : tuple of Parameter, default ()
            Parameters that select one value of the quantity.
        relations : tuple of Basic, default ()
            Further conditions on the sizes.

        Returns
        -------
        Lemma
            Lemma with its derivation.
        """
        return Lemma(
            key=f"{self.name}.{quantity}",
            symbol=sp.Symbol(symbol),
            statement=statement,
            definition=Definition(words, write.start, literal, self.nodes),
            domain=Domain((*self.parameters, *extra), relations),
            derivation=write.derivation(),
            measured=Measured(
                self.name, measured, tuple(x.name for x in self.parameters), device_class, routings=("concise",)
            ),
        )

    def link(self, what: str, name: str, write: DerivationBuilder, at_stage: bool = False) -> Lemma:
        """The lemma on the packets or echoes that cross a link of a class."""
        packets = {"send": "packets", "echo": "echoes"}[what]
        where = " at stage s" if at_stage else ", the same for all of them"
        s, r = Parameter("s", 0, "stage of the link"), next(x.symbol for x in self.parameters if x.name == "r")
        return self.lemma(
            f"{what}.{name}",
            f"{what[0].upper()}_{name}",
            f"The {packets} that cross a {name} link{where}, when {PAIRS}.",
            f"{packets} that cross one link of the class, summed over all ordered pairs of processors",
            lambda size: self.followed(size).on_link(what, name, size["s"] if at_stage else None),
            write,
            f"ring.{what}",
            name,
            (s,) if at_stage else (),
            (s.symbol <= r - 1,) if at_stage else (),
        )

    def queue(self, which: str, write: DerivationBuilder) -> Lemma:
        """The lemma on packets that enter rings at a node."""
        s, r = Parameter("s", 0, "stage of the node"), next(x.symbol for x in self.parameters if x.name == "r")
        entering = f"packets that enter a ring at {{}}, injections and ring changes, when {PAIRS}"
        at_stage = which == "at stage"
        node, name = {
            "hot": ("the node where most do", "hot_queue"),
            "mean": ("a node, on average over all nodes", "mean_queue"),
            "at stage": ("a node of stage s", "queue"),
        }[which]

        def literal(size: Size) -> Fraction:
            measurements = self.followed(size)
            return measurements.at_node(lambda n: n[0] == size["s"]) if at_stage else getattr(measurements, name)

        return self.lemma(
            name,
            "Q" if at_stage else f"Q_{which}",
            f"The {entering.format(node)}.",
            f"packets that enter rings by the links that leave {node}, summed over all ordered pairs of processors",
            literal,
            write,
            f"ring.{name}",
            None,
            (s,) if at_stage else (),
            (s.symbol <= r - 1,) if at_stage else (),
        )

    def whole(self, quantity: str, write: DerivationBuilder) -> Lemma:
        """The lemma on a quantity of the whole network."""
        symbol, statement, words = {
            "distance": (
                "D",
                "The most links that a packet crosses, over all ordered pairs of processors.",
                "the largest number of links that a packet crosses",
            ),
            "ring_hops": (
                "H",
                "The most rings that a packet visits, over all ordered pairs of processors.",
                "the largest number of rings that a packet visits",
            ),
            "mean_distance": (
                "L",
                "The links that a packet crosses on average, all ordered pairs of processors equally likely, each with itself too.",
                "the links crossed by the packets of all ordered pairs of processors, divided by the number of pairs",
            ),
        }[quantity]

        def literal(size: Size) -> Fraction:
            measurements = self.followed(size)
            return (
                measurements.mean_distance
                if quantity == "mean_distance"
                else Fraction(getattr(measurements.traffic, quantity))
            )

        return self.lemma(quantity, symbol, statement, words, literal, write, f"ring.{quantity}")

    def latency(self, crossed: DerivationBuilder, visited: DerivationBuilder) -> Lemma:
        """The lemma on the latency: the largest number of links, and c - 1 for each of the largest number of rings."""
        c = Parameter("c", 1, "latency of a hop to another ring, in hops along a ring")
        distance, ring_hops = crossed.derivation(f"{self.name}.distance"), visited.derivation(f"{self.name}.ring_hops")
        write = DerivationBuilder((c.symbol - 1) * ring_hops.start + distance.start)
        for part, what in ((ring_hops, "rings"), (distance, "links")):
            write.step(
                write.now.xreplace({part.start: part.result}), f"the most {what} are derived before", Derived(part)
            )
        write.normal(by_cases(sp.expand, write.now), "multiplied out")

        def literal(size: Size) -> Fraction:
            totals = self.followed(size).traffic
            return Fraction((size["c"] - 1) * totals.ring_hops + totals.distance)

        words = "the most links that a packet crosses, and c - 1 for each of the most rings that a packet visits"
        statement = (
            "The worst latency in hops along a ring: as many as the most links, and c - 1 for each of the most rings."
        )
        return self.lemma("latency", "T", statement, words, literal, write, "ring.latency", None, (c,))

    def nodes_counted(self, each: sp.Expr, radix: sp.Expr, length: sp.Expr, small: Sizes) -> Lemma:
        """The lemma on the number of processors."""
        counted = WordsCounted(sp.Symbol("V"), each, radix, length, (), lambda size: self._processors(size), small)
        words = "the processors, counted one by one"
        statement = "The number of processors."
        because = f"there are {each} for each word of {length} digits" if each != 1 else "they are numbered by words"
        return self._counted("nodes", "N", statement, words, counted, because, "nodes", self._processors)

    def _processors(self, size: Size) -> Fraction:
        return Fraction(self.followed(size).processors)

    def rings_counted(self, name: str | None, shares: Shares, radix: sp.Expr, length: sp.Expr, small: Sizes) -> Lemma:
        """The lemma on the number of rings."""

        def literal(size: Size) -> Fraction:
            network = self.followed(size).network
            return Fraction(sum(name in (None, network.kind(ring[0])[0]) for ring in network.rings))

        each = sp.Add(*(links / of_ring for links, of_ring in shares))
        counted = WordsCounted(sp.Symbol("R"), each, radix, length, shares, literal, small)
        of = f" of {name} links" if name else ""
        because = "every link is on one ring: " + ", ".join(
            f"{links} for each word, {of_ring} on a ring" for links, of_ring in shares
        )
        return self._counted(
            f"ring_count.{name}" if name else "rings",
            f"R_{name}" if name else "R",
            f"The number of rings{of}.",
            f"the rings{of}, counted one by one",
            counted,
            because,
            "ring.class_ring_count" if name else "ring.ring_count",
            literal,
            name,
        )

    def _counted(
        self,
        quantity: str,
        symbol: str,
        statement: str,
        words: str,
        counted: WordsCounted,
        because: str,
        measured: str,
        literal: Callable[[Size], Fraction],
        device_class: str | None = None,
    ) -> Lemma:
        write = DerivationBuilder(LinkSum(sp.S.One, counted.of))
        write.step(sp.factor(counted.each) * counted.radix**counted.length, because, counted)
        return self.lemma(quantity, symbol, statement, words, literal, write, measured, device_class)


@dataclass(frozen=True)
class WordsCounted(Proof):
    """A fixed number of objects for each word; there are n^m words of m digits, since a further digit makes n words of each.

    Rings are counted by their links: ``shares`` are pairs (links for each word, links of a ring).
    """

    of: sp.Symbol
    each: sp.Expr
    radix: sp.Expr
    length: sp.Expr
    shares: Shares
    literal: Callable[[Size], Fraction]
    small: Sizes
    kind: ClassVar[str] = "induction over the digits"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n, m = sp.symbols("n m", integer=True, positive=True)
        require(equal(n ** (m + 1), n * n**m) and n**0 == 1, "the induction fails")
        if self.shares:
            rings = sp.Add(*(links / of_ring for links, of_ring in self.shares))
            require(equal(rings, self.each), f"not {self.each} rings for each word")
        require(before == LinkSum(sp.S.One, self.of), "the left-hand side is not the counted number")
        require(equal(after, self.each * self.radix**self.length), f"not {self.each} for each word")
        require(len(self.small) >= 3, "too few sizes are compared")
        for size in self.small:
            found = self.literal({symbol.name: value for symbol, value in size.items()})
            require(evaluate(after, size) == found, f"{found} are counted at {size}")

    def describe(self) -> list[str]:
        return [f"one more digit makes n words of each; counted one by one at {len(self.small)} sizes"]
