"""Lemmas of Cartesian products: every quantity, for products given as text and for named families."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from netlemma.base.names import nearest
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks import distance_convolution, product_counts
from netlemma.derive.networks.products import failed_links, product_distance, product_indices, product_visits
from netlemma.derive.networks.products.cartesian_products import DeviceClass, Product, parse
from netlemma.derive.networks.traffic import hop_lemmas, load_lemmas, permutation_averages, worst_case_lemmas
from netlemma.errors import UnknownLemma

Builder = Callable[[], Lemma]
OF_DISTANCES = (
    "mean_distance",
    "diameter",
    "radius",
    "nodes_at_distance",
    "wiener_index",
    "hyper_wiener_index",
    "bisection",
)


def lemma_builders(product: Product) -> dict[str, Builder]:
    """Every quantity of a product (``mean_distance``, ``visit_ratio.link``, ...) with the function that derives it."""
    loads = load_lemmas.builders(product)
    return {
        **product_counts.builders(product),
        **product_distance.builders(product),
        **product_visits.builders(product),
        **failed_links.builders(product, loads.get(failed_links.UNIFORM)),
        **loads,
        **hop_lemmas.builders(product),
        **worst_case_lemmas.builders(product),
        **permutation_averages.builders(product),
        **product_indices.builders(product),
        **distance_convolution.builders(product),
    }


def family(
    subject: str, text: str, meanings: Mapping[str, str], device_class: str, measured: str | None = None
) -> dict[str, Builder]:
    """The lemmas of a named family that is a product: keys ``subject.quantity``."""
    product = parse(text)
    names = [f"{device_class}-{j}" for j in range(len(product.groups))] if len(product.groups) > 1 else [device_class]
    product = replace(
        product,
        subject=subject,
        parameters=tuple(replace(p, meaning=meanings[p.name]) for p in product.parameters),
        classes=tuple(DeviceClass(name, j, measured or name) for j, name in enumerate(names)),
    )
    return {f"{subject}.{quantity}": build for quantity, build in lemma_builders(product).items()}


@cache
def product_builders(text: str) -> dict[str, Builder]:
    """The lemmas of a product given as text, by quantity."""
    return lemma_builders(parse(text))


@cache
def product_lemma(text: str, quantity: str) -> Lemma:
    """One lemma of a product given as text.

    >>> product_lemma("ring(w)^D", "mean_distance").at(w=4, D=3)
    Fraction(64, 21)
    """
    known = product_builders(text)
    if quantity not in known:
        hint = nearest(quantity, known) or f"; it has {', '.join(known)}"
        raise UnknownLemma(f"{text} has no {quantity!r}{hint}")
    return known[quantity]()
