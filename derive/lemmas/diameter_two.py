"""Slim Fly and PolarFly without terminals: networks of diameter 2 from finite fields."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.field_identities import ElementFacts
from netlemma.derive.algebra.finite_fields import Element, PrimePower, field
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.distance_lemmas import (
    KINDS,
    LOAD,
    Builder,
    between_terminals,
    compare_small,
    in_one_step,
    two_hops,
    wiener_by_mean,
)
from netlemma.derive.networks.field_networks import (
    By,
    Case,
    FieldNetwork,
    Link,
    Linked,
    Member,
    Place,
    Same,
    Sets,
    Sum,
    Zero,
)

Vertex = tuple[int, Element, Element]
q, r, p = parameter("q", 3), parameter("q", 2), parameter("p", 1)


def _generators(size: int) -> tuple[set[Element], set[Element]]:
    """The sets X and X' of differences within the two halves."""
    f = field(size)
    powers = f.primitive
    if size % 4 != 3:
        start = range(0, size - 1, 2)
        return {powers[j] for j in start}, {powers[(j + 1) % (size - 1)] for j in start}
    w = (size + 1) // 4
    plus = [{powers[j] for j in range(start, 2 * w, 2)} for start in (0, 1)]
    return tuple(half | {f.minus(f.zero, x) for x in half} for half in plus)  # type: ignore[return-value]


def _slim(size: Size, node: Vertex) -> list[Vertex]:
    f, (half, first, second) = field(size["q"]), node
    within = [(half, first, f.plus(second, x)) for x in _generators(size["q"])[half]]
    if half == 0:  # second = m first + c
        return [*within, *((1, m, f.minus(second, f.times(m, first))) for m in f.elements)]
    return [*within, *((0, x, f.plus(f.times(first, x), second)) for x in f.elements)]


SLIM = Construction(
    "slim-fly",
    Domain((Parameter("q", 3, "elements of the field"),), (sp.Eq(PrimePower(q), 1),)),
    2 * q**2,
    lambda size: [(half, *each) for half in (0, 1) for each in product(field(size["q"]).elements, repeat=2)],
    _slim,
    tuple({"q": size} for size in (3, 4, 5, 7)),
    fixed="p=0",
)


def _points(size: Size) -> list[tuple[Element, ...]]:
    """Vectors whose first coordinate that is not 0 is 1."""
    f = field(size["q"])
    every = product(f.elements, repeat=3)
    return [x for x in every if next((c for c in x if c != f.zero), f.zero) == f.one]


def _polar(size: Size, node: tuple[Element, ...]) -> list[tuple[Element, ...]]:
    f, found = field(size["q"]), []
    for other in _points(size):
        total = f.zero
        for x, y in zip(node, other, strict=True):
            total = f.plus(total, f.times(x, y))
        if total == f.zero:
            found.append(other)
    return found


POLAR = Construction(
    "polarfly",
    Domain((Parameter("q", 2, "elements of the field"),), (sp.Eq(PrimePower(r), 1),)),
    r**2 + r + 1,
    _points,
    _polar,
    tuple({"q": size} for size in (2, 3, 4, 5)),
    fixed="p=0",
)


def _switches(made: Construction) -> Construction:
    """The same with any number of terminals on each switch, which distances between switches do not depend on."""
    terminals = Parameter("p", 0, "terminals on each switch")
    domain = Domain((*made.domain.parameters, terminals), made.domain.relations, made.domain.legal)
    small = tuple({**size, "p": number % 2} for number, size in enumerate(made.small))
    return replace(made, domain=domain, small=small, fixed="", between="switches")


