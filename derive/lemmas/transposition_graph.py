"""The transposition graph: permutations of n symbols; a link exchanges any two."""

from itertools import combinations, permutations

import sympy as sp

from netlemma.derive.algebra.notation import k, parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import AffineHop, Potential, lemmas

n = parameter("n", 2)
_EVERY = sp.factorial(n)


def _near(size: Size, word: tuple[int, ...]) -> list[tuple[int, ...]]:
    found = []
    for p, q in combinations(range(size["n"]), 2):
        changed = list(word)
        changed[p], changed[q] = word[q], word[p]
        found.append(tuple(changed))
    return found


TRANSPOSITIONS = Construction(
    "transposition-graph",
    Domain((Parameter("n", 2, "symbols"),)),
    _EVERY,
    lambda size: permutations(range(size["n"])),
    _near,
    tuple({"n": value} for value in (2, 3, 4, 5)),
)
_FAR = "a permutation of c cycles is n - c hops from the identity: an exchange joins two cycles or splits one"


def _cycles(word: tuple[int, ...]) -> int:
    left, found = set(word), 0
    while left:
        at, found = left.pop(), found + 1
        while (at := word[at]) in left:
            left.remove(at)
    return found


_c = sp.Symbol("c'", integer=True)
_SPLIT = AffineHop((_c <= n - 1,), (_c + 1,))
_CYCLES = Potential(
    state=(_c,),
    domain=(n >= 2, _c >= 1, _c <= n),
    distance=(((), n - _c),),
    home=(n - _c,),
    moves=(_SPLIT, AffineHop((_c >= 2,), (_c - 1,))),
    descents=(((), (_SPLIT,)),),
    sees=lambda size, word: (_cycles(word),),
)
LEMMAS = defined("transposition-graph", "nodes links degree", n="symbols") | lemmas(
    TRANSPOSITIONS,
    potential=_CYCLES,
    link="link",
    alike="other names of the symbols turn each link of the identity into any other one",
    links=_EVERY * n * (n - 1) / 4,
    diameter=(n - 1, f"{_FAR}; there is at least one cycle"),
    mean_distance=(
        (n - sp.Sum(1 / k, (k, 1, n))) * _EVERY / (_EVERY - 1),
        f"{_FAR}; a symbol is in a cycle of each length with equal chance, so the mean number of "
        "cycles of all permutations is the "
        "sum of 1/k",
    ),
)
