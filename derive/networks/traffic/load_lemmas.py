"""Largest channel loads of products under dimension order, for traffic that acts on each digit alone.

A message from s to t crosses a channel of dimension j if its digits before j are already those of t, its digits behind j still
those of s, and its run from s_j to t_j along the factor crosses the channel. So the load is a product of sums over the digits
of one dimension each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import ClassVar, NamedTuple

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.notation import DeviceMax, PairSum, a, b, pair_sum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.summation.sums import SumsClosed, close
from netlemma.derive.core.derivation import COLLECTED, ByLemma, DerivationBuilder, by_cases, factored, quantity_of
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.products.brute_force_products import Dimensions, nodes
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factors import KINDS, FactorKind
from netlemma.derive.networks.products.path_counting import Group, OverFactors
from netlemma.derive.networks.traffic import brute_force_loads
from netlemma.derive.networks.traffic.factor_loads import (
    BY_NAME,
    SPLIT,
    TIES,
    UNIFORM,
    General,
    InEachPart,
    Instances,
    TakenOut,
    crossings,
    factor_load,
    factor_start,
    images,
    indicator,
    largest_of,
    largest_of_each,
    n,
    over,
    suffix,
)

Builder = Callable[[], Lemma]
_before = sp.Symbol("q'", integer=True, nonnegative=True)
_z = sp.Symbol("z'", integer=True, nonnegative=True)
TIE_WORDS = {
    SPLIT: "half of the messages half-way around a ring go either way",
    "plus": "half-way around a ring digits rise",
    "minus": "half-way around a ring digits fall",
}


def builders(product: Product) -> dict[str, Builder]:
    """The lemmas on loads of a product by quantity."""
    found: dict[str, Builder] = {}
    for pattern in (UNIFORM, *BY_NAME):
        if pattern == UNIFORM or BY_NAME[pattern].defined(product.groups):
            for ties in tie_rules(product):
                name = f"max_channel_load.{pattern}{suffix(ties)}"
                found[name] = partial(max_channel_load, product, pattern, ties)
            most = partial(max_channel_load, product, pattern, SPLIT)
            quantity = f"throughput.{pattern}" if pattern != UNIFORM else "capacity"
            found[quantity] = partial(throughput, product, pattern, most)
    return found


def tie_rules(product: Product) -> tuple[str, ...]:
    """The rules for ties that differ on a product."""
    return TIES if any(g.kind.name == "ring" for g in product.groups) else (SPLIT,)


def domain(product: Product, pattern: str) -> Domain:
    """The sizes at which a pattern is defined: tornado needs a dimension of three nodes or more."""
    sizes = [g.size for g in product.groups]
    if pattern != "tornado" or any(x.is_Integer and x >= 3 for x in sizes):
        return product.domain
    free = list(dict.fromkeys(x for x in sizes if not x.is_Integer))
    if len(free) == 1:
        return Domain(tuple(Parameter(p.name, 3, p.meaning) if p.symbol in free else p for p in product.parameters))
    return Domain(product.parameters, (sp.Add(*free) >= 2 * len(free) + 1,))


def least_size(product: Product, pattern: str) -> int:
    """The least number of nodes of each factor of a product at which a pattern is defined."""
    return 3 if pattern == "tornado" and len(product.groups) == 1 else 2


def messages(dimensions: Dimensions, pattern: str) -> list[brute_force_loads.Message]:
    """Every pair that talks under a pattern, with its rate."""
    if pattern == UNIFORM:
        return brute_force_loads.uniform(dimensions)
    to = BY_NAME[pattern].digit
    return [
        (s, tuple(to(kind, size, x) for (kind, size), x in zip(dimensions, s, strict=True)), Fraction(1))
        for s in nodes(dimensions)
    ]


def _passing(pattern: str, kind: FactorKind, size: sp.Expr, settled: bool, digit: sp.Expr) -> sp.Expr:
    """The summand of a dimension that a message has settled, or has not yet: its digit there is that of the channel's copy."""
    return indicator((*each, sp.Eq(b if settled else a, digit)) for each in images(pattern, kind, size))


