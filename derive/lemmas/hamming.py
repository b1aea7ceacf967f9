"""The Hamming graph: words of d letters out of q; a link changes one letter."""

from netlemma.derive.networks.product_lemmas import family

LEMMAS = family("hamming", "clique(q)^d", {"d": "letters of a word", "q": "letters of the alphabet"}, "link")
