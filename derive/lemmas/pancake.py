"""The pancake graph: permutations of n symbols; a link reverses the first k of them, k = 2..n."""

from itertools import permutations

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import lemmas

n = parameter("n", 2)
_EVERY = sp.factorial(n)


def _near(size: Size, word: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*word[:j][::-1], *word[j:]) for j in range(2, size["n"] + 1)]


PANCAKE = Construction(
    "pancake",
    Domain((Parameter("n", 2, "symbols"),)),
    _EVERY,
    lambda size: permutations(range(size["n"])),
    _near,
    tuple({"n": value} for value in (2, 3, 4, 5)),
)
LEMMAS = lemmas(
    PANCAKE,
    nodes=(_EVERY, "nodes are all permutations of n symbols"),
    links=(_EVERY * (n - 1) / 2, "each of the n! nodes has n - 1 links, and each link two nodes"),
    degree=(n - 1, "the first k symbols are reversed, for each k from 2 to n"),
)
