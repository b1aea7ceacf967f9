"""Bisection widths of products: the first half of the nodes in a lexicographic order, and cuts in the middle of a
dimension, by a spectral bound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Any, ClassVar

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import conditions_of, equal, resolve_cases
from netlemma.derive.algebra.proof import ARGUED, Proof, require
from netlemma.derive.algebra.summation.sums import close
from netlemma.derive.core.derivation import ByLemma
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.products.brute_force_products import CUT, half, narrowest
from netlemma.derive.networks.products.factors import KINDS, FactorKind, free_digit
from netlemma.derive.networks.products.path_counting import Group, Groups, node_count

# Bisection widths of products: the first half of the nodes in a lexicographic order, and products whose sizes are even.


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

    J. H. Lindsey, Assignment of numbers to vertices, American Mathematical Monthly 71, 1964.
    M. C. Azizoglu and O. Egecioglu, Extremal sets minimizing dimension-normalized boundary in Hamming graphs, SIAM Journal on
    Discrete Mathematics 17, 2003.
    """

    groups: Groups
    small: tuple[tuple[int, ...], ...]
    odd: bool = False  # whether the step is about odd sizes alone
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
        least = least_half(self.groups)
        least = _of_parity(least, self.groups[0].size, 1) if self.odd else least
        require(before.xreplace({half(): least}) == after, "not the channels of the first half")
        _compare(self.groups, self.small)

    def describe(self) -> list[str]:
        sizes = "for odd sizes " if self.odd else ""
        return [f"{sizes}the written argument; compared with all halves of {len(self.small)} networks"]


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
    """Sizes with w odd and p k <= q w at which r < k rows and c < w columns could have fewer channels than all rows and a half."""
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


# Bisection widths of two factors that are cut in as many channels, by the rows and columns with nodes on both sides.


def rows_and_columns(groups: Groups) -> bool:
    """Whether these are two dimensions of factors that are cut in as many channels, whatever part of their nodes is cut off."""
    names = [g.kind.name for g in groups]
    alike = len({CUT.get(name) for name in names}) == 1
    return (
        len(groups) == 2 and "clique" not in names and alike and all(g.count == 1 and g.size.is_Symbol for g in groups)
    )


@dataclass(frozen=True)
class RowsAndColumnsCut(Proof):
    """The bisection width of a product of two factors, of a and b nodes, each of which is cut in c channels or more.

    There are b rows, copies of the factor of a nodes, and a columns. If all columns are cut and b is odd, some row is, too, as otherwise
    the half would consist of whole rows: c a or c (a + 1) channels, and c b or c (b + 1) if all rows are. Otherwise all rows and all
    columns that are not cut are on one side, since they meet, and all nodes of the other side are in R < b rows and C < a columns
    that are cut. These are half of all nodes or more, rounded down, but if R + C is less than a or a + 1, with a <= b, 4 R C is
    below that. The first half by rows, and that by columns, have as many channels.
    """

    groups: Groups
    small: tuple[tuple[int, ...], ...]
    kind: ClassVar[str] = "rows and columns"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(rows_and_columns(self.groups), "not two dimensions of this kind")
        n, h = (sp.Symbol(name, integer=True, positive=True) for name in ("n'", "h'"))
        channels = sp.Integer(CUT[self.groups[0].kind.name])
        for group in self.groups:
            _certify_cut(group.kind)
            first = channels_behind(group.kind, n, h, (n >= 2, h >= 1, h <= n - 1))
            require(first == channels, f"the first nodes of a {group.kind.name} are cut off by {first} channels")
        _certify_corner()
        _certify_few_rows()
        value = least_half(self.groups)
        one, other = (g.size for g in self.groups)
        for odd in product((0, 1), repeat=2):
            truth = {sp.Eq(sp.Mod(g.size, 2), 0): rest == 0 for g, rest in zip(self.groups, odd, strict=True)}
            require({*conditions_of(value)} <= {*truth}, "cases of another kind")
            found = resolve_cases(value, truth)
            least = channels * sp.Min(other + odd[0], one + odd[1])
            require(equal(found, least) or {*found.args} == {*map(sp.expand, _both(least))}, f"{found}, not {least}")
        require(before.xreplace({half(): value}) == after, "not the channels of the first half")
        _compare(self.groups, self.small)

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for group in self.groups:
            require(shows(assumptions, group.size >= 2), f"{group.label} may have a single node")

    def describe(self) -> list[str]:
        return [
            "z3: part of a factor is cut off by so many channels, and the rows and columns that are not cut are on one side; few rows and "
            f"columns have too few nodes, in symbols; compared with all halves of {len(self.small)} networks"
        ]