def _terminals(made: Construction) -> Construction:
    """The same with terminals on each switch as ends."""

    def listed(size: Size) -> list[Node]:
        return [("terminal", number, node) for node in made.listed(size) for number in range(size["p"])]

    def near(size: Size, node: Node) -> list[Node]:
        if node[0] == "terminal":
            return [node[2]]
        return [*made.near(size, node), *(("terminal", number, node) for number in range(size["p"]))]

    domain = Domain(
        (*made.domain.parameters, Parameter("p", 1, "terminals on each switch")),
        made.domain.relations,
        made.domain.legal,
    )
    small = tuple({**size, "p": 1 + number % 2} for number, size in enumerate(made.small))
    ends = p * made.ends
    return replace(made, domain=domain, ends=ends, listed=listed, near=near, small=small, fixed="", between="terminals")


# What the field says. Its elements but 0 are the powers 0 .. q - 2 of one of them, and -1 is the power (q - 1)/2, or 1 if q is even.


_NEAR = sp.Piecewise(
    ((3 * q - 1) / 2, sp.Eq(sp.Mod(q, 4), 1)), ((3 * q + 1) / 2, sp.Eq(sp.Mod(q, 4), 3)), (3 * q / 2, True)
)
_e = sp.Symbol("e", integer=True, nonnegative=True)
_x = sp.Symbol("x", integer=True)
_Run = tuple[sp.Expr, sp.Expr]  # the first exponent, and how many there are, each two more than the one before


def _runs(remainder: int) -> tuple[sp.Expr, tuple[tuple[_Run, ...], tuple[_Run, ...]]]:
    """The number q of elements with a remainder modulo 4, and the exponents of the differences within the two halves."""
    if remainder == 3:
        w = _e + 1  # (q + 1)/4
        return 4 * _e + 3, tuple(((sp.Integer(s), w), (2 * w - 1 + s, w)) for s in (0, 1))  # type: ignore[return-value]
    size = 4 * _e + (4 if remainder == 0 else 5)
    half = size / 2 if remainder == 0 else (size - 1) / 2
    return size, (((sp.S.Zero, half),), ((sp.S.One, half),))


def _among(runs: tuple[_Run, ...], x: sp.Expr, size: sp.Expr) -> sp.Basic:
    """That the power x, from 0 to q - 2, is one of some runs of exponents, which begin again behind q - 2."""
    found = []
    for first, number in runs:
        for around in (0, size - 1):
            inside = sp.And(x + around >= first, x + around <= first + 2 * number - 2)
            found.append(sp.And(inside, sp.Eq(sp.Mod(x + around - first, 2), 0)))
    return sp.Or(*found)


@cache
def _degree() -> sp.Expr:
    """The links of a node of a Slim Fly: q to the other half, and as many as there are differences in its own.

    On the way it is decided for all q, on exponents, that the differences of each half and their negatives are the same, that
    each other element but 0 is one of the other half, and that with 0 they are more than half of all, so that for every element
    two of them have it as their sum.
    """
    degrees = {}
    for remainder in (0, 1, 3):
        size, halves = _runs(remainder)
        powers = [_e >= 0, _x >= 0, _x <= size - 2]
        numbers = [sp.expand(sp.Add(*(number for _, number in runs))) for runs in halves]
        require(
            always([_e >= 0], sp.And(*(2 * (number + 1) > size for number in numbers))), "half of the elements or less"
        )
        require(always(powers, sp.Or(*(_among(runs, _x, size) for runs in halves))), "an element is no difference")
        for runs, number in zip(halves, numbers, strict=True):
            once = [sp.And(first >= 0, 2 * of - 2 <= size - 2, of >= 0) for first, of in runs]
            require(always([_e >= 0], sp.And(*once)), "one difference twice")
            if len(runs) == 2:  # of unlike parity, before q - 1 comes again
                (one, of), (two, also) = runs
                apart = sp.And(
                    sp.Eq(sp.Mod(one + two, 2), 1), one + 2 * of - 2 <= size - 2, two + 2 * also - 2 <= size - 1
                )
                overlap = sp.And(_among((runs[0],), _x, size), _among((runs[1],), _x, size))
                require(always([_e >= 0], apart) and always(powers, sp.Not(overlap)), "one difference twice")
            if remainder != 0:
                turned = sp.Piecewise((_x + (size - 1) / 2, _x < (size - 1) / 2), (_x - (size - 1) / 2, True))
                both = sp.Or(sp.Not(_among(runs, _x, size)), _among(runs, turned, size))
                require(always(powers, both), "a difference without its negative")
            e = (q - size.xreplace({_e: sp.S.Zero})) / 4
            degrees[remainder] = sp.expand(q + number.xreplace({_e: e}))
        require(equal(numbers[0], numbers[1]), "halves with unlike numbers of differences")
    one, three = (sp.Eq(sp.Mod(q, 4), remainder) for remainder in (1, 3))
    return sp.Piecewise((degrees[1], one), (degrees[3], three), (degrees[0], True))


