"""De Bruijn and Kautz graphs: a link shifts a letter into a word; directed, or with links in both directions."""

from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise, product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import KINDS, Builder, compare_small, in_one_step, visits_by_mean
from netlemma.derive.networks.word_overlaps import ShiftedWords, by_overlaps

Word = tuple[int, ...]
d, D, i = parameter("d", 2), parameter("D", 1), parameter("i", 0)
_j, _m = sp.symbols("j m", integer=True)
_SIZES = tuple(
    {"d": base, "D": length}
    for base, length in ((2, 1), (2, 2), (2, 3), (2, 4), (2, 6), (3, 1), (3, 2), (3, 3), (4, 2))
)
_DOMAIN = Domain((Parameter("d", 2, "letters"), Parameter("D", 1, "letters of a word")))
_KAUTZ_DOMAIN = Domain((Parameter("d", 2, "links that leave a node"), Parameter("D", 1, "letters of a word")))
_FAR = "after as many hops as a word has letters all letters are those of the destination"


def _shifted(size: Size, word: Word) -> list[Word]:
    return [(*word[1:], letter) for letter in range(size["d"])]


def _both(size: Size, word: Word) -> list[Word]:
    return [*_shifted(size, word), *((letter, *word[:-1]) for letter in range(size["d"]))]


def _kautz_words(size: Size) -> list[Word]:
    every = product(range(size["d"] + 1), repeat=size["D"])
    return [word for word in every if all(x != y for x, y in pairwise(word))]


def _kautz(size: Size, word: Word) -> list[Word]:
    return [(*word[1:], letter) for letter in range(size["d"] + 1) if letter != word[-1]]


def _kautz_both(size: Size, word: Word) -> list[Word]:
    back = [(letter, *word[:-1]) for letter in range(size["d"] + 1) if letter != word[0]]
    return [*_kautz(size, word), *back]


def _words(size: Size) -> list[Word]:
    return list(product(range(size["d"]), repeat=size["D"]))


_KAUTZ_NODES = d**D + d ** (D - 1)
DE_BRUIJN = Construction("de-bruijn", _DOMAIN, d**D, _words, _shifted, _SIZES, one_way=True)
KAUTZ = Construction("kautz", _KAUTZ_DOMAIN, _KAUTZ_NODES, _kautz_words, _kautz, _SIZES, one_way=True)
BOTH = Construction("undirected-de-bruijn", _DOMAIN, d**D, _words, _both, _SIZES)
KAUTZ_BOTH = Construction("undirected-kautz", _KAUTZ_DOMAIN, _KAUTZ_NODES, _kautz_words, _kautz_both, _SIZES)
_LENGTH = "letters of a word"
_NEAR = (
    "d words follow by a shift either way; with three letters or more a word without a period of 2 has different ones, with "
    "two the word backwards follows either way, and single letters are all linked"
)


_WORDS, _KAUTZ_WORDS = ShiftedWords(d, D), ShiftedWords(d + 1, D, apart=True)


def _mean(nodes: sp.Expr, words: ShiftedWords) -> sp.Expr:
    """The mean distance, by smallest periods."""
    total = D * nodes**2 - sp.Sum(d ** (2 * (D - _m)) * words.periods(_m), (_m, 1, D))
    return total / (nodes * (nodes - 1))


def _apart(nodes: sp.Expr, words: ShiftedWords) -> sp.Expr:
    """The number of nodes at distance i, by longest borders."""
    more = sp.Sum(d ** (2 * (D - _j)) * words.bordered(_j, D - i), (_j, D - i + 1, D)) / nodes
    every = sp.Piecewise((d**i, i < D), (nodes, True)) if words.apart else d**i
    return sp.Piecewise((every - more, i <= D), (0, True))


def _most(single: sp.Expr) -> sp.Expr:
    """The largest degree, by that of single letters."""
    return sp.Piecewise((single, sp.Eq(D, 1)), (2 * d - 1, sp.Eq(D, 2)), (2 * d, True))


