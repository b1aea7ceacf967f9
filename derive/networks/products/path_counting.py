"""Path counting in products: sums over all pairs of digit vectors, factor by factor, and sums over offsets of vertex-transitive factors."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import a, b, k, pair_sum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.networks.products.factor_certificates import (
    CyclicShift,
    Reindexing,
    certify_distance,
    certify_largest,
)
from netlemma.derive.networks.products.factors import KINDS, FactorKind

# Path counting in products: sums over all pairs of digit vectors, factor by factor.
#
# The general theorems, each stated and proved once as a proof class and used by the steps of derivations:
#
# * *distances add*: a hop changes one digit, so the distance between digit vectors is the sum of the factors' distances
#   (DistancesAdd), and a shortest path makes exactly the factor's distance in hops in each dimension
#   (HopsCounted);
# * *independence of dimensions*: a sum over all pairs of digit vectors of a sum (or product) over dimensions consists of
#   sums over one factor (OverFactors), by induction over the factors;
# * *generating functions multiply*: the product case of the same induction, with ``z**distance`` as summand;
# * *largest distances add* (LargestDistance) and *interleavings are multinomial* (PathsInterleave).


_x, _y, _u, _v = sp.symbols("x y u v", integer=True)


@dataclass(frozen=True)
class Group:
    """``count`` dimensions, each a factor of ``size`` nodes of one kind, as in ``ring(w)^D``.

    ``mark`` distinguishes groups of one product that have the same factor, as in ``ring(w) x line(4) x ring(w)``.
    """

    kind: FactorKind
    size: sp.Expr
    count: sp.Expr
    mark: str = ""

    @property
    def label(self) -> str:
        return f"{self.kind.name}({self.size}){self.mark}"

    def total(self, body: sp.Expr) -> at.DimensionSum:
        """``body`` summed over the dimensions of the group."""
        return at.DimensionSum(body, self.size, self.count, sp.Symbol(self.label))

    def product(self, body: sp.Expr, count: sp.Expr | None = None) -> at.DimensionProduct:
        """``body`` multiplied over the dimensions of the group."""
        return at.DimensionProduct(body, self.size, self.count if count is None else count, sp.Symbol(self.label))

    @property
    def distance(self) -> at.DimensionSum:
        """The distance in the dimensions of the group."""
        return self.total(self.kind.distance(self.size))


Groups = tuple[Group, ...]


def node_count(groups: Groups) -> sp.Expr:
    """N, the number of nodes."""
    return sp.Mul(*(g.size**g.count for g in groups))


def distance_by_digits(expr: sp.Expr, groups: Groups) -> sp.Expr:
    """``d(s, t)`` replaced by the sum over dimensions; a power of it by the product of powers."""
    powers = {
        p: sp.Mul(*(g.product(p.base**g.distance.body) for g in groups))
        for p in expr.atoms(sp.Pow)
        if p.exp == at.distance
    }
    return expr.xreplace(powers).xreplace({at.distance: sp.Add(*(g.distance for g in groups))})


@dataclass(frozen=True)
class DistancesAdd(Proof):
    """d(s, t) is the sum over dimensions of the factors' distances.

    It checks the potential certificate of each factor, and that the sum of potentials is one for the product: a hop
    lowers one term by at most one and leaves the others unchanged, and where the sum is not zero some term is not zero.
    """

    groups: Groups
    kind: ClassVar[str] = "distance certificate"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        _certify(self.groups)
        require(
            shows([_u >= _x - 1, _v >= _y, _v <= _y], _u + _v >= _x + _y - 1), "a hop lowers the sum by more than one"
        )
        require(shows([_x >= 0, _y >= 0, _x + _y >= 1, _x <= 0], _y >= 1), "a positive sum without a positive term")
        require(
            distance_by_digits(before, self.groups) == after, f"{after} does not have the sum in the place of d(s,t)"
        )

    def describe(self) -> list[str]:
        names = ", ".join(dict.fromkeys(g.kind.name for g in self.groups))
        return [
            f"potential argument for {names}: zero exactly at home, no hop lowers it by more than one, some hop lowers it by one"
        ]


@dataclass(frozen=True)
class HopsCounted(Proof):
    """Crossings of all devices of a group by one message: its hops there, whose number is the group's distance.

    A path makes h_j >= d_j hops in dimension j, since a hop changes one digit; a shortest path makes the sum of the d_j
    in total; so h_j = d_j for each j. Every hop in a dimension crosses exactly one device of that dimension.
    """

    groups: Groups
    crossed: Group
    kind: ClassVar[str] = "distance certificate"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        _certify(self.groups)
        hops = [_u >= _x, _v >= _y, _u + _v <= _x + _y]
        require(shows(hops, _u <= _x) and shows(hops, _v <= _y), "hops and distances differ")
        require(self.crossed in self.groups, "the dimensions belong to another network")
        whole = at.DeviceSum(at.PairSum(at.crossings))
        require(before.has(whole), f"no sum over devices in {before}")
        require(
            before.xreplace({whole: at.PairSum(self.crossed.distance)}) == after, "not the hops in these dimensions"
        )

    def describe(self) -> list[str]:
        return [
            "hops h_j >= d_j in each dimension and the sum of h_j = the sum of d_j imply h_j = d_j; exchange of the two sums"
        ]


def _certify(groups: Groups) -> None:
    for kind in {g.kind.name: g.kind for g in groups}.values():
        certify_distance(kind)


@dataclass(frozen=True)
class OverFactors(Proof):
    """Sums over all pairs of digit vectors, by induction over the factors.

    With N nodes so far and T the sum so far, a further factor of n nodes with pair sum W turns T into ``n**2 * T + N**2
    * W`` (a sum over dimensions) or ``T * W`` (a product), by linearity of finite sums; the closed forms ``N**2 *
    sum(m*W/n**2)`` and ``product(W**m)`` satisfy this recurrence and hold for the empty product.
    """

    groups: Groups
    kind: ClassVar[str] = "induction over the factors"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        _fubini()
        sums = before.atoms(at.PairSum)
        require(len(sums) > 0, "no sum over pairs in {}", before)
        table = {s: self._closed(s.body) for s in sums}
        require(equal(before.xreplace(table), after), "the induction does not give {}", after)

    def _closed(self, body: sp.Expr) -> sp.Expr:
        if body.has(at.DimensionProduct):
            return self._product(sp.Mul.make_args(body))
        return self._sum(sp.Add.make_args(body))

    def _sum(self, terms: Sequence[sp.Expr]) -> sp.Expr:
        sizes = {(g.size, g.label): g.count for g in self.groups}
        counters = {g: sp.Symbol(f"m{i}", positive=True) for i, g in enumerate(self.groups)}
        nodes = sp.Mul(*(g.size ** counters[g] for g in self.groups))
        total = sp.Integer(0)
        for term in terms:
            require(isinstance(term, at.DimensionSum), f"{term} is not a sum over dimensions")
            require(sizes.get((term.size, term.label)) == term.count, f"{term} is not over dimensions of this network")
            group = next(g for g in self.groups if (g.size, g.label) == (term.size, term.label))
            own = at.pair_sum(term.body, term.size)
            share = nodes**2 * counters[group] * own / group.size**2
            for other in self.groups:
                step = {counters[other]: counters[other] + 1}
                added = nodes**2 * own if other == group else 0
                require(equal(share.subs(step), other.size**2 * share + added), "the induction step fails")
            require(share.subs(dict.fromkeys(counters.values(), 0)) == 0, "the induction does not start")
            total += share
        return total.subs({m: g.count for g, m in counters.items()})

    def _product(self, terms: Sequence[sp.Expr]) -> sp.Expr:
        counts: dict[tuple[sp.Expr, str], sp.Expr] = {}
        total = sp.Integer(1)
        for term in terms:
            require(isinstance(term, at.DimensionProduct), "{} is not a product over dimensions", term)
            total *= at.pair_sum(term.body, term.size) ** term.count
            key = (term.size, term.label)
            counts[key] = counts.get(key, 0) + term.count
        for group in self.groups:
            count = counts.pop((group.size, group.label), sp.Integer(0))
            require(equal(count, group.count), f"the product does not cover the dimensions of {group.label}")
        require(not counts, "the product has dimensions of another network")
        return total

    def describe(self) -> list[str]:
        return [
            "one more factor turns T into n^2 T + N^2 W (sum over dimensions) or T W (product); checked with the empty product"
        ]


@cache  # they are about symbols alone: once for all products
def _fubini() -> None:
    """The two recurrences from linearity alone, with symbolic functions on two index sets of symbolic size.

    That of a product, T * W, is solved by powers of the pair sum W.
    """
    f, g = sp.Function("f"), sp.Function("g")
    many, n = sp.symbols("alpha n", integer=True, positive=True)
    c, d = sp.symbols("c d", integer=True)
    limits = ((at.b, 0, many - 1), (at.a, 0, many - 1), (d, 0, n - 1), (c, 0, n - 1))
    one, two = f(at.a, at.b), g(c, d)
    own_f, own_g = at.pair_sum(one, many), at.pair_sum(g(at.a, at.b), n)
    require(equal(sp.Sum(one + two, *limits), n**2 * own_f + many**2 * own_g), "linearity of sums fails")
    require(equal(sp.Sum(one * two, *limits), own_f * own_g), "sums of products do not factor")
    W, m = sp.symbols("W m")
    require(equal(W ** (m + 1), W**m * W), "the induction step fails")


@dataclass(frozen=True)
class LargestDistance(Proof):
    """The largest sum is the sum of the largest terms, since each dimension's digits are chosen freely."""

    groups: Groups
    kind: ClassVar[str] = "affine bounds"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for group in self.groups:
            certify_largest(group.kind)
        require(shows([_x <= _u, _y <= _v], _x + _y <= _u + _v), "a sum exceeds the sum of its bounds")
        body = sp.Add(*(g.distance for g in self.groups))
        largest = sp.Add(*(g.count * g.kind.largest(g.size) for g in self.groups))
        require(equal(before.xreplace({at.PairMax(body): largest}), after), f"the largest distance is not {after}")

    def describe(self) -> list[str]:
        return ["no factor's distance exceeds its bound, for either parity, and one pair of digits attains it"]


