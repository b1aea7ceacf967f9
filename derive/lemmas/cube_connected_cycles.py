"""Cube-connected cycles of dimension D (Reed 1982): exact mean distance and visit ratios, for which he knew no closed form.

A message from (0, 0) to (k, x) crosses a cube link for each of the bits that differ and walks around the ring of D
positions, from 0 to k, past the position of each such bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import sympy as sp

from derive import literal_search as search
from derive import notation as at
from derive.cycle_walks import (
    CoverWalk,
    Cycle,
    NodesAlike,
    TailsCounted,
    fast_tails,
    marked,
    over_words,
    shortest_length,
    walk,
)
from derive.derivation import ByLemma, Writer, quantity_of
from derive.evaluate import evaluate
from derive.lemma import Definition, Domain, Lemma, Measured, Parameter, Size
from derive.notation import DeviceSum, PairSum
from derive.proof import ARGUED, Proof, require

D = at.parameter("D")
NODES = D * 2**D
_DOMAIN = Domain((Parameter("D", 1, "dimensions of the cube and nodes of each ring"),))
_CYCLE = Cycle(D, sp.Integer(2), on_positions=True)
_SMALL = tuple({D: size} for size in (1, 2, 3, 4))
_ALIKE = "translations of the ring positions and of the bits make all sources alike; a message to (k, x) "
_WALKS = "the walk goes along one arc of the ring and turns back on the other at its longest unmarked stretch, or along the other"


def _rule(size: Size) -> search.Rule:
    def hops(node: Any) -> list[tuple[search.Node, str]]:
        p, v = node
        d = size["D"]
        return [((p, v ^ 1 << p), "cube"), (((p + 1) % d, v), "ring"), (((p - 1) % d, v), "ring")]

    return hops


def _nodes(size: Size) -> list[tuple[int, int]]:
    return [(p, v) for p in range(size["D"]) for v in range(2 ** size["D"])]


def _count(size: Size) -> int:
    return size["D"] * 2 ** size["D"]


def _over_words(body: sp.Expr) -> sp.Expr:
    return over_words(body, D, sp.Integer(2))


def _alike(name: str, whole: sp.Expr, body: sp.Expr) -> NodesAlike:
    """Translations, and the number of hops of a class (or of both) that small networks need."""

    def compare() -> bool:
        for d in (1, 2, 3, 4):
            size = {"D": d}
            ring, cube = evaluate(_CYCLE.tails(), {D: d}), d * d * 2 ** (d - 1)
            expected = {"cube": cube, "ring": ring, "both": ring + cube}[name]
            names = ("cube", "ring") if name == "both" else (name,)
            if sum(search.class_hops_from((0, 0), _nodes(size), _rule(size), n) for n in names) != expected:
                return False
        return True

    return NodesAlike(whole, NODES * body, compare)


def _walks(write: Writer) -> None:
    shortest = shortest_length(D)
    write.step(write.now.xreplace({walk: shortest}), _WALKS, CoverWalk(_CYCLE))
    tails = _CYCLE.tails()
    write.step(
        write.now.xreplace({_over_words(shortest): tails, _over_words(marked): D**2 * 2 ** (D - 1)}),
        "words are counted by the tails of their stretches; W(m, g, 2) words of m bits have no run of more than g zeros",
        TailsCounted(_CYCLE, _SMALL),
    )


def mean_distance() -> Lemma:
    """The mean distance, as a double sum over counts of words with bounded runs."""
    write = Writer(PairSum(at.distance) / (NODES * (NODES - 1)))
    write.step(
        (_over_words(marked) + _over_words(walk)) / (NODES - 1),
        _ALIKE + "crosses m(x) cube links, one for each bit that differs, and makes h(k, x) hops around the ring",
        _alike("both", PairSum(at.distance), _over_words(marked) + _over_words(walk)),
    )
    _walks(write)
    return Lemma(
        key="cube-connected-cycles.mean_distance",
        symbol=sp.Symbol("L"),
        statement="The mean distance between two different nodes, all ordered pairs equally likely.",
        definition=Definition(
            "the sum of the distances over all ordered pairs, divided by the number of ordered pairs of different nodes",
            write.start,
            lambda size: search.mean_distance(_nodes(size), _rule(size)),
            _count,
        ),
        domain=_DOMAIN,
        derivation=write.derivation(),
        measured=Measured("cube-connected-cycles", "mean_distance", ("D",)),
        fast=lambda size: Fraction(
            size["D"] ** 2 * 2 ** (size["D"] - 1) + fast_tails(size["D"], 2, True), _count(size) - 1
        ),
    )


def _visit_ratio(name: str, devices: sp.Expr, body: sp.Expr, because: str) -> tuple[Writer, Definition]:
    whole = DeviceSum(PairSum(at.crossings), sp.Symbol(name))
    write = Writer(whole / (NODES * (NODES - 1) * devices))
    write.step(_over_words(body) / ((NODES - 1) * devices), _ALIKE + because, _alike(name, whole, _over_words(body)))

    def literal(size: Size) -> Fraction:
        hops = search.class_hops_from((0, 0), _nodes(size), _rule(size), name)
        count = _count(size) // 2 if name == "cube" else _count(size)
        return hops / ((_count(size) - 1) * count)

    words = f"expected crossings of all {name} links by one message, every shortest path equally likely, divided by their number"
    return write, Definition(words, write.start, literal, _count)


def _lemma(name: str, write: Writer, definition: Definition, statement: str, **more: object) -> Lemma:
    return Lemma(
        key=f"cube-connected-cycles.visit_ratio.{name}",
        symbol=sp.Symbol("V"),
        statement=statement,
        definition=definition,
        domain=_DOMAIN,
        derivation=write.derivation(),
        measured=Measured("cube-connected-cycles", "visit_ratio", ("D",), name),
        **more,  # type: ignore[arg-type]
    )


def cube() -> Lemma:
    """The visit ratio of a cube link, in closed form."""
    write, definition = _visit_ratio(
        "cube", NODES / 2, marked, "crosses m(x) cube links, one for each bit that differs"
    )
    write.step(
        D**2 * 2 ** (D - 1) / ((NODES - 1) * NODES / 2),
        "each bit differs in half of the words",
        TailsCounted(_CYCLE, _SMALL),
    )
    write.normal(D / (NODES - 1), "factors common to all terms are collected")
    return _lemma("cube", write, definition, "The visit ratio of a cube link, the same for all.")


def ring() -> Lemma:
    """The visit ratio of a ring link, as a double sum."""
    write, definition = _visit_ratio("ring", NODES, walk, "makes h(k, x) hops around the ring")
    _walks(write)

    def fast(size: Size) -> Fraction:
        return Fraction(fast_tails(size["D"], 2, True), (_count(size) - 1) * _count(size))

    return _lemma("ring", write, definition, "The visit ratio of a ring link, the same for all.", fast=fast)


@dataclass(frozen=True)
class RingFromSize(Proof):
    """Cube links are the busier class below D = 22, ring links from there on.

    Up to D = 128 the exact values are compared. Beyond, a walk is no shorter than ``min(2D - k, D + k) - 2G`` with G the
    longest unmarked stretch of all, on average at most ``log2(D) + 3`` (a given stretch of g links is unmarked in one of
    ``2^(g-1)`` words); the mean walk is then at least ``5D/4 - 1/(4D) - 2 log2(D) - 6``, which exceeds D, its value for
    equally busy classes, at D = 128, and grows faster than D from there on: ``1/4 > 2/(D ln 2)``, as ``ln 2 > 1/2``.
    """

    kind: ClassVar[str] = "exact values and a bound"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        first, last = RING_FROM, 128
        for d in range(1, last + 1):
            require((fast_tails(d, 2, True) >= d * d * 2**d) == (d >= first), f"the busier class at D={d} is the other")
        lower = Fraction(5 * last, 4) - Fraction(1, 4 * last) - 2 * 7 - 6  # log2(128) = 7
        require(lower > last, "the bound does not reach the last size compared")
        require(Fraction(1, 4) > Fraction(2 * 2, last), "the bound does not grow faster than D")
        chosen = sp.Piecewise((quantity_of(cube()), first - 1 >= D), (quantity_of(ring()), True))
        require(
            before == sp.Max(quantity_of(cube()), quantity_of(ring())) and after == chosen, "another choice of class"
        )

    def describe(self) -> list[str]:
        return [
            "exact values up to D = 128; beyond, the mean walk is at least 5D/4 - 1/(4D) - 2 log2(D) - 6 > D",
            "the mean walk around the ring is at most 5D/4, so it grows as 5D/4 - O(log D), and the mean distance as 7D/4 - O(log D)",
        ]


RING_FROM = 22


def bottleneck() -> Lemma:
    """The largest visit ratio of any link, and which class has it."""
    busiest = (cube(), ring())
    write = Writer(sp.Max(*map(quantity_of, busiest)))
    write.step(
        sp.Piecewise((quantity_of(busiest[0]), D <= RING_FROM - 1), (quantity_of(busiest[1]), True)),
        f"cube links are the busier class for D < {RING_FROM}, ring links from D = {RING_FROM} on",
        RingFromSize(),
    )
    table = {quantity_of(lemma): lemma.closed_form for lemma in busiest}
    write.step(write.now.xreplace(table), "derived before", ByLemma(busiest))
    values = [lemma.fast or lemma.value for lemma in busiest]
    return Lemma(
        key="cube-connected-cycles.bottleneck",
        symbol=sp.Symbol("V_max"),
        statement=f"The largest visit ratio of a link: a cube link's for D < {RING_FROM}, a ring link's from D = {RING_FROM} on.",
        definition=Definition(
            "the larger of the visit ratios of cube links and ring links",
            write.start,
            lambda size: max(lemma.definition.literal(size) for lemma in busiest),
            _count,
        ),
        domain=_DOMAIN,
        derivation=write.derivation(),
        measured=Measured("cube-connected-cycles", "bottleneck", ("D",)),
        fast=lambda size: max(value(size) for value in values),
    )


LEMMAS = {
    "cube-connected-cycles.mean_distance": mean_distance,
    "cube-connected-cycles.visit_ratio.cube": cube,
    "cube-connected-cycles.visit_ratio.ring": ring,
    "cube-connected-cycles.bottleneck": bottleneck,
}
