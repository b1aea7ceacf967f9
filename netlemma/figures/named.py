"""Figures by name: exact data, drawings and files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netlemma.drawing.files import write_whole
from netlemma.figures.bare import rendered_bare
from netlemma.figures.drawing import draw, rendered
from netlemma.figures.plan import Panels, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Figure:
    """A figure by name: ``plot`` is its exact data, computed on first use.

    >>> from netlemma.figures import figure
    >>> figure("reed-4").plot.curves[0].points[0]
    PlannedPoint(x=Fraction(8, 1), y=Fraction(16, 7), about={'size': {'K': 8}})
    """

    name: str
    summary: str
    build: Callable[[], Plot | Panels] = field(repr=False)

    @cached_property
    def plot(self) -> Plot | Panels:
        return self.build()

    def draw(self, ax: Axes | None = None) -> Axes:
        """Draw on ``ax``, or on a figure of its own with the caption under it; of several panels the first axes come back.

        :raises InputError: several panels on given axes
        """
        return draw(self.plot, ax)

    def save(self, path: Path | str, bare: bool = False) -> None:
        """Write an .svg, .png or .pdf file, whole or not at all; ``bare``: without title and caption.

        :raises InputError: if that cannot be done
        """
        render = rendered_bare if bare else rendered
        write_whole(Path(path), lambda form: render(self.plot, form))

    def as_json(self) -> dict[str, Any]:
        return {"figure": self.name, "summary": self.summary, **self.plot.as_json()}

    def _repr_svg_(self) -> str:
        return rendered(self.plot, "svg").decode("utf-8")
