"""Exact expressions: notation, evaluation, normal forms, and what a proof is."""
