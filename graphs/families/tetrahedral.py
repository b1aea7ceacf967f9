"""Tetrahedral graph: triples of n elements, linked when they share two: the Johnson graph J(n, 3)."""

from netlemma.graphs.families.johnson_graph import johnson_family

FAMILY = johnson_family("tetrahedral", 3, 4, "triples of n elements, linked when they share two")
