"""Mean distances of Sierpinski graphs: ways between two copies lead by the link between them, or through one third copy.

The hops that a third copy saves follow a recursion over the letters of both nodes with four counts. It is solved by powers of
the roots of x^2 - P x + Q, which the binomial theorem writes without roots.
"""

from dataclasses import dataclass
from functools import reduce
from math import comb
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.word_counts import IntegerFunction
from netlemma.derive.networks.distance_lemmas import ClosedForm

d, L = parameter("d", 2), parameter("L", 1)
_m, _j = (sp.Symbol(name, integer=True, nonnegative=True) for name in "mj")


def _pairs(d: Any) -> tuple[Any, Any]:
    """The pairs of letters that add 1 to c, or take 1 away, and those that change nothing; 2 is added by one pair, and taken away."""
    return 2 * (d - 2), 2 + (d - 2) ** 2


_ONE, _NONE = _pairs(d)
_P = sp.expand(_ONE + _NONE)
_D = sp.expand((_ONE - _NONE) ** 2 + 8 * _ONE)
_SQUARES = d**2 - d + 2
_R = d**3 + 4 * d**2 - 4 * d + 8
_E = d**2 - 7 * d + 8
_U, _V = d**4 + d**3 - 30 * d**2 + 58 * d - 36, d**2 + 3 * d - 2


def _longer(counts: Any, d: Any) -> Any:
    """The counts of pairs of words with one letter more: those at -1, 0 and 1, and the sum of all numbers from 2 on."""
    (below, even, above, more), (one, none) = counts, _pairs(d)
    return (
        one * (below + even),
        below + none * even + above,
        one * (even + above),
        2 * d**2 * more + 2 * even + (2 * none + 3 * one + 4) * above,
    )


class SavedHops(IntegerFunction):
    """``SavedHops(m, d)``: hops saved by ways through one certain third copy, over all pairs of nodes of two copies.

    A node of a copy is a word of m letters out of d; the way by the link between both copies is longer than that through
    the third one by a number x, which is -1 without letters. A letter of both words makes it 2 x + c, where the letter of the third
    copy adds 1 to c in each word, and that of the other word's copy takes 1 away.

    >>> [SavedHops(m, 3) for m in range(4)]
    [0, 0, 4, 92]
    """

    nargs = 2

    @staticmethod
    def at(m: int, d: int) -> int:  # type: ignore[override]
        *_, above, more = reduce(lambda found, _: _longer(found, d), range(m), (1, 0, 0, 0))
        return int(above + more)


def _of_level(nodes: sp.Expr, twos: sp.Expr, saved: sp.Expr) -> sp.Expr:
    """The share of pairs of nodes in different copies of m levels, by d^m, 2^m and the hops that a third copy saves."""
    return (d - 1) / nodes * (nodes**2 * (2 * (d - 1) * (twos - 1) / d + 1) - (d - 2) * saved)


def _mean(nodes: sp.Expr, doubled: sp.Expr, roots: sp.Expr) -> sp.Expr:
    """The mean distance by d^L, (2 d)^L and the sum of powers of both roots, divided by d^L."""
    direct = (2 * d**4 + 6 * d**3 - 17 * d**2 + 26 * d - 16) / (d * (2 * d - 1) * _R)
    return (d - 1) * (direct * (doubled - 1) + d * (_V + roots) / (_R * _E)) / (nodes - 1) - (d - 2) / d


