"""Bisection widths of products of a clique and a line, ring, one-way ring or bus, for all sizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require
from netlemma.derive.networks.products.bisection.all_halves import CUT, half, narrowest
from netlemma.derive.networks.products.bisection.halves import least_half
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.networks.products.path_counting import Group, Groups

_GAIN = 4  # factor of the gain of two layers


def one_clique(groups: Groups) -> bool:
    """Whether these are two dimensions, one of them a clique and the other one not."""
    names = [g.kind.name for g in groups]
    return len(groups) == 2 and all(g.count == 1 for g in groups) and names.count("clique") == 1


def in_layer(a: sp.Expr, q: sp.Expr) -> sp.Expr:
    """Channels of a clique between some of its nodes and the others.

    Parameters
    ----------
    a : Expr
        Number of these nodes.
    q : Expr
        Nodes of the clique.

    Returns
    -------
    Expr
        Number of directed channels, in both directions together.

    Examples
    --------
    >>> in_layer(sp.Integer(2), sp.Integer(5))
    12
    """
    return 2 * a * (q - a)


@dataclass(frozen=True)
class CliqueCut(Proof):
    """The bisection width of a product of a clique of q nodes and a factor of k nodes that is cut in p channels or more, p <= 4.

    There are k layers, cliques of q nodes, and q columns, copies of the other factor. A half with a_i nodes in layer i cuts
    f(a_i) = 2 a_i (q - a_i) channels there, and p or more in each column that is cut. Take a modulo q, and add up the a_i layer by
    layer. One more layer turns f(s) + f(a) into f(s + a) and a gain, which is 4 s a if s + a <= q and otherwise 4 (q - s)(q - a),
    never negative. So all layers together cut at least f(M) and the gains, where M = floor(kq/2) >= q: either half has M nodes or
    kq - M, and f(kq - M) = f(M). The first half by layers cuts p q + f(M) channels. If all columns are cut, no half has fewer. If
    c < q columns are, gains of p (q - c) are enough. Since M >= q, there is a first layer at which the sum reaches q, from some s < q.

    Let no column be all in the half that is counted, but some be all in the other one. Then no a is above c, and the layer at which
    the sum reaches q gains 4 (q - s)(q - a) >= 4 (q - c).

    Let u >= 1 columns be all in the half that is counted, and v >= 1 in the other one, where u + v = q - c. Then u <= a <= q - v in
    all layers. If the first two have a sum below q, they gain at least 4 u^2, and the layer at which the sum reaches q gains at least
    4 v. If their sum is above q, the same holds with both halves exchanged. If it is q, they gain 4 a (q - a) >= 4 (q - 1), which is at
    least 4 (u + v) unless u + v = q. Then every layer has u nodes, so that u = v, and they gain 4 u^2 >= 4 (u + v) unless u = 1. Then
    q = 2, and all k layers are cut, in 2 k channels, as many as the first half in the other order cuts.
    """

    groups: Groups
    small: tuple[tuple[int, int], ...]
    kind: ClassVar[str] = "layers and columns"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        a, s, q, u = sp.symbols("a s q u", positive=True)
        apart = in_layer(s, q) + in_layer(a, q)
        below, above = apart - in_layer(s + a, q), apart - in_layer(s + a - q, q)
        require(sp.expand(below - _GAIN * s * a) == 0, "another gain of layers with a sum up to q")
        require(sp.expand(above - _GAIN * (q - s) * (q - a)) == 0, "another gain of layers with a sum above q")
        require(sp.expand(in_layer(a, q) - in_layer(q - a, q)) == 0, "the halves of a layer differ")
        require(sp.expand(a * (q - a) - (q - 1) - (a - 1) * (q - a - 1)) == 0, "a (q - a) may be below q - 1")
        require(sp.expand(u**2 - 2 * u - u * (u - 2)) == 0 and in_layer(1, 2) == 2, "the case of two nodes differs")
        require(one_clique(self.groups), "not a clique and another factor")
        (other,) = (g.kind.name for g in self.groups if g.kind.name != "clique")
        require(CUT[other] <= _GAIN, "a column is cut in more channels than the gain")
        require(before.xreplace({half(): least_half(self.groups)}) == after, "not the channels of the first half")
        _compare(self.groups, self.small)

    def describe(self) -> list[str]:
        return [f"the written argument; compared with all halves of {len(self.small)} networks"]


def _compare(groups: Groups, small: Sequence[tuple[int, int]]) -> None:
    require(bool(small), "there is no size for the comparison")
    for sizes in small:
        alone = tuple(Group(KINDS[g.kind.name], sp.Integer(n), sp.S.One) for g, n in zip(groups, sizes, strict=True))
        made = [(g.kind.name, int(g.size)) for g in alone]
        require(narrowest(made) == evaluate(least_half(alone), {}), f"the halves of {made} give another width")