_SETS = ("X", "X'")  # of the differences within the two halves


def _slim_link(one: int, u: Place, two: int, v: Place) -> Link:
    if one == two:
        return Link((u[0] - v[0],), ((_SETS[one], u[1] - v[1]),))
    (x, y), (m, c) = (u, v) if one == 0 else (v, u)
    return Link((y - m * x - c,))


SLIM_FIELD = FieldNetwork(
    (2, 2),
    lambda kind, u, v: tuple(one - other for one, other in zip(u, v, strict=True)),
    _slim_link,
    all_of=frozenset(_SETS),
    symmetric=frozenset(_SETS),
    sums=frozenset(_SETS),
)


def _of_a_half(half: int, u: Place, v: Place) -> Case:
    """Two nodes of a half: of one column by two differences whose sum is theirs, of two by the node of the other half on both."""
    (x, y), (z, t), part = u, v, sp.Symbol("s")
    column = Zero(y - t, Same(), Sum(_SETS[half], y - t, part, Linked(), By(half, (x, y - part))))
    slope = (y - t) / (x - z)
    other = (slope, y - slope * x) if half == 0 else (-slope, y - slope * x)
    return Zero(x - z, column, By(1 - half, other))


def _of_both_halves(u: Place, v: Place) -> Case:
    """Nodes of unlike halves: what is missing for a link is a difference of one of them."""
    (x, y), (m, c) = u, v
    missing = y - m * x - c
    cases = dict(zip(_SETS, (By(0, (x, m * x + c)), By(1, (m, y - m * x))), strict=True))
    return Zero(missing, Linked(), Member(missing, cases))


def _slim_place(node: Vertex) -> tuple[int, tuple[Element, ...]]:
    return node[0], node[1:]


@cache
def _slim_diameter() -> sp.Expr:
    """Two: any two nodes are the same, are linked or have a common neighbour, case by case; no node is linked to all others.

    Each case is an identity of polynomials with whole coefficients, and the differences of both halves are decided on exponents.
    """
    degree = _degree()  # on the way, what is said of the differences
    SLIM_FIELD.certify_two_hops(
        {(0, 0): partial(_of_a_half, 0), (1, 1): partial(_of_a_half, 1), (0, 1): _of_both_halves}
    )
    sets: Callable[[int], Sets] = lambda size: dict(zip(_SETS, _generators(size), strict=True))  # noqa: E731
    SLIM_FIELD.compare(SLIM, SLIM.small[:3], sets, _slim_place)
    for size, _ in map(_runs, (0, 1, 3)):
        spare = sp.Poly(sp.expand((2 * q**2 - 1 - degree).xreplace({q: size})), _e).coeffs()
        require(min(spare) > 0, "all nodes may be linked")
    return sp.Integer(2)


