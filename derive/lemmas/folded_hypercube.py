"""The folded hypercube: the hypercube and a link between every two complementary nodes."""

from itertools import product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import AffineHop, Potential, i, lemmas

n = parameter("n", 2)
_MIDDLE = sp.binomial(n, sp.floor(n / 2))


def _near(size: Size, word: tuple[int, ...]) -> list[tuple[int, ...]]:
    flipped = [(*word[:j], 1 - word[j], *word[j + 1 :]) for j in range(size["n"])]
    return [*flipped, tuple(1 - bit for bit in word)]


FOLDED = Construction(
    "folded-hypercube",
    Domain((Parameter("n", 2, "dimensions"),)),
    2**n,
    lambda size: product((0, 1), repeat=size["n"]),
    _near,
    tuple({"n": value} for value in range(2, 8)),
)
_FAR = (
    "words that differ in w of the n bits are min(w, n + 1 - w) hops apart: a hop changes w by one or "
    "turns it into n - w"
)
_w = sp.Symbol("w'", integer=True)
_DOWN, _FLIP = AffineHop((_w >= 1,), (_w - 1,)), AffineHop((), (n - _w,))
_BITS = Potential(
    state=(_w,),
    domain=(n >= 2, _w >= 0, _w <= n),
    distance=(((2 * _w <= n + 1,), _w), ((2 * _w >= n + 2,), n + 1 - _w)),
    home=(_w,),
    moves=(_DOWN, _FLIP, AffineHop((_w <= n - 1,), (_w + 1,))),
    descents=(((2 * _w <= n + 1, _w >= 1), (_DOWN,)), ((), (_FLIP,))),
    sees=lambda size, word: (sum(word),),
)
LEMMAS = defined("folded-hypercube", "nodes links degree", n="dimensions") | lemmas(
    FOLDED,
    potential=_BITS,
    alike="the n + 1 changes of a hop add up to none, and any n of them generate all, so that they can be exchanged in any way",
    links=(n + 1) * 2 ** (n - 1),
    diameter=(sp.floor((n + 1) / 2), _FAR),
    nodes_at_distance=(
        sp.Piecewise(
            (sp.binomial(n + 1, i), 2 * i <= n), (sp.binomial(n + 1, i) / 2, sp.Eq(2 * i, n + 1)), (sp.S.Zero, True)
        ),
        f"{_FAR}; at distance i are those with w = i and with w = n + 1 - i, which are as many as "
        "subsets of n + 1 things, and the "
        "same ones in the middle",
    ),
    mean_distance=(
        (n + 1) * (2**n - _MIDDLE) / (2 * (2**n - 1)),
        f"{_FAR}; i C(n+1, i) = (n+1) C(n, i-1), and the sum of the smaller half of the binomial "
        "coefficients is 2^(n-1) up to "
        "the middle one",
    ),
)
