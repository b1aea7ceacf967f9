"""Dragonfly and megafly, Gaussian and Eisenstein-Jacobi networks, twisted tori: how many nodes and links they have."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, product

import sympy as sp

from netlemma.derive.algebra import smt
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.proof import require
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.class_loads import class_lemmas
from netlemma.derive.networks.coordinate_fabrics import (
    CoordinateFabric,
    Joined,
    Regular,
)
from netlemma.derive.networks.distance_lemmas import Builder, between_terminals, i, lemmas
from netlemma.derive.networks.group_ports import certify_pairs, partner, port_to
from netlemma.derive.networks.lattice_quotients import SQUARE, LatticeQuotient, Steps
from netlemma.derive.networks.quotient_lemmas import balance

p, a, h, s = (parameter(name, 1) for name in "pahs")


def _wires(switches: str) -> Regular:
    """Links between groups: the ports of a group, h on each switch, in the order of the other groups."""

    def near(size: Size, place: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        group, switch = place
        for port in range(switch * size["h"], (switch + 1) * size["h"]):
            other = partner(group, port)
            yield other, port_to(other, group) // size["h"]

    return Regular(h, near, groups=("group", switches), certify=certify_pairs)


def _in_group(size: Size, place: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    yield from ((place[0], other) for other in range(size["a"]) if other != place[1])


def _minimal(size: Size, source: Node, end: Node) -> list[Node]:
    """By the one link between their groups."""
    (_, one, first, _), (_, other, last, _) = source, end
    gates = [] if one == other else [(one, port_to(one, other)), (other, port_to(other, one))]
    switches = [(one, first), *((group, port // size["h"]) for group, port in gates), (other, last)]
    nodes = [source, *(("switch", *switch) for switch in dict.fromkeys(switches)), end]
    return nodes


def _link_class(one: Node, other: Node) -> str:
    if "terminal" in (one[0], other[0]):
        return "terminal"
    return "local" if one[1] == other[1] else "global"


_TERMINALS = Parameter("p", 1, "terminals on each switch")
_GROUPS = a * h + 1
_DRAGONFLY = CoordinateFabric(
    Domain((_TERMINALS, Parameter("a", 1, "switches of a group"), Parameter("h", 1, "links to other groups"))),
    {"group": _GROUPS, "switch": a, "port": p},
    {"terminal": ("group", "switch", "port"), "switch": ("group", "switch")},
    (
        Joined("terminal", "switch", "terminal"),
        Joined("switch", "switch", "local", within=Regular(a - 1, _in_group, clique="switch")),
        Joined("switch", "switch", "global", within=_wires("switch")),
    ),
    ("terminal",),
    direct=True,
)
DRAGONFLY = _DRAGONFLY.construction(
    "dragonfly",
    tuple({"p": x, "a": y, "h": z} for x, y, z in ((1, 1, 1), (2, 1, 2), (1, 2, 1), (2, 2, 1), (1, 2, 2), (1, 3, 1))),
    between="terminals",
)
_MANY = s * h + 1
_OTHERS = p * s * _MANY - 1
_MEGAFLY = CoordinateFabric(
    Domain(
        (_TERMINALS, Parameter("s", 1, "leaves, and spines, of a group"), Parameter("h", 1, "links to other groups"))
    ),
    {"group": _MANY, "leaf": s, "spine": s, "port": p},
    {"terminal": ("group", "leaf", "port"), "leaf": ("group", "leaf"), "spine": ("group", "spine")},
    (Joined("terminal", "leaf"), Joined("leaf", "spine"), Joined("spine", "spine", "global", within=_wires("spine"))),
    ("terminal",),
)
MEGAFLY = _MEGAFLY.construction(
    "megafly",
    tuple(
        {"p": x, "s": y, "h": z}
        for x, y, z in ((1, 1, 1), (2, 1, 2), (1, 2, 1), (2, 2, 1), (1, 2, 2), (1, 3, 1), (3, 2, 2), (2, 3, 1))
    ),
    between="terminals",
)
_ENDS = p * a * _GROUPS
_SWITCH_HOPS = a * _GROUPS * (a - 1 + h + 4 * h * (a - 1) + 3 * h * (a - 1) ** 2) - h * (h - 1) * a * (a - 1)
_SHARES = 2 * p**2 / (_ENDS * (_ENDS - 1))
_a = parameter("a", 2)  # with one switch in a group there are no local links
LOCAL = replace(
    DRAGONFLY,
    domain=Domain(
        (DRAGONFLY.domain.parameters[0], Parameter("a", 2, "switches of a group"), DRAGONFLY.domain.parameters[2])
    ),
    ends=DRAGONFLY.ends.xreplace({a: _a}),
    small=tuple(size for size in DRAGONFLY.small if size["a"] > 1),
)
CONSECUTIVE = replace(DRAGONFLY, fixed="arrangement=consecutive")
SWITCHES = replace(
    CONSECUTIVE,
    domain=Domain((Parameter("p", 0, "terminals on each switch"), *DRAGONFLY.domain.parameters[1:])),
    ends=a * _GROUPS,
    listed=lambda size: [("switch", *each) for each in product(range(size["a"] * size["h"] + 1), range(size["a"]))],
    between="switches",
)
_GLOBAL = (_SHARES * a**2, _GROUPS * a * h / 2)
_TERMINAL = (2 / _ENDS, _ENDS)
_LOCAL = (_SHARES * (2 * a * h + 1), _GROUPS * a * (a - 1) / 2)
_MEAN = {
    name: (form.xreplace({a: _a}), links.xreplace({a: _a}))
    for name, (form, links) in (("global", _GLOBAL), ("terminal", _TERMINAL), ("local", _LOCAL))
}
_LOADS = class_lemmas(LOCAL, _DRAGONFLY, "minimal", _minimal, _link_class, None, **_MEAN)


def _balance(name: str) -> Lemma:
    """Capacities of a class of links of the dragonfly, and of the local ones."""
    load, local = (_LOADS[f"dragonfly.visit_ratio.{each}.minimal"]() for each in (name, "local"))
    return balance(load, local, f"dragonfly.balance.{name}", (name, "local"), "minimal routing")


_SHIFT = parameter("s", 0)


def _twisted(size: Size, node: Node) -> list[Node]:
    x, y = node
    turn = size["s"]
    right = (x + 1, y) if x + 1 < size["a"] else (0, (y + turn) % size["b"])
    left = (x - 1, y) if x else (size["a"] - 1, (y - turn) % size["b"])
    return [right, left, (x, (y + 1) % size["b"]), (x, (y - 1) % size["b"])]


_LENGTH = parameter("a", 1)
_SIDES = {"a": "nodes of a row", "b": "nodes of a column", "s": "shift"}
TWISTED = Construction(
    "twisted-torus-2d",
    Domain(tuple(Parameter(name, least, _SIDES[name]) for name, least in (("a", 1), ("b", 2), ("s", 0)))),
    _LENGTH * parameter("b", 2),
    lambda size: product(range(size["a"]), range(size["b"])),
    _twisted,
    tuple({"a": x, "b": y, "s": z} for x, y, z in ((2, 3, 1), (3, 3, 0), (3, 3, 2), (4, 2, 1), (3, 4, 2))),
)
RECTANGULAR = replace(
    TWISTED,
    domain=Domain(
        TWISTED.domain.parameters,
        (sp.Eq(parameter("b", 2), 2 * _LENGTH), sp.Eq(_SHIFT, _LENGTH)),
        lambda size: size["a"] > 1,
    ),
    ends=2 * _LENGTH**2,
    small=tuple({"a": x, "b": 2 * x, "s": x} for x in (2, 3, 4, 5)),
)
_WIDE = Domain(tuple(Parameter(name, least, _SIDES[name]) for name, least in (("a", 3), ("b", 3), ("s", 0))))


def _certify_neighbours() -> None:
    """Check that no two of a node's neighbours, and itself, differ by a multiple i of (a, -s) and one j of (0, b)."""
    z3 = smt.z3()
    x, y, i_a, j_b = z3.Ints("x y i*a j*b")
    known = [z3.Or(i_a == 0, i_a >= 3, i_a <= -3), z3.Or(j_b == 0, j_b >= 3, j_b <= -3)]
    known += [x == i_a, z3.Implies(i_a == 0, y == j_b)]  # with i = 0 there is no shift
    near = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
    for (p_, q_), (u, v) in combinations(near, 2):
        same = z3.And(x == p_ - u, y == q_ - v)
        require(smt.solution([*known, same]) is None, "neighbours may be the same")


