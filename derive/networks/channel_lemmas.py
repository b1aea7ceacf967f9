"""Lemmas on single channels of two-dimensional networks under e-cube routing, y first: rates, branching, blocking.

A channel is described by the messages that cross it: a condition on source and destination digit (a, b) in x, and one
in y. All three quantities are ratios of numbers of pairs of nodes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import sympy as sp

from netlemma.derive.algebra.notation import PairSum, a, b, pair_sum
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, close_sums, factored
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks import brute_force_worms
from netlemma.derive.networks.brute_force_worms import Route
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.path_counting import OverFactors

Where = tuple[sp.Expr, sp.Expr]
Place = Callable[[Size], Sequence]

SYMBOLS = {"rate": "lambda", "branching": "R", "blocking": "P"}
DEFINITIONS = {
    "rate": "pairs of source and destination whose route has the channel, over the number of destinations of a source",
    "branching": "pairs whose route has both channels one after the other, over those whose route has the first one",
    "blocking": "1 less the pairs whose route has both channels one after the other, over those whose route has the second one",
}


def when(*conditions: sp.Basic) -> sp.Expr:
    """1 where all conditions on the digits hold, otherwise 0."""
    return sp.Piecewise((1, sp.And(*conditions)), (0, True))


def at(digit: sp.Expr, value: sp.Expr | int) -> sp.Basic:
    """The condition that a digit has a value."""
    return sp.Eq(digit, value)


@dataclass(frozen=True)
class ChannelNetwork:
    """The network of the lemmas: its product, the name of its family, its routes."""

    family: str
    product: Product
    route: Route

    @property
    def k(self) -> sp.Expr:
        return self.product.groups[0].size


@dataclass(frozen=True)
class ChannelLemma:
    """A quantity of a channel, or of a channel and the next one.

    ``channels`` gives the channel and the next one at a size, in the notation of routes; for a rate, the parts of
    routes whose rates are added.

    quantity: ``rate.x``, ``branching.y.west``, ``blocking.x.on`` and the like.
    words: Description of the channels.
    counted: Digits of the messages that take the channel (for a rate), or both channels in turn.
    over: Digits of the messages in the denominator; None for the k^2 - 1 messages of a node.
    places: Parameters besides k, with meaning, least and greatest values.
    channels: Channels at a size.
    free: Further symbols in the conditions, for digits that do not matter.
    least: Smallest legal k.
    """

    quantity: str
    words: str
    counted: Where
    over: Where | None
    places: Sequence[tuple[sp.Symbol, str, int, sp.Expr]]
    channels: Place
    free: Sequence[sp.Symbol] = ()
    least: int = 2

    @property
    def what(self) -> str:
        return self.quantity.partition(".")[0]

    def lemma(self, subject: ChannelNetwork) -> Lemma:
        """The lemma with its derivation."""
        k, (group,) = subject.k, subject.product.groups
        size = Parameter("k", self.least, "nodes along a dimension")
        parameters = [size, *(Parameter(str(s), low, text) for s, text, low, _ in self.places)]
        relations = tuple(s <= high for s, _, _, high in self.places)
        known = [*(bound for s, _, low, high in self.places for bound in (s >= low, s <= high))]
        known += [bound for s in self.free for bound in (s >= 0, s <= k - 1)]

        def pairs(where: Where | None) -> tuple[sp.Expr, sp.Expr]:
            """The number of pairs as it is defined, and digit by digit."""
            if where is None:
                return k**2 - 1, k**2 - 1
            each = [group.product(body, sp.Integer(1)) for body in where]
            return PairSum(sp.Mul(*each)), sp.Mul(*(pair_sum(body, k) for body in where))

        (top, top_digits), (bottom, bottom_digits) = pairs(self.counted), pairs(self.over)

        def asked(ratio: sp.Expr) -> sp.Expr:
            return 1 - ratio if self.what == "blocking" else ratio

        write = DerivationBuilder(asked(top / bottom))
        write.step(
            asked(top_digits / bottom_digits),
            "x and y digits are independent: the number of pairs is the product of the numbers of pairs of digits",
            OverFactors(subject.product.groups),
        )
        close_sums(write, known, self.least)
        write.normal(_leading_k_positive(factored(write.now), k), COLLECTED)
        return Lemma(
            key=f"{subject.family}.{self.quantity}",
            symbol=sp.Symbol(SYMBOLS[self.what]),
            statement=f"{self.words} (k by k {subject.family}, e-cube routing, y first).",
            definition=Definition(
                DEFINITIONS[self.what],
                write.start,
                lambda size: self._literal(subject.route, size),
                lambda size: size["k"] ** 2,
            ),
            domain=Domain(tuple(parameters), relations),
            derivation=write.derivation(),
            measured=Measured(subject.family, f"channel.{self.what}", ("k",), self.quantity, routings=("e-cube",)),
        )

    def _literal(self, route: Route, size: Size) -> Fraction:
        function = getattr(brute_force_worms, self.what)
        return function(route, size["k"], *self.channels(size))


def _leading_k_positive(expr: sp.Expr, k: sp.Expr) -> sp.Expr:
    """A factored fraction in which the highest power of k in every factor has a positive sign."""
    parts, sign = [], 1
    for factor in sp.Mul.make_args(expr):
        base, exponent = factor.as_base_exp()
        if base.is_Add and exponent.is_Integer and sp.Poly(base, k, *(base.free_symbols - {k})).LC() < 0:
            factor, sign = (-base) ** exponent, -sign if exponent % 2 else sign
        parts.append(factor)
    return sp.Mul(sign, *parts)


def builders(subject: ChannelNetwork, lemmas: Sequence[ChannelLemma]) -> dict[str, Callable[[], Lemma]]:
    """The keys of the lemmas with the functions that derive them."""
    return {f"{subject.family}.{each.quantity}": partial(each.lemma, subject) for each in lemmas}


__all__ = ["ChannelLemma", "ChannelNetwork", "a", "at", "b", "builders", "when"]