@cache
def _certify_neighbours() -> None:
    """Check which nodes of a Slim Fly are linked to both of two nodes, where they are not given by a sum of differences.

    Nodes of a half have one in the other half if they are in different columns, none if they are in one, and none in their own half if
    they are in different columns. Nodes of different halves have none but two, each in the column of one of them.
    """

    def both(kind: int, u: tuple[int, Place], v: tuple[int, Place]) -> ElementFacts:
        """That a node t of a kind is linked to both, but for what is in sets."""
        links = (SLIM_FIELD.link(*u, kind, t), SLIM_FIELD.link(kind, t, *v))
        return ElementFacts().with_zero(*(each for link in links for each in link.zero))

    def only(known: ElementFacts, place: Place) -> bool:
        return all(known.is_zero(one - other) for one, other in zip(t, place, strict=True))

    t = SLIM_FIELD.place(0, "t")
    for half in (0, 1):
        u, v = SLIM_FIELD.place(half, "u"), SLIM_FIELD.place(half, "v")
        other = _of_a_half(half, u, v)
        assert isinstance(other, Zero) and isinstance(other.other, By)
        apart = both(1 - half, (half, u), (half, v)).with_nonzero(u[0] - v[0])
        require(only(apart, other.other.place), "two nodes of the other half are linked to both")
        own = both(half, (half, u), (half, v)).with_nonzero(u[0] - v[0])
        require(own.contradict(), "a node of their half is linked to both")
        column = both(1 - half, (half, u), (half, v)).with_zero(u[0] - v[0]).with_nonzero(u[1] - v[1])
        require(column.contradict(), "a node of the other half is linked to both of a column")
    u, v = SLIM_FIELD.place(0, "u"), SLIM_FIELD.place(1, "v")
    unlike = _of_both_halves(u, v)
    assert isinstance(unlike, Zero) and isinstance(unlike.other, Member)
    for kind, case in enumerate(unlike.other.cases.values()):
        assert isinstance(case, By) and case.kind == kind
        require(only(both(kind, (0, u), (1, v)), case.place), "other nodes are linked to both of unlike halves")


@cache
def _slim_load() -> sp.Expr:
    """What a hop between the halves carries: its own message, q - 1 from and q - 1 to the other half, each by its one way, and those of
    the q - 1 differences, by one way if it is of one half and half of them if it is of both: each counts 1 in all.

    A hop within a half with difference d carries its own message, at most q from and q to the other half and, both ways, a share of
    those to d + s, where s is another difference of it than -d and d + s is none. If q = 3 mod 4 the differences are more than
    half of all elements, so that some d + s is one; if q is even each sum has an even number of ways, as s and d' - s are not the same.
    """
    degree = _slim_diameter() and _degree()
    _certify_neighbours()
    shares = [
        sp.Rational(own, own + other) + sp.Rational(other, own + other) for own, other in ((1, 0), (0, 1), (1, 1))
    ]
    require({*shares} == {sp.S.One}, "a difference of one half, or of both, does not count 1 in all")
    s, total = sp.symbols("s t")
    twice = ElementFacts().with_zero(sp.Integer(2), total - 2 * s).with_nonzero(total)
    require(twice.contradict(), "a sum of two that are the same if q is even")
    between = 1 + 2 * (q - 1) + (q - 1)
    for remainder, others, ways in ((0, 1, 2), (1, 1, 1), (3, 2, 1)):
        size, _ = _runs(remainder)
        number = next(v for v, c in degree.args if c is sp.true or c == sp.Eq(sp.Mod(q, 4), remainder)) - q
        require(
            remainder != 3 or always([_e >= 0], (2 * number - q).xreplace({q: size}) > 0),
            "half of the elements or fewer",
        )
        within = 1 + 2 * q + 2 * (number - others) / ways
        more = sp.Poly(sp.expand((between - within).xreplace({q: size})), _e).coeffs()
        require(min(more) >= 0, "a hop within a half carries more")
        # all crossings but those between the halves: of 2 q^2 nodes, one hop to neighbours and two to all others
        left = 2 * (2 * q**2 - 1) - (q + number) - q * between
        for spare in (left - number, number * within - left):
            fewest = sp.Poly(sp.expand(spare.xreplace({q: size})), _e).coeffs()
            require(min(fewest) >= 0, "hops within a half do not carry the others")
    return sp.cancel(between / (2 * q**2 - 1))


def _point_count() -> sp.Expr:
    """Points have 1 as first, second or third coordinate, 0 before it and any others behind it."""
    return sp.Add(*(r**behind for behind in range(3)))


