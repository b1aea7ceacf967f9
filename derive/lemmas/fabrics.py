"""Fabrics of switches and terminals: trees, flattened butterflies, concentrated meshes, BCube."""

from dataclasses import replace
from functools import partial
from itertools import product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.clique_loads import CliqueLoads
from netlemma.derive.definitions.families import defined, family
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.class_loads import shortest_class_lemmas
from netlemma.derive.networks.coordinate_fabrics import CoordinateFabric, Joined
from netlemma.derive.networks.distance_lemmas import between_terminals, lemmas
from netlemma.derive.networks.level_fabrics import LevelFabric, WordsByLevel, level
from netlemma.derive.networks.nested_networks import Lines
from netlemma.derive.networks.quotient_lemmas import balance

Node = tuple
k, n, c = parameter("k", 2), parameter("n", 1), parameter("c", 1)
n_2 = parameter("n", 2)


_TREE = LevelFabric(
    Domain((Parameter("k", 2, "links up and down of a switch"), Parameter("n", 1, "levels of switches"))),
    k,
    n,
    {"up": (sp.Integer(2), level), "down": (level + 1, n)},
)
_TREE_SIZES = tuple({"k": a, "n": b} for a, b in ((2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (2, 4)))
TREE = _TREE.construction("k-ary-n-tree", _TREE_SIZES, between="terminals")
TREE_SWITCHES = replace(
    TREE,
    domain=Domain((TREE.domain.parameters[0], Parameter("n", 2, "levels of switches"))),
    ends=n_2 * k ** (n_2 - 1),
    listed=lambda size: [
        (at, *word) for at in range(1, size["n"] + 1) for word in product(range(size["k"]), repeat=size["n"] - 1)
    ],
    small=tuple(size for size in _TREE_SIZES if size["n"] > 1),
    between="switches",
)


_half = k / 2
_FAT = CoordinateFabric(
    Domain((Parameter("k", 2, "ports of a switch"),), (sp.Eq(sp.Mod(k, 2), 0),)),
    {"pod": k, **dict.fromkeys(("edge", "port", "group", "core"), _half)},
    {
        "host": ("pod", "edge", "port"),
        "edge": ("pod", "edge"),
        "aggregation": ("pod", "group"),
        "core": ("group", "core"),
    },
    (
        Joined("host", "edge", "terminal"),
        Joined("edge", "aggregation", "level-1"),
        Joined("aggregation", "core", "level-2"),
    ),
    ("host",),
)
_FAT_SMALL = ({"k": 2}, {"k": 4}, {"k": 6})
FAT = _FAT.construction("fat-tree", _FAT_SMALL, between="terminals")
_FAT_SWITCHES = replace(_FAT, joined=_FAT.joined[1:], ends=("edge", "aggregation", "core"))
FAT_SWITCHES = _FAT_SWITCHES.construction("fat-tree", _FAT_SMALL, between="switches")


def _flat_ends(size: Size) -> list[Node]:
    return [("t", *each) for each in product(range(size["k"]), repeat=size["n"])]


def _flat_near(size: Size, node: Node) -> list[Node]:
    kind, *place = node
    if kind == "t":
        return [("s", *place[:-1])]
    lines = [("s", *place[:j], x, *place[j + 1 :]) for j in range(len(place)) for x in range(size["k"])]
    return [*(("t", *place, x) for x in range(size["k"])), *lines]


FLAT = Construction(
    "flattened-butterfly",
    Domain(
        (Parameter("k", 2, "switches in a line, and terminals on a switch"), Parameter("n", 2, "dimensions, and one"))
    ),
    k**n_2,
    _flat_ends,
    _flat_near,
    tuple({"k": a, "n": b} for a, b in ((2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (2, 4))),
    between="terminals",
)


def _mesh_ends(size: Size) -> list[Node]:
    return [("t", *each) for each in product(range(size["k"]), range(size["k"]), range(size["c"]))]


def _mesh(size: Size, node: Node) -> list[Node]:
    kind, x, y, *_ = node
    if kind == "t":
        return [("s", x, y)]
    near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    inside = [("s", *each) for each in near if all(0 <= z < size["k"] for z in each)]
    return [*(("t", x, y, j) for j in range(size["c"])), *inside]


MESH = Construction(
    "concentrated-mesh",
    Domain((Parameter("k", 2, "switches on a side"), Parameter("c", 1, "terminals on a switch"))),
    c * k**2,
    _mesh_ends,
    _mesh,
    tuple({"k": a, "c": b} for a, b in ((2, 1), (2, 2), (3, 1), (3, 2), (4, 2), (2, 4))),
    between="terminals",
)
_m = parameter("k", 0)


def _bcube_ends(size: Size) -> list[Node]:
    return [("server", *each) for each in product(range(size["n"]), repeat=size["k"] + 1)]


def _bcube(size: Size, node: Node) -> list[Node]:
    if node[0] == "server":
        return [("switch", j, *node[1 : j + 1], *node[j + 2 :]) for j in range(size["k"] + 1)]
    _, j, *rest = node
    return [("server", *rest[:j], x, *rest[j:]) for x in range(size["n"])]


_servers = n_2 ** (_m + 1)
BCUBE = Construction(
    "bcube",
    Domain((Parameter("n", 2, "ports of a switch"), Parameter("k", 0, "highest level of switches"))),
    _servers,
    _bcube_ends,
    _bcube,
    tuple({"n": a, "k": b} for a, b in ((2, 0), (3, 0), (2, 1), (3, 1), (2, 2), (4, 1))),
)
_BCUBE_MEAN = 2 * (_m + 1) * (n_2 - 1) / n_2 * _servers / (_servers - 1)
_TREE_MEAN = 2 * (n * k**n / (k**n - 1) - 1 / (k - 1))
_FAT_MEAN = (3 * k**3 / 2 - k**2 / 2 - k - 2) / (k**3 / 4 - 1)
_FAT_SWITCH_MEAN = sp.factor((80 * k**2 - 68 * k - 24) / (25 * k**2 - 20))
_FAT_LEVELS = {joined.name: joined.one for joined in _FAT.joined}
_FAT_ENDS = k**3 / 4
_FAT_LOADS = shortest_class_lemmas(
    FAT,
    _FAT,
    lambda one, other: next(name for name, below in _FAT_LEVELS.items() if below in (one[0], other[0])),
    {
        name: (sp.factor(2 * (_FAT_ENDS - below) / (_FAT_ENDS * (_FAT_ENDS - 1))), _FAT_ENDS)
        for name, below in zip(_FAT_LEVELS, (1, k / 2, k**2 / 4), strict=True)  # terminals below a link
    },
)


def _balance(name: str) -> Lemma:
    """Capacities of a level of links of the fat tree, and of those of terminals."""
    load, terminal = (_FAT_LOADS[f"fat-tree.visit_ratio.{each}"]() for each in (name, "terminal"))
    return balance(load, terminal, f"fat-tree.balance.{name}", (name, "terminal"), "every shortest path equally likely")


_SWITCHES = k ** (n_2 - 1)
_FLAT_SIZES = {"k": "switches in a line, and terminals on a switch", "n": "dimensions, and one"}
_FLAT = family("flattened-butterfly", **_FLAT_SIZES)
_FLATTENED = defined("flattened-butterfly", "nodes links max_degree diameter mean_distance wiener_index", **_FLAT_SIZES)
_CONCENTRATED = defined(
    "concentrated-mesh",
    "nodes links max_degree diameter mean_distance wiener_index",
    {"max_degree": c + 2 * sp.Min(k - 1, 2)},
    k="switches on a side",
    c="terminals on a switch",
)
LEMMAS = {
    **defined("k-ary-n-tree", "nodes links", k="links up and down of a switch", n="levels of switches"),
    **lemmas(TREE, fabric=_TREE, load=sp.S.One, max_degree=k * sp.Min(n, 2), diameter=2 * n, mean_distance=_TREE_MEAN),
    **lemmas(FAT, fabric=_FAT, load=sp.S.One, max_degree=k, diameter=sp.Integer(6), mean_distance=_FAT_MEAN),
    **_FAT_LOADS,
    **{f"fat-tree.balance.{name}": partial(_balance, name) for name in ("level-1", "level-2")},
    **lemmas(FAT_SWITCHES, fabric=_FAT_SWITCHES, diameter=sp.Integer(4), mean_distance=_FAT_SWITCH_MEAN),
    **lemmas(TREE_SWITCHES, fabric=WordsByLevel(TREE_SWITCHES.domain, n_2), diameter=2 * (n_2 - 1)),
    **lemmas(FLAT, fabric=CliqueLoads(_FLAT), load=k**n_2 / (k**n_2 - 1)),
    **_FLATTENED,
    **between_terminals(FLAT, _SWITCHES, k, _FLATTENED, (n_2 - 1) * (k - 1) / k * _SWITCHES / (_SWITCHES - 1)),
    **_CONCENTRATED,
    **between_terminals(MESH, k**2, c, _CONCENTRATED),
    **defined("fat-tree", "nodes links", k="ports of a switch"),
    **lemmas(
        BCUBE,
        fabric=Lines(BCUBE.domain, n_2, _m + 1),
        nodes=_servers,
        links=(_m + 1) * _servers,
        max_degree=sp.Max(n_2, _m + 1),
        diameter=2 * (_m + 1),
        mean_distance=_BCUBE_MEAN,
        load=sp.powsimp(_servers * _BCUBE_MEAN / ((_m + 1) * _servers * 2)),
    ),
}
