"""Vocabulary of the symbolic side: lemmas, claims, domains and derivations."""
