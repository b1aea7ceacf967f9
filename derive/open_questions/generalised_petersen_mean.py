"""The mean distance of generalised Petersen graphs."""

from collections.abc import Mapping
from fractions import Fraction

from netlemma.derive.core.lemma import NEIGHBOURS, Bounds, OpenQuestion


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    n = sizes["n"]
    return 2 - Fraction(3, 2 * n - 1), Fraction(n // 2 + 2)


QUESTION = OpenQuestion(
    key="generalised-petersen.mean_distance",
    domain="n >= 3, k >= 1, 2*k <= n - 1",
    known=f"{NEIGHBOURS}; at most floor(n/2) + 2, round the outer cycle from and to the inner one",
    stuck="each k has its own cases by the remainder of n by k, and no formula for all k was found here; for k >= 3 the diameter has none "
    "either",
    tried={
        "generalised-petersen n=7 k=3": "27/13", "generalised-petersen n=8 k=3": "34/15", "generalised-petersen n=11 k=4": "18/7",
        "generalised-petersen n=12 k=5": "62/23", "generalised-petersen n=30 k=7": "4",
    },
    bounds=bounds,
)  # fmt: skip
