"""The vertex forwarding index of a line, and of its product with a clique or a bus."""

from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.expressions.evaluate import evaluate
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.algebra.expressions.proof import ARGUED, Proof, require
from netlemma.derive.networks.products.factors import KINDS
from netlemma.derive.networks.products.index_proofs import passing
from netlemma.derive.networks.products.passing.routes import fewest_in_middle
from netlemma.derive.networks.products.path_counting import Group, Groups

ONE_HOP = ("clique", "bus")  # factors whose nodes are all one hop apart


def one_line(groups: Groups) -> bool:
    """Whether this is a line alone, or a line and one factor whose nodes are all one hop apart."""
    names = sorted(g.kind.name in ONE_HOP for g in groups)
    lines = [g for g in groups if g.kind.name == "line"]
    return len(lines) == 1 and names in ([False], [False, True]) and all(g.count == 1 for g in groups)


def through_layers(groups: Groups) -> sp.Expr:
    """The least largest number of messages through a node, for a line of n nodes and another factor of m (1 if there is none)."""
    n, m = _sizes(groups)
    even = m * n * (n - 2) / 2 + m - 1
    odd = m * (n - 1) ** 2 / 2 + sp.Max(0, 2 * (m - 3) / 3)
    return sp.Piecewise((even, sp.Eq(sp.Mod(n, 2), 0)), (odd, True))


def _sizes(groups: Groups) -> tuple[sp.Expr, sp.Expr]:
    (n,) = (g.size for g in groups if g.kind.name == "line")
    return n, sp.Mul(*(g.size for g in groups if g.kind.name != "line"))


@dataclass(frozen=True)
class LayersPassed(Proof):
    """The least largest number of messages through a node of a line of n nodes, or of its product with a clique or bus of m nodes.

    The product has n layers of m nodes, for the line alone m = 1. Let x be the distance of a layer from the middle (0, 1, 2, ... on
    either side for odd n, 1/2, 3/2, ... for even n), at most h = (n - 1)/2. A message passes a node in each layer between those of its
    ends: these are B(x) = 2 m (h^2 - x^2) messages for each node of layer x.

    No routing does with less: take the t middle layers, and a message from one of them to another one whose digits in the other
    dimension differ, too. It passes one node more in these layers. If it stays there, it makes one hop more than the layers are
    apart. If it leaves them, it does so from an outermost layer, and comes back to it: these two nodes are not between the layers of
    its ends, and at most one of them is an end. So some node of the t layers is passed by their mean of B and (t - 1)(m - 1) messages
    more: M(1) = B(0) or M(3) for odd n, M(2) for even n.

    A routing that needs no more: along the line, with the other hop in the layer on the way with the largest x; messages from x to -x
    make it in either, half each. All digits of the other dimension are loaded alike. A layer x > 0 has 2x - 1 layers nearer to the
    middle, and its nodes are passed by L(x) = B(x) + (m - 1)(4x - 1) messages, which falls with x. So for even n the most are
    L(1/2) = M(2). For odd n these are B(0) = M(1) and L(1) = M(1) + m - 3. If m > 3, the messages between the middle and the layers
    next to it make the hop in the middle so often that y = (m - 3)/3 of those of each node of layer 1 are moved, of 2(m - 1): the
    three layers then have M(1) + 2y = L(1) - y = M(3). The next layer has L(2) < M(1).
    """

    groups: Groups
    small: tuple[tuple[int, ...], ...]
    kind: ClassVar[str] = "layers of a line"
    strength: ClassVar[str] = ARGUED

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(one_line(self.groups), "not a line, or a line and a factor whose nodes are one hop apart")
        x, h, m = sp.symbols("x h m", positive=True)
        between = lambda x: 2 * m * (h**2 - x**2)  # noqa: E731
        load = lambda x: between(x) + (m - 1) * (4 * x - 1)  # noqa: E731
        one, two, three = between(0), between(sp.S.Half) + m - 1, (between(0) + 2 * between(1)) / 3 + 2 * (m - 1)
        falls = load(x) - load(x + 1) - 4 * m * (x - sp.S.Half) - 4
        require(sp.expand(falls) == 0, "the load may rise towards the ends")
        require(sp.expand(load(sp.S.Half) - two) == 0, "the two middle layers have another load")
        require(sp.expand(load(2) - one + m + 7) == 0, "the second layer may have more than the middle")
        require(sp.expand(load(1) - one - (m - 3)) == 0, "the layer next to the middle has another load")
        y = (m - 3) / 3
        require(sp.expand(load(1) - y - three) == 0 and sp.expand(one + 2 * y - three) == 0, "three layers differ")
        require(sp.expand(2 * (m - 1) - y - (5 * (m - 1) + 2) / 3) == 0, "there may be fewer messages to move")
        n, factor = _sizes(self.groups)
        here = {h: (n - 1) / 2, m: factor}
        least = sp.Piecewise(
            (two.subs(here), sp.Eq(sp.Mod(n, 2), 0)), (one.subs(here) + sp.Max(0, 2 * y.subs(here)), True)
        )
        for parity in (0, 1):
            case = {sp.Mod(n, 2): sp.Integer(parity)}
            require(equal(least.subs(case), through_layers(self.groups).subs(case)), "not the most of middle layers")
        require(before.xreplace({passing(): through_layers(self.groups)}) == after, "not the load of middle layers")
        require(bool(self.small), "there is no size for the comparison")
        for sizes in self.small:
            alone = tuple(
                Group(KINDS[g.kind.name], sp.Integer(n), sp.S.One) for g, n in zip(self.groups, sizes, strict=True)
            )
            made = [(g.kind.name, int(g.size)) for g in alone]
            require(
                fewest_in_middle(made) == evaluate(through_layers(alone), {}), f"messages of {made} pass another number"
            )

    def describe(self) -> list[str]:
        return [f"the written argument; compared with all blocks of middle layers of {len(self.small)} networks"]
