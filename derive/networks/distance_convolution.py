"""Numbers of nodes by their distance, and Harary indices, of products of several factors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.affine_conditions import impossible, shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.largest_values import pieces
from netlemma.derive.algebra.proof import Proof, require, weakest
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factor_certificates import certify_distance, certify_largest
from netlemma.derive.networks.products.path_counting import Group, Groups
from netlemma.derive.networks.products.product_distance import at_distance, counted_pairs, distance_count
from netlemma.derive.networks.products.product_indices import harary

Counts = tuple[
    tuple[sp.Expr, Lemma], ...
]  # number of nodes or 1, and the lemma on one group of dimensions that it multiplies


def builders(product: Product) -> dict[str, Callable[[], Lemma]]:
    """The lemmas on numbers of nodes by distance of a product of several groups of dimensions, by quantity."""
    if len(product.groups) == 1:
        return {}
    name = "nodes_at_distance" if product.alike else "pairs_at_distance"
    counting = partial(convolved, product, name)
    return {name: counting, "harary_index": partial(harary, product, counting)}


def counts_of(product: Product) -> Counts:
    """The numbers of pairs, or of nodes where all are equivalent, at a distance in each group of dimensions."""
    alone = [replace(product, groups=(g,), subject=g.label) for g in product.groups]
    return tuple(
        (each.nodes if each.alike and not product.alike else sp.S.One,
         at_distance(each, "nodes_at_distance" if each.alike else "pairs_at_distance"))
        for each in alone
    )  # fmt: skip


def convolution(groups: Groups, counts: Counts, i: sp.Symbol) -> sp.Expr:
    """The number of pairs whose distances in all groups of dimensions add up to i."""
    farthest = [g.count * g.kind.largest(g.size) for g in groups]
    left, found = sp.S(i), sp.S.One
    ranges: list[tuple[sp.Symbol, sp.Expr, sp.Expr]] = []
    for number, (group, (factor, lemma)) in enumerate(zip(groups, counts, strict=True), 1):
        here = left
        if number < len(groups):
            here = sp.Symbol(f"d_{number}'", integer=True, nonnegative=True)
            least = sp.Max(0, left - sp.Add(*farthest[number:]))
            ranges.insert(0, (here, least, sp.Min(left, farthest[number - 1])))
            left -= here
        found *= factor * at(group, lemma, here)
    return sp.Sum(found, *ranges)


def at(group: Group, lemma: Lemma, distance: sp.Expr) -> sp.Expr:
    """The number of nodes or pairs of a group at a distance that is at most the largest one."""
    n, one = group.size, sp.S.One
    if group.count == 1 and group.kind.name == "line":
        return (n - distance) * (1 + sp.Min(one, distance))
    if group.count == 1 and group.kind.name == "ring":
        return sp.Min(one, distance) + sp.Min(one, n - 2 * distance)
    if group.count == 1:
        return one if group.kind.name == "oneway-ring" else (n - 1) ** distance
    return lemma.closed_form.xreplace({lemma.domain.parameters[-1].symbol: distance})


def _zero(difference: sp.Expr, region: Sequence[sp.Basic], i: sp.Symbol) -> bool:
    """Whether an expression is 0 in a region, which may consist of one distance or of two."""
    few = [x for x in (0, 1) if not impossible([*region, sp.Eq(i, x)])]
    if shows(region, i <= 1):
        return all(sp.expand(difference.xreplace({i: sp.Integer(x)})) == 0 for x in few)
    return sp.expand(difference) == 0


def _check_number(group: Group, lemma: Lemma) -> None:
    """Check that a number written without cases is that of the lemma; Min(1, x) is 0 or 1 where x >= 0."""
    n, i = group.size, lemma.domain.parameters[-1].symbol
    farthest = {"line": i <= n - 1, "ring": 2 * i <= n, "oneway-ring": i <= n - 1}.get(group.kind.name, i <= 1)
    here = [n >= 2, i >= 0, farthest]
    for x in (i, n - 2 * i):
        require(group.kind.name != "ring" or shows(here, x >= 0), f"{x} may be negative")
    found = at(group, lemma, i)
    if n.is_Integer:
        for x in range(int(group.kind.largest(n)) + 1):
            same = evaluate(found, {i: x}) == evaluate(lemma.closed_form, {i: x})
            require(same, f"{found} is not the number of {lemma.key} at {x}")
        return
    short = found.xreplace({x: sp.Piecewise((0, x.args[-1] <= 0), (1, True)) for x in found.atoms(sp.Min)})
    for region, difference in pieces(short - lemma.closed_form, here):
        require(_zero(difference, region, i), f"{found} is not the number of {lemma.key}")


@dataclass(frozen=True)
class DistancesConvolved(Proof):
    """Pairs of nodes at distance i, by their distances in each group of dimensions, which add up to i.

    A hop changes one digit, so that distances of the factors add, and digits of different dimensions are chosen freely: the pairs
    with given distances in each group are the product of those of each.
    """

    product: Product
    counts: Counts
    i: sp.Symbol
    kind: ClassVar[str] = "pairs grouped by distance"
    about_whole: ClassVar[bool] = True

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest(lemma.strength for _, lemma in self.counts)

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == counted_pairs(self.product, self.i), "not the number of pairs at a distance")
        for group, (scale, lemma) in zip(self.product.groups, self.counts, strict=True):
            certify_distance(group.kind)
            certify_largest(group.kind)
            alone = replace(self.product, groups=(group,))
            right = counted_pairs(alone, lemma.domain.parameters[-1].symbol)
            require(lemma.derivation.start == right, f"{lemma.key} is about other nodes")
            pairs = alone.nodes if group.kind.alike and not self.product.alike else sp.S.One
            require(scale == pairs, f"{lemma.key} counts nodes instead of pairs")
            lemma.check()
            if group.count == 1:
                _check_number(group, lemma)
        require(
            after == convolution(self.product.groups, self.counts, self.i),
            "not the sum over the distances in each group",
        )

    def describe(self) -> list[str]:
        return [f"{lemma.key}, re-checked here" for _, lemma in self.counts]


def convolved(product: Product, name: str) -> Lemma:
    """The lemma on the number of nodes, or of ordered pairs of nodes, at distance i."""
    far = Parameter(product.free_name("i"), 0, "distance in hops")
    counts = counts_of(product)
    write = DerivationBuilder(counted_pairs(product, far.symbol))
    write.step(
        convolution(product.groups, counts, far.symbol),
        "distances in the groups of dimensions add up, and are chosen freely",
        DistancesConvolved(product, counts, far.symbol),
    )
    return distance_count(product, name, far, write)
