"""Algebra that knows no network: exact expressions, affine conditions, and sums with their proofs."""
