"""Choices of messages, and hops spread over dimensions, on explicit networks."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, Measured
from netlemma.graphs import device_network
from netlemma.graphs.loads.adaptivity import ChoiceCounts

LIKELY = {"paths": "paths", "distributions": "places", "walk": "walk"}  # what derive and graphs call equally likely


@lru_cache(64)
def choices(family: str, size: tuple[tuple[str, int], ...]) -> ChoiceCounts:
    """The choices of messages on an explicit network, cached.

    Parameters
    ----------
    family : str
        Name of the family.
    size : tuple of tuple of (str, int)
        Pairs (parameter, value).

    Returns
    -------
    ChoiceCounts
        Choices of messages.
    """

    return ChoiceCounts(device_network(family, **dict(size)))


def _left(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    return choices(what.subject, built).mean(size["i"], size["h"], "paths")


def _equal(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    """Nodes of m one-way rings so many hops away as there are objects beyond those that all cells hold."""
    found = choices("oneway-torus", (("k", size["k"]), ("n", size["m"]))).nodes_at
    hops = size["r"] - size["q"] * size["m"]
    return Fraction(found[hops] if 0 <= hops < len(found) else 0)


def _full(lemma: Lemma, what: Measured, size: Size, built: tuple, routing: str) -> Fraction:
    """Places r hops away on shortest paths to the farthest node, from which m - y channels lead nearer to it."""
    counts = choices("oneway-torus", (("k", size["s"] + 1), ("n", size["m"])))
    places = counts.to(counts.farthest)["places"]
    return Fraction(places[size["r"]].get(size["m"] - size["y"], 0) if size["r"] < len(places) else 0)


CHOICE_QUANTITIES: Mapping[str, Callable[..., Fraction]] = {
    "dimensions_left": _left,
    "compositions.equal": _equal,
    "compositions.full": _full,
}
