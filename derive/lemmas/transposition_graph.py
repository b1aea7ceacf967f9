"""The transposition graph: permutations of n symbols; a link exchanges any two."""

from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.exchanges import BY_EXCHANGE, HARMONIC, Exchanges, Ranked, exchange_lemmas, n

TRANSPOSITIONS = Exchanges("transposition-graph", lambda i, j: True)
_COUNTED = defined("transposition-graph", "nodes links degree", n="symbols")
LEMMAS = _COUNTED | exchange_lemmas(
    Ranked(TRANSPOSITIONS, BY_EXCHANGE), n - 1, n - HARMONIC, _COUNTED["transposition-graph.links"]
)
