"""The mean distance of tori with express links."""

from collections.abc import Mapping

from derive.core.open_question import OpenQuestion
from derive.discovery import lemma
from derive.networks.distances.mean_bounds import NEIGHBOURS, Bounds, from_neighbours


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    found = (lemma(key) for key in ("express-torus.nodes", "express-torus.max_degree", "express-torus.diameter"))
    return from_neighbours(sizes, *found)


QUESTION = OpenQuestion(
    key="express-torus.mean_distance",
    domain="k >= 4, n >= 1",
    known=f"{NEIGHBOURS}; at most the diameter",
    stuck="the distances add over the dimensions, but in one of them express and local hops and the way round make more "
    "cases than anyone summed here for all e and k",
    tried={
        "express-torus k=4 n=1 e=2": "7/6", "express-torus k=8 n=1 e=2": "23/14", "express-torus k=9 n=1 e=3": "23/12",
        "express-torus k=8 n=2 e=2": "184/63", "express-torus k=12 n=2 e=3": "608/143",
    },
    bounds=bounds,
)  # fmt: skip
