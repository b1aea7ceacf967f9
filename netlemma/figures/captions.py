"""Names and captions of figures."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netlemma.base.displays import laid_out
from netlemma.drawing.files import write_whole
from netlemma.drawing.look import paper_of
from netlemma.figures.drawing import draw, rendered
from netlemma.figures.papers import published_figure
from netlemma.figures.plan import Panels, Plot, point_parts

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# Figures by name: exact data, drawings and files.


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

    def save(self, path: Path | str, bare: bool = False, width: str = "") -> None:
        """Write an .svg, .png or .pdf file, whole or not at all.

        Parameters
        ----------
        path : Path or str
            File to write.
        bare : bool, default False
            Whether title and caption are omitted.
        width : str, default ""
            Width of the drawing, ``column`` (3.5 inches) or ``page`` (7.16 inches) of a journal; 6.3 inches if empty.

        Raises
        ------
        InputError
            For another width, or if the file cannot be written.
        """
        paper = paper_of(width, bare)
        write_whole(Path(path), lambda form: rendered(self.plot, form, paper))

    def as_json(self) -> dict[str, Any]:
        """The name, summary and data of the figure."""
        return {"figure": self.name, "summary": self.summary, **self.plot.as_json()}

    def __str__(self) -> str:
        return laid_out(point_parts(self.plot))

    def _repr_svg_(self) -> str:
        return rendered(self.plot, "svg").decode("utf-8")


# Texts and parameters of the figures that are drawn again, from the file beside the module of a paper.
#
# A table is for one figure, or, in ``every``, for all figures whose names begin alike, which add to it or replace it. ``summary``
# is one line for lists and ``parameters`` are what the figure is built from; all else are fields of
# :class:`~netlemma.figures.plan.Plot` or :class:`~netlemma.figures.plan.Panels`. An entry of a list that is the name of one of
# the ``phrases`` stands for it. Names in braces are parameters, or values that the module computes.


class Captions:
    """The captions of one module.

    module: File of the module; the texts are in the file with the ending ``.toml``.
    """

    def __init__(self, module: str) -> None:
        self._tables = tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))

    def parameters(self, name: str) -> Mapping[str, Any]:
        """What a figure is built from."""
        tables = (self._shared(name), self._tables[name])
        return {key: value for table in tables for key, value in table.get("parameters", {}).items()}

    def described(self, name: str, **values: object) -> dict[str, Any]:
        """The fields of a plot or of panels, without its curves."""
        known = {**self.parameters(name), **values}
        phrases = self._tables.get("phrases", {})

        def filled(value: Any) -> Any:
            if isinstance(value, list):
                return tuple(phrases.get(entry, entry).format(**known) for entry in value)
            return value.format(**known) if isinstance(value, str) else value

        texts = {**self._shared(name), **self._tables[name]}
        entry = published_figure(name)
        assert entry is not None
        found = {key: filled(value) for key, value in texts.items() if key not in ("summary", "parameters")}
        return {**found, "source": entry.source, "locator": entry.locator}

    def redrawn(self, name: str, build: Callable[[str], Plot | Panels]) -> Figure:
        """The figure with a name, and its summary."""
        return Figure(name, self._tables[name]["summary"], lambda: build(name))

    def _shared(self, name: str) -> Mapping[str, Any]:
        """The table for all figures whose names begin like this one."""
        shared: Mapping[str, Any] = self._tables.get("every", {}).get(name.partition("-")[0], {})
        return shared
