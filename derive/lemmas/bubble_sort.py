"""The bubble-sort graph: permutations of n symbols; a link exchanges two that stand side by side."""

from netlemma.derive.definitions.families import defined
from netlemma.derive.networks.exchanges import BY_NEIGHBOURS, Exchanges, Ranked, exchange_lemmas, n

BUBBLE = Exchanges("bubble-sort", lambda i, j: j == i + 1)
LEMMAS = defined("bubble-sort", "nodes links degree", n="symbols") | exchange_lemmas(
    Ranked(BUBBLE, BY_NEIGHBOURS), n * (n - 1) / 2, n * (n - 1) / 4
)
