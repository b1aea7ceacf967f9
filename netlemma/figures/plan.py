"""What a figure shows, exactly and apart from how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class PlannedPoint:
    """One exact point; ``about`` says what else is known of it, such as the size of the network and its bottleneck."""

    x: Fraction
    y: Fraction
    about: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"x": str(self.x), "y": str(self.y), **self.about}


@dataclass(frozen=True, eq=False)
class PlannedCurve:
    """Points with a label. ``marked``: only the points are data, the lines between them guide the eye; not ``joined``: no lines.

    A point whose ``about`` has a ``half_width`` gets an error bar. ``look`` keeps what it stands for in the same colour in every figure.
    """

    label: str
    look: int
    points: tuple[PlannedPoint, ...]
    marked: bool = True
    about: Mapping[str, Any] = field(default_factory=dict)
    joined: bool = True

    def as_json(self) -> dict[str, Any]:
        return {"label": self.label, **self.about, "points": [point.as_json() for point in self.points]}


@dataclass(frozen=True, kw_only=True)
class Described:
    """What is said of a figure. ``given`` is what the paper says of it, ``guessed`` what had to be chosen to draw it.

    ``drawn_from`` says where the values come from.
    """

    title: str
    source: str
    locator: str
    x: str
    y: str
    given: tuple[str, ...]
    guessed: tuple[str, ...]
    drawn_from: str
    logarithmic: bool = False

    @property
    def caption(self) -> str:
        """What stands under the drawing."""
        said, chosen = "; ".join(self.given), "; ".join(self.guessed)
        return f"From the paper: {said}. Chosen here, since the paper does not say: {chosen}. {self.drawn_from}."

    def as_json(self) -> dict[str, Any]:
        """Plain data; every rational is a string."""
        names = ("title", "source", "locator", "x", "y", "logarithmic")
        said = {"given": list(self.given), "guessed": list(self.guessed), "drawn_from": self.drawn_from}
        return {**{name: getattr(self, name) for name in names}, **said}


@dataclass(frozen=True, kw_only=True)
class Plot(Described):
    """The data of a figure on one pair of axes."""

    curves: tuple[PlannedCurve, ...]

    def as_json(self) -> dict[str, Any]:
        return {**super().as_json(), "curves": [curve.as_json() for curve in self.curves]}


@dataclass(frozen=True)
class Panel:
    """One of several plots with the same axes."""

    title: str
    curves: tuple[PlannedCurve, ...]


@dataclass(frozen=True, kw_only=True)
class Panels(Described):
    """A figure of several plots side by side, in rows of ``columns``; the x axis is logarithmic unless ``linear``, the y axis if
    ``logarithmic``. The legend has ``legend`` columns, and one row if that is 0.
    """

    panels: tuple[Panel, ...]
    columns: int
    linear: bool = False
    legend: int = 0

    @property
    def curves(self) -> tuple[PlannedCurve, ...]:
        """Those of all panels, with the panel in the label."""
        return tuple(
            replace(curve, label=f"{panel.title}: {curve.label}") for panel in self.panels for curve in panel.curves
        )

    def as_json(self) -> dict[str, Any]:
        curves = [{"panel": panel.title, **curve.as_json()} for panel in self.panels for curve in panel.curves]
        return {**super().as_json(), "curves": curves}
