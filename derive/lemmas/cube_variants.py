"""Crossed, twisted, Moebius and augmented cubes: hypercubes with some links turned."""

from itertools import product

import sympy as sp

from derive.algebra.expressions.notation import parameter
from derive.core.domain import Domain, Parameter, Size
from derive.networks.distances.construction import Construction
from derive.networks.distances.lemmas import lemmas

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
_NODES = (2**n, "nodes are all words of n bits")
_LINKS = (n * 2 ** (n - 1), "each of the 2^n nodes has n links, and each link two nodes")
LEMMAS = {
    **lemmas(
        CROSSED,
        nodes=_NODES,
        links=_LINKS,
        degree=(n, "for each bit there is one neighbour in which it is the highest that differs"),
        diameter=(sp.ceiling((n + 1) / 2), "that of Efe 1992, compared at small sizes only", True),
    ),
    **lemmas(
        TWISTED,
        nodes=_NODES,
        links=_LINKS,
        degree=(n, "bit 0 is flipped alone, and each two further bits give two neighbours"),
        diameter=(
            (n + 1) / 2,
            "that of Hilbers, Koopman and van de Snepscheut 1987, compared at small sizes only",
            True,
        ),
    ),
    **lemmas(
        MOEBIUS,
        nodes=_NODES,
        links=_LINKS,
        degree=(n, "for each bit there is one neighbour in which it is the first that differs"),
        diameter=(
            sp.ceiling((n + 1 + sp.Piecewise((1, sp.And(sp.Eq(_KIND, 0), n >= 4)), (0, True))) / 2),
            "those of Cull and Larson 1995, compared at small sizes only",
            True,
        ),
    ),
    **lemmas(
        AUGMENTED,
        nodes=_NODES,
        links=((2 * n - 1) * 2 ** (n - 1), "each of the 2^n nodes has 2n - 1 links, and each link two nodes"),
        degree=(2 * n - 1, "each bit is flipped alone, and each but the last with all that follow it"),
        diameter=(
            sp.floor((n + 1) / 2),
            "a hop changes at most two of the n places between bits and before the first one where "
            "the difference to the "
            "destination changes or ends, and pairs of neighbouring bits are corrected by one hop "
            "each (Choudum and Sunitha 2002)",
        ),
    ),
}
