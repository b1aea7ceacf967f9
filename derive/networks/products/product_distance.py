"""Lemmas on distances in a product: mean distance, diameter, numbers of nodes and of shortest paths by distance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

import sympy as sp

from netlemma.base.names import assignments
from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.evaluate import holds
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import Coefficient, PairMax, PairSum, PathCount, SeriesVariable, pair_sum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder, by_cases, close_sums, factored
from netlemma.derive.core.domain import Domain, Parameter, SeriesParameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks import bounded_compositions
from netlemma.derive.networks.products import brute_force_products, path_counting
from netlemma.derive.networks.products.cartesian_products import MOST_TERMS, Product, with_names
from netlemma.derive.networks.products.factor_certificates import certify_distance, certify_largest, certify_ties
from netlemma.derive.networks.products.path_counting import Groups, shift
from netlemma.errors import ProductError

# Numbers of shortest paths between the farthest nodes of a product: interleavings of the paths of its factors.


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
    """The multinomial coefficient: ways to interleave ``counts[i]`` sequences of ``hops[i]`` hops each."""
    total = sp.Add(*(x * m for x, m in zip(hops, counts, strict=True)))
    return sp.factorial(sp.expand(total)) / sp.Mul(*(sp.factorial(x) ** m for x, m in zip(hops, counts, strict=True)))


def shortest_paths_between_farthest(groups: Groups) -> sp.Expr:
    """The number of shortest paths between two nodes at the largest distance."""
    ways = interleavings([g.kind.largest(g.size) for g in groups], [g.count for g in groups])
    return ways * sp.Mul(*(g.kind.ties(g.size) ** g.count for g in groups))


def farthest_paths(product: Product) -> Lemma:
    """The lemma on the number of shortest paths between two nodes at the largest distance."""
    write = DerivationBuilder(PathCount(at.source, at.destination))
    write.step(
        shortest_paths_between_farthest(product.groups),
        "a shortest path interleaves shortest paths of the dimensions, in any order of their hops",
        PathsInterleave(product.groups),
    )
    return product.lemma(
        "shortest_paths.farthest", "sigma",
        "The number of shortest paths between two nodes as far apart as any, parallel links counted separately.",
        "the number of shortest paths between two nodes whose distance is the diameter", write,
        product.counted(brute_force_products.farthest_paths),
    )  # fmt: skip


# Lemmas on distances in a product: mean distance, diameter, numbers of nodes and of shortest paths by distance.


def builders(product: Product) -> dict[str, Callable[[], Lemma]]:
    """The distance lemmas of a product by quantity."""
    found: dict[str, Callable[[], Lemma]] = {
        "mean_distance": partial(mean_distance, product),
        "diameter": partial(diameter, product),
        "distance_polynomial": partial(distance_polynomial, product),
        "shortest_paths.farthest": partial(farthest_paths, product),
    }
    if len(product.groups) == 1:
        name = "nodes_at_distance" if product.alike else "pairs_at_distance"
        found[name] = partial(at_distance, product, name)
    return found


def _refuse_many_terms(product: Product) -> None:
    numbers = [int(g.size) for g in product.groups if g.size.is_Integer]
    if numbers and max(numbers) > MOST_TERMS:
        name, values = with_names(product.subject)
        given = assignments(values)
        raise ProductError(
            f"the polynomial of {product.subject} has more than {MOST_TERMS} terms: write names for sizes, as in {name} with {given}"
        )


def pairs(product: Product) -> sp.Expr:
    """The number of ordered pairs of different nodes."""
    return product.nodes * (product.nodes - 1)


def mean_distance(product: Product) -> Lemma:
    """The lemma on the expected hops of a message between two different nodes."""
    write = DerivationBuilder(PairSum(at.distance) / pairs(product))
    summed(write, product, product.nodes / (product.nodes - 1))
    return product.lemma(
        "mean_distance", "L", "The mean distance between two different nodes, all ordered pairs equally likely.",
        "the sum of the distances over all ordered pairs, divided by the number of ordered pairs of different nodes",
        write, product.counted(brute_force_products.mean_distance), routings=("shortest", "dimension-order"),
    )  # fmt: skip


def summed(write: DerivationBuilder, product: Product, share: sp.Expr) -> None:
    """Add the steps from a sum of the distances of all pairs to its closed form."""
    distances_add(write, product)
    per_factor = [g.count / g.size**2 * pair_sum(g.kind.distance(g.size), g.size) for g in product.groups]
    write.step(
        share * sp.Add(*per_factor),
        "the dimensions are independent: each pair of digits of one dimension occurs once for every choice of the others",
        path_counting.OverFactors(product.groups),
    )
    sums = shift(write, [(g, g.kind.distance(g.size)) for g in product.groups])
    table = close_sums(write)
    means = [by_cases(factored, g.count * sums[g.label].xreplace(table) / g.size**2) for g in product.groups]
    write.tidy(sp.Add(*means), share)


def distances_add(write: DerivationBuilder, product: Product) -> None:
    """Add the step from the distance between nodes to the sum of the distances between digits."""
    total = sp.Add(*(g.distance for g in product.groups))
    write.step(
        write.now.xreplace({at.distance: total}),
        "a hop changes one digit, so the distance is the sum over dimensions of the distance between the digits",
        path_counting.DistancesAdd(product.groups),
    )


def diameter(product: Product) -> Lemma:
    """The lemma on the largest distance."""
    write = DerivationBuilder(PairMax(at.distance))
    distances_add(write, product)
    write.step(
        sp.Add(*(g.count * g.kind.largest(g.size) for g in product.groups)),
        "the digits of each dimension are chosen freely, so the largest sum is the sum of the largest terms",
        path_counting.LargestDistance(product.groups),
    )
    return product.lemma(
        "diameter", "diam", "The largest distance between two nodes.", "the largest distance over all pairs of nodes",
        write, product.counted(brute_force_products.diameter),
    )  # fmt: skip


def _variable(product: Product) -> SeriesVariable:
    """The variable z of generating functions."""
    return SeriesVariable(product.free_name("z"), integer=True, positive=True)


def generating_function(
    write: DerivationBuilder, product: Product, wrap: Callable[[sp.Expr], sp.Expr]
) -> dict[str, sp.Expr]:
    """Add the steps from a sum of z**distance over all pairs to a product of the factors' closed generating functions."""
    z = _variable(product)
    powers = sp.Mul(*(g.product(z ** g.kind.distance(g.size)) for g in product.groups))
    scale = 1 / product.nodes if product.alike else sp.Integer(1)
    write.step(
        wrap(PairSum(powers) * scale),
        f"distances add, so powers of {z} multiply",
        path_counting.DistancesAdd(product.groups),
    )
    sums = [pair_sum(z ** g.kind.distance(g.size), g.size) for g in product.groups]
    write.step(
        wrap(sp.Mul(*(s**g.count for s, g in zip(sums, product.groups, strict=True))) * scale),
        "the dimensions are independent: the sum over all pairs of digit vectors is the product of the sums over each dimension",
        path_counting.OverFactors(product.groups),
    )
    return shift(write, [(g, z ** g.kind.distance(g.size)) for g in product.groups])


