"""What every curve shows of itself in a notebook."""

from __future__ import annotations

from derive.shown import Part, Shown


class ShownCurve(Shown):
    """A curve of latency over load, see :class:`derive.latency.model.Curve`."""

    def _parts(self) -> list[Part]:
        from derive.typeset.displays import curve_parts

        return curve_parts(self)  # type: ignore[arg-type]
