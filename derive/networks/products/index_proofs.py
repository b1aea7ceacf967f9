"""Theorems on indices of products: moments of distances, eccentricities, edge and vertex forwarding indices."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import impossible, shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import PairSum, pair_sum
from netlemma.derive.algebra.proof import ARGUED, Proof, require, weakest
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.products.brute_force_products import fewest_in_middle
from netlemma.derive.networks.products.factor_certificates import certify_largest, certify_pieces
from netlemma.derive.networks.products.factors import KINDS, FactorKind
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count

# Theorems on indices of products: moments of distances, eccentricities, forwarding indices.


_h = sp.Symbol("h", integer=True)


def second_moment(groups: Groups) -> sp.Expr:
    """The sum of the squares of the distances of all ordered pairs, by the sums of each factor."""
    mean = sp.Add(*(g.count * _mean(g, 1) for g in groups))
    variance = sp.Add(*(g.count * (_mean(g, 2) - _mean(g, 1) ** 2) for g in groups))
    return node_count(groups) ** 2 * (variance + mean**2)


def _mean(group: Group, power: int) -> sp.Expr:
    return pair_sum(group.kind.distance(group.size) ** power, group.size) / group.size**2


@dataclass(frozen=True)
class SquaresOverFactors(Proof):
    """The sum over all pairs of S + S^2, where S is a sum over the dimensions, by induction over the factors.

    With N nodes so far, a further factor of n nodes whose terms have the sum W and whose squares have the sum Q turns T_1 into
    ``n**2*T_1 + N**2*W`` and T_2 into ``n**2*T_2 + 2*T_1*W + N**2*Q``, by linearity of finite sums. The closed forms satisfy
    both recurrences and hold for the empty product: as for independent random variables, means and variances add.
    """

    groups: Groups
    kind: ClassVar[str] = "induction over the factors"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        f, g = sp.symbols("f g")
        require(sp.expand((f + g) ** 2 - f**2 - 2 * f * g - g**2) == 0, "the square of a sum")
        counters = {g: sp.Symbol(f"m{i}", positive=True) for i, g in enumerate(self.groups)}
        counted = tuple(Group(g.kind, g.size, counters[g], g.mark) for g in self.groups)
        nodes = node_count(counted)
        first = nodes**2 * sp.Add(*(g.count * _mean(g, 1) for g in counted))
        second = second_moment(counted)
        for group in self.groups:
            step, n = {counters[group]: counters[group] + 1}, group.size
            own, squares = (_mean(group, power) * n**2 for power in (1, 2))
            require(equal(first.subs(step), n**2 * first + nodes**2 * own), "the induction step of the sums fails")
            then = n**2 * second + 2 * first * own + nodes**2 * squares
            require(equal(second.subs(step), then), "the induction step of the squares fails")
        empty = dict.fromkeys(counters.values(), 0)
        require(first.subs(empty) == 0 and second.subs(empty) == 0, "the induction does not start")
        total = sp.Add(*(g.distance for g in self.groups))
        whole = PairSum(total + total**2)
        require(before.has(whole), f"no sum over pairs of a distance and its square in {before}")
        moments = (first + second).subs({m: g.count for g, m in counters.items()})
        require(equal(before.xreplace({whole: moments}), after), f"the induction does not give {after}")

    def describe(self) -> list[str]:
        return ["one more factor turns T_1 into n^2 T_1 + N^2 W and T_2 into n^2 T_2 + 2 T_1 W + N^2 Q"]


def least_eccentricity(kind: FactorKind, size: sp.Expr) -> sp.Expr:
    """The radius of one factor."""
    return kind.largest(size) if kind.alike else sp.floor(size / 2)


@dataclass(frozen=True)
class EccentricitiesAdd(Proof):
    """The least eccentricity of a product is the sum of those of its factors, whose digits are chosen freely.

    Where the distance depends on the offset alone, every digit has the largest distance as its eccentricity. On a line the
    digit h = floor(n/2) is at most h away from all others, and no digit is less than h away from both ends.
    """

    groups: Groups
    kind: ClassVar[str] = "affine bounds"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for group in self.groups:
            if group.kind.alike:
                certify_pieces(group.kind)
                certify_largest(group.kind)
            else:
                self._line(group.kind)
        total = sp.Add(*(g.distance for g in self.groups))
        found = sp.Add(*(g.count * least_eccentricity(g.kind, g.size) for g in self.groups))
        require(equal(before.xreplace({radius_of(total): found}), after), f"the least eccentricity is not {after}")

    @staticmethod
    def _line(kind: FactorKind) -> None:
        n, a, b = sp.Symbol("n", integer=True), at.a, at.b
        certify_pieces(kind)
        for rest in (0, 1):
            size = 2 * _h + rest
            for piece in kind.pieces(n):
                here = [sp.S(c).subs(n, size) for c in (*kind.domain(n), *piece.conditions)]
                middle = [c.subs(a, _h) for c in here]
                require(
                    shows(middle, piece.value.subs({n: size, a: _h}) <= _h), "the middle digit has a larger distance"
                )
            ends = [a >= 0, a <= size - 1, size >= 2, a <= _h - 1, size - 1 - a <= _h - 1]
            require(impossible(ends), "a digit is nearer to both ends")
            for end, away in ((sp.Integer(0), a), (size - 1, size - 1 - a)):
                for piece in kind.pieces(n):
                    here = [sp.S(c).subs({n: size, b: end}) for c in (*kind.domain(n), *piece.conditions)]
                    require(shows(here, piece.value.subs({n: size, b: end}) >= away), "an end is nearer")

    def describe(self) -> list[str]:
        return ["the middle digit of a line is within floor(n/2) of all others, and no digit is nearer to both ends"]


def radius_of(body: sp.Expr) -> at.Extreme:
    """The least over s of the largest over t of an expression."""
    return at.least(at.greatest(body, at.destination, "V"), at.source, "V")


@dataclass(frozen=True)
class CongestionMet(Proof):
    """The least congestion of a class of devices over all routings, which dimension-order routing has.

    A route makes in every dimension at least as many hops as its digits are apart, and each of them crosses a device of
    that dimension. So where the devices of a class are alike under dimension order, no routing loads all of them less than
    their mean. On lines the messages between both sides of a position have to cross the links there, one on each copy of the
    line; dimension order needs no more crossings, and loads them alike. The index is the largest of these loads.
    """

    lemmas: tuple[tuple[Group, Lemma, Lemma], ...]  # group, mean or load at a position, and largest load
    nodes: sp.Expr
    values: tuple[sp.Expr, ...]
    kind: ClassVar[str] = "congestion met by a cut"

    @property
    def groups(self) -> Groups:
        """Groups of equal factors, in the order of their dimensions."""
        return tuple(group for group, *_ in self.lemmas)

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest(lemma.strength for _, *both in self.lemmas for lemma in both)

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        pairs = self.nodes * (self.nodes - 1)
        for (group, lower, upper), value in zip(self.lemmas, self.values, strict=True):
            lower.check()
            upper.check()
            if group.kind.alike:
                require(equal(lower.closed_form, upper.closed_form), f"{upper.key} exceeds the mean of the class")
            else:
                p, n = lower.domain.parameters[-1].symbol, group.size
                crossing = 2 * p * (n - p) * (self.nodes / n) ** 2
                require(equal(crossing / (self.nodes / n), pairs * lower.closed_form), "the cut is not met")
            require(equal(value, pairs * upper.closed_form), f"{value} is not the largest load of {group.label}")
        require(
            before.xreplace({congestion(): sp.Max(*self.values)}) == after, "not the largest load of dimension order"
        )

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for _, _, lemma in self.lemmas:
            for assumed in lemma.domain.assumptions():
                require(shows(assumptions, assumed), f"{lemma.key} is derived for {lemma.domain.describe()} only")

    def describe(self) -> list[str]:
        return [f"{lemma.key} is met by a lower bound, both re-checked here" for _, _, lemma in self.lemmas]


def congestion() -> at.Extreme:
    """The least over routings of the largest number of messages of all pairs that cross a device."""
    return at.least(at.DeviceMax(PairSum(at.crossings)), at.routing, "R")


@dataclass(frozen=True)
class PassedAlike(Proof):
    """The least largest number of messages through a node, where all nodes are equivalent.

    A route of d hops or more passes at least d - 1 nodes, so that no routing loads all nodes less than the mean of d - 1 over
    their number. Dimension order along shortest paths, ties split, is mapped onto itself by every shift of the digits, and
    shifts map every node to every other: it loads all nodes alike.
    """

    groups: Groups
    distance: Lemma
    kind: ClassVar[str] = "congestion met by symmetry"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.distance.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for group in self.groups:
            require(group.kind.alike, f"{group.label} is not the same from every node")
            certify_pieces(group.kind)
        self.distance.check()
        found = (node_count(self.groups) - 1) * (self.distance.closed_form - 1)
        require(before.xreplace({passing(): found}) == after, "not the mean number of messages through a node")

    def describe(self) -> list[str]:
        return [f"{self.distance.key}, re-checked here; shifts of the digits map every node to every other"]


def passing() -> at.Extreme:
    """The least over routings of the largest number of messages of all pairs through a node between their ends."""
    through = sp.Function("p")(at.word, at.source, at.destination)
    return at.least(at.greatest(PairSum(through), at.word, "V"), at.routing, "R")


@dataclass(frozen=True)
class ByDistance(Proof):
    """A sum over pairs of a function of their distance, as a sum over distances: every pair has one, at most the diameter."""

    body: sp.Expr
    scale: sp.Expr
    counted: Lemma
    largest: Lemma
    kind: ClassVar[str] = "pairs grouped by distance"

    @property
    def strength(self) -> str:  # type: ignore[override]
        return weakest((self.counted.strength, self.largest.strength))

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.counted.check()
        self.largest.check()
        i = self.counted.domain.parameters[-1].symbol
        total = sum_of_inverses(self.scale, self.counted.closed_form, i, self.largest.closed_form)
        require(self.body == inverse_distance(), "not the sum of 1/d")
        require(before.xreplace({PairSum(self.body): total}) == after, "not the sum over all distances")

    def describe(self) -> list[str]:
        return [f"{lemma.key}, re-checked here" for lemma in (self.counted, self.largest)]


def inverse_distance() -> sp.Expr:
    """1/d(s, t), and 0 for a node and itself."""
    return sp.Piecewise((1 / at.distance, at.distance >= 1), (0, True))


def sum_of_inverses(scale: sp.Expr, counted: sp.Expr, i: sp.Symbol, most: sp.Expr) -> sp.Expr:
    """The sum over the distances i of the pairs at this distance, divided by i.

    SymPy would take cases out of a sum within a sum, with the index in their conditions; so both become one sum.
    """
    body, ranges = (counted.function, counted.limits) if isinstance(counted, sp.Sum) else (counted, ())
    return sp.Sum(scale * body / i, *ranges, (i, 1, most))


# The vertex forwarding index of a line, and of its product with a clique or a bus.


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
