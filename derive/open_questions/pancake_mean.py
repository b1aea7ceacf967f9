"""The mean distance of pancake graphs."""

from collections.abc import Mapping
from fractions import Fraction
from math import factorial

from netlemma.derive.core.lemma import Bounds, OpenQuestion


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    n = sizes["n"]
    return (n - 2 + Fraction(1, n)) * Fraction(factorial(n), factorial(n) - 1), Fraction(2 * n - 3)


QUESTION = OpenQuestion(
    key="pancake.mean_distance",
    domain="n >= 4",
    known="at least (n - 2 + 1/n)*factorial(n)/(factorial(n) - 1), the mean number of pairs of neighbours in the pile, its "
    "bottom included, that do not belong together; at most 2*n - 3, as the diameter",
    stuck="not even the diameter is known; no formula for the number of piles by the least number of flips either",
    tried={
        "pancake n=4": "60/23", "pancake n=5": "25/7", "pancake n=6": "3295/719", "pancake n=7": "28280/5039",
        "pancake n=8": "267711/40319",
    },
    bounds=bounds,
)  # fmt: skip
