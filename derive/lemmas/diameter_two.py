"""Slim Fly and PolarFly without terminals: networks of diameter 2 from finite fields."""

from dataclasses import replace
from itertools import product

import sympy as sp

from netlemma.derive.algebra.finite_fields import Element, PrimePower, field
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.distance_lemmas import lemmas, terminal_lemmas

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


_NEAR = sp.Piecewise(
    ((3 * q - 1) / 2, sp.Eq(sp.Mod(q, 4), 1)), ((3 * q + 1) / 2, sp.Eq(sp.Mod(q, 4), 3)), (3 * q / 2, True)
)
_TWO = "two nodes that are not linked have a common neighbour (Hafner 2004; McKay, Miller and Siran 1998)"
_POLAR = (
    "two different points have exactly one common perpendicular, which is a common neighbour unless it is one of them"
)
_LINKS = r * (r + 1) ** 2 / 2
LEMMAS = {
    **lemmas(
        SLIM,
        nodes=(2 * q**2, "two halves, each with a node for every two elements of the field"),
        links=(q**2 * _NEAR, "half the sum of the links of all 2 q^2 nodes"),
        load=(
            (3 * q - 2) / (2 * q**2 - 1),
            "nodes of one half in different columns, and of no column in common, have one common neighbour, in the other "
            "half; nodes of different halves one for each set of differences, X and X', that has theirs. A link between the "
            "halves carries its own message, q - 1 from and q - 1 to the other half and the q - 1 differences, all shared "
            "out. A link within one, with difference in X, carries 1, at most 2 q to and from the other half and, both ways, "
            "what leads to at most |X| - 1 others of the column, of which it is linked with one or more if q = 3 mod 4, "
            "since |X| > q/2, and has an even number of common neighbours with each if q is even: 3 q - 2 at most",
        ),
        degree=(_NEAR, "q links to the other half, and as many in the own half as its set of differences has elements"),
    ),
    **terminal_lemmas(
        _switches(SLIM),
        _terminals(SLIM),
        p,
        diameter=(sp.Integer(2), _TWO),
        mean_distance=(
            2 - _NEAR / (2 * q**2 - 1),
            f"{_TWO}: the neighbours of a node are one hop away, all others two",
        ),
    ),
    **lemmas(
        POLAR,
        nodes=(r**2 + r + 1, "points of the projective plane"),
        links=(
            _LINKS,
            "q^2 points have q + 1 perpendicular ones, and the q + 1 that are perpendicular to themselves q others",
        ),
        load=(
            2 / (r + 1),
            "a hop from u to v carries one message and those of two hops, each with one way: to the neighbours of v but u "
            "and the common one, from those of u but v and the common one. If neither is perpendicular to itself these are q "
            "- 1 and q - 1; if one is, it is the common perpendicular, and they are q and q - 1: 2 q of q^2 + q",
        ),
        max_degree=(r + 1, "the points perpendicular to a point are a line, of q + 1 points"),
    ),
    **terminal_lemmas(
        _switches(POLAR),
        _terminals(POLAR),
        p,
        diameter=(sp.Integer(2), _POLAR),
        mean_distance=(
            2 - (r + 1) / (r**2 + r + 1),
            f"{_POLAR}: the neighbours of a point are one hop away, all others two",
        ),
    ),
}