@cache
def _passing_sum(pattern: str, name: str, settled: bool) -> General:
    kind, known = KINDS[name], (n >= 2, _z >= 0, _z <= n - 1)
    write = DerivationBuilder(pair_sum(_passing(pattern, kind, n, settled, _z), n))
    closed = close(write.now, known)
    write.step(closed.expression, "the sums are closed", SumsClosed((closed,)))
    return General(write.derivation(), known)


def _copy(number: int) -> sp.Symbol:
    """The digit, in the dimensions of a group, of the channel's copy of the factor."""
    return sp.Symbol(f"z_{number}'", integer=True, nonnegative=True)


LARGEST_LOAD = DeviceMax(PairSum(at.rate * at.crossings))


@dataclass(frozen=True)
class RoutesUnfolded(Proof):
    """The rates of a pattern and the routes of dimension order, written as conditions on digits and on the place of a channel.

    This is what the pattern and the routing mean; definitions computed message by message are compared with it.
    """

    product: Product
    pattern: str
    ties: str
    kind: ClassVar[str] = "definition"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == LARGEST_LOAD, "not the largest load of a channel")
        groups = range(len(self.product.groups))
        loads = [_load_of_group(self.product, number, self.pattern, self.ties).start for number in groups]
        require(after == largest_of(loads), "other routes or rates")

    def describe(self) -> list[str]:
        return ["the conditions that define the routes and the pattern"]


class _GroupLoad(NamedTuple):
    """The largest load of a channel in the dimensions of one group, and of what it is made."""

    start: sp.Expr
    load: Callable[..., sp.Expr]  # of a function from what is summed over pairs along a factor to its sum
    scale: sp.Expr
    others: list[tuple[Group, bool, sp.Expr, int]]
    ranges: list[sp.Tuple]


