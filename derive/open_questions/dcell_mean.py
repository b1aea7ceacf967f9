"""The mean distance of DCells."""

from collections.abc import Mapping

from netlemma.derive.core.lemma import NEIGHBOURS, Bounds, OpenQuestion, mean_distance_bounds
from netlemma.derive.discovery import lemma


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    found = (lemma(key) for key in ("dcell.nodes", "dcell.max_degree", "dcell.diameter"))
    return mean_distance_bounds(sizes, *found)


QUESTION = OpenQuestion(
    key="dcell.mean_distance",
    domain="n >= 3, 1 <= k <= 2",
    known=f"{NEIGHBOURS}; at most the diameter, which is known for k <= 2",
    stuck="the way by the one link between two parts is not always a shortest one, and no rule says by which third part "
    "another one leads",
    tried={
        "dcell n=3 k=1": "35/11", "dcell n=4 k=1": "67/19",
        "dcell n=3 k=2": "35473/6045",
    },
    bounds=bounds,
)  # fmt: skip
