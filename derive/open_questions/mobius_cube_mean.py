"""The mean distance of Moebius cubes."""

from collections.abc import Mapping

from netlemma.derive.core.lemma import NEIGHBOURS, Bounds, OpenQuestion, mean_distance_bounds
from netlemma.derive.discovery import lemma


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    found = (lemma(key) for key in ("mobius-cube.nodes", "mobius-cube.degree", "mobius-cube.diameter"))
    return mean_distance_bounds(sizes, *found)


QUESTION = OpenQuestion(
    key="mobius-cube.mean_distance",
    domain="n >= 3",
    known=f"{NEIGHBOURS}; at most the diameter",
    stuck="an automaton of a few states reads the distances, so that their sums satisfy a linear recurrence, whose characteristic "
    "polynomial has an irreducible factor of degree 4, x^4 - 2 x^3 - 4 x^2 + 4 x - 4: no closed form in powers of rational numbers "
    "was found",
    tried={
        "mobius-cube n=3 kind=0": "11/7", "mobius-cube n=3 kind=1": "11/7", "mobius-cube n=4 kind=0": "29/15",
        "mobius-cube n=4 kind=1": "28/15", "mobius-cube n=5 kind=0": "70/31", "mobius-cube n=5 kind=1": "135/62",
        "mobius-cube n=8 kind=0": "844/255", "mobius-cube n=8 kind=1": "809/255",
    },
    bounds=bounds,
)  # fmt: skip
