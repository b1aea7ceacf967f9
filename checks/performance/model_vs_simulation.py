"""Comparison of a latency model with a simulation of the same network, over load.

The two sides stay apart: a case has a model's curve and a function that simulates at a load; this module compares their
latencies with a stated tolerance. A simulated latency is known only up to its half-width, so there are three results.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from netlemma.base.displays import Facts, Part, Shown, Table, Words, two_decimals
from netlemma.base.names import assignments
from netlemma.checks.base.verdicts import Verdicts, verdict_table
from netlemma.derive.core.claim import Verdict
from netlemma.graphs.base.parallel import cores

SHARES = tuple(Fraction(i, 10) for i in range(1, 9))  # of the model's saturation load
UNSTABLE = "unstable"
SATURATED, WITHIN, OUTSIDE, OPEN = "saturated", "within", "outside", "open"
Progress = Callable[[str], None] | None


class LatencyModel(Protocol):
    """A model's curve: latency over load, and its saturation."""

    def latency(self, loads: np.ndarray) -> np.ndarray:
        """Latency in cycles at each load; NaN from saturation on."""

    def saturation(self) -> Any:
        """The saturation; its ``load`` is in the unit of the model."""


class Simulated(Protocol):
    """A simulation at one load; ``latency`` is None unless ``state`` is "stable"."""

    @property
    def state(self) -> str:
        """``stable``, or the reason why there is no latency."""

    @property
    def latency(self) -> float | None:
        """Mean latency in cycles."""

    @property
    def half_width(self) -> float | None:
        """Half width of the confidence interval, in cycles."""

    @property
    def messages(self) -> int:
        """Number of measured messages."""


@dataclass(frozen=True)
class Tolerance:
    """Allowed error of a model, as a share of the simulated latency.

    error: Allowed relative error.
    up_to: Share of the model's saturation load up to which the tolerance applies.
    because: Reason for the tolerance.
    """

    error: Fraction
    up_to: Fraction
    because: str


@dataclass(frozen=True)
class SimulationCase:
    """One network at one size: its model and its simulation.

    family: Name of the family.
    size: Parameters of the network, with the length of messages in flits.
    model: Curve of the model.
    simulate: Function that simulates at a load in the unit of the model; called from several threads.
    tolerance: Allowed error of the model.
    key: Key of the verdict.
    source: Source of the model.
    locator: Place in the source.
    reading: Reading of the source, and settings of the simulation.
    others: Curves of other readings by name, which are shown and not judged.
    """

    family: str
    size: Mapping[str, Any]
    model: LatencyModel
    simulate: Callable[[float], Simulated]
    tolerance: Tolerance
    key: str = ""
    source: str = "netlemma"
    locator: str = ""
    reading: str = ""
    others: Mapping[str, LatencyModel] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The network and its parameters, as text."""
        return f"{self.family} " + assignments(self.size)


@dataclass(frozen=True)
class LatencyRow:
    """Both latencies at one load, in cycles; None if the model is saturated or the simulation is not stable."""

    share: Fraction
    load: float
    model: float | None
    simulated: float | None
    half_width: float | None
    messages: int
    state: str
    others: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def error(self) -> float | None:
        """Relative error (model - simulation) / simulation."""
        return None if self.model is None or self.simulated is None else self.model / self.simulated - 1

    def judged(self, tolerance: Tolerance) -> str:
        """Whether the error is ``within`` or ``outside`` the tolerance, wherever the simulated mean lies in its
        interval, or ``open``.

        If only one of the two has no latency, the model is outside.

        >>> kept = Tolerance(Fraction(1, 10), Fraction(8, 10), "")
        >>> [LatencyRow(Fraction(1, 2), 0.01, 100.0, mean, 2.0, 1000, "stable").judged(kept) for mean in (95.0, 92.0, 80.0)]
        ['within', 'open', 'outside']
        """
        if self.model is None or self.simulated is None:
            return WITHIN if self.model is None and self.state == UNSTABLE else OUTSIDE
        if self.half_width is None:
            return OPEN
        allowed = float(tolerance.error)
        # means from which the model is not too far off
        least, most = (self.model / (1 + allowed), self.model / (1 - allowed))
        low, high = self.simulated - self.half_width, self.simulated + self.half_width
        if least <= low and high <= most:
            return WITHIN
        return OUTSIDE if high < least or low > most else OPEN

    def cells(self, others: Iterable[str]) -> list[object]:
        """The row as texts, with the latencies of other readings beside that of the model."""
        simulated = self.state if self.simulated is None else two_decimals(self.simulated)
        error = "" if self.error is None else f"{self.error:+.1%}"
        readings = (two_decimals(self.others[name]) or SATURATED if name in self.others else "" for name in others)
        about = [f"{self.load:.6f}", f"{float(self.share):.0%}", two_decimals(self.model) or SATURATED, *readings]
        return [*about, simulated, two_decimals(self.half_width), error, self.messages]

    def as_json(self) -> dict[str, Any]:
        """The row as plain data."""
        names = ("load", "model", "simulated", "half_width", "error", "messages", "state")
        found = {"share": str(self.share), **{name: getattr(self, name) for name in names}}
        return {**found, "others": dict(self.others)} if self.others else found


@dataclass(frozen=True)
class LatencyComparison(Shown):
    """The rows of a case, in order of load, with the model's saturation load."""

    case: SimulationCase
    saturation: float
    rows: tuple[LatencyRow, ...]

    def verdict(self) -> Verdict:
        """The verdict on all rows up to the tolerance's share of saturation.

        It is ``agrees`` if every row is within the tolerance, ``fails`` with the first row outside, and ``unknown``
        otherwise. A simulation proves nothing at other loads, so it is never ``holds``.
        """
        kept = self.case.tolerance
        counted = [row for row in self.rows if row.share <= kept.up_to]
        found = [row.judged(kept) for row in counted]
        allowed = f"{float(kept.error):.0%}, which is allowed up to {float(kept.up_to):.0%} of saturation"
        counterexample, verdict, remark = None, "unknown", ""
        if OUTSIDE in found:
            first = counted[found.index(OUTSIDE)]
            seen = (
                "no stable state" if first.simulated is None else f"{first.simulated:.2f} ± {first.half_width or 0:.2f}"
            )
            verdict = "fails"
            counterexample = {
                "size": {**self.case.size, "load": first.load},
                "claimed": "saturated" if first.model is None else f"{first.model:.2f}",
                "true": f"{seen}, simulated ({first.share} of saturation)",
            }
        elif not found or OPEN in found:
            remark = f"{found.count(OPEN)} of {len(found)} loads are too close to {allowed}: simulate more cycles"
        else:
            verdict = "agrees"
            remark = f"simulated, not proved: off by at most {self.largest():.1%} at {len(found)} loads; {allowed}"
        return Verdict(
            key=self.case.key or self.case.title, source=self.case.source, locator=self.case.locator, reading=self.case.reading,
            verdict=verdict, proof=None, domain=f"loads up to {float(kept.up_to):.0%} of saturation",
            sizes=(dict(self.case.size),), counterexample=counterexample, remark=remark, evidence=self.evidence(),
        )  # fmt: skip

    def largest(self) -> float | None:
        """The largest absolute relative error up to the tolerance's share; None if there is no latency to compare."""
        errors = [
            abs(row.error) for row in self.rows if row.share <= self.case.tolerance.up_to and row.error is not None
        ]
        return max(errors, default=None)

    def reach(self) -> Fraction | None:
        """The last share of saturation up to which every row is within the tolerance; None if the first row is not."""
        outside = [i for i, row in enumerate(self.rows) if row.judged(self.case.tolerance) != WITHIN]
        last = outside[0] - 1 if outside else len(self.rows) - 1
        return self.rows[last].share if last >= 0 else None

    def _parts(self) -> list[Part]:
        verdict = self.verdict()
        about = [("compared", self.case.title), ("verdict", verdict.verdict), ("why", verdict.proof or verdict.remark)]
        return [Facts([*about, ("reading", self.case.reading)]), _table("", [self])]

    def evidence(self) -> dict[str, Any]:
        """Tolerance and rows as plain data."""
        kept, reach = self.case.tolerance, self.reach()
        return {
            "tolerance": {"error": str(kept.error), "up_to": str(kept.up_to), "because": kept.because},
            "saturation": self.saturation,
            "largest_error": self.largest(),
            "within_up_to": None if reach is None else str(reach),
            "rows": [{**row.as_json(), "judged": row.judged(kept)} for row in self.rows],
        }


