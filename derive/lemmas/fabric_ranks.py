"""Ranks that rise along every route of a fabric at all sizes: trees."""

from collections.abc import Callable
from functools import partial

import sympy as sp

from derive.core.domain import Size
from derive.core.lemma import Lemma
from derive.lemmas.fabrics import FAT, TREE
from derive.lemmas.lists import XGFT
from derive.networks.distances.construction import Construction, Node
from derive.networks.ranks.brute_force_fabrics import Channel, shortest_steps
from derive.networks.ranks.fabric_steps import tree_steps
from derive.networks.ranks.ordered import Ordered

_LAYERS = {"host": 0, "edge": 1, "aggregation": 2, "core": 3}


def _by_level(level: Callable[[Size, Node], int]) -> Callable[[Size, int, Node, Node], Channel]:
    def place(size: Size, hop: int, tail: Node, head: Node) -> Channel:
        one, other = level(size, tail), level(size, head)
        return {"u": int(one > other), "l": min(one, other)}

    return place


def _tree(made: Construction, height: sp.Expr, level: Callable[[Size, Node], int]) -> Ordered:
    """Up and down a tree: all shortest paths, of which d-mod-k and others take some."""
    steps = tree_steps(height, tuple(sorted(height.free_symbols, key=str)))
    u, low = steps.held
    return Ordered(
        made.name, "shortest", 1, made.domain, steps, (sp.Piecewise((low, sp.Eq(u, 0)), (2 * height - 1 - low, True)),),
        "The rank of a channel of the tree, its level on the way up and 2 h - 1 less its level on the way down, with h levels of links, "
        "rises on every step of the shortest paths.",
        made.count, shortest_steps(made, _by_level(level)), "shortest",
        "any shortest path, up to a common ancestor and down from there, no virtual channels",
    )  # fmt: skip


ORDERED = (
    _tree(FAT, sp.Integer(3), lambda size, node: _LAYERS[node[0]]),
    _tree(TREE, TREE.domain.parameters[1].symbol, lambda size, node: 0 if node[0] == "t" else size["n"] - node[2]),
    _tree(XGFT, sp.Integer(2), lambda size, node: node[0]),
)
# each family is named here for discovery: "fat-tree", "k-ary-n-tree", "xgft"
LEMMAS: dict[str, Callable[[], Lemma]] = {each.key: partial(Ordered.lemma, each) for each in ORDERED}
