"""The star graph: permutations of n symbols; a link exchanges the first symbol with another."""

import sympy as sp

from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.exchanges import BY_EXCHANGE, HARMONIC, Exchanges, Star, exchange_lemmas, n

STAR = Exchanges("permutation-star", lambda i, j: i == 1)
_COUNTED = defined("permutation-star", "nodes links degree", n="symbols")
LEMMAS = _COUNTED | exchange_lemmas(
    Star(STAR, BY_EXCHANGE),
    sp.floor(3 * (n - 1) / 2),
    n + 2 / n - 4 + HARMONIC,
    _COUNTED["permutation-star.links"],
)
