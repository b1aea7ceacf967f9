"""DCell: servers of a DCell_0 on one switch, t + 1 copies of a DCell of t servers with a link between every two."""

from functools import cache
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.notation import parameter
from netlemma.derive.algebra.word_counts import IntegerFunction
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.distance_lemmas import lemmas
from netlemma.derive.networks.group_ports import certify_pairs, partner, port_to
from netlemma.derive.networks.nested_networks import Counts, Nested
from netlemma.errors import EvaluationError, ResultTooLarge

MOST_BITS = 2**16  # of a number of servers, which has twice as many with each level


@cache
def _servers(n: int, k: int) -> int:
    if k < 0:
        raise EvaluationError(f"a DCell of level {k} is not defined")
    if (n.bit_length() - 1) << min(k, MOST_BITS) > MOST_BITS:
        raise ResultTooLarge(f"a DCell of level {k} has a number of servers with more than {MOST_BITS} bits")
    below = _servers(n, k - 1) if k else n
    return below * (below + 1) if k else n


class DCellServers(IntegerFunction):
    """``DCellServers(n, k)``: servers of a DCell of level k, ``t_k = t_(k-1) (t_(k-1) + 1)`` with ``t_0 = n``.

    >>> DCellServers(4, 2)
    420
    """

    nargs: ClassVar = 2
    is_integer = True
    is_positive = True
    at = staticmethod(_servers)


def _near(size: Size, node: Node) -> list[Node]:
    kind, number = node
    n = size["n"]
    if kind == "switch":
        return [("server", number * n + port) for port in range(n)]
    found: list[Node] = [("switch", number // n)]
    for level in range(1, size["k"] + 1):
        below, within = _servers(n, level - 1), number % _servers(n, level)
        copy, server = divmod(within, below)
        there = partner(copy, server)
        found.append(("server", number - within + there * below + port_to(there, copy)))
    return found


def _dcell(least: int, sizes: tuple[tuple[int, int], ...], *relations: sp.Basic) -> Construction:
    parts = (Parameter("n", least, "ports of a switch"), Parameter("k", 0, "level"))
    count = DCellServers(parts[0].symbol, parts[1].symbol)
    listed = lambda size: [("server", number) for number in range(_servers(size["n"], size["k"]))]  # noqa: E731
    return Construction(
        "dcell", Domain(parts, relations), count, listed, _near, tuple({"n": x, "k": y} for x, y in sizes)
    )


CELL, _CELL_3 = (
    _dcell(2, ((2, 0), (3, 0), (2, 1), (3, 1), (2, 2), (5, 1))),
    _dcell(3, ((3, 0), (3, 1), (4, 1), (3, 2)), parameter("k", 0) <= 2),
)
n, k = parameter("n", 2), parameter("k", 0)
_SERVERS = DCellServers(n, k)


def _copies(below: Counts, _: sp.Expr) -> Counts:
    """The numbers of N + 1 copies of N servers, every two of them with a link, each of another server."""
    servers = below["nodes"]
    return {
        "nodes": (servers + 1) * servers,
        "links": (servers + 1) * below["links"] + (servers + 1) * servers / 2,
        "ports": below["ports"] + 1,
    }


def _recursion(expr: sp.Expr) -> sp.Expr:
    """The numbers of servers by those of the level below."""
    return expr.xreplace({DCellServers(n, 0): n, DCellServers(n, k + 1): _SERVERS * (_SERVERS + 1)})


_NESTED = Nested(
    CELL.domain,
    k,
    {"nodes": n, "links": n, "ports": sp.S.One},
    _copies,
    {"nodes": _SERVERS, "links": _SERVERS * (k + 2) / 2, "ports": k + 1},
    "a switch with n servers at first; then N + 1 copies of N servers, every two of them with a link, each of another server",
    _recursion,
    certify_pairs,
    lambda forms: sp.Max(n, forms["ports"]),
)
LEMMAS = {
    **lemmas(CELL, fabric=_NESTED, nodes=_SERVERS, links=_SERVERS * (k + 2) / 2, max_degree=sp.Max(n, k + 1)),
    **lemmas(
        _CELL_3,
        diameter=(
            3 * 2**k - 1,
            "at most: two servers of one switch are 2 hops apart, and between two copies one crosses each of both and the "
            "link between them, so that the bound doubles and grows by one with each level (Guo et al. 2008). At least, "
            "between the first and the last server: a way through r + 1 copies crosses each from the place of the copy "
            "before to that of the copy behind, which are two ways in turn from the first to the last server of a copy but "
            "for r - 1 steps to a neighbouring number; in one switch and in DCells of level 1 such steps save no hop if each "
            "counts as one, so that r links and two ways less r - 1 are left. With n = 3 and k = 4 they do: 27 hops lead "
            "from the first to the last server, not 47",
        ),
    ),
}
