"""Mean hops of traffic patterns, and the largest load under transpose, which couples the two halves of the digits."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import ClassVar

import sympy as sp

from derive.algebra.affine.implications import shows
from derive.algebra.expressions import notation as at
from derive.algebra.expressions.normal_form import equal
from derive.algebra.expressions.notation import PairSum, Quantity, a, b, pair_sum
from derive.algebra.expressions.proof import ARGUED, PROVED, Proof, require
from derive.algebra.summation.sums import SumsClosed, close
from derive.core.derivation import COLLECTED, ByLemma, Writer, by_cases, factored, quantity_of
from derive.core.domain import Domain, Parameter, Size
from derive.core.lemma import Definition, Derivation, Lemma, Measured
from derive.networks.products.brute_force import Dimensions, nodes
from derive.networks.products.certificates import certify_distance
from derive.networks.products.factors import KINDS
from derive.networks.products.path_counting import Group
from derive.networks.products.product_distance import mean_distance
from derive.networks.products.products import Product
from derive.networks.traffic import brute_force_loads as brute_force
from derive.networks.traffic.factor_loads import BY_NAME, UNIFORM, images, indicator, largest_of, n, over
from derive.networks.traffic.general import General, Instances
from derive.networks.traffic.largest import largest, parts_of
from derive.networks.traffic.load_lemmas import LARGEST_LOAD, Builder, domain, least_size, messages, tie_rules
from derive.networks.traffic.patterns import SPLIT, directions

TRANSPOSE = "transpose"
HOPS = PairSum(at.rate * at.distance)
MOST_NODES = 64  # of networks at which an argued step is compared


def builders(product: Product) -> dict[str, Builder]:
    """The lemmas on hops of a product, and on transpose, by quantity."""
    found: dict[str, Builder] = {f"mean_hops.{UNIFORM}": partial(mean_hops, product, UNIFORM)}
    for name, pattern in BY_NAME.items():
        if pattern.defined(product.groups):
            found[f"mean_hops.{name}"] = partial(mean_hops, product, name)
    if len(product.groups) == 1 and (
        product.groups[0].count.is_Integer is not True or product.groups[0].count % 2 == 0
    ):
        found[f"mean_hops.{TRANSPOSE}"] = partial(mean_hops, product, TRANSPOSE)
        for ties in tie_rules(product):
            name = f"max_channel_load.{TRANSPOSE}" + ("" if ties == SPLIT else f".{ties}")
            found[name] = partial(transpose_load, product, ties)
    return found


def transposed(dimensions: Dimensions) -> list[brute_force.Message]:
    """Every node to that whose halves of the digits are exchanged."""
    half = len(dimensions) // 2
    return [(s, s[half:] + s[:half], Fraction(1)) for s in nodes(dimensions)]


def _even(product: Product) -> Domain:
    """The sizes with an even number of dimensions."""
    (group,) = product.groups
    if group.count.is_Integer:
        return product.domain
    parameters = (Parameter(p.name, 2, p.meaning) if p.symbol == group.count else p for p in product.parameters)
    return Domain(tuple(parameters), (sp.Eq(sp.Mod(group.count, 2), 0),))


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
    write = Writer(pair_sum(sp.Piecewise((kind.distance(n), conditions), (0, True)), n))
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
    """Mean hops as a sum over the factors.

    Parameters
    ----------
    product : Product
        Product of the lemma.
    pattern : str
        Name of a pattern that acts on each digit alone.

    Returns
    -------
    Expr
        Sum over pairs of digits of each factor.
    """
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
        for size in _even(self.product).sizes(4, lambda each: self.product.node_count_at(each) <= MOST_NODES):
            dimensions = self.product.dimensions(size)
            number = len(nodes(dimensions))
            alike = brute_force.mean_hops(dimensions, brute_force.uniform(dimensions)) * Fraction(number - 1, number)
            require(brute_force.mean_hops(dimensions, transposed(dimensions)) == alike, "other hops at a small size")


def mean_hops(product: Product, pattern: str) -> Lemma:
    """The lemma on the mean hops of a message under a pattern.

    Parameters
    ----------
    product : Product
        Product of the lemma.
    pattern : str
        Name of the pattern.

    Returns
    -------
    Lemma
        Lemma with its derivation.
    """
    write = Writer(HOPS / product.nodes)
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

    return Lemma(
        key=f"{product.subject}.mean_hops.{pattern}",
        symbol=sp.Symbol(product.free_name("H")),
        statement=f"The mean hops of a message under {pattern} traffic and dimension order; messages of a node to itself count, with none.",
        definition=Definition(
            "the sum of rate times distance over all ordered pairs, divided by the number of nodes",
            write.start,
            literal,
            product.node_count_at,
            product.nodes,
        ),
        domain=_even(product) if pattern == TRANSPOSE else domain(product, pattern),
        derivation=write.derivation(),
        measured=Measured(
            product.subject, f"mean_hops.{pattern}", product.names, routings=(f"dimension-order ties={SPLIT}",)
        ),
    )


def _to_one(name: str, size: sp.Expr, ties: str, summed: sp.Symbol) -> sp.Expr:
    """The largest load of a channel of a factor if all digits send to one, or one digit to all."""
    kept = b if summed == a else a
    return largest_of(
        [
            over(
                sp.Add(*(share * sp.Sum(indicator(ways), (summed, 0, size - 1)) for share, ways in each.crossings)),
                [*each.places, sp.Tuple(kept, 0, size - 1)],
            )
            for each in directions(KINDS[name], size, ties)
        ]
    )


@cache
def _factor_transpose(name: str, ties: str, summed: sp.Symbol = a) -> Derivation:
    write = Writer(_to_one(name, n, ties, summed))
    closed = []
    for part in parts_of(write.now):
        known = [n >= 2, *(bound for x, low, high in part.ranges for bound in (x >= low, x <= high))]
        closed += [close(each, known) for each in sorted(part.atoms(sp.Sum), key=sp.default_sort_key)]
    table = {c.sum: c.expression for c in closed}
    write.step(
        write.now.xreplace(table),
        "the sums are closed, split where the summand changes",
        SumsClosed(tuple(dict.fromkeys(closed))),
    )
    value, proof = largest(write.now, n, 2)
    write.step(value, "the largest value over the channels", proof)
    return write.derivation()


@dataclass(frozen=True)
class HalvesExchanged(Proof):
    """The largest load under transpose on m = 2h dimensions of n nodes.

    On a channel of dimension j < h, t_i = s_(i+h) and s_i for i behind j are those of its copy, and so is s_(j+h) = t_j: the digits
    s_i before j are free, n^j of them, if the copy has the same digits before j in both halves; the run along dimension j goes from
    any digit s_j to the one digit of the copy. So the load is n^j times that of a factor whose digits all send to one, largest at
    j = h - 1. A channel of dimension h + j has n^(h-1-j) times that of one digit that sends to all, with the same largest value.
    """

    group: Group
    ties: str
    kind: ClassVar[str] = "two halves"
    strength: ClassVar[str] = ARGUED
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        name, size = self.group.kind.name, self.group.size
        one, other = _factor_transpose(name, self.ties), _factor_transpose(name, self.ties, b)
        other.check()
        require(equal(one.result, other.result), "the halves have different largest loads")
        require(before == LARGEST_LOAD, "not the largest load")
        require(equal(after, size ** (self.group.count / 2 - 1) * _to_one(name, size, self.ties, a)), "another power")
        for k, m in ((2, 2), (3, 2), (4, 2), (2, 4)):
            dimensions = [(name, k)] * m
            most = max(brute_force.loads(dimensions, transposed(dimensions), self.ties).values())
            require(
                most == k ** (m // 2 - 1) * Fraction(sp.Rational(one.result.subs(n, k))), "another load at a small size"
            )


def transpose_load(product: Product, ties: str) -> Lemma:
    """The lemma on the largest load of a channel under transpose on a power of one factor.

    Parameters
    ----------
    product : Product
        Product with one group of dimensions.
    ties : str
        Way half around a ring.

    Returns
    -------
    Lemma
        Lemma with its derivation.
    """
    (group,) = product.groups
    name = group.kind.name
    power = group.size ** (group.count / 2 - 1)
    write = Writer(LARGEST_LOAD)
    write.step(
        power * _to_one(name, group.size, ties, a),
        "all digits of a dimension send to one",
        HalvesExchanged(group, ties),
    )
    general = General(_factor_transpose(name, ties), (n >= 2,))
    values = ((n, group.size),)
    start, value = general.at(values)
    write.step(write.now.xreplace({start: value}), "the largest load along one factor", Instances(((general, values),)))
    write.normal(by_cases(factored, power * value), COLLECTED)

    def literal(size: Size) -> Fraction:
        dimensions = product.dimensions(size)
        return max(brute_force.loads(dimensions, transposed(dimensions), ties).values())

    return Lemma(
        key=f"{product.subject}.max_channel_load.{TRANSPOSE}" + ("" if ties == SPLIT else f".{ties}"),
        symbol=sp.Symbol(product.free_name("gamma")),
        statement="The largest load of a directed channel under dimension order when each node sends one message per unit of time to the "
        "node whose halves of the digits are exchanged.",
        definition=Definition(
            "the largest number of messages per unit of time that cross one channel",
            write.start,
            literal,
            product.node_count_at,
            product.nodes,
        ),
        domain=_even(product),
        derivation=write.derivation(),
        measured=Measured(
            product.subject, f"max_channel_load.{TRANSPOSE}", product.names, routings=(f"dimension-order ties={ties}",)
        ),
    )