def group(kind: str, size: sp.Expr, count: sp.Expr = sp.S.One) -> Group:
    """A group of dimensions by the name of its factor.

    >>> group("ring", at.parameter("w"), at.parameter("D")).label
    'ring(w)'
    """
    return Group(KINDS[kind], size, count)


# Sums over pairs of digits rewritten as sums over offsets, for vertex-transitive factors.


def shift(write: DerivationBuilder, summands: Sequence[tuple[Group, sp.Expr]]) -> dict[str, sp.Expr]:
    """Rewrite sums over digits as sums over offsets for vertex-transitive factors."""
    found: dict[str, sp.Expr] = {}
    reindexings: dict[sp.Sum, Reindexing] = {}
    for group, body in summands:
        old = pair_sum(body, group.size)
        found[group.label] = old
        if group.kind.offset is not None:
            offset = body.xreplace({group.kind.distance(group.size): group.kind.offset(group.size)})
            new = group.size * sp.Sum(offset, (k, 0, group.size - 1))
            reindexings[old] = Reindexing(old, new, offset, ((a, a), (k, b - a)), group.size)
            found[group.label] = new
    write.step(
        write.now.xreplace({old: r.new for old, r in reindexings.items()}),
        "the factor looks the same from every node: the distance depends only on the offset k' from source to destination",
        CyclicShift(tuple(reindexings.values())),
    )
    return found
