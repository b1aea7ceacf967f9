"""Rows and means of a sweep as lists with notebook displays."""

from __future__ import annotations

from typing import Any

from netlemma.graphs.base.displays import Part, Shown, Table, Words, four_decimals, rounded
from netlemma.graphs.simulate.result import UNITS
from netlemma.graphs.simulate.sweep.row import Row
from netlemma.graphs.simulate.sweep.summary import Summary, summaries


class Rows(Shown, list[Row]):
    """Single simulations.

    results: the file that has them, None if they are in memory.
    """

    results: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The shape of ``netlemma sweep --json``."""
        points, averaged = [row.as_json() for row in self], [each.as_json() for each in self.means()]
        return {"results": self.results, "points": points, "means": averaged}

    def means(self) -> Means:
        """Their means over seeds, see :func:`netlemma.graphs.simulate.sweep.summary.summaries`.

        >>> from netlemma.graphs.simulate.sweep import sweep
        >>> found = sweep("mesh", k=4, flits=8, loads=0.004, seeds=[1, 2], cycles=5000, workers=1)
        >>> [(one.point.load, one.seeds) for one in found.means()]
        [(0.004, 2)]
        """
        return Means(summaries(self))

    def parts_of_means(self) -> list[Part]:
        """Means over seeds, and the number of simulations that they are of."""
        if not self:
            return [Words(f"no runs in {self.results}")]
        seconds = sum(row.seconds for row in self)
        return [
            *self.means()._parts(),
            Words(f"{len(self):,} runs in {self.results}; {seconds:.1f} seconds of simulation"),
        ]

    def _parts(self) -> list[Part]:
        rows = [
            (r.point.title, r.point.flits, f"{r.point.load:g}", r.point.seed, rounded(r.latency), rounded(r.half_width, 3), r.messages,
             rounded(r.throughput, 4), r.state)
            for r in self
        ]  # fmt: skip
        columns = ("network", "flits", "load", "seed", "latency", "±", "messages", "throughput", "state")
        return [Table(columns, rows, f"{len(self):,} simulations")]


class Means(Shown, list[Summary]):
    """Means over seeds."""

    def _parts(self) -> list[Part]:
        rows = [
            (m.point.title, m.point.flits, f"{m.point.load:g}", four_decimals(m.latency), four_decimals(m.half_width), m.seeds,
             m.messages, f"{m.throughput:.4g}", ", ".join(f"{count} {state}" for state, count in m.states.items()))
            for m in self
        ]  # fmt: skip
        level = f"± ({self[0].point.level:.0%})" if self else "±"
        columns = ("network", "flits", "load", "latency", level, "seeds", "messages", "throughput", "states")
        return [Table(columns, rows), Words(UNITS)]
