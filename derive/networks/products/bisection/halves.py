"""Bisection widths of products: the first half of the nodes in a lexicographic order, and products whose sizes are even."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require
from netlemma.derive.networks.products.bisection.all_halves import CUT, half, narrowest
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count

MOST_ORDERED = 3  # groups of dimensions whose orders are compared


def half_cut(*groups: Group) -> sp.Expr:
    """Channels between two halves of a product, the first nodes in lexicographic order and the others; the first group leads."""
    group, *behind = groups
    n, m = group.size, group.count
    even, odd = n ** (m - 1), (n**m - 1) / (n - 1)
    if group.kind.name == "clique":
        even, odd = even * n**2 / 2, odd * (n**2 - 1) / 2
    copies, channels = node_count(tuple(behind)), CUT.get(group.kind.name, 1)
    rest = half_cut(*behind) if behind else sp.S.Zero
    return sp.Piecewise((channels * copies * even, sp.Eq(sp.Mod(n, 2), 0)), (channels * copies * odd + rest, True))


def least_half(groups: Groups) -> sp.Expr:
    """Channels between the halves in the order of the groups that takes fewest."""
    return sp.Min(*(half_cut(*order) for order in permutations(groups)))


def ordered(groups: Groups) -> bool:
    """Whether the first half in some order of the groups is a narrowest one at all sizes: factors alike, or two of them."""
    names = [g.kind.name for g in groups]
    alike = len({CUT.get(name) for name in names}) == 1
    return len(groups) <= MOST_ORDERED and (alike or two_unlike(groups))


def two_unlike(groups: Groups) -> bool:
    """Whether these are two dimensions, no copies of cliques, that are cut in different numbers of channels."""
    names = [g.kind.name for g in groups]
    return (
        len(groups) == 2
        and "clique" not in names
        and all(g.count == 1 for g in groups)
        and CUT[names[0]] != CUT[names[1]]
    )


@dataclass(frozen=True)
class HalvesCut(Proof):
    """The bisection width of a product whose factors are all cut in as many channels, or are all cliques.

    A copy of a factor of k nodes with a of them in S and 0 < a < k has at least c channels between them and the others: 2 of a
    line (one link), 4 of a ring, 2 of a one-way ring, 1 of a bus, all 2a(k - a) of a clique. With q = floor(k^2/4) >= a(k - a) it
    cuts at least c a(k - a)/q channels, where for cliques c = 2q. The sum of a(k - a) over all copies is the number of edges
    between S and the other nodes in the product of cliques, that of a(k - a)/q the number of which those of a dimension count
    1/q. Among all sets of as many nodes either is least for those that are first in lexicographic order, a smallest factor
    first (Lindsey 1964; Azizoglu and Egecioglu 2003). With half of the nodes, rounded down, these fill floor(k/2) of the k layers
    of the first dimension and, for odd k, the same half of one further layer. So a = floor(k/2) or ceil(k/2) on each copy that
    is cut, a(k - a) = q, the a nodes are next to one another, and no inequality is strict. The other orders give halves
    too, none with fewer channels. The number of copies cut of m dimensions of one factor is F(1) = 1 and F(m) = k^(m-1), for odd
    k k^(m-1) + F(m-1), times the nodes of the dimensions behind.

    References
    ----------
    J. H. Lindsey, Assignment of numbers to vertices, American Mathematical Monthly 71, 1964.
    M. C. Azizoglu and O. Egecioglu, Extremal sets minimizing dimension-normalized boundary in Hamming graphs, SIAM Journal on
    Discrete Mathematics 17, 2003.
    """

    groups: Groups
    small: tuple[tuple[int, ...], ...]
    kind: ClassVar[str] = "isoperimetric inequality"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        k, a = sp.Symbol("k", positive=True), sp.Symbol("a")
        require(len({CUT.get(g.kind.name) for g in self.groups}) == 1, "the factors are not alike")
        for rest in (0, 1):
            short = (k**2 - rest) / 4 - a * (k - a)
            require(sp.expand(short - ((k - 2 * a) ** 2 - rest) / 4) == 0, "a(k - a) is not completed to a square")
        d = sp.Symbol("d", positive=True)
        odd, even = (k**d - 1) / (k - 1), k ** (d - 1)
        require(equal(odd.subs(d, d + 1), k**d + odd) and odd.subs(d, 1) == 1, "the recurrence for odd sizes fails")
        require(even.subs(d, 1) == 1, "the recurrence for even sizes does not start")
        require(before.xreplace({half(): least_half(self.groups)}) == after, "not the channels of the first half")
        _compare(self.groups, self.small)

    def describe(self) -> list[str]:
        return [f"the written argument; compared with all halves of {len(self.small)} networks"]


@dataclass(frozen=True)
class TwoFactorsCut(Proof):
    """The bisection width of a product of two factors, of w and k nodes, each cut in a number of channels of its own.

    There are k rows, copies of the factor of w nodes, and w columns. A row with nodes on both sides has at least p channels between
    them, a column at least q. If all columns are cut, these are q w channels, and for odd k some row is cut, too: otherwise the half
    would consist of whole rows. The first half by rows has as many. The same holds if all rows are cut. Otherwise some
    row and some column lie on one side, on the same one, since they meet. The nodes of the other side, at least M = floor(wk/2), are
    in r < k rows and c < w columns that are cut, with r c >= M and p r + q c >= 2 sqrt(pq M) channels. Let p k <= q w; the other
    case is the same with rows and columns exchanged. The square of 2 sqrt(pq M) is 2 (pk)(qw) at even w, at least 2 (pk)^2, so these
    are more than the p k channels of all rows. At odd w it is at least 2 (pk)(qw) - 2pq, and the first half by columns has p k + q
    channels. With qw >= pk the first is not less than (pk + q)^2 if (pk)^2 - 2q(pk) - q^2 - 2pq is not negative, which it is for
    finitely many k alone; for each of these the first is not less from some w on. At the sizes that are left all numbers of rows
    and columns are tried.
    """

    groups: Groups
    small: tuple[tuple[int, ...], ...]
    kind: ClassVar[str] = "rows and columns"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        r, c, p, q, x, y = sp.symbols("r c p q x y", positive=True)
        require(sp.expand((p * r + q * c) ** 2 - 4 * p * q * r * c - (p * r - q * c) ** 2) == 0, "not a square")
        least = 2 * x * (x + y) - 2 * p * q - (x + q) ** 2
        require(
            sp.expand(least - (2 * x * y + x**2 - 2 * q * x - q**2 - 2 * p * q)) == 0,
            "not the difference of both sides",
        )
        require(two_unlike(self.groups), "not two dimensions of this kind")
        channels = [CUT[g.kind.name] for g in self.groups]
        for one, other in permutations(channels):
            require(not narrow_corners(one, other), "a corner of fewer rows and columns has fewer channels")
        require(before.xreplace({half(): least_half(self.groups)}) == after, "not the channels of the first half")
        _compare(self.groups, self.small)

    def describe(self) -> list[str]:
        return [
            f"the written argument; few rows tried one by one, and compared with all halves of {len(self.small)} networks"
        ]


def narrow_corners(p: int, q: int) -> list[tuple[int, int]]:
    """Sizes with w odd and p k <= q w at which r < k rows and c < w columns could have fewer channels than all rows and a half.

    Parameters
    ----------
    p, q : int
        Channels of a row and of a column that is cut.

    Returns
    -------
    list of tuple of (int, int)
        Numbers w and k that the inequality leaves open and at which r and c exist.
    """
    found, k = [], 2
    while (p * k) ** 2 - 2 * q * p * k - q**2 - 2 * p * q < 0 or p * k < q:
        w = 3
        while 2 * p * k * q * w < (p * k + q) ** 2 + 2 * p * q:
            half_of_all, enough = w * k // 2, min(p * k + q, q * w + k % 2 * p)
            columns = ((r, -(-half_of_all // r)) for r in range(1, k))
            if any(c < w and p * r + q * c < enough for r, c in columns):
                found.append((w, k))
            w += 2
        k += 1
    return found


def _compare(groups: Groups, small: Sequence[tuple[int, ...]]) -> None:
    """Compare with all halves: a size of each group, and the number of dimensions of one group alone."""
    require(bool(small), "there is no size for the comparison")
    for sizes in small:
        counts = sizes[len(groups) :] or [1] * len(groups)
        alone = [Group(g.kind, sp.Integer(n), sp.Integer(m)) for g, n, m in zip(groups, sizes, counts, strict=False)]
        made = [(g.kind.name, int(g.size)) for g in alone for _ in range(int(g.count))]
        require(narrowest(made) == evaluate(least_half(tuple(alone)), {}), f"the halves of {made} give another width")
