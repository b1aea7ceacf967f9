"""Multistage networks of one-way links: k-ary n-fly, omega and baseline network, three-stage Clos network."""

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter
from netlemma.derive.networks.coordinate_fabrics import CoordinateFabric, Joined
from netlemma.derive.networks.distance_lemmas import lemmas
from netlemma.derive.networks.level_fabrics import LevelFabric, level

Node = tuple
Word = tuple[int, ...]
k, n = parameter("k", 2), parameter("n", 1)
m, r = parameter("m", 1), parameter("r", 2)


_DOMAIN = Domain((Parameter("k", 2, "inputs and outputs of a switch"), Parameter("n", 1, "stages")))
_SMALL = tuple({"k": a, "n": b} for a, b in ((2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (2, 4)))
# A switch of stage i is at level i + 1: i digits of the destination have come in, and i + 1 of the source have left: the first
# ones, or in a baseline network the last ones. In which order the others stand in the number of a switch makes no difference.
_COME = (sp.S.One, level - 1)
_STAGES = {
    name: LevelFabric(_DOMAIN, k, n + 1, {"source": left, "destination": _COME}, one_way=True)
    for name, left in (
        ("butterfly", (level + 1, n)),
        ("omega", (level + 1, n)),
        ("baseline", (sp.S.One, n - level)),
    )
}
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
    for name, fabric in _STAGES.items()
    for key, build in lemmas(
        fabric.construction(name, _SMALL),
        fabric=fabric,
        nodes=k**n,
        links=(n + 1) * k**n,
        diameter=n + 1,
        mean_distance=n + 1,
        load=None if name == "baseline" else sp.S.One,  # there a wire is on the way from an end to itself, or is not
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
