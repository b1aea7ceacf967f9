"""Bisection widths of products: halves of powers of one factor, and of products whose sizes are even."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product
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
CUT = {"line": 2, "ring": 4, "oneway-ring": 2, "bus": 1}  # channels of a copy of the factor that is cut in the middle


def half_cut(group: Group) -> sp.Expr:
    """Channels between two halves of a power of one factor, the first nodes in lexicographic order and the others."""
    n, m = group.size, group.count
    even, odd = n ** (m - 1), (n**m - 1) / (n - 1)
    if group.kind.name == "clique":
        even, odd = even * n**2 / 2, odd * (n**2 - 1) / 2
    return CUT.get(group.kind.name, 1) * sp.Piecewise((even, sp.Eq(sp.Mod(n, 2), 0)), (odd, True))


def half() -> at.Extreme:
    """The least over halves S of the channels between S and the other nodes."""
    chosen = sp.Symbol("S'")
    return at.least(sp.Function("b")(chosen), chosen, "H")


@dataclass(frozen=True)
class HalvesCut(Proof):
    """The bisection width of a power of a factor of k nodes.

    A copy of the factor with a of its k nodes in S and 0 < a < k has at least c channels between them and the others: 2 of a
    line (one link), 4 of a ring, 2 of a one-way ring, 1 of a bus, all 2a(k - a) of a clique. With q = floor(k^2/4) >= a(k - a) it
    cuts at least c a(k - a)/q channels, where for cliques c = 2q. The sum of a(k - a) over all copies is the number of edges
    between S and the other nodes in the product of cliques, which among all sets of as many nodes is least for those that are
    first in lexicographic order (Lindsey 1964). With half of the nodes, rounded down, these fill floor(k/2) of the k layers
    of the first dimension and, for odd k, the same half of one further layer. So a = floor(k/2) or ceil(k/2) on each copy that
    is cut, a(k - a) = q, the a nodes are next to one another, and no inequality is strict. The number of copies cut is F(1) = 1
    and F(m) = k^(m-1), for odd k k^(m-1) + F(m-1).

    References
    ----------
    J. H. Lindsey, Assignment of numbers to vertices, American Mathematical Monthly 71, 1964.
    """

    group: Group
    small: tuple[tuple[int, int], ...]
    kind: ClassVar[str] = "isoperimetric inequality"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        k, a = sp.Symbol("k", positive=True), sp.Symbol("a")
        for rest in (0, 1):
            short = (k**2 - rest) / 4 - a * (k - a)
            require(sp.expand(short - ((k - 2 * a) ** 2 - rest) / 4) == 0, "a(k - a) is not completed to a square")
        d = sp.Symbol("d", positive=True)
        odd, even = (k**d - 1) / (k - 1), k ** (d - 1)
        require(equal(odd.subs(d, d + 1), k**d + odd) and odd.subs(d, 1) == 1, "the recurrence for odd sizes fails")
        require(even.subs(d, 1) == 1, "the recurrence for even sizes does not start")
        require(before.xreplace({half(): half_cut(self.group)}) == after, "not the channels of the first half")
        require(bool(self.small), "there is no size for the comparison")
        for size, dimensions in self.small:
            made = [(self.group.kind.name, size)] * dimensions
            cut = evaluate(half_cut(Group(self.group.kind, sp.Integer(size), sp.Integer(dimensions))), {})
            require(narrowest(made) == cut, f"the halves of {made} give another width")

    def describe(self) -> list[str]:
        return [f"the written argument; compared with all halves of {len(self.small)} networks"]


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
    """Fewest channels between two halves; beyond 12 nodes of those that are first in lexicographic order, by the dimension that leads.

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
    ordered = (sorted(every, key=lambda node, j=j: (node[j], node)) for j in range(len(dimensions)))  # type: ignore[misc]
    halves = combinations(every, half_of_all) if len(every) <= MOST_HALVED else (x[:half_of_all] for x in ordered)
    chosen = (set(half) for half in halves)
    return Fraction(min(sum(w for device, w in devices if 0 < len(device & part) < len(device)) for part in chosen))
