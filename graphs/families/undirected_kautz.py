"""Undirected Kautz graph: the Kautz graph with links in both directions, repeated ones merged (Kautz 1968)."""

from dataclasses import replace

from netlemma.graphs.families.kautz import FAMILY as KAUTZ
from netlemma.graphs.families.kautz import log_sizes, make


def _facts(d: int, D: int) -> dict[str, int]:
    """For each two letters the two words in which they alternate are linked in both directions."""
    return {"nodes": (d + 1) * d ** (D - 1), "links": (d + 1) * d**D - d * (d + 1) // 2}


FAMILY = replace(
    KAUTZ,
    name="undirected-kautz",
    summary="words without repetitions shifted by one letter either way: (d+1) d^(D-1) nodes, at most 2d links at each",
    make=lambda d, D: make(d, D, one_way=False),
    log_sizes=lambda d, D: log_sizes(d, D, 2 * d),
    facts=_facts,
)
