"""Bisection widths of products that are cut in the middle of a dimension, by a spectral bound."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require
from netlemma.derive.networks.products.bisection.all_halves import CUT, narrowest
from netlemma.derive.networks.products.bisection.halves import half
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count


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
