"""Mean hops of traffic patterns."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import PairSum, Quantity, a, b, pair_sum
from netlemma.derive.algebra.proof import ARGUED, PROVED, Proof, require
from netlemma.derive.algebra.summation.sums import SumsClosed, close
from netlemma.derive.core.derivation import COLLECTED, ByLemma, DerivationBuilder, by_cases, factored, quantity_of
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.products.brute_force_products import nodes
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factor_certificates import certify_distance
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.networks.products.product_distance import mean_distance
from netlemma.derive.networks.traffic import brute_force_loads as brute_force
from netlemma.derive.networks.traffic import transpose_loads
from netlemma.derive.networks.traffic.factor_loads import (
    BY_NAME,
    SPLIT,
    UNIFORM,
    General,
    Instances,
    images,
    indicator,
    n,
    suffix,
)
from netlemma.derive.networks.traffic.load_lemmas import Builder, domain, least_size, messages, throughput, tie_rules
from netlemma.derive.networks.traffic.transpose_loads import TRANSPOSE, transpose_load, transposed

HOPS = PairSum(at.rate * at.distance)
MOST_NODES = 64  # of networks at which an argued step is compared


def builders(product: Product) -> dict[str, Builder]:
    """The lemmas on hops of a product, and on transpose, by quantity."""
    found: dict[str, Builder] = {f"mean_hops.{UNIFORM}": partial(mean_hops, product, UNIFORM)}
    for name, pattern in BY_NAME.items():
        if pattern.defined(product.groups):
            found[f"mean_hops.{name}"] = partial(mean_hops, product, name)
    if transpose_loads.defined(product):
        found[f"mean_hops.{TRANSPOSE}"] = partial(mean_hops, product, TRANSPOSE)
        for ties in tie_rules(product):
            name = f"max_channel_load.{TRANSPOSE}{suffix(ties)}"
            found[name] = partial(transpose_load, product, ties)
        most = partial(transpose_load, product, SPLIT)
        found[f"throughput.{TRANSPOSE}"] = partial(throughput, product, TRANSPOSE, most)
    return found


@dataclass(frozen=True)
class RemaindersOfDigits(Proof):
    """(b - a) mod n of two digits is b - a, or b - a + n where that is negative."""

    kind: ClassVar[str] = "definition"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        digits = [bound for x in (a, b) for bound in (x >= 0, x <= n - 1)]
        for difference in (b - a, a - b):
            require(
                shows(digits, difference >= 1 - n) and shows(digits, difference <= n - 1), "not a remainder of digits"
            )
        require(equal(_without_remainders(before), after), "another expression")


def _without_remainders(expr: sp.Expr) -> sp.Expr:
    table = {sp.Mod(x, n): sp.Piecewise((x, x >= 0), (x + n, True)) for x in (b - a, a - b)}
    return expr.xreplace(table)


@cache
def _factor_hops(pattern: str, name: str, least: int) -> General:
    """The hops of all messages of a pattern along one factor."""
    kind, known = KINDS[name], (n >= least,)
    conditions = sp.Or(*(sp.And(*each) for each in images(pattern, kind, n)))
    write = DerivationBuilder(pair_sum(sp.Piecewise((kind.distance(n), conditions), (0, True)), n))
    write.step(_without_remainders(write.now), "digits are at least 0 and less than the size", RemaindersOfDigits())
    closed = close(write.now, known)
    write.step(closed.expression, "the sum is closed", SumsClosed((closed,)))
    return General(write.derivation(), known)


@dataclass(frozen=True)
class HopsOfDigits(Proof):
    """The hops of a permutation that acts on each digit alone, summed over the factors.

    With N nodes so far, T hops of their messages, a further factor of n nodes has n messages with D hops: every node of the one goes
    with each of the other, so the hops become n*T + N*D. The closed form N*sum(m*D/n) satisfies this and begins with 0.
    """

    product: Product
    pattern: str
    kind: ClassVar[str] = "induction over the factors"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        groups, pattern = self.product.groups, self.pattern
        so_far, m, size, own = sp.symbols("N m n D", positive=True)
        before_it, after_it = so_far * m * own / size, size * so_far * (m + 1) * own / size
        require(equal(size * before_it + so_far * own, after_it), "the induction step fails")
        for group in groups:
            certify_distance(group.kind)
            for digit in (a, b):  # each digit has one destination, and is that of one
                other = b if digit is a else a
                alone = close(
                    sp.Sum(indicator(images(pattern, group.kind, n)), (other, 0, n - 1)),
                    [n >= 2, digit >= 0, digit <= n - 1],
                )
                alone.check()
                require(alone.expression == 1, "no permutation of the digits")
        require(before == HOPS / self.product.nodes, "not the mean hops")
        require(equal(after, hops_by_digits(self.product, pattern)), "not the sum over the factors")


def hops_by_digits(product: Product, pattern: str) -> sp.Expr:
    """Mean hops as a sum over the factors."""
    least = least_size(product, pattern)
    return sp.Add(
        *(g.count / g.size * _factor_hops(pattern, g.kind.name, least).at(((n, g.size),))[0] for g in product.groups)
    )


@dataclass(frozen=True)
class AsUniform(Proof):
    """Mean hops of uniform traffic are the mean distance; those of transpose are the mean distance of all pairs.

    Under transpose the digits s_j and t_j = s_(j+h) take every pair of values equally often, as digits of independent nodes do;
    pairs of equal nodes are among these, a share of 1/N.
    """

    product: Product
    pattern: str
    mean: Quantity

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "two halves" if self.pattern == TRANSPOSE else "definition"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return ARGUED if self.pattern == TRANSPOSE else PROVED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        count = self.product.nodes
        share = (count - 1) / count if self.pattern == TRANSPOSE else sp.S.One
        require(before == HOPS / count and equal(after, share * self.mean), "not the mean distance")
        if self.pattern == UNIFORM:
            return
        for size in transpose_loads.domain(self.product).sizes(
            4, lambda each: self.product.node_count_at(each) <= MOST_NODES
        ):
            dimensions = self.product.dimensions(size)
            number = len(nodes(dimensions))
            alike = brute_force.mean_hops(dimensions, brute_force.uniform(dimensions)) * Fraction(number - 1, number)
            require(brute_force.mean_hops(dimensions, transposed(dimensions)) == alike, "other hops at a small size")


def mean_hops(product: Product, pattern: str) -> Lemma:
    """The lemma on the mean hops of a message under a pattern."""
    write = DerivationBuilder(HOPS / product.nodes)
    if pattern in (UNIFORM, TRANSPOSE):
        mean = mean_distance(product)
        share = (product.nodes - 1) / product.nodes if pattern == TRANSPOSE else sp.S.One
        proof = AsUniform(product, pattern, quantity_of(mean))
        write.step(
            share * quantity_of(mean),
            "digits of source and destination are as those of two nodes drawn independently",
            proof,
        )
        write.step(share * mean.closed_form, "derived before", ByLemma((mean,)))
    else:
        least = least_size(product, pattern)
        write.step(hops_by_digits(product, pattern), "each factor adds its hops", HopsOfDigits(product, pattern))
        items = tuple((_factor_hops(pattern, g.kind.name, least), ((n, g.size),)) for g in product.groups)
        table = dict(general.at(values) for general, values in items)
        write.step(write.now.xreplace(table), "the hops along one factor", Instances(tuple(dict.fromkeys(items))))
    if len(product.groups) == 1:
        write.normal(by_cases(factored, write.now), COLLECTED)

    def literal(size: Size) -> Fraction:
        dimensions = product.dimensions(size)
        sent = transposed(dimensions) if pattern == TRANSPOSE else messages(dimensions, pattern)
        return brute_force.mean_hops(dimensions, sent)

    return product.lemma(
        f"mean_hops.{pattern}", "H",
        f"The mean hops of a message under {pattern} traffic and dimension order; messages of a node to itself count, with none.",
        "the sum of rate times distance over all ordered pairs, divided by the number of nodes", write, literal,
        domain=transpose_loads.domain(product) if pattern == TRANSPOSE else domain(product, pattern),
        routings=(f"dimension-order ties={SPLIT}",),
    )  # fmt: skip
