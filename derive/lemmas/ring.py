"""The single bidirectional ring of K nodes (Reed 1982, "Single Ring")."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("ring", "ring(K)", {"K": "nodes"}, "link")
