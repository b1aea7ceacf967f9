"""Packets in the shuffle of rings, counted by patterns of equal digits, on shortest routes and on detours around a
second visit of a ring.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.word_counts import (
    Count,
    LetterPattern,
    least_rotation,
    letters,
    pattern,
    patterns,
    radix,
    rotations,
)
from netlemma.errors import ProofError

# Many words at once: the patterns of their equal letters and their rotations, as rows of an array.


Rows = NDArray[np.int8]


def pattern_rows(n: int) -> Rows:
    """The patterns of all words of n letters, as an array of shape (number of patterns, n).

    >>> pattern_rows(3).tolist()
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    """
    rows = np.zeros((1, min(n, 1)), np.int8)
    for _ in range(1, n):
        choices = rows.max(axis=1).astype(np.int64) + 2
        first = np.repeat(np.cumsum(choices) - choices, choices)
        letter = np.arange(choices.sum()) - first
        rows = np.column_stack((np.repeat(rows, choices, axis=0), letter.astype(np.int8)))
    return rows


def renamed(words: Rows) -> Rows:
    """The pattern of each word.

    >>> renamed(np.array([[4, 2, 4, 7], [1, 1, 0, 1]], np.int8)).tolist()
    [[0, 1, 0, 2], [0, 0, 1, 0]]
    """
    found = np.empty_like(words)
    used = np.zeros(len(words), np.int8)
    for place in range(words.shape[1]):
        found[:, place] = used
        for before in range(place):
            same = words[:, before] == words[:, place]
            found[same, place] = found[same, before]
        used += found[:, place] == used
    return found


def numbered(words: Rows, radix: int) -> NDArray[np.int64]:
    """Each word as a number to the base ``radix``.

    words: Words of shape (number of words, length).

    Returns: Numbers of shape (number of words,).

    >>> numbered(np.array([[0, 1, 2], [1, 0, 0]], np.int8), 3).tolist()
    [5, 9]
    """
    if radix ** words.shape[1] > 2**63:
        raise OverflowError(f"words of {words.shape[1]} letters to the base {radix} do not fit into 64 bits")
    places = radix ** np.arange(words.shape[1])[::-1]
    return words @ places


def least_rotations(words: Rows, radix: int) -> NDArray[np.int64]:
    """The least number of all rotations of each word, which names its necklace.

    words: Words of shape (number of words, length).

    Returns: Numbers of shape (number of words,).

    >>> least_rotations(np.array([[1, 0, 1], [0, 1, 1], [1, 0, 0]], np.int8), 2).tolist()
    [3, 3, 1]
    """
    turned = (np.roll(words, -turn, axis=1) for turn in range(words.shape[1]))
    return np.minimum.reduce([numbered(each, radix) for each in turned])


# Packets in the shuffle of rings, counted by patterns of equal digits.
#
# A packet of distance k from x to y crosses the k links that are the windows of r + 1 digits of the word of r + k digits
# that begins with x and ends with y. The word has the distance k if no longer suffix of x is a prefix of y. This
# condition, the windows that are rotations of each other, and the places where rings change depend only on which digits
# are equal.


Polynomials = dict[LetterPattern, sp.Poly]
LONGEST = 5  # digits of a node's word up to which no shortest route visits a ring twice


@dataclass(frozen=True)
class Patterned:
    """Traffic at words of r digits, for every f: polynomials by the pattern of a link or node, and totals."""

    send: Polynomials
    echo: Polynomials
    total: Polynomials
    entries: Polynomials
    length: sp.Poly
    visits: sp.Poly

    @property
    def loads(self) -> dict[str, Polynomials]:
        """Each load by name."""
        return {"hot_send": self.send, "hot_echo": self.echo, "hot_total": self.total, "hot_queue": self.entries}


def overlap(x: LetterPattern, y: LetterPattern) -> int:
    """Length of the longest suffix of x that is a prefix of y.

    >>> overlap((0, 1, 0, 1), (0, 1, 0, 0))
    2
    """
    return next(m for m in range(len(x), -1, -1) if x[len(x) - m :] == y[:m])


def rings_of(word: LetterPattern, r: int) -> list[bytes]:
    """The rings visited, in order: the windows of a word, each by its least rotation, runs counted once."""
    text = bytes(word)
    windows = (text[i : i + r + 1] for i in range(len(text) - r))
    return [name for name, _ in groupby(map(least_rotation, windows))]


def shortest_words(r: int, k: int) -> Rows:
    """The patterns of words of r + k digits whose last r are at distance k from the first r.

    Returns: Patterns of shape (number of patterns, r + k).
    """
    return at_distance(pattern_rows(r + k), r, k)


def at_distance(words: Rows, r: int, k: int) -> Rows:
    """The given words of r + k digits whose last r are at distance k from the first r.

    words: Words of shape (number of words, length).

    Returns: Words of shape (number of words, r + k).
    """
    for m in range(r - k + 1, r + 1):
        words = words[(words[:, r - m : r] != words[:, k : k + m]).any(axis=1)]
    return words


def ring_visits(words: Rows, r: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of ring visits along each word, and the number of different rings.

    words: Words of shape (number of words, length).

    Returns: Two arrays of shape (number of words,).
    """
    length = words.shape[1]
    rings = np.array([least_rotations(words[:, i : i + r + 1], length) for i in range(length - r)])
    visits = 1 + (rings[1:] != rings[:-1]).sum(axis=0)
    return visits, 1 + (np.diff(np.sort(rings, axis=0), axis=0) > 0).sum(axis=0)


