"""The largest load of a channel under transpose, which couples the two halves of the digits."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.largest_values import largest, parts_of
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import a, b
from netlemma.derive.algebra.proof import ARGUED, Proof, require
from netlemma.derive.algebra.summation.sums import SumsClosed, close
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, by_cases, factored
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Derivation, Lemma
from netlemma.derive.networks.products.brute_force_products import Dimensions, nodes
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count
from netlemma.derive.networks.traffic import brute_force_loads as brute_force
from netlemma.derive.networks.traffic.factor_loads import (
    General,
    Instances,
    directions,
    indicator,
    largest_of,
    largest_of_each,
    n,
    over,
    suffix,
)
from netlemma.derive.networks.traffic.load_lemmas import LARGEST_LOAD

TRANSPOSE = "transpose"
MOST_NODES = 256  # of networks at which an argued step is compared
MOST_SIZES = 12  # of them


Block = tuple[
    Group, Group
]  # dimensions of the first half beside those of the second half with which they change places


def blocks(groups: Groups) -> tuple[Block, ...]:
    """The dimensions of the first half beside those of the second half."""
    counts = [g.count for g in groups]
    middle = len(groups) // 2
    if len(groups) == 1 and groups[0].count.is_odd is not True:
        half = replace(groups[0], count=groups[0].count / 2)
        found = [(half, half)]
    elif all(m.is_Integer for m in counts):
        each = [replace(g, count=sp.S.One) for g in groups for _ in range(int(g.count))]
        if len(each) % 2:
            return ()
        runs = groupby(zip(each[: len(each) // 2], each[len(each) // 2 :], strict=True))
        found = [(replace(one, count=m), replace(other, count=m))
                 for (one, other), alike in runs for m in (sp.Integer(len(list(alike))),)]  # fmt: skip
    elif counts[:middle] == counts[middle:]:
        found = list(zip(groups[:middle], groups[middle:], strict=True))
    else:
        return ()
    numbers = ((one.size, other.size) for one, other in found)
    return () if any(n.is_Integer and m.is_Integer and n != m for n, m in numbers) else tuple(found)


def transposed(dimensions: Dimensions) -> list[brute_force.Message]:
    """Every node to that whose halves of the digits are exchanged."""
    half = len(dimensions) // 2
    return [(s, s[half:] + s[:half], Fraction(1)) for s in nodes(dimensions)]


def overlapping(groups: Groups) -> bool:
    """Whether two or three groups stand opposite to each other or themselves in a way that their numbers of dimensions decide.

    Then transpose is defined where all sizes are equal: both ends of each half are of the middle group, or two groups are all.
    """
    numbers = {g.size for g in groups if g.size.is_Integer}
    return (
        len(groups) in (2, 3)
        and not all(g.count.is_Integer for g in groups)
        and not blocks(groups)
        and len(numbers) < 2
    )


def defined(product: Product) -> bool:
    """Whether transpose has lemmas on a product."""
    return bool(blocks(product.groups)) or overlapping(product.groups)


def domain(product: Product) -> Domain:
    """The sizes with an even number of dimensions, equal in pairs."""
    if overlapping(product.groups):
        first, *sizes = dict.fromkeys(sorted((g.size for g in product.groups), key=lambda size: size.is_Symbol))
        even = sp.Eq(sp.Mod(sp.Add(*(g.count for g in product.groups)), 2), 0)
        return Domain(product.parameters, (*(sp.Eq(size, first) for size in sizes), even))
    relations = [sp.Eq(one.size, other.size) for one, other in blocks(product.groups) if one.size != other.size]
    (group, *more) = product.groups
    if more or group.count.is_Integer:
        return Domain(product.parameters, tuple(dict.fromkeys(relations)))
    parameters = (Parameter(p.name, 2, p.meaning) if p.symbol == group.count else p for p in product.parameters)
    return Domain(tuple(parameters), (sp.Eq(sp.Mod(group.count, 2), 0),))


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
    write = DerivationBuilder(_to_one(name, n, ties, summed))
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


def parts(product: Product) -> list[tuple[Group, sp.Expr]]:
    """Factors of a product, each with the number of messages that run along each copy, from one end of the run or to one."""
    if overlapping(product.groups):
        counts = [g.count for g in product.groups]
        half = sp.Add(*counts) / 2
        return [(g, g.size ** (sp.Min(half, sp.Add(*counts[: i + 1]), sp.Add(*counts[i:])) - 1))
                for i, g in enumerate(product.groups)]  # fmt: skip
    found, opposite = [], blocks(product.groups)
    for i, (one, other) in enumerate(opposite):
        for group, more in ((one, opposite[:i]), (other, opposite[i + 1 :])):
            found.append((group, group.size ** (group.count - 1) * node_count(tuple(g for g, _ in more))))
    return list({(g.kind, g.size, copies): (g, copies) for g, copies in found}.values())


@dataclass(frozen=True)
class HalvesExchanged(Proof):
    """The largest load under transpose on m = 2h dimensions, of n_i nodes in dimensions i and i + h.

    On a channel of dimension j < h, t_i = s_(i+h) and s_i for i behind j are those of its copy, and so is s_(j+h) = t_j: the digits
    s_i before j are free, the product of n_i for i < j, if the copy has the same digits before j in both halves; the run along
    dimension j goes from any digit s_j to the one digit of the copy. So the load is this product times that of a factor whose digits
    all send to one. A channel of dimension h + j has the product of n_i for j < i < h times the load of one digit that sends to all,
    with the same largest value. Of equal factors in a row the last one of the first half and the first one of the second half
    have the most.

    Of groups whose sizes are all k, the last dimension j < h of a group has k^j copies, j + 1 the number of dimensions up to the end of
    the group or h; the first dimension h + j of a group has k^(h-1-j), h - j the number from its beginning on, or h. A group that
    begins before h and ends behind it has k^(h-1) of either; another has less than h dimensions up to its end, or from its beginning.
    """

    product: Product
    ties: str
    kind: ClassVar[str] = "two halves"
    strength: ClassVar[str] = ARGUED
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        opposite = blocks(self.product.groups)
        require(defined(self.product), "the halves do not match")
        for name in {g.kind.name for g in self.product.groups}:
            one, other = _factor_transpose(name, self.ties), _factor_transpose(name, self.ties, b)
            other.check()
            require(equal(one.result, other.result), "the halves have different largest loads")
        require(before == LARGEST_LOAD, "not the largest load")
        require(after == largest_of([_start(*part, self.ties) for part in parts(self.product)]), "another power")
        for k, m in ((2, 1), (3, 1), (4, 1), (2, 2)) if opposite else ():
            if k ** (2 * m * len(opposite)) <= MOST_NODES:
                self._in_blocks(k, m)
        for size in () if opposite else domain(self.product).sizes(MOST_SIZES, self._few_nodes):
            self._compare(self.product, size)

    def _few_nodes(self, size: Size) -> bool:
        return self.product.node_count_at(size) <= MOST_NODES

    def _in_blocks(self, k: int, m: int) -> None:
        """Compare with all messages: k nodes in each factor, m dimensions in each group of a block."""
        halves = (tuple(replace(g, size=sp.Integer(k), count=sp.Integer(m)) for g in half)
                  for half in zip(*blocks(self.product.groups), strict=True))  # fmt: skip
        small = replace(self.product, groups=tuple(g for half in halves for g in half))
        self._compare(small, {p.name: p.minimum for p in small.parameters})

    def _compare(self, small: Product, size: Size) -> None:
        dimensions = small.dimensions(size)
        most = max(brute_force.loads(dimensions, transposed(dimensions), self.ties).values())
        at = {p.symbol: size[p.name] for p in small.parameters}
        values = (
            copies * _factor_transpose(g.kind.name, self.ties).result.xreplace({n: g.size})
            for g, copies in parts(small)
        )
        require(most == max(evaluate(value, at) for value in values), "another load at a small size")


def _start(group: Group, copies: sp.Expr, ties: str) -> sp.Expr:
    return copies * _to_one(group.kind.name, group.size, ties, a)


def _along(group: Group, copies: sp.Expr, ties: str) -> Derivation:
    write = DerivationBuilder(_start(group, copies, ties))
    general = General(_factor_transpose(group.kind.name, ties), (n >= 2,))
    values = ((n, group.size),)
    start, value = general.at(values)
    write.step(write.now.xreplace({start: value}), "the largest load along one factor", Instances(((general, values),)))
    write.normal(by_cases(factored, copies * value), COLLECTED)
    return write.derivation()


def transpose_load(product: Product, ties: str) -> Lemma:
    """The lemma on the largest load of a channel under transpose."""
    derivations = tuple(_along(*part, ties) for part in parts(product))
    write = DerivationBuilder(LARGEST_LOAD)
    write.step(
        largest_of([each.start for each in derivations]),
        "all digits of a dimension send to one",
        HalvesExchanged(product, ties),
    )
    largest_of_each(write, derivations)

    def literal(size: Size) -> Fraction:
        dimensions = product.dimensions(size)
        return max(brute_force.loads(dimensions, transposed(dimensions), ties).values())

    return product.lemma(
        f"max_channel_load.{TRANSPOSE}{suffix(ties)}", "gamma",
        "The largest load of a directed channel under dimension order when each node sends one message per unit of time to the "
        "node whose halves of the digits are exchanged.",
        "the largest number of messages per unit of time that cross one channel", write, literal, domain=domain(product),
        measured=f"max_channel_load.{TRANSPOSE}", routings=(f"dimension-order ties={ties}",),
    )  # fmt: skip
