"""Lemmas on visit ratios in a product: the average over each class, and single devices."""

from collections.abc import Callable
from functools import partial

import sympy as sp

from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.notation import DeviceSum, PairSum, pair_sum
from netlemma.derive.core.derivation import Writer, by_cases, close_sums, factored
from netlemma.derive.core.lemma import Definition, Lemma
from netlemma.derive.networks.products import brute_force
from netlemma.derive.networks.products.offsets import shift
from netlemma.derive.networks.products.path_counting import HopsCounted, OverFactors
from netlemma.derive.networks.products.product_devices import max_visit_ratio, measured, quantum, visit_ratio_at
from netlemma.derive.networks.products.product_distance import pairs
from netlemma.derive.networks.products.products import DeviceClass, Product


def builders(product: Product) -> dict[str, Callable[[], Lemma]]:
    """The visit lemmas of a product by quantity."""
    found: dict[str, Callable[[], Lemma]] = {}
    for chosen in product.classes:
        found[f"visit_ratio.{chosen.name}"] = partial(visit_ratio, product, chosen)
        if not product.groups[chosen.group].kind.alike:
            found[f"visit_ratio.{chosen.name}.position"] = partial(visit_ratio_at, product, chosen)
        found[f"max_visit_ratio.{chosen.name}"] = partial(max_visit_ratio, product, chosen)
    if product.alike and len(product.classes) == 1:
        found["quantum"] = partial(quantum, product)
    return found


def visit_ratio(product: Product, chosen: DeviceClass) -> Lemma:
    """The lemma on the expected crossings of a device by one message, averaged over a class.

    Parameters
    ----------
    product : Product
        Product of the lemma.
    chosen : DeviceClass
        Class of devices.

    Returns
    -------
    Lemma
        Lemma with its derivation.
    """
    group = product.groups[chosen.group]
    devices = group.count * group.kind.devices(group.size) * product.nodes / group.size
    write = Writer(DeviceSum(PairSum(at.crossings)) / (pairs(product) * devices))
    write.step(
        PairSum(group.distance) / (pairs(product) * devices),
        f"a message makes in the dimensions of {group.label} as many hops as their distance, and each hop crosses one device",
        HopsCounted(product.groups, group),
    )
    write.step(
        product.nodes**2
        * group.count
        / group.size**2
        * pair_sum(group.kind.distance(group.size), group.size)
        / (pairs(product) * devices),
        "the dimensions are independent: each pair of digits of one dimension occurs once for every choice of the others",
        OverFactors(product.groups),
    )
    sums = shift(write, [(group, group.kind.distance(group.size))])
    table = close_sums(write)
    own = sums[group.label].xreplace(table) / (group.kind.devices(group.size) * group.size)
    write.tidy(by_cases(factored, own), 1 / (product.nodes - 1))
    name = group.kind.device
    return Lemma(
        key=f"{product.subject}.visit_ratio.{chosen.name}",
        symbol=sp.Symbol(product.free_name("V")),
        statement=f"The visit ratio of a {name} ({chosen.name}): expected crossings by one message, on average over the class, "
        "for every routing along shortest paths.",
        definition=Definition(
            f"crossings of all {name} devices of the class by messages between all ordered pairs of different nodes, "
            "divided by the number of pairs and the number of devices",
            write.start,
            lambda size: brute_force.visit_ratio(product.dimensions(size), product.dimensions_of(chosen.group, size)),
            product.node_count_at,
            product.nodes,
        ),
        domain=product.domain,
        derivation=write.derivation(),
        measured=measured(product, chosen, "visit_ratio", "shortest", "dimension-order"),
    )