def _load_of_group(product: Product, number: int, pattern: str, ties: str) -> _GroupLoad:
    group = product.groups[number]
    scale = 1 / (product.nodes - 1) if pattern == UNIFORM else sp.Integer(1)
    others: list[tuple[Group, bool, sp.Expr, int]] = []
    ranges: list[sp.Tuple] = []
    for i, each in enumerate(product.groups):
        counts = [(True, each.count)] if i < number else [(False, each.count)]
        if each is group:
            counts = [(True, _before), (False, each.count - 1 - _before)] if each.count != 1 else []
        others += [(each, settled, count, i) for settled, count in counts]
        ranges += [sp.Tuple(_copy(i), 0, each.size - 1)] if counts else []
    ranges += [sp.Tuple(_before, 0, group.count - 1)] if group.count != 1 else []
    inert = sp.Mul(*(g.product(_passing(pattern, g.kind, g.size, s, _copy(i)), m) for g, s, m, i in others))
    channels = crossings(pattern, group.kind, group.size, ties)

    def load(one: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
        parts = [
            over(scale * sp.Add(*(share * one(body) for share, body in shares)), [*places, *ranges])
            for shares, places in channels
        ]
        return largest_of(parts)

    start = load(lambda body: PairSum(group.product(body, sp.Integer(1)) * inert))
    return _GroupLoad(start, load, scale, others, ranges)


def _of_group(product: Product, number: int, pattern: str, ties: str) -> DerivationBuilder:
    """The largest load of a channel in the dimensions of one group, derived."""
    group = product.groups[number]
    start, load, scale, others, ranges = _load_of_group(product, number, pattern, ties)
    sums = sp.Mul(*(pair_sum(_passing(pattern, g.kind, g.size, s, _copy(i)), g.size) ** m for g, s, m, i in others))
    write = DerivationBuilder(start)
    write.step(
        load(lambda body: pair_sum(body, group.size) * sums),
        "the dimensions are independent: the sum over all pairs of digit vectors is the product of the sums over each dimension",
        InEachPart(OverFactors(product.groups)),
    )
    passing = [(_passing_sum(pattern, g.kind.name, s), ((n, g.size), (_z, _copy(i)))) for g, s, _, i in others]
    results = sp.Mul(
        *(
            general.derivation.result.xreplace({n: g.size}) ** m
            for (general, _), (g, _, m, _) in zip(passing, others, strict=True)
        )
    )
    inside = tuple(bound for x, low, high in ranges for bound in (x >= low, x <= high))
    if passing:
        write.step(
            load(lambda body: pair_sum(body, group.size) * results),
            "each other digit of the channel's copy is that of one source or destination",
            Instances(tuple(dict.fromkeys(passing)), inside),
        )
    factor = scale * sp.powsimp(results)
    inner = factor_start(pattern, group.kind, group.size, ties)
    write.step(
        factor * inner, "the load depends on the place of the channel along its factor alone", TakenOut(factor, inner)
    )
    least = least_size(product, pattern)
    general = General(factor_load(pattern, group.kind.name, ties, least), (n >= least,))
    values = ((n, group.size),)
    start, value = general.at(values)
    write.step(write.now.xreplace({start: value}), "the largest load along one factor", Instances(((general, values),)))
    write.normal(by_cases(factored, factor * value), COLLECTED)
    return write


def max_channel_load(product: Product, pattern: str, ties: str) -> Lemma:
    """The lemma on the largest load of a directed channel under a pattern."""
    derivations = tuple(_of_group(product, number, pattern, ties).derivation() for number in range(len(product.groups)))
    write = DerivationBuilder(LARGEST_LOAD)
    write.step(
        largest_of([each.start for each in derivations]),
        "in dimension order, a message on a channel of dimension j has the digits of its destination before j and those of its "
        "source behind j",
        RoutesUnfolded(product, pattern, ties),
    )
    largest_of_each(write, derivations)
    words = "every other node alike" if pattern == UNIFORM else destination(product.groups, pattern)
    rings = any(g.kind.name == "ring" for g in product.groups)
    return product.lemma(
        f"max_channel_load.{pattern}{suffix(ties)}", "gamma",
        "The largest load of a directed channel under dimension order when each node sends one message per unit of "
        f"time to {words}" + (f"; {TIE_WORDS[ties]}." if rings else "."),
        "the largest number of messages per unit of time that cross one channel", write,
        lambda size: _literal(product.dimensions(size), pattern, ties), domain=domain(product, pattern),
        measured=f"max_channel_load.{pattern}", routings=(f"dimension-order ties={ties}",),
    )  # fmt: skip


def destination(groups: tuple[Group, ...], pattern: str) -> str:
    """The destination of a node of a product in words, in the letters of its family."""
    digits = dict.fromkeys(BY_NAME[pattern].words(group.kind.name, group.size) for group in groups)
    return f"the node whose digits are {', '.join(digits)}" + (", each in its dimension" if len(digits) > 1 else "")


def _literal(dimensions: Dimensions, pattern: str, ties: str) -> Fraction:
    return max(brute_force_loads.loads(dimensions, messages(dimensions, pattern), ties).values())


def throughput(product: Product, pattern: str, of: Callable[[], Lemma]) -> Lemma:
    """The lemma on the ideal throughput under a pattern; that of uniform traffic is the capacity."""
    load = of()
    write = DerivationBuilder(1 / quantity_of(load))
    write.step(1 / load.closed_form, "derived before", ByLemma((load,)))
    if not load.closed_form.has(sp.Max):
        write.normal(by_cases(lambda e: factored(1 / e), load.closed_form), COLLECTED)
    quantity = "capacity" if pattern == UNIFORM else f"throughput.{pattern}"
    what = "The capacity: the" if pattern == UNIFORM else "The"
    return product.lemma(
        quantity, "Theta",
        f"{what} messages per node and unit of time of {pattern} traffic at which the busiest channel has one "
        "message per unit of time, under dimension order with ties split.",
        "one over the largest load of a channel", write, lambda size: 1 / load.definition.literal(size),
        domain=load.domain, measured=f"throughput.{pattern}", routings=(f"dimension-order ties={SPLIT}",),
    )  # fmt: skip
