"""What every curve shows of itself in a notebook."""

from __future__ import annotations


class Shown:
    """A curve of latency over load, see :class:`derive.latency.model.Curve`."""

    def _repr_html_(self) -> str:
        from derive.typeset.facts_page import curve_html

        return curve_html(self)  # type: ignore[arg-type]