_PLAIN = replace(
    TWISTED,
    domain=_WIDE,
    ends=parameter("a", 3) * parameter("b", 3),
    small=tuple(size for size in TWISTED.small if size["a"] > 2 < size["b"]),
)
_SWITCH_FABRIC = replace(
    _DRAGONFLY,
    domain=SWITCHES.domain,
    kinds={"switch": _DRAGONFLY.kinds["switch"]},
    joined=_DRAGONFLY.joined[1:],
    ends=("switch",),
    direct=False,
)


def _between(switches: Construction) -> dict[str, Builder]:
    """Distances between switches of dragonflies, by way of third groups, too."""
    return lemmas(
        switches,
        fabric=_SWITCH_FABRIC,
        diameter=1 + sp.Piecewise((0, sp.Eq(a, 1)), (2, True)),
        mean_distance=_SWITCH_HOPS / (SWITCHES.ends * (SWITCHES.ends - 1)),
    )


LEMMAS = {
    **lemmas(
        DRAGONFLY,
        fabric=_DRAGONFLY,
        nodes=p * a * _GROUPS,
        links=_GROUPS * (a * (a - 1) + a * h) / 2 + p * a * _GROUPS,
        max_degree=a - 1 + h + p,
    ),
    **_between(SWITCHES),
    **between_terminals(CONSECUTIVE, SWITCHES.ends, p, _between(replace(SWITCHES, domain=CONSECUTIVE.domain))),
    **class_lemmas(
        DRAGONFLY,
        _DRAGONFLY,
        "minimal",
        _minimal,
        _link_class,
        sp.Max(1, p**2 * a**2 / (_ENDS - 1), sp.Min(1, a - 1) * p**2 * (2 * a * h + 1) / (_ENDS - 1)),
        **{"global": _GLOBAL, "terminal": _TERMINAL},
    ),
    "dragonfly.visit_ratio.local.minimal": _LOADS["dragonfly.visit_ratio.local.minimal"],
    **{f"dragonfly.balance.{name}": partial(_balance, name) for name in ("global", "terminal")},
    **lemmas(
        MEGAFLY,
        fabric=_MEGAFLY,
        nodes=p * s * _MANY,
        links=_MANY * s**2 + _MANY * (_MANY - 1) / 2 + p * s * _MANY,
        max_degree=s + sp.Max(p, h),
        diameter=sp.Integer(5),
        mean_distance=5 - (p * s + 2 * p - 3) / _OTHERS,
        load=sp.Max(1, p**2 * s**2 / _OTHERS, p**2 * (s * h + 1 - 1 / s) / _OTHERS),
    ),
    **defined("twisted-torus-2d", "nodes", **_SIDES),
    **defined("twisted-torus-2d", "links", where="a >= 3, b >= 3", **_SIDES),
    **lemmas(
        _PLAIN,
        fabric=Steps(
            _WIDE,
            _PLAIN.ends,
            sp.Integer(4),
            _certify_neighbours,
            "with three nodes or more along each dimension the neighbours are different, twisted or not",
        ),
        degree=sp.Integer(4),
    ),
    **lemmas(
        RECTANGULAR,
        fabric=LatticeQuotient(
            RECTANGULAR.domain, _LENGTH, SQUARE, (_LENGTH, _LENGTH), (sp.S.Zero, 2 * _LENGTH), _LENGTH
        ),
        diameter=_LENGTH,
        nodes_at_distance=sp.Piecewise(
            (1, sp.Eq(i, 0)), (4 * i, i <= _LENGTH - 1), (2 * _LENGTH - 1, sp.Eq(i, _LENGTH)), (0, True)
        ),
        mean_distance=_LENGTH * (4 * _LENGTH**2 - 1) / (3 * (2 * _LENGTH**2 - 1)),
    ),
}
