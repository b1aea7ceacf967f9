"""Packets over a link, echoes on a ring, packets in a queue: proofs that turn them into sums over digit conditions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import LinkSum, PairSum, RangeMax
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.summation.sums import SumsClosed
from netlemma.derive.core.derivation import DerivationBuilder, Derived
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.networks.fly.brute_force_rings import Measurements
from netlemma.derive.networks.fly.digit_conditions import DigitsIndependent, counted
from netlemma.derive.networks.fly.fabric_crossings import Crossings

STAGE = at.parameter("s", 0)
SENT, ECHOED = PairSum(at.crossings), PairSum(at.echoes)
ENTERING = LinkSum(PairSum(at.entries), sp.Symbol("R"))


def entering_at(stage: sp.Expr | None = None) -> LinkSum:
    """Packets that enter a ring by one of the links that leave a node (of this stage)."""
    return LinkSum(PairSum(at.entries), sp.Symbol("N"), *([] if stage is None else [stage]))


@dataclass(frozen=True)
class EquivalentLinks:
    """``weight`` equivalent links, each with these packets; ``over`` is a range of stages, if the packets depend on the stage."""

    weight: sp.Expr
    packets: Crossings
    over: tuple[sp.Symbol, sp.Expr, sp.Expr] | None = None

    @property
    def range(self) -> list[sp.Basic]:
        """The range of the stage."""
        return [] if self.over is None else [self.over[0] >= self.over[1], self.over[0] <= self.over[2]]

    def total(self) -> sp.Expr:
        """The packets over all links of the part."""
        total = self.weight * self.packets.total()
        return total if self.over is None else sp.Sum(total, self.over)


Case = tuple[sp.Basic, tuple[EquivalentLinks, ...]]


def total_of(cases: Sequence[Case]) -> sp.Expr:
    """The packets of all parts, by cases."""
    values = [(sp.Add(*(part.total() for part in parts)), condition) for condition, parts in cases]
    return values[0][0] if len(values) == 1 else sp.Piecewise(*values)


def close_all(write: DerivationBuilder, domain: Sequence[sp.Basic]) -> None:
    """Close the sums in the current expression."""
    from netlemma.derive.algebra.summation.sums import close

    sums = sorted(_outermost(write.now), key=sp.default_sort_key)
    free = [x.free_symbols for x in sums]  # SymPy rebuilds a sum to find its free symbols
    closed = tuple(close(x, [c for c in domain if c.free_symbols <= of]) for x, of in zip(sums, free, strict=True))
    write.step(
        write.now.xreplace({x.sum: x.expression for x in closed}),
        "the sums are closed, split where the summand changes",
        SumsClosed(closed),
    )


def _outermost(expr: sp.Basic) -> set[sp.Sum]:
    if isinstance(expr, sp.Sum):
        return {expr}
    return set().union(*(_outermost(part) for part in expr.args))


@dataclass(frozen=True)
class PacketsFollowed(Proof):
    """Packets by hop number and stages, as pairs of words with conditions on their digits.

    Checked for all sizes: the rows on the route, by induction over the hops; the rings; ``rule``, the places where
    packets stop; the conditions on the digits of a packet that makes a hop, place by place; and that the sums count
    each packet once. Compared at small sizes with packets followed link by link: ``literal`` gives their number, or
    None at a size to be skipped.
    """

    whole: sp.Expr
    cases: tuple[Case, ...]
    rule: Callable[[], None]
    literal: Callable[[Size], object]
    small: tuple[dict[sp.Symbol, int], ...]
    kind: ClassVar[str] = "induction over the hops"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before.has(self.whole), f"{self.whole} does not occur")
        require(
            before.xreplace({self.whole: total_of(self.cases)}) == after, "these are not the packets counted hop by hop"
        )
        self.rule()
        for condition, parts in self.cases:
            for part in parts:
                part.packets.certify()
                require(condition is sp.true or condition in part.packets.domain, "a case is not assumed")
        require(len(self.small) >= 3, "too few sizes are compared")
        total = counted(total_of(self.cases))
        for size in self.small:
            followed = self.literal({symbol.name: value for symbol, value in size.items()})
            require(evaluate(total, size) == followed, f"packets followed at {size} are {followed}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for condition, parts in self.cases:
            for part in parts:
                known = [*assumptions, condition, *part.range]
                if part.over is not None:  # the stage of the range differs from the stage parameter of a lemma
                    known = [x for x in assumptions if not x.has(part.over[0])] + part.range
                for assumed in part.packets.domain:
                    if part.over is not None and sp.S(assumed).has(part.over[0]):
                        require(shows(part.range, assumed), f"packets are counted for {assumed} only")
                    elif sp.S(assumed).free_symbols <= parameters:
                        require(shows(known, assumed), f"packets are counted for {assumed} only")

    def describe(self) -> list[str]:
        return [
            "by induction over the hops the row has the target's digits at the places passed and the source's at the others",
            "the digits that a hop over the link needs are checked place by place, and that each packet is counted once, for all sizes",
            f"compared with packets followed link by link at {len(self.small)} sizes",
        ]


@dataclass(frozen=True)
class RingVisits:
    """The longest visits of one kind: under the known conditions a packet crosses ``crossed`` of the ``links`` links of a
    ring.
    """

    known: tuple[sp.Basic, ...]
    crossed: sp.Expr
    links: sp.Expr


@dataclass(frozen=True)
class EchoesCover(Proof):
    """Every ring that a packet visits is covered once by the packet and its echo, so echoes are visits minus crossings.

    A visit follows the ring from the link by which the packet enters. It has no more links than the ring, so that it
    crosses none twice, and the echo crosses the others. The visits of a ring are the packets that enter it, by any of
    its links.
    """

    visits: tuple[RingVisits, ...]
    kind: ClassVar[str] = "echoes cover what is left of a ring"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(bool(self.visits), "there is no visit to check")
        for visit in self.visits:
            require(
                shows(visit.known, visit.crossed <= visit.links), f"a visit of {visit.crossed} links crosses one twice"
            )
        require(before.has(ECHOED) and before.xreplace({ECHOED: ENTERING - SENT}) == after, "not visits less crossings")

    def describe(self) -> list[str]:
        longest = ", ".join(f"{visit.crossed} of {visit.links}" for visit in self.visits)
        return [f"no visit crosses a link twice ({longest} links at most), and its echo crosses the others of the ring"]


@dataclass(frozen=True)
class Abbreviation(Proof):
    """A symbol that abbreviates an expression of the sizes; the assumptions about the symbol hold for the expression."""

    symbol: sp.Symbol
    meaning: sp.Expr
    assumed: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "abbreviation"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before.has(self.symbol), f"{self.symbol} does not occur")
        require(before.xreplace({self.symbol: self.meaning}) == after, f"{self.symbol} denotes {self.meaning}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in self.assumed:
            require(shows(assumptions, assumed.xreplace({self.symbol: self.meaning})), f"{assumed} is assumed")

    def describe(self) -> list[str]:
        return [f"{self.symbol} = {self.meaning}"]


@dataclass(frozen=True)
class Fly:
    """Common data of one family's packets: words, routing rule, packets by brute force, and small sizes."""

    radix: sp.Expr
    stages: sp.Symbol
    domain: tuple[sp.Basic, ...]
    rule: Callable[[], None]
    followed: Callable[[Size], Measurements]
    small: tuple[dict[sp.Symbol, int], ...]

    def at_stages(self) -> tuple[dict[sp.Symbol, int], ...]:
        """The small sizes, with every stage s."""
        return tuple({**size, STAGE: s} for size in self.small for s in range(size[self.stages]))

    def follow(
        self,
        write: DerivationBuilder,
        whole: sp.Expr,
        cases: Sequence[Case],
        because: str,
        literal: Callable[[Size], object],
    ) -> None:
        """Replace numbers of packets by sums over pairs of words."""
        result = total_of(cases)
        small = self.at_stages() if STAGE in result.free_symbols else self.small
        proof = PacketsFollowed(whole, tuple(cases), self.rule, literal, small)
        write.step(write.now.xreplace({whole: result}), because, proof)

    def count_pairs(self, write: DerivationBuilder) -> None:
        """Replace numbers of pairs of words by products over their places, and close the remaining sums."""
        write.step(
            counted(write.now),
            "conditions on different digits are independent: the pairs of words are a product over the places",
            DigitsIndependent(self.stages, self.domain),
        )
        close_all(write, self.domain)

    def sent(self, name: str, cases: Sequence[Case], because: str) -> DerivationBuilder:
        """Derivation of the packets over a link of a class."""
        write = DerivationBuilder(SENT)
        self.follow(write, SENT, cases, because, lambda size: self.followed(size).on_link("send", name, size.get("s")))
        self.count_pairs(write)
        return write

    def echoed(
        self, name: str, cases: Sequence[Case], because: str, visits: tuple[RingVisits, ...], sent: Derivation
    ) -> DerivationBuilder:
        """Derivation of the echoes over a link of a class."""
        write = DerivationBuilder(ECHOED)
        write.step(
            ENTERING - SENT,
            "every ring that a packet visits is covered once by the packet and its echo; R are the links of the ring",
            EchoesCover(visits),
        )
        self.follow(write, ENTERING, cases, because, lambda size: self.followed(size).on_ring(name))
        write.step(
            write.now.xreplace({SENT: sent.result}), "the packets over a link were derived before", Derived(sent)
        )
        self.count_pairs(write)
        return write

    def queued(self, which: str, cases: Sequence[Case], because: str) -> DerivationBuilder:
        """Derivation of the packets that enter rings at a node of stage s; the largest number, or the mean."""
        node, over = entering_at(STAGE), (STAGE, sp.Integer(0), self.stages - 1)
        start = {"hot": RangeMax(node, sp.Tuple(*over)), "mean": sp.Sum(node, over) / self.stages, "at stage": node}
        write = DerivationBuilder(start[which])

        def literal(size: Size) -> object:
            return self.followed(size).at_node(lambda n: size.get("s") in (None, n[0]))

        self.follow(write, node, cases, because, literal)
        self.count_pairs(write)
        return write