@cache
def _certify_two_ways() -> None:
    """Check for words of every length that shifts lead from v to another word w and back if and only if v has period 2 and w is the
    other word of these two letters in turn.
    """
    z3 = smt.z3()
    v = z3.Function("v", z3.IntSort(), z3.IntSort())
    w = z3.Function("w", z3.IntSort(), z3.IntSort())
    p, length = z3.Ints("p D")
    known = [length >= 2, p >= 1]
    for q in (p, p + 1, length - 1):
        known += [z3.Implies(z3.And(q >= 1, q < length), z3.And(w(q) == v(q + 1), v(q) == w(q + 1)))]
    turned = z3.And(
        z3.Implies(p <= length - 2, v(p + 2) == v(p)),
        z3.Implies(p < length, w(p) == v(p + 1)),
        w(length) == v(length - 1),
    )
    require(smt.solution([*known, z3.Not(turned)]) is None, "two ways without a period of 2")

    def other(q: Any) -> Any:
        return z3.If(q == length, v(length - 1), v(q + 1))

    periodic = [length >= 2, p >= 1, p < length, z3.Implies(p <= length - 2, v(p + 2) == v(p))]
    both = z3.And(other(p) == v(p + 1), v(p) == other(p + 1))
    require(smt.solution([*periodic, z3.Not(both)]) is None, "a period of 2 without two ways")


@cache
def _certify_alike() -> None:
    """Check by induction that a word to which a shift leads from itself has one letter, and a word of period 2 the first two in turn."""
    z3 = smt.z3()
    v = z3.Function("v", z3.IntSort(), z3.IntSort())
    p = z3.Int("p")

    def in_turn(at: Any) -> Any:
        return v(at) == z3.If(at % 2 == 1, v(1), v(2))

    require(smt.solution([p >= 1, v(p) == v(1), v(p) == v(p + 1), v(p + 1) != v(1)]) is None, "other words are kept")
    known = [p >= 1, in_turn(p), v(p + 2) == v(p), z3.Not(in_turn(p + 2))]
    require(smt.solution(known) is None, "words of period 2 with more letters")


@cache
def _certify_diameter(apart: bool, both: bool) -> None:
    """Check for words of every length that D shifts lead everywhere, and between some words no fewer.

    Letters of u, which is v and then o, are the words on the way; if neighbours differ and v ends as o begins, that letter stands once.
    After t < D shifts the first letter is that of v at 1 + t: to 2.. from words of 0 and 1, or to 1.. from 0.., none do. If links lead
    both ways, a shift takes one letter away, and D zeros need as many.
    """
    z3 = smt.z3()
    v = z3.Function("v", z3.IntSort(), z3.IntSort())
    o = z3.Function("o", z3.IntSort(), z3.IntSort())
    q, t, length = z3.Ints("q t D")

    def way(at: Any, once: bool) -> Any:
        return z3.If(at <= length, v(at), o(at - length + (1 if once else 0)))

    unlike = [length >= 1, q >= 1]
    for x in (v, o):
        unlike += [z3.Implies(z3.And(y >= 1, y < length), x(y) != x(y + 1)) for y in (q, q - length, q - length + 1)]
    for once in (False, True) if apart else ():
        meets = (v(length) == o(1)) if once else (v(length) != o(1))
        last = 2 * length - (1 if once else 0)
        require(
            smt.solution([*unlike, meets, q < last, way(q, once) == way(q + 1, once)]) is None,
            "a word on the way is none",
        )
        require(
            smt.solution([length >= 1, q >= 1, q <= length, meets, way(q + length - once, once) != o(q)]) is None,
            "another word",
        )
    if not apart:
        require(
            smt.solution([length >= 1, q >= 1, q <= length, way(q + length, False) != o(q)]) is None, "another word"
        )
    if apart and both:
        _certify_far_words()
        return
    first, from_there = (2, (1 + t) % 2) if apart else (1, 0)
    fewer = [length >= 1, t >= 0, t < length]
    taken, put = z3.Ints("taken put")  # zeros that a shift takes away and puts in
    bits = [taken >= 0, taken <= 1, put >= 0, put <= 1]
    more = [*bits, put - taken < -1] if both else [*fewer, from_there == first]
    require(smt.solution(more) is None, "fewer shifts may do")


