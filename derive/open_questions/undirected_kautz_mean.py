"""The mean distance of undirected Kautz graphs."""

from collections.abc import Mapping

from netlemma.derive.core.lemma import NEIGHBOURS, Bounds, OpenQuestion, mean_distance_bounds
from netlemma.derive.discovery import lemma


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    found = (lemma(key) for key in ("undirected-kautz.nodes", "undirected-kautz.max_degree", "kautz.mean_distance"))
    return mean_distance_bounds(sizes, *found)


QUESTION = OpenQuestion(
    key="undirected-kautz.mean_distance",
    domain="d >= 2, D >= 2",
    known=f"{NEIGHBOURS}; at most the mean distance of kautz, whose links lead one way",
    stuck="as of undirected de Bruijn graphs: a way shifts left, right and left again past a common part of both words, of "
    "which the best one is not the longest one",
    tried={
        "undirected-kautz d=2 D=2": "7/5", "undirected-kautz d=2 D=3": "21/11", "undirected-kautz d=2 D=5": "1185/376",
        "undirected-kautz d=2 D=8": "16921/3064", "undirected-kautz d=3 D=2": "17/11",
        "undirected-kautz d=3 D=4": "2915/963", "undirected-kautz d=4 D=3": "383/158",
    },
    bounds=bounds,
)  # fmt: skip
