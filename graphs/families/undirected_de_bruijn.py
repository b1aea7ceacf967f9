"""Undirected de Bruijn graph: the de Bruijn graph with links in both directions, repeated ones merged (Pradhan and Reddy 1982)."""

from dataclasses import replace

from netlemma.graphs.families.de_bruijn import FAMILY as DE_BRUIJN
from netlemma.graphs.families.de_bruijn import make
from netlemma.graphs.topology.link_arrays import log_powers


def _facts(d: int, D: int) -> dict[str, int]:
    """For each two letters the two words in which they alternate are linked in both directions."""
    return {"nodes": d**D, "links": d ** (D + 1) - d - d * (d - 1) // 2}


FAMILY = replace(
    DE_BRUIJN,
    name="undirected-de-bruijn",
    summary="words shifted by one letter in either direction: d^D nodes, at most 2d links at each",
    make=lambda d, D: make(d, D, one_way=False),
    log_sizes=lambda d, D: log_powers(d, D, 2 * d),
    facts=_facts,
)
