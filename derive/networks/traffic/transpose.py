"""The largest load of a channel under transpose, which couples the two halves of the digits."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

import sympy as sp

from derive.algebra.expressions.normal_form import equal
from derive.algebra.expressions.notation import a, b
from derive.algebra.expressions.proof import ARGUED, Proof, require
from derive.algebra.summation.sums import SumsClosed, close
from derive.core.derivation import COLLECTED, Writer, by_cases, factored
from derive.core.domain import Domain, Parameter, Size
from derive.core.lemma import Definition, Derivation, Lemma, Measured
from derive.networks.products.brute_force import Dimensions, nodes
from derive.networks.products.factors import KINDS
from derive.networks.products.path_counting import Group
from derive.networks.products.products import Product
from derive.networks.traffic import brute_force_loads as brute_force
from derive.networks.traffic.factor_loads import indicator, largest_of, n, over
from derive.networks.traffic.general import General, Instances
from derive.networks.traffic.largest import largest, parts_of
from derive.networks.traffic.load_lemmas import LARGEST_LOAD
from derive.networks.traffic.patterns import SPLIT, directions

TRANSPOSE = "transpose"


def transposed(dimensions: Dimensions) -> list[brute_force.Message]:
    """Every node to that whose halves of the digits are exchanged."""
    half = len(dimensions) // 2
    return [(s, s[half:] + s[:half], Fraction(1)) for s in nodes(dimensions)]


def even_dimensions(product: Product) -> Domain:
    """The sizes with an even number of dimensions."""
    (group,) = product.groups
    if group.count.is_Integer:
        return product.domain
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
        domain=even_dimensions(product),
        derivation=write.derivation(),
        measured=Measured(
            product.subject, f"max_channel_load.{TRANSPOSE}", product.names, routings=(f"dimension-order ties={ties}",)
        ),
    )
