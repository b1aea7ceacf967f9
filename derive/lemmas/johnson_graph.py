"""The Johnson graph: subsets of k of n things; a link exchanges one thing."""

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.chosen_places import AtOneDifference, ChosenFromBoth, ChosenPlaces, X, places_lemmas
from netlemma.derive.networks.distance_lemmas import i

n, k = parameter("n", 2), parameter("k", 1)
_EVERY, _DEGREE = sp.binomial(n, k), k * (n - k)
JOHNSON = ChosenPlaces(
    "johnson-graph",
    Domain((Parameter("n", 2, "things"), Parameter("k", 1, "things in a subset")), (k <= n - 1,)),
    length=n,
    ones=k,
    changes=(sp.S.One,),
    distance=X,
    nearer=((1, 0, 1, 0),),
    small=tuple({"n": things, "k": chosen} for things in range(2, 7) for chosen in range(1, things)),
)
LEMMAS = defined("johnson-graph", "nodes", n="things", k="things in a subset") | places_lemmas(
    JOHNSON,
    "links degree diameter nodes_at_distance mean_distance max_channel_load.uniform wiener_index",
    diameter=(sp.Min(k, n - k), sp.Min(k, n - k)),
    at_distance=(
        sp.binomial(k, i) * sp.binomial(n - k, i),
        AtOneDifference(JOHNSON, ((i, sp.And(i <= k, i <= n - k)),)),
    ),
    mean=(
        _DEGREE / n * _EVERY / (_EVERY - 1),
        ChosenFromBoth(k - 1, n - k, sp.S.One, n - k, k, (*JOHNSON.domain.assumptions(),)),
    ),
    link="link",
)