def distance_polynomial(product: Product) -> Lemma:
    """The lemma on the generating function of distances: the number of nodes at distance i, as coefficients of z**i."""
    _refuse_many_terms(product)
    scale, z = sp.Integer(1) if product.alike else 1 / product.nodes, _variable(product)
    i = product.free_name("i")
    write = DerivationBuilder(PairSum(z**at.distance) / product.nodes)
    sums = generating_function(write, product, lambda e: e * scale)
    table = close_sums(write, [z >= 2])
    own = [by_cases(factored, sums[g.label].xreplace(table) / g.size) ** g.count for g in product.groups]
    write.tidy(sp.Mul(*own), sp.Integer(1))
    domain = Domain((*product.parameters, SeriesParameter(z.name, 2, "where the polynomial is evaluated")))
    return product.lemma(
        "distance_polynomial", "P",
        f"The distance polynomial: the coefficient of {z}^{i} is the mean number of nodes at distance {i} from a node.",
        f"the sum of {z} to the distance over all ordered pairs, divided by the number of nodes", write,
        lambda size: brute_force_products.distance_polynomial(product.dimensions(size), size[z.name]), domain=domain,
    )  # fmt: skip


def counted_pairs(product: Product, i: sp.Symbol) -> sp.Expr:
    """The number of nodes at distance i from each, or of ordered pairs if nodes are not equivalent: a coefficient."""
    scale, z = 1 / product.nodes if product.alike else sp.Integer(1), _variable(product)
    return Coefficient(PairSum(z**at.distance) * scale, z, i)


