"""The Kneser graph: subsets of k of n things; a link joins disjoint ones."""

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.networks.chosen_places import AllButFew, ChosenPlaces, X, places_lemmas
from netlemma.derive.networks.distance_lemmas import lemmas

n, k = parameter("n", 3), parameter("k", 1)
_EVERY, _DEGREE = sp.binomial(n, k), sp.binomial(n - k, k)


def _kneser(close: bool) -> ChosenPlaces:
    """The family, or its sizes at which subsets that are not disjoint have a third one in common from which they are."""
    most = 3 * k - 1 <= n if close else 2 * k <= n - 1
    domain = Domain((Parameter("n", 3, "things"), Parameter("k", 1, "things in a subset")), (most,))
    small = [{"n": things, "k": chosen} for things in range(3, 9) for chosen in range(1, (things + 1) // 2)]
    return ChosenPlaces(
        "kneser",
        domain,
        length=n,
        ones=k,
        changes=(k,),
        distance=sp.Piecewise((0, sp.Eq(X, 0)), (1, sp.Eq(X, k)), (2, True)),
        nearer=((X, k - X, X, k - X), (X, k - X, 0, k)),
        small=tuple(size for size in [*small, {"n": 10, "k": 4}] if domain.contains(size)),
    )


KNESER, _CLOSE = _kneser(close=False), _kneser(close=True)
_FAR = (
    "two hops exchange any n - 2 k things or fewer, as both subsets are disjoint from a third, so that subsets that share s things "
    "are apart by 2 ceil((k - s)/(n - 2 k)) hops, or by one after the 2 ceil(s/(n - 2 k)) that lead to a subset disjoint from the other"
)
LEMMAS = {
    **places_lemmas(KNESER, "nodes links degree"),
    **lemmas(
        KNESER.made,
        diameter=(
            1 + sp.ceiling((k - 1) / (n - 2 * k)),
            f"{_FAR}; one of the numbers grows with s and the other one falls (Valencia-Pabon and Vera 2005)",
        ),
    ),
    **{
        key: build
        for key, build in places_lemmas(
            _CLOSE,
            "links mean_distance max_channel_load.uniform wiener_index",
            mean=(
                2 - _DEGREE / (_EVERY - 1),
                AllButFew(_CLOSE, sp.Integer(2), ((sp.S.Zero, sp.S.Zero), (k, sp.S.One))),
            ),
        ).items()
        if not key.endswith(".links")
    },
}
