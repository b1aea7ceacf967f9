"""Texts and parameters of the figures that are drawn again, from the file beside the module of a paper.

A table is for one figure, or, in ``every``, for all figures whose names begin alike, which add to it or replace it. ``summary``
is one line for lists and ``parameters`` are what the figure is built from; all else are fields of
:class:`~netlemma.figures.plan.Plot` or :class:`~netlemma.figures.plan.Panels`. An entry of a list that is the name of one of
the ``phrases`` stands for it. Names in braces are parameters, or values that the module computes.
"""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from netlemma.figures.named import Figure
from netlemma.figures.papers import published_figure
from netlemma.figures.plan import Panels, Plot


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
