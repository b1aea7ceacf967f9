"""Packets in the shuffle of rings, counted by patterns of equal digits.

A packet of distance k from x to y crosses the k links that are the windows of r + 1 digits of the word of r + k digits
that begins with x and ends with y. The word has the distance k if no longer suffix of x is a prefix of y. This
condition, the windows that are rotations of each other, and the places where rings change depend only on which digits
are equal.
"""

from dataclasses import dataclass
from functools import cache
from itertools import groupby

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from netlemma.derive.algebra.expressions.proof import ProofError
from netlemma.derive.networks.shuffle.letter_patterns import Count, LetterPattern, letters, pattern, patterns, radix
from netlemma.derive.networks.shuffle.necklaces import least_rotation, rotations
from netlemma.derive.networks.shuffle.pattern_rows import Rows, least_rotations, numbered, pattern_rows, renamed

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

    Parameters
    ----------
    x : LetterPattern
        Pattern of the first word.
    y : LetterPattern
        Pattern of the second word.

    Returns
    -------
    int
        Number of letters.

    Examples
    --------
    >>> overlap((0, 1, 0, 1), (0, 1, 0, 0))
    2
    """
    return next(m for m in range(len(x), -1, -1) if x[len(x) - m :] == y[:m])


def rings_of(word: LetterPattern, r: int) -> list[bytes]:
    """The rings visited, in order: the windows of a word, each by its least rotation, runs counted once.

    Parameters
    ----------
    word : LetterPattern
        Pattern of the word along a route.
    r : int
        Number of digits of a node's word.

    Returns
    -------
    list of bytes
        Names of the rings.
    """
    text = bytes(word)
    windows = (text[i : i + r + 1] for i in range(len(text) - r))
    return [name for name, _ in groupby(map(least_rotation, windows))]


def shortest_words(r: int, k: int) -> Rows:
    """The patterns of words of r + k digits whose last r are at distance k from the first r.

    Parameters
    ----------
    r : int
        Number of digits of a node's word.
    k : int
        Distance in links.

    Returns
    -------
    Rows
        Patterns of shape (number of patterns, r + k).
    """
    return at_distance(pattern_rows(r + k), r, k)


def at_distance(words: Rows, r: int, k: int) -> Rows:
    """The given words of r + k digits whose last r are at distance k from the first r.

    Parameters
    ----------
    words : Rows
        Words of shape (number of words, length).
    r : int
        Number of digits of a node's word.
    k : int
        Distance in links.

    Returns
    -------
    Rows
        Words of shape (number of words, r + k).
    """
    for m in range(r - k + 1, r + 1):
        words = words[(words[:, r - m : r] != words[:, k : k + m]).any(axis=1)]
    return words


def ring_visits(words: Rows, r: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of ring visits along each word, and the number of different rings.

    Parameters
    ----------
    words : Rows
        Words of shape (number of words, length).
    r : int
        Number of digits of a node's word.

    Returns
    -------
    tuple of (NDArray of int64, NDArray of int64)
        Two arrays of shape (number of words,).
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
    """Count all packets by patterns.

    Raises
    ------
    ProofError
        If a shortest route visits a ring twice.
    """
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
