"""Shortest routes of the shuffle of rings that visit a ring twice, and the detours that packets take instead.

Suppose that two links of a shortest route, d > 1 links apart, are rotations of each other by p digits, and that some
link between them is on another ring. Then p > d: p + 1 links along the ring lead from the node before the first to the
node after the second, where the route takes d + 1, so p < d would give a shorter route, and for p = d all links between
are on the ring. For each place, distance and rotation some digits of the word along the route are forced to be equal;
all patterns of words with these digits equal are examined, so that no word is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import sympy as sp

from netlemma.derive.algebra.expressions.proof import ProofError, require
from netlemma.derive.networks.shuffle.letter_patterns import Count, LetterPattern, letters, pattern
from netlemma.derive.networks.shuffle.pattern_rows import pattern_rows
from netlemma.derive.networks.shuffle.shuffle_patterns import at_distance, ring_visits, rings_of

FARTHEST = 8  # digits of a node's word up to which detours are counted


@dataclass(frozen=True)
class Detours:
    """Detours at words of r digits, for every f.

    Parameters
    ----------
    extra : Poly
        Links that all packets cross in excess of their distances, a polynomial in f.
    links : dict from int to int
        Largest number of links of a detour, by the number j of letters of its two words together.
    visits : dict from int to tuple of (int, int)
        Largest numbers of rings visited on a detour, by j: for f = j, and for f > j, where a letter of neither word can
        be shifted in between.
    """

    extra: sp.Poly
    links: dict[int, int]
    visits: dict[int, tuple[int, int]]

    def most_links(self, f: int) -> int:
        """The largest number of links of a detour, for f digits; 0 without detours."""
        return max((links for j, links in self.links.items() if j <= f), default=0)

    def most_visits(self, f: int) -> int:
        """The largest number of rings visited on a detour, for f digits; 0 without detours."""
        return max((tight if f == j else wide for j, (tight, wide) in self.visits.items() if j <= f), default=0)


def forced(r: int, k: int, first: int, second: int, turn: int) -> LetterPattern:
    """The word of r + k digits with the fewest equal digits in which one link is a rotation of another.

    Parameters
    ----------
    r : int
        Number of digits of a node's word.
    k : int
        Number of links of the route.
    first, second : int
        Numbers of the links; ``second`` is ``first`` rotated by ``turn``.
    turn : int
        Rotation in digits.

    Returns
    -------
    LetterPattern
        Pattern of the word.
    """
    names = list(range(r + k))
    for place in range(r + 1):
        one, other = names[second + place], names[first + (place + turn) % (r + 1)]
        names = [min(one, other) if name in (one, other) else name for name in names]
    return pattern(tuple(names))


@cache
def refused(r: int, k: int) -> frozenset[LetterPattern]:
    """The patterns of words along shortest routes of k links that visit a ring twice.

    Parameters
    ----------
    r : int
        Number of digits of a node's word.
    k : int
        Number of links of the route.

    Returns
    -------
    frozenset of LetterPattern
        Patterns.
    """
    places = ((i, j) for i in range(k) for j in range(i + 2, k))
    classes = {forced(r, k, i, j, turn) for i, j in places for turn in range(j - i + 1, r + 1)}
    found: set[LetterPattern] = set()
    for word in classes:
        words = at_distance(pattern_rows(letters(word))[:, word], r, k)
        visits, different = ring_visits(words, r)
        found.update(map(tuple, words[different < visits].tolist()))
    return frozenset(found)


def detours(word: LetterPattern, r: int, k: int) -> Iterator[tuple[int, int, int | None]]:
    """The shortest routes of at most r + 1 links that may replace one of k links.

    Letters that the word does not contain are equivalent; the first of them represents them.

    Parameters
    ----------
    word : LetterPattern
        Pattern of the word along the route.
    r : int
        Number of digits of a node's word.
    k : int
        Number of links of the route.

    Yields
    ------
    tuple of (int, int, int or None)
        Number of links, number of rings visited, and the letter in between if there is one.
    """
    x, y = word[:r], word[k:]
    for m in range(r - k - 1, -1, -1):
        if x[r - m :] == y[:m] and (rings := rings_of(x + y[m:], r)) and len(set(rings)) == len(rings):
            yield r - m, len(rings), None
            return
    for letter in range(letters(word) + 1):
        rings = rings_of((*x, letter, *y), r)
        if len(set(rings)) == len(rings):
            yield r + 1, len(rings), letter


@cache
def detoured(r: int) -> Detours:
    """Count all detours by patterns.

    Raises
    ------
    ProofError
        If a packet needs more than r + 1 links, for as many digits f as its two words have.

    Examples
    --------
    >>> detoured(6).extra.as_expr()
    4*f**5 - 4*f**4 + 4*f**3 - 6*f**2 + 2*f
    """
    extra = Count()
    most_links: dict[int, int] = {}
    visits: dict[int, tuple[int, int]] = {}
    for k in range(1, r + 1):
        for word in refused(r, k):
            j = letters(word)
            ways = list(detours(word, r, k))
            tight = [(links, rings) for links, rings, letter in ways if letter != j]
            if not tight:
                raise ProofError(f"no route of {r + 1} links replaces the one along {word}")
            links = tight[0][0]
            require(all(way[0] == links for way in ways), "detours of different lengths")
            most = (min(rings for _, rings in tight), min(rings for _, rings, _ in ways))
            before = visits.get(j, (0, 0))
            visits[j] = max(before[0], most[0]), max(before[1], most[1])
            extra.add(j, links - k)
            most_links[j] = max(links, most_links.get(j, 0))
    return Detours(extra.polynomial(), most_links, visits)
