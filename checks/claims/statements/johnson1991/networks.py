"""The topologies of the paper: their lemmas, small sizes and explicit networks."""

from __future__ import annotations

from functools import cache

import sympy

from checks.performance.ring_curves import BUTTERFLY, DEADFLY, FAMILIES, LIVEFLY, MULTICUBE, SHUFFLE, nodes
from derive.core.domain import Domain, Size
from derive.discovery import lemma
from graphs import RingNetwork, ring_network

__all__ = ["BUTTERFLY", "DEADFLY", "FAMILIES", "LIVEFLY", "MULTICUBE", "SHUFFLE", "nodes"]

LARGEST = 130  # nodes of the networks that statements are compared with


def domain_of(family: str) -> Domain:
    """The sizes f and r of a family that are legal."""
    return Domain(lemma(f"{family}.mean_distance").domain.parameters)


def sizes_of(family: str, most: int = 12, largest: int = LARGEST) -> list[dict[str, int]]:
    """The smallest sizes of a family, the smallest first."""
    return list(domain_of(family).sizes(most, lambda size: nodes(family, size["f"], size["r"]) <= largest))


@cache
def _network(family: str, size: tuple[tuple[str, int], ...]) -> RingNetwork:
    return ring_network(family, **dict(size))


def explicit(family: str, size: Size | None = None) -> RingNetwork:
    """The explicit network; what else is in the size is left out."""
    return _network(family, tuple((name, n) for name, n in (size or {}).items() if name in ("f", "r", "k", "n")))


def closed_form(key: str) -> sympy.Expr:
    """The closed form of a lemma."""
    return lemma(key).closed_form


def by_lemmas(*keys: str) -> str:
    """What a value follows from, with how well each lemma is shown.

    >>> by_lemmas("multicube.mean_distance")
    'from the lemmas multicube.mean_distance (proved)'
    """
    return "from the lemmas " + ", ".join(f"{key} ({lemma(key).strength})" for key in keys)
