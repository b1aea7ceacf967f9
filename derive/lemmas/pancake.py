"""The pancake graph: permutations of n symbols; a link reverses the first k of them, k = 2..n."""

from netlemma.derive.definitions.families import defined

LEMMAS = defined("pancake", "nodes links degree", n="symbols")
