"""Exact data of figures, separate from their drawing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from netlemma.base.displays import Part, Table, Words
from netlemma.base.names import assignments

LONGEST = 40  # of a rational number in a table


@dataclass(frozen=True)
class PlannedPoint:
    """One exact point of a figure.

    x: Exact abscissa.
    y: Exact ordinate.
    about: Further data, such as the size of the network and its bottleneck.
    """

    x: Fraction
    y: Fraction
    about: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The point as plain data."""
        return {"x": str(self.x), "y": str(self.y), **self.about}


@dataclass(frozen=True, eq=False)
class PlannedCurve:
    """Points with a label.

    label: Label in the legend.
    look: Number of the colour and symbol, the same for one subject in every figure.
    points: Points by x; a point whose ``about`` has a ``half_width`` gets an error bar.
    marked: Whether only the points are data, and the lines between them guide the eye.
    about: Further data of the curve.
    joined: Whether points are joined by lines.
    """

    label: str
    look: int
    points: tuple[PlannedPoint, ...]
    marked: bool = True
    about: Mapping[str, Any] = field(default_factory=dict)
    joined: bool = True

    def as_json(self) -> dict[str, Any]:
        """The curve as plain data."""
        return {"label": self.label, **self.about, "points": [point.as_json() for point in self.points]}


@dataclass(frozen=True, kw_only=True)
class Described:
    """Title, axes and sources of a figure.

    title: Title.
    source: BibTeX key of the paper.
    locator: Place in the paper.
    x: Label of the x axis.
    y: Label of the y axis.
    given: Statements of the paper on the figure.
    guessed: Parameters that had to be chosen.
    drawn_from: Origin of the values.
    logarithmic: Whether the axes are logarithmic.
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
        """The text under the drawing."""
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
        """The data of the figure; every rational number is a text."""
        return {**super().as_json(), "curves": [curve.as_json() for curve in self.curves]}


@dataclass(frozen=True)
class Panel:
    """One of several plots with the same axes."""

    title: str
    curves: tuple[PlannedCurve, ...]


@dataclass(frozen=True, kw_only=True)
class Panels(Described):
    """A figure of several plots side by side.

    The x axis is logarithmic unless ``linear``; the y axis is logarithmic if ``logarithmic``.

    panels: Plots.
    columns: Number of plots in each row.
    linear: Whether the x axis is linear.
    legend: Number of columns of the legend; one row if 0.
    """

    panels: tuple[Panel, ...]
    columns: int
    linear: bool = False
    legend: int = 0

    @property
    def curves(self) -> tuple[PlannedCurve, ...]:
        """The curves of all panels, with the panel in the label."""
        return tuple(
            replace(curve, label=f"{panel.title}: {curve.label}") for panel in self.panels for curve in panel.curves
        )

    def as_json(self) -> dict[str, Any]:
        """The data of the figure; every rational number is a text."""
        curves = [{"panel": panel.title, **curve.as_json()} for panel in self.panels for curve in panel.curves]
        return {**super().as_json(), "curves": curves}


def point_parts(plot: Plot | Panels) -> list[Part]:
    """The points of a figure as a table; rationals of many digits are left to the data."""
    rows = []
    for curve in plot.curves:
        for point in curve.points:
            size = assignments({**curve.about, **point.about}.get("size", {}))
            y = str(point.y) if len(str(point.y)) <= LONGEST else f"(a rational of {len(str(point.y))} characters)"
            rows.append((curve.label.partition("\n")[0], size, point.x, y, f"{float(point.y):.6g}"))
    title = f"{plot.title} ({plot.source}, {plot.locator})"
    return [Table(("curve", "size", plot.x, plot.y, "decimal"), rows, title), Words(plot.caption)]
