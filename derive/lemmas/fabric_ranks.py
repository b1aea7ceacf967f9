"""Ranks that rise along every route of a fabric at all sizes: trees, grids of cliques, dragonflies, networks of diameter 2."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import permutations

import sympy as sp

from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.lemmas.diameter_two import POLAR, SLIM
from netlemma.derive.lemmas.fabrics import FAT, FLAT, TREE
from netlemma.derive.lemmas.hierarchies import DRAGONFLY
from netlemma.derive.lemmas.lists import HYPERX, XGFT
from netlemma.derive.networks.brute_force_networks import (
    Channel,
    Construction,
    Ends,
    Node,
    grid_ways,
    group_ways,
    lane_ways,
    shortest_steps,
    switches_by_group,
    switches_by_switch,
    switches_decided_twice,
)
from netlemma.derive.networks.ranks.rank_proofs import Ordered
from netlemma.derive.networks.ranks.routing_steps import (
    aside_steps,
    clique_steps,
    detour_hop_steps,
    detour_steps,
    grid_steps,
    group_steps,
    hop_steps,
    lane_steps,
    path_steps,
    tree_steps,
)

_LAYERS = {"host": 0, "edge": 1, "aggregation": 2, "core": 3}
_NO_VCS = "no virtual channels"


def _in_order(at: Mapping[str, sp.Symbol]) -> tuple[sp.Expr, ...]:
    """The coordinates themselves."""
    return tuple(at.values())


def _by_level(level: Callable[[Size, Node], int]) -> Callable[[Size, int, Node, Node], Channel]:
    def place(size: Size, hop: int, tail: Node, head: Node) -> Channel:
        one, other = level(size, tail), level(size, head)
        return {"u": int(one > other), "l": min(one, other)}

    return place


def _tree(made: Construction, height: sp.Expr, level: Callable[[Size, Node], int]) -> Ordered:
    """Up and down a tree: all shortest paths, of which d-mod-k and others take some."""
    return Ordered(
        made.name, "shortest", 1, made.domain, partial(tree_steps, height),
        lambda at: (sp.Piecewise((at["l"], sp.Eq(at["u"], 0)), (2 * height - 1 - at["l"], True)),),
        "The rank of a channel of the tree, its level on the way up and 2 h - 1 less its level on the way down, with h levels of links, "
        "rises on every step of the shortest paths.",
        made.count, shortest_steps(made, _by_level(level)), "shortest",
        f"any shortest path, up to a common ancestor and down from there, {_NO_VCS}",
    )  # fmt: skip


def _grid(
    made: Construction, dimensions: sp.Expr, sides: Callable[[Size], tuple[int, ...]], terminals: str
) -> tuple[Ordered, Ordered]:
    """Dimension order on a grid of cliques, and with one hop aside in each dimension."""
    return (
        Ordered(
            made.name, "hyperx-order", 1, made.domain, partial(grid_steps, dimensions), _in_order,
            "The rank of a channel, first those of terminals that send, then the dimensions, then those to terminals, rises on every "
            "step of dimension order.",
            made.count, grid_ways(sides, terminals, False), "hyperx-order", f"a hop in each dimension, in their order, {_NO_VCS}",
        ),
        Ordered(
            made.name, "dimwar", 2, made.domain, partial(aside_steps, dimensions), _in_order,
            "The rank of a channel, first those of terminals that send, then by dimension and in each dimension by virtual channel, then "
            "those to terminals, rises on every step of dimension order with one hop aside in each dimension.",
            made.count, grid_ways(sides, terminals, True), "dimwar",
            "a hop in each dimension, in their order, and one aside before it, on virtual channel 0 of 2",
        ),
    )  # fmt: skip


def _two_hops(made: Construction) -> Ordered:
    """Shortest paths of a network of diameter 2, with a virtual channel for each hop."""
    return Ordered(
        made.name, "by-hops", 2, made.domain, partial(hop_steps, sp.Integer(2)), _in_order,
        "The virtual channel, 0 for the first hop and 1 for the second, rises on every step of the shortest paths.",
        made.count, shortest_steps(made, lambda size, hop, tail, head: {"v": hop}), "ascending by=hops",
        "any shortest path, of at most two hops, virtual channel 0 for the first hop and 1 for the second",
    )  # fmt: skip


def _dragonfly() -> Ordered:
    return Ordered(
        "dragonfly", "minimal", 2, DRAGONFLY.domain, group_steps, _in_order,
        "The rank of a channel, by virtual channel, then terminals that send, local links, global links and links to terminals, rises on "
        "every step of minimal routing with virtual channel 1 behind the global link: two channels of local links, one of global ones.",
        DRAGONFLY.count, group_ways(DRAGONFLY), "ascending of=minimal",
        "a local hop, the link between both groups and a local hop, virtual channel 0 up to that link and 1 behind it",
    )  # fmt: skip


def _detour(
    routing: str, lanes: int, twice: int, through: int, by: Callable[..., Iterator[list[Ends]]], text: str, exact: bool
) -> Ordered:
    """Routes of a dragonfly over two links between groups or one, on rising virtual channels."""
    return Ordered(
        "dragonfly", routing, lanes, DRAGONFLY.domain, partial(detour_steps, lanes, twice, through), _in_order,
        "The rank of a channel, by virtual channel, then terminals that send, local links, global links and links to terminals, rises on "
        f"every step of {text}, with the next virtual channel for each hop whose kind is not behind that of the last: {lanes} channels.",
        DRAGONFLY.count, group_ways(DRAGONFLY, by), f"ascending of={routing}",
        f"{text}, the next of {lanes} virtual channels for each local hop behind another hop between switches and each global one behind a "
        "global one",
        exact,
    )  # fmt: skip


_COMPLETE = Domain((Parameter("n", 2, "nodes"),))


def _complete() -> Ordered:
    domain = _COMPLETE

    def followed(size: Size) -> Iterator[list[Channel]]:
        for one, other in permutations(range(size["n"]), 2):
            yield [{"v": 1}]
            yield from ([{"v": 0}, {"v": 1}] for by in range(size["n"]) if by not in (one, other))

    return Ordered(
        "complete", "one-detour", 2, domain, detour_hop_steps, _in_order,
        "The virtual channel, 0 for a hop aside and 1 for one to the destination, rises on every step of routes of at most one hop aside.",
        lambda size: size["n"], followed, "one-detour",
        "the direct hop, or one to any other node on virtual channel 0 and one from there on 1",
    )  # fmt: skip


def _tera() -> Ordered:
    """TERA with a path: steps of packets from one escape channel to the next, past other channels or not."""

    def followed(size: Size) -> Iterator[list[Channel]]:
        last = size["n"] - 1
        for start, goal in permutations(range(last + 1), 2):  # from the source, or from where the first link leads
            up = 1 if goal > start else -1
            yield [{"u": up, "x": at if up > 0 else last - at} for at in range(start + up, goal + up, up)]

    return Ordered(
        "complete", "tera", 1, _COMPLETE, partial(path_steps, _COMPLETE.parameters[0].symbol), lambda at: (at["x"],),
        "The rank of an escape channel of TERA, how far along its direction of the path it leads, rises on every step of a packet from one "
        "escape channel to the next. At every node a packet may take the next link of the path; so it is free of deadlock, without "
        "virtual channels (Duato 1993, Cano et al. 2025).",
        lambda size: size["n"], followed, "tera",
        f"any link but those of a path at the source, one to the destination or along the path anywhere, {_NO_VCS}",
    )  # fmt: skip


def _lanes() -> Ordered:
    return Ordered(
        "dragonfly", "d3r", 2, DRAGONFLY.domain, lane_steps,
        lambda at: (sp.Piecewise((at["x"], sp.Eq(at["v"], 0)), (-at["x"], True)), at["c"]),
        "The rank of a channel, by the number of its group, falling on lane 1, then terminals that send, local links, "
        "global links and links to terminals, rises on every step of minimal routing on lane 1 to groups of lower number and on lane 0 "
        "to others.",
        DRAGONFLY.count, lane_ways(DRAGONFLY), "d3r",
        "a local hop, the link between both groups and a local hop, on lane 1 to groups of lower number and on lane 0 to others", False,
    )  # fmt: skip


def _hamming() -> Ordered:
    domain = Domain((Parameter("d", 1, "letters of a word"), Parameter("q", 2, "letters of the alphabet")))
    return Ordered(
        "hamming", "dimension-order", 1, domain, partial(clique_steps, domain.parameters[0].symbol), _in_order,
        "The rank of a channel, its dimension, rises on every step of dimension order.",
        lambda size: size["q"] ** size["d"], grid_ways(lambda size: (size["q"],) * size["d"], "", False), "dimension-order",
        f"a hop in each dimension, in their order, {_NO_VCS}",
    )  # fmt: skip


ORDERED = (
    _tree(FAT, sp.Integer(3), lambda size, node: _LAYERS[node[0]]),
    _tree(TREE, TREE.domain.parameters[1].symbol, lambda size, node: node[0]),
    _tree(XGFT, sp.Integer(2), lambda size, node: node[0]),
    *_grid(HYPERX, sp.Integer(3), lambda size: (size["S_1"], size["S_2"], size["S_3"]), "T"),
    *_grid(FLAT, FLAT.domain.parameters[1].symbol - 1, lambda size: (size["k"],) * (size["n"] - 1), "k"),
    _hamming(),
    _dragonfly(),
    _detour(
        "ugal",
        3,
        0,
        1,
        switches_by_group,
        "the minimal way or one by way of any other group, of which Valiant's over groups are some",
        True,
    ),
    _detour(
        "par", 4, 1, 2, switches_decided_twice, "the ways of UGAL that decides again behind the first local hop", False
    ),
    _detour("valiant-switches", 4, 2, 1, switches_by_switch, "the ways by any switch of another group", False),
    _lanes(),
    _complete(),
    _two_hops(SLIM),
    _two_hops(POLAR),
)
ESCAPED = (_tera(),)  # adaptive routings, whose steps are those between escape channels
LEMMAS: dict[str, Callable[[], Lemma]] = {each.key: partial(Ordered.lemma, each) for each in (*ORDERED, *ESCAPED)}
