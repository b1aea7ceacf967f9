"""Explicit networks: structure, products, families and symmetries that constructions suggest."""
