"""The single bidirectional ring of K nodes (Reed 1982, "Single Ring")."""

from derive.products import family

LEMMAS = family("ring", "ring(K)", {"K": "nodes"}, "link")
