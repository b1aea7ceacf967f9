"""The diameter of pancake graphs."""

from collections.abc import Mapping
from fractions import Fraction

from netlemma.derive.core.lemma import Bounds, OpenQuestion


def bounds(sizes: Mapping[str, int]) -> Bounds:
    """Both bounds."""
    return Fraction(sizes["n"]), Fraction(2 * sizes["n"] - 3)


QUESTION = OpenQuestion(
    key="pancake.diameter",
    domain="n >= 4",
    known="at least n: a flip makes at most one pair of neighbours in the pile, its bottom included, that belong together, "
    "and a pile has none of n such pairs; at most 2*n - 3: two flips put the largest that is wrong in its place, one "
    "the last two",
    stuck="open since Gates and Papadimitriou 1979, who show at least 17/16 n and at most (5 n + 5)/3 hops; later bounds "
    "are nearer, but do not meet",
    tried={
        "pancake n=4": "4", "pancake n=5": "5", "pancake n=6": "7", "pancake n=7": "8", "pancake n=8": "9",
    },
    bounds=bounds,
)  # fmt: skip
