"""Comparison of lemmas with explicit networks."""
