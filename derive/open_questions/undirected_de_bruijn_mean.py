"""The mean distance of undirected de Bruijn graphs."""

from collections.abc import Mapping

from netlemma.derive.core.lemma import NEIGHBOURS, Bounds, OpenQuestion, mean_distance_bounds
from netlemma.derive.discovery import lemma


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    found = (
        lemma(key)
        for key in ("undirected-de-bruijn.nodes", "undirected-de-bruijn.max_degree", "de-bruijn.mean_distance")
    )
    return mean_distance_bounds(sizes, *found)


QUESTION = OpenQuestion(
    key="undirected-de-bruijn.mean_distance",
    domain="d >= 2, D >= 2",
    known=f"{NEIGHBOURS}; at most the mean distance of de-bruijn, whose links lead one way",
    stuck="a way shifts left, right and left again past a common part of both words, of which the best one is not the "
    "longest one; pairs of words have no count by these parts",
    tried={
        "undirected-de-bruijn d=2 D=2": "7/6", "undirected-de-bruijn d=2 D=3": "23/14",
        "undirected-de-bruijn d=2 D=5": "683/248", "undirected-de-bruijn d=2 D=8": "10941/2176",
        "undirected-de-bruijn d=3 D=2": "17/12", "undirected-de-bruijn d=3 D=4": "17/6",
        "undirected-de-bruijn d=4 D=3": "65/28",
    },
    bounds=bounds,
)  # fmt: skip
