"""Statements for proof assistants on ranks of channels in fabrics: the routing, and the rank in coordinates of a channel.

Nothing here knows the syntax of a proof assistant. The network comes from the name of the lemma; the rank and the ranges
of coordinates come from its definition.
"""

from dataclasses import dataclass

import sympy as sp

from netlemma.derive.algebra.expressions.notation import NotRising, parameter
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.formal.statements import NotExported

Run = tuple[sp.Expr, sp.Expr]  # a size, and how many times it stands in a list of sizes


@dataclass(frozen=True)
class FabricRouting:
    """A routing of the theory with its arguments.

    Parameters
    ----------
    kind : str
        ``up-then-down``, ``order``, ``aside``, ``groups``, ``livefly``, or ``hops`` for all networks.
    lists : tuple of tuple of Run
        Children and parents by level, or the sizes of the words of switches.
    numbers : tuple of Expr
        Terminals of a switch, then links of a switch to other groups; of ``hops`` the virtual channels; of the livefly letters
        and stages.
    """

    kind: str
    lists: tuple[tuple[Run, ...], ...]
    numbers: tuple[sp.Expr, ...] = ()


@dataclass(frozen=True)
class FabricStatement:
    """A rank of channels that rises along every step of a routing of a fabric, so that packets cannot deadlock.

    Parameters
    ----------
    key : str
        Key of the lemma.
    words : str
        Statement in words.
    sizes : tuple of Parameter
        Sizes with their smallest values.
    routing : FabricRouting
        The routing.
    rank : tuple of Expr
        Parts of the rank, in the coordinates of the channel held.
    bounds : tuple of Expr
        The numbers of values of all parts but the first.
    """

    key: str
    words: str
    sizes: tuple[Parameter, ...]
    routing: FabricRouting
    rank: tuple[sp.Expr, ...]
    bounds: tuple[sp.Expr, ...]


def _runs(*sizes: sp.Expr) -> tuple[Run, ...]:
    return tuple((size, sp.S.One) for size in sizes)


def _routings() -> dict[str, FabricRouting]:
    a, h, k, n, p, q, d, terminals = map(parameter, ("a", "h", "k", "n", "p", "q", "d", "T"))
    half, line = sp.floor(k / 2), ((k, n - 1),)
    grid = _runs(*(parameter(f"S_{i}") for i in (1, 2, 3)))
    listed = (_runs(*(parameter(f"{letter}_{i}") for i in (1, 2))) for letter in "mw")
    two_hops = FabricRouting("hops", (), (sp.Integer(2),))
    return {
        "fat-tree.shortest": FabricRouting("up-then-down", (_runs(half, half, k), _runs(sp.S.One, half, half))),
        "k-ary-n-tree.shortest": FabricRouting("up-then-down", (((k, n),), (*_runs(sp.S.One), *line))),
        "xgft.shortest": FabricRouting("up-then-down", tuple(listed)),
        "hyperx.hyperx-order": FabricRouting("order", (grid,), (terminals,)),
        "hyperx.dimwar": FabricRouting("aside", (grid,), (terminals,)),
        "flattened-butterfly.hyperx-order": FabricRouting("order", (line,), (k,)),
        "flattened-butterfly.dimwar": FabricRouting("aside", (line,), (k,)),
        "hamming.dimension-order": FabricRouting("order", (((q, d),),), (sp.S.Zero,)),
        "dragonfly.minimal": FabricRouting("groups", (_runs(a * h + 1, a),), (p, h)),
        "livefly.deadlock_rank": FabricRouting("livefly", (), (parameter("f") - 1, parameter("r"))),
        "slim-fly.by-hops": two_hops,
        "polarfly.by-hops": two_hops,
    }


ROUTINGS = _routings()


def fabric_statement_of(lemma: Lemma) -> FabricStatement | None:
    """The statement of a lemma on the rank of channels of a fabric; None of other lemmas.

    A part of the rank behind another one is a coordinate, whose range bounds it.

    Raises
    ------
    NotExported
        If it is not one.

    Examples
    --------
    >>> from netlemma.derive.discovery import lemma
    >>> found = fabric_statement_of(lemma("k-ary-n-tree.deadlock_rank.shortest"))
    >>> found.rank, found.routing.lists[0]
    ((Piecewise((l_1, Eq(u_1, 0)), (-l_1 + 2*n - 1, True)),), ((k, n),))
    """
    start = lemma.derivation.start
    routing = ROUTINGS.get(lemma.key.replace(".deadlock_rank.", "."))
    if routing is None or not isinstance(start, NotRising):
        return None
    (rank, _), most = start.ranks, {x: high for (_, high), symbols in start.ranges.items() for x in symbols}
    if not most.keys() >= {*rank[1:]}:
        raise NotExported(f"{lemma.key}: only coordinates follow the first part of a rank")
    sizes = () if routing.kind == "hops" else lemma.domain.parameters
    return FabricStatement(lemma.key, lemma.statement, sizes, routing, rank, tuple(most[x] + 1 for x in rank[1:]))
