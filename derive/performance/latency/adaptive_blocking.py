"""Blocking of adaptive messages: the dimensions left to select from, the virtual channels that are busy, and the
probability that a message waits, over its hops.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import comb, factorial, lcm, prod
from types import MappingProxyType
from typing import Any

# Number of dimensions that a message can select from at its h-th channel, in the one-way k-ary n-cube.
#
# A message to a destination with digits z_1..z_n (its hops in each dimension, i in total) crosses channel h after h - 1
# hops. It can select any dimension in which it has hops left. The distribution of the h - 1 hops over the dimensions
# depends on the objects that are assumed to be equally likely:
#
# * ``paths``: the shortest paths;
# * ``distributions``: the ways to make h - 1 hops in total with at most z_l in dimension l, as Khonsari, Ould-Khaoua and
#   Ferguson count in their equations 16 to 19;
# * ``walk``: at each hop, the remaining dimensions, which models a router that finds all of them free.
#
# Destinations i hops away are equally likely. Destinations whose digits are permutations of each other are equivalent, so
# one for each multiset of digits is counted, in integers; results are exact. The hypercube is k = 2.


# h - 1: ways by number of dimensions left, packed as digits of one integer, so that one addition adds a row
Rows = list[int]
Tables = Iterator[tuple[tuple[int, ...], Rows]]  # for the non-zero digits of each destination
Chances = Mapping[int, Mapping[int, tuple[Fraction, ...]]]
Means = Mapping[int, Mapping[int, Fraction]]

WEIGHTINGS = ("paths", "distributions", "walk")
MOST_WORK = 500_000_000  # multisets of digits times hops times hops times dimensions


@cache
def selectable(k: int, n: int, weighting: str = "paths") -> Chances:
    """Distribution of the number of dimensions left when a message of i hops crosses its h-th channel.

    >>> [str(p) for p in selectable(3, 2)[2][2]]
    ['0', '1', '0']
    >>> [str(p) for p in selectable(3, 2)[3][2]], [str(p) for p in selectable(3, 2, "walk")[3][2]]
    (['0', '1/3', '2/3'], ['0', '1/2', '1/2'])
    """
    _require(k, n, weighting)
    found: dict[int, Mapping[int, tuple[Fraction, ...]]] = {}
    alike: dict[int, list[tuple[int, Rows]]] = {}
    bits, tables = TABLES[weighting](k, n)
    for digits, rows in tables:
        alike.setdefault(sum(digits), []).append((orders(digits, n), rows))
    for i, every in sorted(alike.items()):
        means = (_mean([(count, rows[h]) for count, rows in every], bits, n) for h in range(i))
        if i:
            found[i] = MappingProxyType(dict(enumerate(means, 1)))
    return MappingProxyType(found)


@cache
def phi(k: int, n: int, weighting: str = "paths") -> Means:
    """Mean number of dimensions left when a message of i hops crosses its h-th channel.

    A. Khonsari, M. Ould-Khaoua and J. Ferguson, equation 22, with h - 1 hops made.

    >>> str(phi(3, 2)[3][2]), str(phi(10, 3)[1][1]), str(phi(2, 4)[4][2])
    ('5/3', '1', '3')
    """
    return MappingProxyType(
        {
            i: MappingProxyType({h: sum((m * p for m, p in enumerate(row)), Fraction(0)) for h, row in rows.items()})
            for i, rows in selectable(k, n, weighting).items()
        }
    )


def orders(digits: Sequence[int], n: int) -> int:
    """Number of destinations of n digits with the given non-zero digits, in any order.

    >>> orders((1, 2), 2), orders((1, 1), 3)
    (2, 3)
    """
    repeats = (digits.count(digit) for digit in set(digits))
    return factorial(n) // (factorial(n - len(digits)) * prod(map(factorial, repeats)))


def _mean(weighted: Sequence[tuple[int, int]], bits: int, n: int) -> tuple[Fraction, ...]:
    """Mean, over destinations, of each digit's share of its row sum, in integers over one denominator."""
    top = (1 << bits) - 1
    by_sum: dict[int, int] = {}
    for count, row in weighted:
        whole = row % top  # the sum of the digits, less than top
        by_sum[whole] = by_sum.get(whole, 0) + count * row
    common = lcm(*by_sum)
    total = [0] * (n + 1)
    for whole, row in by_sum.items():
        factor = common // whole
        for m in range(n + 1):
            total[m] += factor * (row >> m * bits & top)
    nodes = sum(count for count, _ in weighted)
    return tuple(Fraction(x, common * nodes) for x in total)


def _multisets(k: int, n: int) -> Iterator[tuple[int, ...]]:
    """The multisets of non-zero digits of all destinations, in ascending order; fewer dimensions first."""
    for dimensions in range(n + 1):
        yield from combinations_with_replacement(range(1, k), dimensions)


