"""The path of n nodes: quantities of distances; the product line(n) has the others."""

from netlemma.derive.networks.product_lemmas import OF_DISTANCES, family

_EVERY = family("path", "line(n)", {"n": "nodes"}, "link")
LEMMAS = {key: build for key, build in _EVERY.items() if key.partition(".")[2] in OF_DISTANCES}
