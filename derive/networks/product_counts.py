"""Lemmas on the numbers of nodes, links and links at a node of products."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import LinkSum, parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, by_cases, factored
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.distance_lemmas import LINKS, NEAR, NODES
from netlemma.derive.networks.products import brute_force_products
from netlemma.derive.networks.products.brute_force_products import cuts
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factors import KINDS as FACTORS
from netlemma.derive.networks.products.factors import FactorKind, free_digit
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count

# networks whose nodes and links are counted one by one in the proof
SMALL = (
    (("line", 2), ("line", 5)),
    (("ring", 2), ("line", 3)),
    (("ring", 5), ("oneway-ring", 3)),
    (("clique", 4), ("bus", 3), ("ring", 3)),
    (("bus", 4), ("line", 2), ("clique", 2)),
)


@dataclass(frozen=True)
class _Counted:
    symbol: str
    statement: str
    words: str
    definition: sp.Expr
    because: str
    closed: Callable[[Groups], sp.Expr]
    literal: Callable[[brute_force_products.Dimensions], int]


def at_a_node(group: Group) -> sp.Expr:
    """Links of one copy of a factor at a node, at most: those that leave it, if they are one-way; a bus is one."""
    n = group.size
    if not group.kind.alike:
        return sp.Min(2, n - 1)
    ends = {"bus": n, "oneway-ring": 1}.get(group.kind.name, 2)
    return sp.cancel(group.kind.devices(n) * ends / n)


def hops_at_digit(kind: FactorKind, n: sp.Expr) -> sp.Expr:
    """The hops that leave a digit of a factor, as its moves say: each is made where one of its conditions holds.

    >>> hops_at_digit(FACTORS["clique"], sp.Symbol("n"))
    n - 1
    """
    found = []
    for moves in kind.moves(n):
        conditions = [sp.And(*move.conditions) for move in moves]
        choices = n - 1 if moves[0].value == free_digit else sp.S.One
        found.append(choices if choices != 1 else sp.Piecewise(*((1, c) for c in conditions), (0, True)))
    return sp.Add(*found)


@lru_cache(64)
def certify_counts(kind: FactorKind) -> None:
    """Check the numbers of devices of a factor, and of those at a digit, by its hops, for all sizes.

    Raises
    ------
    ProofError
        If they are others.
    """
    if kind.device == "bus":
        return  # one device, which joins all digits
    n, digit = parameter("n"), kind.state[0]
    hops = hops_at_digit(kind, n)
    closed = close(sp.Sum(hops, (digit, 0, n - 1)), [n >= 2])
    closed.check()
    ends = 1 if kind.name == "oneway-ring" else 2
    require(equal(closed.expression / ends, kind.devices(n)), f"not the devices of a {kind.name}")
    here, most = [n >= 2, digit >= 0, digit <= n - 1], at_a_node(Group(kind, n, sp.S.One))
    inner = sp.Min(1, n - 2)
    require(always(here, hops <= most), f"a digit of a {kind.name} has more than {most}")
    require(always([n >= 2], sp.Eq(hops.xreplace({digit: inner}), most)), f"no digit of a {kind.name} has {most}")
    require(not kind.alike or always(here, sp.Eq(hops, most)), f"digits of a {kind.name} have different numbers")


def _degrees(dimensions: brute_force_products.Dimensions) -> set[int]:
    return {
        sum(1 if kind == "bus" else len(brute_force_products.hops(kind, n, x)) for (kind, n), x in zip(dimensions, node, strict=True))
        for node in brute_force_products.nodes(dimensions)
    }  # fmt: skip


_DEGREE = "every dimension adds the links of its factor at a digit; "
KINDS: Mapping[str, _Counted] = {
    "nodes": _Counted(
        "N", "The number of nodes.", "the vectors of digits, counted one by one", LinkSum(sp.S.One, NODES),
        "the digits are chosen one by one", node_count,
        lambda dimensions: len(brute_force_products.nodes(dimensions)),
    ),
    "links": _Counted(
        "M", "The number of links and buses.", "the links and buses, counted one by one", LinkSum(sp.S.One, LINKS),
        "every dimension has a copy of its factor for each choice of the other digits",
        lambda groups: node_count(groups) * sp.Add(*(g.count * g.kind.devices(g.size) / g.size for g in groups)),
        lambda dimensions: sum(1 for _ in cuts(dimensions)),
    ),
    "degree": _Counted(
        "delta", "The number of links and buses at every node; of links that leave it, if they are one-way.",
        "the links and buses at a node, of which all have as many", LinkSum(sp.S.One, NEAR),
        _DEGREE + "all digits have as many, so that this is the ends of its links over its nodes",
        lambda groups: sp.Add(*(g.count * at_a_node(g) for g in groups)),
        lambda dimensions: max(_degrees(dimensions)),
    ),
    "max_degree": _Counted(
        "Delta", "The largest number of links and buses at a node; of links that leave it, if they are one-way.",
        "the largest number of links and buses at a node", at.greatest(LinkSum(sp.S.One, NEAR), at.source, "V"),
        _DEGREE + "a line has two at most, and one if it has two nodes",
        lambda groups: sp.Add(*(g.count * at_a_node(g) for g in groups)),
        lambda dimensions: max(_degrees(dimensions)),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class DigitsCounted(Proof):
    """A number of nodes or links by the digits of each dimension, of which each hop changes one.

    The devices of a factor, and those at a digit, follow from its hops for all sizes; a product has a copy of a factor for each
    choice of the other digits. The rule is compared with networks, counted one by one.
    """

    groups: Groups
    name: str
    small: tuple[tuple[tuple[str, int], ...], ...] = SMALL
    kind: ClassVar[str] = "digits counted"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        counted = KINDS[self.name]
        require((before, after) == (counted.definition, counted.closed(self.groups)), f"not the {self.name}")
        require(self.name != "degree" or all(g.kind.alike for g in self.groups), "digits have different links")
        for group in self.groups:
            certify_counts(group.kind)
        require(bool(self.small), "there is no network for the comparison")
        for made in self.small:
            groups = tuple(Group(FACTORS[name], sp.Integer(n), sp.S.One) for name, n in made)
            found, right = counted.closed(groups), counted.literal(list(made))
            require(found == right, f"{found} {self.name} of {made} instead of {right}")

    def describe(self) -> list[str]:
        return [
            "devices at a digit are those of the hops of its factor: sums closed, and z3 for all sizes",
            f"compared with {len(self.small)} networks, counted one by one",
        ]


def builders(product: Product) -> dict[str, Callable[[], Lemma]]:
    """The lemmas on numbers of nodes and links of a product by quantity."""
    names = ("nodes", "links", "degree" if product.alike else "max_degree")
    return {name: partial(counted, product, name) for name in names}


def counted(product: Product, name: str) -> Lemma:
    """The lemma on a number of nodes or links."""
    kind, write = KINDS[name], DerivationBuilder(KINDS[name].definition)
    write.step(kind.closed(product.groups), kind.because, DigitsCounted(product.groups, name))
    write.normal(by_cases(factored, write.now), COLLECTED)
    return product.lemma(name, kind.symbol, kind.statement, kind.words, write, product.counted(kind.literal))