def at_distance(product: Product, name: str) -> Lemma:
    """The lemma on the number of nodes (or of ordered pairs, if nodes are not equivalent) at distance i, as a finite sum."""
    _refuse_many_terms(product)
    (group,) = product.groups
    far = Parameter(product.free_name("i"), 0, "distance in hops")
    i, z = far.symbol, _variable(product)
    write = DerivationBuilder(counted_pairs(product, i))
    generating_function(write, product, lambda e: Coefficient(e, z, i))
    if group.count == 1:
        write.step(
            bounded_compositions.counted_terms(write.now),
            "a coefficient counts the terms with that exponent",
            bounded_compositions.TermsCounted(),
        )
        close_sums(write, [i >= 0])
    else:
        _expand(write, product, i, z)
    return distance_count(product, name, far, write)


def distance_count(product: Product, name: str, far: Parameter, write: DerivationBuilder) -> Lemma:
    """The lemma on the number of nodes, or pairs of nodes, at a distance, with a derivation from the coefficient of a power."""
    i = far.symbol
    what = f"nodes at distance {i} from a node" if product.alike else f"ordered pairs of nodes at distance {i}"

    def count(size: Size) -> Fraction:
        every = brute_force_products.pairs_at_distance(product.dimensions(size), size[i.name])
        return Fraction(every, product.node_count_at(size) if product.alike else 1)

    return product.lemma(
        name, f"n_{i}", f"The number of {what}.",
        f"the number of {what}: a coefficient of the sum of {_variable(product)} to the distance over all ordered pairs",
        write, count, domain=Domain((*product.parameters, far)),
    )  # fmt: skip


def _expand(write: DerivationBuilder, product: Product, i: sp.Symbol, z: sp.Symbol) -> None:
    """Add the steps from the coefficient in a power of a closed generating function to a finite sum."""
    (group,) = product.groups
    close_sums(write, [z >= 2])
    cases = bounded_compositions.factor_series(group.kind.name, group.size)
    structured = sp.Piecewise(*((s.expression(z) ** group.count, c) for c, s in cases))
    write.normal(
        Coefficient(structured, z, i), "the closed form of each factor's generating function, in factored form"
    )
    found = sp.Piecewise(*((bounded_compositions.coefficient_of_power(s, group.count, i), c) for c, s in cases))
    conditions = [c for c, _ in cases]
    proofs = tuple(
        (
            c,
            bounded_compositions.PowerCoefficient(
                s, group.count, sp.Integer(1), i, _examples(product, i, c, conditions[:number])
            ),
        )
        for number, (c, s) in enumerate(cases)
    )
    write.cases(found, "the binomial theorem, term by term", proofs)


def _examples(
    product: Product, i: sp.Symbol, condition: sp.Basic, earlier: Sequence[sp.Basic]
) -> tuple[dict[sp.Symbol, int], ...]:
    """The smallest sizes in one case of a distinction (its condition, and none before it), with a bound on i."""
    found = []
    for size in product.domain.sizes(24):
        values = {p.symbol: size[p.name] for p in product.parameters}
        if holds(condition, values) and not any(holds(c, values) for c in earlier):
            found.append({**values, i: 6})
    return tuple(found[:6])
