"""Lists of verdicts, displayed as a table in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
    def verdict(self) -> str:
        """That of all together: ``fails`` if one fails, ``holds`` if all hold, otherwise ``unknown``."""
        found = {v.verdict for v in self}
        return "fails" if "fails" in found else "holds" if found <= {"holds"} else "unknown"

    def as_json(self) -> list[dict[str, Any]]:
        """The shape of ``netlemma verify``, ``check`` and ``errata`` with ``--json``."""
        return [v.as_json() for v in self]

    @property
    def summary(self) -> str:
        """The number of verdicts that hold, in words."""
        return f"{sum(v.verdict == 'holds' for v in self)} of {len(self)} hold"

    def _parts(self) -> list[Part]:
        from graphs.base.tables import Table

        columns = ("key", "source", "verdict", "sizes", "why")
        return [Table(columns, [_row(v) for v in self], self.summary)]


class ComparedValues(Shown, list[dict[str, Any]]):
    """For each lemma, its closed form and the other sides at each size, as text: rows ``{"key", "values"}``."""

    def as_json(self) -> list[dict[str, Any]]:
        """The shape of ``netlemma verify --values --json``."""
        return list(self)

    def _parts(self) -> list[Part]:
        from graphs.base.tables import Table

        return [Table(("size", *sides(each)), value_rows(each), each["key"]) for each in self]


def sides(compared: Mapping[str, Any]) -> list[str]:
    """The names of what is compared of one lemma."""
    return list(dict.fromkeys(name for row in compared["values"] for name in row if name != "size"))


def value_rows(compared: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """A row for each size of one lemma: the size, and the value of each side."""
    return [
        (" ".join(f"{n}={v}" for n, v in row["size"].items()), *(row.get(side, "") for side in sides(compared)))
        for row in compared["values"]
    ]


def _row(v: Verdict) -> Cells:
    why = (value if name == "why" else f"{name}: {value}" for name, value in outcome(v) if value)
    source = v.source if v.source == "netlemma" else f"{v.source} {v.locator}".strip()
    return v.key, source, v.verdict, len(v.sizes), "; ".join(map(str, why))
