"""Lists of verdicts, displayed as a table in a notebook."""

from __future__ import annotations

from collections import Counter
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
        """That of all together: the first of ``fails``, ``unknown``, ``agrees`` that one of them has; else ``holds``."""
        found = {v.verdict for v in self}
        return next((each for each in ("fails", "unknown", "agrees") if each in found), "holds")

    def exit_status(self, accept_agreement: bool = False) -> int:
        """The exit status of a command: 0 if all hold, 1 if one fails, otherwise 3.

        Parameters
        ----------
        accept_agreement : bool, default False
            Whether ``agrees`` counts as ``holds``.

        Returns
        -------
        int
            Exit status.

        Examples
        --------
        >>> Verdicts().exit_status()
        0
        """
        return {"holds": 0, "fails": 1, "agrees": 0 if accept_agreement else 3, "unknown": 3}[self.verdict]

    def as_json(self) -> list[dict[str, Any]]:
        """The shape of ``netlemma verify``, ``check`` and ``errata`` with ``--json``."""
        return [v.as_json() for v in self]

    @property
    def summary(self) -> str:
        """The number of verdicts that hold, in words, and of those that agree or are unknown."""
        count = Counter(v.verdict for v in self)
        others = [f"{count[each]} {each}" for each in ("agrees", "unknown") if count[each]]
        return ", ".join([f"{count['holds']} of {len(self)} hold", *others])

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
