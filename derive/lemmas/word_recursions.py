"""WK-recursive networks, Sierpinski graphs, shuffle-exchange networks and wrapped butterflies."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.families import defined
from netlemma.derive.lemmas import cycles, r_ary_m_cube
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import KINDS, Builder, compare_small, in_one_step, lemmas, wiener_by_mean
from netlemma.derive.networks.renamed_networks import Renamed
from netlemma.derive.networks.self_similar_means import MEAN, ThirdCopies
from netlemma.derive.networks.walks_over_levels import BackToBack

Word = tuple[int, ...]
d, L, n = parameter("d", 2), parameter("L", 1), parameter("n", 2)
_d = parameter("d", 3)


def _words(size: Size) -> list[Word]:
    return list(product(range(size["d"]), repeat=size["L"]))


def _nested(size: Size, word: Word) -> list[Word]:
    """Another last letter; or, where a word ends in x y y .. y, the word that ends in y x x .. x."""
    found = [(*word[:-1], letter) for letter in range(size["d"]) if letter != word[-1]]
    run = next((j for j in range(1, len(word)) if word[-j - 1] != word[-1]), None)
    if run:
        found.append((*word[: -run - 1], word[-1], *(word[-run - 1],) * run))
    return found


_LEVELS = {"d": "copies at each level", "L": "levels"}
_DOMAIN = Domain(tuple(Parameter(name, least, _LEVELS[name]) for name, least in (("d", 2), ("L", 1))))
_SMALL = tuple(
    {"d": base, "L": levels} for base, levels in ((2, 1), (2, 2), (2, 4), (3, 1), (3, 2), (3, 3), (4, 2), (5, 2))
)
WK = Construction("wk-recursive", _DOMAIN, d**L, _words, _nested, _SMALL)
SIERPINSKI = Construction("sierpinski", _DOMAIN, d**L, _words, _nested, _SMALL)


def _bits(size: Size) -> list[Word]:
    return list(product((0, 1), repeat=size["n"]))


def _shuffled(size: Size, word: Word) -> list[Word]:
    return [(*word[:-1], 1 - word[-1]), (*word[1:], word[0]), (word[-1], *word[:-1])]


SHUFFLE_EXCHANGE = Construction(
    "shuffle-exchange",
    Domain((Parameter("n", 2, "bits"),)),
    2**n,
    _bits,
    _shuffled,
    tuple({"n": x} for x in range(2, 8)),
)


@cache
def _shuffle_links() -> sp.Expr:
    """An exchange at each two words, which changes the number of ones, and a shuffle, which does not, of each word but the constant ones.

    Two shuffles lead back to a word only if its letters of odd and of even places are the same: four words, two of them constant, if n
    is even, and the constant ones if it is odd; then the shuffles of both words are one link.
    """
    z3 = smt.z3()
    v = z3.Function("v", z3.IntSort(), z3.IntSort())
    p, length = z3.Ints("p n")

    def by_parity(at: Any) -> Any:
        return v(at) == z3.If(at % 2 == 1, v(1), v(2))

    known = [length >= 2, p >= 1, p <= length - 2, v(p + 2) == v(p), by_parity(p)]
    require(smt.solution([*known, z3.Not(by_parity(p + 2))]) is None, "two shuffles lead back to other words")
    ends = [length >= 2, by_parity(length - 1), by_parity(length), v(length - 1) == v(1), v(length) == v(2)]
    require(smt.solution([*ends, length % 2 == 1, v(1) != v(2)]) is None, "an odd word without a constant letter")
    again = [length >= 2, length % 2 == 0, by_parity(length - 1), by_parity(length)]
    require(
        smt.solution([*again, z3.Not(z3.And(v(length - 1) == v(1), v(length) == v(2)))]) is None,
        "an even word of other letters",
    )
    return 2**n / 2 + 2**n - 2 - sp.Piecewise((1, sp.Eq(sp.Mod(n, 2), 0)), (0, True))


def _shuffle_degree() -> sp.Expr:
    """An exchange and a shuffle in both directions, which are the same with two bits. From 0..01 the 1 comes to the last but one place
    and to the first one, and the exchange leaves none.
    """
    require(smt.always([n >= 3], sp.And(sp.Ne(n - 1, 1), sp.Ne(n, 1))), "places that are the same")
    return sp.Piecewise((2, n <= 2), (3, True))


def _shuffle_diameter() -> sp.Expr:
    """At most n exchanges with n - 1 shuffles between: after t of both places n - t to n - 1 have the letters 1 to t of the destination, by
    induction, as exchanges set place n. At least: twice the zeros, less 1 if the last letter is zero, is 2 n - 1 at first, 0 at
    11..1, and no hop changes it by more than one.
    """
    z3 = smt.z3()
    v, w, goal = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in ("v", "w", "goal"))
    p, t, length = z3.Ints("p t n")

    def so_far(word: Any, rounds: Any, at: Any) -> Any:
        return z3.Implies(z3.And(at >= length - rounds, at <= length - 1), word(at) == goal(at + rounds + 1 - length))

    known = [length >= 2, t >= 0, t <= length - 1, p >= 1, p <= length]
    known += [so_far(v, t, p), so_far(v, t, p + 1), v(length) == goal(t + 1)]  # after t rounds and an exchange
    shuffled = [z3.Implies(p < length, w(p) == v(p + 1))]
    for claim, more in ((so_far(w, t + 1, p), shuffled), (v(p) == goal(p), [t == length - 1])):
        require(smt.solution([*known, *more, z3.Not(claim)]) is None, "other letters than those of the destination")
    z, last, other = sp.symbols("z last other", integer=True)  # zeros; 1 if the last letter is 0, or the next one

    def left(zeros: sp.Expr, zero: sp.Expr) -> sp.Expr:
        return 2 * zeros - zero

    bits = [sp.And(x >= 0, x <= 1) for x in (last, other)]
    exchanged = sp.Abs(left(z + 1 - 2 * last, 1 - last) - left(z, last)) <= 1
    shuffled_zeros = sp.Abs(left(z, other) - left(z, last)) <= 1
    require(smt.always(bits, sp.And(exchanged, shuffled_zeros)), "a hop changes the zeros by more")
    most = n + (n - 1)
    require(equal(left(n, sp.S.One), most) and left(sp.S.Zero, sp.S.Zero) == 0, "fewer hops may do")
    return most


@dataclass(frozen=True)
class ByShuffles(Proof):
    """A quantity of shuffle-exchange networks by what is checked for words of every length, and compared with plain loops."""

    name: str
    form: Callable[[], sp.Expr]
    kind: ClassVar[str] = "shifts of words"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == KINDS[self.name].expression(SHUFFLE_EXCHANGE), "not the definition")
        form = self.form()
        same = equal(form, after) or (not form.has(sp.Pow) and smt.always([n >= 2], sp.Eq(form, after)))
        require(same, "not what the hops say")
        compare_small(SHUFFLE_EXCHANGE, self.name, after)

    def describe(self) -> list[str]:
        return [" ".join((self.form.__doc__ or "").split())]


def _by_shuffles(**found: tuple[sp.Expr, str, Callable[[], sp.Expr]]) -> dict[str, Builder]:
    """Lemmas on shuffle-exchange networks."""

    def lemma(name: str, form: sp.Expr, because: str, counted: Callable[[], sp.Expr]) -> Lemma:
        return in_one_step(SHUFFLE_EXCHANGE, name, form, because, ByShuffles(name, counted))

    return {SHUFFLE_EXCHANGE.key(name): partial(lemma, name, *said) for name, said in found.items()}


def _rows(size: Size) -> list[tuple[int, Word]]:
    return [(level, row) for level in range(size["d"]) for row in product((0, 1), repeat=size["d"])]


def _flies(size: Size, node: tuple[int, Word]) -> list[tuple[int, Word]]:
    level, row = node
    before = (level - 1) % size["d"]

    def flipped(place: int) -> Word:
        return (*row[:place], 1 - row[place], *row[place + 1 :])

    return [
        ((level + 1) % size["d"], row),
        ((level + 1) % size["d"], flipped(level)),
        (before, row),
        (before, flipped(before)),
    ]


BUTTERFLY = Construction(
    "wrapped-butterfly",
    Domain((Parameter("d", 3, "levels"),)),
    _d * 2**_d,
    _rows,
    _flies,
    tuple({"d": x} for x in (3, 4, 5)),
)
_one = parameter("d", 1)
_BENES_NODES = (2 * _one + 1) * 2**_one


def _levels(size: Size, node: tuple[int, Word]) -> list[tuple[int, Word]]:
    """Up and down, with and without the bit between: d - 1, .., 0 from level 0 to d, and 0, .., d - 1 from there on."""
    (level, row), d, found = node, size["d"], []
    for lower, other in ((level, level + 1), (level - 1, level - 1)):
        if 0 <= other <= 2 * d:
            place = d - 1 - lower if lower < d else lower - d
            found += [(other, row), (other, (*row[:place], 1 - row[place], *row[place + 1 :]))]
    return found


BENES = Construction(
    "benes",
    Domain((Parameter("d", 1, "dimensions of each butterfly"),)),
    _BENES_NODES,
    lambda size: [(level, row) for level in range(2 * size["d"] + 1) for row in product((0, 1), repeat=size["d"])],
    _levels,
    tuple({"d": x} for x in (1, 2, 3, 4)),
    fixed="p=0",
)
_HOPS = 2**_one * (20 * _one**3 - 18 * _one**2 + 100 * _one - 138) / 3 + 46  # from a node of each level


def _certify_rows() -> None:
    """Level l is row l, and bit l digit l: a link to the next level or row leaves this bit or flips it, which sets it to any value."""
    bit, value = sp.symbols("bit value", integer=True)
    bits = [x >= 0 for x in (bit, value)] + [x <= 1 for x in (bit, value)]
    flipped = 1 - bit
    claim = sp.And(sp.Or(sp.Eq(value, bit), sp.Eq(value, flipped)), flipped >= 0, flipped <= 1)
    require(smt.always(bits, claim), "a bit is set to another value")
    for size in BUTTERFLY.small:
        rows = cycles.CYLINDER.network({"R": 2, "M": size["d"]}).neighbours
        levels = BUTTERFLY.network(size).neighbours
        require(
            {u: {*near} for u, near in rows.items()} == {u: {*near} for u, near in levels.items()},
            f"other links at {dict(size)}",
        )


_ROWS = Renamed(
    BUTTERFLY,
    (("R", sp.Integer(2)), ("M", _d)),
    _certify_rows,
    "this is the R-ary M-cube with R = 2 and M = d, level l as row l and bit l as digit l",
)


def _walks() -> Lemma:
    """The lemma on the mean distance by that of the R-ary M-cube."""
    return _ROWS.lemma("mean_distance", r_ary_m_cube.LEMMAS["r-ary-m-cube.mean_distance"])


LEMMAS: dict[str, Builder] = {
    **defined("benes", "nodes links max_degree", fixed="p=0", d="dimensions of each butterfly"),
    **lemmas(
        BENES,
        fabric=BackToBack(BENES.domain),
        diameter=2 * _one,
        mean_distance=_HOPS / ((2 * _one + 1) * (_BENES_NODES - 1)),
    ),
    **{
        key: build
        for made in (WK, SIERPINSKI)
        for key, build in {
            **defined(
                made.name,
                "nodes links max_degree",
                {"links": (d ** (L + 1) - d) / 2, "max_degree": d - sp.Piecewise((1, sp.Eq(L, 1)), (0, True))},
                **_LEVELS,
            ),
            **lemmas(made, fabric=ThirdCopies(made.domain), diameter=2**L - 1, mean_distance=MEAN),
        }.items()
    },
    **defined("shuffle-exchange", "nodes", where="n >= 2", n="bits"),
    **_by_shuffles(
        links=(
            2 ** (n - 1) + 2**n - 2 - sp.Piecewise((1, sp.Eq(sp.Mod(n, 2), 0)), (0, True)),
            "2^(n-1) exchanges, and a shuffle of each word but the constant ones, of which those of the two words of both "
            "bits in turn, with n even, are one link; a shuffle changes an even number of bits, and is no exchange",
            _shuffle_links,
        ),
        max_degree=(
            sp.Min(n, 3),
            "an exchange and a shuffle in both directions, which is the same with two bits",
            _shuffle_degree,
        ),
        diameter=(
            2 * n - 1,
            "n exchanges and n - 1 shuffles in between correct all bits, and from 00..0 to 11..1 each "
            "bit needs an exchange of its own, "
            "with a shuffle between two of them",
            _shuffle_diameter,
        ),
    ),
    **defined("wrapped-butterfly", "nodes links degree", where="d >= 3", d="levels"),
    BUTTERFLY.key("diameter"): partial(_ROWS.lemma, "diameter", cycles.LEMMAS["r-ary-m-cube.diameter"]),
    BUTTERFLY.key("mean_distance"): _walks,
    **wiener_by_mean(BUTTERFLY, _walks),
}
