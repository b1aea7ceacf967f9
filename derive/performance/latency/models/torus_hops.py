"""How many hops of a message in the bidirectional two-dimensional torus find one dimension left, and how many find both.

Min, Ferguson and Ould-Khaoua 2001, equations 2, 3 and 23. A message with z1 and z2 hops to make, in any order, finds one
dimension left from where it has crossed the other one.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from derive.performance.latency.parameters import ModelError


class Hops(NamedTuple):
    """Mean number of hops before which one dimension and both dimensions are left, and the mean distance: their sum."""

    one: Fraction
    both: Fraction
    distance: Fraction


@cache
def one_left(first: int, second: int, weighting: str) -> Fraction:
    """Mean number of hops with one dimension left, for a message with that many hops to make in each.

    ``weighting`` is what is equally likely, as in :mod:`derive.networks.channels.adaptivity`. On a random path the
    hops of the one dimension behind the
    last one of the other are z1/(z2 + 1) + z2/(z1 + 1) on average: the z1 hops fall alike into z2 + 1 gaps.

    >>> [str(one_left(2, 2, weighting)) for weighting in ("paths", "walk", "distributions")]
    ['4/3', '3/2', '5/3']
    """
    if weighting == "paths":
        return Fraction(first, second + 1) + Fraction(second, first + 1)
    if min(first, second) == 0:
        return Fraction(first + second)
    if weighting == "walk":
        return (one_left(first - 1, second, weighting) + one_left(first, second - 1, weighting)) / 2
    found = Fraction(0)
    for made in range(first + second):
        ways = min(made, first) - max(0, made - second) + 1
        crossed = (made >= first) + (made >= second)
        found += Fraction(crossed, ways)
    return found


def ring_hops(k: int) -> dict[int, int]:
    """How many nodes of a ring of k are 0, 1, ... hops away.

    >>> ring_hops(4), ring_hops(5)
    ({0: 1, 1: 2, 2: 1}, {0: 1, 1: 2, 2: 2})
    """
    found: dict[int, int] = {}
    for j in range(k):
        found[min(j, k - j)] = found.get(min(j, k - j), 0) + 1
    return dict(sorted(found.items()))


@cache
def hops_to_others(k: int, weighting: str) -> Hops:
    """The mean over all other nodes of the k by k torus.

    >>> str(hops_to_others(4, "walk").distance), hops_to_others(3, "paths")
    ('32/15', Hops(one=Fraction(1, 1), both=Fraction(1, 2), distance=Fraction(3, 2)))
    """
    ring = ring_hops(k)
    one = total = Fraction(0)
    for first, many in ring.items():
        for second, others in ring.items():
            if (first, second) != (0, 0):
                one += many * others * one_left(*sorted((first, second)), weighting)
                total += many * others * (first + second)
    one, total = one / (k * k - 1), total / (k * k - 1)
    return Hops(one, total - one, total)


def mean_hops(k: int) -> Fraction:
    """Mean hops along a ring, a message to itself included (equation 2).

    >>> str(mean_hops(16)), str(mean_hops(5))
    ('4', '6/5')
    """
    return Fraction(k, 4) if k % 2 == 0 else Fraction(k * k - 1, 4 * k)


def hops_as_printed(k: int, options: Mapping[str, str]) -> Hops:
    """A message that makes the mean number of hops in each dimension (equations 3 and 23), and the sum of equation 5.

    :raises ModelError: if that is no whole number

    >>> hops_as_printed(8, {"weighting": "distributions", "sum": "below"})
    Hops(one=Fraction(5, 3), both=Fraction(7, 3), distance=Fraction(4, 1))
    """
    each = mean_hops(k)
    if each.denominator != 1:
        raise ModelError(
            f"k={k}: equation 23 takes the mean number of hops in a ring for a whole number, and it is {each}; take a multiple of "
            "4, or the reading distances=others"
        )
    one = one_left(int(each), int(each), options["weighting"])
    distance, both = 2 * each, 2 * each - one
    if options["sum"] == "through":  # at i = d equation 23 goes on to 2, which is no probability
        return Hops(one + 2, both - 1, distance)
    return Hops(one, both, distance)
