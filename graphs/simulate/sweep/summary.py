"""Rows that differ in their seeds alone, as one line: the mean over the seeds with its half-width, and the states."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from netlemma.graphs.simulate.result import STATES
from netlemma.graphs.simulate.statistics.batches import students_t
from netlemma.graphs.simulate.sweep.point import SweepPoint
from netlemma.graphs.simulate.sweep.row import Row


@dataclass(frozen=True)
class Summary:
    """Mean results of one or several seeds.

    point: Parameters; its seed is the first one.
    seeds: Number of seeds.
    latency: Mean of the seeds' latencies, in cycles; None unless all runs are stable.
    half_width: Half-width of the confidence interval, in cycles. Of several seeds, whose runs are independent, by
    Student's t from their latencies; of one seed, that of its run.
    throughput: Mean over all runs.
    messages: Messages in all runs.
    states: Number of runs in each state.
    """

    point: SweepPoint
    seeds: int
    latency: float | None
    half_width: float | None
    throughput: float
    messages: int
    states: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Parameters and result as plain data."""
        parameters = self.point.as_json()
        del parameters["seed"]
        shown = ("seeds", "latency", "half_width", "throughput", "messages", "states")
        return {**parameters, **{name: getattr(self, name) for name in shown}}


def summaries(rows: Iterable[Row]) -> list[Summary]:
    """Means of the rows with equal parameters apart from the seed, in the order of their first rows.

    >>> from netlemma.graphs.simulate.sweep.running import sweep
    >>> [one] = summaries(sweep("mesh", k=4, flits=8, loads=0.004, seeds=[1, 2, 3], cycles=5000, workers=1))
    >>> one.seeds, one.states, 9 < one.latency < 14, one.half_width < 1
    (3, {'stable': 3}, True, True)
    """
    groups: dict[SweepPoint, list[Row]] = {}
    for row in rows:
        groups.setdefault(replace(row.point, seed=0), []).append(row)
    return [_summary(sorted(group, key=lambda row: row.point.seed)) for group in groups.values()]


def _summary(rows: list[Row]) -> Summary:
    latencies = [row.latency for row in rows if row.latency is not None]
    latency = half_width = None
    if len(latencies) == len(rows):
        latency = fmean(latencies)
        half_width = rows[0].half_width
        if len(rows) > 1:
            half_width = students_t(rows[0].point.level, len(rows) - 1) * stdev(latencies) / sqrt(len(rows))
    counted = Counter(row.state for row in rows)
    states = {state: counted[state] for state in STATES if counted[state]}
    throughput = fmean(row.throughput for row in rows)
    return Summary(rows[0].point, len(rows), latency, half_width, throughput, sum(row.messages for row in rows), states)