@cache
def _own_perpendiculars() -> sp.Expr:
    """Points that are perpendicular to themselves, each q - 1 solutions of x^2 + y^2 + z^2 = 0.

    If q is even it is (x + y + z)^2 = 0. If q is odd, (q + 1)/2 elements are squares (x^2 = y^2 if x = y or x = -y), so that some
    a^2 is one of as many elements -1 - b^2. With (a, b, 1), (a, b, -1) and (-b, a, 0) as a basis, whose determinant is not 0, it is
    -4 u v - w^2 = 0: for each u but 0 one v for every w, and for u = 0 every v with w = 0.
    """
    x, y, z, a, b, u, v, w = sp.symbols("x y z a b u v w")
    form = x**2 + y**2 + z**2
    require(all(part % 2 == 0 for part in sp.Poly((x + y + z) ** 2 - form, x, y, z).coeffs()), "no square if q is even")
    require(sp.expand((x - y) * (x + y)) == x**2 - y**2, "other elements with the same square")
    size = 2 * _e + 1
    require(always([_e >= 1], (size + 1) / 2 + (size + 1) / 2 > size), "squares and others may be apart")
    basis = sp.Matrix([[a, b, 1], [a, b, -1], [-b, a, 0]])

    def reduced(expr: sp.Expr) -> sp.Expr:
        """The remainder by a^2 + b^2 + 1."""
        return sp.rem(sp.expand(expr), a**2 + b**2 + 1, a)

    require(reduced(basis.det()) in (2, -2), "no basis")
    moved = dict(zip((x, y, z), (sp.Matrix([[u, v, w]]) * basis), strict=True))
    turned = reduced(form.subs(moved, simultaneous=True))
    require(sp.expand(turned + 4 * u * v + w**2) == 0, "another form")
    require(
        equal(turned.subs(v, -(w**2) / (4 * u)), sp.S.Zero) and sp.expand(turned.subs(u, 0)) == -(w**2),
        "other solutions",
    )
    return sp.cancel(((r - 1) * r + r - 1) / (r - 1))


@cache
def _perpendiculars() -> sp.Expr:
    """Points perpendicular to a point: any two coordinates say what the third one is, and each point has q - 1 solutions.

    In symbols, two different points have one common perpendicular, their cross product. It is one of them only if they are
    perpendicular themselves, as both are perpendicular to it.
    """
    one, two, third = (sp.Matrix(sp.symbols(names)) for names in ("a b c", "x y z", "u v w"))
    across = one.cross(two)
    require(all(sp.expand(each.dot(across)) == 0 for each in (one, two)), "not perpendicular")
    for i, j in product(
        range(3), repeat=2
    ):  # where all parts are 0, two is a multiple of one, by a part of it that is not 0
        part = one[i] * two[j] - one[j] * two[i]
        require(part == 0 or part in across or -part in across, "another part of the cross product")
        require(equal(two[j] - two[i] / one[i] * one[j], part / one[i]), "no multiples with the cross product 0")
    # a third point that is perpendicular to both has the cross product 0 with it
    both = third.cross(across) - (one * third.dot(two) - two * third.dot(one))
    require(both.applyfunc(sp.expand).is_zero_matrix, "another common perpendicular")
    first = -(one[1] * two[1] + one[2] * two[2]) / one[0]
    require(equal(one.dot(sp.Matrix([first, two[1], two[2]])), sp.S.Zero), "another coordinate")
    return sp.cancel((r**2 - 1) / (r - 1))


def _polar_links() -> sp.Expr:
    """Half of all pairs of perpendicular points but those of a point with itself."""
    return sp.factor((_point_count() * _perpendiculars() - _own_perpendiculars()) / 2)


def _polar_degree() -> sp.Expr:
    """The points perpendicular to a point; some are not perpendicular to themselves."""
    require(sp.expand(_point_count() - _own_perpendiculars()) == r**2, "all are perpendicular to themselves")
    return _perpendiculars()