def _spread(k: int, n: int, ways: Callable[[int], list[int]]) -> tuple[int, Tables]:
    """Hops distributed independently over the dimensions: ``ways(z)[c]`` counts c of z hops made in one dimension.

    A dimension is left unless c = z, so the numbers of hops made and of dimensions left have the generating function
    product over dimensions of x^z + u (ways[0] + ... + ways[z-1] x^(z-1)).
    """
    weights = {z: ways(z)[:z] for z in range(1, k)}
    bits = ((k * sum(ways(k - 1))) ** n).bit_length() + 1  # for sums over all destinations

    def tables() -> Tables:
        known: dict[tuple[int, ...], Rows] = {(): [1]}
        for digits in _multisets(k, n):
            if digits:
                before, z = known[digits[:-1]], digits[-1]
                rows = [0] * z + before
                for hops, row in enumerate(before):
                    one_more = row << bits
                    for made, weight in enumerate(weights[z], hops):
                        rows[made] += weight * one_more
                known[digits] = rows
            yield digits, known[digits]

    return bits, tables()


def _walk(k: int, n: int) -> tuple[int, Tables]:
    """Each remaining dimension is selected with the same probability; row h - 1 is scaled by the (h-1)-th power of lcm(1..n)."""
    scale = lcm(*range(1, n + 1))
    bits = (k**n * scale ** (n * (k - 1))).bit_length() + 1

    def tables() -> Tables:
        known: dict[tuple[int, ...], Rows] = {(): []}
        for digits in sorted(_multisets(k, n), key=sum):
            if digits:
                rows = [0] * sum(digits)
                for digit in set(digits):
                    at = digits.index(digit)
                    left = digits[:at] + ((digit - 1,) if digit > 1 else ()) + digits[at + 1 :]
                    weight = digits.count(digit) * (scale // len(digits))
                    for hops, row in enumerate(known[left], 1):
                        rows[hops] += weight * row
                rows[0] = 1 << bits * len(digits)
                known[digits] = rows
            yield digits, known[digits]

    return bits, tables()


TABLES: Mapping[str, Callable[[int, int], tuple[int, Tables]]] = {
    "paths": lambda k, n: _spread(k, n, lambda z: [comb(z, c) for c in range(z + 1)]),
    "distributions": lambda k, n: _spread(k, n, lambda z: [1] * (z + 1)),
    "walk": _walk,
}


def _require(k: int, n: int, weighting: str) -> None:
    if k < 2 or n < 1:
        raise ValueError(f"k={k} n={n}: a k-ary n-cube has k >= 2 nodes in each ring and n >= 1 dimensions")
    if weighting not in WEIGHTINGS:
        raise ValueError(f"no weighting {weighting!r}; legal weightings are {', '.join(WEIGHTINGS)}")
    work = comb(n + k - 1, n) * (n * (k - 1)) ** 2 * n
    if work > MOST_WORK:
        raise ValueError(f"k={k} n={n}: too many multisets of digits to count ({work} > {MOST_WORK} steps)")


# Number of busy virtual channels of a physical channel, and the probability that given ones are all busy.
#
# Dally 1992: with rho the utilisation of the physical channel, v of V virtual channels are busy with probability (1 -
# rho) rho^v, and all V with probability rho^V: a birth and death process with equal birth rates and equal death rates,
# whose last state represents all states from V on. So at least v are busy with probability rho^v, and the mean of f(v) is
# the sum of (f(v) - f(v-1)) rho^v. All sets of v virtual channels are taken to be equally likely.


def occupancy(vcs: int, use: Any) -> list[Any]:
    """The probabilities that 0, 1, ..., V virtual channels are busy.

    W. J. Dally, Virtual-channel flow control, 1992.

    >>> [str(p) for p in occupancy(2, Fraction(1, 2))]
    ['1/2', '1/4', '1/4']
    """
    return [(1 - use) * use**v for v in range(vcs)] + [use**vcs]


def all_busy(vcs: int, given: int) -> tuple[Fraction, ...]:
    """The probability that ``given`` virtual channels are among v busy ones, for v = 0..V.

    The V - v free ones are then among the V - given others (:mod:`netlemma.derive.performance.latency.model_derivations`).

    >>> [str(p) for p in all_busy(4, 2)]
    ['0', '0', '1/6', '1/2', '1']
    """
    return tuple(Fraction(comb(vcs - given, vcs - v), comb(vcs, v)) for v in range(vcs + 1))


def some_busy(vcs: int, given: int, escape: int) -> tuple[Fraction, ...]:
    """The probability that ``given`` virtual channels and at least one of ``escape`` others are busy, if v of V are.

    It counts the sets that contain the given ones, minus those without an escape channel.

    >>> [str(p) for p in some_busy(4, 2, 2)]
    ['0', '0', '0', '1/2', '1']
    """
    rest = vcs - given - escape
    return tuple(
        share - (Fraction(comb(rest, v - given), comb(vcs, v)) if v >= given else 0)
        for v, share in enumerate(all_busy(vcs, given))
    )


def in_utilisation(chances: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The mean over the number of busy virtual channels as coefficients of powers of the utilisation.

    ``chances[v]`` is the probability for v busy ones. It increases with v if more busy channels make the event more
    likely; then the coefficients are nonnegative, and the mean is an increasing and convex function of the utilisation.

    >>> [str(c) for c in in_utilisation(all_busy(3, 1))]
    ['0', '1/3', '1/3', '1/3']
    """
    return (chances[0], *(after - before for before, after in pairwise(chances)))


def multiplexing(vcs: int, use: Any) -> Any:
    """Dally's mean number of messages that share a physical channel, seen from one of them: mean v^2 over mean v.

    The mean of v is rho + ... + rho^V, and that of v^2 is rho + 3 rho^2 + ... + (2V - 1) rho^V; both are divided by
    rho.

    W. J. Dally, Virtual-channel flow control, 1992.

    >>> multiplexing(3, Fraction(1, 2)), multiplexing(3, Fraction(0))
    (Fraction(15, 7), Fraction(1, 1))
    """
    first, second, power = use * 0, use * 0, use * 0 + 1
    for v in range(1, vcs + 1):
        first, second, power = first + power, second + (2 * v - 1) * power, power * use
    return second / first


# Probability that a message is blocked, summed over its hops and averaged over destinations.
#
# Khonsari et al., equations 8 to 11 and 17 to 22. The probability at one hop is P_a&d P_a^(m - 1) if m dimensions are
# left: P_a is the probability that all adaptive virtual channels of a physical channel are busy, P_a&d that the escape
# channel is busy too. The total is P_a&d times a sum of weight * P_a^exponent. The terms do not depend on the load and
# are counted here once.


PowerTerms = dict[Fraction, Fraction]


def nodes_at(k: int, n: int) -> list[int]:
    """The numbers of nodes at distances 0, 1, ..., n(k-1): the coefficients of (1 + x + ... + x^(k-1))^n.

    >>> nodes_at(3, 2)
    [1, 2, 3, 2, 1]
    """
    found = [1]
    for _ in range(n):
        found = [sum(found[max(0, i - k + 1) : i + 1]) for i in range(len(found) + k - 1)]
    return found


def mean_distance(k: int, n: int) -> Fraction:
    """Mean number of hops to another node.

    >>> mean_distance(3, 2)
    Fraction(9, 4)
    """
    counts = nodes_at(k, n)
    return Fraction(sum(i * count for i, count in enumerate(counts)), sum(counts) - 1)


def _left(k: int, n: int, options: Mapping[str, str]) -> Iterator[tuple[int, int, tuple[Fraction, ...]]]:
    """Hops i, channel h and the distribution of the number of dimensions left there, according to the options ``hops`` and
    ``weighting``.
    """
    done = (Fraction(1), *[Fraction(0)] * n)
    for i, rows in selectable(k, n, options["weighting"]).items():
        for h in range(1, i + 1):
            yield i, h, (rows[h] if options["hops"] == "before" else rows.get(h + 1, done))


def _row_mean(row: tuple[Fraction, ...]) -> Fraction:
    return sum((m * p for m, p in enumerate(row)), Fraction(0))


def blocking_terms(k: int, n: int, options: Mapping[str, str]) -> PowerTerms:
    """Weights by exponent: P_a&d times the sum of weight P_a^exponent is the mean over destinations of the sum of all hops'
    probabilities.

    A. Khonsari, M. Ould-Khaoua and J. Ferguson, equations 8 to 11 and 17 to 22.

    >>> from netlemma.derive.performance.latency.models.khonsari import MODEL
    >>> {int(e): str(w) for e, w in blocking_terms(3, 2, MODEL.reading("corrected").options).items()}
    {0: '23/16', 1: '13/16'}
    """
    counts, found = nodes_at(k, n), PowerTerms()
    first = {i: _row_mean(rows[1]) for i, rows in selectable(k, n, options["weighting"]).items()}
    for i, _, row in _left(k, n, options):
        weight = Fraction(counts[i], sum(counts) - 1) * (i if options["blocking"] == "summed" else 1)
        whole = counts[i] if options["averaging"] == "sum" else 1
        if options["selectable"] == "distribution":
            terms = [(Fraction(m - 1), weight * whole * p) for m, p in enumerate(row) if p]
        else:
            never = n - first[i] if options["selectable"] == "uncrossed" else 0
            terms = [((_row_mean(row) + never) * whole - 1, weight)]
        for exponent, part in terms:
            found[exponent] = found.get(exponent, Fraction(0)) + part
    return dict(sorted(found.items()))
