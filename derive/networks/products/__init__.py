"""Cartesian products of lines, rings, cliques and buses."""