class ComparedModels(Verdicts):
    """Verdicts on models that are compared with simulations, displayed with a row for each load.

    compared: The comparisons.
    """

    def __init__(self, compared: Iterable[LatencyComparison]) -> None:
        self.compared = list(compared)
        super().__init__(each.verdict() for each in self.compared)

    def _parts(self) -> list[Part]:
        held = sum(v.verdict == "agrees" for v in self)
        within = Words(f"{held} of {len(self)} models are within their stated error")
        return [_table("network", self.compared), *verdict_table(self), within]


def _table(title: str, compared: Sequence[LatencyComparison]) -> Table:
    """A row for each load, with the network if the column has a title."""
    others = list(dict.fromkeys(name for each in compared for row in each.rows for name in row.others))
    rows = [
        [each.case.title, *row.cells(others), row.judged(each.case.tolerance)] for each in compared for row in each.rows
    ]
    columns = [title, "load", "of saturation", "model", *others, "simulated", "±", "error", "messages", ""]
    return Table(columns, rows) if title else Table(columns[1:], [row[1:] for row in rows])


def compare_latencies(
    cases: Sequence[SimulationCase],
    shares: Iterable[Fraction] = SHARES,
    workers: int | None = None,
    progress: Progress = None,
) -> list[LatencyComparison]:
    """Latencies of models and simulations at shares of each model's own saturation load."""
    ends = [case.model.saturation().load for case in cases]
    points = [(i, share) for i in range(len(cases)) for share in shares]
    rows: dict[tuple[int, Fraction], LatencyRow] = {}
    with ThreadPoolExecutor(workers or cores()) as pool:
        waiting = {pool.submit(_row, cases[i], share, float(share) * ends[i]): (i, share) for i, share in points}
        for number, future in enumerate(as_completed(waiting), 1):
            i, share = waiting[future]
            rows[i, share] = future.result()
            if progress:
                progress(f"{cases[i].title}: {float(share):.0%} of saturation, {number} of {len(points)}")
    found = [tuple(rows[point] for point in points if point[0] == i) for i in range(len(cases))]
    return [LatencyComparison(case, end, those) for case, end, those in zip(cases, ends, found, strict=True)]


def _row(case: SimulationCase, share: Fraction, load: float) -> LatencyRow:
    seen = case.simulate(load)
    others = {name: _latency(curve, load) for name, curve in case.others.items()}
    model = _latency(case.model, load)
    return LatencyRow(share, load, model, seen.latency, seen.half_width, seen.messages, seen.state, others)


def _latency(curve: LatencyModel, load: float) -> float | None:
    found = float(curve.latency(np.array([load]))[0])
    return None if np.isnan(found) else found
