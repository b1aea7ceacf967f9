"""Distances in rings, tori and hypercubes after one link has failed, and how much the largest load grows at least.

All links are alike, by shifts of the digits and exchanges of the dimensions, so the one that fails joins the digits n - 1 and 0 of the
first dimension where all other digits are those of one line. A message between two nodes of this line goes along what is left of it,
or by one hop to a parallel line, along that one, and back.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import ClassVar, NamedTuple

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import AffineExpression, impossible, shows
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, LinkSum, PairMax, PairSum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import (
    ByLemma,
    DerivationBuilder,
    Derived,
    close_sums,
    quantity_of,
)
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.products import brute_force_products, product_distance
from netlemma.derive.networks.products.cartesian_products import Product
from netlemma.derive.networks.products.factor_certificates import certify_distance, certify_largest
from netlemma.derive.networks.products.factors import CLIQUE, RING
from netlemma.derive.networks.products.path_counting import Group

DETOUR = sp.Function("detour")(at.device)
HALVES = sp.Symbol("B")  # links between the halves
ACROSS = sp.Function("x")(at.source, at.destination)  # 1 from the first half to the second, 0 otherwise
UNIFORM = "max_channel_load.uniform"
_n, _x, _t, _r, _h = sp.symbols("n x t r h", integer=True)


class _Piece(NamedTuple):
    """A value of the potential where conditions on l = |x - t| hold, and the hop that lowers it."""

    conditions: Callable[[sp.Expr], list[AffineExpression]]
    value: Callable[[sp.Expr], sp.Expr]
    descent: str


class _Line(NamedTuple):
    """The potential of places x on the line of the failed link, and of those r hops beside it."""

    sizes: list[AffineExpression]
    on: list[_Piece]
    beside: list[_Piece]
    along: list[tuple[list[AffineExpression], sp.Expr]]
    beyond: list[tuple[list[AffineExpression], sp.Expr]]  # hops over links parallel to the failed one


_STEPS: list[tuple[list[AffineExpression], sp.Expr]] = [([_x <= _n - 2], _x + 1), ([_x >= 1], _x - 1)]
_AROUND: list[tuple[list[AffineExpression], sp.Expr]] = [([_x >= _n - 1], sp.Integer(0)), ([_x <= 0], _n - 1)]
LINES = {
    "line": _Line([_n >= 2], [_Piece(lambda l: [], lambda l: l, "nearer")], [], _STEPS, []),
    "ring": _Line(
        [_n >= 2],
        [
            _Piece(lambda l: [2 * l <= _n + 2], lambda l: l, "nearer"),
            _Piece(lambda l: [2 * l >= _n + 3], lambda l: _n - l + 2, "beside"),
        ],
        [
            _Piece(lambda l: [2 * l <= _n], lambda l: l + _r, "on"),
            _Piece(lambda l: [2 * l >= _n + 1], lambda l: _n - l + _r, "farther"),
        ],
        _STEPS,
        _AROUND,
    ),
    "clique": _Line(
        [_n >= 2, _n <= 2],
        [_Piece(lambda l: [l <= 0], lambda l: l, "nearer"), _Piece(lambda l: [l >= 1], lambda l: 3 * l, "beside")],
        [
            _Piece(lambda l: [l <= 0], lambda l: l + _r, "on"),
            _Piece(lambda l: [l >= 1], lambda l: l + _r, "nearer"),
        ],
        [],
        [([_x <= 0], _x + 1), ([_x >= 1], _x - 1)],
    ),
}


@cache
def certify(name: str) -> None:
    """Check for every size that a potential gives the distances to a node t of the line whose link has failed: it is 0 at t alone, no
    hop lowers it by more than one, and some hop lowers it by one.

    >>> certify("ring")
    """
    line = LINES[name]
    for sign in (1, -1):
        far = sign * (_x - _t)
        domain = [*line.sizes, _x >= 0, _x <= _n - 1, _t >= 0, _t <= _n - 1, far >= 0]
        for piece in line.on:
            here, value = [*domain, *piece.conditions(far)], piece.value(far)
            require(shows([*here, value <= 0], far <= 0), f"{name}: zero away from the destination")
            require(shows([*here, far <= 0], value <= 0), f"{name}: not zero at the destination")
            _falls(line, here, value, line.along, _same, "on")
            _falls(line, here, value, [([], _x)], _beside, "beside")
            _descends(line, piece, sign, [*here, far >= 1], value)
        for piece in line.beside:
            here, value = [*domain, _r >= 1, *piece.conditions(far)], piece.value(far)
            require(shows(here, value >= 1), f"{name}: zero beside the line")
            _falls(line, here, value, [*line.along, *line.beyond], _same, "beside")
            _falls(line, [*here, _r <= 1], value, [([], _x)], _same, "on")
            _falls(line, here, value, [([], _x)], _nearer, "beside")
            require(
                shows([*here, _r >= 2], piece.value(far).xreplace({_r: _r - 1}) <= value - 1),
                f"{name}: no descent beside the line",
            )
            _descends(line, piece, sign, [*here, _r <= 1], value)


def _same(expr: sp.Basic) -> sp.Basic:
    return expr


def _beside(expr: sp.Basic) -> sp.Basic:
    return expr.xreplace({_r: sp.Integer(1)})


def _nearer(expr: sp.Basic) -> sp.Basic:
    return expr.xreplace({_r: _r - 1})


Moves = Sequence[tuple[list[AffineExpression], sp.Expr]]


def _targets(
    line: _Line, where: str, to: sp.Expr, then: Callable[[sp.Basic], sp.Basic]
) -> list[tuple[list[AffineExpression], sp.Expr]]:
    """The conditions and values of the pieces at a place that a hop leads to."""
    found = []
    for sign in (1, -1):
        far = sign * (to - _t)
        for piece in line.on if where == "on" else line.beside:
            conditions = [then(sp.S(c)) for c in (far >= 0, *piece.conditions(far))]
            found.append((conditions, then(piece.value(far))))
    return found


def _falls(
    line: _Line,
    here: Sequence[AffineExpression],
    value: sp.Expr,
    moves: Moves,
    then: Callable[[sp.Basic], sp.Basic],
    where: str,
) -> None:
    """Check that no such hop lowers the potential by more than one."""
    for conditions, to in moves:
        for there, found in _targets(line, where, to, then):
            require(
                shows([*here, *conditions, *there], found >= value - 1), "a hop lowers the distance by more than one"
            )


def _descends(line: _Line, piece: _Piece, sign: int, here: Sequence[AffineExpression], value: sp.Expr) -> None:
    """Check that the hop of a piece is there, and lowers the potential by one."""
    if impossible(here):
        return
    if piece.descent in ("on", "beside"):
        moves: Moves = [([], _x)]
        where, then = piece.descent, _beside if piece.descent == "beside" else _same
    else:
        moves = [*line.along, *line.beyond] if line.beside and piece in line.beside else line.along
        step = -sign if piece.descent == "nearer" else sign
        moves = [move for move in moves if move[1] in (_x + step, sp.Integer(0) if step == 1 else _n - 1)]
        where, then = "beside" if piece in line.beside else "on", _same
        left = [sp.Not(c) for conditions, _ in moves[1:] for c in conditions]
        require(bool(moves) and all(shows([*here, *left], c) for c in moves[0][0]), "there is no such hop")
    for conditions, to in moves:
        for there, found in _targets(line, where, to, then):
            require(
                shows([*here, *conditions, *there], found <= value - 1), "the chosen hop does not lower the distance"
            )


@dataclass(frozen=True)
class WithoutLink(Proof):
    """Distances after one link has failed, by a potential for each destination.

    Destinations on the line of the failed link have the one that :func:`certify` checks. To any other destination the distance is
    that of the whole network: on the line a hop in another dimension lowers it, and no hop is new. Of the pairs of one line 2 (n - l)
    are l apart.
    """

    group: Group
    kind: ClassVar[str] = "failed link"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        certify(_line_of(self.group))
        certify_distance(self.group.kind)
        certify_largest(self.group.kind)
        if _line_of(self.group) == "ring":
            for parity in (
                0,
                1,
            ):  # l or n - l + 2 hops are no more than twice the most in a dimension, of which there are two
                here = [_h >= 1, _x >= 2 * _h + 1, 2 * _h + parity - _x + 2 >= 2 * _h + 1]
                require(shows(here, sp.false), "a detour is longer than the diameter")
        found = {
            DeviceMax(PairMax(at.distance_without)): largest(self.group),
            DeviceMax(PairSum(at.distance_without)): total(self.group),
            DeviceMax(DETOUR): detour(self.group),
        }
        require(equal(before.xreplace(found), after), "not the distances without the link")

    def describe(self) -> list[str]:
        return [
            "the potential of each destination is 0 there alone; no hop that is left lowers it by more than one, and one lowers it by one: "
            "decided for all sizes"
        ]


def _line_of(group: Group) -> str:
    """How distances are on the line of a failed link."""
    return "line" if group.count == 1 else group.kind.name


def _on_line(group: Group, l: sp.Expr) -> sp.Expr:
    """The distance of two nodes of the line of the failed link that are l apart."""
    return {"line": l, "ring": sp.Min(l, group.size - l + 2), "clique": 3 * l}[_line_of(group)]


def largest(group: Group) -> sp.Expr:
    """The largest distance after the failure."""
    whole = group.count * group.kind.largest(group.size)
    return {"line": group.size - 1, "ring": whole, "clique": sp.Max(3, group.count)}[_line_of(group)]


def detour(group: Group) -> sp.Expr:
    """The distance of the ends of the failed link."""
    return {"line": group.size - 1, "ring": sp.Min(group.size - 1, 3), "clique": sp.Integer(3)}[_line_of(group)]


def total(group: Group) -> sp.Expr:
    """The sum of the distances of all pairs: that of the whole network, and what pairs of the line of the failed link have more."""
    size, l = group.size, at.k
    more = _on_line(group, l) - (sp.Min(l, size - l) if group.kind is RING else l)
    return PairSum(at.distance) + 2 * sp.Sum((size - l) * more, (l, 1, size - 1))


@dataclass(frozen=True)
class CutCounted(Proof):
    """Messages from the first half of a dimension to the second, and links between the halves.

    Of n digits the first h = floor(n/2) are one half. A message from each to each of the others crosses, whatever its way. Of the links of
    a ring, those from h - 1 to h and from n - 1 to 0 join both halves, of the two nodes of a clique the one link.
    """

    group: Group
    kind: ClassVar[str] = "two halves of a dimension"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        if self.group.kind is RING:
            halves = [_n >= 2, _h >= 1, _h <= _n - 1]
            crossing = [*halves, _x >= 0, _x <= _n - 2, _x <= _h - 1, _x + 1 >= _h]
            require(shows(crossing, _x <= _h - 1) and shows(crossing, _x >= _h - 1), "other links join the halves")
            require(shows(halves, _n - 1 >= _h), "the last link joins one half")
        for parity in (0, 1):
            whole = 2 * _h + parity
            require(equal(_across(whole, parity), _h * (whole - _h)), "not the pairs of digits")
        counted = before.xreplace(
            {PairSum(ACROSS): messages(self.group), LinkSum(sp.S.One, HALVES): between(self.group)}
        )
        require(equal(counted, after), "not the messages and links between the halves")

    def describe(self) -> list[str]:
        return [
            "which links of a dimension join the digits below n/2 to the others: affine implications; pairs of digits for either parity"
        ]


def _across(size: sp.Expr, parity: int) -> sp.Expr:
    return (size**2 - parity) / 4


def messages(group: Group) -> sp.Expr:
    """Pairs of a node in the first half and one in the second."""
    even = sp.Eq(sp.Mod(group.size, 2), 0)
    digits = sp.Piecewise((_across(group.size, 0), even), (_across(group.size, 1), True))
    return digits * group.size ** (2 * (group.count - 1))


def between(group: Group) -> sp.Expr:
    """Links between the halves."""
    return (2 if group.kind is RING else 1) * group.size ** (group.count - 1)


# The lemmas.


def builders(product: Product, load: Callable[[], Lemma] | None) -> dict[str, Callable[[], Lemma]]:
    """The lemmas of a ring, a torus or a hypercube by quantity; ``load`` is the lemma on its largest load under uniform traffic."""
    group, *others = product.groups
    two = group.kind is CLIQUE and group.size == 2 and group.count != 1
    if others or not (group.kind is RING or two):
        return {}
    found: dict[str, Callable[[], Lemma]] = {
        "diameter_after_failure": partial(_diameter, product),
        "mean_distance_after_failure": partial(_mean_distance, product),
        "detour_after_failure": partial(_detour, product),
    }
    if load is not None:
        found["load_growth_after_failure"] = partial(_load_growth, product, load)
    return found


def _lemma(
    product: Product, quantity: str, symbol: str, statement: str, words: str, write: DerivationBuilder,
    literal: Callable[[Size], Fraction | int], one: bool = False,
) -> Lemma:  # fmt: skip
    """A lemma on a quantity; ``one`` if it holds in one dimension, too."""
    (group,) = product.groups
    several = group.count != 1 and not one
    parameters = tuple(
        replace(p, minimum=max(2, p.minimum)) if several and p.symbol == group.count else p for p in product.parameters
    )
    return product.lemma(
        quantity, symbol, statement, words, write, literal, domain=Domain(parameters),
    )  # fmt: skip


def _note(group: Group) -> str:
    """The convention of two nodes."""
    return "; a ring of two nodes has two links, one of which is left" if group.kind is RING else ""


def _diameter(product: Product) -> Lemma:
    (group,) = product.groups
    write = DerivationBuilder(DeviceMax(PairMax(at.distance_without)))
    write.step(
        largest(group),
        "only pairs of the line of the failed link are farther apart than before: they go along the rest of it, or along a parallel line",
        WithoutLink(group),
    )
    return _lemma(
        product, "diameter_after_failure", "diam_e", f"The largest distance between two nodes after one link has failed{_note(group)}.",
        "the largest distance over all pairs of nodes without the link e, over all links e",
        write, product.counted(brute_force_products.diameter_after_failure),
    )  # fmt: skip


def _mean_distance(product: Product) -> Lemma:
    (group,) = product.groups
    pairs = product_distance.pairs(product)
    write = DerivationBuilder(DeviceMax(PairSum(at.distance_without)) / pairs)
    write.step(
        total(group) / pairs,
        "only pairs of the line of the failed link are farther apart than before; those that are l digits apart are "
        f"2 ({group.size} - l)",
        WithoutLink(group),
    )
    whole = DerivationBuilder(PairSum(at.distance))
    product_distance.summed(whole, product, product.nodes**2)
    write.step(
        write.now.xreplace({whole.start: whole.now}),
        "the distances of the whole network",
        Derived(whole.derivation()),
    )
    close_sums(write)
    write.normal(_summed(product), "both parts are added")
    return _lemma(
        product, "mean_distance_after_failure", "L_e",
        f"The mean distance between two different nodes after one link has failed, all ordered pairs equally likely{_note(group)}.",
        "the sum of the distances over all ordered pairs without the link e, divided by the number of ordered pairs of different nodes, "
        "over all links e the greatest", write, product.counted(brute_force_products.mean_distance_after_failure),
    )  # fmt: skip


def _summed(product: Product) -> sp.Expr:
    """The mean distance in its usual form."""
    (group,) = product.groups
    k, n, pairs = group.size, group.count, product_distance.pairs(product)
    if _line_of(group) == "line":
        return (k + 1) / 3
    if group.kind is CLIQUE:
        return (n * 2 ** (2 * n - 1) + 4) / pairs
    even = (n * k ** (2 * n + 1) + 2 * k * (k - 2)) / (4 * pairs)
    odd = (n * k ** (2 * n - 1) * (k**2 - 1) + 2 * (k - 1) ** 2) / (4 * pairs)
    return sp.Piecewise((even, sp.Eq(sp.Mod(k, 2), 0)), (odd, True))


def _detour(product: Product) -> Lemma:
    (group,) = product.groups
    write = DerivationBuilder(DeviceMax(DETOUR))
    write.step(
        detour(group),
        "the ends of the failed link are on its line: the way goes along the rest of it, or along a parallel line",
        WithoutLink(group),
    )
    return _lemma(
        product, "detour_after_failure", "detour", f"The distance between the ends of a link after it has failed{_note(group)}.",
        "the distance of the ends of the link e without it, over all links e the greatest",
        write, product.counted(brute_force_products.detour_after_failure),
    )  # fmt: skip


def _load_growth(product: Product, load: Callable[[], Lemma]) -> Lemma:
    (group,) = product.groups
    whole = load()
    write = DerivationBuilder(
        PairSum(ACROSS) / ((product.nodes - 1) * (LinkSum(sp.S.One, HALVES) - 1) * quantity_of(whole))
    )
    write.step(
        write.now.xreplace({PairSum(ACROSS): messages(group), LinkSum(sp.S.One, HALVES): between(group)}),
        "pairs of nodes in different halves, and the links between the halves, are counted by their digits",
        CutCounted(group),
    )
    write.step(
        write.now.xreplace({quantity_of(whole): whole.closed_form}),
        "the largest load of the whole network",
        ByLemma((whole,)),
    )
    write.normal(between(group) / (between(group) - 1), "common factors cancel")
    return _lemma(
        product, "load_growth_after_failure", "g",
        "A lower bound, for every routing, of the largest load of a channel after one link has failed, divided by that of the whole "
        f"network, when each node sends one message per unit of time to every other node alike{_note(group)}.",
        "messages between the halves of a dimension, one way, divided by the links between the halves without the failed one, some of "
        "whose channels carries as much at least under every routing; and by the largest load of the whole network",
        write, lambda size: brute_force_products.cut_load_after_failure(product.dimensions(size)) / whole.definition.literal(size),
        one=group.kind is RING,
    )  # fmt: skip
