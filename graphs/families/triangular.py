"""Triangular graph: pairs of n elements, linked when they share one: the Johnson graph J(n, 2)."""

from netlemma.graphs.families.johnson_graph import johnson_family

FAMILY = johnson_family("triangular", 2, 3, "pairs of n elements, linked when they share one")
