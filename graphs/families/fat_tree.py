"""Fat tree of switches with k ports in three layers (Al-Fares, Loukissas and Vahdat 2008).

There are k pods of k/2 edge and k/2 aggregation switches, every two of different layers linked, (k/2)^2 cores, and k/2
terminals on each edge switch. Aggregation switch j of each pod is linked to the cores j k/2, ..., (j + 1) k/2 - 1. It is the
extended generalised fat tree with m = k/2, k/2, k children and w = 1, k/2, k/2 parents.

Links of the class level-i join the levels i and i + 1, counted from the terminals up.
"""

from netlemma.graphs.families import xgft
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.structure import Label


def _tree(k: int) -> tuple[xgft.Sizes, xgft.Sizes]:
    """Children and parents by level."""
    return (k // 2, k // 2, k), (1, k // 2, k // 2)


def label(level: int, word: Label) -> Label:
    """Label of a vertex: its layer, and pod, edge switch and terminal; pod and aggregation switch; or the number of a core."""
    return (level, *word) if level == 0 else (level, *((word[1], word[0]) if level == 3 else word[:2]))


FAMILY = Family(
    name="fat-tree",
    parameters=(Parameter("k", 2, "ports of a switch"),),
    classes=("level-i", "terminal"),
    summary="three layers of switches with k ports in k pods: k^3/4 terminals",
    make=lambda k: xgft.make(*_tree(k), label),
    log_sizes=lambda k: xgft.FAMILY.log_sizes(*_tree(k)),
    illegal=lambda k: "k must be even" if k % 2 else "",
    facts=lambda k: {"nodes": 5 * k**2 // 4 + k**3 // 4, "ends": k**3 // 4, "links": 3 * k**3 // 4, "degree": k},
    default_sizes=tuple({"k": k} for k in (2, 4, 6, 8, 10)),
)
