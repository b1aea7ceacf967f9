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
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, PairSum, a, b, crossings, k, parameter, rate
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Definition, Lemma
from netlemma.derive.networks.products.brute_force_products import Dimensions, nodes
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factors import FactorKind, first_end, offset_device, second_end
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


def _over_offsets(body: sp.Expr, n: sp.Expr) -> sp.Expr:
    """The mean over all permutations of the sum over the nodes of what depends on the offset of the destination."""
    closed = close(sp.Sum(body, (k, 0, n - 1)), [n >= 2])
    closed.check()
    return closed.expression


def _on_a_bus(kind: FactorKind, n: sp.Expr) -> sp.Expr:
    """The messages over the only device of a factor."""
    (crossed,) = kind.crossings(n)
    require(kind.devices(n) == 1 and not crossed.has(offset_device), "several devices")
    return _over_offsets(crossed, n)


def _on_a_ring(kind: FactorKind, n: sp.Expr) -> sp.Expr:
    """The hops of all messages by the number of channels, all of which carry the same: a node passes on what comes to it."""
    (behind,) = kind.crossings(n)  # of the channel behind a node o places on from the source
    before = behind.xreplace({offset_device: sp.Piecewise((n - 1, offset_device <= 0), (offset_device - 1, True))})
    begins, ends = (sp.Piecewise((1, sp.Eq(offset_device, at)), (0, True)) for at in (0, k))
    known = [n >= 2, k >= 0, k <= n - 1, offset_device >= 0, offset_device <= n - 1]
    require(always(known, sp.Eq(behind - before, begins - ends)), "a node does not pass on what comes to it")
    assert kind.offset is not None
    return _over_offsets(kind.offset(n), n) / kind.devices(n)


def _on_a_clique(kind: FactorKind, n: sp.Expr) -> sp.Expr:
    """1 unless no node is moved: a channel is crossed by the message of one node, and each message crosses one."""
    inside = [n >= 2, *(sp.And(x >= 0, x <= n - 1) for x in (a, b))]
    x, y = sp.symbols("a'' b''", integer=True)
    for crossed in kind.crossings(n):
        other = crossed.xreplace({a: x, b: y})
        known = [*inside, first_end <= second_end - 1, sp.Eq(crossed, 1)]
        same = sp.And(sp.Eq(a, x), sp.Eq(b, y))
        require(always([*known, sp.Eq(other, 1)], same), "messages of two pairs")
        require(always(known, sp.Ne(a, b)), "a node that is not moved sends a message")
    ends = {first_end: sp.Min(a, b), second_end: sp.Max(a, b)}
    total = sp.Add(*(crossed.xreplace(ends) for crossed in kind.crossings(n)))
    require(always([*inside, sp.Ne(a, b)], sp.Eq(total, 1)), "a message of no channel")
    return (sp.factorial(n) - 1) / sp.factorial(n)


_CERTIFIED: dict[str, Callable[[FactorKind, sp.Expr], sp.Expr]] = {
    "bus": _on_a_bus,
    "oneway-ring": _on_a_ring,
    "clique": _on_a_clique,
}


@dataclass(frozen=True)
class MeanOfPermutations(Proof):
    """The mean over all n! permutations of the largest load of a channel of one factor of n nodes.

    Each pair of a node and a destination is in (n-1)! permutations, so that the mean of a sum over the nodes is the sum over all
    pairs, divided by n. The only bus carries each message that hops. On a one-way ring a message that passes a node, or neither begins
    nor ends there, crosses the channels before and behind it alike, and as many begin there as end there: all channels carry the same,
    the hops of all messages divided by n. In a complete graph each channel has the message of one pair alone, so that the largest load
    is 1 but for the identity.
    """

    group: Group
    kind: ClassVar[str] = "linearity of the mean"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        kind = self.group.kind
        require(before == MEAN, "not a mean over permutations")
        n = parameter("n'", 2)
        require(equal(_CERTIFIED[kind.name](kind, n), MEANS[kind.name](n)), "not the mean of the sums")
        require(after == MEANS[kind.name](self.group.size), "not the mean")
        for size in COMPARED:
            found = mean_of_all([(kind.name, size)])
            require(evaluate(MEANS[kind.name](sp.Integer(size)), {}) == found, f"another mean at {size}")

    def describe(self) -> list[str]:
        return [
            "z3: which messages cross a channel; the sum over all pairs is closed",
            f"compared with all permutations of {COMPARED[0]} to {COMPARED[-1]} nodes",
        ]


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
