"""Multistage networks of one-way links: k-ary n-fly, omega and baseline network, three-stage Clos network."""

from itertools import product

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.coordinate_fabrics import CoordinateFabric, Joined
from netlemma.derive.networks.distance_lemmas import lemmas

Node = tuple
Word = tuple[int, ...]
k, n = parameter("k", 2), parameter("n", 1)
m, r = parameter("m", 1), parameter("r", 2)


def _ends(size: Size) -> list[Node]:
    return [("t", word) for word in product(range(size["k"]), repeat=size["n"])]


def _fly(size: Size, node: Node) -> list[Node]:
    """A switch is its stage and its word without the digit that it sets."""
    digits, last = range(size["k"]), size["n"] - 1
    if node[0] == "t":
        return [("s", 0, node[1][1:])]
    _, i, word = node
    wires = [(*word[:i], digit, *word[i:]) for digit in digits]
    return [("t", wire) if i == last else ("s", i + 1, (*wire[: i + 1], *wire[i + 2 :])) for wire in wires]


def _omega(size: Size, node: Node) -> list[Node]:
    """A switch is its stage and the first n - 1 digits of its wires; a shuffle takes the first digit to the end."""
    last = size["n"] - 1
    if node[0] == "t":
        return [("s", 0, node[1][1:])]
    _, i, word = node
    wires = [(*word, digit) for digit in range(size["k"])]
    return [("t", wire) if i == last else ("s", i + 1, wire[1:]) for wire in wires]


def _baseline(size: Size, node: Node) -> list[Node]:
    """A switch is its stage and the first n - 1 digits of its wires; behind stage i the last digit goes to place i."""
    last = size["n"] - 1
    if node[0] == "t":
        return [("s", 0, node[1][:-1])]
    _, i, word = node
    wires = [(*word, digit) for digit in range(size["k"])]
    return [("t", wire) if i == last else ("s", i + 1, (*wire[:i], wire[-1], *wire[i:-1])[:-1]) for wire in wires]


_DOMAIN = Domain((Parameter("k", 2, "inputs and outputs of a switch"), Parameter("n", 1, "stages")))
_SMALL = tuple({"k": a, "n": b} for a, b in ((2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (2, 4)))
_HOPS = "every way to a terminal leads through one switch of each of the n stages: n + 1 hops"
_NEIGHBOURS = {"butterfly": _fly, "omega": _omega, "baseline": _baseline}
_LOAD = (
    sp.S.One,
    "a wire behind stage i is on the ways of k^(i+1) terminals to k^(n-1-i) terminals, k^n pairs, one of which is a terminal with "
    "itself; each other pair has the rate 1/(k^n - 1)",
)
_LOADS = dict.fromkeys(("butterfly", "omega"), _LOAD)  # a wire of a baseline network has more such pairs, or none
_CLOS = CoordinateFabric(
    Domain(
        (
            Parameter("m", 1, "middle switches"),
            Parameter("n", 1, "terminals of an input switch"),
            Parameter("r", 2, "input switches, and output switches"),
        )
    ),
    {"switch": r, "port": n, "middle": m},
    {"terminal": ("switch", "port"), "in": ("switch",), "middle": ("middle",), "out": ("switch",)},
    (Joined("terminal", "in"), Joined("in", "middle"), Joined("middle", "out"), Joined("out", "terminal")),
    ("terminal",),
    one_way=True,
)
CLOS = _CLOS.construction(
    "clos",
    tuple({"m": x, "n": y, "r": z} for x, y, z in ((1, 1, 2), (2, 2, 2), (3, 2, 2), (1, 3, 2), (2, 1, 3), (2, 3, 4))),
)
LEMMAS = {
    key: build
    for name, near in _NEIGHBOURS.items()
    for key, build in lemmas(
        Construction(name, _DOMAIN, k**n, _ends, near, _SMALL, one_way=True),
        nodes=(k**n, "terminals are all words of n out of k digits"),
        links=((n + 1) * k**n, "k^n wires lead into each of the n stages, and from the last one to the terminals"),
        diameter=(n + 1, _HOPS),
        mean_distance=(n + 1, f"{_HOPS}, to each of them"),
        load=_LOADS.get(name),
    ).items()
} | lemmas(
    CLOS,
    fabric=_CLOS,
    nodes=n * r,
    links=2 * r * (m + n),
    max_degree=sp.Max(m, n, r),
    diameter=sp.Integer(4),
    mean_distance=sp.Integer(4),
    load=sp.Max(1, n / m),
)
