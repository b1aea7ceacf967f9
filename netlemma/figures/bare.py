"""Drawings without title and caption, for documents with their own captions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from netlemma.drawing.files import as_file
from netlemma.figures.drawing import draw
from netlemma.figures.marks import LINE_HEIGHT
from netlemma.figures.plan import Panels, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def rendered_bare(plot: Plot | Panels, form: str) -> bytes:
    """The drawing as a file, without its title and its caption; titles of panels stay.

    Parameters
    ----------
    plot : Plot or Panels
        Data of the figure.
    form : str
        Format of the file, ``svg``, ``png`` or ``pdf``.

    Returns
    -------
    bytes
        Contents of the file.
    """
    return as_file(lambda: _bare(plot), form, plot.title)


def _bare(plot: Plot | Panels) -> Axes:
    axes = draw(plot)
    figure = axes.figure
    width, height = figure.get_size_inches()  # type: ignore[union-attr]  # no subfigure
    lines = figure.get_supxlabel().count("\n") + 1  # type: ignore[union-attr]
    figure.set_size_inches(width, height - LINE_HEIGHT * lines)  # type: ignore[union-attr]
    figure.supxlabel("")
    if isinstance(plot, Plot):
        axes.set_title("", loc="left")
    else:
        figure.suptitle("")
    return axes
