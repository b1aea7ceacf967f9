"""Combinatorics of networks by kind of construction; the lemmas are derived from it."""
