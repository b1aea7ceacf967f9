"""The bubble-sort graph: permutations of n symbols; a link exchanges two that stand side by side."""

from itertools import permutations

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import lemmas

n = parameter("n", 2)
_EVERY = sp.factorial(n)


def _near(size: Size, word: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*word[:j], word[j + 1], word[j], *word[j + 2 :]) for j in range(size["n"] - 1)]


BUBBLE = Construction(
    "bubble-sort",
    Domain((Parameter("n", 2, "symbols"),)),
    _EVERY,
    lambda size: permutations(range(size["n"])),
    _near,
    tuple({"n": value} for value in (2, 3, 4, 5)),
)
_FAR = (
    "the distance is the number of pairs of symbols in the wrong order: a hop changes it by one, and "
    "while it is not 0 two neighbours are in the wrong order"
)
LEMMAS = defined("bubble-sort", "nodes links degree", n="symbols") | lemmas(
    BUBBLE,
    diameter=(n * (n - 1) / 2, f"{_FAR}; in the reversed permutation all pairs are"),
    mean_distance=(
        n * (n - 1) / 4 * _EVERY / (_EVERY - 1),
        f"{_FAR}; in the mean over all permutations half of the pairs are",
    ),
)