def _across(u: Place, v: Place) -> Place:
    """The cross product of two vectors."""
    return tuple(sp.Matrix(u).cross(sp.Matrix(v)))


def _polar_link(one: int, u: Place, two: int, v: Place) -> Link:
    return Link((sp.Add(*(x * y for x, y in zip(u, v, strict=True))),), apart=_across(u, v))


POLAR_FIELD = FieldNetwork((3,), lambda kind, u, v: _across(u, v), _polar_link, some=(0,))


def _all_zero(exprs: Place, zero: Case, other: Case) -> Case:
    """That some expressions are all 0, or that one of them is not."""
    found = zero
    for each in reversed(exprs):
        found = Zero(each, found, other)
    return found


def _of_two_points(u: Place, v: Place) -> Case:
    """By their cross product, which is one of them only if they are linked."""
    third = _across(u, v)
    by = _all_zero(_across(third, v), Linked(), By(0, third))
    return _all_zero(third, Same(), _all_zero(_across(third, u), Linked(), by))


@cache
def _polar_diameter() -> sp.Expr:
    """Two: the common perpendicular of two points is a common neighbour, unless they are linked; no point is linked to all others.

    Each case is an identity of polynomials with whole coefficients.
    """
    POLAR_FIELD.certify_two_hops({(0, 0): _of_two_points})
    POLAR_FIELD.compare(POLAR, POLAR.small, lambda size: {}, lambda node: (0, node))
    spare = sp.Poly(sp.expand((_point_count() - 1 - _perpendiculars()).xreplace({r: _e + 2})), _e).coeffs()
    require(min(spare) > 0, "all points may be linked")
    return sp.Integer(2)


@cache
def _certify_perpendiculars() -> None:
    """Check which points are perpendicular to both of two different points: their cross product, and no other.

    With two that are perpendicular, it is none of them if neither is perpendicular to itself, and one if that one is; both are not.
    """
    u, v, other = (POLAR_FIELD.place(0, name) for name in "uvt")
    third = _across(u, v)

    def product_of(one: Place, two: Place) -> sp.Expr:
        return _polar_link(0, one, 0, two).zero[0]

    require(all(map(ElementFacts().is_zero, (product_of(third, u), product_of(third, v)))), "not perpendicular")
    both = ElementFacts().with_zero(product_of(other, u), product_of(other, v))
    require(all(map(both.is_zero, _across(other, third))), "another common perpendicular")
    linked = ElementFacts().with_zero(product_of(u, v))
    for one in (u, v):
        own = linked.with_zero(product_of(one, one))
        require(all(map(own.is_zero, _across(third, one))), "a point perpendicular to itself is not the common one")
        for part in third:
            same = linked.with_nonzero(part).with_zero(*_across(third, one))
            require(same.is_zero(product_of(one, one)), "the common perpendicular is one of them")
    for part in third:
        same = linked.with_nonzero(part).with_zero(*_across(third, u), *_across(third, v))
        shown = filter(same.is_zero, third)
        require(same.with_zero(*shown).contradict(), "two points that are perpendicular to themselves are linked")


@cache
def _polar_load() -> sp.Expr:
    """What a hop from u to v carries, where any two nodes that are not linked have one common neighbour: its own message, those from u
    to the neighbours of v but u and the common ones, and those to v from the neighbours of u alike.

    A point perpendicular to itself has one neighbour less, and is the common perpendicular of itself and a neighbour.
    """
    POLAR_FIELD.certify_two_hops({(0, 0): _of_two_points})
    _certify_perpendiculars()
    carried = []
    for own in ((0, 0), (0, 1), (1, 0)):  # whether u and v are perpendicular to themselves
        common = 1 - sum(own)
        carried.append(sp.expand(1 + sum(_perpendiculars() - each - 1 - common for each in own)))
    busiest = next((most for most in carried if always([r >= 2], sp.And(*(each <= most for each in carried)))), None)
    require(busiest == carried[1] and always([r >= 2], _own_perpendiculars() >= 1), "no hop carries most")
    require(always([r >= 2], _perpendiculars() >= 2), "a point perpendicular to itself has no neighbour")
    return sp.cancel(busiest / (_point_count() - 1))


