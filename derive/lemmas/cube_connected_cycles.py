"""Cube-connected cycles of dimension D: exact mean distance and visit ratios, for which Reed 1982 knew no closed form.

A message from (0, 0) to (k, x) crosses a cube link for each differing bit and walks around the ring of D positions,
from 0 to k, past the position of each such bit.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.proof import ARGUED, Proof, require
from netlemma.derive.core.derivation import ByLemma, DerivationBuilder, quantity_of
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.cycles import brute_force_search as search
from netlemma.derive.networks.cycles.cycle_families import CycleFamily
from netlemma.derive.networks.cycles.cycle_walks import MarkedCycle, TailsCounted, fast_tails, marked, walk

D = at.parameter("D")
CUBE_HOPS = D**2 * 2 ** (D - 1)


def _rule(size: Size) -> search.Rule:
    def hops(node: Any) -> list[tuple[search.Node, str]]:
        p, v = node
        d = size["D"]
        return [((p, v ^ 1 << p), "cube"), (((p + 1) % d, v), "ring"), (((p - 1) % d, v), "ring")]

    return hops


_FAMILY = CycleFamily(
    "cube-connected-cycles",
    MarkedCycle(D, sp.Integer(2), on_positions=True),
    Domain((Parameter("D", 1, "dimensions of the cube and nodes of each ring"),)),
    rule=lambda size: _rule(size),
    words=lambda size: range(2 ** size["D"]),
    compared=tuple({"D": d} for d in (1, 2, 3, 4)),
    classes=("cube", "ring"),
)


def _ring_hops(size: Size) -> Fraction:
    return Fraction(fast_tails(size["D"], 2, True))


def mean_distance() -> Lemma:
    """The lemma on the mean distance, as a double sum over counts of words with bounded runs."""
    return _FAMILY.mean_distance(
        _FAMILY.over(marked) + _FAMILY.over(walk),
        CUBE_HOPS + _FAMILY.cycle.tails(),
        ("cube", "ring"),
        "crosses m(x) cube links, one for each bit that differs, and makes h(k, x) hops around the ring",
        lambda size: size["D"] ** 2 * 2 ** (size["D"] - 1) + _ring_hops(size),
    )


def cube() -> Lemma:
    """The lemma on the visit ratio of a cube link, in closed form."""
    nodes, hops = _FAMILY.nodes, _FAMILY.over(marked)
    because = "crosses m(x) cube links, one for each bit that differs"
    write, lemma = _FAMILY.visit_ratio("cube", nodes / 2, hops, CUBE_HOPS, because)
    counted = TailsCounted(_FAMILY.cycle, _FAMILY.small)
    write.step(write.now.xreplace({hops: CUBE_HOPS}), "each bit differs in half of the words", counted)
    write.normal(D / (nodes - 1), "factors common to all terms are collected")
    return lemma("The visit ratio of a cube link, the same for all.")


def ring() -> Lemma:
    """The lemma on the visit ratio of a ring link, as a double sum."""
    hops, because = _FAMILY.over(walk), "makes h(k, x) hops around the ring"
    write, lemma = _FAMILY.visit_ratio("ring", _FAMILY.nodes, hops, _FAMILY.cycle.tails(), because)
    _FAMILY.close_walks(write)
    return lemma("The visit ratio of a ring link, the same for all.", _ring_hops)


@dataclass(frozen=True)
class RingFromSize(Proof):
    """Cube links have the larger visit ratio below D = 22, ring links from there on.

    Up to D = 128 the exact values are compared. Beyond, a walk is no shorter than ``min(2D - k, D + k) - 2G`` with G
    the longest unmarked stretch of all, on average at most ``log2(D) + 3`` (a given stretch of g links is unmarked in
    one of ``2^(g-1)`` words); the mean walk is then at least ``5D/4 - 1/(4D) - 2 log2(D) - 6``, which exceeds D, its
    value for equal visit ratios, at D = 128, and grows faster than D from there on: ``1/4 > 2/(D ln 2)``, as ``ln 2 >
    1/2``.
    """

    kind: ClassVar[str] = "exact values and a bound"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        first, last = RING_FROM, 128
        for d in range(1, last + 1):
            require((fast_tails(d, 2, True) >= d * d * 2**d) == (d >= first), f"the other class is larger at D={d}")
        lower = Fraction(5 * last, 4) - Fraction(1, 4 * last) - 2 * 7 - 6  # log2(128) = 7
        require(lower > last, "the bound does not reach the last size compared")
        require(Fraction(1, 4) > Fraction(2 * 2, last), "the bound does not grow faster than D")
        chosen = sp.Piecewise((quantity_of(cube()), first - 1 >= D), (quantity_of(ring()), True))
        require(
            before == sp.Max(quantity_of(cube()), quantity_of(ring())) and after == chosen,
            "the step does not choose the class with the larger visit ratio",
        )

    def describe(self) -> list[str]:
        return [
            "exact values up to D = 128; beyond, the mean walk is at least 5D/4 - 1/(4D) - 2 log2(D) - 6 > D",
            "the mean walk around the ring is at most 5D/4, so it grows as 5D/4 - O(log D), and the mean distance as 7D/4 - O(log D)",
        ]


RING_FROM = 22


def bottleneck() -> Lemma:
    """The lemma on the largest visit ratio of any link, and its class."""
    busiest = (cube(), ring())
    write = DerivationBuilder(sp.Max(*map(quantity_of, busiest)))
    write.step(
        sp.Piecewise((quantity_of(busiest[0]), D <= RING_FROM - 1), (quantity_of(busiest[1]), True)),
        f"cube links are the busier class for D < {RING_FROM}, ring links from D = {RING_FROM} on",
        RingFromSize(),
    )
    table = {quantity_of(lemma): lemma.closed_form for lemma in busiest}
    write.step(write.now.xreplace(table), "this was derived before", ByLemma(busiest))
    values = [lemma.fast or lemma.value for lemma in busiest]
    return Lemma(
        key="cube-connected-cycles.bottleneck",
        symbol=sp.Symbol("V_max"),
        statement=f"The largest visit ratio of a link: a cube link's for D < {RING_FROM}, a ring link's from D = {RING_FROM} on.",
        definition=Definition(
            "the larger of the visit ratios of cube links and ring links",
            write.start,
            lambda size: max(lemma.definition.literal(size) for lemma in busiest),
            _FAMILY.count,
        ),
        domain=_FAMILY.domain,
        derivation=write.derivation(),
        measured=Measured("cube-connected-cycles", "bottleneck", ("D",)),
        fast=lambda size: max(value(size) for value in values),
        tables=busiest[1].tables,
    )


LEMMAS = {
    "cube-connected-cycles.mean_distance": mean_distance,
    "cube-connected-cycles.visit_ratio.cube": cube,
    "cube-connected-cycles.visit_ratio.ring": ring,
    "cube-connected-cycles.bottleneck": bottleneck,
}
