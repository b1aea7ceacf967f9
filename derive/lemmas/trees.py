"""Trees, and a clique with a tail: star, comb, banana tree, complete binary tree, binomial tree, lollipop.

In a tree the Wiener index is the sum over the links of the numbers of nodes on both sides multiplied (Wiener 1947).
"""

from collections.abc import Iterator

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.definitions.families import IRREGULAR, defined
from netlemma.derive.networks.scanned_words import Lengths, ScannedWords, m, scanned_lemmas

n, k, h = parameter("n", 1), parameter("k", 2), parameter("h", 1)
_PASSED = "each link is passed by the pairs with one node on either side"


def _small(name: str, first: int, last: int) -> tuple[Size, ...]:
    return tuple({name: value} for value in range(first, last))


# A node of the complete binary tree is a word of 0 and 1, filled up with None behind its end; one of the binomial tree is a word of
# bits, read from the last one.


def _binary(state: str, letter: int | None) -> Iterator[tuple[str, int | None]]:
    """A letter is put to the end of a word, or taken from it."""
    if state == "behind":
        yield from ([(state, None)] if letter is None else [])
    elif letter is None:
        yield from (("behind", 0), ("behind", 1))
    else:
        yield from (("", letter), ("behind", None))


def _binary_far(state: tuple[bool, ...], one: int | None, other: int | None) -> tuple[tuple[bool, ...], int] | None:
    """The letters from the first place on where the words differ; the state is whether they do, and which have come to their ends."""
    apart, *ended = state
    if any(end and letter is not None for end, letter in zip(ended, (one, other), strict=True)):
        return None
    apart = apart or one != other
    return (apart, one is None, other is None), (one is not None) + (other is not None) if apart else 0


def _binomial(state: str, bit: int) -> Iterator[tuple[str, int]]:
    """The first 1 is set to 0, or one of the zeros before it to 1."""
    if state == "behind":
        yield from ([(state, 0)] if bit == 0 else [])
    else:
        yield from (("", bit), ("behind", 1 - bit))


def _binomial_far(apart: bool, one: int, other: int) -> tuple[bool, int]:
    """The ones of both words up to the last place where they differ."""
    apart = apart or one != other
    return apart, one + other if apart else 0


_q = 2 ** (h + 1)
_BINARY = ScannedWords(
    "complete-binary-tree",
    Domain((Parameter("h", 1, "height"),)),
    _q - 1,
    (Lengths(m, 1),),
    (0, 1, None),
    links=_binary,
    before="",
    behind=("behind",),
    far=_binary_far,
    begin=(False, False, False),
    small=_small("h", 1, 6),
)
_BINOMIAL = ScannedWords(
    "binomial-tree",
    Domain((Parameter("n", 1, "order"),)),
    2**n,
    (Lengths(m, 1),),
    (0, 1),
    links=_binomial,
    before="",
    behind=("behind",),
    far=_binomial_far,
    begin=False,
    small=_small("n", 1, 7),
)
LEMMAS = {
    **defined("star", IRREGULAR, n="leaves"),
    **defined("comb", IRREGULAR, n="nodes of the path"),
    **defined(
        "banana-tree",
        "nodes links max_degree diameter wiener_index mean_distance",
        {
            "max_degree": sp.Max(n, k - 1, 2),
            "diameter": sp.Piecewise((sp.Min(3, k), sp.Eq(n, 1)), (2 * sp.Min(3, k), True)),
        },
        n="stars",
        k="nodes of each star",
    ),
    **defined(
        "complete-binary-tree",
        "nodes links max_degree",
        {"links": _q - 2, "max_degree": sp.Min(h + 1, 3)},
        h="height",
    ),
    **scanned_lemmas(
        _BINARY,
        diameter=(2 * h, "between leaves on both sides of the root"),
        wiener=(
            _q * ((h - 2) * _q + h + 4),
            f"{_PASSED}: 2^(h+1-j) links have a tree of 2^j - 1 nodes below, j = 1..h; with q = 2^(h+1) the sum of "
            "q (2^j - 1) (q/2^j - 1) is q ((h - 2) q + h + 4)",
        ),
    ),
    **defined("binomial-tree", "nodes links", n="order"),
    **scanned_lemmas(
        _BINOMIAL,
        max_degree=(n, "the root has a child of each order from 0 to n - 1"),
        diameter=(2 * n - 1, "the deepest leaves are n hops from the root, and n - 1 in the tree of another child"),
        wiener=(
            2 ** (n - 1) * ((n - 1) * 2**n + 1),
            f"{_PASSED}: 2^(n-1-j) links have a tree of 2^j nodes below, j = 0..n-1",
        ),
    ),
    **defined("lollipop", IRREGULAR, m="nodes of the clique", n="nodes of the path"),
}
