"""Sums with symbolic limits: closed in stages, with a proof that can be run again."""