def _add(counts: dict[LetterPattern, Count], words: Rows, used: NDArray[np.int64]) -> None:
    """Count one word for each row, by its pattern and by the number of further letters."""
    radix_of_rows = words.shape[1] + 1
    numbers = numbered(words, radix_of_rows) * radix_of_rows**2 + used
    _, first, times = np.unique(numbers, return_index=True, return_counts=True)
    for row, number in zip(first, times, strict=True):
        counts[tuple(words[row].tolist())].add(int(used[row]), int(number))


@cache
def patterned(r: int) -> Patterned:
    """Count all packets by patterns."""
    send = {link: Count(letters(link)) for link in patterns(r + 1)}
    starts = {link: Count(letters(link)) for link in patterns(r + 1)}
    entries = {node: Count(letters(node)) for node in patterns(r)}
    length, visits = Count(), Count()
    for k in range(1, r + 1):
        words = shortest_words(r, k)
        used = words.max(axis=1).astype(np.int64) + 1
        visited, different = ring_visits(words, r)
        if (twice := np.flatnonzero(different < visited)).size:
            word = tuple(words[twice[0]].tolist())
            raise ProofError(f"the shortest route along {word} visits a ring twice")
        for number in np.unique(used):
            length.add(int(number), k * int((used == number).sum()))
            visits.add(int(number), int(visited[used == number].sum()))
        for i in range(k):
            links = renamed(words[:, i : i + r + 1])
            _add(send, links, used)
            enters = words[:, i - 1] != words[:, i + r] if i else np.ones(len(words), bool)
            _add(starts, links[enters], used[enters])
            _add(entries, links[enters, :-1], used[enters])
    sent = {link: count.polynomial() for link, count in send.items()}
    entering = {link: count.polynomial() for link, count in starts.items()}
    total = {link: _on_ring(link, entering) for link in sent}
    return Patterned(
        send=sent,
        echo={link: total[link] - sent[link] for link in sent},
        total=total,
        entries={node: count.polynomial() for node, count in entries.items()},
        length=length.polynomial(),
        visits=visits.polynomial(),
    )


def _on_ring(link: LetterPattern, entering: Polynomials) -> sp.Poly:
    """Packets that visit the ring of a link: those that enter it at one of its nodes."""
    return sum((entering[pattern(other)] for other in set(rotations(link))), sp.Poly(0, radix))


@dataclass(frozen=True)
class Largest:
    """The largest of several loads for every f >= 2: ``small[f]`` below ``first``, ``polynomial`` from there on.

    ``where`` are the patterns that attain it there.
    """

    small: dict[int, int]
    first: int
    polynomial: sp.Poly
    where: tuple[LetterPattern, ...]


def largest(loads: Polynomials) -> Largest:
    """The largest load, decided for every f.

    From some f on every pattern exists and one polynomial is the largest: its differences from the others have no
    negative coefficient as polynomials in f - first. For smaller f, the loads of the patterns with at most f letters
    are compared one by one.
    """
    top = max(loads.values(), key=lambda p: p.all_coeffs() and (p.degree(), p.all_coeffs()))
    first = max(2, *map(letters, loads))
    while not all(_never_negative(top - load, first) for load in set(loads.values())):
        first += 1
    small = {f: max(int(p(f)) for w, p in loads.items() if letters(w) <= f) for f in range(2, first)}
    while first > 2 and small.get(first - 1) == top(first - 1):
        first -= 1
        del small[first]
    return Largest(small, first, top, tuple(w for w, p in loads.items() if p == top))


def _never_negative(difference: sp.Poly, first: int) -> bool:
    return all(c >= 0 for c in difference.compose(sp.Poly(radix + first, radix)).all_coeffs())


# Shortest routes of the shuffle of rings that visit a ring twice, and the detours that packets take instead.
#
# Suppose that two links of a shortest route, d > 1 links apart, are rotations of each other by p digits, and that some
# link between them is on another ring. Then p > d: p + 1 links along the ring lead from the node before the first to the
# node after the second, where the route takes d + 1, so p < d would give a shorter route, and for p = d all links between
# are on the ring. For each place, distance and rotation some digits of the word along the route are forced to be equal;
# all patterns of words with these digits equal are examined, so that no word is left out.


FARTHEST = 8  # digits of a node's word up to which detours are counted


@dataclass(frozen=True)
class Detours:
    """Detours at words of r digits, for every f.

    extra: Links that all packets cross in excess of their distances, a polynomial in f.
    links: Largest number of links of a detour, by the number j of letters of its two words together.
    visits: Largest numbers of rings visited on a detour, by j: for f = j, and for f > j, where a letter of neither word
    can be shifted in between.
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
    """The word of r + k digits with the fewest equal digits in which one link is a rotation of another."""
    names = list(range(r + k))
    for place in range(r + 1):
        one, other = names[second + place], names[first + (place + turn) % (r + 1)]
        names = [min(one, other) if name in (one, other) else name for name in names]
    return pattern(tuple(names))


@cache
def refused(r: int, k: int) -> frozenset[LetterPattern]:
    """The patterns of words along shortest routes of k links that visit a ring twice."""
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
