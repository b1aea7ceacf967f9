"""Drawings of networks in the style of the papers, with loads, routes and deadlocks."""

from netlemma.drawing.drawn import draw, svg

__all__ = ["draw", "svg"]
