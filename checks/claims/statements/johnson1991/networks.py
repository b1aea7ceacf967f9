"""The topologies of the paper: their lemmas, small sizes and explicit networks."""

from functools import cache

import sympy

from netlemma.checks.performance.ring_curves import BUTTERFLY, DEADFLY, FAMILIES, LIVEFLY, MULTICUBE, SHUFFLE, nodes
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.discovery import lemma
from netlemma.graphs import RingNetwork, ring_network

__all__ = ["BUTTERFLY", "DEADFLY", "FAMILIES", "LIVEFLY", "MULTICUBE", "SHUFFLE", "nodes"]

LARGEST = 130  # nodes of the networks that statements are compared with


def domain_of(family: str) -> Domain:
    """The legal sizes f and r of a family."""
    return Domain(lemma(f"{family}.mean_distance").domain.parameters)


def sizes_of(family: str, most: int = 12, largest: int = LARGEST) -> list[dict[str, int]]:
    """The smallest sizes of a family, in ascending order.

    Parameters
    ----------
    family : str
        Name of the family.
    most : int, default 12
        Greatest number of sizes.
    largest : int, default LARGEST
        Greatest number of nodes of a network that is built.

    Returns
    -------
    list of dict from str to int
        Sizes.
    """
    return list(domain_of(family).sizes(most, lambda size: nodes(family, size["f"], size["r"]) <= largest))


@cache
def _network(family: str, size: tuple[tuple[str, int], ...]) -> RingNetwork:
    return ring_network(family, **dict(size))


def explicit_rings(family: str, size: Size | None = None) -> RingNetwork:
    """The explicit network of a size; other names in the size are ignored.

    Parameters
    ----------
    family : str
        Name of the family.
    size : mapping from str to int or None, optional
        Size of the network, by parameter name.

    Returns
    -------
    RingNetwork
        Network of rings.
    """
    return _network(family, tuple((name, n) for name, n in (size or {}).items() if name in ("f", "r", "k", "n")))


def closed_form(key: str) -> sympy.Expr:
    """The closed form of a lemma."""
    return lemma(key).closed_form


def by_lemmas(*keys: str) -> str:
    """The lemmas from which a value follows, with their strengths, in words.

    >>> by_lemmas("multicube.mean_distance")
    'from the lemmas multicube.mean_distance (proved)'
    """
    return "from the lemmas " + ", ".join(f"{key} ({lemma(key).strength})" for key in keys)
