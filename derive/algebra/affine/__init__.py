"""Affine conditions on integers: elimination, implications and regions."""
