"""Lemmas on worst cases: dimension order and Valiant's routing on products, O1TURN on square meshes."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import Quantity, a, b
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.core.derivation import COLLECTED, ByLemma, DerivationBuilder, by_cases, factored, quantity_of
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma
from netlemma.derive.networks.products.brute_force_products import Dimensions, nodes
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factors import KINDS, position
from netlemma.derive.networks.traffic import brute_force_loads as brute_force
from netlemma.derive.networks.traffic.factor_loads import SPLIT, UNIFORM, suffix
from netlemma.derive.networks.traffic.load_lemmas import TIE_WORDS, Builder, max_channel_load, tie_rules
from netlemma.derive.networks.traffic.worst_case_duality import (
    WORST,
    ByDuality,
    OfUnlikeFactors,
    in_order,
    worst_by_permutations,
    worst_of_product,
    worst_value,
)

MOST_NODES = 4  # of networks whose worst case an argued step enumerates
ADMISSIBLE = "the largest load of a channel over all traffics in which each node sends and gets at most one message per unit of time"


class MatchingDefinition(Definition):
    """A definition whose plain loop tries all permutations."""

    def work(self, size: Size) -> int:
        """Approximate number of steps of the plain loop, as if it were of pairs of nodes."""
        return self.nodes(size) ** 4


def builders(product: Product) -> dict[str, Builder]:
    """The lemmas on worst cases of a product by quantity."""
    found: dict[str, Builder] = {}
    for ties in tie_rules(product):
        found[f"worst_case.dimension-order{suffix(ties)}"] = partial(dimension_order, product, ties)
        found[f"worst_case.valiant{suffix(ties)}"] = partial(valiant, product, ties)
        found[f"max_channel_load.valiant{suffix(ties)}"] = partial(valiant_load, product, ties)
    found["fraction_of_capacity.worst_case.dimension-order"] = partial(fraction_of_capacity, product)
    if len(product.groups) == 1:
        (group,) = product.groups
        if group.kind.name == "line" and (group.count == 2 or not group.count.is_Integer):
            found["worst_case.o1turn"] = partial(o1turn, product)
    return found


def _by_way(dimensions: Dimensions, ties: str) -> Callable[..., dict]:
    every = nodes(dimensions)
    part = Fraction(1, len(every))
    return lambda s, t: brute_force.loads(dimensions, [x for m in every for x in ((s, m, part), (m, t, part))], ties)


def _either_order(dimensions: Dimensions) -> Callable[..., dict]:
    def share(s: brute_force.Node, t: brute_force.Node) -> dict:
        found: dict[brute_force.Channel, Fraction] = {}
        for turned in (False, True):
            ends = (s[::-1], t[::-1]) if turned else (s, t)
            for (j, copy, channel), load in brute_force.loads(dimensions, [(*ends, Fraction(1, 2))], SPLIT).items():
                key = (1 - j, copy[::-1], channel) if turned else (j, copy, channel)
                found[key] = found.get(key, Fraction(0)) + load
        return found

    return share


def _lemma(
    product: Product,
    quantity: str,
    statement: str,
    write: DerivationBuilder,
    literal: Callable[[Size], Fraction],
    routing: str,
    words: str = ADMISSIBLE,
    measured: str = "",
) -> Lemma:
    what = measured or quantity.removesuffix(".plus").removesuffix(".minus").rpartition(".")[0]
    return product.lemma(
        quantity, "gamma", statement, words, write, literal, measured=what, routings=(routing,), kind=MatchingDefinition,
    )  # fmt: skip


def _around(product: Product, ties: str) -> str:
    return f"; {TIE_WORDS[ties]}." if any(g.kind.name == "ring" for g in product.groups) else "."


def dimension_order(product: Product, ties: str) -> Lemma:
    """The lemma on the worst case of dimension order on a power of one factor, or a product of any ones."""
    write = DerivationBuilder(WORST)
    bounded = "potentials of the digits bound the load of every channel, and a matching reaches the bound"
    if len(product.groups) == 1:
        (group,) = product.groups
        value, proof = by_cases(factored, worst_value(group, ties)), ByDuality(group, ties)
        write.step(value, f"{bounded} in the middle dimension", proof)
    else:
        write.step(worst_of_product(product.groups, ties), bounded, OfUnlikeFactors(product.groups, ties))
    return _lemma(
        product,
        f"worst_case.dimension-order{suffix(ties)}",
        "The largest load of a directed channel under dimension order, for the admissible traffic that loads a channel most"
        + _around(product, ties),
        write,
        lambda size: worst_by_permutations(product.dimensions(size), in_order(product.dimensions(size), ties)),
        f"dimension-order ties={ties}",
    )


def fraction_of_capacity(product: Product) -> Lemma:
    """The lemma on the throughput of the worst case of dimension order as a fraction of the capacity."""
    load, worst = max_channel_load(product, UNIFORM, SPLIT), dimension_order(product, SPLIT)
    write = DerivationBuilder(quantity_of(load) / quantity_of(worst))
    write.step(load.closed_form / worst.closed_form, "derived before", ByLemma((load, worst)))
    return _lemma(
        product,
        "fraction_of_capacity.worst_case.dimension-order",
        "The throughput of the worst case of dimension order, ties split, divided by that of uniform traffic.",
        write,
        lambda size: load.definition.literal(size) / worst.definition.literal(size),
        f"dimension-order ties={SPLIT}",
    )


def _by_potentials(number: sp.Expr, pairs: sp.Symbol) -> sp.Expr:
    """The largest load of a channel by way of a node drawn among all, by the crossings of messages of all pairs.

    The share of a message is a potential of its source and one of its destination. Their sum over all nodes bounds the load, and a
    permutation that moves all nodes has it.
    """
    s, t, way = sp.symbols("s t w", integer=True)
    crossed = sp.Function("c")  # times that a message between two nodes crosses the channel
    share = sp.Sum((crossed(s, way) + crossed(way, t)) / number, (way, 1, number))
    out, into = sp.Sum(crossed(s, way), (way, 1, number)) / number, sp.Sum(crossed(way, t), (way, 1, number)) / number
    require(equal(share, out + into), "the share is not a sum of both potentials")
    for part, end, renamed in ((out, s, {way: t}), (into, t, {way: s})):  # each summed over its end: all pairs
        total = sp.Sum(number * part, (end, 1, number))
        body, *limits = total.args
        require(body.xreplace(renamed) == crossed(s, t), "another message")
        require(
            {(x.xreplace(renamed), *ends) for x, *ends in limits} == {(x, 1, number) for x in (s, t)}, "not all pairs"
        )
    following = sp.Piecewise((s + 1, s <= number - 1), (1, True))
    inside = sp.And(following >= 1, following <= number, sp.Ne(following, s))
    require(always([number >= 2, s >= 1, s <= number], inside), "a node is not moved")
    return 2 * pairs / number


@dataclass(frozen=True)
class TwoPhases(Proof):
    """The load of a channel under Valiant's routing when each node sends one message to another node and gets one.

    A message from s to t, s not t, crosses a channel u(s) + v(t) times: u(s) is the mean of the crossings from s to all nodes, v(t)
    that from all nodes to t, dimension order in both phases. So u and v are potentials, no admissible traffic loads the channel by
    more than the sum of all u and v, twice the crossings of all pairs divided by N; a permutation without fixed points has
    this load. Uniform traffic has (N - 1)/N of half of it.
    """

    product: Product
    ties: str
    load: Quantity
    kind: ClassVar[str] = "two phases"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        size = self.product.nodes
        require(before == WORST, "not a largest load")
        number, pairs = sp.Symbol("N'", integer=True, positive=True), sp.Symbol("P'")
        worst = _by_potentials(
            number, pairs
        )  # by the crossings of all pairs, N - 1 times the largest load of uniform traffic
        most = worst.xreplace({pairs: (number - 1) * self.load}).xreplace({number: size})
        require(equal(after, most), "not twice the crossings of all pairs over the nodes")
        for each in self.product.domain.sizes(2, lambda at: self.product.node_count_at(at) <= MOST_NODES):
            dimensions = self.product.dimensions(each)
            count = len(nodes(dimensions))
            alike = max(brute_force.loads(dimensions, brute_force.uniform(dimensions), self.ties).values())
            worst = worst_by_permutations(dimensions, _by_way(dimensions, self.ties))
            require(worst == 2 * alike * Fraction(count - 1, count), f"another worst case at {each}")

    def describe(self) -> list[str]:
        return [
            "the crossings of a message are a sum of a part of its source and a part of its destination: sums of all pairs by either end",
            f"compared with all permutations of networks of at most {MOST_NODES} nodes",
        ]


def valiant(product: Product, ties: str) -> Lemma:
    """The lemma on the worst case of Valiant's routing."""
    load = max_channel_load(product, UNIFORM, ties)
    share = 2 * (product.nodes - 1) / product.nodes
    write = DerivationBuilder(WORST)
    write.step(
        share * quantity_of(load),
        "to a node drawn among all and from there on: both phases have the crossings of messages between all pairs",
        TwoPhases(product, ties, quantity_of(load)),
    )
    write.step(share * load.closed_form, "derived before", ByLemma((load,)))
    if not load.closed_form.has(sp.Max):
        write.normal(by_cases(lambda e: factored(share * e), load.closed_form), COLLECTED)
    return _lemma(
        product,
        f"worst_case.valiant{suffix(ties)}",
        "The largest load of a directed channel under Valiant's routing, for the admissible traffic that loads a channel most; a "
        "message of a node to itself does not move, and every other one goes by way of a node drawn among all"
        + _around(product, ties),
        write,
        lambda size: worst_by_permutations(product.dimensions(size), _by_way(product.dimensions(size), ties)),
        f"valiant ties={ties}",
    )