@dataclass(frozen=True)
class ByField(Proof):
    """A count, a diameter or a load by what holds in every field of q elements; compared with plain loops at small sizes."""

    made: Construction
    name: str
    count: Callable[[], sp.Expr]
    kind: ClassVar[str] = "solutions in a field"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(before == KINDS[self.name].expression(self.made), "not the definition")
        require(equal(self.count(), after), "not the number of solutions")
        compare_small(self.made, self.name, after)

    def describe(self) -> list[str]:
        said = " ".join((self.count.__doc__ or "").split())
        return [said, f"compared with plain loops at {len(self.made.small)} small sizes"]


def _slim_nodes() -> sp.Expr:
    """Two halves, each with a node for every two elements."""
    return 2 * q**2


def _slim_links() -> sp.Expr:
    """Half of the links of all nodes."""
    return _slim_nodes() * _degree() / 2


def _by_field(made: Construction, **found: tuple[sp.Expr, str, Callable[[], sp.Expr]]) -> dict[str, Builder]:
    """Lemmas with their closed forms, and with what is counted in every field."""

    def lemma(name: str, form: sp.Expr, because: str, count: Callable[[], sp.Expr]) -> Lemma:
        return in_one_step(made, name, form, because, ByField(made, name, count))

    return {made.key(name): partial(lemma, name, *said) for name, said in found.items()}


def _of_distances(
    made: Construction, links: Builder, mean: sp.Expr, because: str, two: Callable[[], sp.Expr]
) -> dict[str, Builder]:
    """The lemmas on distances between switches, and between the terminals on them."""

    def between(switches: Construction) -> dict[str, Builder]:
        found = _by_field(switches, diameter=(sp.Integer(2), because, two))
        far = switches.key("mean_distance")
        found[far] = two_hops(switches, links, found[switches.key("diameter")], mean=mean)[far]
        return found | wiener_by_mean(switches, found[far])

    terminals, switches = _terminals(made), _switches(made)
    apart = between(replace(switches, domain=terminals.domain))
    return {**between(switches), **between_terminals(terminals, switches.ends, p, apart)}


_IN_HALF = "q links to the other half, and as many in the own half as its set of differences has elements"
_ON_PLANE = "q^2 points have q + 1 perpendicular ones, and the q + 1 that are perpendicular to themselves q others"
_SLIM = _by_field(
    SLIM,
    nodes=(2 * q**2, "two halves, each with a node for every two elements of the field", _slim_nodes),
    links=(q**2 * _NEAR, "half the sum of the links of all 2 q^2 nodes", _slim_links),
    degree=(_NEAR, _IN_HALF, _degree),
    **{LOAD: ((3 * q - 2) / (2 * q**2 - 1), "hops between the halves carry the most, and no others more", _slim_load)},
)
_POLAR = _by_field(
    POLAR,
    nodes=(r**2 + r + 1, "points of the projective plane", _point_count),
    links=(r * (r + 1) ** 2 / 2, _ON_PLANE, _polar_links),
    max_degree=(r + 1, "the points perpendicular to a point are a line, of q + 1 points", _polar_degree),
    **{LOAD: (2 / (r + 1), "each pair of points that are two hops apart has one way", _polar_load)},
)
LEMMAS = {
    **_SLIM,
    **_of_distances(
        SLIM,
        _SLIM["slim-fly.links"],
        2 - _NEAR / (2 * q**2 - 1),
        "two nodes that are not linked have a common neighbour (Hafner 2004; McKay, Miller and Siran 1998)",
        _slim_diameter,
    ),
    **_POLAR,
    **_of_distances(
        POLAR,
        _POLAR["polarfly.links"],
        2 - (r + 1) / (r**2 + r + 1),
        "two different points have exactly one common perpendicular, which is a common neighbour unless it is one of them",
        _polar_diameter,
    ),
}
