"""Networks drawn as the papers draw them, with loads, routes and deadlocks."""

from __future__ import annotations

from netlemma.drawing.drawn import draw, svg

__all__ = ["draw", "svg"]
