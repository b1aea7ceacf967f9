"""Jellyfish and Xpander: numbers of nodes and links, which no draw changes; distances are those of one draw."""

from collections.abc import Callable, Iterator

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.coordinate_fabrics import CoordinateFabric, Joined, Regular
from netlemma.derive.networks.distance_lemmas import lemmas

terminals = parameter("terminals", 1)
_TERMINALS = Parameter("terminals", 1, "terminals on each switch")


def _regular(count: int, degree: int, switch: int) -> list[int]:
    """The neighbours in one regular graph: a circulant, with links half around if the degree is odd."""
    around = [(switch + s * jump) % count for jump in range(1, degree // 2 + 1) for s in (1, -1)]
    return around + [(switch + count // 2) % count] * (degree % 2)


def _lemmas(
    name: str, domain: Domain, switches: sp.Expr, degree: sp.Symbol, small: list[Size]
) -> dict[str, Callable[[], Lemma]]:
    """The lemmas of one of the graphs that can be drawn, with terminals."""

    def near(size: Size, place: tuple[int, ...]) -> Iterator[tuple[int]]:
        count = int(evaluate(switches, {p.symbol: size[p.name] for p in domain.parameters}))
        yield from ((other,) for other in _regular(count, size[degree.name], place[0]))

    fabric = CoordinateFabric(
        domain,
        {"switch": switches, "port": terminals},
        {"switch": ("switch",), "terminal": ("switch", "port")},
        (Joined("switch", "switch", within=Regular(degree, near)), Joined("switch", "terminal")),
        ("terminal",),
    )
    return lemmas(
        fabric.construction(name, tuple(small)),
        fabric=fabric,
        nodes=switches * terminals,
        links=switches * (degree + 2 * terminals) / 2,
        max_degree=degree + terminals,
    )


V, r, d, lift = parameter("switches", 4), parameter("degree", 3), parameter("d", 3), parameter("lift", 1)
_JELLYFISH = _lemmas(
    "jellyfish",
    Domain(
        (Parameter("switches", 4, "switches"), Parameter("degree", 3, "links of a switch to others"), _TERMINALS),
        (r <= V - 1, sp.Eq(sp.Mod(V * r, 2), 0)),
    ),
    V,
    r,
    [{"switches": x, "degree": y, "terminals": z} for x, y, z in ((4, 3, 1), (6, 3, 2), (7, 4, 1), (8, 5, 1))],
)
_XPANDER = _lemmas(
    "xpander",
    Domain(
        (Parameter("d", 3, "links of a switch to others"), Parameter("lift", 1, "switches of a meta-node"), _TERMINALS)
    ),
    (d + 1) * lift,
    d,
    [{"d": x, "lift": y, "terminals": z} for x, y, z in ((3, 1, 1), (3, 2, 2), (4, 1, 2), (5, 3, 1))],
)
LEMMAS = {**_JELLYFISH, **_XPANDER}
