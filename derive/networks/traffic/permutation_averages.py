"""Means over all permutations of the largest load of a channel, on one factor."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import factorial
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import DeviceMax, PairSum, crossings, rate
from netlemma.derive.algebra.proof import ARGUED, Proof, require
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Definition, Lemma
from netlemma.derive.networks.products.brute_force_products import Dimensions, nodes
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.path_counting import Group
from netlemma.derive.networks.traffic.brute_force_loads import loads
from netlemma.derive.networks.traffic.factor_loads import SPLIT
from netlemma.derive.networks.traffic.load_lemmas import Builder

MEAN = sp.Function("E")(DeviceMax(PairSum(rate * crossings)))
MEANS: dict[str, Callable[[sp.Expr], sp.Expr]] = {
    "clique": lambda n: 1 - 1 / sp.factorial(n),
    "bus": lambda n: n - 1,
    "oneway-ring": lambda n: (n - 1) / 2,
}
BECAUSE = {
    "clique": "every permutation but the identity has a message, and each message a channel of its own",
    "bus": "the bus carries a message of each node that is moved, and a permutation moves {n} - 1 nodes on the mean",
    "oneway-ring": "all channels carry the same, the sum of the hops divided by {n}, and each node has ({n} - 1)/2 hops on the mean",
}
COMPARED = range(2, 6)  # sizes at which all permutations are tried


class PermutationsDefinition(Definition):
    """A definition whose plain loop tries all permutations."""

    def work(self, size: Size) -> int:
        """Steps of the plain loop."""
        return factorial(min(self.nodes(size), 20)) * self.nodes(size)


def builders(product: Product) -> dict[str, Builder]:
    """The lemma on the mean over permutations of one factor."""
    (group, *more) = product.groups
    dimension = group.count == 1 or not (group.count.is_Integer or group.size.is_Integer or group.count == group.size)
    one = not more and group.kind.name in MEANS and dimension
    return {"average.dimension-order": partial(average, product)} if one else {}


@dataclass(frozen=True)
class MeanOfPermutations(Proof):
    """The mean over all n! permutations of the largest load of a channel of one factor of n nodes.

    A node has each of the n destinations under (n-1)! permutations, itself too. So a permutation moves n(1 - 1/n) = n - 1 nodes on the
    mean, and a bus carries one message of each. On a one-way ring, as many messages come to a node as leave it, so that the
    messages that pass it by and those that leave it are as many as those that pass it and come to it: the loads of all channels are
    the same, the hops of all messages divided by n, and the mean hops from a node are (0 + 1 + ... + (n-1))/n = (n-1)/2. In a complete
    graph each channel has the message of one pair alone.
    """

    group: Group
    kind: ClassVar[str] = "linearity of the mean"
    strength: ClassVar[str] = ARGUED
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        kind = self.group.kind.name
        require(before == MEAN, "not a mean over permutations")
        require(after == MEANS[kind](self.group.size), "not the mean")
        for size in COMPARED:
            require(
                evaluate(MEANS[kind](sp.Integer(size)), {}) == mean_of_all([(kind, size)]), f"another mean at {size}"
            )

    def describe(self) -> list[str]:
        return [f"the written argument; compared with all permutations of {COMPARED[0]} to {COMPARED[-1]} nodes"]


def mean_of_all(dimensions: Dimensions) -> Fraction:
    """The mean over all permutations of the nodes, one by one, of the largest load under dimension order."""
    every = nodes(dimensions)
    found: list[Fraction] = [
        max(
            loads(dimensions, [(*pair, Fraction(1)) for pair in zip(every, order, strict=True)], SPLIT).values(),
            default=Fraction(0),
        )
        for order in permutations(every)
    ]
    return sum(found, Fraction(0)) / len(found)


def average(product: Product) -> Lemma:
    """The lemma on the mean over all permutations of the largest load of a channel."""
    (group,) = product.groups
    write = DerivationBuilder(MEAN)
    write.step(
        MEANS[group.kind.name](group.size), BECAUSE[group.kind.name].format(n=group.size), MeanOfPermutations(group)
    )
    lemma = product.lemma(
        "average.dimension-order", "gamma",
        "The mean over all permutations of the nodes, the identity included, of the largest load of a directed channel under "
        "dimension order, in one dimension.",
        "the sum over all permutations of the largest number of messages that cross one channel, divided by their number",
        write, product.counted(mean_of_all), measured="average", routings=("dimension-order",),
        kind=PermutationsDefinition,
    )  # fmt: skip
    if group.count.is_Integer:
        return lemma
    return replace(lemma, domain=Domain(product.parameters, (*product.domain.relations, group.count <= 1)))
