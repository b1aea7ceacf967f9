"""The lemmas about the device classes of a network, and what their definitions say: nodes, devices, who is alike."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import sympy

from checks.lemmas.subject import lemma_keys
from derive.algebra.expressions.evaluate import evaluate
from derive.algebra.expressions.normal_form import equal
from derive.algebra.expressions.notation import DeviceSum, PairSum
from derive.core.domain import Size
from derive.core.lemma import Lemma
from derive.discovery import lemma
from derive.networks.products.products import Product

MEAN, LARGEST = "visit_ratio", "max_visit_ratio"


@dataclass(frozen=True)
class ClassLemmas:
    """One class: its name, its mean visit ratio, and its largest one where that has a lemma."""

    name: str
    mean: Lemma
    largest: Lemma | None


@dataclass(frozen=True)
class NetworkLemmas:
    """The mean distance and the visit ratios of all classes of a network."""

    distance: Lemma
    classes: tuple[ClassLemmas, ...]

    @property
    def symbols(self) -> dict[str, sympy.Symbol]:
        return {p.name: p.symbol for p in self.distance.domain.parameters}

    @property
    def product(self) -> Product | None:
        """The product that the network is, if the lemmas are those of a product."""
        owner = getattr(self.distance.definition.nodes, "__self__", None)
        return owner if isinstance(owner, Product) else None

    @property
    def strength(self) -> str:
        """``proved`` if all of them are, otherwise what the first other one is."""
        found = [self.distance.strength, *(x.strength for c in self.classes for x in (c.mean, c.largest) if x)]
        return next((strength for strength in found if strength != "proved"), "proved")

    def pairs(self) -> sympy.Expr:
        """N*(N-1), by which the definition of the mean distance divides."""
        return 1 / _without(self.distance.definition.expression)

    def nodes(self) -> sympy.Expr | None:
        """N in symbols: the factor N - 1 of the number of pairs tells."""
        pairs = self.pairs()
        for factor in sympy.Mul.make_args(sympy.factor_terms(pairs)):
            if factor.is_Add and equal(pairs, factor * (factor + 1)):
                return factor + 1
        return None

    def devices(self, chosen: ClassLemmas) -> sympy.Expr:
        """How many devices a class has: the visit ratio's definition divides by pairs and devices."""
        return 1 / (_without(chosen.mean.definition.expression) * self.pairs())

    def alike(self, chosen: ClassLemmas, size: Size) -> bool:
        """Whether all devices of a class are proved to have the same visit ratio: the largest is the mean."""
        return chosen.largest is not None and chosen.largest.value(size) == chosen.mean.value(size)

    def count(self, chosen: ClassLemmas, size: Size) -> int:
        """The number of devices of a class at one size."""
        value = evaluate(self.devices(chosen), {symbol: size[name] for name, symbol in self.symbols.items()})
        if value.denominator != 1:
            raise ArithmeticError(f"{chosen.mean.key} at {dict(size)} speaks of {value} devices")
        return int(value)

    def total(self, size: Size) -> Fraction:
        """The visits to all devices, which must be the mean distance."""
        return sum((self.count(c, size) * c.mean.value(size) for c in self.classes), Fraction(0))


@cache
def network_lemmas(subject: str, routing: str = "shortest") -> NetworkLemmas | None:
    """The lemmas of a family or product under a routing, or None where there are not enough of them.

    >>> found = network_lemmas("toroid")
    >>> found.nodes(), [c.name for c in found.classes], found.devices(found.classes[0])
    (w**D, ['link'], D*w**D)
    """
    own = {key.quantity: str(key) for key in lemma_keys(subject)}

    def under(quantity: str) -> dict[str, Lemma]:
        named = {name: lemma(key) for name, key in own.items() if name.split(".")[0] == quantity}
        return {n: x for n, x in named.items() if x.measured.quantity == quantity and routing in x.measured.routings}

    distances, means, largest = under("mean_distance"), under(MEAN), under(LARGEST)
    classes = tuple(
        ClassLemmas(x.measured.device_class or name[len(MEAN) + 1 :], x, largest.get("max_" + name))
        for name, x in means.items()
        if x.definition.expression.has(DeviceSum)
    )
    return NetworkLemmas(next(iter(distances.values())), classes) if distances and classes else None


def _without(definition: sympy.Expr) -> sympy.Expr:
    """What stands before the sum in a definition."""
    sums = definition.atoms(DeviceSum) or definition.atoms(PairSum)
    return definition.xreplace({each: sympy.Integer(1) for each in sums})
