"""Distances in Sierpinski graphs: ways between two copies lead by the link between them, or through one third copy.

The hops that a third copy saves follow a recursion over the letters of both nodes with four counts. It is solved by powers of
the roots of x^2 - P x + Q, which the binomial theorem writes without roots.
"""

from dataclasses import dataclass
from functools import cache, reduce
from itertools import product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra import smt
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import PairMax, PairSum, parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.word_counts import IntegerFunction
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain
from netlemma.derive.networks.coordinate_fabrics import Structure
from netlemma.errors import NotDerived

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
        return [
            "the recursions of the counts and the sum over the levels, and the terms of the binomial theorem, in symbols"
        ]

    @staticmethod
    def _binomials(r: sp.Symbol) -> None:
        """The sum is that of the powers of both roots, where a power is the sum of the terms of the binomial theorem, from 0 to L: of an
        even number of factors r, the root of D, in the sum of both, and of an odd one in the difference. Beyond L all terms are 0.
        """
        number = sp.Symbol("t", integer=True, nonnegative=True)

        def term(k: sp.Expr) -> sp.Expr:
            """Of P + r, without the powers of r: D^j is r^(2 j)."""
            return sp.binomial(L, k) * _P ** (L - k)

        terms = (_U * term(2 * _j + 1) - _V * term(2 * _j)) * _D**_j
        require(sp.expand(_ROOTS.function - terms) == 0, "not the terms of the powers of both roots")
        for sign, k, weight in ((1, 2 * _j, 2), (-1, 2 * _j + 1, 2 * r), (1, 2 * _j + 1, 0), (-1, 2 * _j, 0)):
            both = (1 + sign * sp.powsimp((-1) ** k)) * r**k
            require(sp.expand(both - weight * r ** (2 * _j)) == 0, "another power of the root")
        (index, first, last), *more = _ROOTS.limits
        require(not more and (index, first, last) == (_j, 0, sp.floor(L / 2)), "other terms")
        known = [number >= 0, number <= L]
        reached = sp.floor(number / 2)  # by which number of terms it is one of these
        require(smt.always(known, sp.And(reached >= 0, reached <= last)), "terms are left out")
        beyond = [_j >= 0, _j <= last]
        require(smt.always(beyond, sp.And(2 * _j <= L, 2 * _j + 1 <= L + 1)), "terms that are none")


# The distance, by induction over the levels. A graph of m + 1 levels is d copies of one of m levels; one link joins every two copies i
# and k, from the corner k of i to the corner i of k. In a graph of m levels no two nodes are farther apart than two corners, M hops.


@cache
def _certify_copies() -> None:
    """Check the links of words by their first letter: those that keep it are those of the rest, and one joins x y .. y and y x .. x."""
    z3 = smt.z3()
    v, w = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in "vw")
    p, q, length = z3.Ints("p q L")
    own = [length >= 2, q >= 1, q < length, v(q) != v(length)]  # the last letter other than the last one is at place q
    for x in (z3.IntVal(1), p):
        own += [z3.Implies(z3.And(x > q, x <= length), z3.And(v(x) == v(length), w(x) == v(q)))]
        own += [z3.Implies(z3.And(x >= 1, x < q), w(x) == v(x)), z3.Implies(x == q, w(x) == v(length))]
    own += [p >= 2, p <= length]
    kept = z3.Implies(q >= 2, w(1) == v(1))
    joined = z3.Implies(q == 1, z3.And(w(1) == v(length), v(p) == v(length), w(p) == v(1)))
    require(smt.solution([*own, z3.Not(z3.And(kept, joined))]) is None, "links between copies end elsewhere")


def _apart(levels: sp.Expr) -> sp.Expr:
    """The hops between two corners."""
    return 2**levels - 1