@cache
def _certify_far_words() -> None:
    """Check that D hops lead from 0101.. to 2020.. 2 or, with an even number of letters, to 210202.. 02, and no fewer.

    Hops to the right have come R places at most, those to the left L places, and are S places to the right now: by induction they are 2 (R
    + L) - |S| or more, and a letter at place p of the first word, R < p <= D - L, is at p - S. With fewer than D hops some are left.
    """
    z3 = smt.z3()
    right, left, shift, hops, length, p = z3.Ints("R L S h D p")

    def size(number: Any) -> Any:
        return z3.If(number >= 0, number, -number)

    def largest(one: Any, other: Any) -> Any:
        return z3.If(one >= other, one, other)

    met = [length >= 1, right >= 0, left >= 0, shift <= right, -shift <= left, hops >= 2 * (right + left) - size(shift)]
    v, w, x = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in "vwx")  # before a hop, behind it, and at first
    for step in (1, -1):
        after = shift + step
        far = largest(right, after), largest(left, -after)
        less = 2 * (far[0] + far[1]) - size(after)
        stays = z3.And(p > far[0], p <= length - far[1])
        moved = [v(p - shift) == x(p), w(p - after) == v(p - after + step)]  # a letter that the hop moves
        kept = z3.And(p - after >= 1, p - after <= length, p - after + step >= 1, p - after + step <= length)
        claim = z3.And(hops + 1 >= less, z3.Implies(stays, z3.And(kept, w(p - after) == x(p))))
        require(smt.solution([*met, *moved, z3.Not(claim)]) is None, "fewer hops come as far")

    def first(place: Any) -> Any:
        return z3.If(place % 2 == 1, 0, 1)

    def last(place: Any) -> Any:
        even = z3.If(place == 1, 2, z3.If(place == 2, 1, z3.If(place % 2 == 1, 0, 2)))
        return z3.If(length % 2 == 1, z3.If(place % 2 == 1, 2, 0), even)

    unlike = z3.Implies(z3.And(p >= 1, p < length), z3.And(first(p) != first(p + 1), last(p) != last(p + 1)))
    require(smt.solution([length >= 1, z3.Not(unlike)]) is None, "neighbouring letters are the same")
    same = [
        z3.Implies(z3.And(place > right, place <= length - left), first(place) == last(place - shift))
        for place in (right + 1, right + 2, right + 3, length - left)
    ]
    require(smt.solution([*met, *same, hops < length]) is None, "fewer hops may do")


@dataclass(frozen=True)
class ByShifts(Proof):
    """A count by the shifts of each word, those of a word to itself and pairs of words that shifts join both ways; or the diameter."""

    made: Construction
    name: str
    apart: bool
    kind: ClassVar[str] = "shifts of words"
    about_whole: ClassVar[bool] = True

    def form(self) -> sp.Expr:
        """The quantity by what is checked of words of every length."""
        letters = d + 1 if self.apart else d
        if self.name == "diameter":
            _certify_diameter(self.apart, not self.made.one_way)
            return D
        _certify_alike()
        if self.made.one_way:  # a word of two letters has d shifts that leave it, a single one does not lead to itself
            return sp.Piecewise((letters - 1, sp.Eq(D, 1)), (d, True))
        _certify_two_ways()
        if self.name == "links":
            alike = 0 if self.apart else letters
            return d * self.made.ends - alike - letters * (letters - 1) / 2
        # a word with unlike first and third letters has no period of 2: d others each way; a word of two unlike letters, one in common
        return sp.Piecewise((letters - 1, sp.Eq(D, 1)), (2 * d - 1, sp.Eq(D, 2)), (2 * d, True))

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == KINDS[self.name].expression(self.made), "not the definition")
        require(equal(self.form(), after), "not what the shifts say")
        compare_small(self.made, self.name, after)

    def describe(self) -> list[str]:
        shown = (
            "z3: words that shifts join both ways, of every length"
            if self.name != "diameter"
            else "z3: the words on the way"
        )
        return [shown, f"compared with plain loops at {len(self.made.small)} small sizes"]


