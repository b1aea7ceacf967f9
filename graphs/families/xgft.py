"""Extended generalised fat tree XGFT(h; m_1, ..., m_h; w_1, ..., w_h) (Oehring, Ibel, Das and Kumar 1995).

A vertex of level l is a word (a_h, ..., a_{l+1}, b_l, ..., b_1) with a_i < m_i and b_i < w_i. It is linked to the vertices
of level l + 1 that agree with it in every position but l + 1. Level 0 are the terminals, which do not forward.

Links of the class level-i join the levels i and i + 1, counted from the terminals up.
"""

from collections.abc import Callable
from math import prod

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by
from netlemma.graphs.topology.structure import Label, Network

Sizes = tuple[int, ...]


def _shapes(m: Sizes, w: Sizes) -> list[Sizes]:
    """How many values each position (h, ..., 1) takes at the levels 0, ..., h.

    >>> _shapes((4, 3), (1, 2))
    [(3, 4), (3, 1), (2, 1)]
    """
    return [(*m[: level - 1 if level else None : -1], *w[:level][::-1]) for level in range(len(m) + 1)]


def make(
    m: Sizes, w: Sizes, label: Callable[[int, Label], Label] = lambda level, word: (level, *word), p: Sizes = ()
) -> Network:
    """The explicit network; its size is not checked. Roots are numbered first, and terminals last.

    p: Parallel links between two vertices of each level and the one above; one if it is empty.
    """
    shape = _shapes(m, w)
    height = len(m)
    first = np.cumsum([0, *(prod(each) for each in shape[::-1])])[::-1]  # first[0] is the number of nodes
    level = [np.arange(prod(each)).reshape(each) + start for each, start in zip(shape, first[1:], strict=True)]
    links = []
    for i in range(height):
        axis = height - 1 - i
        lower, upper = (np.moveaxis(each, axis, -1) for each in level[i : i + 2])
        cable = np.zeros(p[i] if p else 1, np.int64)
        ends = lower[..., :, None, None] + cable, upper[..., None, :, None]
        links.append(Links(f"level-{i}" if i else "terminal", *ends))

    def labels(node: int) -> Label:
        at = next(i for i, start in enumerate(first[1:]) if node >= start)
        return label(at, tuple(int(x) for x in np.unravel_index(int(node) - first[at + 1], shape[at])))

    def symmetries() -> list[np.ndarray]:
        """Position i turned below level i, and from there on."""
        found = []
        for i in range(height):
            for part in (range(i + 1), range(i + 1, height + 1)):
                turned = [np.roll(each, 1, height - 1 - i) if l in part else each for l, each in enumerate(level)]
                found.append(np.concatenate([each.ravel() for each in turned[::-1]]))
        return found

    return simple_network(
        int(first[0]),
        links[::-1],
        labels,
        symmetries=symmetries,
        ends=range(int(first[1]), int(first[0])),
        relay=False,
        parallel=True,
    )


def facts(m: Sizes, w: Sizes, p: Sizes = ()) -> dict[str, int]:
    """Terminals are the words (a_h, ..., a_1); a vertex of level l has w_{l+1} parents and m_l children, each by p_{l+1} or p_l links."""
    counts, p = [prod(each) for each in _shapes(m, w)], p or (1,) * len(m)
    ups, downs = ([each * cables for each, cables in zip(of, p, strict=True)] for of in (w, m))
    degrees = [up + down for up, down in zip((*ups, 0), (0, *downs), strict=True)]
    return {
        "nodes": sum(counts),
        "ends": prod(m),
        "links": sum(count * up for count, up in zip(counts, ups, strict=False)),
        "degree": max(degrees),
        "least_degree": min(degrees),
    }


FAMILY = Family(
    name="xgft",
    parameters=(
        Parameter("m", 2, "children of a vertex of each level, from the leaves up", many=2),
        Parameter("w", 1, "parents of a vertex of each level, from the terminals up", many=2),
    ),
    classes=("level-i", "terminal"),
    summary="tree of m_1, m_2, .. children with w_1, w_2, .. parents each: prod(m) terminals",
    make=make,
    log_sizes=sizes_by(facts),
    illegal=lambda m, w: "" if len(m) == len(w) else f"m and w must be equally long, not {len(m)} and {len(w)} numbers",
    facts=facts,
    default_sizes=tuple(
        {"m": m, "w": w}
        for m, w in (
            ((2,), (1,)),
            ((3,), (2,)),
            ((2, 2), (1, 2)),
            ((3, 2), (2, 1)),
            ((4, 4), (1, 2)),
            ((2, 3, 2), (1, 2, 2)),
        )
    ),
)
