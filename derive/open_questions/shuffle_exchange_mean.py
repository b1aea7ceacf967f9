"""The mean distance of shuffle-exchange graphs."""

from collections.abc import Mapping

from netlemma.derive.core.lemma import NEIGHBOURS, Bounds, OpenQuestion, mean_distance_bounds
from netlemma.derive.discovery import lemma


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    found = (
        lemma(key) for key in ("shuffle-exchange.nodes", "shuffle-exchange.max_degree", "shuffle-exchange.diameter")
    )
    return mean_distance_bounds(sizes, *found)


QUESTION = OpenQuestion(
    key="shuffle-exchange.mean_distance",
    domain="n >= 3",
    known=f"{NEIGHBOURS}; at most the diameter",
    stuck="a shortest way turns the word both ways by runs of digits that are equal already, of which it leaves out the "
    "longest ones: no count of words by these runs was found here",
    tried={
        "shuffle-exchange n=3": "29/14", "shuffle-exchange n=4": "57/20",
        "shuffle-exchange n=5": "445/124", "shuffle-exchange n=6": "4579/1008", "shuffle-exchange n=8": "108691/16320",
        "shuffle-exchange n=9": "3489/448",
    },
    bounds=bounds,
)  # fmt: skip
