"""Lemmas compared with explicit networks."""
