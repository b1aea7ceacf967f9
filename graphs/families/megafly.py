"""Megafly, or Dragonfly+: groups of leaf and spine switches, one link between every two groups (Shpiner et al. 2017, Flajslik et al. 2018).

There are s h + 1 groups of s leaves with p terminals each and s spines with h links to other groups each; within a group
every leaf is linked to every spine. The links between groups are arranged as those of a dragonfly.
"""

from typing import Any

import numpy as np

from netlemma.graphs.families import dragonfly
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by
from netlemma.graphs.topology.structure import Network


def _make(p: int, s: int, h: int, arrangement: str) -> Network:
    """The explicit network; its size is not checked.

    The label of a switch is its group, 0 for a leaf or 1 for a spine, and its number.
    """
    groups = s * h + 1
    node = np.arange(2 * groups * s).reshape(groups, 2, s)
    leaf, spine = node[:, 0], node[:, 1]
    between = dragonfly.global_links(groups, s * h, h, arrangement)

    def symmetries() -> list[np.ndarray]:
        turned = np.stack([np.roll(leaf, 1, axis=1), spine], axis=1)
        moved = [dragonfly.group_symmetries(each, h, arrangement) for each in (leaf, spine)]
        return [image.ravel() for image in (turned, *(np.stack(both, axis=1) for both in zip(*moved, strict=True)))]

    return simple_network(
        node.size,
        [
            Links("local", leaf[:, :, None], spine[:, None, :]),
            Links("global", spine[between.group, between.switch], spine[between.other, between.its_switch]),
        ],
        lambda u: (int(u) // (2 * s), int(u) // s % 2, int(u) % s),
        symmetries=symmetries,
        terminals=p,
        carriers=leaf.ravel(),
    )


def _facts(p: int, s: int, h: int, arrangement: str) -> dict[str, int]:
    """A leaf has p terminals and the s spines of its group, a spine the s leaves and h other groups."""
    groups = s * h + 1
    return {
        "nodes": groups * s * (2 + p),
        "ends": groups * s * (p or 2),
        "links": groups * s * (s + p) + groups * (groups - 1) // 2,
        "degree": s + max(h, p),
    }


def _illegal(**size: Any) -> str:
    """What is wrong with a size."""
    odd = size["arrangement"] == "circulant" and size["s"] * size["h"] % 2
    return "the circulant arrangement takes an even s*h, as with s=2" if odd else ""


FAMILY = Family(
    name="megafly",
    parameters=(
        Parameter("p", 0, "terminals on each leaf"),
        Parameter("s", 1, "leaves of a group, and spines"),
        Parameter("h", 1, "links of a spine to other groups"),
        Parameter(
            "arrangement",
            0,
            "of the links between groups",
            words=dragonfly.ARRANGEMENTS,
            default=dragonfly.ARRANGEMENTS[0],
        ),
    ),
    classes=("local", "global", "terminal"),
    summary="s*h + 1 groups of s leaves and s spines, a link between every two groups, p terminals a leaf",
    make=_make,
    log_sizes=sizes_by(_facts),
    illegal=_illegal,
    facts=_facts,
    default_sizes=tuple(
        {"p": p, "s": s, "h": h, "arrangement": arrangement}
        for p, s, h in ((0, 1, 1), (1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 1, 2), (1, 2, 2), (2, 2, 2), (2, 3, 2))
        for arrangement in dragonfly.ARRANGEMENTS
        if arrangement != "circulant" or s * h % 2 == 0
    ),
    other_name="dragonfly-plus",
)
