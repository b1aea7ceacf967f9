"""Lemmas on distances in a product: mean distance, diameter, numbers of nodes and of shortest paths by distance."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import sympy as sp

from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.evaluate import holds
from netlemma.derive.algebra.expressions.notation import Coefficient, PairMax, PairSum, SeriesVariable, pair_sum
from netlemma.derive.core.derivation import Writer, by_cases, close_sums, factored
from netlemma.derive.core.domain import Domain, Parameter, SeriesParameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.products import brute_force, path_counting, series
from netlemma.derive.networks.products.interleaving import farthest_paths
from netlemma.derive.networks.products.offsets import shift
from netlemma.derive.networks.products.products import MOST_TERMS, Product, ProductError, with_names


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
        given = " ".join(f"{size}={value}" for size, value in values.items())
        raise ProductError(
            f"the polynomial of {product.subject} has more than {MOST_TERMS} terms: write names for sizes, as in {name} with {given}"
        )


def pairs(product: Product) -> sp.Expr:
    """The number of ordered pairs of different nodes."""
    return product.nodes * (product.nodes - 1)


def mean_distance(product: Product) -> Lemma:
    """The lemma on the expected hops of a message between two different nodes."""
    write = Writer(PairSum(at.distance) / pairs(product))
    summed(write, product, product.nodes / (product.nodes - 1))
    return Lemma(
        key=f"{product.subject}.mean_distance",
        symbol=sp.Symbol(product.free_name("L")),
        statement="The mean distance between two different nodes, all ordered pairs equally likely.",
        definition=Definition(
            "the sum of the distances over all ordered pairs, divided by the number of ordered pairs of different nodes",
            write.start,
            lambda size: brute_force.mean_distance(product.dimensions(size)),
            product.node_count_at,
            product.nodes,
        ),
        domain=product.domain,
        derivation=write.derivation(),
        measured=Measured(product.subject, "mean_distance", product.names, routings=("shortest", "dimension-order")),
    )


def summed(write: Writer, product: Product, share: sp.Expr) -> None:
    """Add the steps from a sum of the distances of all pairs to its closed form.

    Parameters
    ----------
    write : Writer
        Derivation in progress; the steps are added to it.
    product : Product
        Product of the lemma.
    share : Expr
        Factor of the sum, times the square of the number of nodes.
    """
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


def distances_add(write: Writer, product: Product) -> None:
    """Add the step from the distance between nodes to the sum of the distances between digits.

    Parameters
    ----------
    write : Writer
        Derivation in progress; the steps are added to it.
    product : Product
        Product of the lemma.
    """
    total = sp.Add(*(g.distance for g in product.groups))
    write.step(
        write.now.xreplace({at.distance: total}),
        "a hop changes one digit, so the distance is the sum over dimensions of the distance between the digits",
        path_counting.DistancesAdd(product.groups),
    )


def diameter(product: Product) -> Lemma:
    """The lemma on the largest distance."""
    write = Writer(PairMax(at.distance))
    distances_add(write, product)
    write.step(
        sp.Add(*(g.count * g.kind.largest(g.size) for g in product.groups)),
        "the digits of each dimension are chosen freely, so the largest sum is the sum of the largest terms",
        path_counting.LargestDistance(product.groups),
    )
    return Lemma(
        key=f"{product.subject}.diameter",
        symbol=sp.Symbol(product.free_name("diam")),
        statement="The largest distance between two nodes.",
        definition=Definition(
            "the largest distance over all pairs of nodes",
            write.start,
            lambda size: Fraction(brute_force.diameter(product.dimensions(size))),
            product.node_count_at,
            product.nodes,
        ),
        domain=product.domain,
        derivation=write.derivation(),
        measured=Measured(product.subject, "diameter", product.names),
    )


def _variable(product: Product) -> SeriesVariable:
    """The variable z of generating functions."""
    return SeriesVariable(product.free_name("z"), integer=True, positive=True)


def generating_function(write: Writer, product: Product, wrap: Callable[[sp.Expr], sp.Expr]) -> dict[str, sp.Expr]:
    """Add the steps from a sum of z**distance over all pairs to a product of the factors' closed generating functions.

    Parameters
    ----------
    write : Writer
        Derivation in progress; the steps are added to it.
    product : Product
        Product of the lemma.
    wrap : callable
        Function from the sum to the expression that contains it.

    Returns
    -------
    dict from str to Expr
        Each group's sum over one factor, by label.
    """
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
    write = Writer(PairSum(z**at.distance) / product.nodes)
    sums = generating_function(write, product, lambda e: e * scale)
    table = close_sums(write, [z >= 2])
    own = [by_cases(factored, sums[g.label].xreplace(table) / g.size) ** g.count for g in product.groups]
    write.tidy(sp.Mul(*own), sp.Integer(1))
    domain = Domain((*product.parameters, SeriesParameter(z.name, 2, "where the polynomial is evaluated")))
    return Lemma(
        key=f"{product.subject}.distance_polynomial",
        symbol=sp.Symbol(product.free_name("P")),
        statement=f"The distance polynomial: the coefficient of {z}^{i} is the mean number of nodes at distance {i} from a node.",
        definition=Definition(
            f"the sum of {z} to the distance over all ordered pairs, divided by the number of nodes",
            write.start,
            lambda size: brute_force.distance_polynomial(product.dimensions(size), size[z.name]),
            product.node_count_at,
            product.nodes,
        ),
        domain=domain,
        derivation=write.derivation(),
        measured=Measured(product.subject, "distance_polynomial", product.names),
    )


def counted_pairs(product: Product, i: sp.Symbol) -> sp.Expr:
    """The number of nodes at distance i from each, or of ordered pairs if nodes are not equivalent: a coefficient.

    Parameters
    ----------
    product : Product
        Product.
    i : Symbol
        Distance.

    Returns
    -------
    Expr
        Coefficient of a power.
    """
    scale, z = 1 / product.nodes if product.alike else sp.Integer(1), _variable(product)
    return Coefficient(PairSum(z**at.distance) * scale, z, i)


def at_distance(product: Product, name: str) -> Lemma:
    """The lemma on the number of nodes (or of ordered pairs, if nodes are not equivalent) at distance i, as a finite sum.

    Parameters
    ----------
    product : Product
        Product of the lemma.
    name : str
        Quantity in the key of the lemma.

    Returns
    -------
    Lemma
        Lemma with its derivation.
    """
    _refuse_many_terms(product)
    (group,) = product.groups
    far = Parameter(product.free_name("i"), 0, "distance in hops")
    i, z = far.symbol, _variable(product)
    write = Writer(counted_pairs(product, i))
    generating_function(write, product, lambda e: Coefficient(e, z, i))
    if group.count == 1:
        write.step(
            series.counted_terms(write.now), "a coefficient counts the terms with that exponent", series.TermsCounted()
        )
        close_sums(write, [i >= 0])
    else:
        _expand(write, product, i, z)
    return distance_count(product, name, far, write)


def distance_count(product: Product, name: str, far: Parameter, write: Writer) -> Lemma:
    """The lemma on the number of nodes, or pairs of nodes, at a distance, with a derivation from the coefficient of a power.

    Parameters
    ----------
    product : Product
        Product of the lemma.
    name : str
        Quantity in the key of the lemma.
    far : Parameter
        The distance.
    write : Writer
        Derivation.

    Returns
    -------
    Lemma
        The lemma.
    """
    i = far.symbol
    what = f"nodes at distance {i} from a node" if product.alike else f"ordered pairs of nodes at distance {i}"

    def count(size: Size) -> Fraction:
        every = brute_force.pairs_at_distance(product.dimensions(size), size[i.name])
        return Fraction(every, product.node_count_at(size) if product.alike else 1)

    return Lemma(
        key=f"{product.subject}.{name}",
        symbol=sp.Symbol(product.free_name(f"n_{i}")),
        statement=f"The number of {what}.",
        definition=Definition(
            f"the number of {what}: a coefficient of the sum of {_variable(product)} to the distance over all ordered pairs",
            write.start,
            count,
            product.node_count_at,
            product.nodes,
        ),
        domain=Domain((*product.parameters, far)),
        derivation=write.derivation(),
        measured=Measured(product.subject, name, product.names),
    )


def _expand(write: Writer, product: Product, i: sp.Symbol, z: sp.Symbol) -> None:
    """Add the steps from the coefficient in a power of a closed generating function to a finite sum."""
    (group,) = product.groups
    close_sums(write, [z >= 2])
    cases = series.factor_series(group.kind.name, group.size)
    structured = sp.Piecewise(*((s.expression(z) ** group.count, c) for c, s in cases))
    write.normal(
        Coefficient(structured, z, i), "the closed form of each factor's generating function, in factored form"
    )
    found = sp.Piecewise(*((series.coefficient_of_power(s, group.count, i), c) for c, s in cases))
    conditions = [c for c, _ in cases]
    proofs = tuple(
        (c, series.PowerCoefficient(s, group.count, sp.Integer(1), i, _examples(product, i, c, conditions[:number])))
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
