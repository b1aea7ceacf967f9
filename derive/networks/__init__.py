"""Combinatorics of networks, by construction: what the lemmas are derived with."""
