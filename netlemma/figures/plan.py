"""What a figure shows, exactly and apart from how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Point:
    """One exact point; ``about`` says what else is known of it, such as the size of the network and its bottleneck."""

    x: Fraction
    y: Fraction
    about: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"x": str(self.x), "y": str(self.y), **self.about}


@dataclass(frozen=True, eq=False)
class Curve:
    """Points with a label. ``marked``: only the points are data, the lines between them guide the eye; not ``joined``: no lines.

    A point whose ``about`` has a ``half_width`` gets an error bar. ``look`` keeps what it stands for in the same colour in every figure.
    """

    label: str
    look: int
    points: tuple[Point, ...]
    marked: bool = True
    about: Mapping[str, Any] = field(default_factory=dict)
    joined: bool = True

    def as_json(self) -> dict[str, Any]:
        return {"label": self.label, **self.about, "points": [point.as_json() for point in self.points]}


@dataclass(frozen=True)
class Plot:
    """The data of a figure. ``given`` is what the paper says of it, ``guessed`` what had to be chosen to draw it.

    ``drawn_from`` says where the values come from.
    """

    title: str
    source: str
    locator: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    given: tuple[str, ...]
    guessed: tuple[str, ...]
    drawn_from: str
    logarithmic: bool = False

    @property
    def caption(self) -> str:
        """What stands under the plot."""
        return _caption(self.given, self.guessed, self.drawn_from)

    def as_json(self) -> dict[str, Any]:
        """Plain data; every rational is a string."""
        return {**_described(self), "curves": [curve.as_json() for curve in self.curves]}


def _described(plot: Plot | Panels) -> dict[str, Any]:
    """What is said of a figure, without its curves."""
    names = ("title", "source", "locator", "x", "y", "logarithmic")
    said = {"given": list(plot.given), "guessed": list(plot.guessed), "drawn_from": plot.drawn_from}
    return {**{name: getattr(plot, name) for name in names}, **said}


def _caption(given: tuple[str, ...], guessed: tuple[str, ...], drawn_from: str) -> str:
    said, chosen = "; ".join(given), "; ".join(guessed)
    return f"From the paper: {said}. Chosen here, since the paper does not say: {chosen}. {drawn_from}."


@dataclass(frozen=True)
class Panel:
    """One of several plots with the same axes."""

    title: str
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class Panels:
    """A figure of several plots side by side, in rows of ``columns``; the x axis is logarithmic unless ``linear``, the y axis if
    ``logarithmic``. The legend has ``legend`` columns, and one row if that is 0.

    The rest is as in :class:`Plot`.
    """

    title: str
    source: str
    locator: str
    x: str
    y: str
    panels: tuple[Panel, ...]
    columns: int
    given: tuple[str, ...]
    guessed: tuple[str, ...]
    drawn_from: str
    logarithmic: bool = False
    linear: bool = False
    legend: int = 0

    @property
    def caption(self) -> str:
        """What stands under the panels."""
        return _caption(self.given, self.guessed, self.drawn_from)

    @property
    def curves(self) -> tuple[Curve, ...]:
        """Those of all panels, with the panel in the label."""
        return tuple(
            replace(curve, label=f"{panel.title}: {curve.label}") for panel in self.panels for curve in panel.curves
        )

    def as_json(self) -> dict[str, Any]:
        """Plain data; every rational is a string."""
        curves = [{"panel": panel.title, **curve.as_json()} for panel in self.panels for curve in panel.curves]
        return {**_described(self), "curves": curves}
