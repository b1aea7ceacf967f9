"""Points of a sweep, the rows of their results, and means over seeds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from csv import DictWriter
from dataclasses import dataclass, fields, replace
from functools import cached_property
from hashlib import sha256
from io import StringIO
from math import sqrt
from statistics import fmean, stdev
from typing import Any, get_type_hints
from zlib import crc32

from netlemma.base.displays import Part, Shown, Table, Words, four_decimals
from netlemma.errors import SweepError
from netlemma.graphs.simulate.options import OPTIONS, SimulationOptions
from netlemma.graphs.simulate.result import STATES, UNITS
from netlemma.graphs.simulate.statistics import students_t
from netlemma.graphs.sources.place import NetworkDescription

# One point of a sweep: all parameters of one simulation, and its canonical key.


LONGEST_KEY = 10_000


@dataclass(frozen=True, order=True, kw_only=True)
class SweepPoint(SimulationOptions, NetworkDescription):
    """A simulation without defaults, so that equal simulations have equal keys.

    The fields are those of :class:`NetworkDescription`, then those of :class:`netlemma.graphs.simulate.SimulationOptions`.
    """

    def as_json(self) -> dict[str, Any]:
        """All parameters as plain data."""
        place = {"family": self.family, "parameters": dict(self.sizes), "routing": self.routing, "vcs": self.vcs}
        files = {"files": self.files} if self.files else {}
        return {**place, **files, **super().as_json()}

    @cached_property
    def key(self) -> str:
        """All parameters as canonical JSON: in this order, without blanks, floats with the shortest digits that
        identify them.
        """
        return json.dumps(self.as_json(), separators=(",", ":"), allow_nan=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the key."""
        return digest_of(self.key)

    @staticmethod
    def from_key(key: str) -> SweepPoint:
        """The point with this key.

        >>> from netlemma.graphs.simulate.sweep.planning import plan
        >>> [one] = plan("mesh", k=4, flits=8, loads=0.1)
        >>> one.key[:42], SweepPoint.from_key(one.key) == one
        ('{"family":"mesh","parameters":{"k":4,"n":2', True)
        """
        try:
            if len(key) > LONGEST_KEY:
                raise ValueError
            data = json.loads(key)
            sizes = {n: tuple(each) if type(each) is list else each for n, each in data.pop("parameters").items()}
            words = (data["family"], data["routing"], data.get("files", ""))
            parts = [part for each in sizes.values() for part in (each if type(each) is tuple else (each,))]
            typed = all(type(word) is str for word in words) and all(
                type(part) is int or (type(part) is str and part[:1].isalpha()) for part in parts
            )
            if not typed or type(data["vcs"]) is not int or any(data[name] is None for name in OPTIONS):
                raise ValueError
            point = SweepPoint(**data, sizes=tuple(sizes.items()))
            if point.key != key:
                raise ValueError
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise SweepError(f"{key[:60]!r} is not the key of a point of a sweep") from None
        return point


def digest_of(key: str) -> str:
    """The digest under which a key is stored.

    >>> digest_of("")[:8]
    'e3b0c442'
    """
    return sha256(key.encode()).hexdigest()


# A point with its result, as it is stored.


SQL: dict[Any, str] = {str: "TEXT NOT NULL", int: "INTEGER NOT NULL", float: "REAL NOT NULL", float | None: "REAL"}