def _by_shifts(made: Construction, apart: bool, **found: tuple[sp.Expr, str]) -> dict[str, Builder]:
    """Lemmas that shifts give."""

    def lemma(name: str, form: sp.Expr, because: str) -> Lemma:
        return in_one_step(made, name, form, because, ByShifts(made, name, apart))

    return {made.key(name): partial(lemma, name, *said) for name, said in found.items()}


def _by_overlaps(made: Construction, links: sp.Expr, words: ShiftedWords) -> dict[str, Builder]:
    """Lemmas that overlaps of words give."""
    every: dict[str, Builder] = {
        made.key("mean_distance"): partial(by_overlaps, made, "mean_distance", _mean(made.ends, words), words),
        made.key("nodes_at_distance"): partial(by_overlaps, made, "nodes_at_distance", _apart(made.ends, words), words),
    }
    return every | visits_by_mean(made, "link", every[made.key("mean_distance")], links)


LEMMAS = {
    **defined("de-bruijn", "nodes links", {"links": d ** (D + 1) - d}, d="letters", D=_LENGTH),
    **defined(
        "kautz",
        "nodes links degree",
        {"nodes": _KAUTZ_NODES, "links": d * _KAUTZ_NODES},
        d="links that leave a node",
        D=_LENGTH,
    ),
    **defined("undirected-de-bruijn", "nodes", d="letters", D=_LENGTH),
    **defined("undirected-kautz", "nodes", {"nodes": _KAUTZ_NODES}, d="links that leave a node", D=_LENGTH),
    **_by_shifts(
        DE_BRUIJN,
        apart=False,
        max_degree=(
            d - sp.Piecewise((1, sp.Eq(D, 1)), (0, True)),
            "a word has d links that leave it, and a constant one d - 1",
        ),
        diameter=(
            D,
            f"{_FAR}; a constant word and one whose letters all differ from it share no beginning and "
            "end, so that fewer hops do not do",
        ),
    ),
    **_by_overlaps(DE_BRUIJN, d ** (D + 1) - d, _WORDS),
    **_by_shifts(
        KAUTZ,
        apart=True,
        diameter=(
            D,
            f"{_FAR}, or after one hop fewer if the last letter is already the first of the "
            "destination; words of two letters in turn, "
            "one of them with a third letter, are that far apart",
        ),
    ),
    **_by_overlaps(KAUTZ, d * _KAUTZ_NODES, _KAUTZ_WORDS),
    **_by_shifts(
        BOTH,
        apart=False,
        max_degree=(_most(d - 1), _NEAR),
        links=(
            d ** (D + 1) - d - d * (d - 1) / 2,
            "of the d^(D+1) shifts those of d constant words to themselves are dropped, and those of the d (d - 1)/2 pairs "
            "of words of two letters in turn are one link for both directions",
        ),
        diameter=(
            D,
            f"{_FAR}; two constant words are that far apart, since each hop leaves all but one of the letters",
        ),
    ),
    **_by_shifts(
        KAUTZ_BOTH,
        apart=True,
        max_degree=(_most(d), _NEAR),
        links=(
            d * _KAUTZ_NODES - d * (d + 1) / 2,
            "each word has d shifts, and those of the d (d + 1)/2 pairs of words of two letters in turn are one link for "
            "both directions",
        ),
        diameter=(
            D,
            f"{_FAR}; from 0101.. to 2020..2, or 210202..02 if D is even, fewer hops leave some letter in a place where it differs",
        ),
    ),
}
