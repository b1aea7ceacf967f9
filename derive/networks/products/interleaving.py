"""Numbers of shortest paths between the farthest nodes of a product: interleavings of the paths of its factors."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.notation import PathCount
from netlemma.derive.algebra.expressions.proof import Proof, require
from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.products import brute_force
from netlemma.derive.networks.products.certificates import certify_distance, certify_largest, certify_ties
from netlemma.derive.networks.products.path_counting import Groups
from netlemma.derive.networks.products.products import Product


@dataclass(frozen=True)
class PathsInterleave(Proof):
    """Shortest paths between two nodes at the largest distance: interleavings of the factors' shortest paths.

    A further factor whose path has x hops, beside y hops so far, multiplies the number of interleavings by binomial(x +
    y, x), which the multinomial coefficient satisfies; each factor contributes its own number of paths.
    """

    groups: Groups
    kind: ClassVar[str] = "induction over the factors"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for group in self.groups:
            certify_distance(group.kind)
            certify_largest(group.kind)
            certify_ties(group.kind)
        counters = [sp.Symbol(f"m{i}", positive=True) for i in range(len(self.groups))]
        hops = [sp.Symbol(f"x{i}", positive=True) for i in range(len(self.groups))]
        for i, m in enumerate(counters):
            now, then = interleavings(hops, counters), interleavings(hops, [*counters[:i], m + 1, *counters[i + 1 :]])
            all_hops = sp.Add(*(x * c for x, c in zip(hops, counters, strict=True)))
            ways = sp.factorial(sp.expand(all_hops + hops[i])) / (sp.factorial(all_hops) * sp.factorial(hops[i]))
            require(equal(then, now * ways), "the multinomial coefficient fails the recurrence")
        require(interleavings(hops, [sp.Integer(0)] * len(hops)) == 1, "the induction does not start")
        paths = shortest_paths_between_farthest(self.groups)
        require(equal(before.xreplace({at.PathCount(at.source, at.destination): paths}), after), f"not {after} paths")

    def describe(self) -> list[str]:
        return [
            "one more factor multiplies the interleavings by binomial(x + y, x); the hops that come nearer are counted region by region"
        ]


def interleavings(hops: Sequence[sp.Expr], counts: Sequence[sp.Expr]) -> sp.Expr:
    """The multinomial coefficient: ways to interleave ``counts[i]`` sequences of ``hops[i]`` hops each.

    Parameters
    ----------
    hops : sequence of Expr
        Hops of a sequence of each kind.
    counts : sequence of Expr
        Number of sequences of each kind.

    Returns
    -------
    Expr
        Number of interleavings.
    """
    total = sp.Add(*(x * m for x, m in zip(hops, counts, strict=True)))
    return sp.factorial(sp.expand(total)) / sp.Mul(*(sp.factorial(x) ** m for x, m in zip(hops, counts, strict=True)))


def shortest_paths_between_farthest(groups: Groups) -> sp.Expr:
    """The number of shortest paths between two nodes at the largest distance."""
    ways = interleavings([g.kind.largest(g.size) for g in groups], [g.count for g in groups])
    return ways * sp.Mul(*(g.kind.ties(g.size) ** g.count for g in groups))


def farthest_paths(product: Product) -> Lemma:
    """The lemma on the number of shortest paths between two nodes at the largest distance."""
    write = Writer(PathCount(at.source, at.destination))
    write.step(
        shortest_paths_between_farthest(product.groups),
        "a shortest path interleaves shortest paths of the dimensions, in any order of their hops",
        PathsInterleave(product.groups),
    )
    return Lemma(
        key=f"{product.subject}.shortest_paths.farthest",
        symbol=sp.Symbol(product.free_name("sigma")),
        statement="The number of shortest paths between two nodes as far apart as any, parallel links counted separately.",
        definition=Definition(
            "the number of shortest paths between two nodes whose distance is the diameter",
            write.start,
            lambda size: Fraction(brute_force.farthest_paths(product.dimensions(size))),
            product.node_count_at,
            product.nodes,
        ),
        domain=product.domain,
        derivation=write.derivation(),
        measured=Measured(product.subject, "shortest_paths.farthest", product.names),
    )
