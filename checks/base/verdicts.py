"""Lists of verdicts, displayed as a table in a notebook."""

from __future__ import annotations

from derive.core.claim import Verdict
from derive.typeset.pages.displays import outcome
from graphs.base.shown import Part, Shown

Cells = tuple[object, ...]


class Verdicts(Shown, list[Verdict]):
    """A list of verdicts.

    >>> from checks import verify
    >>> found = verify("ring.diameter")
    >>> found.summary, "<th scope" in found._repr_html_()
    ('1 of 1 hold', True)
    """

    @property
    def summary(self) -> str:
        """The number of verdicts that hold, in words."""
        return f"{sum(v.verdict == 'holds' for v in self)} of {len(self)} hold"

    def _parts(self) -> list[Part]:
        from graphs.base.tables import Table

        columns = ("key", "source", "verdict", "sizes", "why")
        return [Table(columns, [_row(v) for v in self], self.summary)]


def _row(v: Verdict) -> Cells:
    why = (value if name == "why" else f"{name}: {value}" for name, value in outcome(v) if value)
    source = v.source if v.source == "netlemma" else f"{v.source} {v.locator}".strip()
    return v.key, source, v.verdict, len(v.sizes), "; ".join(map(str, why))