def _both(least: sp.Expr) -> tuple[sp.Expr, ...]:
    """The arguments of a multiple of a minimum."""
    factor, minimum = least.as_coeff_Mul()
    return tuple(factor * each for each in minimum.args)


@cache
def _certify_cut(kind: FactorKind) -> None:
    """Check that nodes of a factor, not all and not none, have as many channels to the others as it is said to be cut in.

    On the way from digit to digit the side changes: at least once on a line, and not once alone around a ring. Each change is one
    link, and one of the two channels is enough on a one-way ring, which has one for each link.
    """
    z3 = smt.z3()
    side = z3.Function("side", z3.IntSort(), z3.BoolSort())
    j, n, at, other = z3.Ints("j n x y")

    def same(low: Any, high: Any, change: Any = None) -> None:
        """By induction: the side stays that of the first digit up to any other if it changes nowhere between."""
        known = [low <= j, j < high, side(j) == side(low), side(j + 1) == side(j)]
        require(smt.solution([*known, side(j + 1) != side(low)]) is None, "a side that changes without a change")

    if kind.device == "bus":
        require(CUT[kind.name] == 1, "a bus is one device")
        return
    same(z3.IntVal(0), n - 1)
    apart = [n >= 2, at >= 0, at < n, other >= 0, other < n, side(at) != side(other)]
    alone = [
        side(at) == side(0),
        side(other) == side(0),
    ]  # without any change all digits are on the side of the first one
    require(smt.solution([*apart, *alone]) is None, "sides without a change")
    changes = 1
    if kind.name in (
        "ring",
        "oneway-ring",
    ):  # with one change at j, both stretches keep their sides, and meet behind the last digit
        once = [n >= 2, j >= 0, j < n - 1, side(j) == side(0), side(n - 1) == side(j + 1), side(n - 1) == side(0)]
        require(smt.solution([*once, side(j) != side(j + 1)]) is None, "a single change around a ring")
        changes = 2
    each = 1 if kind.name == "oneway-ring" else 2
    require(CUT[kind.name] == changes * each, f"a {kind.name} is cut in other numbers of channels")


@cache
def _certify_corner() -> None:
    """Check that rows and columns that are not cut are on one side, and a node of the other side in a row and a column that are cut."""
    z3 = smt.z3()
    half_of = z3.Function("half", z3.IntSort(), z3.IntSort(), z3.BoolSort())
    x, y, column, row, column_2, row_2 = z3.Ints("x y c r c2 r2")

    def whole(row_: Any, places: Sequence[Any]) -> list[Any]:
        return [half_of(one, row_) == half_of(places[0], row_) for one in places]

    def upright(column_: Any, places: Sequence[Any]) -> list[Any]:
        return [half_of(column_, one) == half_of(column_, places[0]) for one in places]

    columns, rows = [x, column, column_2], [y, row, row_2]
    known = [*whole(row, columns), *whole(row_2, columns), *upright(column, rows), *upright(column_2, rows)]
    alike = z3.And(half_of(column, row) == half_of(column_2, row_2), half_of(column, row_2) == half_of(column_2, row))
    same = z3.And(alike, half_of(column, row) == half_of(column, row_2))
    require(smt.solution([*known, z3.Not(same)]) is None, "rows and columns that are not cut on both sides")
    in_row = [*whole(row, columns), *upright(column, rows), half_of(x, row) != half_of(column, row)]
    in_column = [*whole(row, columns), *upright(column, rows), half_of(column, y) != half_of(column, row)]
    for inside in (in_row, in_column):
        require(smt.solution(inside) is None, "a node of the other side in a row or column that is not cut")


