"""Lemmas on indices of products: Wiener, hyper-Wiener and Harary index, radius, forwarding indices, bisection width."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.notation import PairSum, pair_sum
from netlemma.derive.core.derivation import COLLECTED, DerivationBuilder, by_cases, close_sums, factored
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.products import brute_force_products
from netlemma.derive.networks.products.bisection_widths import (
    CliqueCut,
    CrossedByMessages,
    HalvesCut,
    MiddlesCut,
    RowsAndColumnsCut,
    TwoFactorsCut,
    by_crossings,
    by_crossings_if_even,
    cut_in_the_middle,
    least_half,
    middles_cut,
    one_clique,
    ordered,
    rows_and_columns,
    two_unlike,
)
from netlemma.derive.networks.products.brute_force_products import fewest_in_middle, half, most_passed, narrowest
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.index_proofs import (
    ByDistance,
    CongestionMet,
    EccentricitiesAdd,
    LayersPassed,
    PassedAlike,
    SquaresOverFactors,
    congestion,
    inverse_distance,
    least_eccentricity,
    one_line,
    passing,
    radius_of,
    second_moment,
    sum_of_inverses,
    through_layers,
)
from netlemma.derive.networks.products.path_counting import shift
from netlemma.derive.networks.products.product_distance import (
    at_distance,
    diameter,
    distances_add,
    mean_distance,
    summed,
)
from netlemma.derive.networks.products.product_visits import max_visit_ratio, visit_ratio, visit_ratio_at

# sizes and dimensions of networks all of whose halves are tried
SMALL = ((2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (3, 2), (2, 3))
SMALL_TWO = ((2, 2), (2, 3), (3, 2), (3, 3), (5, 2), (3, 4))
SMALL_THREE = ((2, 2, 3), (3, 2, 2), (2, 3, 2))
SMALL_LAYERS = ((3, 3), (2, 5), (5, 2), (4, 3), (3, 5), (5, 4))
SMALL_MIXED = (
    (("ring", 4), ("line", 2)),
    (("line", 6), ("clique", 2)),
    (("oneway-ring", 2), ("bus", 2), ("line", 2)),
    (("clique", 4), ("ring", 2)),
    (("bus", 4), ("line", 2)),
    (("line", 4), ("ring", 3)),
)


def builders(product: Product) -> dict[str, Callable[[], Lemma]]:
    """The lemmas on indices of a product by quantity."""
    found: dict[str, Callable[[], Lemma]] = {
        "radius": partial(radius, product),
        "wiener_index": partial(wiener, product),
        "hyper_wiener_index": partial(hyper_wiener, product),
        "edge_forwarding_index": partial(edge_forwarding, product),
    }
    if product.alike or one_line(product.groups):
        found["vertex_forwarding_index"] = partial(vertex_forwarding, product)
    if len(product.groups) == 1:
        name = "nodes_at_distance" if product.alike else "pairs_at_distance"
        found["harary_index"] = partial(harary, product, partial(at_distance, product, name))
    if any(shown(product.groups) for shown in (ordered, one_clique, cut_in_the_middle)):
        found["bisection"] = partial(bisection, product)
    return found


def pair_weight(product: Product) -> sp.Expr:
    """1/2, so that every unordered pair counts once; 1 if links are one-way, and distances not symmetric."""
    return sp.S.One if any(g.kind.name == "oneway-ring" for g in product.groups) else sp.S.Half


def _pairs_of(product: Product) -> str:
    return "ordered pairs (links are one-way)" if pair_weight(product) == 1 else "unordered pairs"


def wiener(product: Product) -> Lemma:
    """The lemma on the sum of the distances."""
    weight = pair_weight(product)
    write = DerivationBuilder(weight * PairSum(at.distance))
    summed(write, product, weight * product.nodes**2)
    return product.lemma(
        "wiener_index", "W", f"The Wiener index: the sum of the distances over all {_pairs_of(product)} of nodes.",
        f"the sum of the distances over all {_pairs_of(product)}", write,
        product.counted(lambda each: sum(brute_force_products.pair_distances(each)) * Fraction(int(2 * weight), 2)),
    )  # fmt: skip


def hyper_wiener(product: Product) -> Lemma:
    """The lemma on the sum of (d + d^2)/2."""
    weight, groups = pair_weight(product), product.groups
    write = DerivationBuilder(weight * PairSum(at.distance + at.distance**2) / 2)
    distances_add(write, product)
    first = product.nodes**2 * sp.Add(
        *(g.count / g.size**2 * pair_sum(g.kind.distance(g.size), g.size) for g in groups)
    )
    write.step(
        weight * (first + second_moment(groups)) / 2,
        "the dimensions are independent: of the distances in them means and variances add",
        SquaresOverFactors(groups),
    )
    for power in (1, 2):
        shift(write, [(g, g.kind.distance(g.size) ** power) for g in groups])
    close_sums(write)
    write.normal(by_cases(factored, write.now), COLLECTED)
    return product.lemma(
        "hyper_wiener_index", "WW",
        f"The hyper-Wiener index: the sum of (d + d^2)/2 of the distances d of all {_pairs_of(product)} of nodes.",
        f"half the sum of distances and their squares over all {_pairs_of(product)}", write,
        product.counted(lambda each: sum(d + d * d for d in brute_force_products.pair_distances(each)) * Fraction(int(2 * weight), 4)),
    )  # fmt: skip


def harary(product: Product, counting: Callable[[], Lemma]) -> Lemma:
    """The lemma on the sum of 1/d, as a finite sum over distances."""
    weight, counted = pair_weight(product), counting()
    write = DerivationBuilder(weight * PairSum(inverse_distance()))
    scale, i, largest = (
        product.nodes if product.alike else sp.S.One,
        counted.domain.parameters[-1].symbol,
        diameter(product),
    )
    write.step(
        weight * sum_of_inverses(scale, counted.closed_form, i, largest.closed_form),
        "pairs are grouped by their distance, which is at most the diameter",
        ByDistance(inverse_distance(), scale, counted, largest),
    )
    return product.lemma(
        "harary_index", "H", f"The Harary index: the sum of 1/d over the distances d of all {_pairs_of(product)} of nodes.",
        f"the sum of 1/d(s, t) over all {_pairs_of(product)} of different nodes", write,
        product.counted(lambda each: sum(Fraction(1, d) for d in brute_force_products.pair_distances(each) if d)
                        * Fraction(int(2 * weight), 2)),
    )  # fmt: skip


def radius(product: Product) -> Lemma:
    """The lemma on the least eccentricity."""
    write = DerivationBuilder(radius_of(at.distance))
    distances_add(write, product)
    write.step(
        sp.Add(*(g.count * least_eccentricity(g.kind, g.size) for g in product.groups)),
        "the digits of each dimension are chosen freely, so the least eccentricity is the sum of those of the factors",
        EccentricitiesAdd(product.groups),
    )

    def literal(dimensions: brute_force_products.Dimensions) -> int:
        every = brute_force_products.nodes(dimensions)
        return min(max(brute_force_products.distance(dimensions, s, t) for t in every) for s in every)

    return product.lemma(
        "radius", "rad", "The radius: the least eccentricity of a node, which is its largest distance to another.",
        "the least over all nodes s of the largest distance from s", write, product.counted(literal),
    )  # fmt: skip


def edge_forwarding(product: Product) -> Lemma:
    """The lemma on the least congestion of devices over all routings."""
    write = DerivationBuilder(congestion())
    classes = []
    for chosen in product.classes:
        group = product.groups[chosen.group]
        lower = visit_ratio(product, chosen) if group.kind.alike else visit_ratio_at(product, chosen)
        classes.append((group, lower, max_visit_ratio(product, chosen)))
    pairs = product.nodes * (product.nodes - 1)
    values = tuple(by_cases(factored, pairs * upper.closed_form) for *_, upper in classes)
    write.step(
        sp.Max(*values),
        "dimension-order routing meets a lower bound in the dimension that it loads most",
        CongestionMet(tuple(classes), product.nodes, values),
    )

    def literal(size: Size) -> Fraction:
        nodes = product.node_count_at(size)
        return nodes * (nodes - 1) * max(upper.definition.literal(size) for *_, upper in classes)

    return product.lemma(
        "edge_forwarding_index", "pi",
        "The edge forwarding index: the least over all routings of the largest number of messages that cross a link or bus, "
        "one message for each ordered pair of nodes, both directions of a link together.",
        "the largest number of messages of all ordered pairs over a device, under the routing for which it is least", write, literal,
    )  # fmt: skip


def vertex_forwarding(product: Product) -> Lemma:
    """The lemma on the least congestion of nodes over all routings, where all nodes are equivalent, and on a line."""
    write, groups = DerivationBuilder(passing()), product.groups
    if product.alike:
        distance = mean_distance(product)
        found = (product.nodes - 1) * (distance.closed_form - 1)
        because = "a message over d hops passes d - 1 nodes, and all nodes are passed alike"
        write.step(found, because, PassedAlike(groups, distance))
        write.normal(by_cases(factored, found), COLLECTED)
    else:
        because = "messages between both sides pass the middle of the line, and need not load its other nodes more"
        small = tuple(dict.fromkeys(sizes[: len(groups)] for sizes in SMALL_LAYERS))
        write.step(through_layers(groups), because, LayersPassed(groups, small))
    words = (
        "the largest number of messages of all ordered pairs through a node, under the routing for which it is least"
    )
    return product.lemma(
        "vertex_forwarding_index", "xi",
        "The vertex forwarding index: the least over all routings of the largest number of messages through a node that is not "
        "one of their ends, one message for each ordered pair of nodes.",
        words if product.alike else f"{words}; by the fewest messages through nodes of layers in the middle of the line",
        write,
        product.counted(most_passed if product.alike else fewest_in_middle),
    )  # fmt: skip


def bisection(product: Product) -> Lemma:
    """The lemma on the fewest channels between two halves, of factors that are alike, of two factors, and of even sizes."""
    write, groups = DerivationBuilder(half()), product.groups
    if by_crossings(groups):
        because = "each message between the halves crosses a device, of which one is crossed by so many at most"
        write.step(least_half(groups), because, CrossedByMessages(groups, edge_forwarding(product), SMALL))
    elif by_crossings_if_even(groups):
        even = CrossedByMessages(groups, edge_forwarding(product), SMALL, even=True)
        write.cases(
            least_half(groups),
            "even sizes: each message between the halves crosses a device, of which one is crossed by so many at most; odd sizes: no half "
            "has fewer edges to the others in the product of cliques than the first nodes in lexicographic order, and each copy of the "
            "factor that is cut there is cut in the middle",
            ((sp.Eq(sp.Mod(groups[0].size, 2), 0), even), (sp.true, HalvesCut(groups, SMALL, odd=True))),
        )
    elif rows_and_columns(groups):
        because = "all rows or all columns are cut, or few of both, which have too few nodes"
        write.step(least_half(groups), because, RowsAndColumnsCut(groups, SMALL_TWO))
    elif two_unlike(groups):
        because = "all rows or all columns are cut, or a corner of both, which has more channels"
        write.step(least_half(groups), because, TwoFactorsCut(groups, SMALL_TWO))
    elif one_clique(groups):
        because = "layers that are cut one by one have more channels than one layer and all columns"
        write.step(least_half(groups), because, CliqueCut(groups, SMALL_TWO))
    elif ordered(groups):
        write.step(
            least_half(groups),
            "no half has fewer edges to the others in the product of cliques than the first nodes in lexicographic order, and each "
            "copy of the factor that is cut there is cut in the middle",
            HalvesCut(groups, {1: SMALL, 2: SMALL_TWO}.get(len(groups), SMALL_THREE)),
        )
    else:
        write.step(
            middles_cut(groups),
            "a bound by the least eigenvalue of a product of weighted cliques, which a cut in the middle of one dimension meets",
            MiddlesCut(groups, SMALL_MIXED),
        )
    if len(groups) <= 2 or not ordered(groups):  # more cases than anybody reads
        write.normal(by_cases(factored, write.now), COLLECTED)
    lemma = product.lemma(
        "bisection", "B",
        "The bisection width: the fewest channels between two halves of the nodes, whose numbers differ by one at most; two of a "
        "full-duplex link, one of a one-way link or a bus.",
        "the fewest channels of devices with nodes in both halves; beyond 12 nodes of the halves that are first in lexicographic "
        "order, whatever the order of the dimensions",
        write, product.counted(narrowest),
    )  # fmt: skip
    if ordered(groups) or one_clique(groups):
        return lemma
    sizes = {g.size: None for g in groups if g.size.is_Symbol}
    return replace(lemma, domain=Domain(product.parameters, tuple(sp.Eq(sp.Mod(n, 2), 0) for n in sizes)))