def valiant_load(product: Product, ties: str) -> Lemma:
    """The lemma on the largest load under Valiant's routing of uniform traffic."""
    worst = valiant(product, ties)
    write = DerivationBuilder(quantity_of(worst))
    write.step(
        worst.closed_form, "each node sends one message to others and gets one, as in the worst case", ByLemma((worst,))
    )

    def literal(size: Size) -> Fraction:
        dimensions = product.dimensions(size)
        share = _by_way(dimensions, ties)
        total: dict[brute_force.Channel, Fraction] = {}
        for s, t, rate in brute_force.uniform(dimensions):
            for channel, load in share(s, t).items():
                total[channel] = total.get(channel, Fraction(0)) + rate * load
        return max(total.values())

    return _lemma(
        product,
        f"max_channel_load.valiant{suffix(ties)}",
        "The largest load of a directed channel under Valiant's routing if each node sends one message per unit of time to "
        "others and gets one, as in uniform traffic and in permutations without fixed points" + _around(product, ties),
        write,
        literal,
        f"valiant ties={ties}",
        "the largest number of messages of uniform traffic that cross one channel",
        "max_channel_load.uniform",
    )


@dataclass(frozen=True)
class EitherOrder(Proof):
    """The worst case of O1TURN on a square mesh.

    A channel from x = p - 1 to x = p in row r is crossed by half of the messages from row r with source before p and destination
    not before p, and by half of those to row r. Potentials 1/2 of the p sources and of the k - p destinations in row r add up to
    k/2. They are met if the p sources send to destinations outside of row r, (k - 1)(k - p) of them, and sources outside of
    it, (k - 1)p of them, to the k - p destinations. The other direction is the same from behind, and so are columns.
    """

    size: sp.Expr
    kind: ClassVar[str] = "duality"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == WORST, "not a worst case")
        n = sp.Symbol("n'", integer=True, positive=True)
        for number, crossed in enumerate(KINDS["line"].crossings(n)):
            found = _of_a_row(n, crossed, number == 1)
            require(equal(after, found.xreplace({n: self.size})), "not the sum of the potentials")
        require(
            worst_by_permutations([("line", 2)] * 2, _either_order([("line", 2)] * 2)) == 1,
            "another worst case at k = 2",
        )

    def describe(self) -> list[str]:
        return [
            "z3: potentials 1/2 in the row of the channel are no less than the share of any message; their sums are closed",
            "nodes enough outside of the row have the shares that meet them; compared with all permutations at k = 2",
        ]