@cache
def _certify_few_rows() -> None:
    """Check that rows and columns fewer than all of one kind have too few nodes, and that whole rows are no half of an odd number."""
    i, j = sp.symbols("i j", nonnegative=True)
    a, b = 2 + i, 2 + i + j  # a <= b
    for odd in (0, 1):  # of b
        most = (a + odd - 1) ** 2  # of 4 R C where R + C is below a + odd
        least = 2 * (a * b - odd)  # 4 times half of all nodes, rounded down where both are odd
        short = sp.Poly(sp.expand(least - most), i, j).coeffs()
        require(min(short) >= 0 and sp.expand(least - most).subs({i: 0, j: 0}) > 0, "rows and columns may be enough")
    r, c = sp.symbols("R C")
    require(sp.expand((r + c) ** 2 - 4 * r * c - (r - c) ** 2) == 0, "not a square")
    size, twice, whole, missing = sp.symbols("a t P m", integer=True)
    known = [
        size >= 2,
        sp.Ne(twice, 0),
        missing >= -1,
        missing <= 1,
    ]  # whole = size * twice rows more or less than half of them
    bounds = sp.And(sp.Or(twice <= 0, whole >= size), sp.Or(twice >= 0, whole <= -size))
    require(smt.always([*known, bounds], sp.Ne(whole, missing)), "whole rows are a half")
    n = sp.Symbol("n'", integer=True, positive=True)
    h = sp.floor(n / 2)  # nodes of the first half in a column, or one more in some if that is less than n
    more = sp.Or(sp.Eq(sp.Mod(n, 2), 0), h + 1 <= n - 1)
    require(
        smt.always([n >= 2], sp.And(h >= 1, h <= n - 1, more)), "a column all in the first half, or in the other one"
    )


def _compare(groups: Groups, small: Sequence[tuple[int, ...]]) -> None:
    """Compare with all halves: a size of each group, and the number of dimensions of one group alone."""
    require(bool(small), "there is no size for the comparison")
    for sizes in small:
        counts = sizes[len(groups) :] or [1] * len(groups)
        alone = [Group(g.kind, sp.Integer(n), sp.Integer(m)) for g, n, m in zip(groups, sizes, counts, strict=False)]
        made = [(g.kind.name, int(g.size)) for g in alone for _ in range(int(g.count))]
        require(narrowest(made) == evaluate(least_half(tuple(alone)), {}), f"the halves of {made} give another width")


# Bisection widths by the messages between both halves, each of which crosses some device.


_half, _digit = sp.Symbol("h'", integer=True, positive=True), sp.Symbol("x'", integer=True)
CHANNELS = {"bus": 1, "oneway-ring": 1}  # of a device; other links have two


@cache
def channels_behind(kind: FactorKind, n: sp.Expr, h: sp.Expr, known: tuple[sp.Basic, ...]) -> sp.Expr:
    """Channels between the first h digits of a factor of n nodes and the others, by its hops; one of a bus."""
    if kind.device == "bus":
        return sp.S.One
    x, total = _digit, sp.S.Zero
    for first, last, across, others in ((0, h - 1, lambda y: y >= h, n - h), (h, n - 1, lambda y: y <= h - 1, h)):
        for moves in kind.moves(n):
            left: list[sp.Basic] = []  # the conditions of the moves before
            for move in moves:
                if move.value == free_digit:
                    total += sp.Sum(others, (x, first, last))
                    continue
                here = [sp.S(c).xreplace({kind.state[0]: x}) for c in move.conditions]
                inside = sp.And(*here, *left, across(sp.S(move.value).xreplace({kind.state[0]: x})))
                total += sp.Sum(sp.Piecewise((1, inside), (0, True)), (x, first, last))
                left.append(sp.Not(sp.And(*here)))
    closed = close(total, known)
    closed.check()
    return closed.expression


def channels_in_the_middle(kind: FactorKind, rest: int) -> sp.Expr:
    """Channels between the first h digits of a factor of 2 h + ``rest`` nodes and the others."""
    return channels_behind(kind, 2 * _half + rest, _half, (_half >= 1,))


def cut_by_middle(groups: Groups, rest: int) -> sp.Expr:
    """Channels between the first half of the digits of the only dimension, or of one of two nodes in each, and the others."""
    (group,) = groups
    channels = channels_in_the_middle(group.kind, rest)
    at = sp.floor(group.size / 2) if group.size.is_number else (group.size - rest) / 2
    return channels.xreplace({_half: at}) * group.size ** (group.count - 1)


