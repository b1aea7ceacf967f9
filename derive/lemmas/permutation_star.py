"""The star graph: permutations of n symbols; a link exchanges the first symbol with another."""

from itertools import permutations

import sympy as sp

from netlemma.derive.algebra.notation import k, parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import AffineHop, Potential, lemmas

n = parameter("n", 2)
_EVERY = sp.factorial(n)
_LINKS = _EVERY * (n - 1) / 2


def _near(size: Size, word: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(word[j], *word[1:j], word[0], *word[j + 1 :]) for j in range(1, size["n"])]


STAR = Construction(
    "permutation-star",
    Domain((Parameter("n", 2, "symbols"),)),
    _EVERY,
    lambda size: permutations(range(size["n"])),
    _near,
    tuple({"n": value} for value in (2, 3, 4, 5)),
)


def _seen(size: Size, word: tuple[int, ...]) -> tuple[int, ...]:
    """Misplaced symbols, cycles of two or more, and whether the first symbol is misplaced."""
    left, cycles = {place for place, symbol in enumerate(word) if place != symbol}, 0
    misplaced = len(left)
    while left:
        at, cycles = left.pop(), cycles + 1
        while (at := word[at]) in left:
            left.remove(at)
    return misplaced, cycles, int(word[0] != 0)


_m, _c, _f = sp.symbols("m' c' f'", integer=True)
_ZERO, _ONE = sp.S.Zero, sp.S.One
_JOIN = AffineHop((_f <= 0, _m >= 1, _c >= 1), (_m + 1, _c, _ONE))  # the first symbol to a cycle
_PLACE = AffineHop((_f >= 1, _m >= 1), (_m - 1, _c, _ONE))  # a symbol to its place, from a cycle of three or more
_PLACE_BOTH = AffineHop((_f >= 1, _m >= 2, _c >= 1), (_m - 2, _c - 1, _ZERO))  # both of a cycle of two
_SYMBOLS = Potential(
    state=(_m, _c, _f),
    domain=(n >= 2, _f >= 0, _f <= 1, _c >= _f, _m >= 2 * _c, _m <= n),
    distance=(((_f <= 0,), _m + _c), ((_f >= 1,), _m + _c - 2)),
    home=(_m, _c),
    moves=(
        _JOIN,
        _PLACE,
        _PLACE_BOTH,
        AffineHop((_f <= 0, _m <= n - 2), (_m + 2, _c + 1, _ONE)),  # a cycle of two symbols that were in place
        AffineHop((_f >= 1,), (_m, _c + 1, _ONE)),  # a cycle is split
        AffineHop((_f >= 1, _m >= 1), (_m - 1, _c, _ZERO)),  # the first symbol comes to its place
        AffineHop((_f >= 1, _c >= 2), (_m, _c - 1, _ONE)),  # two cycles are joined
        AffineHop((_f >= 1, _m <= n - 1), (_m + 1, _c, _ONE)),  # a symbol joins the cycle of the first
    ),
    descents=(((_f <= 0,), (_JOIN,)), ((), (_PLACE, _PLACE_BOTH))),
    sees=_seen,
    regions=((_m <= 0, _c <= 0), (_c >= 1,)),
)
LEMMAS = defined("permutation-star", "nodes links degree", n="symbols") | lemmas(
    STAR,
    potential=_SYMBOLS,
    link="link",
    alike="other names of the symbols 2..n, and other places for them, turn each link of the identity into any other one",
    links=_LINKS,
    diameter=(
        sp.floor(3 * (n - 1) / 2),
        "a permutation with m misplaced symbols in c cycles is m + c hops from the identity if its "
        "first symbol is in place, and "
        "m + c - 2 if not: an exchange with the first symbol puts one symbol in place, or joins the "
        "first symbol to a cycle; most "
        "are c = floor((n - 1)/2) cycles of two or three among the others, with all of them "
        "misplaced, or the same with the first",
    ),
    mean_distance=(
        (n + 2 / n - 4 + sp.Sum(1 / k, (k, 1, n))) * _EVERY / (_EVERY - 1),
        "the distance is m + c, less 2 if the first symbol is misplaced; in the mean over all "
        "permutations m is n - 1, c is the sum "
        "of 1/k from 2 to n (a symbol is in a cycle of any length with equal chance), and the first "
        "symbol is misplaced with "
        "probability 1 - 1/n",
    ),
)
