"""De Bruijn and Kautz graphs: a link shifts a letter into a word; directed, or with links in both directions."""

from itertools import pairwise, product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.word_counts import Bordered, BorderedApart, Periods, PeriodsApart
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import lemmas

Word = tuple[int, ...]
d, D, i = parameter("d", 2), parameter("D", 1), parameter("i", 0)
_j, _m = sp.symbols("j m", integer=True)
_SIZES = tuple({"d": base, "D": length} for base, length in ((2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 2)))
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


_OVERLAP = (
    "the distance is D less the longest overlap, the longest end of the one word that begins the other; it has m letters where the "
    "words overlap in m letters and in no more, and the shortest overlap beyond m is a word of j letters whose longest border, which "
    "begins and ends it, has m"
)
_PERIODS = (
    "; all overlaps together leave a word's smallest period, its length less that of its longest border: {}(m, d) is the sum of "
    "those of all words of m letters"
)


def _mean(nodes: sp.Expr, periods: type[sp.Function]) -> sp.Expr:
    """The mean distance, by smallest periods."""
    total = D * nodes**2 - sp.Sum(d ** (2 * (D - _m)) * periods(_m, d), (_m, 1, D))
    return total / (nodes * (nodes - 1))


def _apart(nodes: sp.Expr, borders: type[sp.Function]) -> sp.Expr:
    """The number of nodes at distance i, by longest borders."""
    more = sp.Sum(d ** (2 * (D - _j)) * borders(_j, D - i, d), (_j, D - i + 1, D)) / nodes
    every = sp.Piecewise((d**i, i < D), (nodes, True)) if nodes != d**D else d**i
    return sp.Piecewise((every - more, i <= D), (0, True))


def _most(single: sp.Expr) -> sp.Expr:
    """The largest degree, by that of single letters."""
    return sp.Piecewise((single, sp.Eq(D, 1)), (2 * d - 1, sp.Eq(D, 2)), (2 * d, True))


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
    **lemmas(
        DE_BRUIJN,
        "link",
        links=d ** (D + 1) - d,
        max_degree=(
            d - sp.Piecewise((1, sp.Eq(D, 1)), (0, True)),
            "a word has d links that leave it, and a constant one d - 1",
        ),
        diameter=(
            D,
            f"{_FAR}; a constant word and one whose letters all differ from it share no beginning and "
            "end, so that fewer hops do not do",
        ),
        mean_distance=(
            _mean(d**D, Periods),
            f"{_OVERLAP}{_PERIODS.format('P')} out of d",
        ),
        nodes_at_distance=(
            _apart(d**D, Bordered),
            f"{_OVERLAP}; B(j, m, d) words of j letters out of d have a longest border of m letters",
        ),
    ),
    **lemmas(
        KAUTZ,
        "link",
        links=d * _KAUTZ_NODES,
        diameter=(
            D,
            f"{_FAR}, or after one hop fewer if the last letter is already the first of the "
            "destination; words of two letters in turn, "
            "one of them with a third letter, are that far apart",
        ),
        mean_distance=(
            _mean(_KAUTZ_NODES, PeriodsApart),
            f"{_OVERLAP}{_PERIODS.format('Q')} out of d + 1 whose neighbours differ",
        ),
        nodes_at_distance=(
            _apart(_KAUTZ_NODES, BorderedApart),
            f"{_OVERLAP}; C(j, m, d) words of j letters out of d + 1 whose neighbours differ have a longest border of m letters",
        ),
    ),
    **lemmas(
        BOTH,
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
    **lemmas(
        KAUTZ_BOTH,
        max_degree=(_most(d), _NEAR),
        links=(
            d * _KAUTZ_NODES - d * (d + 1) / 2,
            "each word has d shifts, and those of the d (d + 1)/2 pairs of words of two letters in turn are one link for "
            "both directions",
        ),
        diameter=(
            D,
            f"{_FAR}. At least: hops to the right at most R and to the left at most L places from the start, S in all, are 2 "
            "(R + L) - |S| or more, and leave the letters between R and D - L, moved by S. From 0101.. to 2020..2, 02 or, if "
            "D is even, 210202..02 fewer than D hops would leave a run without a 2, one letter or 10 in its second place: a "
            "single letter takes S = D - 1 either way, from the last letter to the first or from the first to the last, of "
            "which one is 2 or both differ, and 10 comes from none of the two ends",
        ),
    ),
}
