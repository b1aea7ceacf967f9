"""Lemmas on the numbers of nodes, links and links at a node of products."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.notation import LinkSum
from netlemma.derive.algebra.proof import ARGUED, Proof, require
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, by_cases, factored
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.distance_lemmas import LINKS, NEAR, NODES
from netlemma.derive.networks.products import brute_force_products
from netlemma.derive.networks.products.brute_force_products import cuts
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factors import KINDS as FACTORS
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
    """A number of nodes or links by the digits of each dimension; the rule is compared with networks, counted one by one."""

    groups: Groups
    name: str
    small: tuple[tuple[tuple[str, int], ...], ...] = SMALL
    kind: ClassVar[str] = "digits counted"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        counted = KINDS[self.name]
        require((before, after) == (counted.definition, counted.closed(self.groups)), f"not the {self.name}")
        require(self.name != "degree" or all(g.kind.alike for g in self.groups), "digits have different links")
        require(bool(self.small), "there is no network for the comparison")
        for made in self.small:
            groups = tuple(Group(FACTORS[name], sp.Integer(n), sp.S.One) for name, n in made)
            found, right = counted.closed(groups), counted.literal(list(made))
            require(found == right, f"{found} {self.name} of {made} instead of {right}")

    def describe(self) -> list[str]:
        return [f"the written argument; compared with {len(self.small)} networks, counted one by one"]


def builders(product: Product) -> dict[str, Callable[[], Lemma]]:
    """The lemmas on numbers of nodes and links of a product by quantity."""
    names = ("nodes", "links", "degree" if product.alike else "max_degree")
    return {name: partial(counted, product, name) for name in names}


def counted(product: Product, name: str) -> Lemma:
    """The lemma on a number of nodes or links."""
    kind, write = KINDS[name], DerivationBuilder(KINDS[name].definition)
    write.step(kind.closed(product.groups), kind.because, DigitsCounted(product.groups, name))
    write.normal(by_cases(factored, write.now), COLLECTED)
    return Lemma(
        key=f"{product.subject}.{name}",
        symbol=sp.Symbol(product.free_name(kind.symbol)),
        statement=kind.statement,
        definition=Definition(
            kind.words,
            write.start,
            lambda size: Fraction(kind.literal(product.dimensions(size))),
            product.node_count_at,
            product.nodes,
        ),
        domain=product.domain,
        derivation=write.derivation(),
        measured=Measured(product.subject, name, product.names),
    )