def _of_a_row(n: sp.Expr, crossed: sp.Expr, backward: bool) -> sp.Expr:
    """The largest load of a channel in a row, in one direction, by potentials that messages from and to the row meet."""
    x, y, x_2, y_2, row = sp.symbols("x' y' x_2' y_2' r'", integer=True)
    p = position
    before, behind = (x >= p, x_2 <= p - 1) if backward else (x <= p - 1, x_2 >= p)
    inside = [n >= 2, p >= 1, p <= n - 1, *(sp.And(at >= 0, at <= n - 1) for at in (x, y, x_2, y_2, row))]
    run = crossed.xreplace({a: x, b: x_2})
    from_row, to_row = (sp.Piecewise((1, sp.Eq(at, row)), (0, True)) for at in (y, y_2))
    both = sp.Piecewise(
        (from_row + to_row, sp.Eq(run, 1)), (0, True)
    )  # of which half go along x first, and half along y
    source = sp.Piecewise((1, sp.And(sp.Eq(y, row), before)), (0, True))
    goal = sp.Piecewise((1, sp.And(sp.Eq(y_2, row), behind)), (0, True))
    require(always(inside, both <= source + goal), "a message has a larger share than its potentials")
    apart = sp.Or(sp.And(sp.Eq(y, row), sp.Ne(y_2, row)), sp.And(sp.Ne(y, row), sp.Eq(y_2, row)))
    met = sp.And(sp.Eq(both, 1), sp.Eq(source + goal, 1))
    require(always([*inside, before, behind, apart], met), "a message does not meet its potentials")
    known = [n >= 2, p >= 1, p <= n - 1, row >= 0, row <= n - 1]
    sources = close(sp.Sum(source, (x, 0, n - 1), (y, 0, n - 1)), known)
    goals = close(sp.Sum(goal, (x_2, 0, n - 1), (y_2, 0, n - 1)), known)
    first, last = (n - p, p) if backward else (p, n - p)
    for closed, many in ((sources, first), (goals, last)):
        closed.check()
        require(equal(closed.expression, many), "another number of nodes of the row")
    i, j = sp.symbols("i j", nonnegative=True)
    for room in ((n - 1) * last - first, (n - 1) * first - last):  # nodes outside of the row for those in it
        some = sp.expand(room.xreplace({p: 1 + i, n: 2 + i + j}))
        require(all(c >= 0 for c in sp.Poly(some, i, j).coeffs()), "too few nodes outside of the row")
    return (first + last) / 2


def o1turn(product: Product) -> Lemma:
    """The lemma on the worst case of O1TURN on square meshes."""
    (group,) = product.groups
    write = DerivationBuilder(WORST)
    write.step(group.size / 2, "half of the messages of a row, and half of those to a row", EitherOrder(group.size))
    parameters, relations = product.parameters, product.domain.relations
    if not group.count.is_Integer:
        parameters = tuple(Parameter(x.name, 2, x.meaning) if x.symbol == group.count else x for x in parameters)
        relations = (*relations, group.count <= 2)
    lemma = _lemma(
        product,
        "worst_case.o1turn",
        "The largest load of a directed channel under O1TURN on a square mesh of two dimensions, for the admissible traffic that "
        "loads a channel most.",
        write,
        lambda size: worst_by_permutations(product.dimensions(size), _either_order(product.dimensions(size))),
        "o1turn",
    )
    return Lemma(**{**vars(lemma), "domain": Domain(parameters, relations)})
