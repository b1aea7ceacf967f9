"""What the lemmas of all ring families have in common: their definitions in words, their plain loops, where they are measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp

from derive.derivation import Derived, Writer, by_cases
from derive.evaluate import evaluate
from derive.lemma import Definition, Derivation, Domain, Lemma, Measured, Parameter, Size
from derive.literal_rings import Measurements
from derive.normal import equal
from derive.notation import LinkSum
from derive.proof import Proof, require

PAIRS = "all ordered pairs of processors send one packet each"


@dataclass(frozen=True)
class RingFamily:
    """A family of ring networks: its parameters, how many nodes it has, and its packets followed one by one at a size."""

    name: str
    parameters: tuple[Parameter, ...]
    nodes: Callable[[Size], int]
    followed: Callable[[Size], Measurements]

    def assumptions(self) -> tuple[sp.Basic, ...]:
        return tuple(Domain(self.parameters).assumptions())

    def lemma(
        self,
        quantity: str,
        symbol: str,
        statement: str,
        words: str,
        literal: Callable[[Size], Fraction],
        write: Writer,
        measured: str,
        device_class: str | None = None,
        extra: tuple[Parameter, ...] = (),
        relations: tuple[sp.Basic, ...] = (),
    ) -> Lemma:
        """A lemma of this family on ``quantity``; ``extra`` parameters select one of its values."""
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

    def link(self, what: str, name: str, write: Writer, at_stage: bool = False) -> Lemma:
        """The lemma on the packets (``send``) or echoes (``echo``) that cross a link of a class, perhaps depending on its stage."""
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

    def queue(self, which: str, write: Writer) -> Lemma:
        """The lemma on packets that enter rings: the ``hot`` or the ``mean`` queue, or the one ``at stage`` s."""
        s, r = Parameter("s", 0, "stage of the node"), next(x.symbol for x in self.parameters if x.name == "r")
        entering = f"packets that enter a ring at {{}}, injections and ring changes, when {PAIRS}"
        at_stage = which == "at stage"
        node, name = {
            "hot": ("the node where most do", "hot_queue"),
            "mean": ("a node, on average over all nodes", "mean_queue"),
            "at stage": ("a node of stage s", "queue"),
        }[which]

        def literal(size: Size) -> Fraction:
            found = self.followed(size)
            return found.at_node(lambda n: n[0] == size["s"]) if at_stage else getattr(found, name)

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

    def whole(self, quantity: str, write: Writer) -> Lemma:
        """The lemma on the ``distance``, the ``ring_hops`` or the ``mean_distance`` of the network."""
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
            found = self.followed(size)
            return found.mean_distance if quantity == "mean_distance" else Fraction(getattr(found.traffic, quantity))

        return self.lemma(quantity, symbol, statement, words, literal, write, f"ring.{quantity}")

    def latency(self, distance: Derivation, ring_hops: Derivation) -> Lemma:
        """The lemma on the latency: the most links, and c - 1 more for each ring of the most rings."""
        c = Parameter("c", 1, "latency of a hop to another ring, in hops along a ring")
        write = Writer((c.symbol - 1) * ring_hops.start + distance.start)
        for part, what in ((ring_hops, "rings"), (distance, "links")):
            write.step(
                write.now.xreplace({part.start: part.result}), f"the most {what} are derived before", Derived(part)
            )
        write.normal(by_cases(sp.expand, write.now), "multiplied out")

        def literal(size: Size) -> Fraction:
            found = self.followed(size).traffic
            return Fraction((size["c"] - 1) * found.ring_hops + found.distance)

        words = "the most links that a packet crosses, and c - 1 for each of the most rings that a packet visits"
        statement = (
            "The worst latency in hops along a ring: as many as the most links, and c - 1 for each of the most rings."
        )
        return self.lemma("latency", "T", statement, words, literal, write, "ring.latency", None, (c,))

    def count(self, what: Counted) -> Lemma:
        """A lemma that counts things: so many for each word."""
        write = Writer(LinkSum(sp.S.One, sp.Symbol(what.of)))
        small = tuple(dict(zip((x.symbol for x in self.parameters), values, strict=True)) for values in what.small)
        proof = WordsCounted(write.now, what.each, what.radix, what.length, lambda size: self.of(what, size), small)
        write.step(what.each * what.radix**what.length, what.because, proof)
        return self.lemma(
            what.quantity,
            what.of,
            what.statement,
            what.words,
            lambda size: self.of(what, size),
            write,
            what.measured,
            what.device_class,
        )

    def of(self, what: Counted, size: Size) -> Fraction:
        """The number counted on the network followed literally."""
        return Fraction(what.literal(self.followed(size)))


@dataclass(frozen=True)
class Counted:
    """What is counted: ``each`` for each word of ``length`` digits out of ``radix``."""

    quantity: str
    of: str
    each: sp.Expr
    radix: sp.Expr
    length: sp.Expr
    statement: str
    words: str
    because: str
    literal: Callable[[Measurements], int]
    measured: str
    device_class: str | None
    small: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class WordsCounted(Proof):
    """So many things for each word; there are n^m words of m digits, since one more digit makes n words of each."""

    whole: sp.Expr
    each: sp.Expr
    radix: sp.Expr
    length: sp.Expr
    literal: Callable[[Size], Fraction]
    small: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "induction over the digits"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        n, m = sp.symbols("n m", integer=True, positive=True)
        require(equal(n ** (m + 1), n * n**m) and n**0 == 1, "the induction fails")
        require(before == self.whole and after == self.each * self.radix**self.length, "something else is counted")
        require(len(self.small) >= 3, "too few sizes are compared")
        for size in self.small:
            found = self.literal({symbol.name: value for symbol, value in size.items()})
            require(evaluate(after, size) == found, f"{found} are counted at {size}")

    def describe(self) -> list[str]:
        return [f"one more digit makes n words of each; counted one by one at {len(self.small)} sizes"]