@cache
def _certify_distance() -> None:
    """Check the distance to a node t of copy j for one level more, by what is known of the distances in a copy.

    Those to its corners are between 0 and M, no hop changes them by more than one, and one lowers each of them by one where it is not
    0. In copy j the distance is that of the copy; from copy i it is the least of the ways by the link to j, and through a third copy.
    """
    z3 = smt.z3()
    most, direct, third, t_i, t_k, t_c = z3.Ints(
        "M a_j a_c t_i t_k t_c"
    )  # from the node to corners j and c, and from t to i, k and c
    known = [z3.And(x >= 0, x <= most) for x in (direct, third, t_i, t_k, t_c)]

    def by_link(to_j: Any, t: Any) -> Any:
        return to_j + 1 + t

    def through(to_c: Any, t: Any) -> Any:
        return to_c + 1 + most + 1 + t

    def always(claim: Any, *more: Any) -> None:
        require(smt.solution([*known, *more, z3.Not(claim)]) is None, "another distance in one level more")

    after, other = z3.Ints("a_j' a_c'")
    near = [after >= direct - 1, other >= third - 1]
    ways, moved = (by_link(direct, t_i), through(third, t_c)), (by_link(after, t_i), through(other, t_c))
    always(
        z3.And(*(x >= y - 1 for x, y in zip(moved, ways, strict=True)), *(x > 0 for x in ways)), *near
    )  # a hop within copy i
    always(z3.And(by_link(direct - 1, t_i) == ways[0] - 1, through(third - 1, t_c) == ways[1] - 1))
    # the link of copies i and k, neither of them j, from corner k of i: each way behind it is at most one shorter than one before
    before = (through(0, t_k), by_link(most, t_i), through(most, t_c))
    behind = (by_link(most, t_k), through(0, t_i), through(most, t_c))
    always(z3.And(*(x >= y - 1 for x, y in zip(behind, before, strict=True)), behind[0] == before[0] - 1))
    # the link of copies i and j, from corner j of i to corner i of j
    always(z3.And(by_link(0, t_i) == t_i + 1, through(most, t_c) >= t_i - 1))
    # what is known of one level more: corners, the largest distance, and what a letter adds to the distance to a corner
    always(z3.And(by_link(direct, t_i) <= 2 * most + 1, most <= 2 * most + 1), most >= 0)
    corner = [t_i == most, t_c == most]
    always(z3.And(by_link(direct, t_i) == most + 1 + direct, through(third, t_c) >= by_link(direct, t_i)), *corner)
    m = sp.Symbol("m", integer=True, nonnegative=True)
    require(_apart(sp.S.Zero) == 0, "hops without levels")
    require(equal(2 * _apart(m) + 1, _apart(m + 1)), "corners are not 2^m - 1 hops apart")


def _certify_last_letters() -> None:
    """Check what a last letter makes of the hops to a corner, which a first letter makes 2^m more if it is not the corner's, and of x."""
    own, first, last, power, rest = sp.symbols("own first last t rest")  # letters: 1 if they are not the corner's

    def with_first(hops: sp.Expr, letter: sp.Expr, power: sp.Expr) -> sp.Expr:
        return letter * power + hops

    def with_last(hops: sp.Expr, letter: sp.Expr) -> sp.Expr:
        return 2 * hops + letter

    alone = with_first(sp.S.Zero, own, sp.S.One)
    require(equal(alone, with_last(sp.S.Zero, own)), "a word of one letter has other hops")
    both = with_last(with_first(rest, first, power), last), with_first(with_last(rest, last), first, 2 * power)
    require(equal(*both), "a last letter does not double the hops")
    to_j, to_c, t_i, t_c, most = sp.symbols("a_j a_c t_i t_c M")
    one_j, one_c, two_i, two_c = sp.symbols("one_j one_c two_i two_c")  # 1 if the last letter of a word is this one

    def longer(to_j: sp.Expr, to_c: sp.Expr, t_i: sp.Expr, t_c: sp.Expr, most: sp.Expr) -> sp.Expr:
        return (to_j + 1 + t_i) - (to_c + 1 + most + 1 + t_c)

    before = longer(to_j, to_c, t_i, t_c, most)
    hops = ((to_j, one_j), (to_c, one_c), (t_i, two_i), (t_c, two_c))
    after = [*(with_last(each, 1 - same) for each, same in hops), 2 * most + 1]
    require(
        equal(longer(*after), 2 * before + (one_c - one_j) + (two_c - two_i)), "a last letter does not make x 2 x + c"
    )
    require(
        equal(before.xreplace(dict.fromkeys((to_j, to_c, t_i, t_c, most), sp.S.Zero)), sp.Integer(-1)), "x is not -1"
    )


