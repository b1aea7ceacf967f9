"""Crossed, twisted, Moebius and augmented cubes: hypercubes with some links turned."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.distance_lemmas import i
from netlemma.derive.networks.scanned_words import Lengths, Part, ScannedWords, learned, m, scanned_lemmas

Bits = tuple[int, ...]  # the bit of the highest power first
n = parameter("n", 1)


def _words(size: Size) -> list[Bits]:
    return list(product((0, 1), repeat=size["n"]))


# The words of crossed and twisted cubes are pairs of bits, high and low, with another bit before them; those of the first are read from
# the highest pair on, those of the second from the lowest. "behind": a hop has flipped a bit.


_PAIR_LETTERS = tuple(product((0, 1), repeat=2))
Steps = Iterator[tuple[Any, Any]]


def _crossed(state: str, letter: Any) -> Steps:
    """A hop flips a bit; in each pair below it the high one if the low one is 1."""
    if isinstance(letter, int):
        yield from ((state, letter), ("behind", 1 - letter))
        return
    high, low = letter
    if state == "behind":
        yield state, ((high + low) % 2, low)
    else:
        yield from ((state, letter), ("behind", (1 - high, low)), ("behind", (high, 1 - low)))


def _crossed_far(hops: int | None, one: Any, other: Any) -> tuple[int | None, int]:
    """By the number of hops so far modulo 2, None before any: each further pair takes one unless these leave it as it is to be."""
    if hops is None:
        unlike = int(one != other) if isinstance(one, int) else sum(x != y for x, y in zip(one, other, strict=True))
        return (unlike % 2 if unlike else None), unlike
    more = int(other != ((one[0] + one[1] * hops) % 2, one[1]))
    return (hops + more) % 2, more


def _twisted(state: Any, letter: Any) -> Steps:
    """A hop flips the first bit, or in a pair the high one or, by the sum of the lower bits, the low one or both."""
    if isinstance(letter, int):
        yield from ((letter, letter), ("behind", 1 - letter))
        return
    high, low = letter
    if state == "behind":
        yield state, letter
    elif state != "":
        yield (state + high + low) % 2, letter
        yield "behind", (1 - high, low)
        yield "behind", (high if state else 1 - high, 1 - low)


def _twisted_far(below: Any, one: Any, other: Any) -> tuple[Any, int] | None:
    """By the sum of the lower bits, or "any" where it takes both values: then each further pair takes one hop."""
    if isinstance(one, int):
        return ("any", 1) if one != other else (one, 0)
    if below == "":
        return None  # the first letter is a bit
    high, low = (x != y for x, y in zip(one, other, strict=True))
    if below == "any" or not (high or low):
        return (below, int(high or low)) if below == "any" else ((below + sum(one)) % 2, 0)
    if low and high and not below:
        return (below + sum(one)) % 2, 1
    return "any", 2 if low and high == bool(below) else 1


def _moebius(state: Any, letter: Any) -> Steps:
    """A hop flips a bit, and all behind it if the bit before it is 1; before the first bit is the kind of the network."""
    if isinstance(letter, str):
        yield int(letter[-1]), letter
    elif state in ("one", "all"):
        yield state, 1 - letter if state == "all" else letter
    elif state != "":
        yield letter, letter
        yield "all" if state else "one", 1 - letter


@cache
def _moebius_states() -> Callable[[Any, Any, Any], tuple[Any, int] | None]:
    """The automaton of the distances, found on networks of up to six dimensions."""

    def near(word: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        found: list[tuple[Any, tuple[Any, ...]]] = [("", ())]
        for x in word:
            found = [(then, (*other, y)) for state, other in found for then, y in _moebius(state, x)]
        return (other for state, other in found if state in ("one", "all"))

    return learned(near, (0, 1), ("kind 0", "kind 1"))


def _moebius_far(state: Any, one: Any, other: Any) -> tuple[Any, int] | None:
    return _moebius_states()(state, one, other)


def _augmented(state: str, bit: int) -> Steps:
    """A hop flips a bit, or it and all behind it."""
    if state == "all":
        yield state, 1 - bit
    else:
        yield state, bit
        if state == "":
            yield from (("one", 1 - bit), ("all", 1 - bit))


def _augmented_far(state: tuple[int, bool], one: int, other: int) -> tuple[tuple[int, bool], int]:
    """By whether the last letters differ, and whether a hop has corrected this place with the one before."""
    before, corrected = state
    unlike = int(one != other)
    hop = int(unlike != before and not corrected)
    return (unlike, bool(hop)), hop


_DIMENSIONS = Parameter("n", 1, "dimensions")
_SMALL = tuple({"n": value} for value in range(1, 7))
_KIND = parameter("kind", 0)
_ODD = sp.Mod(n, 2)
_PAIRS = sp.floor(n / 2)
_ANY = Domain((_DIMENSIONS,))
CROSSED = ScannedWords(
    "crossed-cube",
    _ANY,
    2**n,
    (Lengths(2 * m, 1), Lengths(2 * m + 1, 0, (0, 1))),
    _PAIR_LETTERS,
    links=_crossed,
    before="",
    behind=("behind",),
    far=_crossed_far,
    begin=None,
    small=_SMALL,
)
TWISTED = ScannedWords(
    "twisted-cube",
    Domain((_DIMENSIONS,), (sp.Eq(sp.Mod(n, 2), 1),)),
    2**n,
    (Lengths(2 * m + 1, 0, (0, 1)),),
    _PAIR_LETTERS,
    links=_twisted,
    before="",
    behind=("behind",),
    far=_twisted_far,
    begin="",
    small=({"n": 1}, {"n": 3}, {"n": 5}),
)
MOEBIUS = ScannedWords(
    "mobius-cube",
    Domain((_DIMENSIONS, Parameter("kind", 0, "bit before the first one")), (_KIND <= 1,)),
    2**n,
    tuple(Lengths(m, 1, (f"kind {kind}",), ((_KIND, sp.Integer(kind)),)) for kind in (0, 1)),
    (0, 1),
    links=_moebius,
    before="",
    behind=("one", "all"),
    far=_moebius_far,
    begin=0,
    small=tuple({"n": value, "kind": kind} for value in range(1, 6) for kind in (0, 1)),
)
AUGMENTED = ScannedWords(
    "augmented-cube",
    _ANY,
    2**n,
    (Lengths(m, 1),),
    (0, 1),
    links=_augmented,
    before="",
    behind=("one", "all"),
    far=_augmented_far,
    begin=(0, False),
    small=_SMALL,
)
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
_TERMS = (
    "with y the places where the difference to the destination changes, from a 0 before the first bit on, a hop that flips "
    "all bits from some place on changes y there, and one that flips a single bit there and at the next place"
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
_E, _X = sp.symbols("E x")
_ALONE = sp.Piecewise((1, sp.Eq(i, 0)), (0, True))


def _of_threes(factor: Any, hops: int) -> Part:
    """Terms of (1 + 3 x)^m."""
    return Part(sp.S(factor), 3**i * sp.binomial(m, i), _E - 1 - 3 * _X, hops=hops)


def _of_blocks(moved: int) -> Part:
    """Words of as many blocks of two places, and zeros."""
    return Part(sp.S.One, 2**i * sp.binomial(m - i, i), _E**2 - _E - 2 * _X, letters=moved, hops=moved)


_THIRD = sp.Rational(1, 3)
_EVEN_CROSSED = (
    Part(_THIRD, _ALONE, _E - 1),
    Part(-_THIRD, _ALONE, _E - 1, hops=1),
    _of_threes(2 * _THIRD, 0),
    _of_threes(_THIRD, 1),
)
LEMMAS = {
    **defined("crossed-cube", _COUNTED, n=_BITS),
    **scanned_lemmas(
        CROSSED,
        diameter=(sp.ceiling((n + 1) / 2), _CROSSED),
        mean=((2**n * (9 * n + 8 - _ODD) - 8) / (24 * (2**n - 1)), _CROSSED),
        at_distance=(
            sp.Piecewise((1, sp.Eq(i, 0)), (n, sp.Eq(i, 1)), ((2 * _AT[0] + _AT[1]) / 3 + _ODD * _AT[1], True)),
            _CROSSED_COUNTS,
            (_EVEN_CROSSED, (*_EVEN_CROSSED, _of_threes(1, 1))),
        ),
    ),
    **defined("twisted-cube", _COUNTED, n=_BITS),
    **scanned_lemmas(TWISTED, diameter=((n + 1) / 2, _TWISTED), mean=(_SUM / (2**n - 1), _TWISTED)),
    **defined("mobius-cube", _COUNTED, n=_BITS, kind="bit before the first one"),
    **scanned_lemmas(
        MOEBIUS,
        diameter=(
            sp.ceiling((n + 1 + sp.Piecewise((1, sp.And(sp.Eq(_KIND, 0), n >= 4)), (0, True))) / 2),
            "the least numbers of hops, which an automaton of few states reads from the first bit on, grow alike",
        ),
    ),
    **defined("augmented-cube", _COUNTED, n=_BITS),
    **scanned_lemmas(
        AUGMENTED,
        diameter=(sp.floor((n + 1) / 2), f"{_AUGMENTED}; at most one for each two places, and one for a last one"),
        mean=(_AUGMENTED_MEAN, _AUGMENTED),
        at_distance=(
            sp.Piecewise(
                (1, sp.Eq(i, 0)),
                (2**i * sp.binomial(n - i, i) + 2 ** (i - 1) * sp.binomial(n - i, i - 1), i <= n),
                (0, True),
            ),
            f"{_AUGMENTED}: i blocks of two and n - 2 i zeros, each block with two values of its second place, or i - 1 of "
            "them and a last 1",
            ((_of_blocks(0), _of_blocks(1)),),
        ),
    ),
}
