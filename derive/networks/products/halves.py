"""Bisection widths of products: the first half of the nodes in a lexicographic order, and products whose sizes are even."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from typing import ClassVar

import sympy as sp

from derive.algebra.expressions import notation as at
from derive.algebra.expressions.evaluate import evaluate
from derive.algebra.expressions.normal_form import equal
from derive.algebra.expressions.proof import ARGUED, Proof, require
from derive.networks.products import brute_force
from derive.networks.products.factors import KINDS
from derive.networks.products.path_counting import Group, Groups, node_count

MOST_HALVED = 12  # nodes of which all halves are tried
MOST_ORDERED = 3  # groups of dimensions whose orders are compared
CUT = {"line": 2, "ring": 4, "oneway-ring": 2, "bus": 1}  # channels of a copy of the factor that is cut in the middle


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


def half() -> at.Extreme:
    """The least over halves S of the channels between S and the other nodes."""
    chosen = sp.Symbol("S'")
    return at.least(sp.Function("b")(chosen), chosen, "H")


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


def cut_in_the_middle(groups: Groups) -> Groups:
    """The groups of which one is cut in the middle by a narrowest half: those of even size, unless an odd one bounds less.

    Sizes with names are taken to be even; the tuple is empty where nothing is said.
    """
    even = tuple(g for g in groups if not g.size.is_odd)
    odd = [g for g in groups if g.size.is_odd]
    if not odd:
        return groups
    values = [spectral_bound(g) for g in even]
    known = all(value.is_number for value in values)
    return even if even and known and min(values) <= min(spectral_bound(g) for g in odd) else ()


def spectral_bound(group: Group) -> sp.Expr:
    """Least number of channels between two halves for each node of the network, if a number of dimensions are like this one."""
    n = group.size
    return n / 2 if group.kind.name == "clique" else CUT[group.kind.name] * n / (n**2 - (1 if n.is_odd else 0))


def middles_cut(groups: Groups) -> sp.Expr:
    """Channels between the two halves of a product that are cut in the middle of the dimension where that takes fewest."""
    return sp.Min(*(node_count(groups) * spectral_bound(g) for g in cut_in_the_middle(groups)))


@dataclass(frozen=True)
class MiddlesCut(Proof):
    """The bisection width of a product of N nodes, cut in the middle of a dimension of even size.

    A copy of a factor of k nodes with a of them in S and 0 < a < k has at least c channels between them and the others: 2 of a
    line, 4 of a ring, 2 of a one-way ring, 1 of a bus, 2a(k - a) of a clique. With q = floor(k^2/4) >= a(k - a) it cuts at
    least w a(k - a) channels with w = c/q, where w = 2 for cliques. The sum of w a(k - a) over all copies is the weight of the edges
    between S and the other nodes in the product of cliques whose edges weigh w. The least eigenvalue but 0 of its Laplacian matrix is
    the least w k, since the eigenvalues of a product are sums of those of its factors, and those of a clique are 0 and w k. By
    Rayleigh's principle, applied to the vector that is 1 on S and -1 elsewhere, the weight is at least N/4 times the least w k for a
    half S. Where that is of a dimension with an even number k of nodes, the half that is cut in its middle meets it: of it N/k copies
    of the factor are cut, each with c = w k^2/4 channels.

    References
    ----------
    M. Fiedler, Algebraic connectivity of graphs, Czechoslovak Mathematical Journal 23, 1973.
    """

    groups: Groups
    small: tuple[tuple[tuple[str, int], ...], ...]
    kind: ClassVar[str] = "spectral bound met by a cut"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        k, a = sp.Symbol("k", positive=True), sp.Symbol("a")
        for rest in (0, 1):
            short = (k**2 - rest) / 4 - a * (k - a)
            require(sp.expand(short - ((k - 2 * a) ** 2 - rest) / 4) == 0, "a(k - a) is not completed to a square")
        for group in self.groups:
            n, clique = group.size, group.kind.name == "clique"
            most = (n**2 - (1 if n.is_odd else 0)) / 4
            channels = 2 * most if clique else sp.Integer(CUT[group.kind.name])
            require(equal(channels / most * n / 4, spectral_bound(group)), f"another bound of {group.label}")
            if group in cut_in_the_middle(self.groups):
                require(equal(channels / n, spectral_bound(group)), f"the cut of {group.label} does not meet the bound")
        require(before.xreplace({half(): middles_cut(self.groups)}) == after, "not the channels of the least middle")
        require(bool(self.small), "there is no size for the comparison")
        for made in self.small:
            alone = tuple(Group(KINDS[name], sp.Integer(n), sp.S.One) for name, n in made)
            require(narrowest(list(made)) == middles_cut(alone), f"the halves of {made} give another width")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(bool(cut_in_the_middle(self.groups)), "an odd number of nodes bounds least")
        for group in self.groups:
            even = sp.Eq(sp.Mod(group.size, 2), 0)
            require(group.size.is_number or even in assumptions, f"{group.label} may have an odd number of nodes")

    def describe(self) -> list[str]:
        return [f"the written argument; compared with all halves of {len(self.small)} networks"]


def cuts(dimensions: brute_force.Dimensions) -> Iterator[tuple[set[brute_force.Node], int]]:
    """The devices of a product as sets of nodes, each with its channels."""
    for j, (kind, n) in enumerate(dimensions):
        rest = [range(size) if i != j else range(1) for i, (_, size) in enumerate(dimensions)]
        for fibre in product(*rest):
            line = [(*fibre[:j], digit, *fibre[j + 1 :]) for digit in range(n)]
            if kind == "bus":
                yield set(line), 1
            elif kind == "clique":
                yield from (({u, v}, 2) for u, v in combinations(line, 2))
            else:
                around = [] if kind == "line" else [line[0]]
                yield from (({u, v}, 1 if kind == "oneway-ring" else 2) for u, v in pairwise([*line, *around]))


def narrowest(dimensions: brute_force.Dimensions) -> Fraction:
    """Fewest channels between two halves; beyond 12 nodes of those that are first in a lexicographic order.

    Parameters
    ----------
    dimensions : Dimensions
        Kind and number of nodes of each dimension's factor.

    Returns
    -------
    Fraction
        Number of channels.
    """
    every, devices = brute_force.nodes(dimensions), list(cuts(dimensions))
    half_of_all = len(every) // 2
    orders = {tuple(dimensions[j] for j in order): order for order in permutations(range(len(dimensions)))}
    first = (sorted(every, key=lambda node, order=order: [node[j] for j in order]) for order in orders.values())  # type: ignore[misc]
    halves = combinations(every, half_of_all) if len(every) <= MOST_HALVED else (x[:half_of_all] for x in first)
    chosen = (set(half) for half in halves)
    return Fraction(min(sum(w for device, w in devices if 0 < len(device & part) < len(device)) for part in chosen))
