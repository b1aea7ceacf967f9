"""Crossed, twisted, Moebius and augmented cubes: hypercubes with some links turned."""

from itertools import product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import i, lemmas

Bits = tuple[int, ...]  # the bit of the highest power first
n = parameter("n", 1)
_RELATED = {(0, 0): (0, 0), (1, 0): (1, 0), (0, 1): (1, 1), (1, 1): (0, 1)}


def _words(size: Size) -> list[Bits]:
    return list(product((0, 1), repeat=size["n"]))


def _crossed(size: Size, word: Bits) -> list[Bits]:
    up, found = word[::-1], []
    for m in range(size["n"]):
        changed = list(up)
        changed[m] = 1 - up[m]
        for j in range(m // 2):
            changed[2 * j + 1], changed[2 * j] = _RELATED[up[2 * j + 1], up[2 * j]]
        found.append(tuple(changed[::-1]))
    return found


def _twisted(size: Size, word: Bits) -> list[Bits]:
    up = word[::-1]

    def flipped(*places: int) -> Bits:
        return tuple(bit ^ (place in places) for place, bit in enumerate(up))[::-1]

    found = [flipped(0)]
    for j in range(3, size["n"] + 1, 2):
        odd = sum(up[: j - 2]) % 2
        found += [flipped(j - 1), flipped(j - 2) if odd else flipped(j - 1, j - 2)]
    return found


def _moebius(size: Size, word: Bits) -> list[Bits]:
    before = (size["kind"], *word)
    return [
        (*word[:j], *(1 - bit for bit in word[j:])) if before[j] else (*word[:j], 1 - word[j], *word[j + 1 :])
        for j in range(size["n"])
    ]


def _augmented(size: Size, word: Bits) -> list[Bits]:
    single = [(*word[:j], 1 - word[j], *word[j + 1 :]) for j in range(size["n"])]
    return [*single, *((*word[:j], *(1 - bit for bit in word[j:])) for j in range(size["n"] - 1))]


_DIMENSIONS = Parameter("n", 1, "dimensions")
_SMALL = tuple({"n": value} for value in range(1, 7))
_KIND = parameter("kind", 0)
_ODD = sp.Mod(n, 2)
_PAIRS = sp.floor(n / 2)
CROSSED = Construction("crossed-cube", Domain((_DIMENSIONS,)), 2**n, _words, _crossed, _SMALL)
TWISTED = Construction(
    "twisted-cube",
    Domain((_DIMENSIONS,), (sp.Eq(sp.Mod(n, 2), 1),)),
    2**n,
    _words,
    _twisted,
    ({"n": 1}, {"n": 3}, {"n": 5}),
)
MOEBIUS = Construction(
    "mobius-cube",
    Domain((_DIMENSIONS, Parameter("kind", 0, "bit before the first one")), (_KIND <= 1,)),
    2**n,
    _words,
    _moebius,
    tuple({"n": value, "kind": kind} for value in range(1, 6) for kind in (0, 1)),
)
AUGMENTED = Construction("augmented-cube", Domain((_DIMENSIONS,)), 2**n, _words, _augmented, _SMALL)
_CROSSED = (
    "bits 2 j and 2 j + 1 are pair j; a hop flips one bit of its pair, and in each lower pair the high bit if the low one is "
    "1. At most: pairs are corrected from the top, the first that differs by at most two hops; each further one by one hop, "
    "put among those before so that as many come while its low bit is 1 as its high bit needs. At least: a low bit that "
    "differs needs a hop of its own pair on it, and with an even n the top pair 11 against 00 two"
)
_CROSSED_COUNTS = (
    f"{_CROSSED}. After the first hop a pair needs no other one from one of its four states and one from three, and more hops "
    "in a pair than that save at most one below; the first pair that differs needs one hop from two states and two from one: "
    "with x for a hop the sum of all is 1 + (2 + x) ((1 + 3 x)^k - 1)/3, k = floor(n/2), and x (1 + 3 x)^k more with a "
    "single top bit"
)
_TWISTED = (
    "of pair j, bits 2 j and 2 j - 1, a hop A flips the high bit, and a hop B both or the low one alone, if the lower bits "
    "have an even or odd sum. At most: pairs are corrected from below, each that differs by one hop if the sum below it "
    "takes both values while it is corrected, as it does after any hop that changes it; pairs that change both bits by a B "
    "do not, and the first other pair needs two hops at most, one of which does. At least: bit 0 and each low bit that "
    "differ need a hop of their own"
)
_TWISTED_COUNTS = (
    f"{_TWISTED}. In the mean over the sources the sum below a pair is even for half of them: with x for a hop a pair has 1 + "
    "3 x after a hop that changes the sum, before it 1 + x/2 to no such hop and 3 x/2 + x^2 to one"
)
_TERMS = (
    "with y the places where the difference to the destination changes, from a 0 before the first bit on, a hop that flips "
    "all bits from some place on changes y there, and one that flips a single bit there and at the next place"
)
_MOEBIUS = (
    f"{_TERMS}. From the first place on, each place where y is 1 takes a hop, with the next place if y is 1 there, too: at "
    "most ceil(n/2) hops, of which no two are at neighbouring places. A hop flips all bits from i on if bit i - 1 is 1 and "
    "one if it is 0: once a hop flips all, later ones come before or after it as they need, and the first that is not what "
    "it should be is replaced by itself and the next, which makes at most ceil(n/2) + 1. If kind = 1 and n is odd, one at "
    "place 1 that should flip one bit flips all, and those behind it move by one place up to the first that should flip all, "
    "as the last does: no hop more. At least: if y is 1 at all places of an even n only hops of one bit at 1, 3, .. do with "
    "n/2, and bit 0 or, from n = 4 on, a bit 2 that is 1 forbids one of them; if n is odd and kind = 0, the same is true of "
    "y = 1 0 1 1 .. 1 with hops at 1, 2, 4, .. and bit 3, since bit 0 is 0; if n is odd and kind = 1, n 1s need (n + 1)/2 "
    "hops in any case"
)
_AUGMENTED = (
    f"{_TERMS}: from the first place on, each place where y is 1 takes a hop, which corrects the next one as well, so that "
    "the distance is the number of blocks of two places that begin with a 1, the last of which may be one place (Choudum and "
    "Sunitha 2002)"
)
_AUGMENTED_MEAN = (2**n * (3 * n + 1) - (-1) ** n) / (9 * (2**n - 1))
_SUM = (2 ** (n - 1) * (15 * _PAIRS + 14) - 4 * sp.Rational(3, 2) ** _PAIRS) / 10
_AT = [3**j * sp.binomial(_PAIRS, j) for j in (i, i - 1)]
_COUNTED, _BITS = "nodes links degree", "dimensions"
LEMMAS = {
    **defined("crossed-cube", _COUNTED, n=_BITS),
    **lemmas(
        CROSSED,
        diameter=(sp.ceiling((n + 1) / 2), _CROSSED),
        nodes_at_distance=(
            sp.Piecewise(
                (1, sp.Eq(i, 0)),
                (n, sp.Eq(i, 1)),
                ((2 * _AT[0] + _AT[1]) / 3 + _ODD * _AT[1], True),
            ),
            _CROSSED_COUNTS,
        ),
        mean_distance=(
            (2**n * (9 * n + 8 - _ODD) - 8) / (24 * (2**n - 1)),
            f"{_CROSSED_COUNTS}; the derivative at x = 1",
        ),
    ),
    **defined("twisted-cube", _COUNTED, n=_BITS),
    **lemmas(
        TWISTED,
        diameter=((n + 1) / 2, _TWISTED),
        mean_distance=(
            _SUM / (2**n - 1),
            f"{_TWISTED_COUNTS}; the derivative of x a^k + b^k + (3 + 2 x) (a^k - b^k)/5 at x = 1, with "
            "a = 1 + 3 x, b = 1 + x/2 and k pairs",
        ),
    ),
    **defined("mobius-cube", _COUNTED, n=_BITS, kind="bit before the first one"),
    **lemmas(
        MOEBIUS,
        diameter=(
            sp.ceiling((n + 1 + sp.Piecewise((1, sp.And(sp.Eq(_KIND, 0), n >= 4)), (0, True))) / 2),
            f"{_MOEBIUS}; up to n = 3 all pairs are compared",
        ),
    ),
    **defined("augmented-cube", _COUNTED, n=_BITS),
    **lemmas(
        AUGMENTED,
        diameter=(sp.floor((n + 1) / 2), f"{_AUGMENTED}; at most one for each two places, and one for a last one"),
        nodes_at_distance=(
            sp.Piecewise(
                (1, sp.Eq(i, 0)),
                (2**i * sp.binomial(n - i, i) + 2 ** (i - 1) * sp.binomial(n - i, i - 1), i <= n),
                (0, True),
            ),
            f"{_AUGMENTED}: i blocks of two and n - 2 i zeros, each block with two values of its second place, or i - 1 of "
            "them and a last 1",
        ),
        mean_distance=(
            _AUGMENTED_MEAN,
            f"{_AUGMENTED}: the sum s of the blocks of all words has s(n) = s(n - 1) + 2 s(n - 2) + 2^(n-1), by the first place",
        ),
    ),
}
