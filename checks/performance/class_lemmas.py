"""Lemmas about the device classes of a network, and the numbers of nodes and devices in their definitions."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import sympy

from netlemma.checks.lemmas.subject import lemma_keys
from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import DeviceSum, PairSum
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.discovery import lemma
from netlemma.derive.networks.products.products import Product

MEAN, LARGEST = "visit_ratio", "max_visit_ratio"


@dataclass(frozen=True)
class ClassLemmas:
    """Lemmas of one class: its mean visit ratio, and its largest one if that has a lemma."""

    name: str
    mean: Lemma
    largest: Lemma | None


@dataclass(frozen=True)
class NetworkLemmas:
    """Lemmas about the mean distance and the visit ratios of all classes of a network."""

    distance: Lemma
    classes: tuple[ClassLemmas, ...]

    @property
    def symbols(self) -> dict[str, sympy.Symbol]:
        """The symbol of each parameter."""
        return {p.name: p.symbol for p in self.distance.domain.parameters}

    @property
    def product(self) -> Product | None:
        """The product of the lemmas; None for a family."""
        owner = getattr(self.distance.definition.nodes, "__self__", None)
        return owner if isinstance(owner, Product) else None

    @property
    def strength(self) -> str:
        """``proved`` if all lemmas are, otherwise the strength of the first other one."""
        found = [self.distance.strength, *(x.strength for c in self.classes for x in (c.mean, c.largest) if x)]
        return next((strength for strength in found if strength != "proved"), "proved")

    def pairs(self) -> sympy.Expr:
        """N*(N-1), by which the definition of the mean distance divides."""
        return 1 / _without(self.distance.definition.expression)

    def nodes(self) -> sympy.Expr | None:
        """N in symbols, from the factor N - 1 of the number of pairs."""
        pairs = self.pairs()
        for factor in sympy.Mul.make_args(sympy.factor_terms(pairs)):
            if factor.is_Add and equal(pairs, factor * (factor + 1)):
                return factor + 1
        return None

    def devices(self, chosen: ClassLemmas) -> sympy.Expr:
        """The number of devices of a class in symbols: the definition of the visit ratio divides by pairs and devices."""
        return 1 / (_without(chosen.mean.definition.expression) * self.pairs())

    def alike(self, chosen: ClassLemmas, size: Size) -> bool:
        """Whether all devices of a class are proved to have the same visit ratio, because the largest equals the mean.

        Parameters
        ----------
        chosen : ClassLemmas
            Lemmas of the class.
        size : mapping from str to int
            Size of the network, by parameter name.

        Returns
        -------
        bool
            Whether it is proved.
        """
        return chosen.largest is not None and chosen.largest.value(size) == chosen.mean.value(size)

    def count(self, chosen: ClassLemmas, size: Size) -> int:
        """The number of devices of a class at one size.

        Parameters
        ----------
        chosen : ClassLemmas
            Lemmas of the class.
        size : mapping from str to int
            Size of the network, by parameter name.

        Returns
        -------
        int
            Number of devices.

        Raises
        ------
        ArithmeticError
            If the number is not whole.
        """
        value = evaluate(self.devices(chosen), {symbol: size[name] for name, symbol in self.symbols.items()})
        if value.denominator != 1:
            raise ArithmeticError(f"{chosen.mean.key} at {dict(size)} speaks of {value} devices")
        return int(value)

    def total(self, size: Size) -> Fraction:
        """The sum of the visit ratios of all devices, which must equal the mean distance."""
        return sum((self.count(c, size) * c.mean.value(size) for c in self.classes), Fraction(0))


@cache
def network_lemmas(subject: str, routing: str = "shortest") -> NetworkLemmas | None:
    """The lemmas of a family or product under a routing.

    Parameters
    ----------
    subject : str
        Family or product as text.
    routing : str, default "shortest"
        Name of the routing, ``shortest`` (all shortest paths equally likely) or ``dimension-order``.

    Returns
    -------
    NetworkLemmas or None
        Lemmas, or None if some are missing.

    Examples
    --------
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
