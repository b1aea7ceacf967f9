"""The Kneser graph: subsets of k of n things; a link joins disjoint ones."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.notation import PairMax, parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.networks.chosen_places import AllButFew, ChosenPlaces, X, places_lemmas
from netlemma.derive.networks.distance_lemmas import compare_small, in_one_step

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


@cache
def _certify_distance() -> None:
    """Subsets that share s of k things are min(2 c(k - s), 2 c(s) + 1) hops apart, with c(x) = ceil(x/t), t = n - 2 k: a hop leads to any
    subset that shares from k - s - t to k - s things with the other one. Of c it is used that it rises, and by one from x to x + t.
    """
    z3, x, y = smt.z3(), sp.Symbol("x", integer=True), sp.Symbol("y", integer=True, positive=True)
    require(sp.ceiling(sp.expand((x + y) / y)) == sp.ceiling(x / y) + 1, "a quotient that does not rise by one")
    k, t, s, after = z3.Ints("k t s s'")
    c = z3.Function("c", z3.IntSort(), z3.IntSort())
    places = [k - s, s, k - after, after, z3.IntVal(0)]
    known = [t >= 1, k >= 1, s >= 0, s <= k, c(0) == 0]
    known += [
        z3.Implies(one <= two, c(one) <= c(two))
        for one, two in permutations([*places, *(each + t for each in places)], 2)
    ]
    known += [z3.And(c(each + t) == c(each) + 1, z3.Implies(each >= 1, c(each) >= 1)) for each in places]
    others = 2 * k + t - (2 * k - s)  # things in neither subset
    possible = z3.And(after >= 0, after <= k - s, k - after >= 0, k - after <= others)
    shared = z3.And(after >= 0, after <= k - s, after >= k - s - t)
    require(smt.solution([t >= 1, k >= 1, s >= 0, s <= k, possible != shared]) is None, "a hop leads to other subsets")

    def hops(each: Any) -> Any:
        even, odd = 2 * c(k - each), 2 * c(each) + 1
        return z3.If(even <= odd, even, odd)

    require(smt.solution([*known, (hops(s) == 0) != (s == k)]) is None, "no hops to another subset")
    more = z3.Or(hops(after) < hops(s) - 1, hops(after) > hops(s) + 1)
    require(smt.solution([*known, shared, more]) is None, "a hop changes the distance by more than one")
    least = z3.If(k - s - t > 0, k - s - t, 0)
    for chosen, when in ((least, hops(s) == 2 * c(k - s)), (k - s, hops(s) == 2 * c(s) + 1)):
        nearer = z3.And(shared, hops(after) == hops(s) - 1)
        require(smt.solution([*known, s < k, after == chosen, when, z3.Not(nearer)]) is None, "no hop leads nearer")


@cache
def _certify_diameter() -> None:
    """The largest is 1 + c(k - 1), for c(k - 1) = 2 h and 2 h + 1, with p = t h: c(x) is m + 1 or more if and only if x > t m."""
    z3 = smt.z3()
    k, t, h, p, s = z3.Ints("k t h p s")
    known = [k >= 1, t >= 1, h >= 0, z3.Implies(h == 0, p == 0), z3.Implies(h >= 1, p >= t)]
    even = [k - 1 <= 2 * p, z3.Implies(h >= 1, k - 1 > 2 * p - t)]
    odd = [k - 1 > 2 * p, k - 1 <= 2 * p + t]
    inside = [s >= 0, s <= k]
    require(smt.solution([*known, *even, *inside, k - s > p, s > p]) is None, "subsets 2 h + 2 hops apart")
    require(smt.solution([*known, *odd, *inside, k - s > p + t, s > p]) is None, "subsets 2 h + 3 hops apart")
    first = z3.If(h == 0, 0, p - t + 1)
    for case, chosen, far in (
        (even, first, z3.And(k - first > p, z3.Or(h == 0, first > p - t))),
        (odd, p + 1, z3.And(k - (p + 1) > p, p + 1 > p)),
    ):
        attained = z3.And(chosen >= 0, chosen <= k, far)
        require(smt.solution([*known, *case, z3.Not(attained)]) is None, "no subsets are as far apart")


@dataclass(frozen=True)
class SharedThings(Proof):
    """The diameter of a Kneser graph, compared with plain loops at small sizes."""

    kind: ClassVar[str] = "things that subsets share"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == PairMax(at.distance), "not the largest distance")
        require(after == 1 + sp.ceiling((k - 1) / (n - 2 * k)), "not one more than c(k - 1)")
        _certify_distance()
        _certify_diameter()
        compare_small(KNESER.made, "diameter", after)

    def describe(self) -> list[str]:
        return [" ".join((each.__doc__ or "").split()) for each in (_certify_distance, _certify_diameter)]


LEMMAS = {
    **places_lemmas(KNESER, "nodes links degree"),
    KNESER.made.key("diameter"): lambda: in_one_step(
        KNESER.made,
        "diameter",
        1 + sp.ceiling((k - 1) / (n - 2 * k)),
        "two hops exchange any n - 2 k things or fewer, so that subsets that share s things are 2 ceil((k - s)/(n - 2 k)) hops apart, or "
        "by one after the 2 ceil(s/(n - 2 k)) that lead to a subset disjoint from the other; one of the numbers grows with s and the "
        "other one falls (Valencia-Pabon and Vera 2005)",
        SharedThings(),
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