def by_crossings_if_even(groups: Groups) -> bool:
    """Whether these messages bound the channels of even sizes by as many as the middle has: in any number of dimensions."""
    return len(groups) == 1 and groups[0].kind.name in ("line", "ring", "clique") and bool(groups[0].size.is_Symbol)


def by_crossings(groups: Groups) -> bool:
    """Whether messages between halves bound the channels by as many as the middle has: in one dimension, or with two nodes in each."""
    if len(groups) != 1:
        return False
    (group,) = groups
    return group.kind.name in ("line", "ring", "clique") and (group.count == 1 or group.size == 2)


def _of_parity(expr: sp.Expr, size: sp.Expr, rest: int) -> sp.Expr:
    """The case of an expression for even or odd sizes."""
    conditions = conditions_of(expr)
    require(all(each == sp.Eq(sp.Mod(size, 2), 0) for each in conditions), "cases of another kind")
    return resolve_cases(expr, dict.fromkeys(conditions, rest == 0))  # type: ignore[return-value]


@dataclass(frozen=True)
class CrossedByMessages(Proof):
    """The bisection width by the messages of all ordered pairs of nodes of different halves, of which each crosses a device.

    Some routing takes no more than ``congestion`` messages over a device, so that so many devices at least have nodes in both
    halves. The half of the first digits has as many.
    """

    groups: Groups
    congestion: Lemma
    small: tuple[tuple[int, ...], ...]
    even: bool = False  # whether the step is about even sizes alone
    kind: ClassVar[str] = "messages between halves"
    about_whole: ClassVar[bool] = True

    @property
    def strength(self) -> str:  # type: ignore[override]
        return self.congestion.strength

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        self.congestion.check()
        known = by_crossings_if_even if self.even else by_crossings
        require(known(self.groups), "not one dimension")
        require(before.has(half()), "not a bisection width")
        (group,) = self.groups
        n, nodes = group.size, node_count(self.groups)
        each = CHANNELS.get(group.kind.name, 2)
        for rest in (0,) if self.even else (0, 1) if n.is_Symbol else (int(n) % 2,):
            across = (
                2 * (nodes**2 - rest) / 4
            )  # messages of both directions between halves of floor(N/2) and more nodes
            least = each * across / _of_parity(self.congestion.closed_form, n, rest)
            cut = cut_by_middle(self.groups, rest)
            require(equal(least, cut), f"the bound {least} is not met by {cut}")
            found = before.xreplace({half(): cut})
            require(equal(_of_parity(after, n, rest), found), "not the channels of the first half")
        _compare(self.groups, self.small)

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        ByLemma((self.congestion,)).check_domain(assumptions, parameters)

    def describe(self) -> list[str]:
        sizes = "for even sizes " if self.even else ""
        return [
            f"{sizes}{self.congestion.key}, re-checked here; the channels of the first half are sums over its hops",
            f"compared with all halves of {len(self.small)} networks",
        ]


# Bisection widths of products that are cut in the middle of a dimension, by a spectral bound.


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


# Bisection widths of products of a clique and a line, ring, one-way ring or bus, for all sizes.


_GAIN = 4  # factor of the gain of two layers


def one_clique(groups: Groups) -> bool:
    """Whether these are two dimensions, one of them a clique and the other one not."""
    names = [g.kind.name for g in groups]
    return len(groups) == 2 and all(g.count == 1 for g in groups) and names.count("clique") == 1


def in_layer(a: sp.Expr, q: sp.Expr) -> sp.Expr:
    """Channels of a clique between some of its nodes and the others.

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
        _compare_cliques(self.groups, self.small)

    def describe(self) -> list[str]:
        return [f"the written argument; compared with all halves of {len(self.small)} networks"]


def _compare_cliques(groups: Groups, small: Sequence[tuple[int, int]]) -> None:
    require(bool(small), "there is no size for the comparison")
    for sizes in small:
        alone = tuple(Group(KINDS[g.kind.name], sp.Integer(n), sp.S.One) for g, n in zip(groups, sizes, strict=True))
        made = [(g.kind.name, int(g.size)) for g in alone]
        require(narrowest(made) == evaluate(least_half(alone), {}), f"the halves of {made} give another width")
