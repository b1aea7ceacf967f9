"""Figures by name: exact data, drawings and files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netlemma.drawing.files import write_whole
from netlemma.figures.drawing import draw, rendered, rendered_bare
from netlemma.figures.plan import Panels, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Figure:
    """A figure by name; ``plot`` is its exact data, computed on first use.

    >>> from netlemma.figures import figure
    >>> figure("reed-4").plot.curves[0].points[0]
    PlannedPoint(x=Fraction(8, 1), y=Fraction(16, 7), about={'size': {'K': 8}})
    """

    name: str
    summary: str
    build: Callable[[], Plot | Panels] = field(repr=False)

    @cached_property
    def plot(self) -> Plot | Panels:
        """The exact data of the figure."""
        return self.build()

    def draw(self, ax: Axes | None = None) -> Axes:
        """Draw on ``ax``, or on a new figure with the caption below.

        The result is the axes, the first ones of several panels.

        Raises
        ------
        InputError
            For several panels on given axes.
        """
        return draw(self.plot, ax)

    def save(self, path: Path | str, bare: bool = False) -> None:
        """Write an .svg, .png or .pdf file, whole or not at all.

        Parameters
        ----------
        path : Path or str
            File to write.
        bare : bool, default False
            Whether title and caption are omitted.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        render = rendered_bare if bare else rendered
        write_whole(Path(path), lambda form: render(self.plot, form))

    def as_json(self) -> dict[str, Any]:
        """The name, summary and data of the figure."""
        return {"figure": self.name, "summary": self.summary, **self.plot.as_json()}

    def _repr_svg_(self) -> str:
        return rendered(self.plot, "svg").decode("utf-8")