OVER_LEVELS = sp.Sum(_of_level(d**_m, 2**_m, SavedHops(_m, d)), (_m, 0, L - 1)) / (d**L - 1)
_ROOTS = sp.Sum(
    (_U * sp.binomial(L, 2 * _j + 1) * _P ** (L - 2 * _j - 1) - _V * sp.binomial(L, 2 * _j) * _P ** (L - 2 * _j))
    * _D**_j,
    (_j, 0, sp.floor(L / 2)),
)
MEAN = _mean(d**L, (2 * d) ** L, _ROOTS / (2 * d) ** L)
BECAUSE = (
    "nodes of one copy are as far apart as in the graph of one level less. A node is 2^l hops away from a corner for each letter, with "
    "l behind it, that is not the corner's. A way between two copies leads over their link, or through one third copy, from "
    "corner to corner in 2^m - 1 hops; through two copies none is shorter. The former is longer by a number that doubles with "
    "each letter and changes by 2 at most: below -1 it stays negative, above 1 positive, and for one third copy alone; H(m, d) "
    "is the sum of the positive ones"
)
SOLVED = (
    "pairs of words are counted at -1, 0 and 1, with the sum of the numbers from 2 on: linear recursions, solved by powers of d, 2 d, "
    "d^2, 2 d^2 and of both roots of x^2 = P x - Q; the binomial theorem sums these"
)


@dataclass(frozen=True)
class RecursionSolved(Proof):
    """The closed form of the sum over the levels, by induction over them; powers are symbols, which one level multiplies."""

    kind: ClassVar[str] = "recursion solved"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == OVER_LEVELS and after == MEAN, "this is not the sum over the levels and its closed form")
        x, y, q, g, e, r = sp.symbols("x y q g e r")  # of both roots, 2 d^2, the pairs that add 1, d; the root of D
        grown = {x: (_P + r) / 2 * x, y: (_P - r) / 2 * y, q: 2 * d**2 * q, g: _ONE * g, e: d * e}
        start = dict.fromkeys((x, y, q, g, e), 1)

        def zero(form: sp.Expr) -> bool:
            numerator, _ = sp.fraction(sp.together(form))
            return bool(sp.Poly(numerator, r, x, y, q, g, e, d).rem(sp.Poly(r**2 - _D, r, x, y, q, g, e, d)).is_zero)

        even = (x - y) / r
        odd = even.xreplace(grown) - _NONE * even
        saved = (q - odd - 2 * _SQUARES * even) / _R
        above = (odd - g) / 2
        counts = ((odd + g) / 2, even, above, saved - above)
        for count, first, more in zip(counts, (1, 0, 0, 0), _longer(counts, d), strict=True):
            require(zero(count.xreplace(start) - first), f"{count} is not {first} without letters")
            require(zero(count.xreplace(grown) - more), f"{count} does not follow the recursion")
        roots = (_U * even - _V * (x + y)) / 2
        total = sp.Add(*((e - 1) * term for term in _mean(e, q / e, roots / e).args))
        require(zero(total.xreplace(start)), "there are distances without levels")
        more = _of_level(e, q / e**2, saved)
        require(zero(total.xreplace(grown) - total - more), "the sum over the levels is another one")
        self._binomials(r)

    def describe(self) -> list[str]:
        return ["the recursions of the counts and the sum over the levels, in symbols; the sum of binomials for L < 8"]

    @staticmethod
    def _binomials(r: sp.Symbol) -> None:
        """The terms of the sum are those of the powers of both roots: even powers of the root of D in one, odd ones in the other."""
        for n in range(8):
            found = sum(
                _ROOTS.function.xreplace({L: sp.Integer(n), _j: sp.Integer(j)}).doit() for j in range(n // 2 + 1)
            )
            powers = [sum(comb(n, k) * _P ** (n - k) * (sign * r) ** k for k in range(n + 1)) for sign in (1, -1)]
            wanted = _U * (powers[0] - powers[1]) / (2 * r) - _V * (powers[0] + powers[1]) / 2
            require(
                sp.expand(sp.expand(wanted).xreplace({r**k: _D ** (k // 2) for k in range(0, n + 1, 2)}) - found) == 0,
                f"the sum of binomials is not that of powers at L = {n}",
            )


def mean_distance() -> ClosedForm:
    """The mean distance of a Sierpinski graph, which is that of the WK-recursive network."""
    return ClosedForm(MEAN, BECAUSE, argued=OVER_LEVELS, proof=RecursionSolved(), proved_by=SOLVED)
