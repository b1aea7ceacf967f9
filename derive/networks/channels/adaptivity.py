"""Number of dimensions that a message can select from at its h-th channel, in the one-way k-ary n-cube.

A message to a destination with digits z_1..z_n (its hops in each dimension, i in total) crosses channel h after h - 1
hops. It can select any dimension in which it has hops left. The distribution of the h - 1 hops over the dimensions
depends on the objects that are assumed to be equally likely:

* ``paths``: the shortest paths;
* ``distributions``: the ways to make h - 1 hops in total with at most z_l in dimension l, as Khonsari, Ould-Khaoua and
  Ferguson count in their equations 16 to 19;
* ``walk``: at each hop, the remaining dimensions, which models a router that finds all of them free.

Destinations i hops away are equally likely. Destinations whose digits are permutations of each other are equivalent, so
one for each multiset of digits is counted, in integers; results are exact. The hypercube is k = 2.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, lcm, prod
from types import MappingProxyType

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

    Parameters
    ----------
    k : int
        Nodes of each ring, 2 or more.
    n : int
        Number of dimensions, 1 or more.
    weighting : str, default "paths"
        Equally likely objects: ``paths``, ``distributions`` or ``walk``.

    Returns
    -------
    Chances
        ``p[i][h][m]``, the probability that exactly m dimensions are left, for i = 1..n(k-1) hops, h = 1..i and m =
        0..n (0 for m = 0).

    Raises
    ------
    ValueError
        If the sizes are illegal or too large, or the weighting is unknown.

    Examples
    --------
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

    Parameters
    ----------
    k : int
        Nodes of each ring, 2 or more.
    n : int
        Number of dimensions, 1 or more.
    weighting : str, default "paths"
        Equally likely objects: ``paths``, ``distributions`` or ``walk``.

    Returns
    -------
    Means
        ``phi[i][h]``, for i = 1..n(k-1) hops and h = 1..i.

    Raises
    ------
    ValueError
        If the sizes are illegal or too large, or the weighting is unknown.

    References
    ----------
    A. Khonsari, M. Ould-Khaoua and J. Ferguson, equation 22, with h - 1 hops made.

    Examples
    --------
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

    Parameters
    ----------
    digits : sequence of int
        Non-zero digits.
    n : int
        Number of digits.

    Returns
    -------
    int
        Number of destinations.

    Examples
    --------
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
