"""Jellyfish and Xpander: numbers of nodes and links, which no draw changes; distances are those of one draw."""

from collections.abc import Callable

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.distance_lemmas import lemmas

terminals = parameter("terminals", 1)
_TERMINALS = Parameter("terminals", 1, "terminals on each switch")
_LINKS = "each link of a switch to others has two switches, and each terminal a link"


def _regular(count: int, degree: int, switch: int) -> list[int]:
    """The neighbours in one regular graph: a circulant, with links half around if the degree is odd."""
    around = [(switch + s * jump) % count for jump in range(1, degree // 2 + 1) for s in (1, -1)]
    return around + [(switch + count // 2) % count] * (degree % 2)


def _made(
    name: str, domain: Domain, switches: sp.Expr, count: Callable[[Size], int], degree: str, small: list[Size]
) -> Construction:
    """One of the graphs that can be drawn, with terminals."""

    def near(size: Size, node: Node) -> list[Node]:
        if len(node) == 2:
            return [(node[0],)]
        others = _regular(count(size), size[degree], node[0])
        return [*((other,) for other in others), *((node[0], j) for j in range(size["terminals"]))]

    def ends(size: Size) -> list[Node]:
        return [(switch, j) for switch in range(count(size)) for j in range(size["terminals"])]

    return Construction(name, domain, switches * terminals, ends, near, tuple(small))


def _lemmas(made: Construction, switches: sp.Expr, degree: sp.Expr, listed: str) -> dict[str, Callable[[], Lemma]]:
    return lemmas(
        made,
        nodes=(switches * terminals, f"{listed} with their terminals"),
        links=(switches * (degree + 2 * terminals) / 2, _LINKS),
        max_degree=(degree + terminals, "every switch has as many links to others, and its terminals"),
    )


V, r, d, lift = parameter("switches", 4), parameter("degree", 3), parameter("d", 3), parameter("lift", 1)
JELLYFISH = _made(
    "jellyfish",
    Domain(
        (Parameter("switches", 4, "switches"), Parameter("degree", 3, "links of a switch to others"), _TERMINALS),
        (r <= V - 1, sp.Eq(sp.Mod(V * r, 2), 0)),
    ),
    V,
    lambda size: size["switches"],
    "degree",
    [{"switches": x, "degree": y, "terminals": z} for x, y, z in ((4, 3, 1), (6, 3, 2), (7, 4, 1), (8, 5, 1))],
)
XPANDER = _made(
    "xpander",
    Domain(
        (Parameter("d", 3, "links of a switch to others"), Parameter("lift", 1, "switches of a meta-node"), _TERMINALS)
    ),
    (d + 1) * lift,
    lambda size: (size["d"] + 1) * size["lift"],
    "d",
    [{"d": x, "lift": y, "terminals": z} for x, y, z in ((3, 1, 1), (3, 2, 2), (4, 1, 2), (5, 3, 1))],
)
LEMMAS = {
    **_lemmas(JELLYFISH, V, r, "all switches"),
    **_lemmas(XPANDER, (d + 1) * lift, d, "d + 1 meta-nodes of as many switches as the lift"),
}
