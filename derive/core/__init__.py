"""The vocabulary of the symbolic side: lemmas, claims, domains and derivations."""
