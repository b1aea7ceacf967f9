"""Complete graph: one clique of n nodes."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("complete", "clique(n)", {"n": "nodes"}, "link")
