"""Cube-connected cycles, R-ary M-cube, dual bus hypercube: numbers of nodes and links, degree and diameter."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.cycles.cycle_families import FarthestWalk
from netlemma.derive.networks.cycles.cycle_walks import MarkedCycle
from netlemma.derive.networks.cycles.hyperplanes import FarthestHyperplanes
from netlemma.derive.networks.distance_lemmas import compare_small, in_one_step, lemmas
from netlemma.derive.networks.nested_networks import BusesAtPlaces

d_2, r, m = parameter("D", 2), parameter("R", 2), parameter("M", 1)


def _cycles(size: Size, node: Node) -> list[Node]:
    (p, v), d = node, size["D"]
    return [(p, v ^ 1 << p), ((p + 1) % d, v), ((p - 1) % d, v)]


_RINGS = "dimensions of the cube and nodes of each ring"
_CYCLES = Construction(
    "cube-connected-cycles",
    Domain((Parameter("D", 2, _RINGS),)),
    d_2 * 2**d_2,
    lambda size: product(range(size["D"]), range(2 ** size["D"])),
    _cycles,
    tuple({"D": x} for x in range(2, 7)),
)


def _columns(size: Size, node: tuple[int, tuple[int, ...]]) -> Iterable[Node]:
    (i, x), m = node, size["M"]
    for place, row in ((i, (i + 1) % m), ((i - 1) % m, (i - 1) % m)):
        for digit in range(size["R"]):
            yield row, (*x[:place], digit, *x[place + 1 :])


_ROWS = {"R": "nodes that a node is linked to in the next row", "M": "rows"}
CYLINDER = Construction(
    "r-ary-m-cube",
    Domain(tuple(Parameter(name, least, _ROWS[name]) for name, least in (("R", 2), ("M", 1)))),
    m * r**m,
    lambda size: product(range(size["M"]), product(range(size["R"]), repeat=size["M"])),
    _columns,
    tuple({"R": x, "M": y} for x, y in ((2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (3, 3), (2, 4), (4, 3), (2, 5))),
)


def _dual(choose: Callable[[tuple[int, ...], int], Iterable[Node]]) -> Callable[[Size, Node], Iterable[Node]]:
    """What a function chooses of the line through a node in dimension 0 and in that of its hyperplane."""
    return lambda size, node: (
        each
        for axis in (0, 1 + node[0] % (size["D"] - 1))
        for each in choose((*node[:axis], -1, *node[axis + 1 :]), size["w"])
    )


def _on_line(line: tuple[int, ...], width: int) -> Iterable[Node]:
    axis = line.index(-1)
    return ((*line[:axis], digit, *line[axis + 1 :]) for digit in range(width))


w, D = parameter("w", 2), parameter("D", 2)
_plane = sp.Symbol("h'", integer=True)  # digit 0 of a node, its hyperplane
DUAL = Construction(
    "dual-bus-hypercube",
    Domain((Parameter("w", 2, "nodes on a bus"), Parameter("D", 2, "dimensions")), (w >= D - 1,)),
    w**D,
    lambda size: product(range(size["w"]), repeat=size["D"]),
    _dual(_on_line),
    tuple({"w": x, "D": y} for x, y in ((2, 2), (3, 2), (2, 3), (3, 3), (5, 3), (3, 4))),
    buses=_dual(lambda line, width: [line]),
)


def _farthest(made: Construction, cycle: MarkedCycle, form: sp.Expr, because: str) -> Lemma:
    """The lemma on the diameter of a network of words around a cycle."""
    known = tuple(p.symbol >= p.minimum for p in made.domain.parameters if p.symbol == cycle.size)
    proof = FarthestWalk(cycle, known, partial(compare_small, made, "diameter"))
    return in_one_step(made, "diameter", form, because, proof)


LEMMAS: dict[str, Callable[[], Lemma]] = {
    _CYCLES.key("diameter"): partial(
        _farthest,
        _CYCLES,
        MarkedCycle(d_2, sp.Integer(2), on_positions=True),
        2 * d_2 + sp.Max(0, sp.floor(d_2 / 2) - 2),
        "most of all take a walk on the ring over all positions, with D hops of the cube: back to its start, or to the position "
        "farthest away but for one link",
    ),
    **defined("cube-connected-cycles", "nodes", D=_RINGS),
    **defined("cube-connected-cycles", "links degree", where="D >= 3", D=_RINGS),
    CYLINDER.key("diameter"): partial(
        _farthest,
        CYLINDER,
        MarkedCycle(m, r, on_positions=False),
        sp.floor(3 * m / 2),
        "most of all take a walk over all M steps between rows, to the row farthest away",
    ),
    **defined("r-ary-m-cube", "nodes", **_ROWS),
    **defined("r-ary-m-cube", "links degree", where="M >= 3", **_ROWS),
    **lemmas(
        DUAL,
        fabric=BusesAtPlaces(DUAL.domain, w, D, {_plane: sp.S.Zero}, (sp.S.Zero, 1 + sp.Mod(_plane, D - 1))),
        nodes=w**D,
        links=2 * w ** (D - 1),
        degree=sp.Integer(2),
    ),
    DUAL.key("diameter"): lambda: in_one_step(
        DUAL,
        "diameter",
        2 * D - 2,
        "D - 1 digits may differ, each changed in a hyperplane of its direction: D - 2 hops lead from one direction to all others, "
        "and one more to the hyperplane of the destination, if it is of the first direction",
        FarthestHyperplanes(),
    ),
}
