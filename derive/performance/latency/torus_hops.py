"""Hops of a message in the bidirectional two-dimensional torus with one dimension left, and with both left.

Min, Ferguson and Ould-Khaoua 2001, equations 2, 3 and 23. A message with z1 and z2 hops to make, in any order, has one
dimension left from the point where it has completed the other one.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from netlemma.errors import ModelError


class MeanHops(NamedTuple):
    """Mean number of hops with one dimension and with both dimensions left, and their sum, the mean distance."""

    one: Fraction
    both: Fraction
    distance: Fraction


@cache
def one_left(first: int, second: int, weighting: str) -> Fraction:
    """Mean number of hops with one dimension left, for given numbers of hops in each.

    On a random path the mean number of hops of one dimension after the last one of the other is z1/(z2 + 1) + z2/(z1 +
    1): the z1 hops fall into z2 + 1 gaps with equal probability.

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
    """The numbers of nodes of a ring that are 0, 1, ... hops away.

    >>> ring_hops(4), ring_hops(5)
    ({0: 1, 1: 2, 2: 1}, {0: 1, 1: 2, 2: 2})
    """
    found: dict[int, int] = {}
    for j in range(k):
        found[min(j, k - j)] = found.get(min(j, k - j), 0) + 1
    return dict(sorted(found.items()))


@cache
def hops_to_others(k: int, weighting: str) -> MeanHops:
    """The mean over all other nodes of the k by k torus.

    >>> str(hops_to_others(4, "walk").distance), hops_to_others(3, "paths")
    ('32/15', MeanHops(one=Fraction(1, 1), both=Fraction(1, 2), distance=Fraction(3, 2)))
    """
    ring = ring_hops(k)
    one = total = Fraction(0)
    for first, many in ring.items():
        for second, others in ring.items():
            if (first, second) != (0, 0):
                one += many * others * one_left(*sorted((first, second)), weighting)
                total += many * others * (first + second)
    one, total = one / (k * k - 1), total / (k * k - 1)
    return MeanHops(one, total - one, total)


def mean_hops(k: int) -> Fraction:
    """Mean hops along a ring, a message to itself included (equation 2).

    >>> str(mean_hops(16)), str(mean_hops(5))
    ('4', '6/5')
    """
    return Fraction(k, 4) if k % 2 == 0 else Fraction(k * k - 1, 4 * k)


def hops_as_printed(k: int, options: Mapping[str, str]) -> MeanHops:
    """Hops of a message that makes the mean number of hops in each dimension.

    G. Min, J. D. Ferguson and M. Ould-Khaoua, 2001, equations 3, 5 and 23.

    >>> hops_as_printed(8, {"weighting": "distributions", "sum": "below"})
    MeanHops(one=Fraction(5, 3), both=Fraction(7, 3), distance=Fraction(4, 1))
    """
    each = mean_hops(k)
    if each.denominator != 1:
        raise ModelError(
            f"k={k}: equation 23 needs an integer mean number of hops in a ring, and it is {each}; take a multiple of "
            "4, or the reading distances=others"
        )
    one = one_left(int(each), int(each), options["weighting"])
    distance, both = 2 * each, 2 * each - one
    if options["sum"] == "through":  # at i = d equation 23 gives 2, which is not a probability
        return MeanHops(one + 2, both - 1, distance)
    return MeanHops(one, both, distance)
