"""Equality of exact expressions at all sizes of a domain."""
