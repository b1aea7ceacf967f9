"""The Johnson graph: subsets of k of n things; a link exchanges one thing."""

from itertools import combinations

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import AffineHop, Potential, i, lemmas

n, k = parameter("n", 2), parameter("k", 1)
_EVERY, _DEGREE = sp.binomial(n, k), k * (n - k)


def _near(size: Size, chosen: frozenset[int]) -> list[frozenset[int]]:
    rest = set(range(size["n"])) - chosen
    return [chosen - {old} | {new} for old in chosen for new in rest]


JOHNSON = Construction(
    "johnson-graph",
    Domain((Parameter("n", 2, "things"), Parameter("k", 1, "things in a subset")), (k <= n - 1,)),
    _EVERY,
    lambda size: map(frozenset, combinations(range(size["n"]), size["k"])),
    _near,
    tuple({"n": things, "k": chosen} for things in range(2, 7) for chosen in range(1, things)),
)
_FAR = (
    "subsets that share k - i things are i hops apart: a hop changes the number of shared things by at "
    "most one, and can raise it"
)
_x = sp.Symbol("x'", integer=True)
_SHARE = AffineHop((_x >= 1,), (_x - 1,))
_SHARED = Potential(
    state=(_x,),
    domain=(k >= 1, n >= k + 1, _x >= 0, _x <= k, _x <= n - k),
    distance=(((), _x),),
    home=(_x,),
    moves=(_SHARE, AffineHop((), (_x,)), AffineHop((_x <= k - 1, _x <= n - k - 1), (_x + 1,))),
    descents=(((), (_SHARE,)),),
    sees=lambda size, chosen: (len(chosen - set(range(size["k"]))),),
)
LEMMAS = defined("johnson-graph", "nodes", n="things", k="things in a subset") | lemmas(
    JOHNSON,
    potential=_SHARED,
    link="link",
    alike="other names of the things turn each link, which exchanges one thing, into any other one",
    links=(_EVERY * _DEGREE / 2, "each node has k (n - k) links, and each link two nodes"),
    degree=(_DEGREE, "one of k things is exchanged with one of the n - k others"),
    diameter=(sp.Min(k, n - k), f"{_FAR}; at least max(0, 2 k - n) things are shared"),
    nodes_at_distance=(
        sp.binomial(k, i) * sp.binomial(n - k, i),
        f"{_FAR}; i of the k things are given up for i of the n - k others",
    ),
    mean_distance=(
        _DEGREE / n * _EVERY / (_EVERY - 1),
        f"{_FAR}; a thing of the one subset is in the other with probability k/n, so in the mean over "
        "all pairs k (1 - k/n) are not "
        "shared",
    ),
)
