"""Display of latency curves in notebooks."""

from typing import Any

from netlemma.derive.core.notebook_display import Part, Shown
from netlemma.derive.typeset.notebook_displays import Facts, Title


class ShownCurve(Shown):
    """A curve of latency over load; see :class:`netlemma.derive.performance.latency.latency_model.Curve`."""

    def _parts(self: Any) -> list[Part]:
        """The ends of the curve: latency without load, and saturation."""
        zero, end = self.zero_load(), self.saturation()
        rows: list[tuple[str, object]] = [
            ("latency without load", f"{zero} = {float(zero):.6g} cycles"),
            ("saturation", f"{end.load:.6g} messages per node and cycle: {end.channel} {end.why}"),
            ("busiest just below", f"{end.busiest}, utilisation {end.utilisation:.6g}"),
        ]
        return [Title("latency over load"), Facts(rows)]