@dataclass(frozen=True)
class Outcome:
    """The result of one simulation as a worker sends it.

    state, reason: See :class:`netlemma.graphs.simulate.SimulationResult`.
    latency, half_width, network_latency, multiplexing: See :class:`netlemma.graphs.simulate.SimulationResult`.
    messages: See :class:`netlemma.graphs.simulate.SimulationResult`.
    backlog: Messages generated and not delivered at the last cycle.
    growth: Difference of that to the end of the warm-up.
    throughput: See :class:`netlemma.graphs.simulate.SimulationResult`.
    seconds: Duration of the simulation, the following of routes not counted.
    version: Versions of netlemma and NumPy.
    """

    state: str
    reason: str
    latency: float | None
    half_width: float | None
    network_latency: float | None
    multiplexing: float | None
    messages: int
    backlog: int
    growth: int
    throughput: float
    seconds: float
    version: str

    def __post_init__(self) -> None:
        if self.state not in STATES or (self.state == "stable") != (self.latency is not None):
            raise SweepError(f"state {self.state!r} with latency {self.latency} is no result of a simulation")

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The numbers that every run of this point must reproduce, bit by bit."""
        return tuple(getattr(self, name) for name in NUMBERS)


@dataclass(frozen=True)
class Row(Outcome):
    """A point and the result of its simulation.

    finished: Time when the result was stored, in UTC.
    point: Parameters of the simulation.
    """

    finished: str
    point: SweepPoint

    def as_json(self) -> dict[str, Any]:
        """Parameters and result as plain data."""
        return {**self.point.as_json(), **{name: getattr(self, name) for name in RESULT}}


NUMBERS = tuple(each.name for each in fields(Outcome) if each.name not in ("seconds", "version"))
RESULT = tuple(each.name for each in fields(Row) if each.name != "point")  # columns of the table
TABLE = (
    "CREATE TABLE result (\n    id INTEGER PRIMARY KEY,\n    digest TEXT NOT NULL UNIQUE,\n"
    "    point TEXT NOT NULL,\n    checksum TEXT NOT NULL,\n"
    + ",\n".join(
        f"    {each.name} {SQL[get_type_hints(Row)[each.name]]}" for each in fields(Row) if each.name in RESULT
    )
    + "\n) STRICT"
)
# of files: another one with each change of columns or options
LAYOUT = crc32("\n".join([TABLE, *OPTIONS]).encode()) >> 1


# Rows that differ in their seeds alone, as one line: the mean over the seeds with its half-width, and the states.


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
            half_width = students_t(rows[0].point.confidence, len(rows) - 1) * stdev(latencies) / sqrt(len(rows))
    counted = Counter(row.state for row in rows)
    states = {state: counted[state] for state in STATES if counted[state]}
    throughput = fmean(row.throughput for row in rows)
    return Summary(rows[0].point, len(rows), latency, half_width, throughput, sum(row.messages for row in rows), states)


# Rows and means of a sweep as lists with notebook displays.


class Rows(Shown, list[Row]):
    """Single simulations.

    results: the file that has them, None if they are in memory.
    """

    results: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The shape of ``netlemma sweep --json``."""
        points, averaged = [row.as_json() for row in self], [each.as_json() for each in self.means()]
        return {"results": self.results, "points": points, "means": averaged}

    def as_csv(self) -> str:
        """The means as CSV: a column for each parameter and number."""
        text = StringIO()
        means = [_flat(each.as_json()) for each in self.means()]
        out = DictWriter(text, list(dict.fromkeys(name for each in means for name in each)), "", lineterminator="\n")
        out.writeheader()
        out.writerows(means)
        return text.getvalue()

    def means(self) -> Means:
        """Their means over seeds, see :func:`netlemma.graphs.simulate.sweep.rows.summaries`.

        >>> from netlemma.graphs.simulate.sweep import sweep
        >>> found = sweep("mesh", k=4, flits=8, loads=0.004, seeds=[1, 2], cycles=5000, workers=1)
        >>> [(one.point.load, one.seeds) for one in found.means()]
        [(0.004, 2)]
        """
        return Means(summaries(self))

    def _parts(self) -> list[Part]:
        where = "memory" if self.results is None else self.results
        if not self:
            return [Words(f"no runs in {where}")]
        seconds = sum(row.seconds for row in self)
        return [*self.means()._parts(), Words(f"{len(self):,} runs in {where}; {seconds:.1f} seconds of simulation")]


def _flat(data: dict[str, Any]) -> dict[str, Any]:
    """Data in one row: sizes by their own names, states as text."""
    sizes = {f"size {name}": each for name, each in data["parameters"].items()}
    states = " ".join(f"{count} {state}" for state, count in data["states"].items())
    return {
        "family": data["family"],
        **sizes,
        **{n: v for n, v in data.items() if n not in ("family", "parameters")},
        "states": states,
    }


IN_TABLE = ("flits", "load", "seed")  # parameters that have their column
BY_ROUTING = ("injection_vcs", "reuse")  # whose defaults depend on the routing


class Means(Shown, list[Summary]):
    """Means over seeds."""

    @property
    def varying(self) -> list[str]:
        """Parameters that differ from row to row besides network, length, load and seed: routing, traffic, ..."""
        names = ("routing", "vcs", *(name for name in OPTIONS if name not in IN_TABLE))
        found = [name for name in names if len({getattr(m.point, name) for m in self}) > 1]
        return [name for name in found if "routing" not in found or name not in BY_ROUTING]

    def _parts(self) -> list[Part]:
        varying = self.varying
        same = [
            f"{name} {getattr(self[0].point, name)}" for name in ("routing", "traffic") if self and name not in varying
        ]
        rows = [
            (m.point.title, *(getattr(m.point, name) for name in varying), m.point.flits, f"{m.point.load:g}",
             four_decimals(m.latency), four_decimals(m.half_width), m.seeds, m.messages, f"{m.throughput:.4g}",
             ", ".join(f"{count} {state}" for state, count in m.states.items()))
            for m in self
        ]  # fmt: skip
        half_width = f"± ({self[0].point.confidence:.0%})" if self else "±"
        columns = (
            "network",
            *varying,
            "flits",
            "load",
            "latency",
            half_width,
            "seeds",
            "messages",
            "throughput",
            "states",
        )
        return [Table(columns, rows), *([Words(", ".join(same))] if same else []), Words(UNITS)]
