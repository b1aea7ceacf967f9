"""Figures 13 to 18 of Johnson and Goodman (1991); only the captions of the printed figures survive."""

from __future__ import annotations

from fractions import Fraction

from checks.performance.ring_curves import HOP_PENALTY, SIZE_RATIO, Metric
from netlemma.figures.captions import Captions
from netlemma.figures.plan import Panels
from netlemma.figures.ring_panels import drawn_from, panel

CAPTIONS = Captions(__file__)


def _plot(name: str) -> Panels:
    chosen = CAPTIONS.parameters(name)
    panels = []
    for row in chosen["panels"]:
        ratio, scale = Fraction(row.get("ratio", SIZE_RATIO)), Fraction(row.get("scale", 1))
        metric = Metric(row["quantity"], row.get("hop_penalty", HOP_PENALTY), ratio)
        panels += [panel(row["title"].format(fanout=f), metric, f, chosen, scale) for f in row["fanouts"]]
    return Panels(panels=tuple(panels), **CAPTIONS.described(name, origins=drawn_from(panels)))


FIGURES = tuple(CAPTIONS.redrawn(f"johnson-{number}", _plot) for number in range(13, 19))