@cache
def _certify_savings() -> None:
    """Check the hops that third copies save: the way by the link is longer by x than that through a copy, -1 without letters and 2 x + c
    with one more, and positive for one third copy alone; the recursion of how many pairs of words have which x.
    """
    _certify_last_letters()
    letters = (
        (1, sp.S.One),
        (-1, sp.S.One),
        (0, d - 2),
    )  # that of the third copy, that of the other word's copy, and others
    times: dict[int, sp.Expr] = {}
    for (one, some), (two, more) in product(letters, letters):
        times[one + two] = times.get(one + two, sp.S.Zero) + some * more
    require(all(equal(times[c], times[-c]) for c in (1, 2)), "letters that add and take away are not as many")
    require((times[2], sp.expand(times[1] - _ONE), sp.expand(times[0] - _NONE)) == (1, 0, 0), "other pairs of letters")
    below, even, above, more = sp.symbols("below even above more")
    found = dict.fromkeys((-1, 0, 1), sp.S.Zero)
    larger = 2 * sum(times.values()) * more
    for x, count in ((-1, below), (0, even), (1, above)):
        for c, pairs in times.items():
            if 2 * x + c > 1:
                larger += (2 * x + c) * pairs * count
            elif 2 * x + c > -2:
                found[2 * x + c] += pairs * count
    claimed = _longer((below, even, above, more), d)
    same = all(equal(one, two) for one, two in zip((*found.values(), larger), claimed, strict=True))
    require(same, "another recursion of the hops saved")
    x, c = sp.symbols("x c", integer=True)
    near = [c >= -2, c <= 2]
    require(
        smt.always([*near, x <= -2], 2 * x + c <= -2) and smt.always([*near, x >= 2], 2 * x + c >= 2),
        "a sign may change",
    )

    def step(number: int, change: int) -> int:
        return number if abs(number) == 2 else max(-2, min(2, 2 * number + change))

    def adds(letter: str, third: str) -> int:
        return (letter == third) - (letter in ("j", "i"))  # j in the word of copy i, i in that of copy j

    reached = [(-1, -1)]
    for one, two in reached:
        for pair in product(("k", "l", "j", "free"), ("k", "l", "i", "free")):
            first, second = (step(n, sum(adds(x, third) for x in pair)) for n, third in ((one, "k"), (two, "l")))
            after = first, second
            if after not in reached:
                reached.append(after)
    require(all(min(pair) < 1 for pair in reached), "two third copies save hops")


@cache
def _certify_sum() -> None:
    """Check the sum of the distances of one level more: d copies, and the ways by links between two less what third copies save."""
    nodes, twos, saved, so_far = sp.symbols("q t H T")  # d^m, 2^m
    to_corner = (d - 1) * (twos - 1) / d * nodes  # over all nodes of a copy
    more = to_corner.xreplace({nodes: d * nodes, twos: 2 * twos})
    require(equal(more, d * to_corner + (d - 1) * twos * nodes), "another sum of the distances to a corner")
    require(to_corner.xreplace({twos: sp.S.One}) == 0, "distances without letters")
    between = d * (d - 1) * (2 * nodes * to_corner + nodes**2 - (d - 2) * saved)
    mean = so_far / nodes  # over the levels before
    grown = d * nodes * (mean + _of_level(nodes, twos, saved))
    require(equal(grown, d * so_far + between), "another sum over a level")


@dataclass(frozen=True, eq=False)
class ThirdCopies(Structure):
    """Words of some letters, linked if they differ in the last one or end in x y .. y and y x .. x."""

    domain: Domain
    kind: ClassVar[str] = "induction over the levels"

    def value(self, part: sp.Expr) -> sp.Expr:
        if isinstance(part, PairMax):
            return _apart(L)
        if isinstance(part, PairSum) and part.body == at.distance:
            return d**L * (d**L - 1) * OVER_LEVELS
        raise NotDerived(f"{part} of nested words")

    def certify(self) -> None:
        _certify_copies()
        _certify_distance()
        _certify_savings()
        _certify_sum()

    def because(self, part: sp.Expr) -> str:
        if isinstance(part, PairMax):
            return "no two nodes are farther apart than two corners, whose distance doubles and grows by one with each level"
        return (
            "a way between two copies leads over their link, or through one third copy, from corner to corner in 2^m - 1 hops. A "
            "node is 2^l hops away from a corner for each letter, with l behind it, that is not the corner's; H(m, d) is the sum "
            "of the hops that a third copy saves"
        )

    def lines(self) -> list[str]:
        return [
            "z3, by induction over the levels: the least of the ways by the link and through a third copy is 0 at the destination alone, "
            "no hop changes it by more than one, and one lowers it by one",
            "the hops saved double with each letter and change by 2 at most, and are positive for one third copy alone: all that two "
            "copies do together; their recursion and the sums of one level more, in symbols",
        ]

    def finish(self, write: DerivationBuilder, form: sp.Expr) -> None:
        if write.now == OVER_LEVELS:
            write.step(MEAN, SOLVED, RecursionSolved())
        super().finish(write, form)
